//! Live rooms: finds the one of a code, and loads it where it is not live.

mod clock;
mod company;
mod finished;
mod follower;
mod handle;
mod lease;
mod listeners;
mod look;
mod nodes;
mod queue;
mod runner;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use cluster::Rest;
use futures_util::FutureExt as _;
use futures_util::future::join_all;
use games::GameName;
use room::{Advice, Command, KeyHash, MatchStatus, MatchSummary, Opening, Outcome, Room, Summary};
use tokio::sync::{OnceCell, Semaphore, oneshot};
use tokio::time::{Instant, timeout, timeout_at};

pub(crate) use finished::{Finished, FinishedGames};
pub(crate) use listeners::Stream;
pub(crate) use look::{Format, Shown, Visit, Wanted};

use crate::cluster::Cluster;
use crate::deal::Day;
use crate::key;
use crate::pool::{Background, Pool};
use crate::problem::Problem;
use crate::program::LevelProgram;
use crate::store::{Loaded, NewPlay, PAGE, Row, Store, StoreError};
use crate::task::{beside, spawn};
use crate::telemetry::TABLES_OPENED;
use clock::Clock;
use handle::{Handle, Message};
use lease::Lease;
use nodes::Nodes;
use runner::{End, Runner};

/// Journals that are replayed at a time; a long one does not keep others from opening a table.
const LOADING: usize = 5;
/// So many of these are for lists, so that a request for one table need not wait for lists.
const LISTING: usize = 2;
/// So many are for tables gained from another node, perhaps hundreds at once, without requests.
const TAKING: usize = 2;
const _: () = assert!(LISTING + TAKING < LOADING, "there is a place left for whoever asks for a table");
/// Time-out of a place among them, and of a list.
const WITHIN: Duration = Duration::from_secs(10);
/// The most pages read for a list, past matches that cannot be shown.
const MOST_PAGES: i64 = 10;
/// Retries of a request whose room goes, or is lost to somebody else, meanwhile.
const TRIES: usize = 3;

/// Retries, and the pause between them.
struct Tries {
    left: usize,
    pause: Duration,
    is_first: bool,
}

impl Tries {
    /// Where there are no other nodes.
    const fn alone() -> Self {
        Self { left: TRIES + 1, pause: Duration::ZERO, is_first: true }
    }

    /// Waits for the next try; false when none is left.
    async fn go_on(&mut self) -> bool {
        if !std::mem::take(&mut self.is_first) && !self.pause.is_zero() {
            tokio::time::sleep(self.pause).await;
        }
        self.left = self.left.saturating_sub(1);
        self.left > 0
    }
}

/// The live rooms of this process. Clones share them.
#[derive(Clone)]
pub(crate) struct Rooms {
    inner: Arc<Inner>,
}

/// A room that is live or being loaded; callers that come meanwhile share the one load.
type Slot = Arc<OnceCell<Handle>>;

/// A caller who waits for a room to be loaded. When the last one goes before that, its place is free again.
struct Waiting<'a> {
    rooms: &'a Rooms,
    code: &'a str,
    slot: Slot,
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        let mut live = self.rooms.live();
        let is_ours = live.get(self.code).is_some_and(|one| Arc::ptr_eq(one, &self.slot));
        // Only the table of live rooms, this function and waiting visitors hold it.
        if is_ours && self.slot.get().is_none() && Arc::strong_count(&self.slot) <= 3 {
            live.remove(self.code);
        }
    }
}

struct Inner {
    store: Store,
    pool: Pool,
    clock: Clock,
    live: Mutex<BTreeMap<String, Slot>>,
    loading: Semaphore,
    listing: Semaphore,
    taking: Semaphore,
    /// The other nodes, where there are any.
    nodes: Option<Nodes>,
}

impl Rooms {
    /// Rooms in this storage, with so many threads for bots.
    #[cfg(test)]
    pub(crate) fn new(store: Store, bots_at_once: usize) -> Self {
        Self::with_programs(store, bots_at_once, Vec::new())
    }

