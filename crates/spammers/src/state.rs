//! Everything on the table, in one flat value.

use table::{MOST_SEATS, Seat, SeatCount, SeatSet, Viewer};

use crate::action::Aim;
use crate::card::Specialties;
use crate::effect::Moment;
use crate::pile::{CardSet64, Pile};
use crate::set::{CardId, ListCard, MOST_ACTION_CARDS, MOST_LISTS, MOST_SCAMS};

/// Which of the two decks (S1.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Deck {
    /// The Action deck.
    Action,
    /// The List deck.
    List,
}

/// A Mailing under way (S4.5).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// It stands.
    Stands,
    /// A reaction has averted it.
    Averted,
}

/// What a reaction window is about: what happens when it closes (S7.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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
    /// What kind of reaction may answer it.
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

/// What becomes of a card picked at random out of a hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pick {
    /// S10.16: the player whose turn it is takes it.
    Steal,
    /// S10.18: it is discarded.
    Discard,
}

/// Where in the game the table is. Nothing in it is secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// S2.1: this seat is being dealt List cards, so many more.
    DealingLists(Seat, u8),
    /// S2.1: this seat is being dealt Action cards, so many more.
    DealingActions(Seat, u8),
    /// S2.2: these seats still owe a List for the Unwashed Masses.
    Choosing(SeatSet),
    /// S2.3: so many more Lists are dealt into the Unwashed Masses.
    DealingMasses(u8),
    /// S2.5: who goes first is being drawn.
    DrawingFirst,
    /// S3.1: the player whose turn it is may take an Action.
    Acting,
    /// S3.2: he draws an Action card.
    DrawingAction,
    /// S10.15: he draws so many Action cards by an effect.
    DrawingCards(u8),
    /// S3.3: he draws a List card.
    DrawingList,
    /// S3.3: he has turned up this List and must keep it or let it go.
    Offered(ListCard),
    /// S10.16, S10.18: a card is picked at random out of this seat's hand.
    Picking(Seat, Pick),
    /// S4.7: the die is about to be rolled for this Mailing.
    Rolling(Mailing),
    /// S7.3: this seat is asked for a reaction after so many passes in a row.
    Reacting {
        /// What it is about.
        pending: Pending,
        /// Who is asked.
        asked: Seat,
        /// How many have passed in a row.
        passes: u8,
    },
    /// S6.1: the player whose turn would begin has won.
    Over(Victory),
}

/// How a game was won (S6.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Victory {
    /// By one Scam alone.
    OneScam,
    /// By the sum of all Scams.
    Sum,
}

/// Viewers who know that a card is in somebody's hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Knowers(u8);

impl Knowers {
    pub(crate) const NOBODY: Self = Self(0);
    pub(crate) const EVERYBODY: Self = Self(0b111_1111);

    pub(crate) fn only(viewer: Viewer) -> Self {
        Self(1 << viewer.seat().map_or(MOST_SEATS, Seat::index))
    }

    pub(crate) fn contains(self, viewer: Viewer) -> bool {
        self.0 & Self::only(viewer).0 != 0
    }

