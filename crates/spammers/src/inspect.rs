//! Reading a table, secrets included: for players who have imagined one, and for studies of games. Only its match has
//! the table of a live game.

use table::Seat;

use crate::Spammers;
use crate::action::Action;
use crate::card::{CardId, ListCard, ListSet, ScamSet};
use crate::phase::Phase;
use crate::state::State;

/// A seat's holdings on the open table, in numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Holdings {
    /// The sum of its Ratings.
    pub sum: u32,
    /// The highest of its Ratings.
    pub best: u8,
    /// Its Scams in play.
    pub scams: u32,
    /// Cards in its hand.
    pub hand: u32,
    /// Its Hardware in play.
    pub hardware: u32,
    /// The effective Size of all its Lists.
    pub lists: u32,
}

impl Spammers {
    /// Where in the game the table is.
    #[must_use]
    pub const fn phase(&self, state: &State) -> Phase {
        state.phase
    }

    /// Whose turn it is.
    #[must_use]
    pub const fn turn(&self, state: &State) -> Seat {
        state.turn
    }

    /// The Action cards in a seat's hand, in order.
    pub fn hand<'a>(&'a self, state: &State, seat: Seat) -> impl Iterator<Item = CardId> + use<'a> {
        self.set.cards_in(state.hands[seat.index()])
    }

    /// The cards in a seat's hand, each once, in order.
    pub fn card_ids_in_hand<'a>(
        &'a self,
        state: &State,
        seat: Seat,
    ) -> impl Iterator<Item = CardId> + use<'a> {
        self.set.card_ids_in(state.hands[seat.index()])
    }

    /// A seat's Scams in play.
    #[must_use]
    pub const fn scams(&self, state: &State, seat: Seat) -> ScamSet {
        state.scams[seat.index()]
    }

    /// The Rating of a Scam in play.
    #[must_use]
    pub const fn rating(&self, state: &State, scam: CardId) -> u8 {
        state.rating[scam.index()]
    }

    /// A seat's Proprietary Lists.
    #[must_use]
    pub const fn lists(&self, state: &State, seat: Seat) -> ListSet {
        state.lists[seat.index()]
    }

    /// The Unwashed Masses.
    #[must_use]
    pub const fn masses(&self, state: &State) -> ListSet {
        state.masses
    }

    /// S1.6: the effective Size of a List in play.
    #[must_use]
    pub fn effective_size(&self, state: &State, list: ListCard) -> i16 {
        state.effective_size(list)
    }

    /// S4.10: Mailings that may still be sent in this turn.
    #[must_use]
    pub fn mailings_left(&self, state: &State) -> u32 {
        self.mailings_this_turn(state, state.turn).saturating_sub(state.mailings.into())
    }

    /// S6.1: whether this seat would win if its turn began now.
    #[must_use]
    pub fn would_win(&self, state: &State, seat: Seat) -> bool {
        self.victory_of(state, seat).is_some()
    }

    /// Whether the seat may do this now.
    #[must_use]
    pub fn allows(&self, state: &State, seat: Seat, action: Action) -> bool {
        self.check(state, seat, action).is_ok()
    }

    /// A seat's holdings on the open table, in numbers: cheap enough for search.
    #[must_use]
    pub fn holdings(&self, state: &State, seat: Seat) -> Holdings {
        let place = seat.index();
        Holdings {
            sum: state.rating_sum(seat),
            best: state.best_rating(seat),
            scams: state.scams[place].len() as u32,
            hand: state.hands[place].len() as u32,
            hardware: state.hardware[place].len() as u32,
            lists: state.lists[place].iter().map(|list| state.effective_size(list).max(0) as u32).sum(),
        }
    }
}
