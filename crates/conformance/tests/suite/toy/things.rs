//! The toy's pieces, actions and words.

use std::fmt;

use table::{Clause, Seat};

/// A card: its number and one of four letters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Card(pub u8);

impl Card {
    pub const COUNT: usize = 24;

    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT as u8).map(Self)
    }

    pub const fn number(self) -> u8 {
        self.0 / 4 + 1
    }

    pub fn read(text: &str) -> Option<Self> {
        Self::all().find(|card| card.to_string() == text)
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.number(), char::from(b'a' + self.0 % 4))
    }
}

/// Cards as words.
pub fn list(cards: &[Card]) -> String {
    cards.iter().map(Card::to_string).collect::<Vec<_>>().join(" ")
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Colour {
    Red,
    Blue,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Action {
    Pick(Colour),
    Draw,
    Put(Card),
    Roll,
    Show,
    Pass,
    Answer(Card),
}

impl Action {
    /// Every action there is, in order.
    pub fn all() -> Vec<Self> {
        let mut all = vec![Self::Pick(Colour::Red), Self::Pick(Colour::Blue), Self::Draw];
        all.extend(Card::all().map(Self::Put));
        all.extend([Self::Roll, Self::Show, Self::Pass]);
        all.extend(Card::all().map(Self::Answer));
        all
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Outcome {
    Card(Card),
    Die(u8),
}

#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    Took(Seat, Card),
    TookOne(Seat),
    Picked(Seat),
    PicksShown(Vec<Colour>),
    PickLeaked(Seat, Colour),
    Put(Seat, Card),
    Rolled(u8),
    Passed(Seat),
    Answered(Seat, Card),
    Showed(Seat, Vec<Card>),
    ShowedUnmarked(Seat, Vec<Card>),
    Ended(Vec<Vec<Card>>),
    Uncited,
}

impl table::Event for Event {
    fn clause(&self) -> Clause {
        Clause(match self {
            Self::Took(..) | Self::TookOne(_) => "T2.2",
            Self::Picked(_) | Self::PicksShown(_) | Self::PickLeaked(..) => "T1.3",
            Self::Put(..) => "T2.3",
            Self::Rolled(_) | Self::Passed(_) => "T3.1",
            Self::Answered(..) => "T3.2",
            Self::Showed(..) | Self::ShowedUnmarked(..) => "T2.4",
            Self::Ended(_) => "T4.1",
            Self::Uncited => "T9.9",
        })
    }

    fn reveals(&self) -> bool {
        matches!(self, Self::PicksShown(_) | Self::Showed(..) | Self::Ended(_))
    }
}

#[derive(Clone, PartialEq, Debug)]
pub struct Refusal {
    pub clause: Clause,
    pub why: String,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.why)
    }
}

impl table::Refusal for Refusal {
    fn clause(&self) -> Clause {
        self.clause
    }
}
