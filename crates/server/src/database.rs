//! Where everything is kept, as whoever runs a server names it: a folder, a file of SQLite, or a PostgreSQL server. Secrets come
//! from files or the environment, never from a command line, which everybody on the machine can read.

use std::fmt;
use std::net::IpAddr;
use std::path::PathBuf;

use sqlx::postgres::{PgConnectOptions, PgSslMode};
use thiserror::Error;

/// Where everything is kept.
#[derive(Debug, Clone)]
pub enum Database {
    /// A folder with an SQLite file, which is for nothing else.
    Folder(PathBuf),
    /// A file of SQLite.
    File(PathBuf),
    /// A PostgreSQL server.
    Server(Box<DatabaseServer>),
}

/// A PostgreSQL server, and how to come in there.
#[derive(Clone)]
pub struct DatabaseServer {
    options: PgConnectOptions,
}

/// Where an address of a database stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Written {
    /// On the command line, where there must be no password.
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
    /// There is a password on the command line.
    #[error(
        "a password on the command line can be read by everybody on this machine; leave it out of the address and put it into a file for --database-password-file, or into PGPASSWORD or ~/.pgpass"
    )]
    OpenSecret,
    /// Something in it is not known.
    #[error("'{0}' is not known in the address of a PostgreSQL server; there are {known}", known = KNOWN.join(", "))]
    UnknownParameter(String),
    /// It is not an address.
    #[error("that is no address of a PostgreSQL server: {0}; write postgres://USER@HOST:PORT/NAME")]
    Unreadable(String),
    /// A password for a file.
    #[error("a file of SQLite has no password; leave --database-password-file out")]
    NeedlessPassword,
}

/// What may stand behind the question mark of a server's address.
const KNOWN: [&str; 9] =
    ["sslmode", "sslrootcert", "sslcert", "sslkey", "host", "port", "dbname", "user", "password"];

impl Database {
    /// Reads where everything is kept. A password that is not part of it is given apart.
    pub fn read(text: &str, written: Written, password: Option<&str>) -> Result<Self, NoDatabase> {
        if let Some(path) = text.strip_prefix("sqlite:") {
            if password.is_some() {
                return Err(NoDatabase::NeedlessPassword);
            }
            return file(text, path.strip_prefix("//").unwrap_or(path));
        }
        let address = text.strip_prefix("postgres://").or_else(|| text.strip_prefix("postgresql://"));
        match address {
            Some(address) => server(text, address, written, password),
            None if text.contains("://") => Err(NoDatabase::Unknown(without_secrets(text))),
            None => Err(NoDatabase::Unknown(text.to_owned())),
        }
    }

