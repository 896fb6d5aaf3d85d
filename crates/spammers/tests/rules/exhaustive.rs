//! Random games until everything has happened: every card, every effect, every reaction, every refusal.
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;

use spammers::{
    Action, Aim, CardSet, Direction, Effect, Event, Illegal, Kind, Moment, Spammers, Specialty, Variant,
};
use table::{Awaits, Game, Input, Luck, Match, Probe as _, Purpose, Seat, SeatCount, Seed, Viewer};

/// A game more than this, and the runner gives up.
const MOST_GAMES: u64 = 3_000;
/// Nonsense tried at the door at each decision.
const PROBES: usize = 3;

/// Every refusal there is. The match below does not compile when one is missing.
const REFUSALS: &[&str] = &[
    "Over",
    "NotYourMove",
    "WaitsForLuck",
    "WaitsForPlayer",
    "NotPossibleNow",
    "NotInDeck",
    "ChooseFirst",
    "NotDealtToYou",
    "ChoosingIsOver",
    "AnswerTheOffer",
    "NothingOffered",
    "ReactOrPass",
    "NothingToReactTo",
    "HandFull",
    "NothingToDraw",
    "NotInHand",
    "MailingsAreNotPlaced",
    "NotAMailing",
    "ScamsFull",
    "MailingsUsedUp",
    "NotYourScam",
    "NotMailable",
    "OnlyAReaction",
    "NotAReaction",
    "NotTheMoment",
    "AlreadyAverted",
    "NotYourScamLowered",
    "NotYourListLeaving",
    "RollAtItsEnd",
    "MustPay",
    "WrongAim",
    "ScamNotInPlay",
    "ListNotInPlay",
    "AtInitialRating",
    "NoGruntles",
    "HasSpecialty",
    "NotAnothersScam",
    "NotAnothersList",
    "NotUnwashed",
    "TooLarge",
    "WouldNotStay",
    "NotMerged",
    "NoSpecialty",
    "LacksSpecialty",
    "NotAnotherPlayer",
    "EmptyHand",
    "NotDiscarded",
    "NotTheirHardware",
    "ScamProtected",
    "ListProtected",
    "HardwareProtected",
    "HandProtected",
    "NotTogether",
    "SameList",
    "TooFewScams",
    "NotAScam",
];

/// Refusals that only a prompt gives, as the reason why a whole kind of action is unavailable. (That there is no List
/// at all to mail would need an empty table; `s4_5_with_no_list_at_all_the_prompt_says_so` arranges one.)
const PROMPT_ONLY: &[&str] = &["no Scam in play to mail for", "nothing to work on", "no two Lists to merge"];

fn name(illegal: Illegal) -> String {
    match illegal {
        Illegal::Over
        | Illegal::NotYourMove(_)
        | Illegal::WaitsForLuck(_)
        | Illegal::WaitsForPlayer
        | Illegal::NotPossibleNow(_)
        | Illegal::NotInDeck
        | Illegal::ChooseFirst
        | Illegal::NotDealtToYou(_)
        | Illegal::ChoosingIsOver
        | Illegal::AnswerTheOffer
        | Illegal::NothingOffered
        | Illegal::ReactOrPass
        | Illegal::NothingToReactTo
        | Illegal::HandFull { .. }
        | Illegal::NothingToDraw
        | Illegal::NotInHand(_)
        | Illegal::MailingsAreNotPlaced(_)
        | Illegal::NotAMailing(_)
        | Illegal::ScamsFull { .. }
        | Illegal::MailingsUsedUp(_)
        | Illegal::NotYourScam(_)
        | Illegal::NoScam
        | Illegal::NotMailable(_)
        | Illegal::NoList
        | Illegal::OnlyAReaction(_)
        | Illegal::NotAReaction(_)
        | Illegal::NotTheMoment(_)
        | Illegal::AlreadyAverted
        | Illegal::NotYourScamLowered
        | Illegal::NotYourListLeaving
        | Illegal::RollAtItsEnd
        | Illegal::MustPay
        | Illegal::WrongAim(_)
        | Illegal::ScamNotInPlay(_)
        | Illegal::ListNotInPlay(_)
        | Illegal::AtInitialRating(_)
        | Illegal::NoGruntles(_)
        | Illegal::HasSpecialty(..)
        | Illegal::NotAnothersScam(_)
        | Illegal::NotAnothersList(_)
        | Illegal::NotUnwashed(_)
        | Illegal::TooLarge(..)
        | Illegal::WouldNotStay(_)
        | Illegal::NotMerged(_)
        | Illegal::NoSpecialty(_)
        | Illegal::LacksSpecialty(..)
        | Illegal::NotAnotherPlayer(_)
        | Illegal::EmptyHand(_)
        | Illegal::NotDiscarded(_)
        | Illegal::NotTheirHardware(..)
        | Illegal::ScamProtected(_)
        | Illegal::ListProtected(_)
        | Illegal::HardwareProtected(_)
        | Illegal::HandProtected(_)
        | Illegal::NothingToWorkOn(_)
        | Illegal::NotTogether
        | Illegal::SameList
        | Illegal::NothingToMerge
        | Illegal::TooFewScams(_)
        | Illegal::NotAScam(_) => {}
    }
    let text = format!("{illegal:?}");
    text.split(['(', ' ']).next().unwrap_or_default().to_owned()
}

