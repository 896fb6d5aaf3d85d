//! Any text may be read as a record and refereed.
#![no_main]

use games::{Guest, game_of};
use libfuzzer_sys::fuzz_target;
use table::{Game, Record};

struct Referee<'a>(&'a Record);

impl Guest for Referee<'_> {
    type Answer = ();

    fn meet<G: Game>(self, make: impl Fn(u64) -> G + Sync) {
        conformance::fuzz::referee(make(0), self.0);
    }
}

fuzz_target!(|text: &str| {
    if let Some(record) = conformance::fuzz::record(text)
        && let Ok(game) = game_of(record.header(), None)
    {
        game.meet(Referee(&record));
    }
});
