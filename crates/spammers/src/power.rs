//! S12: the vocabulary of Hardware. What it changes is asked in `questions`.

use std::fmt;

use table::Clause;

use crate::card::Category;

/// S1.10: what Hardware does while it is in play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Power {
    /// S12.1: its owner's Mailings may target other players' Proprietary Lists.
    MailOthersLists,
    /// S12.2: its owner may have this many Scams in play.
    ScamLimit(u8),
    /// S12.3: its owner may hold this many cards in hand.
    HandLimit(u8),
    /// S12.4: its owner may send this many Mailings a turn.
    MailingsPerTurn(u8),
    /// S12.5: its owner may take this many Actions a turn.
    ActionsPerTurn(u8),
    /// S12.6: its owner's Mailings have this much added to their Target Number.
    TargetBonus(u8),
    /// S12.7: the same for Scams of one category only.
    CategoryBonus(Category, u8),
    /// S12.8: the same for Mailings to the Unwashed Masses only.
    UnwashedBonus(u8),
    /// S12.9: the same where a Specialty matches, on top of the two of S4.6.
    SpecialtyBonus(u8),
    /// S12.10: its owner keeps drawn Lists without paying.
    FreeLists,
    /// S12.11: its owner's Lists hold until their Gruntles reach their printed Size.
    PatientLists,
    /// S12.12: effects of other players cannot lower its owner's Scams.
    ProtectScams,
    /// S12.13: other players cannot mail or aim effects at its owner's Lists.
    ProtectLists,
    /// S12.14: effects of other players cannot touch its owner's Hardware.
    ProtectHardware,
    /// S12.15: effects of other players cannot touch its owner's hand.
    ProtectHand,
}

impl Power {
    /// The clause that says what it does.
    #[must_use]
    pub const fn clause(self) -> Clause {
        Clause(match self {
            Self::MailOthersLists => "S12.1",
            Self::ScamLimit(_) => "S12.2",
            Self::HandLimit(_) => "S12.3",
            Self::MailingsPerTurn(_) => "S12.4",
            Self::ActionsPerTurn(_) => "S12.5",
            Self::TargetBonus(_) => "S12.6",
            Self::CategoryBonus(..) => "S12.7",
            Self::UnwashedBonus(_) => "S12.8",
            Self::SpecialtyBonus(_) => "S12.9",
            Self::FreeLists => "S12.10",
            Self::PatientLists => "S12.11",
            Self::ProtectScams => "S12.12",
            Self::ProtectLists => "S12.13",
            Self::ProtectHardware => "S12.14",
            Self::ProtectHand => "S12.15",
        })
    }
}

impl Power {
    /// How many kinds of powers there are, their numbers apart.
    pub(crate) const KINDS: usize = 15;

    /// Its kind, by number.
    pub(crate) const fn kind(self) -> usize {
        match self {
            Self::MailOthersLists => 0,
            Self::ScamLimit(_) => 1,
            Self::HandLimit(_) => 2,
            Self::MailingsPerTurn(_) => 3,
            Self::ActionsPerTurn(_) => 4,
            Self::TargetBonus(_) => 5,
            Self::CategoryBonus(..) => 6,
            Self::UnwashedBonus(_) => 7,
            Self::SpecialtyBonus(_) => 8,
            Self::FreeLists => 9,
            Self::PatientLists => 10,
            Self::ProtectScams => 11,
            Self::ProtectLists => 12,
            Self::ProtectHardware => 13,
            Self::ProtectHand => 14,
        }
    }

    /// How many of something it allows; 0 if it is about something else.
    pub(crate) const fn limit(self) -> u8 {
        match self {
            Self::ScamLimit(most)
            | Self::HandLimit(most)
            | Self::MailingsPerTurn(most)
            | Self::ActionsPerTurn(most) => most,
            Self::MailOthersLists
            | Self::TargetBonus(_)
            | Self::CategoryBonus(..)
            | Self::UnwashedBonus(_)
            | Self::SpecialtyBonus(_)
            | Self::FreeLists
            | Self::PatientLists
            | Self::ProtectScams
            | Self::ProtectLists
            | Self::ProtectHardware
            | Self::ProtectHand => 0,
        }
    }
}

impl fmt::Display for Power {
    /// The text printed on the card.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::MailOthersLists => f.write_str("Your Mailings may go to other players' Lists."),
            Self::ScamLimit(most) => write!(f, "You may have up to {most} Scams in play."),
            Self::HandLimit(most) => write!(f, "You may hold up to {most} cards in hand."),
            Self::MailingsPerTurn(most) => write!(f, "You may send up to {most} Mailings a turn."),
            Self::ActionsPerTurn(most) => write!(f, "You may take up to {most} Actions a turn."),
            Self::TargetBonus(bonus) => write!(f, "Add {bonus} to the Target Number of your Mailings."),
            Self::CategoryBonus(category, bonus) => {
                write!(f, "Add {bonus} to the Target Number of Mailings for your {category} Scams.")
            }
            Self::UnwashedBonus(bonus) => {
                write!(f, "Add {bonus} to the Target Number of your Mailings to the Unwashed Masses.")
            }
            Self::SpecialtyBonus(bonus) => {
                write!(f, "A matching Specialty adds {bonus} more to the Target Number of your Mailings.")
            }
            Self::FreeLists => f.write_str("You may keep Lists you draw without paying for them."),
            Self::PatientLists => {
                f.write_str("Your Lists leave you only when their Gruntles reach their whole printed Size.")
            }
            Self::ProtectScams => f.write_str("Effects of other players cannot lower your Scams."),
            Self::ProtectLists => f.write_str("Other players cannot mail your Lists or aim effects at them."),
            Self::ProtectHardware => f.write_str("Effects of other players cannot touch your Hardware."),
            Self::ProtectHand => f.write_str("Effects of other players cannot touch your hand."),
        }
    }
}
