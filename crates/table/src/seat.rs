//! Who sits at the table, who watches it, and who may learn what.

use std::fmt::{self, Write as _};
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{BitSet, Element};

/// The most seats any of our tables has.
pub const MOST_SEATS: usize = 6;

/// The mark of seat A in sentences; the others follow. Private-use characters, which no text means anything by.
const FIRST_MARK: u32 = 0xF5EA0;

/// One place at the table, written `A` to `F` clockwise.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(u8);

impl Seat {
    /// The seat at this place, counted from 0 clockwise; `None` past the sixth.
    #[must_use]
    pub const fn new(index: usize) -> Option<Self> {
        if index < MOST_SEATS { Some(Self(index as u8)) } else { None }
    }

    /// The place of this seat, counted from 0 clockwise.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The letter of this seat, `A` to `F`.
    #[must_use]
    pub const fn letter(self) -> char {
        (b'A' + self.0) as char
    }

    /// The next seat clockwise at a table of this many.
    #[must_use]
    pub const fn next(self, seats: SeatCount) -> Self {
        let next = self.0 + 1;
        Self(if next >= seats.0 { 0 } else { next })
    }
}

impl Seat {
    /// The mark that stands for this seat in [`Prose`](crate::Prose).
    #[must_use]
    pub fn mark(self) -> char {
        char::from_u32(FIRST_MARK + u32::from(self.0)).unwrap_or(char::REPLACEMENT_CHARACTER)
    }

    /// The seat that this mark stands for.
    pub(crate) fn of_mark(mark: char) -> Option<Self> {
        Self::new(u32::from(mark).checked_sub(FIRST_MARK)? as usize)
    }
}

impl fmt::Display for Seat {
    /// The letter of the seat; `{:#}` writes the mark that stands for it in [`Prose`](crate::Prose).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char(if f.alternate() { self.mark() } else { self.letter() })
    }
}

impl fmt::Debug for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// A text that names no seat.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("'{0}' is not a seat; seats are the letters A to F")]
pub struct NotASeat(pub String);

impl FromStr for Seat {
    type Err = NotASeat;

    fn from_str(text: &str) -> Result<Self, NotASeat> {
        match text.as_bytes() {
            [letter @ b'A'..=b'F'] => Ok(Self(letter - b'A')),
            _ => Err(NotASeat(text.to_owned())),
        }
    }
}

/// How many seats a table has: two to six.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct SeatCount(u8);

/// A number of seats that no table here has.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0} seats are not possible; this game takes 2 to 6")]
pub struct NotASeatCount(pub usize);

impl SeatCount {
    /// A table of this many seats, if it is between two and six.
    pub const fn new(count: usize) -> Result<Self, NotASeatCount> {
        if count >= 2 && count <= MOST_SEATS { Ok(Self(count as u8)) } else { Err(NotASeatCount(count)) }
    }

    /// The number itself.
    #[must_use]
    pub const fn get(self) -> usize {
        self.0 as usize
    }

    /// The first seat, A.
    #[must_use]
    pub const fn first(self) -> Seat {
        Seat(0)
    }

    /// Every seat, clockwise from the first.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Seat> + Clone {
        (0..self.0).map(Seat)
    }

    /// Whether this seat is at the table.
    #[must_use]
    pub const fn contains(self, seat: Seat) -> bool {
        seat.0 < self.0
    }

    /// All seats as a set.
    #[must_use]
    pub const fn all(self) -> SeatSet {
        SeatSet::from_bits((1 << self.0) - 1)
    }

    /// Everybody who can look: each seat, then the bystander.
    pub fn viewers(self) -> impl Iterator<Item = Viewer> {
        self.iter().map(Viewer::Seat).chain([Viewer::Bystander])
    }
}

impl Element for Seat {
    const COUNT: usize = MOST_SEATS;

    #[inline]
    fn index(self) -> usize {
        self.0.into()
    }

    #[inline]
    fn at(index: usize) -> Self {
        Self(index as u8)
    }
}

