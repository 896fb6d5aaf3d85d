//! A PostgreSQL server, with credentials.

use std::fmt;
use std::net::IpAddr;

use sqlx::ConnectOptions as _;
use sqlx::postgres::{PgConnectOptions, PgSslMode};

use super::{KNOWN, NoDatabase, SERVES, Written};

/// The name of our other programs at PostgreSQL.
const ADMINISTERS: &str = "gruntle admin";

/// A PostgreSQL server, with credentials.
#[derive(Clone)]
pub struct DatabaseServer {
    options: PgConnectOptions,
}

impl DatabaseServer {
    /// Parses an address behind its scheme.
    pub(super) fn read(
        text: &str,
        address: &str,
        written: Written,
        password: Option<&str>,
    ) -> Result<Self, NoDatabase> {
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
        Ok(Self { options: options.application_name(SERVES).disable_statement_logging() })
    }

    /// The same for a program that is no server.
    pub(super) fn beside(&self) -> Self {
        Self { options: self.options().application_name(ADMINISTERS) }
    }

    /// Connection options.
    pub(crate) fn options(&self) -> PgConnectOptions {
        self.options.clone()
    }
}

fn is_on_this_machine(options: &PgConnectOptions) -> bool {
    let host = options.get_host();
    let address: Option<IpAddr> = host.trim_matches(['[', ']']).parse().ok();
    options.get_socket().is_some()
        || host.starts_with('/')
        || host == "localhost"
        || address.is_some_and(|address| address.is_loopback())
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
    use crate::database::Database;

    fn read(text: &str) -> Result<Database, NoDatabase> {
        Database::read(text, Written::OnCommandLine, None)
    }

    #[test]
    fn servers_are_shown_by_their_address() {
        for text in ["postgres://ann@localhost/games", "postgresql://ann@localhost:5432/games"] {
            let database = read(text).unwrap();
            assert_eq!(database.file(), None);
            assert_eq!(database.to_string(), "postgres://ann@localhost:5432/games");
        }
        let socket = read("postgres://ann@localhost/games?host=/run/postgresql").unwrap();
        assert_eq!(socket.to_string(), "postgres://ann@/run/postgresql/games");
    }

    #[test]
    fn what_is_no_server_is_told_what_would_be_one() {
        for (text, says) in [
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
