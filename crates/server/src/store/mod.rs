//! Storage: the journal of every match, in an SQLite file or in PostgreSQL. Everything is written before it is told.

mod chain;
mod checkpoint;
mod checkup;
mod copy;
mod deals;
mod engine;
mod error;
mod heads;
mod leases;
mod order;
mod outage;
mod plays;
mod schema;
mod transaction;
mod write;

#[cfg(test)]
mod tests;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use room::{Entry, Header, KeyHash, Opening, PlayChange, Progress};
use sqlx::SqlSafeStr;
use tokio::sync::{Mutex, mpsc, oneshot};
use tokio::time::{Instant, timeout};

use crate::database::{Database, SERVES};
use crate::deal::Dealer;
use crate::key::KeyIssuer;
use crate::task::spawn;
use chain::Chain;
use engine::{Connection, Fetched, IfMissing, Pool, Target, Value};
use heads::{Head, Heads};
use order::{Audience, Lines, NewMatch, NewRoom, Order, SideWrite, Write};
use outage::Outage;
use write::BATCH;

pub use checkup::{Contents, DatabaseCheckup, NodeSession, look};
pub use copy::{Copied, Progress as CopyProgress, copy};
pub use error::StoreError;
pub(crate) use leases::{Leases, SESSION};
pub(crate) use order::Fence;
pub(crate) use plays::NewPlay;

/// How long a health check is cached.
const HEALTH_HOLDS: Duration = Duration::from_secs(30);
/// Time-out of the health check's probe.
const PROBE_WITHIN: Duration = Duration::from_secs(5);
/// Time-out of a read for a visitor.
const READ_WITHIN: Duration = Duration::from_secs(8);

/// The lines of a journal, as `verified` takes them.
const JOURNAL: &str = "SELECT seq, line, digest FROM journal WHERE match = $1 ORDER BY seq";

/// Page size of the public list.
pub(crate) const PAGE: usize = 20;

/// Health of the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Health {
    /// It does.
    Well,
    /// It refuses writes.
    Unwritable,
    /// It cannot be reached.
    Away,
}

/// A match as the index has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Its number in the database.
    pub id: i64,
    /// Its code.
    pub code: String,
    /// The game, by name.
    pub game: String,
    /// `lobby`, `playing` or `over`.
    pub stage: String,
    /// Whether it is listed.
    pub listed: bool,
    /// When it was opened and last changed stage, in seconds since 1970.
    pub times: (i64, i64),
}

/// A match as it is loaded.
pub struct Loaded {
    /// The index's row.
    pub row: Row,
    /// The header of its room.
    pub header: Header,
    /// Its journal, in order.
    pub lines: Vec<String>,
}

/// The door to the database: reads from a pool; all writes of rooms, deals and reviews go through one task that puts
/// many into one transaction. Beside it are only leases, and, when the database is opened, the site's secret and new
/// versions of the schema.
#[derive(Clone)]
pub struct Store {
    target: Arc<Target>,
    pool: Pool,
    orders: mpsc::Sender<Order>,
    outage: Outage,
    /// The cached health check, with its time.
    health: Arc<Mutex<Option<(Instant, Health)>>>,
    heads: Option<Arc<Heads>>,
    shared: Use,
    issuer: KeyIssuer,
    dealer: Dealer,
    site: Arc<str>,
}

/// Whether other programs may be using a database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Use {
    Alone,
    BesideOthers,
}

/// The connection options of a database.
fn target(database: &Database, missing: IfMissing) -> Target {
    match database {
        Database::Server(server) => Target::Postgres((**server).clone()),
        Database::Folder(_) | Database::File(_) => Target::file(database.file().unwrap_or_default(), missing),
    }
}

impl Store {
    /// Opens the database, makes it if it is not there, and brings it up to date. Nobody else may be using it
    /// meanwhile, if it is a file.
    pub async fn open(database: &Database) -> Result<Self, StoreError> {
        let target = target(database, IfMissing::Create);
        let mut writer = target.connect_to_write().await?;
        let was_empty = schema::version(&mut writer).await? == 0;
        schema::migrate(&mut writer).await?;
        let heads = match &target {
            Target::Sqlite(options) => {
                let file = options.get_filename();
                let heads = if was_empty { None } else { Heads::open(file)? };
                Some(Arc::new(begin_heads(heads, file, &mut writer).await?))
            }
            Target::Postgres(_) => None,
        };
        Self::begin((target, Use::Alone), writer, heads).await
    }

