//! Pending questions of a room. None of it lasts: a room that is loaded asks anew.

use std::time::Duration;

use table::SeatSet;

use crate::job::Thinking;
use crate::time::Time;

/// Whom or what the room waits for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Waiting {
    /// Nothing goes on by itself: the lobby, or the game is over.
    Nobody,
    /// A bot is to decide, but nobody is there who would see it.
    Dormant,
    /// A reaction window is open.
    Window(OpenWindow),
    /// A bot decides.
    Bot(Thinking),
    /// A person decides, until then where there is a clock.
    Person {
        /// When the clock has run out.
        until: Option<Time>,
    },
}

/// A reaction window that is open. What people answer in it is in the room's entries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct OpenWindow {
    /// The change that opened it.
    pub(crate) since: u64,
    /// The bots that were asked when it opened.
    pub(crate) bots: Vec<Thinking>,
    /// Seats that can be seen to have no say: nobody waits for them.
    pub(crate) without_a_say: SeatSet,
    /// How long it is open in all; `None` where the one person at the table is waited for.
    pub(crate) whole: Option<Duration>,
    /// When it closes by itself.
    pub(crate) closes: Option<Time>,
    /// It closes no sooner, however soon people answer: by then every bot should have decided.
    pub(crate) earliest: Time,
    /// Whether holding seats have had their extra time.
    pub(crate) held: bool,
}
