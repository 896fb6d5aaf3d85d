//! Rooms in a cluster: owned ones are run, others followed, and requests of other nodes answered.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use cluster::Rest;
use room::Progress;
use tokio::sync::oneshot;
use tokio::time::{Instant, sleep, timeout_at};

use super::follower::Follower;
use super::handle::{Handle, Message};
use super::lease::Lease;
use super::{Rooms, Slot, Tries, missing, unloaded};
use crate::cluster::wire::{Ask, Reply};
use crate::cluster::{Arrivals, Cluster, Owner, Ownings};
use crate::problem::Problem;
use crate::task::spawn;

/// Retries of a request whose room has just gone to another node, and the pause between them.
const TRIES: usize = 20;
const PAUSE: Duration = Duration::from_millis(100);

/// Time-out of a search for a room's owner: it leaves the client time to ask another node.
const OWNED_WITHIN: Duration = Duration::from_secs(5);

/// Retries of running a gained room, and the pause between them: the database may be away.
const TAKES_UP: usize = 120;
const TAKES_UP_AGAIN: Duration = Duration::from_millis(500);

/// The other nodes, and the rooms that are live here by their numbers, with their codes.
pub(super) struct Nodes {
    cluster: Cluster,
    live: Mutex<BTreeMap<i64, (String, Handle)>>,
}

impl Nodes {
    pub(super) fn new(cluster: Cluster) -> Self {
        Self { cluster, live: Mutex::default() }
    }

    pub(super) const fn cluster(&self) -> &Cluster {
        &self.cluster
    }

    /// Retries among many nodes.
    pub(super) const fn tries(&self) -> Tries {
        Tries { left: TRIES, pause: PAUSE, is_first: true }
    }

    fn live(&self) -> MutexGuard<'_, BTreeMap<i64, (String, Handle)>> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that a room is live here.
    pub(super) fn keep(&self, id: i64, code: &str, handle: &Handle) {
        self.live().insert(id, (code.to_owned(), handle.clone()));
    }

    /// Forgets it, if it is still this one.
    pub(super) fn forget(&self, id: i64, handle: &Handle) {
        let mut live = self.live();
        if live.get(&id).is_some_and(|(_, one)| one.is_same(handle)) {
            live.remove(&id);
        }
    }

    fn handle(&self, id: i64) -> Option<Handle> {
        self.live().get(&id).map(|(_, handle)| handle.clone())
    }

    /// The code of a room that is live here.
    fn code(&self, id: i64) -> Option<String> {
        self.live().get(&id).map(|(code, _)| code.clone())
    }
}

/// The outcome of taking up a room.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum TakenUp {
    /// It is run here; this is its code.
    Runs(String),
    /// Its game is over: it need not run before a request.
    IsOver,
    /// It has gone again, or was removed.
    IsGone,
}

/// Whether a room that is live here is run in this epoch; if not, it ends first.
async fn runs(handle: &Handle, epoch: i64) -> bool {
    let (runs, running) = oneshot::channel();
    let _ = handle.tell(Instant::now(), Message::Owned(epoch, runs)).await;
    let is_run = running.await.is_ok();
    if !is_run {
        handle.gone().await;
    }
    is_run
}

impl Rooms {
    /// Loads a room that other nodes may have: it is run here, or followed.
    pub(super) async fn load_shared(
        &self,
        nodes: &Nodes,
        code: &str,
        slot: &Slot,
        asked: Instant,
    ) -> Result<Handle, Problem> {
        let row = self.store().row(code).await.map_err(|error| unloaded(&error, code))?;
        let id = row.ok_or_else(missing)?.id;
        // An owner that is gone is replaced in about as much time as is waited for one.
        let found = async {
            match nodes.cluster.owner(id).await {
                None => nodes.cluster.owner(id).await,
                owner @ Some(_) => owner,
            }
        };
        match timeout_at(asked + OWNED_WITHIN, found).await.unwrap_or(None) {
            Some(Owner::Here(fence)) => {
                self.run(code, slot, Some(Box::new(Lease::new(nodes.cluster.clone(), id, fence)))).await
            }
            Some(Owner::There(owner)) => {
                let cluster = nodes.cluster.clone();
                // Subscribes before it reads, so that no line is missed.
                let following = cluster.follow(id).await.map_err(|_| Problem::unreachable())?;
                let (id, room) = self.fold(code).await?;
                let (follower, handle) = Follower::new(self.clone(), (id, room), cluster, owner, following);
                nodes.keep(id, code, &handle);
                let (rooms, code, slot, own) = (self.clone(), code.to_owned(), slot.clone(), handle.clone());
                spawn(async move {
                    follower.run().await;
                    rooms.forget(&code, &slot);
                    if let Some(nodes) = &rooms.inner.nodes {
                        nodes.forget(id, &own);
                    }
                });
                Ok(handle)
            }
            None => Err(Problem::unreachable()),
        }
    }

