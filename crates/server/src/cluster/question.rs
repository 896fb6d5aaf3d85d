//! What the loop around a node is asked by those who run and follow rooms.

use cluster::Rest;
use tokio::sync::oneshot;

use super::Owner;

/// What the loop is asked.
pub(super) enum Question {
    /// Who has this room; if nobody has, it is ours from now on.
    Owner(i64, oneshot::Sender<Option<Owner>>),
    /// This room is followed here.
    Follow(i64),
    /// It is not any more.
    Unfollow(i64),
    /// This room is not run here any more, as it was in this epoch.
    LetGo(i64, i64, Rest),
    /// The node ends: all rooms are handed over.
    Leave(oneshot::Sender<()>),
}
