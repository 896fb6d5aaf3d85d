//! S1: what is printed on the cards.

use std::fmt;

use crate::effect::Effect;
use crate::power::Power;

/// S1.3: what the members of a List are known to like.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
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

/// S1.5: the Specialty counters on a List; never two of the same.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Specialties(u8);

impl Specialties {
    /// No counter.
    pub const EMPTY: Self = Self(0);

    /// These counters and one more.
    #[must_use]
    pub const fn with(self, specialty: Specialty) -> Self {
        Self(self.0 | 1 << specialty as u8)
    }

    /// The union of both.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether the counter lies here.
    #[must_use]
    pub const fn contains(self, specialty: Specialty) -> bool {
        self.0 >> specialty as u8 & 1 == 1
    }

    /// These counters less one.
    #[must_use]
    pub const fn without(self, specialty: Specialty) -> Self {
        Self(self.0 & !(1 << specialty as u8))
    }

    /// The counters that lie in both.
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Whether there is no counter.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The counters in the rulebook's order.
    pub fn iter(self) -> impl Iterator<Item = Specialty> {
        Specialty::ALL.into_iter().filter(move |&specialty| self.contains(specialty))
    }
}

impl fmt::Debug for Specialties {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

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

/// What kind of Action card it is, with what is printed on it (S1.7).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A business to grow.
    Scam {
        /// What it sells.
        category: Category,
        /// S1.8: the Rating it begins with and never falls below.
        initial: u8,
    },
    /// A Mailing, for its modifier or for its effect.
    Mailing {
        /// S1.9: what it adds to a Target Number.
        modifier: u8,
        /// S1.9: what it does instead.
        effect: Effect,
    },
    /// A machine with a lasting effect.
    Hardware(Power),
}
