//! S9.1: faults of a card set as a whole.

use crate::card::{MOST_ACTION_CARDS, MOST_LISTS, MOST_SCAMS};
use crate::effect::{Effect, Moment};
use crate::face::Kind;
use crate::file::{CardFile, Flaw, slug_of};
use crate::power::Power;

/// The fewest Lists with which six can be dealt in: three each, one each for the Masses, and one to draw.
const FEWEST_LISTS: usize = 25;
/// The fewest Action cards with which six can be dealt in, and one to draw.
const FEWEST_ACTION_CARDS: usize = 37;

/// The flaws of a set whose cards are sound by themselves.
pub(crate) fn flaws_of_the_whole(file: &CardFile) -> Vec<Flaw> {
    let mut flaws = Vec::new();
    let mut flaw = |line: usize, card: Option<&str>, what: String| {
        flaws.push(Flaw { line, card: card.map(str::to_owned), what });
    };
    // Cards with a flaw of their own are not counted here, so missing cards are judged only without such flaws.
    let sound = file.flaws.is_empty();
    if slug_of(&file.name) != file.name || (sound && file.name.is_empty()) {
        flaw(
            1,
            None,
            format!("the set's name '{}' must be lower-case letters, digits and hyphens", file.name),
        );
    }
    let titles = || file.scams.iter().chain(&file.mailings).chain(&file.hardware);
    let cards: usize = titles().map(|face| usize::from(face.card.copies)).sum();
    for (count, fewest, most, what) in [
        (file.lists.len(), FEWEST_LISTS, MOST_LISTS, "List cards"),
        (cards, FEWEST_ACTION_CARDS, MOST_ACTION_CARDS, "Action cards"),
        (file.scams.len(), 1, MOST_SCAMS, "Scams"),
    ] {
        if sound && !(fewest..=most).contains(&count) {
            flaw(
                1,
                None,
                format!("the set has {count} {what}; six players need {fewest}, and {most} is the most"),
            );
        }
    }
    let names = file.lists.iter().map(|list| (list.line, &list.card.slug, &list.card.name));
    let names: Vec<_> =
        names.chain(titles().map(|face| (face.line, &face.card.slug, &face.card.name))).collect();
    let mut told = None;
    for (place, (line, slug, name)) in names.iter().enumerate() {
        // Copies of one card have all the same fault.
        if let Some((first, ..)) = names[..place].iter().find(|(_, earlier, _)| earlier == slug)
            && told.replace((*first, *line)) != Some((*first, *line))
        {
            flaw(
                *line,
                Some(name),
                format!(
                    "the card of line {first} has this name in notation, '{slug}'; every card needs its own"
                ),
            );
        }
    }
    for mailing in &file.mailings {
        if sound
            && let Kind::Mailing { effect, .. } = mailing.card.kind
            && let Some(why) = never_legal(effect, file)
        {
            flaw(
                mailing.line,
                Some(&mailing.card.name),
                format!("its Special Effect could never be used: {why}"),
            );
        }
    }
    for hardware in &file.hardware {
        if sound
            && let Kind::Hardware(Power::CategoryBonus(category, _)) = hardware.card.kind
            && !file
                .scams
                .iter()
                .any(|scam| matches!(scam.card.kind, Kind::Scam { category: of, .. } if of == category))
        {
            let what = format!(
                "it could never matter: the set has no {category} Scam; add one, or name another category"
            );
            flaw(hardware.line, Some(&hardware.card.name), what);
        }
    }
    flaws
}

/// Why no game with this set could ever see this effect used.
fn never_legal(effect: Effect, file: &CardFile) -> Option<&'static str> {
    let some_effect = |wanted: fn(Effect) -> bool| {
        file.mailings
            .iter()
            .any(|mailing| matches!(mailing.card.kind, Kind::Mailing { effect, .. } if wanted(effect)))
    };
    match effect {
        Effect::DestroyHardware | Effect::StealHardware => {
            file.hardware.is_empty().then_some("the set has no Hardware; add some, or choose another effect")
        }
        Effect::RemoveSpecialty => {
            let printed = file.lists.iter().any(|list| !list.card.specialties.is_empty());
            (!printed && !some_effect(|effect| effect.gives().is_some())).then_some(
                "nothing in the set has or gives a Specialty; give a List one, or choose another effect",
            )
        }
        Effect::ShieldScam => (!some_effect(|effect| effect.swing().lowers > 0))
            .then_some("no effect in the set lowers a Scam; add one, or choose another effect"),
        Effect::CancelSpecial => (!some_effect(|effect| effect.moment() == Moment::OwnTurn))
            .then_some("no Special Effect of the set is announced; add one, or choose another effect"),
        Effect::AdjustRating(_)
        | Effect::RaiseRating(_)
        | Effect::LowerRating(_)
        | Effect::StealRating(_)
        | Effect::AddGruntles(_)
        | Effect::RemoveGruntles(_)
        | Effect::MoveGruntles(_)
        | Effect::AddSpecialty(_)
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
        | Effect::ExtraActions(_)
        | Effect::ExtraMailing
        | Effect::ShiftTarget(_)
        | Effect::ShiftRoll(_)
        | Effect::Reroll
        | Effect::HoldList => None,
    }
}
