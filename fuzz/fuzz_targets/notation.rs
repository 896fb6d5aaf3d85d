//! Any text may be read as notation of either game.
#![no_main]

use std::sync::LazyLock;

use games::{GameName, GameVisitor, Setup, SetupChoices};
use libfuzzer_sys::fuzz_target;
use table::{Game, SeatCount};

struct Read<'a>(&'a str);

impl GameVisitor for Read<'_> {
    type Answer = ();

    fn visit<G: Game>(self, make: impl Fn(u64) -> G + Sync) {
        conformance::fuzz::notation(&make(0), self.0);
    }
}

static SETUPS: LazyLock<[Setup; 2]> = LazyLock::new(|| {
    let seats = SeatCount::new(3).expect("three can play");
    GameName::ALL.map(|game| Setup::new(game, seats, SetupChoices::default()).expect("that is the default"))
});

fuzz_target!(|text: &str| {
    for setup in SETUPS.iter() {
        setup.visit(Read(text));
    }
});
