//! Nodes, a database, a network, clients and viewers, all of them virtual, in one virtual time.

mod laws;
mod network;
mod troubles;
mod visitors;
mod wishes;

use std::collections::{BTreeMap, BTreeSet, BinaryHeap, VecDeque};

use cluster::{Effect, Epoch, Input, Mark, NodeId, Request, RequestId, RoomId};

use crate::database::{Database, Fence};
use crate::desk::{News, Question, ReplyTo, SlotId, ToRoom, Value, ViewerId, Visit};
use crate::dice::Dice;
use crate::host::{Host, Living};
use crate::plan::{Kinds, Plan, Trouble};
use crate::tables::{Act, Line, REAL};
use visitors::{Client, Truth, Viewer, Visitor};

/// The longest wait after the end of all faults.
pub const LONGEST: u64 = 10_000;
/// Grace period of a leaving node, for requests on their way.
const LINGERS: u64 = 100;
/// Interval of checks of reachability.
const LOOK: u64 = 50;

/// An arrival at a node.
enum ToNode {
    Input(Input<Mark<u32>>),
    /// The result that a room there waits for.
    Fill(SlotId, Value),
    News(RoomId, News),
    Asked(RoomId, ReplyTo, NodeId, Question),
    /// A visit, with the time of its request by the node's clock if it was there before, and the number of refusals.
    Visit {
        room: RoomId,
        number: u64,
        wants: Visit,
        asked: Option<cluster::Millis>,
        tries: u32,
    },
    Gone(RoomId, ViewerId),
    /// A room is to be run, if it is ours.
    TakeUp(RoomId),
}

/// A request to the database.
enum ToDatabase {
    Ask(RequestId, Request),
    Write { slot: SlotId, fence: Fence, first: u64, lines: Vec<Line> },
    Journal(SlotId),
}

enum Event {
    ToNode { node: usize, life: u32, what: ToNode },
    ToDatabase { node: usize, life: u32, what: ToDatabase },
    Wake { node: usize, life: u32, at: u64 },
    Ask { client: usize },
    Hurry { client: usize, attempt: u64 },
    Attach { viewer: usize },
    Look { viewer: usize },
    Trouble(Trouble),
    Start { node: usize },
    End { node: usize, life: u32 },
    Heal(Healing),
}

/// The end of a fault.
enum Healing {
    Partition(u64),
    Cut(usize),
    Link(Vec<usize>),
    Loss(u64),
}

/// Counts of a simulation.
#[derive(Debug, Clone, Default)]
pub struct Counts {
    pub acknowledged: u64,
    pub unsure: u64,
    pub lines: u64,
    pub told: u64,
    pub looks: u64,
    pub messages: u64,
    pub lost: u64,
    pub crashes: u64,
    pub sleeps: u64,
    pub partitions: u64,
    pub cuts: u64,
    pub unlinks: u64,
    pub clocks: u64,
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
    /// Subscribers of each room.
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
    /// Pending visits.
    visits: BTreeMap<u64, Visitor>,
    next_visit: u64,
    next_trouble: u64,
    /// The real rooms as they are written.
    truth: BTreeMap<RoomId, Truth>,
    /// Acknowledged acts.
    acknowledged: BTreeSet<Act>,
    /// How many lines of a room a node was kept from hearing of, where gaps are hidden.
    hidden: BTreeMap<(usize, RoomId), u64>,
    /// The last answer to a node about a room, which the fault gives to the next request, too.
    answers: BTreeMap<(usize, RoomId), crate::desk::Reply>,
    /// Moments of lines, of rooms that are watched.
    written_at: BTreeMap<RoomId, VecDeque<(u64, u64)>>,
    pub counts: Counts,
}

pub type Wrong = String;

