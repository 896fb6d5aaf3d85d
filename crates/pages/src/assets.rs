//! Style, scripts and pictures, embedded in the program and named by what is in them.

use std::sync::LazyLock;

use crate::sprite;

/// The name and the bytes of every file of `assets/`, in order of their names.
const FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// A file the browser may ask for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asset {
    /// Its name, as in `/assets/NAME`.
    pub name: &'static str,
    /// What it is, for the browser.
    pub content_type: &'static str,
    /// What is in it.
    pub bytes: &'static [u8],
    /// Changes whenever the bytes do.
    pub hash: String,
}

/// The file of the pictures of the starter set.
pub(crate) const STARTER: &str = "starter.svg";
/// The file of the pictures of all other cards.
pub(crate) const CARDS: &str = "cards.svg";
/// The file of the faces of players.
pub(crate) const FACES: &str = "faces.svg";

static ASSETS: LazyLock<Vec<Asset>> = LazyLock::new(|| {
    let drawn = [
        (STARTER, sprite::STARTER.as_bytes()),
        (CARDS, sprite::CARDS.as_bytes()),
        (FACES, sprite::FACES.as_bytes()),
    ];
    let read = |&(name, bytes): &(&'static str, &'static [u8])| Asset {
        name,
        content_type: content_type(name),
        bytes,
        hash: format!("{:016x}", fnv(bytes)),
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
        Some((_, _, hash)) => format!("/assets/{name}?v={hash}"),
        None => format!("/assets/{name}"),
    }
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "svg" => "image/svg+xml",
        _ => "application/octet-stream",
    }
}

/// FNV-1a: enough to tell one state of a file from the next.
fn fnv(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
