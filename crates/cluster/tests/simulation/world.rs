//! Nodes, a database, a network, clients and viewers, all of them virtual, in one virtual time.

mod laws;

use std::collections::{BTreeMap, BTreeSet, BinaryHeap, VecDeque};

use cluster::{
    Effect, Epoch, Input, Link, Message, Millis, Node, NodeId, Outcome, Request, RequestId, RoomId, Ticket,
    ViewerId,
};

use crate::database::Database;
use crate::dice::Dice;
use crate::plan::{Kinds, Plan, Planted, Trouble};
use crate::tables::{Act, FORGETFUL, Line, Played, REAL, Told};

/// A client asks elsewhere after so long.
const CLIENT_PATIENCE: u64 = 2500;
/// Nobody may wait longer than this when nothing goes wrong any more.
pub const LONGEST: u64 = 10_000;
/// How often it is looked who can be reached.
const LOOK: u64 = 50;

/// What happens at a moment.
enum Event {
    ToNode { node: usize, life: u32, input: Input<Played> },
    ToDatabase { node: usize, life: u32, id: RequestId, request: Request<Line> },
    Wake { node: usize, life: u32, at: u64 },
    Ask { client: usize },
    Hurry { client: usize, attempt: u64 },
    Attach { viewer: usize },
    Trouble(Trouble),
    Start { node: usize },
    Heal(Healing),
}

/// What ends by itself.
enum Healing {
    Partition(u64),
    Cut(usize),
    Link(Vec<usize>),
    Loss(u64),
}

/// Whether messages come to a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reach {
    Linked,
    Unlinked,
    Gone,
}

struct Host {
    node: Option<Node<Played>>,
    /// Counts its starts: what was meant for an earlier one is lost.
    life: u32,
    /// Its clock: what it showed at a moment, and how fast it goes, in thousandths.
    clock: (u64, u64, u64),
    asleep_until: u64,
    wake: Option<u64>,
    cuts: u32,
    /// How many things keep messages from it.
    unlinks: u32,
    /// Since when it can or cannot be reached by messages: it runs and is linked, or not.
    reach: (Reach, u64),
    /// What it was told to own and not to have lost.
    owned: BTreeMap<RoomId, Epoch>,
}

impl Host {
    fn link(&self) -> Link {
        if self.unlinks == 0 { Link::Up } else { Link::Down }
    }

    /// Notes whether it can be reached from now on.
    fn note_reach(&mut self, now: u64) {
        let reach = match (&self.node, self.link()) {
            (None, _) => Reach::Gone,
            (Some(_), Link::Up) => Reach::Linked,
            (Some(_), Link::Down) => Reach::Unlinked,
        };
        if self.reach.0 != reach {
            self.reach = (reach, now);
        }
    }

    fn is_cut_off(&self) -> bool {
        self.node.as_ref().is_some_and(Node::is_cut_off)
    }

    fn shows(&self, now: u64) -> Millis {
        let (showed, at, rate) = self.clock;
        Millis(showed + (now - at) * rate / 1000)
    }

    /// When its clock will show this.
    fn moment(&self, shows: Millis, now: u64) -> u64 {
        let (showed, at, rate) = self.clock;
        let at = at + shows.0.saturating_sub(showed).saturating_mul(1000).div_ceil(rate);
        at.max(now + 1)
    }
}

struct Client {
    room: RoomId,
    number: u32,
    /// Since when it waits.
    since: Option<u64>,
    attempt: u64,
}

struct Viewer {
    room: RoomId,
    node: Option<usize>,
    seen: u64,
    /// Under which name it watches: another one each time it comes.
    id: ViewerId,
}

/// A real room as it is written.
struct Truth {
    table: Played,
    /// When a client of either seat was last not waited for.
    idle: [u64; 2],
    folded: usize,
}

/// What came of a simulation.
#[derive(Debug, Clone, Default)]
pub struct Counts {
    pub acknowledged: u64,
    pub lines: u64,
    pub told: u64,
    pub messages: u64,
    pub lost: u64,
    pub crashes: u64,
    pub sleeps: u64,
    pub partitions: u64,
    pub cuts: u64,
    pub unlinks: u64,
    pub leaves: u64,
    pub fenced: u64,
    pub longest_wait: u64,
    /// The longest wait while some node could be reached, where that is looked at.
    pub longest_served: u64,
    pub ended: u64,
}

