//! Access to a seat, as its player may know it, and its revocation.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use table::Seat;

use crate::key::KeyHash;

/// A short name for a key or a link, made of its hash: it opens nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tag(u32);

impl Tag {
    /// The name of the key or link with this hash.
    #[must_use]
    pub const fn of(KeyHash([a, b, c, d, ..]): KeyHash) -> Self {
        Self(u32::from_be_bytes([a, b, c, d]))
    }
}

impl fmt::Display for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:08x}", self.0)
    }
}

/// The target of a revocation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Revoked {
    /// One link or one browser.
    One(Tag),
    /// All open links, and all browsers but the one that asks.
    Others,
    /// The browser that asks, at all of its seats.
    Here,
}

impl fmt::Display for Revoked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::One(tag) => tag.fmt(f),
            Self::Others => f.write_str("others"),
            Self::Here => f.write_str("here"),
        }
    }
}

/// Text that names nothing to revoke.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotRevocable;

impl FromStr for Revoked {
    type Err = NotRevocable;

    fn from_str(text: &str) -> Result<Self, NotRevocable> {
        match text {
            "others" => Ok(Self::Others),
            "here" => Ok(Self::Here),
            tag if tag.len() == 8 && tag.bytes().all(|digit| digit.is_ascii_hexdigit()) => {
                u32::from_str_radix(tag, 16).map(|tag| Self::One(Tag(tag))).map_err(|_| NotRevocable)
            }
            _ => Err(NotRevocable),
        }
    }
}

/// A browser or program whose key opens a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Device {
    /// Its name in this list.
    pub tag: Tag,
    /// Whether it is the one that asks.
    pub here: bool,
}

/// A link that has not been used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OpenLink {
    /// Its name in this list.
    pub tag: Tag,
    /// How long it still opens the seat.
    pub left: Duration,
}

/// All that opens a seat, for its player alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeatAccess {
    /// The seat.
    pub seat: Seat,
    /// The browsers and programs.
    pub devices: Vec<Device>,
    /// The open links, the newest last.
    pub links: Vec<OpenLink>,
}
