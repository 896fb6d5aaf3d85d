//! What is to be done after an input, in the order of the list.

use crate::database::{Request, RequestId};
use crate::id::{Epoch, Millis, NodeId, RoomId, Ticket, ViewerId};
use crate::message::Message;
use crate::table::Table;

/// What a client is told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome<A> {
    /// It is done, and that is written.
    Done(A),
    /// The room cannot be reached from here now. Ask again, here or elsewhere: nothing is done twice.
    Unavailable,
}

/// Something to be done.
pub enum Effect<T: Table> {
    /// Ask the database.
    Ask(RequestId, Request<T::Entry>),
    /// Send a message to a node.
    Send(NodeId, Message<T>),
    /// Send these lines to all nodes that follow the room.
    Publish {
        /// The room.
        room: RoomId,
        /// The number of the first line.
        first: u64,
        /// The lines.
        entries: Vec<T::Entry>,
    },
    /// Hear what is published of a room from now on.
    Follow(RoomId),
    /// Hear it no longer.
    Unfollow(RoomId),
    /// Answer a client.
    Answer(Ticket, Outcome<T::Answer>),
    /// Show a viewer these lines, which follow those shown before.
    Tell {
        /// The viewer.
        viewer: ViewerId,
        /// The room.
        room: RoomId,
        /// The number of the first line.
        first: u64,
        /// The lines.
        entries: Vec<T::Entry>,
    },
    /// Ask the owner of this room, which this node follows: it lacks something, or has lost sight of who that is.
    Behind(RoomId),
    /// This node owns a room from now on, in this epoch, whatever it was to the room before.
    Owned(RoomId, Epoch),
    /// It does not any more.
    Lost(RoomId, Epoch),
    /// Come back with [`Input::Time`](crate::Input::Time) at this moment, or with anything else before.
    WakeAt(Millis),
    /// All rooms are handed over: the node may end.
    Gone,
}
