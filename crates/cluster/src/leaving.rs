//! Letting rooms go: one that sleeps, or all of them because the node ends or cannot be reached.

use std::collections::BTreeMap;

use crate::alarm::Alarm;
use crate::database::{Request, Rest};
use crate::effect::{Effect, Outcome};
use crate::id::{Epoch, NodeId, RoomId};
use crate::member::Link;
use crate::message::Message;
use crate::node::{LEAVE, Node, Purpose, Stay};
use crate::replica::{Replica, Role, Stage};
use crate::table::Table;

impl<T: Table> Node<T> {
    /// Lets a room go that needs nobody now, if nothing is under way there.
    pub(crate) fn rest(&mut self, room: RoomId) {
        if let Some(epoch) = self.idle(room) {
            self.step_back(room);
            self.release(vec![(room, epoch)], Rest::Asleep);
        }
    }

    /// The epoch of a room that we own and in which nothing is under way.
    fn idle(&self, room: RoomId) -> Option<Epoch> {
        match &self.rooms.get(&room)?.role {
            Role::Owner { epoch, stage: Stage::Ready, queue } if queue.is_empty() => Some(*epoch),
            Role::Owner { .. } | Role::Follower => None,
        }
    }

    pub(crate) fn release(&mut self, rooms: Vec<(RoomId, Epoch)>, rest: Rest) {
        // Without a session there is nothing to release.
        if let Some(session) = self.session().filter(|_| !rooms.is_empty()) {
            let request = Request::Release { session, rooms: rooms.clone(), rest };
            self.ask(Purpose::Release(rooms, rest), request);
        }
    }

    /// Nobody knows whether these were let go. What was taken up again since, which nobody else can have been given, is kept.
    pub(crate) fn release_again(&mut self, mut rooms: Vec<(RoomId, Epoch)>, rest: Rest) {
        rooms.retain(|(room, epoch)| self.epoch_of(*room) != Some(*epoch));
        self.release(rooms, rest);
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

    /// What waits for rooms of others is given up, and our own rooms go to the others.
    pub(crate) fn hand_over_all(&mut self) {
        self.unclaimed.clear();
        for (_, line) in std::mem::take(&mut self.claims) {
            line.iter().for_each(|waiting| self.turn_away(waiting, None));
        }
        let idle: Vec<(RoomId, Epoch)> =
            self.owned().filter_map(|(room, _)| Some((room, self.idle(room)?))).collect();
        for (room, _) in &idle {
            self.step_back(*room);
        }
        self.release(idle, Rest::Awake);
        // Whoever is being written for is answered; all others ask elsewhere.
        let loading: Vec<RoomId> = self.owned().map(|(room, _)| room).collect();
        for room in loading {
            self.hand_over(room);
        }
    }

    /// Hands over a room as soon as nothing is being written.
    pub(crate) fn hand_over(&mut self, room: RoomId) {
        let Some(Replica { role: Role::Owner { epoch, stage, .. }, .. }) = self.rooms.get(&room) else {
            return;
        };
        match stage {
            Stage::Writing { .. } => {}
            Stage::Loading | Stage::Ready => {
                let epoch = *epoch;
                self.step_back(room);
                self.release(vec![(room, epoch)], Rest::Awake);
            }
        }
    }

    /// Tells the others to take what has no owner now; each gets its part.
    pub(crate) fn released(&mut self, rooms: &[(RoomId, Epoch)], rest: Rest) {
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

    /// A node that leaves is gone when nothing of it is under way, or when its patience ends.
    pub(crate) fn look_whether_gone(&mut self) {
        let is_releasing =
            || self.requests.values().any(|(purpose, _)| matches!(purpose, Purpose::Release(..)));
        match self.stay {
            Stay::Stays => return,
            Stay::Leaves if self.owned.rooms > 0 || is_releasing() => return,
            Stay::Leaves | Stay::Left => {}
        }
        self.stay = Stay::Left;
        for (_, errand) in std::mem::take(&mut self.errands) {
            self.effects.push(Effect::Answer(errand.ticket, Outcome::Unavailable));
        }
        self.effects.push(Effect::Gone);
    }
}
