//! Simulation of both games: the same on any number of threads, and every record kept holds.

#![allow(clippy::unwrap_used)] // A test may stop at once.

use std::sync::Mutex;

use bots::BotName;
use lab::{Plan, Tally, simulate};
use spammers::{CardSet, Spammers, Variant};
use spamorama::{BuiltIn, Memory, SpamORama};
use table::{Record, SeatCount, SeatSet};

const SEATS: usize = 3;

fn spammers() -> Spammers {
    Spammers::new(CardSet::starter(), SeatCount::new(SEATS).unwrap(), Variant::Standard)
}

fn spam_o_rama() -> SpamORama {
    let seats = SeatCount::new(SEATS).unwrap();
    SpamORama::new(BuiltIn::Ring.network(), seats, Memory::On, SeatSet::EMPTY)
}

fn plan(threads: usize) -> Plan {
    Plan { seed: 42, games: 60, threads, bots: vec![BotName::Random.into(); SEATS], workers: 1 }
}

/// The counts, and the lengths by their summary: threads may finish in any order.
fn tally<G: bots::Judge + Clone>(game: &G, threads: usize) -> (Tally, String) {
    let tally = simulate(|_| game.clone(), &plan(threads), None, || {}).unwrap();
    let rounds = format!("{:?}", tally.rounds());
    (tally, rounds)
}

fn is_the_same_on_any_number_of_threads<G: bots::Judge + Clone>(game: &G) {
    let alone = tally(game, 1);
    assert_eq!(alone.0.games, 60);
    assert_eq!(alone, tally(game, 2));
    assert_eq!(alone, tally(game, 5));
}

#[test]
fn spammers_is_the_same_on_any_number_of_threads() {
    is_the_same_on_any_number_of_threads(&spammers());
}

#[test]
fn spam_o_rama_is_the_same_on_any_number_of_threads() {
    is_the_same_on_any_number_of_threads(&spam_o_rama());
}

fn keeps_records_that_hold<G: bots::Judge + Clone>(game: &G) {
    let kept = Mutex::new(Vec::new());
    let keep = |number: u64, record: Record| {
        kept.lock().unwrap().push((number, record.to_string()));
        Ok(())
    };
    let tally = simulate(|_| game.clone(), &plan(2), Some(&keep), || {}).unwrap();
    let mut kept = kept.into_inner().unwrap();
    kept.sort();
    assert_eq!(kept.len() as u64, tally.games - tally.unfinished);
    let mut wins = Tally::default();
    for (number, text) in kept {
        let record = Record::read(&text).unwrap();
        assert_eq!(record.header().seed.unwrap().to_string(), format!("chacha8:42/{number}"));
        let ending = record.referee(game.clone()).unwrap().ending().unwrap();
        let mut winners = ending.winners.iter();
        match (winners.next(), winners.next()) {
            (Some(only), None) => wins.wins[only.index()] += 1,
            _ => wins.shared_wins += 1,
        }
    }
    assert_eq!((wins.wins, wins.shared_wins), (tally.wins, tally.shared_wins));
}

#[test]
fn spammers_keeps_records_that_hold() {
    keeps_records_that_hold(&spammers());
}

#[test]
fn spam_o_rama_keeps_records_that_hold() {
    keeps_records_that_hold(&spam_o_rama());
}

#[test]
fn a_record_that_cannot_be_kept_stops_the_simulation() {
    let game = spam_o_rama();
    let keep = |_, _| Err("the folder is full".to_owned());
    let stopped = simulate(|_| game.clone(), &plan(2), Some(&keep), || {}).unwrap_err();
    assert_eq!(stopped.to_string(), "the folder is full");
}

#[test]
fn states_stay_small() {
    assert!(size_of::<spammers::State>() <= 1024);
    assert!(size_of::<spamorama::State>() <= 512);
}
