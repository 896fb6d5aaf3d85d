//! Rows of the tables, in an order that both engines give, and a digest of all of them.

use sha2::{Digest, Sha256};

use super::super::chain::Chain;
use super::super::engine::{Connection, Fetched, Value};
use super::super::error::StoreError;
use super::super::transaction::Line;

/// The type of a column.
#[derive(Debug, Clone, Copy)]
enum Kind {
    Int,
    Flag,
    Text,
    Bytes,
}

/// A table: how it is read, how it is written, and its column types. Each statement to read takes the first and the
/// last number of matches, or of its sort key.
pub(super) struct Table {
    read: &'static str,
    write: &'static str,
    kinds: &'static [Kind],
}

/// Matches themselves. What belongs to them goes with them when they are removed.
pub(super) const MATCHES: Table = Table {
    read: "SELECT id, code, game, stage, listed, luck, opener, created, updated FROM matches
           WHERE id BETWEEN $1 AND $2 ORDER BY id",
    write: "INSERT INTO matches (id, code, game, stage, listed, luck, opener, created, updated)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
    kinds: &[
        Kind::Int,
        Kind::Text,
        Kind::Text,
        Kind::Text,
        Kind::Flag,
        Kind::Int,
        Kind::Bytes,
        Kind::Int,
        Kind::Int,
    ],
};

/// Their journals.
pub(super) const JOURNAL: Table = Table {
    read: "SELECT match, seq, line, digest FROM journal WHERE match BETWEEN $1 AND $2 ORDER BY match, seq",
    write: "INSERT INTO journal (match, seq, line, digest) VALUES ($1, $2, $3, $4)",
    kinds: &[Kind::Int, Kind::Int, Kind::Text, Kind::Bytes],
};

/// Secondary tables, copied along with matches.
pub(super) const BESIDE: [Table; 3] = [
    Table {
        read: "SELECT hash, match, seat FROM keys WHERE match BETWEEN $1 AND $2 ORDER BY match, seat, hash",
        write: "INSERT INTO keys (hash, match, seat) VALUES ($1, $2, $3)",
        kinds: &[Kind::Bytes, Kind::Int, Kind::Int],
    },
    Table {
        read: "SELECT match, form, depth, review FROM reviews WHERE match BETWEEN $1 AND $2 ORDER BY match",
        write: "INSERT INTO reviews (match, form, depth, review) VALUES ($1, $2, $3, $4)",
        kinds: &[Kind::Int, Kind::Int, Kind::Text, Kind::Bytes],
    },
    Table {
        read: "SELECT deal, key, match, challenge, name, score, finished, decided FROM plays
               WHERE match BETWEEN $1 AND $2 ORDER BY match",
        write: "INSERT INTO plays (deal, key, match, challenge, name, score, finished, decided)
                VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        kinds: &[Kind::Int, Kind::Bytes, Kind::Int, Kind::Text, Kind::Text, Kind::Int, Kind::Int, Kind::Int],
    },
];

/// Deals, by their numbers.
pub(super) const DEALS: Table = Table {
    read: "SELECT id, name, game, secret, options, level, created FROM deals
           WHERE id BETWEEN $1 AND $2 ORDER BY id",
    write: "INSERT INTO deals (id, name, game, secret, options, level, created)
            VALUES ($1, $2, $3, $4, $5, $6, $7)",
    kinds: &[Kind::Int, Kind::Text, Kind::Text, Kind::Int, Kind::Text, Kind::Text, Kind::Int],
};

/// The settings of the whole site, without notes that belong to one database alone.
pub(super) const SITE: Table = Table {
    read: "SELECT name, value FROM site WHERE name NOT IN ('probe', 'copying') AND $1 <= $2",
    write: "INSERT INTO site (name, value) VALUES ($1, $2)",
    kinds: &[Kind::Text, Kind::Bytes],
};

/// A value of a column, in types that both engines know.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kept {
    Int(Option<i64>),
    Flag(bool),
    Text(String),
    Bytes(Option<Vec<u8>>),
}

impl Kept {
    fn read(row: &Fetched, at: usize, kind: Kind) -> Result<Self, sqlx::Error> {
        Ok(match kind {
            Kind::Int => Self::Int(row.get(at)?),
            Kind::Flag => Self::Flag(row.get(at)?),
            Kind::Text => Self::Text(row.get(at)?),
            Kind::Bytes => Self::Bytes(row.get(at)?),
        })
    }

