//! The address of a database: a folder, a file of SQLite, or a PostgreSQL server. Secrets come from files or the
//! environment, never from a command line, which everybody on the machine can read.

#[cfg_attr(not(feature = "postgres"), path = "no_server.rs")]
mod server;

use std::fmt;
use std::path::PathBuf;

use thiserror::Error;

pub use self::server::DatabaseServer;

/// A database by its address.
#[derive(Debug, Clone)]
pub enum Database {
    /// A folder with an SQLite file, which is for nothing else.
    Folder(PathBuf),
    /// A file of SQLite.
    File(PathBuf),
    /// A PostgreSQL server.
    Server(Box<DatabaseServer>),
}

/// Where an address of a database stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Written {
    /// On the command line or in a configuration file, where there must be no password.
    OnCommandLine,
    /// In the environment.
    InEnvironment,
}

/// Why an address of a database is none.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum NoDatabase {
    /// It is neither a file nor a server.
    #[error(
        "'{0}' is no database; write sqlite:PATH for a file, as sqlite:/srv/gruntle/gruntle.db, or postgres://USER@HOST/NAME for a PostgreSQL server"
    )]
    Unknown(String),
    /// No file is named.
    #[error("'{0}' names no file; write sqlite:PATH, as sqlite:/srv/gruntle/gruntle.db")]
    NoFile(String),
    /// A folder is named.
    #[error("'{0}' is a folder; name the file in it, as sqlite:{0}/gruntle.db, or write --data {0}")]
    IsFolder(String),
    /// A file is named that is needed for something else.
    #[error("a database cannot end in .lock: that is the file by which servers keep out of each other's way")]
    IsLock,
    /// There is a password on the command line or in a configuration file.
    #[error(
        "a password in an address on the command line can be read by everybody on this machine, and one in a configuration is copied with it; leave it out of the address and put it into a file for --database-password-file, or into PGPASSWORD or ~/.pgpass"
    )]
    OpenSecret,
    /// Something in it is not known.
    #[error("'{0}' is not known in the address of a PostgreSQL server; there are {known}", known = KNOWN.join(", "))]
    UnknownParameter(String),
    /// It is not an address.
    #[error("that is no address of a PostgreSQL server: {0}; write postgres://USER@HOST:PORT/NAME")]
    Unreadable(String),
    /// It is in a server, for which this program was not built.
    #[error(
        "this gruntle was built without PostgreSQL and keeps games in a file; build one with it: cargo build --release --features full"
    )]
    NotBuiltIn,
    /// A password for a file.
    #[error("a file of SQLite has no password; leave --database-password-file out")]
    NeedlessPassword,
}

/// Query parameters of a server's address.
const KNOWN: [&str; 9] =
    ["sslmode", "sslrootcert", "sslcert", "sslkey", "host", "port", "dbname", "user", "password"];

impl Database {
    /// Parses an address. A password that is not part of it is given apart.
    pub fn read(text: &str, written: Written, password: Option<&str>) -> Result<Self, NoDatabase> {
        if let Some(path) = text.strip_prefix("sqlite:") {
            if password.is_some() {
                return Err(NoDatabase::NeedlessPassword);
            }
            return file(text, path.strip_prefix("//").unwrap_or(path));
        }
        let address = text.strip_prefix("postgres://").or_else(|| text.strip_prefix("postgresql://"));
        match address {
            Some(address) => DatabaseServer::read(text, address, written, password)
                .map(|read| Self::Server(Box::new(read))),
            None if text.contains("://") => Err(NoDatabase::Unknown(without_secrets(text))),
            None => Err(NoDatabase::Unknown(text.to_owned())),
        }
    }

    /// The same for a program that is no server.
    #[must_use]
    pub(crate) fn beside(&self) -> Self {
        match self {
            Self::Folder(_) | Self::File(_) => self.clone(),
            Self::Server(server) => Self::Server(Box::new(server.beside())),
        }
    }

    /// The file, if it is one.
    #[must_use]
    pub fn file(&self) -> Option<PathBuf> {
        match self {
            Self::Folder(folder) => Some(folder.join("gruntle.db")),
            Self::File(file) => Some(file.clone()),
            Self::Server(_) => None,
        }
    }
}

/// An unreadable address, without its secrets.
fn without_secrets(text: &str) -> String {
    match (text.find("://"), text.rfind('@')) {
        (Some(from), Some(to)) if from < to => format!("{}…{}", &text[..from + 3], &text[to..]),
        (Some(_) | None, Some(_) | None) => text.to_owned(),
    }
}

fn file(text: &str, path: &str) -> Result<Database, NoDatabase> {
    if path.is_empty() || path.starts_with(':') || path.contains('?') {
        return Err(NoDatabase::NoFile(text.to_owned()));
    }
    let file = PathBuf::from(path);
    if file.is_dir() {
        return Err(NoDatabase::IsFolder(path.trim_end_matches('/').to_owned()));
    }
    if file.file_name().is_none() {
        return Err(NoDatabase::NoFile(text.to_owned()));
    }
    if file.extension().is_some_and(|ends| ends == "lock") {
        return Err(NoDatabase::IsLock);
    }
    Ok(Database::File(file))
}

/// The name of our servers at PostgreSQL.
pub(crate) const SERVES: &str = "gruntle serve";

impl fmt::Display for Database {
    /// As people may read it: without any secret.
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Folder(folder) => write!(to, "{}", folder.display()),
            Self::File(file) => write!(to, "sqlite:{}", file.display()),
            Self::Server(server) => server.fmt(to),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Database, NoDatabase> {
        Database::read(text, Written::OnCommandLine, None)
    }

    #[test]
    fn files_are_read_by_their_paths() {
        for (text, path) in [
            ("sqlite:games.db", "games.db"),
            ("sqlite:/srv/games.db", "/srv/games.db"),
            ("sqlite:///srv/games.db", "/srv/games.db"),
        ] {
            assert_eq!(read(text).unwrap().file(), Some(PathBuf::from(path)), "{text}");
        }
    }

    #[test]
    fn what_is_no_database_is_told_what_would_be_one() {
        for (text, says) in [
            ("games.db", "write sqlite:PATH"),
            ("mysql://ann:secret@localhost/games", "write sqlite:PATH"),
            ("sqlite:", "names no file"),
            ("sqlite::memory:", "names no file"),
            ("sqlite:games.db?mode=ro", "names no file"),
            ("sqlite:games.lock", "cannot end in .lock"),
            ("sqlite:/", "is a folder"),
        ] {
            let refused = read(text).unwrap_err().to_string();
            assert!(refused.contains(says) && !refused.contains("secret"), "{text}: {refused}");
        }
    }

    #[test]
    fn a_file_has_no_password() {
        assert_eq!(
            Database::read("sqlite:x.db", Written::OnCommandLine, Some("secret")).unwrap_err(),
            NoDatabase::NeedlessPassword
        );
    }
}
