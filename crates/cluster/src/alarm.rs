//! Timers of a node.

use std::collections::BTreeSet;

use crate::database::RequestId;
use crate::id::{CallId, Millis, RoomId, Ticket};

/// Something to look after at a moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Alarm {
    /// The session.
    Session,
    /// The next roll.
    Roll,
    /// A call of it that was not answered.
    Call(CallId),
    /// A request that was not answered.
    Request(RequestId),
    /// The end of patience of somebody who wants to know whose a room is.
    Search(Ticket),
    /// A claim that is to be made again.
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
