//! The laws every game keeps, over Spam-O-Rama.
use std::sync::Arc;

use conformance::{Plan, check};
use spamorama::{BuiltIn, Memory, Network, SpamORama};
use table::{Purpose, Seat, SeatCount, SeatSet, Seed};

fn keeps_every_law(memory: Memory, network: impl Fn(u64) -> Arc<Network>, seed: u64) {
    let make = |number: u64| {
        let seats = SeatCount::new(2 + number as usize % 5).unwrap();
        let first =
            if number.is_multiple_of(2) { SeatSet::EMPTY } else { Seat::new(1).map(SeatSet::only).unwrap() };
        SpamORama::new(network(number), seats, memory, first)
    };
    match check(make, &Plan::in_campaign(60, seed)) {
        // Nothing is chosen in secret at once here, nobody reacts, and what others choose is open, so these
        // never come up.
        Ok(report) => assert_eq!(
            report.untried(),
            ["seats asked in windows", "pairs by sealed choices", "pairs made anew"]
        ),
        Err(broken) => panic!("{broken}"),
    }
}

#[test]
fn every_law_holds_on_every_network_with_memory() {
    keeps_every_law(Memory::On, |number| BuiltIn::ALL[number as usize % 4].network(), 2004);
}

#[test]
fn every_law_holds_on_fresh_tilings_without_memory() {
    let fresh = |number| Network::generate(BuiltIn::Ring, &mut Seed::new(5, number).luck(Purpose::Trial));
    keeps_every_law(Memory::Off, |number| fresh(number).into(), 42);
}
