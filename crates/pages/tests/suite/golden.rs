//! Games out of `records/`, played to their end.

#![allow(clippy::unwrap_used, reason = "golden records can be read")]

use games::AnyGame;
use room::LiveGame;
use table::Record;

/// A game out of `records/`, played to its end.
pub fn golden(name: &str) -> LiveGame {
    let path = format!("{}/../../records/{name}.txt", env!("CARGO_MANIFEST_DIR"));
    let record = Record::read(&std::fs::read_to_string(path).unwrap()).unwrap();
    match games::game_of(record.header(), None).unwrap() {
        AnyGame::Spammers(game) => LiveGame::Spammers(record.referee(game).unwrap()),
        AnyGame::SpamORama(game) => LiveGame::SpamORama(record.referee(game).unwrap()),
    }
}
