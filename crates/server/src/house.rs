//! The house: finds the host of a match, and starts one where none is.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use games::{GameName, Level};
use pages::{Plays, Shelf, Stand};
use table::Seat;

use crate::entry::Entry;
use crate::host::{Asked, Deed, Done, Handle, Host, Message, Shown, Stream, bot_name, name_or_guest};
use crate::key::{self, KeyHash};
use crate::options::{Options, Wanted};
use crate::pool::Pool;
use crate::problem::Problem;
use crate::store::{NewMatch, SideWrite, Store, StoreError};

/// The house. Copies are doors to the same one.
#[derive(Clone)]
pub struct House {
    inner: Arc<Inner>,
}

struct Inner {
    store: Store,
    pool: Pool,
    hosts: Mutex<BTreeMap<String, Handle>>,
    /// One match is loaded at a time, so that no match gets two hosts.
    loading: tokio::sync::Mutex<()>,
}

/// Who sits at a table when it opens.
pub type Seating = Vec<(Seat, Plays, String)>;

impl House {
    /// A house with this storage, in which so many bots think at once.
    #[must_use]
    pub fn new(store: Store, bots_at_once: usize) -> Self {
        Self {
            inner: Arc::new(Inner {
                store,
                pool: Pool::new(bots_at_once),
                hosts: Mutex::default(),
                loading: tokio::sync::Mutex::default(),
            }),
        }
    }

    /// Where everything is kept.
    #[must_use]
    pub fn store(&self) -> &Store {
        &self.inner.store
    }

    pub(crate) fn pool(&self) -> Pool {
        self.inner.pool.clone()
    }

    fn hosts(&self) -> MutexGuard<'_, BTreeMap<String, Handle>> {
        self.inner.hosts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A host goes.
    pub(crate) fn dismiss(&self, code: &str) {
        self.hosts().remove(code);
    }

    /// The host of this match, if there is one who has not gone.
    fn hosted(&self, code: &str) -> Option<Handle> {
        self.hosts().get(code).filter(|handle| handle.is_there()).cloned()
    }

    /// Whether this match is live and is one that this program cannot play on.
    pub fn is_closed(&self, code: &str) -> bool {
        self.hosted(code).is_some_and(|handle| handle.summary().stand == Stand::Over)
    }

    /// The host of this match.
    pub async fn host(&self, code: &str) -> Result<Handle, Problem> {
        if let Some(handle) = self.hosted(code) {
            return Ok(handle);
        }
        let missing = || Problem::missing("there is no table with this code; look at it once more");
        if !key::is_code(code) {
            return Err(missing());
        }
        let _one_at_a_time = self.inner.loading.lock().await;
        if let Some(handle) = self.hosted(code) {
            return Ok(handle);
        }
        let loaded = self.store().load(code).await.map_err(|error| unloaded(&error))?;
        let handle = Host::start(self.clone(), loaded.ok_or_else(missing)?).map_err(|why| {
            tracing::error!(why, code, "a journal does not hold");
            Problem::gone("this match cannot be shown: its journal does not hold")
        })?;
        self.hosts().insert(code.to_owned(), handle.clone());
        Ok(handle)
    }

    async fn send<T>(
        &self,
        code: &str,
        message: impl FnOnce(tokio::sync::oneshot::Sender<Result<T, Problem>>) -> Message,
    ) -> Result<T, Problem> {
        let (reply, answer) = tokio::sync::oneshot::channel();
        let mut message = message(reply);
        // A host that has just gone is started again, once.
        for _ in 0..2 {
            match self.host(code).await?.tell(message).await {
                Ok(()) => return answer.await.unwrap_or_else(|_| Err(Problem::broken())),
                Err(unsent) => message = unsent,
            }
        }
        Err(Problem::broken())
    }

    /// Shows a match to a visitor.
    pub async fn look(&self, code: &str, asked: Asked) -> Result<Shown, Problem> {
        self.send(code, |reply| Message::Look(asked, reply)).await
    }

    /// Lets a visitor hear of changes after this one.
    pub async fn listen(&self, code: &str, asked: Asked, since: Option<u64>) -> Result<Stream, Problem> {
        self.send(code, |reply| Message::Listen(asked, since, reply)).await
    }

    /// Lets a visitor do something.
    pub async fn act(&self, code: &str, asked: Asked, deed: Deed) -> Result<Done, Problem> {
        self.send(code, |reply| Message::Do(asked, deed, reply)).await
    }

    /// Opens a table with these seated and these lines after that; gives its code.
    pub async fn open(
        &self,
        options: Options,
        opener: Option<KeyHash>,
        seating: Seating,
        more: Vec<Entry>,
    ) -> Result<String, Problem> {
        let own = seating.iter().filter(|(_, plays, _)| *plays == Plays::Person);
        let keys = own.filter_map(|(seat, ..)| opener.map(|key| SideWrite::Key(key, *seat))).collect();
        self.open_with((options, opener), seating, more, keys).await
    }

