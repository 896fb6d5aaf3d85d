//! A run in stages ends where its games say, on any number of threads, stopped and resumed or not.

use std::fs;
use std::sync::Mutex;

use bots::BotName;
use games::{GameName, Setup, SetupChoices};
use lab::Facts;
use lab::run::{Journal, Played, Scenario, Settings, Stop, Threads, play, play_in_stages};
use table::SeatCount;

/// No stage ends where a piece of work does: those of random players have 1000 games, those of greedy ones 50.
const STAGES: [u64; 5] = [30, 70, 130, 210, 300];

fn settings() -> Settings {
    let scenario = |label: &str, bots: [BotName; 2]| {
        let setup =
            Setup::new(GameName::Spammers, SeatCount::new(2).unwrap(), SetupChoices::default()).unwrap();
        Scenario { label: label.to_owned(), setup, bots: bots.map(Into::into).to_vec() }
    };
    let scenarios = vec![
        scenario("alike", [BotName::Random, BotName::Random]),
        scenario("unlike", [BotName::Greedy, BotName::Random]),
    ];
    Settings { command: "test".to_owned(), seed: 7, games: 300, scenarios }
}

/// Ends at the first stage after which the winners of all games so far were in their seats so often.
fn is_enough(facts: &[&[Facts]]) -> bool {
    facts.iter().all(|facts| facts.iter().filter(|game| game.won(0) > 0.0).count() >= 45)
}

fn played(threads: usize, journal: Option<Journal>, stop: &Stop, progress: impl Fn(u64) + Sync) -> Played {
    play_in_stages(&settings(), &Threads::new(threads).unwrap(), journal, stop, &STAGES, is_enough, progress)
        .unwrap()
}

#[test]
fn games_alone_decide_where_a_run_ends() {
    let whole = played(1, None, &Stop::default(), |_| {});
    assert!(whole.finished);
    assert_eq!(whole.facts.iter().map(Vec::len).collect::<Vec<_>>(), [130, 130]);
    assert_eq!(whole, played(3, None, &Stop::default(), |_| {}));
    let all = play(&settings(), &Threads::new(2).unwrap(), None, &Stop::default(), |_| {}).unwrap();
    for (some, all) in whole.facts.iter().zip(&all.facts) {
        assert!(some[..] == all[..130], "a run in stages plays the games of a plain one");
    }
}

#[test]
fn a_run_in_stages_that_was_stopped_ends_where_it_would_have() {
    let whole = played(2, None, &Stop::default(), |_| {});
    let folder = std::env::temp_dir().join(format!("gruntle-stages-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    for after in 1.. {
        let stop = Stop::default();
        let pieces = Mutex::new(0);
        let begin = if after == 1 { Journal::begin } else { Journal::resume };
        let journal = begin(&folder, &settings()).unwrap();
        let now = played(1, Some(journal), &stop, |_| {
            let mut pieces = pieces.lock().unwrap();
            *pieces += 1;
            if *pieces == after {
                stop.raise();
            }
        });
        if now.finished {
            assert!(after > 2, "it was stopped more than once");
            assert_eq!(now, whole);
            break;
        }
        assert!(now.facts.iter().zip(&whole.facts).all(|(now, whole)| whole.starts_with(now)));
    }
    fs::remove_dir_all(&folder).unwrap();
}
