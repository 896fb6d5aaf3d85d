//! The course of a game: something to do until it is over, no piece lost, and luck that keeps its word.

use std::cell::Cell;

use table::{Awaits, Game, Luck, Probe, Prose, ScopedEvent};

use crate::bench::Bench;
use crate::law::{Law, Verdict};
use crate::trace::{chances_of, honest_chance};

/// Luck is weighed only where it may bring at most this many different things.
const MOST_OUTCOMES_WEIGHED: usize = 64;
/// Luck falls at most so often in a weighing.
const MOST_DRAWS: u32 = 20_000;

/// Every piece comes up exactly once.
pub(crate) fn every_piece_once<G: Probe>(game: &G, state: &G::State) -> Verdict {
    let mut times = vec![0_u32; game.piece_count()];
    let mut stranger = None;
    game.pieces(state, &mut |piece| match times.get_mut(piece) {
        Some(count) => *count += 1,
        None => stranger = Some(piece),
    });
    if let Some(piece) = stranger {
        return Law::EveryPieceOnce
            .broken(format!("piece {piece} lies on the table, but there is no such piece"));
    }
    match times.iter().position(|&count| count != 1) {
        None => Ok(()),
        Some(piece) => {
            Law::EveryPieceOnce.broken(format!("piece {piece} lies on the table {} times", times[piece]))
        }
    }
}

/// The awaited seat is at the table, and there is an ending exactly when nothing is awaited.
pub(crate) fn goes_on_until_over<G: Game>(game: &G, state: &G::State) -> Verdict {
    let awaits = game.awaits(state);
    let seats = game.seats();
    let stranger = match awaits {
        Awaits::Choice(seat) => Some(seat).filter(|&seat| !seats.contains(seat)),
        Awaits::Sealed(set) if set.is_empty() => {
            return Law::GoesOnUntilOver.broken("the table awaits sealed choices of nobody");
        }
        Awaits::Sealed(set) => set.iter().find(|&seat| !seats.contains(seat)),
        Awaits::Luck(_) | Awaits::Nothing => None,
    };
    if let Some(seat) = stranger {
        return Law::GoesOnUntilOver.broken(format!("the table awaits {seat}, who does not sit at it"));
    }
    let over = awaits == Awaits::Nothing;
    match game.ending(state) {
        None if over => Law::GoesOnUntilOver.broken("nothing is awaited and yet there is no ending"),
        None => Ok(()),
        Some(ending) if !over => Law::GoesOnUntilOver
            .broken(format!("there is an ending, {ending:?}, and yet the table awaits {awaits:?}")),
        Some(ending)
            if ending.winners.is_empty() || ending.winners.iter().any(|seat| !seats.contains(seat)) =>
        {
            Law::GoesOnUntilOver.broken(format!(
                "the winners are {} at a table of {}",
                ending.winners,
                seats.get()
            ))
        }
        Some(_) => Ok(()),
    }
}

impl<G: Probe> Bench<'_, G> {
    /// The ending has a clause and a word on one line.
    pub fn ending_is_told(&self, state: &G::State) -> Verdict {
        match self.game.ending(state) {
            None => Ok(()),
            Some(ending) if ending.how.contains('\n') => {
                Law::CitesTheRulebook.broken(format!("the ending '{}' is not one line", ending.how))
            }
            Some(ending) => self.book.cites("the ending", ending.clause, ending.how),
        }
    }

    /// Every event that anybody hears cites a clause and has words.
    pub fn events_are_told(&mut self, events: &[ScopedEvent<G::Event>]) -> Verdict {
        use table::Event as _;
        for scoped in events {
            let mut said: Option<&G::Event> = None;
            for viewer in self.game.seats().viewers() {
                let Some(event) = scoped.heard_by(viewer) else {
                    continue;
                };
                if said.is_some_and(|said| std::ptr::eq(said, event)) {
                    continue;
                }
                said = Some(event);
                self.report.events += 1;
                let words = self.game.tell(event);
                self.book.cites("an event", event.clause(), &words.to_string())?;
                self.speaks_of_who_sits_here(&words)?;
            }
        }
        Ok(())
    }

    /// A sentence speaks of no seat that is not at the table.
    pub fn speaks_of_who_sits_here(&self, words: &Prose) -> Verdict {
        let stranger = Cell::new(None);
        let _ = words.named(|seat| {
            if !self.game.seats().contains(seat) {
                stranger.set(Some(seat));
            }
            ""
        });
        match stranger.get() {
            Some(seat) => Law::CitesTheRulebook
                .broken(format!("'{words}' speaks of {seat}, who does not sit at the table")),
            None => Ok(()),
        }
    }

    /// Over many draws each outcome comes about as often as its weight says.
    pub fn weigh_luck(&mut self, state: &G::State) -> Verdict {
        let listed = chances_of(self.game, state);
        let total: u64 = listed.iter().map(|(_, weight)| u64::from(*weight)).sum();
        let rarest = listed.iter().map(|(_, weight)| u64::from(*weight)).min();
        let draws = match rarest {
            Some(rarest) if rarest > 0 => u32::try_from(8 * total / rarest).unwrap_or(u32::MAX).max(600),
            Some(_) | None => return Ok(()),
        };
        if listed.len() < 2 || listed.len() > MOST_OUTCOMES_WEIGHED || draws > MOST_DRAWS {
            return Ok(());
        }
        let mut times = vec![0_u32; listed.len()];
        for _ in 0..draws {
            let outcome = honest_chance(self.game, state, &listed, &mut self.luck)?;
            if let Some(place) = listed.iter().position(|(possible, _)| *possible == outcome) {
                times[place] += 1;
            }
        }
        self.report.weighings += 1;
        let chi_square: f64 = listed
            .iter()
            .zip(&times)
            .map(|((_, weight), &count)| {
                let expected = f64::from(draws) * f64::from(*weight) / total as f64;
                (f64::from(count) - expected).powi(2) / expected
            })
            .sum();
        let freedom = (listed.len() - 1) as f64;
        let bound = freedom + 8.0 * (2.0 * freedom).sqrt() + 16.0;
        if chi_square > bound {
            return Law::HonestChances.broken(format!(
                "in {draws} draws from {} outcomes chi-square is {chi_square:.0}, and {bound:.0} is already \
                 beyond belief: their frequencies are not their weights",
                listed.len()
            ));
        }
        Ok(())
    }

    /// Where no luck is awaited, luck brings nothing and lists nothing.
    pub fn luck_waits_its_turn(&mut self, state: &G::State) -> Verdict {
        if matches!(self.game.awaits(state), Awaits::Luck(_)) {
            return Ok(());
        }
        if let Some(outcome) = self.game.chance(state, &mut self.luck) {
            return Law::HonestChances.broken(format!(
                "no luck is awaited, and yet luck brings '{}'",
                self.game.write_outcome(outcome)
            ));
        }
        Ok(())
    }

    /// Whether this happens now, which it does one time in this many.
    pub fn one_in(&mut self, many: u32) -> bool {
        self.luck.below(many.max(1)) == 0
    }
}
