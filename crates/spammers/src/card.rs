//! S1: the cards by their numbers, and the words printed on them.

use std::fmt;

use serde::{Deserialize, Serialize};
use table::{BitSet, Element};

/// The most List cards a set may have.
pub const MOST_LISTS: usize = 64;
/// The most Action cards a set may have, copies counted.
pub const MOST_ACTION_CARDS: usize = 128;
/// The most Scam cards a set may have.
pub const MOST_SCAMS: usize = 64;

/// One List card; each is one of a kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ListCard(pub(crate) u8);

impl ListCard {
    /// Its place in the set.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A title of the Action deck. Scams are one of a kind; Mailings and Hardware may have copies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct CardId(pub(crate) u8);

impl CardId {
    /// Its place in the set: Scams first, then Mailings, then Hardware.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// One Action card: a copy of some title.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ActionCard(u8);

impl ActionCard {
    /// Its place in the Action deck, copies counted.
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

macro_rules! numbered {
    ($($card:ident below $count:ident),*) => {$(
        impl Element for $card {
            const COUNT: usize = $count;

            #[inline]
            fn index(self) -> usize {
                self.0.into()
            }

            #[inline]
            fn at(index: usize) -> Self {
                Self(index as u8)
            }
        }
    )*};
}

numbered!(ListCard below MOST_LISTS, CardId below MOST_ACTION_CARDS, ActionCard below MOST_ACTION_CARDS);

/// Some List cards.
pub type ListSet = BitSet<ListCard, u64>;
/// Some Scams, which come first among the titles.
pub type ScamSet = BitSet<CardId, u64>;
/// A pile of Action cards. It has no order: there is none to leak.
pub(crate) type Pile = BitSet<ActionCard, u128>;

/// S1.3: what the members of a List are known to like.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Specialty {
    /// Adult.
    Adult,
    /// Internet Services.
    InternetServices,
    /// Get-Rich-Quick, GRQ for short.
    GetRichQuick,
    /// Free Stuff.
    FreeStuff,
}

impl Specialty {
    /// All four, in the rulebook's order.
    pub const ALL: [Self; 4] = [Self::Adult, Self::InternetServices, Self::GetRichQuick, Self::FreeStuff];

    /// The word used in notation and card files.
    #[must_use]
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Adult => "adult",
            Self::InternetServices => "internet-services",
            Self::GetRichQuick => "get-rich-quick",
            Self::FreeStuff => "free-stuff",
        }
    }
}

impl fmt::Display for Specialty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Adult => "Adult",
            Self::InternetServices => "Internet Services",
            Self::GetRichQuick => "Get-Rich-Quick",
            Self::FreeStuff => "Free Stuff",
        })
    }
}

impl Element for Specialty {
    const COUNT: usize = 4;

    #[inline]
    fn index(self) -> usize {
        self as usize
    }

    #[inline]
    fn at(index: usize) -> Self {
        Self::ALL[index]
    }
}

/// S1.5: the Specialty counters on a List; never two of the same.
pub type Specialties = BitSet<Specialty, u8>;

/// S1.8: what a Scam sells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Category {
    /// Adult.
    Adult,
    /// Internet Services.
    InternetServices,
    /// Get-Rich-Quick.
    GetRichQuick,
    /// Free Stuff.
    FreeStuff,
    /// Anything else; no Specialty matches it.
    Miscellaneous,
}

impl Category {
    /// All five, in the rulebook's order.
    pub const ALL: [Self; 5] =
        [Self::Adult, Self::InternetServices, Self::GetRichQuick, Self::FreeStuff, Self::Miscellaneous];

    /// The word used in card files.
    #[must_use]
    pub const fn slug(self) -> &'static str {
        match self.matching() {
            Some(specialty) => specialty.slug(),
            None => "miscellaneous",
        }
    }

    /// S4.6: the Specialty that matches this category.
    #[must_use]
    pub const fn matching(self) -> Option<Specialty> {
        match self {
            Self::Adult => Some(Specialty::Adult),
            Self::InternetServices => Some(Specialty::InternetServices),
            Self::GetRichQuick => Some(Specialty::GetRichQuick),
            Self::FreeStuff => Some(Specialty::FreeStuff),
            Self::Miscellaneous => None,
        }
    }
}

impl fmt::Display for Category {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.matching() {
            Some(specialty) => specialty.fmt(f),
            None => f.write_str("Miscellaneous"),
        }
    }
}
