//! PostgreSQL in a program that was built without it. Nothing of it can be made, so nothing of it is ever done.

use std::convert::Infallible;

use sqlx::{Error, SqlSafeStr};

use super::{Fetched, Value, Values};
use crate::database::DatabaseServer;

/// A type that PostgreSQL can read out of a column.
pub(in crate::store) trait Readable {}

impl<T> Readable for T {}

/// Connections for readers.
#[derive(Clone)]
pub(in crate::store) struct ServerPool(Infallible);

impl ServerPool {
    pub(super) fn of(server: &DatabaseServer) -> Self {
        server.never()
    }

    pub(super) async fn fetch_all(
        &self,
        _: impl SqlSafeStr,
        _: &[Value<'_>],
    ) -> Result<Vec<ServerRow>, Error> {
        match self.0 {}
    }

    pub(super) async fn fetch_optional(
        &self,
        _: impl SqlSafeStr,
        _: &[Value<'_>],
    ) -> Result<Option<ServerRow>, Error> {
        match self.0 {}
    }

    pub(super) fn is_closed(&self) -> bool {
        match self.0 {}
    }

    pub(super) async fn close(&self) {
        match self.0 {}
    }
}

/// A row that was read.
pub(in crate::store) struct ServerRow(Infallible);

impl ServerRow {
    pub(super) fn get<T: Readable>(&self, _: usize) -> Result<T, Error> {
        match self.0 {}
    }

    pub(super) fn bytes(&self, _: usize) -> Result<&[u8], Error> {
        match self.0 {}
    }

    pub(super) fn text(&self, _: usize) -> Result<&str, Error> {
        match self.0 {}
    }
}

/// A connection outside the pool.
pub(in crate::store) struct ServerConnection(Infallible);

impl ServerConnection {
    pub(super) async fn make(to: &DatabaseServer) -> Result<Self, Error> {
        to.never()
    }

    pub(super) async fn execute(&mut self, _: impl SqlSafeStr, _: &[Value<'_>]) -> Result<u64, Error> {
        match self.0 {}
    }

    pub(super) async fn fetch_all(
        &mut self,
        _: impl SqlSafeStr,
        _: &[Value<'_>],
    ) -> Result<Vec<ServerRow>, Error> {
        match self.0 {}
    }

    pub(super) async fn fetch_optional(
        &mut self,
        _: impl SqlSafeStr,
        _: &[Value<'_>],
    ) -> Result<Option<ServerRow>, Error> {
        match self.0 {}
    }

    pub(in crate::store) async fn execute_with(
        &mut self,
        _: &'static str,
        _: &[Value<'_>],
        _: &[Values<'_>],
    ) -> Result<u64, Error> {
        match self.0 {}
    }

    pub(in crate::store) async fn fetch_all_with(
        &mut self,
        _: &'static str,
        _: &[Value<'_>],
        _: &[Values<'_>],
    ) -> Result<Vec<Fetched>, Error> {
        match self.0 {}
    }

    pub(super) async fn say(&mut self, _: &'static str) -> Result<(), Error> {
        match self.0 {}
    }

    pub(super) async fn ping(&mut self) -> Result<(), Error> {
        match self.0 {}
    }

    pub(super) async fn close(self) -> Result<(), Error> {
        match self.0 {}
    }
}
