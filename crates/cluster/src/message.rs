//! Messages between nodes about the owners of rooms. Any message may be lost, late or there twice.

use crate::id::{CallId, RoomId};

/// A message between nodes; marks are positions in rooms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Message<M> {
    /// Heartbeat of a follower: its positions in rooms, for their supposed owner.
    Roll {
        /// The name of this call.
        call: CallId,
        /// The rooms, each with how far the node is.
        rooms: Vec<(RoomId, M)>,
    },
    /// The owner's answer, by exception: rooms that it does not list lack nothing.
    RollAnswer {
        /// The call it answers.
        call: CallId,
        /// Rooms in which the node lacks a message, or whose owner does not know its listeners.
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
