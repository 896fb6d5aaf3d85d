//! Studied games are the games that simulation plays, comparisons find nothing where there is nothing, and a run that
//! stops keeps what it has.

use bots::BotName;
use games::{GameName, Setup, SetupChoices};
use lab::run::{Journal, Scenario, Settings, Stop, Threads, play};
use lab::{Comparison, Facts};
use table::SeatCount;

fn scenario(game: GameName, seats: usize, bot: BotName) -> Scenario {
    let setup = Setup::new(game, SeatCount::new(seats).unwrap(), SetupChoices::default()).unwrap();
    Scenario { label: format!("{seats} seats"), setup, bots: vec![bot.into(); seats] }
}

fn settings(seed: u64, games: u64, scenarios: Vec<Scenario>) -> Settings {
    Settings { command: "test".to_owned(), seed, games, scenarios }
}

fn played(settings: &Settings) -> Vec<Vec<Facts>> {
    let played = play(settings, &Threads::new(2).unwrap(), None, &Stop::default(), |_| {}).unwrap();
    assert!(played.finished);
    played.facts
}

/// The same games through the loop that allocates nothing.
fn simulated(scenario: &Scenario, games: u64) -> lab::Tally {
    let plan = lab::Plan { seed: 7, bots: scenario.bots.clone(), workers: 1 };
    lab::simulate(&scenario.setup, &plan, games, &Threads::new(2).unwrap(), &Stop::default(), None, |_| {})
        .unwrap()
}

#[test]
fn studied_games_are_the_games_that_simulation_plays() {
    for game in GameName::ALL {
        for (bot, games) in [(BotName::Random, 60), (BotName::Greedy, 2)] {
            let settings = settings(7, games, vec![scenario(game, 3, bot)]);
            let facts = &played(&settings)[0];
            let tally = simulated(&settings.scenarios[0], games);
            assert_eq!(facts.iter().map(|game| u64::from(game.decisions)).sum::<u64>(), tally.decisions);
            let alone = |seat| facts.iter().filter(|game| game.won(seat) == 1.0).count() as u64;
            assert_eq!([0, 1, 2].map(alone), tally.wins[..3]);
        }
    }
}

#[test]
fn what_is_dealt_is_what_the_rules_deal() {
    let settings = settings(7, 40, vec![scenario(GameName::Spammers, 4, BotName::Random)]);
    let cast = settings.scenarios[0].cast();
    let of = |family: usize, set: &lab::ThingSet| {
        (0..cast.things.len())
            .filter(|&thing| cast.things[thing].family == family && set.contains(thing))
            .count()
    };
    for game in &played(&settings)[0] {
        for seat in &game.seats {
            // S2.1: six Action cards, of which some may be alike, and three Lists, of which S2.4 leaves two.
            assert!((3..=6).contains(&of(0, &seat.dealt)) && of(1, &seat.dealt) == 3);
            assert!(of(1, &seat.had) >= 2 && seat.came[1] >= 2 && seat.came[0] >= 6);
            assert!((0..cast.things.len()).filter(|&thing| cast.things[thing].family == 0).all(|thing| {
                (!seat.dealt.contains(thing) || seat.had.contains(thing))
                    && (!seat.used.contains(thing) || seat.had.contains(thing))
            }));
        }
        assert!(game.real_turns <= game.asked_turns && game.asked_turns <= game.turns);
        assert!(game.real_decisions <= game.decisions);
    }
}

#[test]
fn every_coin_of_spam_o_rama_is_scored_once() {
    let settings = settings(7, 40, vec![scenario(GameName::SpamORama, 3, BotName::Random)]);
    let cast = settings.scenarios[0].cast();
    for game in &played(&settings)[0] {
        let ports = game.scored.iter().filter(|entry| cast.things[usize::from(entry.0)].family == 1);
        assert_eq!(ports.map(|entry| entry.1).sum::<u16>(), 60);
        for client in game.scored.iter().filter(|entry| cast.things[usize::from(entry.0)].family == 0) {
            assert!((16..=40).contains(&client.2), "R4.6");
        }
        assert!(game.seats.iter().all(|seat| seat.came[0] == 4), "R2.6");
    }
}

/// Of comparisons that ask whether anything at all differs, one in twenty may say so by luck; not more.
#[test]
#[ignore = "long; .ci/run has it"]
fn two_runs_of_one_game_differ_by_noise_alone() {
    for (game, seats, pairs) in [(GameName::Spammers, 3, 20), (GameName::SpamORama, 2, 20)] {
        let scenario = scenario(game, seats, BotName::Random);
        let cast = scenario.cast();
        let (mut by_measures, mut by_things) = (0, 0);
        for pair in 0..pairs {
            let side = |seed| played(&settings(seed, 200, vec![scenario.clone()])).remove(0);
            let [a, b] = [2 * pair, 2 * pair + 1].map(side);
            let found = Comparison::of((&cast, &a), (&cast, &b));
            assert!(!found.same);
            by_measures += u32::from(found.real_measures().next().is_some());
            by_things += u32::from(found.real_things().next().is_some());
        }
        assert!(by_measures <= 3 && by_things <= 3, "{game:?}: {by_measures} and {by_things} of {pairs}");
    }
}

#[test]
fn few_games_are_never_more_than_noise() {
    let sides = [2, 6].map(|seats| scenario(GameName::Spammers, seats, BotName::Random));
    let facts = played(&settings(1, 5, sides.to_vec()));
    let found = Comparison::of((&sides[0].cast(), &facts[0]), (&sides[1].cast(), &facts[1]));
    assert_eq!(found.real_measures().count() + found.real_things().count(), 0);
}

#[test]
#[ignore = "long; .ci/run has it"]
fn a_run_that_stops_keeps_what_it_has_and_goes_on() {
    let folder = std::env::temp_dir().join(format!("gruntle-lab-{}", std::process::id()));
    let settings = settings(9, 3500, vec![scenario(GameName::Spammers, 2, BotName::Random)]);
    let whole = played(&settings);
    let stop = Stop::default();
    let journal = Journal::begin(&folder, &settings).unwrap();
    let first = play(&settings, &Threads::new(2).unwrap(), Some(journal), &stop, |_| stop.raise()).unwrap();
    assert!(!first.finished && (1..=2).contains(&(first.facts[0].len() / 1000)));
    assert_eq!(first.facts[0][..], whole[0][..first.facts[0].len()]);
    let journal = Journal::resume(&folder, &settings).unwrap();
    let second = play(&settings, &Threads::new(3).unwrap(), Some(journal), &Stop::default(), |_| {}).unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(second.finished && second.facts == whole);
}
