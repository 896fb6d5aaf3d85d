//! R1.3: the spam, sixty coins of twelve suits and five values.

use std::fmt;
use std::num::NonZeroU8;

use serde::{Deserialize, Serialize};
use table::{BitSet, Element};

use crate::Suit;

/// How many coins of spam there are.
pub const COINS: usize = 60;

/// The value of a coin or a port: ace (1) to 5.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "u8", try_from = "u8")]
pub struct Value(NonZeroU8);

impl Value {
    /// Ace, 2, 3, 4 and 5.
    pub const ALL: [Self; 5] =
        [Self::after(0), Self::after(1), Self::after(2), Self::after(3), Self::after(4)];

    /// The value that comes after so many others, fewer than five.
    const fn after(others: u8) -> Self {
        Self(NonZeroU8::MIN.saturating_add(others))
    }

    /// The value of this many points, if there is one.
    #[must_use]
    pub const fn new(points: u8) -> Option<Self> {
        if points >= 1 && points <= 5 { Some(Self::after(points - 1)) } else { None }
    }

    /// How many points it counts.
    #[must_use]
    pub const fn points(self) -> u8 {
        self.0.get()
    }

    /// The value written as this digit.
    #[must_use]
    pub fn of_digit(digit: char) -> Option<Self> {
        Self::new(u8::try_from(digit.to_digit(10)?).ok()?)
    }

    /// The value as a sentence has it: `ace` for 1.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self.points() {
            1 => "ace",
            2 => "2",
            3 => "3",
            4 => "4",
            _ => "5",
        }
    }
}

impl fmt::Display for Value {
    /// The digit.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl Element for Value {
    const COUNT: usize = 5;

    #[inline]
    fn index(self) -> usize {
        usize::from(self.points()) - 1
    }

    #[inline]
    fn at(index: usize) -> Self {
        Self::after(index as u8)
    }
}

/// Some of the five values of a suit.
pub type ValueSet = BitSet<Value, u8>;

/// All five values.
pub const ALL_VALUES: ValueSet = ValueSet::from_bits(0b1_1111);

/// The points of all these values together.
pub(crate) fn points(values: ValueSet) -> u8 {
    values.iter().map(Value::points).sum()
}

/// The digits of these values, lowest first.
pub(crate) fn digits(values: ValueSet) -> String {
    values.iter().map(|value| char::from(b'0' + value.points())).collect()
}

/// One of the sixty coins of spam, known by suit and value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Coin(u8);

/// Lookup table: back and face of every coin, for speed in simulation.
const SIDES: [(Suit, Value); COINS] = {
    let mut sides = [(Suit::Suns, Value::after(0)); COINS];
    let mut coin = 0;
    while coin < COINS {
        sides[coin] = (Suit::ALL[coin / 5], Value::after((coin % 5) as u8));
        coin += 1;
    }
    sides
};

impl Coin {
    /// The coin of this suit and value.
    #[must_use]
    pub const fn new(suit: Suit, value: Value) -> Self {
        Self(suit.index() as u8 * 5 + value.points() - 1)
    }

    /// The coin of this number, counted from 0 by suit and then by value.
    #[must_use]
    pub const fn of_index(index: usize) -> Option<Self> {
        if index < COINS { Some(Self(index as u8)) } else { None }
    }

    /// The number of the coin, counted from 0 by suit and then by value.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The suit on its back.
    #[inline]
    #[must_use]
    pub const fn suit(self) -> Suit {
        SIDES[self.0 as usize].0
    }

    /// The value on its face.
    #[inline]
    #[must_use]
    pub const fn value(self) -> Value {
        SIDES[self.0 as usize].1
    }

    /// The coin written as letter and digit, such as `P3` for the 3 of Suns.
    #[must_use]
    pub fn of_notation(text: &str) -> Option<Self> {
        let mut chars = text.chars();
        let suit = Suit::of_letter(chars.next()?)?;
        let value = Value::of_digit(chars.next()?)?;
        chars.next().is_none().then_some(Self::new(suit, value))
    }

    /// Every coin, by suit and then by value.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (0..COINS as u8).map(Self)
    }
}

impl Element for Coin {
    const COUNT: usize = COINS;

    #[inline]
    fn index(self) -> usize {
        self.0.into()
    }

    #[inline]
    fn at(index: usize) -> Self {
        Self(index as u8)
    }
}

/// A set of coins.
pub type CoinSet = BitSet<Coin, u64>;

/// The values of the coins of this suit among these.
pub(crate) fn values_of(coins: CoinSet, suit: Suit) -> ValueSet {
    ValueSet::from_bits(coins.shifted_down(suit.index() * 5).bits() as u8).intersection(ALL_VALUES)
}

impl fmt::Display for Coin {
    /// Letter of the suit and digit of the value, such as `P3` for the 3 of Suns.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.suit().letter(), self.value())
    }
}

impl fmt::Debug for Coin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
