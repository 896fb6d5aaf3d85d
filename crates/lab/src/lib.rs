//! Many matches at once: the same games from the same seed, however many threads play them; and what they say about
//! a game's balance.

mod aloud;
mod balance;
mod compare;
#[cfg(feature = "parquet")]
mod dataset;
mod decision;
mod facts;
mod hunt;
mod ladder;
mod lift;
mod measure;
mod play;
mod puzzles;
pub mod run;
mod sheet;
mod sim;
mod simulate;
pub mod stats;
mod study;
mod tally;
pub mod tune;

pub use aloud::{ExplainedDecision, HearDecision, play_aloud};
pub use balance::balance;
pub use compare::{Comparison, compare};
#[cfg(feature = "parquet")]
pub use dataset::{Dataset, Written};
pub use decision::{Decision, Games};
pub use facts::{Facts, SeatFacts, ThingSet};
pub use hunt::{Hunt, hunt};
pub use ladder::{Gap, League, MOST_BOTS, Patience, Standing, ladder};
pub use lift::{ThingStudy, study_family};
pub use measure::{LONG, MEASURES, Measure, Nature};
pub use play::{Outcome, play_out};
pub use puzzles::{Except, FoundOption, FoundPuzzle};
pub use sheet::percent_within;
pub use sim::Plan;
pub use simulate::{KeepRecord, simulate};
pub use tally::{Rounds, Tally};
