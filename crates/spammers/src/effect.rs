//! S10, S11: the vocabulary of Special Effects. A card's text is made from its effect, so it cannot lie.

use std::fmt;

use serde::{Deserialize, Serialize};
use table::{Clause, Seat};

use crate::card::{CardId, ListCard, Specialty};

/// S1.9: what a Mailing does when played for its Special Effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// S10.1: raise or lower the Rating of any Scam in play by so much.
    AdjustRating(u8),
    /// S10.2: raise the Rating of one of your Scams by so much.
    RaiseRating(u8),
    /// S10.3: lower the Rating of another player's Scam by so much.
    LowerRating(u8),
    /// S10.4: move up to so much Rating from another player's Scam to one of yours.
    StealRating(u8),
    /// S10.5: put this many Gruntles on any List in play.
    AddGruntles(u8),
    /// S10.6: take up to this many Gruntles off any List in play.
    RemoveGruntles(u8),
    /// S10.7: move up to this many Gruntles from one List to another.
    MoveGruntles(u8),
    /// S10.8: put this Specialty on any List in play that lacks it.
    AddSpecialty(Specialty),
    /// S10.9: take a Specialty off any List in play.
    RemoveSpecialty,
    /// S10.10: take an Unwashed List of at most this effective Size into your Proprietary Lists.
    TakeUnwashedList(u8),
    /// S10.11: take another player's Proprietary List of at most this effective Size.
    StealList(u8),
    /// S10.12: send another player's Proprietary List to the Unwashed Masses.
    ReleaseList,
    /// S10.13: split a merged List into its cards.
    SplitList,
    /// S10.14: discard an Unwashed List.
    DisbandList,
    /// S10.15: draw this many Action cards.
    DrawCards(u8),
    /// S10.16: take a card at random out of another player's hand.
    StealCard,
    /// S10.17: look at another player's hand.
    PeekAtHand,
    /// S10.18: another player discards a card at random.
    ForceDiscard,
    /// S10.19: take a card out of the Action discard pile into your hand.
    TakeDiscard,
    /// S10.20: discard another player's Hardware.
    DestroyHardware,
    /// S10.21: take another player's Hardware.
    StealHardware,
    /// S10.22: this many more Actions this turn.
    ExtraActions(u8),
    /// S10.23: one more Mailing this turn.
    ExtraMailing,
    /// S7.2: right after a Mailing roll, raise or lower its Target Number by so much.
    ShiftTarget(u8),
    /// S11.1: right after a Mailing roll, raise or lower the roll by so much.
    ShiftRoll(u8),
    /// S11.2: right after a Mailing roll, have it rolled again.
    Reroll,
    /// S11.3: when a Special Effect is announced, cancel it; or cancel the last such cancelling.
    CancelSpecial,
    /// S11.4: when an effect would lower one of your Scams, it does not.
    ShieldScam,
    /// S11.5: when one of your Lists would leave you, it stays and loses its Gruntles.
    HoldList,
}

/// Up or down, as the player says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Direction {
    /// Raise it.
    Up,
    /// Lower it.
    Down,
}

impl Direction {
    /// A number so much higher or lower.
    pub(crate) fn shifted(self, number: i16, by: u8) -> i16 {
        match self {
            Self::Up => number + i16::from(by),
            Self::Down => number - i16::from(by),
        }
    }
}

/// The target of a Special Effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Aim {
    /// Nothing in particular.
    Nothing,
    /// A Scam in play, up or down.
    Rating(CardId, Direction),
    /// A Scam in play.
    Scam(CardId),
    /// From one Scam to another.
    Scams(CardId, CardId),
    /// A List in play.
    List(ListCard),
    /// From one List to another.
    Lists(ListCard, ListCard),
    /// A Specialty counter on a List.
    Counter(ListCard, Specialty),
    /// A player.
    Player(Seat),
    /// A card on the Action discard pile.
    Discarded(CardId),
    /// A player's Hardware.
    Hardware(Seat, CardId),
    /// The Target Number or the roll of the Mailing just rolled, up or down.
    Target(Direction),
}

