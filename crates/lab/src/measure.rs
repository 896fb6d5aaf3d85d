//! Numbers of one game that mean something over many.

use report::{Estimate, Unit};

use crate::facts::Facts;
use crate::stats::{Z95, mean, wilson};

/// One number of a game.
#[derive(Debug, Clone, Copy)]
pub struct Measure {
    /// Its name in data files.
    pub name: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// How it is written.
    pub unit: Unit,
    /// The nature of its mean.
    pub nature: Nature,
    /// Its value in one game; `None` where the game cannot tell.
    pub of: fn(&Facts) -> Option<f64>,
}

/// The nature of a measure's mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Nature {
    /// The share of games in which something happened; even none of many leaves room for some.
    Event,
    /// The mean of an amount.
    Amount,
}

impl Measure {
    /// Its mean over these games.
    #[must_use]
    pub fn mean(&self, facts: &[Facts]) -> Estimate {
        let values = facts.iter().filter_map(self.of);
        match self.nature {
            Nature::Amount => mean(values).estimate(),
            Nature::Event => {
                let (sum, count) = values.fold((0.0, 0.0), |(sum, count), value| (sum + value, count + 1.0));
                wilson(sum, count, Z95)
            }
        }
    }
}

/// A game that is over this many rounds has stalled.
pub const LONG: u32 = 60;

/// The measures of every game.
pub const MEASURES: &[Measure] = &[
    Measure {
        name: "rounds",
        title: "rounds",
        unit: Unit::Plain(2),
        nature: Nature::Amount,
        of: |game| game.finished().then(|| f64::from(game.rounds())),
    },
    Measure {
        name: "decisions",
        title: "decisions",
        unit: Unit::Plain(1),
        nature: Nature::Amount,
        of: |game| game.finished().then(|| f64::from(game.decisions)),
    },
    Measure {
        name: "first_player_wins",
        title: "wins of the first player",
        unit: Unit::Share,
        nature: Nature::Event,
        of: |game| Some(game.won_in_order(0)),
    },
    Measure {
        name: "last_player_wins",
        title: "wins of the last player",
        unit: Unit::Share,
        nature: Nature::Event,
        of: |game| Some(game.won_in_order(game.seat_count() - 1)),
    },
    Measure {
        name: "lead_changes",
        title: "lead changes",
        unit: Unit::Plain(2),
        nature: Nature::Amount,
        of: |game| Some(f64::from(game.lead_changes)),
    },
    Measure {
        name: "drama",
        title: "drama",
        unit: Unit::Plain(3),
        nature: Nature::Amount,
        of: |game| game.finished().then(|| f64::from(game.drama) / 1000.0),
    },
    Measure {
        name: "runaway",
        title: "runaway games",
        unit: Unit::Share,
        nature: Nature::Event,
        of: |game| game.finished().then(|| f64::from(game.runaway)),
    },
    Measure {
        name: "idle_rounds",
        title: "idle rounds",
        unit: Unit::Plain(2),
        nature: Nature::Amount,
        of: |game| Some(f64::from(game.idle_rounds)),
    },
    Measure {
        name: "long",
        title: "games over 60 rounds or unfinished",
        unit: Unit::Share,
        nature: Nature::Event,
        of: |game| Some(f64::from(u8::from(!game.finished() || game.rounds() > LONG))),
    },
    Measure {
        name: "unfinished",
        title: "unfinished games",
        unit: Unit::Share,
        nature: Nature::Event,
        of: |game| Some(f64::from(u8::from(!game.finished()))),
    },
    Measure {
        name: "real_turns",
        title: "turns with a real choice",
        unit: Unit::Share,
        nature: Nature::Amount,
        of: |game| (game.asked_turns > 0).then(|| f64::from(game.real_turns) / f64::from(game.asked_turns)),
    },
    Measure {
        name: "real_decisions",
        title: "decisions with a real choice",
        unit: Unit::Share,
        nature: Nature::Amount,
        of: |game| (game.decisions > 0).then(|| f64::from(game.real_decisions) / f64::from(game.decisions)),
    },
    Measure {
        name: "choices",
        title: "choices a decision",
        unit: Unit::Plain(2),
        nature: Nature::Amount,
        of: |game| (game.decisions > 0).then(|| game.choices as f64 / f64::from(game.decisions)),
    },
];
