//! The session of a node: joining, renewing, losing it; and the rooms that come and go with it.

use std::collections::BTreeSet;

use crate::alarm::Alarm;
use crate::database::{Request, Rest, Tally};
use crate::effect::{Effect, Owner};
use crate::id::{Epoch, RoomId, Session};
use crate::marks::Marks;
use crate::member::Member;
use crate::node::{ADOPT, Membership, Node, Purpose, RENEW, ROLL, Stay};

/// The most renewals in a row with another tally while rooms come and go.
const UNLIKE: u32 = 3;

impl<M: Marks> Node<M> {
    pub(crate) fn start(&mut self) {
        self.look_after_session();
        // Jitter: nodes that start together spread their heartbeats.
        let apart = u64::from(self.id.0) * 37 % ROLL;
        self.alarms.set(self.now + apart, Alarm::Roll);
    }

    /// Joins, or renews the session.
    pub(crate) fn look_after_session(&mut self) {
        if self.stay == Stay::Left {
            return;
        }
        match self.membership {
            Membership::Outside if self.stay == Stay::Leaves => {}
            Membership::Outside => self.join(),
            Membership::Member(session) => {
                self.renew(session);
            }
        }
        self.alarms.set(self.now + RENEW, Alarm::Session);
    }

    /// Requests a session, unless that is under way: a node with two would not know which rooms are its own.
    fn join(&mut self) {
        if !self.is_asked(|purpose| matches!(purpose, Purpose::Join)) {
            self.ask(Purpose::Join, Request::Join { node: self.id, link: self.link });
        }
    }

    /// Renews the session, and adopts free rooms.
    fn renew(&mut self, session: Session) {
        let adopt = if self.adopts() { ADOPT } else { 0 };
        self.ask(Purpose::Renew(session), Request::Renew { session, adopt, link: self.link });
    }

    pub(crate) fn joined(&mut self, session: Session) {
        if self.membership == Membership::Outside {
            self.membership = Membership::Member(session);
            self.unclaimed.extend(self.claims.keys());
        }
    }

    pub(crate) fn renewed(&mut self, adopted: Vec<(RoomId, Epoch)>, held: Tally, members: Vec<Member>) {
        self.members = members;
        let more = adopted.len();
        for (room, epoch) in adopted {
            self.own(room, epoch);
        }
        self.look_around();
        // After a full batch there may be more free rooms, whose visitors wait.
        if let Some(session) = self.session().filter(|_| more == ADOPT && self.adopts()) {
            self.renew(session);
        }
        self.compare(held);
    }

    /// Reconciles our rooms with the database's tally, and fetches the list if they differ: an answer with rooms may
    /// have been lost, or have come after a release. Requests under way explain a difference, but only for the moment.
    fn compare(&mut self, held: Tally) {
        self.unlike = if held == self.tally { 0 } else { self.unlike + 1 };
        let is_moving = self.is_asked(|purpose| matches!(purpose, Purpose::Claim(..) | Purpose::Release(..)));
        let is_due = self.unlike >= if is_moving { UNLIKE } else { 1 };
        if let Some(session) = self.session()
            && is_due
            && !self.is_asked(|purpose| matches!(purpose, Purpose::Holdings(..)))
        {
            self.unlike = 0;
            let under_way = self.requests.values().filter_map(|(purpose, _)| match purpose {
                Purpose::Release(_, rooms, _) => Some(rooms),
                Purpose::Join | Purpose::Renew(_) | Purpose::Claim(..) | Purpose::Holdings(..) => None,
            });
            self.released = under_way.flatten().copied().collect();
            let known = self.owned().collect();
            self.ask(Purpose::Holdings(session, known), Request::Holdings { session });
        }
    }

    /// Takes up rooms that are ours by the database's list, and steps back from those that were ours at the request and
    /// are not on it: no epoch comes again.
    pub(crate) fn sync(&mut self, known: &[(RoomId, Epoch)], rooms: Vec<(RoomId, Epoch)>) {
        let held: BTreeSet<(RoomId, Epoch)> = rooms.iter().copied().collect();
        for (room, epoch) in known.iter().filter(|one| !held.contains(one)) {
            if self.epoch_of(*room) == Some(*epoch) {
                self.step_back(*room);
            }
        }
        for (room, epoch) in rooms {
            // A room under release is not ours, nor one released since the request.
            let is_let_go = self.releasing.contains(&room) || self.released.contains(&(room, epoch));
            if self.epoch_of(room) != Some(epoch) && !is_let_go {
                self.own(room, epoch);
            }
        }
    }

    /// The session is over: our rooms may have other owners.
    pub(crate) fn expired(&mut self) {
        if self.membership == Membership::Outside {
            return;
        }
        self.membership = Membership::Outside;
        self.releasing.clear();
        let owned: Vec<RoomId> = self.owned().map(|(room, _)| room).collect();
        for room in owned {
            self.step_back(room);
        }
        if self.stay == Stay::Stays {
            self.join();
        }
    }

    /// The room is ours from now on.
    pub(crate) fn own(&mut self, room: RoomId, epoch: Epoch) {
        if !self.takes_rooms() {
            // A late grant, after the hand-over: released at once.
            self.release(vec![(room, epoch)], Rest::Awake);
            return;
        }
        self.unclaimed.remove(&room);
        self.owners.remove(&room);
        let before = self.owned.insert(room, epoch);
        if before != Some(epoch) {
            before.inspect(|before| self.tally.take(room, *before));
            self.tally.add(room, epoch);
            self.effects.push(Effect::Owned(room, epoch));
        }
        self.found(room, Some(Owner::Here(epoch)));
    }

    /// The room is ours no longer; its runner has told only written changes.
    pub(crate) fn step_back(&mut self, room: RoomId) {
        if let Some(epoch) = self.owned.remove(&room) {
            self.tally.take(room, epoch);
            self.effects.push(Effect::Lost(room, epoch));
        }
    }
}
