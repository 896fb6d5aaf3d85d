//! S7, S11: reaction windows. Every seat is asked, whatever it holds.

use table::{Ear, Seat, SeatSet, Telling};

use crate::Spammers;
use crate::action::{Action, Aim, Bar, Sway};
use crate::effect::{Effect, Moment};
use crate::event::Happening;
use crate::set::{ListCard, Title};
use crate::state::{Fate, Pending, Phase, State};

/// S11.1: the lowest and the highest roll there is.
const ROLLS: (u8, u8) = (1, 6);

/// S11.1: the roll moved up or down, within the die.
fn moved(roll: u8, by: u8, sway: Sway) -> u8 {
    match sway {
        Sway::Up => roll.saturating_add(by).min(ROLLS.1),
        Sway::Down => roll.saturating_sub(by).max(ROLLS.0),
    }
}

impl Spammers {
    /// S7.3: asks everybody, from the left of the player whose turn it is. After a roll always; otherwise only
    /// with a card set that has a card for such a moment, which everybody knows.
    pub(crate) fn open_window(&self, state: &mut State, pending: Pending, ear: &mut impl Ear<Happening>) {
        let moment = pending.moment();
        if moment == Moment::AfterRoll || !self.set.reactions_at(moment).is_empty() {
            state.phase = Phase::Reacting { pending, asked: state.next_seat(self.seats), passes: 0 };
        } else {
            self.close_window(state, pending, ear);
        }
    }

    /// S7.3: the asked seat passes; when all have in a row, the window closes.
    pub(crate) fn passes(
        &self,
        state: &mut State,
        (pending, asked, passes): (Pending, Seat, u8),
        ear: &mut impl Ear<Happening>,
    ) {
        ear.hear(|| Telling::openly(Happening::Passed(asked)));
        if pending.moment() == Moment::AfterRoll {
            state.declined[asked.index()] = state.declined[asked.index()].saturating_add(1);
        }
        let passes = passes + 1;
        if usize::from(passes) == self.seats.get() {
            self.close_window(state, pending, ear);
        } else {
            state.phase = Phase::Reacting { pending, asked: asked.next(self.seats), passes };
        }
    }

    /// S7.3: the seats that have not passed since something last happened.
    pub(crate) fn yet_to_pass(&self, state: &State) -> SeatSet {
        let Phase::Reacting { asked, passes, .. } = state.phase else {
            return SeatSet::NONE;
        };
        let left = self.seats.get().saturating_sub(passes.into());
        std::iter::successors(Some(asked), |seat| Some(seat.next(self.seats))).take(left).collect()
    }

    /// What was pending happens, or does not.
    fn close_window(&self, state: &mut State, pending: Pending, ear: &mut impl Ear<Happening>) {
        match pending {
            Pending::Roll(mailing, roll) => self.resolve(state, mailing, roll, ear),
            Pending::Special(title, aim, Fate::Stands) => self.take_effect(state, title, aim, ear),
            Pending::Special(title, _, Fate::Averted) => {
                ear.hear(|| Telling::openly(Happening::CameToNothing(title)));
                self.conclude(state, ear);
            }
            Pending::Lower { scam, by, gainer, fate: Fate::Stands } => {
                let before = state.rating[scam.index()];
                let rating = before.saturating_sub(by).max(self.initial(scam));
                state.rating[scam.index()] = rating;
                ear.hear(|| Telling::openly(Happening::Rerated(scam, rating)));
                if let Some(gainer) = gainer {
                    let gained = state.rating[gainer.index()].saturating_add(before - rating);
                    state.rating[gainer.index()] = gained;
                    ear.hear(|| Telling::openly(Happening::Rerated(gainer, gained)));
                }
                self.conclude(state, ear);
            }
            Pending::Move { list, to, then, fate: Fate::Stands } => {
                self.move_list(state, list, to, ear);
                self.judge_next(state, then, ear);
            }
            Pending::Lower { fate: Fate::Averted, .. } => self.conclude(state, ear),
            Pending::Move { list, then, fate: Fate::Averted, .. } => {
                state.gruntles[list.index()] = 0;
                ear.hear(|| Telling::openly(Happening::Calmed(list, 0)));
                self.judge_next(state, then, ear);
            }
        }
    }

