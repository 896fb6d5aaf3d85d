//! A review on another machine: the job, progress reports, and the result.

use serde::{Deserialize, Serialize};

use crate::{Depth, Review};

/// A finished game to look at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReviewJob {
    /// Its record.
    pub record: String,
    /// How deep is to be looked.
    pub depth: Depth,
}

impl ReviewJob {
    /// No job is longer than this as text.
    pub const LONGEST: usize = 512 * 1024;
}

/// A worker's answer about a game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ReviewAnswer {
    /// So many inputs have been looked at, of so many.
    Looked(usize, usize),
    /// All of them have; this is what was found.
    Found(Box<Review>),
    /// Another game is looked at there.
    Busy,
    /// It cannot be looked at, and why.
    Refused(String),
}
