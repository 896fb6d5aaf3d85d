//! Resource use of processes.

use std::fmt::Display;
use std::time::Duration;

/// How much processor time a process has used, with all that it has started and that have ended.
#[must_use]
pub fn processor(process: impl Display) -> Duration {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // After the name, in parentheses, which may hold anything.
    let after = stat.rsplit(')').next().unwrap_or_default();
    // In the program and in the system; its own, and that of its ended children.
    let ticks = after.split_whitespace().skip(11).take(4).filter_map(|word| word.parse::<i64>().ok());
    Duration::from_millis(ticks.sum::<i64>().unsigned_abs() * 10)
}
