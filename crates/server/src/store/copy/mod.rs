//! Copying a whole database into an empty one, of the same or the other engine: in pieces, each a transaction, so that
//! an interrupted copy can go on; and compared by digests at the end.

mod tables;

use std::fmt::Write as _;
use std::ops::ControlFlow;

use sha2::{Digest, Sha256};

use super::engine::{Connection, IfMissing, Value};
use super::error::StoreError;
use super::transaction::write_lines;
use super::{heads, is_served, schema, target};
use crate::database::Database;
use tables::{BESIDE, DEALS, MATCHES, Piece, SITE};

/// Matches in one transaction.
const MATCHES_AT_ONCE: i64 = 50;

/// All numbers that there are.
const ALL: (i64, i64) = (i64::MIN, i64::MAX);

/// A finished copy, in numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Copied {
    /// Matches.
    pub matches: u64,
    /// Lines of their journals.
    pub lines: u64,
    /// Deals.
    pub deals: u64,
    /// The digest of everything, which both databases have.
    pub digest: [u8; 32],
}

impl Copied {
    /// The digest in digits.
    #[must_use]
    pub fn digest(&self) -> String {
        self.digest.iter().fold(String::new(), |mut text, byte| {
            let _ = write!(text, "{byte:02x}");
            text
        })
    }
}

/// How far a copy is: so many of so many matches.
pub type Progress<'a> = &'a mut dyn FnMut(u64, u64) -> ControlFlow<()>;

/// Copies everything. No other program may write to either of them meanwhile.
pub async fn copy(from: &Database, to: &Database, progress: Progress<'_>) -> Result<Copied, StoreError> {
    let mut source = target(from, IfMissing::Refuse).connect().await?;
    match schema::version(&mut source).await? {
        0 => return Err(StoreError::Empty),
        found if found < schema::known() => return Err(StoreError::Older),
        _ => {}
    }
    if marker(&mut source).await?.is_some() {
        return Err(StoreError::Unfinished);
    }
    let mut copy = target(to, IfMissing::Create).connect_to_write().await?;
    if let Some(file) = to.file() {
        heads::remove(&file)?;
    }
    begin(&mut source, &mut copy).await?;
    let of = count(&mut source).await?;
    let mut done = 0;
    copy_deals(&mut source, &mut copy).await?;
    let mut after = i64::MIN;
    while let Some(last) = last_of_next(&mut source, after).await? {
        let range = (after.saturating_add(1), last);
        done += copy_piece(&mut source, &mut copy, range).await?;
        after = last;
        if progress(done, of).is_break() {
            return Err(StoreError::Unfinished);
        }
    }
    // Matches that were removed after they were copied.
    copy.execute("DELETE FROM matches WHERE id > $1", &[Value::Int(after)]).await?;
    let copied = finish(&mut source, &mut copy).await?;
    source.close().await?;
    copy.close().await?;
    Ok(copied)
}

/// The source of an unfinished copy into this database.
pub(super) async fn marker(of: &mut Connection) -> Result<Option<Vec<u8>>, StoreError> {
    let found = of.fetch_optional("SELECT value FROM site WHERE name = 'copying'", &[]).await?;
    Ok(found.map(|row| row.get(0)).transpose()?)
}

async fn count(of: &mut Connection) -> Result<u64, StoreError> {
    let count: i64 = of.fetch_one("SELECT count(*) FROM matches", &[]).await?.get(0)?;
    Ok(count.unsigned_abs())
}

/// Makes the tables of the copy, or refuses a database that has data of its own.
async fn begin(source: &mut Connection, copy: &mut Connection) -> Result<(), StoreError> {
    let secret: Vec<u8> =
        source.fetch_one("SELECT value FROM site WHERE name = 'secret'", &[]).await?.get(0)?;
    let source: [u8; 32] =
        Sha256::new().chain_update("gruntle copy\n").chain_update(&secret).finalize().into();
    let found = schema::version(copy).await?;
    // A database of an older version was not made for this copy.
    if found > 0 && (found < schema::known() || marker(copy).await?.is_none()) && count(copy).await? > 0 {
        return Err(StoreError::NotEmpty);
    }
    schema::migrate(copy).await?;
    match marker(copy).await? {
        Some(begun) if begun == source => Ok(()),
        Some(_) => Err(StoreError::NotEmpty),
        None if !DEALS.rows(copy, ALL).await?.is_empty() => Err(StoreError::NotEmpty),
        None => {
            let values = [Value::Bytes(&source)];
            copy.execute("INSERT INTO site (name, value) VALUES ('copying', $1)", &values).await?;
            Ok(())
        }
    }
}

