//! Any table one would like to look at: positions for tests, puzzles and experiments.

use table::{Seat, SeatSet};

use crate::Spammers;
use crate::card::{CardId, ListCard, ListSet, Pile, Specialties, Specialty};
use crate::phase::{Phase, Question};
use crate::state::State;

/// A table being arranged: cards that are not placed lie in their decks. Every card is named in notation, and a card
/// that cannot be placed is remembered as a fault.
pub struct Arrangement<'a> {
    game: &'a Spammers,
    state: State,
    faults: Vec<String>,
}

impl<'a> Arrangement<'a> {
    /// An empty table at the start of this seat's turn.
    #[must_use]
    pub fn new(game: &'a Spammers, turn: Seat) -> Self {
        let mut state =
            State::new(game.set.whole_deck(), game.set.whole_list_deck(), turn, Phase::Ask(Question::Acting));
        state.turns = 1;
        Self { game, state, faults: Vec::new() }
    }

    fn take_title(&mut self, slug: &str) -> Option<(CardId, Pile)> {
        let found = self.game.set.find_card_id(slug).and_then(|title| {
            let card = self.state.deck.intersection(self.game.set.copies(title)).first_only();
            self.state.deck = self.state.deck.difference(card);
            (!card.is_empty()).then_some((title, card))
        });
        if found.is_none() {
            self.faults.push(format!("there is no '{slug}' left in the Action deck"));
        }
        found
    }

    fn take_list(&mut self, slug: &str) -> Option<ListCard> {
        let found = self.game.set.find_list(slug).filter(|list| self.state.list_deck.contains(*list));
        match found {
            Some(list) => self.state.list_deck = self.state.list_deck.without(list),
            None => self.faults.push(format!("there is no '{slug}' left in the List deck")),
        }
        found
    }

    /// Cards in a hand.
    #[must_use]
    pub fn hand(mut self, seat: Seat, slugs: &[&str]) -> Self {
        for slug in slugs {
            if let Some((_, card)) = self.take_title(slug) {
                self.state.hands[seat.index()] = self.state.hands[seat.index()].union(card);
            }
        }
        self
    }

    /// A Scam in play at a Rating.
    #[must_use]
    pub fn scam(mut self, seat: Seat, slug: &str, rating: u8) -> Self {
        if let Some((title, card)) = self.take_title(slug) {
            if self.game.set.is_scam(title) && rating >= self.game.initial(title) {
                self.state.scams[seat.index()] = self.state.scams[seat.index()].with(title);
                self.state.rating[title.index()] = rating;
            } else {
                self.state.deck = self.state.deck.union(card);
                self.faults.push(format!("'{slug}' cannot stand in play at Rating {rating}"));
            }
        }
        self
    }

    /// Hardware in play.
    #[must_use]
    pub fn hardware(mut self, seat: Seat, slug: &str) -> Self {
        if let Some((_, card)) = self.take_title(slug) {
            self.state.hardware[seat.index()] = self.state.hardware[seat.index()].union(card);
        }
        self
    }

    /// Cards on the Action discard pile.
    #[must_use]
    pub fn discarded(mut self, slugs: &[&str]) -> Self {
        for slug in slugs {
            if let Some((_, card)) = self.take_title(slug) {
                self.state.discards = self.state.discards.union(card);
            }
        }
        self
    }

    /// Everything left in the Action deck goes to the discard pile but these, or all of it where none is named.
    #[must_use]
    pub fn deck_of(mut self, slugs: &[&str]) -> Self {
        let mut kept = Pile::EMPTY;
        for slug in slugs {
            if let Some((_, card)) = self.take_title(slug) {
                kept = kept.union(card);
            }
        }
        self.state.discards = self.state.discards.union(self.state.deck);
        self.state.deck = kept;
        self
    }

    /// Everything left in the List deck goes to its discard pile but these.
    #[must_use]
    pub fn list_deck_of(mut self, slugs: &[&str]) -> Self {
        let kept = slugs.iter().filter_map(|slug| self.take_list(slug)).collect::<ListSet>();
        self.state.list_discards = self.state.list_discards.union(self.state.list_deck);
        self.state.list_deck = kept;
        self
    }

    /// A Proprietary List of one or more cards with Gruntles on it.
    #[must_use]
    pub fn list(mut self, seat: Seat, slugs: &[&str], gruntles: u16) -> Self {
        if let Some(list) = self.put_list(slugs, gruntles) {
            self.state.lists[seat.index()] = self.state.lists[seat.index()].with(list);
        }
        self
    }

    /// A List of the Unwashed Masses of one or more cards with Gruntles on it.
    #[must_use]
    pub fn masses(mut self, slugs: &[&str], gruntles: u16) -> Self {
        if let Some(list) = self.put_list(slugs, gruntles) {
            self.state.masses = self.state.masses.with(list);
        }
        self
    }

    fn put_list(&mut self, slugs: &[&str], gruntles: u16) -> Option<ListCard> {
        let cards: Vec<ListCard> = slugs.iter().filter_map(|slug| self.take_list(slug)).collect();
        let leader = cards.iter().min().copied()?;
        let (mut size, mut specialties) = (0, Specialties::EMPTY);
        for &card in &cards {
            self.state.part_of[card.index()] = leader.0;
            size += u16::from(self.game.set.list(card).size);
            specialties = specialties.union(self.game.set.list(card).specialties);
        }
        self.state.size[leader.index()] = size;
        self.state.gruntles[leader.index()] = gruntles;
        self.state.specialties[leader.index()] = specialties;
        Some(leader)
    }

    /// One more Specialty counter on a List already placed.
    #[must_use]
    pub fn specialty(mut self, slug: &str, specialty: Specialty) -> Self {
        match self.game.set.find_list(slug).filter(|list| self.state.lists_in_play().contains(*list)) {
            Some(list) => {
                self.state.specialties[list.index()] = self.state.specialties[list.index()].with(specialty);
            }
            None => self.faults.push(format!("'{slug}' is not in play")),
        }
        self
    }

    /// The secret choice of Lists, with three dealt to each seat, instead of a turn.
    #[must_use]
    pub fn choosing(mut self, dealt: &[[&str; 3]]) -> Self {
        for (seat, lists) in self.game.seats.iter().zip(dealt) {
            for slug in lists {
                if let Some(list) = self.take_list(slug) {
                    self.state.dealt[seat.index()] = self.state.dealt[seat.index()].with(list);
                }
            }
        }
        let owing: SeatSet = self.game.seats.iter().collect();
        self.state.phase = Phase::Ask(Question::Choosing(owing));
        self.state.turns = 0;
        self
    }

    /// The table, or everything that was wrong with it.
    pub fn build(self) -> Result<State, Vec<String>> {
        if self.faults.is_empty() { Ok(self.state) } else { Err(self.faults) }
    }
}