    /// The same, with these programs in the place of some bots.
    #[must_use]
    pub(crate) fn with_programs(store: Store, bots_at_once: usize, programs: Vec<LevelProgram>) -> Self {
        Self::with_clock(store, Pool::new(bots_at_once, programs, None), Clock::start(), None)
    }

    /// The same as one of many nodes, which comes into its own by [`Self::attend`].
    #[must_use]
    pub(crate) fn of_cluster(
        store: Store,
        bots_at_once: usize,
        programs: Vec<LevelProgram>,
        cluster: Cluster,
    ) -> Self {
        let pool = Pool::new(bots_at_once, programs, Some(Arc::new(cluster.workers())));
        Self::with_clock(store, pool, Clock::start(), Some(Nodes::new(cluster)))
    }

    /// The same, with a clock that shows this moment now.
    #[cfg(test)]
    pub(crate) fn at(store: Store, bots_at_once: usize, now: room::Time) -> Self {
        Self::with_clock(store, Pool::new(bots_at_once, Vec::new(), None), Clock::at(now), None)
    }

    fn with_clock(store: Store, pool: Pool, clock: Clock, nodes: Option<Nodes>) -> Self {
        let live = Mutex::default();
        let [loading, listing, taking] = [LOADING, LISTING, TAKING].map(Semaphore::new);
        let inner = Inner { store, pool, clock, live, loading, listing, taking, nodes };
        Self { inner: Arc::new(inner) }
    }

    /// The storage.
    #[must_use]
    pub(crate) fn store(&self) -> &Store {
        &self.inner.store
    }

    /// The cluster of which this is a node.
    pub(crate) fn cluster(&self) -> Option<&Cluster> {
        self.inner.nodes.as_ref().map(Nodes::cluster)
    }

    /// Queues background work for when bots leave time for it.
    pub(crate) fn later(&self, work: Background) {
        self.inner.pool.later(work);
    }

    /// The day by the clock of the rooms, whose deal and puzzle are today's.
    pub(crate) fn today(&self) -> Day {
        Day::of(self.inner.clock.now())
    }

    /// The clock of rooms.
    #[must_use]
    pub(crate) fn clock(&self) -> Clock {
        self.inner.clock
    }

    fn live(&self) -> MutexGuard<'_, BTreeMap<String, Slot>> {
        self.inner.live.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Forgets a room, if it is still this one.
    fn forget(&self, code: &str, slot: &Slot) {
        let mut live = self.live();
        if live.get(code).is_some_and(|one| Arc::ptr_eq(one, slot)) {
            live.remove(code);
        }
    }

    /// The live room of this code, for a request that came at this moment.
    async fn room(&self, code: &str, asked: Instant) -> Result<Handle, Problem> {
        if !key::is_code(code) {
            return Err(missing());
        }
        loop {
            let slot = self.live().entry(code.to_owned()).or_default().clone();
            let _waiting = Waiting { rooms: self, code, slot: slot.clone() };
            // Boxed, so that not every handler's type holds the futures of loading: a sixth of the time to build.
            let handle = slot.get_or_try_init(|| self.load(code, &slot, asked).boxed()).await?;
            if handle.is_there() {
                return Ok(handle.clone());
            }
            // It has just gone: its last writes end before it is loaded again.
            handle.gone().await;
            self.forget(code, &slot);
        }
    }

    /// The public summary of this room, if it is live.
    fn live_summary(&self, code: &str) -> Option<Summary> {
        let slot = self.live().get(code).cloned()?;
        slot.get().filter(|handle| handle.is_there()).map(Handle::summary)
    }

    /// Whether this room is live and over, or cannot be played any more.
    pub(crate) fn is_over(&self, code: &str) -> bool {
        self.live_summary(code).is_some_and(|summary| summary.status == MatchStatus::Over)
    }