impl Aim {
    /// The Scam to raise or to lower.
    pub(crate) const fn rating(self) -> Option<(CardId, Direction)> {
        if let Self::Rating(scam, direction) = self { Some((scam, direction)) } else { None }
    }

    /// The Scam.
    pub(crate) const fn scam(self) -> Option<CardId> {
        if let Self::Scam(scam) = self { Some(scam) } else { None }
    }

    /// The Scam to take from and the one to give to.
    pub(crate) const fn scams(self) -> Option<(CardId, CardId)> {
        if let Self::Scams(from, to) = self { Some((from, to)) } else { None }
    }

    /// The List.
    pub(crate) const fn list(self) -> Option<ListCard> {
        if let Self::List(list) = self { Some(list) } else { None }
    }

    /// The List to take from and the one to give to.
    pub(crate) const fn lists(self) -> Option<(ListCard, ListCard)> {
        if let Self::Lists(from, to) = self { Some((from, to)) } else { None }
    }

    /// The counter and the List it lies on.
    pub(crate) const fn counter(self) -> Option<(ListCard, Specialty)> {
        if let Self::Counter(list, specialty) = self { Some((list, specialty)) } else { None }
    }

    /// The player.
    pub(crate) const fn player(self) -> Option<Seat> {
        if let Self::Player(seat) = self { Some(seat) } else { None }
    }

    /// The card of the discard pile.
    pub(crate) const fn discarded(self) -> Option<CardId> {
        if let Self::Discarded(card) = self { Some(card) } else { None }
    }

    /// The Hardware and whose it is.
    pub(crate) const fn hardware(self) -> Option<(Seat, CardId)> {
        if let Self::Hardware(seat, card) = self { Some((seat, card)) } else { None }
    }

    /// Which way the Target Number or the roll goes.
    pub(crate) const fn target(self) -> Option<Direction> {
        if let Self::Target(direction) = self { Some(direction) } else { None }
    }

    /// Whether it is at nothing in particular.
    pub(crate) const fn nothing(self) -> Option<()> {
        if let Self::Nothing = self { Some(()) } else { None }
    }
}

/// When a Special Effect may be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Moment {
    /// S4.4: as an Action of one's own turn.
    OwnTurn,
    /// S7.2: right after a Mailing roll, by anybody.
    AfterRoll,
    /// S11.3: when a Special Effect has been announced, by anybody.
    OnSpecial,
    /// S11.4: when an effect would lower a Scam, by its owner.
    OnLower,
    /// S11.5: when a Proprietary List would leave its owner, by that owner.
    OnMove,
}

impl Effect {
    /// When it may be used.
    #[must_use]
    pub const fn moment(self) -> Moment {
        match self {
            Self::ShiftTarget(_) | Self::ShiftRoll(_) | Self::Reroll => Moment::AfterRoll,
            Self::CancelSpecial => Moment::OnSpecial,
            Self::ShieldScam => Moment::OnLower,
            Self::HoldList => Moment::OnMove,
            Self::AdjustRating(_)
            | Self::RaiseRating(_)
            | Self::LowerRating(_)
            | Self::StealRating(_)
            | Self::AddGruntles(_)
            | Self::RemoveGruntles(_)
            | Self::MoveGruntles(_)
            | Self::AddSpecialty(_)
            | Self::RemoveSpecialty
            | Self::TakeUnwashedList(_)
            | Self::StealList(_)
            | Self::ReleaseList
            | Self::SplitList
            | Self::DisbandList
            | Self::DrawCards(_)
            | Self::StealCard
            | Self::PeekAtHand
            | Self::ForceDiscard
            | Self::TakeDiscard
            | Self::DestroyHardware
            | Self::StealHardware
            | Self::ExtraActions(_)
            | Self::ExtraMailing => Moment::OwnTurn,
        }
    }

