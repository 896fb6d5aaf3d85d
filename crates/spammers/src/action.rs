//! Actions of seats, outcomes of luck, and refusals.

use table::{Clause, Prose, Seat, SeatSet};
use thiserror::Error;

use crate::card::{CardId, ListCard, Specialty};
use crate::effect::Aim;
use crate::phase::{Chance, Deck, Pick};

/// An action of a seat. The order of the variants is the canonical order of choices.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Action {
    /// S2.2: give this List to the Unwashed Masses.
    Choose(ListCard),
    /// S3.1: take no more Actions this turn.
    Stop,
    /// S3.2, S3.3: draw a card.
    Draw(Deck),
    /// S4.1, S4.3: play a Scam or Hardware.
    Play(CardId),
    /// S4.5: play a Mailing for its Mailing Effect.
    Mail {
        /// The Mailing card.
        card: CardId,
        /// One's own Scam.
        scam: CardId,
        /// The target List.
        list: ListCard,
    },
    /// S4.4: play a Mailing for its Special Effect.
    Special(CardId, Aim),
    /// S3.5: merge two Lists.
    Merge(ListCard, ListCard),
    /// S3.6: discard a Scam from the hand and draw.
    Recycle(CardId, Deck),
    /// S3.3: keep the List turned up, paying one Rating from this Scam.
    Keep(CardId),
    /// S12.10: keep the List turned up without paying.
    KeepFree,
    /// S3.3: let the List turned up go to the Unwashed Masses.
    Release,
    /// S7.3: play no reaction.
    Pass,
    /// S7.1: play a reaction.
    React(CardId, Aim),
}

/// An outcome of luck.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// A List card comes off the List deck.
    List(ListCard),
    /// An Action card comes off the Action deck.
    Card(CardId),
    /// S10.16, S10.18: this card is picked out of a hand.
    Pick(CardId),
    /// S2.5: this seat goes first.
    First(Seat),
    /// S4.7: the die shows this.
    Roll(u8),
}

/// Awaited luck.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Awaited {
    /// In words.
    pub words: &'static str,
    /// The clause that asks for it.
    pub clause: Clause,
}

impl Chance {
    /// The awaited luck in words, and the clause that asks for it.
    #[must_use]
    pub const fn awaited(self) -> Awaited {
        let (words, clause) = match self {
            Self::DealingLists(..) => ("a List card off the deck", "S2.1"),
            Self::DealingActions(..) => ("an Action card off the deck", "S2.1"),
            Self::DealingMasses(_) => ("a List card off the deck", "S2.3"),
            Self::DrawingFirst => ("the draw for who goes first", "S2.5"),
            Self::DrawingAction => ("an Action card off the deck", "S3.2"),
            Self::DrawingList => ("a List card off the deck", "S3.3"),
            Self::DrawingCards(_) => ("an Action card off the deck", "S10.15"),
            Self::Picking(_, Pick::Steal) => ("a card out of a hand", "S10.16"),
            Self::Picking(_, Pick::Discard) => ("a card out of a hand", "S10.18"),
            Self::Rolling(_) => ("the die", "S1.11"),
        };
        Awaited { words, clause: Clause(clause) }
    }
}

/// Why an input is illegal, in the rules' own terms: the same check enumerates choices and gives reasons.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Illegal {
    /// The game is over.
    Over,
    /// Somebody else is asked.
    NotYourMove(SeatSet),
    /// Luck is awaited, not a player.
    WaitsForLuck(Awaited),
    /// A player is awaited, not luck.
    WaitsForPlayer,
    /// Luck cannot bring this now.
    NotPossibleNow(Awaited),
    /// The card is not there to be drawn.
    NotInDeck,
    /// Only the choice of a List counts now.
    ChooseFirst,
    /// That List was not dealt to this seat.
    NotDealtToYou(ListCard),
    /// The Lists are already chosen.
    ChoosingIsOver,
    /// A List lies turned up.
    AnswerTheOffer,
    /// No List lies turned up.
    NothingOffered,
    /// A reaction window is open.
    ReactOrPass,
    /// No reaction window is open.
    NothingToReactTo,
    /// The hand is full.
    HandFull {
        /// Cards in hand.
        held: u32,
        /// The hand limit.
        limit: u32,
    },
    /// Nothing is left to draw.
    NothingToDraw,
    /// The card is not in the hand.
    NotInHand(CardId),
    /// A Mailing is not put into play.
    MailingsAreNotPlaced(CardId),
    /// Only Mailings are sent or used.
    NotAMailing(CardId),
    /// The Scam area is full.
    ScamsFull {
        /// Scams in play.
        have: u32,
        /// The Scam limit.
        limit: u32,
    },
    /// The seat has sent its Mailings this turn.
    MailingsUsedUp(u8),
    /// The Scam is not the seat's own.
    NotYourScam(CardId),
    /// The seat has no Scam.
    NoScam,
    /// The List may not be mailed.
    NotMailable(ListCard),
    /// There is no List to mail.
    NoList,
    /// A reaction is not an Action.
    OnlyAReaction(CardId),
    /// An Action is not a reaction.
    NotAReaction(CardId),
    /// The reaction answers something else.
    NotTheMoment(CardId),
    /// The reaction's target is averted already.
    AlreadyAverted,
    /// The Scam that would be lowered is not the seat's own.
    NotYourScamLowered,
    /// The List that would leave is not the seat's own.
    NotYourListLeaving,
    /// The roll cannot go further that way.
    RollAtItsEnd,
    /// The seat has no Hardware that lets it keep Lists for nothing.
    MustPay,
    /// The aim does not fit the effect.
    WrongAim(CardId),
    /// The Scam is not in play.
    ScamNotInPlay(CardId),
    /// The List is not in play.
    ListNotInPlay(ListCard),
    /// S1.8: the Rating cannot go lower.
    AtInitialRating(CardId),
    /// There are no Gruntles to take.
    NoGruntles(ListCard),
    /// S1.5: the Specialty is there already.
    HasSpecialty(ListCard, Specialty),
    /// The Scam is not another player's.
    NotAnothersScam(CardId),
    /// The List is not another player's.
    NotAnothersList(ListCard),
    /// The List is not one of the Unwashed Masses.
    NotUnwashed(ListCard),
    /// The List is larger than the effect allows.
    TooLarge(ListCard, u8),
    /// S5.1: the List has so many Gruntles that it would not stay.
    WouldNotStay(ListCard),
    /// The List is a single card.
    NotMerged(ListCard),
    /// The List has no Specialty to take off.
    NoSpecialty(ListCard),
    /// The List lacks the Specialty.
    LacksSpecialty(ListCard, Specialty),
    /// The aim is not another player at the table.
    NotAnotherPlayer(Seat),
    /// The player has no cards in hand.
    EmptyHand(Seat),
    /// The card is not on the discard pile.
    NotDiscarded(CardId),
    /// The player does not have that Hardware.
    NotTheirHardware(Seat, CardId),
    /// S12.12: Hardware protects the Scam.
    ScamProtected(CardId),
    /// S12.13: Hardware protects the List.
    ListProtected(ListCard),
    /// S12.14: Hardware protects the player's Hardware.
    HardwareProtected(Seat),
    /// S12.15: Hardware protects the player's hand.
    HandProtected(Seat),
    /// The effect has nothing it could do.
    NothingToWorkOn(CardId),
    /// The two Lists do not lie together.
    NotTogether,
    /// A List is not merged with itself.
    SameList,
    /// There are no two Lists to merge.
    NothingToMerge,
    /// Fewer than five Scams in play.
    TooFewScams(u32),
    /// Only Scams are discarded.
    NotAScam(CardId),
}

