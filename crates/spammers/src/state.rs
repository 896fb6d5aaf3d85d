//! Everything on the table, in one flat value.

use table::{MOST_SEATS, Seat, SeatCount, ViewerSet};

use crate::card::{
    CardId, ListCard, ListSet, MOST_ACTION_CARDS, MOST_LISTS, MOST_SCAMS, Pile, ScamSet, Specialties,
};
use crate::list::{Area, effective_size};
use crate::phase::Phase;

/// Every viewer.
pub(crate) const EVERYBODY: ViewerSet = ViewerSet::from_bits(0b111_1111);

/// Every List card a List of its own: the number of each in its place.
const ALONE: [u8; MOST_LISTS] = {
    let (mut alone, mut card) = ([0; MOST_LISTS], 0);
    while card < MOST_LISTS {
        alone[card] = card as u8;
        card += 1;
    }
    alone
};

/// The table of SPAMMERS. Its fields are the rules' own; what leaves is a view.
#[derive(Clone, Copy)]
pub struct State {
    pub(crate) deck: Pile,
    pub(crate) discards: Pile,
    pub(crate) resolving: Pile,
    pub(crate) hands: [Pile; MOST_SEATS],
    pub(crate) hardware: [Pile; MOST_SEATS],
    pub(crate) scams: [ScamSet; MOST_SEATS],
    pub(crate) dealt: [ListSet; MOST_SEATS],
    /// The Lists in each Proprietary area, each under its lowest card.
    pub(crate) lists: [ListSet; MOST_SEATS],
    pub(crate) masses: ListSet,
    pub(crate) list_deck: ListSet,
    pub(crate) list_discards: ListSet,
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
    pub(crate) known_to: [ViewerSet; MOST_ACTION_CARDS],
}

impl State {
    /// An empty table with both decks whole.
    pub(crate) fn new(deck: Pile, list_deck: ListSet, first: Seat, phase: Phase) -> Self {
        Self {
            deck,
            discards: Pile::EMPTY,
            resolving: Pile::EMPTY,
            hands: [Pile::EMPTY; MOST_SEATS],
            hardware: [Pile::EMPTY; MOST_SEATS],
            scams: [ScamSet::EMPTY; MOST_SEATS],
            dealt: [ListSet::EMPTY; MOST_SEATS],
            lists: [ListSet::EMPTY; MOST_SEATS],
            masses: ListSet::EMPTY,
            list_deck,
            list_discards: ListSet::EMPTY,
            size: [0; MOST_LISTS],
            gruntles: [0; MOST_LISTS],
            specialties: [Specialties::EMPTY; MOST_LISTS],
            part_of: ALONE,
            rating: [0; MOST_SCAMS],
            chosen: [None; MOST_SEATS],
            phase,
            turn: first,
            turns: 0,
            actions_taken: 0,
            extra_actions: 0,
            mailings: 0,
            extra_mailings: 0,
            declined: [0; MOST_SEATS],
            known_to: [ViewerSet::EMPTY; MOST_ACTION_CARDS],
        }
    }

    /// Puts a card into a hand; what its holder let pass before tells nothing of it.
    pub(crate) fn give(&mut self, seat: Seat, card: Pile) {
        self.hands[seat.index()] = self.hands[seat.index()].union(card);
        self.declined[seat.index()] = 0;
    }

    /// The effective Size of a List in play.
    pub(crate) fn effective_size(&self, list: ListCard) -> i16 {
        effective_size(self.size[list.index()], self.gruntles[list.index()])
    }

    /// Whether a List has fewer Gruntles than make it leave such an area.
    pub(crate) fn bears_its_gruntles(&self, list: ListCard, area: Area) -> bool {
        self.gruntles[list.index()] < area.leaves_at(self.size[list.index()])
    }

    /// The List cards that make up this List.
    pub(crate) fn members(&self, list: ListCard) -> ListSet {
        let mut members = ListSet::EMPTY;
        for (card, &part) in self.part_of.iter().enumerate() {
            if part == list.0 {
                members = members.with(ListCard(card as u8));
            }
        }
        members
    }

    /// Visits the List cards that are merged into another List, each with that one; eight at a time, for they are few.
    #[inline]
    pub(crate) fn each_merged(&self, mut tell: impl FnMut(ListCard, ListCard)) {
        let eights = self.part_of.as_chunks::<8>().0.iter().zip(ALONE.as_chunks().0);
        for (first, (parts, alone)) in (0..).step_by(8).zip(eights) {
            let mut merged = u64::from_le_bytes(*parts) ^ u64::from_le_bytes(*alone);
            while merged != 0 {
                let place = merged.trailing_zeros() / 8;
                tell(ListCard(first + place as u8), ListCard(parts[place as usize]));
                merged &= !(0xff << (8 * place));
            }
        }
    }

    /// Every List in play.
    pub(crate) fn lists_in_play(&self) -> ListSet {
        self.lists.iter().fold(self.masses, |all, &own| all.union(own))
    }

    /// Every Scam in play.
    pub(crate) fn scams_in_play(&self) -> ScamSet {
        self.scams.iter().fold(ScamSet::EMPTY, |all, &own| all.union(own))
    }

    /// Who owns this List; nobody owns the Unwashed Masses.
    pub(crate) fn owner_of_list(&self, list: ListCard) -> Option<usize> {
        self.lists.iter().position(|own| own.contains(list))
    }

    /// Who owns this Scam.
    pub(crate) fn owner_of_scam(&self, scam: CardId) -> Option<usize> {
        self.scams.iter().position(|own| own.contains(scam))
    }

    /// The sum of a seat's Ratings.
    pub(crate) fn rating_sum(&self, seat: Seat) -> u32 {
        self.scams[seat.index()].iter().map(|scam| u32::from(self.rating[scam.index()])).sum()
    }

    /// The highest of a seat's Ratings.
    pub(crate) fn best_rating(&self, seat: Seat) -> u8 {
        self.scams[seat.index()].iter().map(|scam| self.rating[scam.index()]).max().unwrap_or(0)
    }

    /// The next seat clockwise.
    pub(crate) fn next_seat(&self, seats: SeatCount) -> Seat {
        self.turn.next(seats)
    }
}
