//! Consequences: certain effects of an answer, read off a view before it is given.

use table::Seat;

use crate::Spammers;
use crate::action::Action;
use crate::card::{CardId, ListCard};
use crate::effect::{Aim, Direction, Effect};
use crate::list::Area;
use crate::look::SeenList;
use crate::phase::{Pending, Phase, Question};
use crate::play::gain;
use crate::questions::bonus;
use crate::view::View;
use crate::window::{lowered, moved};
use crate::words::{add, add_number};

/// One thing that an answer brings about, if nobody reacts to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Consequence {
    /// S4.7: the die decides against this Target Number.
    Odds(i16),
    /// S7.2, S11.1: the roll that lies there gains this much instead.
    Gain {
        /// The present gain.
        from: u8,
        /// The gain then.
        to: u8,
    },
    /// A Rating changes.
    Rating {
        /// Whose.
        scam: CardId,
        /// The value now.
        from: u8,
        /// The value then.
        to: u8,
    },
    /// A List is of this effective Size then, with this many Gruntles on it.
    Size {
        /// Which.
        list: ListCard,
        /// Its effective Size then.
        size: i16,
        /// Its Gruntles then.
        gruntles: u16,
    },
    /// S5.1, S10.12: a List leaves this player for the Unwashed Masses.
    Falls(ListCard, Seat),
    /// S5.2, S10.14: an Unwashed List is discarded.
    Gone(ListCard),
    /// S10.10, S10.11, S3.3: a List comes to this player.
    Comes(ListCard, Seat),
    /// S11.5: a List stays, and loses its Gruntles.
    Stays(ListCard),
}

/// A List as it lies, or as it would.
#[derive(Clone, Copy)]
struct Lying {
    list: ListCard,
    size: u16,
    gruntles: u16,
    owner: Option<Seat>,
    area: Area,
}

impl Lying {
    const fn effective_size(self) -> i16 {
        crate::list::effective_size(self.size, self.gruntles)
    }

    /// S5: what becomes of it with the Gruntles it has now.
    fn judged(self) -> Consequence {
        let Self { list, size, gruntles, owner, area } = self;
        match owner {
            _ if gruntles < area.leaves_at(size) => {
                Consequence::Size { list, size: self.effective_size(), gruntles }
            }
            Some(owner) => Consequence::Falls(list, owner),
            None => Consequence::Gone(list),
        }
    }
}

impl View {
    /// The Rating of a Scam in play.
    #[must_use]
    pub fn rating(&self, scam: CardId) -> Option<u8> {
        let mut scams = self.seats.iter().flat_map(|seat| &seat.scams);
        scams.find(|seen| seen.scam == scam).map(|seen| seen.rating)
    }

    /// Whose Scam it is.
    #[must_use]
    pub fn owner_of_scam(&self, scam: CardId) -> Option<Seat> {
        let owns = |seat: &crate::SeenSeat| seat.scams.iter().any(|seen| seen.scam == scam);
        self.seats.iter().position(owns).and_then(Seat::new)
    }

    /// A List in play and whose it is; the Unwashed Masses are nobody's.
    fn list(&self, list: ListCard) -> Option<(&SeenList, Option<Seat>)> {
        let is_it = |seen: &&SeenList| seen.lead() == list;
        let unwashed = self.masses.iter().find(is_it).map(|seen| (seen, None));
        unwashed.or_else(|| {
            let mut seats = self.seats.iter().enumerate();
            seats.find_map(|(place, seat)| Some((seat.lists.iter().find(is_it)?, Seat::new(place))))
        })
    }
}

impl Spammers {
    fn lying(&self, view: &View, list: ListCard) -> Option<Lying> {
        let (seen, owner) = view.list(list)?;
        let area = owner.map_or(Area::Masses, |owner| view.seats[owner.index()].area(&self.set));
        Some(Lying { list, size: seen.size, gruntles: seen.gruntles, owner, area })
    }

    /// S4.6: the Target Number of a Mailing that the player whose turn it is would send.
    #[must_use]
    pub fn seen_target(&self, view: &View, card: CardId, scam: CardId, list: ListCard) -> Option<i16> {
        self.seen_sum(view, card, scam, list).map(|parts| parts.iter().sum())
    }

    /// The parts of that Target Number: the List's Size, the card's part, and that of Specialties and Hardware.
    #[must_use]
    pub fn seen_sum(&self, view: &View, card: CardId, scam: CardId, list: ListCard) -> Option<[i16; 3]> {
        let (seen, _) = view.list(list)?;
        let area = self.lying(view, list)?.area;
        let powers = view.seats[view.turn.index()].powers(&self.set);
        let bonus = |category| bonus(powers, category, seen.specialties, area);
        Some(self.target_parts(Some(card), scam, seen.effective_size(), bonus))
    }

