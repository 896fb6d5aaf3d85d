//! S7, S11: reaction windows. Every seat is asked, with every hand.

use table::{EventSink, ScopedEvent, Seat, SeatSet};

use crate::Spammers;
use crate::action::{Action, Illegal};
use crate::card::{CardId, ListCard};
use crate::effect::{Aim, Direction, Effect, Moment};
use crate::event::Event;
use crate::phase::{Chance, Fate, Mailing, Pending, Phase, Question};
use crate::state::State;

/// S11.1: the lowest and the highest roll there is.
const ROLLS: (u8, u8) = (1, 6);

/// S11.1: the roll moved up or down, within the die.
pub(crate) fn moved(roll: u8, by: u8, direction: Direction) -> u8 {
    match direction {
        Direction::Up => roll.saturating_add(by).min(ROLLS.1),
        Direction::Down => roll.saturating_sub(by).max(ROLLS.0),
    }
}

/// S10.3: a Rating lowered, never below the Initial Rating.
#[must_use]
pub fn lowered(rating: u8, by: u8, initial: u8) -> u8 {
    rating.saturating_sub(by).max(initial)
}

/// The effect of a reaction on the pending action.
#[derive(Clone, Copy)]
enum Answered {
    /// This is pending now.
    Pending(Pending),
    /// The die is rolled again.
    Reroll(Mailing),
}

impl Fate {
    /// Averted, if it still stands.
    fn avert(self) -> Result<Self, Illegal> {
        match self {
            Self::Stands => Ok(Self::Averted),
            Self::Averted => Err(Illegal::AlreadyAverted),
        }
    }
}

impl Spammers {
    /// S7.3: asks everybody, from the left of the player whose turn it is. After a roll always; otherwise only
    /// with a card set that has a card for such a moment, which everybody knows.
    pub(crate) fn open_window(&self, state: &mut State, pending: Pending, sink: &mut impl EventSink<Event>) {
        let moment = pending.moment();
        if moment == Moment::AfterRoll || !self.set.reactions_at(moment).is_empty() {
            state.phase =
                Phase::Ask(Question::Reacting { pending, asked: state.next_seat(self.seats), passes: 0 });
        } else {
            self.close_window(state, pending, sink);
        }
    }

    /// S7.3: the asked seat passes; when all have in a row, the window closes.
    pub(crate) fn passes(
        &self,
        state: &mut State,
        (pending, asked, passes): (Pending, Seat, u8),
        sink: &mut impl EventSink<Event>,
    ) {
        sink.emit(|| ScopedEvent::openly(Event::Passed(asked)));
        if pending.moment() == Moment::AfterRoll {
            state.declined[asked.index()] = state.declined[asked.index()].saturating_add(1);
        }
        let passes = passes + 1;
        if usize::from(passes) == self.seats.get() {
            self.close_window(state, pending, sink);
        } else {
            state.phase = Phase::Ask(Question::Reacting { pending, asked: asked.next(self.seats), passes });
        }
    }

    /// S7.3: the seats that have not passed since something last happened.
    pub(crate) fn yet_to_pass(&self, state: &State) -> SeatSet {
        let Phase::Ask(Question::Reacting { asked, passes, .. }) = state.phase else {
            return SeatSet::EMPTY;
        };
        let left = self.seats.get().saturating_sub(passes.into());
        std::iter::successors(Some(asked), |seat| Some(seat.next(self.seats))).take(left).collect()
    }

