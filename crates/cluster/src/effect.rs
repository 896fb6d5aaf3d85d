//! Effects: the actions to take after an input, in the order of the list.

use crate::database::{Request, RequestId};
use crate::id::{Epoch, Millis, NodeId, RoomId, Ticket};
use crate::message::Message;

/// The owner of a room.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Owner {
    /// This node, in this epoch.
    Here(Epoch),
    /// Another one, as far as the database knows.
    There(NodeId),
}

/// Something to be done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Effect<M> {
    /// Ask the database.
    Ask(RequestId, Request),
    /// Send a message to a node.
    Send(NodeId, Message<M>),
    /// The answer to a search for a room's owner; `None` if that cannot be found out from here.
    Found(Ticket, Option<Owner>),
    /// The follower of this room here lacks something, or its owner is not known any more.
    Behind(RoomId),
    /// This node owns a room from now on, in this epoch, also one that it followed before.
    Owned(RoomId, Epoch),
    /// It does not any more.
    Lost(RoomId, Epoch),
    /// Set a timer: come back with [`Input::Time`](crate::Input::Time) at this moment, or with another input before.
    WakeAt(Millis),
    /// All rooms are handed over: the node may end.
    Gone,
}