    /// Opens a database that others may be using.
    pub async fn open_beside(database: &Database) -> Result<Self, StoreError> {
        let target = target(database, IfMissing::Refuse);
        let mut writer = target.connect_to_write().await?;
        match schema::version(&mut writer).await? {
            0 if matches!(target, Target::Postgres(_)) => Err(StoreError::Empty),
            found if found < schema::known() => Err(StoreError::Older),
            _ => {
                let heads = match &target {
                    Target::Sqlite(options) => Heads::open(options.get_filename())?.map(Arc::new),
                    Target::Postgres(_) => None,
                };
                Self::begin((target, Use::BesideOthers), writer, heads).await
            }
        }
    }

    /// Whether a server uses this database, as far as PostgreSQL knows.
    pub async fn is_served(database: &Database) -> Result<bool, StoreError> {
        let mut on = target(database, IfMissing::Refuse).connect().await?;
        let served = is_served(&mut on).await?;
        on.close().await?;
        Ok(served)
    }

    async fn begin(
        (target, shared): (Target, Use),
        mut writer: Connection,
        heads: Option<Arc<Heads>>,
    ) -> Result<Self, StoreError> {
        if copy::marker(&mut writer).await?.is_some() {
            return Err(StoreError::Unfinished);
        }
        let secret = site_secret(&mut writer).await?;
        let (issuer, dealer) = (KeyIssuer::new(&secret), Dealer::new(&secret));
        let site = Chain::of_match("site", "", 0).then(&format!("{secret:?}")).to_string().into();
        let pool = target.pool();
        let target = Arc::new(target);
        let outage = Outage::none(target.clone());
        let (orders, inbox) = mpsc::channel(4 * BATCH);
        let written = Arc::new(AtomicU64::new(0));
        spawn(write::run((target.clone(), writer), heads.clone(), inbox, outage.clone(), written.clone()));
        if let Target::Sqlite(options) = &*target {
            spawn(checkpoint::run(pool.clone(), options.clone(), written));
        }
        Ok(Self { target, pool, orders, outage, health: Arc::default(), heads, shared, issuer, dealer, site })
    }

    /// Runs a read for a visitor, with the circuit breaker and a time-out.
    async fn read<T>(&self, reading: impl Future<Output = Result<T, sqlx::Error>>) -> Result<T, StoreError> {
        self.outage.check()?;
        let read = match &*self.target {
            Target::Sqlite(_) => reading.await.map_err(StoreError::from),
            Target::Postgres(_) => match timeout(READ_WITHIN, reading).await {
                Ok(read) => read.map_err(StoreError::from),
                Err(_) => Err(StoreError::Away(format!("no answer within {} s", READ_WITHIN.as_secs()))),
            },
        };
        if let Err(error) = &read {
            self.outage.note(error);
        }
        read
    }

