//! The clock of the seats to decide, at tables that have one.

use crate::effects::Step;
use crate::entry::Entry;
use crate::room::Room;
use crate::time::Time;

impl Room {
    /// When the clock of the asked seats runs out; it stands still while nobody is there. Leaving and coming back wins
    /// no time, nor do the choices of others.
    pub(crate) fn deadline(&mut self, step: &Step) -> Option<Time> {
        let patience = self.options.patience()?;
        if !self.attendance.is_anybody_there(step.now) {
            return None;
        }
        match self.clock {
            Some((since, until)) if since == self.question => Some(until),
            Some(_) | None => {
                let until = step.now + patience;
                self.clock = Some((self.question, until));
                Some(until)
            }
        }
    }

    /// Whether the time for this question is over.
    pub(crate) fn has_run_out(&self, now: Time) -> bool {
        self.clock.is_some_and(|(since, until)| since == self.question && now >= until)
    }

    /// Time-out of the asked seats: a stand-in plays for one of them from now on, until they are back.
    pub(crate) fn clock_ran_out(&mut self, step: &mut Step) {
        let late = self.awaited().intersection(self.seats.manned()).first();
        if let Some(seat) = late {
            self.came_or_went(step, seat, Entry::TimedOut(seat));
        }
    }
}
