//! Players by name: a bot, or `exec:` and the command of a program.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use bots::{BotName, Judge, NoSuchBot};
use table::{Seat, Seed};
use thiserror::Error;

use crate::player::Player;
use crate::program::Program;
use crate::seat::ProgramSeat;

/// The longest time for a decision that can be asked for, in milliseconds.
const MOST_MILLISECONDS: u64 = 600_000;

/// A player, by name.
#[derive(Debug, Clone)]
pub enum PlayerName {
    /// One of our bots.
    Bot(BotName),
    /// A program; clones of this share its running copies and its faults.
    Program(Arc<Program>),
}

impl From<BotName> for PlayerName {
    fn from(bot: BotName) -> Self {
        Self::Bot(bot)
    }
}

impl PartialEq for PlayerName {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Bot(one), Self::Bot(other)) => one == other,
            (Self::Program(one), Self::Program(other)) => {
                one.command() == other.command() && one.limit() == other.limit()
            }
            (Self::Bot(_), Self::Program(_)) | (Self::Program(_), Self::Bot(_)) => false,
        }
    }
}

/// A name that no player has.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum NoSuchPlayer {
    /// It is no bot, and no program either.
    #[error("{0}; or exec:COMMAND, a program of your own (docs/bot-protocol.md)")]
    Bot(#[from] NoSuchBot),
    /// There is no command.
    #[error(
        "'{0}' names no command; write exec:COMMAND, such as exec:./mybot, or exec@500ms:COMMAND with a time for each decision"
    )]
    NoCommand(String),
    /// The time is none.
    #[error(
        "'{0}' has no time that can be given; write exec@Nms:COMMAND with 1 to {MOST_MILLISECONDS} milliseconds for each decision"
    )]
    NoTime(String),
}

impl fmt::Display for PlayerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bot(bot) => bot.fmt(f),
            Self::Program(program) if program.has_usual_limit() => write!(f, "exec:{}", program.command()),
            Self::Program(program) => {
                write!(f, "exec@{}ms:{}", program.limit().as_millis(), program.command())
            }
        }
    }
}

impl FromStr for PlayerName {
    type Err = NoSuchPlayer;

    fn from_str(name: &str) -> Result<Self, NoSuchPlayer> {
        let is_program =
            name.strip_prefix("exec").filter(|rest| rest.is_empty() || rest.starts_with([':', '@']));
        let Some(rest) = is_program else { return Ok(Self::Bot(name.parse()?)) };
        let Some((time, command)) = rest.split_once(':') else {
            return Err(NoSuchPlayer::NoCommand(name.to_owned()));
        };
        let limit = match time.strip_prefix('@') {
            None => None,
            Some(time) => {
                let number = time.strip_suffix("ms").and_then(|number| number.parse().ok());
                let number = number.filter(|number| (1..=MOST_MILLISECONDS).contains(number));
                let number = number.ok_or_else(|| NoSuchPlayer::NoTime(name.to_owned()))?;
                Some(Duration::from_millis(number))
            }
        };
        let command = command.trim();
        if command.is_empty() || command.contains('\0') {
            return Err(NoSuchPlayer::NoCommand(name.to_owned()));
        }
        Ok(Self::Program(Arc::new(Program::new(command, limit))))
    }
}

/// Parses names of players with commas between; `\,` is a comma within a command. `known` may add names of bots.
pub fn players(
    names: &str,
    known: impl Fn(&str) -> Option<BotName>,
) -> Result<Vec<PlayerName>, NoSuchPlayer> {
    let mut all = vec![String::new()];
    let mut letters = names.chars().peekable();
    while let Some(letter) = letters.next() {
        match (letter, all.last_mut()) {
            ('\\', Some(name)) if letters.peek() == Some(&',') => name.extend(letters.next()),
            (',', _) | (_, None) => all.push(String::new()),
            (letter, Some(name)) => name.push(letter),
        }
    }
    let mut players: Vec<PlayerName> = Vec::new();
    for name in all {
        let name = name.trim();
        let player = known(name).map_or_else(|| name.parse(), |bot| Ok(PlayerName::Bot(bot)))?;
        // The same program named twice is one program.
        let same = players.iter().find(|same| **same == player).cloned();
        players.push(same.unwrap_or(player));
    }
    Ok(players)
}

impl PlayerName {
    /// Whether it thinks by the clock, so that no game with it can be repeated. Of a program nobody can tell.
    #[must_use]
    pub const fn thinks_by_the_clock(&self) -> bool {
        match self {
            Self::Bot(bot) => bot.thinks_by_the_clock(),
            Self::Program(_) => false,
        }
    }

    /// The program, if it is one.
    #[must_use]
    pub const fn program(&self) -> Option<&Arc<Program>> {
        match self {
            Self::Bot(_) => None,
            Self::Program(program) => Some(program),
        }
    }

    /// The player of this name at a seat, in the game of this seed.
    #[must_use]
    pub fn seated<G: Judge>(&self, seed: Seed, seat: Seat) -> Player<G> {
        self.seated_with_workers(1, seed, seat)
    }

    /// The player of this name at a seat; a search has this many workers that think at the same time.
    #[must_use]
    pub fn seated_with_workers<G: Judge>(&self, workers: usize, seed: Seed, seat: Seat) -> Player<G> {
        match self {
            Self::Bot(bot) => Player::Bot(bot.seated_with_workers(workers, seed, seat)),
            Self::Program(program) => {
                Player::Program(Box::new(ProgramSeat::new(program.clone(), seed, seat)))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // A test may stop at once.

    use super::*;

    #[test]
    fn names_read_what_they_write() {
        for name in ["random", "search:250ms", "exec:./bot --fast", "exec@50ms:python3 bot.py", "exec:a:b"] {
            assert_eq!(name.parse::<PlayerName>().unwrap().to_string(), name);
        }
        for wrong in [
            "exec",
            "exec:",
            "exec:  ",
            "exec@:x",
            "exec@5:x",
            "exec@0ms:x",
            "exec@700000ms:x",
            "execute:x",
            "exec@5ms",
        ] {
            assert!(wrong.parse::<PlayerName>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_list_has_commas_between_and_may_have_them_within() {
        let boss = |name: &str| (name == "boss").then_some(BotName::iterations(7));
        let list = players(r"exec:./bot a\,b c\d, greedy,exec:./bot a\,b c\d, boss", boss).unwrap();
        let names: Vec<String> = list.iter().map(ToString::to_string).collect();
        assert_eq!(names, [r"exec:./bot a,b c\d", "greedy", r"exec:./bot a,b c\d", "search:7"]);
        let [one, other] = [0, 2].map(|place| list[place].program().unwrap());
        assert!(Arc::ptr_eq(one, other), "one program, however often it is named");
        assert!(players("greedy,,random", boss).is_err());
    }
}