impl World {
    pub fn new(plan: Plan) -> Self {
        let mut dice = Dice::new(plan.seed);
        let mut world = Self {
            now: 0,
            events: BinaryHeap::new(),
            what: BTreeMap::new(),
            next_event: 0,
            hosts: (0..plan.nodes).map(|_| Host::new()).collect(),
            database: Database::new(plan.planted.fencing(), plan.freed),
            follows: BTreeMap::new(),
            partitions: BTreeMap::new(),
            losses: BTreeMap::new(),
            served: None,
            ownerless: BTreeMap::new(),
            owned_since: BTreeMap::new(),
            clients: Vec::new(),
            viewers: Vec::new(),
            visits: BTreeMap::new(),
            next_visit: 0,
            next_trouble: 0,
            truth: BTreeMap::new(),
            acknowledged: BTreeSet::new(),
            hidden: BTreeMap::new(),
            answers: BTreeMap::new(),
            written_at: BTreeMap::new(),
            counts: Counts::default(),
            dice: dice.clone(),
            plan,
        };
        let counters = (0..world.plan.rooms).map(RoomId);
        let real = (0..world.plan.real).flat_map(|room| [RoomId(REAL + room); 2]);
        world.clients = counters.chain(real).map(Client::new).collect();
        for node in 0..world.plan.nodes {
            world.at(dice.below(300), Event::Start { node });
        }
        // Clients act over the whole time of the faults, so that these meet something.
        let gap = world.gap();
        for client in 0..world.clients.len() {
            world.at(400 + dice.below(gap), Event::Ask { client });
        }
        for viewer in 0..world.plan.viewers as usize {
            let room = world.clients[dice.below(world.clients.len() as u64) as usize].room;
            world.viewers.push(Viewer::new(room, viewer));
            world.written_at.entry(room).or_default();
            world.at(400 + dice.below(4000), Event::Attach { viewer });
            world.at(400 + dice.below(4000), Event::Look { viewer });
        }
        for (at, trouble) in world.plan.clone().troubles(&mut dice) {
            world.at(at, Event::Trouble(trouble));
        }
        world.dice = dice;
        world
    }

    /// How long a client waits between what it does, at most.
    fn gap(&self) -> u64 {
        (self.plan.faults.1 / u64::from(self.plan.acts)).max(200)
    }

    /// Says what happens to the room that is traced.
    fn trace(&self, room: RoomId, what: impl FnOnce() -> String) {
        if self.plan.traced == Some(room.0) {
            println!("{:>7} {}", self.now, what());
        }
    }

    fn at(&mut self, at: u64, event: Event) {
        let number = self.next_event;
        self.next_event += 1;
        self.events.push(std::cmp::Reverse((at.max(self.now), number)));
        self.what.insert(number, event);
    }

