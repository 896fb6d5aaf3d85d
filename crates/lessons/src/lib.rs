//! What learners are told. A lesson is one legal game, kept as a record, and what a coach says at each step of it; a
//! glossary has every word of a rulebook in short; a puzzle is a position in which one choice is far better than all
//! others. All are data, read and checked here; what they look like is for others.
//!
//! ```
//! use lessons::{Answer, Lesson};
//! let lesson = Lesson::of(games::GameName::SpamORama);
//! assert_eq!(lesson.step(1).expects(), ["take hearts"]);
//! assert_eq!(lesson.answer(1, "take hearts"), Answer::GoesOn);
//! assert!(matches!(lesson.answer(1, "take clubs"), Answer::Says(_)));
//! ```

mod check;
mod file;
mod glossary;
mod lesson;
mod pattern;
mod puzzle;
mod reading;
mod script;
mod told;

pub use file::{EndCard, Otherwise, Point, Step};
pub use glossary::{Term, glossary, read_glossary};
pub use lesson::{Answer, Beat, Lesson};
pub use puzzle::{Puzzle, Solution};
pub use told::{Fault, Place};

/// The learner's seat.
pub const LEARNER: table::Seat = match table::Seat::new(0) {
    Some(seat) => seat,
    None => unreachable!(),
};
