//! Any text may be read as a record and refereed.
#![no_main]

use games::{GameVisitor, game_of};
use libfuzzer_sys::fuzz_target;
use table::{Game, Record};

struct Referee<'a>(&'a Record);

impl GameVisitor for Referee<'_> {
    type Answer = ();

    fn visit<G: Game>(self, make: impl Fn(u64) -> G + Sync) {
        conformance::fuzz::referee(make(0), self.0);
    }
}

fuzz_target!(|text: &str| {
    if let Some(record) = conformance::fuzz::record(text)
        && let Ok(game) = game_of(record.header(), None)
    {
        game.visit(Referee(&record));
    }
});