    /// S10.1 to S10.4: by how much it could change Ratings.
    #[must_use]
    pub const fn swing(self) -> Swing {
        let (raises, lowers) = match self {
            Self::AdjustRating(by) | Self::StealRating(by) => (by, by),
            Self::RaiseRating(by) => (by, 0),
            Self::LowerRating(by) => (0, by),
            Self::AddGruntles(_)
            | Self::RemoveGruntles(_)
            | Self::MoveGruntles(_)
            | Self::AddSpecialty(_)
            | Self::RemoveSpecialty
            | Self::TakeUnwashedList(_)
            | Self::StealList(_)
            | Self::ReleaseList
            | Self::SplitList
            | Self::DisbandList
            | Self::DrawCards(_)
            | Self::StealCard
            | Self::PeekAtHand
            | Self::ForceDiscard
            | Self::TakeDiscard
            | Self::DestroyHardware
            | Self::StealHardware
            | Self::ExtraActions(_)
            | Self::ExtraMailing
            | Self::ShiftTarget(_)
            | Self::ShiftRoll(_)
            | Self::Reroll
            | Self::CancelSpecial
            | Self::ShieldScam
            | Self::HoldList => (0, 0),
        };
        Swing { raises, lowers }
    }

    /// S10.8: the Specialty that it gives to a List.
    pub(crate) const fn gives(self) -> Option<Specialty> {
        match self {
            Self::AddSpecialty(specialty) => Some(specialty),
            Self::AdjustRating(_)
            | Self::RaiseRating(_)
            | Self::LowerRating(_)
            | Self::StealRating(_)
            | Self::AddGruntles(_)
            | Self::RemoveGruntles(_)
            | Self::MoveGruntles(_)
            | Self::RemoveSpecialty
            | Self::TakeUnwashedList(_)
            | Self::StealList(_)
            | Self::ReleaseList
            | Self::SplitList
            | Self::DisbandList
            | Self::DrawCards(_)
            | Self::StealCard
            | Self::PeekAtHand
            | Self::ForceDiscard
            | Self::TakeDiscard
            | Self::DestroyHardware
            | Self::StealHardware
            | Self::ExtraActions(_)
            | Self::ExtraMailing
            | Self::ShiftTarget(_)
            | Self::ShiftRoll(_)
            | Self::Reroll
            | Self::CancelSpecial
            | Self::ShieldScam
            | Self::HoldList => None,
        }
    }

    /// The clause that says what it does.
    #[must_use]
    pub const fn clause(self) -> Clause {
        Clause(match self {
            Self::AdjustRating(_) => "S10.1",
            Self::RaiseRating(_) => "S10.2",
            Self::LowerRating(_) => "S10.3",
            Self::StealRating(_) => "S10.4",
            Self::AddGruntles(_) => "S10.5",
            Self::RemoveGruntles(_) => "S10.6",
            Self::MoveGruntles(_) => "S10.7",
            Self::AddSpecialty(_) => "S10.8",
            Self::RemoveSpecialty => "S10.9",
            Self::TakeUnwashedList(_) => "S10.10",
            Self::StealList(_) => "S10.11",
            Self::ReleaseList => "S10.12",
            Self::SplitList => "S10.13",
            Self::DisbandList => "S10.14",
            Self::DrawCards(_) => "S10.15",
            Self::StealCard => "S10.16",
            Self::PeekAtHand => "S10.17",
            Self::ForceDiscard => "S10.18",
            Self::TakeDiscard => "S10.19",
            Self::DestroyHardware => "S10.20",
            Self::StealHardware => "S10.21",
            Self::ExtraActions(_) => "S10.22",
            Self::ExtraMailing => "S10.23",
            Self::ShiftTarget(_) => "S7.2",
            Self::ShiftRoll(_) => "S11.1",
            Self::Reroll => "S11.2",
            Self::CancelSpecial => "S11.3",
            Self::ShieldScam => "S11.4",
            Self::HoldList => "S11.5",
        })
    }
}

