//! Reviews of finished games: everybody's chances after every input, the effect of luck on them, and the loss by each
//! choice; always by the seat's knowledge then. `docs/review.md` says how it is reckoned.
//!
//! A [`Reviewer`] looks at one input at a time, so that its caller can show the progress, and stop.

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
