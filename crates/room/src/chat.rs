//! Quick chat: a dozen lines that everybody may say, and nothing else.

use std::time::Duration;

use table::Seat;

/// The lines of the quick chat, by number.
pub const QUICK_CHAT: [&str; 12] = [
    "Hello!",
    "Good luck. You have already won.",
    "Well mailed.",
    "That was meant for somebody else.",
    "Please remove me from your list.",
    "Dear friend, I am writing in confidence.",
    "Thinking. This may take up to 14 days.",
    "Your turn, I believe.",
    "Act now!",
    "Who clicked on that?",
    "Good game.",
    "One more?",
];

/// A seat may say one line in this time.
pub(crate) const A_LINE: Duration = Duration::from_secs(1);

/// How many chat lines are kept.
const KEPT: usize = 40;

/// A chat line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Said {
    /// By whom.
    pub seat: Seat,
    /// What.
    pub line: &'static str,
}

/// Keeps a chat line; one of an older program that is gone is left out.
pub(crate) fn keep(said: &mut Vec<Said>, seat: Seat, line: usize) {
    let Some(line) = QUICK_CHAT.get(line) else { return };
    if said.len() == KEPT {
        said.remove(0);
    }
    said.push(Said { seat, line });
}
