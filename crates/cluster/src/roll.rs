//! Heartbeats (the roll): every few seconds each owner hears the positions of this node in its rooms, in one message
//! for all of them. It finds gaps that no later message shows, owners that are gone without a word, and new owners that
//! do not know their followers.

use std::collections::BTreeMap;

use crate::alarm::Alarm;
use crate::effect::Effect;
use crate::id::{CallId, NodeId, RoomId};
use crate::marks::Marks;
use crate::member::Link;
use crate::message::Message;
use crate::node::{Call, Node, REQUEST, ROLL};

/// The most rooms in one call.
const ROOMS: usize = 1000;

impl<M: Marks> Node<M> {
    /// Calls all owners of rooms that are followed here.
    pub(crate) fn call_roll(&mut self) {
        self.alarms.set(self.now + ROLL, Alarm::Roll);
        if self.link == Link::Down {
            return;
        }
        let mut calls: BTreeMap<NodeId, Vec<(RoomId, M::Mark)>> = BTreeMap::new();
        let mut lost = Vec::new();
        for room in self.followed.iter().filter(|room| !self.owned.contains_key(room)) {
            let Some(mark) = self.marks.mark(*room) else { continue };
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
        // Their owners are unknown here: they are searched for, or ours.
        self.fall_behind(&lost);
        if self.adopts() {
            lost.into_iter().for_each(|room| self.claim(room));
        }
    }

    fn call(&mut self, owner: NodeId, rooms: Vec<(RoomId, M::Mark)>) {
        let (call, until) = (self.new_call(), self.now + REQUEST);
        let called = rooms.iter().map(|(room, _)| *room).collect();
        self.calls.insert(call, Call { owner, rooms: called, until });
        self.alarms.set(until, Alarm::Call(call));
        self.effects.push(Effect::Send(owner, Message::Roll { call, rooms }));
    }

    /// Answers a heartbeat: in which rooms that node lacks something, and which are not ours. A node that is unsure of
    /// its session stays silent.
    pub(crate) fn answer_roll(&mut self, from: NodeId, call: CallId, rooms: Vec<(RoomId, M::Mark)>) {
        if !self.is_sure() {
            return;
        }
        let (mut behind, mut not_ours) = (Vec::new(), Vec::new());
        for (room, mark) in rooms {
            if !self.owned.contains_key(&room) {
                not_ours.push(room);
            } else if self.marks.hear_mark(room, from, &mark) {
                behind.push(room);
            }
        }
        self.effects.push(Effect::Send(from, Message::RollAnswer { call, behind, not_ours }));
    }

    /// The owner has answered a heartbeat.
    pub(crate) fn called(&mut self, call: CallId, behind: &[RoomId], not_ours: &[RoomId]) {
        let Some(called) = self.calls.remove(&call) else { return };
        self.alarms.unset(called.until, Alarm::Call(call));
        self.fall_behind(behind);
        self.lose_sight(called.owner, not_ours);
    }

    /// A heartbeat without an answer: the owner may be gone.
    pub(crate) fn unanswered(&mut self, call: CallId) {
        if let Some(called) = self.calls.remove(&call) {
            self.lose_sight(called.owner, &called.rooms);
        }
    }

    /// Wakes the followers of these rooms here: they lack something.
    fn fall_behind(&mut self, rooms: &[RoomId]) {
        for room in rooms {
            if self.followed.contains(room) && !self.owned.contains_key(room) {
                self.effects.push(Effect::Behind(*room));
            }
        }
    }

    /// Forgets a node as the owner of these rooms. The next request or the next heartbeat searches for the new one.
    fn lose_sight(&mut self, owner: NodeId, rooms: &[RoomId]) {
        for room in rooms {
            if self.owners.get(room) == Some(&owner) {
                self.owners.remove(room);
            }
        }
        self.fall_behind(rooms);
    }
}
