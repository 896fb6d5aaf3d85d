//! The names under which this site may be asked for. A page of another site can have its own name lead to this
//! machine (DNS rebinding), but then the browser still says that name in `Host`: only our own are answered. No page
//! can do that with an address in place of a name.

use std::net::{IpAddr, Ipv6Addr};
use std::str::FromStr;

use axum::http::header::HOST;
use axum::http::{Request, StatusCode};
use thiserror::Error;

use crate::problem::Problem;

/// A name or an address under which a site is reached.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HostName(Host<String>);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Host<T> {
    Name(T),
    Address(IpAddr),
}

/// The text is no name of a host.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("'{0}' is no name of a host, such as spam.example or 192.168.1.5")]
pub struct NoHostName(String);

impl FromStr for HostName {
    type Err = NoHostName;

    fn from_str(text: &str) -> Result<Self, NoHostName> {
        match read(text.as_bytes()) {
            Some(Host::Name(name)) => Ok(Self(Host::Name(name.to_owned()))),
            Some(Host::Address(address)) => Ok(Self(Host::Address(address))),
            None => Err(NoHostName(text.to_owned())),
        }
    }
}

/// Addresses that may stand in place of a name.
#[derive(Debug, Clone)]
enum Addresses {
    /// Loopback addresses, and this one.
    Only(IpAddr),
    /// All, for a server that listens at all its addresses.
    All,
}

/// The names and addresses of this site.
#[derive(Debug, Clone)]
pub(crate) struct Hosts {
    names: Vec<HostName>,
    addresses: Addresses,
}

impl Hosts {
    /// The names of a server that listens at this address and has these names besides.
    pub(crate) fn new(bound: IpAddr, names: &[HostName]) -> Self {
        let addresses = if bound.is_unspecified() { Addresses::All } else { Addresses::Only(bound) };
        Self { names: names.to_vec(), addresses }
    }

    fn has(&self, host: &Host<&str>) -> bool {
        let named = |own: &HostName| match (&own.0, host) {
            (Host::Name(own), Host::Name(name)) => own.eq_ignore_ascii_case(name),
            (Host::Address(own), Host::Address(address)) => own == address,
            (Host::Name(_), Host::Address(_)) | (Host::Address(_), Host::Name(_)) => false,
        };
        let usual = match (host, &self.addresses) {
            (Host::Name(name), _) => name.eq_ignore_ascii_case("localhost"),
            (Host::Address(address), Addresses::Only(bound)) => address.is_loopback() || address == bound,
            (Host::Address(address), Addresses::All) => !address.is_unspecified() && !address.is_multicast(),
        };
        usual || self.names.iter().any(named)
    }

    /// The refusal of a request for another site.
    pub(super) fn refusal<T>(&self, request: &Request<T>) -> Option<Problem> {
        let mut hosts = request.headers().get_all(HOST).iter();
        let (Some(host), None) = (hosts.next(), hosts.next()) else {
            return Some(Problem::wrong("a request has one 'Host' header, which names this site"));
        };
        let Some(host) = read(host.as_bytes()) else {
            return Some(Problem::wrong("the 'Host' header should be the name of this site"));
        };
        // Where the target of a request names a host as well, that one counts too.
        let target = request.uri().authority().map(|authority| read(authority.as_str().as_bytes()));
        let ours = self.has(&host) && target.is_none_or(|target| target.is_some_and(|it| self.has(&it)));
        (!ours).then(|| Problem {
            status: StatusCode::MISDIRECTED_REQUEST,
            ..Problem::wrong(
                "this table is not known under that name; whoever runs it can name it with --host",
            )
        })
    }
}

