//! Positions of nodes in the rooms they follow.

use crate::id::{NodeId, RoomId};

/// Positions in rooms, kept by the runners and followers of a node.
pub trait Marks {
    /// A follower's position in a room.
    type Mark: Clone;

    /// This node's position in a room; `None` if it has no listeners here.
    fn mark(&self, room: RoomId) -> Option<Self::Mark>;

    /// Takes a follower's position in a room of ours, and says whether it lacks something.
    fn hear_mark(&self, room: RoomId, node: NodeId, mark: &Self::Mark) -> bool;
}
