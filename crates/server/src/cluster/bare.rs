//! A room as a `cluster::Node` has it here: without anything in it but how far those are who follow it.

use std::convert::Infallible;

use cluster::{Applied, Millis, NodeId, RoomId, Table};

use super::roll::{Mark, Roll};

/// A room as far as its owner and those who follow it matter: whoever asks for it is told who has it.
pub(super) struct Ownership {
    room: i64,
    roll: Roll,
}

impl Table for Ownership {
    type Command = ();
    type Entry = Infallible;
    type Answer = ();
    type Site = Roll;
    type Mark = Mark;

    fn open(roll: &Roll, room: RoomId) -> Self {
        Self { room: room.0 as i64, roll: roll.clone() }
    }

    fn mark(&self, _: u64) -> Option<Mark> {
        self.roll.mark(self.room)
    }

    fn hear_mark(&self, _: u64, node: NodeId, mark: &Mark) -> bool {
        self.roll.hear_mark(self.room, node.0, mark)
    }

    fn fold(&mut self, entry: &Infallible) {
        match *entry {}
    }

    fn apply(&mut self, _: Millis, (): &()) -> Applied<Self> {
        Applied { entries: Vec::new(), answer: () }
    }
}
