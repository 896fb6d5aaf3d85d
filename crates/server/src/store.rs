//! Storage: one SQLite file with the journal of every match. Whatever somebody is told has been written before.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use room::{Entry, Header, KeyHash, Opening, Progress};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteRow, SqliteSynchronous,
};
use sqlx::{ConnectOptions as _, Connection as _, QueryBuilder, Row as _, SqliteConnection, SqlitePool};
use table::Seat;
use tokio::sync::{mpsc, oneshot};

/// What the tables look like; every statement may be run again.
const SCHEMA: &[&str] = &[
    "CREATE TABLE IF NOT EXISTS matches (
        id INTEGER PRIMARY KEY,
        code TEXT NOT NULL UNIQUE,
        game TEXT NOT NULL,
        stage TEXT NOT NULL,
        listed INTEGER NOT NULL,
        luck INTEGER NOT NULL,
        opener BLOB,
        created INTEGER NOT NULL,
        updated INTEGER NOT NULL
    )",
    "CREATE INDEX IF NOT EXISTS matches_by_stage ON matches (stage, listed, updated)",
    "CREATE TABLE IF NOT EXISTS journal (
        match INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
        seq INTEGER NOT NULL,
        line TEXT NOT NULL,
        PRIMARY KEY (match, seq)
    ) WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS keys (
        hash BLOB NOT NULL,
        match INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
        seat INTEGER NOT NULL,
        PRIMARY KEY (hash, match, seat)
    ) WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS links (
        hash BLOB PRIMARY KEY,
        match INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
        seat INTEGER NOT NULL
    ) WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS answers (
        match INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
        seat INTEGER NOT NULL,
        since INTEGER NOT NULL,
        action TEXT NOT NULL,
        PRIMARY KEY (match, seat)
    ) WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS reactions (
        match INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
        seat INTEGER NOT NULL,
        how TEXT NOT NULL,
        PRIMARY KEY (match, seat)
    ) WITHOUT ROWID",
];

/// How often it is looked whether the log of the database is to be tidied up.
const TIDY: Duration = Duration::from_secs(2);
/// While much is written the log grows by so many lines, some 64 MB, before it is tidied up: it takes cores and disk
/// from those who play, however much there is of it.
const MANY_LINES: u64 = 16_000;
/// A log of more pages than this, about 100 MB, is begun anew.
const LONG_LOG: i64 = 25_000;

/// How many lines one statement writes at most.
const MOST_ROWS: usize = 1_000;

/// How many orders are written together at most.
const BATCH: usize = 512;

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
    /// What it is known by.
    pub header: Header,
    /// Its journal, in order.
    pub lines: Vec<String>,
}

/// A change beside the journal, written with it.
#[derive(Debug, Clone)]
pub enum Aside {
    /// The match came to this stage.
    Stage(&'static str),
    /// A key holds a seat.
    Key(KeyHash, Seat),
    /// Nobody holds the seat any more.
    NoKeys(Seat),
}

/// Lines to be written.
struct Order {
    id: i64,
    first: u64,
    lines: Vec<String>,
    asides: Vec<Aside>,
    /// Whether everybody is told of it.
    is_public: bool,
    done: oneshot::Sender<Result<(), sqlx::Error>>,
}

/// The door to the database: reads from a pool, all writes through one task that puts many into one transaction.
#[derive(Clone)]
pub struct Store {
    pool: SqlitePool,
    orders: mpsc::Sender<Order>,
}

/// Seconds since 1970.
fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() as i64)
}

fn options(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .busy_timeout(Duration::from_secs(10))
        // Never in the middle of a transaction that somebody waits for: see `tidy`.
        .pragma("wal_autocheckpoint", "0")
        // The journal has a statement for every number of lines that were ever written together.
        .statement_cache_capacity(BATCH / 2)
        .disable_statement_logging()
}

impl Store {
    /// Opens the database in this file, and makes it if it is not there.
    pub async fn open(path: &Path) -> Result<Self, sqlx::Error> {
        let options = options(path);
        let mut writer = SqliteConnection::connect_with(&options).await?;
        for statement in SCHEMA {
            sqlx::query(*statement).execute(&mut writer).await?;
        }
        let pool = SqlitePoolOptions::new().max_connections(2).connect_lazy_with(options);
        let (orders, inbox) = mpsc::channel(4 * BATCH);
        let written = Arc::new(AtomicU64::new(0));
        tokio::spawn(write(writer, inbox, written.clone()));
        tokio::spawn(tidy(pool.clone(), written));
        Ok(Self { pool, orders })
    }

