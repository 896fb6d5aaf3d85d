//! What one viewer sees (S1.12), built up from what they may know.

use serde::{Deserialize, Serialize};
use table::{Seat, Viewer};

use crate::Spammers;
use crate::card::{CardId, ListCard, ListSet, MOST_LISTS, Pile, Specialties};
use crate::face::Kind;
use crate::list::{Area, effective_size};
use crate::phase::Phase;
use crate::power::Power;
use crate::questions::area_of_lists;
use crate::set::CardSet;
use crate::state::State;

/// A Scam in play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeenScam {
    /// Which Scam.
    pub scam: CardId,
    /// Its Rating.
    pub rating: u8,
}

/// A List in play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeenList {
    /// Its cards; a merged List has several, and goes by the first.
    pub cards: ListSet,
    /// The printed Size of all its cards.
    pub size: u16,
    /// The Gruntles on it.
    pub gruntles: u16,
    /// The Specialty counters on it.
    pub specialties: Specialties,
}

impl SeenList {
    /// The card it goes by.
    #[must_use]
    pub fn lead(&self) -> ListCard {
        self.cards.first().unwrap_or(ListCard(0))
    }

    /// The name it goes by.
    #[must_use]
    pub fn name<'s>(&self, set: &'s CardSet) -> &'s str {
        &set.list(self.lead()).name
    }

    /// Its effective Size.
    #[must_use]
    pub const fn effective_size(&self) -> i16 {
        effective_size(self.size, self.gruntles)
    }
}

/// What lies open before a seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeenSeat {
    /// How many Action cards it holds.
    pub hand: u32,
    /// How many List cards it holds during set-up.
    pub dealt: u32,
    /// Its Scams in play.
    pub scams: Vec<SeenScam>,
    /// Its Hardware in play.
    pub hardware: Vec<CardId>,
    /// Its Proprietary Lists.
    pub lists: Vec<SeenList>,
    /// Cards that everybody knows to be in its hand.
    pub shown: Vec<CardId>,
    /// Mailing rolls it let pass since it last got a card.
    pub declined: u8,
}

impl SeenSeat {
    /// The powers of its Hardware.
    pub fn powers<'s>(&'s self, set: &'s CardSet) -> impl Iterator<Item = Power> + 's {
        self.hardware.iter().filter_map(|&title| match set.face(title).kind {
            Kind::Hardware(power) => Some(power),
            Kind::Scam { .. } | Kind::Mailing { .. } => None,
        })
    }

    /// Whether some of its Hardware has this power.
    #[must_use]
    pub fn has_power(&self, set: &CardSet, wanted: Power) -> bool {
        self.powers(set).any(|power| power == wanted)
    }

    /// S12.11: where its Lists lie.
    #[must_use]
    pub fn area(&self, set: &CardSet) -> Area {
        area_of_lists(self.powers(set))
    }

    /// The sum of its Ratings.
    #[must_use]
    pub fn sum(&self) -> u32 {
        self.scams.iter().map(|scam| u32::from(scam.rating)).sum()
    }

    /// The highest of its Ratings; 0 without a Scam.
    #[must_use]
    pub fn best(&self) -> u8 {
        self.scams.iter().map(|scam| scam.rating).max().unwrap_or(0)
    }
}

/// What a seat alone knows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Secrets {
    /// Whose secrets.
    pub seat: Seat,
    /// The Action cards in hand.
    pub hand: Vec<CardId>,
    /// The List cards held during set-up.
    pub dealt: Vec<ListCard>,
    /// S2.2: the List chosen, until all have chosen.
    pub chosen: Option<ListCard>,
    /// Cards this seat knows to be in each hand: those it has seen there, or that went there before its eyes.
    pub known: Vec<Vec<CardId>>,
}

/// The table as one viewer sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct View {
    /// Who looks.
    pub viewer: Viewer,
    /// Where in the game the table is.
    pub phase: Phase,
    /// Whose turn it is.
    pub turn: Seat,
    /// How many turns have begun.
    pub turns: u32,
    /// Actions taken in this turn.
    pub actions_taken: u8,
    /// S10.22: Actions gained in this turn.
    pub extra_actions: u8,
    /// Actions left in this turn.
    pub actions_left: u32,
    /// Mailings sent in this turn.
    pub mailings: u8,
    /// S10.23: Mailings gained in this turn.
    pub extra_mailings: u8,
    /// What lies open before each seat.
    pub seats: Vec<SeenSeat>,
    /// The Mailing that is being played and not discarded yet.
    pub resolving: Option<CardId>,
    /// The Unwashed Masses.
    pub masses: Vec<SeenList>,
    /// Cards left in the Action deck.
    pub deck: u32,
    /// The Action discard pile.
    pub discards: Vec<CardId>,
    /// Cards left in the List deck.
    pub list_deck: u32,
    /// The List discard pile.
    pub list_discards: Vec<ListCard>,
    /// The viewer's own secrets, with a seat.
    pub secrets: Option<Secrets>,
}

