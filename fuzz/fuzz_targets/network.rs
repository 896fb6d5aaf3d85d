//! Any text may be read as a network; its map reads as the same.
#![no_main]

use games::Network;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(network) = Network::read("fuzzed", text) {
        assert_eq!(Network::of_map("fuzzed", &network.map()), Ok(network));
    }
});
