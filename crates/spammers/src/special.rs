//! S10: what Special Effects do.

use table::{EventSink, ScopedEvent, Seat, SeatSet, Viewer, ViewerSet};

use crate::Spammers;
use crate::action::Illegal;
use crate::card::{CardId, ListCard, Pile};
use crate::effect::{Aim, Direction, Effect};
use crate::event::Event;
use crate::phase::{Chance, Deck, Fate, Pending, Phase, Pick};
use crate::state::{EVERYBODY, State};

/// The step after an effect.
enum Then {
    /// The Action is done.
    Conclude,
    /// Something is to be decided or drawn first, or all is done already.
    Wait,
}

/// S10.16, S10.18: luck picks a card out of this hand; nothing happens if it has emptied since.
fn pick(state: &mut State, from: Seat, pick: Pick) -> Then {
    if state.hands[from.index()].is_empty() {
        return Then::Conclude;
    }
    state.phase = Phase::Luck(Chance::Picking(from, pick));
    Then::Wait
}

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

    /// S10: the effect does what the card says, and the Action is done unless something is to be decided first.
    pub(crate) fn take_effect(
        &self,
        state: &mut State,
        title: CardId,
        aim: Aim,
        sink: &mut impl EventSink<Event>,
    ) {
        match self.carry_out(state, title, aim, sink) {
            Ok(Then::Conclude) => self.conclude(state, sink),
            Ok(Then::Wait) => {}
            Err(illegal) => debug_assert!(false, "checked before: {illegal:?}"),
        }
    }

    fn carry_out(
        &self,
        state: &mut State,
        title: CardId,
        aim: Aim,
        sink: &mut impl EventSink<Event>,
    ) -> Result<Then, Illegal> {
        let seat = state.turn;
        let wrong = Illegal::WrongAim(title);
        match self.effect_of(title)? {
            Effect::AdjustRating(by) => match aim.rating().ok_or(wrong)? {
                (scam, Direction::Up) => self.raise(state, scam, by, sink),
                (scam, Direction::Down) => return Ok(self.lower(state, scam, by, None, sink)),
            },
            Effect::RaiseRating(by) => self.raise(state, aim.scam().ok_or(wrong)?, by, sink),
            Effect::LowerRating(by) => {
                return Ok(self.lower(state, aim.scam().ok_or(wrong)?, by, None, sink));
            }
            Effect::StealRating(by) => {
                let (from, to) = aim.scams().ok_or(wrong)?;
                return Ok(self.lower(state, from, by, Some(to), sink));
            }
            Effect::AddGruntles(count) => {
                self.put_gruntles(state, aim.list().ok_or(wrong)?, u16::from(count), sink);
                return Ok(Then::Wait);
            }
            Effect::RemoveGruntles(count) => {
                let list = aim.list().ok_or(wrong)?;
                self.take_gruntles(state, list, u16::from(count), sink);
                self.degenerate(state, list, None, sink);
                return Ok(Then::Wait);
            }
            Effect::MoveGruntles(count) => {
                let (from, to) = aim.lists().ok_or(wrong)?;
                let moved = self.take_gruntles(state, from, u16::from(count), sink);
                let gruntles = state.gruntles[to.index()] + moved;
                state.gruntles[to.index()] = gruntles;
                sink.emit(|| ScopedEvent::openly(Event::Gruntled(to, gruntles)));
                self.degenerate(state, from, Some(to), sink);
                return Ok(Then::Wait);
            }
            Effect::AddSpecialty(specialty) => {
                let list = aim.list().ok_or(wrong)?;
                state.specialties[list.index()] = state.specialties[list.index()].with(specialty);
                sink.emit(|| ScopedEvent::openly(Event::Specialized(list, specialty)));
            }
            Effect::RemoveSpecialty => {
                let (list, specialty) = aim.counter().ok_or(wrong)?;
                state.specialties[list.index()] = state.specialties[list.index()].without(specialty);
                sink.emit(|| ScopedEvent::openly(Event::Despecialized(list, specialty)));
            }
            Effect::TakeUnwashedList(_) => {
                let list = aim.list().ok_or(wrong)?;
                state.masses = state.masses.without(list);
                state.lists[seat.index()] = state.lists[seat.index()].with(list);
                sink.emit(|| ScopedEvent::openly(Event::GotList(seat, list)));
            }
            Effect::StealList(_) => {
                return Ok(self.move_away(state, aim.list().ok_or(wrong)?, Some(seat), sink));
            }
            Effect::ReleaseList => return Ok(self.move_away(state, aim.list().ok_or(wrong)?, None, sink)),
            Effect::SplitList => {
                self.split(state, aim.list().ok_or(wrong)?, sink);
                return Ok(Then::Wait);
            }
            Effect::DisbandList => self.disband(state, aim.list().ok_or(wrong)?, sink),
            Effect::DrawCards(count) => {
                self.draw_more(state, count, sink);
                return Ok(Then::Wait);
            }
            Effect::StealCard => return Ok(pick(state, aim.player().ok_or(wrong)?, Pick::Steal)),
            Effect::ForceDiscard => return Ok(pick(state, aim.player().ok_or(wrong)?, Pick::Discard)),
            Effect::PeekAtHand => self.peek(state, seat, aim.player().ok_or(wrong)?, sink),
            Effect::TakeDiscard => self.take_discard(state, seat, aim.discarded().ok_or(wrong)?, sink),
            Effect::DestroyHardware => {
                let (other, hardware) = aim.hardware().ok_or(wrong)?;
                let card = self.take_hardware(state, other, hardware);
                state.discards = state.discards.union(card);
                sink.emit(|| ScopedEvent::openly(Event::LostHardware(other, hardware)));
            }
            Effect::StealHardware => {
                let (other, hardware) = aim.hardware().ok_or(wrong)?;
                let card = self.take_hardware(state, other, hardware);
                state.hardware[seat.index()] = state.hardware[seat.index()].union(card);
                sink.emit(|| ScopedEvent::openly(Event::StoleHardware(seat, other, hardware)));
            }
            Effect::ExtraActions(count) => {
                state.extra_actions = state.extra_actions.saturating_add(count);
                sink.emit(|| ScopedEvent::openly(Event::GotActions(seat, count)));
            }
            Effect::ExtraMailing => {
                state.extra_mailings = state.extra_mailings.saturating_add(1);
                sink.emit(|| ScopedEvent::openly(Event::GotMailing(seat)));
            }
            Effect::ShiftTarget(_)
            | Effect::ShiftRoll(_)
            | Effect::Reroll
            | Effect::CancelSpecial
            | Effect::ShieldScam
            | Effect::HoldList => return Err(Illegal::OnlyAReaction(title)),
        }
        Ok(Then::Conclude)
    }

    fn raise(&self, state: &mut State, scam: CardId, by: u8, sink: &mut impl EventSink<Event>) {
        let rating = state.rating[scam.index()].saturating_add(by);
        state.rating[scam.index()] = rating;
        sink.emit(|| ScopedEvent::openly(Event::Rerated(scam, rating)));
    }

    /// S11.4: a Scam is about to be lowered, which its owner may avert.
    fn lower(
        &self,
        state: &mut State,
        scam: CardId,
        by: u8,
        gainer: Option<CardId>,
        sink: &mut impl EventSink<Event>,
    ) -> Then {
        self.open_window(state, Pending::Lower { scam, by, gainer, fate: Fate::Stands }, sink);
        Then::Wait
    }

    /// S11.5: a List is about to leave its owner, who may hold it.
    fn move_away(
        &self,
        state: &mut State,
        list: ListCard,
        to: Option<Seat>,
        sink: &mut impl EventSink<Event>,
    ) -> Then {
        self.open_window(state, Pending::Move { list, to, then: None, fate: Fate::Stands }, sink);
        Then::Wait
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
        for part in parts.iter().filter(|&part| part != list) {
            let face = self.set.list(part);
            let took = face.specialties.intersection(whole);
            rest = took.iter().fold(rest, |rest, specialty| rest.without(specialty));
            state.part_of[part.index()] = part.0;
            state.size[part.index()] = u16::from(face.size);
            state.gruntles[part.index()] = 0;
            state.specialties[part.index()] = took;
            match owner {
                Some(owner) => state.lists[owner] = state.lists[owner].with(part),
                None => state.masses = state.masses.with(part),
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
        let room = (state.hands[state.turn.index()].len() as u32) < self.hand_limit(state, state.turn);
        if left > 0 && room && !state.deck.is_empty() {
            state.phase = Phase::Luck(Chance::DrawingCards(left));
        } else {
            self.conclude(state, sink);
        }
    }

    /// S10.17: the seat sees the other's hand, and remembers it.
    fn peek(&self, state: &mut State, seat: Seat, other: Seat, sink: &mut impl EventSink<Event>) {
        sink.emit(|| ScopedEvent::openly(Event::Peeked(seat, other)));
        let me = ViewerSet::only(Viewer::Seat(seat));
        for copy in state.hands[other.index()].iter() {
            state.known_to[copy.index()] = state.known_to[copy.index()].union(me);
            let title = self.set.card_id_of(copy);
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
                let (me, them) = (ViewerSet::only(Viewer::Seat(seat)), ViewerSet::only(Viewer::Seat(from)));
                let card = self.take_from_hand(state, from, title);
                for copy in state.hands[from.index()].iter() {
                    // Who does not see which card goes can no longer be sure of those that stay.
                    state.known_to[copy.index()] = state.known_to[copy.index()].intersection(me);
                }
                for copy in card.iter() {
                    state.known_to[copy.index()] = them;
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
        let card = state.discards.intersection(self.set.copies(title)).first_only();
        state.discards = state.discards.difference(card);
        state.give(seat, card);
        for copy in card.iter() {
            state.known_to[copy.index()] = EVERYBODY.without(Viewer::Seat(seat));
        }
        sink.emit(|| ScopedEvent::openly(Event::TookDiscard(seat, title)));
    }

    fn take_hardware(&self, state: &mut State, seat: Seat, title: CardId) -> Pile {
        let card = state.hardware[seat.index()].intersection(self.set.copies(title)).first_only();
        state.hardware[seat.index()] = state.hardware[seat.index()].difference(card);
        card
    }
}
