//! A coach, only where all others are bots. That it was asked is kept, and the record says so.

use table::Seat;

use crate::command::Requester;
use crate::effects::{Outcome, Step};
use crate::entry::Entry;
use crate::job::AdviceJob;
use crate::refusal::Refusal;
use crate::room::Room;
use crate::seats::Plays;

impl Room {
    /// Whether a coach may be asked for this seat: all others are bots, the game goes on, and nobody's result is
    /// compared with another's.
    pub(crate) fn may_be_coached(&self, seat: Seat) -> bool {
        let is_bot = |plays: Plays| matches!(plays, Plays::Bot(_));
        self.is_playing()
            && self.deal().is_none()
            && self.seats.iter().all(|chair| (chair.sitter.seat == seat) != is_bot(chair.sitter.plays))
    }

    /// Somebody asks what a strong player would do. That it was asked is kept.
    pub(crate) fn coach(&mut self, step: &mut Step, seat: Seat) -> Result<Outcome, Refusal> {
        let job = self.advice_job(seat)?;
        if !self.coached.contains(seat) {
            self.record(step, Entry::Coached(seat));
        }
        step.effects.advise = Some(job);
        Ok(Outcome::Noted(self.version))
    }
    /// The coach's job for this requester; `Room::coach` records that it was asked.
    pub fn coaching(&self, from: Requester) -> Result<AdviceJob, Refusal> {
        self.advice_job(self.acting_seat(from)?)
    }

    fn advice_job(&self, seat: Seat) -> Result<AdviceJob, Refusal> {
        if !self.is_playing() {
            return Err(Refusal::not_now("a coach is for a game that is being played"));
        }
        if self.deal().is_some() {
            return Err(Refusal::forbidden("there is no coach at a deal: everybody plays it alone"));
        }
        if !self.may_be_coached(seat) {
            return Err(Refusal::forbidden("a coach is only for tables where all others are bots"));
        }
        let job = self.game().and_then(|live| AdviceJob::new(live, seat));
        job.ok_or_else(|| Refusal::not_now("you are asked nothing now; ask the coach when you are"))
    }
}
