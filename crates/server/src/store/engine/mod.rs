//! The two engines behind one face: SQLite in a file, PostgreSQL over a wire. The same SQL with `$1` serves both, as
//! far as it goes; both know the types of values and rows. Futures of queries are boxed, so that they are not part of
//! their callers' types. Without the feature the variants for PostgreSQL exist and can never be made (`no_postgres`).

#[cfg_attr(not(feature = "postgres"), path = "no_postgres.rs")]
mod postgres;

use std::path::PathBuf;
use std::time::Duration;

use futures_util::FutureExt as _;
use sqlx::pool::PoolOptions;
use sqlx::query::Query;
use sqlx::sqlite::{SqliteArguments, SqliteConnectOptions, SqliteJournalMode, SqliteRow, SqliteSynchronous};
use sqlx::{
    ConnectOptions as _, Connection as _, Decode, Error, Row as _, SqlSafeStr, Sqlite, SqliteConnection,
    SqlitePool, Type,
};

pub(super) use self::postgres::ServerConnection;
use self::postgres::{Readable, ServerPool, ServerRow};
use crate::database::DatabaseServer;

/// So many read from a file at a time.
const FILE_READERS: u32 = 2;

/// The most lines of one statement in a file, which keeps a statement for every number of lines: so there are few.
const LINES: usize = 32;

/// Size of the log when it is restarted, in bytes.
pub(super) const LONGEST_KEPT: u64 = 16 * 1024 * 1024;

/// The database and its connection options.
#[derive(Clone)]
#[cfg_attr(
    not(feature = "postgres"),
    expect(clippy::large_enum_variant, reason = "there is no server to keep small")
)]
pub(super) enum Target {
    Sqlite(SqliteConnectOptions),
    Postgres(DatabaseServer),
}

/// Whether a file that is not there is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum IfMissing {
    Create,
    Refuse,
}

impl Target {
    /// A file.
    pub(super) fn file(path: PathBuf, missing: IfMissing) -> Self {
        Self::Sqlite(
            SqliteConnectOptions::new()
                .filename(path)
                .create_if_missing(missing == IfMissing::Create)
                .journal_mode(SqliteJournalMode::Wal)
                .synchronous(SqliteSynchronous::Full)
                .foreign_keys(true)
                .busy_timeout(Duration::from_secs(10))
                // Never in the middle of a transaction that somebody waits for: see `checkpoint`.
                .pragma("wal_autocheckpoint", "0")
                // Where somebody always writes the log is never emptied, only begun anew.
                .pragma("journal_size_limit", LONGEST_KEPT.to_string())
                // The journal has a statement for every number of lines that are written together.
                .statement_cache_capacity(LINES + 32)
                .disable_statement_logging(),
        )
    }

    /// A connection outside the pool.
    pub(super) async fn connect(&self) -> Result<Connection, Error> {
        Ok(match self {
            Self::Sqlite(options) => Connection::Sqlite(SqliteConnection::connect_with(options).await?),
            Self::Postgres(server) => Connection::Postgres(ServerConnection::make(server).await?),
        })
    }

    /// A connection through which is written.
    pub(super) async fn connect_to_write(&self) -> Result<Connection, Error> {
        let mut on = self.connect().await?;
        on.make_safe().await?;
        Ok(on)
    }

    /// A pool of connections for readers, opened on demand.
    pub(super) fn pool(&self) -> Pool {
        match self {
            Self::Sqlite(options) => Pool::Sqlite(
                PoolOptions::new().max_connections(FILE_READERS).connect_lazy_with(options.clone()),
            ),
            Self::Postgres(server) => Pool::Postgres(ServerPool::of(server)),
        }
    }
}