/// By how much an effect could change Ratings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Swing {
    /// By how much it could raise a Scam of the player who uses it.
    pub raises: u8,
    /// By how much it could lower a Scam of another player.
    pub lowers: u8,
}

/// `a Gruntle`, `2 Gruntles`.
fn counted(count: u8, one: &str, many: &str) -> String {
    if count == 1 { one.to_owned() } else { format!("{count} {many}") }
}

impl fmt::Display for Effect {
    /// The text printed on the card.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::AdjustRating(by) => write!(f, "Raise or lower the Rating of any Scam in play by {by}."),
            Self::RaiseRating(by) => write!(f, "Raise the Rating of one of your Scams by {by}."),
            Self::LowerRating(by) => write!(f, "Lower the Rating of another player's Scam by {by}."),
            Self::StealRating(1) => {
                f.write_str("Move one Rating from another player's Scam to one of yours.")
            }
            Self::StealRating(by) => {
                write!(f, "Move up to {by} Rating from another player's Scam to one of yours.")
            }
            Self::AddGruntles(count) => {
                write!(f, "Put {} on any List in play.", counted(count, "a Gruntle", "Gruntles"))
            }
            Self::RemoveGruntles(1) => f.write_str("Take a Gruntle off any List in play."),
            Self::RemoveGruntles(count) => write!(f, "Take up to {count} Gruntles off any List in play."),
            Self::MoveGruntles(1) => f.write_str("Move a Gruntle from any List in play to any other."),
            Self::MoveGruntles(count) => {
                write!(f, "Move up to {count} Gruntles from any List in play to any other.")
            }
            Self::AddSpecialty(specialty) => {
                write!(f, "Give the {specialty} Specialty to any List in play that lacks it.")
            }
            Self::RemoveSpecialty => f.write_str("Take one Specialty off any List in play."),
            Self::TakeUnwashedList(size) => {
                write!(f, "Take an Unwashed List of effective Size {size} or less as your own.")
            }
            Self::StealList(size) => {
                write!(f, "Take another player's List of effective Size {size} or less as your own.")
            }
            Self::ReleaseList => f.write_str("Send another player's List to the Unwashed Masses."),
            Self::SplitList => {
                f.write_str("Split any merged List into its cards. Its Gruntles stay on the first of them.")
            }
            Self::DisbandList => f.write_str("Discard an Unwashed List."),
            Self::DrawCards(count) => write!(f, "Draw {}.", counted(count, "an Action card", "Action cards")),
            Self::StealCard => f.write_str("Take a card at random out of another player's hand."),
            Self::PeekAtHand => f.write_str("Look at another player's hand."),
            Self::ForceDiscard => f.write_str("Another player discards a card at random."),
            Self::TakeDiscard => f.write_str("Take any card out of the Action discard pile into your hand."),
            Self::DestroyHardware => f.write_str("Discard another player's Hardware."),
            Self::StealHardware => f.write_str("Take another player's Hardware as your own."),
            Self::ExtraActions(count) => {
                write!(f, "Take {} this turn.", counted(count, "another Action", "more Actions"))
            }
            Self::ExtraMailing => f.write_str("You may send another Mailing this turn."),
            Self::ShiftTarget(by) => {
                write!(f, "Play right after any Mailing roll: raise or lower its Target Number by {by}.")
            }
            Self::ShiftRoll(by) => {
                write!(
                    f,
                    "Play right after any Mailing roll: raise or lower the roll by {by}, within 1 to 6."
                )
            }
            Self::Reroll => f.write_str("Play right after any Mailing roll: it is rolled again."),
            Self::CancelSpecial => f.write_str(
                "Play when a Special Effect is announced: cancel it. Or cancel what cancelled it.",
            ),
            Self::ShieldScam => {
                f.write_str("Play when an effect would lower one of your Scams: it is not lowered.")
            }
            Self::HoldList => f.write_str(
                "Play when one of your Lists would leave you: it stays and loses all its Gruntles.",
            ),
        }
    }
}
