//! Walks: a pair goes on side by side, and its viewer must not find out which table is theirs.

use table::{Awaits, Game, Input, InputOf, Luck, NoEvents, Probe, ScopedEvent, Seat, Viewer};

use crate::bench::Bench;
use crate::glimpse::Care;
use crate::law::{Law, Verdict};
use crate::pair::{Bond, Hearing, Kind, Pair, hearing};
use crate::trace::{Trace, chances_of, choices_of, write_input};

/// One step in this many is compared by the text of the views.
const READ_EVERY: u32 = 3;
/// One of those in this many is compared by all that is shown.
const STUDY_EVERY: u32 = 5;
/// One step in this many, worlds are imagined at both tables.
const IMAGINE_EVERY: u32 = 8;
/// So many answers are tried at the second table to find one that sounds like the first table's.
const MOST_TRIED: usize = 12;

/// How a pair goes on.
enum Next<G: Game> {
    /// With an input at each table.
    Both(InputOf<G>, InputOf<G>),
    /// With this input at the first table; nothing at the second would look the same.
    First(InputOf<G>),
    /// Not at all.
    Stop,
}

impl<G: Probe> Bench<'_, G> {
    /// Makes pairs of the truth and an imagined world at some moments of a game and walks them.
    pub fn doubles_keep_secrets(&mut self, trace: &Trace<G>) -> Verdict {
        let viewers: Vec<Viewer> = self.game.seats().viewers().collect();
        for _ in 0..self.plan.doubles {
            let step = self.luck.below(trace.inputs.len() as u32) as usize;
            let Some(viewer) = self.luck.pick(&viewers) else {
                return Ok(());
            };
            self.step.set(step);
            let truth = &trace.states[step];
            let world = self.imagine_beside(truth, viewer);
            self.looks_alike(truth, &world, viewer, Care::Read)?;
            self.report.doubles += 1;
            self.walk(Pair {
                left: truth.clone(),
                right: world,
                viewer,
                kind: Kind::Double,
                origin: format!("one table is the true one, the other was imagined for {viewer}"),
            })?;
        }
        Ok(())
    }

    /// Walks a pair until it parts, ends, or has gone far enough.
    pub fn walk(&mut self, mut pair: Pair<G>) -> Verdict {
        let origin = pair.origin.clone();
        for taken in 0..self.plan.walk {
            pair.origin = format!("{origin}, {taken} inputs ago");
            let care = self.some_care();
            self.pair_looks_alike(&pair, care)?;
            self.pair_refuses_alike(&pair)?;
            if self.one_in(IMAGINE_EVERY) {
                self.imagined_blindly(&pair.left, &pair.right, pair.viewer)?;
            }
            match self.next(&pair)? {
                Next::Both(left, right) => match self.pair_takes(&mut pair, left, right)? {
                    Bond::Holds => self.report.walked += 1,
                    Bond::Parted => return Ok(()),
                },
                Next::First(_) if pair.kind == Kind::Fork => return Ok(()),
                Next::First(left) => {
                    if let Err(refusal) = self.game.apply(&mut pair.left, left, &mut NoEvents) {
                        return Law::EnumeratedIsAccepted.broken(format!(
                            "{} is listed and yet refused: {refusal}",
                            write_input(self.game, left)
                        ));
                    }
                    pair.right = self.imagine_beside(&pair.left, pair.viewer);
                    self.report.remade += 1;
                    self.looks_alike(&pair.left, &pair.right, pair.viewer, Care::Read)?;
                }
                Next::Stop => return Ok(()),
            }
        }
        self.pair_looks_alike(&pair, Care::Read)
    }

    fn some_care(&mut self) -> Care {
        match (self.one_in(READ_EVERY), self.one_in(STUDY_EVERY)) {
            (false, _) => Care::Glance,
            (true, false) => Care::Read,
            (true, true) => Care::Study,
        }
    }

    fn imagine_beside(&mut self, state: &G::State, viewer: Viewer) -> G::State {
        let view = self.game.view(state, viewer);
        let mut luck = self.fresh_luck();
        self.game.imagine(&view, &mut luck)
    }

    fn next(&mut self, pair: &Pair<G>) -> Verdict<Next<G>> {
        match self.game.awaits(&pair.left) {
            Awaits::Nothing => Ok(Next::Stop),
            Awaits::Choice(seat) if pair.viewer.is(seat) => self.viewer_chooses(pair, seat),
            Awaits::Choice(seat) => Ok(self.another_chooses(pair, seat)),
            Awaits::Sealed(seats) => {
                let owing: Vec<Seat> = seats.iter().collect();
                match self.luck.pick(&owing) {
                    Some(seat) if pair.viewer.is(seat) => self.viewer_chooses(pair, seat),
                    Some(seat) if owing.len() > 1 => Ok(self.another_seals(pair, seat)),
                    Some(seat) => Ok(self.another_chooses(pair, seat)),
                    None => Ok(Next::Stop),
                }
            }
            Awaits::Luck(audience) if audience.includes(pair.viewer) => Ok(self.open_luck_falls(pair)),
            Awaits::Luck(_) => Ok(self.hidden_luck_falls(pair)),
        }
    }

    fn viewer_chooses(&mut self, pair: &Pair<G>, seat: Seat) -> Verdict<Next<G>> {
        let [left, right] = [&pair.left, &pair.right].map(|state| choices_of(self.game, state, seat));
        if left != right {
            return Law::PromptsKeepSecrets.broken(format!(
                "{}; {seat} may not know which, and yet has {} choices here and {} others there",
                pair.origin,
                left.len(),
                right.len()
            ));
        }
        Ok(match self.luck.pick(&left) {
            Some(action) => Next::Both(Input::Act(seat, action), Input::Act(seat, action)),
            None => Next::Stop,
        })
    }

    fn another_chooses(&mut self, pair: &Pair<G>, seat: Seat) -> Next<G> {
        let [left, mut right] = [&pair.left, &pair.right].map(|state| choices_of(self.game, state, seat));
        let both: Vec<G::Action> = left.iter().copied().filter(|action| right.contains(action)).collect();
        let freely = pair.kind == Kind::Double && self.one_in(4);
        let from = if both.is_empty() || freely { &left } else { &both };
        let Some(action) = self.luck.pick(from) else {
            return Next::Stop;
        };
        let first = Input::Act(seat, action);
        if right.contains(&action) {
            return Next::Both(first, first);
        }
        self.luck.shuffle(&mut right);
        right.truncate(MOST_TRIED);
        let mut after = pair.left.clone();
        let mut events = Vec::new();
        if self.game.apply(&mut after, first, &mut events).is_err() {
            return Next::Stop;
        }
        let alike = right.into_iter().map(|action| Input::Act(seat, action)).find(|second| {
            let sounds = self.sounds_alike(&events, &after, pair, *second);
            sounds.unwrap_or_default()
        });
        match alike {
            Some(second) => Next::Both(first, second),
            None => Next::First(first),
        }
    }

    /// Whether an input at the second table would make the viewer hear and see the same as at the first.
    fn sounds_alike(
        &self,
        events: &[ScopedEvent<G::Event>],
        after: &G::State,
        pair: &Pair<G>,
        second: InputOf<G>,
    ) -> Option<bool> {
        let mut other = pair.right.clone();
        let mut others = Vec::new();
        self.game.apply(&mut other, second, &mut others).ok()?;
        let heard = matches!(hearing(self.game, events, &others, pair.viewer), Hearing::Alike);
        Some(heard && self.game.view(after, pair.viewer) == self.game.view(&other, pair.viewer))
    }

    fn another_seals(&mut self, pair: &Pair<G>, seat: Seat) -> Next<G> {
        let picks =
            [&pair.left, &pair.right].map(|state| self.luck.pick(&choices_of(self.game, state, seat)));
        match picks {
            [Some(left), Some(right)] => Next::Both(Input::Act(seat, left), Input::Act(seat, right)),
            [None, _] | [_, None] => Next::Stop,
        }
    }

    /// The possible outcomes of luck at either table.
    fn outcomes(&self, pair: &Pair<G>) -> [Vec<G::Outcome>; 2] {
        [&pair.left, &pair.right].map(|state| {
            let listed = chances_of(self.game, state);
            listed.into_iter().map(|(outcome, _)| outcome).collect()
        })
    }

    /// The viewer sees it: the same at both tables.
    fn open_luck_falls(&mut self, pair: &Pair<G>) -> Next<G> {
        let [left, right] = self.outcomes(pair);
        let both: Vec<G::Outcome> = left.into_iter().filter(|outcome| right.contains(outcome)).collect();
        match self.luck.pick(&both) {
            Some(outcome) => Next::Both(Input::Luck(outcome), Input::Luck(outcome)),
            None => Next::Stop,
        }
    }

    /// The viewer does not see it: where it can be, something else at either table.
    fn hidden_luck_falls(&mut self, pair: &Pair<G>) -> Next<G> {
        let [left, mut right] = self.outcomes(pair);
        let Some(first) = self.luck.pick(&left) else {
            return Next::Stop;
        };
        if right.len() > 1 {
            right.retain(|outcome| *outcome != first);
        }
        match self.luck.pick(&right) {
            Some(second) => Next::Both(Input::Luck(first), Input::Luck(second)),
            None => Next::Stop,
        }
    }
}
