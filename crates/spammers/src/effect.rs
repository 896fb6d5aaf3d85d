//! S4.4, S7.2: what Special Effects do. One place says what an effect may aim at; one place does it.

use table::{Ear, Seat, Telling};

use crate::Spammers;
use crate::action::{Action, Aim, Bar, Sway};
use crate::card::{Effect, Kind, Moment};
use crate::event::Happening;
use crate::set::{ListCard, Title};
use crate::state::{Mailing, Phase, State};

impl Spammers {
    /// The Special Effect of a Mailing.
    pub(crate) fn effect_of(&self, title: Title) -> Result<Effect, Bar> {
        match self.set.face(title).kind {
            Kind::Mailing { effect, .. } => Ok(effect),
            Kind::Scam { .. } | Kind::Hardware(_) => Err(Bar::NotAMailing(title)),
        }
    }

    /// S4.4: whether this card's effect may be used as an Action on this aim: it must be able to do something.
    pub(crate) fn may_use(&self, state: &State, title: Title, aim: Aim) -> Result<(), Bar> {
        let effect = self.effect_of(title)?;
        if effect.moment() == Moment::AfterRoll {
            return Err(Bar::OnlyAfterARoll(title));
        }
        let list_in_play = |list: ListCard| {
            if state.lists_in_play().has(list.index()) {
                Ok(())
            } else {
                Err(Bar::ListNotInPlay(list))
            }
        };
        match (effect, aim) {
            (Effect::AdjustRating(_), Aim::Rating(scam, sway)) => {
                if !state.scams_in_play().has(scam.index()) {
                    return Err(Bar::ScamNotInPlay(scam));
                }
                match sway {
                    Sway::Down if state.rating[scam.index()] <= self.initial(scam) => {
                        Err(Bar::AtInitialRating(scam))
                    }
                    Sway::Down | Sway::Up => Ok(()),
                }
            }
            (Effect::AddGruntles(_), Aim::List(list)) => list_in_play(list),
            (Effect::RemoveGruntles(_), Aim::List(list)) => {
                list_in_play(list)?;
                if state.gruntles[list.index()] > 0 {
                    Ok(())
                } else {
                    Err(Bar::NoGruntles(list))
                }
            }
            (Effect::AddSpecialty(specialty), Aim::List(list)) => {
                list_in_play(list)?;
                if state.specialties[list.index()].has(specialty) {
                    Err(Bar::HasSpecialty(list, specialty))
                } else {
                    Ok(())
                }
            }
            (
                Effect::AdjustRating(_)
                | Effect::ShiftTarget(_)
                | Effect::AddGruntles(_)
                | Effect::RemoveGruntles(_)
                | Effect::AddSpecialty(_),
                Aim::Rating(..) | Aim::List(_) | Aim::Target(_),
            ) => Err(Bar::WrongAim(title)),
        }
    }

    /// Everything this effect could be aimed at, whether or not it could do something there.
    pub(crate) fn aims(&self, state: &State, effect: Effect, mut each: impl FnMut(Aim)) {
        match effect {
            Effect::AdjustRating(_) => {
                for scam in state.scams_in_play().iter() {
                    each(Aim::Rating(Title(scam as u8), Sway::Up));
                    each(Aim::Rating(Title(scam as u8), Sway::Down));
                }
            }
            Effect::ShiftTarget(_) => {
                each(Aim::Target(Sway::Up));
                each(Aim::Target(Sway::Down));
            }
            Effect::AddGruntles(_) | Effect::RemoveGruntles(_) | Effect::AddSpecialty(_) => {
                for list in state.lists_in_play().iter() {
                    each(Aim::List(ListCard(list as u8)));
                }
            }
        }
    }

