//! What a seat may do and what luck may bring.

use std::cmp::Ordering;

use table::Seat;

use crate::{Port, Suit, Value};

/// What a player does in his turn; its order is the order of choices.
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
    /// What the order of choices goes by: takes by suit, places by port, relays by pair of neighbours (how far
    /// apart their numbers are, then the lower one), and of the two ways between them the one down first.
    const fn rank(self) -> (u8, u8, u8, u8) {
        match self {
            Self::Take(suit) => (0, 0, suit.index() as u8, 0),
            Self::Place(port) => (1, 0, port.index() as u8, 0),
            Self::Relay { from, to } => {
                let (from_number, to_number) = (from.index() as u8, to.index() as u8);
                if from_number < to_number {
                    (2, from.step_to(to), from_number, 0)
                } else {
                    (2, from.step_to(to), to_number, 1)
                }
            }
        }
    }
}

impl Ord for Action {
    fn cmp(&self, other: &Self) -> Ordering {
        self.rank().cmp(&other.rank())
    }
}

impl PartialOrd for Action {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// What luck brings.
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