    async fn load(&self, code: &str, slot: &Slot, asked: Instant) -> Result<Handle, Problem> {
        match &self.inner.nodes {
            None => self.run(code, slot, None).await,
            Some(nodes) => self.load_shared(nodes, code, slot, asked).await,
        }
    }

    /// The room of this code, folded, and the number of its match.
    async fn fold(&self, code: &str) -> Result<(i64, Room), Problem> {
        let Ok(Ok(_one_of_few)) = timeout(WITHIN, self.inner.loading.acquire()).await else {
            return Err(Problem::crowded());
        };
        let loaded = self.store().load(code).await.map_err(|error| unloaded(&error, code))?;
        let Loaded { row, header, lines } = loaded.ok_or_else(missing)?;
        let id = row.id;
        let read = beside(move || Room::read(header, &lines)).await?;
        let room = read.map_err(|why| {
            tracing::error!(why, code, "a journal does not hold");
            Problem::gone("this match cannot be shown: its journal does not hold")
        })?;
        Ok((id, room.with_programs(self.inner.pool.program_levels())))
    }

    /// Loads the room of this code and runs it here, where there are other nodes with this lease.
    async fn run(&self, code: &str, slot: &Slot, lease: Option<Box<Lease>>) -> Result<Handle, Problem> {
        let (id, room) = self.fold(code).await?;
        let epoch = lease.as_ref().map(|lease| lease.fence().epoch);
        let (runner, handle) =
            Runner::new(room, id, self.store().clone(), &self.inner.pool, self.clock(), lease);
        let (rooms, code, slot, own) = (self.clone(), code.to_owned(), slot.clone(), handle.clone());
        if let Some(nodes) = &self.inner.nodes {
            nodes.keep(id, &code, &handle);
        }
        spawn(async move {
            let end = runner.run().await;
            rooms.forget(&code, &slot);
            if let Some(nodes) = &rooms.inner.nodes {
                nodes.forget(id, &own);
                // A failed write may still be done, but not behind another fence.
                let rest = if end == End::Idle { Rest::Asleep } else { Rest::Awake };
                epoch.inspect(|epoch| nodes.cluster().let_go(id, *epoch, rest));
            }
        });
        Ok(handle)
    }

    /// Sends a room a message and waits for the answer. A room that has just gone, or was lost, is loaded again.
    async fn send<T>(
        &self,
        code: &str,
        message: impl Fn(oneshot::Sender<Result<T, Problem>>) -> Message,
    ) -> Result<T, Problem> {
        let mut problem = Problem::broken();
        let asked = Instant::now();
        let mut tries = self.inner.nodes.as_ref().map_or_else(Tries::alone, Nodes::tries);
        while tries.go_on().await {
            let (reply, answer) = oneshot::channel();
            if self.room(code, asked).await?.tell(asked, message(reply)).await.is_ok() {
                match answer.await {
                    // Nothing was written: it is retried on the new state of the match.
                    Ok(Err(lost)) if lost.is_lost() => problem = lost,
                    Ok(answer) => return answer,
                    Err(_) => return Err(Problem::broken()),
                }
            }
        }
        Err(problem)
    }

    /// Shows a room to a visitor.
    pub(crate) async fn look(&self, code: &str, visit: Visit) -> Result<Shown, Problem> {
        self.send(code, |reply| Message::Look(visit.clone(), reply)).await
    }

    /// Lets a visitor hear of changes after this one.
    pub(crate) async fn listen(
        &self,
        code: &str,
        visit: Visit,
        since: Option<u64>,
    ) -> Result<Stream, Problem> {
        self.send(code, |reply| Message::Listen(visit.clone(), since, reply)).await
    }

    /// Lets a visitor do something.
    pub(crate) async fn command(
        &self,
        code: &str,
        visit: &Visit,
        command: Command,
    ) -> Result<Outcome, Problem> {
        self.send(code, |reply| Message::Command(visit.from, command.clone(), reply)).await
    }

