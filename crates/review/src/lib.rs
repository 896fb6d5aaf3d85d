//! A finished game looked at again: what everybody's chances were after every input, what luck did to them, and what each
//! choice gave away; always as the seat could know it then. `docs/review.md` says how it is reckoned.
//!
//! A [`Reviewer`] looks at one input at a time, so that whoever runs it can show how far it is, and stop.

mod any;
mod data;
mod effort;
mod points;
mod reviewer;
mod story;
mod summary;
mod travel;
mod words;

pub use any::{Reviewable, Reviewing, reviewing_record};
pub use data::{Better, Decision, Moment, Review, SeatSummary, Step};
pub use effort::{Depth, Thinking, Thought};
pub use points::{Grade, Points};
pub use reviewer::{Reviewer, SEED};
pub use story::{GameResult, Highlight, retell};
pub use travel::{ReviewAnswer, ReviewJob};
