//! How long a player may think.

use std::time::Duration;

/// How long a search may think about one decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Budget {
    /// So many iterations: the same seed gives the same move on any machine.
    Iterations(u32),
    /// So much time, for live play.
    Time(Duration),
}