    /// Something comes to a node after so long.
    fn soon(&mut self, after: u64, node: usize, life: u32, what: ToNode) {
        self.at(self.now + after, Event::ToNode { node, life, what });
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
        // Watchers must see all of it before long.
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
            Event::ToNode { node, life, what } => self.put(node, life, what)?,
            Event::ToDatabase { node, life, what } => self.ask_database(node, life, what),
            Event::Wake { node, life, at } => {
                if self.hosts[node].life == life && self.hosts[node].wake == Some(at) {
                    self.hosts[node].wake = None;
                    self.put(node, life, ToNode::Input(Input::Time))?;
                }
            }
            Event::Ask { client } => self.ask(client)?,
            Event::Hurry { client, attempt } => self.hurry(client, attempt)?,
            Event::Attach { viewer } => self.attach(viewer)?,
            Event::Look { viewer } => self.look(viewer)?,
            Event::Trouble(trouble) => self.trouble(trouble)?,
            Event::Start { node } => self.start(node)?,
            Event::End { node, life } => {
                if self.living(node, life).is_some() {
                    self.end(node);
                    let back = self.dice.between(50, 500);
                    self.at(self.now + back, Event::Start { node });
                }
            }
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

    /// A node in this life, if it is in that.
    fn living(&mut self, node: usize, life: u32) -> Option<&mut Living> {
        let host = &mut self.hosts[node];
        host.living.as_mut().filter(|_| host.life == life)
    }

    /// Something comes to a node: at once, or when it wakes.
    fn put(&mut self, node: usize, life: u32, what: ToNode) -> Result<(), Wrong> {
        if self.living(node, life).is_none() {
            return Ok(());
        }
        let until = self.hosts[node].asleep_until;
        if until > self.now {
            self.at(until, Event::ToNode { node, life, what });
            return Ok(());
        }
        let now = self.hosts[node].shows(self.now);
        match what {
            ToNode::Input(input) => self.input(node, life, input)?,
            ToNode::Fill(slot, value) => self.fill(node, life, slot, value)?,
            ToNode::News(room, news) => {
                if let Some(task) = self.living(node, life).and_then(|living| living.rooms.get(&room)) {
                    task.desk.put_news(news);
                    self.go_on(node, life, room)?;
                }
            }
            ToNode::Asked(room, to, from, question) => {
                let owns = self.living(node, life).is_some_and(|living| living.node.epoch_of(room).is_some());
                if owns {
                    self.tell_room(node, life, room, ToRoom::Asked(to, from, question))?;
                } else {
                    self.reply(node, to, crate::desk::Reply::NotMine);
                }
            }
            ToNode::Visit { room, number, wants, asked, tries } => {
                if let Some(visitor) = self.visits.get_mut(&number) {
                    (visitor.asked, visitor.tries) = (asked.unwrap_or(now), tries);
                    let asked = visitor.asked;
                    self.tell_room(node, life, room, ToRoom::Visit(number, wants, asked))?;
                }
            }
            ToNode::TakeUp(room) => {
                let living = self.living(node, life).filter(|living| !living.rooms.contains_key(&room));
                if let Some(epoch) = living.and_then(|living| living.node.epoch_of(room)) {
                    self.tell_room(node, life, room, ToRoom::Owned(epoch))?;
                }
            }
            ToNode::Gone(room, viewer) => {
                if self.living(node, life).is_some_and(|living| living.rooms.contains_key(&room)) {
                    self.tell_room(node, life, room, ToRoom::Gone(viewer))?;
                }
            }
        }
        // A node that hears nothing of others lets its viewers go.
        if self.hosts[node].is_cut_off() {
            for viewer in self.send_viewers_elsewhere(node) {
                let Viewer { room, id, .. } = self.viewers[viewer];
                self.put(node, life, ToNode::Gone(room, id))?;
            }
        }
        Ok(())
    }

    /// Sends a room of a node a message: it is live there from now on.
    fn tell_room(&mut self, node: usize, life: u32, room: RoomId, message: ToRoom) -> Result<(), Wrong> {
        let (now, idle) = (self.hosts[node].shows(self.now), self.plan.idle);
        if let Some(living) = self.living(node, life) {
            living.wake(NodeId(node as u32), room, idle, now);
            living.rooms[&room].desk.put(message);
            self.go_on(node, life, room)?;
        }
        Ok(())
    }

    /// Something goes in through the door of a node.
    fn input(&mut self, node: usize, life: u32, input: Input<Mark<u32>>) -> Result<(), Wrong> {
        let (now, link) = (self.hosts[node].shows(self.now), self.hosts[node].link());
        // A link input carries the present state of the link.
        let input = if matches!(input, Input::Link(_)) { Input::Link(link) } else { input };
        let Some(living) = self.living(node, life) else { return Ok(()) };
        living.marks.set(now);
        let effects = living.node.apply(now, input);
        living.note_session();
        for effect in effects {
            self.carry_out(node, life, effect)?;
        }
        self.tell_what_holds(node, life)
    }

    fn carry_out(&mut self, node: usize, life: u32, effect: Effect<Mark<u32>>) -> Result<(), Wrong> {
        match effect {
            Effect::Ask(id, request) => {
                let what = ToDatabase::Ask(id, request);
                if self.reaches_database(node) {
                    let delay = self.delay();
                    self.at(self.now + delay, Event::ToDatabase { node, life, what });
                }
            }
            Effect::Send(to, message) => self.send(node, to.0 as usize, message),
            Effect::Found(ticket, owner) => {
                let slot = self.living(node, life).and_then(|living| living.searches.remove(&ticket));
                if let Some(slot) = slot {
                    self.fill(node, life, slot, Value::Owner(owner))?;
                }
            }
            Effect::Behind(room) => {
                if let Some(task) = self.living(node, life).and_then(|living| living.rooms.get(&room)) {
                    task.desk.wake();
                    self.go_on(node, life, room)?;
                }
            }
            Effect::Owned(room, epoch) => {
                self.trace(room, || format!("node {node} owns it in {epoch:?}"));
                if let Some(living) = self.living(node, life) {
                    living.owned.insert(room, epoch);
                    self.tell_room(node, life, room, ToRoom::Owned(epoch))?;
                }
            }
            Effect::Lost(room, epoch) => self.lost(node, life, room, epoch)?,
            Effect::WakeAt(shows) => {
                let at = self.hosts[node].moment(shows, self.now);
                if self.hosts[node].wake.is_none_or(|wake| wake > at || wake < self.now) {
                    self.hosts[node].wake = Some(at);
                    self.at(at, Event::Wake { node, life, at });
                }
            }
            Effect::Gone => {
                self.living(node, life).iter_mut().for_each(|living| living.is_deaf = true);
                self.at(self.now + LINGERS, Event::End { node, life });
            }
        }
        Ok(())
    }

    fn lost(&mut self, node: usize, life: u32, room: RoomId, epoch: Epoch) -> Result<(), Wrong> {
        self.trace(room, || format!("node {node} has lost it in {epoch:?}"));
        let Some(living) = self.living(node, life) else { return Ok(()) };
        if living.owned.remove(&room) != Some(epoch) {
            return Err(format!("node {node} lost {room:?}, which it did not own in {epoch:?}"));
        }
        if living.rooms.contains_key(&room) {
            self.tell_room(node, life, room, ToRoom::Lost(epoch))?;
        }
        Ok(())
    }

    fn ask_database(&mut self, node: usize, life: u32, what: ToDatabase) {
        let answer = match what {
            ToDatabase::Ask(id, request) => {
                ToNode::Input(Input::Database(id, self.database.answer(self.now, request)))
            }
            ToDatabase::Journal(slot) => {
                let lines = self.database.lines(slot.room).to_vec();
                ToNode::Fill(slot, Value::Journal(Some(lines)))
            }
            ToDatabase::Write { slot, fence, first, lines } => {
                let is_written = self.database.write(self.now, fence, slot.room, first, &lines);
                self.trace(slot.room, || {
                    format!(
                        "node {node} writes {} lines from {first} on by {fence:?}: {is_written}",
                        lines.len()
                    )
                });
                if is_written {
                    self.note_lines(slot.room, first, lines.len() as u64);
                }
                let written =
                    if is_written { Ok(crate::tables::Told::Landed) } else { Err(crate::desk::Why::Lost) };
                ToNode::Fill(slot, Value::Written(written))
            }
        };
        if self.reaches_database(node) {
            let delay = self.delay();
            self.soon(delay, node, life, answer);
        }
    }

    /// Notes when lines were written, and folds those of real rooms.
    fn note_lines(&mut self, room: RoomId, first: u64, lines: u64) {
        if let Some(moments) = self.written_at.get_mut(&room) {
            moments.extend((0..lines).map(|line| (first + line, self.now)));
            while moments.len() > 400 {
                moments.pop_front();
            }
        }
        if room.0 >= REAL {
            self.look_at_truth(room);
        }
    }

    /// The rooms that this node says it owns.
    pub fn owned_by(&self, node: usize) -> Vec<RoomId> {
        self.owned_in(node).into_iter().map(|(room, _)| room).collect()
    }

    /// The same, with their epochs.
    pub fn owned_in(&self, node: usize) -> Vec<(RoomId, Epoch)> {
        let living = self.hosts[node].living.as_ref();
        living.map(|living| living.node.owned().collect()).unwrap_or_default()
    }

    pub fn runs(&self, node: usize) -> bool {
        self.hosts[node].living.is_some()
    }
}
