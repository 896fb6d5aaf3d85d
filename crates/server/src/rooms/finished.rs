//! Cache of finished games, for replays and records. Replaying a journal takes a while, so it is done beside the
//! threads that answer visitors, few at a time, and callers share one replay.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::http::StatusCode;
use pages::deal::REPLAYS_TOMORROW;
use review::GameResult;
use room::{KeyHash, Progress, Room, Stage};
use tokio::sync::{OnceCell, Semaphore, oneshot};

use super::{Rooms, missing, unloaded};
use crate::deal::Replays;
use crate::problem::Problem;
use crate::store::Loaded;
use crate::task::{beside, spawn};

/// The most replays at a time.
const AT_ONCE: usize = 2;
/// Time-out of a place among them.
const WITHIN: Duration = Duration::from_secs(10);
/// Size of the cache.
const KEPT: usize = 16;

/// A game that is over.
pub(crate) struct Finished {
    /// Its room.
    pub(crate) room: Room,
    /// Its story.
    pub(crate) told: Option<GameResult>,
}

/// A replayed game. One reader at a time has it, and waiting readers hold no thread.
type Folded = Arc<tokio::sync::Mutex<Finished>>;

/// A cache entry, replayed from its journal on first use.
type Folding = Arc<OnceCell<Folded>>;

/// Finished games.
pub(crate) struct FinishedGames {
    places: Arc<Semaphore>,
    /// An LRU list, the latest at the end.
    kept: Mutex<VecDeque<(String, Folding)>>,
}

impl FinishedGames {
    pub(crate) fn new() -> Self {
        Self { places: Arc::new(Semaphore::new(AT_ONCE)), kept: Mutex::default() }
    }

    /// Reads a finished match for the holder of this key. Everybody may then see everything, except of a deal that is
    /// not open to them. Otherwise nothing of the journal is read.
    pub(crate) async fn read<T: Send + 'static>(
        &self,
        rooms: &Rooms,
        code: &str,
        key: Option<KeyHash>,
        read: impl FnOnce(&Finished) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        self.refuse_hidden(rooms, code, key).await?;
        self.read_unseen(rooms, code, read).await
    }

    /// Refuses a match that is not over, or a deal that is not open to the holder of this key.
    pub(crate) async fn refuse_hidden(
        &self,
        rooms: &Rooms,
        code: &str,
        key: Option<KeyHash>,
    ) -> Result<(), Problem> {
        self.refuse_unfinished(rooms, code).await?;
        let replays = rooms.store().replays(code, key, rooms.today()).await;
        match replays.map_err(|error| unloaded(&error, code))? {
            Replays::Open => Ok(()),
            Replays::Tomorrow => Err(Problem::not_now(REPLAYS_TOMORROW)),
            Replays::Hidden => Err(hidden_deal()),
        }
    }

    /// Reads a finished match for the server's own use.
    pub(crate) async fn read_unseen<T: Send + 'static>(
        &self,
        rooms: &Rooms,
        code: &str,
        read: impl FnOnce(&Finished) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let finished = self.folded(rooms, code).await?.lock_owned().await;
        beside(move || read(&finished)).await?
    }

    /// The game of this code, replayed from its journal if that has not been done yet.
    async fn folded(&self, rooms: &Rooms, code: &str) -> Result<Folded, Problem> {
        let (folding, places) = (self.folding(code), self.places.clone());
        let (rooms, code) = (rooms.clone(), code.to_owned());
        let (done, folded) = oneshot::channel();
        // A task of its own: it goes on when the first caller goes away, and the others get its result.
        spawn(async move {
            let _ = done.send(folding.get_or_try_init(|| load(&rooms, &code, &places)).await.cloned());
        });
        folded.await.unwrap_or_else(|_| Err(Problem::broken()))
    }

    /// Refuses a match that the index does not list as over.
    pub(crate) async fn refuse_unfinished(&self, rooms: &Rooms, code: &str) -> Result<(), Problem> {
        let row = rooms.store().row(code).await.map_err(|error| unloaded(&error, code))?;
        if row.ok_or_else(missing)?.stage == Progress::Over.word() {
            return Ok(());
        }
        let gone = || Problem::gone("this match cannot be gone on with by this program; its journal is kept");
        Err(if rooms.is_over(code) { gone() } else { not_over() })
    }

    /// The game of this code, which may have to be folded yet.
    fn folding(&self, code: &str) -> Folding {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let at = kept.iter().position(|(one, _)| one == code);
        let (code, folding) =
            at.and_then(|at| kept.remove(at)).unwrap_or_else(|| (code.to_owned(), Folding::default()));
        if kept.len() >= KEPT {
            kept.pop_front();
        }
        kept.push_back((code, folding.clone()));
        folding
    }
}

/// Reads and folds a game when there is a place for it.
async fn load(rooms: &Rooms, code: &str, places: &Semaphore) -> Result<Folded, Problem> {
    let Ok(Ok(_place)) = tokio::time::timeout(WITHIN, places.acquire()).await else {
        let sentence =
            "so many look at finished games that there is no room for another; try again in a moment";
        return Err(Problem::too_much(StatusCode::SERVICE_UNAVAILABLE, sentence));
    };
    let loaded = rooms.store().load(code).await.map_err(|error| unloaded(&error, code))?;
    let loaded = loaded.ok_or_else(missing)?;
    beside(move || fold(loaded)).await?
}

/// The refusal of somebody else's deal.
pub(super) fn hidden_deal() -> Problem {
    Problem::forbidden(
        "this is somebody's deal; it is shown to those who have played the same one to its end",
    )
}