/// A value that goes into a statement.
#[derive(Debug, Clone, Copy)]
pub(super) enum Value<'a> {
    Int(i64),
    MaybeInt(Option<i64>),
    Flag(bool),
    Text(&'a str),
    Bytes(&'a [u8]),
    MaybeBytes(Option<&'a [u8]>),
}

fn for_sqlite<'q>(text: impl SqlSafeStr, values: &[Value<'_>]) -> Query<'q, Sqlite, SqliteArguments> {
    values.iter().fold(sqlx::query(text), |query, value| match *value {
        Value::Int(int) => query.bind(int),
        Value::MaybeInt(int) => query.bind(int),
        Value::Flag(flag) => query.bind(flag),
        Value::Text(text) => query.bind(text),
        Value::Bytes(bytes) => query.bind(bytes),
        Value::MaybeBytes(bytes) => query.bind(bytes),
    })
}

/// A column of values that go into a statement of PostgreSQL together, as an array.
#[cfg_attr(not(feature = "postgres"), expect(dead_code, reason = "only PostgreSQL takes arrays"))]
pub(super) enum Values<'a> {
    Ints(Vec<i64>),
    MaybeInts(Vec<Option<i64>>),
    Texts(Vec<&'a str>),
    Bytes(Vec<&'a [u8]>),
}

/// A type that both engines can read out of a column.
pub(super) trait Column: for<'r> Decode<'r, Sqlite> + Type<Sqlite> + Readable {}

impl<T> Column for T where T: for<'r> Decode<'r, Sqlite> + Type<Sqlite> + Readable {}

/// A row that was read.
pub(super) enum Fetched {
    Sqlite(SqliteRow),
    Postgres(ServerRow),
}

impl Fetched {
    /// The value of this column.
    pub(super) fn get<T: Column>(&self, at: usize) -> Result<T, Error> {
        match self {
            Self::Sqlite(row) => row.try_get(at),
            Self::Postgres(row) => row.get(at),
        }
    }

    /// The bytes in this column.
    pub(super) fn bytes(&self, at: usize) -> Result<&[u8], Error> {
        match self {
            Self::Sqlite(row) => row.try_get(at),
            Self::Postgres(row) => row.bytes(at),
        }
    }

    /// The text in this column.
    pub(super) fn text(&self, at: usize) -> Result<&str, Error> {
        match self {
            Self::Sqlite(row) => row.try_get(at),
            Self::Postgres(row) => row.text(at),
        }
    }
}

/// A pool of connections for readers.
#[derive(Clone)]
pub(super) enum Pool {
    Sqlite(SqlitePool),
    Postgres(ServerPool),
}

impl Pool {
    /// All rows.
    pub(super) async fn fetch_all(
        &self,
        text: impl SqlSafeStr,
        values: &[Value<'_>],
    ) -> Result<Vec<Fetched>, Error> {
        Ok(match self {
            Self::Sqlite(pool) => {
                let rows = for_sqlite(text, values).fetch_all(pool).boxed().await?;
                rows.into_iter().map(Fetched::Sqlite).collect()
            }
            Self::Postgres(pool) => {
                let rows = pool.fetch_all(text, values).await?;
                rows.into_iter().map(Fetched::Postgres).collect()
            }
        })
    }

    /// The one row, if there is one.
    pub(super) async fn fetch_optional(
        &self,
        text: impl SqlSafeStr,
        values: &[Value<'_>],
    ) -> Result<Option<Fetched>, Error> {
        Ok(match self {
            Self::Sqlite(pool) => {
                for_sqlite(text, values).fetch_optional(pool).boxed().await?.map(Fetched::Sqlite)
            }
            Self::Postgres(pool) => pool.fetch_optional(text, values).await?.map(Fetched::Postgres),
        })
    }

    /// Whether the last reader is gone.
    pub(super) fn is_closed(&self) -> bool {
        match self {
            Self::Sqlite(pool) => pool.is_closed(),
            Self::Postgres(pool) => pool.is_closed(),
        }
    }

    /// Waits for readers, and closes.
    pub(super) async fn close(&self) {
        match self {
            Self::Sqlite(pool) => pool.close().await,
            Self::Postgres(pool) => pool.close().await,
        }
    }
}

/// A connection outside the pool.
pub(super) enum Connection {
    Sqlite(SqliteConnection),
    Postgres(ServerConnection),
}

impl Connection {
    /// The most lines that one statement writes. A server has one statement for any number of them.
    pub(super) const fn most_lines(&self) -> usize {
        match self {
            Self::Sqlite(_) => LINES,
            Self::Postgres(_) => 1_000,
        }
    }

    /// Runs a statement; gives the number of changed rows.
    pub(super) async fn execute(
        &mut self,
        text: impl SqlSafeStr,
        values: &[Value<'_>],
    ) -> Result<u64, Error> {
        Ok(match self {
            Self::Sqlite(on) => for_sqlite(text, values).execute(on).boxed().await?.rows_affected(),
            Self::Postgres(on) => on.execute(text, values).await?,
        })
    }

    /// All rows.
    pub(super) async fn fetch_all(
        &mut self,
        text: impl SqlSafeStr,
        values: &[Value<'_>],
    ) -> Result<Vec<Fetched>, Error> {
        Ok(match self {
            Self::Sqlite(on) => {
                let rows = for_sqlite(text, values).fetch_all(on).boxed().await?;
                rows.into_iter().map(Fetched::Sqlite).collect()
            }
            Self::Postgres(on) => {
                let rows = on.fetch_all(text, values).await?;
                rows.into_iter().map(Fetched::Postgres).collect()
            }
        })
    }

    /// The one row, if there is one.
    pub(super) async fn fetch_optional(
        &mut self,
        text: impl SqlSafeStr,
        values: &[Value<'_>],
    ) -> Result<Option<Fetched>, Error> {
        Ok(match self {
            Self::Sqlite(on) => {
                for_sqlite(text, values).fetch_optional(on).boxed().await?.map(Fetched::Sqlite)
            }
            Self::Postgres(on) => on.fetch_optional(text, values).await?.map(Fetched::Postgres),
        })
    }

    /// The one row, which must be there.
    pub(super) async fn fetch_one(
        &mut self,
        text: impl SqlSafeStr,
        values: &[Value<'_>],
    ) -> Result<Fetched, Error> {
        self.fetch_optional(text, values).await?.ok_or(Error::RowNotFound)
    }

    /// Durability and time-outs: a commit is on disk when it is acknowledged, whatever the server's default; a node
    /// that freezes in the middle of a transaction loses its locks after as long as a session holds.
    async fn make_safe(&mut self) -> Result<(), Error> {
        if let Self::Postgres(_) = self {
            self.say("SET idle_in_transaction_session_timeout = '2s'").await?;
            let told = self.fetch_one("SELECT current_setting('synchronous_commit') = 'off'", &[]).await?;
            if told.get(0)? {
                self.execute("SET synchronous_commit = on", &[]).await?;
            }
        }
        Ok(())
    }

    /// Runs a fixed statement.
    async fn say(&mut self, text: &'static str) -> Result<(), Error> {
        match self {
            Self::Sqlite(on) => sqlx::raw_sql(text).execute(on).boxed().await.map(drop),
            Self::Postgres(on) => on.say(text).await,
        }
    }

    /// Begins a transaction. A caller that does not commit closes the connection, which rolls it back.
    pub(super) async fn begin(&mut self) -> Result<(), Error> {
        let text = match self {
            // At once with the right to write, which is exclusive.
            Self::Sqlite(_) => "BEGIN IMMEDIATE",
            Self::Postgres(_) => "BEGIN",
        };
        self.say(text).await
    }

    /// Commits the transaction.
    pub(super) async fn commit(&mut self) -> Result<(), Error> {
        self.say("COMMIT").await
    }

    /// Rolls the transaction back.
    pub(super) async fn roll_back(&mut self) -> Result<(), Error> {
        self.say("ROLLBACK").await
    }

    /// Whether the other side still answers.
    pub(super) async fn ping(&mut self) -> Result<(), Error> {
        match self {
            Self::Sqlite(on) => on.ping().await,
            Self::Postgres(on) => on.ping().await,
        }
    }

    /// Closes the connection.
    pub(super) async fn close(self) -> Result<(), Error> {
        match self {
            Self::Sqlite(on) => on.close().await,
            Self::Postgres(on) => on.close().await,
        }
    }
}