impl View {
    /// S6.1: whether this seat would win at the start of its next turn if all stays as it lies.
    #[must_use]
    pub fn would_win(&self, game: &Spammers, seat: Seat) -> bool {
        let seen = self.seats.get(seat.index());
        seen.is_some_and(|seen| game.variant().victory(seen.best(), seen.sum()).is_some())
    }
}

/// All of these, of which there are so many: space for them is taken once.
fn all<T>(count: usize, of: impl Iterator<Item = T>) -> Vec<T> {
    let mut all = Vec::with_capacity(count);
    all.extend(of);
    all
}

impl Spammers {
    /// What is seen of these Lists, out of the members of every List.
    fn seen_lists(&self, state: &State, lists: ListSet, members: &[ListSet; MOST_LISTS]) -> Vec<SeenList> {
        let seen = |list: ListCard| SeenList {
            cards: members[list.index()],
            size: state.size[list.index()],
            gruntles: state.gruntles[list.index()],
            specialties: state.specialties[list.index()],
        };
        all(lists.len(), lists.iter().map(seen))
    }

    /// The titles of these cards, with their copies.
    fn titles(&self, pile: Pile) -> Vec<CardId> {
        all(pile.len(), self.set.cards_in(pile))
    }

    fn seen_seat(&self, state: &State, seat: usize, members: &[ListSet; MOST_LISTS]) -> SeenSeat {
        SeenSeat {
            hand: state.hands[seat].len() as u32,
            dealt: state.dealt[seat].len() as u32,
            scams: all(
                state.scams[seat].len(),
                state.scams[seat].iter().map(|scam| SeenScam { scam, rating: state.rating[scam.index()] }),
            ),
            hardware: self.titles(state.hardware[seat]),
            lists: self.seen_lists(state, state.lists[seat], members),
            shown: self.known_in_hand(state, seat, Viewer::Bystander),
            declined: state.declined[seat],
        }
    }

    /// The cards in a hand that this viewer knows of.
    fn known_in_hand(&self, state: &State, seat: usize, viewer: Viewer) -> Vec<CardId> {
        let known = state.hands[seat].iter().filter(|&copy| state.known_to[copy.index()].contains(viewer));
        known.map(|copy| self.set.card_id_of(copy)).collect()
    }

    pub(crate) fn secrets_of(&self, state: &State, seat: Seat) -> Secrets {
        Secrets {
            seat,
            hand: self.titles(state.hands[seat.index()]),
            dealt: state.dealt[seat.index()].iter().collect(),
            chosen: state.chosen[seat.index()],
            known: self
                .seats
                .iter()
                .map(|other| self.known_in_hand(state, other.index(), Viewer::Seat(seat)))
                .collect(),
        }
    }

    /// S1.12: what this viewer sees.
    pub(crate) fn view_of(&self, state: &State, viewer: Viewer) -> View {
        View {
            discards: self.titles(state.discards),
            list_discards: all(state.list_discards.len(), state.list_discards.iter()),
            secrets: viewer.seat().map(|seat| self.secrets_of(state, seat)),
            ..self.open_view(state, viewer)
        }
    }

    /// The same without secrets and discard piles: all that the consequences of an answer are read off.
    pub(crate) fn open_view(&self, state: &State, viewer: Viewer) -> View {
        let members = state.all_members();
        View {
            viewer,
            phase: state.phase,
            turn: state.turn,
            turns: state.turns,
            actions_taken: state.actions_taken,
            extra_actions: state.extra_actions,
            actions_left: self.actions_left(state),
            mailings: state.mailings,
            extra_mailings: state.extra_mailings,
            seats: self.seats.iter().map(|seat| self.seen_seat(state, seat.index(), &members)).collect(),
            resolving: self.set.cards_in(state.resolving).next(),
            masses: self.seen_lists(state, state.masses, &members),
            deck: state.deck.len() as u32,
            discards: Vec::new(),
            list_deck: state.list_deck.len() as u32,
            list_discards: Vec::new(),
            secrets: None,
        }
    }
}
