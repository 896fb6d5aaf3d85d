//! The pool on which bots think: bounded, apart from the threads that answer visitors, and fair. A table has one bot
//! thinking at a time, and the table whose bots have thought the least of late is served first. Where others think for
//! this node they are given what they take, and the threads here do the rest. What nobody waits for at a table is
//! thought about piece by piece on one thread of its own, which lets bots go first.

mod elsewhere;
mod queue;
#[cfg(test)]
mod tests;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use games::Level;
use room::{Advice, AdviceJob, BotDecision, BotJob, JobId};
use tokio::sync::mpsc::UnboundedSender;
use tokio::sync::oneshot;

pub(crate) use elsewhere::{Elsewhere, Heard, Place};

use crate::program::LevelProgram;
use crate::telemetry::{THOUGHTS_RETURNED, THOUGHTS_SENT};
use queue::{Order, Queue, Wanted, Where, Work};

/// The longest wait of background work for a moment in which no bot thinks.
const PATIENCE: Duration = Duration::from_millis(250);

/// Something to think about that can wait, in pieces.
pub(crate) type Background = Box<dyn FnMut() -> Further + Send>;

/// Whether there is more to think about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Further {
    /// Another piece.
    More,
    /// Nothing more.
    Done,
}

/// Where a room's bots think for it.
#[derive(Clone)]
pub(crate) struct Desk {
    pool: Pool,
    room: u64,
    wanted: Wanted,
    decided: UnboundedSender<BotDecision>,
}

impl Desk {
    /// A bot is to think; its decision is sent to the room.
    pub(crate) fn submit(&self, job: BotJob) {
        let (wanted, decided) = (self.wanted.clone(), self.decided.clone());
        self.order(Work::Decide { job, wanted, decided });
    }

    /// Queues a coach's advice beside the bots' decisions; the channel gets the answer.
    pub(crate) fn advise(&self, job: AdviceJob) -> oneshot::Receiver<Advice> {
        let (says, said) = oneshot::channel();
        self.order(Work::Advise { job, says });
        said
    }

    fn order(&self, work: Work) {
        self.pool.shared.queue().orders.push(Order { room: self.room, work, place: Where::Anywhere });
        self.pool.shared.more.notify_one();
    }

    /// Only these are waited for.
    pub(crate) fn keep_only(&self, wanted: Vec<JobId>) {
        *self.wanted.lock().unwrap_or_else(PoisonError::into_inner) = wanted;
    }
}

struct Shared {
    /// The programs that play in the place of our bots.
    programs: Vec<LevelProgram>,
    /// Others who think for this node, where there may be any.
    elsewhere: Option<Arc<dyn Elsewhere>>,
    queue: Mutex<Queue>,
    more: Condvar,
    /// For the thread of background work.
    later: Condvar,
}

impl Shared {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Wakes the threads that wait: a decision is done, or a new one is queued.
    fn go_on(&self) {
        // Another bot of this table may have waited for this one.
        self.more.notify_one();
        self.later.notify_one();
    }

    /// Lets others think about this, if they take it; else it comes back.
    fn send(self: &Arc<Self>, order: Order) -> Option<Order> {
        let Some(place) = self.elsewhere.as_ref().and_then(|elsewhere| elsewhere.place()) else {
            return Some(order);
        };
        let Some(thought) = order.thought() else { return Some(order) };
        THOUGHTS_SENT.add(1);
        let (shared, begun) = (self.clone(), Instant::now());
        let Order { room, work, .. } = order;
        let heard: Heard = Box::new(move |action| {
            let left = match action {
                Some(action) => work.take(action),
                None => Some(work),
            };
            let mut queue = shared.queue();
            match left {
                None => queue.done(room, begun, Instant::now()),
                Some(work) => {
                    THOUGHTS_RETURNED.add(1);
                    queue.put_back(Order { room, work, place: Where::Here });
                }
            }
            drop(queue);
            shared.go_on();
        });
        place.think(thought, heard);
        None
    }
}

/// Where bots think. Copies are doors to the same pool.
#[derive(Clone)]
pub(crate) struct Pool {
    shared: Arc<Shared>,
}

impl Pool {
    /// A pool with so many threads, beside the workers elsewhere.
    pub(crate) fn new(
        threads: usize,
        programs: Vec<LevelProgram>,
        elsewhere: Option<Arc<dyn Elsewhere>>,
    ) -> Self {
        let (queue, more, later) = (Mutex::default(), Condvar::new(), Condvar::new());
        let pool = Self { shared: Arc::new(Shared { programs, elsewhere, queue, more, later }) };
        for _ in 0..threads.max(1) {
            let shared = pool.shared.clone();
            let thread = std::thread::Builder::new().name("bots".to_owned());
            if let Err(error) = thread.spawn(move || work(&shared)) {
                tracing::error!(%error, "a thread for bots could not be started");
            }
        }
        let shared = pool.shared.clone();
        let thread = std::thread::Builder::new().name("later".to_owned());
        if let Err(error) = thread.spawn(move || work_later(&shared)) {
            tracing::error!(%error, "a thread for what can wait could not be started");
        }
        pool
    }

    /// Queues background work, behind earlier ones.
    pub(crate) fn later(&self, work: Background) {
        self.shared.queue().background.push_back(work);
        self.shared.later.notify_one();
    }

    /// The levels at which programs play.
    pub(crate) fn program_levels(&self) -> Vec<Level> {
        self.shared.programs.iter().map(|program| program.level).collect()
    }

    /// A place for the bots of one room; what they decide is sent there.
    pub(crate) fn desk(&self, decided: UnboundedSender<BotDecision>) -> Desk {
        let mut queue = self.shared.queue();
        queue.next_room += 1;
        Desk { pool: self.clone(), room: queue.next_room, wanted: Arc::default(), decided }
    }

    /// The threads end when they are done with what they do.
    pub(crate) fn close(&self) {
        self.shared.queue().closed = true;
        self.shared.more.notify_all();
        self.shared.later.notify_all();
    }
}

fn work(shared: &Arc<Shared>) {
    let mut queue = shared.queue();
    while !queue.closed {
        let Some(order) = queue.next(Instant::now()) else {
            queue = shared.more.wait(queue).unwrap_or_else(PoisonError::into_inner);
            continue;
        };
        queue.thinking += 1;
        drop(queue);
        let (room, begun) = (order.room, Instant::now());
        match shared.send(order) {
            Some(order) => {
                order.work.think(&shared.programs);
                queue = shared.queue();
                queue.done(room, begun, Instant::now());
            }
            None => queue = shared.queue(),
        }
        queue.thinking -= 1;
        shared.go_on();
    }
}

/// Does background work, a piece at a time, each in a quiet moment or after its longest wait.
fn work_later(shared: &Shared) {
    let mut queue = shared.queue();
    while !queue.closed {
        let Some(mut work) = queue.background.pop_front() else {
            queue = shared.later.wait(queue).unwrap_or_else(PoisonError::into_inner);
            continue;
        };
        let waits = |queue: &mut Queue| !queue.closed && !queue.is_quiet();
        let waited = shared.later.wait_timeout_while(queue, PATIENCE, waits);
        drop(waited.unwrap_or_else(PoisonError::into_inner));
        let further = catch_unwind(AssertUnwindSafe(&mut work)).unwrap_or(Further::Done);
        queue = shared.queue();
        if further == Further::More {
            queue.background.push_front(work);
        }
    }
}