    /// Carries out the pending action, or drops it.
    fn close_window(&self, state: &mut State, pending: Pending, sink: &mut impl EventSink<Event>) {
        match pending {
            Pending::Roll(mailing, roll) => self.resolve(state, mailing, roll, sink),
            Pending::Special(title, aim, Fate::Stands) => self.take_effect(state, title, aim, sink),
            Pending::Special(title, _, Fate::Averted) => {
                sink.emit(|| ScopedEvent::openly(Event::CameToNothing(title)));
                self.conclude(state, sink);
            }
            Pending::Lower { scam, by, gainer, fate: Fate::Stands } => {
                let before = state.rating[scam.index()];
                let rating = lowered(before, by, self.initial(scam));
                state.rating[scam.index()] = rating;
                sink.emit(|| ScopedEvent::openly(Event::Rerated(scam, rating)));
                if let Some(gainer) = gainer {
                    let gained = state.rating[gainer.index()].saturating_add(before - rating);
                    state.rating[gainer.index()] = gained;
                    sink.emit(|| ScopedEvent::openly(Event::Rerated(gainer, gained)));
                }
                self.conclude(state, sink);
            }
            Pending::Move { list, to, then, fate: Fate::Stands } => {
                self.move_list(state, list, to, sink);
                self.judge_next(state, then, sink);
            }
            Pending::Lower { fate: Fate::Averted, .. } => self.conclude(state, sink),
            Pending::Move { list, then, fate: Fate::Averted, .. } => {
                state.gruntles[list.index()] = 0;
                sink.emit(|| ScopedEvent::openly(Event::Calmed(list, 0)));
                self.judge_next(state, then, sink);
            }
        }
    }

    /// S10.11, S5.1: a Proprietary List goes to another seat or, losing its Gruntles, to the Unwashed Masses.
    fn move_list(
        &self,
        state: &mut State,
        list: ListCard,
        to: Option<Seat>,
        sink: &mut impl EventSink<Event>,
    ) {
        let owner = state.owner_of_list(list).and_then(Seat::new);
        if let Some(owner) = owner {
            state.lists[owner.index()] = state.lists[owner.index()].without(list);
        }
        match (to, owner) {
            (Some(seat), _) => {
                state.lists[seat.index()] = state.lists[seat.index()].with(list);
                sink.emit(|| ScopedEvent::openly(Event::GotList(seat, list)));
            }
            (None, owner) => {
                let had_enough = owner.is_some_and(|owner| !self.stays_with(state, owner, list));
                state.masses = state.masses.with(list);
                state.gruntles[list.index()] = 0;
                if let Some(owner) = owner {
                    sink.emit(|| {
                        ScopedEvent::openly(if had_enough {
                            Event::Degenerated(owner, list)
                        } else {
                            Event::LostList(owner, list)
                        })
                    });
                }
            }
        }
    }

    /// S7.1: whether the seat may answer the pending action with this card.
    pub(crate) fn may_react(
        &self,
        state: &State,
        seat: Seat,
        pending: Pending,
        answer: (CardId, Aim),
    ) -> Result<(), Illegal> {
        self.answer(state, seat, pending, answer).map(|_| ())
    }

