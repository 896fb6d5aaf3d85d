//! S1: what is printed on the cards.

use std::fmt;

use serde::{Deserialize, Serialize};

/// S1.3: what the members of a List are known to like.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
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
    pub const ALL: [Self; 4] = [
        Self::Adult,
        Self::InternetServices,
        Self::GetRichQuick,
        Self::FreeStuff,
    ];

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
    pub const NONE: Self = Self(0);

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
    pub const fn has(self, specialty: Specialty) -> bool {
        self.0 >> specialty as u8 & 1 == 1
    }

    /// The counters in the rulebook's order.
    pub fn iter(self) -> impl Iterator<Item = Specialty> {
        Specialty::ALL
            .into_iter()
            .filter(move |&specialty| self.has(specialty))
    }
}

impl fmt::Debug for Specialties {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// S1.8: what a Scam sells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
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

/// S1.9: what a Mailing does when played for its Special Effect. The card's text is made from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Effect {
    /// Raise or lower the Rating of any Scam in play by so much.
    AdjustRating(u8),
    /// S7.2: right after a Mailing roll, raise or lower its Target Number by so much.
    ShiftTarget(u8),
    /// Put so many Gruntles on any List in play.
    AddGruntles(u8),
    /// Take up to so many Gruntles off any List in play.
    RemoveGruntles(u8),
    /// Put this Specialty on any List in play that lacks it.
    AddSpecialty(Specialty),
}

/// When a Special Effect may be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Moment {
    /// S4.4: as an Action of one's own turn.
    OwnTurn,
    /// S7: right after a Mailing roll, by anybody.
    AfterRoll,
}

impl Effect {
    /// When it may be used.
    #[must_use]
    pub const fn moment(self) -> Moment {
        match self {
            Self::ShiftTarget(_) => Moment::AfterRoll,
            Self::AdjustRating(_)
            | Self::AddGruntles(_)
            | Self::RemoveGruntles(_)
            | Self::AddSpecialty(_) => Moment::OwnTurn,
        }
    }
}

impl fmt::Display for Effect {
    /// The text printed on the card.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AdjustRating(by) => write!(f, "Raise or lower the Rating of any Scam in play by {by}."),
            Self::ShiftTarget(by) => {
                write!(
                    f,
                    "Play right after any Mailing roll: raise or lower its Target Number by {by}."
                )
            }
            Self::AddGruntles(1) => f.write_str("Put a Gruntle on any List in play."),
            Self::AddGruntles(count) => write!(f, "Put {count} Gruntles on any List in play."),
            Self::RemoveGruntles(1) => f.write_str("Take a Gruntle off any List in play."),
            Self::RemoveGruntles(count) => write!(f, "Take up to {count} Gruntles off any List in play."),
            Self::AddSpecialty(specialty) => {
                write!(
                    f,
                    "Give any List in play that lacks it the {specialty} Specialty."
                )
            }
        }
    }
}

/// S1.10: what Hardware does while it is in play. The card's text is made from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Power {
    /// S8.8: its owner's Mailings may target other players' Proprietary Lists.
    MailOthersLists,
    /// S4.2: its owner may have this many Scams in play.
    ScamLimit(u8),
    /// S3.2: its owner may hold this many cards in hand.
    HandLimit(u8),
    /// S4.10: its owner may send this many Mailings a turn.
    MailingsPerTurn(u8),
    /// S4.6: its owner's Mailings have this much added to their Target Number.
    TargetBonus(u8),
}

impl fmt::Display for Power {
    /// The text printed on the card.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MailOthersLists => {
                f.write_str("Your Mailings may target other players' Proprietary Lists.")
            }
            Self::ScamLimit(most) => write!(f, "You may have up to {most} Scams in play."),
            Self::HandLimit(most) => write!(f, "You may hold up to {most} cards in hand."),
            Self::MailingsPerTurn(most) => write!(f, "You may send up to {most} Mailings a turn."),
            Self::TargetBonus(bonus) => write!(f, "Add {bonus} to the Target Number of your Mailings."),
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
