//! Any bytes may be played: the first says which game and for how many.
#![no_main]

use std::sync::LazyLock;

use games::{GameName, GameVisitor, Setup, SetupChoices};
use libfuzzer_sys::fuzz_target;
use table::{Probe, SeatCount};

struct Play<'a>(&'a [u8]);

impl GameVisitor for Play<'_> {
    type Answer = ();

    fn visit<G: Probe>(self, make: impl Fn(u64) -> G + Sync) {
        conformance::fuzz::inputs(&make(0), self.0);
    }
}

static SETUPS: LazyLock<Vec<Setup>> = LazyLock::new(|| {
    let seats = (2..=6).map(|count| SeatCount::new(count).expect("two to six can play"));
    seats
        .flat_map(|seats| GameName::ALL.map(|game| Setup::new(game, seats, SetupChoices::default())))
        .map(|setup| setup.expect("that is the default"))
        .collect()
});

fuzz_target!(|bytes: &[u8]| {
    if let Some((&first, rest)) = bytes.split_first() {
        SETUPS[usize::from(first) % SETUPS.len()].visit(Play(rest));
    }
});
