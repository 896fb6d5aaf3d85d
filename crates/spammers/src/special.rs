//! S4.4, S10: Special Effects. One place says what an effect may aim at; one place does it.

use table::{Ear, Seat, Telling, Viewer};

use crate::Spammers;
use crate::action::{Action, Aim, Bar, Sway};
use crate::card::{Kind, Specialty};
use crate::effect::{Effect, Moment};
use crate::event::Happening;
use crate::pile::CardSet64;
use crate::set::{ListCard, Title};
use crate::state::{Deck, Fate, Knowers, Pending, Phase, Pick, State};

impl Spammers {
    /// The Special Effect of a Mailing.
    pub(crate) fn effect_of(&self, title: Title) -> Result<Effect, Bar> {
        match self.set.face(title).kind {
            Kind::Mailing { effect, .. } => Ok(effect),
            Kind::Scam { .. } | Kind::Hardware(_) => Err(Bar::NotAMailing(title)),
        }
    }

    fn may_aim_at_list(&self, state: &State, seat: Seat, list: ListCard) -> Result<(), Bar> {
        if state.masses.has(list.index()) || state.lists[seat.index()].has(list.index()) {
            return Ok(());
        }
        match state.owner_of_list(list).and_then(Seat::new) {
            None => Err(Bar::ListNotInPlay(list)),
            Some(owner) if self.lists_are_open(state, owner) => Ok(()),
            Some(_) => Err(Bar::ListProtected(list)),
        }
    }

    fn may_aim_at_anothers_list(&self, state: &State, seat: Seat, list: ListCard) -> Result<(), Bar> {
        self.may_aim_at_list(state, seat, list)?;
        match state.owner_of_list(list) {
            Some(owner) if owner != seat.index() => Ok(()),
            Some(_) | None => Err(Bar::NotAnothersList(list)),
        }
    }

    /// S10.10, S10.11: whether the List is small enough to be taken, and would stay.
    fn may_have_list(&self, state: &State, seat: Seat, list: ListCard, most: u8) -> Result<(), Bar> {
        if state.effective_size(list) > i16::from(most) {
            Err(Bar::TooLarge(list, most))
        } else if !self.stays_with(state, seat, list) {
            Err(Bar::WouldNotStay(list))
        } else {
            Ok(())
        }
    }

    fn may_lower_scam(&self, state: &State, seat: Seat, scam: Title) -> Result<(), Bar> {
        if !state.scams_in_play().has(scam.index()) {
            Err(Bar::ScamNotInPlay(scam))
        } else if state.rating[scam.index()] <= self.initial(scam) {
            Err(Bar::AtInitialRating(scam))
        } else if !self.may_lower(state, seat, scam) {
            Err(Bar::ScamProtected(scam))
        } else {
            Ok(())
        }
    }

    fn may_lower_anothers(&self, state: &State, seat: Seat, scam: Title) -> Result<(), Bar> {
        if state.scams[seat.index()].has(scam.index()) {
            return Err(Bar::NotAnothersScam(scam));
        }
        self.may_lower_scam(state, seat, scam)
    }

    fn owns_scam(&self, state: &State, seat: Seat, scam: Title) -> Result<(), Bar> {
        if state.scams[seat.index()].has(scam.index()) {
            Ok(())
        } else {
            Err(Bar::NotYourScam(scam))
        }
    }

    /// S10.16–S10.18: whether the other player's hand may be touched.
    fn may_touch_hand(&self, state: &State, seat: Seat, other: Seat) -> Result<(), Bar> {
        if other == seat || !self.seats.has(other) {
            Err(Bar::NotAnotherPlayer(other))
        } else if !self.hand_is_open(state, other) {
            Err(Bar::HandProtected(other))
        } else if state.hands[other.index()].is_empty() {
            Err(Bar::EmptyHand(other))
        } else {
            Ok(())
        }
    }

    fn may_touch_hardware(&self, state: &State, seat: Seat, other: Seat, title: Title) -> Result<(), Bar> {
        if other == seat || !self.seats.has(other) {
            Err(Bar::NotAnotherPlayer(other))
        } else if !state.hardware[other.index()].meets(self.set.copies(title)) {
            Err(Bar::NotTheirHardware(other, title))
        } else if !self.hardware_is_open(state, other) {
            Err(Bar::HardwareProtected(other))
        } else {
            Ok(())
        }
    }

