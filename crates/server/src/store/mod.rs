//! Storage: one SQLite file with the journal of every match. Whatever somebody is told has been written before.

mod chain;
mod checkpoint;
mod error;
mod schema;
mod write;

#[cfg(test)]
mod tests;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use pages::Reacting;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteRow, SqliteSynchronous,
};
use sqlx::{ConnectOptions as _, Connection as _, Row as _, SqliteConnection, SqlitePool};
use table::Seat;
use tokio::sync::{Mutex, mpsc, oneshot};
use tokio::time::Instant;

use crate::entry::Entry;
use crate::key::{KeyHash, KeyIssuer};
use chain::Chain;
use write::{BATCH, Order, Write};

pub use error::StoreError;
pub use write::{NewMatch, SideWrite};

/// For how long it is believed that the database can or cannot be written.
const HEALTH_HOLDS: Duration = Duration::from_secs(30);
/// How long it may take to write anything before something is wrong.
const PROBE_WITHIN: Duration = Duration::from_secs(5);
/// How long a link opens a seat, in seconds: a day.
const LINK_LIFETIME: u64 = 86_400;

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
    /// The secret its luck comes from.
    pub luck: u64,
    /// Who opened it.
    pub opener: Option<KeyHash>,
    /// Its journal, in order.
    pub lines: Vec<String>,
    /// Who holds which seat.
    pub keys: Vec<(KeyHash, Seat)>,
    /// Answers given in the reaction window that was open.
    pub answers: Vec<(Seat, u64, String)>,
    /// What seats want done for them in reaction windows.
    pub reactions: Vec<(Seat, Reacting)>,
}

/// A link that gives a seat to another device.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeatLink {
    /// The code of the match.
    pub code: String,
    /// The seat.
    pub seat: Seat,
    /// When it was made, in seconds since 1970.
    pub created: i64,
}

impl SeatLink {
    /// Whether it opens nothing any more at this time, in seconds since 1970. A clock that was set back a day or more
    /// ends it as well.
    #[must_use]
    pub const fn has_expired(&self, now: i64) -> bool {
        now.abs_diff(self.created) >= LINK_LIFETIME
    }
}

/// The door to the database: reads from a pool, all writes through one task that puts many into one transaction.
#[derive(Clone)]
pub struct Store {
    pool: SqlitePool,
    orders: mpsc::Sender<Order>,
    /// Whether something could be written, and when that was tried.
    health: Arc<Mutex<Option<(Instant, bool)>>>,
    issuer: KeyIssuer,
    options: SqliteConnectOptions,
}

fn options(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(path)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .busy_timeout(Duration::from_secs(10))
        // Never in the middle of a transaction that somebody waits for: see `checkpoint`.
        .pragma("wal_autocheckpoint", "0")
        // The journal has a statement for every number of lines that were ever written together.
        .statement_cache_capacity(BATCH / 2)
        .disable_statement_logging()
}

impl Store {
    /// Opens the database in this file, makes it if it is not there, and brings it up to date. Nobody else may be using
    /// it meanwhile.
    pub async fn open(path: &Path) -> Result<Self, StoreError> {
        let options = options(path).create_if_missing(true);
        let mut writer = SqliteConnection::connect_with(&options).await?;
        schema::migrate(&mut writer).await?;
        Self::begin(options, writer).await
    }

    /// Opens a database that others may be using.
    pub async fn open_beside(path: &Path) -> Result<Self, StoreError> {
        let options = options(path);
        let mut writer = SqliteConnection::connect_with(&options).await?;
        if schema::version(&mut writer).await? < schema::known() {
            return Err(StoreError::Older);
        }
        Self::begin(options, writer).await
    }

    async fn begin(options: SqliteConnectOptions, mut writer: SqliteConnection) -> Result<Self, StoreError> {
        let issuer = issuer(&mut writer).await?;
        let pool = SqlitePoolOptions::new().max_connections(2).connect_lazy_with(options.clone());
        let (orders, inbox) = mpsc::channel(4 * BATCH);
        let written = Arc::new(AtomicU64::new(0));
        tokio::spawn(write::run((options.clone(), writer), inbox, written.clone()));
        tokio::spawn(checkpoint::run(pool.clone(), options.clone(), written));
        Ok(Self { pool, orders, health: Arc::default(), issuer, options })
    }

    /// What issues the keys of this site.
    #[must_use]
    pub const fn issuer(&self) -> &KeyIssuer {
        &self.issuer
    }

    async fn order(&self, write: Write) -> Result<i64, StoreError> {
        let (done, answer) = oneshot::channel();
        self.orders.send(Order { write, done }).await.map_err(|_| StoreError::Closed)?;
        answer.await.map_err(|_| StoreError::Closed)?
    }

