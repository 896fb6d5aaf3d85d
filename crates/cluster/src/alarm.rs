//! What a node must not forget to do, and when.

use std::collections::BTreeSet;

use crate::database::RequestId;
use crate::id::{Millis, RoomId};
use crate::message::ErrandId;

/// Something to look after at a moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Alarm {
    /// The session.
    Session,
    /// The next roll: whether rooms that are watched here have more lines than was heard.
    Roll,
    /// A call of it that was not answered.
    Call(ErrandId),
    /// A request that was not answered.
    Request(RequestId),
    /// A command that is on its way.
    Errand(ErrandId),
    /// A claim that somebody else's dying session stands against.
    Claim(RoomId),
    /// The end of patience with a hand-over.
    Leave,
}

/// Alarms by their moments.
#[derive(Debug, Default)]
pub(crate) struct Alarms(BTreeSet<(Millis, Alarm)>);

impl Alarms {
    pub(crate) fn set(&mut self, at: Millis, alarm: Alarm) {
        self.0.insert((at, alarm));
    }

    pub(crate) fn unset(&mut self, at: Millis, alarm: Alarm) {
        self.0.remove(&(at, alarm));
    }

    /// The next that is due, taken out.
    pub(crate) fn due(&mut self, now: Millis) -> Option<Alarm> {
        let first = self.0.first().copied().filter(|(at, _)| *at <= now)?;
        self.0.remove(&first);
        Some(first.1)
    }

    pub(crate) fn next(&self) -> Option<Millis> {
        self.0.first().map(|(at, _)| *at)
    }
}
