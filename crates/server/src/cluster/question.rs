//! Requests of runners and followers to the node's event loop.

use cluster::Rest;
use tokio::sync::oneshot;

use super::Owner;

/// A request to the node's event loop.
pub(super) enum Question {
    /// Find the owner of this room, by claiming it.
    Owner(i64, oneshot::Sender<Option<Owner>>),
    /// This room is followed here.
    Follow(i64),
    /// It is not followed any more.
    Unfollow(i64),
    /// Release this room, which was run here in this epoch.
    LetGo(i64, i64, Rest),
    /// The node ends: all rooms are handed over.
    Leave(oneshot::Sender<()>),
}
