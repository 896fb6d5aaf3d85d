//! One transaction: all orders that are queued, or none of them. A line of a journal can be written once, which keeps
//! two writers from going on with the same match: the second has lost it.

use std::collections::BTreeMap;

use room::Progress;
use sqlx::QueryBuilder;
use table::Seat;

use super::chain::Chain;
use super::engine::{Connection, Value, Values};
use super::error::{StoreError, is_taken};
use super::heads::Head;
use super::order::{Fence, NewMatch, NewRoom, Order, SideWrite, Write};
use super::plays;
use crate::clock::unix_time;

/// Size of the cache of journals' last digests.
const MOST_CHAINS: usize = 10_000;

/// Size of the health check's probe, in bytes: more than a new table takes.
const PROBE: usize = 32 * 1024;

/// A line of a journal on its way into the database.
pub(super) struct Line<'a> {
    /// The number of the match.
    pub(super) id: i64,
    pub(super) number: i64,
    pub(super) text: &'a str,
    pub(super) chain: Chain,
    /// The epoch of the match's owner, where it has owners.
    pub(super) epoch: Option<i64>,
}

/// The contents of one transaction.
struct Batch<'a> {
    lines: Vec<Line<'a>>,
    /// Changes of the index, by the number of the match.
    beside: Vec<(i64, &'a [SideWrite])>,
    /// The fences of the matches.
    fences: Vec<(i64, Fence)>,
}

/// The heads of journals that were written to lately.
#[derive(Default)]
pub(super) struct Chains {
    known: BTreeMap<i64, Head>,
    /// Those that the transaction changes: `None` where it removes the match.
    changed: Vec<(i64, Option<Head>)>,
}

/// Runs all orders in one transaction; gives a number for each.
pub(super) async fn transaction(
    to: &mut Connection,
    orders: &[Order],
    chains: &mut Chains,
) -> Result<Vec<i64>, StoreError> {
    let count: usize = orders.iter().map(|order| order.write.lines()).sum();
    let mut batch = Batch { lines: Vec::with_capacity(count), beside: Vec::new(), fences: Vec::new() };
    // One statement is a transaction by itself.
    if count <= to.most_lines() && orders.iter().all(|order| order.write.is_only_lines()) {
        let numbers = begin(to, orders, chains, &mut batch).await?;
        write_owned(to, &batch).await?;
        return Ok(numbers);
    }
    let outcome = together(to, orders, chains, &mut batch).await;
    if let (Err(error), Connection::Postgres(_)) = (&outcome, &to)
        && !matches!(error, StoreError::Away(_))
    {
        to.roll_back().await?;
    }
    outcome
}

/// Runs all orders in one transaction of many statements.
async fn together<'a>(
    to: &mut Connection,
    orders: &'a [Order],
    chains: &mut Chains,
    batch: &mut Batch<'a>,
) -> Result<Vec<i64>, StoreError> {
    to.begin().await?;
    let numbers = begin(to, orders, chains, batch).await?;
    hold_fences(to, &batch.fences).await?;
    for lines in batch.lines.chunks(to.most_lines()) {
        write_lines(to, lines).await?;
    }
    for (id, side_writes) in &batch.beside {
        for side_write in *side_writes {
            write_beside(to, *id, side_write).await?;
        }
    }
    to.commit().await?;
    Ok(numbers)
}