pub struct World {
    plan: Plan,
    pub now: u64,
    dice: Dice,
    events: BinaryHeap<std::cmp::Reverse<(u64, u64)>>,
    what: BTreeMap<u64, Event>,
    next_event: u64,
    hosts: Vec<Host>,
    pub database: Database,
    follows: BTreeMap<RoomId, BTreeSet<usize>>,
    /// Which side of which partition each node is on.
    partitions: BTreeMap<u64, BTreeSet<usize>>,
    losses: BTreeMap<u64, u64>,
    /// Since when there has always been a node that can be reached, if there is one.
    served: Option<u64>,
    /// Since when rooms that need an owner have none.
    ownerless: BTreeMap<RoomId, u64>,
    /// Since when rooms have had the owner they have.
    owned_since: BTreeMap<RoomId, (NodeId, u64)>,
    clients: Vec<Client>,
    viewers: Vec<Viewer>,
    /// Who waits for which answer of which node.
    tickets: BTreeMap<(usize, u32, Ticket), (usize, u64)>,
    next_ticket: u64,
    next_trouble: u64,
    /// The real rooms as they are written, and since when each of their two clients is waited for, or is not.
    truth: BTreeMap<RoomId, Truth>,
    /// Acts that a client was told are done.
    acknowledged: BTreeSet<Act>,
    /// How many lines of a room a node was kept from hearing of, where gaps are hidden.
    hidden: BTreeMap<(usize, RoomId), u64>,
    /// Moments of lines, of rooms that are watched.
    written_at: BTreeMap<RoomId, VecDeque<(u64, u64)>>,
    pub counts: Counts,
}

/// What is wrong.
pub type Wrong = String;

impl World {
    pub fn new(plan: Plan) -> Self {
        let mut dice = Dice::new(plan.seed);
        let host = |_| Host {
            node: None,
            life: 0,
            clock: (0, 0, 1000),
            asleep_until: 0,
            wake: None,
            cuts: 0,
            unlinks: 0,
            reach: (Reach::Gone, 0),
            owned: BTreeMap::new(),
        };
        let mut world = Self {
            now: 0,
            events: BinaryHeap::new(),
            what: BTreeMap::new(),
            next_event: 0,
            hosts: (0..plan.nodes).map(host).collect(),
            database: Database::new(plan.planted.fence()),
            follows: BTreeMap::new(),
            partitions: BTreeMap::new(),
            losses: BTreeMap::new(),
            served: None,
            ownerless: BTreeMap::new(),
            owned_since: BTreeMap::new(),
            clients: Vec::new(),
            viewers: Vec::new(),
            tickets: BTreeMap::new(),
            next_ticket: 0,
            next_trouble: 0,
            truth: BTreeMap::new(),
            acknowledged: BTreeSet::new(),
            hidden: BTreeMap::new(),
            written_at: BTreeMap::new(),
            counts: Counts::default(),
            dice: dice.clone(),
            plan,
        };
        let first = if world.plan.planted == Planted::DoneTwice { FORGETFUL } else { 0 };
        let counters = (0..world.plan.rooms).map(|room| RoomId(first + room));
        let real = (0..world.plan.real).flat_map(|room| [RoomId(REAL + room); 2]);
        let client = |room| Client { room, number: 0, since: None, attempt: 0 };
        world.clients = counters.chain(real).map(client).collect();
        for node in 0..world.plan.nodes {
            world.at(dice.below(300), Event::Start { node });
        }
        // Clients act over the whole time of the faults, so that these meet something.
        let gap = (world.plan.faults.1 / u64::from(world.plan.acts)).max(200);
        for client in 0..world.clients.len() {
            world.at(400 + dice.below(gap), Event::Ask { client });
        }
        for viewer in 0..world.plan.viewers as usize {
            let room = world.clients[dice.below(world.clients.len() as u64) as usize].room;
            world.viewers.push(Viewer { room, node: None, seen: 0, id: ViewerId(viewer as u64) });
            world.written_at.entry(room).or_default();
            world.at(400 + dice.below(4000), Event::Attach { viewer });
        }
        for (at, trouble) in world.plan.clone().troubles(&mut dice) {
            world.at(at, Event::Trouble(trouble));
        }
        world.dice = dice;
        world
    }

