//! That a room is ours, where there are other nodes: what it tells them, and who listens through them.

use room::{Entry, Outcome, Room, Tell, Time};

use crate::cluster::wire::{News, Reply, Standing};
use crate::cluster::{Cluster, Listening};
use crate::problem::Problem;
use crate::store::Fence;

/// That a room is ours.
pub(super) struct Lease {
    cluster: Cluster,
    fence: Fence,
    /// Who listens through other nodes.
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

    pub(super) const fn epoch(&self) -> i64 {
        self.fence.epoch
    }

    /// Whether the room is still ours.
    pub(super) async fn holds(&self, id: i64) -> bool {
        self.cluster.holds(id, self.fence).await
    }

    fn standing(&self, room: &Room, now: Time) -> Standing {
        Standing {
            epoch: self.fence.epoch,
            tick: self.cluster.tick(),
            head: room.entries(),
            glimpse: room.glimpse(now),
        }
    }

    /// Tells other nodes what was written last, and what is to be told of it.
    pub(super) fn publish(&self, id: i64, room: &Room, written: &[Entry], tell: &[Tell], now: Time) {
        let news = News {
            node: self.cluster.node().0,
            standing: self.standing(room, now),
            lines: written.iter().map(Entry::to_string).collect(),
            tell: tell.iter().map(Into::into).collect(),
        };
        self.listening.tell(news.standing.tick);
        self.cluster.publish(id, &news);
    }

    /// What another node is answered.
    pub(super) fn reply(&self, room: &Room, now: Time, done: Result<Outcome, Problem>) -> Reply {
        Reply::Answer(
            Box::new(self.standing(room, now)),
            done.map(Into::into).map_err(|problem| (&problem).into()),
        )
    }
}
