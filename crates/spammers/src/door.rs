//! The one door: refusals, and the course of accepted inputs.

use table::{EventSink, Game as _, ScopedEvent, Seat};

use crate::Spammers;
use crate::action::{Action, Illegal, Outcome};
use crate::card::{CardId, ListCard, Pile};
use crate::event::Event;
use crate::phase::{Chance, Deck, Pending, Phase, Question};
use crate::state::State;

/// S1.11: sides of the die.
pub(crate) const SIDES: u8 = 6;

impl Spammers {
    /// Whether this seat may do this now.
    pub(crate) fn check(&self, state: &State, seat: Seat, action: Action) -> Result<(), Illegal> {
        let awaited = match state.phase {
            Phase::Over(_) => return Err(Illegal::Over),
            Phase::Luck(chance) => return Err(Illegal::WaitsForLuck(chance.awaited())),
            Phase::Ask(_) => self.awaits(state).seats(),
        };
        if !awaited.contains(seat) {
            return Err(Illegal::NotYourMove(awaited));
        }
        match action {
            Action::Choose(list) => self.check_choose(state, seat, list),
            Action::Keep(scam) => self.check_offered(state).and_then(|()| self.may_pay(state, seat, scam)),
            Action::KeepFree => self.check_offered(state).and_then(|()| {
                if self.keeps_for_nothing(state, seat) { Ok(()) } else { Err(Illegal::MustPay) }
            }),
            Action::Release => self.check_offered(state),
            Action::Pass => self.check_window(state).map(|_| ()),
            Action::React(title, aim) => {
                let pending = self.check_window(state)?;
                self.in_hand(state, seat, title)?;
                self.may_react(state, seat, pending, (title, aim))
            }
            Action::Stop
            | Action::Draw(_)
            | Action::Play(_)
            | Action::Mail { .. }
            | Action::Special(..)
            | Action::Merge(..)
            | Action::Recycle(..) => {
                self.check_acting(state).and_then(|()| self.check_action(state, seat, action))
            }
        }
    }

    fn check_choose(&self, state: &State, seat: Seat, list: ListCard) -> Result<(), Illegal> {
        if !matches!(state.phase, Phase::Ask(Question::Choosing(_))) {
            Err(Illegal::ChoosingIsOver)
        } else if state.dealt[seat.index()].contains(list) {
            Ok(())
        } else {
            Err(Illegal::NotDealtToYou(list))
        }
    }

    fn check_offered(&self, state: &State) -> Result<(), Illegal> {
        if matches!(state.phase, Phase::Ask(Question::Offered(_))) {
            Ok(())
        } else {
            Err(Illegal::NothingOffered)
        }
    }

    fn check_window(&self, state: &State) -> Result<Pending, Illegal> {
        if let Phase::Ask(Question::Reacting { pending, .. }) = state.phase {
            Ok(pending)
        } else {
            Err(Illegal::NothingToReactTo)
        }
    }

    fn check_acting(&self, state: &State) -> Result<(), Illegal> {
        match state.phase {
            Phase::Ask(Question::Acting) => Ok(()),
            Phase::Ask(Question::Offered(_)) => Err(Illegal::AnswerTheOffer),
            Phase::Ask(Question::Reacting { .. }) => Err(Illegal::ReactOrPass),
            Phase::Ask(Question::Choosing(_)) => Err(Illegal::ChooseFirst),
            Phase::Luck(chance) => Err(Illegal::WaitsForLuck(chance.awaited())),
            Phase::Over(_) => Err(Illegal::Over),
        }
    }

