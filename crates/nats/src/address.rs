//! Where NATS is, and what it is told to let us in.

use std::fmt;
use std::net::IpAddr;
use std::path::{Path, PathBuf};

use async_nats::ServerAddr;

use crate::ClusterError;

/// Servers of one NATS, as `--cluster` names them.
#[derive(Debug, Clone)]
pub struct Address {
    servers: Vec<ServerAddr>,
    authority: Option<PathBuf>,
}

impl Address {
    /// Reads `nats://HOST:PORT` or `tls://HOST:PORT`, or several with commas between.
    pub fn read(text: &str) -> Result<Self, ClusterError> {
        let wrong = |what: &str| {
            ClusterError(format!("--cluster {what}; write nats://HOST:PORT, or tls://HOST:PORT for TLS"))
        };
        let mut servers = Vec::new();
        for word in text.split(',').map(str::trim) {
            let scheme = word.split_once("://").map(|(scheme, _)| scheme);
            if !matches!(scheme, Some("nats" | "tls")) {
                return Err(wrong("takes the address of a NATS server"));
            }
            // The address itself is not repeated: there may be a password in it.
            let server: ServerAddr = word.parse().map_err(|_| wrong("has an address that cannot be read"))?;
            if server.has_user_pass() || word.contains('@') {
                return Err(ClusterError(
                    "a password on the command line can be read by everybody on this machine; leave it out of --cluster and put it into a file (--cluster-secret) or into GRUNTLE_NATS_PASSWORD or GRUNTLE_NATS_TOKEN".to_owned(),
                ));
            }
            if server.host().is_empty() {
                return Err(wrong("names no host"));
            }
            servers.push(server);
        }
        Ok(Self { servers, authority: None })
    }

    /// The same; with TLS, servers are believed for whom the authority in this file has signed, beside those that the machine
    /// believes in.
    pub fn vouched_for_by(self, authority: Option<&Path>) -> Result<Self, ClusterError> {
        if let Some(path) = authority {
            std::fs::read(path).map_err(|wrong| {
                ClusterError(format!("cannot read the certificates in '{}': {wrong}", path.display()))
            })?;
        }
        Ok(Self { authority: authority.map(Path::to_path_buf), ..self })
    }

    pub(crate) fn authority(&self) -> Option<&Path> {
        self.authority.as_deref()
    }

    pub(crate) fn servers(&self) -> &[ServerAddr] {
        &self.servers
    }

    /// Whether all of it is on this machine.
    pub(crate) fn is_loopback(&self) -> bool {
        self.servers.iter().all(is_here)
    }

    /// Whether all of it is spoken to with TLS.
    pub(crate) fn is_tls(&self) -> bool {
        self.servers.iter().all(ServerAddr::tls_required)
    }

    /// Whether nobody on the way can listen: each is on this machine, or is spoken to with TLS.
    pub(crate) fn is_private(&self) -> bool {
        self.servers.iter().all(|server| is_here(server) || server.tls_required())
    }
}

fn is_here(server: &ServerAddr) -> bool {
    let host = server.host().trim_matches(['[', ']']);
    host == "localhost" || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let servers: Vec<String> = self
            .servers
            .iter()
            .map(|server| format!("{}://{}:{}", server.scheme(), server.host(), server.port()))
            .collect();
        f.write_str(&servers.join(","))
    }
}

/// What lets us in. It is never shown.
#[derive(Clone, PartialEq, Eq)]
pub enum Secret {
    /// NATS asks for nothing.
    Nothing,
    /// A token.
    Token(String),
    /// A user and a password.
    Password {
        /// The user.
        user: String,
        /// The password.
        password: String,
    },
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Nothing => "nothing",
            Self::Token(_) => "a token",
            Self::Password { .. } => "a user and a password",
        })
    }
}

impl Secret {
    /// The one in a file of lines `token=…`, or `user=…` and `password=…`; else the one in the environment
    /// (`GRUNTLE_NATS_TOKEN`, or `GRUNTLE_NATS_USER` and `GRUNTLE_NATS_PASSWORD`).
    pub fn find(
        file: Option<&Path>,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, ClusterError> {
        let Some(path) = file else {
            return Self::of_parts(
                variable("GRUNTLE_NATS_TOKEN"),
                variable("GRUNTLE_NATS_USER"),
                variable("GRUNTLE_NATS_PASSWORD"),
            )
            .map_err(|what| ClusterError(format!("the environment {what}")));
        };
        let shown = path.display();
        let text = std::fs::read_to_string(path)
            .map_err(|wrong| ClusterError(format!("cannot read the secret in '{shown}': {wrong}")))?;
        let mut parts: [Option<String>; 3] = [None, None, None];
        for (line, number) in text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty()) {
            let place = match line.split_once('=').map(|(key, _)| key.trim()) {
                Some("token") => 0,
                Some("user") => 1,
                Some("password") => 2,
                Some(_) | None => {
                    return Err(ClusterError(format!(
                        "line {number} of '{shown}' is no secret; write token=…, or user=… and password=… on lines of their own"
                    )));
                }
            };
            parts[place] = line.split_once('=').map(|(_, value)| value.trim().to_owned());
        }
        let [token, user, password] = parts;
        let secret = Self::of_parts(token, user, password);
        match secret.map_err(|what| ClusterError(format!("'{shown}' {what}")))? {
            Self::Nothing => Err(ClusterError(format!(
                "'{shown}' holds no secret; write token=…, or user=… and password=…"
            ))),
            secret @ (Self::Token(_) | Self::Password { .. }) => Ok(secret),
        }
    }

