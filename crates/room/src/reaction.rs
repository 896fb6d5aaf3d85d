//! What seats want done for them in reaction windows.

/// What is done for a seat in a reaction window.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Reacting {
    /// The seat is asked, and passes when the countdown ends.
    #[default]
    Ask,
    /// The seat passes every window at once, whatever it holds, until it says otherwise.
    Pass,
    /// The seat is asked, and the table waits half a minute longer for it, once a window.
    Hold,
}

impl Reacting {
    /// All there are.
    pub const ALL: [Self; 3] = [Self::Ask, Self::Pass, Self::Hold];

    /// The word for it in forms and in journals.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Ask => "ask",
            Self::Pass => "pass",
            Self::Hold => "hold",
        }
    }

    /// What this word stands for.
    #[must_use]
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|how| how.word() == word)
    }
}
