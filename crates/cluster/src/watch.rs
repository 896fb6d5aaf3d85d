//! Those who watch, and the lines they are shown: heard from the owner, or read from the journal where something is missing.

use crate::database::{Request, RequestId};
use crate::effect::Effect;
use crate::id::{RoomId, ViewerId};
use crate::news::{Worth, worth};
use crate::node::{Node, Purpose};
use crate::replica::{Replica, Role, Stage};
use crate::table::Table;

impl<T: Table> Node<T> {
    pub(crate) fn watch(&mut self, viewer: ViewerId, room: RoomId, from: u64) {
        let replica = self.rooms.entry(room).or_insert_with(|| Replica::follower(&self.site, room));
        let is_first = replica.viewers.is_empty() && !replica.is_owner();
        replica.viewers.insert(viewer, from);
        let is_behind = from < replica.next;
        if is_first {
            self.effects.push(Effect::Follow(room));
        }
        if is_first || is_behind {
            self.read(room);
        }
    }

    pub(crate) fn unwatch(&mut self, viewer: ViewerId, room: RoomId) {
        let Some(replica) = self.rooms.get_mut(&room) else { return };
        let was_there = replica.viewers.remove(&viewer).is_some();
        if was_there && replica.viewers.is_empty() && !replica.is_owner() {
            self.rooms.remove(&room);
            self.effects.push(Effect::Unfollow(room));
        }
    }

    /// Shows lines to those who have seen all before them.
    pub(crate) fn show(&mut self, room: RoomId, first: u64, entries: &[T::Entry]) {
        let Some(replica) = self.rooms.get_mut(&room) else { return };
        let end = first + entries.len() as u64;
        for (&viewer, shown) in &mut replica.viewers {
            if (first..end).contains(shown) {
                let entries = entries[(*shown - first) as usize..].to_vec();
                self.effects.push(Effect::Tell { viewer, room, first: *shown, entries });
                *shown = end;
            }
        }
    }

    /// Lines that the owner has published.
    pub(crate) fn heard_lines(&mut self, room: RoomId, first: u64, entries: &[T::Entry]) {
        let Some(replica) = self.rooms.get_mut(&room) else { return };
        if replica.is_owner() || replica.viewers.is_empty() {
            return;
        }
        let is_gap = match worth(replica.next, first + entries.len() as u64, entries.len()) {
            Worth::Misses => true,
            Worth::New(from) => {
                replica.fold(&entries[from..]);
                false
            }
            Worth::Known => false,
        };
        self.show(room, first, entries);
        if is_gap {
            self.read(room);
        }
    }

    /// Reads what is missing, if that is not being done.
    pub(crate) fn read(&mut self, room: RoomId) {
        let Some(from) = self.rooms.get(&room).filter(|one| one.reading.is_none()).map(Replica::lacks) else {
            return;
        };
        let request = self.ask(Purpose::Read(room), Request::Read { room, from });
        if let Some(replica) = self.rooms.get_mut(&room) {
            replica.reading = Some((request, from));
        }
    }

    pub(crate) fn read_again(&mut self, room: RoomId, id: RequestId) {
        let Some(replica) = self.rooms.get_mut(&room) else { return };
        if replica.reading.is_some_and(|(request, _)| request == id) {
            replica.reading = None;
            self.read(room);
        }
    }

    pub(crate) fn read_lines(&mut self, room: RoomId, id: RequestId, entries: &[T::Entry], head: u64) {
        let Some(replica) = self.rooms.get_mut(&room) else { return };
        let Some((_, from)) = replica.reading.filter(|(request, _)| *request == id) else { return };
        replica.reading = None;
        // What an owner has applied must not be folded again: it loads, or it knows the lines.
        let folds = match &replica.role {
            Role::Follower | Role::Owner { stage: Stage::Loading, .. } => true,
            Role::Owner { stage: Stage::Ready | Stage::Writing { .. }, .. } => false,
        };
        if folds {
            replica.take(from, entries);
        }
        let is_loaded = replica.next >= head;
        let was_loading = matches!(replica.role, Role::Owner { stage: Stage::Loading, .. });
        if let Role::Owner { stage: stage @ Stage::Loading, .. } = &mut replica.role
            && is_loaded
        {
            *stage = Stage::Ready;
        }
        self.show(room, from, entries);
        // Meanwhile more may have been written, and somebody may have come who has seen less.
        if self.rooms.get(&room).is_some_and(|replica| replica.lacks() < head.max(replica.next)) {
            self.read(room);
        }
        if was_loading && is_loaded {
            if self.takes_rooms() {
                self.pump(room);
            } else {
                self.hand_over(room);
            }
        }
    }
}
