//! The address of NATS, as `--cluster` names it.

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
                    "a password in an address on the command line can be read by everybody on this machine, and one in a configuration is copied with it; leave it out of --cluster and put it into a file (--cluster-secret) or into GRUNTLE_NATS_PASSWORD or GRUNTLE_NATS_TOKEN".to_owned(),
                ));
            }
            if server.host().is_empty() {
                return Err(wrong("names no host"));
            }
            servers.push(server);
        }
        Ok(Self { servers, authority: None })
    }

    /// The same; with TLS, servers are believed for whom the authority in this file has signed, beside those that the
    /// machine believes in.
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
}
