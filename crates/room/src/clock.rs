//! The clock of whoever is asked, at tables that have one.

use crate::effects::Step;
use crate::room::Room;
use crate::time::Time;

impl Room {
    /// When the clock of those who are asked runs out; it stands still while nobody is there. Whoever leaves and comes
    /// back has no more time for it, nor have those who still choose when others have chosen.
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

    /// The clock of those who are asked has run out: a bot decides this once.
    pub(crate) fn clock_ran_out(&mut self, step: &mut Step) {
        if let Some(seat) = self.awaited().iter().next() {
            self.waiting = self.ask_for(step, seat, self.seats.stand_in);
        }
    }
}
