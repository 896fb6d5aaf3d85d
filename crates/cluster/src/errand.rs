//! Commands on their way: to the owner of a room, or to the database to find out who that is.

use crate::alarm::Alarm;
use crate::database::{Claim, Request};
use crate::effect::{Effect, Outcome};
use crate::id::{NodeId, RoomId, Ticket};
use crate::message::{ErrandId, Message};
use crate::node::{Errand, Node, PATIENCE, Purpose, RETRY};
use crate::replica::{Origin, Waiting};
use crate::table::Table;

/// The most claims in one request.
const CLAIMS: usize = 512;

impl<T: Table> Node<T> {
    pub(crate) fn begin_errand(&mut self, ticket: Ticket, room: RoomId, command: T::Command) {
        if !self.takes_rooms() {
            self.effects.push(Effect::Answer(ticket, Outcome::Unavailable));
            return;
        }
        let id = self.new_name();
        let (until, retry) = (self.now + PATIENCE, self.now + RETRY);
        self.errands.insert(id, Errand { ticket, room, command, until, retry });
        self.alarms.set(retry, Alarm::Errand(id));
        self.send_errand(id);
    }

    /// Brings a command to whoever is thought to own the room.
    fn send_errand(&mut self, id: ErrandId) {
        let Some(errand) = self.errands.get(&id) else { return };
        let (room, command) = (errand.room, errand.command.clone());
        match self.owners.get(&room) {
            Some(&owner) if owner != self.id && !self.owns(room) => {
                self.effects.push(Effect::Send(owner, Message::Forward { room, errand: id, command }));
            }
            Some(_) | None => self.carry_out(Origin::Here(id), room, command),
        }
    }

    pub(crate) fn owns(&self, room: RoomId) -> bool {
        self.epoch_of(room).is_some()
    }

    /// Carries out a command if the room is ours, and else claims it first.
    pub(crate) fn carry_out(&mut self, origin: Origin, room: RoomId, command: T::Command) {
        let waiting = Waiting { origin, command };
        if self.owns(room) {
            self.enqueue(room, waiting);
        } else if self.takes_rooms() {
            self.claim(room, Some(waiting));
        } else {
            self.turn_away(&waiting, None);
        }
    }

    /// No answer came in time: whoever was thought to own the room may be gone.
    pub(crate) fn retry_errand(&mut self, id: ErrandId) {
        let now = self.now;
        // Whoever has the room cannot be reached from here, and others can reach them.
        let is_stuck = !self.adopts() && !self.errands.get(&id).is_some_and(|one| self.owns(one.room));
        let Some(errand) = self.errands.get_mut(&id) else { return };
        if now >= errand.until || is_stuck {
            let ticket = errand.ticket;
            self.errands.remove(&id);
            self.effects.push(Effect::Answer(ticket, Outcome::Unavailable));
            return;
        }
        let room = errand.room;
        errand.retry = (now + RETRY).min(errand.until);
        let retry = errand.retry;
        self.alarms.set(retry, Alarm::Errand(id));
        self.owners.remove(&room);
        self.send_errand(id);
    }

    pub(crate) fn end_errand(&mut self, id: ErrandId, answer: T::Answer) {
        if let Some(errand) = self.errands.remove(&id) {
            self.alarms.unset(errand.retry, Alarm::Errand(id));
            self.effects.push(Effect::Answer(errand.ticket, Outcome::Done(answer)));
        }
    }

    /// Somebody else has the room.
    pub(crate) fn redirect(&mut self, id: ErrandId, owner: Option<NodeId>) {
        let Some(errand) = self.errands.get(&id) else { return };
        let room = errand.room;
        match owner.filter(|owner| *owner != self.id) {
            Some(owner) => self.note_owner(room, owner),
            None => drop(self.owners.remove(&room)),
        }
        self.send_errand(id);
    }

    /// Claims a room, for somebody who waits for that or for nobody.
    pub(crate) fn claim(&mut self, room: RoomId, waiting: Option<Waiting<T>>) {
        if self.owns(room) {
            if let Some(waiting) = waiting {
                self.enqueue(room, waiting);
            }
            return;
        }
        let known = self.claims.contains_key(&room);
        let line = self.claims.entry(room).or_default();
        if let Some(waiting) = waiting.filter(|one| !line.iter().any(|other| other.origin == one.origin)) {
            line.push(waiting);
        }
        if !known {
            self.unclaimed.insert(room);
        }
    }

    /// Asks the database for all rooms that are to be claimed, in few requests.
    pub(crate) fn send_claims(&mut self) {
        let Some(session) = self.session() else { return };
        while !self.unclaimed.is_empty() {
            let mut rooms = Vec::new();
            while rooms.len() < CLAIMS
                && let Some(room) = self.unclaimed.pop_first()
            {
                rooms.push(room);
            }
            self.ask(Purpose::Claim(session, rooms.clone()), Request::Claim { session, rooms });
        }
    }

    pub(crate) fn claimed(&mut self, room: RoomId, claim: Claim) {
        match claim {
            Claim::Granted(epoch) => self.own(room, epoch),
            // An earlier session of this node: it ends soon, for nobody renews it.
            Claim::Held(owner) if owner == self.id => {
                if self.claims.contains_key(&room) {
                    self.alarms.set(self.now + RETRY / 2, Alarm::Claim(room));
                }
            }
            Claim::Held(owner) => {
                self.note_owner(room, owner);
                for waiting in self.claims.remove(&room).unwrap_or_default() {
                    self.turn_away(&waiting, Some(owner));
                }
            }
        }
    }

    /// Sends somebody who waits to whoever has the room.
    pub(crate) fn turn_away(&mut self, waiting: &Waiting<T>, owner: Option<NodeId>) {
        match waiting.origin {
            Origin::Here(errand) if owner.is_some() => self.redirect(errand, owner),
            // It is tried again when its alarm rings.
            Origin::Here(_) => {}
            Origin::There(node, errand) => {
                self.effects.push(Effect::Send(node, Message::Moved { errand, owner }));
            }
        }
    }
}
