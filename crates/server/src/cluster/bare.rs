//! A room as a `cluster::Node` has it here: without anything in it.

use std::convert::Infallible;

use cluster::{Applied, Millis, RoomId, Table};

/// A room as far as only its owner matters: whoever asks for it is told who that is.
pub(super) struct Ownership;

impl Table for Ownership {
    type Command = ();
    type Entry = Infallible;
    type Answer = ();

    fn open(_: RoomId) -> Self {
        Self
    }

    fn fold(&mut self, entry: &Infallible) {
        match *entry {}
    }

    fn apply(&mut self, _: Millis, (): &()) -> Applied<Self> {
        Applied { entries: Vec::new(), answer: () }
    }
}