    /// Writes a new match, its first lines and what goes with them, all at once; gives its number.
    pub async fn create(
        &self,
        new: NewMatch,
        entries: &[Entry],
        side_writes: Vec<SideWrite>,
    ) -> Result<i64, StoreError> {
        let lines = entries.iter().map(Entry::to_string).collect();
        self.order(Write::Create(new, lines, side_writes)).await
    }

    /// Writes lines of a match, the first with this number, and what goes with them; returns when they are safe.
    pub async fn append(
        &self,
        id: i64,
        first: u64,
        entries: &[Entry],
        side_writes: Vec<SideWrite>,
    ) -> Result<(), StoreError> {
        let lines = entries.iter().map(Entry::to_string).collect();
        self.order(Write::Append { id, first, lines, side_writes }).await.map(drop)
    }

    /// The match of this code as the index has it; nothing of its journal is read.
    pub async fn row(&self, code: &str) -> Result<Option<Row>, StoreError> {
        let found = sqlx::query(
            "SELECT id, code, game, stage, listed, created, updated FROM matches WHERE code = $1",
        )
        .bind(code)
        .fetch_optional(&self.pool)
        .await?;
        Ok(found.as_ref().map(read_row).transpose()?)
    }

    /// The match of this code, whole.
    pub async fn load(&self, code: &str) -> Result<Option<Loaded>, StoreError> {
        let found = sqlx::query(
            "SELECT id, code, game, stage, listed, created, updated, luck, opener FROM matches WHERE code = $1",
        )
        .bind(code)
        .fetch_optional(&self.pool)
        .await?;
        let Some(found) = found else { return Ok(None) };
        let row = read_row(&found)?;
        let luck: i64 = found.try_get("luck")?;
        let opener: Option<Vec<u8>> = found.try_get("opener")?;
        let lines = self.lines(&row, Chain::of_match(&row.code, &row.game, luck as u64)).await?;
        let keys = self.beside(row.id, "SELECT hash, seat FROM keys WHERE match = $1", |key| {
            Ok(read_hash(key.try_get(0)?).zip(read_seat(key.try_get(1)?)))
        });
        let answers =
            self.beside(row.id, "SELECT seat, since, action FROM answers WHERE match = $1", |answer| {
                let (since, action): (i64, String) = (answer.try_get(1)?, answer.try_get(2)?);
                Ok(read_seat(answer.try_get(0)?).map(|seat| (seat, since as u64, action)))
            });
        let reactions = self.beside(row.id, "SELECT seat, how FROM reactions WHERE match = $1", |reaction| {
            Ok(read_seat(reaction.try_get(0)?).zip(Reacting::named(reaction.try_get(1)?)))
        });
        let (keys, answers, reactions) = (keys.await?, answers.await?, reactions.await?);
        let opener = opener.and_then(read_hash);
        Ok(Some(Loaded { row, luck: luck as u64, opener, lines, keys, answers, reactions }))
    }

    /// What is kept beside the journal of a match, as far as it can be read.
    async fn beside<T>(
        &self,
        id: i64,
        statement: &'static str,
        read: impl Fn(&SqliteRow) -> Result<Option<T>, sqlx::Error>,
    ) -> Result<Vec<T>, sqlx::Error> {
        let rows = sqlx::query(statement).bind(id).fetch_all(&self.pool).await?;
        rows.iter().filter_map(|row| read(row).transpose()).collect()
    }

    /// The journal of a match, as it was written.
    async fn lines(&self, row: &Row, begun: Chain) -> Result<Vec<String>, StoreError> {
        let found = sqlx::query("SELECT seq, line, digest FROM journal WHERE match = $1 ORDER BY seq")
            .bind(row.id)
            .fetch_all(&self.pool)
            .await?;
        let mut lines = Vec::with_capacity(found.len());
        let mut chain = begun;
        for (kept, number) in found.iter().zip(1..) {
            let damaged = |_| StoreError::Damaged { code: row.code.clone(), line: number as u64 };
            let line: String = kept.try_get(1).map_err(damaged)?;
            chain = chain.then(&line);
            if kept.try_get::<i64, _>(0)? != number || kept.try_get::<&[u8], _>(2)? != chain.bytes() {
                return Err(damaged(sqlx::Error::RowNotFound));
            }
            lines.push(line);
        }
        Ok(lines)
    }

    /// Whom this one-time link gives which seat of which match, and since when.
    pub async fn link(&self, link: KeyHash) -> Result<Option<SeatLink>, StoreError> {
        let found = sqlx::query(
            "SELECT code, seat, links.created FROM links JOIN matches ON id = match WHERE hash = $1",
        )
        .bind(link.0.to_vec())
        .fetch_optional(&self.pool)
        .await?;
        let Some(found) = found else { return Ok(None) };
        let (code, created): (String, i64) = (found.try_get(0)?, found.try_get(2)?);
        Ok(read_seat(found.try_get(1)?).map(|seat| SeatLink { code, seat, created }))
    }

