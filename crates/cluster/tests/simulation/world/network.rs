//! The network between nodes, and to the database: it delays, repeats and loses messages.

use cluster::{Input, Link, Mark, Message, NodeId, RoomId};

use super::{ToNode, World};
use crate::desk::{News, Reply, ReplyTo, Value};
use crate::plan::{Kinds, Planted};

impl World {
    /// How long anything is on its way; now and then for long.
    pub(super) fn delay(&mut self) -> u64 {
        if self.plan.kinds == Kinds::All && self.now < self.plan.faults.1 && self.dice.happens(15) {
            self.dice.between(100, 2500)
        } else {
            self.dice.between(1, 12)
        }
    }

    pub(super) fn is_lost(&mut self) -> bool {
        let of_thousand = self.losses.values().copied().max().unwrap_or(0);
        let is_lost = self.dice.happens(of_thousand);
        self.counts.lost += u64::from(is_lost);
        is_lost
    }

    /// Whether something comes from a node to the database, or from there to it.
    pub(super) fn reaches_database(&mut self, node: usize) -> bool {
        self.hosts[node].cuts == 0 && !self.is_lost()
    }

    fn are_apart(&self, a: usize, b: usize) -> bool {
        self.partitions.values().any(|nodes| nodes.contains(&a) != nodes.contains(&b))
    }

    pub(super) fn is_linked(&self, node: usize) -> bool {
        self.hosts[node].link() == Link::Up
    }

    /// Brings something to a node, if it comes there.
    pub(super) fn bring(&mut self, from: usize, to: usize, what: impl Fn() -> ToNode) {
        self.bring_times(1, from, to, what);
    }

    /// The same; now and then twice, while things go wrong.
    fn bring_once_or_twice(&mut self, from: usize, to: usize, what: impl Fn() -> ToNode) {
        let is_twice = self.now < self.plan.faults.1 && self.dice.happens(10);
        self.bring_times(if is_twice { 2 } else { 1 }, from, to, what);
    }

    fn bring_times(&mut self, times: usize, from: usize, to: usize, what: impl Fn() -> ToNode) {
        self.counts.messages += 1;
        let is_lost = self.is_lost();
        if is_lost || to >= self.hosts.len() || self.are_apart(from, to) {
            return;
        }
        if !self.is_linked(from) || !self.is_linked(to) {
            return;
        }
        for _ in 0..times {
            let (delay, life) = (self.delay(), self.hosts[to].life);
            self.soon(delay, to, life, what());
        }
    }

    pub(super) fn send(&mut self, from: usize, to: usize, mut message: Message<Mark<u32>>) {
        if let (Planted::NoRoll, Message::RollAnswer { behind, .. }) = (self.plan.planted, &mut message) {
            // The fault: the answer lists no room.
            behind.clear();
        }
        let from_id = NodeId(from as u32);
        self.bring_once_or_twice(from, to, || ToNode::Input(Input::Message(from_id, message.clone())));
    }

    /// Tells all nodes that hear of a room.
    pub(super) fn publish(&mut self, from: usize, room: RoomId, news: &News) {
        let followers: Vec<usize> = self.follows.get(&room).into_iter().flatten().copied().collect();
        for to in followers.into_iter().filter(|to| *to != from) {
            let is_lost = self.dice.happens(self.plan.unheard);
            // The fault: later lines get the numbers of lost ones, which hides the gap.
            let hidden = self.hidden.entry((to, room)).or_default();
            if is_lost && self.plan.planted == Planted::LostGap {
                *hidden += news.lines.len() as u64;
            }
            let mut news = news.clone();
            news.standing.head = news.standing.head.saturating_sub(*hidden);
            if !is_lost {
                self.bring_once_or_twice(from, to, || ToNode::News(room, news.clone()));
            }
        }
    }

    /// Answers what another node has asked.
    pub(super) fn reply(&mut self, from: usize, to: ReplyTo, reply: Reply) {
        if self.plan.planted == Planted::AnsweredTwice {
            self.answers.insert((to.node, to.slot.room), reply.clone());
        }
        if self.hosts[to.node].life == to.life {
            self.bring_once_or_twice(from, to.node, || {
                ToNode::Fill(to.slot, Value::Reply(Ok(reply.clone())))
            });
        }
    }
}
