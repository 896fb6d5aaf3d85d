//! S4.4, S10: what a Special Effect may be aimed at. It must be able to do something there.

use table::Seat;

use crate::Spammers;
use crate::action::{Action, Illegal};
use crate::card::{CardId, ListCard, Specialty};
use crate::effect::{Aim, Direction, Effect};
use crate::face::Kind;
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
        if state.masses.contains(list) || state.lists[seat.index()].contains(list) {
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
        if !state.scams_in_play().contains(scam) {
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
        if state.scams[seat.index()].contains(scam) {
            return Err(Illegal::NotAnothersScam(scam));
        }
        self.may_lower_scam(state, seat, scam)
    }

    fn owns_scam(&self, state: &State, seat: Seat, scam: CardId) -> Result<(), Illegal> {
        if state.scams[seat.index()].contains(scam) { Ok(()) } else { Err(Illegal::NotYourScam(scam)) }
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
        } else if state.hardware[other.index()].is_disjoint(self.set.copies(title)) {
            Err(Illegal::NotTheirHardware(other, title))
        } else if !self.hardware_is_open(state, other) {
            Err(Illegal::HardwareProtected(other))
        } else {
            Ok(())
        }
    }

    /// S4.4: whether this card's effect may be used as an Action on this aim: it must be able to do something.
    pub(crate) fn may_use(&self, state: &State, seat: Seat, title: CardId, aim: Aim) -> Result<(), Illegal> {
        let wrong = Illegal::WrongAim(title);
        match self.effect_of(title)? {
            Effect::AdjustRating(_) => match aim.rating().ok_or(wrong)? {
                (scam, Direction::Up) if state.scams_in_play().contains(scam) => Ok(()),
                (scam, Direction::Up) => Err(Illegal::ScamNotInPlay(scam)),
                (scam, Direction::Down) => self.may_lower_scam(state, seat, scam),
            },
            Effect::RaiseRating(_) => self.owns_scam(state, seat, aim.scam().ok_or(wrong)?),
            Effect::LowerRating(_) => self.may_lower_anothers(state, seat, aim.scam().ok_or(wrong)?),
            Effect::StealRating(_) => {
                let (from, to) = aim.scams().ok_or(wrong)?;
                self.may_lower_anothers(state, seat, from)?;
                self.owns_scam(state, seat, to)
            }
            Effect::AddGruntles(_) => self.may_aim_at_list(state, seat, aim.list().ok_or(wrong)?),
            Effect::RemoveGruntles(_) => {
                let list = aim.list().ok_or(wrong)?;
                self.may_aim_at_list(state, seat, list)?;
                if state.gruntles[list.index()] > 0 { Ok(()) } else { Err(Illegal::NoGruntles(list)) }
            }
            Effect::MoveGruntles(_) => {
                let (from, to) = aim.lists().ok_or(wrong)?;
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
            Effect::AddSpecialty(specialty) => {
                let list = aim.list().ok_or(wrong)?;
                self.may_aim_at_list(state, seat, list)?;
                let has = state.specialties[list.index()].contains(specialty);
                if has { Err(Illegal::HasSpecialty(list, specialty)) } else { Ok(()) }
            }
            Effect::RemoveSpecialty => {
                let (list, specialty) = aim.counter().ok_or(wrong)?;
                self.may_aim_at_list(state, seat, list)?;
                let there = state.specialties[list.index()];
                if there.is_empty() {
                    Err(Illegal::NoSpecialty(list))
                } else if there.contains(specialty) {
                    Ok(())
                } else {
                    Err(Illegal::LacksSpecialty(list, specialty))
                }
            }
            Effect::TakeUnwashedList(most) => {
                let list = aim.list().ok_or(wrong)?;
                self.is_unwashed(state, list)?;
                self.may_have_list(state, seat, list, most)
            }
            Effect::StealList(most) => {
                let list = aim.list().ok_or(wrong)?;
                self.may_aim_at_anothers_list(state, seat, list)?;
                self.may_have_list(state, seat, list, most)
            }
            Effect::ReleaseList => self.may_aim_at_anothers_list(state, seat, aim.list().ok_or(wrong)?),
            Effect::SplitList => {
                let list = aim.list().ok_or(wrong)?;
                self.may_aim_at_list(state, seat, list)?;
                if state.members(list).len() > 1 { Ok(()) } else { Err(Illegal::NotMerged(list)) }
            }
            Effect::DisbandList => self.is_unwashed(state, aim.list().ok_or(wrong)?),
            Effect::DrawCards(_) => {
                aim.nothing().ok_or(wrong)?;
                // The card itself leaves the hand first.
                self.may_draw_action(state, seat, (state.hands[seat.index()].len() as u32).saturating_sub(1))
            }
            Effect::StealCard | Effect::PeekAtHand | Effect::ForceDiscard => {
                self.may_touch_hand(state, seat, aim.player().ok_or(wrong)?)
            }
            Effect::TakeDiscard => {
                let card = aim.discarded().ok_or(wrong)?;
                let there = !state.discards.is_disjoint(self.set.copies(card));
                if there { Ok(()) } else { Err(Illegal::NotDiscarded(card)) }
            }
            Effect::DestroyHardware | Effect::StealHardware => {
                let (other, hardware) = aim.hardware().ok_or(wrong)?;
                self.may_touch_hardware(state, seat, other, hardware)
            }
            Effect::ExtraActions(_) | Effect::ExtraMailing => aim.nothing().ok_or(wrong),
            Effect::ShiftTarget(_)
            | Effect::ShiftRoll(_)
            | Effect::Reroll
            | Effect::CancelSpecial
            | Effect::ShieldScam
            | Effect::HoldList => Err(Illegal::OnlyAReaction(title)),
        }
    }

    fn is_unwashed(&self, state: &State, list: ListCard) -> Result<(), Illegal> {
        if state.masses.contains(list) { Ok(()) } else { Err(Illegal::NotUnwashed(list)) }
    }

    /// Everything this effect could be aimed at in canonical order, whether or not it could do something there.
    pub(crate) fn aims(&self, state: &State, seat: Seat, effect: Effect, mut each: impl FnMut(Aim)) {
        let own = || state.scams[seat.index()].iter();
        let others = || state.scams_in_play().difference(state.scams[seat.index()]).iter();
        match effect {
            Effect::AdjustRating(_) => state.scams_in_play().iter().for_each(|scam| {
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
                state.lists_in_play().iter().for_each(|list| each(Aim::List(list)));
            }
            Effect::TakeUnwashedList(_) | Effect::DisbandList => {
                state.masses.iter().for_each(|list| each(Aim::List(list)));
            }
            Effect::StealList(_) | Effect::ReleaseList => {
                let others =
                    state.lists_in_play().difference(state.masses).difference(state.lists[seat.index()]);
                others.iter().for_each(|list| each(Aim::List(list)));
            }
            Effect::MoveGruntles(_) => {
                for from in state.lists_in_play().iter().filter(|from| state.gruntles[from.index()] > 0) {
                    state.lists_in_play().iter().for_each(|to| each(Aim::Lists(from, to)));
                }
            }
            Effect::RemoveSpecialty => {
                for list in state.lists_in_play().iter() {
                    Specialty::ALL.into_iter().for_each(|specialty| each(Aim::Counter(list, specialty)));
                }
            }
            Effect::StealCard | Effect::PeekAtHand | Effect::ForceDiscard => {
                self.seats.iter().for_each(|other| each(Aim::Player(other)));
            }
            Effect::TakeDiscard => {
                self.set.card_ids_in(state.discards).for_each(|card| each(Aim::Discarded(card)))
            }
            Effect::DestroyHardware | Effect::StealHardware => {
                for other in self.seats.iter() {
                    let hardware = self.set.card_ids_in(state.hardware[other.index()]);
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
    pub fn special_choices(&self, state: &State, seat: Seat, into: &mut Vec<Action>) {
        let cards = state.hands[seat.index()].intersection(self.set.specials());
        for title in self.set.card_ids_in(cards) {
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