/// Everything seen so far.
#[derive(Default)]
struct Seen {
    played: BTreeSet<usize>,
    lists: BTreeSet<usize>,
    effects: BTreeSet<&'static str>,
    refusals: BTreeSet<String>,
}

impl Seen {
    fn hear(&mut self, game: &Spammers, event: Event) {
        match event {
            Event::OpenedScam(_, title, _) | Event::InstalledHardware(_, title) => {
                self.played.insert(title.index());
            }
            Event::UsedSpecial(_, title, _)
            | Event::ShiftedTarget(_, title, ..)
            | Event::ShiftedRoll(_, title, ..)
            | Event::CalledReroll(_, title)
            | Event::Cancelled(_, title)
            | Event::Shielded(_, title, _)
            | Event::Held(_, title, _) => {
                self.played.insert(title.index());
                if let Kind::Mailing { effect, .. } = game.set().face(title).kind {
                    self.effects.insert(effect.clause().0);
                }
            }
            Event::TookList(_, list) | Event::JoinedMasses(list) | Event::TurnedUp(_, list) => {
                self.lists.insert(list.index());
            }
            _ => {}
        }
    }
}

/// An aim of the kind this effect takes, at random.
fn aim_for(effect: Effect, game: &Spammers, luck: &mut impl Luck) -> Aim {
    let titles = game.set().titles();
    let scams = titles.iter().filter(|face| matches!(face.kind, Kind::Scam { .. })).count() as u32;
    let named = |slug: &str| game.set().find_card_id(slug).unwrap();
    let scam = |luck: &mut _| named(&titles[Luck::below(luck, scams) as usize].slug);
    let title = |luck: &mut _| named(&titles[Luck::below(luck, titles.len() as u32) as usize].slug);
    let lists = game.set().lists();
    let list = |luck: &mut _| {
        game.set().find_list(&lists[Luck::below(luck, lists.len() as u32) as usize].slug).unwrap()
    };
    let seat = |luck: &mut _| Seat::new(Luck::below(luck, 6) as usize).unwrap();
    let direction = |luck: &mut _| [Direction::Up, Direction::Down][Luck::below(luck, 2) as usize];
    match effect {
        Effect::AdjustRating(_) => Aim::Rating(scam(luck), direction(luck)),
        Effect::RaiseRating(_) | Effect::LowerRating(_) => Aim::Scam(scam(luck)),
        Effect::StealRating(_) => Aim::Scams(scam(luck), scam(luck)),
        Effect::AddGruntles(_)
        | Effect::RemoveGruntles(_)
        | Effect::AddSpecialty(_)
        | Effect::TakeUnwashedList(_)
        | Effect::StealList(_)
        | Effect::ReleaseList
        | Effect::SplitList
        | Effect::DisbandList => Aim::List(list(luck)),
        Effect::MoveGruntles(_) => Aim::Lists(list(luck), list(luck)),
        Effect::RemoveSpecialty => Aim::Counter(list(luck), Specialty::ALL[Luck::below(luck, 4) as usize]),
        Effect::StealCard | Effect::PeekAtHand | Effect::ForceDiscard => Aim::Player(seat(luck)),
        Effect::TakeDiscard => Aim::Discarded(title(luck)),
        Effect::DestroyHardware | Effect::StealHardware => Aim::Hardware(seat(luck), title(luck)),
        Effect::ShiftTarget(_) | Effect::ShiftRoll(_) => Aim::Target(direction(luck)),
        Effect::DrawCards(_)
        | Effect::ExtraActions(_)
        | Effect::ExtraMailing
        | Effect::Reroll
        | Effect::CancelSpecial
        | Effect::ShieldScam
        | Effect::HoldList => Aim::Nothing,
    }
}

/// A card of the hand, used well or ill.
fn from_hand(live: &Match<Spammers>, seat: Seat, luck: &mut impl Luck) -> Option<Action> {
    let hand = live.view(Viewer::Seat(seat)).secrets?.hand;
    let title = luck.pick(&hand)?;
    let Kind::Mailing { effect, .. } = live.game().set().face(title).kind else {
        return None;
    };
    let aim = aim_for(effect, live.game(), luck);
    Some(if effect.moment() == Moment::OwnTurn {
        Action::Special(title, aim)
    } else {
        Action::React(title, aim)
    })
}

