//! S10: what Special Effects do.

use table::{EventSink, ScopedEvent, Seat, SeatSet, Viewer};

use crate::Spammers;
use crate::action::{Aim, Direction};
use crate::aim::lists;
use crate::effect::Effect;
use crate::event::Event;
use crate::pile::Pile;
use crate::set::{CardId, ListCard};
use crate::state::{Deck, Fate, Knowers, Pending, Phase, Pick, State};

impl Spammers {
    /// S4.4, S11.3: the effect is announced; it may yet be cancelled.
    pub(crate) fn use_special(
        &self,
        state: &mut State,
        title: CardId,
        aim: Aim,
        sink: &mut impl EventSink<Event>,
    ) {
        let seat = state.turn;
        state.actions_taken += 1;
        state.resolving = self.take_from_hand(state, seat, title);
        sink.emit(|| ScopedEvent::openly(Event::UsedSpecial(seat, title, aim)));
        self.open_window(state, Pending::Special(title, aim, Fate::Stands), sink);
    }

    /// S4.4: the card is discarded, and the Action is done.
    pub(crate) fn conclude(&self, state: &mut State, sink: &mut impl EventSink<Event>) {
        state.discards = state.discards.union(std::mem::take(&mut state.resolving));
        self.finish_action(state, sink);
    }

    /// S10: the effect does what the card says.
    pub(crate) fn take_effect(
        &self,
        state: &mut State,
        title: CardId,
        aim: Aim,
        sink: &mut impl EventSink<Event>,
    ) {
        let seat = state.turn;
        let Ok(effect) = self.effect_of(title) else { return };
        let lower = |scam, by, gainer| Pending::Lower { scam, by, gainer, fate: Fate::Stands };
        match (effect, aim) {
            (Effect::AdjustRating(by), Aim::Rating(scam, Direction::Up))
            | (Effect::RaiseRating(by), Aim::Scam(scam)) => {
                let rating = state.rating[scam.index()].saturating_add(by);
                state.rating[scam.index()] = rating;
                sink.emit(|| ScopedEvent::openly(Event::Rerated(scam, rating)));
            }
            (Effect::AdjustRating(by), Aim::Rating(scam, Direction::Down))
            | (Effect::LowerRating(by), Aim::Scam(scam)) => {
                return self.open_window(state, lower(scam, by, None), sink);
            }
            (Effect::StealRating(by), Aim::Scams(from, to)) => {
                return self.open_window(state, lower(from, by, Some(to)), sink);
            }
            (Effect::AddGruntles(count), Aim::List(list)) => {
                return self.put_gruntles(state, list, u16::from(count), sink);
            }
            (Effect::RemoveGruntles(count), Aim::List(list)) => {
                self.take_gruntles(state, list, u16::from(count), sink);
                return self.degenerate(state, list, None, sink);
            }
            (Effect::MoveGruntles(count), Aim::Lists(from, to)) => {
                let moved = self.take_gruntles(state, from, u16::from(count), sink);
                let gruntles = state.gruntles[to.index()] + moved;
                state.gruntles[to.index()] = gruntles;
                sink.emit(|| ScopedEvent::openly(Event::Gruntled(to, gruntles)));
                return self.degenerate(state, from, Some(to), sink);
            }
            (Effect::AddSpecialty(specialty), Aim::List(list)) => {
                state.specialties[list.index()] = state.specialties[list.index()].with(specialty);
                sink.emit(|| ScopedEvent::openly(Event::Specialized(list, specialty)));
            }
            (Effect::RemoveSpecialty, Aim::Counter(list, specialty)) => {
                state.specialties[list.index()] = state.specialties[list.index()].without(specialty);
                sink.emit(|| ScopedEvent::openly(Event::Despecialized(list, specialty)));
            }
            (Effect::TakeUnwashedList(_), Aim::List(list)) => {
                state.masses = state.masses.without(list.index());
                state.lists[seat.index()] = state.lists[seat.index()].with(list.index());
                sink.emit(|| ScopedEvent::openly(Event::GotList(seat, list)));
            }
            (Effect::StealList(_), Aim::List(list)) => {
                return self.open_window(
                    state,
                    Pending::Move { list, to: Some(seat), then: None, fate: Fate::Stands },
                    sink,
                );
            }
            (Effect::ReleaseList, Aim::List(list)) => {
                return self.open_window(
                    state,
                    Pending::Move { list, to: None, then: None, fate: Fate::Stands },
                    sink,
                );
            }
            (Effect::SplitList, Aim::List(list)) => return self.split(state, list, sink),
            (Effect::DisbandList, Aim::List(list)) => self.disband(state, list, sink),
            (Effect::DrawCards(count), _) => return self.draw_more(state, count, sink),
            (Effect::StealCard, Aim::Player(other)) if !state.hands[other.index()].is_empty() => {
                state.phase = Phase::Picking(other, Pick::Steal);
                return;
            }
            (Effect::ForceDiscard, Aim::Player(other)) if !state.hands[other.index()].is_empty() => {
                state.phase = Phase::Picking(other, Pick::Discard);
                return;
            }
            (Effect::PeekAtHand, Aim::Player(other)) => self.peek(state, seat, other, sink),
            (Effect::TakeDiscard, Aim::Discarded(card)) => self.take_discard(state, seat, card, sink),
            (Effect::DestroyHardware, Aim::Hardware(other, hardware)) => {
                let card = self.take_hardware(state, other, hardware);
                state.discards = state.discards.union(card);
                sink.emit(|| ScopedEvent::openly(Event::LostHardware(other, hardware)));
            }
            (Effect::StealHardware, Aim::Hardware(other, hardware)) => {
                let card = self.take_hardware(state, other, hardware);
                state.hardware[seat.index()] = state.hardware[seat.index()].union(card);
                sink.emit(|| ScopedEvent::openly(Event::StoleHardware(seat, other, hardware)));
            }
            (Effect::ExtraActions(count), _) => {
                state.extra_actions = state.extra_actions.saturating_add(count);
                sink.emit(|| ScopedEvent::openly(Event::GotActions(seat, count)));
            }
            (Effect::ExtraMailing, _) => {
                state.extra_mailings = state.extra_mailings.saturating_add(1);
                sink.emit(|| ScopedEvent::openly(Event::GotMailing(seat)));
            }
            _ => {}
        }
        self.conclude(state, sink);
    }

