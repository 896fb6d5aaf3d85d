//! Seats as a viewer counts them: oneself first, then clockwise.

use table::{Seat, SeatCount, Viewer};

/// How a viewer counts the seats. A bystander counts from seat A.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Round {
    seats: SeatCount,
    own: usize,
    /// How many seats clockwise each one is; as many as a number below has room for.
    clockwise: [u8; 8],
}

impl Round {
    #[inline]
    pub(crate) fn of(seats: SeatCount, viewer: Viewer) -> Self {
        let own = viewer.seat().map_or(0, Seat::index);
        let mut clockwise = [0; 8];
        for (place, seat) in (own..seats.get()).chain(0..own).enumerate() {
            clockwise[seat % 8] = place as u8;
        }
        Self { seats, own, clockwise }
    }

    /// How many seats clockwise this one is: 0 for the viewer's own.
    #[inline]
    pub(crate) const fn place(self, seat: Seat) -> usize {
        self.clockwise[seat.index() % 8] as usize
    }

    /// The same from 1 on, and 0 for nobody.
    #[inline]
    pub(crate) fn number(self, seat: Option<Seat>) -> i16 {
        seat.map_or(0, |seat| self.place(seat) as i16 + 1)
    }

    /// Every seat, the viewer's own first.
    pub(crate) fn iter(self) -> impl Iterator<Item = Seat> {
        let count = self.seats.get();
        (self.own..count).chain(0..self.own).filter_map(Seat::new)
    }
}