    /// A coach's advice in a visitor's place, and the change that it was asked about.
    pub(crate) async fn coach(&self, code: &str, visit: &Visit) -> Result<(u64, Advice), Problem> {
        let (version, advice) = self.send(code, |reply| Message::Coach(visit.from, reply)).await?;
        Ok((version, advice.await.map_err(|_| Problem::broken())?))
    }

    /// The public summary of a room.
    pub(crate) async fn summary(&self, code: &str) -> Result<Summary, Problem> {
        Ok(self.room(code, Instant::now()).await?.summary())
    }

    /// Opens a room; gives its code.
    pub(crate) async fn open(&self, opening: &Opening) -> Result<String, Problem> {
        self.store().open_room(opening).await.map_err(|error| {
            Problem::of_store(&error, Some(&opening.header.code), "a table could not be opened")
        })?;
        TABLES_OPENED.add(1);
        Ok(opening.header.code.clone())
    }

    /// Opens the room of somebody who begins a deal; gives its code. A second beginning is refused.
    pub(crate) async fn open_deal(&self, opening: &Opening, play: NewPlay) -> Result<String, StoreError> {
        self.store().open_deal(opening, play).await?;
        TABLES_OPENED.add(1);
        Ok(opening.header.code.clone())
    }

    /// The public matches that are not over and can be shown, the latest first.
    pub(crate) async fn public(&self) -> Result<Vec<MatchSummary>, StoreError> {
        let until = Instant::now() + WITHIN;
        let mut found = Vec::new();
        for page in 0..MOST_PAGES {
            let rows = self.store().listed(page).await?;
            let is_last = rows.len() < PAGE;
            found.extend(self.summaries_until(until, rows, None).await);
            if is_last || found.len() >= PAGE || Instant::now() >= until {
                break;
            }
        }
        found.truncate(PAGE);
        Ok(found)
    }

    /// The matches of a list, as the holder of this key sees them, without those that cannot be shown soon.
    pub(crate) async fn summaries(&self, rows: Vec<Row>, key: Option<KeyHash>) -> Vec<MatchSummary> {
        self.summaries_until(Instant::now() + WITHIN, rows, key).await
    }

    async fn summaries_until(
        &self,
        until: Instant,
        rows: Vec<Row>,
        key: Option<KeyHash>,
    ) -> Vec<MatchSummary> {
        let summaries = rows.into_iter().map(async |Row { code, game, .. }| {
            let game = GameName::named(&game).ok()?;
            let summary = self.listed_summary(until, &code).await?;
            let status = summary.status_for(key);
            let names = summary.names.into_iter().filter(|name| !name.is_empty()).collect();
            Some(MatchSummary { code, game, names, status })
        });
        join_all(summaries).await.into_iter().flatten().collect()
    }

    /// The public summary of a match in a list, if it is found in time.
    async fn listed_summary(&self, until: Instant, code: &str) -> Option<Summary> {
        if let Some(summary) = self.live_summary(code) {
            return Some(summary);
        }
        let _one_of_few = timeout_at(until, self.inner.listing.acquire()).await.ok()?.ok()?;
        timeout_at(until, self.summary(code)).await.ok()?.ok()
    }

    /// Shuts down: hands over all rooms where there are other nodes, then writes all orders.
    pub(crate) async fn close(&self) {
        if let Some(nodes) = &self.inner.nodes {
            nodes.cluster().leave().await;
        }
        self.inner.pool.close();
        self.store().close().await;
    }
}

/// A visitor's error for a match that could not be loaded.
fn unloaded(error: &StoreError, code: &str) -> Problem {
    Problem::of_store(error, Some(code), "a match could not be loaded")
}

fn missing() -> Problem {
    Problem::missing("there is no table with this code; look at it once more")
}
