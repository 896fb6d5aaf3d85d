//! What a seat may do, what luck may bring, and why not.

use table::{Clause, Refusal, Seat, SeatSet};
use thiserror::Error;

use crate::card::Specialty;
use crate::set::{ListCard, Title};
use crate::state::Deck;

/// Up or down, as the player says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sway {
    /// Raise it.
    Up,
    /// Lower it.
    Down,
}

/// What a Special Effect is directed at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Aim {
    /// A Scam in play, up or down.
    Rating(Title, Sway),
    /// A List in play.
    List(ListCard),
    /// The Target Number of the Mailing just rolled, up or down.
    Target(Sway),
}

/// What a seat may do. The order of the variants is the canonical order of choices.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Action {
    /// S2.2: give this List to the Unwashed Masses.
    Choose(ListCard),
    /// S3.1: take no more Actions this turn.
    Stop,
    /// S3.2, S3.3: draw a card.
    Draw(Deck),
    /// S4.1, S4.3: play a Scam or Hardware.
    Play(Title),
    /// S4.5: play a Mailing for its Mailing Effect.
    Mail {
        /// The Mailing card.
        card: Title,
        /// One's own Scam.
        scam: Title,
        /// The target List.
        list: ListCard,
    },
    /// S4.4: play a Mailing for its Special Effect.
    Special(Title, Aim),
    /// S3.5: merge two Lists.
    Merge(ListCard, ListCard),
    /// S3.6: discard a Scam from the hand and draw.
    Recycle(Title, Deck),
    /// S3.3: keep the List turned up, paying one Rating from this Scam.
    Keep(Title),
    /// S3.3: let the List turned up go to the Unwashed Masses.
    Release,
    /// S7.3: play no reaction.
    Pass,
    /// S7.1: play a reaction.
    React(Title, Aim),
}

/// What luck may bring.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// A List card comes off the List deck.
    List(ListCard),
    /// An Action card comes off the Action deck.
    Card(Title),
    /// S2.5: this seat goes first.
    First(Seat),
    /// S4.7: the die shows this.
    Roll(u8),
}

/// Why an input is refused, in the rules' own terms: the same check answers what may be done and why not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bar {
    /// The game is over.
    Over,
    /// Somebody else is asked.
    NotYourMove(SeatSet),
    /// Luck is awaited, not a player.
    WaitsForLuck(&'static str),
    /// A player is awaited, not luck.
    WaitsForPlayer,
    /// Luck cannot bring this now.
    NotPossibleNow(&'static str),
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
    NotInHand(Title),
    /// A Mailing is not put into play.
    MailingsAreNotPlaced(Title),
    /// Only Mailings are sent or used.
    NotAMailing(Title),
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
    NotYourScam(Title),
    /// The seat has no Scam.
    NoScam,
    /// The List may not be mailed.
    NotMailable(ListCard),
    /// There is no List to mail.
    NoList,
    /// A reaction is not an Action.
    OnlyAfterARoll(Title),
    /// An Action is not a reaction.
    NotAReaction(Title),
    /// The aim does not fit the effect.
    WrongAim(Title),
    /// The Scam is not in play.
    ScamNotInPlay(Title),
    /// The List is not in play.
    ListNotInPlay(ListCard),
    /// S1.8: the Rating cannot go lower.
    AtInitialRating(Title),
    /// There are no Gruntles to take.
    NoGruntles(ListCard),
    /// S1.5: the Specialty is there already.
    HasSpecialty(ListCard, Specialty),
    /// The effect has nothing it could do.
    NothingToWorkOn(Title),
    /// The two Lists do not lie together.
    NotTogether,
    /// A List is not merged with itself.
    SameList,
    /// There are no two Lists to merge.
    NothingToMerge,
    /// Fewer than five Scams in play.
    TooFewScams(u32),
    /// Only Scams are discarded.
    NotAScam(Title),
}

impl Bar {
    /// The clause in the way.
    #[must_use]
    pub const fn clause(self) -> Clause {
        Clause(match self {
            Self::Over => "S6.1",
            Self::NotYourMove(_) => "S3.9",
            Self::WaitsForLuck(_) | Self::WaitsForPlayer | Self::NotPossibleNow(_) => "S1.11",
            Self::NotInDeck => "S1.1",
            Self::ChooseFirst | Self::NotDealtToYou(_) | Self::ChoosingIsOver => "S2.2",
            Self::AnswerTheOffer | Self::NothingOffered => "S3.3",
            Self::ReactOrPass => "S7.3",
            Self::NothingToReactTo | Self::OnlyAfterARoll(_) | Self::NotAReaction(_) => "S7.1",
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

/// A refusal: the bar, and a sentence that says what is wrong and what would be right.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{sentence}")]
pub struct Refused {
    /// What is in the way.
    pub bar: Bar,
    /// The sentence for the player.
    pub sentence: String,
}

impl Refusal for Refused {
    fn clause(&self) -> Clause {
        self.bar.clause()
    }
}
