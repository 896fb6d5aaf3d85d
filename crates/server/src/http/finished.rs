//! Finished games, for replays and records. Folding a journal takes a while, so it is done beside the threads that answer
//! visitors, few at a time, and what was folded is kept for those who ask next.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::http::StatusCode;
use tokio::sync::Semaphore;

use crate::house::{House, unloaded};
use crate::problem::Problem;
use crate::sitting::{Sitting, Stage};
use crate::store::Loaded;

/// How many are folded or read at a time.
const AT_ONCE: usize = 2;
/// How long one waits for that.
const WITHIN: Duration = Duration::from_secs(10);
/// How many are kept.
const KEPT: usize = 16;
/// The longest journal that is kept.
const LONGEST_KEPT: usize = 5_000;

/// A folded game. It is read by one at a time.
type Folded = Arc<Mutex<Sitting>>;

/// Finished games.
pub(super) struct FinishedGames {
    places: Semaphore,
    /// Those read last, the latest at the end.
    kept: Mutex<VecDeque<(String, Folded)>>,
}

/// Whether a game may be read as it was a while ago. What happened on the board does not change any more; who holds its
/// seats and which table follows it may.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Freshness {
    /// It may.
    Cached,
    /// It may not.
    Current,
}

fn look<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

impl FinishedGames {
    pub(super) fn new() -> Self {
        Self { places: Semaphore::new(AT_ONCE), kept: Mutex::default() }
    }

    /// Reads something of the match of this code, if it is over: then everybody may see everything. Nothing of its
    /// journal is read if it is not.
    pub(super) async fn read<T: Send + 'static>(
        &self,
        house: &House,
        (code, freshness): (&str, Freshness),
        read: impl FnOnce(&Sitting) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let store = house.store();
        let row = store.row(code).await.map_err(|error| unloaded(&error))?;
        let row = row.ok_or_else(missing)?;
        if row.stage != "over" {
            let gone =
                || Problem::gone("this match cannot be gone on with by this program; its journal is kept");
            return Err(if house.is_closed(code) { gone() } else { not_over() });
        }
        let _place = match tokio::time::timeout(WITHIN, self.places.acquire()).await {
            Ok(Ok(place)) => place,
            Ok(Err(_)) | Err(_) => {
                let sentence =
                    "so many look at finished games that there is no room for another; try again in a moment";
                return Err(Problem::too_much(StatusCode::SERVICE_UNAVAILABLE, sentence));
            }
        };
        let kept = if freshness == Freshness::Cached { self.kept(code) } else { None };
        let folded = match kept {
            Some(folded) => folded,
            None => {
                let loaded = store.load(code).await.map_err(|error| unloaded(&error))?;
                let loaded = loaded.ok_or_else(missing)?;
                let length = loaded.lines.len();
                let folded = beside(move || fold(&loaded)).await?;
                if length <= LONGEST_KEPT {
                    self.keep(code, folded.clone());
                }
                folded
            }
        };
        beside(move || read(&look(&folded))).await
    }

    fn kept(&self, code: &str) -> Option<Folded> {
        let mut kept = look(&self.kept);
        let at = kept.iter().position(|(one, _)| one == code)?;
        let found = kept.remove(at)?;
        let folded = found.1.clone();
        kept.push_back(found);
        Some(folded)
    }

    fn keep(&self, code: &str, folded: Folded) {
        let mut kept = look(&self.kept);
        kept.retain(|(one, _)| one != code);
        if kept.len() >= KEPT {
            kept.pop_front();
        }
        kept.push_back((code.to_owned(), folded));
    }
}

fn missing() -> Problem {
    Problem::missing("there is no table with this code")
}

fn not_over() -> Problem {
    Problem::not_now("this game is not over yet; what was hidden in it can be shown when it is")
}

/// Does something that takes a while, not on a thread that answers visitors.
async fn beside<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    tokio::task::spawn_blocking(work).await.unwrap_or_else(|_| Err(Problem::broken()))
}

fn fold(loaded: &Loaded) -> Result<Folded, Problem> {
    let sitting = Sitting::seated(&loaded.lines, &loaded.keys).map_err(Problem::gone)?;
    if let Stage::Closed(why) = &sitting.stage {
        return Err(Problem::gone(why.clone()));
    }
    match sitting.board().is_some_and(|board| board.ending().is_some()) {
        true => Ok(Arc::new(Mutex::new(sitting))),
        false => Err(not_over()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entry::Entry;
    use crate::store::{NewMatch, SideWrite, Store};

    async fn with_match(name: &str, stage: &'static str) -> (House, std::path::PathBuf) {
        let folder = std::env::temp_dir().join(format!("gruntle-finished-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        let store = Store::open(&folder.join("gruntle.db")).await.unwrap();
        let new = NewMatch {
            code: "abcd2345".to_owned(),
            game: "spammers".to_owned(),
            listed: false,
            luck: 7,
            opener: None,
        };
        // No journal begins so: whoever reads it fails.
        store.create(new, &[Entry::TookBack(0)], vec![SideWrite::Stage(stage)]).await.unwrap();
        (House::new(store, 1), folder)
    }

    #[tokio::test]
    async fn of_an_unfinished_match_nothing_is_read() {
        for (stage, status) in [("lobby", 409), ("playing", 409), ("over", 410)] {
            let (house, folder) = with_match(stage, stage).await;
            let games = FinishedGames::new();
            let read = games.read(&house, ("abcd2345", Freshness::Cached), |_| Ok(())).await;
            assert_eq!(read.map_err(|problem| problem.status.as_u16()), Err(status), "{stage}");
            let missing = games.read(&house, ("zzzz2345", Freshness::Cached), |_| Ok(())).await;
            assert_eq!(missing.map_err(|problem| problem.status.as_u16()), Err(404));
            house.store().close().await;
            std::fs::remove_dir_all(&folder).unwrap();
        }
    }

    #[tokio::test(start_paused = true)]
    async fn who_finds_no_place_is_told_so() {
        let (house, folder) = with_match("places", "over").await;
        let games = FinishedGames::new();
        let _all = games.places.acquire_many(AT_ONCE as u32).await.unwrap();
        let read = games.read(&house, ("abcd2345", Freshness::Cached), |_| Ok(())).await;
        assert_eq!(read.map_err(|problem| problem.status.as_u16()), Err(503));
        house.store().close().await;
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn the_latest_are_kept() {
        let games = FinishedGames::new();
        let options = crate::options::Options::quick(games::GameName::Spammers);
        let folded = || Arc::new(Mutex::new(Sitting::open(options.clone()).unwrap()));
        for code in 0..KEPT {
            games.keep(&code.to_string(), folded());
        }
        assert!(games.kept("0").is_some());
        games.keep("another", folded());
        assert!(games.kept("0").is_some() && games.kept("another").is_some());
        assert!(games.kept("1").is_none(), "it was not asked for lately");
    }
}
