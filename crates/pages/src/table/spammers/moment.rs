//! Moments of the events of SPAMMERS.

use spammers::{Aim, CardId, Direction, Effect, Event, Kind as CardKind, ListCard, Spammers, gain};
use table::Seat;

use crate::table::letter;
use crate::table::moment::{Kind, Moment};

/// The moment of an event.
pub(super) fn moment(game: &Spammers, event: Event) -> Moment {
    let set = game.set();
    let scam = |title: CardId| format!("scam-{}", set.face(title).slug);
    let list = |card: ListCard| format!("list-{}", set.list(card).slug);
    let seat = |seat: Seat| format!("seat-{}", letter(seat));
    let hardware = |of: Seat, title: CardId| format!("hardware-{}-{}", letter(of), set.face(title).slug);
    match event {
        Event::DealtList(..)
        | Event::DealtSomeList(_)
        | Event::DealtCard(..)
        | Event::DealtSomeCard(_)
        | Event::ChoseList(..)
        | Event::ChoseSomeList(_)
        | Event::WentFirst(_)
        | Event::Reshuffled(_)
        | Event::CameToNothing(_)
        | Event::Saw(..)
        | Event::GotActions(..)
        | Event::GotMailing(_) => Moment::new(Kind::Plain, []),
        Event::Stopped(_) | Event::Passed(_) => Moment::new(Kind::Pass, []),
        Event::BeganTurn(of, _) => Moment::new(Kind::Turn, [seat(of)]),
        Event::ShowedChoice(_, it) | Event::TookList(_, it) | Event::JoinedMasses(it) => {
            Moment::new(Kind::Plain, [list(it)])
        }
        Event::Drew(of, _) | Event::DrewSomeCard(of) => Moment::new(Kind::Draw, [seat(of)]).with(1),
        Event::TookDiscard(of, _) => Moment::new(Kind::Draw, [seat(of)]).with(1),
        Event::TurnedUp(_, it) => Moment::new(Kind::Draw, [list(it)]),
        Event::Kept(_, it, paid, _) => Moment::new(Kind::Play, [list(it), scam(paid)]),
        Event::KeptFree(_, it) | Event::Released(_, it) => Moment::new(Kind::Play, [list(it)]),
        Event::Merged(_, first, second, ..) => Moment::new(Kind::Merge, [list(first), list(second)]),
        Event::Split(it, _) => Moment::new(Kind::Merge, [list(it)]),
        Event::Recycled(of, _) => Moment::new(Kind::Plain, [seat(of)]),
        Event::OpenedScam(_, it, _) => Moment::new(Kind::Play, [scam(it)]),
        Event::InstalledHardware(of, it) => Moment::new(Kind::Play, [hardware(of, it)]),
        Event::UsedSpecial(_, used, aim) => {
            let moment = aimed(aim, scam, list, seat, hardware);
            match set.face(used).kind {
                CardKind::Mailing { effect, .. } if is_favour(effect, aim) => moment.of(Kind::Favour),
                CardKind::Mailing { .. } | CardKind::Scam { .. } | CardKind::Hardware(_) => moment,
            }
        }
        Event::Mailed(_, mailing) => Moment::new(Kind::Mail, [scam(mailing.scam), list(mailing.list)]),
        Event::Rolled(_, roll, target) => {
            let moment = Moment::new(Kind::Roll, []).with(roll);
            if gain(1, target) == gain(6, target) { moment.certain() } else { moment }
        }
        Event::ShiftedTarget(.., target) => Moment::new(Kind::Special, []).with(target),
        Event::CalledReroll(..) | Event::Cancelled(..) | Event::Reinstated(..) => {
            Moment::new(Kind::Special, [])
        }
        Event::ShiftedRoll(_, _, _, roll) => Moment::new(Kind::Roll, []).with(roll),
        Event::Shielded(_, _, it) => Moment::new(Kind::Special, [scam(it)]),
        Event::Held(_, _, it) => Moment::new(Kind::Special, [list(it)]),
        Event::Gained(it, gained, _) => Moment::new(Kind::Gain, [scam(it)]).with(gained),
        Event::FellFlat(it) => Moment::new(Kind::Flat, [scam(it)]),
        Event::Gruntled(it, count) => Moment::new(Kind::Gruntle, [list(it)]).with(count),
        Event::Calmed(it, count) => Moment::new(Kind::Favour, [list(it)]).with(count),
        Event::Specialized(it, _) => Moment::new(Kind::Favour, [list(it)]),
        Event::Despecialized(it, _) => Moment::new(Kind::Special, [list(it)]),
        Event::Rerated(it, rating) => Moment::new(Kind::Special, [scam(it)]).with(rating),
        Event::GotList(to, it) => Moment::new(Kind::Steal, [list(it), seat(to)]),
        Event::LostList(_, it) => Moment::new(Kind::Loss, [list(it)]),
        Event::StoleCard(to, from, _) | Event::StoleSomeCard(to, from) => {
            Moment::new(Kind::Steal, [seat(from), seat(to)])
        }
        Event::Peeked(_, at) => Moment::new(Kind::Special, [seat(at)]),
        Event::LostCard(of, _) => Moment::new(Kind::Loss, [seat(of)]),
        Event::LostHardware(of, it) => Moment::new(Kind::Loss, [hardware(of, it), seat(of)]),
        Event::StoleHardware(to, from, it) => {
            Moment::new(Kind::Steal, [hardware(from, it), hardware(to, it)])
        }
        Event::Degenerated(_, it) | Event::Disbanded(it) => Moment::new(Kind::Storm, [list(it)]),
        Event::Won(of, _) => Moment::new(Kind::Win, [seat(of)]),
    }
}

/// Whether a Special Effect is to the good of whose it aims at.
fn is_favour(effect: Effect, aim: Aim) -> bool {
    match effect {
        Effect::AdjustRating(_) => matches!(aim, Aim::Rating(_, Direction::Up)),
        Effect::RaiseRating(_)
        | Effect::RemoveGruntles(_)
        | Effect::AddSpecialty(_)
        | Effect::ShieldScam
        | Effect::HoldList => true,
        Effect::LowerRating(_)
        | Effect::StealRating(_)
        | Effect::AddGruntles(_)
        | Effect::MoveGruntles(_)
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
        | Effect::CancelSpecial => false,
    }
}

/// A Special Effect is about what it aims at.
fn aimed(
    aim: Aim,
    scam: impl Fn(CardId) -> String,
    list: impl Fn(ListCard) -> String,
    seat: impl Fn(Seat) -> String,
    hardware: impl Fn(Seat, CardId) -> String,
) -> Moment {
    match aim {
        Aim::Nothing | Aim::Target(_) | Aim::Discarded(_) => Moment::new(Kind::Special, []),
        Aim::Rating(it, _) | Aim::Scam(it) => Moment::new(Kind::Special, [scam(it)]),
        Aim::Scams(from, to) => Moment::new(Kind::Special, [scam(from), scam(to)]),
        Aim::List(it) | Aim::Counter(it, _) => Moment::new(Kind::Special, [list(it)]),
        Aim::Lists(from, to) => Moment::new(Kind::Special, [list(from), list(to)]),
        Aim::Player(of) => Moment::new(Kind::Special, [seat(of)]),
        Aim::Hardware(of, it) => Moment::new(Kind::Special, [hardware(of, it)]),
    }
}
