//! Refusals: why an input is not taken.

use std::fmt::{Debug, Display};

use crate::{Clause, Prose};

/// Why an input is not taken: the clause it breaks and a sentence for the player.
pub trait Refusal: Display + Debug + Clone + PartialEq {
    /// The clause that the input would break.
    fn clause(&self) -> Clause;

    /// The sentence, to be read with names where it speaks of seats.
    fn says(&self) -> Prose {
        Prose::from(self.to_string())
    }
}