/// Writes everything except lines and their side writes, and numbers and digests the lines.
async fn begin<'a>(
    to: &mut Connection,
    orders: &'a [Order],
    chains: &mut Chains,
    batch: &mut Batch<'a>,
) -> Result<Vec<i64>, StoreError> {
    let mut numbers = Vec::with_capacity(orders.len());
    for order in orders {
        let number = match &order.write {
            Write::Create(room) => create_room(to, room, chains, batch).await?,
            Write::Append(more) => {
                let epoch = more.fence.map(|fence| fence.epoch);
                chains.number(to, (more.id, more.first), epoch, &more.lines, &mut batch.lines).await?;
                batch.beside.push((more.id, &more.side_writes));
                batch.fences.extend(more.fence.map(|fence| (more.id, fence)));
                if let Some(room) = &more.open {
                    create_room(to, room, chains, batch).await?;
                }
                more.id
            }
            Write::Remove(code) => {
                let removed = "DELETE FROM matches WHERE code = $1 RETURNING id";
                let removed = to.fetch_optional(removed, &[Value::Text(code)]).await?;
                let id = removed.map(|row| row.get(0)).transpose()?;
                chains.changed.extend(id.map(|id| (id, None)));
                i64::from(id.is_some())
            }
            Write::Review { code, form, depth, review } => {
                let kept = to
                    .execute(
                        "INSERT INTO reviews (match, form, depth, review)
                         SELECT id, $2, $3, $4 FROM matches WHERE code = $1
                         ON CONFLICT (match) DO UPDATE
                         SET form = excluded.form, depth = excluded.depth, review = excluded.review",
                        &[
                            Value::Text(code),
                            Value::Int((*form).into()),
                            Value::Text(depth),
                            Value::Bytes(review),
                        ],
                    )
                    .await?;
                kept as i64
            }
            Write::Probe => {
                to.execute(
                    "INSERT INTO site (name, value) VALUES ('probe', $1)
                     ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                    &[Value::Bytes(&[0; PROBE])],
                )
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
    to: &mut Connection,
    room: &'a NewRoom,
    chains: &mut Chains,
    batch: &mut Batch<'a>,
) -> Result<i64, StoreError> {
    let id = create(to, &room.new).await?;
    if let Some(play) = &room.play {
        plays::begin(to, id, play).await?;
    }
    let chain = Chain::of_match(&room.new.code, &room.new.game, room.new.luck);
    chains.known.insert(id, Head { number: 0, chain });
    chains.number(to, (id, 1), None, &room.lines, &mut batch.lines).await?;
    batch.beside.push((id, &room.side_writes));
    Ok(id)
}

impl Chains {
    /// Clears the cache: it may hold unwritten lines.
    pub(super) fn forget(&mut self) {
        self.known.clear();
        self.changed.clear();
    }

    /// The heads that were changed since the last call, in order.
    pub(super) fn changed(&mut self) -> std::vec::Drain<'_, (i64, Option<Head>)> {
        self.changed.drain(..)
    }

    /// Bounds the cache.
    pub(super) fn tidy(&mut self) {
        if self.known.len() > MOST_CHAINS {
            self.known.clear();
        }
    }

    /// Numbers and digests further lines of a match.
    async fn number<'a>(
        &mut self,
        from: &mut Connection,
        (id, first): (i64, u64),
        epoch: Option<i64>,
        texts: &'a [String],
        lines: &mut Vec<Line<'a>>,
    ) -> Result<(), StoreError> {
        if texts.is_empty() {
            return Ok(());
        }
        let before = first.saturating_sub(1);
        let mut chain = match self.known.get(&id) {
            Some(head) if head.number == before => head.chain,
            Some(_) | None => last_chain(from, id, before).await?,
        };
        for (text, number) in texts.iter().zip(first..) {
            chain = chain.then(text);
            lines.push(Line { id, number: number as i64, text, chain, epoch });
        }
        let head = Head { number: before + texts.len() as u64, chain };
        self.known.insert(id, head);
        self.changed.push((id, Some(head)));
        Ok(())
    }
}

/// The digest of a journal up to this line. If it is missing, the writer has lost the match.
async fn last_chain(from: &mut Connection, id: i64, line: u64) -> Result<Chain, StoreError> {
    let lost = || StoreError::Lost { id, line: line + 1 };
    if line == 0 {
        let found = from
            .fetch_optional("SELECT code, game, luck FROM matches WHERE id = $1", &[Value::Int(id)])
            .await?;
        let row = found.ok_or_else(lost)?;
        let luck: i64 = row.get(2)?;
        return Ok(Chain::of_match(row.text(0)?, row.text(1)?, luck as u64));
    }
    let found = from
        .fetch_optional(
            "SELECT digest FROM journal WHERE match = $1 AND seq = $2",
            &[Value::Int(id), Value::Int(line as i64)],
        )
        .await?;
    let damaged = || StoreError::Damaged { code: format!("number {id}"), line };
    Chain::read(found.ok_or_else(lost)?.bytes(0)?).ok_or_else(damaged)
}

async fn create(to: &mut Connection, new: &NewMatch) -> Result<i64, StoreError> {
    let row = to
        .fetch_one(
            "INSERT INTO matches (code, game, stage, listed, luck, opener, created, updated)
             VALUES ($1, $2, 'lobby', $3, $4, $5, $6, $6) RETURNING id",
            &[
                Value::Text(&new.code),
                Value::Text(&new.game),
                Value::Flag(new.listed),
                Value::Int(new.luck as i64),
                Value::MaybeBytes(new.opener.as_ref().map(|key| &key.0[..])),
                Value::Int(unix_time()),
            ],
        )
        .await?;
    Ok(row.get(0)?)
}

/// The columns of fences: matches, sessions, epochs.
fn columns(fences: &[(i64, Fence)]) -> [Values<'static>; 3] {
    let column = |of: fn(&(i64, Fence)) -> i64| Values::Ints(fences.iter().map(of).collect());
    [column(|one| one.0), column(|one| one.1.session), column(|one| one.1.epoch)]
}

/// The error where one of these matches is somebody else's.
fn fenced_off(fences: &[(i64, Fence)], line: u64) -> StoreError {
    StoreError::Lost { id: fences.first().map_or(0, |one| one.0), line }
}

/// Nobody else can take these matches until the transaction ends; a node that does not own them, or whose session has
/// expired, has lost them.
async fn hold_fences(to: &mut Connection, fences: &[(i64, Fence)]) -> Result<(), StoreError> {
    let (false, Connection::Postgres(to)) = (fences.is_empty(), to) else { return Ok(()) };
    let held = to
        .fetch_all_with(
            "SELECT 1 FROM leases
             JOIN unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS fence (match, session, epoch)
             USING (match, session, epoch)
             WHERE fence.session = ANY(ARRAY(
                 SELECT id FROM sessions WHERE id = ANY($2) AND until >= clock_timestamp()
             )) FOR SHARE OF leases",
            &[],
            &columns(fences),
        )
        .await?;
    if held.len() < fences.len() { Err(fenced_off(fences, 0)) } else { Ok(()) }
}

/// Writes lines alone, in one statement, if their senders own the matches.
async fn write_owned(to: &mut Connection, batch: &Batch<'_>) -> Result<(), StoreError> {
    let to = match to {
        Connection::Postgres(to) if !batch.fences.is_empty() => to,
        Connection::Sqlite(_) | Connection::Postgres(_) => return write_lines(to, &batch.lines).await,
    };
    let lines = &batch.lines;
    let arrays: Vec<_> = arrays(lines).into_iter().chain(columns(&batch.fences)).collect();
    let written = to
        .execute_with(
            "WITH held AS MATERIALIZED (
                 SELECT 1 FROM leases
                 JOIN unnest($7::bigint[], $8::bigint[], $9::bigint[]) AS fence (match, session, epoch)
                 USING (match, session, epoch)
                 WHERE fence.session = ANY(ARRAY(
                     SELECT id FROM sessions WHERE id = ANY($8) AND until >= clock_timestamp()
                 )) FOR SHARE OF leases
             )
             INSERT INTO journal (match, seq, line, digest, epoch)
             SELECT * FROM unnest($2::bigint[], $3::bigint[], $4::text[], $5::bytea[], $6::bigint[])
             WHERE (SELECT count(*) FROM held) = $1",
            &[Value::Int(batch.fences.len() as i64)],
            &arrays,
        )
        .await;
    let first = lines.first().map_or(0, |line| line.number as u64);
    match written {
        Ok(written) if (written as usize) < lines.len() => Err(fenced_off(&batch.fences, first)),
        Ok(_) => Ok(()),
        Err(error) if is_taken(&error) => Err(fenced_off(&batch.fences, first)),
        Err(error) => Err(error.into()),
    }
}