    /// Whether this key holds a seat of any match.
    pub async fn has_key(&self, key: KeyHash) -> Result<bool, StoreError> {
        let found = sqlx::query("SELECT 1 FROM keys WHERE hash = $1 LIMIT 1")
            .bind(key.0.to_vec())
            .fetch_optional(&self.pool)
            .await?;
        Ok(found.is_some())
    }

    /// Unfinished matches in which this key holds a seat, the latest first.
    pub async fn held_by(&self, key: KeyHash) -> Result<Vec<Row>, StoreError> {
        let rows = sqlx::query(
            "SELECT DISTINCT id, code, game, stage, listed, created, updated FROM matches
             JOIN keys ON keys.match = id WHERE hash = $1 AND stage <> 'over' ORDER BY updated DESC LIMIT 20",
        )
        .bind(key.0.to_vec())
        .fetch_all(&self.pool)
        .await?;
        Ok(rows.iter().map(read_row).collect::<Result<_, _>>()?)
    }

    /// Public matches that are not over, the latest first.
    pub async fn listed(&self) -> Result<Vec<Row>, StoreError> {
        let rows = sqlx::query(
            "SELECT id, code, game, stage, listed, created, updated FROM matches
             WHERE stage <> 'over' AND listed ORDER BY updated DESC LIMIT 20",
        )
        .fetch_all(&self.pool)
        .await?;
        Ok(rows.iter().map(read_row).collect::<Result<_, _>>()?)
    }

    /// Every match, the latest first.
    pub async fn all(&self) -> Result<Vec<Row>, StoreError> {
        let rows = sqlx::query(
            "SELECT id, code, game, stage, listed, created, updated FROM matches ORDER BY updated DESC, id DESC",
        )
        .fetch_all(&self.pool)
        .await?;
        Ok(rows.iter().map(read_row).collect::<Result<_, _>>()?)
    }

    /// Removes a match with all that belongs to it; says whether there was one.
    pub async fn remove(&self, code: &str) -> Result<bool, StoreError> {
        self.order(Write::Remove(code.to_owned())).await.map(|removed| removed > 0)
    }

    /// Copies the whole database into a new or empty file, while others go on.
    pub async fn back_up(&self, to: &str) -> Result<(), StoreError> {
        sqlx::query("VACUUM INTO $1").bind(to).execute(&self.pool).await?;
        Ok(())
    }

    /// Waits until all that was ordered is written, and closes.
    pub async fn close(&self) {
        let _ = self.order(Write::Nothing).await;
        self.pool.close().await;
        // All of it is in one file then, for whoever copies that.
        let _ = checkpoint::truncate(&self.options).await;
    }

    /// Whether the database takes what is to be written. It is tried by writing something, not more often than twice a
    /// minute.
    pub async fn is_well(&self) -> bool {
        let mut health = self.health.lock().await;
        match *health {
            Some((tried, well)) if tried.elapsed() < HEALTH_HOLDS => well,
            Some(_) | None => {
                let probed = tokio::time::timeout(PROBE_WITHIN, self.order(Write::Probe)).await;
                let well = matches!(probed, Ok(Ok(_)));
                *health = Some((Instant::now(), well));
                well
            }
        }
    }
}

/// What issues keys out of the secret of the site, which is drawn when the database is made.
async fn issuer(of: &mut SqliteConnection) -> Result<KeyIssuer, StoreError> {
    let secret = KeyIssuer::fresh_secret()?;
    sqlx::query("INSERT OR IGNORE INTO site (name, value) VALUES ('secret', $1)")
        .bind(secret.to_vec())
        .execute(&mut *of)
        .await?;
    let row = sqlx::query("SELECT value FROM site WHERE name = 'secret'").fetch_one(of).await?;
    Ok(KeyIssuer::new(row.try_get(0)?))
}

fn read_row(row: &SqliteRow) -> Result<Row, sqlx::Error> {
    Ok(Row {
        id: row.try_get("id")?,
        code: row.try_get("code")?,
        game: row.try_get("game")?,
        stage: row.try_get("stage")?,
        listed: row.try_get("listed")?,
        times: (row.try_get("created")?, row.try_get("updated")?),
    })
}

fn read_hash(bytes: Vec<u8>) -> Option<KeyHash> {
    bytes.try_into().ok().map(KeyHash)
}

fn read_seat(number: i64) -> Option<Seat> {
    usize::try_from(number).ok().and_then(Seat::new)
}