fn not_over() -> Problem {
    Problem::not_now("this game is not over yet; what was hidden in it can be shown when it is")
}

fn fold(loaded: Loaded) -> Result<Folded, Problem> {
    let room = Room::read(loaded.header, &loaded.lines).map_err(Problem::gone)?;
    match room.stage() {
        Stage::Closed(why) => Err(Problem::gone(why.clone())),
        Stage::Game(live) if live.ending().is_some() => {
            let told = pages::after::story(live);
            Ok(Arc::new(tokio::sync::Mutex::new(Finished { room, told })))
        }
        Stage::Lobby | Stage::Game(_) => Err(not_over()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::database::Database;
    use crate::proofs::finished_match;
    use crate::store::Store;
    use room::{Entry, Header, Opening};
    use services::fresh_folder;
    use std::collections::BTreeSet;
    use std::sync::mpsc;

    fn header() -> Header {
        Header { code: "abcd2345".to_owned(), secret: 7, opener: None }
    }

    async fn with_match(name: &str, progress: Option<Progress>) -> (Rooms, std::path::PathBuf) {
        let folder = std::env::temp_dir().join(format!("gruntle-finished-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        let store = Store::open(&Database::Folder(folder.clone())).await.unwrap();
        // No journal begins so: replaying it fails.
        let opening = Opening { header: header(), entries: vec![Entry::TookBack(0)] };
        let id = store.open_room(&opening).await.unwrap();
        store.append(id, 2, &[Entry::TookBack(0)], progress, None, None).await.unwrap();
        (Rooms::new(store, 1), folder)
    }

    #[tokio::test]
    async fn of_an_unfinished_match_nothing_is_read() {
        for (progress, status) in [(None, 409), (Some(Progress::Playing), 409), (Some(Progress::Over), 410)] {
            let (rooms, folder) = with_match(progress.map_or("lobby", Progress::word), progress).await;
            let games = FinishedGames::new();
            let read = games.read(&rooms, "abcd2345", None, |_| Ok(())).await;
            assert_eq!(read.map_err(|problem| problem.status.as_u16()), Err(status), "{progress:?}");
            let missing = games.read(&rooms, "zzzz2345", None, |_| Ok(())).await;
            assert_eq!(missing.map_err(|problem| problem.status.as_u16()), Err(404));
            rooms.close().await;
            std::fs::remove_dir_all(&folder).unwrap();
        }
    }

    #[tokio::test]
    async fn who_finds_no_place_is_told_so() {
        let (rooms, folder) = with_match("places", Some(Progress::Over)).await;
        let games = FinishedGames::new();
        let _all = games.places.acquire_many(AT_ONCE as u32).await.unwrap();
        // Only the wait for a place goes by this clock; the store has threads of its own.
        tokio::time::pause();
        let read = games.read_unseen(&rooms, "abcd2345", |_| Ok(())).await;
        tokio::time::resume();
        assert_eq!(read.map_err(|problem| problem.status.as_u16()), Err(503));
        rooms.close().await;
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn the_latest_are_kept() {
        let games = FinishedGames::new();
        let first: Vec<Folding> = (0..KEPT).map(|code| games.folding(&code.to_string())).collect();
        let is_kept = |at: usize| Arc::ptr_eq(&games.folding(&at.to_string()), &first[at]);
        assert!(is_kept(0));
        games.folding("another");
        assert!(is_kept(0));
        assert!(!is_kept(1), "it was not asked for lately");
    }

    async fn with_long_and_other() -> (Rooms, std::path::PathBuf) {
        let folder = fresh_folder("long");
        let store = Store::open(&Database::Folder(folder.clone())).await.unwrap();
        for (code, more) in [(LONG, 5_000), (OTHER, 0)] {
            let mut opening = finished_match(code, more);
            let last = opening.entries.pop().unwrap();
            let id = store.open_room(&opening).await.unwrap();
            let number = opening.entries.len() as u64 + 1;
            store.append(id, number, &[last], Some(Progress::Over), None, None).await.unwrap();
        }
        (Rooms::new(store, 1), folder)
    }

    const LONG: &str = "aaaa2345";
    const OTHER: &str = "bbbb2345";

    /// The address of the cached game: two equal ones are one game.
    fn place(finished: &Finished) -> Result<usize, Problem> {
        Ok(std::ptr::from_ref(finished).addr())
    }

    #[tokio::test]
    async fn however_many_ask_for_a_long_match_it_is_folded_once_and_others_are_answered() {
        let (rooms, folder) = with_long_and_other().await;
        let games = Arc::new(FinishedGames::new());
        let (open, gate) = mpsc::channel::<()>();
        let gate = Arc::new(Mutex::new(gate));
        let mut asking = tokio::task::JoinSet::new();
        for _ in 0..100 {
            let (games, rooms, gate) = (games.clone(), rooms.clone(), gate.clone());
            let slowly = move |finished: &Finished| {
                let _ = gate.lock().unwrap().recv();
                place(finished)
            };
            asking.spawn(async move { games.read(&rooms, LONG, None, slowly).await });
        }
        // None of the hundred can be answered, and other requests do not wait.
        for _ in 0..3 {
            games.read(&rooms, OTHER, None, place).await.unwrap();
        }
        drop(open);
        let places = asking.join_all().await;
        assert_eq!(places.iter().map(|place| place.as_ref().unwrap()).collect::<BTreeSet<_>>().len(), 1);
        // A cached game needs no place.
        let _all = games.places.acquire_many(AT_ONCE as u32).await.unwrap();
        assert_eq!(games.read(&rooms, LONG, None, place).await.unwrap(), *places[0].as_ref().unwrap());
        rooms.close().await;
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
