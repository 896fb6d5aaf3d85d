//! Actions of seats and outcomes of luck.

use std::cmp::Ordering;

use table::Seat;

use crate::{Port, Suit, Value};

/// An action of a player's turn; its order is the order of choices.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(align(4))] // A whole word each, which makes long lists of choices cheaper to write.
pub enum Action {
    /// Takes a coin of this suit from the pool (R3.1).
    Take(Suit),
    /// Places the coin in hand on this port (R3.1).
    Place(Port),
    /// Relays the whole stack of one port onto that of another (R4.1).
    Relay {
        /// Where the stack lies.
        from: Port,
        /// Where it goes.
        to: Port,
    },
}

impl Action {
    /// The sort key of choices: takes by suit, places by port, relays by pair of neighbours (how far apart their
    /// numbers are, then the lower one), and of the two ways between them the one down first.
    #[inline]
    const fn rank(self) -> u32 {
        match self {
            Self::Take(suit) => suit.index() as u32,
            Self::Place(port) => 1 << 16 | port.index() as u32,
            Self::Relay { from, to } => {
                let (from_number, to_number) = (from.index() as u32, to.index() as u32);
                let way = 2 << 16 | (from.step_to(to) as u32) << 8;
                if from_number < to_number { way | from_number << 1 } else { way | to_number << 1 | 1 }
            }
        }
    }
}

impl Ord for Action {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        self.rank().cmp(&other.rank())
    }
}

impl PartialOrd for Action {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// An outcome of luck.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// The values of the five ports of a suit in reading order (R2.3).
    Lay(Suit, [Value; 5]),
    /// The client that is dealt (R2.6).
    Client(Suit),
    /// Who goes first (R2.7).
    First(Seat),
    /// The value of the coin that was taken (R3.2).
    Value(Value),
}
