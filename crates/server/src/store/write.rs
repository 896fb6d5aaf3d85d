//! The writer: one task that takes what has been ordered meanwhile and writes it in one transaction.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use room::{KeyHash, Score};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Connection as _, QueryBuilder, Row as _, SqliteConnection};
use table::Seat;
use tokio::sync::{mpsc, oneshot};

use super::chain::Chain;
use super::error::StoreError;
use super::plays::{self, NewPlay};
use crate::clock::unix_time;

/// How many orders are written together at most.
pub(super) const BATCH: usize = 512;

/// How many lines one statement writes at most.
const MOST_ROWS: usize = 1_000;

/// Of so many journals the last digest is remembered.
const MOST_CHAINS: usize = 10_000;

/// How many bytes are written to see whether that is possible: more than a table takes that is opened.
const PROBE: usize = 32 * 1024;

/// A match that is opened.
#[derive(Debug, Clone)]
pub struct NewMatch {
    /// Its code.
    pub code: String,
    /// The game, by name.
    pub game: String,
    /// Whether it is listed.
    pub listed: bool,
    /// The secret its luck comes from.
    pub luck: u64,
    /// Who opened it.
    pub opener: Option<KeyHash>,
}

/// A change of the index, written with the entries that brought it about.
#[derive(Debug, Clone)]
pub enum SideWrite {
    /// The match came to this stage.
    Stage(&'static str),
    /// A key holds a seat.
    Key(KeyHash, Seat),
    /// Nobody holds the seat any more.
    NoKeys(Seat),
    /// The deal that is played there came out so.
    Score(Score),
}

/// A room to be opened: a match, its first lines and what goes with them.
#[derive(Debug, Clone)]
pub struct NewRoom {
    /// The match.
    pub new: NewMatch,
    /// Its first lines.
    pub lines: Vec<String>,
    /// What the index is to know of it.
    pub side_writes: Vec<SideWrite>,
    /// Who begins which deal with it.
    pub(crate) play: Option<NewPlay>,
}

/// Whether everybody is told of what is written. Some entries are secret, even that they were made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Audience {
    Everybody,
    Few,
}

/// Further lines of a match.
pub(super) struct Lines {
    pub(super) id: i64,
    /// The number of the first.
    pub(super) first: u64,
    pub(super) lines: Vec<String>,
    pub(super) side_writes: Vec<SideWrite>,
    pub(super) audience: Audience,
    /// Another room that is opened with them.
    pub(super) open: Option<NewRoom>,
}

/// What is to be written.
pub(super) enum Write {
    /// A new room.
    Create(NewRoom),
    /// Further lines of a match.
    Append(Lines),
    /// The match of this code is removed with all that belongs to it.
    Remove(String),
    /// What the match of this code looks like afterwards, in place of what was kept before.
    Review {
        /// The code of the match.
        code: String,
        /// The version of its form.
        form: u32,
        /// How deep was looked.
        depth: &'static str,
        /// The review, packed.
        review: Vec<u8>,
    },
    /// Something, to see whether it can be written.
    Probe,
    /// Nothing: it is answered when all before it is written.
    Nothing,
}

/// Something to be written, and who waits for it: told the number of the match, or of matches that were removed.
pub(super) struct Order {
    pub(super) write: Write,
    pub(super) done: oneshot::Sender<Result<i64, StoreError>>,
}

/// A line of a journal on its way into the database: match, number, text, digest.
type Line<'a> = (i64, i64, &'a str, Chain);

/// What goes into one transaction.
struct Batch<'a> {
    lines: Vec<Line<'a>>,
    /// Changes of the index, by the number of the match.
    beside: Vec<(i64, &'a [SideWrite])>,
}

/// The last digests of journals that were written to lately, each with the number of its line.
#[derive(Default)]
struct Chains(BTreeMap<i64, (u64, Chain)>);

impl Write {
    /// How many lines of journals there are in it.
    fn lines(&self) -> usize {
        match self {
            Self::Create(room) => room.lines.len(),
            Self::Append(more) => more.lines.len() + more.open.as_ref().map_or(0, |room| room.lines.len()),
            Self::Remove(_) | Self::Review { .. } | Self::Probe | Self::Nothing => 0,
        }
    }

    /// How much it adds to the log of the database, in lines.
    fn weight(&self) -> usize {
        match self {
            Self::Nothing => 0,
            Self::Remove(_) | Self::Review { .. } | Self::Probe => 1,
            Self::Create(room) => self.lines() + room.side_writes.len(),
            Self::Append(more) => self.lines() + more.side_writes.len(),
        }
    }

    /// Whether one statement can write it, together with others of the kind.
    fn is_only_lines(&self) -> bool {
        match self {
            Self::Append(more) => more.side_writes.is_empty() && more.open.is_none(),
            Self::Nothing => true,
            Self::Create(_) | Self::Remove(_) | Self::Review { .. } | Self::Probe => false,
        }
    }

