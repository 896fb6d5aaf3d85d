//! A node: what it knows, and how it asks the database.

use std::collections::{BTreeMap, BTreeSet};

use crate::alarm::{Alarm, Alarms};
use crate::database::{Request, RequestId, Rest, Tally};
use crate::effect::Effect;
use crate::id::{CallId, Epoch, Millis, NodeId, RoomId, Session, Ticket};
use crate::marks::Marks;
use crate::member::{Link, Member};

/// Interval of renewals of a session: the database ends it when four did not come.
pub(crate) const RENEW: u64 = 500;
/// Safety margin of a session's certain end, since clocks may differ a little.
const MARGIN: u64 = 300;
/// Time-out of the database's and the owners' answers.
pub(crate) const REQUEST: u64 = 1000;
/// Pause before the next claim of a room that cannot be had just now.
pub(crate) const AGAIN: u64 = 300;
/// Time-out of a search for an owner.
pub(crate) const PATIENCE: u64 = 3000;
/// Interval of heartbeats to the owners of followed rooms.
pub(crate) const ROLL: u64 = 3000;
/// How long others must have been linked, in milliseconds, before a node that is not hands over its rooms. It is longer
/// than a session holds, so that the linked ones are surely there, and a restart of NATS, which cuts off every node,
/// moves nothing.
pub const GRACE: u64 = 2500;
/// Time-out of handing over rooms on leaving.
pub(crate) const LEAVE: u64 = 3000;
/// Rooms adopted at a time.
pub(crate) const ADOPT: usize = 256;
/// Size of the cache of owners.
const OWNERS: usize = 65_536;

/// The purpose of a request.
pub(crate) enum Purpose {
    Join,
    Renew(Session),
    Claim(Session, Vec<RoomId>),
    /// With what this node took for its own when it asked.
    Holdings(Session, Vec<(RoomId, Epoch)>),
    /// With the rooms to offer to other nodes when it is done.
    Release(Session, Vec<(RoomId, Epoch)>, Rest),
}

/// A node's membership in the cluster.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Membership {
    /// It has no session.
    Outside,
    /// It has this one.
    Member(Session),
}

/// Whether a node stays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stay {
    Stays,
    /// It hands over its rooms.
    Leaves,
    /// It has.
    Left,
}

/// Whether a node can reach the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reach {
    /// Its link is up, or no node has one.
    Alike,
    /// Others have been linked without it since this moment.
    Apart(Millis),
    /// For longer than the grace period: others have its rooms.
    CutOff,
}

/// Somebody wants to know whose a room is.
pub(crate) struct Search {
    pub(crate) room: RoomId,
    /// Its time-out.
    pub(crate) until: Millis,
}

/// A heartbeat to an owner, with its rooms and its time-out.
pub(crate) struct Call {
    pub(crate) owner: NodeId,
    pub(crate) rooms: Vec<RoomId>,
    pub(crate) until: Millis,
}

/// A machine of the cluster, without its clock, its network and its database.
pub struct Node<M: Marks> {
    pub(crate) id: NodeId,
    pub(crate) marks: M,
    pub(crate) start: u64,
    pub(crate) now: Millis,
    pub(crate) effects: Vec<Effect<M::Mark>>,
    pub(crate) alarms: Alarms,
    pub(crate) membership: Membership,
    /// The certain length of a session from its request on, and the certain end of the present one.
    holds: u64,
    sure: Millis,
    pub(crate) stay: Stay,
    pub(crate) link: Link,
    pub(crate) reach: Reach,
    /// Nodes whose sessions went on when it was last asked.
    pub(crate) members: Vec<Member>,
    /// Rooms that this node owns, and their checksum.
    pub(crate) owned: BTreeMap<RoomId, Epoch>,
    pub(crate) tally: Tally,
    /// Renewals in a row with another tally.
    pub(crate) unlike: u32,
    /// Rooms under release, until the database confirms it.
    pub(crate) releasing: BTreeSet<RoomId>,
    /// Rooms under release when the database was last asked for ours, and since then: its answer may be older.
    pub(crate) released: BTreeSet<(RoomId, Epoch)>,
    /// Rooms that are followed here.
    pub(crate) followed: BTreeSet<RoomId>,
    /// Cache of owners, by room.
    pub(crate) owners: BTreeMap<RoomId, NodeId>,
    pub(crate) searches: BTreeMap<Ticket, Search>,
    /// Claimed rooms, each with its waiting searches, and those not yet in a request to the database.
    pub(crate) claims: BTreeMap<RoomId, Vec<Ticket>>,
    pub(crate) unclaimed: BTreeSet<RoomId>,
    pub(crate) calls: BTreeMap<CallId, Call>,
    pub(crate) requests: BTreeMap<RequestId, (Purpose, Millis)>,
    next_call: u64,
    next_request: u64,
}