/// Deals never change, but there may be more of them than when the copy was begun.
async fn copy_deals(source: &mut Connection, copy: &mut Connection) -> Result<(), StoreError> {
    let deals = DEALS.rows(source, ALL).await?;
    if DEALS.rows(copy, ALL).await? != deals {
        copy.begin().await?;
        // Their plays go with them, and come again with the matches.
        copy.execute("DELETE FROM matches", &[]).await?;
        copy.execute("DELETE FROM deals", &[]).await?;
        DEALS.write(copy, &deals).await?;
        copy.commit().await?;
    }
    Ok(())
}

/// The number of the last match of the next piece.
async fn last_of_next(of: &mut Connection, after: i64) -> Result<Option<i64>, StoreError> {
    let found = of
        .fetch_one(
            "SELECT max(id) FROM (SELECT id FROM matches WHERE id > $1 ORDER BY id LIMIT $2) AS next",
            &[Value::Int(after), Value::Int(MATCHES_AT_ONCE)],
        )
        .await?;
    Ok(found.get(0)?)
}

/// Copies the matches between these numbers, if they are not there already; gives how many there are.
async fn copy_piece(
    source: &mut Connection,
    copy: &mut Connection,
    range: (i64, i64),
) -> Result<u64, StoreError> {
    let piece = Piece::read(source, range).await?;
    piece.check()?;
    if Piece::read(copy, range).await? != piece {
        copy.begin().await?;
        let values = [Value::Int(range.0), Value::Int(range.1)];
        copy.execute("DELETE FROM matches WHERE id BETWEEN $1 AND $2", &values).await?;
        MATCHES.write(copy, &piece.matches).await?;
        let lines: Vec<_> = piece.lines().collect();
        for lines in lines.chunks(copy.most_lines()) {
            write_lines(copy, lines).await?;
        }
        for (table, rows) in BESIDE.iter().zip(&piece.beside) {
            table.write(copy, rows).await?;
        }
        copy.commit().await?;
    }
    Ok(piece.matches.len() as u64)
}

/// Copies the site's settings, compares everything, and opens the copy for use.
async fn finish(source: &mut Connection, copy: &mut Connection) -> Result<Copied, StoreError> {
    let site = SITE.rows(source, ALL).await?;
    copy.begin().await?;
    copy.execute("DELETE FROM site WHERE name NOT IN ('probe', 'copying')", &[]).await?;
    SITE.write(copy, &site).await?;
    copy.commit().await?;
    let (here, there) = (digest(source).await?, digest(copy).await?);
    // A server that has begun meanwhile may have written since.
    if here != there || is_served(source).await? {
        return Err(StoreError::Different);
    }
    copy.begin().await?;
    if let Connection::Postgres(_) = copy {
        // Numbers go on after the last one.
        for statement in [
            "SELECT setval(pg_get_serial_sequence('matches', 'id'), max(id)) FROM matches",
            "SELECT setval(pg_get_serial_sequence('deals', 'id'), max(id)) FROM deals",
        ] {
            copy.execute(statement, &[]).await?;
        }
    }
    copy.execute("DELETE FROM site WHERE name = 'copying'", &[]).await?;
    copy.commit().await?;
    Ok(there)
}

/// Reads everything once more, in order, and digests it.
async fn digest(of: &mut Connection) -> Result<Copied, StoreError> {
    let mut digest = Sha256::new();
    let mut copied = Copied::default();
    let mut site = SITE.rows(of, ALL).await?;
    site.sort();
    tables::add(&mut digest, &site);
    let deals = DEALS.rows(of, ALL).await?;
    tables::add(&mut digest, &deals);
    copied.deals = deals.len() as u64;
    let mut after = i64::MIN;
    while let Some(last) = last_of_next(of, after).await? {
        let piece = Piece::read(of, (after.saturating_add(1), last)).await?;
        piece.add_to(&mut digest);
        copied.matches += piece.matches.len() as u64;
        copied.lines += piece.lines.len() as u64;
        after = last;
    }
    copied.digest = digest.finalize().into();
    Ok(copied)
}
