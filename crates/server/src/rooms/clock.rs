//! The clock of rooms: wall-clock time when the server started, and never backwards from there. Test builds can be told
//! that time, so that the deal of the day does not depend on the day; a release build has no such option.

use std::time::{SystemTime, UNIX_EPOCH};

use room::Time;
use tokio::time::Instant;

/// The clock of a server.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Clock {
    started: Instant,
    at: Time,
}

impl Clock {
    pub(super) fn start() -> Self {
        #[cfg(any(test, debug_assertions))]
        if let Some(at) = std::env::var("GRUNTLE_TEST_TIME").ok().and_then(|at| at.parse().ok()) {
            return Self::at(Time(at));
        }
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self::at(Time(u64::try_from(since.as_millis()).unwrap_or(0)))
    }

    /// A clock that shows this moment now.
    pub(super) fn at(at: Time) -> Self {
        Self { started: Instant::now(), at }
    }

    pub(crate) fn now(&self) -> Time {
        self.at + self.started.elapsed()
    }

    /// When this moment comes; at once if it has.
    pub(super) fn instant(&self, time: Time) -> Instant {
        Instant::now() + time.after(self.now())
    }
}
