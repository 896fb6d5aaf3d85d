//! Clients, who act, and viewers, who watch and look.

use cluster::{Millis, RoomId};

use super::{Event, LONGEST, ToNode, World, Wrong};
use crate::desk::{Done, ViewerId, Visit, Why};
use crate::host::Host;
use crate::tables::{Act, Line, Played, REAL, Told, is_forgetful};

/// A client asks elsewhere after so long, if nothing can be done twice.
const CLIENT_PATIENCE: u64 = 2500;
/// How often somebody who is turned away because a room is just then somebody else's is brought to it again, and when.
const TRIES: u32 = 20;
const PAUSE: u64 = 100;

pub struct Client {
    pub room: RoomId,
    pub number: u32,
    /// Since when it waits.
    pub since: Option<u64>,
    attempt: u64,
}

impl Client {
    pub const fn new(room: RoomId) -> Self {
        Self { room, number: 0, since: None, attempt: 0 }
    }
}

pub struct Viewer {
    pub room: RoomId,
    pub node: Option<usize>,
    pub seen: u64,
    /// Under which name it watches: another one each time it comes.
    pub id: ViewerId,
}

impl Viewer {
    pub const fn new(room: RoomId, number: usize) -> Self {
        Self { room, node: None, seen: 0, id: ViewerId(number as u64) }
    }
}

/// Who it is that visits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Who {
    /// A client, by this attempt.
    Client(usize, u64),
    /// A viewer, to watch.
    Watches(ViewerId),
    /// A look, when there were so many lines.
    Looks(u64),
}

/// Somebody who visits a node.
pub struct Visitor {
    who: Who,
    pub node: usize,
    life: u32,
    room: RoomId,
    wants: Visit,
    /// When they asked, by the clock of the node.
    pub asked: Millis,
    pub tries: u32,
}

/// A real room as it is written.
pub struct Truth {
    table: Played,
    /// When a client of either seat was last not waited for.
    idle: [u64; 2],
    /// Digests by the number of lines.
    digests: Vec<(u64, u64)>,
}

impl World {
    /// A node that runs, as far as anybody can tell who knocks, and is of this kind.
    fn some_node(&mut self, is_it: fn(&Host) -> bool) -> Option<usize> {
        let runs = |host: &Host| host.living.is_some() && is_it(host);
        let running: Vec<usize> = (0..self.hosts.len()).filter(|node| runs(&self.hosts[*node])).collect();
        (!running.is_empty()).then(|| running[self.dice.below(running.len() as u64) as usize])
    }

    fn visit(&mut self, node: usize, room: RoomId, who: Who, wants: Visit) -> Result<(), Wrong> {
        let number = self.next_visit;
        self.next_visit += 1;
        let life = self.hosts[node].life;
        let visitor = Visitor { who, node, life, room, wants, asked: Millis::default(), tries: 0 };
        self.visits.insert(number, visitor);
        self.put(node, life, ToNode::Visit { room, number, wants, asked: None, tries: 0 })
    }

    /// A client does what it does next, or again.
    pub(super) fn ask(&mut self, number: usize) -> Result<(), Wrong> {
        let client = &mut self.clients[number];
        if client.number >= self.plan.acts {
            return Ok(());
        }
        client.since.get_or_insert(self.now);
        client.attempt += 1;
        let (attempt, room) = (client.attempt, client.room);
        let act = Act { client: number as u32, number: client.number + 1 };
        let Some(node) = self.some_node(|_| true) else {
            self.at(self.now + 200, Event::Ask { client: number });
            return Ok(());
        };
        if !is_forgetful(room) {
            self.at(self.now + CLIENT_PATIENCE, Event::Hurry { client: number, attempt });
        }
        self.visit(node, room, Who::Client(number, attempt), Visit::Act(act))
    }

    /// A client that still waits by this attempt asks elsewhere.
    pub(super) fn hurry(&mut self, number: usize, attempt: u64) -> Result<(), Wrong> {
        let client = &self.clients[number];
        if client.attempt == attempt && client.since.is_some() { self.ask(number) } else { Ok(()) }
    }