    fn at(&mut self, at: u64, event: Event) {
        let number = self.next_event;
        self.next_event += 1;
        self.events.push(std::cmp::Reverse((at.max(self.now), number)));
        self.what.insert(number, event);
    }

    /// Goes on until this moment.
    pub fn run_until(&mut self, end: u64) -> Result<(), Wrong> {
        while let Some(&std::cmp::Reverse((at, number))) = self.events.peek() {
            if at > end {
                break;
            }
            self.events.pop();
            self.now = at;
            let event = self.what.remove(&number).unwrap();
            self.happens(event)?;
            if let Some(wrong) = &self.database.wrong {
                return Err(wrong.clone());
            }
        }
        self.now = end;
        Ok(())
    }

    /// Goes on until all is done, and looks whether the laws held.
    pub fn run(&mut self) -> Result<Counts, Wrong> {
        let faults = self.plan.faults.1;
        let last = faults + 400_000;
        while self.plan.kinds == Kinds::Reach && self.now < faults {
            self.run_until(self.now + LOOK)?;
            self.everybody_is_served()?;
        }
        self.run_until(self.now.max(faults))?;
        while !self.is_done() {
            if self.now > last {
                return Err("clients never come to their ends".to_owned());
            }
            self.run_until(self.now + 500)?;
            self.nobody_waits_long(faults)?;
        }
        // Whoever watches must have seen all of it before long.
        self.run_until(self.now + LONGEST)?;
        self.nobody_waits_long(faults)?;
        self.judge()?;
        self.counts.lines = self.database.writes;
        self.counts.fenced = self.database.fenced;
        self.counts.ended = self.now;
        Ok(self.counts.clone())
    }

    fn is_done(&self) -> bool {
        self.clients.iter().all(|client| client.number >= self.plan.acts)
    }

    fn happens(&mut self, event: Event) -> Result<(), Wrong> {
        match event {
            Event::ToNode { node, life, input } => self.put(node, life, input)?,
            Event::ToDatabase { node, life, id, request } => self.ask_database(node, life, id, request),
            Event::Wake { node, life, at } => {
                if self.hosts[node].life == life && self.hosts[node].wake == Some(at) {
                    self.hosts[node].wake = None;
                    self.put(node, life, Input::Time)?;
                }
            }
            Event::Ask { client } => self.ask(client)?,
            Event::Hurry { client, attempt } => {
                if self.clients[client].attempt == attempt && self.clients[client].since.is_some() {
                    self.ask(client)?;
                }
            }
            Event::Attach { viewer } => self.attach(viewer)?,
            Event::Trouble(trouble) => self.trouble(trouble)?,
            Event::Start { node } => self.start(node)?,
            Event::Heal(Healing::Partition(number)) => drop(self.partitions.remove(&number)),
            Event::Heal(Healing::Cut(node)) => self.hosts[node].cuts -= 1,
            Event::Heal(Healing::Link(nodes)) => {
                for node in nodes {
                    self.hosts[node].unlinks -= 1;
                    self.tell_link(node)?;
                }
            }
            Event::Heal(Healing::Loss(number)) => drop(self.losses.remove(&number)),
        }
        Ok(())
    }

    fn put(&mut self, node: usize, life: u32, input: Input<Played>) -> Result<(), Wrong> {
        let host = &mut self.hosts[node];
        if host.life != life || host.node.is_none() {
            return Ok(());
        }
        if host.asleep_until > self.now {
            let until = host.asleep_until;
            self.at(until, Event::ToNode { node, life, input });
            return Ok(());
        }
        // How it is with its link is told as it is now.
        let input = if matches!(input, Input::Link(_)) { Input::Link(host.link()) } else { input };
        let shows = host.shows(self.now);
        let effects = host.node.as_mut().unwrap().apply(shows, input);
        for effect in effects {
            self.carry_out(node, life, effect)?;
        }
        // A node that hears nothing of others lets its viewers go.
        if self.hosts[node].is_cut_off() {
            for viewer in self.send_viewers_elsewhere(node) {
                let Viewer { room, id, .. } = self.viewers[viewer];
                self.put(node, life, Input::Unwatch { viewer: id, room })?;
            }
        }
        Ok(())
    }

