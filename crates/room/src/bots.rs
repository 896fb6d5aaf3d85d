//! Bots at the table. A bot is asked once, thinks elsewhere, and its decision is taken at a moment fixed when it was
//! asked, so that its time reveals nothing. One that fails or is far too slow is replaced by a simpler one.

use std::time::Duration;

use games::Level;
use table::{Seat, Seed, digest_number};

use crate::effects::{Step, Warning};
use crate::game::Position;
use crate::job::{BotDecision, BotJob, JobId, Thinking, deliberation};
use crate::room::Room;
use crate::time::Time;
use crate::waiting::Waiting;

/// The seed of a bot that is asked after so many inputs. A worker may know it: neither the secret nor the luck of the
/// table can be found from it.
fn seed_of(secret: u64, inputs: u64) -> Seed {
    Seed::new(digest_number(&format!("what a bot decides by {secret} {inputs}")), inputs)
}

impl Room {
    fn new_job_id(&mut self) -> JobId {
        let id = self.next_job;
        self.next_job = JobId(id.0 + 1);
        id
    }

    fn job(&mut self, seat: Seat, level: Level, position: Position) -> BotJob {
        let id = self.new_job_id();
        let inputs = self.game().map_or(0, |live| live.inputs() as u64);
        let time = self.deliberation(level);
        // A deal is ranked: there everybody meets our own bots.
        let may_be_program = self.programs.contains(&level) && self.deal().is_none();
        let overheard =
            self.game().filter(|_| may_be_program).and_then(|live| live.overheard(seat)).map(Box::new);
        BotJob { id, seat, level, time, position, overheard, seed: seed_of(self.header.secret, inputs) }
    }

    /// The bot that takes the place of one that failed: one that answers at once, then the simplest, then none.
    fn simpler(&self, level: Level) -> Option<Level> {
        let stand_in = self.seats.stand_in;
        if level > stand_in { Some(stand_in) } else { (level > Level::Intern).then_some(Level::Intern) }
    }

    /// How long a bot of this level takes here.
    pub(crate) fn deliberation(&self, level: Level) -> Duration {
        self.options.game().map_or(Duration::ZERO, |game| deliberation(game.bot(level)))
    }

    /// A bot is asked for this seat and answers then; `None` where it has nothing to decide.
    pub(crate) fn ask_bot(
        &mut self,
        step: &mut Step,
        seat: Seat,
        level: Level,
        due: Time,
    ) -> Option<Thinking> {
        let position = match self.game()?.pass() {
            Some(_) => self.game()?.position_in_window(seat)?,
            None => self.game()?.position(seat),
        };
        let job = self.job(seat, level, position);
        let thinking = Thinking::new(&job, self.asked[seat.index()], due);
        step.effects.think.push(job);
        Some(thinking)
    }

    /// A bot failed: a simpler one is asked; if there is none, the first choice is taken.
    pub(crate) fn replace_bot(&mut self, step: &mut Step, failed: &Thinking) -> Option<Thinking> {
        step.effects.warnings.push(match failed.is_too_late(step.now) {
            true => Warning::BotLate(failed.seat),
            false => Warning::BotFailed(failed.seat),
        });
        let due = failed.due.max(step.now);
        if let Some(level) = self.simpler(failed.level) {
            return self.ask_bot(step, failed.seat, level, due + self.deliberation(level));
        }
        let live = self.game()?;
        let action = live.pass().or_else(|| live.first_choice(failed.seat))?;
        let id = self.new_job_id();
        Some(failed.clone().decided(id, action, due))
    }

    /// A bot has decided, or failed to. A late decision is ignored.
    pub(crate) fn bot_decided(&mut self, step: &mut Step, decision: BotDecision) {
        let waits = |thinking: &&mut Thinking| thinking.job == decision.job;
        let found = match &mut self.waiting {
            Waiting::Bot(thinking) => Some(thinking).filter(waits),
            Waiting::Window(window) => window.bots.iter_mut().find(waits),
            Waiting::Nobody | Waiting::Dormant | Waiting::Person { .. } => None,
        };
        let Some(thinking) = found else { return };
        match decision.action {
            Some(action) => thinking.decide(action, step.now),
            None => {
                let failed = thinking.clone();
                self.swap_bot(step, &failed);
            }
        }
        self.on_time(step);
    }

    /// Puts a simpler bot in the place of one that failed.
    pub(crate) fn swap_bot(&mut self, step: &mut Step, failed: &Thinking) {
        let replacement = self.replace_bot(step, failed);
        match &mut self.waiting {
            Waiting::Bot(thinking) => {
                if let Some(replacement) = replacement {
                    *thinking = replacement;
                }
            }
            Waiting::Window(window) => {
                window.bots.retain(|thinking| thinking.job != failed.job);
                window.bots.extend(replacement);
            }
            Waiting::Nobody | Waiting::Dormant | Waiting::Person { .. } => {}
        }
    }

    /// The bot whose turn it is has decided, and its moment has come.
    pub(crate) fn take_decision(&mut self, step: &mut Step, thinking: &Thinking) {
        let Some(action) = thinking.decision() else { return };
        if self.play(step, thinking.seat, action).is_err() {
            self.swap_bot(step, thinking);
        }
    }
}
