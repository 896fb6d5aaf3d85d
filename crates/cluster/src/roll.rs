//! The roll: now and then each owner hears how far this node is with the rooms of it that are followed here, in one message for
//! all of them. What was published last may be lost, and nothing comes after it that would show the gap; an owner may be gone
//! without a word; and a new one does not know who follows.

use std::collections::BTreeMap;

use crate::alarm::Alarm;
use crate::effect::Effect;
use crate::id::{NodeId, RoomId};
use crate::member::Link;
use crate::message::{ErrandId, Message};
use crate::node::{Node, REQUEST, ROLL};
use crate::table::Table;

/// The most rooms in one call.
const ROOMS: usize = 1000;

impl<T: Table> Node<T> {
    /// Calls all owners of rooms that are followed here.
    pub(crate) fn call_roll(&mut self) {
        self.alarms.set(self.now + ROLL, Alarm::Roll);
        if self.link == Link::Down {
            return;
        }
        let mut calls: BTreeMap<NodeId, Vec<(RoomId, T::Mark)>> = BTreeMap::new();
        let mut lost = Vec::new();
        for (room, replica) in self.rooms.iter().filter(|(_, replica)| !replica.is_owner()) {
            let Some(mark) = replica.table.mark(replica.next) else { continue };
            match self.owners.get(room) {
                Some(owner) if *owner != self.id => calls.entry(*owner).or_default().push((*room, mark)),
                Some(_) | None => lost.push(*room),
            }
        }
        for (owner, rooms) in calls {
            for rooms in rooms.chunks(ROOMS) {
                self.call(owner, rooms.to_vec());
            }
        }
        // Nobody here knows whose these are: it is found out, or they are ours.
        self.fall_behind(&lost);
        if self.adopts() {
            lost.into_iter().for_each(|room| self.claim(room, None));
        }
    }

    fn call(&mut self, owner: NodeId, rooms: Vec<(RoomId, T::Mark)>) {
        let (call, until) = (self.new_name(), self.now + REQUEST);
        self.calls.insert(call, (owner, rooms.iter().map(|(room, _)| *room).collect(), until));
        self.alarms.set(until, Alarm::Call(call));
        self.effects.push(Effect::Send(owner, Message::Roll { call, rooms }));
    }

    /// Says of which of these rooms that node lacks something, and which are not ours. Whoever does not know whether its rooms
    /// are still its own says nothing.
    pub(crate) fn answer_roll(&mut self, from: NodeId, call: ErrandId, rooms: Vec<(RoomId, T::Mark)>) {
        if !self.is_sure() {
            return;
        }
        let (mut behind, mut not_ours) = (Vec::new(), Vec::new());
        for (room, mark) in rooms {
            match self.rooms.get(&room).filter(|replica| replica.is_owner()) {
                Some(replica) if replica.table.hear_mark(replica.next, from, &mark) => behind.push(room),
                Some(_) => {}
                None => not_ours.push(room),
            }
        }
        self.effects.push(Effect::Send(from, Message::RollAnswer { call, behind, not_ours }));
    }

    /// Whoever was called has answered.
    pub(crate) fn called(&mut self, call: ErrandId, behind: &[RoomId], not_ours: &[RoomId]) {
        let Some((owner, _, until)) = self.calls.remove(&call) else { return };
        self.alarms.unset(until, Alarm::Call(call));
        self.fall_behind(behind);
        self.lose_sight(owner, not_ours);
    }

    /// Nobody has answered: whoever was called may be gone.
    pub(crate) fn unanswered(&mut self, call: ErrandId) {
        if let Some((owner, rooms, _)) = self.calls.remove(&call) {
            self.lose_sight(owner, &rooms);
        }
    }

    /// Something is lacking here: it is read, and asked for.
    fn fall_behind(&mut self, rooms: &[RoomId]) {
        for room in rooms {
            if self.follows(*room) {
                self.effects.push(Effect::Behind(*room));
                self.read(*room);
            }
        }
    }

    /// These may not be that node's any more. Whose they are is found out by whoever asks for them, or when the roll is next
    /// called.
    fn lose_sight(&mut self, owner: NodeId, rooms: &[RoomId]) {
        for room in rooms {
            if self.owners.get(room) == Some(&owner) {
                self.owners.remove(room);
            }
        }
        self.fall_behind(rooms);
    }

    fn follows(&self, room: RoomId) -> bool {
        self.rooms.get(&room).is_some_and(|replica| !replica.is_owner())
    }
}
