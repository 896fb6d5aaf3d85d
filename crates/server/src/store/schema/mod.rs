//! The tables of the database, and how older ones become these. The version stands in the database itself, and means
//! the same in both engines.

mod postgres;
mod sqlite;

use super::chain::Chain;
use super::engine::{Connection, Value};
use super::error::StoreError;

/// A step from one version to the next.
enum Step {
    /// These statements.
    Statements(&'static [&'static str]),
    /// The digests of journals that were written without.
    Digests,
}

/// A migration to a version from the one before it.
struct Version {
    sqlite: &'static [Step],
    postgres: &'static [Step],
}

impl Version {
    /// A version from before PostgreSQL was known.
    const fn of_sqlite(sqlite: &'static [Step]) -> Self {
        Self { sqlite, postgres: &[] }
    }

    /// A version that both come to by the same steps.
    const fn of_both(steps: &'static [Step]) -> Self {
        Self { sqlite: steps, postgres: steps }
    }
}

/// Migrations, one a version. A file without a version may have the tables of the first.
const VERSIONS: &[Version] = &[
    Version::of_sqlite(&[Step::Statements(sqlite::FIRST)]),
    Version::of_sqlite(&[Step::Statements(sqlite::SECOND), Step::Digests]),
    Version::of_sqlite(&[Step::Statements(sqlite::REVIEWS)]),
    Version { sqlite: &[Step::Statements(sqlite::DEALS)], postgres: &[Step::Statements(postgres::FIRST)] },
    // Index: standing up or removing a match does not scan the keys of all others.
    Version::of_both(&[Step::Statements(&["CREATE INDEX keys_by_match ON keys (match, seat)"])]),
    // Many nodes share a server, and nobody a file.
    Version { sqlite: &[], postgres: &[Step::Statements(postgres::LEASES)] },
    Version { sqlite: &[], postgres: &[Step::Statements(postgres::LINKS)] },
    Version { sqlite: &[], postgres: &[Step::Statements(postgres::EPOCHS)] },
    // When the first decision was written, if no other key had a result of the deal by then; unknown of older ones.
    Version::of_both(&[Step::Statements(&["ALTER TABLE plays ADD COLUMN decided BIGINT"])]),
];

/// The first version that PostgreSQL can have: those before it were never there.
pub(super) const FIRST_OF_POSTGRES: i64 = 4;

/// The advisory lock of migrations.
const MIGRATION_LOCK: i64 = 0x0067_7275_6e74_6c65;

/// The version of the tables that this program knows.
pub(super) const fn known() -> i64 {
    VERSIONS.len() as i64
}

/// The version of the tables in this database; 0 if it has none or does not say.
pub(super) async fn version(of: &mut Connection) -> Result<i64, StoreError> {
    let found = match of {
        Connection::Sqlite(_) => of.fetch_one("PRAGMA user_version", &[]).await?.get(0)?,
        Connection::Postgres(_) => {
            // From the catalogue: the connection's cache of names may be older than the lock it waited for.
            let told = of
                .fetch_one(
                    "SELECT EXISTS (SELECT 1 FROM pg_tables
                     WHERE schemaname = current_schema() AND tablename = 'schema_version')",
                    &[],
                )
                .await?;
            match told.get(0)? {
                true => of.fetch_one("SELECT version FROM schema_version", &[]).await?.get(0)?,
                false => 0,
            }
        }
    };
    match found {
        ..0 => Err(StoreError::Unknown(found)),
        found if found > known() => Err(StoreError::Newer { found, known: known() }),
        found => Ok(found),
    }
}

/// Migrates the tables to this program's version, each step in a transaction of its own. A second program that migrates
/// at the same time waits.
pub(super) async fn migrate(to: &mut Connection) -> Result<(), StoreError> {
    while version(to).await? < known() {
        to.begin().await?;
        if let Connection::Postgres(_) = to {
            to.execute("SELECT pg_advisory_xact_lock($1)", &[Value::Int(MIGRATION_LOCK)]).await?;
        }
        let found = match (version(to).await?, &to) {
            (0, Connection::Postgres(_)) => FIRST_OF_POSTGRES - 1,
            (found, Connection::Sqlite(_) | Connection::Postgres(_)) => found,
        };
        if let Some(next) = VERSIONS.get(found as usize) {
            step(to, next).await?;
            stamp(to, found + 1).await?;
        }
        to.commit().await?;
    }
    Ok(())
}

async fn step(to: &mut Connection, version: &Version) -> Result<(), StoreError> {
    let steps = match to {
        Connection::Sqlite(_) => version.sqlite,
        Connection::Postgres(_) => version.postgres,
    };
    for step in steps {
        match step {
            Step::Statements(statements) => {
                for statement in *statements {
                    to.execute(*statement, &[]).await?;
                }
            }
            Step::Digests => digest(to).await?,
        }
    }
    Ok(())
}

async fn stamp(to: &mut Connection, version: i64) -> Result<(), StoreError> {
    match to {
        // A pragma takes no values that are bound.
        Connection::Sqlite(_) => {
            let stamp = format!("PRAGMA user_version = {version}");
            to.execute(sqlx::AssertSqlSafe(stamp), &[]).await?;
        }
        Connection::Postgres(_) => {
            to.execute("UPDATE schema_version SET version = $1", &[Value::Int(version)]).await?;
        }
    }
    Ok(())
}

async fn digest(to: &mut Connection) -> Result<(), StoreError> {
    let matches = to.fetch_all("SELECT id, code, game, luck FROM matches", &[]).await?;
    for row in matches {
        let (id, luck): (i64, i64) = (row.get(0)?, row.get(3)?);
        let mut chain = Chain::of_match(row.text(1)?, row.text(2)?, luck as u64);
        let lines = to
            .fetch_all("SELECT seq, line FROM journal WHERE match = $1 ORDER BY seq", &[Value::Int(id)])
            .await?;
        for line in lines {
            chain = chain.then(line.text(1)?);
            to.execute(
                "UPDATE journal SET digest = $3 WHERE match = $1 AND seq = $2",
                &[Value::Int(id), Value::Int(line.get(0)?), Value::Bytes(chain.bytes())],
            )
            .await?;
        }
    }
    Ok(())
}

/// The tables of the first version of SQLite.
#[cfg(test)]
pub(super) const OLD: &[&str] = sqlite::FIRST;
/// The tables of the first version of PostgreSQL.
#[cfg(all(test, feature = "postgres"))]
pub(super) const OLD_OF_POSTGRES: &[&str] = postgres::FIRST;
