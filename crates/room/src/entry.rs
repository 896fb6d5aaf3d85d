//! The journal of a room: what was done, one line each, from the opening of the table to its end. The whole room is
//! the fold of its entries.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use table::Seat;
use thiserror::Error;

use crate::key::KeyHash;
use crate::options::Options;
use crate::pace::Pace;
use crate::reaction::Reacting;
use crate::seats::Plays;
use crate::time::Time;

/// Something that happened in a room.
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
    /// The time of a person ran out; a bot stands in.
    TimedOut(Seat),
    /// A person was not there; the others called a bot, which stands in.
    Replaced(Seat),
    /// A seat wants a bot to stand in for another one.
    Voted(Seat, Seat),
    /// The person is back.
    Returned(Seat),
    /// A person gave up; a bot plays on for good.
    Resigned(Seat),
    /// The rematch has this code.
    Followed(String),
    /// A key opens a seat from now on.
    Keyed(Seat, KeyHash),
    /// A key opens a seat no longer.
    Unkeyed(Seat, KeyHash),
    /// A link opens a seat once, until then.
    Linked {
        /// The seat.
        seat: Seat,
        /// The hash of the link.
        link: KeyHash,
        /// When it ceases to.
        until: Time,
    },
    /// The link was used, or revoked.
    Unlinked(KeyHash),
    /// A seat's answer in the window that opened with this change.
    Answered {
        /// The seat.
        seat: Seat,
        /// The change.
        since: u64,
        /// The action in notation.
        action: String,
    },
    /// A seat's setting for reaction windows.
    Reacting(Seat, Reacting),
    /// A seat has bots move so fast from now on.
    Paced(Seat, Pace),
    /// A seat said a line of the quick chat.
    Said(Seat, usize),
    /// A seat asked a coach for the first time.
    Coached(Seat),
}

impl Entry {
    /// Whether it is a change with a number, which clients name when they answer it. The others have none: most of
    /// them must not be seen to happen, and neither a line of chat nor the bots' pace makes anybody's answer stale.
    #[must_use]
    pub const fn is_numbered(&self) -> bool {
        match self {
            Self::Opened(_)
            | Self::Sat { .. }
            | Self::Stood(_)
            | Self::Readied(_)
            | Self::Unreadied(_)
            | Self::Counted(..)
            | Self::Started(_)
            | Self::Played(_)
            | Self::TookBack(_)
            | Self::Left(_)
            | Self::TimedOut(_)
            | Self::Replaced(_)
            | Self::Voted(..)
            | Self::Returned(_)
            | Self::Resigned(_)
            | Self::Followed(_) => true,
            Self::Keyed(..)
            | Self::Unkeyed(..)
            | Self::Linked { .. }
            | Self::Unlinked(_)
            | Self::Answered { .. }
            | Self::Reacting(..)
            | Self::Paced(..)
            | Self::Said(..)
            | Self::Coached(_) => false,
        }
    }

    /// The seat that had this done beside playing; answers in windows are counted by themselves.
    #[must_use]
    pub(crate) const fn charged_to(&self) -> Option<Seat> {
        match self {
            Self::Sat { seat, .. }
            | Self::Stood(seat)
            | Self::Readied(seat)
            | Self::Unreadied(seat)
            | Self::Counted(seat, _)
            | Self::Left(seat)
            | Self::Voted(seat, _)
            | Self::Returned(seat)
            | Self::Resigned(seat)
            | Self::Keyed(seat, _)
            | Self::Linked { seat, .. }
            | Self::Reacting(seat, _)
            | Self::Paced(seat, _)
            | Self::Said(seat, _)
            | Self::Coached(seat) => Some(*seat),
            Self::Opened(_)
            | Self::Started(_)
            | Self::Played(_)
            | Self::TookBack(_)
            | Self::TimedOut(_)
            | Self::Replaced(_)
            | Self::Followed(_)
            | Self::Unkeyed(..)
            | Self::Unlinked(_)
            | Self::Answered { .. } => None,
        }
    }

