//! Taking back: what one did oneself, as long as nothing came out by it.

use table::Seat;

use crate::effects::{Outcome, Step, Tell};
use crate::entry::Entry;
use crate::refusal::Refusal;
use crate::room::Room;

impl Room {
    /// Undo: to how many inputs this seat may take back, which is before its own last action, if since then nothing was
    /// revealed, no reaction was made and no other person has acted. A pass tells of cards its player does not hold:
    /// undo over passes could ask for others' cards. Answers stand, too.
    #[must_use]
    pub fn may_take_back(&self, seat: Seat) -> Option<usize> {
        let live = self.game().filter(|live| live.ending().is_none())?;
        // A deal is played once and for all.
        if self.deal().is_some() || self.seats.bot_at(seat).is_some() {
            return None;
        }
        for input in (live.settled()..live.inputs()).rev() {
            let author = live.author(input)?;
            if self.reacted[author.index()] > input {
                return None;
            }
            if author == seat {
                return Some(input);
            }
            if self.acted[author.index()] > input {
                return None;
            }
        }
        None
    }

    pub(crate) fn take_back(
        &mut self,
        step: &mut Step,
        seat: Seat,
        version: u64,
    ) -> Result<Outcome, Refusal> {
        if version != self.version {
            return Err(Refusal::stale("the table has moved on since; look again"));
        }
        let Some(to) = self.may_take_back(seat) else {
            return Err(Refusal::not_now(
                "nothing can be taken back: luck fell, something secret was shown, somebody answered, or another person has acted since",
            ));
        };
        self.charge_take_back(to);
        self.game_mut()?.take_back(to)?;
        self.record(step, Entry::TookBack(to));
        step.effects.tell.push(Tell::Afresh);
        self.ask(step);
        Ok(Outcome::Changed(self.version))
    }
}