    /// The same for somebody who does not serve.
    #[must_use]
    pub(crate) fn beside(&self) -> Self {
        match self {
            Self::Folder(_) | Self::File(_) => self.clone(),
            Self::Server(server) => {
                let options = server.options().application_name(ADMINISTERS);
                Self::Server(Box::new(DatabaseServer { options }))
            }
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

/// An address that nobody can read, without what may be secret in it.
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

fn server(
    text: &str,
    address: &str,
    written: Written,
    password: Option<&str>,
) -> Result<Database, NoDatabase> {
    let (place, parameters) = address.split_once('?').unwrap_or((address, ""));
    let at = place.split('/').next().unwrap_or_default();
    let user = at.rsplit_once('@').map_or("", |(user, _)| user);
    let keys: Vec<String> =
        form_urlencoded::parse(parameters.as_bytes()).map(|(key, _)| key.into_owned()).collect();
    if let Some(unknown) = keys.iter().find(|key| !KNOWN.contains(&key.as_str())) {
        return Err(NoDatabase::UnknownParameter(unknown.clone()));
    }
    let has = |key: &str| keys.iter().any(|one| one == key);
    if written == Written::OnCommandLine && (user.contains(':') || has("password")) {
        return Err(NoDatabase::OpenSecret);
    }
    let mut options: PgConnectOptions =
        text.parse().map_err(|why: sqlx::Error| NoDatabase::Unreadable(why.to_string()))?;
    if let Some(password) = password {
        options = options.password(password);
    }
    let is_told = has("sslmode") || std::env::var_os("PGSSLMODE").is_some();
    if !is_told && !is_on_this_machine(&options) {
        options = options.ssl_mode(PgSslMode::VerifyFull);
    }
    Ok(Database::Server(Box::new(DatabaseServer { options: options.application_name(SERVES) })))
}

/// The name by which a server of ours is known to PostgreSQL.
pub(crate) const SERVES: &str = "gruntle serve";
/// The name by which others of ours are known there.
pub(crate) const ADMINISTERS: &str = "gruntle admin";

fn is_on_this_machine(options: &PgConnectOptions) -> bool {
    let host = options.get_host();
    let address: Option<IpAddr> = host.trim_matches(['[', ']']).parse().ok();
    options.get_socket().is_some()
        || host.starts_with('/')
        || host == "localhost"
        || address.is_some_and(|address| address.is_loopback())
}

impl DatabaseServer {
    /// How it is reached.
    pub(crate) fn options(&self) -> PgConnectOptions {
        self.options.clone()
    }
}

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

impl fmt::Display for DatabaseServer {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let options = &self.options;
        let name = options.get_database().unwrap_or_else(|| options.get_username());
        match options.get_socket() {
            Some(socket) => {
                write!(to, "postgres://{}@{}/{name}", options.get_username(), socket.display())
            }
            None => {
                let (host, port) = (options.get_host(), options.get_port());
                write!(to, "postgres://{}@{host}:{port}/{name}", options.get_username())
            }
        }
    }
}

impl fmt::Debug for DatabaseServer {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Database, NoDatabase> {
        Database::read(text, Written::OnCommandLine, None)
    }

    #[test]
    fn files_and_servers_are_told_apart() {
        for (text, path) in [
            ("sqlite:games.db", "games.db"),
            ("sqlite:/srv/games.db", "/srv/games.db"),
            ("sqlite:///srv/games.db", "/srv/games.db"),
        ] {
            assert_eq!(read(text).unwrap().file(), Some(PathBuf::from(path)), "{text}");
        }
        for text in ["postgres://ann@localhost/games", "postgresql://ann@localhost:5432/games"] {
            let database = read(text).unwrap();
            assert_eq!(database.file(), None);
            assert_eq!(database.to_string(), "postgres://ann@localhost:5432/games");
        }
        let socket = read("postgres://ann@localhost/games?host=/run/postgresql").unwrap();
        assert_eq!(socket.to_string(), "postgres://ann@/run/postgresql/games");
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
            ("postgres://ann@localhost/games?sslmod=off", "'sslmod' is not known"),
            ("postgres://ann@localhost/games?application_name=x", "is not known"),
            ("postgres://ann@localhost:port/games", "no address of a PostgreSQL server"),
            ("postgres://ann@localhost/games?sslmode=perhaps", "no address of a PostgreSQL server"),
        ] {
            let refused = read(text).unwrap_err().to_string();
            assert!(refused.contains(says) && !refused.contains("secret"), "{text}: {refused}");
        }
    }

    #[test]
    fn a_secret_is_neither_taken_from_a_command_line_nor_shown() {
        for text in
            ["postgres://ann:secret@localhost/games", "postgres://ann@localhost/games?password=secret"]
        {
            assert_eq!(read(text).unwrap_err(), NoDatabase::OpenSecret);
            let database = Database::read(text, Written::InEnvironment, None).unwrap();
            assert!(!format!("{database} {database:?}").contains("secret"));
        }
        let database =
            Database::read("postgres://ann@localhost/games", Written::OnCommandLine, Some("secret")).unwrap();
        assert!(!format!("{database} {database:?}").contains("secret"));
        assert_eq!(
            Database::read("sqlite:x.db", Written::OnCommandLine, Some("secret")).unwrap_err(),
            NoDatabase::NeedlessPassword
        );
    }

    #[test]
    fn beyond_this_machine_a_server_must_prove_who_it_is_unless_told_otherwise() {
        let mode = |text: &str| match read(text).unwrap() {
            Database::Server(server) => format!("{:?}", server.options.get_ssl_mode()),
            Database::Folder(_) | Database::File(_) => panic!("{text}"),
        };
        assert_eq!(mode("postgres://ann@db.example/games"), "VerifyFull");
        assert_eq!(mode("postgres://ann@10.0.0.7/games"), "VerifyFull");
        assert_eq!(mode("postgres://ann@db.example/games?sslmode=disable"), "Disable");
        for near in ["localhost", "127.0.0.1", "[::1]"] {
            assert_eq!(mode(&format!("postgres://ann@{near}/games")), "Prefer");
        }
        assert_eq!(mode("postgres://ann@x/games?host=/run/postgresql"), "Prefer");
    }
}
