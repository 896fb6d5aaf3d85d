//! How much thought goes into a review.

use bots::{Effort, Judge};
use serde::{Deserialize, Serialize};

/// How deep a review looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Depth {
    /// A first look, within seconds.
    Quick,
    /// A look that takes minutes.
    Deep,
}

impl Depth {
    /// Both, the shallower first.
    pub const ALL: [Self; 2] = [Self::Quick, Self::Deep];

    /// Its name.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Quick => "quick",
            Self::Deep => "deep",
        }
    }

    /// The depth of this name.
    #[must_use]
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|depth| depth.word() == word)
    }

    /// The thought that it takes. A game whose tables are judged at once can be given more of it than one that is
    /// played to its end each time.
    #[must_use]
    pub const fn thought<G: Judge>(self) -> Thought {
        let judged_at_once = G::HORIZON == 0;
        match self {
            Self::Quick if judged_at_once => Thought {
                tables: 400,
                explore: Effort { explore: 800, widest: 2, each: 400 },
                compare: 1_600,
            },
            Self::Quick => {
                Thought { tables: 160, explore: Effort { explore: 240, widest: 2, each: 48 }, compare: 320 }
            }
            Self::Deep if judged_at_once => Thought {
                tables: 4_000,
                explore: Effort { explore: 3_000, widest: 2, each: 600 },
                compare: 2_400,
            },
            Self::Deep => Thought {
                tables: 1_600,
                explore: Effort { explore: 2_400, widest: 2, each: 800 },
                compare: 2_400,
            },
        }
    }
}

/// The thought that goes into each input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Thought {
    /// Tables that are imagined for a chance, and for a stroke of luck.
    pub tables: u32,
    /// The effort of finding the search's favourite.
    pub explore: Effort,
    /// Iterations that it and what was chosen get each to be compared, where they are not the same.
    pub compare: u32,
}

/// How far a review has come that is still thought about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Thinking {
    /// How deep it looks.
    pub depth: Depth,
    /// Inputs that it has looked at.
    pub done: usize,
    /// How many there are.
    pub of: usize,
}

impl Thinking {
    /// The same in whole percent.
    #[must_use]
    pub fn percent(self) -> usize {
        (self.done * 100).checked_div(self.of).unwrap_or(0)
    }
}