    /// The certain effects of this answer if nobody reacts, in order.
    pub fn consequences(&self, view: &View, action: Action, mut tell: impl FnMut(Consequence)) {
        match action {
            Action::Mail { card, scam, list } => {
                self.seen_target(view, card, scam, list)
                    .map(Consequence::Odds)
                    .into_iter()
                    .for_each(&mut tell);
                self.gruntled(view, list, 1, &mut tell);
            }
            Action::Merge(first, second) => {
                let merged =
                    self.lying(view, first).zip(self.lying(view, second)).map(|(first, second)| Lying {
                        size: first.size + second.size,
                        gruntles: first.gruntles + second.gruntles,
                        ..first
                    });
                merged.map(Lying::judged).into_iter().for_each(tell);
            }
            Action::Keep(scam) => {
                if let Some(from) = view.rating(scam) {
                    tell(Consequence::Rating { scam, from, to: from.saturating_sub(1) });
                }
                self.offered(view, tell);
            }
            Action::KeepFree => self.offered(view, tell),
            Action::Special(card, aim) => self.special_consequences(view, (card, aim), tell),
            Action::React(card, aim) => self.reaction_consequences(view, (card, aim), tell),
            Action::Choose(_)
            | Action::Stop
            | Action::Draw(_)
            | Action::Play(_)
            | Action::Recycle(..)
            | Action::Release
            | Action::Pass => {}
        }
    }

    /// The List that is turned up comes to the player whose turn it is.
    fn offered(&self, view: &View, mut tell: impl FnMut(Consequence)) {
        if let Phase::Ask(Question::Offered(list)) = view.phase {
            tell(Consequence::Comes(list, view.turn));
        }
    }

    /// So many Gruntles more.
    fn gruntled(&self, view: &View, list: ListCard, more: u16, mut tell: impl FnMut(Consequence)) {
        if let Some(lying) = self.lying(view, list) {
            tell(Lying { gruntles: lying.gruntles + more, ..lying }.judged());
        }
    }

    /// So many Gruntles less.
    fn calmed(&self, view: &View, list: ListCard, most: u16, mut tell: impl FnMut(Consequence)) -> u16 {
        let Some(lying) = self.lying(view, list) else { return 0 };
        let taken = most.min(lying.gruntles);
        tell(Lying { gruntles: lying.gruntles - taken, ..lying }.judged());
        taken
    }

    fn raised(&self, view: &View, scam: CardId, by: u8, mut tell: impl FnMut(Consequence)) {
        if let Some(from) = view.rating(scam) {
            tell(Consequence::Rating { scam, from, to: from.saturating_add(by) });
        }
    }

    fn lowers(&self, view: &View, scam: CardId, by: u8, mut tell: impl FnMut(Consequence)) -> u8 {
        let Some(from) = view.rating(scam) else { return 0 };
        let to = lowered(from, by, self.initial(scam));
        tell(Consequence::Rating { scam, from, to });
        from - to
    }

    fn special_consequences(
        &self,
        view: &View,
        (card, aim): (CardId, Aim),
        mut tell: impl FnMut(Consequence),
    ) {
        let Ok(effect) = self.effect_of(card) else { return };
        match (effect, aim) {
            (Effect::AdjustRating(by), Aim::Rating(scam, Direction::Up))
            | (Effect::RaiseRating(by), Aim::Scam(scam)) => self.raised(view, scam, by, tell),
            (Effect::AdjustRating(by), Aim::Rating(scam, Direction::Down))
            | (Effect::LowerRating(by), Aim::Scam(scam)) => {
                self.lowers(view, scam, by, tell);
            }
            (Effect::StealRating(by), Aim::Scams(from, to)) => {
                let moved = self.lowers(view, from, by, &mut tell);
                self.raised(view, to, moved, tell);
            }
            (Effect::AddGruntles(count), Aim::List(list)) => self.gruntled(view, list, count.into(), tell),
            (Effect::RemoveGruntles(count), Aim::List(list)) => {
                self.calmed(view, list, count.into(), tell);
            }
            (Effect::MoveGruntles(count), Aim::Lists(from, to)) => {
                let moved = self.calmed(view, from, count.into(), &mut tell);
                self.gruntled(view, to, moved, tell);
            }
            (Effect::TakeUnwashedList(_) | Effect::StealList(_), Aim::List(list)) => {
                tell(Consequence::Comes(list, view.turn));
            }
            (Effect::ReleaseList, Aim::List(list)) => {
                if let Some(owner) = self.lying(view, list).and_then(|lying| lying.owner) {
                    tell(Consequence::Falls(list, owner));
                }
            }
            (Effect::SplitList, Aim::List(list)) => {
                let first = |lying| Lying { size: self.set.list(list).size.into(), ..lying };
                self.lying(view, list).map(|lying| first(lying).judged()).into_iter().for_each(tell);
            }
            (Effect::DisbandList, Aim::List(list)) => tell(Consequence::Gone(list)),
            // The card itself says these effects, or luck decides them.
            (
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
                | Effect::ExtraMailing
                | Effect::ShiftTarget(_)
                | Effect::ShiftRoll(_)
                | Effect::Reroll
                | Effect::CancelSpecial
                | Effect::ShieldScam
                | Effect::HoldList,
                _,
            ) => {}
        }
    }

