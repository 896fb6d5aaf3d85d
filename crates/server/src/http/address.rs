//! Client addresses. Behind a trusted proxy that is the address the proxy vouches for, not the proxy's own.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::str::FromStr;
use std::sync::Arc;

use axum::http::header::FORWARDED;
use axum::http::{HeaderMap, HeaderName};
use thiserror::Error;

/// The other end of a connection.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Peer(pub(crate) SocketAddr);

/// An address, or a range of addresses such as `10.0.0.0/8`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AddressRange {
    first: IpAddr,
    /// How many leading bits all addresses of the range share.
    prefix: u32,
}

/// The text is no address and no range of addresses.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("'{0}' is no address and no range of addresses, such as 127.0.0.1 or 10.0.0.0/8")]
pub struct NoAddressRange(String);

/// An address as a number, and how many bits it has.
const fn bits(address: IpAddr) -> (u128, u32) {
    match address {
        IpAddr::V4(address) => (address.to_bits() as u128, 32),
        IpAddr::V6(address) => (address.to_bits(), 128),
    }
}

impl AddressRange {
    /// Whether the address is in the range.
    #[must_use]
    pub fn contains(self, address: IpAddr) -> bool {
        let ((first, width), (other, other_width)) = (bits(self.first), bits(address.to_canonical()));
        width == other_width && (first ^ other).checked_shr(width - self.prefix).unwrap_or(0) == 0
    }
}

impl FromStr for AddressRange {
    type Err = NoAddressRange;

    fn from_str(text: &str) -> Result<Self, NoAddressRange> {
        let wrong = || NoAddressRange(text.to_owned());
        let (address, prefix) = text.split_once('/').map_or((text, None), |(a, p)| (a, Some(p)));
        let first: IpAddr = address.trim().parse().map_err(|_| wrong())?;
        let width = bits(first).1;
        let prefix = match prefix {
            None => width,
            Some(digits) => digits.trim().parse().ok().filter(|prefix| *prefix <= width).ok_or_else(wrong)?,
        };
        // `::ffff:10.0.0.1` is `10.0.0.1` in other words.
        let canonical = first.to_canonical();
        match prefix.checked_sub(width - bits(canonical).1) {
            Some(prefix) => Ok(Self { first: canonical, prefix }),
            None => Ok(Self { first, prefix }),
        }
    }
}

/// Trusted proxies: their headers name the client.
#[derive(Debug, Clone, Default)]
pub(crate) struct TrustedProxies(Arc<[AddressRange]>);

const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

impl TrustedProxies {
    pub(crate) fn new(ranges: &[AddressRange]) -> Self {
        Self(ranges.into())
    }

    /// Whether this is one of them.
    pub(crate) fn contains(&self, address: IpAddr) -> bool {
        self.0.iter().any(|range| range.contains(address))
    }

    /// The client, when this peer sends these headers: the last address in them that is no trusted proxy. Where the two
    /// headers disagree the client made one of them up, so the request counts as the proxy's own.
    pub(crate) fn client(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let peer = peer.to_canonical();
        if !self.contains(peer) {
            return peer;
        }
        let forwarded = self.last_untrusted(peer, headers, &FORWARDED, forwarded_for);
        let x_forwarded = self.last_untrusted(peer, headers, &X_FORWARDED_FOR, address);
        match (forwarded, x_forwarded) {
            (Some(one), Some(other)) if one != other => peer,
            (one, other) => one.or(other).unwrap_or(peer),
        }
    }

    /// The last untrusted address in this header, which has one element a hop; `None` if there is no such header. What
    /// stands before an element that names no address is not believed.
    fn last_untrusted(
        &self,
        peer: IpAddr,
        headers: &HeaderMap,
        name: &HeaderName,
        read: fn(&str) -> Option<IpAddr>,
    ) -> Option<IpAddr> {
        let lines: Vec<&str> =
            headers.get_all(name).iter().map(|line| line.to_str().unwrap_or("?")).collect();
        let hops = lines.iter().rev().flat_map(|line| line.rsplit(','));
        let mut nearest = None;
        for hop in hops {
            match read(hop.trim()) {
                Some(hop) if self.contains(hop) => nearest = Some(hop),
                Some(hop) => return Some(hop),
                None => return nearest.or(Some(peer)),
            }
        }
        nearest
    }
}

/// The address in an element of `Forwarded`.
fn forwarded_for(element: &str) -> Option<IpAddr> {
    let pairs = element.split(';').filter_map(|pair| pair.split_once('='));
    let mut nodes = pairs.filter(|(name, _)| name.trim().eq_ignore_ascii_case("for"));
    let (_, node) = nodes.next()?;
    address(node.trim().trim_matches('"'))
}

/// An address, with or without brackets and a port.
fn address(text: &str) -> Option<IpAddr> {
    let bare = || text.parse().ok();
    let with_port = || text.parse::<SocketAddr>().ok().map(|at| at.ip());
    let bracketed = || text.strip_prefix('[')?.strip_suffix(']')?.parse::<Ipv6Addr>().ok().map(IpAddr::V6);
    bare().or_else(with_port).or_else(bracketed).map(|address| address.to_canonical())
}

/// The key of rate limits: an IPv4 address, or the /64 network of an IPv6 address, as one household has it.
pub(crate) fn limit_key(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        v4 @ IpAddr::V4(_) => v4,
        IpAddr::V6(v6) => IpAddr::V6(Ipv6Addr::from_bits(v6.to_bits() >> 64 << 64)),
    }
}

#[cfg(test)]
mod tests {
    use proptest::test_runner::{Config, RngSeed};