impl<M: Marks> Node<M> {
    /// A node that is about to start, without memory of earlier lives; `start` is a number that no other start of it
    /// has, so that answers to an earlier life are told apart. The database ends a session that was not renewed for so
    /// long.
    #[must_use]
    pub fn new(id: NodeId, start: u64, session: u64, marks: M) -> Self {
        Self {
            id,
            marks,
            start,
            now: Millis::default(),
            effects: Vec::new(),
            alarms: Alarms::default(),
            membership: Membership::Outside,
            holds: session.saturating_sub(MARGIN),
            sure: Millis::default(),
            stay: Stay::Stays,
            link: Link::Up,
            reach: Reach::Alike,
            members: Vec::new(),
            owned: BTreeMap::new(),
            tally: Tally::default(),
            unlike: 0,
            releasing: BTreeSet::new(),
            released: BTreeSet::new(),
            followed: BTreeSet::new(),
            owners: BTreeMap::new(),
            searches: BTreeMap::new(),
            claims: BTreeMap::new(),
            unclaimed: BTreeSet::new(),
            calls: BTreeMap::new(),
            requests: BTreeMap::new(),
            next_call: 0,
            next_request: 0,
        }
    }

    /// The rooms this node owns, with their epochs.
    pub fn owned(&self) -> impl Iterator<Item = (RoomId, Epoch)> {
        self.owned.iter().map(|(room, epoch)| (*room, *epoch))
    }

    /// The epoch in which this node owns a room.
    #[must_use]
    pub fn epoch_of(&self, room: RoomId) -> Option<Epoch> {
        self.owned.get(&room).copied()
    }

    pub(crate) fn ask(&mut self, purpose: Purpose, request: Request) {
        let id = RequestId(self.next_request);
        self.next_request += 1;
        let until = self.now + REQUEST;
        self.requests.insert(id, (purpose, until));
        self.alarms.set(until, Alarm::Request(id));
        self.effects.push(Effect::Ask(id, request));
    }

    /// Whether the database is asked for something of this kind.
    pub(crate) fn is_asked(&self, is: fn(&Purpose) -> bool) -> bool {
        self.requests.values().any(|(purpose, _)| is(purpose))
    }

    /// A name that no other call has.
    pub(crate) const fn new_call(&mut self) -> CallId {
        let number = self.next_call;
        self.next_call += 1;
        CallId { start: self.start, number }
    }

    /// Caches the owner of a room.
    pub(crate) fn note_owner(&mut self, room: RoomId, owner: NodeId) {
        if self.owners.len() >= OWNERS && !self.owners.contains_key(&room) {
            // Owners of followed rooms are needed for heartbeats: they stay.
            let other = self.owners.keys().find(|other| !self.followed.contains(other)).copied();
            other.map(|other| self.owners.remove(&other));
        }
        self.owners.insert(room, owner);
    }

    /// Notes a confirmed session, from the request with this time-out on.
    pub(crate) fn note_session(&mut self, until: Millis) {
        self.sure = self.sure.max(Millis(until.0 - REQUEST) + self.holds);
    }

    /// Until when the session holds for certain, if there is one. A node that slept longer waits for the database's
    /// answer: its rooms may have other owners.
    #[must_use]
    pub fn sure_until(&self) -> Option<Millis> {
        self.session().map(|_| self.sure)
    }

    /// Whether the session holds for certain.
    pub(crate) fn is_sure(&self) -> bool {
        self.sure_until().is_some_and(|until| self.now <= until)
    }

    /// The session in which this node owns its rooms.
    #[must_use]
    pub const fn session(&self) -> Option<Session> {
        match self.membership {
            Membership::Outside => None,
            Membership::Member(session) => Some(session),
        }
    }
}
