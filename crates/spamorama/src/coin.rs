//! R1.3: the spam, sixty coins of twelve suits and five values.

use std::fmt;

use crate::Suit;

/// How many coins of spam there are.
pub const COINS: usize = 60;

/// The value of a coin or a port: ace (1) to 5.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Value(u8);

impl Value {
    /// Ace, 2, 3, 4 and 5.
    pub const ALL: [Self; 5] = [Self(1), Self(2), Self(3), Self(4), Self(5)];

    /// The value of this many points, if there is one.
    #[must_use]
    pub const fn new(points: u8) -> Option<Self> {
        if points >= 1 && points <= 5 { Some(Self(points)) } else { None }
    }

    /// How many points it counts.
    #[must_use]
    pub const fn points(self) -> u8 {
        self.0
    }

    /// The value written as this digit.
    #[must_use]
    pub fn of_digit(digit: char) -> Option<Self> {
        Self::new(u8::try_from(digit.to_digit(10)?).ok()?)
    }

    /// The value as a sentence has it: `ace` for 1.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self.0 {
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

/// Some of the five values of a suit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct ValueSet(u8);

impl ValueSet {
    /// No value.
    pub const EMPTY: Self = Self(0);
    /// All five values.
    pub const ALL: Self = Self(0b1_1111);

    /// The set of this number, of the 32 that there are.
    pub(crate) const fn of_bits(bits: u8) -> Self {
        Self(bits & Self::ALL.0)
    }

    /// Whether the value is in the set.
    #[must_use]
    pub const fn contains(self, value: Value) -> bool {
        self.0 >> (value.0 - 1) & 1 == 1
    }

    /// This set and one more value.
    #[must_use]
    pub const fn with(self, value: Value) -> Self {
        Self(self.0 | 1 << (value.0 - 1))
    }

    /// This set less one value.
    #[must_use]
    pub const fn without(self, value: Value) -> Self {
        Self(self.0 & !(1 << (value.0 - 1)))
    }

    /// The values of this set that are not in that one.
    #[must_use]
    pub const fn difference(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The values of either set.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// How many values are in the set.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether no value is in the set.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The values of the set, lowest first.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Value> {
        Value::ALL.into_iter().filter(move |&value| self.contains(value))
    }

    /// The points of all values of the set together.
    #[must_use]
    pub fn points(self) -> u8 {
        self.iter().map(Value::points).sum()
    }
}

impl FromIterator<Value> for ValueSet {
    fn from_iter<I: IntoIterator<Item = Value>>(values: I) -> Self {
        values.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl fmt::Display for ValueSet {
    /// The digits of its values, lowest first.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|value| write!(f, "{value}"))
    }
}

impl fmt::Debug for ValueSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{self}]")
    }
}

/// One of the sixty coins of spam, known by suit and value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Coin(u8);

impl Coin {
    /// The coin of this suit and value.
    #[must_use]
    pub const fn new(suit: Suit, value: Value) -> Self {
        Self(suit.index() as u8 * 5 + value.0 - 1)
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
    #[must_use]
    pub const fn suit(self) -> Suit {
        Suit::ALL[self.0 as usize / 5]
    }

    /// The value on its face.
    #[must_use]
    pub const fn value(self) -> Value {
        Value(self.0 % 5 + 1)
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
