//! S3: the turn, and S6: the victory check that begins it.

use table::{Ear, Seat, Telling};

use crate::action::{Action, Bar};
use crate::event::Happening;
use crate::set::{ListCard, Title};
use crate::state::{Deck, Phase, State, Victory};
use crate::{Spammers, Variant};

/// S3.6: Scams in play from which on one may be discarded.
const SCAMS_TO_RECYCLE: u32 = 5;

impl Spammers {
    /// S3.0: this seat's turn begins, unless it wins right now (S6.1).
    pub(crate) fn begin_turn(&self, state: &mut State, seat: Seat, ear: &mut impl Ear<Happening>) {
        state.turn = seat;
        state.turns += 1;
        state.actions_taken = 0;
        state.extra_actions = 0;
        state.mailings = 0;
        state.extra_mailings = 0;
        state.phase = Phase::Acting;
        let turns = state.turns;
        ear.hear(|| Telling::openly(Happening::BeganTurn(seat, turns)));
        if let Some(victory) = self.victory_of(state, seat) {
            state.phase = Phase::Over(victory);
            ear.hear(|| Telling::openly(Happening::Won(seat, victory)));
        }
    }

    /// S6.1, S6.2: how this seat would win if its turn began now.
    pub(crate) fn victory_of(&self, state: &State, seat: Seat) -> Option<Victory> {
        self.variant.victory(state.best_rating(seat), state.rating_sum(seat))
    }

    /// S3.8: an Action is done; the turn goes on or passes.
    pub(crate) fn finish_action(&self, state: &mut State, ear: &mut impl Ear<Happening>) {
        if self.actions_left(state) > 0 {
            state.phase = Phase::Acting;
        } else {
            self.begin_turn(state, state.next_seat(self.seats), ear);
        }
    }

    /// S3.1: the player takes no more Actions.
    pub(crate) fn stop(&self, state: &mut State, ear: &mut impl Ear<Happening>) {
        let seat = state.turn;
        ear.hear(|| Telling::openly(Happening::Stopped(seat)));
        self.begin_turn(state, state.next_seat(self.seats), ear);
    }

    /// S3.2, S3.3, S3.7: whether the seat may draw from this deck.
    pub(crate) fn may_draw(&self, state: &State, seat: Seat, deck: Deck) -> Result<(), Bar> {
        match deck {
            Deck::Action => {
                let (held, limit) = (state.hands[seat.index()].len(), self.hand_limit(state, seat));
                if held >= limit {
                    Err(Bar::HandFull { held, limit })
                } else if state.deck.is_empty() && state.discards.is_empty() {
                    Err(Bar::NothingToDraw)
                } else {
                    Ok(())
                }
            }
            Deck::List if state.list_deck.is_empty() && state.list_discards.is_empty() => {
                Err(Bar::NothingToDraw)
            }
            Deck::List => Ok(()),
        }
    }

    /// The player draws; luck says what.
    pub(crate) fn draw(&self, state: &mut State, deck: Deck, ear: &mut impl Ear<Happening>) {
        state.actions_taken += 1;
        self.await_draw(state, deck, ear);
    }

    fn await_draw(&self, state: &mut State, deck: Deck, ear: &mut impl Ear<Happening>) {
        self.replenish(state, deck, ear);
        state.phase = match deck {
            Deck::Action => Phase::DrawingAction,
            Deck::List => Phase::DrawingList,
        };
    }

    /// S3.7: an empty deck is made anew from its discard pile, if there is one.
    pub(crate) fn replenish(&self, state: &mut State, deck: Deck, ear: &mut impl Ear<Happening>) {
        let formed = match deck {
            Deck::Action if state.deck.is_empty() && !state.discards.is_empty() => {
                state.deck = std::mem::take(&mut state.discards);
                true
            }
            Deck::List if state.list_deck.is_empty() && !state.list_discards.is_empty() => {
                state.list_deck = std::mem::take(&mut state.list_discards);
                true
            }
            Deck::Action | Deck::List => false,
        };
        if formed {
            ear.hear(|| Telling::openly(Happening::Reshuffled(deck)));
        }
    }

    /// S3.3: whether one Rating of this Scam can pay for the List.
    pub(crate) fn may_pay(&self, state: &State, seat: Seat, scam: Title) -> Result<(), Bar> {
        if !state.scams[seat.index()].has(scam.index()) {
            Err(Bar::NotYourScam(scam))
        } else if state.rating[scam.index()] <= self.initial(scam) {
            Err(Bar::AtInitialRating(scam))
        } else {
            Ok(())
        }
    }

    /// S3.3: the player pays and keeps the List.
    pub(crate) fn keep(&self, state: &mut State, list: ListCard, scam: Title, ear: &mut impl Ear<Happening>) {
        let seat = state.turn;
        state.rating[scam.index()] -= 1;
        state.lists[seat.index()] = state.lists[seat.index()].with(list.index());
        let rating = state.rating[scam.index()];
        ear.hear(|| Telling::openly(Happening::Kept(seat, list, scam, rating)));
        self.finish_action(state, ear);
    }

    /// S12.10: the player keeps the List for nothing.
    pub(crate) fn keep_free(&self, state: &mut State, list: ListCard, ear: &mut impl Ear<Happening>) {
        let seat = state.turn;
        state.lists[seat.index()] = state.lists[seat.index()].with(list.index());
        ear.hear(|| Telling::openly(Happening::KeptFree(seat, list)));
        self.finish_action(state, ear);
    }

