//! Many matches at once: the same games from the same seed, however many threads play them; and what they say about
//! a game's balance.

mod aloud;
mod balance;
mod compare;
mod facts;
mod ladder;
mod lift;
mod measure;
mod play;
mod puzzles;
pub mod run;
mod sheet;
mod sim;
pub mod stats;
mod study;
mod tally;
pub mod tune;

pub use aloud::{ExplainedDecision, play_aloud};
pub use balance::balance;
pub use compare::{Comparison, compare};
pub use facts::{Facts, SeatFacts, ThingSet};
pub use ladder::{Gap, League, MOST_BOTS, Patience, Standing, ladder};
pub use lift::{ThingStudy, study_family};
pub use measure::{LONG, MEASURES, Measure, Nature};
pub use play::{Outcome, play_out};
pub use puzzles::{FoundOption, FoundPuzzle, Hunt, hunt};
pub use sim::{Plan, simulate};
pub use tally::{Rounds, Tally};
