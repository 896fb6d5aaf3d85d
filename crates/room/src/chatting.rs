//! Somebody says a line of the chat.

use table::Seat;

use crate::chat::{A_LINE, QUICK_CHAT};
use crate::effects::{Outcome, Step, Tell};
use crate::entry::Entry;
use crate::refusal::Refusal;
use crate::room::Room;

impl Room {
    /// A seat says one of the lines.
    pub(crate) fn say(&mut self, step: &mut Step, seat: Seat, line: usize) -> Result<Outcome, Refusal> {
        let Some(words) = QUICK_CHAT.get(line) else {
            return Err(Refusal::wrong("there is no such line to say"));
        };
        let spoke = &mut self.spoke[seat.index()];
        if spoke.is_some_and(|before| step.now < before + A_LINE) {
            return Err(Refusal::too_fast("one line a second is enough for anybody"));
        }
        *spoke = Some(step.now);
        self.record(step, Entry::Said(seat, line));
        step.effects.tell.push(Tell::Said(seat, words));
        Ok(Outcome::Noted(self.version))
    }
}