    fn carry_out(&mut self, node: usize, life: u32, effect: Effect<Played>) -> Result<(), Wrong> {
        match effect {
            Effect::Ask(id, request) => {
                if let (Planted::EarlyAnswer, Request::Write { entries, .. }) = (self.plan.planted, &request)
                {
                    // The fault: whoever acted is told at once.
                    let acts: Vec<Act> = entries.iter().filter_map(|line| line.act).collect();
                    for act in acts {
                        let client = &self.clients[act.client as usize];
                        if client.number + 1 == act.number && client.since.is_some() {
                            self.acknowledged.insert(act);
                            self.go_on(act.client as usize);
                        }
                    }
                }
                if self.hosts[node].cuts == 0 && !self.is_lost() {
                    let delay = self.delay();
                    self.at(self.now + delay, Event::ToDatabase { node, life, id, request });
                }
            }
            Effect::Send(to, message) => self.send(node, to.0 as usize, message),
            Effect::Publish { room, first, entries } => {
                if let Some(moments) = self.written_at.get_mut(&room) {
                    moments.extend((0..entries.len() as u64).map(|line| (first + line, self.now)));
                    while moments.len() > 400 {
                        moments.pop_front();
                    }
                }
                let followers: Vec<usize> = self.follows.get(&room).into_iter().flatten().copied().collect();
                for to in followers.into_iter().filter(|to| *to != node) {
                    self.publish(node, to, room, first, entries.clone());
                }
            }
            Effect::Follow(room) => drop(self.follows.entry(room).or_default().insert(node)),
            Effect::Unfollow(room) => {
                if let Some(nodes) = self.follows.get_mut(&room) {
                    nodes.remove(&node);
                }
            }
            Effect::Answer(ticket, outcome) => {
                if self.plan.planted == Planted::AnsweredTwice {
                    // The fault: it is said once more.
                    self.answered(node, life, ticket, outcome.clone())?;
                }
                self.answered(node, life, ticket, outcome)?;
            }
            Effect::Tell { viewer, room, first, entries } => {
                self.tell(node, viewer, room, first, &entries)?
            }
            // What it lacks it has asked the database for.
            Effect::Behind(_) => {}
            Effect::Owned(room, epoch) => drop(self.hosts[node].owned.insert(room, epoch)),
            Effect::Lost(room, epoch) => {
                if self.hosts[node].owned.remove(&room) != Some(epoch) {
                    return Err(format!("node {node} lost {room:?}, which it did not own in {epoch:?}"));
                }
            }
            Effect::WakeAt(shows) => {
                let at = self.hosts[node].moment(shows, self.now);
                if self.hosts[node].wake.is_none_or(|wake| wake > at || wake < self.now) {
                    self.hosts[node].wake = Some(at);
                    self.at(at, Event::Wake { node, life, at });
                }
            }
            Effect::Gone => {
                self.end(node);
                let back = self.dice.between(50, 500);
                self.at(self.now + back, Event::Start { node });
            }
        }
        Ok(())
    }

    /// How long anything is on its way; now and then for long.
    fn delay(&mut self) -> u64 {
        if self.plan.kinds == Kinds::All && self.now < self.plan.faults.1 && self.dice.happens(15) {
            self.dice.between(100, 2500)
        } else {
            self.dice.between(1, 12)
        }
    }

    fn is_lost(&mut self) -> bool {
        let of_thousand = self.losses.values().copied().max().unwrap_or(0);
        let is_lost = self.dice.happens(of_thousand);
        self.counts.lost += u64::from(is_lost);
        is_lost
    }

    fn are_apart(&self, a: usize, b: usize) -> bool {
        self.partitions.values().any(|nodes| nodes.contains(&a) != nodes.contains(&b))
    }

