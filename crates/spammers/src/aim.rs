//! S4.4, S10: what a Special Effect may be aimed at. It must be able to do something there.

use table::Seat;

use crate::Spammers;
use crate::action::{Action, Aim, Direction, Illegal};
use crate::card::{Kind, Specialty};
use crate::effect::{Effect, Moment};
use crate::pile::CardSet64;
use crate::set::{CardId, ListCard};
use crate::state::State;

impl Spammers {
    /// The Special Effect of a Mailing.
    pub(crate) fn effect_of(&self, title: CardId) -> Result<Effect, Illegal> {
        match self.set.face(title).kind {
            Kind::Mailing { effect, .. } => Ok(effect),
            Kind::Scam { .. } | Kind::Hardware(_) => Err(Illegal::NotAMailing(title)),
        }
    }

    fn may_aim_at_list(&self, state: &State, seat: Seat, list: ListCard) -> Result<(), Illegal> {
        if state.masses.contains(list.index()) || state.lists[seat.index()].contains(list.index()) {
            return Ok(());
        }
        match state.owner_of_list(list).and_then(Seat::new) {
            None => Err(Illegal::ListNotInPlay(list)),
            Some(owner) if self.lists_are_open(state, owner) => Ok(()),
            Some(_) => Err(Illegal::ListProtected(list)),
        }
    }

    fn may_aim_at_anothers_list(&self, state: &State, seat: Seat, list: ListCard) -> Result<(), Illegal> {
        self.may_aim_at_list(state, seat, list)?;
        match state.owner_of_list(list) {
            Some(owner) if owner != seat.index() => Ok(()),
            Some(_) | None => Err(Illegal::NotAnothersList(list)),
        }
    }

    /// S10.10, S10.11: whether the List is small enough to be taken, and would stay.
    fn may_have_list(&self, state: &State, seat: Seat, list: ListCard, most: u8) -> Result<(), Illegal> {
        if state.effective_size(list) > i16::from(most) {
            Err(Illegal::TooLarge(list, most))
        } else if !self.stays_with(state, seat, list) {
            Err(Illegal::WouldNotStay(list))
        } else {
            Ok(())
        }
    }

    fn may_lower_scam(&self, state: &State, seat: Seat, scam: CardId) -> Result<(), Illegal> {
        if !state.scams_in_play().contains(scam.index()) {
            Err(Illegal::ScamNotInPlay(scam))
        } else if state.rating[scam.index()] <= self.initial(scam) {
            Err(Illegal::AtInitialRating(scam))
        } else if !self.may_lower(state, seat, scam) {
            Err(Illegal::ScamProtected(scam))
        } else {
            Ok(())
        }
    }

    fn may_lower_anothers(&self, state: &State, seat: Seat, scam: CardId) -> Result<(), Illegal> {
        if state.scams[seat.index()].contains(scam.index()) {
            return Err(Illegal::NotAnothersScam(scam));
        }
        self.may_lower_scam(state, seat, scam)
    }

    fn owns_scam(&self, state: &State, seat: Seat, scam: CardId) -> Result<(), Illegal> {
        if state.scams[seat.index()].contains(scam.index()) {
            Ok(())
        } else {
            Err(Illegal::NotYourScam(scam))
        }
    }

    /// S10.16–S10.18: whether the other player's hand may be touched.
    fn may_touch_hand(&self, state: &State, seat: Seat, other: Seat) -> Result<(), Illegal> {
        if other == seat || !self.seats.contains(other) {
            Err(Illegal::NotAnotherPlayer(other))
        } else if !self.hand_is_open(state, other) {
            Err(Illegal::HandProtected(other))
        } else if state.hands[other.index()].is_empty() {
            Err(Illegal::EmptyHand(other))
        } else {
            Ok(())
        }
    }

    fn may_touch_hardware(
        &self,
        state: &State,
        seat: Seat,
        other: Seat,
        title: CardId,
    ) -> Result<(), Illegal> {
        if other == seat || !self.seats.contains(other) {
            Err(Illegal::NotAnotherPlayer(other))
        } else if !state.hardware[other.index()].meets(self.set.copies(title)) {
            Err(Illegal::NotTheirHardware(other, title))
        } else if !self.hardware_is_open(state, other) {
            Err(Illegal::HardwareProtected(other))
        } else {
            Ok(())
        }
    }

