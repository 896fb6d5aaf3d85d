//! The laws every game keeps, over SPAMMERS.
use crate::bench::dull_set;
use conformance::{Plan, check};
use spammers::{CardSet, Spammers, Variant};
use table::SeatCount;

fn keeps_every_law(make: impl Fn(u64) -> Spammers, seed: u64) {
    match check(make, &Plan::in_campaign(60, seed)) {
        Ok(report) => assert!(report.untried().is_empty(), "never tried: {:?}", report.untried()),
        Err(broken) => panic!("{broken}"),
    }
}

fn seats(number: u64) -> SeatCount {
    SeatCount::new(2 + number as usize % 5).unwrap()
}

#[test]
fn every_law_holds_with_the_starter_set() {
    let set = std::sync::Arc::new(CardSet::starter());
    keeps_every_law(
        |number| Spammers::new(set.clone(), seats(number), Variant::ALL[number as usize / 5 % 2]),
        1998,
    );
}

#[test]
fn every_law_holds_with_dull_cards() {
    let set = std::sync::Arc::new(dull_set());
    keeps_every_law(|number| Spammers::new(set.clone(), seats(number), Variant::Standard), 7);
}
