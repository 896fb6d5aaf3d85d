//! `cargo xtask weigh`: crates, lines and seconds of a cold build, beside the most that they may be.

mod cold;
mod crates;
mod lines;

use std::fmt::Write as _;
use std::path::Path;

use crate::Trouble;

/// A figure and its limit.
pub(crate) struct Weight {
    name: &'static str,
    value: u64,
    limit: u64,
}

impl Weight {
    pub(crate) const fn new(name: &'static str, value: u64, limit: u64) -> Self {
        Self { name, value, limit }
    }
}

/// Whether cold builds are made, too: they take a quarter of an hour, and the machine to themselves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Seconds {
    Measured,
    LeftOut,
}

/// Weighs the workspace; fails where a limit is passed.
pub(crate) fn weigh(root: &Path, seconds: Seconds) -> Result<String, Trouble> {
    let counted = lines::count(root)?;
    let mut said = lines::table(&counted);
    let mut weights = crates::count(root)?;
    weights.extend(lines::weights(&counted));
    if seconds == Seconds::Measured {
        weights.extend(cold::build(root)?);
        weights.extend(cold::test(root)?);
    }
    let _ = writeln!(said, "\n{:<44} {:>10} {:>10}", "", "now", "at most");
    for Weight { name, value, limit } in &weights {
        let mark = if value > limit { "  too much" } else { "" };
        let _ = writeln!(said, "{name:<44} {value:>10} {limit:>10}{mark}");
    }
    let over: Vec<&str> =
        weights.iter().filter(|weight| weight.value > weight.limit).map(|weight| weight.name).collect();
    match over.is_empty() {
        true => Ok(said.trim_end().to_owned()),
        false => Err(Trouble::Wrong(format!("{said}\nover the limit: {}", over.join(", ")))),
    }
}
