//! What nodes say to each other. Any message may be lost, late or there twice.

use crate::id::{NodeId, RoomId};
use crate::table::Table;

/// A command of a client, or a call of the roll, on its way. No two have the same name, not even if their node has started anew between them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ErrandId {
    /// The start of the node.
    pub start: u64,
    /// Its number since then.
    pub number: u64,
}

/// A message from one node to another, or to all that follow a room.
pub enum Message<T: Table> {
    /// A command for the owner of a room.
    Forward {
        /// The room.
        room: RoomId,
        /// The errand of whoever sends it.
        errand: ErrandId,
        /// The command.
        command: T::Command,
    },
    /// It is carried out, and that is written.
    Done {
        /// The errand it answers.
        errand: ErrandId,
        /// What the client is told.
        answer: T::Answer,
    },
    /// Somebody else has the room.
    Moved {
        /// The errand it answers.
        errand: ErrandId,
        /// Who has it, if that is known.
        owner: Option<NodeId>,
    },
    /// Lines that were written, for all that follow the room.
    Entries {
        /// The room.
        room: RoomId,
        /// The number of the first.
        first: u64,
        /// The lines.
        entries: Vec<T::Entry>,
    },
    /// How far a node is with rooms that it follows, for whoever it thinks owns them.
    Roll {
        /// The name of this call.
        call: ErrandId,
        /// The rooms, each with how far the node is.
        rooms: Vec<(RoomId, T::Mark)>,
    },
    /// What whoever was called says of these rooms; of all others that nothing is lacking.
    RollAnswer {
        /// The call it answers.
        call: ErrandId,
        /// Something was told of these that the node has not heard, or the owner does not know who listens there.
        behind: Vec<RoomId>,
        /// Somebody else has these.
        not_ours: Vec<RoomId>,
    },
    /// Rooms whose owner leaves: take them.
    Adopt {
        /// The rooms.
        rooms: Vec<RoomId>,
    },
}

impl<T: Table> Clone for Message<T> {
    fn clone(&self) -> Self {
        match self {
            Self::Forward { room, errand, command } => {
                Self::Forward { room: *room, errand: *errand, command: command.clone() }
            }
            Self::Done { errand, answer } => Self::Done { errand: *errand, answer: answer.clone() },
            Self::Moved { errand, owner } => Self::Moved { errand: *errand, owner: *owner },
            Self::Entries { room, first, entries } => {
                Self::Entries { room: *room, first: *first, entries: entries.clone() }
            }
            Self::Roll { call, rooms } => Self::Roll { call: *call, rooms: rooms.clone() },
            Self::RollAnswer { call, behind, not_ours } => {
                Self::RollAnswer { call: *call, behind: behind.clone(), not_ours: not_ours.clone() }
            }
            Self::Adopt { rooms } => Self::Adopt { rooms: rooms.clone() },
        }
    }
}
