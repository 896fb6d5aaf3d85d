//! A room as a node has it: folded as far as the node knows its lines, owned or followed, watched or not.

use std::collections::{BTreeMap, VecDeque};

use crate::database::RequestId;
use crate::id::{Epoch, NodeId, RoomId, ViewerId};
use crate::message::ErrandId;
use crate::table::Table;

/// Who waits for a command to be carried out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Origin {
    /// A client of this node.
    Here(ErrandId),
    /// A client of another node.
    There(NodeId, ErrandId),
}

/// A command that waits.
pub(crate) struct Waiting<T: Table> {
    pub(crate) origin: Origin,
    pub(crate) command: T::Command,
}

/// How far an owner is.
pub(crate) enum Stage<T: Table> {
    /// The lines are being read; commands wait.
    Loading,
    /// All that is applied is written.
    Ready,
    /// These commands are applied, and what they changed is being written.
    Writing { request: RequestId, entries: Vec<T::Entry>, done: Vec<(Waiting<T>, T::Answer)> },
}

/// What a node is to a room.
pub(crate) enum Role<T: Table> {
    /// It hears what others write.
    Follower,
    /// It carries out commands.
    Owner { epoch: Epoch, stage: Stage<T>, queue: VecDeque<Waiting<T>> },
}

/// A room as a node has it.
pub(crate) struct Replica<T: Table> {
    /// The fold of the lines; of an owner that writes, what it writes is in it, too.
    pub(crate) table: T,
    /// How many lines are folded that are known to be written.
    pub(crate) next: u64,
    /// The read that is under way, and where it begins.
    pub(crate) reading: Option<(RequestId, u64)>,
    /// Who watches, each with the number of lines shown.
    pub(crate) viewers: BTreeMap<ViewerId, u64>,
    pub(crate) role: Role<T>,
}

impl<T: Table> Replica<T> {
    pub(crate) fn follower(site: &T::Site, room: RoomId) -> Self {
        let (table, viewers) = (T::open(site, room), BTreeMap::new());
        Self { table, next: 0, reading: None, viewers, role: Role::Follower }
    }

    pub(crate) const fn is_owner(&self) -> bool {
        matches!(self.role, Role::Owner { .. })
    }

    /// The first line that somebody here lacks, if it is known that there is one: the table, or a viewer who is behind it.
    pub(crate) fn lacks(&self) -> u64 {
        self.viewers.values().copied().min().unwrap_or(self.next).min(self.next)
    }

    /// Folds lines that follow those that are folded; gaps stay, and what is known is passed over.
    pub(crate) fn take(&mut self, first: u64, entries: &[T::Entry]) {
        if first <= self.next {
            let known = (self.next - first) as usize;
            self.fold(entries.get(known..).unwrap_or_default());
        }
    }

    /// Folds the next lines.
    pub(crate) fn fold(&mut self, entries: &[T::Entry]) {
        entries.iter().for_each(|entry| self.table.fold(entry));
        self.next += entries.len() as u64;
    }
}

impl<T: Table> Replica<T> {
    /// The epoch in which this node owns the room.
    pub(crate) const fn epoch(&self) -> Option<Epoch> {
        match self.role {
            Role::Follower => None,
            Role::Owner { epoch, .. } => Some(epoch),
        }
    }
}