    fn take_gruntles(
        &self,
        state: &mut State,
        list: ListCard,
        most: u16,
        sink: &mut impl EventSink<Event>,
    ) -> u16 {
        let gruntles = &mut state.gruntles[list.index()];
        let taken = most.min(*gruntles);
        *gruntles -= taken;
        let left = *gruntles;
        sink.emit(|| ScopedEvent::openly(Event::Calmed(list, left)));
        taken
    }

    /// S10.13: each card is a List again, with those of its printed Specialties that lay on the whole; all else
    /// stays on the first.
    fn split(&self, state: &mut State, list: ListCard, sink: &mut impl EventSink<Event>) {
        let owner = state.owner_of_list(list);
        let parts = state.members(list);
        let whole = state.specialties[list.index()];
        let mut rest = whole;
        for part in lists(parts).filter(|&part| part != list) {
            let face = self.set.list(part);
            let took = face.specialties.intersection(whole);
            rest = took.iter().fold(rest, |rest, specialty| rest.without(specialty));
            state.part_of[part.index()] = part.0;
            state.size[part.index()] = u16::from(face.size);
            state.gruntles[part.index()] = 0;
            state.specialties[part.index()] = took;
            match owner {
                Some(owner) => state.lists[owner] = state.lists[owner].with(part.index()),
                None => state.masses = state.masses.with(part.index()),
            }
        }
        let face = self.set.list(list);
        state.size[list.index()] = u16::from(face.size);
        state.specialties[list.index()] = rest.union(face.specialties.intersection(whole));
        let count = parts.len() as u8;
        sink.emit(|| ScopedEvent::openly(Event::Split(list, count)));
        self.degenerate(state, list, None, sink);
    }

    /// S10.15: one card after the other, as far as the hand limit and the cards allow.
    pub(crate) fn draw_more(&self, state: &mut State, left: u8, sink: &mut impl EventSink<Event>) {
        self.replenish(state, Deck::Action, sink);
        let room = state.hands[state.turn.index()].len() < self.hand_limit(state, state.turn);
        if left > 0 && room && !state.deck.is_empty() {
            state.phase = Phase::DrawingCards(left);
        } else {
            self.conclude(state, sink);
        }
    }

    /// S10.17: the seat sees the other's hand, and remembers it.
    fn peek(&self, state: &mut State, seat: Seat, other: Seat, sink: &mut impl EventSink<Event>) {
        sink.emit(|| ScopedEvent::openly(Event::Peeked(seat, other)));
        let me = Knowers::only(Viewer::Seat(seat));
        for copy in state.hands[other.index()].iter() {
            state.known_to[copy] = state.known_to[copy].with(me);
            let title = self.set.title_of(copy);
            sink.emit(|| ScopedEvent::only(seat, Event::Saw(seat, other, title)));
        }
    }

    /// S10.16, S10.18: this card was picked out of the seat's hand.
    pub(crate) fn picked(
        &self,
        state: &mut State,
        (from, pick): (Seat, Pick),
        title: CardId,
        sink: &mut impl EventSink<Event>,
    ) {
        let seat = state.turn;
        match pick {
            Pick::Discard => {
                let card = self.take_from_hand(state, from, title);
                state.discards = state.discards.union(card);
                sink.emit(|| ScopedEvent::openly(Event::LostCard(from, title)));
            }
            Pick::Steal => {
                let (me, him) = (Knowers::only(Viewer::Seat(seat)), Knowers::only(Viewer::Seat(from)));
                let card = self.take_from_hand(state, from, title);
                for copy in state.hands[from.index()].iter() {
                    // Who does not see which card goes can no longer be sure of those that stay.
                    state.known_to[copy] = state.known_to[copy].intersection(me);
                }
                for copy in card.iter() {
                    state.known_to[copy] = him;
                }
                state.give(seat, card);
                let both = SeatSet::only(seat).with(from);
                sink.emit(|| {
                    ScopedEvent::among(both, Event::StoleCard(seat, from, title))
                        .others_hear(Event::StoleSomeCard(seat, from))
                });
            }
        }
        self.conclude(state, sink);
    }

    /// S10.19: everybody sees which card it is.
    fn take_discard(&self, state: &mut State, seat: Seat, title: CardId, sink: &mut impl EventSink<Event>) {
        let card = state.discards.intersection(self.set.copies(title)).lowest_only();
        state.discards = state.discards.difference(card);
        state.give(seat, card);
        for copy in card.iter() {
            state.known_to[copy] = Knowers::EVERYBODY.without(Knowers::only(Viewer::Seat(seat)));
        }
        sink.emit(|| ScopedEvent::openly(Event::TookDiscard(seat, title)));
    }

    fn take_hardware(&self, state: &mut State, seat: Seat, title: CardId) -> Pile {
        let card = state.hardware[seat.index()].intersection(self.set.copies(title)).lowest_only();
        state.hardware[seat.index()] = state.hardware[seat.index()].difference(card);
        card
    }
}