/// A set of seats.
pub type SeatSet = BitSet<Seat, u8>;

impl SeatSet {
    fn fmt_in_prose(self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("nobody");
        }
        for (place, seat) in self.iter().enumerate() {
            f.write_str(match self.len() - place {
                _ if place == 0 => "",
                1 => " and ",
                _ => ", ",
            })?;
            write!(f, "{seat:#}")?;
        }
        Ok(())
    }
}

impl fmt::Display for SeatSet {
    /// The letters of the seats with spaces between, or `none`; `{:#}` has them as a sentence does, by the marks
    /// that stand for them in [`Prose`](crate::Prose): `A, B and C`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            return self.fmt_in_prose(f);
        }
        if self.is_empty() {
            return f.write_str("none");
        }
        for (place, seat) in self.iter().enumerate() {
            if place > 0 {
                f.write_str(" ")?;
            }
            write!(f, "{seat}")?;
        }
        Ok(())
    }
}

impl FromStr for SeatSet {
    type Err = NotASeat;

    fn from_str(text: &str) -> Result<Self, NotASeat> {
        if text == "none" {
            return Ok(Self::EMPTY);
        }
        text.split(' ').map(str::parse).collect()
    }
}

/// Somebody who looks at the table. There is no all-seeing viewer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Viewer {
    /// A player, who knows what this seat knows.
    Seat(Seat),
    /// Somebody without a seat, who knows what everybody knows.
    Bystander,
}

impl Viewer {
    /// Whether this viewer sits at that seat.
    #[must_use]
    pub fn is(self, seat: Seat) -> bool {
        self == Self::Seat(seat)
    }

    /// The viewer's seat, if there is one.
    #[must_use]
    pub const fn seat(self) -> Option<Seat> {
        match self {
            Self::Seat(seat) => Some(seat),
            Self::Bystander => None,
        }
    }
}

impl Element for Viewer {
    const COUNT: usize = MOST_SEATS + 1;

    #[inline]
    fn index(self) -> usize {
        self.seat().map_or(MOST_SEATS, Seat::index)
    }

    #[inline]
    fn at(index: usize) -> Self {
        Seat::new(index).map_or(Self::Bystander, Self::Seat)
    }
}

/// A set of viewers.
pub type ViewerSet = BitSet<Viewer, u8>;

impl fmt::Display for Viewer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Seat(seat) => write!(f, "{seat}"),
            Self::Bystander => f.write_str("bystander"),
        }
    }
}

/// Who may learn a thing at the moment it happens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Audience {
    /// It lies open.
    Everyone,
    /// One seat sees it, and nobody else.
    Only(Seat),
    /// These seats see it, and nobody else.
    Among(SeatSet),
    /// It stays hidden from all.
    Nobody,
}

impl Audience {
    /// Whether this viewer may learn it.
    #[must_use]
    pub fn includes(self, viewer: Viewer) -> bool {
        match self {
            Self::Everyone => true,
            Self::Only(seat) => viewer.is(seat),
            Self::Among(seats) => viewer.seat().is_some_and(|seat| seats.contains(seat)),
            Self::Nobody => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_go_round() {
        let three = SeatCount::new(3).unwrap();
        let round: Vec<_> = three.iter().map(|seat| seat.next(three).to_string()).collect();
        assert_eq!(round, ["B", "C", "A"]);
    }

    #[test]
    fn one_and_seven_seats_are_refused_in_a_sentence() {
        assert_eq!(
            SeatCount::new(7).unwrap_err().to_string(),
            "7 seats are not possible; this game takes 2 to 6"
        );
        assert!(SeatCount::new(1).is_err());
    }

    #[test]
    fn sets_read_what_they_write() {
        for bits in 0..64 {
            let set = SeatSet::from_bits(bits);
            assert_eq!(set.to_string().parse(), Ok(set));
        }
        assert!("G".parse::<Seat>().is_err());
        assert!("".parse::<SeatSet>().is_err());
    }
}
