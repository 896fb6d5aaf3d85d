//! The journal of a match: what was done, one line each, from the opening of the table to its end. The whole match
//! is the fold of its lines.

use std::fmt;
use std::str::FromStr;

use games::Level;
use pages::Plays;
use serde::{Deserialize, Serialize};
use table::Seat;
use thiserror::Error;

use crate::options::Options;

/// Something that happened to a match.
#[derive(Debug, Clone, PartialEq)]
pub enum Entry {
    /// The table was opened.
    Opened(Options),
    /// Somebody sat down.
    Sat {
        /// Where.
        seat: Seat,
        /// Who decides there.
        plays: Plays,
        /// Under which name.
        name: String,
    },
    /// A seat became free.
    Stood(Seat),
    /// A person is ready.
    Readied(Seat),
    /// A person is not ready any more.
    Unreadied(Seat),
    /// R2.7: how much spam a person got today.
    Counted(Seat, u32),
    /// The game began.
    Started(Start),
    /// An input of the game, as records write it.
    Played(String),
    /// The game went back to so many inputs.
    TookBack(usize),
    /// A person left; a bot stands in.
    Left(Seat),
    /// The person is back.
    Returned(Seat),
    /// A person gave up; a bot plays on for good.
    Resigned(Seat),
    /// The rematch has this code.
    Followed(String),
}

/// Under which rules and set-up a game began: enough to build it again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Start {
    /// The version of the rules.
    pub rules: u32,
    /// The set-up as records have it.
    pub setting: Vec<(String, String)>,
}

/// A line that no journal has.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("'{0}' is not a line of a journal")]
pub struct NotAnEntry(String);

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let json = |f: &mut fmt::Formatter<'_>, word: &str, text: serde_json::Result<String>| {
            write!(f, "{word} {}", text.map_err(|_| fmt::Error)?)
        };
        match self {
            Self::Opened(options) => json(f, "open", serde_json::to_string(options)),
            Self::Sat { seat, plays, name } => write!(f, "sit {seat} {} {name}", plays_word(*plays)),
            Self::Stood(seat) => write!(f, "stand {seat}"),
            Self::Readied(seat) => write!(f, "ready {seat}"),
            Self::Unreadied(seat) => write!(f, "unready {seat}"),
            Self::Counted(seat, spam) => write!(f, "spam {seat} {spam}"),
            Self::Started(start) => json(f, "start", serde_json::to_string(start)),
            Self::Played(input) => write!(f, "play {input}"),
            Self::TookBack(to) => write!(f, "back {to}"),
            Self::Left(seat) => write!(f, "leave {seat}"),
            Self::Returned(seat) => write!(f, "return {seat}"),
            Self::Resigned(seat) => write!(f, "resign {seat}"),
            Self::Followed(code) => write!(f, "rematch {code}"),
        }
    }
}

impl FromStr for Entry {
    type Err = NotAnEntry;

    fn from_str(line: &str) -> Result<Self, NotAnEntry> {
        read(line).ok_or_else(|| NotAnEntry(line.chars().take(80).collect()))
    }
}

fn read(line: &str) -> Option<Entry> {
    let (word, rest) = line.split_once(' ')?;
    let seat = || rest.parse::<Seat>().ok();
    Some(match word {
        "open" => Entry::Opened(serde_json::from_str(rest).ok()?),
        "sit" => {
            let (seat, rest) = rest.split_once(' ')?;
            let (plays, name) = rest.split_once(' ')?;
            Entry::Sat { seat: seat.parse().ok()?, plays: plays_named(plays)?, name: name.to_owned() }
        }
        "stand" => Entry::Stood(seat()?),
        "ready" => Entry::Readied(seat()?),
        "unready" => Entry::Unreadied(seat()?),
        "spam" => {
            let (seat, spam) = rest.split_once(' ')?;
            Entry::Counted(seat.parse().ok()?, spam.parse().ok()?)
        }
        "start" => Entry::Started(serde_json::from_str(rest).ok()?),
        "play" => Entry::Played(rest.to_owned()),
        "back" => Entry::TookBack(rest.parse().ok()?),
        "leave" => Entry::Left(seat()?),
        "return" => Entry::Returned(seat()?),
        "resign" => Entry::Resigned(seat()?),
        "rematch" => Entry::Followed(rest.to_owned()),
        _ => return None,
    })
}

fn plays_word(plays: Plays) -> &'static str {
    match plays {
        Plays::Nobody => "nobody",
        Plays::Person => "person",
        Plays::Bot(level) => level_word(level),
    }
}

fn plays_named(word: &str) -> Option<Plays> {
    match word {
        "nobody" => Some(Plays::Nobody),
        "person" => Some(Plays::Person),
        word => level_named(word).map(Plays::Bot),
    }
}

/// The word for a level in forms and journals.
#[must_use]
pub const fn level_word(level: Level) -> &'static str {
    match level {
        Level::Intern => "intern",
        Level::Peddler => "peddler",
        Level::Operator => "operator",
        Level::Kingpin => "kingpin",
    }
}

/// The level of this word.
#[must_use]
pub fn level_named(word: &str) -> Option<Level> {
    Level::ALL.into_iter().find(|level| level_word(*level) == word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_entry_reads_what_it_writes() {
        let seat = Seat::new(1).unwrap();
        let all = [
            Entry::Opened(Options::quick(games::GameName::Spammers)),
            Entry::Sat { seat, plays: Plays::Person, name: "Ann with spaces".to_owned() },
            Entry::Sat { seat, plays: Plays::Bot(Level::Kingpin), name: "Bob".to_owned() },
            Entry::Stood(seat),
            Entry::Readied(seat),
            Entry::Unreadied(seat),
            Entry::Counted(seat, 17),
            Entry::Started(Start { rules: 1, setting: vec![("variant".to_owned(), "standard".to_owned())] }),
            Entry::Played("A draw action".to_owned()),
            Entry::TookBack(12),
            Entry::Left(seat),
            Entry::Returned(seat),
            Entry::Resigned(seat),
            Entry::Followed("abcd2345".to_owned()),
        ];
        for entry in all {
            assert_eq!(entry.to_string().parse(), Ok(entry.clone()));
        }
        for wrong in ["", "open", "open {}", "sit A", "sit G person X", "sing A", "spam A x", "back -1"] {
            assert!(wrong.parse::<Entry>().is_err(), "{wrong}");
        }
    }
}