    /// S3.2–S3.6: whether this may be the seat's next Action.
    fn check_action(&self, state: &State, seat: Seat, action: Action) -> Result<(), Illegal> {
        match action {
            Action::Stop => Ok(()),
            Action::Draw(deck) => self.may_draw(state, seat, deck),
            Action::Play(title) => {
                self.in_hand(state, seat, title).and_then(|()| self.may_play(state, seat, title))
            }
            Action::Mail { card, scam, list } => {
                self.in_hand(state, seat, card).and_then(|()| self.may_send(state, seat, (card, scam, list)))
            }
            Action::Special(title, aim) => {
                self.in_hand(state, seat, title).and_then(|()| self.may_use(state, seat, title, aim))
            }
            Action::Merge(first, second) => self.may_merge(state, seat, first, second),
            Action::Recycle(scam, deck) => {
                if !self.set.is_scam(scam) {
                    return Err(Illegal::NotAScam(scam));
                }
                self.in_hand(state, seat, scam)?;
                self.may_recycle(state, seat)?;
                self.may_draw_after_discard(state, seat, deck)
            }
            Action::Choose(_)
            | Action::Keep(_)
            | Action::KeepFree
            | Action::Release
            | Action::Pass
            | Action::React(..) => Err(Illegal::NothingOffered),
        }
    }

    pub(crate) fn perform_action(
        &self,
        state: &mut State,
        seat: Seat,
        action: Action,
        sink: &mut impl EventSink<Event>,
    ) {
        match (action, state.phase) {
            (Action::Choose(list), Phase::Ask(Question::Choosing(owing))) => {
                self.choose(state, seat, list, owing, sink)
            }
            (Action::Stop, _) => self.stop(state, sink),
            (Action::Draw(deck), _) => self.draw(state, deck, sink),
            (Action::Play(title), _) => self.play(state, title, sink),
            (Action::Mail { card, scam, list }, _) => self.mail(state, (card, scam, list), sink),
            (Action::Special(title, aim), _) => self.use_special(state, title, aim, sink),
            (Action::Merge(first, second), _) => self.merge(state, first, second, sink),
            (Action::Recycle(scam, deck), _) => self.recycle(state, scam, deck, sink),
            (Action::Keep(scam), Phase::Ask(Question::Offered(list))) => self.keep(state, list, scam, sink),
            (Action::KeepFree, Phase::Ask(Question::Offered(list))) => self.keep_free(state, list, sink),
            (Action::Release, Phase::Ask(Question::Offered(list))) => self.release(state, list, sink),
            (Action::Pass, Phase::Ask(Question::Reacting { pending, asked, passes })) => {
                self.passes(state, (pending, asked, passes), sink);
            }
            (Action::React(title, aim), Phase::Ask(Question::Reacting { pending, asked, .. })) => {
                self.react(state, (pending, asked), (title, aim), sink);
            }
            (
                Action::Choose(_)
                | Action::Keep(_)
                | Action::KeepFree
                | Action::Release
                | Action::Pass
                | Action::React(..),
                _,
            ) => {
                debug_assert!(false, "checked before");
            }
        }
    }

    /// Whether luck may bring this now.
    pub(crate) fn check_luck(&self, state: &State, outcome: Outcome) -> Result<(), Illegal> {
        let chance = match state.phase {
            Phase::Over(_) => return Err(Illegal::Over),
            Phase::Ask(_) => return Err(Illegal::WaitsForPlayer),
            Phase::Luck(chance) => chance,
        };
        let in_deck = |there: bool| if there { Ok(()) } else { Err(Illegal::NotInDeck) };
        let possible = match (chance, outcome) {
            (
                Chance::DealingLists(..) | Chance::DealingMasses(_) | Chance::DrawingList,
                Outcome::List(list),
            ) => {
                return in_deck(state.list_deck.contains(list));
            }
            (
                Chance::DealingActions(..) | Chance::DrawingAction | Chance::DrawingCards(_),
                Outcome::Card(title),
            ) => return in_deck(!state.deck.is_disjoint(self.set.copies(title))),
            (Chance::Picking(from, _), Outcome::Pick(title)) => {
                return in_deck(self.in_hand(state, from, title).is_ok());
            }
            (Chance::DrawingFirst, Outcome::First(seat)) => self.seats.contains(seat),
            (Chance::Rolling(_), Outcome::Roll(roll)) => (1..=SIDES).contains(&roll),
            (
                _,
                Outcome::List(_) | Outcome::Card(_) | Outcome::Pick(_) | Outcome::First(_) | Outcome::Roll(_),
            ) => false,
        };
        if possible { Ok(()) } else { Err(Illegal::NotPossibleNow(chance.awaited())) }
    }

