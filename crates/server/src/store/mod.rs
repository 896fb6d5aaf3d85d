//! Storage: one SQLite file with the journal of every match. Whatever somebody is told has been written before.

mod chain;
mod checkpoint;
mod deals;
mod error;
mod plays;
mod schema;
mod write;

#[cfg(test)]
mod tests;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use room::{Entry, Header, KeyHash, Opening, Progress, Score};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteRow, SqliteSynchronous,
};
use sqlx::{ConnectOptions as _, Connection as _, Row as _, SqliteConnection, SqlitePool};
use tokio::sync::{Mutex, mpsc, oneshot};
use tokio::time::Instant;

use crate::deal::Dealer;
use crate::key::KeyIssuer;
use chain::Chain;
use write::{Audience, BATCH, LINES, Lines, NewMatch, NewRoom, Order, SideWrite, Write};

pub(crate) use deals::Play;
pub use error::StoreError;
pub(crate) use plays::NewPlay;

/// For how long it is believed that the database can or cannot be written.
const HEALTH_HOLDS: Duration = Duration::from_secs(30);
/// How long it may take to write anything before something is wrong.
const PROBE_WITHIN: Duration = Duration::from_secs(5);

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
    /// What its room is known by.
    pub header: Header,
    /// Its journal, in order.
    pub lines: Vec<String>,
}

/// The door to the database: reads from a pool, all writes through one task that puts many into one transaction.
#[derive(Clone)]
pub struct Store {
    pool: SqlitePool,
    orders: mpsc::Sender<Order>,
    /// Whether something could be written, and when that was tried.
    health: Arc<Mutex<Option<(Instant, bool)>>>,
    issuer: KeyIssuer,
    dealer: Dealer,
    options: Arc<SqliteConnectOptions>,
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
        // The journal has a statement for every number of lines that are written together.
        .statement_cache_capacity(LINES + 32)
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
        let secret = site_secret(&mut writer).await?;
        let (issuer, dealer) = (KeyIssuer::new(&secret), Dealer::new(&secret));
        let pool = SqlitePoolOptions::new().max_connections(2).connect_lazy_with(options.clone());
        let (orders, inbox) = mpsc::channel(4 * BATCH);
        let written = Arc::new(AtomicU64::new(0));
        tokio::spawn(write::run((options.clone(), writer), inbox, written.clone()));
        tokio::spawn(checkpoint::run(pool.clone(), options.clone(), written));
        Ok(Self { pool, orders, health: Arc::default(), issuer, dealer, options: Arc::new(options) })
    }

    /// What issues the keys of this site.
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

    /// Writes entries of a room, the first with this number, how far it is if that changed, how somebody fared at a deal that
    /// has ended, and another room that is opened with them; returns when all of it is safe.
    pub async fn append(
        &self,
        id: i64,
        first: u64,
        entries: &[Entry],
        progress: Option<Progress>,
        score: Option<Score>,
        open: Option<&Opening>,
    ) -> Result<(), StoreError> {
        let is_public = entries.iter().any(Entry::is_numbered);
        let more = Lines {
            id,
            first,
            lines: entries.iter().map(Entry::to_string).collect(),
            side_writes: side_writes(entries, progress, score),
            audience: if is_public { Audience::Everybody } else { Audience::Few },
            open: open.map(new_room),
        };
        self.order(Write::Append(more)).await.map(drop)
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
        let opener = opener.and_then(|bytes| bytes.try_into().ok()).map(KeyHash);
        let header = Header { code: row.code.clone(), secret: luck as u64, opener };
        Ok(Some(Loaded { row, header, lines }))
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

    /// Keeps what the match of this code looks like afterwards; says whether there is such a match.
    pub async fn keep_review(
        &self,
        code: &str,
        (form, depth): (u32, &'static str),
        review: Vec<u8>,
    ) -> Result<bool, StoreError> {
        let kept = Write::Review { code: code.to_owned(), form, depth, review };
        self.order(kept).await.map(|kept| kept > 0)
    }

    /// What the match of this code looks like afterwards, if that is kept in this form.
    pub async fn review(&self, code: &str, form: u32) -> Result<Option<Vec<u8>>, StoreError> {
        let found = sqlx::query(
            "SELECT review FROM reviews JOIN matches ON matches.id = reviews.match WHERE code = $1 AND form = $2",
        )
        .bind(code)
        .bind(form)
        .fetch_optional(&self.pool)
        .await?;
        Ok(found.map(|row| row.try_get(0)).transpose()?)
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

/// The secret of the site, which is drawn when the database is made: keys are issued and deals are drawn from it.
async fn site_secret(of: &mut SqliteConnection) -> Result<Vec<u8>, StoreError> {
    let secret = KeyIssuer::fresh_secret()?;
    sqlx::query("INSERT OR IGNORE INTO site (name, value) VALUES ('secret', $1)")
        .bind(secret.to_vec())
        .execute(&mut *of)
        .await?;
    let row = sqlx::query("SELECT value FROM site WHERE name = 'secret'").fetch_one(of).await?;
    Ok(row.try_get(0)?)
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

/// What the index is to know of these entries.
fn side_writes(entries: &[Entry], progress: Option<Progress>, score: Option<Score>) -> Vec<SideWrite> {
    let mut side_writes: Vec<SideWrite> = Vec::new();
    for entry in entries {
        if let Entry::Keyed(seat, key) = entry {
            side_writes.push(SideWrite::Key(*key, *seat));
        } else if let Entry::Stood(seat) = entry {
            side_writes.push(SideWrite::NoKeys(*seat));
        }
    }
    side_writes.extend(progress.map(|progress| SideWrite::Stage(progress.word())));
    side_writes.extend(score.map(SideWrite::Score));
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
        side_writes: side_writes(entries, started.then_some(Progress::Playing), None),
        play: None,
    }
}
