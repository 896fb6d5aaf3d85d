//! One game, watched by somebody who writes down what a designer asks.

use bots::Bot;
use games::Study;
use games::study::Notice;
use table::{EventSink, InputOf, Luck, MOST_SEATS, Observer, ScopedEvent, Seat, Viewer};

use crate::facts::{Facts, SeatFacts};
use crate::play::{AskedSeat, Watcher, play_watched};

/// A thread's working memory, reused game after game.
pub(crate) struct Scratch<G: Study> {
    choices: Vec<G::Action>,
    course: Vec<[f64; MOST_SEATS]>,
    families: Vec<usize>,
}

impl<G: Study> Scratch<G> {
    /// A scratch for games like this one.
    pub(crate) fn new(game: &G) -> Self {
        let families = game.things().iter().map(|thing| thing.family).collect();
        Self { choices: Vec::new(), course: Vec::new(), families }
    }

    /// Plays one game and gives its facts.
    pub(crate) fn study<B: Bot<G>>(
        &mut self,
        game: &G,
        number: u64,
        bots: &mut [B],
        luck: &mut impl Luck,
    ) -> Facts {
        let seat = SeatFacts { came: vec![0; G::FAMILIES.len()], ..SeatFacts::default() };
        self.course.clear();
        let mut notes: Notes<'_, G> = Notes {
            facts: Facts { number, seats: vec![seat; game.seats().get()], ..Facts::default() },
            memo: G::Memo::default(),
            families: &self.families,
            course: &mut self.course,
            turn: 0,
            asked_first: None,
            is_real: false,
        };
        let (state, decisions) = play_watched(game, bots, luck, &mut self.choices, &mut notes);
        notes.end_turn();
        let mut facts = notes.facts;
        facts.decisions = decisions;
        facts.turns = game.turns(&state);
        if let Some(ending) = game.ending(&state) {
            facts.winners = ending.winners;
            facts.way = game.way(&state, &ending) as u8;
        }
        judge_course(&self.course, &mut facts);
        facts
    }
}

/// Notes during a game.
struct Notes<'a, G: Study> {
    facts: Facts,
    memo: G::Memo,
    families: &'a [usize],
    /// How near each seat was to winning at the start of each turn.
    course: &'a mut Vec<[f64; MOST_SEATS]>,
    turn: u32,
    /// Who was asked first in this turn.
    asked_first: Option<Seat>,
    /// Whether that seat had a choice.
    is_real: bool,
}

impl<G: Study> Notes<'_, G> {
    fn end_turn(&mut self) {
        self.facts.asked_turns += u32::from(self.asked_first.take().is_some());
        self.facts.real_turns += u32::from(std::mem::take(&mut self.is_real));
    }
}

impl<G: Study, B: Bot<G>> Watcher<G, B> for Notes<'_, G> {
    fn choose(
        &mut self,
        bot: &mut B,
        observer: &Observer<'_, G>,
        choices: &[G::Action],
        asked: AskedSeat,
    ) -> Option<G::Action> {
        self.facts.real_decisions += u32::from(choices.len() > 1);
        self.facts.choices += choices.len() as u64;
        if let AskedSeat::Openly(seat) = asked {
            self.is_real |= *self.asked_first.get_or_insert(seat) == seat && choices.len() > 1;
        }
        Some(bot.choose(observer, choices))
    }

    fn apply(
        &mut self,
        game: &G,
        state: &mut G::State,
        input: InputOf<G>,
        listeners: &mut impl EventSink<G::Event>,
    ) -> Result<(), G::Refusal> {
        let (memo, families, facts) = (&mut self.memo, self.families, &mut self.facts);
        let mut scribe = FactSink { game, memo, families, facts, listeners };
        game.apply(state, input, &mut scribe)?;
        if game.turns(state) != self.turn {
            self.end_turn();
            self.turn = game.turns(state);
            let mut near = [0.0; MOST_SEATS];
            for seat in game.seats().iter() {
                near[seat.index()] = game.progress(state, seat);
            }
            self.course.push(near);
        }
        Ok(())
    }
}