    async fn open_with(
        &self,
        (options, opener): (Options, Option<KeyHash>),
        seating: Seating,
        more: Vec<Entry>,
        mut side_writes: Vec<SideWrite>,
    ) -> Result<String, Problem> {
        let broken = |_| Problem::broken();
        let code = key::code().map_err(broken)?;
        let luck = key::luck().map_err(broken)?;
        let listed = options.public;
        let game = options.game.clone();
        let playing = more.iter().any(|entry| matches!(entry, Entry::Started(_)));
        let mut entries = vec![Entry::Opened(options)];
        for (seat, plays, name) in seating {
            entries.push(Entry::Sat { seat, plays, name });
            // Whoever opens a table is ready; others say so themselves.
            let opens = |side_write: &SideWrite| matches!(side_write, SideWrite::Key(key, at) if Some(*key) == opener && *at == seat);
            if plays == Plays::Person && side_writes.iter().any(opens) {
                entries.push(Entry::Readied(seat));
            }
        }
        entries.extend(more);
        if playing {
            side_writes.push(SideWrite::Stage("playing"));
        }
        let new = NewMatch { code: code.clone(), game, listed, luck, opener };
        self.store().create(new, &entries, side_writes).await.map_err(|error| {
            tracing::error!(%error, "a table could not be opened");
            Problem::broken()
        })?;
        metrics::counter!("gruntle_tables_opened_total").increment(1);
        Ok(code)
    }

    /// Opens a table at any moment of a game, each seat for the holder of its own key.
    #[cfg(test)]
    pub(crate) async fn open_at(
        &self,
        options: Options,
        holders: &[(KeyHash, Seat)],
        more: Vec<Entry>,
    ) -> Result<String, Problem> {
        let seating = holders.iter().map(|(_, seat)| (*seat, Plays::Person, format!("Player {seat}")));
        let keys = holders.iter().map(|(key, seat)| SideWrite::Key(*key, *seat)).collect();
        self.open_with((options, None), seating.collect(), more, keys).await
    }

    /// Opens a table again for those who held its seats; they have to say that they are ready.
    pub async fn reopen(
        &self,
        options: Options,
        opener: Option<KeyHash>,
        seating: Seating,
        holders: &[(KeyHash, Seat)],
    ) -> Result<String, Problem> {
        let people = holders.iter().map(|(key, seat)| SideWrite::Key(*key, *seat)).collect();
        self.open_with((options, opener), seating, Vec::new(), people).await
    }

    /// The tables of a list, as their hosts know them.
    pub async fn shelves(&self, codes: Vec<(String, String)>, key: Option<KeyHash>) -> Vec<Shelf> {
        let mut shelves = Vec::new();
        for (code, game) in codes {
            let (Ok(handle), Ok(game)) = (self.host(&code).await, GameName::named(&game)) else { continue };
            let summary = handle.summary();
            let stand = match summary.stand {
                Stand::Playing { turns, .. } => {
                    let asked = |(held, seat): &(KeyHash, Seat)| {
                        Some(*held) == key && summary.awaited.contains(*seat)
                    };
                    Stand::Playing { turns, yours: summary.keys.iter().any(asked) }
                }
                Stand::Lobby { .. } | Stand::Over => summary.stand,
            };
            let names = summary.names.into_iter().filter(|name| !name.is_empty()).collect();
            shelves.push(Shelf { code, game, names, stand });
        }
        shelves
    }
}

/// What is said of a match that cannot be loaded.
pub fn unloaded(error: &StoreError) -> Problem {
    tracing::error!(%error, "a match could not be loaded");
    match error {
        StoreError::Damaged { .. } => Problem::gone(
            "this match cannot be shown: its journal was damaged where it is kept. Whoever runs the table may have a backup",
        ),
        StoreError::Database(_)
        | StoreError::Closed
        | StoreError::Newer { .. }
        | StoreError::Older
        | StoreError::NoRandomness(_) => Problem::broken(),
    }
}

/// Who sits where when a table opens as a form asked for it.
pub fn seating(options: &Options, name: &str, wanted: &[(Seat, Wanted)]) -> Result<Seating, Problem> {
    let first = options.count()?.first();
    let own = name_or_guest(name);
    let mut seating = vec![(first, Plays::Person, own.clone())];
    for (seat, wanted) in wanted {
        let plays = wanted.plays();
        match plays {
            Plays::Nobody => {}
            Plays::Person => {
                let shared: String = own.chars().take(20).collect();
                seating.push((*seat, plays, format!("{shared} {seat}")));
            }
            Plays::Bot(level) => seating.push((*seat, plays, bot_name(*seat, level))),
        }
    }
    Ok(seating)
}

/// Bots on all seats from this one on.
pub fn all_bots(options: &Options, from: usize, level: Level) -> Result<Seating, Problem> {
    let seats = options.count()?.iter().skip(from);
    Ok(seats.map(|seat| (seat, Plays::Bot(level), bot_name(seat, level))).collect())
}
