//! The tables of the database, and how older ones become these. The version stands in the database itself.

use sqlx::{Connection as _, Row as _, SqliteConnection};

use super::chain::Chain;
use super::error::StoreError;

/// A step from one version to the next.
enum Step {
    /// These statements.
    Statements(&'static [&'static str]),
    /// The digests of journals that were written without.
    Digests,
}

/// What leads to each version from the one before it. A database without a version may have the tables of the first.
const VERSIONS: &[&[Step]] = &[
    &[Step::Statements(FIRST)],
    &[Step::Statements(SECOND), Step::Digests],
    &[Step::Statements(REVIEWS)],
    &[Step::Statements(DEALS)],
];

const FIRST: &[&str] = &[
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

const SECOND: &[&str] = &[
    // A match and its first lines were two writes; a kill between them left matches without a journal.
    "DELETE FROM matches WHERE NOT EXISTS (SELECT 1 FROM journal WHERE match = id)",
    "ALTER TABLE journal ADD COLUMN digest BLOB NOT NULL DEFAULT x''",
    // What was kept beside the journal becomes part of it. A link has a day from now.
    "INSERT INTO journal (match, seq, line)
        SELECT match, (SELECT max(seq) FROM journal WHERE journal.match = beside.match)
            + row_number() OVER (PARTITION BY match ORDER BY kind, seat, line), line
        FROM (
            SELECT match, 1 AS kind, seat, 'key ' || char(65 + seat) || ' ' || lower(hex(hash)) AS line FROM keys
            UNION ALL
            SELECT match, 2, seat, 'link ' || char(65 + seat) || ' '
                || (1000 * (CAST(strftime('%s', 'now') AS INTEGER) + 86400)) || ' ' || lower(hex(hash)) FROM links
            UNION ALL
            SELECT match, 3, seat, 'react ' || char(65 + seat) || ' ' || how FROM reactions
            UNION ALL
            SELECT match, 4, seat, 'answer ' || char(65 + seat) || ' ' || since || ' ' || action FROM answers
        ) AS beside",
    "DROP TABLE links",
    "DROP TABLE reactions",
    "DROP TABLE answers",
    "CREATE TABLE site (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID",
];

/// What finished matches look like afterwards: made of their journals, so that it can be made again.
const REVIEWS: &[&str] = &["CREATE TABLE reviews (
        match INTEGER PRIMARY KEY REFERENCES matches (id) ON DELETE CASCADE,
        form INTEGER NOT NULL,
        depth TEXT NOT NULL,
        review BLOB NOT NULL
    )"];

/// Deals, and who has begun which and how they fared.
const DEALS: &[&str] = &[
    "CREATE TABLE deals (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE,
        game TEXT NOT NULL,
        secret INTEGER NOT NULL,
        options TEXT NOT NULL,
        level TEXT NOT NULL,
        created INTEGER NOT NULL
    )",
    "CREATE TABLE plays (
        deal INTEGER NOT NULL REFERENCES deals (id) ON DELETE CASCADE,
        key BLOB NOT NULL,
        match INTEGER NOT NULL UNIQUE REFERENCES matches (id) ON DELETE CASCADE,
        challenge TEXT NOT NULL UNIQUE,
        name TEXT NOT NULL,
        score INTEGER,
        finished INTEGER,
        PRIMARY KEY (deal, key)
    ) WITHOUT ROWID",
    "CREATE INDEX plays_by_score ON plays (deal, score, finished, match)",
];

/// The version of the tables that this program knows.
pub(super) const fn known() -> i64 {
    VERSIONS.len() as i64
}

/// The version of the tables in this database; 0 if it has none or does not say.
pub(super) async fn version(of: &mut SqliteConnection) -> Result<i64, StoreError> {
    let row = sqlx::query("PRAGMA user_version").fetch_one(of).await?;
    let found: i64 = row.try_get(0)?;
    if found > known() { Err(StoreError::Newer { found, known: known() }) } else { Ok(found) }
}

/// Brings the tables to the version that this program knows, each step in a transaction of its own.
pub(super) async fn migrate(to: &mut SqliteConnection) -> Result<(), StoreError> {
    let found = version(to).await?;
    for (steps, version) in VERSIONS.iter().zip(1..).filter(|(_, version)| *version > found) {
        let mut all = to.begin().await?;
        for step in *steps {
            match step {
                Step::Statements(statements) => {
                    for statement in *statements {
                        sqlx::query(*statement).execute(&mut *all).await?;
                    }
                }
                Step::Digests => digest(&mut all).await?,
            }
        }
        // A pragma takes no values that are bound.
        let stamp = format!("PRAGMA user_version = {version}");
        sqlx::query(sqlx::AssertSqlSafe(stamp)).execute(&mut *all).await?;
        all.commit().await?;
    }
    Ok(())
}

async fn digest(to: &mut SqliteConnection) -> Result<(), StoreError> {
    let matches = sqlx::query("SELECT id, code, game, luck FROM matches").fetch_all(&mut *to).await?;
    for row in matches {
        let (id, luck): (i64, i64) = (row.try_get(0)?, row.try_get(3)?);
        let mut chain = Chain::of_match(row.try_get(1)?, row.try_get(2)?, luck as u64);
        let lines = sqlx::query("SELECT seq, line FROM journal WHERE match = $1 ORDER BY seq")
            .bind(id)
            .fetch_all(&mut *to)
            .await?;
        for line in lines {
            chain = chain.then(line.try_get(1)?);
            sqlx::query("UPDATE journal SET digest = $3 WHERE match = $1 AND seq = $2")
                .bind(id)
                .bind(line.try_get::<i64, _>(0)?)
                .bind(chain.bytes().to_vec())
                .execute(&mut *to)
                .await?;
        }
    }
    Ok(())
}

#[cfg(test)]
pub(super) const OLD: &[&str] = FIRST;
