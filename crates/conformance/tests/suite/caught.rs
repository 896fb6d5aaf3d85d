//! Every fault planted in the toy is caught, and the right law is named.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use conformance::{Broken, Law, Plan, check};

use crate::toy::{Planted, Snap};

/// Each fault with the laws that may be blamed for it; the first is the one it was made for.
const FAULTS: &[(Planted, &[Law])] = &[
    (Planted::EnumeratesRefused, &[Law::EnumeratedIsAccepted]),
    (Planted::AcceptsUnlisted, &[Law::EnumeratedIsAccepted]),
    (Planted::AcceptsLuckUndue, &[Law::EnumeratedIsAccepted]),
    (Planted::WrongOrder, &[Law::FixedOrder]),
    (Planted::ChancesWrongOrder, &[Law::FixedOrder]),
    (Planted::ChoicesForAll, &[Law::FixedOrder]),
    (Planted::TwoWrittenAlike, &[Law::Notation]),
    (Planted::NotReadBack, &[Law::Notation]),
    (Planted::RaggedNotation, &[Law::Notation]),
    (Planted::RefusalChanges, &[Law::RefusalChangesNothing]),
    (Planted::RefusalIsHeard, &[Law::RefusalChangesNothing]),
    (Planted::RefusalWithoutClause, &[Law::CitesTheRulebook]),
    (Planted::RefusalWithoutWords, &[Law::CitesTheRulebook]),
    (Planted::EventWithoutClause, &[Law::CitesTheRulebook]),
    (Planted::PromptWithoutClause, &[Law::CitesTheRulebook]),
    (Planted::PromptForgetsChoice, &[Law::PromptsOfferChoices]),
    (Planted::StepsAlike, &[Law::StepsLeadToOne]),
    (Planted::StepsEndEarly, &[Law::StepsLeadToOne]),
    (Planted::DeadEnd, &[Law::GoesOnUntilOver]),
    (Planted::EndsTooSoon, &[Law::GoesOnUntilOver]),
    (Planted::NobodyWins, &[Law::GoesOnUntilOver]),
    (Planted::AcceptsWhenOver, &[Law::GoesOnUntilOver]),
    (Planted::LosesCard, &[Law::EveryPieceOnce]),
    (Planted::DoublesCard, &[Law::EveryPieceOnce]),
    (Planted::NeverEnds, &[Law::GamesEnd]),
    (Planted::CountsBesideTheState, &[Law::Replays]),
    (Planted::ChangesWhenHeard, &[Law::Replays]),
    (Planted::ChanceOutsideChances, &[Law::HonestChances]),
    (Planted::SkewedChance, &[Law::HonestChances]),
    (Planted::WorldLooksDifferent, &[Law::ImaginedLooksAlike]),
    (Planted::WorldNotWhole, &[Law::ImaginedPlaysOn]),
    (Planted::WorldCannotGoOn, &[Law::ImaginedPlaysOn]),
    (Planted::ImaginesTheTruth, &[Law::ImaginedBlindly]),
    (Planted::ImaginesOneTrueCard, &[Law::ImaginedBlindly]),
    (Planted::ViewLeaks, &[Law::ViewsKeepSecrets]),
    (Planted::ShownViewLeaks, &[Law::ViewsKeepSecrets]),
    (Planted::EventLeaks, &[Law::EventsKeepSecrets]),
    (Planted::SealedPickTold, &[Law::EventsKeepSecrets]),
    (Planted::RevealUnmarked, &[Law::EventsKeepSecrets]),
    (Planted::RefusalLeaks, &[Law::RefusalsKeepSecrets]),
    (Planted::PromptLeaks, &[Law::PromptsKeepSecrets]),
    (Planted::ChoicesLeak, &[Law::PromptsKeepSecrets, Law::RefusalsKeepSecrets]),
    (Planted::WindowSkipsWhoCannot, &[Law::AsksAlike]),
    (Planted::WindowOnlyIfHeld, &[Law::AsksAlike]),
    (Planted::Panics, &[Law::NeverPanics]),
];

/// So many games are played to catch each fault.
const GAMES: u64 = 30;
const SEEDS: u64 = 2;

/// The law that caught each fault under each seed.
static BREACHES: LazyLock<Vec<(Planted, Option<Broken>)>> = LazyLock::new(|| {
    let under = |seed| FAULTS.iter().map(move |(fault, _)| (*fault, caught(*fault, &Plan::new(GAMES, seed))));
    (0..SEEDS).flat_map(under).collect()
});

fn caught(fault: Planted, plan: &Plan) -> Option<Broken> {
    check(|number| Snap::planted(number, fault), plan).err()
}

fn breaches() -> impl Iterator<Item = (Planted, &'static Broken)> {
    let found = BREACHES.iter();
    found.filter_map(|(fault, broken)| Some((*fault, broken.as_ref()?)))
}

#[test]
fn every_planted_fault_is_caught() {
    let missed: Vec<_> = BREACHES.iter().filter(|(_, broken)| broken.is_none()).collect();
    assert!(missed.is_empty(), "{missed:?}");
}

#[test]
#[ignore = "long; .ci/run has it"]
fn every_planted_fault_is_blamed_on_its_law() {
    for (fault, broken) in breaches() {
        let (_, laws) = FAULTS.iter().find(|(planted, _)| *planted == fault).unwrap();
        assert!(laws.contains(&broken.law), "{fault:?}: {broken}");
    }
}

#[test]
#[ignore = "long; .ci/run has it"]
fn every_law_catches_some_fault() {
    let blamed: BTreeSet<Law> = breaches().map(|(_, broken)| broken.law).collect();
    assert_eq!(blamed.len(), 21, "{blamed:?}");
}

#[test]
#[ignore = "long; .ci/run has it"]
fn a_breach_comes_up_again_when_its_game_is_played_alone() {
    for (fault, broken) in breaches() {
        let alone = Plan { first: broken.seed.game, ..Plan::new(1, broken.seed.number) };
        assert_eq!(caught(fault, &alone).as_ref(), Some(broken), "{fault:?}");
    }
}

#[test]
#[ignore = "long; .ci/run has it"]
fn a_breach_is_told_in_one_paragraph() {
    for (_, broken) in breaches() {
        let told = broken.to_string();
        assert_eq!(told.lines().count(), 1, "{told}");
        assert!(told.contains(&format!("{:?}", broken.law)) && told.contains(&broken.seed.to_string()));
        assert!(told.chars().count() < 900, "{told}");
    }
}
