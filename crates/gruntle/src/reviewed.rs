//! `gruntle record review`: a finished game looked at again, as text and as data.

use std::io::Write;

use games::AnyGame;
use review::{Decision, Depth, Grade, Moment, Points, Review, SeatSummary, Step, reviewing_record};
use serde_json::{Value, json};
use table::{Fault, Header, Record, Seat};

use crate::Trouble;
use crate::progress::bar_over;
use crate::terminal::{strong, wrapped};

/// How many columns a line of chances has at most.
const COLUMNS: usize = 60;
/// A chance from none to certain.
const HEIGHTS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// The depth that is asked for.
pub(crate) fn depth_named(word: &str) -> Result<Depth, Trouble> {
    Depth::named(word)
        .ok_or_else(|| Trouble::Refused(format!("there is no effort '{word}'; it is quick or deep")))
}

/// Referees a record of this game, and then looks at it again.
pub(crate) fn reviewed(record: &Record, game: &AnyGame, depth: Depth) -> Result<Review, Fault> {
    let mut reviewer = reviewing_record(record, game, depth)?;
    let bar = bar_over(reviewer.of_all() as u64, "moves and rolls");
    while reviewer.step().is_some() {
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(reviewer.finish())
}

/// The review as `docs/review.md` describes it, with the names of the players.
pub(crate) fn json(review: Review, header: &Header) -> Value {
    let mut data = json!(review.named(|seat| seat.to_string()));
    data["names"] = json!(header.names);
    data
}

/// The name of a seat.
fn called(header: &Header, seat: Option<Seat>) -> String {
    let name = |seat: Seat| header.names.get(seat.index()).cloned().unwrap_or_default();
    seat.map_or_else(|| "luck".to_owned(), |seat| format!("{seat} {}", name(seat)))
}

/// Points with their sign and the interval around them.
fn signed(points: Points) -> String {
    let reach = (points.interval().1 - points.mean).abs();
    format!("{:+.1} ± {reach:.1}", points.mean).replace('-', "−")
}

/// The review for people.
pub(crate) fn write(review: &Review, header: &Header, out: &mut impl Write) -> Result<(), Trouble> {
    let (moves, depth) = (review.steps.len(), review.depth.word());
    writeln!(out, "{}, {moves} moves and rolls, {depth} review\n", strong(&review.game))?;
    writeln!(out, "{}", strong("Luck and skill"))?;
    for seat in &review.seats {
        write_seat(seat, header, out)?;
    }
    writeln!(out, "\n{}", strong("Chance to win, as each could see it"))?;
    for summary in &review.seats {
        let Some(seat) = summary.seat else { continue };
        let line = sparkline(review, seat);
        writeln!(out, "  {seat} {line} {:.0} → {:.0} %", summary.start.mean, summary.end)?;
    }
    writeln!(out, "\n{}", strong("What decided it"))?;
    for moment in &review.moments {
        if let Some(step) = review.step(moment.at) {
            write_moment(moment, step, header, out)?;
        }
    }
    writeln!(out, "\n{}", strong("What was given away, and by whom"))?;
    let mut none = true;
    for step in &review.steps {
        if let Some(decision) = step.decision.as_ref().filter(|decision| decision.grade.is_error()) {
            none = false;
            write_error(step, decision, header, out)?;
        }
    }
    if none {
        writeln!(out, "  Nothing beyond doubt.")?;
    }
    writeln!(out, "\nPoints are percentage points of a chance to win, ± half of a 95 % interval.")?;
    Ok(())
}

fn write_seat(summary: &SeatSummary, header: &Header, out: &mut impl Write) -> Result<(), Trouble> {
    let who = called(header, summary.seat);
    let played = summary.played_at.map_or_else(
        || "cannot be judged: too little was at stake".to_owned(),
        |points| {
            let (least, most) = points.interval();
            let within = |number: f64| number.clamp(0.0, 100.0);
            format!("played at {:.0} % ({:.0} to {:.0})", within(points.mean), within(least), within(most))
        },
    );
    let graded = Grade::ALL.into_iter().zip(summary.grades).filter(|(grade, _)| grade.is_error());
    let graded: Vec<String> = graded.map(|(grade, count)| format!("{count} {}", grade.sign())).collect();
    writeln!(
        out,
        "  {who:<16} {played}, {} by own choices, {} by luck, {} by others, {} by errors of the estimates",
        signed(summary.loss.times(-1.0)),
        signed(summary.luck),
        signed(summary.others),
        signed(summary.reckoning)
    )?;
    writeln!(out, "  {:<16} {} decisions: {}", "", summary.decisions, graded.join(", "))?;
    Ok(())
}

/// The chances of a seat in a line of marks.
fn sparkline(review: &Review, seat: Seat) -> String {
    let last = review.steps.len();
    let columns = COLUMNS.min(last + 1);
    let at = |column: usize| if columns > 1 { column * last / (columns - 1) } else { last };
    let chance = |column: usize| review.chance(seat, at(column)).unwrap_or_default().mean;
    let height = |chance: f64| HEIGHTS[((chance / 100.0 * 8.0) as usize).min(HEIGHTS.len() - 1)];
    (0..columns).map(|column| height(chance(column))).collect()
}

fn write_moment(moment: &Moment, step: &Step, header: &Header, out: &mut impl Write) -> Result<(), Trouble> {
    let says = match &step.decision {
        Some(decision) => {
            let (sign, word) = (decision.grade.sign(), decision.grade.word());
            format!("{sign} {word} of {}: {}", called(header, step.by), decision.says)
        }
        None => step.says.to_string(),
    };
    let change = format!("{} for {}", signed(moment.change), called(header, moment.seat));
    writeln!(out, "  {:>4}  turn {:<3} {}", moment.at, step.turn, wrapped(&format!("{change}. {says}"), 16))?;
    Ok(())
}

fn write_error(
    step: &Step,
    decision: &Decision,
    header: &Header,
    out: &mut impl Write,
) -> Result<(), Trouble> {
    let better =
        decision.better.as_ref().map_or_else(String::new, |better| format!(". Better: {}", better.says));
    let text = format!(
        "{} {:<2} {} by {}{better}",
        called(header, step.by),
        decision.grade.sign(),
        signed(decision.loss.times(-1.0)),
        step.input.split_once(' ').map_or("", |(_, action)| action),
    );
    writeln!(out, "  {:>4}  turn {:<3} {}", step.at, step.turn, wrapped(&text, 16))?;
    Ok(())
}
