//! The lease of a room, where there are other nodes: news for its followers, and presence there.

use cluster::{Epoch, Heard};
use room::{Entry, Room, Tell, Time};

use crate::cluster::wire::{News, Standing};
use crate::cluster::{Cluster, Listening};
use crate::store::Fence;

/// The lease of a room.
pub(super) struct Lease {
    cluster: Cluster,
    fence: Fence,
    /// Listeners through other nodes.
    pub(super) listening: Listening,
}

impl Lease {
    pub(super) fn new(cluster: Cluster, room: i64, fence: Fence) -> Self {
        let listening = cluster.listening(room, fence.epoch);
        Self { cluster, fence, listening }
    }

    pub(super) const fn fence(&self) -> Fence {
        self.fence
    }

    pub(super) const fn epoch(&self) -> Epoch {
        Epoch(self.fence.epoch as u64)
    }

    /// Whether the room is still ours.
    pub(super) async fn holds(&self, id: i64) -> bool {
        self.cluster.holds(id, self.fence).await
    }

    /// The state of the room, for other nodes.
    pub(super) fn standing(&self, room: &Room, now: Time) -> Standing {
        let said = Heard { epoch: self.epoch(), tick: self.cluster.tick() };
        Standing { said, head: room.entries(), glimpse: room.glimpse(now) }
    }

    /// Publishes written lines and their events to the followers.
    pub(super) fn publish(&self, id: i64, room: &Room, written: &[Entry], tell: &[Tell], now: Time) {
        let news = News {
            owner: self.cluster.node(),
            standing: self.standing(room, now),
            lines: written.iter().map(Entry::to_string).collect(),
            tell: tell.iter().map(Into::into).collect(),
        };
        self.listening.tell(news.standing.said.tick);
        self.cluster.publish(id, news);
    }
}