    /// Somebody has their answer, or is brought to the room once more.
    pub(super) fn answered(&mut self, number: u64, done: Result<Done, Why>) -> Result<(), Wrong> {
        let Some(visitor) = self.visits.get(&number) else {
            return Err(format!("visit {number} was answered twice"));
        };
        if done == Err(Why::Lost) && visitor.tries < TRIES {
            let (room, wants, asked) = (visitor.room, visitor.wants, Some(visitor.asked));
            let (node, life, tries) = (visitor.node, visitor.life, visitor.tries + 1);
            self.soon(PAUSE, node, life, ToNode::Visit { room, number, wants, asked, tries });
            return Ok(());
        }
        let Some(Visitor { who, room, node, .. }) = self.visits.remove(&number) else { return Ok(()) };
        match (who, done) {
            (Who::Client(client, attempt), done) => self.client_hears(client, attempt, done),
            (Who::Watches(_), Ok(_)) => Ok(()),
            (Who::Watches(viewer), Err(_)) => {
                self.comes_back(viewer);
                Ok(())
            }
            (Who::Looks(lines), Ok(Done::Seen(seen))) => {
                self.counts.looks += 1;
                let is_slow = |host: &Host| host.is_slow(self.now);
                if seen < lines && !self.hosts.iter().any(is_slow) {
                    return Err(format!(
                        "node {node} shows {seen} lines of {room:?} to somebody who asked when there were {lines}"
                    ));
                }
                Ok(())
            }
            (Who::Looks(_), _) => Ok(()),
        }
    }

    fn client_hears(&mut self, number: usize, attempt: u64, done: Result<Done, Why>) -> Result<(), Wrong> {
        let client = &mut self.clients[number];
        let act = Act { client: number as u32, number: client.number + 1 };
        if client.attempt != attempt || client.since.is_none() {
            return Ok(());
        }
        match done {
            Err(Why::Unsure) if is_forgetful(client.room) => self.counts.unsure += 1,
            Err(Why::Lost | Why::Unreachable | Why::Unsure) => {
                let wait = self.dice.between(20, 200);
                client.attempt += 1;
                self.at(self.now + wait, Event::Ask { client: number });
                return Ok(());
            }
            Ok(Done::Acted(Told::Passed)) => {
                let (room, since) = (client.room, client.since.unwrap_or(0));
                self.look_at_truth(room);
                if self.truth[&room].idle[number % 2] < since {
                    return Err(format!(
                        "client {number} of {room:?} was refused what was right all the time"
                    ));
                }
            }
            Ok(Done::Acted(Told::Landed) | Done::Seen(_)) => {
                if !self.database.acts.contains_key(&act) {
                    return Err(format!("{act:?} was acknowledged before it was written"));
                }
                self.acknowledged.insert(act);
                self.counts.acknowledged += 1;
            }
        }
        self.moves_on(number);
        Ok(())
    }

    /// Folds the written lines of a real room, and notes the seats it does not wait for now.
    pub(super) fn look_at_truth(&mut self, room: RoomId) {
        // Clients of real rooms come after those of all counters, two of each.
        let first = (self.plan.rooms + 2 * (room.0 - REAL)) as u32;
        let now = self.now;
        let truth = self.truth.entry(room).or_insert_with(|| {
            let table = Played::open(room);
            Truth { digests: vec![table.digest()], table, idle: [now; 2] }
        });
        truth.note(first, now);
        for line in &self.database.lines(room)[truth.digests.len() - 1..] {
            truth.table.fold(line);
            truth.digests.push(truth.table.digest());
        }
        truth.note(first, now);
    }

    /// Law: a node's fold of a real room equals its journal.
    pub(super) fn is_as_written(
        &mut self,
        room: RoomId,
        lines: u64,
        digest: (u64, u64),
    ) -> Result<(), Wrong> {
        self.look_at_truth(room);
        match self.truth[&room].digests.get(lines as usize) {
            Some(written) if *written == digest => Ok(()),
            Some(_) => Err(format!("{room:?} was folded otherwise")),
            None => Err(format!("{lines} lines of {room:?} were folded that are not there")),
        }
    }

    /// A client has its answer, and asks for the next thing after a while.
    fn moves_on(&mut self, number: usize) {
        let gap = self.gap();
        let client = &mut self.clients[number];
        let waited = self.now - client.since.take().unwrap_or(self.now);
        self.counts.longest_wait = self.counts.longest_wait.max(waited);
        client.number += 1;
        client.attempt += 1;
        let next = self.dice.between(gap / 2, gap);
        self.at(self.now + next, Event::Ask { client: number });
    }

