//! Databases to test with: a file of one's own, or a database of one's own in a PostgreSQL server that all tests share.

use std::path::PathBuf;

#[cfg(feature = "postgres")]
use services::Postgres;

use super::super::engine::{Connection, IfMissing};
use super::super::{Store, StoreError, target};
use crate::database::Database;
#[cfg(feature = "postgres")]
use crate::database::Written;

/// A database of one's own, gone with the test.
pub(super) struct Scratch {
    pub(super) database: Database,
    folder: Option<PathBuf>,
}

impl Scratch {
    /// A file.
    pub(super) fn file(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("gruntle-store-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        Self { database: Database::Folder(folder.clone()), folder: Some(folder) }
    }

    /// A database in a server, if the machine has one.
    #[cfg(feature = "postgres")]
    pub(super) fn server(name: &str) -> Option<Self> {
        Some(Self::in_server(Postgres::shared()?, name))
    }

    /// A database in this server.
    #[cfg(feature = "postgres")]
    pub(super) fn in_server(postgres: &Postgres, name: &str) -> Self {
        let address = postgres.database(name);
        let database = Database::read(&address, Written::OnCommandLine, Some(postgres.password())).unwrap();
        Self { database, folder: None }
    }

    pub(super) async fn open(&self) -> Store {
        Store::open(&self.database).await.unwrap()
    }

    pub(super) async fn open_beside(&self) -> Result<Store, StoreError> {
        Store::open_beside(&self.database).await
    }

    /// A connection of one's own, to look and to meddle.
    pub(super) async fn connection(&self) -> Connection {
        target(&self.database, IfMissing::Create).connect().await.unwrap()
    }

    /// A connection as those have it who write.
    pub(super) async fn connection_to_write(&self) -> Connection {
        target(&self.database, IfMissing::Create).connect_to_write().await.unwrap()
    }

    pub(super) async fn run(&self, statements: &[&'static str]) {
        let mut on = self.connection().await;
        for statement in statements {
            on.execute(*statement, &[]).await.unwrap();
        }
        on.close().await.unwrap();
    }

    /// Of two ways to say something, that of SQLite and that of PostgreSQL, the one that is meant here.
    pub(super) fn either<T>(&self, sqlite: T, postgres: T) -> T {
        if self.folder.is_some() { sqlite } else { postgres }
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        if let Some(folder) = &self.folder {
            let _ = std::fs::remove_dir_all(folder);
        }
    }
}
