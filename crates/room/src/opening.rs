//! Opening a room: who sits there, with which keys, and whether the game begins at once.

use games::Level;
use table::{Seat, proper_name};

use crate::entry::Entry;
use crate::key::KeyHash;
use crate::options::{Options, SeatPlan};
use crate::refusal::Refusal;
use crate::seats::{Plays, bot_name};

/// The identity of a room, and its secrets: none of it ever changes.
#[derive(Clone, PartialEq, Eq)]
pub struct Header {
    /// The code in its address.
    pub code: String,
    /// The number from which its luck comes.
    pub secret: u64,
    /// Whose key opened it.
    pub opener: Option<KeyHash>,
}

impl std::fmt::Debug for Header {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Header").field("code", &self.code).finish_non_exhaustive()
    }
}

/// A room to be opened: all that is to be written of it, at once.
#[derive(Debug, Clone, PartialEq)]
pub struct Opening {
    /// The header.
    pub header: Header,
    /// Its first entries.
    pub entries: Vec<Entry>,
}

/// Somebody who sits at a table when it opens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seated {
    /// Where.
    pub seat: Seat,
    /// Who decides there.
    pub plays: Plays,
    /// Under which name.
    pub name: String,
    /// Whose keys open the seat.
    pub keys: Vec<KeyHash>,
}

impl Seated {
    /// A bot.
    #[must_use]
    pub fn bot(seat: Seat, level: Level) -> Self {
        Self { seat, plays: Plays::Bot(level), name: bot_name(seat, level), keys: Vec::new() }
    }

    /// A person with this key.
    #[must_use]
    pub fn person(seat: Seat, name: String, key: KeyHash) -> Self {
        Self { seat, plays: Plays::Person, name, keys: vec![key] }
    }
}

/// The name somebody gave, or what a person is called who gave none.
#[must_use]
pub fn name_or_guest(name: &str) -> String {
    proper_name(name).unwrap_or_else(|| "Guest".to_owned())
}

/// Who sits where when a table opens as a form asked for it: the opener first.
pub fn seating(
    options: &Options,
    name: &str,
    opener: KeyHash,
    plans: &[(Seat, SeatPlan)],
) -> Result<Vec<Seated>, Refusal> {
    let own = name_or_guest(name);
    let mut seated = vec![Seated::person(options.count()?.first(), own.clone(), opener)];
    for (seat, plan) in plans {
        match plan {
            SeatPlan::Anybody => {}
            SeatPlan::SameDevice => {
                let shared: String = own.chars().take(20).collect();
                seated.push(Seated::person(*seat, format!("{shared} {seat}"), opener));
            }
            SeatPlan::Bot(level) => seated.push(Seated::bot(*seat, *level)),
        }
    }
    Ok(seated)
}

/// Bots on all seats from this one on.
pub fn all_bots(options: &Options, from: usize, level: Level) -> Result<Vec<Seated>, Refusal> {
    Ok(options.count()?.iter().skip(from).map(|seat| Seated::bot(seat, level)).collect())
}

impl Opening {
    /// A table with these people at it. The opener is ready; others ready up themselves.
    #[must_use]
    pub fn new(header: Header, options: Options, seated: Vec<Seated>) -> Self {
        let mut entries = vec![Entry::Opened(options)];
        for Seated { seat, plays, name, keys } in seated {
            let opens = header.opener.is_some_and(|opener| keys.contains(&opener));
            entries.push(Entry::Sat { seat, plays, name });
            entries.extend(keys.into_iter().map(|key| Entry::Keyed(seat, key)));
            if plays == Plays::Person && opens {
                entries.push(Entry::Readied(seat));
            }
        }
        Self { header, entries }
    }
}
