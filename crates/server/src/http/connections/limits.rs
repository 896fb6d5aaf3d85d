//! Connection limits: altogether, and from one address.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Semaphore;

use crate::http::address::{TrustedProxies, limit_key};

/// The most connections at a time.
const MOST_CONNECTIONS: usize = 20_000;
/// The most connections from one address at a time; fewer in tests, which have few files to open.
pub(crate) const MOST_PER_ADDRESS: u32 = if cfg!(test) { 50 } else { 500 };

/// Counts of open connections, and their limits.
pub(crate) struct ConnectionLimits(Arc<Taken>);

struct Taken {
    free: Semaphore,
    per_address: PerAddress,
    /// Open connections by address.
    counts: Mutex<BTreeMap<IpAddr, u32>>,
}

/// Whether connections from one address are counted.
pub(crate) enum PerAddress {
    /// They are not.
    Uncounted,
    /// They are, but for those from these proxies.
    Counted(TrustedProxies),
}

/// A permit for an open connection; dropping it gives it back.
pub(super) struct Permit {
    all: Arc<Taken>,
    counted: Option<IpAddr>,
}

impl Taken {
    fn counts(&self) -> MutexGuard<'_, BTreeMap<IpAddr, u32>> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ConnectionLimits {
    /// None is open.
    pub(crate) fn new(per_address: PerAddress) -> Self {
        let free = Semaphore::new(MOST_CONNECTIONS);
        Self(Arc::new(Taken { free, per_address, counts: Mutex::default() }))
    }

    /// A permit for a connection from this address, if one more may be open.
    pub(super) fn take(&self, from: IpAddr) -> Option<Permit> {
        let permit = self.0.free.try_acquire().ok()?;
        let counted = match &self.0.per_address {
            PerAddress::Counted(proxies) if !proxies.contains(from) => Some(limit_key(from)),
            PerAddress::Counted(_) | PerAddress::Uncounted => None,
        };
        if let Some(from) = counted {
            let mut counts = self.0.counts();
            let count = counts.entry(from).or_default();
            if *count >= MOST_PER_ADDRESS {
                return None;
            }
            *count += 1;
        }
        permit.forget();
        Some(Permit { all: self.0.clone(), counted })
    }

    /// Waits until all connections are closed.
    pub(super) async fn all_closed(&self) {
        let all = u32::try_from(MOST_CONNECTIONS).unwrap_or(u32::MAX);
        let _ = self.0.free.acquire_many(all).await;
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        if let Some(from) = self.counted {
            let mut counts = self.all.counts();
            if let Some(count) = counts.get_mut(&from) {
                *count -= 1;
                if *count == 0 {
                    counts.remove(&from);
                }
            }
        }
        self.all.free.add_permits(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn one_address_has_so_many_places_and_a_proxy_has_all() {
        let proxies = TrustedProxies::new(&["10.0.0.1".parse().unwrap()]);
        let limits = ConnectionLimits::new(PerAddress::Counted(proxies));
        let mut taken: Vec<Permit> =
            (0..MOST_PER_ADDRESS).map(|_| limits.take(ip("198.51.100.7")).unwrap()).collect();
        assert!(limits.take(ip("198.51.100.7")).is_none());
        assert!(limits.take(ip("::ffff:198.51.100.7")).is_none(), "the same address in other words");
        assert!(limits.take(ip("198.51.100.8")).is_some());
        let proxied: Vec<Permit> =
            (0..=MOST_PER_ADDRESS).map(|_| limits.take(ip("10.0.0.1")).unwrap()).collect();
        taken.pop();
        assert!(limits.take(ip("198.51.100.7")).is_some());
        drop((taken, proxied));
        assert!(limits.0.counts().is_empty(), "nobody is remembered who is gone");
        assert_eq!(limits.0.free.available_permits(), MOST_CONNECTIONS);
    }

    #[test]
    fn a_network_of_ipv6_counts_as_one_address() {
        let limits = ConnectionLimits::new(PerAddress::Counted(TrustedProxies::default()));
        let from = |number: u32| ip(&format!("2001:db8:1:2::{number:x}"));
        let _taken: Vec<Permit> =
            (0..MOST_PER_ADDRESS).map(|number| limits.take(from(number)).unwrap()).collect();
        assert!(limits.take(from(9_999)).is_none());
        assert!(limits.take(ip("2001:db8:1:3::1")).is_some());
    }

    #[test]
    fn without_limits_nobody_is_counted() {
        let limits = ConnectionLimits::new(PerAddress::Uncounted);
        let taken: Vec<Permit> =
            (0..=MOST_PER_ADDRESS).map(|_| limits.take(ip("127.0.0.1")).unwrap()).collect();
        assert_eq!(taken.len() as u32, MOST_PER_ADDRESS + 1);
    }
}