    /// Puts a new match into the index, with its first lines; gives its number.
    pub async fn create(
        &self,
        (code, game, listed): (&str, &str, bool),
        (luck, opener): (u64, Option<KeyHash>),
    ) -> Result<i64, sqlx::Error> {
        let time = now();
        let row = sqlx::query(
            "INSERT INTO matches (code, game, stage, listed, luck, opener, created, updated)
             VALUES ($1, $2, 'lobby', $3, $4, $5, $6, $6) RETURNING id",
        )
        .bind(code)
        .bind(game)
        .bind(listed)
        .bind(luck as i64)
        .bind(opener.map(|key| key.0.to_vec()))
        .bind(time)
        .fetch_one(&self.pool)
        .await?;
        row.try_get(0)
    }

    /// Writes lines of a match, the first with this number, and what goes with them; returns when they are safe.
    pub async fn append(
        &self,
        id: i64,
        first: u64,
        entries: &[Entry],
        asides: Vec<Aside>,
    ) -> Result<(), sqlx::Error> {
        let (done, answer) = oneshot::channel();
        let lines = entries.iter().map(Entry::to_string).collect();
        let is_public = entries.iter().any(Entry::is_public);
        let order = Order { id, first, lines, asides, is_public, done };
        self.orders.send(order).await.map_err(|_| sqlx::Error::WorkerCrashed)?;
        answer.await.map_err(|_| sqlx::Error::WorkerCrashed)?
    }

    /// The match of this code, whole.
    pub async fn load(&self, code: &str) -> Result<Option<Loaded>, sqlx::Error> {
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
        let lines = self.lines(row.id).await?;
        let header =
            Header { code: row.code.clone(), secret: luck as u64, opener: opener.and_then(read_hash) };
        Ok(Some(Loaded { row, header, lines }))
    }

    /// Writes a new room whole.
    pub async fn open_room(&self, opening: &Opening) -> Result<(), sqlx::Error> {
        let Some(Entry::Opened(options)) = opening.entries.first() else {
            return Err(sqlx::Error::RowNotFound);
        };
        let Header { code, secret, opener } = &opening.header;
        let id = self.create((code, &options.game, options.public), (*secret, *opener)).await?;
        let playing = opening.entries.iter().any(|entry| matches!(entry, Entry::Started(_)));
        let progress = playing.then_some(Progress::Playing);
        self.append_entries(id, 1, &opening.entries, progress, None).await
    }

    /// Writes entries of a room, the first with this number, and another room that is opened with them.
    pub async fn append_entries(
        &self,
        id: i64,
        first: u64,
        entries: &[Entry],
        progress: Option<Progress>,
        open: Option<&Opening>,
    ) -> Result<(), sqlx::Error> {
        if let Some(opening) = open {
            Box::pin(self.open_room(opening)).await?;
        }
        let mut asides: Vec<Aside> = entries
            .iter()
            .filter_map(|entry| match entry {
                Entry::Keyed(seat, key) => Some(Aside::Key(*key, *seat)),
                Entry::Stood(seat) => Some(Aside::NoKeys(*seat)),
                _ => None,
            })
            .collect();
        asides.extend(progress.map(|progress| Aside::Stage(progress.word())));
        self.append(id, first, entries, asides).await
    }

    /// The journal of a match.
    async fn lines(&self, id: i64) -> Result<Vec<String>, sqlx::Error> {
        let lines = sqlx::query("SELECT line FROM journal WHERE match = $1 ORDER BY seq")
            .bind(id)
            .fetch_all(&self.pool)
            .await?;
        lines.iter().map(|line| line.try_get(0)).collect()
    }

    /// Unfinished matches in which this key holds a seat, the latest first.
    pub async fn held_by(&self, key: KeyHash) -> Result<Vec<Row>, sqlx::Error> {
        let rows = sqlx::query(
            "SELECT DISTINCT id, code, game, stage, listed, created, updated FROM matches
             JOIN keys ON keys.match = id WHERE hash = $1 AND stage <> 'over' ORDER BY updated DESC LIMIT 20",
        )
        .bind(key.0.to_vec())
        .fetch_all(&self.pool)
        .await?;
        rows.iter().map(read_row).collect()
    }

