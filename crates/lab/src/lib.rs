//! Many matches at once: the same games from the same seed, however many threads play them.

mod play;
mod sim;
mod tally;

pub use play::{Outcome, play_out};
pub use sim::{Plan, Stopped, simulate};
pub use tally::{Rounds, Tally};
