//! How a follower applies the lines it receives.

/// The use of news to a follower that has applied so many lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Worth {
    /// There is a gap before them.
    Misses,
    /// Their lines from this one on are the next; there may be none, and only events.
    New(usize),
    /// All their lines are known.
    Known,
}

/// The use of news with so many lines, the last of which is the head, where so many are applied.
#[must_use]
pub fn worth(known: u64, head: u64, lines: usize) -> Worth {
    let before = head.saturating_sub(lines as u64);
    if before > known {
        Worth::Misses
    } else if head > known || lines == 0 {
        Worth::New(((known - before) as usize).min(lines))
    } else {
        Worth::Known
    }
}
