//! The queue of decisions and advice of all tables, and whose turn it is.

use std::collections::{BTreeMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use room::{Advice, AdviceJob, BotDecision, BotJob, JobId};
use tokio::sync::mpsc::UnboundedSender;
use tokio::sync::oneshot;

use super::Background;
use crate::program::LevelProgram;

/// In this time half of what a table's bots have thought is forgotten.
const HALF_LIFE: Duration = Duration::from_secs(10);

/// The jobs whose decisions a room still waits for.
pub(super) type Wanted = Arc<Mutex<Vec<JobId>>>;

/// Something that a table waits for.
pub(super) struct Order {
    pub(super) room: u64,
    pub(super) work: Work,
    pub(super) place: Where,
}

/// Where something may be thought about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Where {
    /// Here, or with others who think for this node.
    Anywhere,
    /// Here: others were asked in vain.
    Here,
}

/// Work that somebody at a table waits for.
pub(super) enum Work {
    /// A bot's decision.
    Decide { job: BotJob, wanted: Wanted, decided: UnboundedSender<BotDecision> },
    /// A coach's advice.
    Advise { job: AdviceJob, says: oneshot::Sender<Advice> },
}

impl Order {
    fn is_wanted(&self) -> bool {
        match &self.work {
            Work::Decide { job, wanted, decided } => {
                let wanted = wanted.lock().unwrap_or_else(PoisonError::into_inner);
                wanted.contains(&job.id) && !decided.is_closed()
            }
            Work::Advise { says, .. } => !says.is_closed(),
        }
    }

    /// The job for a worker, if it may go to one.
    pub(super) fn thought(&self) -> Option<String> {
        match (&self.work, self.place) {
            (Work::Decide { job, .. }, Where::Anywhere) => job.written(),
            (Work::Decide { .. }, Where::Here) | (Work::Advise { .. }, _) => None,
        }
    }
}

impl Work {
    /// Thinks, and sends the answer. Advice that panics is dropped.
    pub(super) fn think(self, programs: &[LevelProgram]) {
        match self {
            Self::Decide { job, decided, .. } => {
                let thought = catch_unwind(AssertUnwindSafe(|| decide(&job, programs)));
                let decision = thought.unwrap_or(BotDecision { job: job.id, action: None });
                let _ = decided.send(decision);
            }
            Self::Advise { job, says } => {
                if let Ok(advice) = catch_unwind(AssertUnwindSafe(|| job.advise())) {
                    let _ = says.send(advice);
                }
            }
        }
    }

    /// Sends the answer of a worker; gives the work back if the answer is no legal choice.
    pub(super) fn take(self, action: String) -> Option<Self> {
        match self {
            Self::Decide { job, wanted, decided } => match job.decided(action) {
                Some(decision) => {
                    let _ = decided.send(decision);
                    None
                }
                None => Some(Self::Decide { job, wanted, decided }),
            },
            Self::Advise { .. } => Some(self),
        }
    }
}

/// A bot's decision: by the program at its level, if there is one, or else by our own.
pub(super) fn decide(job: &BotJob, programs: &[LevelProgram]) -> BotDecision {
    let program = programs.iter().find(|program| program.level == job.level);
    match program.and_then(|program| program.ask(job)) {
        Some(Ok(decision)) => decision,
        Some(Err(fault)) => {
            let level = job.level.title();
            tracing::warn!(level, %fault, "a program did not decide; our own bot of its level does");
            job.decide()
        }
        None => job.decide(),
    }
}

/// How much a table's bots have thought of late, in seconds, as of a moment.
pub(super) struct Spent {
    pub(super) seconds: f64,
    pub(super) at: Instant,
    /// Whether one of them thinks now, here or elsewhere.
    pub(super) busy: bool,
}

impl Spent {
    fn now(&self, now: Instant) -> f64 {
        let halves = now.duration_since(self.at).as_secs_f64() / HALF_LIFE.as_secs_f64();
        self.seconds * (-halves).exp2()
    }
}

/// All of it.
#[derive(Default)]
pub(super) struct Queue {
    pub(super) orders: Vec<Order>,
    pub(super) rooms: BTreeMap<u64, Spent>,
    pub(super) next_room: u64,
    /// How many think here.
    pub(super) thinking: usize,
    pub(super) closed: bool,
    pub(super) background: VecDeque<Background>,
}

impl Queue {
    /// The order that is next: of a table where no bot thinks, the one that has had the least.
    pub(super) fn next(&mut self, now: Instant) -> Option<Order> {
        self.orders.retain(Order::is_wanted);
        self.rooms.retain(|_, spent| spent.busy || spent.now(now) > 0.001);
        let spent = |order: &Order| self.rooms.get(&order.room).map_or(0.0, |spent| spent.now(now));
        let is_free = |order: &Order| self.rooms.get(&order.room).is_none_or(|spent| !spent.busy);
        let next = (0..self.orders.len())
            .filter(|at| is_free(&self.orders[*at]))
            .min_by(|one, other| spent(&self.orders[*one]).total_cmp(&spent(&self.orders[*other])))?;
        let order = self.orders.remove(next);
        self.rooms.entry(order.room).or_insert(Spent { seconds: 0.0, at: now, busy: false }).busy = true;
        Some(order)
    }

    /// Whether no bot thinks here or is to think.
    pub(super) fn is_quiet(&self) -> bool {
        self.orders.is_empty() && self.thinking == 0
    }

    /// A bot of this table has thought, here or elsewhere.
    pub(super) fn done(&mut self, room: u64, begun: Instant, now: Instant) {
        if let Some(spent) = self.rooms.get_mut(&room) {
            let seconds = spent.now(now) + now.duration_since(begun).as_secs_f64();
            *spent = Spent { seconds, at: now, busy: false };
        }
    }

    /// Puts back work that workers refused, without charging the table for it.
    pub(super) fn put_back(&mut self, order: Order) {
        if let Some(spent) = self.rooms.get_mut(&order.room) {
            spent.busy = false;
        }
        self.orders.push(order);
    }
}