    fn value(&self) -> Value<'_> {
        match self {
            Self::Int(int) => Value::MaybeInt(*int),
            Self::Flag(flag) => Value::Flag(*flag),
            Self::Text(text) => Value::Text(text),
            Self::Bytes(bytes) => Value::MaybeBytes(bytes.as_deref()),
        }
    }

    fn add_to(&self, digest: &mut Sha256) {
        let mut add = |mark: u8, bytes: &[u8]| {
            digest.update([mark]);
            digest.update((bytes.len() as u64).to_be_bytes());
            digest.update(bytes);
        };
        match self {
            Self::Int(None) | Self::Bytes(None) => add(0, &[]),
            Self::Int(Some(int)) => add(1, &int.to_be_bytes()),
            Self::Flag(flag) => add(2, &[u8::from(*flag)]),
            Self::Text(text) => add(3, text.as_bytes()),
            Self::Bytes(Some(bytes)) => add(4, bytes),
        }
    }
}

/// A row.
pub(super) type Row = Vec<Kept>;

impl Table {
    /// The rows between these numbers, in order.
    pub(super) async fn rows(
        &self,
        of: &mut Connection,
        (first, last): (i64, i64),
    ) -> Result<Vec<Row>, StoreError> {
        let found = of.fetch_all(self.read, &[Value::Int(first), Value::Int(last)]).await?;
        let read = |row: &Fetched| {
            self.kinds.iter().enumerate().map(|(at, kind)| Kept::read(row, at, *kind)).collect()
        };
        Ok(found.iter().map(read).collect::<Result<_, sqlx::Error>>()?)
    }

    /// Writes rows, one after the other.
    pub(super) async fn write(&self, to: &mut Connection, rows: &[Row]) -> Result<(), StoreError> {
        for row in rows {
            let values: Vec<Value<'_>> = row.iter().map(Kept::value).collect();
            to.execute(self.write, &values).await?;
        }
        Ok(())
    }
}

/// A batch of matches with their journals and secondary rows.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) matches: Vec<Row>,
    pub(super) lines: Vec<Row>,
    pub(super) beside: Vec<Vec<Row>>,
}

impl Piece {
    /// The matches between these numbers.
    pub(super) async fn read(of: &mut Connection, range: (i64, i64)) -> Result<Self, StoreError> {
        let mut beside = Vec::new();
        let matches = MATCHES.rows(of, range).await?;
        let lines = JOURNAL.rows(of, range).await?;
        for table in &BESIDE {
            beside.push(table.rows(of, range).await?);
        }
        Ok(Self { matches, lines, beside })
    }

    /// Refuses damaged journals.
    pub(super) fn check(&self) -> Result<(), StoreError> {
        let mut lines = self.lines.iter().peekable();
        for row in &self.matches {
            let [Kept::Int(Some(id)), Kept::Text(code), Kept::Text(game), _, _, Kept::Int(Some(luck)), ..] =
                &row[..]
            else {
                continue;
            };
            let mut chain = Chain::of_match(code, game, *luck as u64);
            let mut number = 0;
            while let Some(row) = lines.next_if(|line| line[0] == Kept::Int(Some(*id))) {
                number += 1;
                let damaged = || StoreError::Damaged { code: code.clone(), line: number as u64 };
                let [_, Kept::Int(Some(seq)), Kept::Text(line), Kept::Bytes(Some(digest))] = &row[..] else {
                    return Err(damaged());
                };
                chain = chain.then(line);
                if *seq != number || digest != chain.bytes() {
                    return Err(damaged());
                }
            }
        }
        Ok(())
    }

    /// The lines of the journals for the writer, all checked, without owners, which belong to one database.
    pub(super) fn lines(&self) -> impl Iterator<Item = Line<'_>> {
        self.lines.iter().filter_map(|row| match &row[..] {
            [Kept::Int(Some(id)), Kept::Int(Some(seq)), Kept::Text(line), Kept::Bytes(Some(digest))] => {
                Chain::read(digest).map(|chain| Line {
                    id: *id,
                    number: *seq,
                    text: line,
                    chain,
                    epoch: None,
                })
            }
            _ => None,
        })
    }

    pub(super) fn add_to(&self, digest: &mut Sha256) {
        for rows in [&self.matches, &self.lines].into_iter().chain(&self.beside) {
            add(digest, rows);
        }
    }
}

/// Adds rows to a digest, and how many there are.
pub(super) fn add(digest: &mut Sha256, rows: &[Row]) {
    digest.update((rows.len() as u64).to_be_bytes());
    rows.iter().flatten().for_each(|kept| kept.add_to(digest));
}
