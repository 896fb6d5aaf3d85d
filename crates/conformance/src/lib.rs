//! The laws every game at our table keeps, tried over many random games.
//!
//! A game's own test file needs no more than this:
//!
//! ```text
//! use conformance::{Plan, check};
//!
//! #[test]
//! fn keeps_every_law() {
//!     let make = |number| MyGame::new(SeatCount::new(2 + number as usize % 5).unwrap());
//!     match check(make, &Plan::new(200, 42)) {
//!         Ok(report) => assert!(report.untried().is_empty(), "{report}"),
//!         Err(broken) => panic!("{broken}"),
//!     }
//! }
//! ```
//!
//! `make` is handed the number of each game, so that seats, card sets and variants can differ; it must make
//! the same game for the same number. All randomness comes from the plan's seed, so a run always says the
//! same. When a [`Law`] is broken, [`Broken`] names it, says what was seen, and gives the one game to play
//! again. The [`Report`] counts the tries of each law: assert on it, or a law that never met its occasion
//! passes in silence. (A game without sealed choices will have untried just those.)
//!
//! The laws fall into groups. *The door*: enumerated and accepted actions are the same, refusals
//! change nothing, everything cites the rulebook. *The course of a game*: it goes on until it ends, no piece
//! is lost, its record replays, and unsettled changes can be undone. *Secrets*: two tables that differ only in a
//! viewer's secrets are walked side by side, and that viewer must hear, see, be asked and be refused the same at both.
//! *Imagination*: a world imagined from a view looks like the true one, can be played, and is made without a look at it.
//! All games are taken through one group before the next begins, for each leans on the ones before.

mod bench;
mod check;
mod course;
mod door;
mod fork;
pub mod fuzz;
mod glimpse;
mod law;
mod pair;
mod plan;
mod prompts;
mod replay;
mod takeback;
mod trace;
pub mod twins;
mod vocabulary;
mod walk;
mod worlds;

pub use check::check;
pub use law::{Broken, Law};
pub use plan::{Imagined, Plan, Report};
pub use trace::play;
