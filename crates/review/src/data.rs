//! A review as data.

use serde::{Deserialize, Serialize};
use table::{Prose, Seat};

use crate::words::{letter, prose};
use crate::{Depth, Grade, Points};

/// A finished game as it looks afterwards. `docs/review.md` describes its JSON.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Review {
    /// The version of this form.
    pub review: u32,
    /// The game.
    pub game: String,
    /// How deep was looked.
    pub depth: Depth,
    /// Everybody's chance before the first input, as each could see it.
    pub start: Vec<Points>,
    /// Every input, the first one first.
    pub steps: Vec<Step>,
    /// Everybody in sum, from seat A on.
    pub seats: Vec<SeatSummary>,
    /// The inputs that decided the game, the weightiest first.
    pub moments: Vec<Moment>,
}

impl Review {
    /// The version of the form that is written now.
    pub const VERSION: u32 = 1;

    /// The same with everybody called so in its sentences.
    #[must_use]
    pub fn named(mut self, name: impl Fn(Seat) -> String) -> Self {
        for step in &mut self.steps {
            step.says = Prose::from(step.says.named(&name));
            if let Some(decision) = &mut step.decision {
                decision.says = Prose::from(decision.says.named(&name));
                if let Some(better) = &mut decision.better {
                    better.says = Prose::from(better.says.named(&name));
                }
            }
        }
        self
    }

    /// The step of this number, counted from 1.
    #[must_use]
    pub fn step(&self, at: usize) -> Option<&Step> {
        self.steps.get(at.checked_sub(1)?)
    }

    /// A seat's chance after so many inputs, as it could see it.
    #[must_use]
    pub fn chance(&self, seat: Seat, after: usize) -> Option<Points> {
        let all = if after == 0 { &self.start } else { &self.step(after)?.chances };
        all.get(seat.index()).copied()
    }
}

/// An input and what it did.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Step {
    /// Its number, counted from 1.
    pub at: usize,
    /// How many turns had begun before it.
    pub turn: u32,
    /// Who acted; nobody where luck fell.
    #[serde(with = "letter")]
    pub by: Option<Seat>,
    /// The input as records have it.
    pub input: String,
    /// The event, in its fullest words.
    #[serde(with = "prose")]
    pub says: Prose,
    /// Everybody's chance after it, as each could see it.
    pub chances: Vec<Points>,
    /// The luck of each seat, by its own sight; empty where a seat acted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub luck: Vec<Points>,
    /// The decision, if there was one to make.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decision: Option<Decision>,
}

/// A choice among several.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Decision {
    /// How many choices there were.
    pub choices: usize,
    /// The choice, in words.
    #[serde(with = "prose")]
    pub says: Prose,
    /// A bot's reason for it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub why: String,
    /// The chance to win after it.
    pub chance: Points,
    /// How much less it is worth than what the search prefers; less than nothing if it is worth more.
    pub loss: Points,
    /// How much a choice that was drawn blindly gives away.
    pub blind: Points,
    /// The loss, in a word.
    pub grade: Grade,
    /// The search's favourite, where that is another choice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub better: Option<Better>,
    /// How much the next best would have given away, where the best was chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stake: Option<Points>,
}

/// The choice that a search prefers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Better {
    /// The choice in notation.
    pub action: String,
    /// The same in words.
    #[serde(with = "prose")]
    pub says: Prose,
    /// A bot's reason for it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub why: String,
    /// The chance to win after it.
    pub chance: Points,
    /// The pieces to point at, one after the other.
    pub pieces: Vec<String>,
}

/// A seat in sum.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SeatSummary {
    /// The seat.
    #[serde(with = "letter")]
    pub seat: Option<Seat>,
    /// Real decisions it made.
    pub decisions: usize,
    /// How many of them were of each grade, the best first.
    pub grades: [usize; 5],
    /// How well it chose: 100 gives nothing away, 0 as much as choosing blindly; none where nothing was at stake.
    pub played_at: Option<Points>,
    /// The loss of choosing blindly.
    pub blind: Points,
    /// Its chance at the start.
    pub start: Points,
    /// Its luck.
    pub luck: Points,
    /// The loss by its choices.
    pub loss: Points,
    /// The remainder beside luck and its own choices: the next two together.
    pub rest: Points,
    /// How its chance changed when others acted.
    pub others: Points,
    /// The remainder beside the estimates of its own choices and of luck.
    pub reckoning: Points,
    /// Its share of the win, in points.
    pub end: f64,
}

/// An input that decided the game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Moment {
    /// The number of the input.
    pub at: usize,
    /// To whom it did most.
    #[serde(with = "letter")]
    pub seat: Option<Seat>,
    /// Its effect on that seat's chance.
    pub change: Points,
}
