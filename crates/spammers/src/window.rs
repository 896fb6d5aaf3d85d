//! S7, S11: reaction windows. Every seat is asked, whatever it holds.

use table::{EventSink, ScopedEvent, Seat, SeatSet};

use crate::Spammers;
use crate::action::{Action, Aim, Direction, Illegal};
use crate::effect::{Effect, Moment};
use crate::event::Event;
use crate::set::{CardId, ListCard};
use crate::state::{Fate, Pending, Phase, State};

/// S11.1: the lowest and the highest roll there is.
const ROLLS: (u8, u8) = (1, 6);

/// S11.1: the roll moved up or down, within the die.
fn moved(roll: u8, by: u8, direction: Direction) -> u8 {
    match direction {
        Direction::Up => roll.saturating_add(by).min(ROLLS.1),
        Direction::Down => roll.saturating_sub(by).max(ROLLS.0),
    }
}

impl Spammers {
    /// S7.3: asks everybody, from the left of the player whose turn it is. After a roll always; otherwise only
    /// with a card set that has a card for such a moment, which everybody knows.
    pub(crate) fn open_window(&self, state: &mut State, pending: Pending, sink: &mut impl EventSink<Event>) {
        let moment = pending.moment();
        if moment == Moment::AfterRoll || !self.set.reactions_at(moment).is_empty() {
            state.phase = Phase::Reacting { pending, asked: state.next_seat(self.seats), passes: 0 };
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
            state.phase = Phase::Reacting { pending, asked: asked.next(self.seats), passes };
        }
    }

    /// S7.3: the seats that have not passed since something last happened.
    pub(crate) fn yet_to_pass(&self, state: &State) -> SeatSet {
        let Phase::Reacting { asked, passes, .. } = state.phase else {
            return SeatSet::EMPTY;
        };
        let left = self.seats.get().saturating_sub(passes.into());
        std::iter::successors(Some(asked), |seat| Some(seat.next(self.seats))).take(left).collect()
    }

    /// What was pending happens, or does not.
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
                let rating = before.saturating_sub(by).max(self.initial(scam));
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
        let index = list.index();
        let owner = state.owner_of_list(list).and_then(Seat::new);
        if let Some(owner) = owner {
            state.lists[owner.index()] = state.lists[owner.index()].without(index);
        }
        match (to, owner) {
            (Some(seat), _) => {
                state.lists[seat.index()] = state.lists[seat.index()].with(index);
                sink.emit(|| ScopedEvent::openly(Event::GotList(seat, list)));
            }
            (None, owner) => {
                let had_enough = owner.is_some_and(|owner| !self.stays_with(state, owner, list));
                state.masses = state.masses.with(index);
                state.gruntles[index] = 0;
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

    /// S7.1: whether the seat may answer what is pending with this card.
    pub(crate) fn may_react(
        &self,
        state: &State,
        seat: Seat,
        pending: Pending,
        (title, aim): (CardId, Aim),
    ) -> Result<(), Illegal> {
        let effect = self.effect_of(title)?;
        if effect.moment() == Moment::OwnTurn {
            return Err(Illegal::NotAReaction(title));
        }
        if effect.moment() != pending.moment() {
            return Err(Illegal::NotTheMoment(title));
        }
        let owns = |owner: Option<usize>| owner == Some(seat.index());
        match (effect, pending, aim) {
            (Effect::ShiftTarget(_), Pending::Roll(..), Aim::Target(_))
            | (Effect::Reroll, Pending::Roll(..), Aim::Nothing)
            | (Effect::CancelSpecial, Pending::Special(..), Aim::Nothing) => Ok(()),
            (Effect::ShiftRoll(by), Pending::Roll(_, roll), Aim::Target(direction)) => {
                if moved(roll, by, direction) == roll { Err(Illegal::RollAtItsEnd) } else { Ok(()) }
            }
            (Effect::ShieldScam, Pending::Lower { scam, fate, .. }, Aim::Nothing) => {
                if !owns(state.owner_of_scam(scam)) {
                    Err(Illegal::NotYourScamLowered)
                } else if fate == Fate::Averted {
                    Err(Illegal::AlreadyAverted)
                } else {
                    Ok(())
                }
            }
            (Effect::HoldList, Pending::Move { list, fate, .. }, Aim::Nothing) => {
                if !owns(state.owner_of_list(list)) {
                    Err(Illegal::NotYourListLeaving)
                } else if fate == Fate::Averted {
                    Err(Illegal::AlreadyAverted)
                } else {
                    Ok(())
                }
            }
            _ => Err(Illegal::WrongAim(title)),
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
        for title in self.set.titles_in(cards) {
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
        (title, aim): (CardId, Aim),
        sink: &mut impl EventSink<Event>,
    ) {
        let card = self.take_from_hand(state, seat, title);
        state.discards = state.discards.union(card);
        let Ok(effect) = self.effect_of(title) else { return };
        let pending = match (effect, pending, aim) {
            (Effect::ShiftTarget(by), Pending::Roll(mut mailing, roll), Aim::Target(direction)) => {
                mailing.target += match direction {
                    Direction::Up => i16::from(by),
                    Direction::Down => -i16::from(by),
                };
                sink.emit(|| {
                    ScopedEvent::openly(Event::ShiftedTarget(seat, title, direction, mailing.target))
                });
                Pending::Roll(mailing, roll)
            }
            (Effect::ShiftRoll(by), Pending::Roll(mailing, roll), Aim::Target(direction)) => {
                let roll = moved(roll, by, direction);
                sink.emit(|| ScopedEvent::openly(Event::ShiftedRoll(seat, title, direction, roll)));
                Pending::Roll(mailing, roll)
            }
            (Effect::Reroll, Pending::Roll(mailing, _), _) => {
                sink.emit(|| ScopedEvent::openly(Event::CalledReroll(seat, title)));
                state.phase = Phase::Rolling(mailing);
                return;
            }
            (Effect::CancelSpecial, Pending::Special(special, at, fate), _) => {
                let (fate, event) = match fate {
                    Fate::Stands => (Fate::Averted, Event::Cancelled(seat, title)),
                    Fate::Averted => (Fate::Stands, Event::Reinstated(seat, title)),
                };
                sink.emit(|| ScopedEvent::openly(event));
                Pending::Special(special, at, fate)
            }
            (Effect::ShieldScam, Pending::Lower { scam, by, gainer, .. }, _) => {
                sink.emit(|| ScopedEvent::openly(Event::Shielded(seat, title, scam)));
                Pending::Lower { scam, by, gainer, fate: Fate::Averted }
            }
            (Effect::HoldList, Pending::Move { list, to, then, .. }, _) => {
                sink.emit(|| ScopedEvent::openly(Event::Held(seat, title, list)));
                Pending::Move { list, to, then, fate: Fate::Averted }
            }
            (_, pending, _) => pending,
        };
        state.phase = Phase::Reacting { pending, asked: state.next_seat(self.seats), passes: 0 };
    }
}