    /// S10.11, S5.1: a Proprietary List goes to another seat or, losing its Gruntles, to the Unwashed Masses.
    fn move_list(&self, state: &mut State, list: ListCard, to: Option<Seat>, ear: &mut impl Ear<Happening>) {
        let index = list.index();
        let owner = state.owner_of_list(list).and_then(Seat::new);
        if let Some(owner) = owner {
            state.lists[owner.index()] = state.lists[owner.index()].without(index);
        }
        match (to, owner) {
            (Some(seat), _) => {
                state.lists[seat.index()] = state.lists[seat.index()].with(index);
                ear.hear(|| Telling::openly(Happening::GotList(seat, list)));
            }
            (None, owner) => {
                let had_enough = owner.is_some_and(|owner| !self.stays_with(state, owner, list));
                state.masses = state.masses.with(index);
                state.gruntles[index] = 0;
                if let Some(owner) = owner {
                    ear.hear(|| {
                        Telling::openly(if had_enough {
                            Happening::Degenerated(owner, list)
                        } else {
                            Happening::LostList(owner, list)
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
        (title, aim): (Title, Aim),
    ) -> Result<(), Bar> {
        let effect = self.effect_of(title)?;
        if effect.moment() == Moment::OwnTurn {
            return Err(Bar::NotAReaction(title));
        }
        if effect.moment() != pending.moment() {
            return Err(Bar::NotTheMoment(title));
        }
        let owns = |owner: Option<usize>| owner == Some(seat.index());
        match (effect, pending, aim) {
            (Effect::ShiftTarget(_), Pending::Roll(..), Aim::Target(_))
            | (Effect::Reroll, Pending::Roll(..), Aim::Nothing)
            | (Effect::CancelSpecial, Pending::Special(..), Aim::Nothing) => Ok(()),
            (Effect::ShiftRoll(by), Pending::Roll(_, roll), Aim::Target(sway)) => {
                if moved(roll, by, sway) == roll { Err(Bar::RollAtItsEnd) } else { Ok(()) }
            }
            (Effect::ShieldScam, Pending::Lower { scam, fate, .. }, Aim::Nothing) => {
                if !owns(state.owner_of_scam(scam)) {
                    Err(Bar::NotYourScamLowered)
                } else if fate == Fate::Averted {
                    Err(Bar::AlreadyAverted)
                } else {
                    Ok(())
                }
            }
            (Effect::HoldList, Pending::Move { list, fate, .. }, Aim::Nothing) => {
                if !owns(state.owner_of_list(list)) {
                    Err(Bar::NotYourListLeaving)
                } else if fate == Fate::Averted {
                    Err(Bar::AlreadyAverted)
                } else {
                    Ok(())
                }
            }
            _ => Err(Bar::WrongAim(title)),
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
        let cards = state.hands[seat.index()].and(self.set.reactions_at(pending.moment()));
        for title in self.set.titles_in(cards) {
            for aim in [Aim::Nothing, Aim::Target(Sway::Up), Aim::Target(Sway::Down)] {
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
        (title, aim): (Title, Aim),
        ear: &mut impl Ear<Happening>,
    ) {
        let card = self.take_from_hand(state, seat, title);
        state.discards = state.discards.union(card);
        let Ok(effect) = self.effect_of(title) else { return };
        let pending = match (effect, pending, aim) {
            (Effect::ShiftTarget(by), Pending::Roll(mut mailing, roll), Aim::Target(sway)) => {
                mailing.target += match sway {
                    Sway::Up => i16::from(by),
                    Sway::Down => -i16::from(by),
                };
                ear.hear(|| Telling::openly(Happening::ShiftedTarget(seat, title, sway, mailing.target)));
                Pending::Roll(mailing, roll)
            }
            (Effect::ShiftRoll(by), Pending::Roll(mailing, roll), Aim::Target(sway)) => {
                let roll = moved(roll, by, sway);
                ear.hear(|| Telling::openly(Happening::ShiftedRoll(seat, title, sway, roll)));
                Pending::Roll(mailing, roll)
            }
            (Effect::Reroll, Pending::Roll(mailing, _), _) => {
                ear.hear(|| Telling::openly(Happening::CalledReroll(seat, title)));
                state.phase = Phase::Rolling(mailing);
                return;
            }
            (Effect::CancelSpecial, Pending::Special(special, at, fate), _) => {
                let (fate, happening) = match fate {
                    Fate::Stands => (Fate::Averted, Happening::Cancelled(seat, title)),
                    Fate::Averted => (Fate::Stands, Happening::Reinstated(seat, title)),
                };
                ear.hear(|| Telling::openly(happening));
                Pending::Special(special, at, fate)
            }
            (Effect::ShieldScam, Pending::Lower { scam, by, gainer, .. }, _) => {
                ear.hear(|| Telling::openly(Happening::Shielded(seat, title, scam)));
                Pending::Lower { scam, by, gainer, fate: Fate::Averted }
            }
            (Effect::HoldList, Pending::Move { list, to, then, .. }, _) => {
                ear.hear(|| Telling::openly(Happening::Held(seat, title, list)));
                Pending::Move { list, to, then, fate: Fate::Averted }
            }
            (_, pending, _) => pending,
        };
        state.phase = Phase::Reacting { pending, asked: state.next_seat(self.seats), passes: 0 };
    }
}
