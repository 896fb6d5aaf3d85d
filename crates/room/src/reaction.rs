//! Seats' settings for reaction windows.

/// A seat's setting for reaction windows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Reacting {
    /// The seat is asked where some answer of it could change something, and passes when the countdown ends.
    #[default]
    Ask,
    /// The seat is always asked, with every hand: for bluffers.
    Always,
    /// The seat passes every window at once, with every hand, until it says otherwise.
    Pass,
    /// The seat passes every window of the turn that is being played, and then has done what it had done before.
    Turn,
    /// The seat is asked, with every hand, and the table waits half a minute longer for it, once a window.
    Hold,
}

impl Reacting {
    /// All there are.
    pub const ALL: [Self; 5] = [Self::Ask, Self::Always, Self::Turn, Self::Pass, Self::Hold];

    /// The word for it in forms and in journals.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Ask => "ask",
            Self::Always => "always",
            Self::Turn => "turn",
            Self::Pass => "pass",
            Self::Hold => "hold",
        }
    }

    /// Whether windows are passed for the seat, with every hand.
    #[must_use]
    pub const fn passes(self) -> bool {
        match self {
            Self::Pass | Self::Turn => true,
            Self::Ask | Self::Always | Self::Hold => false,
        }
    }

    /// Whether the seat is asked even where no answer of it could change anything.
    #[must_use]
    pub const fn asks_always(self) -> bool {
        match self {
            Self::Always | Self::Hold => true,
            Self::Ask | Self::Turn | Self::Pass => false,
        }
    }

    /// The setting of this word.
    #[must_use]
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|how| how.word() == word)
    }
}

/// One seat's setting.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Setting {
    /// The setting for every turn.
    always: Reacting,
    /// The turn, counted from the first, in which it passes instead.
    passes_in: Option<u32>,
}

impl Setting {
    /// The same after the seat has set this in that turn.
    pub(crate) const fn with(self, how: Reacting, turn: u32) -> Self {
        match how {
            Reacting::Turn => Self { passes_in: Some(turn), ..self },
            Reacting::Ask | Reacting::Always | Reacting::Pass | Reacting::Hold => {
                Self { always: how, passes_in: None }
            }
        }
    }

    pub(crate) fn in_turn(self, turn: u32) -> Reacting {
        if self.passes_in == Some(turn) { Reacting::Turn } else { self.always }
    }
}
