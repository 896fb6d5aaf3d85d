//! The one door: what is refused, and what then happens.

use table::{Awaits, Clause, EventSink, Game, ScopedEvent, Seat};

use crate::Spammers;
use crate::action::{Action, Awaited, Illegal, Outcome};
use crate::event::Event;
use crate::pile::Pile;
use crate::set::{CardId, ListCard};
use crate::state::{Deck, Pending, Phase, Pick, State};

/// S1.11: sides of the die.
pub(crate) const SIDES: u8 = 6;

impl Spammers {
    /// Whether this seat may do this now.
    pub(crate) fn check(&self, state: &State, seat: Seat, action: Action) -> Result<(), Illegal> {
        let awaited = match self.awaits(state) {
            Awaits::Nothing => return Err(Illegal::Over),
            Awaits::Luck(_) => return Err(Illegal::WaitsForLuck(self.luck_awaited(state))),
            awaits @ (Awaits::Choice(_) | Awaits::Sealed(_)) => awaits.seats(),
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
        if !matches!(state.phase, Phase::Choosing(_)) {
            Err(Illegal::ChoosingIsOver)
        } else if state.dealt[seat.index()].contains(list.index()) {
            Ok(())
        } else {
            Err(Illegal::NotDealtToYou(list))
        }
    }

    fn check_offered(&self, state: &State) -> Result<(), Illegal> {
        if matches!(state.phase, Phase::Offered(_)) { Ok(()) } else { Err(Illegal::NothingOffered) }
    }

    fn check_window(&self, state: &State) -> Result<Pending, Illegal> {
        if let Phase::Reacting { pending, .. } = state.phase {
            Ok(pending)
        } else {
            Err(Illegal::NothingToReactTo)
        }
    }

    fn check_acting(&self, state: &State) -> Result<(), Illegal> {
        match state.phase {
            Phase::Acting => Ok(()),
            Phase::Offered(_) => Err(Illegal::AnswerTheOffer),
            Phase::Reacting { .. } => Err(Illegal::ReactOrPass),
            Phase::Choosing(_) => Err(Illegal::ChooseFirst),
            Phase::Over(_) => Err(Illegal::Over),
            Phase::DealingLists(..)
            | Phase::DealingActions(..)
            | Phase::DealingMasses(_)
            | Phase::DrawingFirst
            | Phase::DrawingAction
            | Phase::DrawingCards(_)
            | Phase::DrawingList
            | Phase::Picking(..)
            | Phase::Rolling(_) => Err(Illegal::WaitsForLuck(self.luck_awaited(state))),
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
            (Action::Choose(list), Phase::Choosing(owing)) => self.choose(state, seat, list, owing, sink),
            (Action::Stop, _) => self.stop(state, sink),
            (Action::Draw(deck), _) => self.draw(state, deck, sink),
            (Action::Play(title), _) => self.play(state, title, sink),
            (Action::Mail { card, scam, list }, _) => self.mail(state, (card, scam, list), sink),
            (Action::Special(title, aim), _) => self.use_special(state, title, aim, sink),
            (Action::Merge(first, second), _) => self.merge(state, first, second, sink),
            (Action::Recycle(scam, deck), _) => self.recycle(state, scam, deck, sink),
            (Action::Keep(scam), Phase::Offered(list)) => self.keep(state, list, scam, sink),
            (Action::KeepFree, Phase::Offered(list)) => self.keep_free(state, list, sink),
            (Action::Release, Phase::Offered(list)) => self.release(state, list, sink),
            (Action::Pass, Phase::Reacting { pending, asked, passes }) => {
                self.passes(state, (pending, asked, passes), sink);
            }
            (Action::React(title, aim), Phase::Reacting { pending, asked, .. }) => {
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

    /// What luck is to bring, in words, and the clause that asks for it.
    pub(crate) fn luck_awaited(&self, state: &State) -> Awaited {
        let (words, clause) = match state.phase {
            Phase::DealingLists(..) => ("a List card off the deck", "S2.1"),
            Phase::DealingActions(..) => ("an Action card off the deck", "S2.1"),
            Phase::DealingMasses(_) => ("a List card off the deck", "S2.3"),
            Phase::DrawingFirst => ("the draw for who goes first", "S2.5"),
            Phase::DrawingAction => ("an Action card off the deck", "S3.2"),
            Phase::DrawingList => ("a List card off the deck", "S3.3"),
            Phase::DrawingCards(_) => ("an Action card off the deck", "S10.15"),
            Phase::Picking(_, Pick::Steal) => ("a card out of a hand", "S10.16"),
            Phase::Picking(_, Pick::Discard) => ("a card out of a hand", "S10.18"),
            Phase::Rolling(_) => ("the die", "S1.11"),
            Phase::Choosing(_)
            | Phase::Acting
            | Phase::Offered(_)
            | Phase::Reacting { .. }
            | Phase::Over(_) => ("nobody", "S3.1"),
        };
        Awaited { words, clause: Clause(clause) }
    }

    /// Whether luck may bring this now.
    pub(crate) fn check_luck(&self, state: &State, outcome: Outcome) -> Result<(), Illegal> {
        match self.awaits(state) {
            Awaits::Nothing => return Err(Illegal::Over),
            Awaits::Choice(_) | Awaits::Sealed(_) => return Err(Illegal::WaitsForPlayer),
            Awaits::Luck(_) => {}
        }
        let possible = match (state.phase, outcome) {
            (Phase::DealingLists(..) | Phase::DealingMasses(_) | Phase::DrawingList, Outcome::List(list)) => {
                return if state.list_deck.contains(list.index()) { Ok(()) } else { Err(Illegal::NotInDeck) };
            }
            (
                Phase::DealingActions(..) | Phase::DrawingAction | Phase::DrawingCards(_),
                Outcome::Card(title),
            ) => {
                return if state.deck.meets(self.set.copies(title)) {
                    Ok(())
                } else {
                    Err(Illegal::NotInDeck)
                };
            }
            (Phase::Picking(from, _), Outcome::Pick(title)) => {
                return self.in_hand(state, from, title).map_err(|_| Illegal::NotInDeck);
            }
            (Phase::DrawingFirst, Outcome::First(seat)) => self.seats.contains(seat),
            (Phase::Rolling(_), Outcome::Roll(roll)) => (1..=SIDES).contains(&roll),
            (
                _,
                Outcome::List(_) | Outcome::Card(_) | Outcome::Pick(_) | Outcome::First(_) | Outcome::Roll(_),
            ) => false,
        };
        if possible { Ok(()) } else { Err(Illegal::NotPossibleNow(self.luck_awaited(state))) }
    }

    pub(crate) fn perform_luck(&self, state: &mut State, outcome: Outcome, sink: &mut impl EventSink<Event>) {
        match (state.phase, outcome) {
            (Phase::DealingLists(seat, left), Outcome::List(list)) => {
                state.list_deck = state.list_deck.without(list.index());
                state.dealt[seat.index()] = state.dealt[seat.index()].with(list.index());
                sink.emit(|| {
                    ScopedEvent::only(seat, Event::DealtList(seat, list))
                        .others_hear(Event::DealtSomeList(seat))
                });
                state.phase = self.after_dealt_list(seat, left);
            }
            (Phase::DealingActions(seat, left), Outcome::Card(title)) => {
                self.take_card(state, seat, title);
                sink.emit(|| {
                    ScopedEvent::only(seat, Event::DealtCard(seat, title))
                        .others_hear(Event::DealtSomeCard(seat))
                });
                state.phase = self.after_dealt_action(seat, left);
            }
            (Phase::DealingMasses(left), Outcome::List(list)) => {
                state.list_deck = state.list_deck.without(list.index());
                self.enter_play(state, list);
                state.masses = state.masses.with(list.index());
                sink.emit(|| ScopedEvent::openly(Event::JoinedMasses(list)));
                state.phase = if left > 1 { Phase::DealingMasses(left - 1) } else { Phase::DrawingFirst };
            }
            (Phase::DrawingFirst, Outcome::First(seat)) => {
                sink.emit(|| ScopedEvent::openly(Event::WentFirst(seat)));
                self.begin_turn(state, seat, sink);
            }
            (Phase::Picking(from, pick), Outcome::Pick(title)) => {
                self.picked(state, (from, pick), title, sink)
            }
            (Phase::DrawingCards(left), Outcome::Card(title)) => {
                let seat = state.turn;
                self.take_card(state, seat, title);
                sink.emit(|| {
                    ScopedEvent::only(seat, Event::Drew(seat, title)).others_hear(Event::DrewSomeCard(seat))
                });
                self.draw_more(state, left - 1, sink);
            }
            (Phase::DrawingAction, Outcome::Card(title)) => {
                let seat = state.turn;
                self.take_card(state, seat, title);
                sink.emit(|| {
                    ScopedEvent::only(seat, Event::Drew(seat, title)).others_hear(Event::DrewSomeCard(seat))
                });
                self.replenish(state, Deck::Action, sink);
                self.finish_action(state, sink);
            }
            (Phase::DrawingList, Outcome::List(list)) => {
                let seat = state.turn;
                state.list_deck = state.list_deck.without(list.index());
                self.enter_play(state, list);
                sink.emit(|| ScopedEvent::openly(Event::TurnedUp(seat, list)));
                self.replenish(state, Deck::List, sink);
                state.phase = Phase::Offered(list);
            }
            (Phase::Rolling(mailing), Outcome::Roll(roll)) => self.rolled(state, mailing, roll, sink),
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
        let titles = self.set.titles_in(pile);
        into.extend(titles.map(|title| (outcome(title), pile.intersection(self.set.copies(title)).len())));
    }

    /// One copy of this title goes from the deck into a hand.
    fn take_card(&self, state: &mut State, seat: Seat, title: CardId) {
        let card = state.deck.intersection(self.set.copies(title)).lowest_only();
        state.deck = state.deck.difference(card);
        state.give(seat, card);
    }
}
