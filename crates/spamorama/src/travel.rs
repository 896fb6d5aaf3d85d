//! Views that were sent here: how values and ports are written, and whether a view is made of what the game has.

use table::{Portable, Seat};

use crate::coin::{COINS, Value};
use crate::port::Port;
use crate::suit::Suit;
use crate::{Holder, SpamORama, Stage, View};

/// More turns than any game has, and more points than any client gets.
const MOST_TURNS: u32 = 1_000;
const MOST_POINTS: u8 = 100;

impl From<Value> for u8 {
    fn from(value: Value) -> Self {
        value.points()
    }
}

impl TryFrom<u8> for Value {
    type Error = &'static str;

    fn try_from(points: u8) -> Result<Self, &'static str> {
        Self::new(points).ok_or("values are 1 to 5")
    }
}

impl From<Port> for u8 {
    fn from(port: Port) -> Self {
        port.index() as Self
    }
}

impl TryFrom<u8> for Port {
    type Error = &'static str;

    fn try_from(index: u8) -> Result<Self, &'static str> {
        Self::new(index.into()).ok_or("there are 60 ports")
    }
}

impl Portable for SpamORama {
    fn could_show(&self, view: &View) -> bool {
        let seats = self.seat_count();
        let is_here = |seat: Seat| seats.contains(seat);
        let asked = match view.stage {
            Stage::Taking(seat) | Stage::Placing(seat, _) | Stage::Relaying(seat) => is_here(seat),
            Stage::Laying(_)
            | Stage::Dealing(_)
            | Stage::DrawingLots
            | Stage::Looking(..)
            | Stage::Busted => false,
        };
        let heights: usize = view.heights.iter().map(|&height| usize::from(height)).sum();
        let pool: usize = view.pool.iter().map(|&count| usize::from(count)).sum();
        let coins = || view.coins.iter().chain(&view.hand);
        let clients = |seat: &Holder| match *seat {
            Holder::Seat(seat) => is_here(seat),
            Holder::Nobody => true,
        };
        let counts: usize = view.client_counts.iter().map(|&count| usize::from(count)).sum();
        asked
            && view.turns <= MOST_TURNS
            && view.viewer.seat().is_none_or(is_here)
            && view.first.is_some_and(is_here)
            && view.port_values.iter().all(Option::is_some)
            && heights == view.coins.len()
            && heights + pool + usize::from(view.hand.is_some()) <= COINS
            && Suit::ALL.into_iter().all(|suit| view.pool[suit.index()] <= 5)
            && coins().all(|coin| coin.placer.is_none_or(is_here))
            && view.scores.iter().all(|&score| score <= MOST_POINTS)
            && view.placements.is_none_or(|placements| placements.are_of(seats))
            && view.clients.iter().flatten().all(clients)
            && counts <= Suit::ALL.len()
    }
}
