//! Orders to the writer.

use room::{KeyHash, Score};
use table::Seat;
use tokio::sync::oneshot;

use super::error::StoreError;
use super::plays::NewPlay;

/// A match that is opened.
#[derive(Debug, Clone)]
pub struct NewMatch {
    /// Its code.
    pub code: String,
    /// The game, by name.
    pub game: String,
    /// Whether it is listed.
    pub listed: bool,
    /// The secret its luck comes from.
    pub luck: u64,
    /// Who opened it.
    pub opener: Option<KeyHash>,
}

/// A change of the index, written with the entries that brought it about.
#[derive(Debug, Clone)]
pub enum SideWrite {
    /// The match came to this stage.
    Stage(&'static str),
    /// A key holds a seat.
    Key(KeyHash, Seat),
    /// A key holds a seat no longer.
    NoKey(KeyHash, Seat),
    /// The seat is free.
    NoKeys(Seat),
    /// The person of the deal that is played there has decided for the first time.
    Decided,
    /// The deal that is played there came out so.
    Score(Score),
}

/// A room to be opened: a match, its first lines and what goes with them.
#[derive(Debug, Clone)]
pub struct NewRoom {
    /// The match.
    pub new: NewMatch,
    /// Its first lines.
    pub lines: Vec<String>,
    /// Changes of the index with it.
    pub side_writes: Vec<SideWrite>,
    /// Who begins which deal with it.
    pub(crate) play: Option<NewPlay>,
}

/// Who hears of a written entry. Some are secret, even that they were made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Audience {
    Everybody,
    Few,
}

/// Fence: the session and epoch in which a node owns a match. Writes of every other session or epoch are refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Fence {
    pub(crate) session: i64,
    pub(crate) epoch: i64,
}

/// Further lines of a match.
pub(super) struct Lines {
    pub(super) id: i64,
    /// Who must own the match, where it has owners.
    pub(super) fence: Option<Fence>,
    /// The number of the first.
    pub(super) first: u64,
    pub(super) lines: Vec<String>,
    pub(super) side_writes: Vec<SideWrite>,
    pub(super) audience: Audience,
    /// Another room that is opened with them.
    pub(super) open: Option<NewRoom>,
}

pub(super) enum Write {
    /// A new room.
    Create(NewRoom),
    /// Further lines of a match.
    Append(Lines),
    /// The match of this code is removed with all that belongs to it.
    Remove(String),
    /// The review of the match of this code, in place of an earlier one.
    Review {
        /// The code of the match.
        code: String,
        /// The version of its form.
        form: u32,
        /// How deep was looked.
        depth: &'static str,
        /// The review, packed.
        review: Vec<u8>,
    },
    /// Something, to see whether it can be written.
    Probe,
    /// Nothing: it is answered when all before it is written.
    Nothing,
}

/// A write and its reply channel: the number of the match, or of removed matches.
pub(super) struct Order {
    pub(super) write: Write,
    pub(super) done: oneshot::Sender<Result<i64, StoreError>>,
}

impl Write {
    /// How many lines of journals there are in it.
    pub(super) fn lines(&self) -> usize {
        match self {
            Self::Create(room) => room.lines.len(),
            Self::Append(more) => more.lines.len() + more.open.as_ref().map_or(0, |room| room.lines.len()),
            Self::Remove(_) | Self::Review { .. } | Self::Probe | Self::Nothing => 0,
        }
    }

    /// How much it adds to the log of the database, in lines.
    pub(super) fn weight(&self) -> usize {
        match self {
            Self::Nothing => 0,
            Self::Remove(_) | Self::Review { .. } | Self::Probe => 1,
            Self::Create(room) => self.lines() + room.side_writes.len(),
            Self::Append(more) => self.lines() + more.side_writes.len(),
        }
    }

    /// Whether one statement can write it, together with others of the kind.
    pub(super) fn is_only_lines(&self) -> bool {
        match self {
            Self::Append(more) => more.side_writes.is_empty() && more.open.is_none(),
            Self::Nothing => true,
            Self::Create(_) | Self::Remove(_) | Self::Review { .. } | Self::Probe => false,
        }
    }

    /// Whether metrics may count it: only if everybody hears of it.
    pub(super) fn is_public(&self) -> bool {
        match self {
            Self::Create(_) => true,
            Self::Append(more) => more.audience == Audience::Everybody,
            Self::Remove(_) | Self::Review { .. } | Self::Probe | Self::Nothing => false,
        }
    }
}
