//! Seats as a viewer counts them: oneself first, then clockwise.

use table::{Seat, SeatCount, Viewer};

/// How a viewer counts the seats. A bystander counts from seat A.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Round {
    seats: SeatCount,
    own: Seat,
    /// How many seats clockwise each one is; as many as a number below has room for.
    clockwise: [u8; 8],
}

impl Round {
    #[inline]
    pub(crate) fn of(seats: SeatCount, viewer: Viewer) -> Self {
        let own = viewer.seat().unwrap_or(seats.first());
        let mut round = Self { seats, own, clockwise: [0; 8] };
        for (place, seat) in round.iter().enumerate() {
            round.clockwise[seat.index() % 8] = place as u8;
        }
        round
    }

    /// How many seats clockwise this one is: 0 for the viewer's own.
    #[inline]
    pub(crate) const fn place(&self, seat: Seat) -> usize {
        self.clockwise[seat.index() % 8] as usize
    }

    /// The same from 1 on, and 0 for nobody.
    #[inline]
    pub(crate) fn number(&self, seat: Option<Seat>) -> i16 {
        seat.map_or(0, |seat| self.place(seat) as i16 + 1)
    }

    /// Every seat, the viewer's own first.
    #[inline]
    pub(crate) fn iter(&self) -> impl Iterator<Item = Seat> + use<> {
        let seats = self.seats;
        (0..seats.get()).scan(self.own, move |next, _| Some(std::mem::replace(next, next.next(seats))))
    }
}
