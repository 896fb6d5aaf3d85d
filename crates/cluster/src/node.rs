//! A node: what it knows, and how it asks the database.

use std::collections::{BTreeMap, BTreeSet};

use crate::alarm::{Alarm, Alarms};
use crate::database::{Request, RequestId, Tally};
use crate::effect::Effect;
use crate::id::{Epoch, Millis, NodeId, RoomId, Session, Ticket};
use crate::member::{Link, Member};
use crate::message::ErrandId;
use crate::replica::{Replica, Waiting};
use crate::table::Table;

/// How often a session is renewed. The database ends it after four times as long.
pub(crate) const RENEW: u64 = 500;
/// How long a session holds for certain once it was asked to: the database ends it after four renewals that did not come, and
/// clocks may differ a little.
const HOLDS: u64 = 4 * RENEW - 300;
/// How long the database, or an owner that is called, may take to answer.
pub(crate) const REQUEST: u64 = 1000;
/// How long the owner of a room may take to carry out a command before it is looked for anew.
pub(crate) const RETRY: u64 = 600;
/// How long a client waits before it is told to ask elsewhere.
pub(crate) const PATIENCE: u64 = 3000;
/// How often owners hear how far this node is with the rooms it follows, and say of which it lacks something.
pub(crate) const ROLL: u64 = 3000;
/// How long others must have been linked, in milliseconds, before a node that is not hands over its rooms. It is longer than a
/// session holds, so that those who are linked are there, and that a NATS that is started again, which cuts off everybody,
/// moves nothing.
pub const GRACE: u64 = 2500;
/// How long a node that leaves tries to hand over its rooms.
pub(crate) const LEAVE: u64 = 3000;
/// How many rooms without an owner a node takes at a time.
pub(crate) const ADOPT: usize = 256;
/// Of how many rooms a node remembers who has them.
const OWNERS: usize = 65_536;

/// What a request was for.
pub(crate) enum Purpose {
    Join,
    Renew(Session),
    Claim(Session, Vec<RoomId>),
    /// With what this node took for its own when it asked.
    Holdings(Session, Vec<(RoomId, Epoch)>),
    Write(RoomId),
    Read(RoomId),
    /// With what is to be said to others when it is done.
    Release(Vec<(RoomId, Epoch)>, crate::database::Rest),
}

/// How a node stands with the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Standing {
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

/// Whether a node hears as much as others do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reach {
    /// Its link is up, or nobody has one.
    Alike,
    /// Others are linked and it is not, since this moment.
    Apart(Millis),
    /// That has lasted: others have its rooms.
    CutOff,
}

/// A command of a client of this node, on its way.
pub(crate) struct Errand<T: Table> {
    pub(crate) ticket: Ticket,
    pub(crate) room: RoomId,
    pub(crate) command: T::Command,
    /// When the client is told to ask elsewhere.
    pub(crate) until: Millis,
    /// When it is tried again.
    pub(crate) retry: Millis,
}

/// A machine of the cluster, without its clock, its network and its database.
pub struct Node<T: Table> {
    pub(crate) id: NodeId,
    pub(crate) site: T::Site,
    pub(crate) start: u64,
    pub(crate) now: Millis,
    pub(crate) effects: Vec<Effect<T>>,
    pub(crate) alarms: Alarms,
    pub(crate) standing: Standing,
    /// Until when the session holds for certain.
    sure: Millis,
    pub(crate) stay: Stay,
    pub(crate) link: Link,
    pub(crate) reach: Reach,
    /// Nodes whose sessions went on when it was last asked.
    pub(crate) members: Vec<Member>,
    pub(crate) rooms: BTreeMap<RoomId, Replica<T>>,
    /// Those of them that this node owns.
    pub(crate) owned: Tally,
    /// Who has which room, as far as was heard.
    pub(crate) owners: BTreeMap<RoomId, NodeId>,
    /// Rooms that are claimed, with the commands that wait for that.
    pub(crate) claims: BTreeMap<RoomId, Vec<Waiting<T>>>,
    /// Those of them that the database is yet to be asked for.
    pub(crate) unclaimed: BTreeSet<RoomId>,
    pub(crate) errands: BTreeMap<ErrandId, Errand<T>>,
    /// Owners that were called, with the rooms, and until when they may answer.
    pub(crate) calls: BTreeMap<ErrandId, (NodeId, Vec<RoomId>, Millis)>,
    pub(crate) requests: BTreeMap<RequestId, (Purpose, Millis)>,
    next_errand: u64,
    next_request: u64,
}

