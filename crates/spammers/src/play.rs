//! S4: playing Action cards; S5: what becomes of the Lists.

use table::{EventSink, ScopedEvent, Seat, ViewerSet};

use crate::Spammers;
use crate::action::{Action, Illegal};
use crate::card::{CardId, Category, ListCard, Pile};
use crate::event::Event;
use crate::face::Kind;
use crate::list::Area;
use crate::phase::{Chance, Fate, Mailing, Pending, Phase};
use crate::state::{EVERYBODY, State};

/// S4.7: by how much a roll must beat the Target Number to gain two.
const DOUBLE_MARGIN: i16 = 4;

/// S4.7: what a roll gains against a Target Number.
#[must_use]
pub fn gain(roll: u8, target: i16) -> u8 {
    let roll = i16::from(roll);
    if roll <= target - DOUBLE_MARGIN {
        2
    } else if roll <= target {
        1
    } else {
        0
    }
}

impl Spammers {
    /// Takes one copy of this title out of a hand that has one. Viewers who knew a copy there know one less.
    pub(crate) fn take_from_hand(&self, state: &mut State, seat: Seat, title: CardId) -> Pile {
        let copies = state.hands[seat.index()].intersection(self.set.copies(title));
        let card = copies.first_only();
        let Some(gone) = card.first() else { return card };
        let mut unaware =
            EVERYBODY.difference(std::mem::replace(&mut state.known_to[gone.index()], ViewerSet::EMPTY));
        for copy in copies.difference(card).iter() {
            let one_less = state.known_to[copy.index()].intersection(unaware);
            state.known_to[copy.index()] = state.known_to[copy.index()].difference(one_less);
            unaware = unaware.difference(one_less);
        }
        state.hands[seat.index()] = state.hands[seat.index()].difference(card);
        card
    }

    pub(crate) fn in_hand(&self, state: &State, seat: Seat, title: CardId) -> Result<(), Illegal> {
        if !state.hands[seat.index()].is_disjoint(self.set.copies(title)) {
            Ok(())
        } else {
            Err(Illegal::NotInHand(title))
        }
    }

    /// S4.1–S4.3: whether the seat may put this card into play.
    pub(crate) fn may_play(&self, state: &State, seat: Seat, title: CardId) -> Result<(), Illegal> {
        match self.set.face(title).kind {
            Kind::Scam { .. } => {
                let (have, limit) = (state.scams[seat.index()].len() as u32, self.scam_limit(state, seat));
                if have < limit { Ok(()) } else { Err(Illegal::ScamsFull { have, limit }) }
            }
            Kind::Mailing { .. } => Err(Illegal::MailingsAreNotPlaced(title)),
            Kind::Hardware(_) => Ok(()),
        }
    }

    pub(crate) fn play_choices(&self, state: &State, seat: Seat, into: &mut Vec<Action>) {
        let hand = state.hands[seat.index()].difference(self.set.all_mailings());
        into.extend(
            self.set
                .card_ids_in(hand)
                .filter(|&title| self.may_play(state, seat, title).is_ok())
                .map(Action::Play),
        );
    }

    /// S4.1, S4.3: a Scam or Hardware comes into play.
    pub(crate) fn play(&self, state: &mut State, title: CardId, sink: &mut impl EventSink<Event>) {
        let seat = state.turn;
        state.actions_taken += 1;
        let card = self.take_from_hand(state, seat, title);
        if self.set.is_scam(title) {
            let initial = self.initial(title);
            state.scams[seat.index()] = state.scams[seat.index()].with(title);
            state.rating[title.index()] = initial;
            sink.emit(|| ScopedEvent::openly(Event::OpenedScam(seat, title, initial)));
        } else {
            state.hardware[seat.index()] = state.hardware[seat.index()].union(card);
            sink.emit(|| ScopedEvent::openly(Event::InstalledHardware(seat, title)));
        }
        self.finish_action(state, sink);
    }

    /// S4.10: whether the seat may send another Mailing this turn.
    pub(crate) fn may_mail(&self, state: &State, seat: Seat) -> Result<(), Illegal> {
        if u32::from(state.mailings) < self.mailings_this_turn(state, seat) {
            return Ok(());
        }
        Err(Illegal::MailingsUsedUp(state.mailings))
    }

    /// S4.5: whether the seat may send this Mailing for this Scam to this List.
    pub(crate) fn may_send(
        &self,
        state: &State,
        seat: Seat,
        (card, scam, list): (CardId, CardId, ListCard),
    ) -> Result<(), Illegal> {
        if !self.set.is_mailing(card) {
            Err(Illegal::NotAMailing(card))
        } else if !state.scams[seat.index()].contains(scam) {
            Err(Illegal::NotYourScam(scam))
        } else if !self.mailable(state, seat).contains(list) {
            Err(Illegal::NotMailable(list))
        } else {
            self.may_mail(state, seat)
        }
    }

    pub(crate) fn mail_choices(&self, state: &State, seat: Seat, into: &mut Vec<Action>) {
        if self.may_mail(state, seat).is_err() {
            return;
        }
        let (scams, lists) = (state.scams[seat.index()], self.mailable(state, seat));
        let cards = state.hands[seat.index()].intersection(self.set.all_mailings());
        for card in self.set.card_ids_in(cards) {
            for scam in scams.iter() {
                into.extend(lists.iter().map(|list| Action::Mail { card, scam, list }));
            }
        }
    }