    /// S4.4: every Special Effect the seat may use as an Action.
    pub(crate) fn special_choices(&self, state: &State, seat: Seat, into: &mut Vec<Action>) {
        let cards = state.hands[seat.index()]
            .and(self.set.all_mailings())
            .minus(self.set.reactions());
        for title in self.set.titles_in(cards) {
            if let Ok(effect) = self.effect_of(title) {
                self.aims(state, effect, |aim| {
                    if self.may_use(state, title, aim).is_ok() {
                        into.push(Action::Special(title, aim));
                    }
                });
            }
        }
    }

    /// S7.1: every reaction the seat may play now.
    pub(crate) fn reaction_choices(&self, state: &State, seat: Seat, into: &mut Vec<Action>) {
        for title in self
            .set
            .titles_in(state.hands[seat.index()].and(self.set.reactions()))
        {
            if let Ok(effect) = self.effect_of(title) {
                self.aims(state, effect, |aim| {
                    if self.may_react(title, aim).is_ok() {
                        into.push(Action::React(title, aim));
                    }
                });
            }
        }
    }

    /// S4.4: the card says what happens, and is discarded.
    pub(crate) fn use_special(
        &self,
        state: &mut State,
        title: Title,
        aim: Aim,
        ear: &mut impl Ear<Happening>,
    ) {
        let seat = state.turn;
        state.actions_left -= 1;
        let card = self.take_from_hand(state, seat, title);
        ear.hear(|| Telling::openly(Happening::UsedSpecial(seat, title, aim)));
        if let Ok(effect) = self.effect_of(title) {
            self.perform(state, effect, aim, ear);
        }
        state.discards = state.discards.union(card);
        self.finish_action(state, ear);
    }

    fn perform(&self, state: &mut State, effect: Effect, aim: Aim, ear: &mut impl Ear<Happening>) {
        match (effect, aim) {
            (Effect::AdjustRating(by), Aim::Rating(scam, sway)) => {
                let now = state.rating[scam.index()];
                let rating = match sway {
                    Sway::Up => now.saturating_add(by),
                    Sway::Down => now.saturating_sub(by).max(self.initial(scam)),
                };
                state.rating[scam.index()] = rating;
                ear.hear(|| Telling::openly(Happening::Rerated(scam, rating)));
            }
            (Effect::AddGruntles(count), Aim::List(list)) => {
                self.put_gruntles(state, list, u16::from(count), ear)
            }
            (Effect::RemoveGruntles(count), Aim::List(list)) => {
                let left = state.gruntles[list.index()].saturating_sub(u16::from(count));
                state.gruntles[list.index()] = left;
                ear.hear(|| Telling::openly(Happening::Calmed(list, left)));
            }
            (Effect::AddSpecialty(specialty), Aim::List(list)) => {
                state.specialties[list.index()] = state.specialties[list.index()].with(specialty);
                ear.hear(|| Telling::openly(Happening::Specialized(list, specialty)));
            }
            (
                Effect::AdjustRating(_)
                | Effect::ShiftTarget(_)
                | Effect::AddGruntles(_)
                | Effect::RemoveGruntles(_)
                | Effect::AddSpecialty(_),
                Aim::Rating(..) | Aim::List(_) | Aim::Target(_),
            ) => {}
        }
    }

    /// S7.2: a reaction changes the Target Number, and the round of S7.3 starts again.
    pub(crate) fn react(
        &self,
        state: &mut State,
        (mailing, roll, asked): (Mailing, u8, Seat),
        (title, aim): (Title, Aim),
        ear: &mut impl Ear<Happening>,
    ) {
        let card = self.take_from_hand(state, asked, title);
        state.discards = state.discards.union(card);
        let mut mailing = mailing;
        if let (Ok(Effect::ShiftTarget(by)), Aim::Target(sway)) = (self.effect_of(title), aim) {
            mailing.target += match sway {
                Sway::Up => i16::from(by),
                Sway::Down => -i16::from(by),
            };
            let target = mailing.target;
            ear.hear(|| Telling::openly(Happening::ShiftedTarget(asked, title, sway, target)));
        }
        state.phase = Phase::Reacting {
            mailing,
            roll,
            asked: state.next_seat(self.seats),
            passes: 0,
        };
    }
}
