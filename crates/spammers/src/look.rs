//! A viewer's knowledge of a table, asked one thing at a time: the one place where that is decided (S1.12).

use serde::{Deserialize, Serialize};
use table::{Seat, Viewer};

use crate::Spammers;
use crate::card::{CardId, ListCard, ListSet, Pile, Specialties};
use crate::list::effective_size;
use crate::phase::Phase;
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
    #[inline]
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

/// A table as one viewer sees it. A [`View`](crate::View) is made of this; callers that need it for a moment ask here.
pub struct Look<'a> {
    game: &'a Spammers,
    state: &'a State,
    viewer: Viewer,
}

impl Spammers {
    /// The table as this viewer sees it.
    #[inline]
    #[must_use]
    pub fn look<'a>(&'a self, state: &'a State, viewer: Viewer) -> Look<'a> {
        Look { game: self, state, viewer }
    }
}

/// Public knowledge.
impl<'a> Look<'a> {
    /// Who looks.
    #[must_use]
    pub const fn viewer(&self) -> Viewer {
        self.viewer
    }

    /// Where in the game the table is.
    #[must_use]
    pub const fn phase(&self) -> Phase {
        self.state.phase
    }

    /// Whose turn it is.
    #[must_use]
    pub const fn turn(&self) -> Seat {
        self.state.turn
    }

    /// How many turns have begun.
    #[must_use]
    pub const fn turns(&self) -> u32 {
        self.state.turns
    }

    /// Actions taken in this turn.
    #[must_use]
    pub const fn actions_taken(&self) -> u8 {
        self.state.actions_taken
    }

    /// S10.22: Actions gained in this turn.
    #[must_use]
    pub const fn extra_actions(&self) -> u8 {
        self.state.extra_actions
    }

    /// Actions left in this turn.
    #[inline]
    #[must_use]
    pub fn actions_left(&self) -> u32 {
        self.game.actions_left(self.state)
    }

    /// Mailings sent in this turn.
    #[must_use]
    pub const fn mailings(&self) -> u8 {
        self.state.mailings
    }

    /// S10.23: Mailings gained in this turn.
    #[must_use]
    pub const fn extra_mailings(&self) -> u8 {
        self.state.extra_mailings
    }

    /// The Mailing that is being played and not discarded yet.
    #[inline]
    #[must_use]
    pub fn resolving(&self) -> Option<CardId> {
        self.titles(self.state.resolving).next()
    }

    /// Cards left in the Action deck.
    #[inline]
    #[must_use]
    pub fn deck_size(&self) -> u32 {
        self.state.deck.len() as u32
    }

    /// Cards left in the List deck.
    #[inline]
    #[must_use]
    pub fn list_deck_size(&self) -> u32 {
        self.state.list_deck.len() as u32
    }

