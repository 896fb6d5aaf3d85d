//! Names of things, and time.

use std::ops::Add;

/// A moment by the clock of a node, in milliseconds. Clocks of two nodes have nothing to do with each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Millis(pub u64);

impl Add<u64> for Millis {
    type Output = Self;

    fn add(self, later: u64) -> Self {
        Self(self.0.saturating_add(later))
    }
}

impl Millis {
    /// How long it is until then.
    #[must_use]
    pub const fn until(self, then: Self) -> u64 {
        then.0.saturating_sub(self.0)
    }
}

/// A machine of the cluster.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub u32);

/// A room.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RoomId(pub u64);

/// A session: a node from joining until it expires or leaves; no two have the same number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Session(pub u64);

/// Fencing token: how many owners a room has had. An owner with an earlier epoch can write nothing any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Epoch(pub u64);

/// A search for the owner of a room.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ticket(pub u64);

/// The number of a heartbeat: unique, also past restarts of its node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CallId {
    /// The start of the node.
    pub start: u64,
    /// Its number since then.
    pub number: u64,
}
