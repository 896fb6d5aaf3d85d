//! Occasions of luck: it can be drawn by its purpose and by how often that came up, and stays comparable between games
//! that are played differently.

use std::fmt;

use crate::Seat;

/// The occasion of a piece of luck. It is public: a bystander sees as much.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Occasion {
    /// Its purpose, in words that no other kind of luck of the game has.
    pub what: &'static str,
    /// Its target, where there are several of the kind: a suit, a pile.
    pub of: Option<&'static str>,
    /// For whom.
    pub by: Option<Seat>,
    /// From whom, where another seat is concerned.
    pub from: Option<Seat>,
}

impl Occasion {
    /// Luck that is nobody's own.
    #[must_use]
    pub const fn open(what: &'static str) -> Self {
        Self { what, of: None, by: None, from: None }
    }

    /// Luck of one seat.
    #[must_use]
    pub const fn of_seat(what: &'static str, by: Seat) -> Self {
        Self { by: Some(by), ..Self::open(what) }
    }
}

impl fmt::Display for Occasion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.what)?;
        if let Some(of) = self.of {
            write!(f, " of {of}")?;
        }
        if let Some(by) = self.by {
            write!(f, " for {by}")?;
        }
        if let Some(from) = self.from {
            write!(f, " from {from}")?;
        }
        Ok(())
    }
}
