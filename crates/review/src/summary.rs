//! Sums of a game for each seat, and the inputs that decided it.

use table::Seat;

use crate::{Decision, Moment, Points, Review, SeatSummary, Step};

/// The number of deciding inputs.
const MOMENTS: usize = 5;

/// The decisions of a seat.
fn decisions(review: &Review, seat: Seat) -> impl Iterator<Item = &Decision> {
    review.steps.iter().filter(move |step| step.by == Some(seat)).filter_map(|step| step.decision.as_ref())
}

/// Everybody in sum; these are the chances at the end.
pub(crate) fn summaries(review: &Review, ends: &[Points]) -> Vec<SeatSummary> {
    let seats = (0..ends.len()).filter_map(Seat::new);
    seats.zip(ends).map(|(seat, &end)| summary(review, seat, end)).collect()
}

fn summary(review: &Review, seat: Seat, end: Points) -> SeatSummary {
    let mut grades = [0; 5];
    decisions(review, seat).for_each(|decision| grades[decision.grade as usize] += 1);
    let start = review.start[seat.index()];
    let luck = Points::sum(review.steps.iter().filter_map(|step| step.luck.get(seat.index()).copied()));
    let loss = Points::sum(decisions(review, seat).map(|decision| decision.loss));
    let blind = Points::sum(decisions(review, seat).map(|decision| decision.blind));
    let by_another = |step: &Step| step.by.is_some_and(|by| by != seat);
    let otherwise = moved(review, seat, |step| !by_another(step));
    SeatSummary {
        seat: Some(seat),
        decisions: grades.iter().sum(),
        grades,
        played_at: played_at(loss, blind),
        blind,
        start,
        luck,
        loss,
        // Start, luck, own choices and the rest come to the end.
        rest: Points::sum([end, start.times(-1.0), luck.times(-1.0), loss]),
        others: moved(review, seat, by_another),
        reckoning: Points::sum([otherwise, luck.times(-1.0), loss]),
        end: end.mean,
    }
}

/// The sum of some inputs' effects on a seat's chance. Between two adjacent effects the estimate cancels out.
fn moved(review: &Review, seat: Seat, by: impl Fn(&Step) -> bool) -> Points {
    let mut now = review.start[seat.index()];
    let mut began = None;
    let mut ends = Vec::new();
    let mut move_over = |from: Option<Points>, to: Points| {
        ends.extend(from.into_iter().flat_map(|from| [to, from.times(-1.0)]));
    };
    for step in &review.steps {
        let next = step.chances[seat.index()];
        if next == now {
            continue;
        }
        if by(step) {
            began.get_or_insert(now);
        } else {
            move_over(began.take(), now);
        }
        now = next;
    }
    move_over(began, now);
    Points::sum(ends)
}

/// The share of the blind loss that was avoided, in percent; `None` where that is within its error.
fn played_at(loss: Points, blind: Points) -> Option<Points> {
    if blind.mean < 1.0 || blind.mean < 3.0 * blind.error {
        return None;
    }
    let part = loss.mean / blind.mean;
    // A part errs by its numerator, and by its denominator as far as there is something to divide.
    let errs = Points::sum([loss, blind.times(part)].map(|one| Points { mean: 0.0, error: one.error }));
    Some(Points::sum([Points::certain(100.0 * (1.0 - part)), errs.times(100.0 / blind.mean)]))
}

/// The inputs that moved somebody's chance most beyond their errors: strokes of luck and losses.
pub(crate) fn moments(review: &Review) -> Vec<Moment> {
    let mut all: Vec<Moment> = review.steps.iter().filter_map(moment).collect();
    all.retain(|moment| moment.change.at_least() > 0.0);
    all.sort_by(|one, other| {
        other.change.at_least().total_cmp(&one.change.at_least()).then(one.at.cmp(&other.at))
    });
    all.truncate(MOMENTS);
    all
}

/// An input's largest effect, with its seat.
fn moment(step: &Step) -> Option<Moment> {
    let by_choice = step.decision.as_ref().map(|decision| (step.by, decision.loss.times(-1.0)));
    let by_choice = by_choice.filter(|(_, change)| change.mean < 0.0);
    let by_luck = step.luck.iter().enumerate().map(|(place, luck)| (Seat::new(place), *luck));
    let most = by_choice
        .into_iter()
        .chain(by_luck)
        .max_by(|(_, one), (_, other)| one.at_least().total_cmp(&other.at_least()));
    most.map(|(seat, change)| Moment { at: step.at, seat, change })
}