    use super::*;
    use axum::http::HeaderValue;

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    fn headers(lines: &[(&'static str, &str)]) -> HeaderMap {
        let pair = |(name, value): &(&'static str, &str)| {
            (HeaderName::from_static(name), HeaderValue::from_bytes(value.as_bytes()).unwrap())
        };
        let mut all = HeaderMap::new();
        for (name, value) in lines.iter().map(pair) {
            all.append(name, value);
        }
        all
    }

    #[test]
    fn ranges_hold_what_they_say() {
        let range = |text: &str| text.parse::<AddressRange>().unwrap();
        assert!(
            range("10.0.0.0/8").contains(ip("10.255.3.4")) && !range("10.0.0.0/8").contains(ip("11.0.0.1"))
        );
        assert!(
            range("10.1.2.3").contains(ip("::ffff:10.1.2.3")) && !range("10.1.2.3").contains(ip("10.1.2.4"))
        );
        assert!(
            range("0.0.0.0/0").contains(ip("8.8.8.8")) && !range("0.0.0.0/0").contains(ip("2001:db8::1"))
        );
        assert!(range("2001:db8::/32").contains(ip("2001:db8:7::1")) && range("::/0").contains(ip("::1")));
        for same in ["::ffff:10.1.2.3", "::ffff:10.1.2.3/128", "::ffff:a01:203"] {
            assert_eq!(range(same), range("10.1.2.3"), "{same}");
        }
        assert_eq!(range("::ffff:10.0.0.0/104"), range("10.0.0.0/8"));
        assert!(range("::/0").contains(ip("2001:db8::1")) && range("::ffff:0:0/80").contains(ip("::1")));
        for wrong in ["", "x", "10.0.0.0/33", "10.0.0.0/-1", "::/129", "10.0.0/8", "10.0.0.0/"] {
            assert!(wrong.parse::<AddressRange>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_last_untrusted_hop_is_who_asks() {
        let proxies = TrustedProxies::new(&["127.0.0.1".parse().unwrap(), "10.0.0.0/8".parse().unwrap()]);
        let asks = |peer: &str, lines: &[(&'static str, &str)]| proxies.client(ip(peer), &headers(lines));
        for (lines, client) in [
            (&[][..], "127.0.0.1"),
            (&[("x-forwarded-for", "198.51.100.7")], "198.51.100.7"),
            // A client's own text stands before the proxy's.
            (&[("x-forwarded-for", "1.2.3.4, 198.51.100.7")], "198.51.100.7"),
            (
                &[("x-forwarded-for", "1.2.3.4"), ("x-forwarded-for", "198.51.100.7, 10.0.0.9")],
                "198.51.100.7",
            ),
            (&[("x-forwarded-for", "198.51.100.7:4711")], "198.51.100.7"),
            (&[("x-forwarded-for", "2001:db8::7")], "2001:db8::7"),
            (&[("x-forwarded-for", "10.0.0.8, 10.0.0.9")], "10.0.0.8"),
            (&[("x-forwarded-for", "198.51.100.7, nonsense, 10.0.0.9")], "10.0.0.9"),
            (&[("x-forwarded-for", "198.51.100.7, nonsense")], "127.0.0.1"),
            (&[("x-forwarded-for", "")], "127.0.0.1"),
            (&[("forwarded", "for=1.2.3.4, for=198.51.100.7;proto=https;by=10.0.0.9")], "198.51.100.7"),
            (&[("forwarded", "proto=https; For=\"[2001:db8::7]:4711\"")], "2001:db8::7"),
            (&[("forwarded", "for=\"[2001:db8::7]\"")], "2001:db8::7"),
            (&[("forwarded", "for=_hidden, for=10.0.0.9")], "10.0.0.9"),
            (&[("forwarded", "for=unknown")], "127.0.0.1"),
            // A proxy that sets both says the same twice; else the client made one of them up.
            (&[("forwarded", "for=198.51.100.7"), ("x-forwarded-for", "198.51.100.7")], "198.51.100.7"),
            (&[("forwarded", "for=1.2.3.4"), ("x-forwarded-for", "198.51.100.7")], "127.0.0.1"),
        ] {
            assert_eq!(asks("127.0.0.1", lines), ip(client), "{lines:?}");
        }
        // Other proxies are not believed.
        assert_eq!(asks("198.51.100.7", &[("x-forwarded-for", "1.2.3.4")]), ip("198.51.100.7"));
    }

    #[test]
    fn a_household_counts_as_one() {
        assert_eq!(limit_key(ip("2001:db8:1:2:3:4:5:6")), limit_key(ip("2001:db8:1:2::")));
        assert_ne!(limit_key(ip("2001:db8:1:2::1")), limit_key(ip("2001:db8:1:3::1")));
        assert_eq!(limit_key(ip("::ffff:10.1.2.3")), ip("10.1.2.3"));
        assert_ne!(limit_key(ip("10.1.2.3")), limit_key(ip("10.1.2.4")));
    }

    proptest::proptest! {
        #![proptest_config(Config { rng_seed: RngSeed::Fixed(1998), ..Config::default() })]

        #[test]
        fn no_header_panics(text in "\\PC{0,80}", bytes in proptest::collection::vec(32_u8..=255, 0..60)) {
            let proxies = TrustedProxies::new(&["::/0".parse().unwrap(), "0.0.0.0/0".parse().unwrap()]);
            let mut all = headers(&[("forwarded", &text), ("x-forwarded-for", &text)]);
            if let Ok(value) = HeaderValue::from_bytes(&bytes) {
                all.append(FORWARDED, value);
            }
            proxies.client(ip("127.0.0.1"), &all);
        }
    }
}
