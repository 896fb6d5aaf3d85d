//! The queue taken step by step, and the pool with others who think for it.

use super::queue::{Spent, decide};
use super::*;
use games::{BotName, GameName, Thought};
use room::{Header, Input, Opening, Options, Room, Time, all_bots};
use table::Viewer;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

/// A job, as a room gives it.
fn job() -> BotJob {
    job_where(Level::Intern, Vec::new())
}

/// The same of a bot of this level, in a room where programs play at these.
fn job_where(level: Level, programs: Vec<Level>) -> BotJob {
    let header = Header { code: "abcd2345".to_owned(), secret: 3, opener: None };
    let options = Options::quick(GameName::SpamORama);
    let seated = all_bots(&options, 0, level).unwrap();
    let opening = Opening::new(header.clone(), options, seated).begun(Time(0)).unwrap();
    let mut room = Room::fold(header, &opening.entries).unwrap().with_programs(programs);
    room.apply(Time(0), Input::Connected(Viewer::Bystander)).unwrap().think.remove(0)
}

fn order(room: u64) -> (Order, UnboundedReceiver<BotDecision>) {
    let (decided, decisions) = unbounded_channel();
    let job = job();
    let wanted = Arc::new(Mutex::new(vec![job.id]));
    let work = Work::Decide { job, wanted, decided };
    (Order { room, work, place: Where::Anywhere }, decisions)
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
    let job = job_where(Level::Intern, vec![Level::Intern]);
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
    let pool = Pool::new(1, Vec::new(), None);
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
    let pool = Pool::new(2, Vec::new(), None);
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

/// Somebody elsewhere, who says to each thought what this says, and notes it.
struct Others {
    says: fn(&str) -> Option<String>,
    asked: Mutex<Vec<String>>,
}

impl Others {
    fn new(says: fn(&str) -> Option<String>) -> Arc<Self> {
        Arc::new(Self { says, asked: Mutex::default() })
    }
}

impl Elsewhere for Arc<Others> {
    fn place(&self) -> Option<Box<dyn Place>> {
        Some(Box::new(self.clone()))
    }
}

impl Place for Arc<Others> {
    fn think(self: Box<Self>, thought: String, heard: Heard) {
        let answer = (self.says)(&thought);
        self.asked.lock().unwrap().push(thought);
        std::thread::spawn(move || heard(answer));
    }
}

/// The outcomes of jobs where others think so, and how many they were asked.
async fn decided(others: &Arc<Others>, programs: Vec<LevelProgram>, jobs: Vec<BotJob>) -> Vec<BotDecision> {
    let pool = Pool::new(1, programs, Some(Arc::new(others.clone())));
    let (decides, mut decided) = unbounded_channel();
    let desk = pool.desk(decides);
    let count = jobs.len();
    desk.keep_only(jobs.iter().map(|job| job.id).collect());
    jobs.into_iter().for_each(|job| desk.submit(job));
    let mut all = Vec::new();
    for _ in 0..count {
        all.push(decided.recv().await.unwrap());
    }
    pool.close();
    all
}

/// The first level that searches.
fn searches() -> Level {
    let is_search = |level: &Level| matches!(GameName::SpamORama.bot(*level), BotName::Search(_));
    Level::ALL.into_iter().find(is_search).unwrap()
}

fn searching() -> BotJob {
    job_where(searches(), Vec::new())
}

#[tokio::test]
async fn whoever_thinks_a_decision_is_the_same() {
    let own = searching().decide();
    let honest: fn(&str) -> Option<String> =
        |thought| Some(Thought::read(thought.as_bytes()).unwrap().think());
    for says in [honest, |_| None, |_| Some("no choice of anybody".to_owned())] {
        let others = Others::new(says);
        let jobs = vec![searching(), searching(), searching()];
        assert_eq!(decided(&others, Vec::new(), jobs).await, vec![own.clone(); 3]);
        assert_eq!(others.asked.lock().unwrap().len(), 3, "asked once each");
    }
}

#[tokio::test]
async fn what_is_quick_and_what_programs_play_stays_here() {
    let others = Others::new(|_| panic!("asked"));
    let quick = job();
    assert_eq!(decided(&others, Vec::new(), vec![job()]).await, [quick.decide()]);
    let programs = || {
        let program = Arc::new(games::Program::new("exit 1", Some(Duration::from_secs(60))));
        vec![LevelProgram { level: searches(), program }]
    };
    let played = job_where(searches(), vec![searches()]);
    assert_eq!(decided(&others, programs(), vec![played]).await, [searching().decide()]);
    assert!(others.asked.lock().unwrap().is_empty());
}