    /// S4.4: whether this card's effect may be used as an Action on this aim: it must be able to do something.
    pub(crate) fn may_use(&self, state: &State, seat: Seat, title: CardId, aim: Aim) -> Result<(), Illegal> {
        let effect = self.effect_of(title)?;
        if effect.moment() != Moment::OwnTurn {
            return Err(Illegal::OnlyAReaction(title));
        }
        match (effect, aim) {
            (Effect::AdjustRating(_), Aim::Rating(scam, Direction::Up)) => {
                if state.scams_in_play().contains(scam.index()) {
                    Ok(())
                } else {
                    Err(Illegal::ScamNotInPlay(scam))
                }
            }
            (Effect::AdjustRating(_), Aim::Rating(scam, Direction::Down)) => {
                self.may_lower_scam(state, seat, scam)
            }
            (Effect::RaiseRating(_), Aim::Scam(scam)) => self.owns_scam(state, seat, scam),
            (Effect::LowerRating(_), Aim::Scam(scam)) => self.may_lower_anothers(state, seat, scam),
            (Effect::StealRating(_), Aim::Scams(from, to)) => {
                self.may_lower_anothers(state, seat, from).and_then(|()| self.owns_scam(state, seat, to))
            }
            (Effect::AddGruntles(_), Aim::List(list)) => self.may_aim_at_list(state, seat, list),
            (Effect::RemoveGruntles(_), Aim::List(list)) => {
                self.may_aim_at_list(state, seat, list)?;
                if state.gruntles[list.index()] > 0 { Ok(()) } else { Err(Illegal::NoGruntles(list)) }
            }
            (Effect::MoveGruntles(_), Aim::Lists(from, to)) => {
                self.may_aim_at_list(state, seat, from)?;
                self.may_aim_at_list(state, seat, to)?;
                if from == to {
                    Err(Illegal::SameList)
                } else if state.gruntles[from.index()] == 0 {
                    Err(Illegal::NoGruntles(from))
                } else {
                    Ok(())
                }
            }
            (Effect::AddSpecialty(specialty), Aim::List(list)) => {
                self.may_aim_at_list(state, seat, list)?;
                let has = state.specialties[list.index()].contains(specialty);
                if has { Err(Illegal::HasSpecialty(list, specialty)) } else { Ok(()) }
            }
            (Effect::RemoveSpecialty, Aim::Counter(list, specialty)) => {
                self.may_aim_at_list(state, seat, list)?;
                let has = state.specialties[list.index()].contains(specialty);
                if has { Ok(()) } else { Err(Illegal::LacksSpecialty(list, specialty)) }
            }
            (Effect::TakeUnwashedList(most), Aim::List(list)) => {
                if !state.masses.contains(list.index()) {
                    return Err(Illegal::NotUnwashed(list));
                }
                self.may_have_list(state, seat, list, most)
            }
            (Effect::StealList(most), Aim::List(list)) => {
                self.may_aim_at_anothers_list(state, seat, list)?;
                self.may_have_list(state, seat, list, most)
            }
            (Effect::ReleaseList, Aim::List(list)) => self.may_aim_at_anothers_list(state, seat, list),
            (Effect::SplitList, Aim::List(list)) => {
                self.may_aim_at_list(state, seat, list)?;
                if state.members(list).len() > 1 { Ok(()) } else { Err(Illegal::NotMerged(list)) }
            }
            (Effect::DisbandList, Aim::List(list)) => {
                if state.masses.contains(list.index()) {
                    Ok(())
                } else {
                    Err(Illegal::NotUnwashed(list))
                }
            }
            (Effect::DrawCards(_), Aim::Nothing) => {
                // The card itself leaves the hand first.
                let held = state.hands[seat.index()].len().saturating_sub(1);
                let limit = self.hand_limit(state, seat);
                if held >= limit {
                    Err(Illegal::HandFull { held, limit })
                } else if state.deck.is_empty() && state.discards.is_empty() {
                    Err(Illegal::NothingToDraw)
                } else {
                    Ok(())
                }
            }
            (Effect::StealCard | Effect::PeekAtHand | Effect::ForceDiscard, Aim::Player(other)) => {
                self.may_touch_hand(state, seat, other)
            }
            (Effect::TakeDiscard, Aim::Discarded(card)) => {
                let there = state.discards.meets(self.set.copies(card));
                if there { Ok(()) } else { Err(Illegal::NotDiscarded(card)) }
            }
            (Effect::DestroyHardware | Effect::StealHardware, Aim::Hardware(other, hardware)) => {
                self.may_touch_hardware(state, seat, other, hardware)
            }
            (Effect::ExtraActions(_) | Effect::ExtraMailing, Aim::Nothing) => Ok(()),
            _ => Err(Illegal::WrongAim(title)),
        }
    }

