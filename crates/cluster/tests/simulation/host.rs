//! A machine: its node, its clock, and the rooms that are live there.

use std::collections::BTreeMap;
use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Waker};

use cluster::{Epoch, Link, Millis, Node, NodeId, RoomId, Session, Ticket};

use crate::database::TTL;
use crate::desk::Desk;
use crate::marks::NodeMarks;
use crate::rooms::{self, Place};

/// Whether messages come to a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    Linked,
    Unlinked,
    Gone,
}

/// A room that is live on a node.
pub struct Task {
    pub number: u64,
    pub desk: Desk,
    future: Pin<Box<dyn Future<Output = ()>>>,
}

impl Task {
    /// Goes on as far as it can; says whether it has come to its end.
    pub fn goes_on(&mut self) -> bool {
        self.future.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending()
    }
}

/// A running node.
pub struct Living {
    pub node: Node<NodeMarks>,
    pub marks: NodeMarks,
    pub rooms: BTreeMap<RoomId, Task>,
    /// Its rooms, by the effects of its node.
    pub owned: BTreeMap<RoomId, Epoch>,
    /// Its session, as its rooms know it.
    session: Rc<std::cell::Cell<Option<Session>>>,
    /// Whether it has handed over its rooms, and hears only messages that are on their way already.
    pub is_deaf: bool,
    /// Pending searches for owners.
    pub searches: BTreeMap<Ticket, crate::desk::SlotId>,
    /// Rooms that wait for a confirmed session, until when.
    pub holds: Vec<(crate::desk::SlotId, Epoch, u64)>,
    next_task: u64,
    next_ticket: u64,
}

impl Living {
    fn new(id: NodeId, life: u32) -> Self {
        let marks = NodeMarks::default();
        Self {
            node: Node::new(id, life.into(), TTL, marks.clone()),
            marks,
            rooms: BTreeMap::new(),
            owned: BTreeMap::new(),
            session: Rc::default(),
            is_deaf: false,
            searches: BTreeMap::new(),
            holds: Vec::new(),
            next_task: 0,
            next_ticket: 0,
        }
    }

    pub fn note_session(&self) {
        self.session.set(self.node.session());
    }

    pub const fn new_ticket(&mut self) -> Ticket {
        self.next_ticket += 1;
        Ticket(self.next_ticket)
    }

    /// Has the room live here, if it does not yet; says whether that is new.
    pub fn wake(&mut self, node: NodeId, room: RoomId, idle: u64, now: Millis) -> bool {
        if self.rooms.contains_key(&room) {
            return false;
        }
        self.next_task += 1;
        let (desk, session) = (Desk::default(), self.session.clone());
        desk.set(now, self.node.is_cut_off());
        let place = Place { room, node, marks: self.marks.clone(), idle };
        let future = Box::pin(rooms::live(place, desk.clone(), move || session.get()));
        self.rooms.insert(room, Task { number: self.next_task, desk, future });
        true
    }
}

pub struct Host {
    pub living: Option<Living>,
    /// Counts its starts: what was meant for an earlier one is lost.
    pub life: u32,
    /// Its clock: what it showed at a moment, and how fast it goes, in thousandths.
    pub clock: (u64, u64, u64),
    /// Until when it may think wrongly that its session holds, because its clock was slow.
    slow_until: u64,
    pub asleep_until: u64,
    pub wake: Option<u64>,
    pub cuts: u32,
    /// How many things keep messages from it.
    pub unlinks: u32,
    /// Since when it can or cannot be reached by messages: it runs and is linked, or not.
    pub reach: (Reach, u64),
}

impl Host {
    pub const fn new() -> Self {
        Self {
            living: None,
            life: 0,
            clock: (0, 0, 1000),
            slow_until: 0,
            asleep_until: 0,
            wake: None,
            cuts: 0,
            unlinks: 0,
            reach: (Reach::Gone, 0),
        }
    }

    /// Begins a life.
    pub fn begin(&mut self, id: NodeId, showing: u64, now: u64) {
        self.life += 1;
        self.clock = (showing, now, 1000);
        (self.asleep_until, self.wake) = (0, None);
        self.living = Some(Living::new(id, self.life));
    }

    pub const fn link(&self) -> Link {
        if self.unlinks == 0 { Link::Up } else { Link::Down }
    }

    /// Notes whether it can be reached from now on.
    pub fn note_reach(&mut self, now: u64) {
        let reach = match (&self.living, self.link()) {
            (None, _) => Reach::Gone,
            (Some(_), Link::Up) => Reach::Linked,
            (Some(_), Link::Down) => Reach::Unlinked,
        };
        if self.reach.0 != reach {
            self.reach = (reach, now);
        }
    }

    pub fn is_cut_off(&self) -> bool {
        self.living.as_ref().is_some_and(|living| living.node.is_cut_off())
    }

    pub fn shows(&self, now: u64) -> Millis {
        let (showed, at, rate) = self.clock;
        Millis(showed + (now - at) * rate / 1000)
    }

    /// Its clock goes so fast from now on.
    pub fn set_clock(&mut self, rate: u64, now: u64) {
        if self.is_slow(now) {
            self.slow_until = now + TTL;
        }
        self.clock = (self.shows(now).0, now, rate);
    }

    /// Whether it may think for too long that its rooms are its own; it can write nothing, as ever.
    pub const fn is_slow(&self, now: u64) -> bool {
        self.clock.2 < 1000 || now < self.slow_until
    }

    /// When its clock will show this.
    pub fn moment(&self, shows: Millis, now: u64) -> u64 {
        let (showed, at, rate) = self.clock;
        let at = at + shows.0.saturating_sub(showed).saturating_mul(1000).div_ceil(rate);
        at.max(now + 1)
    }
}