    /// Public matches that are not over, the latest first.
    pub async fn listed(&self) -> Result<Vec<Row>, sqlx::Error> {
        let rows = sqlx::query(
            "SELECT id, code, game, stage, listed, created, updated FROM matches
             WHERE stage <> 'over' AND listed ORDER BY updated DESC LIMIT 20",
        )
        .fetch_all(&self.pool)
        .await?;
        rows.iter().map(read_row).collect()
    }

    /// Every match, the latest first.
    pub async fn all(&self) -> Result<Vec<Row>, sqlx::Error> {
        let rows = sqlx::query(
            "SELECT id, code, game, stage, listed, created, updated FROM matches ORDER BY updated DESC, id DESC",
        )
        .fetch_all(&self.pool)
        .await?;
        rows.iter().map(read_row).collect()
    }

    /// Removes a match with all that belongs to it; says whether there was one.
    pub async fn remove(&self, code: &str) -> Result<bool, sqlx::Error> {
        let done = sqlx::query("DELETE FROM matches WHERE code = $1").bind(code).execute(&self.pool).await?;
        Ok(done.rows_affected() > 0)
    }

    /// Copies the whole database into a new file, while others go on.
    pub async fn back_up(&self, to: &str) -> Result<(), sqlx::Error> {
        sqlx::query("VACUUM INTO $1").bind(to).execute(&self.pool).await?;
        Ok(())
    }

    /// Waits until all that was ordered is written, and closes.
    pub async fn close(&self) {
        let _ = self.append(0, 0, &[], Vec::new()).await;
        self.pool.close().await;
    }

