//! The pool on which bots think: bounded, apart from the threads that answer visitors, and fair. A table has one bot
//! thinking at a time, and the table whose bots have thought the least of late is served first. What nobody waits for at
//! a table is thought about piece by piece on one thread of its own, which lets bots go first.

use std::collections::{BTreeMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use games::Level;
use room::{Advice, AdviceJob, BotDecision, BotJob, JobId};
use tokio::sync::mpsc::UnboundedSender;
use tokio::sync::oneshot;

use crate::program::LevelProgram;

/// In this time half of what a table's bots have thought is forgotten.
const HALF_LIFE: Duration = Duration::from_secs(10);

/// So long a piece of what can wait waits for a moment in which no bot thinks.
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

/// The jobs whose decisions a room still waits for.
type Wanted = Arc<Mutex<Vec<JobId>>>;

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

    /// A coach is to think, in the same line as the bots; what it says is sent to whoever asked.
    pub(crate) fn advise(&self, job: AdviceJob) -> oneshot::Receiver<Advice> {
        let (says, said) = oneshot::channel();
        self.order(Work::Advise { job, says });
        said
    }

    fn order(&self, work: Work) {
        self.pool.queue().orders.push(Order { room: self.room, work });
        self.pool.shared.more.notify_one();
    }

    /// Only these are waited for.
    pub(crate) fn keep_only(&self, wanted: Vec<JobId>) {
        *self.wanted.lock().unwrap_or_else(PoisonError::into_inner) = wanted;
    }
}

struct Order {
    room: u64,
    work: Work,
}

/// What somebody at a table waits for.
enum Work {
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
}