    fn reaction_consequences(
        &self,
        view: &View,
        (card, aim): (CardId, Aim),
        mut tell: impl FnMut(Consequence),
    ) {
        let Phase::Ask(Question::Reacting { pending, .. }) = view.phase else { return };
        let Ok(effect) = self.effect_of(card) else { return };
        match (effect, pending, aim) {
            (Effect::ShiftTarget(by), Pending::Roll(mailing, roll), Aim::Target(direction)) => {
                let to = gain(roll, direction.shifted(mailing.target, by));
                tell(Consequence::Gain { from: gain(roll, mailing.target), to });
            }
            (Effect::ShiftRoll(by), Pending::Roll(mailing, roll), Aim::Target(direction)) => {
                let to = gain(moved(roll, by, direction), mailing.target);
                tell(Consequence::Gain { from: gain(roll, mailing.target), to });
            }
            (Effect::Reroll, Pending::Roll(mailing, _), _) => tell(Consequence::Odds(mailing.target)),
            (Effect::HoldList, Pending::Move { list, .. }, _) => tell(Consequence::Stays(list)),
            (Effect::ShieldScam, Pending::Lower { scam, .. }, _) => {
                if let Some(now) = view.rating(scam) {
                    tell(Consequence::Rating { scam, from: now, to: now });
                }
            }
            (
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
                | Effect::ExtraMailing
                | Effect::ShiftTarget(_)
                | Effect::ShiftRoll(_)
                | Effect::Reroll
                | Effect::CancelSpecial
                | Effect::ShieldScam
                | Effect::HoldList,
                _,
                _,
            ) => {}
        }
    }

    /// A consequence as the end of a sentence for the player who is asked.
    pub(crate) fn tell(&self, view: &View, consequence: Consequence, says: &mut String) {
        let title = |title: CardId| self.set.face(title).name.as_str();
        let list = |list: ListCard| self.set.list(list).name.as_str();
        match consequence {
            Consequence::Odds(target) => {
                says.push(' ');
                crate::event_text::add_odds(target, says);
                says.push('.');
            }
            Consequence::Gain { from, to } => {
                says.push_str(if from == to { " It still gains " } else { " It gains " });
                add_number(says, to.into());
                if from != to {
                    says.push_str(" instead of ");
                    add_number(says, from.into());
                }
                says.push('.');
            }
            Consequence::Rating { scam, from, to } => {
                add(says, [" '", title(scam), "'"]);
                if from == to {
                    says.push_str(" stays at ");
                } else {
                    says.push_str(" goes from ");
                    add_number(says, from.into());
                    says.push_str(" to ");
                }
                add_number(says, to.into());
                says.push('.');
            }
            Consequence::Size { list: it, size, gruntles } => {
                add(says, [" Then '", list(it), "' has "]);
                crate::event_text::add_gruntles(gruntles, says);
                says.push_str(": Size ");
                add_number(says, size.into());
                says.push('.');
            }
            Consequence::Falls(it, owner) if view.viewer.is(owner) => {
                add(says, [" Then you lose '", list(it), "' to the Unwashed Masses."]);
            }
            Consequence::Falls(it, owner) => {
                let owner = format!("{owner:#}");
                add(says, [" Then ", &owner, " loses '", list(it), "' to the Unwashed Masses."]);
            }
            Consequence::Gone(it) => add(says, [" Then '", list(it), "' is gone."]),
            Consequence::Comes(it, to) if view.viewer.is(to) => add(says, [" '", list(it), "' is yours."]),
            Consequence::Comes(it, to) => add(says, [" ", &format!("{to:#}"), " gets '", list(it), "'."]),
            Consequence::Stays(it) => add(says, [" '", list(it), "' stays without its Gruntles."]),
        }
    }
}