    /// Whether it may be counted: whether everybody is told of it.
    fn is_public(&self) -> bool {
        match self {
            Self::Create(_) => true,
            Self::Append(more) => more.audience == Audience::Everybody,
            Self::Remove(_) | Self::Review { .. } | Self::Probe | Self::Nothing => false,
        }
    }
}

/// The connection through which everything is written.
struct Writer {
    options: SqliteConnectOptions,
    to: Option<SqliteConnection>,
    chains: Chains,
}

impl Writer {
    /// Writes all of this or nothing. After a failure the connection is made anew: what state a transaction is in that
    /// could not be written, a full disk being the reason, nobody can tell.
    async fn write(&mut self, orders: &[Order]) -> Result<Vec<i64>, StoreError> {
        let mut to = match self.to.take() {
            Some(to) => to,
            None => SqliteConnection::connect_with(&self.options).await?,
        };
        let outcome = transaction(&mut to, orders, &mut self.chains).await;
        if outcome.is_ok() {
            self.to = Some(to);
        } else {
            self.chains.0.clear();
            let _ = to.close().await;
        }
        if self.chains.0.len() > MOST_CHAINS {
            self.chains.0.clear();
        }
        outcome
    }
}

/// Takes what has been ordered meanwhile, writes it, and tells everybody who waits.
pub(super) async fn run(
    (options, to): (SqliteConnectOptions, SqliteConnection),
    mut inbox: mpsc::Receiver<Order>,
    written: Arc<AtomicU64>,
) {
    let mut orders: Vec<Order> = Vec::new();
    let mut writer = Writer { options, to: Some(to), chains: Chains::default() };
    while inbox.recv_many(&mut orders, BATCH).await > 0 {
        let begun = Instant::now();
        let weight: usize = orders.iter().map(|order| order.write.weight()).sum();
        written.fetch_add(weight as u64, Ordering::Relaxed);
        let outcome = writer.write(&orders).await;
        if orders.iter().any(|order| order.write.is_public()) {
            metrics::histogram!("gruntle_journal_seconds").record(begun.elapsed().as_secs_f64());
        }
        match outcome {
            Ok(numbers) => {
                for (order, number) in orders.drain(..).zip(numbers) {
                    drop(order.done.send(Ok(number)));
                }
            }
            // One bad order must not spoil the others: each gets a transaction of its own.
            Err(_) => {
                for order in orders.drain(..) {
                    let outcome = writer.write(std::slice::from_ref(&order)).await;
                    if let Err(error) = &outcome {
                        tracing::error!(%error, "the journal could not be written");
                    }
                    let number = outcome.map(|numbers| numbers.first().copied().unwrap_or(0));
                    drop(order.done.send(number));
                }
            }
        }
    }
    if let Some(to) = writer.to {
        let _ = to.close().await;
    }
}

/// Writes all of this or nothing; gives a number for each order.
async fn transaction(
    to: &mut SqliteConnection,
    orders: &[Order],
    chains: &mut Chains,
) -> Result<Vec<i64>, StoreError> {
    let count: usize = orders.iter().map(|order| order.write.lines()).sum();
    let mut batch = Batch { lines: Vec::with_capacity(count), beside: Vec::new() };
    // One statement is a transaction by itself.
    if count <= MOST_ROWS && orders.iter().all(|order| order.write.is_only_lines()) {
        let numbers = begin(to, orders, chains, &mut batch).await?;
        write_lines(to, &batch.lines).await?;
        return Ok(numbers);
    }
    let mut all = to.begin().await?;
    let numbers = begin(&mut all, orders, chains, &mut batch).await?;
    for lines in batch.lines.chunks(MOST_ROWS) {
        write_lines(&mut all, lines).await?;
    }
    for (id, side_writes) in batch.beside {
        for side_write in side_writes {
            write_beside(&mut all, id, side_write).await?;
        }
    }
    all.commit().await?;
    Ok(numbers)
}

/// Writes everything but lines and what is beside them, and numbers and digests the lines.
async fn begin<'a>(
    to: &mut SqliteConnection,
    orders: &'a [Order],
    chains: &mut Chains,
    batch: &mut Batch<'a>,
) -> Result<Vec<i64>, StoreError> {
    let mut numbers = Vec::with_capacity(orders.len());
    for order in orders {
        let number = match &order.write {
            Write::Create(room) => create_room(to, room, chains, batch).await?,
            Write::Append(more) => {
                chains.number(to, (more.id, more.first), &more.lines, &mut batch.lines).await?;
                batch.beside.push((more.id, &more.side_writes));
                if let Some(room) = &more.open {
                    create_room(to, room, chains, batch).await?;
                }
                more.id
            }
            Write::Remove(code) => {
                let removed =
                    sqlx::query("DELETE FROM matches WHERE code = $1").bind(code).execute(&mut *to).await?;
                removed.rows_affected() as i64
            }
            Write::Review { code, form, depth, review } => {
                let kept = sqlx::query(
                    "INSERT OR REPLACE INTO reviews (match, form, depth, review)
                     SELECT id, $2, $3, $4 FROM matches WHERE code = $1",
                )
                .bind(code)
                .bind(*form)
                .bind(*depth)
                .bind(review)
                .execute(&mut *to)
                .await?;
                kept.rows_affected() as i64
            }
            Write::Probe => {
                sqlx::query("INSERT OR REPLACE INTO site (name, value) VALUES ('probe', $1)")
                    .bind(vec![0_u8; PROBE])
                    .execute(&mut *to)
                    .await?;
                0
            }
            Write::Nothing => 0,
        };
        numbers.push(number);
    }
    Ok(numbers)
}

