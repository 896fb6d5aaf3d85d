//! Finding the owner of a room: known, or found out by claiming it.

use crate::alarm::Alarm;
use crate::database::{Claim, Request};
use crate::effect::{Effect, Owner};
use crate::id::{Millis, NodeId, RoomId, Ticket};
use crate::marks::Marks;
use crate::node::{AGAIN, Node, PATIENCE, Purpose, Reach, Search};

/// The most claims in one request, and the most such requests under way; others wait and go in a batch.
const CLAIMS: usize = 512;
const CLAIMING: usize = 4;

impl<M: Marks> Node<M> {
    /// Finds the owner of a room; a free one is to be ours.
    pub(crate) fn find(&mut self, ticket: Ticket, room: RoomId) {
        if !self.takes_rooms() {
            self.effects.push(Effect::Found(ticket, None));
        } else if let Some(epoch) = self.epoch_of(room) {
            self.effects.push(Effect::Found(ticket, Some(Owner::Here(epoch))));
        } else {
            let until = self.now + PATIENCE;
            self.searches.insert(ticket, Search { room, until });
            self.alarms.set(until, Alarm::Search(ticket));
            self.claim(room);
            self.claims.entry(room).or_default().push(ticket);
        }
    }

    /// The time-out of a search.
    pub(crate) fn give_up(&mut self, ticket: Ticket) {
        if let Some(search) = self.searches.remove(&ticket) {
            if let Some(line) = self.claims.get_mut(&search.room) {
                line.retain(|other| *other != ticket);
            }
            self.effects.push(Effect::Found(ticket, None));
        }
    }

    /// Ends all searches here without an answer: the callers search elsewhere.
    pub(crate) fn give_up_all(&mut self) {
        for (ticket, search) in std::mem::take(&mut self.searches) {
            self.alarms.unset(search.until, Alarm::Search(ticket));
            self.effects.push(Effect::Found(ticket, None));
        }
    }

    /// Answers all searches for a room.
    pub(crate) fn found(&mut self, room: RoomId, owner: Option<Owner>) {
        for ticket in self.claims.remove(&room).unwrap_or_default() {
            if let Some(search) = self.searches.remove(&ticket) {
                self.alarms.unset(search.until, Alarm::Search(ticket));
                self.effects.push(Effect::Found(ticket, owner));
            }
        }
    }

    /// Claims a room, for waiting searches or without any.
    pub(crate) fn claim(&mut self, room: RoomId) {
        if !self.owned.contains_key(&room) && !self.claims.contains_key(&room) {
            self.claims.insert(room, Vec::new());
            self.unclaimed.insert(room);
        }
    }

    /// Queues the claim again, unless it was answered meanwhile.
    pub(crate) fn claim_again(&mut self, room: RoomId) {
        if self.claims.contains_key(&room) {
            self.unclaimed.insert(room);
        }
    }

    /// Sends all queued claims to the database, in few requests.
    pub(crate) fn send_claims(&mut self) {
        let Some(session) = self.session().filter(|_| !self.unclaimed.is_empty()) else { return };
        let is_claim = |(purpose, _): &&(Purpose, Millis)| matches!(purpose, Purpose::Claim(..));
        let under_way = self.requests.values().filter(is_claim).count();
        for _ in under_way..CLAIMING {
            let ready = self.unclaimed.difference(&self.releasing).take(CLAIMS);
            let rooms: Vec<RoomId> = ready.copied().collect();
            if rooms.is_empty() {
                return;
            }
            self.unclaimed.retain(|room| rooms.binary_search(room).is_err());
            self.ask(Purpose::Claim(session, rooms.clone()), Request::Claim { session, rooms });
        }
    }

    pub(crate) fn claimed(&mut self, room: RoomId, claim: Claim) {
        match claim {
            Claim::Granted(epoch) => self.own(room, epoch),
            // An earlier session of this node ends soon, since it is not renewed.
            Claim::Held(owner) if owner == self.id => self.wait_for(room),
            Claim::Nobody => self.wait_for(room),
            Claim::Held(owner) => self.is_held(room, owner),
        }
    }

    /// Retries a claim after a pause, as long as a search waits for it.
    fn wait_for(&mut self, room: RoomId) {
        if self.claims.get(&room).is_some_and(|line| !line.is_empty()) {
            self.alarms.set(self.now + AGAIN, Alarm::Claim(room));
        } else {
            self.claims.remove(&room);
        }
    }

    fn is_held(&mut self, room: RoomId, owner: NodeId) {
        self.note_owner(room, owner);
        // Other nodes can reach the owner, and this one cannot: the caller searches elsewhere.
        let can_be_reached = self.reach == Reach::Alike;
        self.found(room, can_be_reached.then_some(Owner::There(owner)));
    }
}