/// The host in a `Host` header, without its port.
fn read(text: &[u8]) -> Option<Host<&str>> {
    let text = std::str::from_utf8(text).ok()?;
    if let Some(rest) = text.strip_prefix('[') {
        let (address, port) = rest.split_once(']')?;
        let address: Ipv6Addr = address.parse().ok()?;
        return is_port(port).then_some(Host::Address(IpAddr::V6(address).to_canonical()));
    }
    let (name, port) = text.find(':').map_or((text, ""), |colon| text.split_at(colon));
    let name = name.strip_suffix('.').unwrap_or(name);
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b".-_".contains(&byte);
    if !is_port(port) || name.is_empty() || name.len() > 253 || !name.bytes().all(is_name) {
        return None;
    }
    Some(name.parse().map_or(Host::Name(name), |address| Host::Address(IpAddr::V4(address))))
}

/// Nothing, or a colon and a number.
fn is_port(text: &str) -> bool {
    text.strip_prefix(':')
        .map_or(text.is_empty(), |port| port.len() <= 5 && port.bytes().all(|b| b.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(hosts: &Hosts, target: &str, lines: &[&str]) -> u16 {
        let mut request = Request::builder().uri(target);
        for line in lines {
            request = request.header(HOST, *line);
        }
        hosts.refusal(&request.body(()).unwrap()).map_or(200, |problem| problem.status.as_u16())
    }

    fn hosts(bound: &str, names: &[&str]) -> Hosts {
        let names: Vec<HostName> = names.iter().map(|name| name.parse().unwrap()).collect();
        Hosts::new(bound.parse().unwrap(), &names)
    }

    #[test]
    fn by_default_only_this_machine_is_meant() {
        let own = hosts("127.0.0.1", &[]);
        for ours in [
            "localhost",
            "localhost:1998",
            "LocalHost.",
            "127.0.0.1:1998",
            "127.0.0.1",
            "[::1]:1998",
            "127.9.9.9",
        ] {
            assert_eq!(status(&own, "/", &[ours]), 200, "{ours}");
        }
        for foreign in
            ["evil.example", "evil.example:1998", "localhost.evil.example", "192.168.1.5", "0.0.0.0", "127.1"]
        {
            assert_eq!(status(&own, "/", &[foreign]), 421, "{foreign}");
        }
        for wrong in [
            &[][..],
            &["localhost", "localhost"],
            &["localhost", "evil.example"],
            &[""],
            &["a/b"],
            &["user@localhost"],
            &["localhost:x"],
            &["[::1"],
            &["[::1]x"],
            &["a b"],
            &["\u{e9}.example"],
        ] {
            assert_eq!(status(&own, "/", wrong), 400, "{wrong:?}");
        }
    }

    #[test]
    fn what_the_target_names_counts_too() {
        let own = hosts("127.0.0.1", &[]);
        assert_eq!(status(&own, "http://localhost/", &["localhost"]), 200);
        assert_eq!(status(&own, "http://evil.example/", &["localhost"]), 421);
        assert_eq!(status(&own, "http://localhost/", &["evil.example"]), 421);
    }

    #[test]
    fn a_server_for_others_is_known_by_its_addresses_and_names() {
        let one = hosts("192.168.1.5", &["Spam.example", "[2001:db8::7]"]);
        for ours in ["192.168.1.5:1998", "spam.example", "SPAM.EXAMPLE:443", "[2001:db8::7]", "localhost"] {
            assert_eq!(status(&one, "/", &[ours]), 200, "{ours}");
        }
        assert_eq!(status(&one, "/", &["192.168.1.6"]), 421);
        // A name can be made to lead anywhere, an address cannot.
        let all = hosts("0.0.0.0", &[]);
        assert_eq!(status(&all, "/", &["192.168.1.6:1998"]), 200);
        assert_eq!(status(&hosts("::", &[]), "/", &["[2001:db8::9]:1998"]), 200);
        for foreign in ["evil.example", "0.0.0.0", "[::]", "224.0.0.1"] {
            assert_eq!(status(&all, "/", &[foreign]), 421, "{foreign}");
        }
        assert!("a/b".parse::<HostName>().is_err() && "".parse::<HostName>().is_err());
    }
}