/// The columns of lines: matches, numbers, texts, digests, epochs.
fn arrays<'a>(lines: &'a [Line<'a>]) -> [Values<'a>; 5] {
    [
        Values::Ints(lines.iter().map(|line| line.id).collect()),
        Values::Ints(lines.iter().map(|line| line.number).collect()),
        Values::Texts(lines.iter().map(|line| line.text).collect()),
        Values::Bytes(lines.iter().map(|line| line.chain.bytes()).collect()),
        Values::MaybeInts(lines.iter().map(|line| line.epoch).collect()),
    ]
}

/// Inserts lines of journals. A duplicate line means that the match is lost.
pub(super) async fn write_lines(to: &mut Connection, lines: &[Line<'_>]) -> Result<(), StoreError> {
    let Some(Line { id, number, .. }) = lines.first() else { return Ok(()) };
    let written = match to {
        Connection::Sqlite(to) => {
            let mut insert = QueryBuilder::new("INSERT INTO journal (match, seq, line, digest) ");
            insert.push_values(lines, |mut row, line| {
                row.push_bind(line.id).push_bind(line.number).push_bind(line.text);
                row.push_bind(line.chain.bytes());
            });
            insert.build().execute(to).await.map(drop)
        }
        // One statement for any number of lines: each would have to be prepared over the wire.
        Connection::Postgres(to) => {
            let insert = "INSERT INTO journal (match, seq, line, digest, epoch)
                 SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::bytea[], $5::bigint[])";
            to.execute_with(insert, &[], &arrays(lines)).await.map(drop)
        }
    };
    written.map_err(|error| match is_taken(&error) {
        true => StoreError::Lost { id: *id, line: *number as u64 },
        false => error.into(),
    })
}

