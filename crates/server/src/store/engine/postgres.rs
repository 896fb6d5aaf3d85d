//! PostgreSQL over a wire, with what SQLite cannot: arrays as values.

use std::time::Duration;

use futures_util::FutureExt as _;
use sqlx::pool::PoolOptions;
use sqlx::postgres::{PgArguments, PgRow};
use sqlx::query::Query;
use sqlx::{Connection as _, Decode, Error, PgConnection, PgPool, Postgres, Row as _, SqlSafeStr, Type};

use super::{Fetched, Value, Values};
use crate::database::DatabaseServer;

/// Time-out of a reader's wait for a connection.
const ACQUIRE_WITHIN: Duration = Duration::from_secs(3);
/// So many read over a wire at a time, where an answer takes longer to come than out of a file.
const READERS: u32 = 8;

/// A type that PostgreSQL can read out of a column.
pub(in crate::store) trait Readable: for<'r> Decode<'r, Postgres> + Type<Postgres> {}

impl<T> Readable for T where T: for<'r> Decode<'r, Postgres> + Type<Postgres> {}

type Statement<'q> = Query<'q, Postgres, PgArguments>;

fn bound<'q>(statement: Statement<'q>, values: &[Value<'_>]) -> Statement<'q> {
    values.iter().fold(statement, |query, value| match *value {
        Value::Int(int) => query.bind(int),
        Value::MaybeInt(int) => query.bind(int),
        Value::Flag(flag) => query.bind(flag),
        Value::Text(text) => query.bind(text),
        Value::Bytes(bytes) => query.bind(bytes),
        Value::MaybeBytes(bytes) => query.bind(bytes),
    })
}

fn statement<'q>(text: impl SqlSafeStr, values: &[Value<'_>]) -> Statement<'q> {
    bound(sqlx::query(text), values)
}

/// A statement with these arrays behind these values.
fn with_arrays<'q>(text: &'static str, values: &[Value<'_>], arrays: &[Values<'_>]) -> Statement<'q> {
    arrays.iter().fold(statement(text, values), |query, array| match array {
        Values::Ints(ints) => query.bind(ints),
        Values::MaybeInts(ints) => query.bind(ints),
        Values::Texts(texts) => query.bind(texts),
        Values::Bytes(bytes) => query.bind(bytes),
    })
}

/// Connections for readers, made when they are needed.
#[derive(Clone)]
pub(in crate::store) struct ServerPool(PgPool);

impl ServerPool {
    pub(super) fn of(server: &DatabaseServer) -> Self {
        let pool = PoolOptions::new().max_connections(READERS).acquire_timeout(ACQUIRE_WITHIN);
        Self(pool.connect_lazy_with(server.options()))
    }

    pub(super) async fn fetch_all(
        &self,
        text: impl SqlSafeStr,
        values: &[Value<'_>],
    ) -> Result<Vec<ServerRow>, Error> {
        let rows = statement(text, values).fetch_all(&self.0).boxed().await?;
        Ok(rows.into_iter().map(ServerRow).collect())
    }

    pub(super) async fn fetch_optional(
        &self,
        text: impl SqlSafeStr,
        values: &[Value<'_>],
    ) -> Result<Option<ServerRow>, Error> {
        Ok(statement(text, values).fetch_optional(&self.0).boxed().await?.map(ServerRow))
    }

    pub(super) fn is_closed(&self) -> bool {
        self.0.is_closed()
    }

    pub(super) async fn close(&self) {
        self.0.close().await;
    }
}

/// A row that was read.
pub(in crate::store) struct ServerRow(PgRow);

impl ServerRow {
    pub(super) fn get<T: Readable>(&self, at: usize) -> Result<T, Error> {
        self.0.try_get(at)
    }

    pub(super) fn bytes(&self, at: usize) -> Result<&[u8], Error> {
        self.0.try_get(at)
    }

    pub(super) fn text(&self, at: usize) -> Result<&str, Error> {
        self.0.try_get(at)
    }
}

/// A connection outside the pool.
pub(in crate::store) struct ServerConnection(Box<PgConnection>);

impl ServerConnection {
    pub(super) async fn make(to: &DatabaseServer) -> Result<Self, Error> {
        Ok(Self(Box::new(PgConnection::connect_with(&to.options()).await?)))
    }

    pub(super) async fn execute(
        &mut self,
        text: impl SqlSafeStr,
        values: &[Value<'_>],
    ) -> Result<u64, Error> {
        Ok(statement(text, values).execute(self.0.as_mut()).boxed().await?.rows_affected())
    }

    pub(super) async fn fetch_all(
        &mut self,
        text: impl SqlSafeStr,
        values: &[Value<'_>],
    ) -> Result<Vec<ServerRow>, Error> {
        let rows = statement(text, values).fetch_all(self.0.as_mut()).boxed().await?;
        Ok(rows.into_iter().map(ServerRow).collect())
    }

    pub(super) async fn fetch_optional(
        &mut self,
        text: impl SqlSafeStr,
        values: &[Value<'_>],
    ) -> Result<Option<ServerRow>, Error> {
        Ok(statement(text, values).fetch_optional(self.0.as_mut()).boxed().await?.map(ServerRow))
    }

    /// Does it with arrays, whose numbers follow those of the values; gives how many rows it was done to.
    pub(in crate::store) async fn execute_with(
        &mut self,
        text: &'static str,
        values: &[Value<'_>],
        arrays: &[Values<'_>],
    ) -> Result<u64, Error> {
        Ok(with_arrays(text, values, arrays).execute(self.0.as_mut()).boxed().await?.rows_affected())
    }

    /// All rows, of a query with arrays, whose numbers follow those of the values.
    pub(in crate::store) async fn fetch_all_with(
        &mut self,
        text: &'static str,
        values: &[Value<'_>],
        arrays: &[Values<'_>],
    ) -> Result<Vec<Fetched>, Error> {
        let rows = with_arrays(text, values, arrays).fetch_all(self.0.as_mut()).boxed().await?;
        Ok(rows.into_iter().map(|row| Fetched::Postgres(ServerRow(row))).collect())
    }

    pub(super) async fn say(&mut self, text: &'static str) -> Result<(), Error> {
        sqlx::raw_sql(text).execute(self.0.as_mut()).boxed().await.map(drop)
    }

    pub(super) async fn ping(&mut self) -> Result<(), Error> {
        self.0.ping().await
    }

    pub(super) async fn close(self) -> Result<(), Error> {
        self.0.close().await
    }
}
