//! How good an opponent a person may choose, the same four for both games.

use crate::{BotName, Budget};

/// A level of play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Presses any key.
    Intern,
    /// Takes what looks best right now.
    Peddler,
    /// Thinks it over.
    Operator,
    /// Has thought of that already.
    Kingpin,
}

impl Level {
    /// All, the weakest first.
    pub const ALL: [Self; 4] = [Self::Intern, Self::Peddler, Self::Operator, Self::Kingpin];

    /// What it is called.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Intern => "Intern",
            Self::Peddler => "Peddler",
            Self::Operator => "Operator",
            Self::Kingpin => "Kingpin",
        }
    }

    /// What to expect, in a sentence.
    #[must_use]
    pub const fn expects(self) -> &'static str {
        match self {
            Self::Intern => "Presses any key. Started on Monday.",
            Self::Peddler => "Takes what looks best right now, at once.",
            Self::Operator => "Imagines a thousand ways it could go on.",
            Self::Kingpin => "Imagines ten thousand, and remembers what you let pass.",
        }
    }

    /// The bot that plays at this level.
    #[must_use]
    pub const fn bot(self) -> BotName {
        match self {
            Self::Intern => BotName::Random,
            Self::Peddler => BotName::Greedy,
            Self::Operator => BotName::Search(Budget::Iterations(1_000)),
            Self::Kingpin => BotName::Search(Budget::Iterations(10_000)),
        }
    }
}