    fn of_parts(
        token: Option<String>,
        user: Option<String>,
        password: Option<String>,
    ) -> Result<Self, &'static str> {
        match (token, user, password) {
            (None, None, None) => Ok(Self::Nothing),
            (Some(token), None, None) => Ok(Self::Token(token)),
            (None, Some(user), Some(password)) => Ok(Self::Password { user, password }),
            (None, Some(_), None) => Err("has a user for NATS and no password; both are needed"),
            (None, None, Some(_)) => Err("has a password for NATS and no user; both are needed"),
            (Some(_), _, _) => {
                Err("has both a token and a user or password for NATS; NATS takes one or the other")
            }
        }
    }
}

/// Which NATS is trusted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trust {
    /// One on this machine, or one that is spoken to with TLS and asks who we are.
    Guarded,
    /// Any.
    Any,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_or_refused_with_what_would_be_right() {
        for good in ["nats://127.0.0.1:4222", "tls://nats.example:4222", "nats://a:1,nats://b:2"] {
            assert_eq!(Address::read(good).unwrap().to_string(), good);
        }
        assert_eq!(Address::read("nats://here").unwrap().to_string(), "nats://here:4222");
        for bad in ["", "here:4222", "http://here", "nats://", "nats://here:port", "nats://a,b"] {
            let wrong = Address::read(bad).unwrap_err().0;
            assert!(wrong.contains("write nats://HOST:PORT"), "{bad}: {wrong}");
        }
        for secret in ["nats://me:hush@here", "nats://hush@here:4222"] {
            let wrong = Address::read(secret).unwrap_err().0;
            assert!(wrong.contains("--cluster-secret") && !wrong.contains("hush"), "{wrong}");
        }
    }

    #[test]
    fn this_machine_is_told_from_others() {
        for here in ["nats://127.0.0.1:1", "nats://localhost:1", "nats://[::1]:1", "nats://127.8.8.8"] {
            assert!(Address::read(here).unwrap().is_loopback(), "{here}");
        }
        for there in ["nats://10.0.0.1:1", "nats://localhost.example:1", "nats://127.0.0.1:1,nats://b:2"] {
            assert!(!Address::read(there).unwrap().is_loopback(), "{there}");
        }
        for private in ["nats://127.0.0.1:1", "tls://b:2", "nats://[::1]:1,tls://b:2"] {
            assert!(Address::read(private).unwrap().is_private(), "{private}");
        }
        for open in ["nats://b:2", "tls://a:1,nats://b:2", "nats://0.0.0.0:1"] {
            assert!(!Address::read(open).unwrap().is_private(), "{open}");
        }
    }

    #[test]
    fn secrets_come_from_a_file_or_the_environment_and_never_show() {
        let variables = |pairs: &'static [(&str, &str)]| {
            move |name: &str| pairs.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned())
        };
        assert_eq!(Secret::find(None, |_| None), Ok(Secret::Nothing));
        let token = Secret::find(None, variables(&[("GRUNTLE_NATS_TOKEN", "hush")])).unwrap();
        assert_eq!(token, Secret::Token("hush".to_owned()));
        assert!(!format!("{token:?}").contains("hush"));
        let half = Secret::find(None, variables(&[("GRUNTLE_NATS_USER", "me")])).unwrap_err();
        assert!(half.0.contains("no password"), "{half}");
        let path = std::env::temp_dir().join(format!("gruntle-secret-{}", std::process::id()));
        let found = |text: &str| {
            std::fs::write(&path, text).unwrap();
            Secret::find(Some(&path), |_| None)
        };
        let password = Secret::Password { user: "me".into(), password: "a=b c".into() };
        assert_eq!(found("user = me\n\npassword=a=b c\n"), Ok(password));
        assert!(found("hush\n").unwrap_err().0.contains("line 1"));
        assert!(found("\n").unwrap_err().0.contains("holds no secret"));
        assert!(found("token=a\nuser=b\n").unwrap_err().0.contains("one or the other"));
        std::fs::remove_file(&path).unwrap();
        assert!(Secret::find(Some(&path), |_| None).unwrap_err().0.contains("cannot read the secret"));
    }
}