    pub(super) fn attach(&mut self, number: usize) -> Result<(), Wrong> {
        if self.viewers[number].node.is_some() {
            return Ok(());
        }
        // A node that is cut off says so, and gets no visitors.
        let Some(node) = self.some_node(is_open) else {
            self.at(self.now + 300, Event::Attach { viewer: number });
            return Ok(());
        };
        let viewers = self.viewers.len() as u64;
        let viewer = &mut self.viewers[number];
        (viewer.node, viewer.id) = (Some(node), ViewerId(viewer.id.0 + viewers));
        let (id, room, wants) = (viewer.id, viewer.room, Visit::Watch(viewer.id, viewer.seen));
        self.visit(node, room, Who::Watches(id), wants)
    }

    /// A viewer looks through any node at the room as it is.
    pub(super) fn look(&mut self, number: usize) -> Result<(), Wrong> {
        // Of very many each looks less often.
        let next = self.dice.between(500, 3000) * (self.plan.viewers / 400).max(1);
        if self.now < self.plan.faults.1 + LONGEST {
            self.at(self.now + next, Event::Look { viewer: number });
        }
        let room = self.viewers[number].room;
        let lines = self.database.lines(room).len() as u64;
        match self.some_node(is_open) {
            Some(node) => self.visit(node, room, Who::Looks(lines), Visit::Look),
            None => Ok(()),
        }
    }

    /// Law: a viewer sees the written lines in order, and nothing else.
    pub(super) fn tell(
        &mut self,
        node: usize,
        viewer: ViewerId,
        room: RoomId,
        first: u64,
        lines: &[Line],
    ) -> Result<(), Wrong> {
        let number = viewer.0 as usize % self.viewers.len();
        let seen = &mut self.viewers[number];
        if seen.node != Some(node) || seen.id != viewer {
            return Ok(());
        }
        if seen.room != room || seen.seen != first {
            return Err(format!("{viewer:?} is shown line {first} of {room:?} after {}", seen.seen));
        }
        let end = first + lines.len() as u64;
        let written = self.database.lines(room).get(first as usize..end as usize);
        if written != Some(lines) {
            return Err(format!("{viewer:?} is shown lines {first} to {end} of {room:?} that are not there"));
        }
        seen.seen = end;
        self.counts.told += lines.len() as u64;
        Ok(())
    }

    /// Somebody is no longer shown anything, and comes back through any node.
    pub(super) fn comes_back(&mut self, viewer: ViewerId) {
        let number = viewer.0 as usize % self.viewers.len();
        if self.viewers[number].id == viewer && self.viewers[number].node.take().is_some() {
            let wait = self.dice.between(20, 300);
            self.at(self.now + wait, Event::Attach { viewer: number });
        }
    }

    /// Watchers through this node come back through another; gives who they are.
    pub(super) fn send_viewers_elsewhere(&mut self, node: usize) -> Vec<usize> {
        let viewers: Vec<usize> =
            (0..self.viewers.len()).filter(|viewer| self.viewers[*viewer].node == Some(node)).collect();
        for viewer in &viewers {
            self.comes_back(self.viewers[*viewer].id);
        }
        viewers
    }

    /// A broken connection: waiting clients retry elsewhere, except where the request may have been done already.
    pub(super) fn break_connections(&mut self, node: usize) {
        let waiting: Vec<Who> =
            self.visits.values().filter(|visitor| visitor.node == node).map(|visitor| visitor.who).collect();
        self.visits.retain(|_, visitor| visitor.node != node);
        for who in waiting {
            let Who::Client(number, attempt) = who else { continue };
            let client = &self.clients[number];
            if client.attempt != attempt || client.since.is_none() {
            } else if is_forgetful(client.room) {
                self.counts.unsure += 1;
                self.moves_on(number);
            } else {
                let wait = self.dice.between(5, 50);
                self.at(self.now + wait, Event::Hurry { client: number, attempt });
            }
        }
    }
}

/// Whether visitors are brought to a node.
fn is_open(host: &Host) -> bool {
    !host.is_cut_off()
}

impl Truth {
    fn note(&mut self, first: u32, now: u64) {
        for client in [first, first + 1] {
            if !self.table.awaits(client) {
                self.idle[client as usize % 2] = now;
            }
        }
    }
}