    async fn fetch_all(
        &self,
        text: impl SqlSafeStr,
        values: &[Value<'_>],
    ) -> Result<Vec<Fetched>, StoreError> {
        self.read(self.pool.fetch_all(text, values)).await
    }

    /// The matches that a query for rows gives.
    async fn fetch_rows(&self, text: impl SqlSafeStr, values: &[Value<'_>]) -> Result<Vec<Row>, StoreError> {
        let rows = self.fetch_all(text, values).await?;
        Ok(rows.iter().map(read_row).collect::<Result<_, _>>()?)
    }

    async fn fetch_optional(
        &self,
        text: impl SqlSafeStr,
        values: &[Value<'_>],
    ) -> Result<Option<Fetched>, StoreError> {
        self.read(self.pool.fetch_optional(text, values)).await
    }

    /// Leases of matches, where many nodes share the database; none share a file.
    pub(crate) fn leases(&self) -> Option<Leases> {
        match &*self.target {
            Target::Sqlite(_) => None,
            Target::Postgres(_) => Some(Leases::new(self.target.clone())),
        }
    }

    /// The public name of this site, from which its secret cannot be found.
    #[must_use]
    pub(crate) fn site(&self) -> &str {
        &self.site
    }

    /// The code of the match with this number, and its stage.
    pub(crate) async fn code(&self, id: i64) -> Result<Option<(String, String)>, StoreError> {
        let asked = "SELECT code, stage FROM matches WHERE id = $1";
        let found = self.fetch_optional(asked, &[Value::Int(id)]).await?;
        Ok(found.map(|row| Ok::<_, sqlx::Error>((row.get(0)?, row.get(1)?))).transpose()?)
    }

    /// How many lines the journal of this match has.
    pub(crate) async fn head(&self, id: i64) -> Result<u64, StoreError> {
        let found = self
            .fetch_optional("SELECT coalesce(max(seq), 0) FROM journal WHERE match = $1", &[Value::Int(id)])
            .await?;
        Ok(found.map(|row| row.get::<i64>(0)).transpose()?.unwrap_or(0) as u64)
    }

    /// The issuer of the keys of this site.
    #[must_use]
    pub const fn issuer(&self) -> &KeyIssuer {
        &self.issuer
    }

    /// Who draws the deals of the days.
    #[must_use]
    pub(crate) const fn dealer(&self) -> &Dealer {
        &self.dealer
    }

    async fn order(&self, write: Write) -> Result<i64, StoreError> {
        let (done, answer) = oneshot::channel();
        self.orders.send(Order { write, done }).await.map_err(|_| StoreError::Closed)?;
        answer.await.map_err(|_| StoreError::Closed)?
    }

    /// Writes a new room, all of it at once; gives the number of its match.
    pub async fn open_room(&self, opening: &Opening) -> Result<i64, StoreError> {
        self.order(Write::Create(new_room(opening))).await
    }

    /// The same without a fence, where matches have no owners.
    #[cfg(test)]
    pub async fn append(
        &self,
        id: i64,
        first: u64,
        entries: &[Entry],
        progress: Option<Progress>,
        score: Option<room::Score>,
        open: Option<&Opening>,
    ) -> Result<(), StoreError> {
        let play = PlayChange { score, ..PlayChange::default() };
        self.append_as(None, (id, first), entries, progress, play, open).await
    }

    /// Writes entries of a room, the first with this number, how far it is if that changed, what changed of how
    /// somebody fares at a deal, and another room that is opened with them; returns when all of it is safe. Where there
    /// are many nodes it is written behind the fence of the owner; if the match has been lost, nothing is.
    pub(crate) async fn append_as(
        &self,
        fence: Option<Fence>,
        (id, first): (i64, u64),
        entries: &[Entry],
        progress: Option<Progress>,
        play: PlayChange,
        open: Option<&Opening>,
    ) -> Result<(), StoreError> {
        let is_public = entries.iter().any(Entry::is_numbered);
        let more = Lines {
            id,
            fence,
            first,
            lines: entries.iter().map(Entry::to_string).collect(),
            side_writes: side_writes(entries, progress, play),
            audience: if is_public { Audience::Everybody } else { Audience::Few },
            open: open.map(new_room),
        };
        self.order(Write::Append(more)).await.map(drop)
    }

    /// The match of this code as the index has it; nothing of its journal is read.
    pub async fn row(&self, code: &str) -> Result<Option<Row>, StoreError> {
        let found = self
            .fetch_optional(
                "SELECT id, code, game, stage, listed, created, updated FROM matches WHERE code = $1",
                &[Value::Text(code)],
            )
            .await?;
        Ok(found.as_ref().map(read_row).transpose()?)
    }

    /// The match of this code, whole.
    pub async fn load(&self, code: &str) -> Result<Option<Loaded>, StoreError> {
        let found = self
            .fetch_optional(
                "SELECT id, code, game, stage, listed, created, updated, luck, opener FROM matches WHERE code = $1",
                &[Value::Text(code)],
            )
            .await?;
        let Some(found) = found else { return Ok(None) };
        let row = read_row(&found)?;
        // An index that is damaged leads to another match.
        if row.code != code {
            return Err(StoreError::Damaged { code: code.to_owned(), line: 0 });
        }
        let luck: i64 = found.get(7)?;
        let opener: Option<Vec<u8>> = found.get(8)?;
        let lines = self.lines(&row, Chain::of_match(&row.code, &row.game, luck as u64)).await?;
        let opener = opener.and_then(|bytes| bytes.try_into().ok()).map(KeyHash);
        let header = Header { code: row.code.clone(), secret: luck as u64, opener };
        Ok(Some(Loaded { row, header, lines }))
    }

    /// The journal of a match, as it was written.
    async fn lines(&self, row: &Row, begun: Chain) -> Result<Vec<String>, StoreError> {
        // Before the journal, which may go on meanwhile.
        let head = self.heads.as_ref().map(|heads| heads.read(row.id)).transpose()?.flatten();
        let found = self.fetch_all(JOURNAL, &[Value::Int(row.id)]).await?;
        verified(&row.code, begun, head, &found)
    }

    /// Whether this key holds a seat of any match.
    pub async fn has_key(&self, key: KeyHash) -> Result<bool, StoreError> {
        let found = self
            .fetch_optional("SELECT 1 FROM keys WHERE hash = $1 LIMIT 1", &[Value::Bytes(&key.0)])
            .await?;
        Ok(found.is_some())
    }

    /// Unfinished matches in which this key holds a seat, the latest first.
    pub async fn held_by(&self, key: KeyHash, most: i64) -> Result<Vec<Row>, StoreError> {
        self.fetch_rows(
            "SELECT DISTINCT id, code, game, stage, listed, created, updated FROM matches
             JOIN keys ON keys.match = id WHERE hash = $1 AND stage <> 'over' ORDER BY updated DESC LIMIT $2",
            &[Value::Bytes(&key.0), Value::Int(most)],
        )
        .await
    }

    /// The last finished matches in which this key holds a seat, the latest first.
    pub async fn finished_by(&self, key: KeyHash) -> Result<Vec<Row>, StoreError> {
        self.fetch_rows(
            "SELECT DISTINCT id, code, game, stage, listed, created, updated FROM matches
             JOIN keys ON keys.match = id WHERE hash = $1 AND stage = 'over' ORDER BY updated DESC, id DESC LIMIT 5",
            &[Value::Bytes(&key.0)],
        )
        .await
    }

    /// The games of which this key has or had a seat.
    pub async fn played_by(&self, key: KeyHash) -> Result<Vec<String>, StoreError> {
        let rows = self
            .fetch_all(
                "SELECT DISTINCT game FROM matches JOIN keys ON keys.match = id WHERE hash = $1",
                &[Value::Bytes(&key.0)],
            )
            .await?;
        Ok(rows.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?)
    }

    /// Public matches that are not over, the latest first: this page of the list, counted from nought.
    pub async fn listed(&self, page: i64) -> Result<Vec<Row>, StoreError> {
        self.fetch_rows(
            "SELECT id, code, game, stage, listed, created, updated FROM matches
             WHERE stage <> 'over' AND listed ORDER BY updated DESC, id DESC LIMIT $1 OFFSET $2",
            &[Value::Int(PAGE as i64), Value::Int(page * PAGE as i64)],
        )
        .await
    }

    /// Every match, the latest first, however long that takes.
    pub async fn all(&self) -> Result<Vec<Row>, StoreError> {
        let rows = self
            .pool
            .fetch_all(
                "SELECT id, code, game, stage, listed, created, updated FROM matches
                 ORDER BY updated DESC, id DESC",
                &[],
            )
            .await?;
        Ok(rows.iter().map(read_row).collect::<Result<_, _>>()?)
    }

    /// Stores the review of the match of this code; says whether there is such a match.
    pub async fn keep_review(
        &self,
        code: &str,
        (form, depth): (u32, &'static str),
        review: Vec<u8>,
    ) -> Result<bool, StoreError> {
        let kept = Write::Review { code: code.to_owned(), form, depth, review };
        self.order(kept).await.map(|kept| kept > 0)
    }

    /// The stored review of the match of this code, if it has this form.
    pub async fn review(&self, code: &str, form: u32) -> Result<Option<Vec<u8>>, StoreError> {
        let found = self
            .fetch_optional(
                "SELECT review FROM reviews JOIN matches ON matches.id = reviews.match
                 WHERE code = $1 AND form = $2",
                &[Value::Text(code), Value::Int(form.into())],
            )
            .await?;
        Ok(found.map(|row| row.get(0)).transpose()?)
    }

    /// Whether the match of this code has a stored review of this form.
    pub async fn has_review(&self, code: &str, form: u32) -> Result<bool, StoreError> {
        let found = self
            .fetch_optional(
                "SELECT 1 FROM reviews JOIN matches ON matches.id = reviews.match
                 WHERE code = $1 AND form = $2",
                &[Value::Text(code), Value::Int(form.into())],
            )
            .await?;
        Ok(found.is_some())
    }

    /// Removes a match with all that belongs to it; says whether there was one.
    pub async fn remove(&self, code: &str) -> Result<bool, StoreError> {
        self.order(Write::Remove(code.to_owned())).await.map(|removed| removed > 0)
    }

    /// Copies the whole file into a new or empty one, while others go on. A server has its own ways.
    pub async fn back_up(&self, to: &str) -> Result<(), StoreError> {
        match &self.pool {
            Pool::Sqlite(pool) => sqlx::query("VACUUM INTO $1").bind(to).execute(pool).await.map(drop)?,
            Pool::Postgres(_) => return Err(StoreError::NoFile),
        }
        Ok(())
    }

    /// Waits until all orders are done or have failed.
    pub async fn settle(&self) {
        let _ = self.order(Write::Nothing).await;
    }

    /// Waits until all orders are done, and closes.
    pub async fn close(&self) {
        self.settle().await;
        self.pool.close().await;
        // All of it is in one file then, which can be copied.
        if let Target::Sqlite(options) = &*self.target {
            let is_whole = checkpoint::truncate(options).await.is_ok_and(|is_whole| is_whole);
            if let (Some(heads), Use::Alone, true) = (&self.heads, self.shared, is_whole) {
                let _ = heads.end();
            }
        }
    }

    /// Health check: whether the database takes a write. It writes a probe, at most twice a minute, as long as the
    /// database can be reached.
    pub async fn health(&self) -> Health {
        let mut health = self.health.lock().await;
        match *health {
            _ if self.outage.is_on() => {
                *health = None;
                Health::Away
            }
            Some((tried, known)) if tried.elapsed() < HEALTH_HOLDS => known,
            Some(_) | None => {
                let known = match timeout(PROBE_WITHIN, self.order(Write::Probe)).await {
                    Ok(Ok(_)) => Health::Well,
                    // The circuit breaker will know soon.
                    Ok(Err(StoreError::Away(_))) => return Health::Away,
                    Ok(Err(_)) | Err(_) => Health::Unwritable,
                };
                *health = Some((Instant::now(), known));
                known
            }
        }
    }
}

/// The lines of a journal, verified by their digests.
fn verified(
    code: &str,
    begun: Chain,
    head: Option<Head>,
    found: &[Fetched],
) -> Result<Vec<String>, StoreError> {
    let mut lines = Vec::with_capacity(found.len());
    let mut chain = begun;
    for (kept, number) in found.iter().zip(1..) {
        let damaged = |_| StoreError::Damaged { code: code.to_owned(), line: number as u64 };
        let line: String = kept.get(1).map_err(damaged)?;
        chain = chain.then(&line);
        let is_head = head.is_some_and(|head| head.number == number as u64 && head.chain != chain);
        if kept.get::<i64>(0)? != number || kept.bytes(2)? != chain.bytes() || is_head {
            return Err(damaged(sqlx::Error::RowNotFound));
        }
        lines.push(line);
    }
    let line = lines.len() as u64;
    match head {
        Some(Head { number, .. }) if number > line => {
            Err(StoreError::CutShort { code: code.to_owned(), line, head: number })
        }
        Some(_) | None => Ok(lines),
    }
}

/// The heads of the journals in a file that nobody else uses; where there are none yet they are made of the journals.
/// After an end that was not clean the database is looked through.
async fn begin_heads(heads: Option<Heads>, file: &Path, on: &mut Connection) -> Result<Heads, StoreError> {
    let heads = match heads {
        Some(heads) => heads,
        None => heads_of_journals(file, on).await?,
    };
    if !heads.begin()? {
        for damage in damages(on).await.unwrap_or_else(|error| vec![error.to_string()]) {
            tracing::error!(
                damage,
                "the database is damaged; matches that have lost something say so and stay as they are, all others go on"
            );
        }
    }
    Ok(heads)
}

async fn heads_of_journals(file: &Path, on: &mut Connection) -> Result<Heads, StoreError> {
    let heads = Heads::create(file)?;
    for row in on.fetch_all("SELECT match, max(seq), digest FROM journal GROUP BY match", &[]).await? {
        let number: i64 = row.get(1)?;
        if let Some(chain) = Chain::read(row.bytes(2)?) {
            heads.note(row.get(0)?, Head { number: number as u64, chain })?;
        }
    }
    Ok(heads)
}

/// The first few errors of the file of a database.
async fn damages(on: &mut Connection) -> Result<Vec<String>, StoreError> {
    let told = on.fetch_all("PRAGMA quick_check(10)", &[]).await?;
    let told = told.iter().map(|row| row.get(0)).collect::<Result<Vec<String>, _>>()?;
    Ok(told.into_iter().filter(|line| line != "ok").collect())
}

/// Whether a server uses the database of this connection, as far as PostgreSQL knows.
async fn is_served(on: &mut Connection) -> Result<bool, StoreError> {
    let Connection::Postgres(_) = on else { return Ok(false) };
    let served = on
        .fetch_one(
            "SELECT EXISTS (SELECT 1 FROM pg_stat_activity
             WHERE datname = current_database() AND application_name = $1)",
            &[Value::Text(SERVES)],
        )
        .await?;
    Ok(served.get(0)?)
}

/// The secret of the site, which is drawn when the database is made: keys are issued and deals are drawn from it.
async fn site_secret(of: &mut Connection) -> Result<Vec<u8>, StoreError> {
    let secret = KeyIssuer::fresh_secret()?;
    of.execute(
        "INSERT INTO site (name, value) VALUES ('secret', $1) ON CONFLICT DO NOTHING",
        &[Value::Bytes(&secret)],
    )
    .await?;
    Ok(of.fetch_one("SELECT value FROM site WHERE name = 'secret'", &[]).await?.get(0)?)
}

fn read_row(row: &Fetched) -> Result<Row, sqlx::Error> {
    Ok(Row {
        id: row.get(0)?,
        code: row.get(1)?,
        game: row.get(2)?,
        stage: row.get(3)?,
        listed: row.get(4)?,
        times: (row.get(5)?, row.get(6)?),
    })
}

/// Changes of the index with these entries.
fn side_writes(entries: &[Entry], progress: Option<Progress>, play: PlayChange) -> Vec<SideWrite> {
    let mut side_writes: Vec<SideWrite> = Vec::new();
    for entry in entries {
        if let Entry::Keyed(seat, key) = entry {
            side_writes.push(SideWrite::Key(*key, *seat));
        } else if let Entry::Unkeyed(seat, key) = entry {
            side_writes.push(SideWrite::NoKey(*key, *seat));
        } else if let Entry::Stood(seat) = entry {
            side_writes.push(SideWrite::NoKeys(*seat));
        }
    }
    side_writes.extend(progress.map(|progress| SideWrite::Stage(progress.word())));
    side_writes.extend(play.decided.then_some(SideWrite::Decided));
    side_writes.extend(play.score.map(SideWrite::Score));
    side_writes
}

fn new_room(opening: &Opening) -> NewRoom {
    let Opening { header, entries } = opening;
    let options = entries
        .iter()
        .find_map(|entry| if let Entry::Opened(options) = entry { Some(options) } else { None });
    let started = entries.iter().any(|entry| matches!(entry, Entry::Started(_)));
    NewRoom {
        new: NewMatch {
            code: header.code.clone(),
            game: options.map(|options| options.game.clone()).unwrap_or_default(),
            listed: options.is_some_and(|options| options.public),
            luck: header.secret,
            opener: header.opener,
        },
        lines: entries.iter().map(Entry::to_string).collect(),
        side_writes: side_writes(entries, started.then_some(Progress::Playing), PlayChange::default()),
        play: None,
    }
}
