//! The toy as it should be keeps every law, and every law meets its occasion.

use conformance::{Plan, check, play};
use table::{Record, Seed, Viewer};

use crate::toy::Snap;

#[test]
fn a_sound_game_keeps_every_law_under_many_seeds() {
    for seed in 0..8 {
        check(Snap::sound, &Plan::new(40, seed)).unwrap_or_else(|broken| panic!("{broken}"));
    }
}

#[test]
fn every_count_of_the_report_is_above_zero() {
    let report = check(Snap::sound, &Plan::new(60, 42)).unwrap();
    let counts = report.to_string();
    assert_eq!(report.untried(), [""; 0], "{counts}");
    assert!(report.longest <= 100, "{counts}");
    let bystander = report.imagined[&Viewer::Bystander];
    assert!(bystander.moments >= 24 && bystander.differed * 2 > bystander.moments, "{counts}");
}

#[test]
fn a_run_says_the_same_every_time() {
    let plan = Plan::new(20, 7);
    assert_eq!(check(Snap::sound, &plan), check(Snap::sound, &plan));
}

#[test]
fn one_game_of_a_run_can_be_played_alone() {
    let alone = Plan { first: 17, ..Plan::new(1, 42) };
    assert_eq!(check(Snap::sound, &alone).unwrap().games, 1);
}

#[test]
fn play_gives_a_finished_match_with_its_record() {
    let seed = Seed::new(3, 1);
    let live = play(Snap::sound(1), seed).unwrap();
    assert!(live.ending().is_some());
    assert!(live.heard(Viewer::Bystander, 0).count() > 10);
    let text = live.record(&[], Some(seed)).unwrap().to_string();
    let refereed = Record::read(&text).unwrap().referee(Snap::sound(1)).unwrap();
    assert_eq!(refereed.ending(), live.ending());
}
