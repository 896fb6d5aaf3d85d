//! That a room is ours, where there are other nodes: what it tells them, and who listens through them.

use std::collections::BTreeMap;
use std::time::Duration;

use room::{Entry, Outcome, Room, Tell, Time};
use table::{MOST_SEATS, Seat, Viewer};
use tokio::time::Instant;

use crate::cluster::Cluster;
use crate::cluster::wire::{News, Places, Reply, Standing};
use crate::problem::Problem;
use crate::store::Fence;

/// A node that has not said for so long who listens there has gone.
const SILENT: Duration = Duration::from_secs(30);

/// That a room is ours.
pub(super) struct Lease {
    cluster: Cluster,
    fence: Fence,
    /// How many listen through other nodes, and when each last said so.
    elsewhere: BTreeMap<u32, (Instant, Places)>,
}

/// From where those look who are counted at this place.
fn viewer(place: usize) -> Viewer {
    match Seat::new(place) {
        Some(seat) if place < MOST_SEATS => Viewer::Seat(seat),
        Some(_) | None => Viewer::Bystander,
    }
}

/// Where those are counted who look from there.
pub(super) const fn place(viewer: Viewer) -> usize {
    match viewer {
        Viewer::Seat(seat) => seat.index(),
        Viewer::Bystander => MOST_SEATS,
    }
}

/// All these, one by one.
fn each(places: Places) -> Vec<Viewer> {
    let many = |(place, count)| std::iter::repeat_n(viewer(place), count as usize);
    places.into_iter().enumerate().flat_map(many).collect()
}

impl Lease {
    pub(super) fn new(cluster: Cluster, fence: Fence) -> Self {
        Self { cluster, fence, elsewhere: BTreeMap::new() }
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

    /// Whether anybody listens through another node.
    pub(super) fn is_watched(&self) -> bool {
        self.elsewhere.values().any(|(_, places)| places.iter().any(|count| *count > 0))
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
    pub(super) fn publish(&mut self, id: i64, room: &Room, written: &[Entry], tell: &[Tell], now: Time) {
        let news = News {
            node: self.cluster.node().0,
            standing: self.standing(room, now),
            lines: written.iter().map(Entry::to_string).collect(),
            tell: tell.iter().map(Into::into).collect(),
        };
        self.cluster.publish(id, &news);
    }

    /// What another node is answered.
    pub(super) fn reply(&mut self, room: &Room, now: Time, done: Result<Outcome, Problem>) -> Reply {
        Reply::Answer(
            Box::new(self.standing(room, now)),
            done.map(Into::into).map_err(|problem| (&problem).into()),
        )
    }

    /// So many listen through that node from now on; gives who has gone and who has come.
    pub(super) fn listen(&mut self, node: u32, places: Places) -> (Vec<Viewer>, Vec<Viewer>) {
        let (_, before) = self
            .elsewhere
            .insert(node, (Instant::now(), places))
            .unwrap_or((Instant::now(), [0; MOST_SEATS + 1]));
        let (mut gone, mut come) = ([0; MOST_SEATS + 1], [0; MOST_SEATS + 1]);
        for at in 0..=MOST_SEATS {
            gone[at] = before[at].saturating_sub(places[at]);
            come[at] = places[at].saturating_sub(before[at]);
        }
        if places.iter().all(|count| *count == 0) {
            self.elsewhere.remove(&node);
        }
        (each(gone), each(come))
    }

    /// For somebody who would have listened through that node there is no place.
    pub(super) fn unlisten(&mut self, node: u32, viewer: Viewer) {
        if let Some((_, places)) = self.elsewhere.get_mut(&node) {
            let count = &mut places[place(viewer)];
            *count = count.saturating_sub(1);
        }
    }

    /// Forgets nodes that nothing was heard of; gives who listened through them.
    pub(super) fn let_go(&mut self) -> Vec<Viewer> {
        let mut gone = Vec::new();
        self.elsewhere.retain(|_, (heard, places)| {
            let stays = heard.elapsed() < SILENT;
            if !stays {
                gone.extend(each(*places));
            }
            stays
        });
        gone
    }
}
