//! A run: some scenarios, each played so many times, kept in a journal so that it can stop and go on.

mod engine;
mod journal;
mod log;
mod scenario;
mod settings;

pub(crate) use engine::pool;
pub use engine::{Played, Stop, play, play_in_stages};
pub use journal::Journal;
pub use log::seed_of;
pub(crate) use log::{Line, Log, damaged};
pub use scenario::{GameInfo, Scenario};
pub use settings::{MOST_GAMES, Settings};

use thiserror::Error;

/// Why a run cannot begin or go on.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct RunError(pub String);
