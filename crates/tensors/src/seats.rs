//! Seats as a viewer counts them: oneself first, then clockwise.

use table::{Seat, SeatCount, Viewer};

/// How a viewer counts the seats. A bystander counts from seat A.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Round {
    seats: SeatCount,
    own: usize,
}

impl Round {
    pub(crate) fn of(seats: SeatCount, viewer: Viewer) -> Self {
        Self { seats, own: viewer.seat().map_or(0, Seat::index) }
    }

    /// How many seats clockwise this one is: 0 for the viewer's own.
    pub(crate) const fn place(self, seat: Seat) -> usize {
        let clockwise = seat.index() + self.seats.get() - self.own;
        if clockwise < self.seats.get() { clockwise } else { clockwise - self.seats.get() }
    }

    /// The same from 1 on, and 0 for nobody.
    pub(crate) fn number(self, seat: Option<Seat>) -> i16 {
        seat.map_or(0, |seat| self.place(seat) as i16 + 1)
    }

    /// Every seat, the viewer's own first.
    pub(crate) fn iter(self) -> impl Iterator<Item = Seat> {
        let count = self.seats.get();
        (self.own..count).chain(0..self.own).filter_map(Seat::new)
    }
}