    fn send(&mut self, from: usize, to: usize, mut message: Message<Played>) {
        self.counts.messages += 1;
        if let (Planted::NoRoll, Message::RollAnswer { behind, .. }) = (self.plan.planted, &mut message) {
            // The fault: nobody is said to lack anything.
            behind.clear();
        }
        let is_lost = self.is_lost();
        let is_linked = |node: usize| self.hosts[node].link() == Link::Up;
        if is_lost || to >= self.hosts.len() || self.are_apart(from, to) || !is_linked(from) || !is_linked(to)
        {
            return;
        }
        // Now and then one comes twice while things go wrong.
        let times = if self.now < self.plan.faults.1 && self.dice.happens(10) { 2 } else { 1 };
        for _ in 0..times {
            let (delay, life) = (self.delay(), self.hosts[to].life);
            let input = Input::Message(NodeId(from as u32), message.clone());
            self.at(self.now + delay, Event::ToNode { node: to, life, input });
        }
    }

    fn publish(&mut self, from: usize, to: usize, room: RoomId, first: u64, entries: Vec<Line>) {
        let is_lost = self.dice.happens(self.plan.unheard);
        // The fault: what is lost is hidden, for what comes after it gets its numbers.
        let hidden = self.hidden.entry((to, room)).or_default();
        if is_lost && self.plan.planted == Planted::LostGap {
            *hidden += entries.len() as u64;
        }
        let first = first.saturating_sub(*hidden);
        if !is_lost {
            self.send(from, to, Message::Entries { room, first, entries });
        }
    }

    fn ask_database(&mut self, node: usize, life: u32, id: RequestId, request: Request<Line>) {
        let written = if let Request::Write { room, .. } = &request { Some(*room) } else { None };
        let written = written.filter(|room| (REAL..FORGETFUL).contains(&room.0));
        let answer = self.database.answer(self.now, request);
        if let Some(room) = written {
            self.look_at_truth(room);
        }
        if self.hosts[node].cuts == 0 && !self.is_lost() {
            let delay = self.delay();
            self.at(self.now + delay, Event::ToNode { node, life, input: Input::Database(id, answer) });
        }
    }

    /// A node that runs, as far as anybody can tell who knocks, and is of this kind.
    fn some_node(&mut self, is_it: fn(&Host) -> bool) -> Option<usize> {
        let runs = |host: &Host| host.node.is_some() && is_it(host);
        let running: Vec<usize> = (0..self.hosts.len()).filter(|node| runs(&self.hosts[*node])).collect();
        (!running.is_empty()).then(|| running[self.dice.below(running.len() as u64) as usize])
    }

    fn ask(&mut self, number: usize) -> Result<(), Wrong> {
        let client = &mut self.clients[number];
        if client.number >= self.plan.acts {
            return Ok(());
        }
        client.since.get_or_insert(self.now);
        client.attempt += 1;
        let (attempt, room) = (client.attempt, client.room);
        let act = Act { client: number as u32, number: client.number + 1 };
        self.at(self.now + CLIENT_PATIENCE, Event::Hurry { client: number, attempt });
        let Some(node) = self.some_node(|_| true) else { return Ok(()) };
        let ticket = Ticket(self.next_ticket);
        self.next_ticket += 1;
        let life = self.hosts[node].life;
        self.tickets.insert((node, life, ticket), (number, attempt));
        self.put(node, life, Input::Command { ticket, room, command: act })
    }

    fn answered(
        &mut self,
        node: usize,
        life: u32,
        ticket: Ticket,
        outcome: Outcome<Told>,
    ) -> Result<(), Wrong> {
        let Some((number, attempt)) = self.tickets.remove(&(node, life, ticket)) else {
            return Err(format!("node {node} answered {ticket:?} twice"));
        };
        let client = &mut self.clients[number];
        let act = Act { client: number as u32, number: client.number + 1 };
        if client.attempt != attempt || client.since.is_none() {
            return Ok(());
        }
        match outcome {
            Outcome::Unavailable => {
                let wait = self.dice.between(20, 200);
                client.attempt += 1;
                self.at(self.now + wait, Event::Ask { client: number });
                return Ok(());
            }
            Outcome::Done(Told::Passed) => {
                let (room, since) = (client.room, client.since.unwrap_or(0));
                self.look_at_truth(room);
                if self.truth[&room].idle[number % 2] < since {
                    return Err(format!(
                        "client {number} of {room:?} was refused what was right all the time"
                    ));
                }
            }
            Outcome::Done(Told::Landed) => {
                if !self.database.acts.contains_key(&act) {
                    return Err(format!("{act:?} was acknowledged before it was written"));
                }
                self.acknowledged.insert(act);
                self.counts.acknowledged += 1;
            }
        }
        self.go_on(number);
        Ok(())
    }

