//! Bots' jobs and decisions: thinking is done elsewhere, and a decision is taken at a moment fixed beforehand.

use std::fmt;
use std::time::Duration;

use bots::{BotName, Budget};
use games::Level;
use table::{Seat, Seed};

use crate::advice::Advice;
use crate::game::{LiveGame, Overheard, Position};
use crate::time::Time;

/// The number of a job, counted up in a room.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct JobId(pub u64);

/// A bot's job: a seat's view, its choices, and nothing else.
pub struct BotJob {
    /// Its number.
    pub id: JobId,
    /// For which seat.
    pub seat: Seat,
    /// Which bot.
    pub level: Level,
    /// How long it takes, at any question: it is heard then and not before.
    pub time: Duration,
    pub(crate) position: Position,
    /// The seed of the thinking.
    pub seed: Seed,
    /// Input of a program at this level, where one may play.
    pub(crate) overheard: Option<Box<Overheard>>,
}

impl fmt::Debug for BotJob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BotJob").field("id", &self.id).field("seat", &self.seat).finish_non_exhaustive()
    }
}

impl BotJob {
    /// Everything the seat may do, in notation and canonical order.
    #[must_use]
    pub fn choices(&self) -> Vec<String> {
        self.position.choices()
    }

    /// Input of a program at this level; `None` where none may play.
    #[must_use]
    pub fn overheard(&self) -> Option<&Overheard> {
        self.overheard.as_deref()
    }

    /// The job as text for a worker; `None` where it must be done here: a program plays at this level, or the bot does
    /// not search and is faster than a message. That depends on the level alone.
    #[must_use]
    pub fn written(&self) -> Option<String> {
        if self.overheard.is_some() { None } else { self.position.written(self.level, self.seed) }
    }

    /// A worker's decision; `None` if it is no choice here.
    #[must_use]
    pub fn decided(&self, action: String) -> Option<BotDecision> {
        self.choices().contains(&action).then_some(BotDecision { job: self.id, action: Some(action) })
    }

    /// Thinks. The same job gives the same decision on every machine.
    #[must_use]
    pub fn decide(&self) -> BotDecision {
        BotDecision { job: self.id, action: Some(self.position.decide(self.seat, self.level, self.seed)) }
    }
}

/// A coach's job: a seat's view, its choices, and nothing else.
pub struct AdviceJob {
    pub(crate) seat: Seat,
    pub(crate) position: Position,
    pub(crate) seed: Seed,
}

impl fmt::Debug for AdviceJob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AdviceJob").field("seat", &self.seat).finish_non_exhaustive()
    }
}

impl AdviceJob {
    /// The coach's job for this seat; `None` where it is asked nothing.
    #[must_use]
    pub fn new(live: &LiveGame, seat: Seat) -> Option<Self> {
        let position = match live.pass() {
            Some(_) => live.position_in_window(seat)?,
            None => live.awaits().seats().contains(seat).then(|| live.position(seat))?,
        };
        // Its luck has nothing to do with that of the game.
        Some(Self { seat, position, seed: Seed::new(1998, live.inputs() as u64) })
    }

    /// Thinks. The same view gives the same advice on every machine.
    #[must_use]
    pub fn advise(&self) -> Advice {
        self.position.advise(self.seat, self.seed)
    }
}

/// A bot's decision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BotDecision {
    /// The job.
    pub job: JobId,
    /// The action in notation; `None` if the bot came to a bad end.
    pub action: Option<String>,
}

/// How long a bot takes, at any question: longer than it needs unless the machine is busy.
pub(crate) const fn deliberation(bot: BotName) -> Duration {
    Duration::from_millis(match bot {
        BotName::Random | BotName::Careless(_) | BotName::Noisy(_) | BotName::Greedy | BotName::Net => 10,
        BotName::Search(Budget::Iterations(..=400)) => 50,
        BotName::Search(Budget::Iterations(401..=1_000)) => 100,
        BotName::Search(Budget::Iterations(1_001..=4_000)) => 250,
        BotName::Search(Budget::Iterations(4_001..) | Budget::Time(_)) => 500,
    })
}

/// How long a bot may be late before a simpler one takes its place.
const TOO_LATE: Duration = Duration::from_secs(10);

/// A bot at work.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Thinking {
    pub(crate) job: JobId,
    pub(crate) seat: Seat,
    pub(crate) level: Level,
    time: Duration,
    /// The change since which the seat is asked this.
    pub(crate) asked: u64,
    /// When its decision is taken.
    pub(crate) due: Time,
    /// When it is too late for one.
    too_late: Time,
    decision: Option<String>,
}

impl Thinking {
    pub(crate) fn new(job: &BotJob, asked: u64, due: Time) -> Self {
        let BotJob { id, seat, level, time, .. } = *job;
        Self { job: id, seat, level, time, asked, due, too_late: due + TOO_LATE, decision: None }
    }

    /// The same question with this decision, to be taken then; a later one of the bot is ignored.
    pub(crate) fn decided(self, job: JobId, action: String, due: Time) -> Self {
        Self { job, decision: Some(action), due, ..self }
    }

    /// Its decision, if it has come.
    pub(crate) fn decision(&self) -> Option<&str> {
        self.decision.as_deref()
    }

    /// When something is to be done about it.
    pub(crate) fn wake(&self) -> Time {
        if self.decision.is_some() { self.due } else { self.too_late }
    }

    pub(crate) fn is_too_late(&self, now: Time) -> bool {
        self.decision.is_none() && now >= self.too_late
    }

    /// The decision is here. One that is late is taken at the next of a few moments, not at one of its own.
    pub(crate) fn decide(&mut self, action: String, now: Time) {
        while self.due < now {
            self.due = self.due + self.time;
        }
        self.decision = Some(action);
    }
}
