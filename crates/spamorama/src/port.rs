//! Ports: their numbers, their sets, and where they lie.

use std::fmt::{self, Write as _};

use serde::{Deserialize, Serialize};
use table::{BitSet, Element};

/// How many ports every network has.
pub const PORTS: usize = 60;

/// One of the sixty ports of a network, numbered in reading order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "u8", try_from = "u8")]
pub struct Port(u8);

impl Port {
    /// The port of this number, counted from 0 in reading order.
    #[must_use]
    pub const fn new(index: usize) -> Option<Self> {
        if index < PORTS { Some(Self(index as u8)) } else { None }
    }

    /// The number of the port, counted from 0 in reading order.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// By how much the numbers of two ports differ.
    pub(crate) const fn step_to(self, other: Self) -> u8 {
        self.0.abs_diff(other.0)
    }

    /// Every port in reading order.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..PORTS as u8).map(Self)
    }
}

impl Element for Port {
    const COUNT: usize = PORTS;

    #[inline]
    fn index(self) -> usize {
        self.0.into()
    }

    #[inline]
    fn at(index: usize) -> Self {
        Self(index as u8)
    }
}

/// A set of ports.
pub type PortSet = BitSet<Port, u64>;

/// All sixty ports.
pub const ALL_PORTS: PortSet = PortSet::from_bits((1 << PORTS) - 1);

/// Something that every port has, as a list.
pub(crate) mod by_port {
    use serde::de::Error as _;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::PORTS;

    pub(crate) fn serialize<T: Serialize, S: Serializer>(all: &[T; PORTS], to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(all)
    }

    pub(crate) fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
        from: D,
    ) -> Result<[T; PORTS], D::Error> {
        let all = Vec::<T>::deserialize(from)?;
        all.try_into().map_err(|_| D::Error::custom("there are 60 ports"))
    }
}

/// Where a port lies: its column as a letter and its row as a number, from the top left, such as `c4`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    row: u8,
    column: u8,
}

impl Place {
    /// The most columns and the most rows a network may have.
    pub const MOST: usize = 26;

    /// The place in this column and row, both counted from 0.
    #[must_use]
    pub const fn new(column: usize, row: usize) -> Option<Self> {
        if column < Self::MOST && row < Self::MOST {
            Some(Self { row: row as u8, column: column as u8 })
        } else {
            None
        }
    }

    /// The place written as letter and number.
    #[must_use]
    pub fn of_notation(text: &str) -> Option<Self> {
        let letter = text.chars().next().filter(char::is_ascii_lowercase)?;
        let number = &text[1..];
        let plain = number.bytes().all(|byte| byte.is_ascii_digit()) && !number.starts_with('0');
        let row: usize = number.parse().ok().filter(|_| plain)?;
        Self::new((letter as u8 - b'a') as usize, row.checked_sub(1)?)
    }

    /// The column, counted from 0 at the left.
    #[must_use]
    pub const fn column(self) -> usize {
        self.column as usize
    }

    /// The row, counted from 0 at the top.
    #[must_use]
    pub const fn row(self) -> usize {
        self.row as usize
    }

    /// Whether the two share an edge.
    #[must_use]
    pub const fn touches(self, other: Self) -> bool {
        self.column.abs_diff(other.column) + self.row.abs_diff(other.row) == 1
    }
}

impl Place {
    /// Its letter and its number, the tens only where there are any.
    fn letters(self) -> impl Iterator<Item = char> {
        let (letter, number) = (char::from(b'a' + self.column), self.row + 1);
        let digit = |digit: u8| char::from(b'0' + digit);
        let tens = (number >= 10).then(|| digit(number / 10));
        [Some(letter), tens, Some(digit(number % 10))].into_iter().flatten()
    }

    /// Writes it at the end of a text; a prompt and a page do so hundreds of times.
    pub fn write_to(self, text: &mut String) {
        let number = self.row + 1;
        text.push(char::from(b'a' + self.column));
        if number >= 10 {
            text.push(char::from(b'0' + number / 10));
        }
        text.push(char::from(b'0' + number % 10));
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.letters().try_for_each(|letter| f.write_char(letter))
    }
}

impl fmt::Debug for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
