//! Wishes of rooms, and their fulfilment.

use cluster::{Epoch, Input, NodeId, RoomId, Unanswered};

use super::{Event, ToDatabase, ToNode, World, Wrong};
use crate::desk::{Question, ReplyTo, SlotId, Value, Why, Wish};
use crate::host::Host;
use crate::plan::Planted;
use crate::tables::Told;

/// After so long the database is no longer waited for.
const DATABASE_WITHIN: u64 = 2_000;
/// So soon a room that is ours and not run is taken up again.
const TAKEN_UP_AGAIN: u64 = 5;
/// Time-out of confirming a session.
const CONFIRMED_WITHIN: u64 = 2_500;

impl World {
    /// Gives a waiting room its result.
    pub(super) fn fill(&mut self, node: usize, life: u32, slot: SlotId, value: Value) -> Result<(), Wrong> {
        self.trace(slot.room, || format!("node {node}, task {}, {}: {value:?}", slot.task, slot.number));
        let task = self.living(node, life).and_then(|living| living.rooms.get(&slot.room));
        if let Some(task) = task.filter(|task| task.number == slot.task) {
            task.desk.fill(slot.number, value);
            self.go_on(node, life, slot.room)?;
        }
        Ok(())
    }

    /// A room goes on as far as it can, and what it wishes is seen to.
    pub(super) fn go_on(&mut self, node: usize, life: u32, room: RoomId) -> Result<(), Wrong> {
        let (now, is_cut_off) = (self.hosts[node].shows(self.now), self.hosts[node].is_cut_off());
        let Some(living) = self.living(node, life) else { return Ok(()) };
        let Some(mut task) = living.rooms.remove(&room) else { return Ok(()) };
        task.desk.set(now, is_cut_off);
        let goes_on = task.goes_on();
        let (number, wishes) = (task.number, task.desk.wishes());
        if goes_on {
            living.rooms.insert(room, task);
        }
        for wish in wishes {
            self.grant(node, life, (room, number), wish)?;
        }
        // The room is ours now, though another node had it at the time of the request: try again.
        if !goes_on {
            self.soon(TAKEN_UP_AGAIN, node, life, ToNode::TakeUp(room));
        }
        Ok(())
    }

    fn grant(
        &mut self,
        node: usize,
        life: u32,
        (room, task): (RoomId, u64),
        wish: Wish,
    ) -> Result<(), Wrong> {
        let slot = |number| SlotId { room, task, number };
        self.trace(room, || format!("node {node}, task {task}: {wish:?}"));
        match wish {
            Wish::Find(number, within) => {
                self.soon(within, node, life, ToNode::Fill(slot(number), Value::Owner(None)));
                let Some(living) = self.living(node, life) else { return Ok(()) };
                let ticket = living.new_ticket();
                living.searches.insert(ticket, slot(number));
                self.input(node, life, Input::Find { ticket, room })?;
            }
            Wish::Journal(number) => {
                let late = ToNode::Fill(slot(number), Value::Journal(None));
                self.order(node, life, ToDatabase::Journal(slot(number)), late);
            }
            Wish::Write { number, fence, first, lines } => {
                let slot = slot(number);
                if self.plan.planted == Planted::EarlyAnswer {
                    // The fault: the answer comes before the write.
                    self.soon(0, node, life, ToNode::Fill(slot, Value::Written(Ok(Told::Landed))));
                }
                let late = ToNode::Fill(slot, Value::Written(Err(Why::Unsure)));
                self.order(node, life, ToDatabase::Write { slot, fence, first, lines }, late);
            }
            Wish::Follow => {
                self.follows.entry(room).or_default().insert(node);
                self.input(node, life, Input::Follow(room))?;
            }
            Wish::Unfollow => {
                if let Some(nodes) = self.follows.get_mut(&room) {
                    nodes.remove(&node);
                }
                self.hidden.remove(&(node, room));
                self.input(node, life, Input::Unfollow(room))?;
            }
            Wish::Ask { number, to, question, within } => {
                let reply = ReplyTo { node, life, slot: slot(number) };
                self.ask_owner(reply, to, question, within);
            }
            Wish::Time(number, after) => {
                self.soon(after, node, life, ToNode::Fill(slot(number), Value::Time));
            }
            Wish::Holds(number, epoch) => self.wait_for_session(node, life, slot(number), epoch)?,
            Wish::Publish(news) => self.publish(node, room, &news),
            Wish::Reply(to, reply) => self.reply(node, to, reply),
            Wish::Answer(visit, done) => self.answered(visit, done)?,
            Wish::Tell { viewer, first, lines } => self.tell(node, viewer, room, first, &lines)?,
            Wish::Closed(viewer) => self.comes_back(viewer),
            Wish::Folded(lines, digest) => self.is_as_written(room, lines, digest)?,
            Wish::LetGo(epoch, rest) => self.input(node, life, Input::LetGo(room, epoch, rest))?,
        }
        Ok(())
    }

