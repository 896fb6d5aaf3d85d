//! The time of day.

use std::time::{SystemTime, UNIX_EPOCH};

/// Seconds since 1970; 0 before.
#[must_use]
pub fn unix_time() -> i64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |since| i64::try_from(since.as_secs()).unwrap_or(i64::MAX))
}