/// Writes the match of a new room, and numbers and digests its lines; gives its number.
async fn create_room<'a>(
    to: &mut SqliteConnection,
    room: &'a NewRoom,
    chains: &mut Chains,
    batch: &mut Batch<'a>,
) -> Result<i64, StoreError> {
    let id = create(to, &room.new).await?;
    if let Some(play) = &room.play {
        plays::begin(to, id, play).await?;
    }
    chains.0.insert(id, (0, Chain::of_match(&room.new.code, &room.new.game, room.new.luck)));
    chains.number(to, (id, 1), &room.lines, &mut batch.lines).await?;
    batch.beside.push((id, &room.side_writes));
    Ok(id)
}

impl Chains {
    /// Numbers and digests further lines of a match.
    async fn number<'a>(
        &mut self,
        from: &mut SqliteConnection,
        (id, first): (i64, u64),
        texts: &'a [String],
        lines: &mut Vec<Line<'a>>,
    ) -> Result<(), StoreError> {
        if texts.is_empty() {
            return Ok(());
        }
        let before = first.saturating_sub(1);
        let mut chain = match self.0.get(&id) {
            Some((number, chain)) if *number == before => *chain,
            Some(_) | None => last_chain(from, id, before).await?,
        };
        for (text, number) in texts.iter().zip(first..) {
            chain = chain.then(text);
            lines.push((id, number as i64, text, chain));
        }
        self.0.insert(id, (before + texts.len() as u64, chain));
        Ok(())
    }
}

/// The digest of a journal up to this line, which must be there.
async fn last_chain(from: &mut SqliteConnection, id: i64, line: u64) -> Result<Chain, StoreError> {
    if line == 0 {
        let row = sqlx::query("SELECT code, game, luck FROM matches WHERE id = $1")
            .bind(id)
            .fetch_one(from)
            .await?;
        let luck: i64 = row.try_get(2)?;
        return Ok(Chain::of_match(row.try_get(0)?, row.try_get(1)?, luck as u64));
    }
    let row = sqlx::query("SELECT digest FROM journal WHERE match = $1 AND seq = $2")
        .bind(id)
        .bind(line as i64)
        .fetch_one(from)
        .await?;
    let damaged = || StoreError::Damaged { code: format!("number {id}"), line };
    Chain::read(row.try_get(0)?).ok_or_else(damaged)
}

async fn create(to: &mut SqliteConnection, new: &NewMatch) -> Result<i64, StoreError> {
    let row = sqlx::query(
        "INSERT INTO matches (code, game, stage, listed, luck, opener, created, updated)
         VALUES ($1, $2, 'lobby', $3, $4, $5, $6, $6) RETURNING id",
    )
    .bind(&new.code)
    .bind(&new.game)
    .bind(new.listed)
    .bind(new.luck as i64)
    .bind(new.opener.map(|key| key.0.to_vec()))
    .bind(unix_time())
    .fetch_one(to)
    .await?;
    Ok(row.try_get(0)?)
}

/// The most lines of one statement. The database keeps a statement for every number of lines, so there are few of them.
pub(super) const LINES: usize = 32;

async fn write_lines(to: &mut SqliteConnection, lines: &[Line<'_>]) -> Result<(), StoreError> {
    for lines in lines.chunks(LINES) {
        let mut insert = QueryBuilder::new("INSERT INTO journal (match, seq, line, digest) ");
        insert.push_values(lines, |mut row, (id, number, line, chain)| {
            row.push_bind(id).push_bind(number).push_bind(line).push_bind(chain.bytes());
        });
        insert.build().execute(&mut *to).await?;
    }
    Ok(())
}

async fn write_beside(to: &mut SqliteConnection, id: i64, side_write: &SideWrite) -> Result<(), StoreError> {
    let index = |seat: Seat| seat.index() as i64;
    let query = match side_write {
        SideWrite::Stage(stage) => sqlx::query("UPDATE matches SET stage = $2, updated = $3 WHERE id = $1")
            .bind(id)
            .bind(*stage)
            .bind(unix_time()),
        SideWrite::Key(key, seat) => {
            sqlx::query("INSERT OR IGNORE INTO keys (match, hash, seat) VALUES ($1, $2, $3)")
                .bind(id)
                .bind(key.0.to_vec())
                .bind(index(*seat))
        }
        SideWrite::NoKeys(seat) => {
            sqlx::query("DELETE FROM keys WHERE match = $1 AND seat = $2").bind(id).bind(index(*seat))
        }
        SideWrite::Score(score) => return plays::finish(to, id, *score).await,
    };
    query.execute(to).await?;
    Ok(())
}