    /// The Action discard pile.
    #[inline]
    pub fn discards(&self) -> impl Iterator<Item = CardId> + use<'a> {
        self.titles(self.state.discards)
    }

    /// The same, told one after the other.
    #[inline]
    pub fn tell_discards(&self, mut tell: impl FnMut(CardId)) {
        self.state.discards.each(|copy| tell(self.game.set.card_id_of(copy)));
    }

    /// The List discard pile.
    #[inline]
    #[must_use]
    pub const fn list_discards(&self) -> ListSet {
        self.state.list_discards
    }

    /// The Lists of a seat; those of nobody are the Unwashed Masses.
    #[inline]
    pub fn lists(&self, owner: Option<Seat>) -> impl ExactSizeIterator<Item = SeenList> + use<'a> {
        let state = self.state;
        self.leads(owner).map(|mut list| {
            let by = list.lead();
            state.each_merged(|card, lead| {
                if lead == by {
                    list.cards = list.cards.with(card);
                }
            });
            list
        })
    }

    /// The same, but each with the card alone that it goes by: [`Look::tell_merged`] tells the others.
    #[inline]
    pub fn leads(&self, owner: Option<Seat>) -> impl ExactSizeIterator<Item = SeenList> + use<'a> {
        let state = self.state;
        let lists = owner.map_or(state.masses, |seat| state.lists[seat.index()]);
        lists.iter().map(|list| SeenList {
            cards: ListSet::only(list),
            size: state.size[list.index()],
            gruntles: state.gruntles[list.index()],
            specialties: state.specialties[list.index()],
        })
    }

    /// Tells the cards that are part of a List that goes by another one, each with that one.
    #[inline]
    pub fn tell_merged(&self, tell: impl FnMut(ListCard, ListCard)) {
        self.state.each_merged(tell);
    }

    /// A seat's Scams in play.
    #[inline]
    pub fn scams(&self, seat: Seat) -> impl Iterator<Item = SeenScam> + use<'a> {
        let Self { state, .. } = *self;
        state.scams[seat.index()].iter().map(|scam| SeenScam { scam, rating: state.rating[scam.index()] })
    }

    /// A seat's Hardware in play.
    #[inline]
    pub fn hardware(&self, seat: Seat) -> impl Iterator<Item = CardId> + use<'a> {
        self.titles(self.state.hardware[seat.index()])
    }

    /// The same, told one after the other.
    #[inline]
    pub fn tell_hardware(&self, seat: Seat, mut tell: impl FnMut(CardId)) {
        self.state.hardware[seat.index()].each(|copy| tell(self.game.set.card_id_of(copy)));
    }

    /// How many Action cards a seat holds.
    #[inline]
    #[must_use]
    pub fn hand_size(&self, seat: Seat) -> u32 {
        self.state.hands[seat.index()].len() as u32
    }

    /// How many List cards a seat holds during set-up.
    #[inline]
    #[must_use]
    pub fn dealt_size(&self, seat: Seat) -> u32 {
        self.state.dealt[seat.index()].len() as u32
    }

    /// Mailing rolls a seat let pass since it last got a card.
    #[inline]
    #[must_use]
    pub const fn declined(&self, seat: Seat) -> u8 {
        self.state.declined[seat.index()]
    }

    /// Cards that everybody knows to be in a seat's hand.
    pub fn shown(&self, seat: Seat) -> impl Iterator<Item = CardId> + use<'a> {
        self.known_to(seat, Viewer::Bystander)
    }

    /// The titles of these cards, with their copies.
    #[inline]
    fn titles(&self, pile: Pile) -> impl Iterator<Item = CardId> + use<'a> {
        self.game.set.cards_in(pile)
    }

    /// The cards in a hand that this viewer knows of.
    fn known_to(&self, seat: Seat, viewer: Viewer) -> impl Iterator<Item = CardId> + use<'a> {
        let Self { game, state, .. } = *self;
        let known = state.hands[seat.index()].iter();
        let known = known.filter(move |copy| state.known_to[copy.index()].contains(viewer));
        known.map(|copy| game.set.card_id_of(copy))
    }
}

/// A seat's secrets: none of it goes to a bystander.
impl<'a> Look<'a> {
    /// The Action cards in the viewer's hand.
    #[inline]
    pub fn hand(&self) -> impl Iterator<Item = CardId> + use<'a> {
        self.titles(self.held())
    }

    /// The same, told one after the other.
    #[inline]
    pub fn tell_hand(&self, mut tell: impl FnMut(CardId)) {
        self.held().each(|copy| tell(self.game.set.card_id_of(copy)));
    }

    /// The cards of the viewer's hand.
    #[inline]
    fn held(&self) -> Pile {
        self.viewer.seat().map_or(Pile::EMPTY, |seat| self.state.hands[seat.index()])
    }

    /// The List cards the viewer holds during set-up.
    #[inline]
    #[must_use]
    pub fn dealt(&self) -> ListSet {
        self.viewer.seat().map_or(ListSet::EMPTY, |seat| self.state.dealt[seat.index()])
    }

    /// S2.2: the List the viewer has chosen, until all have chosen.
    #[inline]
    #[must_use]
    pub fn chosen(&self) -> Option<ListCard> {
        self.state.chosen[self.viewer.seat()?.index()]
    }

    /// Cards the viewer knows to be in a hand: those seen there, or that went there before their eyes.
    pub fn known(&self, seat: Seat) -> impl Iterator<Item = CardId> + use<'a> {
        let viewer = self.viewer;
        self.known_to(seat, viewer).filter(move |_| viewer.seat().is_some())
    }

    /// Tells the cards in a hand of which more than its holder know, each with whether everybody does, and whether the
    /// viewer has a seat and does: [`Look::shown`] and [`Look::known`] at once.
    #[inline]
    pub fn tell_known(&self, seat: Seat, mut tell: impl FnMut(CardId, bool, bool)) {
        let has_seat = self.viewer.seat().is_some();
        self.state.hands[seat.index()].each(|copy| {
            let knowers = self.state.known_to[copy.index()];
            if !knowers.is_empty() {
                let is_known = has_seat && knowers.contains(self.viewer);
                tell(self.game.set.card_id_of(copy), knowers.contains(Viewer::Bystander), is_known);
            }
        });
    }
}
