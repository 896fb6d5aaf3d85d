//! R1: the twelve suits, which are the twelve clients.

use std::fmt;

use serde::{Deserialize, Serialize};
use table::{BitSet, Element};

/// One of the twelve suits, and so one of the twelve clients (R1.1, R1.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum Suit {
    /// Suns of the standard piecepack.
    Suns,
    /// Moons of the standard piecepack.
    Moons,
    /// Crowns of the standard piecepack.
    Crowns,
    /// Arms of the standard piecepack.
    Arms,
    /// Clubs of the playing cards piecepack.
    Clubs,
    /// Diamonds of the playing cards piecepack.
    Diamonds,
    /// Hearts of the playing cards piecepack.
    Hearts,
    /// Spades of the playing cards piecepack.
    Spades,
    /// Snowflakes of the four seasons piecepack.
    Snowflakes,
    /// Flowers of the four seasons piecepack.
    Flowers,
    /// Fish of the four seasons piecepack.
    Fish,
    /// Leaves of the four seasons piecepack.
    Leaves,
}

/// How many suits there are.
pub const SUITS: usize = 12;

impl Suit {
    /// Every suit in the order of the rules.
    pub const ALL: [Self; SUITS] = [
        Self::Suns,
        Self::Moons,
        Self::Crowns,
        Self::Arms,
        Self::Clubs,
        Self::Diamonds,
        Self::Hearts,
        Self::Spades,
        Self::Snowflakes,
        Self::Flowers,
        Self::Fish,
        Self::Leaves,
    ];

    /// The place of this suit in the order of the rules, counted from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The suit at this place in the order of the rules.
    #[must_use]
    pub const fn new(index: usize) -> Option<Self> {
        if index < SUITS { Some(Self::ALL[index]) } else { None }
    }

    /// The suit after this one in the order of the rules.
    #[must_use]
    pub const fn after(self) -> Option<Self> {
        Self::new(self.index() + 1)
    }

    /// The name of the suit in notation.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Suns => "suns",
            Self::Moons => "moons",
            Self::Crowns => "crowns",
            Self::Arms => "arms",
            Self::Clubs => "clubs",
            Self::Diamonds => "diamonds",
            Self::Hearts => "hearts",
            Self::Spades => "spades",
            Self::Snowflakes => "snowflakes",
            Self::Flowers => "flowers",
            Self::Fish => "fish",
            Self::Leaves => "leaves",
        }
    }

    /// The client whose suit this is, in a few words.
    #[must_use]
    pub const fn client(self) -> &'static str {
        match self {
            Self::Suns => "Sunrise Sunset Mortgage",
            Self::Moons => "Dole's Banana",
            Self::Crowns => "Borders And Noble",
            Self::Arms => "Scouting Adventure Cruise",
            Self::Clubs => "Terrorists Will Invade",
            Self::Diamonds => "Swiss Army Bank Account",
            Self::Hearts => "Health Care",
            Self::Spades => "Pet Neutering",
            Self::Snowflakes => "Global Cooling",
            Self::Flowers => "Flower Huggers",
            Self::Fish => "Fish Oil",
            Self::Leaves => "Psychedelic Weeds",
        }
    }

    /// The name as a sentence has it.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Suns => "Suns",
            Self::Moons => "Moons",
            Self::Crowns => "Crowns",
            Self::Arms => "Arms",
            Self::Clubs => "Clubs",
            Self::Diamonds => "Diamonds",
            Self::Hearts => "Hearts",
            Self::Spades => "Spades",
            Self::Snowflakes => "Snowflakes",
            Self::Flowers => "Flowers",
            Self::Fish => "Fish",
            Self::Leaves => "Leaves",
        }
    }

    /// The letter of the suit in network templates: the letter of the pentomino its ports form.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Suns => 'P',
            Self::Moons => 'U',
            Self::Crowns => 'W',
            Self::Arms => 'T',
            Self::Clubs => 'Y',
            Self::Diamonds => 'Z',
            Self::Hearts => 'V',
            Self::Spades => 'N',
            Self::Snowflakes => 'X',
            Self::Flowers => 'F',
            Self::Fish => 'I',
            Self::Leaves => 'L',
        }
    }

    /// The suit of this letter in network templates.
    #[must_use]
    pub fn of_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|suit| suit.letter() == letter)
    }

    /// The suit of this name in notation.
    #[must_use]
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|suit| suit.name() == name)
    }
}

impl Element for Suit {
    const COUNT: usize = SUITS;

    #[inline]
    fn index(self) -> usize {
        self as usize
    }

    #[inline]
    fn at(index: usize) -> Self {
        Self::ALL[index]
    }
}

/// A set of suits.
pub type SuitSet = BitSet<Suit, u16>;

impl fmt::Display for Suit {
    /// The name as a sentence has it, such as `Suns`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.title())
    }
}
