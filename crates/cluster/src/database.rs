//! Requests of a node to the database, and its answers. Each request is one transaction.

use crate::id::{Epoch, NodeId, RoomId, Session};
use crate::member::{Link, Member};

/// A request of a node, by number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RequestId(pub u64);

/// Checksum of a session's rooms: where two are equal the rooms and their epochs almost certainly are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// How many.
    pub rooms: usize,
    /// Their numbers and epochs, added up.
    pub sum: u64,
}

impl Tally {
    pub(crate) const fn add(&mut self, room: RoomId, epoch: Epoch) {
        self.rooms += 1;
        self.sum = self.sum.wrapping_add(room.0).wrapping_add(epoch.0);
    }

    pub(crate) const fn take(&mut self, room: RoomId, epoch: Epoch) {
        self.rooms -= 1;
        self.sum = self.sum.wrapping_sub(room.0).wrapping_sub(epoch.0);
    }
}

impl FromIterator<(RoomId, Epoch)> for Tally {
    fn from_iter<I: IntoIterator<Item = (RoomId, Epoch)>>(rooms: I) -> Self {
        let mut tally = Self::default();
        rooms.into_iter().for_each(|(room, epoch)| tally.add(room, epoch));
        tally
    }
}

/// Whether a released room needs another owner.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rest {
    /// It does: its clocks go on, or it has listeners.
    Awake,
    /// It does not until a request comes.
    Asleep,
}

/// A request to the database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Request {
    /// A new session.
    Join {
        /// Of this node.
        node: NodeId,
        /// Whether others can reach it.
        link: Link,
    },
    /// Renew the session, and adopt up to so many awake rooms whose owners are gone, or that have none.
    Renew {
        /// The session.
        session: Session,
        /// So many rooms.
        adopt: usize,
        /// Whether others can reach the node.
        link: Link,
    },
    /// Claim these rooms, as far as they are free.
    Claim {
        /// For this session.
        session: Session,
        /// The rooms.
        rooms: Vec<RoomId>,
    },
    /// List all rooms of a session.
    Holdings {
        /// The session.
        session: Session,
    },
    /// Release these rooms.
    Release {
        /// Their owner.
        session: Session,
        /// The rooms, with the epochs in which it owned them.
        rooms: Vec<(RoomId, Epoch)>,
        /// Whether they need another.
        rest: Rest,
    },
}

/// The outcome of a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Claim {
    /// The room is ours, in this epoch.
    Granted(Epoch),
    /// This node has it, and its session goes on.
    Held(NodeId),
    /// Just then it was free, or there is no such room: ask again.
    Nobody,
}

/// An answer of the database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DatabaseAnswer {
    /// The session that was begun.
    Joined(Session),
    /// The session is over: it was not renewed in time. All its rooms may have other owners.
    Expired,
    /// The session goes on.
    Renewed {
        /// Rooms that it owns now.
        adopted: Vec<(RoomId, Epoch)>,
        /// All that it owns.
        held: Tally,
        /// Nodes whose sessions go on.
        members: Vec<Member>,
    },
    /// The outcome of each claim.
    Claimed(Vec<(RoomId, Claim)>),
    /// All rooms of the session.
    Held(Vec<(RoomId, Epoch)>),
    /// The rooms have no owner, or another one.
    Released,
}
