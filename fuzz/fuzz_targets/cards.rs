//! Any text may be read as a card file; every set it gives can be played.
#![no_main]

use games::Variant;
use libfuzzer_sys::fuzz_target;
use spammers::{CardSet, Spammers};
use table::SeatCount;

fuzz_target!(|text: &str| {
    if let Ok(set) = CardSet::read(text) {
        let seats = SeatCount::new(2).expect("two can play");
        let game = Spammers::new(set, seats, Variant::Standard);
        let last = text.len().saturating_sub(400);
        conformance::fuzz::inputs(&game, &text.as_bytes()[last..]);
    }
});