impl Illegal {
    /// The clause in the way.
    #[must_use]
    pub const fn clause(self) -> Clause {
        Clause(match self {
            Self::Over => "S6.1",
            Self::NotYourMove(_) => "S3.9",
            Self::WaitsForLuck(awaited) | Self::NotPossibleNow(awaited) => return awaited.clause,
            Self::WaitsForPlayer => "S3.1",
            Self::NotInDeck => "S1.1",
            Self::ChooseFirst | Self::NotDealtToYou(_) | Self::ChoosingIsOver => "S2.2",
            Self::AnswerTheOffer | Self::NothingOffered => "S3.3",
            Self::ReactOrPass => "S7.3",
            Self::NothingToReactTo
            | Self::OnlyAReaction(_)
            | Self::NotAReaction(_)
            | Self::NotTheMoment(_) => "S7.1",
            Self::AlreadyAverted | Self::RollAtItsEnd => "S4.4",
            Self::NotYourScamLowered => "S11.4",
            Self::NotYourListLeaving => "S11.5",
            Self::MustPay => "S12.10",
            Self::ScamProtected(_) => "S12.12",
            Self::ListProtected(_) => "S12.13",
            Self::HardwareProtected(_) => "S12.14",
            Self::HandProtected(_) => "S12.15",
            Self::WouldNotStay(_) => "S5.1",
            Self::NotAnothersScam(_)
            | Self::NotAnothersList(_)
            | Self::NotUnwashed(_)
            | Self::TooLarge(..)
            | Self::NotMerged(_)
            | Self::NoSpecialty(_)
            | Self::LacksSpecialty(..)
            | Self::NotAnotherPlayer(_)
            | Self::EmptyHand(_)
            | Self::NotDiscarded(_)
            | Self::NotTheirHardware(..) => "S4.4",
            Self::HandFull { .. } => "S3.2",
            Self::NothingToDraw => "S3.7",
            Self::NotInHand(_) => "S3.4",
            Self::MailingsAreNotPlaced(_) | Self::NotAMailing(_) => "S1.7",
            Self::ScamsFull { .. } => "S4.2",
            Self::MailingsUsedUp(_) => "S4.10",
            Self::NotYourScam(_) | Self::NoScam | Self::NotMailable(_) | Self::NoList => "S4.5",
            Self::WrongAim(_)
            | Self::ScamNotInPlay(_)
            | Self::ListNotInPlay(_)
            | Self::NoGruntles(_)
            | Self::NothingToWorkOn(_) => "S4.4",
            Self::AtInitialRating(_) => "S1.8",
            Self::HasSpecialty(..) => "S1.5",
            Self::NotTogether | Self::SameList | Self::NothingToMerge => "S3.5",
            Self::TooFewScams(_) | Self::NotAScam(_) => "S3.6",
        })
    }
}

/// A refusal: why the input is illegal, and a sentence that says what would be right.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{sentence}")]
pub struct Refusal {
    /// The reason.
    pub illegal: Illegal,
    /// The sentence for the player.
    pub sentence: Prose,
}

impl table::Refusal for Refusal {
    fn clause(&self) -> Clause {
        self.illegal.clause()
    }

    fn says(&self) -> Prose {
        self.sentence.clone()
    }
}