impl<T: Table> Node<T> {
    /// A node that is about to start. Whatever it was before, it has forgotten; `start` is a number that no other start of
    /// it has, so that answers that were meant for an earlier one are told from its own. All its rooms are of this site.
    #[must_use]
    pub fn new(id: NodeId, start: u64, site: T::Site) -> Self {
        Self {
            id,
            site,
            start,
            now: Millis::default(),
            effects: Vec::new(),
            alarms: Alarms::default(),
            standing: Standing::Outside,
            sure: Millis::default(),
            stay: Stay::Stays,
            link: Link::Up,
            reach: Reach::Alike,
            members: Vec::new(),
            rooms: BTreeMap::new(),
            owned: Tally::default(),
            owners: BTreeMap::new(),
            claims: BTreeMap::new(),
            unclaimed: BTreeSet::new(),
            errands: BTreeMap::new(),
            calls: BTreeMap::new(),
            requests: BTreeMap::new(),
            next_errand: 0,
            next_request: 0,
        }
    }

    /// The rooms this node owns, with their epochs.
    pub fn owned(&self) -> impl Iterator<Item = (RoomId, Epoch)> {
        self.rooms.iter().filter_map(|(room, replica)| Some((*room, replica.epoch()?)))
    }

    /// The epoch in which this node owns a room.
    pub(crate) fn epoch_of(&self, room: RoomId) -> Option<Epoch> {
        self.rooms.get(&room)?.epoch()
    }

    /// A room as this node has it: the fold, and of how many written lines; of one that it owns and writes to, the fold is
    /// ahead of them.
    #[must_use]
    pub fn table(&self, room: RoomId) -> Option<(&T, u64)> {
        self.rooms.get(&room).map(|replica| (&replica.table, replica.next))
    }

    pub(crate) fn ask(&mut self, purpose: Purpose, request: Request<T::Entry>) -> RequestId {
        let id = RequestId(self.next_request);
        self.next_request += 1;
        let until = self.now + REQUEST;
        self.requests.insert(id, (purpose, until));
        self.alarms.set(until, Alarm::Request(id));
        self.effects.push(Effect::Ask(id, request));
        id
    }

    /// A name that nothing else has that other nodes answer to.
    pub(crate) const fn new_name(&mut self) -> ErrandId {
        let number = self.next_errand;
        self.next_errand += 1;
        ErrandId { start: self.start, number }
    }

    /// Remembers who has a room; not for ever.
    pub(crate) fn note_owner(&mut self, room: RoomId, owner: NodeId) {
        if self.owners.len() >= OWNERS && !self.owners.contains_key(&room) {
            // Whose those are that are followed here is asked for now and then.
            let other = self.owners.keys().find(|other| !self.rooms.contains_key(other)).copied();
            other.map(|other| self.owners.remove(&other));
        }
        self.owners.insert(room, owner);
    }

    /// The session was found to hold when that was asked, the answer to which was awaited until then.
    pub(crate) fn note_session(&mut self, until: Millis) {
        self.sure = self.sure.max(Millis(until.0 - REQUEST) + HOLDS);
    }

    /// Whether the session holds for certain.
    pub(crate) fn is_sure(&self) -> bool {
        self.session().is_some() && self.now <= self.sure
    }

    /// The session in which this node owns its rooms.
    #[must_use]
    pub const fn session(&self) -> Option<Session> {
        match self.standing {
            Standing::Outside => None,
            Standing::Member(session) => Some(session),
        }
    }
}
