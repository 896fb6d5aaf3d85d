//! Files of one's own: card sets, networks and the like, read where somebody names them.

use std::fs;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

use spammers::{BadCardSet, CardSet, CardText};
use spamorama::Network;

use crate::catalogue::{Uncatalogued, card_set_named, card_set_names};
use crate::setup::{NetworkChoice, network_named};

/// Card files longer than this are not ours.
const LARGEST_CARD_FILE: u64 = 4 * 1024 * 1024;
/// Files of networks longer than this are not ours.
const LARGEST_NETWORK_FILE: u64 = 64 * 1024;

/// Reads a file of one kind, none of which is larger than this; or says why not.
pub fn read_at_most(path: &Path, largest: u64, kind: &str) -> Result<Vec<u8>, String> {
    let told = |wrong: io::Error| wrong.to_string();
    let mut bytes = Vec::new();
    // The size of a device or a pipe is unknown before it is read.
    fs::File::open(path).map_err(told)?.take(largest + 1).read_to_end(&mut bytes).map_err(told)?;
    match bytes.len() as u64 > largest {
        true => Err(format!("it has more than {largest} bytes, and no {kind} has")),
        false => Ok(bytes),
    }
}

/// The same of a file that is text.
pub fn read_text_at_most(path: &Path, largest: u64, kind: &str) -> Result<String, String> {
    let bytes = read_at_most(path, largest, kind)?;
    String::from_utf8(bytes).map_err(|_| "it is not text (UTF-8)".to_owned())
}

/// The text of a card file, sound or not.
pub fn read_card_file(path: &Path) -> Result<String, String> {
    read_text_at_most(path, LARGEST_CARD_FILE, "card file")
}

/// The text of a file of a network, sound or not.
pub fn read_network_file(path: &Path) -> Result<String, String> {
    read_text_at_most(path, LARGEST_NETWORK_FILE, "file of a network")
}

/// The card set of this name, or in this file.
pub fn card_set_at(name: &str) -> Result<Arc<CardSet>, Uncatalogued> {
    card_set_named(name).map_or_else(|| in_card_file(name, CardSet::read).map(Arc::new), Ok)
}

/// The card set of this name, or in this file, as its author wrote it.
pub fn card_text_at(name: &str) -> Result<CardText, Uncatalogued> {
    CardText::shipped(name).map_or_else(|| in_card_file(name, CardText::read), Ok)
}

fn in_card_file<T>(name: &str, understand: fn(&str) -> Result<T, BadCardSet>) -> Result<T, Uncatalogued> {
    let text = read_card_file(Path::new(name)).map_err(|why| {
        Uncatalogued(format!(
            "there is no card set '{name}': it is {} or a file, and this file cannot be read ({why})",
            card_set_names().join(", ")
        ))
    })?;
    understand(&text).map_err(|bad| first_of(&bad.0, name, "deck"))
}

/// The network of this name, or in this file; a fresh one comes of this seed.
pub fn network_at(name: &str, seed: u64) -> Result<NetworkChoice, Uncatalogued> {
    if let Some(network) = network_named(name, seed) {
        return Ok(network);
    }
    let path = Path::new(name);
    let text = read_network_file(path).map_err(|why| {
        Uncatalogued(format!(
            "there is no network '{name}': it is ring, corners, long, strip or generated, or a file, and this file cannot be read ({why})"
        ))
    })?;
    let network = Network::check(&network_name_of(path), &text);
    network
        .map(|network| NetworkChoice::One(network.into()))
        .map_err(|faults| first_of(&faults, name, "network"))
}

/// The name of the network in a file: that of the file.
#[must_use]
pub fn network_name_of(file: &Path) -> String {
    Network::tidy_name(&file.file_stem().unwrap_or_default().to_string_lossy())
}

/// The first of the faults of a file, how many more there are, and what lists them.
fn first_of(faults: &[impl ToString], file: &str, command: &str) -> Uncatalogued {
    let first = faults.first().map(ToString::to_string).unwrap_or_default();
    let more = match faults.len() {
        0 | 1 => String::new(),
        count => format!("; {} more: see 'gruntle {command} check {file}'", count - 1),
    };
    Uncatalogued(format!("{file}: {first}{more}").replace(char::is_control, "\u{fffd}"))
}