    /// Asks the database for a room; after a while it is waited for no longer.
    fn order(&mut self, node: usize, life: u32, what: ToDatabase, late: ToNode) {
        if self.reaches_database(node) {
            let delay = self.delay();
            self.at(self.now + delay, Event::ToDatabase { node, life, what });
        }
        self.soon(DATABASE_WITHIN, node, life, late);
    }

    /// Sends a request to the supposed owner. NATS answers at once if that node is gone.
    fn ask_owner(&mut self, reply: ReplyTo, to: NodeId, question: Question, within: u64) {
        let (from, owner, room) = (reply.node, to.0 as usize, reply.slot.room);
        let nobody = Value::Reply(Err(Unanswered::Unheard));
        // The fault: an uncertain request is taken for not done.
        let unsure = if self.plan.planted == Planted::TriedAgain {
            nobody.clone()
        } else {
            Value::Reply(Err(Unanswered::Unsure))
        };
        self.soon(within, from, reply.life, ToNode::Fill(reply.slot, unsure));
        // The fault: what was answered before is taken for the answer to this.
        if let Some(before) = self.answers.get(&(from, room)).cloned() {
            self.soon(1, from, reply.life, ToNode::Fill(reply.slot, Value::Reply(Ok(before))));
        }
        let hears = |host: &Host| host.living.as_ref().is_some_and(|living| !living.is_deaf);
        let is_there = self.hosts.get(owner).is_some_and(hears);
        if !self.is_linked(from) || !is_there || !self.is_linked(owner) {
            let delay = self.delay();
            self.soon(delay, from, reply.life, ToNode::Fill(reply.slot, nobody));
            return;
        }
        let asker = NodeId(from as u32);
        self.bring(from, owner, || ToNode::Asked(room, reply, asker, question));
    }

    fn wait_for_session(&mut self, node: usize, life: u32, slot: SlotId, epoch: Epoch) -> Result<(), Wrong> {
        if self.plan.planted == Planted::NotConfirmed {
            // The fault: it does not ask.
            return self.fill(node, life, slot, Value::Holds(true));
        }
        let until = self.hosts[node].shows(self.now).0 + CONFIRMED_WITHIN;
        if let Some(living) = self.living(node, life) {
            living.holds.push((slot, epoch, until));
            self.soon(CONFIRMED_WITHIN, node, life, ToNode::Fill(slot, Value::Holds(false)));
        }
        self.tell_what_holds(node, life)
    }

    /// Tells waiting rooms whether they are still this node's.
    pub(super) fn tell_what_holds(&mut self, node: usize, life: u32) -> Result<(), Wrong> {
        let now = self.hosts[node].shows(self.now);
        let Some(living) = self.living(node, life) else { return Ok(()) };
        let is_sure = living.node.sure_until().is_some_and(|until| now <= until);
        let mut known = Vec::new();
        let node_of = &living.node;
        living.holds.retain(|(slot, epoch, until)| {
            let is_ours = node_of.epoch_of(slot.room) == Some(*epoch);
            if !is_ours || is_sure {
                known.push((*slot, is_ours));
            }
            is_ours && !is_sure && now.0 <= *until
        });
        for (slot, holds) in known {
            self.fill(node, life, slot, Value::Holds(holds))?;
        }
        Ok(())
    }
}