    /// Takes messages of other nodes, until there are no more.
    pub(crate) fn attend(&self, arrivals: Arrivals) {
        let Arrivals { mut ownings, mut asks } = arrivals;
        let rooms = self.clone();
        spawn(async move {
            while let Some(owning) = ownings.recv().await {
                let rooms = rooms.clone();
                spawn(async move { rooms.came_or_went(owning).await });
            }
        });
        let rooms = self.clone();
        spawn(async move {
            while let Some((ask, answering)) = asks.recv().await {
                let rooms = rooms.clone();
                spawn(async move { answering.answer(rooms.answer(ask).await) });
            }
        });
    }

    /// Runs a room that was gained, or ends one that was lost.
    async fn came_or_went(&self, owning: Ownings) {
        let Some(nodes) = &self.inner.nodes else { return };
        match owning {
            Ownings::Owned(id, epoch) => {
                if let Some(handle) = nodes.handle(id) {
                    runs(&handle, epoch).await;
                }
                let is_ours = || nodes.cluster.fence(id).is_some_and(|fence| fence.epoch == epoch);
                match self.take_up(id, epoch, is_ours).await {
                    Ok(TakenUp::Runs(code)) => tracing::info!(code, id, epoch, "this node has the table"),
                    Ok(TakenUp::IsOver) => nodes.cluster.let_go(id, epoch, Rest::Asleep),
                    Ok(TakenUp::IsGone) => {}
                    // The log has the error: the next request tries again.
                    Err(_) => nodes.cluster.let_go(id, epoch, Rest::Asleep),
                }
            }
            Ownings::Lost(id, epoch) => {
                let code = nodes.code(id);
                tracing::info!(code, id, epoch, "this node has the table no more");
                if let Some(handle) = nodes.handle(id) {
                    let _ = handle.tell(Instant::now(), Message::Lost(epoch)).await;
                }
            }
        }
    }

    /// Runs a room that this node has gained, when one of the places for such rooms is free: requests for tables have
    /// places of their own, and need not wait for them. A finished room need not be run.
    pub(super) async fn take_up(
        &self,
        id: i64,
        epoch: i64,
        is_ours: impl Fn() -> bool,
    ) -> Result<TakenUp, Problem> {
        let mut problem = Problem::lost();
        for try_number in 0..TAKES_UP {
            if try_number > 0 {
                sleep(TAKES_UP_AGAIN).await;
            }
            let Ok(_one_of_few) = self.inner.taking.acquire().await else { return Ok(TakenUp::IsGone) };
            if !is_ours() {
                return Ok(TakenUp::IsGone);
            }
            match self.take_up_once(id, epoch).await {
                Ok(Some(taken)) => return Ok(taken),
                // It became ours while it was being loaded, as another's or in an earlier epoch: try again.
                Ok(None) => {}
                Err(why) if why.may_pass() => problem = why,
                Err(why) => {
                    problem = why;
                    break;
                }
            }
        }
        let why = &problem.sentence;
        tracing::warn!(id, why, "a table was taken over and cannot be run");
        Err(problem)
    }

    async fn take_up_once(&self, id: i64, epoch: i64) -> Result<Option<TakenUp>, Problem> {
        let found = self.store().code(id).await;
        let found = found.map_err(|error| Problem::of_store(&error, None, "a match could not be loaded"))?;
        let Some((code, stage)) = found else { return Ok(Some(TakenUp::IsGone)) };
        if stage == Progress::Over.word() && !self.live().contains_key(&code) {
            return Ok(Some(TakenUp::IsOver));
        }
        let handle = self.room(&code, Instant::now()).await?;
        Ok(runs(&handle, epoch).await.then_some(TakenUp::Runs(code)))
    }

    /// Answers another node.
    async fn answer(&self, ask: Ask) -> Reply {
        let Some(nodes) = &self.inner.nodes else { return Reply::NotMine };
        if nodes.cluster.fence(ask.room).is_none() {
            return Reply::NotMine;
        }
        let handle = match nodes.handle(ask.room).filter(Handle::is_there) {
            Some(handle) => handle,
            None => {
                let Ok(Some((code, _))) = self.store().code(ask.room).await else { return Reply::NotMine };
                let Ok(handle) = self.room(&code, Instant::now()).await else { return Reply::NotMine };
                handle
            }
        };
        let (reply, answer) = oneshot::channel();
        match handle.tell(Instant::now(), Message::Asked(ask, reply)).await {
            Ok(()) => answer.await.unwrap_or(Reply::NotMine),
            Err(_) => Reply::NotMine,
        }
    }
}
