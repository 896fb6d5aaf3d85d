//! Levels of opponents: a ladder of the same eight for both games. Each game names the bot of a rung
//! ([`Judge::LADDER`](crate::Judge::LADDER)), so that a winner on one has a fair fight on the next.

/// A level of play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Started on Monday.
    Intern,
    /// Sells what lies on top.
    Peddler,
    /// Works on commission.
    Affiliate,
    /// Knows somebody who knows somebody.
    Broker,
    /// Reads most of what it signs.
    Agent,
    /// Rarely gives anything away.
    Operator,
    /// Buys the building.
    Tycoon,
    /// Has thought of that already.
    Kingpin,
}

impl Level {
    /// How many there are.
    pub const COUNT: usize = 8;

    /// All, the weakest first.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Intern,
        Self::Peddler,
        Self::Affiliate,
        Self::Broker,
        Self::Agent,
        Self::Operator,
        Self::Tycoon,
        Self::Kingpin,
    ];

    /// Its name.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Intern => "Intern",
            Self::Peddler => "Peddler",
            Self::Affiliate => "Affiliate",
            Self::Broker => "Broker",
            Self::Agent => "Agent",
            Self::Operator => "Operator",
            Self::Tycoon => "Tycoon",
            Self::Kingpin => "Kingpin",
        }
    }

    /// The level of this name, in small or large letters.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.title().eq_ignore_ascii_case(name))
    }

    /// A description, in a sentence or two.
    #[must_use]
    pub const fn expects(self) -> &'static str {
        match self {
            Self::Intern => "Started on Monday. Means well, when looking.",
            Self::Peddler => "Sells what lies on top. Now and then, the right thing.",
            Self::Affiliate => "Works on commission, and looks twice at whatever pays.",
            Self::Broker => "Knows somebody who knows somebody. Do not lend it a List.",
            Self::Agent => "Reads most of what it signs.",
            Self::Operator => "Rarely gives anything away.",
            Self::Tycoon => "Buys the building to get the letterbox.",
            Self::Kingpin => "Has thought of that already, and remembers what you let pass.",
        }
    }

    /// The next rung up, for a winner.
    #[must_use]
    pub fn above(self) -> Option<Self> {
        Self::ALL.get(self as usize + 1).copied()
    }

    /// The next rung down, for a loser.
    #[must_use]
    pub fn below(self) -> Option<Self> {
        Self::ALL.get((self as usize).checked_sub(1)?).copied()
    }
}