async fn write_beside(to: &mut Connection, id: i64, side_write: &SideWrite) -> Result<(), StoreError> {
    let index = |seat: Seat| Value::Int(seat.index() as i64);
    let id_value = Value::Int(id);
    match side_write {
        SideWrite::Stage(stage) => {
            let values = [id_value, Value::Text(stage), Value::Int(unix_time())];
            to.execute("UPDATE matches SET stage = $2, updated = $3 WHERE id = $1", &values).await?;
            if let (Connection::Postgres(_), true) = (&to, *stage == Progress::Over.word()) {
                // The owner may release a finished match: it needs no other owner.
                to.execute("UPDATE leases SET awake = FALSE WHERE match = $1", &[id_value]).await?;
            }
            return Ok(());
        }
        SideWrite::Key(key, seat) => {
            let values = [id_value, Value::Bytes(&key.0), index(*seat)];
            to.execute(
                "INSERT INTO keys (match, hash, seat) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
                &values,
            )
            .await?
        }
        SideWrite::NoKey(key, seat) => {
            let values = [id_value, Value::Bytes(&key.0), index(*seat)];
            to.execute("DELETE FROM keys WHERE match = $1 AND hash = $2 AND seat = $3", &values).await?
        }
        SideWrite::NoKeys(seat) => {
            let values = [id_value, index(*seat)];
            to.execute("DELETE FROM keys WHERE match = $1 AND seat = $2", &values).await?
        }
        SideWrite::Decided => return plays::decide(to, id).await,
        SideWrite::Score(score) => return plays::finish(to, id, *score).await,
    };
    Ok(())
}
