//! A run: some scenarios, each played so many times, kept in a journal so that it can stop and go on.

mod crew;
mod engine;
mod journal;
mod log;
mod scenario;
mod settings;
mod task;
mod wire;

pub(crate) use crew::pool;
pub use crew::{Crew, Flow, Piece, Stop, Take, Threads};
pub use engine::{Played, play, play_in_stages};
pub use journal::Journal;
pub use log::seed_of;
pub(crate) use log::{Line, Log, damaged};
pub use scenario::{GameInfo, Scenario};
pub use settings::{MOST_GAMES, Settings};
pub(crate) use task::chunk;
pub use task::{Done, Question, Task};
pub use wire::fingerprint;

use thiserror::Error;

/// Whether a run begins or goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Start {
    /// In a folder that is not there yet.
    Begin,
    /// With what the journal in the folder says.
    Resume,
}

/// Why a run cannot begin or go on.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct RunError(pub String);