    /// Whether it is part of the game and not of what goes on around it.
    #[must_use]
    pub const fn is_input(&self) -> bool {
        matches!(self, Self::Played(_))
    }
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
            Self::Sat { seat, plays, name } => write!(f, "sit {seat} {} {name}", plays.word()),
            Self::Stood(seat) => write!(f, "stand {seat}"),
            Self::Readied(seat) => write!(f, "ready {seat}"),
            Self::Unreadied(seat) => write!(f, "unready {seat}"),
            Self::Counted(seat, spam) => write!(f, "spam {seat} {spam}"),
            Self::Started(start) => json(f, "start", serde_json::to_string(start)),
            Self::Played(input) => write!(f, "play {input}"),
            Self::TookBack(to) => write!(f, "back {to}"),
            Self::Left(seat) => write!(f, "leave {seat}"),
            Self::TimedOut(seat) => write!(f, "timeout {seat}"),
            Self::Replaced(seat) => write!(f, "replace {seat}"),
            Self::Voted(seat, about) => write!(f, "vote {seat} {about}"),
            Self::Returned(seat) => write!(f, "return {seat}"),
            Self::Resigned(seat) => write!(f, "resign {seat}"),
            Self::Followed(code) => write!(f, "rematch {code}"),
            Self::Keyed(seat, key) => write!(f, "key {seat} {key}"),
            Self::Unkeyed(seat, key) => write!(f, "unkey {seat} {key}"),
            Self::Linked { seat, link, until } => write!(f, "link {seat} {} {link}", until.0),
            Self::Unlinked(link) => write!(f, "unlink {link}"),
            Self::Answered { seat, since, action } => write!(f, "answer {seat} {since} {action}"),
            Self::Reacting(seat, how) => write!(f, "react {seat} {}", how.word()),
            Self::Paced(seat, pace) => write!(f, "pace {seat} {}", pace.word()),
            Self::Said(seat, line) => write!(f, "say {seat} {line}"),
            Self::Coached(seat) => write!(f, "coach {seat}"),
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
    // The words after the seat.
    let of_seat = || {
        let (seat, rest) = rest.split_once(' ')?;
        Some((seat.parse::<Seat>().ok()?, rest))
    };
    Some(match word {
        "open" => Entry::Opened(serde_json::from_str(rest).ok()?),
        "sit" => {
            let (seat, rest) = of_seat()?;
            let (plays, name) = rest.split_once(' ')?;
            Entry::Sat { seat, plays: Plays::named(plays)?, name: name.to_owned() }
        }
        "stand" => Entry::Stood(seat()?),
        "ready" => Entry::Readied(seat()?),
        "unready" => Entry::Unreadied(seat()?),
        "spam" => of_seat().and_then(|(seat, spam)| Some(Entry::Counted(seat, spam.parse().ok()?)))?,
        "start" => Entry::Started(serde_json::from_str(rest).ok()?),
        "play" => Entry::Played(rest.to_owned()),
        "back" => Entry::TookBack(rest.parse().ok()?),
        "leave" => Entry::Left(seat()?),
        "timeout" => Entry::TimedOut(seat()?),
        "replace" => Entry::Replaced(seat()?),
        "vote" => of_seat().and_then(|(seat, about)| Some(Entry::Voted(seat, about.parse().ok()?)))?,
        "return" => Entry::Returned(seat()?),
        "resign" => Entry::Resigned(seat()?),
        "rematch" => Entry::Followed(rest.to_owned()),
        "key" => of_seat().and_then(|(seat, key)| Some(Entry::Keyed(seat, key.parse().ok()?)))?,
        "unkey" => of_seat().and_then(|(seat, key)| Some(Entry::Unkeyed(seat, key.parse().ok()?)))?,
        "link" => {
            let (seat, rest) = of_seat()?;
            let (until, link) = rest.split_once(' ')?;
            Entry::Linked { seat, link: link.parse().ok()?, until: Time(until.parse().ok()?) }
        }
        "unlink" => Entry::Unlinked(rest.parse().ok()?),
        "answer" => {
            let (seat, rest) = of_seat()?;
            let (since, action) = rest.split_once(' ')?;
            Entry::Answered { seat, since: since.parse().ok()?, action: action.to_owned() }
        }
        "react" => of_seat().and_then(|(seat, how)| Some(Entry::Reacting(seat, Reacting::named(how)?)))?,
        "pace" => of_seat().and_then(|(seat, pace)| Some(Entry::Paced(seat, Pace::named(pace)?)))?,
        "coach" => Entry::Coached(seat()?),
        "say" => of_seat().and_then(|(seat, line)| Some(Entry::Said(seat, line.parse().ok()?)))?,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use games::Level;

    use super::*;

    #[test]
    fn every_entry_reads_what_it_writes() {
        let seat = Seat::new(1).unwrap();
        let hash = KeyHash([0xa7; 32]);
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
            Entry::TimedOut(seat),
            Entry::Replaced(seat),
            Entry::Voted(seat, Seat::new(2).unwrap()),
            Entry::Returned(seat),
            Entry::Resigned(seat),
            Entry::Followed("abcd2345".to_owned()),
            Entry::Keyed(seat, hash),
            Entry::Unkeyed(seat, hash),
            Entry::Linked { seat, link: hash, until: Time(1_234_567) },
            Entry::Unlinked(hash),
            Entry::Answered { seat, since: 41, action: "pass".to_owned() },
            Entry::Reacting(seat, Reacting::Hold),
            Entry::Paced(seat, Pace::Fast),
            Entry::Said(seat, 11),
            Entry::Coached(seat),
        ];
        for entry in all {
            assert_eq!(entry.to_string().parse(), Ok(entry.clone()));
        }
        for wrong in [
            "",
            "open",
            "open {}",
            "sit A",
            "sit G person X",
            "sing A",
            "spam A x",
            "back -1",
            "key A 00",
            "pace A soon",
            "vote A",
        ] {
            assert!(wrong.parse::<Entry>().is_err(), "{wrong}");
        }
    }
}