    /// Everything this effect could be aimed at in canonical order, whether or not it could do something there.
    pub(crate) fn aims(&self, state: &State, seat: Seat, effect: Effect, mut each: impl FnMut(Aim)) {
        let own = || titles(state.scams[seat.index()]);
        let others = || titles(state.scams_in_play().difference(state.scams[seat.index()]));
        match effect {
            Effect::AdjustRating(_) => titles(state.scams_in_play()).for_each(|scam| {
                each(Aim::Rating(scam, Direction::Up));
                each(Aim::Rating(scam, Direction::Down));
            }),
            Effect::RaiseRating(_) => own().for_each(|scam| each(Aim::Scam(scam))),
            Effect::LowerRating(_) => others().for_each(|scam| each(Aim::Scam(scam))),
            Effect::StealRating(_) => {
                for from in others() {
                    own().for_each(|to| each(Aim::Scams(from, to)));
                }
            }
            Effect::AddGruntles(_)
            | Effect::RemoveGruntles(_)
            | Effect::AddSpecialty(_)
            | Effect::SplitList => {
                lists(state.lists_in_play()).for_each(|list| each(Aim::List(list)));
            }
            Effect::TakeUnwashedList(_) | Effect::DisbandList => {
                lists(state.masses).for_each(|list| each(Aim::List(list)));
            }
            Effect::StealList(_) | Effect::ReleaseList => {
                let others =
                    state.lists_in_play().difference(state.masses).difference(state.lists[seat.index()]);
                lists(others).for_each(|list| each(Aim::List(list)));
            }
            Effect::MoveGruntles(_) => {
                for from in lists(state.lists_in_play()).filter(|from| state.gruntles[from.index()] > 0) {
                    lists(state.lists_in_play()).for_each(|to| each(Aim::Lists(from, to)));
                }
            }
            Effect::RemoveSpecialty => {
                for list in lists(state.lists_in_play()) {
                    Specialty::ALL.into_iter().for_each(|specialty| each(Aim::Counter(list, specialty)));
                }
            }
            Effect::StealCard | Effect::PeekAtHand | Effect::ForceDiscard => {
                self.seats.iter().for_each(|other| each(Aim::Player(other)));
            }
            Effect::TakeDiscard => {
                self.set.titles_in(state.discards).for_each(|card| each(Aim::Discarded(card)))
            }
            Effect::DestroyHardware | Effect::StealHardware => {
                for other in self.seats.iter() {
                    let hardware = self.set.titles_in(state.hardware[other.index()]);
                    hardware.for_each(|title| each(Aim::Hardware(other, title)));
                }
            }
            Effect::DrawCards(_) | Effect::ExtraActions(_) | Effect::ExtraMailing => each(Aim::Nothing),
            Effect::ShiftTarget(_)
            | Effect::ShiftRoll(_)
            | Effect::Reroll
            | Effect::CancelSpecial
            | Effect::ShieldScam
            | Effect::HoldList => {}
        }
    }

    /// S4.4: every Special Effect the seat may use as an Action.
    pub(crate) fn special_choices(&self, state: &State, seat: Seat, into: &mut Vec<Action>) {
        let cards = state.hands[seat.index()].intersection(self.set.specials());
        for title in self.set.titles_in(cards) {
            if let Ok(effect) = self.effect_of(title) {
                self.aims(state, seat, effect, |aim| {
                    if self.may_use(state, seat, title, aim).is_ok() {
                        into.push(Action::Special(title, aim));
                    }
                });
            }
        }
    }
}

fn titles(scams: CardSet64) -> impl Iterator<Item = CardId> {
    scams.iter().map(|scam| CardId(scam as u8))
}

pub(crate) fn lists(lists: CardSet64) -> impl Iterator<Item = ListCard> {
    lists.iter().map(|list| ListCard(list as u8))
}