    pub(crate) const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    pub(crate) const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(crate) const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

/// The table of SPAMMERS. Its fields are the rules' own; what leaves is a view.
#[derive(Clone, Copy)]
pub struct State {
    pub(crate) deck: Pile,
    pub(crate) discards: Pile,
    pub(crate) resolving: Pile,
    pub(crate) hands: [Pile; MOST_SEATS],
    pub(crate) hardware: [Pile; MOST_SEATS],
    pub(crate) scams: [CardSet64; MOST_SEATS],
    pub(crate) dealt: [CardSet64; MOST_SEATS],
    /// The Lists in each Proprietary area, each under its lowest card.
    pub(crate) lists: [CardSet64; MOST_SEATS],
    pub(crate) masses: CardSet64,
    pub(crate) list_deck: CardSet64,
    pub(crate) list_discards: CardSet64,
    pub(crate) size: [u16; MOST_LISTS],
    pub(crate) gruntles: [u16; MOST_LISTS],
    pub(crate) specialties: [Specialties; MOST_LISTS],
    /// The lowest card of the List that each card is part of.
    pub(crate) part_of: [u8; MOST_LISTS],
    pub(crate) rating: [u8; MOST_SCAMS],
    pub(crate) chosen: [Option<ListCard>; MOST_SEATS],
    pub(crate) phase: Phase,
    pub(crate) turn: Seat,
    pub(crate) turns: u32,
    pub(crate) actions_taken: u8,
    pub(crate) extra_actions: u8,
    pub(crate) mailings: u8,
    pub(crate) extra_mailings: u8,
    /// Mailing rolls that each seat let pass since it last got a card: who does that may well hold no answer.
    pub(crate) declined: [u8; MOST_SEATS],
    /// For each card in a hand, who but its holder knows that it is there.
    pub(crate) known_to: [Knowers; MOST_ACTION_CARDS],
}

impl State {
    /// An empty table with both decks whole.
    pub(crate) fn new(deck: Pile, list_deck: CardSet64, first: Seat) -> Self {
        let mut part_of = [0; MOST_LISTS];
        for (card, part) in part_of.iter_mut().enumerate() {
            *part = card as u8;
        }
        Self {
            deck,
            discards: Pile::EMPTY,
            resolving: Pile::EMPTY,
            hands: [Pile::EMPTY; MOST_SEATS],
            hardware: [Pile::EMPTY; MOST_SEATS],
            scams: [CardSet64::EMPTY; MOST_SEATS],
            dealt: [CardSet64::EMPTY; MOST_SEATS],
            lists: [CardSet64::EMPTY; MOST_SEATS],
            masses: CardSet64::EMPTY,
            list_deck,
            list_discards: CardSet64::EMPTY,
            size: [0; MOST_LISTS],
            gruntles: [0; MOST_LISTS],
            specialties: [Specialties::EMPTY; MOST_LISTS],
            part_of,
            rating: [0; MOST_SCAMS],
            chosen: [None; MOST_SEATS],
            phase: Phase::DealingLists(first, crate::setup::LISTS_DEALT),
            turn: first,
            turns: 0,
            actions_taken: 0,
            extra_actions: 0,
            mailings: 0,
            extra_mailings: 0,
            declined: [0; MOST_SEATS],
            known_to: [Knowers::NOBODY; MOST_ACTION_CARDS],
        }
    }

    /// Puts a card into a hand; what its holder let pass before tells nothing of it.
    pub(crate) fn give(&mut self, seat: Seat, card: Pile) {
        self.hands[seat.index()] = self.hands[seat.index()].union(card);
        self.declined[seat.index()] = 0;
    }

    /// S1.6: printed Size less Gruntles.
    pub(crate) fn effective_size(&self, list: ListCard) -> i16 {
        self.size[list.index()] as i16 - self.gruntles[list.index()] as i16
    }

    /// The List cards that make up this List.
    pub(crate) fn members(&self, list: ListCard) -> CardSet64 {
        let mut members = CardSet64::EMPTY;
        for (card, &part) in self.part_of.iter().enumerate() {
            if part == list.0 {
                members = members.with(card);
            }
        }
        members
    }

    /// Every List in play.
    pub(crate) fn lists_in_play(&self) -> CardSet64 {
        self.lists.iter().fold(self.masses, |all, &own| all.union(own))
    }

    /// Every Scam in play.
    pub(crate) fn scams_in_play(&self) -> CardSet64 {
        self.scams.iter().fold(CardSet64::EMPTY, |all, &own| all.union(own))
    }

    /// Who owns this List; nobody owns the Unwashed Masses.
    pub(crate) fn owner_of_list(&self, list: ListCard) -> Option<usize> {
        self.lists.iter().position(|own| own.contains(list.index()))
    }

    /// Who owns this Scam.
    pub(crate) fn owner_of_scam(&self, scam: CardId) -> Option<usize> {
        self.scams.iter().position(|own| own.contains(scam.index()))
    }

    /// The sum of a seat's Ratings.
    pub(crate) fn rating_sum(&self, seat: Seat) -> u32 {
        self.scams[seat.index()].iter().map(|scam| u32::from(self.rating[scam])).sum()
    }

    /// The highest of a seat's Ratings.
    pub(crate) fn best_rating(&self, seat: Seat) -> u8 {
        self.scams[seat.index()].iter().map(|scam| self.rating[scam]).max().unwrap_or(0)
    }

    /// The next seat clockwise.
    pub(crate) fn next_seat(&self, seats: SeatCount) -> Seat {
        self.turn.next(seats)
    }
}
