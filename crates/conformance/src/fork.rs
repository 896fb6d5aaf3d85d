//! Forks: pairs made by letting something hidden fall in two ways, without any help of imagination.

use table::{Awaits, Input, InputOf, Luck, Probe, Seat, Viewer};

use crate::bench::Bench;
use crate::glimpse::Care;
use crate::law::Verdict;
use crate::pair::{Bond, Kind, Pair};
use crate::trace::{Trace, chances_of, choices_of, write_input};

/// An outcome that is secret from somebody.
#[derive(Clone, Copy)]
enum Fork {
    /// Luck that not everybody sees.
    Luck,
    /// A choice under seal while others still owe theirs.
    Sealed(Seat),
}

/// A moment at which something falls that this viewer may not know.
#[derive(Clone, Copy)]
struct Occasion {
    step: usize,
    fork: Fork,
    viewer: Viewer,
}

impl<G: Probe> Bench<'_, G> {
    /// Makes pairs at some of the hidden moments of a game and walks them.
    pub fn forks_keep_secrets(&mut self, trace: &Trace<G>) -> Verdict {
        let occasions = self.occasions(trace);
        let (lucky, sealed): (Vec<_>, Vec<_>) =
            occasions.into_iter().partition(|occasion| matches!(occasion.fork, Fork::Luck));
        for _ in 0..self.plan.forks {
            let rather_sealed = self.one_in(3);
            let from = if lucky.is_empty() || rather_sealed && !sealed.is_empty() { &sealed } else { &lucky };
            let Some(occasion) = self.luck.pick(from) else {
                return Ok(());
            };
            self.step.set(occasion.step);
            self.take_fork(&trace.states[occasion.step], occasion)?;
        }
        Ok(())
    }

    /// For each viewer the first moment at which luck fell that they may not see, and that could have fallen otherwise.
    pub fn first_secrets(&self, trace: &Trace<G>) -> Vec<(Viewer, usize)> {
        let first = |viewer: &Viewer| {
            trace.awaits.iter().zip(&trace.states).position(|(awaits, state)| {
                matches!(awaits, Awaits::Luck(audience) if !audience.includes(*viewer))
                    && chances_of(self.game, state).len() > 1
            })
        };
        let viewers = self.game.seats().viewers();
        viewers.filter_map(|viewer| first(&viewer).map(|step| (viewer, step))).collect()
    }

    fn occasions(&self, trace: &Trace<G>) -> Vec<Occasion> {
        let mut found = Vec::new();
        for (step, awaits) in trace.awaits.iter().enumerate() {
            for viewer in self.game.seats().viewers() {
                let mut add = |fork| found.push(Occasion { step, fork, viewer });
                match awaits {
                    Awaits::Luck(audience) if !audience.includes(viewer) => add(Fork::Luck),
                    Awaits::Sealed(seats) if seats.len() > 1 => {
                        seats.iter().filter(|seat| !viewer.is(*seat)).for_each(|seat| add(Fork::Sealed(seat)))
                    }
                    Awaits::Luck(_) | Awaits::Sealed(_) | Awaits::Choice(_) | Awaits::Nothing => {}
                }
            }
        }
        found
    }

    fn take_fork(&mut self, state: &G::State, occasion: Occasion) -> Verdict {
        let Occasion { fork, viewer, .. } = occasion;
        let inputs: Vec<InputOf<G>> = match fork {
            Fork::Luck => {
                chances_of(self.game, state).into_iter().map(|(outcome, _)| Input::Luck(outcome)).collect()
            }
            Fork::Sealed(seat) => choices_of(self.game, state, seat)
                .into_iter()
                .map(|action| Input::Act(seat, action))
                .collect(),
        };
        let Some((left, right)) = self.two_of(&inputs) else {
            return Ok(());
        };
        let words = [left, right].map(|input| write_input(self.game, input));
        let mut pair = Pair {
            left: state.clone(),
            right: state.clone(),
            viewer,
            kind: Kind::Fork,
            origin: format!("two tables differ by {} and {}", words[0], words[1]),
        };
        match fork {
            Fork::Luck => self.report.hidden_luck += 1,
            Fork::Sealed(_) => self.report.sealed += 1,
        }
        match self.pair_takes(&mut pair, left, right)? {
            Bond::Parted => Ok(()),
            Bond::Holds => {
                self.pair_looks_alike(&pair, Care::Study)?;
                self.imagined_blindly(&pair.left, &pair.right, viewer)?;
                self.walk(pair)
            }
        }
    }

    /// Two different ones of these, if there are two.
    pub fn two_of<T: Copy>(&mut self, from: &[T]) -> Option<(T, T)> {
        let others = u32::try_from(from.len()).ok()?.checked_sub(1).filter(|&others| others > 0)?;
        let first = self.luck.below(others + 1) as usize;
        let second = self.luck.below(others) as usize;
        let second = if second >= first { second + 1 } else { second };
        Some((from[first], from[second]))
    }
}
