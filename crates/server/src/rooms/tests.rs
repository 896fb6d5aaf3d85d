//! One room, one loop: for any number of requests to load a room, of which some are cancelled meanwhile.
#![allow(clippy::unwrap_used)] // A test may stop at once.

use std::future::poll_fn;
use std::pin::Pin;
use std::sync::atomic::{AtomicU32, Ordering};
use std::task::{Context, Poll, Waker};

use http_body::Body as _;
use proptest::test_runner::{Config, RngSeed};
use room::{Header, Options, Seated, all_bots};

use super::nodes::TakenUp;
use super::*;
use crate::database::Database;
use crate::proofs::finished_match;

/// Access for proofs with many nodes.
#[cfg(feature = "cluster")]
impl Rooms {
    /// As long as this is kept, nothing is loaded.
    pub(crate) async fn hold_loading(&self) -> tokio::sync::SemaphorePermit<'_> {
        self.inner.loading.acquire_many(LOADING as u32).await.unwrap()
    }

    /// Whether a room that has come is taken up.
    pub(crate) fn is_taking_up(&self) -> bool {
        self.inner.taking.available_permits() < TAKING
    }

    /// Whether a room is run here, as it is ours. A loop that does anything else with it ends.
    pub(crate) async fn runs(&self, code: &str, id: i64) -> bool {
        let handle = self.live().get(code).and_then(|slot| slot.get().cloned());
        let fence = self.cluster().and_then(|cluster| cluster.fence(id));
        let Some((handle, fence)) = handle.zip(fence) else { return false };
        let (runs, running) = oneshot::channel();
        let _ = handle.tell(Instant::now(), Message::Owned(fence.epoch, runs)).await;
        running.await.is_ok()
    }
}

type Asking<'a> = Pin<Box<dyn Future<Output = Result<Handle, Problem>> + 'a>>;

const CODE: &str = "abcd2345";

/// A public table of this code, with bots alone.
fn public_table(code: &str) -> Opening {
    let options = Options { public: true, ..Options::quick(GameName::SpamORama) };
    let header = Header { code: code.to_owned(), secret: 1998, opener: None };
    let bots = all_bots(&options, 0, games::Level::Intern).unwrap();
    Opening::new(header, options, bots)
}

