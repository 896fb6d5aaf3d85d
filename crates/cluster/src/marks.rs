//! How far nodes are with the rooms they follow.

use crate::id::{NodeId, RoomId};

/// Positions in rooms, kept by the runners and followers of a node.
pub trait Marks {
    /// How far a node is with a room that it follows.
    type Mark: Clone;

    /// How far this node is with a room that it follows; nothing if nobody here needs it.
    fn mark(&self, room: RoomId) -> Option<Self::Mark>;

    /// Of a room that is ours: takes note that this node is so far, and says whether it lacks something.
    fn hear_mark(&self, room: RoomId, node: NodeId, mark: &Self::Mark) -> bool;
}