    /// S7.1, S7.2, S11: the effect of this card on the pending action, and its event.
    fn answer(
        &self,
        state: &State,
        seat: Seat,
        pending: Pending,
        (title, aim): (CardId, Aim),
    ) -> Result<(Answered, Event), Illegal> {
        let effect = self.effect_of(title)?;
        let (wrong, not_now) = (Illegal::WrongAim(title), Illegal::NotTheMoment(title));
        let owns = |owner: Option<usize>| owner == Some(seat.index());
        match effect {
            Effect::ShiftTarget(by) => {
                let Pending::Roll(mut mailing, roll) = pending else { return Err(not_now) };
                let direction = aim.target().ok_or(wrong)?;
                mailing.target = direction.shifted(mailing.target, by);
                let event = Event::ShiftedTarget(seat, title, direction, mailing.target);
                Ok((Answered::Pending(Pending::Roll(mailing, roll)), event))
            }
            Effect::ShiftRoll(by) => {
                let Pending::Roll(mailing, before) = pending else { return Err(not_now) };
                let direction = aim.target().ok_or(wrong)?;
                let roll = moved(before, by, direction);
                if roll == before {
                    return Err(Illegal::RollAtItsEnd);
                }
                let event = Event::ShiftedRoll(seat, title, direction, roll);
                Ok((Answered::Pending(Pending::Roll(mailing, roll)), event))
            }
            Effect::Reroll => {
                let Pending::Roll(mailing, _) = pending else { return Err(not_now) };
                aim.nothing().ok_or(wrong)?;
                Ok((Answered::Reroll(mailing), Event::CalledReroll(seat, title)))
            }
            Effect::CancelSpecial => {
                let Pending::Special(special, at, fate) = pending else { return Err(not_now) };
                aim.nothing().ok_or(wrong)?;
                let (fate, event) = match fate {
                    Fate::Stands => (Fate::Averted, Event::Cancelled(seat, title)),
                    Fate::Averted => (Fate::Stands, Event::Reinstated(seat, title)),
                };
                Ok((Answered::Pending(Pending::Special(special, at, fate)), event))
            }
            Effect::ShieldScam => {
                let Pending::Lower { scam, by, gainer, fate } = pending else { return Err(not_now) };
                aim.nothing().ok_or(wrong)?;
                if !owns(state.owner_of_scam(scam)) {
                    return Err(Illegal::NotYourScamLowered);
                }
                let fate = fate.avert()?;
                let event = Event::Shielded(seat, title, scam);
                Ok((Answered::Pending(Pending::Lower { scam, by, gainer, fate }), event))
            }
            Effect::HoldList => {
                let Pending::Move { list, to, then, fate } = pending else { return Err(not_now) };
                aim.nothing().ok_or(wrong)?;
                if !owns(state.owner_of_list(list)) {
                    return Err(Illegal::NotYourListLeaving);
                }
                let fate = fate.avert()?;
                let event = Event::Held(seat, title, list);
                Ok((Answered::Pending(Pending::Move { list, to, then, fate }), event))
            }
            Effect::AdjustRating(_)
            | Effect::RaiseRating(_)
            | Effect::LowerRating(_)
            | Effect::StealRating(_)
            | Effect::AddGruntles(_)
            | Effect::RemoveGruntles(_)
            | Effect::MoveGruntles(_)
            | Effect::AddSpecialty(_)
            | Effect::RemoveSpecialty
            | Effect::TakeUnwashedList(_)
            | Effect::StealList(_)
            | Effect::ReleaseList
            | Effect::SplitList
            | Effect::DisbandList
            | Effect::DrawCards(_)
            | Effect::StealCard
            | Effect::PeekAtHand
            | Effect::ForceDiscard
            | Effect::TakeDiscard
            | Effect::DestroyHardware
            | Effect::StealHardware
            | Effect::ExtraActions(_)
            | Effect::ExtraMailing => Err(Illegal::NotAReaction(title)),
        }
    }

    /// S7.1: every reaction the seat may play now.
    pub(crate) fn reaction_choices(
        &self,
        state: &State,
        seat: Seat,
        pending: Pending,
        into: &mut Vec<Action>,
    ) {
        let cards = state.hands[seat.index()].intersection(self.set.reactions_at(pending.moment()));
        for title in self.set.card_ids_in(cards) {
            for aim in [Aim::Nothing, Aim::Target(Direction::Up), Aim::Target(Direction::Down)] {
                if self.may_react(state, seat, pending, (title, aim)).is_ok() {
                    into.push(Action::React(title, aim));
                }
            }
        }
    }

    /// S7.1, S7.3: a reaction does what it says, is discarded, and the round starts again.
    pub(crate) fn react(
        &self,
        state: &mut State,
        (pending, seat): (Pending, Seat),
        answer: (CardId, Aim),
        sink: &mut impl EventSink<Event>,
    ) {
        let (answered, event) = match self.answer(state, seat, pending, answer) {
            Ok(answered) => answered,
            Err(illegal) => return debug_assert!(false, "checked before: {illegal:?}"),
        };
        let card = self.take_from_hand(state, seat, answer.0);
        state.discards = state.discards.union(card);
        sink.emit(|| ScopedEvent::openly(event));
        state.phase = match answered {
            Answered::Reroll(mailing) => Phase::Luck(Chance::Rolling(mailing)),
            Answered::Pending(pending) => {
                let asked = state.next_seat(self.seats);
                Phase::Ask(Question::Reacting { pending, asked, passes: 0 })
            }
        };
    }
}
