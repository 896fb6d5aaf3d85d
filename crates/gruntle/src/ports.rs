//! The port of a table for which nobody named one: 1998, or the next that is free.

use std::io;

use server::PORT;

/// How many ports are tried before any free one is taken.
const PORTS: u16 = 10;

/// The ports that are tried, in their order. Tests begin at another one, so that none is in the way of what runs beside
/// it; only debug builds can.
pub(crate) fn tried() -> impl Iterator<Item = u16> {
    let first = if cfg!(debug_assertions) { std::env::var("GRUNTLE_TEST_PORT").ok() } else { None };
    let first = first.and_then(|first| first.parse().ok()).unwrap_or(PORT);
    (0..PORTS).filter_map(move |next| first.checked_add(next))
}

/// Ports that other programs have.
#[derive(Debug, Default)]
pub(crate) struct Busy(Vec<u16>);

impl Busy {
    /// Notes a port that could not be had, and why.
    pub(crate) fn note(&mut self, port: u16, why: &io::Error) {
        if why.kind() == io::ErrorKind::AddrInUse {
            self.0.push(port);
        }
    }

    /// The line that tells which ports were in use, and which one was taken instead.
    pub(crate) fn told(&self, taken: u16) -> Option<String> {
        match self.0.as_slice() {
            [] => None,
            [one] => Some(format!("Port {one} is in use; took {taken}.")),
            [first, .., last] => Some(format!("Ports {first} to {last} are in use; took {taken}.")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ports_that_others_had_are_told() {
        let mut busy = Busy::default();
        busy.note(1998, &io::ErrorKind::PermissionDenied.into());
        assert_eq!(busy.told(1999), None);
        let in_use = io::ErrorKind::AddrInUse.into();
        busy.note(1998, &in_use);
        assert_eq!(busy.told(1999).as_deref(), Some("Port 1998 is in use; took 1999."));
        busy.note(1999, &in_use);
        busy.note(2000, &in_use);
        assert_eq!(busy.told(2001).as_deref(), Some("Ports 1998 to 2000 are in use; took 2001."));
    }
}
