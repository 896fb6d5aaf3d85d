//! Effects of an input. The runner of a room writes first, then tells, then lets bots think.

use table::Seat;

use crate::entry::Entry;
use crate::job::{AdviceJob, BotJob, JobId};
use crate::opening::Opening;
use crate::score::PlayChange;
use crate::time::Time;

/// The outcome of a command.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Outcome {
    /// There was no command.
    #[default]
    None,
    /// It is done; this was the change.
    Changed(u64),
    /// It is kept silently; the last change is still this one.
    Noted(u64),
    /// It was kept, but somebody else's reaction came before it; this was the change.
    Prevented(u64),
    /// The table to go on at has this code.
    Table(String),
}

/// How far a room is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    /// People gather.
    Lobby,
    /// The game is on.
    Playing,
    /// It is over, or cannot be played any more.
    Over,
}

impl Progress {
    /// The word for it in storage.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Lobby => "lobby",
            Self::Playing => "playing",
            Self::Over => "over",
        }
    }
}

/// Events for listeners.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tell {
    /// Everybody: what the inputs after so many brought.
    Inputs {
        /// How many there were before.
        after: usize,
    },
    /// Everybody: the whole state, with all events.
    Afresh,
    /// One seat: how it stands now, what it has answered and set.
    Own(Seat),
    /// Those whose key opens no longer what it did: to load the page again.
    Revoked,
    /// Everybody: a line of the quick chat.
    Said(Seat, &'static str),
    /// Everybody: the page is another one now.
    Reload,
}

/// A warning to the operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Warning {
    /// A bot gave no decision that could be taken, and a simpler one took its place.
    BotFailed(Seat),
    /// A bot was too slow, and a simpler one took its place.
    BotLate(Seat),
}

/// Effects of an input, in the order of the fields.
#[derive(Debug, Default)]
pub struct Effects {
    /// Entries to be written, all or none, before anything else is done.
    pub write: Vec<Entry>,
    /// How far the room is, if that changed; to be written with them.
    pub progress: Option<Progress>,
    /// The change of the person's result at a deal; to be written with them.
    pub play: PlayChange,
    /// Another room to be opened with them.
    pub open: Option<Box<Opening>>,
    /// Events for listeners.
    pub tell: Vec<Tell>,
    /// Which bots are to think about what.
    pub think: Vec<BotJob>,
    /// The coach's job, for the requester.
    pub advise: Option<AdviceJob>,
    /// The jobs whose decisions are still waited for; bots need not think about others any more.
    pub wanted_jobs: Vec<JobId>,
    /// When the room is to be told that time has come; never, if nothing else happens.
    pub wake: Option<Time>,
    /// Warnings to the operator.
    pub warnings: Vec<Warning>,
    /// The outcome of the command.
    pub outcome: Outcome,
}

/// An input being taken: the moment, and the effects so far.
pub(crate) struct Step {
    pub(crate) now: Time,
    pub(crate) effects: Effects,
}
