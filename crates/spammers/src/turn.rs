//! S3: the turn, and S6: the victory check that begins it.

use table::{EventSink, ScopedEvent, Seat};

use crate::action::{Action, Illegal};
use crate::card::{CardId, ListCard, ListSet};
use crate::event::Event;
use crate::phase::{Chance, Deck, Phase, Question, Victory};
use crate::state::State;
use crate::{Spammers, Variant};

/// S3.6: Scams in play from which on one may be discarded.
const SCAMS_TO_RECYCLE: u32 = 5;

impl Spammers {
    /// S3.0: this seat's turn begins, unless it wins right now (S6.1).
    pub(crate) fn begin_turn(&self, state: &mut State, seat: Seat, sink: &mut impl EventSink<Event>) {
        state.turn = seat;
        state.turns += 1;
        state.actions_taken = 0;
        state.extra_actions = 0;
        state.mailings = 0;
        state.extra_mailings = 0;
        state.phase = Phase::Ask(Question::Acting);
        let turns = state.turns;
        sink.emit(|| ScopedEvent::openly(Event::BeganTurn(seat, turns)));
        if let Some(victory) = self.victory_of(state, seat) {
            state.phase = Phase::Over(victory);
            sink.emit(|| ScopedEvent::openly(Event::Won(seat, victory)));
        }
    }

    /// S6.1, S6.2: how this seat would win if its turn began now.
    pub(crate) fn victory_of(&self, state: &State, seat: Seat) -> Option<Victory> {
        self.variant.victory(state.best_rating(seat), state.rating_sum(seat))
    }

    /// S3.8: an Action is done; the turn goes on or passes.
    pub(crate) fn finish_action(&self, state: &mut State, sink: &mut impl EventSink<Event>) {
        if self.actions_left(state) > 0 {
            state.phase = Phase::Ask(Question::Acting);
        } else {
            self.begin_turn(state, state.next_seat(self.seats), sink);
        }
    }

    /// S3.1: the player takes no more Actions.
    pub(crate) fn stop(&self, state: &mut State, sink: &mut impl EventSink<Event>) {
        let seat = state.turn;
        sink.emit(|| ScopedEvent::openly(Event::Stopped(seat)));
        self.begin_turn(state, state.next_seat(self.seats), sink);
    }

    /// S3.2, S3.3, S3.7: whether the seat may draw from this deck.
    pub(crate) fn may_draw(&self, state: &State, seat: Seat, deck: Deck) -> Result<(), Illegal> {
        match deck {
            Deck::Action => self.may_draw_action(state, seat, state.hands[seat.index()].len() as u32),
            Deck::List if state.list_deck.is_empty() && state.list_discards.is_empty() => {
                Err(Illegal::NothingToDraw)
            }
            Deck::List => Ok(()),
        }
    }

    /// S3.2, S3.7: whether the seat may draw an Action card when it holds this many.
    pub(crate) fn may_draw_action(&self, state: &State, seat: Seat, held: u32) -> Result<(), Illegal> {
        let limit = self.hand_limit(state, seat);
        if held >= limit {
            Err(Illegal::HandFull { held, limit })
        } else if state.deck.is_empty() && state.discards.is_empty() {
            Err(Illegal::NothingToDraw)
        } else {
            Ok(())
        }
    }

    /// The player draws; luck says what.
    pub(crate) fn draw(&self, state: &mut State, deck: Deck, sink: &mut impl EventSink<Event>) {
        state.actions_taken += 1;
        self.await_draw(state, deck, sink);
    }

    fn await_draw(&self, state: &mut State, deck: Deck, sink: &mut impl EventSink<Event>) {
        self.replenish(state, deck, sink);
        state.phase = match deck {
            Deck::Action => Phase::Luck(Chance::DrawingAction),
            Deck::List => Phase::Luck(Chance::DrawingList),
        };
    }