/// Plays one random game, tries nonsense at the door, and notes what happens.
fn play(game: Spammers, seed: Seed, seen: &mut Seen) {
    let mut live = Match::new(game);
    let mut luck = seed.luck(Purpose::Table);
    let mut trial = seed.luck(Purpose::Trial);
    let (mut choices, mut heard, mut earlier) = (Vec::new(), 0, Vec::new());
    loop {
        let awaits = live.awaits();
        for probe in 0..PROBES {
            let seat = match awaits {
                Awaits::Choice(seat) if probe > 0 => seat,
                _ => Seat::new(trial.below(6) as usize).unwrap(),
            };
            let likely = match awaits {
                Awaits::Choice(seat) if probe > 0 => from_hand(&live, seat, &mut trial),
                _ => None,
            };
            let action = match (likely, trial.pick(&earlier)) {
                (Some(likely), _) => likely,
                (None, Some(earlier)) if probe == 2 => earlier,
                (None, _) => live.game().any_action(&mut trial),
            };
            // An accepted random action is part of the game.
            if let Err(refused) = live.take(Input::Act(seat, action)) {
                seen.refusals.insert(name(refused.illegal));
            }
        }
        if let Err(refused) = live.take(Input::Luck(spammers::Outcome::Roll(9))) {
            seen.refusals.insert(name(refused.illegal));
        }
        match live.awaits() {
            Awaits::Luck(_) => {
                if let Some(luck_before) = live.draw(&mut luck)
                    && let Err(refused) = live.take(Input::Luck(luck_before))
                {
                    seen.refusals.insert(name(refused.illegal));
                }
            }
            Awaits::Choice(_) | Awaits::Sealed(_) => {
                let seat = live.awaits().seats().iter().next().unwrap();
                if trial.below(8) == 0 {
                    for unavailable in live.prompt(Viewer::Seat(seat)).unavailable {
                        let known =
                            PROMPT_ONLY.iter().filter(|only| unavailable.why.to_string().contains(**only));
                        seen.refusals.extend(known.map(|only| (*only).to_owned()));
                    }
                }
                live.choices(seat, &mut choices);
                let action = trial.pick(&choices).unwrap();
                earlier.push(action);
                live.act(seat, action).unwrap();
            }
            Awaits::Nothing => break,
        }
    }
    for viewer in live.game().seats().viewers() {
        for (_, event) in live.heard(viewer, 0).collect::<Vec<_>>() {
            seen.hear(live.game(), *event);
            heard += 1;
        }
    }
    assert!(heard > 0);
}

fn seats(number: u64) -> SeatCount {
    SeatCount::new(2 + (number % 5) as usize).unwrap()
}

/// Everything not seen yet.
fn missing(set: &CardSet, seen: &Seen) -> Vec<String> {
    let titles = set.titles().iter().enumerate().filter(|(place, _)| !seen.played.contains(place));
    let mut missing: Vec<String> =
        titles.map(|(_, face)| format!("'{}' was never played", face.name)).collect();
    let lists = set.lists().iter().enumerate().filter(|(place, _)| !seen.lists.contains(place));
    missing.extend(lists.map(|(_, face)| format!("'{}' never came into play", face.name)));
    for face in set.titles() {
        if let Kind::Mailing { effect, .. } = face.kind
            && !seen.effects.contains(effect.clause().0)
        {
            missing.push(format!("the effect of '{}' was never used", face.name));
        }
    }
    let refusals = REFUSALS.iter().chain(PROMPT_ONLY).filter(|refusal| !seen.refusals.contains(**refusal));
    missing.extend(refusals.map(|refusal| format!("the refusal '{refusal}' never came")));
    missing
}

#[test]
fn everything_happens_with_the_standard_set() {
    let set = Arc::new(CardSet::standard());
    let one = std::env::var("GRUNTLE_GAME").ok().and_then(|number| number.parse::<u64>().ok());
    let mut seen = Seen::default();
    for number in one.map_or(0..MOST_GAMES, |one| one..one + 1) {
        let game = Spammers::new(set.clone(), seats(number), Variant::ALL[(number / 5 % 2) as usize]);
        let played = catch_unwind(AssertUnwindSafe(|| play(game, Seed::new(98, number), &mut seen)));
        if let Err(panic) = played {
            eprintln!(
                "to see this game again: GRUNTLE_GAME={number} cargo test -p spammers --test exhaustive"
            );
            resume_unwind(panic);
        }
        if one.is_none() && missing(&set, &seen).is_empty() {
            println!("everything happened within {} games", number + 1);
            return;
        }
    }
    assert!(one.is_some(), "not in {MOST_GAMES} games: {:#?}", missing(&set, &seen));
}
