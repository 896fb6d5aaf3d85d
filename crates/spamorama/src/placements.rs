//! R4.7: what all saw of who placed what where, and what that tells.

use serde::{Deserialize, Serialize};
use table::{MOST_SEATS, Seat, SeatCount};

use crate::coin::Value;
use crate::port::{PORTS, Port, by_port};
use crate::suit::{SUITS, Suit};

/// A port on which nothing was placed.
const NOTHING: u8 = u8::MAX;

/// Public knowledge of placements: who placed a coin of which suit on which port (R4.7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Placements(#[serde(with = "by_port")] [u8; PORTS]);

impl Placements {
    /// Nothing placed, or nothing remembered.
    pub const NONE: Self = Self([NOTHING; PORTS]);

    /// Who placed a coin of which suit on this port.
    #[must_use]
    pub fn on(&self, port: Port) -> Option<(Seat, Suit)> {
        let entry = self.0[port.index()] as usize;
        Some((Seat::new(entry / SUITS)?, Suit::new(entry % SUITS)?))
    }

    /// Whether only these seats placed anything.
    pub(crate) fn are_of(&self, seats: SeatCount) -> bool {
        self.0.iter().all(|&entry| entry == NOTHING || usize::from(entry) < seats.get() * SUITS)
    }

    /// The seat placed a coin of this suit on this port.
    pub(crate) const fn add(&mut self, seat: Seat, suit: Suit, port: Port) {
        self.0[port.index()] = (seat.index() * SUITS + suit.index()) as u8;
    }
}

/// How much the ports were worth beyond the usual three each on which each seat placed each suit (R4.7).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Leanings([[i8; SUITS]; MOST_SEATS]);

/// The worth of a port of this value beyond the usual three; 0 before it is laid.
#[inline]
fn worth(value: Option<Value>) -> i8 {
    value.map_or(0, |value| value.points() as i8 - 3)
}

impl Leanings {
    /// Nobody leans to anything.
    pub const NONE: Self = Self([[0; SUITS]; MOST_SEATS]);

    /// The leanings behind these placements on ports of these values.
    #[inline]
    #[must_use]
    pub fn of_placements(placements: &Placements, values: &[Option<Value>; PORTS]) -> Self {
        // Lookup table: a placement is the number of its place, and a byte always fits, so the hot loop of imagining
        // checks no bounds.
        let mut leanings = [0; 1 << 8];
        let worth = values.map(worth);
        // Four ports at a time, which no compiler does by itself.
        for (placed, worth) in placements.0.as_chunks::<4>().0.iter().zip(worth.as_chunks::<4>().0) {
            for (&placed, worth) in placed.iter().zip(worth) {
                leanings[usize::from(placed)] += worth;
            }
        }
        let (of_seats, _) = leanings.as_chunks();
        Self(std::array::from_fn(|seat| of_seats[seat]))
    }

    /// How this seat leans to each suit.
    #[must_use]
    pub const fn of_seat(&self, seat: Seat) -> &[i8; SUITS] {
        &self.0[seat.index()]
    }

    /// How this seat leans to this suit.
    #[must_use]
    pub const fn of(&self, seat: Seat, suit: Suit) -> i8 {
        self.0[seat.index()][suit.index()]
    }

    /// The seat placed a coin of this suit on a port of this value.
    #[inline]
    pub(crate) fn add(&mut self, seat: Seat, suit: Suit, value: Option<Value>) {
        self.0[seat.index()][suit.index()] += worth(value);
    }
}
