//! Followers of a room by node, and the last message sent to all of them.

use std::collections::BTreeMap;

use crate::following::Heard;
use crate::id::{Epoch, Millis, NodeId};

/// Time-out of a follower without heartbeats.
const SILENT: u64 = 30_000;

/// A follower's position in a room.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Mark<P> {
    /// Its position: the owner's last message it has received.
    pub heard: Heard,
    /// The listeners there.
    pub places: P,
}

/// Followers of a room, as its owner knows them.
#[derive(Debug)]
pub struct Attendance<P> {
    epoch: Epoch,
    /// The number of what was last told to all of them.
    told: u64,
    /// Listeners through other nodes, each with the time of its last heartbeat.
    nodes: BTreeMap<NodeId, (Millis, P)>,
}

impl<P: Clone + PartialEq + Default> Attendance<P> {
    /// Of a room that is owned in this epoch, without followers yet.
    #[must_use]
    pub const fn new(epoch: Epoch) -> Self {
        Self { epoch, told: 0, nodes: BTreeMap::new() }
    }

    /// Notes the number of a published message.
    pub const fn tell(&mut self, told: u64) {
        self.told = told;
    }

    /// Takes note that this node is so far; says whether it lacks something, or is not known as it is.
    pub fn hear_mark(&mut self, now: Millis, node: NodeId, mark: &Mark<P>) -> bool {
        let is_known = match self.nodes.get_mut(&node) {
            // A counted follower stays; one that stops sending heartbeats expires.
            Some((heard, places)) if *places == mark.places => {
                *heard = now;
                true
            }
            Some(_) => false,
            None => mark.places == P::default(),
        };
        !is_known || mark.heard.epoch != self.epoch || mark.heard.tick < self.told
    }

    /// These listen through that node from now on; gives who did before.
    pub fn listen(&mut self, now: Millis, node: NodeId, places: P) -> P {
        let before = if places == P::default() {
            self.nodes.remove(&node)
        } else {
            self.nodes.insert(node, (now, places))
        };
        before.map(|(_, places)| places).unwrap_or_default()
    }

    /// The listeners through that node, to be corrected.
    pub fn places_mut(&mut self, node: NodeId) -> Option<&mut P> {
        self.nodes.get_mut(&node).map(|(_, places)| places)
    }

    /// All listeners, node by node.
    pub fn places(&self) -> impl Iterator<Item = &P> {
        self.nodes.values().map(|(_, places)| places)
    }

    /// Expires silent nodes; gives their listeners.
    pub fn let_go(&mut self, now: Millis) -> Vec<P> {
        let mut gone = Vec::new();
        self.nodes.retain(|_, (heard, places)| {
            let stays = now < *heard + SILENT;
            if !stays {
                gone.push(places.clone());
            }
            stays
        });
        gone
    }
}
