//! Programs that play in the place of our bots.

use std::sync::Arc;

use games::{Level, Program};

/// A program that plays at a level, at every table but those of deals.
#[derive(Debug, Clone)]
pub struct LevelProgram {
    /// The level.
    pub level: Level,
    /// The program.
    pub program: Arc<Program>,
}