/// Who led when, from how near each seat was at the start of each turn.
fn judge_course(course: &[[f64; MOST_SEATS]], facts: &mut Facts) {
    let seats = facts.seat_count();
    let foremost = |near: &[f64; MOST_SEATS]| near[..seats].iter().copied().fold(0.0, f64::max);
    let alone = |near: &[f64; MOST_SEATS]| {
        let best = foremost(near);
        let mut leaders = (0..seats).filter(|&seat| near[seat] == best);
        leaders.next().filter(|_| leaders.next().is_none())
    };
    let mut leader = None;
    for near in course {
        // A seat that draws level does not take the lead yet.
        if let Some(now) = alone(near) {
            facts.lead_changes += u32::from(leader.is_some_and(|before| before != now));
            leader = Some(now);
        }
    }
    for rounds in course.chunks(seats).zip(course.chunks(seats).skip(1)) {
        let (before, after) = (rounds.0[0], rounds.1[0]);
        facts.idle_rounds += u32::from((0..seats).all(|seat| after[seat] <= before[seat]));
    }
    let winners = facts.winners;
    let winners = move || winners.iter().map(Seat::index);
    let gap =
        |near: &[f64; MOST_SEATS]| foremost(near) - winners().map(|seat| near[seat]).fold(0.0, f64::max);
    if facts.finished() {
        facts.drama = (course.iter().map(gap).fold(0.0, f64::max) * 1000.0).round() as u32;
        let rest = &course[course.len().div_ceil(3)..];
        let winner = winners().next().filter(|_| facts.winners.len() == 1);
        facts.runaway = u8::from(!rest.is_empty() && rest.iter().all(|near| alone(near) == winner));
    }
}

/// A sink that takes every event in its fullest words, notes the things in it, and hands it on.
struct FactSink<'a, G: Study, S> {
    game: &'a G,
    memo: &'a mut G::Memo,
    families: &'a [usize],
    facts: &'a mut Facts,
    listeners: &'a mut S,
}

impl<G: Study, S: EventSink<G::Event>> EventSink<G::Event> for FactSink<'_, G, S> {
    fn emit(&mut self, event: impl FnOnce() -> ScopedEvent<G::Event>) {
        let scoped = event();
        let (facts, families) = (&mut *self.facts, self.families);
        take(self.game, self.memo, &scoped, &mut |notice| note(facts, families, notice));
        self.listeners.emit(|| scoped);
    }
}

/// Notes the things in an event. It stands apart from `emit`, which is compiled for every event of the rules.
#[inline(never)]
fn take<G: Study>(
    game: &G,
    memo: &mut G::Memo,
    scoped: &ScopedEvent<G::Event>,
    tell: &mut dyn FnMut(Notice),
) {
    let open = scoped.heard_by(Viewer::Bystander);
    let known = game.seats().iter().find_map(|seat| {
        let heard = scoped.heard_by(Viewer::Seat(seat))?;
        open.is_none_or(|open| !std::ptr::eq(heard, open)).then_some(heard)
    });
    if let Some(event) = known.or(open) {
        game.notice(event, memo, tell);
    }
}

fn note(facts: &mut Facts, families: &[usize], notice: Notice) {
    match notice {
        Notice::First(seat) => facts.first = seat.index() as u8,
        Notice::Dealt(seat, thing) => facts.seats[seat.index()].dealt.insert(thing),
        Notice::Had(seat, thing) => {
            let seat = &mut facts.seats[seat.index()];
            seat.had.insert(thing);
            seat.came[families[thing]] += 1;
        }
        Notice::Used(seat, thing) => facts.seats[seat.index()].used.insert(thing),
        Notice::Scored { thing, pieces, points } => {
            let thing = thing as u8;
            match facts.scored.iter_mut().find(|entry| entry.0 == thing) {
                Some(entry) => {
                    entry.1 += pieces;
                    entry.2 += points;
                }
                None => facts.scored.push((thing, pieces, points)),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::SeatSet;

    fn judged(winner: usize, course: &[[f64; 2]]) -> Facts {
        let course: Vec<_> = course.iter().map(|&[a, b]| [a, b, 0.0, 0.0, 0.0, 0.0]).collect();
        let winners = Seat::new(winner).map_or(SeatSet::EMPTY, SeatSet::only);
        let mut facts = Facts { winners, seats: vec![SeatFacts::default(); 2], ..Facts::default() };
        judge_course(&course, &mut facts);
        facts
    }

    #[test]
    fn the_lead_changes_when_another_is_alone_in_front() {
        let facts = judged(1, &[[0.0, 0.0], [0.1, 0.0], [0.1, 0.1], [0.1, 0.2], [0.3, 0.2], [0.3, 1.0]]);
        assert_eq!((facts.lead_changes, facts.drama, facts.runaway), (3, 100, 0));
        assert_eq!(judged(0, &[[0.1, 0.0], [0.1, 0.1], [0.2, 0.1]]).lead_changes, 0, "level is no lead");
    }

    #[test]
    fn a_runaway_leads_from_the_first_third_on() {
        let course = [[0.0, 0.5], [0.6, 0.5], [0.7, 0.5]];
        assert_eq!(judged(0, &course).runaway, 1);
        assert_eq!(judged(1, &course).runaway, 0);
        assert_eq!(judged(9, &course).runaway, 0, "nobody won");
    }

    #[test]
    fn rounds_in_which_nobody_gets_nearer_are_idle() {
        let course = [[0.1, 0.1], [0.1, 0.1], [0.1, 0.1], [0.1, 0.1], [0.2, 0.1], [0.2, 0.1], [0.1, 0.1]];
        assert_eq!(judged(0, &course).idle_rounds, 2);
    }
}
