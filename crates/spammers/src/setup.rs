//! S2: dealing, the secret choice, the Unwashed Masses, who goes first.

use table::{EventSink, ScopedEvent, Seat, SeatSet};

use crate::Spammers;
use crate::card::ListCard;
use crate::event::Event;
use crate::phase::{Chance, Phase, Question};
use crate::state::State;

/// S2.1: List cards dealt to each player.
pub(crate) const LISTS_DEALT: u8 = 3;
/// S2.1: Action cards dealt to each player.
pub(crate) const ACTIONS_DEALT: u8 = 6;

impl Spammers {
    /// S2.1: the first card of the deal.
    pub(crate) fn first_deal(&self) -> Phase {
        Phase::Luck(Chance::DealingLists(self.first_seat(), LISTS_DEALT))
    }

    /// S2.1: the next card of the deal after one List for this seat.
    pub(crate) fn after_dealt_list(&self, seat: Seat, left: u8) -> Phase {
        let next = seat.next(self.seats);
        if left > 1 {
            Phase::Luck(Chance::DealingLists(seat, left - 1))
        } else if next == self.first_seat() {
            Phase::Luck(Chance::DealingActions(next, ACTIONS_DEALT))
        } else {
            Phase::Luck(Chance::DealingLists(next, LISTS_DEALT))
        }
    }

    /// S2.1: the next card of the deal after one Action card for this seat.
    pub(crate) fn after_dealt_action(&self, seat: Seat, left: u8) -> Phase {
        let next = seat.next(self.seats);
        if left > 1 {
            Phase::Luck(Chance::DealingActions(seat, left - 1))
        } else if next == self.first_seat() {
            Phase::Ask(Question::Choosing(self.seats.all()))
        } else {
            Phase::Luck(Chance::DealingActions(next, ACTIONS_DEALT))
        }
    }

    /// S2.2: a seat chooses; when the last has, all choices are shown and S2.3 follows.
    pub(crate) fn choose(
        &self,
        state: &mut State,
        seat: Seat,
        list: ListCard,
        owing: SeatSet,
        sink: &mut impl EventSink<Event>,
    ) {
        state.chosen[seat.index()] = Some(list);
        sink.emit(|| {
            ScopedEvent::only(seat, Event::ChoseList(seat, list)).others_hear(Event::ChoseSomeList(seat))
        });
        let owing = owing.without(seat);
        state.phase = Phase::Ask(Question::Choosing(owing));
        if owing.is_empty() {
            self.show_choices(state, sink);
            state.phase = Phase::Luck(Chance::DealingMasses(self.seats.get() as u8));
        }
    }

    fn show_choices(&self, state: &mut State, sink: &mut impl EventSink<Event>) {
        for seat in self.seats.iter() {
            if let Some(list) = state.chosen[seat.index()].take() {
                state.dealt[seat.index()] = state.dealt[seat.index()].without(list);
                self.enter_play(state, list);
                state.masses = state.masses.with(list);
                sink.emit(|| ScopedEvent::openly(Event::ShowedChoice(seat, list)));
            }
            let kept = std::mem::take(&mut state.dealt[seat.index()]);
            for list in kept.iter() {
                self.enter_play(state, list);
                state.lists[seat.index()] = state.lists[seat.index()].with(list);
                sink.emit(|| ScopedEvent::openly(Event::TookList(seat, list)));
            }
        }
    }

    /// S1.4: a List comes into play: its printed Specialties are placed on it.
    pub(crate) fn enter_play(&self, state: &mut State, list: ListCard) {
        let face = self.set.list(list);
        state.size[list.index()] = u16::from(face.size);
        state.gruntles[list.index()] = 0;
        state.specialties[list.index()] = face.specialties;
    }
}