    /// S3.3: the player lets the List go.
    pub(crate) fn release(&self, state: &mut State, list: ListCard, ear: &mut impl Ear<Happening>) {
        let seat = state.turn;
        state.masses = state.masses.with(list.index());
        ear.hear(|| Telling::openly(Happening::Released(seat, list)));
        self.finish_action(state, ear);
    }

    /// S3.5: whether the seat may merge these two.
    pub(crate) fn may_merge(
        &self,
        state: &State,
        seat: Seat,
        first: ListCard,
        second: ListCard,
    ) -> Result<(), Bar> {
        for list in [first, second] {
            if !state.lists_in_play().has(list.index()) {
                return Err(Bar::ListNotInPlay(list));
            }
        }
        if first >= second {
            return Err(Bar::SameList);
        }
        let together = |area: crate::pile::CardSet64| area.has(first.index()) && area.has(second.index());
        if together(state.lists[seat.index()]) || together(state.masses) {
            Ok(())
        } else {
            Err(Bar::NotTogether)
        }
    }

    /// S3.5: two Lists become one, under the lower card of both.
    pub(crate) fn merge(
        &self,
        state: &mut State,
        first: ListCard,
        second: ListCard,
        ear: &mut impl Ear<Happening>,
    ) {
        let seat = state.turn;
        let (to, from) = (first.index(), second.index());
        state.actions_taken += 1;
        state.size[to] += state.size[from];
        state.gruntles[to] += state.gruntles[from];
        state.specialties[to] = state.specialties[to].union(state.specialties[from]);
        for part in &mut state.part_of {
            if *part == second.0 {
                *part = first.0;
            }
        }
        state.masses = state.masses.without(from);
        state.lists[seat.index()] = state.lists[seat.index()].without(from);
        let (size, gruntles) = (state.size[to], state.gruntles[to]);
        ear.hear(|| Telling::openly(Happening::Merged(seat, first, second, size, gruntles)));
        self.degenerate(state, first, None, ear);
    }

    /// S3.6: whether the seat may discard a Scam to draw at all.
    pub(crate) fn may_recycle(&self, state: &State, seat: Seat) -> Result<(), Bar> {
        let have = state.scams[seat.index()].len();
        if have < SCAMS_TO_RECYCLE { Err(Bar::TooFewScams(have)) } else { Ok(()) }
    }

    /// S3.6: whether there will be something to draw once the Scam lies on the discard pile.
    pub(crate) fn may_draw_after_discard(&self, state: &State, seat: Seat, deck: Deck) -> Result<(), Bar> {
        match deck {
            Deck::Action => Ok(()),
            Deck::List => self.may_draw(state, seat, deck),
        }
    }

    /// S3.6: the Scam is discarded, then a card is drawn.
    pub(crate) fn recycle(&self, state: &mut State, scam: Title, deck: Deck, ear: &mut impl Ear<Happening>) {
        let seat = state.turn;
        state.actions_taken += 1;
        let card = self.take_from_hand(state, seat, scam);
        state.discards = state.discards.union(card);
        ear.hear(|| Telling::openly(Happening::Recycled(seat, scam)));
        self.await_draw(state, deck, ear);
    }

    /// Everything a seat may do as its next Action, in canonical order.
    pub(crate) fn acting_choices(&self, state: &State, seat: Seat, into: &mut Vec<Action>) {
        into.push(Action::Stop);
        for deck in [Deck::Action, Deck::List] {
            if self.may_draw(state, seat, deck).is_ok() {
                into.push(Action::Draw(deck));
            }
        }
        self.play_choices(state, seat, into);
        self.mail_choices(state, seat, into);
        self.special_choices(state, seat, into);
        let own = state.lists[seat.index()];
        for first in own.union(state.masses).iter() {
            let area = if own.has(first) { own } else { state.masses };
            into.extend(
                area.above(first)
                    .iter()
                    .map(|second| Action::Merge(ListCard(first as u8), ListCard(second as u8))),
            );
        }
        if self.may_recycle(state, seat).is_ok() {
            for scam in self.set.titles_in(state.hands[seat.index()].and(self.set.all_scams())) {
                for deck in [Deck::Action, Deck::List] {
                    if self.may_draw_after_discard(state, seat, deck).is_ok() {
                        into.push(Action::Recycle(scam, deck));
                    }
                }
            }
        }
    }
}

impl Variant {
    /// S6.1, S6.2: the Rating of one Scam that wins.
    #[must_use]
    pub const fn best_to_win(self) -> u8 {
        self.marks().0
    }

    /// S6.1, S6.2: the sum of Ratings that wins.
    #[must_use]
    pub const fn sum_to_win(self) -> u32 {
        self.marks().1
    }

    /// S6.1, S6.2: how a seat wins whose turn begins with this highest Rating and this sum, if it does.
    #[must_use]
    pub const fn victory(self, best: u8, sum: u32) -> Option<Victory> {
        if best >= self.best_to_win() {
            Some(Victory::OneScam)
        } else if sum >= self.sum_to_win() {
            Some(Victory::Sum)
        } else {
            None
        }
    }

    /// S6.1, S6.2: the Rating that wins on one Scam, and the sum that wins on all.
    #[must_use]
    pub const fn marks(self) -> (u8, u32) {
        match self {
            Self::Standard => (12, 20),
            Self::Demonstration => (8, 12),
        }
    }
}
