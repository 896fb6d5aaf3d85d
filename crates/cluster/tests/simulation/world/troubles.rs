//! Faults.

use cluster::{Input, NodeId};

use super::{Event, Healing, ToNode, World, Wrong};
use crate::plan::{Planted, Trouble};

impl World {
    pub(super) fn start(&mut self, node: usize) -> Result<(), Wrong> {
        let showing = self.dice.below(1_000_000);
        let (now, host) = (self.now, &mut self.hosts[node]);
        if host.living.is_some() {
            return Ok(());
        }
        host.begin(NodeId(node as u32), showing, now);
        let life = host.life;
        self.put(node, life, ToNode::Input(Input::Start))?;
        self.tell_link(node)
    }

    /// A node hears whether it is linked.
    pub(super) fn tell_link(&mut self, node: usize) -> Result<(), Wrong> {
        self.hosts[node].note_reach(self.now);
        // The fault: it does not.
        if self.plan.planted == Planted::KeepsRooms {
            return Ok(());
        }
        let host = &self.hosts[node];
        self.put(node, host.life, ToNode::Input(Input::Link(host.link())))
    }

    /// The node is no more; its visitors go elsewhere.
    pub(super) fn end(&mut self, node: usize) {
        if self.hosts[node].living.take().is_none() {
            return;
        }
        self.hosts[node].life += 1;
        self.hosts[node].note_reach(self.now);
        for nodes in self.follows.values_mut() {
            nodes.remove(&node);
        }
        self.hidden.retain(|(at, _), _| *at != node);
        self.answers.retain(|(at, _), _| *at != node);
        self.send_viewers_elsewhere(node);
        self.break_connections(node);
    }

    pub fn trouble(&mut self, trouble: Trouble) -> Result<(), Wrong> {
        let number = self.next_trouble;
        self.next_trouble += 1;
        if self.plan.traced.is_some() {
            println!("{:>7} {trouble:?}", self.now);
        }
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
                self.soon(length, node, life, ToNode::Input(Input::Time));
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
                self.counts.clocks += 1;
                self.hosts[node].set_clock(rate, self.now);
                let life = self.hosts[node].life;
                self.soon(0, node, life, ToNode::Input(Input::Time));
            }
            Trouble::Loss { of_thousand, length } => {
                self.losses.insert(number, of_thousand);
                self.at(self.now + length, Event::Heal(Healing::Loss(number)));
            }
            Trouble::Leave { node } => {
                self.counts.leaves += 1;
                let life = self.hosts[node].life;
                self.soon(0, node, life, ToNode::Input(Input::Leave));
            }
        }
        Ok(())
    }
}
