//! Style, scripts and pictures, embedded in the program and named by their contents' hash.

mod icon;

use std::iter;
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

static READ: LazyLock<Vec<Asset>> = LazyLock::new(|| {
    let sprites = [
        (STARTER, sprite::STARTER.as_bytes()),
        (CARDS, sprite::CARDS.as_bytes()),
        (FACES, sprite::FACES.as_bytes()),
    ];
    let read = |(name, bytes)| Asset { name, content_type: content_type(name), bytes, hash: hash(bytes) };
    FILES.iter().copied().chain(sprites).map(read).collect()
});

/// Posters, icons and the manifest, drawn when a browser first asks for one: pages only name them.
static DRAWN: LazyLock<Vec<Asset>> = LazyLock::new(|| {
    let games = GameName::ALL.into_iter().map(Some).chain([None]);
    let posters = games.map(|game| (file_of(game), poster_of(game)));
    let drawn = posters.chain(icon::icons()).chain([(MANIFEST, icon::manifest().into_bytes())]);
    let asset = |(name, bytes): (_, Vec<u8>)| Asset {
        name,
        content_type: content_type(name),
        bytes: bytes.leak(),
        hash: DRAWN_HASH.clone(),
    };
    drawn.map(asset).collect()
});

/// The version of everything drawn: the code and the pictures that it is drawn from.
static DRAWN_HASH: LazyLock<String> = LazyLock::new(|| {
    const CODE: [u64; 7] = [
        fnv(include_bytes!("poster.rs")),
        fnv(include_bytes!("pixel.rs")),
        fnv(include_bytes!("glyph.rs")),
        fnv(include_bytes!("raster/mod.rs")),
        fnv(include_bytes!("raster/png.rs")),
        fnv(include_bytes!("assets/icon.rs")),
        fnv(include_bytes!("assets/icon.txt")),
    ];
    let sprites = [sprite::STARTER.as_bytes(), sprite::CARDS.as_bytes(), sprite::FACES.as_bytes()];
    hash(&CODE.into_iter().chain(sprites.map(fnv)).flat_map(u64::to_le_bytes).collect::<Vec<_>>())
});

/// Every file there is.
pub fn assets() -> impl Iterator<Item = &'static Asset> {
    READ.iter().chain(iter::once_with(|| DRAWN.iter()).flatten())
}

/// The file of this name: its type, its bytes, its hash.
#[must_use]
pub fn asset(name: &str) -> Option<(&'static str, &'static [u8], &'static str)> {
    let found = assets().find(|asset| asset.name == name)?;
    Some((found.content_type, found.bytes, found.hash.as_str()))
}

/// The address of a file, which changes whenever the file does; it may be kept for ever.
#[must_use]
pub fn address(name: &str) -> String {
    let read = READ.iter().find(|asset| asset.name == name);
    format!("/assets/{name}?v={}", read.map_or(&*DRAWN_HASH, |asset| &asset.hash))
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
const fn fnv(bytes: &[u8]) -> u64 {
    let (mut hash, mut at) = (0xcbf2_9ce4_8422_2325_u64, 0);
    while at < bytes.len() {
        hash = (hash ^ bytes[at] as u64).wrapping_mul(0x0100_0000_01b3);
        at += 1;
    }
    hash
}
