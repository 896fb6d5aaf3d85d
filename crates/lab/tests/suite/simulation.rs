//! Simulation of both games: the same on any number of threads, and every record kept holds.

use std::sync::Mutex;

use bots::BotName;
use games::{GameVisitor, NetworkChoice, Setup, Study};
use lab::run::{Stop, Threads};
use lab::{Plan, Tally, simulate};
use spammers::{CardSet, Variant};
use spamorama::{BuiltIn, Memory};
use table::{Record, SeatCount};

const SEATS: usize = 3;

const GAMES: u64 = 60;

fn spammers() -> Setup {
    Setup::Spammers(CardSet::starter().into(), SeatCount::new(SEATS).unwrap(), Variant::Standard)
}

fn spam_o_rama() -> Setup {
    let network = NetworkChoice::One(BuiltIn::Ring.network());
    Setup::SpamORama(network, SeatCount::new(SEATS).unwrap(), Memory::On)
}

fn plan() -> Plan {
    Plan { seed: 42, bots: vec![BotName::Random.into(); SEATS], workers: 1 }
}

fn threads(count: usize) -> Threads {
    Threads::new(count).unwrap()
}

fn tally(setup: &Setup, count: usize) -> Tally {
    simulate(setup, &plan(), GAMES, &threads(count), &Stop::default(), None, |_| {}).unwrap()
}

fn is_the_same_on_any_number_of_threads(setup: &Setup) {
    let alone = tally(setup, 1);
    assert_eq!(alone.games, GAMES);
    assert_eq!(alone, tally(setup, 2));
    assert_eq!(alone, tally(setup, 5));
}

#[test]
fn spammers_is_the_same_on_any_number_of_threads() {
    is_the_same_on_any_number_of_threads(&spammers());
}

#[test]
fn spam_o_rama_is_the_same_on_any_number_of_threads() {
    is_the_same_on_any_number_of_threads(&spam_o_rama());
}

fn keeps_records_that_hold(setup: &Setup) {
    let kept = Mutex::new(Vec::new());
    let keep = |number: u64, record: Record| {
        kept.lock().unwrap().push((number, record.to_string()));
        Ok(())
    };
    let tally = simulate(setup, &plan(), GAMES, &threads(2), &Stop::default(), Some(&keep), |_| {}).unwrap();
    let mut kept = kept.into_inner().unwrap();
    kept.sort();
    assert_eq!(kept.len() as u64, tally.games - tally.unfinished);
    let mut wins = Tally::default();
    for (number, text) in kept {
        let record = Record::read(&text).unwrap();
        assert_eq!(record.header().seed.unwrap().to_string(), format!("chacha8:42/{number}"));
        let mut winners = setup.visit(Winners(&record)).iter();
        match (winners.next(), winners.next()) {
            (Some(only), None) => wins.wins[only.index()] += 1,
            _ => wins.shared_wins += 1,
        }
    }
    assert_eq!((wins.wins, wins.shared_wins), (tally.wins, tally.shared_wins));
}

/// Who won, as the referee says.
struct Winners<'a>(&'a Record);

impl GameVisitor for Winners<'_> {
    type Answer = table::SeatSet;

    fn visit<G: Study>(self, make: impl Fn(u64) -> G + Sync) -> table::SeatSet {
        self.0.referee(make(0)).unwrap().ending().unwrap().winners
    }
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
    let stopped =
        simulate(&game, &plan(), GAMES, &threads(2), &Stop::default(), Some(&keep), |_| {}).unwrap_err();
    assert_eq!(stopped.to_string(), "the folder is full");
}

#[test]
fn a_simulation_that_is_stopped_has_what_was_played() {
    let game = spam_o_rama();
    let stop = Stop::default();
    let tally = simulate(&game, &plan(), 10 * GAMES, &threads(1), &stop, None, |_| stop.raise()).unwrap();
    assert!(tally.games > 0 && tally.games < 10 * GAMES, "{}", tally.games);
    let alone = simulate(&game, &plan(), tally.games, &threads(1), &Stop::default(), None, |_| {}).unwrap();
    assert_eq!(tally, alone, "one thread plays them in their order");
}

#[test]
fn states_stay_small() {
    assert!(size_of::<spammers::State>() <= 1024);
    assert!(size_of::<spamorama::State>() <= 512);
}
