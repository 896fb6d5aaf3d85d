//! Ports: their numbers, their sets, and where they lie.

use std::fmt::{self, Write as _};

use table::Luck;

/// How many ports every network has.
pub const PORTS: usize = 60;

/// One of the sixty ports of a network, numbered in reading order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
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

/// A set of ports.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct PortSet(u64);

impl PortSet {
    /// No port.
    pub const EMPTY: Self = Self(0);
    /// All sixty ports.
    pub const ALL: Self = Self((1 << PORTS) - 1);

    /// Just this port.
    #[must_use]
    pub const fn only(port: Port) -> Self {
        Self(1 << port.0)
    }

    /// Whether the port is in the set.
    #[must_use]
    pub const fn contains(self, port: Port) -> bool {
        self.0 >> port.0 & 1 == 1
    }

    /// This set and one more port.
    #[must_use]
    pub const fn with(self, port: Port) -> Self {
        Self(self.0 | 1 << port.0)
    }

    /// This set less one port.
    #[must_use]
    pub const fn without(self, port: Port) -> Self {
        Self(self.0 & !(1 << port.0))
    }

    /// The ports of both sets.
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The ports of this set that are not in that one.
    #[must_use]
    pub const fn difference(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The ports of either set.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The ports whose number is so much lower than that of a port of the set.
    pub(crate) const fn lowered_by(self, step: u8) -> Self {
        Self(self.0 >> (step % 64))
    }

    /// How many ports are in the set.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether no port is in the set.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The first port of the set in reading order.
    #[must_use]
    pub const fn first(self) -> Option<Port> {
        if self.0 == 0 { None } else { Some(Port(self.0.trailing_zeros() as u8)) }
    }

    /// One of the ports, each as likely as the next.
    pub(crate) fn some(self, luck: &mut impl Luck) -> Option<Port> {
        let mut left = Self(self.0);
        for _ in 0..luck.below(self.len().max(1) as u32) {
            left.0 &= left.0.wrapping_sub(1);
        }
        left.first()
    }

    /// The numbers of the ports in reading order.
    #[inline]
    pub(crate) fn numbers(self) -> impl Iterator<Item = usize> {
        each_bit(self.0)
    }

    /// The ports of the set in reading order.
    #[must_use]
    pub const fn iter(self) -> Ports {
        Ports(self)
    }
}

impl FromIterator<Port> for PortSet {
    fn from_iter<I: IntoIterator<Item = Port>>(ports: I) -> Self {
        ports.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl fmt::Debug for PortSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Port::index)).finish()
    }
}

/// The places of the set bits, lowest first. It is known beforehand how many come, so a list of choices is
/// written from it without asking for room at every entry.
#[inline]
pub(crate) fn each_bit(bits: u64) -> impl Iterator<Item = usize> {
    let mut left = bits;
    (0..bits.count_ones()).map(move |_| {
        let lowest = left.trailing_zeros() as usize % 64;
        left &= left.wrapping_sub(1);
        lowest
    })
}

/// The ports of a set, one after the other in reading order.
#[derive(Debug, Clone)]
pub struct Ports(PortSet);

impl Iterator for Ports {
    type Item = Port;

    #[inline]
    fn next(&mut self) -> Option<Port> {
        let first = self.0.first()?;
        self.0 = PortSet(self.0.0 & (self.0.0 - 1));
        Some(first)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl ExactSizeIterator for Ports {}

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
        self.letters().for_each(|letter| text.push(letter));
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
