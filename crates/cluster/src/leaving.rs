//! Letting rooms go: one that sleeps or has failed, or all of them because the node ends or cannot be reached.

use std::collections::BTreeMap;

use crate::alarm::Alarm;
use crate::database::{Request, Rest};
use crate::effect::Effect;
use crate::id::{Epoch, NodeId, RoomId};
use crate::marks::Marks;
use crate::member::Link;
use crate::message::Message;
use crate::node::{ADOPT, LEAVE, Node, Purpose, Stay};

impl<M: Marks> Node<M> {
    /// Releases a room that is ours in this epoch. Later writes to it are fenced off.
    pub(crate) fn let_go(&mut self, room: RoomId, epoch: Epoch, rest: Rest) {
        if self.epoch_of(room) == Some(epoch) {
            self.step_back(room);
            self.release(vec![(room, epoch)], rest);
        }
    }

    /// Releases leases. Until the database has answered, a released room is not claimed again: it would be granted in
    /// the same epoch, which this release then ends.
    pub(crate) fn release(&mut self, rooms: Vec<(RoomId, Epoch)>, rest: Rest) {
        // Without a session there is nothing to release.
        let Some(session) = self.session() else { return };
        self.releasing.extend(rooms.iter().map(|(room, _)| *room));
        if self.is_asked(|purpose| matches!(purpose, Purpose::Holdings(..))) {
            self.released.extend(&rooms);
        }
        // Batches that the database answers in time.
        for rooms in rooms.chunks(ADOPT) {
            let request = Request::Release { session, rooms: rooms.to_vec(), rest };
            self.ask(Purpose::Release(session, rooms.to_vec(), rest), request);
        }
    }

    /// Begins to leave.
    pub(crate) fn leave(&mut self) {
        if self.stay != Stay::Stays {
            return;
        }
        self.stay = Stay::Leaves;
        self.alarms.set(self.now + LEAVE, Alarm::Leave);
        self.hand_over_all();
    }

    /// Releases all rooms, and ends all searches here without an answer.
    pub(crate) fn hand_over_all(&mut self) {
        self.unclaimed.clear();
        self.claims.clear();
        self.give_up_all();
        let owned: Vec<(RoomId, Epoch)> = self.owned().collect();
        for (room, _) in &owned {
            self.step_back(*room);
        }
        self.release(owned, Rest::Awake);
    }

    /// Offers the released rooms to the other nodes; each gets its part.
    pub(crate) fn released(&mut self, rooms: &[(RoomId, Epoch)], rest: Rest) {
        for (room, _) in rooms {
            self.releasing.remove(room);
        }
        if rest == Rest::Asleep {
            return;
        }
        let linked = self.members.iter().filter(|member| member.node != self.id && member.link == Link::Up);
        let others: Vec<NodeId> = linked.map(|member| member.node).collect();
        let mut shares: BTreeMap<NodeId, Vec<RoomId>> = BTreeMap::new();
        for (place, (room, _)) in rooms.iter().enumerate() {
            if let Some(node) = others.get((place + self.id.0 as usize) % others.len().max(1)) {
                shares.entry(*node).or_default().push(*room);
            }
        }
        for (node, rooms) in shares {
            self.effects.push(Effect::Send(node, Message::Adopt { rooms }));
        }
    }

    /// Ends a leaving node when no request is under way, or at its time-out.
    pub(crate) fn look_whether_gone(&mut self) {
        let is_releasing = || self.is_asked(|purpose| matches!(purpose, Purpose::Release(..)));
        match self.stay {
            Stay::Stays => return,
            Stay::Leaves if !self.owned.is_empty() || is_releasing() => return,
            Stay::Leaves | Stay::Left => {}
        }
        self.stay = Stay::Left;
        self.give_up_all();
        self.effects.push(Effect::Gone);
    }
}
