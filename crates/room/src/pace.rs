//! How fast bots move.

/// How long bots wait between a change and their answer to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Pace {
    /// Time to read every move aloud.
    Slow,
    /// Time to follow.
    #[default]
    Normal,
    /// Time to notice.
    Fast,
    /// As soon as they have decided.
    AtOnce,
}

impl Pace {
    /// All there are, the slowest first.
    pub const ALL: [Self; 4] = [Self::Slow, Self::Normal, Self::Fast, Self::AtOnce];

    /// The word for it in forms and in journals.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Slow => "slow",
            Self::Normal => "normal",
            Self::Fast => "fast",
            Self::AtOnce => "instant",
        }
    }

    /// The pace of this word.
    #[must_use]
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|pace| pace.word() == word)
    }

    /// Milliseconds between a change and a bot's answer to it, at least.
    #[must_use]
    pub const fn millis(self) -> u64 {
        match self {
            Self::Slow => 2_500,
            Self::Normal => 1_000,
            Self::Fast => 400,
            Self::AtOnce => 0,
        }
    }
}

/// The control of a player who may set the pace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PaceControl {
    /// The pace there is; `None` where the table was opened with one of its own.
    pub now: Option<Pace>,
}
