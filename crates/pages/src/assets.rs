//! Style, scripts and pictures, embedded in the program and named by their contents' hash.

mod icon;

use std::sync::LazyLock;

use games::GameName;

use crate::poster::{file_of, poster_of};
use crate::sprite;

pub(crate) use icon::{BY_DAY, BY_NIGHT, MANIFEST, TOUCH};

/// The name and the bytes of every file of `assets/`, in order of their names.
const FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// A file the browser may ask for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asset {
    /// Its name, as in `/assets/NAME`.
    pub name: &'static str,
    /// Its MIME type.
    pub content_type: &'static str,
    /// Its contents.
    pub bytes: &'static [u8],
    /// Changes whenever the bytes do.
    pub hash: String,
}

/// The file of the pictures of the starter set.
pub(crate) const STARTER: &str = "starter.svg";
/// The file of the pictures of all other cards.
pub(crate) const CARDS: &str = "cards.svg";
/// The script that answers for all pages where the server cannot be reached.
pub const OFFLINE: &str = "offline.js";
/// The file of the faces of players.
pub(crate) const FACES: &str = "faces.svg";

/// The pictures of pages that are about a game, or about both: name and bytes.
static POSTERS: LazyLock<Vec<(&str, Vec<u8>)>> = LazyLock::new(|| {
    let games = GameName::ALL.into_iter().map(Some).chain([None]);
    games.map(|game| (file_of(game), poster_of(game))).collect()
});

static ASSETS: LazyLock<Vec<Asset>> = LazyLock::new(|| {
    let sprites = [
        (STARTER, sprite::STARTER.as_bytes()),
        (CARDS, sprite::CARDS.as_bytes()),
        (FACES, sprite::FACES.as_bytes()),
    ];
    let posters = POSTERS.iter().map(|(name, bytes)| (*name, bytes.as_slice()));
    let icons = icon::ICONS.iter().map(|(name, bytes)| (*name, bytes.as_slice()));
    let manifest = (MANIFEST, icon::MANIFEST_TEXT.as_bytes());
    let drawn: Vec<_> = sprites.into_iter().chain(posters).chain(icons).chain([manifest]).collect();
    let read = |&(name, bytes): &(&'static str, &'static [u8])| Asset {
        name,
        content_type: content_type(name),
        bytes,
        hash: hash(bytes),
    };
    FILES.iter().chain(&drawn).map(read).collect()
});

/// Every file there is.
#[must_use]
pub fn assets() -> &'static [Asset] {
    &ASSETS
}

/// The file of this name: its type, its bytes, its hash.
#[must_use]
pub fn asset(name: &str) -> Option<(&'static str, &'static [u8], &'static str)> {
    let found = ASSETS.iter().find(|asset| asset.name == name)?;
    Some((found.content_type, found.bytes, found.hash.as_str()))
}

/// The address of a file, which changes whenever the file does; it may be kept for ever.
#[must_use]
pub fn address(name: &str) -> String {
    match asset(name) {
        Some((_, _, hash)) => at_version(name, hash),
        None => format!("/assets/{name}"),
    }
}

/// The same of a file with these bytes.
fn versioned(name: &str, bytes: &[u8]) -> String {
    at_version(name, &hash(bytes))
}

fn at_version(name: &str, hash: &str) -> String {
    format!("/assets/{name}?v={hash}")
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "webmanifest" => "application/manifest+json",
        _ => "application/octet-stream",
    }
}

fn hash(bytes: &[u8]) -> String {
    format!("{:016x}", fnv(bytes))
}

/// FNV-1a: enough to tell one state of a file from the next.
fn fnv(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
