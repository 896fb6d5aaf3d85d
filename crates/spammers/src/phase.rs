//! Where in the game the table is. Nothing of it is secret.

use serde::{Deserialize, Serialize};
use table::{Audience, Awaits, Occasion, Seat, SeatSet};

use crate::card::{CardId, ListCard};
use crate::effect::{Aim, Moment};

/// Which of the two decks (S1.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Deck {
    /// The Action deck.
    Action,
    /// The List deck.
    List,
}

/// A Mailing under way (S4.5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mailing {
    /// The card it is sent with.
    pub card: CardId,
    /// The Scam it advertises.
    pub scam: CardId,
    /// The List it goes to.
    pub list: ListCard,
    /// The Target Number as it stands.
    pub target: i16,
}

/// Whether what was announced will happen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Fate {
    /// It stands.
    Stands,
    /// A reaction has averted it.
    Averted,
}

/// The pending action of a reaction window: it happens when the window closes (S7.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Pending {
    /// S4.8: a Mailing has been rolled for.
    Roll(Mailing, u8),
    /// S11.3: a Special Effect has been announced.
    Special(CardId, Aim, Fate),
    /// S11.4: a Scam is about to be lowered by so much, to the gain of another perhaps.
    Lower {
        /// The Scam.
        scam: CardId,
        /// By how much.
        by: u8,
        /// The Scam that gains what this one loses.
        gainer: Option<CardId>,
        /// Whether it will be.
        fate: Fate,
    },
    /// S11.5: a Proprietary List is about to leave its owner, for this seat or for the Unwashed Masses.
    Move {
        /// The List.
        list: ListCard,
        /// Where it goes; the Unwashed Masses are nobody's.
        to: Option<Seat>,
        /// The List that is to be judged after it (S10.7).
        then: Option<ListCard>,
        /// Whether it will.
        fate: Fate,
    },
}

impl Pending {
    /// The kind of reaction that may answer it.
    #[must_use]
    pub const fn moment(self) -> Moment {
        match self {
            Self::Roll(..) => Moment::AfterRoll,
            Self::Special(..) => Moment::OnSpecial,
            Self::Lower { .. } => Moment::OnLower,
            Self::Move { .. } => Moment::OnMove,
        }
    }
}

/// The fate of a card picked at random out of a hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Pick {
    /// S10.16: the player whose turn it is takes it.
    Steal,
    /// S10.18: it is discarded.
    Discard,
}

/// Where in the game the table is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Phase {
    /// Luck is awaited.
    Luck(Chance),
    /// A seat is asked, or several.
    Ask(Question),
    /// S6.1: the player whose turn would begin has won.
    Over(Victory),
}

/// A question to luck.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Chance {
    /// S2.1: this seat is being dealt List cards, this many more.
    DealingLists(Seat, u8),
    /// S2.1: this seat is being dealt Action cards, this many more.
    DealingActions(Seat, u8),
    /// S2.3: this many more Lists are dealt into the Unwashed Masses.
    DealingMasses(u8),
    /// S2.5: who goes first is being drawn.
    DrawingFirst,
    /// S3.2: the player whose turn it is draws an Action card.
    DrawingAction,
    /// S10.15: the player whose turn it is draws this many Action cards by an effect.
    DrawingCards(u8),
    /// S3.3: the player whose turn it is draws a List card.
    DrawingList,
    /// S10.16, S10.18: a card is picked at random out of this seat's hand.
    Picking(Seat, Pick),
    /// S4.7: the die is about to be rolled for this Mailing.
    Rolling(Mailing),
}

/// A question to a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Question {
    /// S2.2: these seats still owe a List for the Unwashed Masses.
    Choosing(SeatSet),
    /// S3.1: the player whose turn it is may take an Action.
    Acting,
    /// S3.3: the player whose turn it is has turned up this List and must keep it or let it go.
    Offered(ListCard),
    /// S7.3: this seat is asked for a reaction after this many passes in a row.
    Reacting {
        /// The pending action.
        pending: Pending,
        /// Who is asked.
        asked: Seat,
        /// How many have passed in a row.
        passes: u8,
    },
}

impl Phase {
    /// Whom or what the table waits for in the turn of this seat.
    #[inline]
    #[must_use]
    pub fn awaits(self, turn: Seat) -> Awaits {
        match self {
            Self::Luck(chance) => Awaits::Luck(chance.audience(turn)),
            Self::Ask(Question::Choosing(owing)) => Awaits::Sealed(owing),
            Self::Ask(Question::Acting | Question::Offered(_)) => Awaits::Choice(turn),
            Self::Ask(Question::Reacting { asked, .. }) => Awaits::Choice(asked),
            Self::Over(_) => Awaits::Nothing,
        }
    }
}

impl Chance {
    /// The occasion of the luck, in the turn of this seat. A card that an effect draws is not one that the turn draws,
    /// so that neither disturbs the other.
    pub(crate) const fn occasion(self, turn: Seat) -> Occasion {
        match self {
            Self::DealingLists(seat, _) => Occasion::of_seat("List dealt", seat),
            Self::DealingActions(seat, _) => Occasion::of_seat("Action card dealt", seat),
            Self::DealingMasses(_) => Occasion::open("List dealt to the Unwashed Masses"),
            Self::DrawingFirst => Occasion::open("first turn"),
            Self::DrawingAction => Occasion::of_seat("Action card", turn),
            Self::DrawingCards(_) => Occasion::of_seat("Action card by an effect", turn),
            Self::DrawingList => Occasion::of_seat("List", turn),
            Self::Picking(from, Pick::Steal) => {
                Occasion { from: Some(from), ..Occasion::of_seat("card stolen", turn) }
            }
            Self::Picking(from, Pick::Discard) => {
                Occasion { from: Some(from), ..Occasion::of_seat("card lost", turn) }
            }
            Self::Rolling(_) => Occasion::of_seat("die", turn),
        }
    }

    /// Who sees the outcome in the turn of this seat.
    #[inline]
    fn audience(self, turn: Seat) -> Audience {
        match self {
            Self::DealingLists(seat, _) | Self::DealingActions(seat, _) => Audience::Only(seat),
            Self::DrawingAction | Self::DrawingCards(_) => Audience::Only(turn),
            Self::Picking(from, Pick::Steal) => Audience::Among(SeatSet::only(turn).with(from)),
            Self::Picking(_, Pick::Discard)
            | Self::DealingMasses(_)
            | Self::DrawingFirst
            | Self::DrawingList
            | Self::Rolling(_) => Audience::Everyone,
        }
    }
}

/// How a game was won (S6.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Victory {
    /// By one Scam alone.
    OneScam,
    /// By the sum of all Scams.
    Sum,
}