    pub(crate) fn perform_luck(&self, state: &mut State, outcome: Outcome, sink: &mut impl EventSink<Event>) {
        match (state.phase, outcome) {
            (Phase::Luck(Chance::DealingLists(seat, left)), Outcome::List(list)) => {
                state.list_deck = state.list_deck.without(list);
                state.dealt[seat.index()] = state.dealt[seat.index()].with(list);
                sink.emit(|| {
                    ScopedEvent::only(seat, Event::DealtList(seat, list))
                        .others_hear(Event::DealtSomeList(seat))
                });
                state.phase = self.after_dealt_list(seat, left);
            }
            (Phase::Luck(Chance::DealingActions(seat, left)), Outcome::Card(title)) => {
                self.take_card(state, seat, title);
                sink.emit(|| {
                    ScopedEvent::only(seat, Event::DealtCard(seat, title))
                        .others_hear(Event::DealtSomeCard(seat))
                });
                state.phase = self.after_dealt_action(seat, left);
            }
            (Phase::Luck(Chance::DealingMasses(left)), Outcome::List(list)) => {
                state.list_deck = state.list_deck.without(list);
                self.enter_play(state, list);
                state.masses = state.masses.with(list);
                sink.emit(|| ScopedEvent::openly(Event::JoinedMasses(list)));
                state.phase = if left > 1 {
                    Phase::Luck(Chance::DealingMasses(left - 1))
                } else {
                    Phase::Luck(Chance::DrawingFirst)
                };
            }
            (Phase::Luck(Chance::DrawingFirst), Outcome::First(seat)) => {
                sink.emit(|| ScopedEvent::openly(Event::WentFirst(seat)));
                self.begin_turn(state, seat, sink);
            }
            (Phase::Luck(Chance::Picking(from, pick)), Outcome::Pick(title)) => {
                self.picked(state, (from, pick), title, sink)
            }
            (Phase::Luck(Chance::DrawingCards(left)), Outcome::Card(title)) => {
                let seat = state.turn;
                self.take_card(state, seat, title);
                sink.emit(|| {
                    ScopedEvent::only(seat, Event::Drew(seat, title)).others_hear(Event::DrewSomeCard(seat))
                });
                self.draw_more(state, left - 1, sink);
            }
            (Phase::Luck(Chance::DrawingAction), Outcome::Card(title)) => {
                let seat = state.turn;
                self.take_card(state, seat, title);
                sink.emit(|| {
                    ScopedEvent::only(seat, Event::Drew(seat, title)).others_hear(Event::DrewSomeCard(seat))
                });
                self.replenish(state, Deck::Action, sink);
                self.finish_action(state, sink);
            }
            (Phase::Luck(Chance::DrawingList), Outcome::List(list)) => {
                let seat = state.turn;
                state.list_deck = state.list_deck.without(list);
                self.enter_play(state, list);
                sink.emit(|| ScopedEvent::openly(Event::TurnedUp(seat, list)));
                self.replenish(state, Deck::List, sink);
                state.phase = Phase::Ask(Question::Offered(list));
            }
            (Phase::Luck(Chance::Rolling(mailing)), Outcome::Roll(roll)) => {
                self.rolled(state, mailing, roll, sink)
            }
            (
                _,
                Outcome::List(_) | Outcome::Card(_) | Outcome::Pick(_) | Outcome::First(_) | Outcome::Roll(_),
            ) => {
                debug_assert!(false, "checked before");
            }
        }
    }

    /// Each title of a pile as an outcome, as likely as it has copies there.
    pub(crate) fn weigh(
        &self,
        pile: Pile,
        outcome: impl Fn(CardId) -> Outcome,
        into: &mut Vec<(Outcome, u32)>,
    ) {
        let titles = self.set.card_ids_in(pile);
        into.extend(
            titles.map(|title| (outcome(title), pile.intersection(self.set.copies(title)).len() as u32)),
        );
    }

    /// One copy of this title goes from the deck into a hand.
    fn take_card(&self, state: &mut State, seat: Seat, title: CardId) {
        let card = state.deck.intersection(self.set.copies(title)).first_only();
        state.deck = state.deck.difference(card);
        state.give(seat, card);
    }
}