    /// Whether the database answers, and takes what is to be written.
    pub async fn is_well(&self) -> bool {
        !self.orders.is_closed() && sqlx::query("SELECT 1").execute(&self.pool).await.is_ok()
    }
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

/// The writer: takes what has been ordered meanwhile, writes it in one transaction, tells everybody.
async fn write(mut to: SqliteConnection, mut inbox: mpsc::Receiver<Order>, written: Arc<AtomicU64>) {
    let mut orders: Vec<Order> = Vec::new();
    while inbox.recv_many(&mut orders, BATCH).await > 0 {
        let begun = Instant::now();
        let lines: usize = orders.iter().map(|order| order.lines.len() + order.asides.len()).sum();
        written.fetch_add(lines as u64, Ordering::Relaxed);
        let is_public = orders.iter().any(|order| order.is_public);
        let outcome = transaction(&mut to, &orders).await;
        // Some entries are secret, even that they were made: only what everybody is told of is counted.
        if is_public {
            metrics::histogram!("gruntle_journal_seconds").record(begun.elapsed().as_secs_f64());
        }
        match outcome {
            Ok(()) => orders.drain(..).for_each(|order| drop(order.done.send(Ok(())))),
            // One bad order must not spoil the others: each gets a transaction of its own.
            Err(_) => {
                for order in orders.drain(..) {
                    let outcome = transaction(&mut to, std::slice::from_ref(&order)).await;
                    if let Err(error) = &outcome {
                        tracing::error!(%error, "the journal could not be written");
                    }
                    drop(order.done.send(outcome));
                }
            }
        }
    }
    let _ = to.close().await;
}

/// Moves what has been written from the log into the database, beside the writer: when nobody writes, or when there is
/// much of it. Only a log that has grown very long makes the writer wait.
async fn tidy(pool: SqlitePool, written: Arc<AtomicU64>) {
    let (mut tidied, mut before) = (0, 0);
    while !pool.is_closed() {
        tokio::time::sleep(TIDY).await;
        let now = written.load(Ordering::Relaxed);
        let is_quiet = now == std::mem::replace(&mut before, now);
        if now == tidied || !is_quiet && now - tidied < MANY_LINES {
            continue;
        }
        tidied = now;
        let moved = sqlx::query("PRAGMA wal_checkpoint(PASSIVE)").fetch_one(&pool).await;
        let long = moved.is_ok_and(|row| row.try_get::<i64, _>(1).is_ok_and(|pages| pages > LONG_LOG));
        if long {
            let _ = sqlx::query("PRAGMA wal_checkpoint(RESTART)").execute(&pool).await;
        }
    }
}

async fn transaction(to: &mut SqliteConnection, orders: &[Order]) -> Result<(), sqlx::Error> {
    let lines: Vec<(i64, i64, &str)> = orders
        .iter()
        .flat_map(|order| {
            let numbered = order.lines.iter().zip(order.first..);
            numbered.map(move |(line, number)| (order.id, number as i64, line.as_str()))
        })
        .collect();
    // One statement is a transaction by itself.
    if lines.len() <= MOST_ROWS && orders.iter().all(|order| order.asides.is_empty()) {
        return write_lines(to, &lines).await;
    }
    let mut all = to.begin().await?;
    for lines in lines.chunks(MOST_ROWS) {
        write_lines(&mut all, lines).await?;
    }
    for order in orders {
        for aside in &order.asides {
            write_aside(&mut all, order.id, aside).await?;
        }
    }
    all.commit().await
}

async fn write_lines(to: &mut SqliteConnection, lines: &[(i64, i64, &str)]) -> Result<(), sqlx::Error> {
    if lines.is_empty() {
        return Ok(());
    }
    let mut insert = QueryBuilder::new("INSERT INTO journal (match, seq, line) ");
    insert.push_values(lines, |mut row, (id, number, line)| {
        row.push_bind(id).push_bind(number).push_bind(line);
    });
    insert.build().execute(to).await?;
    Ok(())
}

async fn write_aside(to: &mut SqliteConnection, id: i64, aside: &Aside) -> Result<(), sqlx::Error> {
    let index = |seat: Seat| seat.index() as i64;
    let query = match aside {
        Aside::Stage(stage) => sqlx::query("UPDATE matches SET stage = $2, updated = $3 WHERE id = $1")
            .bind(id)
            .bind(*stage)
            .bind(now()),
        Aside::Key(key, seat) => {
            sqlx::query("INSERT OR IGNORE INTO keys (match, hash, seat) VALUES ($1, $2, $3)")
                .bind(id)
                .bind(key.0.to_vec())
                .bind(index(*seat))
        }
        Aside::NoKeys(seat) => {
            // Links that were handed out for it open nothing any more either.
            sqlx::query("DELETE FROM links WHERE match = $1 AND seat = $2")
                .bind(id)
                .bind(index(*seat))
                .execute(&mut *to)
                .await?;
            sqlx::query("DELETE FROM keys WHERE match = $1 AND seat = $2").bind(id).bind(index(*seat))
        }
    };
    query.execute(to).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn orders_of_every_size_are_written_whole() {
        let folder = std::env::temp_dir().join(format!("gruntle-store-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        let store = Store::open(&folder.join("gruntle.db")).await.unwrap();
        let id = store.create(("abcd2345", "spammers", false), (7, None)).await.unwrap();
        let seat = Seat::new(0).unwrap();
        // Nothing, nothing but an aside, one line, and more than a statement can take.
        store.append(id, 1, &[], Vec::new()).await.unwrap();
        store.append(id, 1, &[], vec![Aside::Key(KeyHash([3; 32]), seat)]).await.unwrap();
        store.append(id, 1, &[Entry::Readied(seat)], Vec::new()).await.unwrap();
        let many: Vec<Entry> = (0..20_000).map(Entry::TookBack).collect();
        store.append(id, 2, &many, vec![Aside::Stage("playing")]).await.unwrap();
        // What has been written is not written again, and nothing of the order is.
        let again = [Entry::Unreadied(seat), Entry::Readied(seat)];
        assert!(store.append(id, 20_001, &again, Vec::new()).await.is_err());
        let loaded = store.load("abcd2345").await.unwrap().unwrap();
        assert_eq!(loaded.lines.len(), 20_001);
        assert_eq!((loaded.lines[0].as_str(), loaded.lines[20_000].as_str()), ("ready A", "back 19999"));
        assert_eq!(loaded.row.stage, "playing");
        assert!(store.is_well().await);
        store.close().await;
        let _ = std::fs::remove_dir_all(&folder);
    }
}