    /// S4.6: the Target Number of a Mailing this seat would send.
    #[must_use]
    pub fn target_number(
        &self,
        state: &State,
        seat: Seat,
        card: CardId,
        scam: CardId,
        list: ListCard,
    ) -> i16 {
        let bonus = |category| self.target_bonus(state, seat, category, list);
        self.target_parts(Some(card), scam, state.effective_size(list), bonus).into_iter().sum()
    }

    /// S4.6: the Target Number without what the card adds.
    #[must_use]
    pub fn bare_target(&self, state: &State, seat: Seat, scam: CardId, list: ListCard) -> i16 {
        let bonus = |category| self.target_bonus(state, seat, category, list);
        self.target_parts(None, scam, state.effective_size(list), bonus).into_iter().sum()
    }

    /// S4.6: what a Target Number is the sum of: the effective Size of the List, what the card adds, and what
    /// Specialties and Hardware add for a Scam of its category.
    #[inline]
    pub(crate) fn target_parts(
        &self,
        card: Option<CardId>,
        scam: CardId,
        size: i16,
        bonus: impl FnOnce(Category) -> i16,
    ) -> [i16; 3] {
        let bonus = match self.set.face(scam).kind {
            Kind::Scam { category, .. } => bonus(category),
            Kind::Mailing { .. } | Kind::Hardware(_) => 0,
        };
        [size, card.map_or(0, |card| self.modifier(card)), bonus]
    }

    /// S1.9: what a card adds to a Target Number.
    #[inline]
    #[must_use]
    pub fn modifier(&self, card: CardId) -> i16 {
        match self.set.face(card).kind {
            Kind::Mailing { modifier, .. } => modifier.into(),
            Kind::Scam { .. } | Kind::Hardware(_) => 0,
        }
    }

    /// S4.5: a Mailing is announced; the die decides.
    pub(crate) fn mail(
        &self,
        state: &mut State,
        (card, scam, list): (CardId, CardId, ListCard),
        sink: &mut impl EventSink<Event>,
    ) {
        let seat = state.turn;
        let target = self.target_number(state, seat, card, scam, list);
        let mailing = Mailing { card, scam, list, target };
        state.actions_taken += 1;
        state.mailings += 1;
        state.resolving = self.take_from_hand(state, seat, card);
        state.phase = Phase::Luck(Chance::Rolling(mailing));
        sink.emit(|| ScopedEvent::openly(Event::Mailed(seat, mailing)));
    }

    /// S4.8: the die has been rolled; everybody is asked.
    pub(crate) fn rolled(
        &self,
        state: &mut State,
        mailing: Mailing,
        roll: u8,
        sink: &mut impl EventSink<Event>,
    ) {
        let seat = state.turn;
        sink.emit(|| ScopedEvent::openly(Event::Rolled(seat, roll, mailing.target)));
        self.open_window(state, Pending::Roll(mailing, roll), sink);
    }

    /// S4.7, S4.9: the Mailing has its result; the List gets its Gruntle.
    pub(crate) fn resolve(
        &self,
        state: &mut State,
        mailing: Mailing,
        roll: u8,
        sink: &mut impl EventSink<Event>,
    ) {
        let Mailing { scam, list, target, .. } = mailing;
        match gain(roll, target) {
            0 => sink.emit(|| ScopedEvent::openly(Event::FellFlat(scam))),
            gain => {
                let rating = state.rating[scam.index()].saturating_add(gain);
                state.rating[scam.index()] = rating;
                sink.emit(|| ScopedEvent::openly(Event::Gained(scam, gain, rating)));
            }
        }
        self.put_gruntles(state, list, 1, sink);
    }

    /// Puts Gruntles on a List, applies S5, and then the Action is done.
    pub(crate) fn put_gruntles(
        &self,
        state: &mut State,
        list: ListCard,
        count: u16,
        sink: &mut impl EventSink<Event>,
    ) {
        state.gruntles[list.index()] += count;
        let gruntles = state.gruntles[list.index()];
        sink.emit(|| ScopedEvent::openly(Event::Gruntled(list, gruntles)));
        self.degenerate(state, list, None, sink);
    }

    /// S5: a List that has had enough moves on; then perhaps another is judged, and then the Action is done.
    pub(crate) fn degenerate(
        &self,
        state: &mut State,
        list: ListCard,
        then: Option<ListCard>,
        sink: &mut impl EventSink<Event>,
    ) {
        match state.owner_of_list(list).and_then(Seat::new) {
            Some(owner) if !self.stays_with(state, owner, list) => {
                self.open_window(state, Pending::Move { list, to: None, then, fate: Fate::Stands }, sink);
            }
            None if !state.bears_its_gruntles(list, Area::Masses) => {
                self.disband(state, list, sink);
                self.judge_next(state, then, sink);
            }
            Some(_) | None => self.judge_next(state, then, sink),
        }
    }

    /// Judges the List that is to be judged next, or the Action is done.
    pub(crate) fn judge_next(
        &self,
        state: &mut State,
        next: Option<ListCard>,
        sink: &mut impl EventSink<Event>,
    ) {
        match next {
            Some(list) => self.degenerate(state, list, None, sink),
            None => self.conclude(state, sink),
        }
    }

    /// S5.2: an Unwashed List goes to the discard pile as its separate cards.
    pub(crate) fn disband(&self, state: &mut State, list: ListCard, sink: &mut impl EventSink<Event>) {
        state.masses = state.masses.without(list);
        for card in state.members(list).iter() {
            state.list_discards = state.list_discards.with(card);
            state.part_of[card.index()] = card.0;
        }
        sink.emit(|| ScopedEvent::openly(Event::Disbanded(list)));
    }
}