    /// S4.4: whether this card's effect may be used as an Action on this aim: it must be able to do something.
    pub(crate) fn may_use(&self, state: &State, seat: Seat, title: Title, aim: Aim) -> Result<(), Bar> {
        let effect = self.effect_of(title)?;
        if effect.moment() != Moment::OwnTurn {
            return Err(Bar::OnlyAReaction(title));
        }
        match (effect, aim) {
            (Effect::AdjustRating(_), Aim::Rating(scam, Sway::Up)) => {
                if state.scams_in_play().has(scam.index()) {
                    Ok(())
                } else {
                    Err(Bar::ScamNotInPlay(scam))
                }
            }
            (Effect::AdjustRating(_), Aim::Rating(scam, Sway::Down)) => {
                self.may_lower_scam(state, seat, scam)
            }
            (Effect::RaiseRating(_), Aim::Scam(scam)) => self.owns_scam(state, seat, scam),
            (Effect::LowerRating(_), Aim::Scam(scam)) => self.may_lower_anothers(state, seat, scam),
            (Effect::StealRating(_), Aim::Scams(from, to)) => self
                .may_lower_anothers(state, seat, from)
                .and_then(|()| self.owns_scam(state, seat, to)),
            (Effect::AddGruntles(_), Aim::List(list)) => self.may_aim_at_list(state, seat, list),
            (Effect::RemoveGruntles(_), Aim::List(list)) => {
                self.may_aim_at_list(state, seat, list)?;
                if state.gruntles[list.index()] > 0 {
                    Ok(())
                } else {
                    Err(Bar::NoGruntles(list))
                }
            }
            (Effect::MoveGruntles(_), Aim::Lists(from, to)) => {
                self.may_aim_at_list(state, seat, from)?;
                self.may_aim_at_list(state, seat, to)?;
                if from == to {
                    Err(Bar::SameList)
                } else if state.gruntles[from.index()] == 0 {
                    Err(Bar::NoGruntles(from))
                } else {
                    Ok(())
                }
            }
            (Effect::AddSpecialty(specialty), Aim::List(list)) => {
                self.may_aim_at_list(state, seat, list)?;
                let has = state.specialties[list.index()].has(specialty);
                if has {
                    Err(Bar::HasSpecialty(list, specialty))
                } else {
                    Ok(())
                }
            }
            (Effect::RemoveSpecialty, Aim::Counter(list, specialty)) => {
                self.may_aim_at_list(state, seat, list)?;
                let has = state.specialties[list.index()].has(specialty);
                if has {
                    Ok(())
                } else {
                    Err(Bar::LacksSpecialty(list, specialty))
                }
            }
            (Effect::TakeUnwashedList(most), Aim::List(list)) => {
                if !state.masses.has(list.index()) {
                    return Err(Bar::NotUnwashed(list));
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
                if state.members(list).len() > 1 {
                    Ok(())
                } else {
                    Err(Bar::NotMerged(list))
                }
            }
            (Effect::DisbandList, Aim::List(list)) => {
                if state.masses.has(list.index()) {
                    Ok(())
                } else {
                    Err(Bar::NotUnwashed(list))
                }
            }
            (Effect::DrawCards(_), Aim::Nothing) => {
                let nothing = state.deck.is_empty() && state.discards.is_empty();
                if nothing { Err(Bar::NothingToDraw) } else { Ok(()) }
            }
            (Effect::StealCard | Effect::PeekAtHand | Effect::ForceDiscard, Aim::Player(other)) => {
                self.may_touch_hand(state, seat, other)
            }
            (Effect::TakeDiscard, Aim::Discarded(card)) => {
                let there = state.discards.meets(self.set.copies(card));
                if there {
                    Ok(())
                } else {
                    Err(Bar::NotDiscarded(card))
                }
            }
            (Effect::DestroyHardware | Effect::StealHardware, Aim::Hardware(other, hardware)) => {
                self.may_touch_hardware(state, seat, other, hardware)
            }
            (Effect::ExtraActions(_) | Effect::ExtraMailing, Aim::Nothing) => Ok(()),
            _ => Err(Bar::WrongAim(title)),
        }
    }

    /// Everything this effect could be aimed at in canonical order, whether or not it could do something there.
    pub(crate) fn aims(&self, state: &State, seat: Seat, effect: Effect, mut each: impl FnMut(Aim)) {
        let own = || titles(state.scams[seat.index()]);
        let others = || titles(state.scams_in_play().minus(state.scams[seat.index()]));
        match effect {
            Effect::AdjustRating(_) => titles(state.scams_in_play()).for_each(|scam| {
                each(Aim::Rating(scam, Sway::Up));
                each(Aim::Rating(scam, Sway::Down));
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
                let others = state
                    .lists_in_play()
                    .minus(state.masses)
                    .minus(state.lists[seat.index()]);
                lists(others).for_each(|list| each(Aim::List(list)));
            }
            Effect::MoveGruntles(_) => {
                for from in lists(state.lists_in_play()).filter(|from| state.gruntles[from.index()] > 0) {
                    lists(state.lists_in_play()).for_each(|to| each(Aim::Lists(from, to)));
                }
            }
            Effect::RemoveSpecialty => {
                for list in lists(state.lists_in_play()) {
                    Specialty::ALL
                        .into_iter()
                        .for_each(|specialty| each(Aim::Counter(list, specialty)));
                }
            }
            Effect::StealCard | Effect::PeekAtHand | Effect::ForceDiscard => {
                self.seats.iter().for_each(|other| each(Aim::Player(other)));
            }
            Effect::TakeDiscard => self
                .set
                .titles_in(state.discards)
                .for_each(|card| each(Aim::Discarded(card))),
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
        let cards = state.hands[seat.index()].and(self.set.specials());
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

    /// S4.4, S11.3: the effect is announced; it may yet be cancelled.
    pub(crate) fn use_special(
        &self,
        state: &mut State,
        title: Title,
        aim: Aim,
        ear: &mut impl Ear<Happening>,
    ) {
        let seat = state.turn;
        state.actions_taken += 1;
        state.resolving = self.take_from_hand(state, seat, title);
        ear.hear(|| Telling::openly(Happening::UsedSpecial(seat, title, aim)));
        self.open_window(state, Pending::Special(title, aim, Fate::Stands), ear);
    }

    /// S4.4: the card is discarded, and the Action is done.
    pub(crate) fn conclude(&self, state: &mut State, ear: &mut impl Ear<Happening>) {
        state.discards = state.discards.union(std::mem::take(&mut state.resolving));
        self.finish_action(state, ear);
    }

    /// S10: the effect does what the card says.
    pub(crate) fn take_effect(
        &self,
        state: &mut State,
        title: Title,
        aim: Aim,
        ear: &mut impl Ear<Happening>,
    ) {
        let seat = state.turn;
        let Ok(effect) = self.effect_of(title) else { return };
        let lower = |scam, by, gainer| Pending::Lower {
            scam,
            by,
            gainer,
            fate: Fate::Stands,
        };
        match (effect, aim) {
            (Effect::AdjustRating(by), Aim::Rating(scam, Sway::Up))
            | (Effect::RaiseRating(by), Aim::Scam(scam)) => {
                let rating = state.rating[scam.index()].saturating_add(by);
                state.rating[scam.index()] = rating;
                ear.hear(|| Telling::openly(Happening::Rerated(scam, rating)));
            }
            (Effect::AdjustRating(by), Aim::Rating(scam, Sway::Down))
            | (Effect::LowerRating(by), Aim::Scam(scam)) => {
                return self.open_window(state, lower(scam, by, None), ear);
            }
            (Effect::StealRating(by), Aim::Scams(from, to)) => {
                return self.open_window(state, lower(from, by, Some(to)), ear);
            }
            (Effect::AddGruntles(count), Aim::List(list)) => {
                return self.put_gruntles(state, list, u16::from(count), ear);
            }
            (Effect::RemoveGruntles(count), Aim::List(list)) => {
                self.take_gruntles(state, list, u16::from(count), ear);
            }
            (Effect::MoveGruntles(count), Aim::Lists(from, to)) => {
                let moved = self.take_gruntles(state, from, u16::from(count), ear);
                return self.put_gruntles(state, to, moved, ear);
            }
            (Effect::AddSpecialty(specialty), Aim::List(list)) => {
                state.specialties[list.index()] = state.specialties[list.index()].with(specialty);
                ear.hear(|| Telling::openly(Happening::Specialized(list, specialty)));
            }
            (Effect::RemoveSpecialty, Aim::Counter(list, specialty)) => {
                state.specialties[list.index()] = state.specialties[list.index()].without(specialty);
                ear.hear(|| Telling::openly(Happening::Despecialized(list, specialty)));
            }
            (Effect::TakeUnwashedList(_), Aim::List(list)) => {
                state.masses = state.masses.without(list.index());
                state.lists[seat.index()] = state.lists[seat.index()].with(list.index());
                ear.hear(|| Telling::openly(Happening::GotList(seat, list)));
            }
            (Effect::StealList(_), Aim::List(list)) => {
                return self.open_window(
                    state,
                    Pending::Move {
                        list,
                        to: Some(seat),
                        fate: Fate::Stands,
                    },
                    ear,
                );
            }
            (Effect::ReleaseList, Aim::List(list)) => {
                return self.open_window(
                    state,
                    Pending::Move {
                        list,
                        to: None,
                        fate: Fate::Stands,
                    },
                    ear,
                );
            }
            (Effect::SplitList, Aim::List(list)) => return self.split(state, list, ear),
            (Effect::DisbandList, Aim::List(list)) => self.disband(state, list, ear),
            (Effect::DrawCards(count), _) => return self.draw_more(state, count, ear),
            (Effect::StealCard, Aim::Player(other)) if !state.hands[other.index()].is_empty() => {
                state.phase = Phase::Picking(other, Pick::Steal);
                return;
            }
            (Effect::ForceDiscard, Aim::Player(other)) if !state.hands[other.index()].is_empty() => {
                state.phase = Phase::Picking(other, Pick::Discard);
                return;
            }
            (Effect::PeekAtHand, Aim::Player(other)) => self.peek(state, seat, other, ear),
            (Effect::TakeDiscard, Aim::Discarded(card)) => self.take_discard(state, seat, card, ear),
            (Effect::DestroyHardware, Aim::Hardware(other, hardware)) => {
                let card = self.take_hardware(state, other, hardware);
                state.discards = state.discards.union(card);
                ear.hear(|| Telling::openly(Happening::LostHardware(other, hardware)));
            }
            (Effect::StealHardware, Aim::Hardware(other, hardware)) => {
                let card = self.take_hardware(state, other, hardware);
                state.hardware[seat.index()] = state.hardware[seat.index()].union(card);
                ear.hear(|| Telling::openly(Happening::StoleHardware(seat, other, hardware)));
            }
            (Effect::ExtraActions(count), _) => {
                state.extra_actions = state.extra_actions.saturating_add(count);
                ear.hear(|| Telling::openly(Happening::GotActions(seat, count)));
            }
            (Effect::ExtraMailing, _) => {
                state.extra_mailings = state.extra_mailings.saturating_add(1);
                ear.hear(|| Telling::openly(Happening::GotMailing(seat)));
            }
            _ => {}
        }
        self.conclude(state, ear);
    }

    fn take_gruntles(
        &self,
        state: &mut State,
        list: ListCard,
        most: u16,
        ear: &mut impl Ear<Happening>,
    ) -> u16 {
        let gruntles = &mut state.gruntles[list.index()];
        let taken = most.min(*gruntles);
        *gruntles -= taken;
        let left = *gruntles;
        ear.hear(|| Telling::openly(Happening::Calmed(list, left)));
        taken
    }

    /// S10.13: each card is a List again, with those of its printed Specialties that lay on the whole; all else
    /// stays on the first.
    fn split(&self, state: &mut State, list: ListCard, ear: &mut impl Ear<Happening>) {
        let owner = state.owner_of_list(list);
        let parts = state.members(list);
        let whole = state.specialties[list.index()];
        let mut rest = whole;
        for part in lists(parts).filter(|&part| part != list) {
            let face = self.set.list(part);
            let took = face.specialties.both(whole);
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
        state.specialties[list.index()] = rest.union(face.specialties.both(whole));
        let count = parts.len() as u8;
        ear.hear(|| Telling::openly(Happening::Split(list, count)));
        self.degenerate(state, list, ear);
    }

    /// S10.15: one card after the other, as far as the hand limit and the cards allow.
    pub(crate) fn draw_more(&self, state: &mut State, left: u8, ear: &mut impl Ear<Happening>) {
        self.replenish(state, Deck::Action, ear);
        let room = state.hands[state.turn.index()].len() < self.hand_limit(state, state.turn);
        if left > 0 && room && !state.deck.is_empty() {
            state.phase = Phase::DrawingCards(left);
        } else {
            self.conclude(state, ear);
        }
    }

    /// S10.17: the seat sees the other's hand, and remembers it.
    fn peek(&self, state: &mut State, seat: Seat, other: Seat, ear: &mut impl Ear<Happening>) {
        ear.hear(|| Telling::openly(Happening::Peeked(seat, other)));
        let me = Knowers::only(Viewer::Seat(seat));
        for copy in state.hands[other.index()].iter() {
            state.known_to[copy] = state.known_to[copy].with(me);
            let title = self.set.title_of(copy);
            ear.hear(|| Telling::only(seat, Happening::Saw(seat, other, title)));
        }
    }

    /// S10.16, S10.18: this card was picked out of the seat's hand.
    pub(crate) fn picked(
        &self,
        state: &mut State,
        (from, pick): (Seat, Pick),
        title: Title,
        ear: &mut impl Ear<Happening>,
    ) {
        let seat = state.turn;
        match pick {
            Pick::Discard => {
                let card = self.take_from_hand(state, from, title);
                state.discards = state.discards.union(card);
                ear.hear(|| Telling::openly(Happening::LostCard(from, title)));
            }
            Pick::Steal => {
                let (me, him) = (
                    Knowers::only(Viewer::Seat(seat)),
                    Knowers::only(Viewer::Seat(from)),
                );
                let card = self.take_from_hand(state, from, title);
                for copy in state.hands[from.index()].iter() {
                    // Who does not see which card goes can no longer be sure of those that stay.
                    state.known_to[copy] = state.known_to[copy].and(me);
                }
                for copy in card.iter() {
                    state.known_to[copy] = him;
                }
                state.hands[seat.index()] = state.hands[seat.index()].union(card);
                let both = table::SeatSet::only(seat).with(from);
                ear.hear(|| {
                    Telling::among(both, Happening::StoleCard(seat, from, title))
                        .others_hear(Happening::StoleSomeCard(seat, from))
                });
            }
        }
        self.conclude(state, ear);
    }

    /// S10.19: everybody sees which card it is.
    fn take_discard(&self, state: &mut State, seat: Seat, title: Title, ear: &mut impl Ear<Happening>) {
        let card = state.discards.and(self.set.copies(title)).lowest_only();
        state.discards = state.discards.minus(card);
        state.hands[seat.index()] = state.hands[seat.index()].union(card);
        for copy in card.iter() {
            state.known_to[copy] = Knowers::EVERYBODY.without(Knowers::only(Viewer::Seat(seat)));
        }
        ear.hear(|| Telling::openly(Happening::TookDiscard(seat, title)));
    }

    fn take_hardware(&self, state: &mut State, seat: Seat, title: Title) -> crate::pile::Pile {
        let card = state.hardware[seat.index()]
            .and(self.set.copies(title))
            .lowest_only();
        state.hardware[seat.index()] = state.hardware[seat.index()].minus(card);
        card
    }
}

fn titles(scams: CardSet64) -> impl Iterator<Item = Title> {
    scams.iter().map(|scam| Title(scam as u8))
}

fn lists(lists: CardSet64) -> impl Iterator<Item = ListCard> {
    lists.iter().map(|list| ListCard(list as u8))
}
