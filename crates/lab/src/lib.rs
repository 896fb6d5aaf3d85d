//! Many matches at once: the same games from the same seed, however many threads play them; and what they say about
//! a game's balance.

mod facts;
mod play;
pub mod run;
mod sim;
pub mod stats;
mod study;
mod tally;

pub use facts::{Facts, SeatFacts, ThingSet};
pub use play::{Outcome, play_out};
pub use sim::{Plan, Stopped, simulate};
pub use tally::{Rounds, Tally};