    /// S3.7: an empty deck is made anew from its discard pile, if there is one.
    pub(crate) fn replenish(&self, state: &mut State, deck: Deck, sink: &mut impl EventSink<Event>) {
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
            sink.emit(|| ScopedEvent::openly(Event::Reshuffled(deck)));
        }
    }

    /// S3.3: whether one Rating of this Scam can pay for the List.
    pub(crate) fn may_pay(&self, state: &State, seat: Seat, scam: CardId) -> Result<(), Illegal> {
        if !state.scams[seat.index()].contains(scam) {
            Err(Illegal::NotYourScam(scam))
        } else if state.rating[scam.index()] <= self.initial(scam) {
            Err(Illegal::AtInitialRating(scam))
        } else {
            Ok(())
        }
    }

    /// S3.3: the player pays and keeps the List.
    pub(crate) fn keep(
        &self,
        state: &mut State,
        list: ListCard,
        scam: CardId,
        sink: &mut impl EventSink<Event>,
    ) {
        let seat = state.turn;
        state.rating[scam.index()] -= 1;
        state.lists[seat.index()] = state.lists[seat.index()].with(list);
        let rating = state.rating[scam.index()];
        sink.emit(|| ScopedEvent::openly(Event::Kept(seat, list, scam, rating)));
        self.finish_action(state, sink);
    }

    /// S12.10: the player keeps the List for nothing.
    pub(crate) fn keep_free(&self, state: &mut State, list: ListCard, sink: &mut impl EventSink<Event>) {
        let seat = state.turn;
        state.lists[seat.index()] = state.lists[seat.index()].with(list);
        sink.emit(|| ScopedEvent::openly(Event::KeptFree(seat, list)));
        self.finish_action(state, sink);
    }

    /// S3.3: the player lets the List go.
    pub(crate) fn release(&self, state: &mut State, list: ListCard, sink: &mut impl EventSink<Event>) {
        let seat = state.turn;
        state.masses = state.masses.with(list);
        sink.emit(|| ScopedEvent::openly(Event::Released(seat, list)));
        self.finish_action(state, sink);
    }

    /// S3.3, S12.10: the choices about the List turned up, in canonical order.
    pub(crate) fn offer_choices(&self, state: &State, seat: Seat, into: &mut Vec<Action>) {
        let scams = state.scams[seat.index()].iter();
        into.extend(scams.filter(|&scam| self.may_pay(state, seat, scam).is_ok()).map(Action::Keep));
        if self.keeps_for_nothing(state, seat) {
            into.push(Action::KeepFree);
        }
        into.push(Action::Release);
    }

    /// S3.5: whether the seat may merge these two.
    pub(crate) fn may_merge(
        &self,
        state: &State,
        seat: Seat,
        first: ListCard,
        second: ListCard,
    ) -> Result<(), Illegal> {
        for list in [first, second] {
            if !state.lists_in_play().contains(list) {
                return Err(Illegal::ListNotInPlay(list));
            }
        }
        if first >= second {
            return Err(Illegal::SameList);
        }
        let together = |area: ListSet| area.contains(first) && area.contains(second);
        if together(state.lists[seat.index()]) || together(state.masses) {
            Ok(())
        } else {
            Err(Illegal::NotTogether)
        }
    }

    /// S3.5: two Lists become one, under the lower card of both.
    pub(crate) fn merge(
        &self,
        state: &mut State,
        first: ListCard,
        second: ListCard,
        sink: &mut impl EventSink<Event>,
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
        state.masses = state.masses.without(second);
        state.lists[seat.index()] = state.lists[seat.index()].without(second);
        let (size, gruntles) = (state.size[to], state.gruntles[to]);
        sink.emit(|| ScopedEvent::openly(Event::Merged(seat, first, second, size, gruntles)));
        self.degenerate(state, first, None, sink);
    }

    /// S3.6: whether the seat may discard a Scam to draw at all.
    pub(crate) fn may_recycle(&self, state: &State, seat: Seat) -> Result<(), Illegal> {
        let have = state.scams[seat.index()].len() as u32;
        if have < SCAMS_TO_RECYCLE { Err(Illegal::TooFewScams(have)) } else { Ok(()) }
    }

    /// S3.6: whether there will be something to draw once the Scam lies on the discard pile.
    pub(crate) fn may_draw_after_discard(
        &self,
        state: &State,
        seat: Seat,
        deck: Deck,
    ) -> Result<(), Illegal> {
        match deck {
            Deck::Action => Ok(()),
            Deck::List => self.may_draw(state, seat, deck),
        }
    }

    /// S3.6: the Scam is discarded, then a card is drawn.
    pub(crate) fn recycle(
        &self,
        state: &mut State,
        scam: CardId,
        deck: Deck,
        sink: &mut impl EventSink<Event>,
    ) {
        let seat = state.turn;
        state.actions_taken += 1;
        let card = self.take_from_hand(state, seat, scam);
        state.discards = state.discards.union(card);
        sink.emit(|| ScopedEvent::openly(Event::Recycled(seat, scam)));
        self.await_draw(state, deck, sink);
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
            let area = if own.contains(first) { own } else { state.masses };
            into.extend(area.above(first).iter().map(|second| Action::Merge(first, second)));
        }
        if self.may_recycle(state, seat).is_ok() {
            for scam in self.set.card_ids_in(state.hands[seat.index()].intersection(self.set.all_scams())) {
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
        self.victory_thresholds().0
    }

    /// S6.1, S6.2: the sum of Ratings that wins.
    #[must_use]
    pub const fn sum_to_win(self) -> u32 {
        self.victory_thresholds().1
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
    pub const fn victory_thresholds(self) -> (u8, u32) {
        match self {
            Self::Standard => (12, 20),
            Self::Demonstration => (8, 12),
        }
    }
}