    /// Folds what is written of a real room, and notes who is not waited for now.
    fn look_at_truth(&mut self, room: RoomId) {
        let first = self.clients.iter().position(|client| client.room == room).unwrap_or(0) as u32;
        let truth = self.truth.entry(room).or_insert_with(|| Truth {
            table: <Played as cluster::Table>::open(&(), room),
            idle: [self.now; 2],
            folded: 0,
        });
        let lines = self.database.lines(room);
        for client in [first, first + 1] {
            if !truth.table.awaits(client) {
                truth.idle[client as usize % 2] = self.now;
            }
        }
        for line in &lines[truth.folded..] {
            cluster::Table::fold(&mut truth.table, line);
        }
        truth.folded = lines.len();
        for client in [first, first + 1] {
            if !truth.table.awaits(client) {
                truth.idle[client as usize % 2] = self.now;
            }
        }
    }

    /// A client has its answer, and asks for the next thing after a while.
    fn go_on(&mut self, number: usize) {
        let client = &mut self.clients[number];
        let waited = self.now - client.since.take().unwrap_or(self.now);
        self.counts.longest_wait = self.counts.longest_wait.max(waited);
        client.number += 1;
        let gap = (self.plan.faults.1 / u64::from(self.plan.acts)).max(200);
        let next = self.dice.between(gap / 2, gap);
        self.at(self.now + next, Event::Ask { client: number });
    }

    fn attach(&mut self, number: usize) -> Result<(), Wrong> {
        if self.viewers[number].node.is_some() {
            return Ok(());
        }
        // A node that is cut off says so, and nobody is brought to it.
        let Some(node) = self.some_node(|host| !host.is_cut_off()) else {
            self.at(self.now + 300, Event::Attach { viewer: number });
            return Ok(());
        };
        let viewers = self.viewers.len() as u64;
        let viewer = &mut self.viewers[number];
        (viewer.node, viewer.id) = (Some(node), ViewerId(viewer.id.0 + viewers));
        let input = Input::Watch { viewer: viewer.id, room: viewer.room, from: viewer.seen };
        self.put(node, self.hosts[node].life, input)
    }

    /// A viewer sees what is written, line after line, and nothing else.
    fn tell(
        &mut self,
        node: usize,
        viewer: ViewerId,
        room: RoomId,
        first: u64,
        entries: &[Line],
    ) -> Result<(), Wrong> {
        let number = viewer.0 as usize % self.viewers.len();
        let seen = &mut self.viewers[number];
        if seen.node != Some(node) || seen.id != viewer {
            return Ok(());
        }
        if seen.room != room || seen.seen != first {
            return Err(format!("{viewer:?} is shown line {first} of {room:?} after {}", seen.seen));
        }
        let end = first + entries.len() as u64;
        let written = self.database.lines(room).get(first as usize..end as usize);
        if written != Some(entries) {
            return Err(format!("{viewer:?} is shown lines {first} to {end} of {room:?} that are not there"));
        }
        seen.seen = end;
        self.counts.told += entries.len() as u64;
        Ok(())
    }

    fn start(&mut self, node: usize) -> Result<(), Wrong> {
        let (now, host) = (self.now, &mut self.hosts[node]);
        if host.node.is_some() {
            return Ok(());
        }
        host.life += 1;
        host.clock = (self.dice.below(1_000_000), now, 1000);
        (host.asleep_until, host.wake) = (0, None);
        host.node = Some(Node::new(NodeId(node as u32), host.life.into(), ()));
        let life = host.life;
        self.put(node, life, Input::Start)?;
        self.tell_link(node)
    }

    /// A node hears whether it is linked.
    fn tell_link(&mut self, node: usize) -> Result<(), Wrong> {
        self.hosts[node].note_reach(self.now);
        // The fault: it does not.
        if self.plan.planted == Planted::KeepsRooms {
            return Ok(());
        }
        let host = &self.hosts[node];
        self.put(node, host.life, Input::Link(host.link()))
    }