/// Rooms of which one is kept and not live.
async fn rooms() -> (Rooms, std::path::PathBuf) {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let folder = std::env::temp_dir().join(format!("gruntle-loops-{}-{number}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let rooms = Rooms::new(Store::open(&Database::Folder(folder.clone())).await.unwrap(), 1);
    rooms.open(&public_table(CODE)).await.unwrap();
    (rooms, folder)
}

/// Polls a request once.
fn poll(asking: &mut Asking<'_>) -> Poll<Result<Handle, Problem>> {
    asking.as_mut().poll(&mut Context::from_waker(Waker::noop()))
}

/// The results of all of them; any of them may have to go on first.
async fn all(mut asking: Vec<Asking<'_>>) -> Vec<Handle> {
    let mut handles = Vec::new();
    poll_fn(|context| {
        asking.retain_mut(|asking| match asking.as_mut().poll(context) {
            Poll::Ready(handle) => {
                handles.push(handle.unwrap());
                false
            }
            Poll::Pending => true,
        });
        if asking.is_empty() { Poll::Ready(()) } else { Poll::Pending }
    })
    .await;
    handles
}

/// Visitors come and go before the room can be loaded; each visitor who stays gets the same loop.
async fn come_and_go(visits: &[usize]) {
    let (rooms, folder) = rooms().await;
    let held = rooms.inner.loading.acquire_many(LOADING as u32).await.unwrap();
    let mut asking: [Option<Asking<'_>>; 5] = Default::default();
    for &visit in visits {
        let place = &mut asking[visit];
        // Cancels the request of this place, or makes a new one.
        *place = match place.take() {
            Some(_) => None,
            None => {
                let mut new: Asking<'_> = Box::pin(rooms.room(CODE, Instant::now()));
                assert!(poll(&mut new).is_pending());
                Some(new)
            }
        };
    }
    let waiting = asking.iter().flatten().count();
    assert_eq!(rooms.live().len(), waiting.min(1), "a place is kept for those who wait, and for nobody else");
    drop(held);
    let mut handles = all(asking.into_iter().flatten().collect()).await;
    handles.push(rooms.room(CODE, Instant::now()).await.unwrap());
    assert!(handles.iter().all(|handle| handle.is_same(&handles[0])), "two loops run one room: {visits:?}");
    rooms.close().await;
    let _ = std::fs::remove_dir_all(folder);
}

#[tokio::test]
async fn whoever_loads_a_room_and_goes_leaves_it_to_those_who_wait() {
    // The first one loads, the second waits for it, the first goes, a third comes.
    come_and_go(&[0, 1, 0, 2]).await;
    come_and_go(&[0, 1, 2, 1, 0, 3]).await;
    come_and_go(&[0, 0]).await;
}

#[tokio::test]
async fn whoever_finds_no_place_to_load_a_table_is_told_so_and_lists_do_without_it() {
    let (rooms, folder) = rooms().await;
    let rows = rooms.store().listed(0).await.unwrap();
    let held = rooms.inner.loading.acquire_many(LOADING as u32).await.unwrap();
    // Only the wait for a place goes by this clock: nothing is read before.
    tokio::time::pause();
    let problem = rooms.room(CODE, Instant::now()).await.err().unwrap();
    assert_eq!((problem.status.as_u16(), problem.kind), (503, "too-much"));
    assert!(rooms.summaries(rows.clone(), None).await.is_empty());
    tokio::time::resume();
    drop(held);
    assert_eq!(rooms.summaries(rows, None).await.len(), 1);
    // A live room needs no place.
    let _held = rooms.inner.loading.acquire_many(LOADING as u32).await.unwrap();
    assert_eq!(rooms.public().await.unwrap().len(), 1);
    rooms.close().await;
    let _ = std::fs::remove_dir_all(folder);
}

#[tokio::test]
async fn lists_leave_places_to_those_who_ask_for_a_table() {
    let (rooms, folder) = rooms().await;
    for number in 2..8 {
        rooms.open(&public_table(&format!("bbbb234{number}"))).await.unwrap();
    }
    let rows = rooms.store().listed(0).await.unwrap();
    let mut listing = Box::pin(rooms.summaries(rows.clone(), None));
    assert!(listing.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending());
    assert_eq!(rooms.inner.loading.available_permits(), LOADING - LISTING);
    let listed = listing.await;
    let codes = |listed: &[MatchSummary]| listed.iter().map(|one| one.code.clone()).collect::<Vec<_>>();
    assert_eq!(codes(&listed), rows.iter().map(|row| row.code.clone()).collect::<Vec<_>>());
    rooms.close().await;
    let _ = std::fs::remove_dir_all(folder);
}

/// Another table; gives the number of its match.
async fn another(rooms: &Rooms, opening: &Opening, progress: Option<room::Progress>) -> i64 {
    let id = rooms.store().open_room(opening).await.unwrap();
    rooms.store().append(id, opening.entries.len() as u64 + 1, &[], progress, None, None).await.unwrap();
    id
}

#[tokio::test]
async fn whoever_asks_for_a_table_does_not_wait_for_those_that_come_from_elsewhere() {
    let (rooms, folder) = rooms().await;
    let id = rooms.store().row(CODE).await.unwrap().unwrap().id;
    let mut came = vec![id];
    for number in 2..8 {
        came.push(another(&rooms, &public_table(&format!("bbbb234{number}")), None).await);
    }
    let held = rooms.inner.taking.acquire_many(TAKING as u32).await.unwrap();
    let mut coming = join_all(came.iter().map(|id| rooms.take_up(*id, 1, || true)));
    let mut look = || Pin::new(&mut coming).poll(&mut Context::from_waker(Waker::noop()));
    assert!(look().is_pending());
    let asked = rooms.room(CODE, Instant::now()).await.unwrap();
    assert!(look().is_pending());
    assert_eq!(rooms.live().len(), 1, "nothing else is read");
    drop(held);
    for taken in coming.await {
        assert!(matches!(taken, Ok(TakenUp::Runs(_))));
    }
    assert_eq!(rooms.live().len(), came.len());
    assert!(
        asked.is_same(&rooms.room(CODE, Instant::now()).await.unwrap()),
        "what is run already is not read again"
    );
    rooms.close().await;
    let _ = std::fs::remove_dir_all(folder);
}

#[tokio::test]
async fn of_tables_that_come_only_those_are_read_that_stay_and_are_not_over() {
    let (rooms, folder) = rooms().await;
    let over = another(&rooms, &finished_match("bbbb2345", 0), Some(room::Progress::Over)).await;
    assert_eq!(rooms.take_up(over, 1, || true).await, Ok(TakenUp::IsOver));
    assert_eq!(rooms.take_up(over, 1, || false).await, Ok(TakenUp::IsGone), "it is another's again");
    assert_eq!(rooms.take_up(777, 1, || true).await, Ok(TakenUp::IsGone), "it was removed");
    assert!(rooms.live().is_empty());
    // Somebody asks for it meanwhile.
    rooms.room("bbbb2345", Instant::now()).await.unwrap();
    assert_eq!(rooms.take_up(over, 1, || true).await, Ok(TakenUp::Runs("bbbb2345".to_owned())));
    rooms.close().await;
    let _ = std::fs::remove_dir_all(folder);
}

#[tokio::test]
async fn a_table_whose_game_is_over_does_not_stay_long_after_its_visitors() {
    let (rooms, folder) = rooms().await;
    another(&rooms, &finished_match("bbbb2345", 0), Some(room::Progress::Over)).await;
    for code in [CODE, "bbbb2345"] {
        rooms.room(code, Instant::now()).await.unwrap();
    }
    // From here on nothing is read or written.
    tokio::time::pause();
    tokio::time::sleep(Duration::from_secs(5)).await;
    assert_eq!(rooms.live().len(), 2);
    tokio::time::sleep(Duration::from_secs(60)).await;
    assert_eq!(rooms.live().keys().collect::<Vec<_>>(), [CODE]);
    tokio::time::resume();
    rooms.close().await;
    let _ = std::fs::remove_dir_all(folder);
}

#[tokio::test]
async fn matches_that_cannot_be_shown_do_not_empty_the_list() {
    let (rooms, folder) = rooms().await;
    for number in 0..2 * PAGE {
        let number = format!("{number:03}").replace('0', "z").replace('1', "y");
        let mut damaged = public_table(&format!("bbbbb{number}"));
        damaged.entries.push(room::Entry::Stood(table::Seat::new(5).unwrap()));
        rooms.open(&damaged).await.unwrap();
    }
    let listed = rooms.public().await.unwrap();
    assert_eq!(listed.into_iter().map(|one| one.code).collect::<Vec<_>>(), [CODE]);
    rooms.close().await;
    let _ = std::fs::remove_dir_all(folder);
}

#[tokio::test]
async fn strangers_keep_no_device_from_listening_that_two_players_share() {
    let (rooms, folder) = rooms().await;
    let code = "bbbb2345";
    let key = KeyHash([7; 32]);
    let seats = [0, 1].map(|at| table::Seat::new(at).unwrap());
    let shared = Vec::from(seats.map(|seat| Seated::person(seat, format!("Player {seat}"), key)));
    let options = Options { seats: 2, ..Options::quick(GameName::SpamORama) };
    let header = Header { code: code.to_owned(), secret: 1998, opener: Some(key) };
    let opening = Opening::new(header, options, shared).begun(room::Time(0)).unwrap();
    rooms.open(&opening).await.unwrap();
    let visit = |key| Visit {
        from: room::Requester { key, seat: None },
        format: Format::Json,
        site: String::new(),
        name: String::new(),
        wanted: Wanted::Table,
    };
    let mut strangers = Vec::new();
    while let Ok(stranger) = rooms.listen(code, visit(None), None).await {
        strangers.push(stranger);
    }
    assert!(strangers.len() > 100, "{}", strangers.len());
    let at_the_curtain = rooms.listen(code, visit(Some(key)), None).await;
    assert!(at_the_curtain.is_ok());
    drop((strangers, at_the_curtain));
    rooms.close().await;
    let _ = std::fs::remove_dir_all(folder);
}

proptest::proptest! {
    #![proptest_config(Config { cases: 48, rng_seed: RngSeed::Fixed(1998), ..Config::default() })]

    #[test]
    fn two_loops_never_run_one_room(visits in proptest::collection::vec(0..5_usize, 1..24)) {
        tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(come_and_go(&visits));
    }
}

/// Whether this event comes within so many seconds.
async fn hears(stream: &mut Stream, seconds: u64, what: &str) -> bool {
    let heard = async {
        loop {
            let frame = poll_fn(|context| Pin::new(&mut *stream).poll_frame(context)).await.unwrap().unwrap();
            let event = String::from_utf8(frame.into_data().unwrap().to_vec()).unwrap();
            if event.contains(what) {
                return;
            }
        }
    };
    tokio::time::timeout(Duration::from_secs(seconds), heard).await.is_ok()
}

#[tokio::test]
async fn that_a_page_was_closed_is_told_within_five_seconds_and_that_it_was_loaded_anew_is_not() {
    let (rooms, folder) = rooms().await;
    let code = "bbbb2345";
    let keys = [KeyHash([7; 32]), KeyHash([8; 32])];
    let seated = [("Ann", keys[0]), ("Bob", keys[1])].into_iter().enumerate();
    let seated =
        seated.map(|(at, (name, key))| Seated::person(table::Seat::new(at).unwrap(), name.to_owned(), key));
    let options = Options { seats: 2, ..Options::quick(GameName::SpamORama) };
    let header = Header { code: code.to_owned(), secret: 1998, opener: Some(keys[0]) };
    let mut opening = Opening::new(header, options, seated.collect());
    opening.entries.push(room::Entry::Readied(table::Seat::new(1).unwrap()));
    rooms.open(&opening.begun(room::Time(0)).unwrap()).await.unwrap();
    let listen = async |key| {
        let from = room::Requester { key: Some(key), seat: None };
        let visit = Visit {
            from,
            format: Format::Html,
            site: String::new(),
            name: String::new(),
            wanted: Wanted::Table,
        };
        rooms.listen(code, visit, None).await.unwrap()
    };
    let (mut ann, bob) = (listen(keys[0]).await, listen(keys[1]).await);
    // From here on nothing is read or written.
    tokio::time::pause();
    drop(bob);
    tokio::time::sleep(Duration::from_secs(1)).await;
    let bob = listen(keys[1]).await;
    assert!(!hears(&mut ann, 30, ">away").await, "the page was loaded anew");
    drop(bob);
    assert!(hears(&mut ann, 5, ">away").await);
    tokio::time::resume();
    rooms.close().await;
    let _ = std::fs::remove_dir_all(folder);
}