impl Work {
    /// Thinks, and tells whoever waits. Of advice that comes to a bad end nobody hears.
    fn think(self, programs: &[LevelProgram]) {
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
}

/// What a bot comes to: the program that plays at its level, if there is one, or else our own.
fn decide(job: &BotJob, programs: &[LevelProgram]) -> BotDecision {
    let program = programs.iter().find(|program| program.level == job.level);
    match program.and_then(|program| job.ask(&program.program)) {
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
struct Spent {
    seconds: f64,
    at: Instant,
    /// Whether one of them thinks now.
    busy: bool,
}

impl Spent {
    fn now(&self, now: Instant) -> f64 {
        let halves = now.duration_since(self.at).as_secs_f64() / HALF_LIFE.as_secs_f64();
        self.seconds * (-halves).exp2()
    }
}

#[derive(Default)]
struct Queue {
    orders: Vec<Order>,
    rooms: BTreeMap<u64, Spent>,
    next_room: u64,
    closed: bool,
    background: VecDeque<Background>,
}

impl Queue {
    /// The order that is next: of a table where no bot thinks, the one that has had the least.
    fn next(&mut self, now: Instant) -> Option<Order> {
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

    /// Whether no bot thinks or is to think.
    fn is_quiet(&self) -> bool {
        self.orders.is_empty() && self.rooms.values().all(|spent| !spent.busy)
    }

    fn done(&mut self, room: u64, begun: Instant, now: Instant) {
        if let Some(spent) = self.rooms.get_mut(&room) {
            let seconds = spent.now(now) + now.duration_since(begun).as_secs_f64();
            *spent = Spent { seconds, at: now, busy: false };
        }
    }
}

struct Shared {
    /// The programs that play in the place of our bots.
    programs: Vec<LevelProgram>,
    queue: Mutex<Queue>,
    more: Condvar,
    /// For the thread of what can wait.
    later: Condvar,
}

/// Where bots think. Copies are doors to the same pool.
#[derive(Clone)]
pub(crate) struct Pool {
    shared: Arc<Shared>,
}

impl Pool {
    /// A pool in which so many think at the same time.
    pub(crate) fn new(threads: usize, programs: Vec<LevelProgram>) -> Self {
        let (queue, more, later) = (Mutex::default(), Condvar::new(), Condvar::new());
        let pool = Self { shared: Arc::new(Shared { programs, queue, more, later }) };
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

    /// Something is thought about when bots leave time for it, after whatever came before it.
    pub(crate) fn later(&self, work: Background) {
        self.queue().background.push_back(work);
        self.shared.later.notify_one();
    }

    /// The levels at which programs play.
    pub(crate) fn program_levels(&self) -> Vec<Level> {
        self.shared.programs.iter().map(|program| program.level).collect()
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.shared.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A place for the bots of one room; what they decide is sent there.
    pub(crate) fn desk(&self, decided: UnboundedSender<BotDecision>) -> Desk {
        let mut queue = self.queue();
        queue.next_room += 1;
        Desk { pool: self.clone(), room: queue.next_room, wanted: Arc::default(), decided }
    }

    /// The threads end when they are done with what they do.
    pub(crate) fn close(&self) {
        self.queue().closed = true;
        self.shared.more.notify_all();
        self.shared.later.notify_all();
    }
}

fn work(shared: &Shared) {
    let lock = || shared.queue.lock().unwrap_or_else(PoisonError::into_inner);
    let mut queue = lock();
    while !queue.closed {
        let Some(order) = queue.next(Instant::now()) else {
            queue = shared.more.wait(queue).unwrap_or_else(PoisonError::into_inner);
            continue;
        };
        drop(queue);
        let begun = Instant::now();
        let room = order.room;
        order.work.think(&shared.programs);
        queue = lock();
        queue.done(room, begun, Instant::now());
        // Another bot of this table may have waited for this one.
        shared.more.notify_one();
        shared.later.notify_one();
    }
}

/// Does what can wait, a piece at a time, each in a quiet moment or when it has waited long enough for one.
fn work_later(shared: &Shared) {
    let lock = || shared.queue.lock().unwrap_or_else(PoisonError::into_inner);
    let mut queue = lock();
    while !queue.closed {
        let Some(mut work) = queue.background.pop_front() else {
            queue = shared.later.wait(queue).unwrap_or_else(PoisonError::into_inner);
            continue;
        };
        let waits = |queue: &mut Queue| !queue.closed && !queue.is_quiet();
        let waited = shared.later.wait_timeout_while(queue, PATIENCE, waits);
        drop(waited.unwrap_or_else(PoisonError::into_inner));
        let further = catch_unwind(AssertUnwindSafe(&mut work)).unwrap_or(Further::Done);
        queue = lock();
        if further == Further::More {
            queue.background.push_front(work);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::{GameName, Level};
    use room::{Header, Input, Opening, Options, Room, Time, all_bots};
    use table::Viewer;
    use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

    /// A job, as a room gives it.
    fn job() -> BotJob {
        job_where(Vec::new())
    }

    /// The same in a room where programs play at these levels.
    fn job_where(programs: Vec<Level>) -> BotJob {
        let header = Header { code: "abcd2345".to_owned(), secret: 3, opener: None };
        let options = Options::quick(GameName::SpamORama);
        let seated = all_bots(&options, 0, Level::Intern).unwrap();
        let opening = Opening::new(header.clone(), options, seated).begun(Time(0)).unwrap();
        let mut room = Room::fold(header, &opening.entries).unwrap();
        room.let_programs_play(programs);
        room.apply(Time(0), Input::Connected(Viewer::Bystander)).unwrap().think.remove(0)
    }

    fn order(room: u64) -> (Order, UnboundedReceiver<BotDecision>) {
        let (decided, decisions) = unbounded_channel();
        let job = job();
        let wanted = Arc::new(Mutex::new(vec![job.id]));
        (Order { room, work: Work::Decide { job, wanted, decided } }, decisions)
    }

    #[test]
    fn a_table_of_thinkers_does_not_keep_an_honest_one_waiting() {
        let mut queue = Queue::default();
        let begun = Instant::now();
        let now = begun + Duration::from_secs(5);
        let mut wanted = Vec::new();
        // Twenty-eight tables whose bots have thought for five seconds each, and want to go on.
        for room in 0..28 {
            let (one, decisions) = order(room);
            queue.orders.push(one);
            wanted.push(decisions);
            queue.rooms.insert(room, Spent { seconds: 0.0, at: begun, busy: true });
            queue.done(room, begun, now);
        }
        let (honest, decisions) = order(99);
        queue.orders.push(honest);
        wanted.push(decisions);
        assert_eq!(queue.next(now).unwrap().room, 99, "who has had the least is first");
        let next = queue.next(now).unwrap().room;
        assert!(next < 28);
        // A table has one bot thinking at a time.
        let (more, decisions) = order(99);
        queue.orders.push(more);
        wanted.push(decisions);
        assert_ne!(queue.next(now).unwrap().room, 99);
        queue.done(99, now, now);
        assert_eq!(queue.next(now).unwrap().room, 99);
    }

    #[cfg(unix)]
    #[test]
    fn a_program_decides_at_its_level_and_our_own_bot_where_it_fails() {
        let program = |command: &str| LevelProgram {
            level: Level::Intern,
            program: Arc::new(games::Program::new(command, Some(Duration::from_secs(60)))),
        };
        let answers = "while read -r line; do case $line in *choose*) echo 3;; esac; done";
        let job = job_where(vec![Level::Intern]);
        let (own, third) = (job.decide(), job.choices()[3].clone());
        assert_ne!(own.action.as_ref(), Some(&third), "ours decides otherwise, or this shows nothing");
        assert_eq!(decide(&job, &[program(answers)]).action, Some(third));
        let broken = program("exit 1");
        assert_eq!(decide(&job, std::slice::from_ref(&broken)), own);
        assert_eq!(broken.program.faults().kinds.into_iter().collect::<Vec<_>>(), [("ended", 1)]);
        // Where the room does not say what the seat heard, no program is asked: at other levels, and in deals.
        assert_eq!(decide(&self::job(), &[program(answers)]).action, self::job().decide().action);
    }

    #[test]
    fn what_nobody_waits_for_is_not_thought_about() {
        let mut queue = Queue::default();
        let (stale, _decisions) = order(1);
        let Work::Decide { wanted, .. } = &stale.work else { panic!("a bot's") };
        wanted.lock().unwrap().clear();
        queue.orders.push(stale);
        let (gone, decisions) = order(2);
        drop(decisions);
        queue.orders.push(gone);
        assert!(queue.next(Instant::now()).is_none());
        assert!(queue.orders.is_empty());
    }

    #[test]
    fn what_can_wait_is_done_piece_by_piece_and_in_order() {
        let pool = Pool::new(1, Vec::new());
        let (tell, told) = std::sync::mpsc::channel();
        for work in 0..2 {
            let (tell, mut piece) = (tell.clone(), 0);
            pool.later(Box::new(move || {
                tell.send((work, piece)).unwrap();
                piece += 1;
                if piece < 3 { Further::More } else { Further::Done }
            }));
        }
        let all: Vec<(i32, i32)> = told.iter().take(6).collect();
        assert_eq!(all, [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)]);
        pool.later(Box::new(|| panic!("a bad end")));
        pool.later(Box::new(move || {
            tell.send((7, 7)).unwrap();
            Further::Done
        }));
        assert_eq!(told.recv().unwrap(), (7, 7), "one bad end is not the end of all");
        pool.close();
    }

    #[tokio::test]
    async fn decisions_come_back() {
        let pool = Pool::new(2, Vec::new());
        let (decides, mut decided) = unbounded_channel();
        let desk = pool.desk(decides);
        let (one, other) = (job(), job());
        let expected = one.decide();
        desk.keep_only(vec![one.id]);
        desk.submit(one);
        desk.submit(other);
        assert_eq!(decided.recv().await, Some(expected.clone()));
        assert_eq!(decided.recv().await, Some(expected), "the same job, the same decision");
        pool.close();
    }
}