    /// Whoever watches through this node comes back through another; gives who that is.
    fn send_viewers_elsewhere(&mut self, node: usize) -> Vec<usize> {
        let viewers: Vec<usize> =
            (0..self.viewers.len()).filter(|viewer| self.viewers[*viewer].node == Some(node)).collect();
        for viewer in viewers.iter().copied() {
            self.viewers[viewer].node = None;
            let wait = self.dice.between(20, 300);
            self.at(self.now + wait, Event::Attach { viewer });
        }
        viewers
    }

    /// The node is no more; those who were there go elsewhere.
    fn end(&mut self, node: usize) {
        if self.hosts[node].node.take().is_none() {
            return;
        }
        self.hosts[node].life += 1;
        self.hosts[node].note_reach(self.now);
        self.hosts[node].owned.clear();
        for nodes in self.follows.values_mut() {
            nodes.remove(&node);
        }
        self.hidden.retain(|(at, _), _| *at != node);
        self.send_viewers_elsewhere(node);
        // A connection that breaks is noticed: whoever waited asks elsewhere.
        let waiting: Vec<(usize, u64)> =
            self.tickets.iter().filter(|((at, ..), _)| *at == node).map(|(_, who)| *who).collect();
        self.tickets.retain(|(at, ..), _| *at != node);
        for (client, attempt) in waiting {
            let wait = self.dice.between(5, 50);
            self.at(self.now + wait, Event::Hurry { client, attempt });
        }
    }

    pub fn trouble(&mut self, trouble: Trouble) -> Result<(), Wrong> {
        let number = self.next_trouble;
        self.next_trouble += 1;
        match trouble {
            Trouble::Crash { node, back } => {
                self.counts.crashes += 1;
                self.end(node);
                self.at(self.now + back, Event::Start { node });
            }
            Trouble::Sleep { node, length } => {
                self.counts.sleeps += 1;
                let host = &mut self.hosts[node];
                host.asleep_until = host.asleep_until.max(self.now + length);
                let life = host.life;
                self.at(self.now + length, Event::ToNode { node, life, input: Input::Time });
            }
            Trouble::Partition { nodes, length } => {
                self.counts.partitions += 1;
                self.partitions.insert(number, nodes.into_iter().collect());
                self.at(self.now + length, Event::Heal(Healing::Partition(number)));
            }
            Trouble::Cut { node, length } => {
                self.counts.cuts += 1;
                self.hosts[node].cuts += 1;
                self.at(self.now + length, Event::Heal(Healing::Cut(node)));
            }
            Trouble::Unlink { nodes, length } => {
                self.counts.unlinks += 1;
                for node in &nodes {
                    self.hosts[*node].unlinks += 1;
                    self.tell_link(*node)?;
                }
                self.at(self.now + length, Event::Heal(Healing::Link(nodes)));
            }
            Trouble::Clock { node, rate } => {
                let shows = self.hosts[node].shows(self.now);
                self.hosts[node].clock = (shows.0, self.now, rate);
                let life = self.hosts[node].life;
                self.at(self.now, Event::ToNode { node, life, input: Input::Time });
            }
            Trouble::Loss { of_thousand, length } => {
                self.losses.insert(number, of_thousand);
                self.at(self.now + length, Event::Heal(Healing::Loss(number)));
            }
            Trouble::Leave { node } => {
                self.counts.leaves += 1;
                let life = self.hosts[node].life;
                self.at(self.now, Event::ToNode { node, life, input: Input::Leave });
            }
        }
        Ok(())
    }

    /// The rooms that this node says it owns and has read.
    pub fn owned_by(&self, node: usize) -> Vec<RoomId> {
        let node = self.hosts[node].node.as_ref();
        node.map(|node| node.owned().map(|(room, _)| room).collect()).unwrap_or_default()
    }

    /// The same, with their epochs.
    pub fn owned_in(&self, node: usize) -> Vec<(RoomId, Epoch)> {
        self.hosts[node].node.as_ref().map(|node| node.owned().collect()).unwrap_or_default()
    }

    pub fn runs(&self, node: usize) -> bool {
        self.hosts[node].node.is_some()
    }
}
