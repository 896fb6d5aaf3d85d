//! Faults of a program, in sentences that say what would be right.

use std::collections::BTreeMap;
use std::mem::discriminant;
use std::time::Duration;

use table::Seat;
use thiserror::Error;

/// The most notes that are kept of one program for each thing that can be wrong; the rest is only counted.
const MOST_ALIKE: usize = 5;
/// The most quoted characters of a program's line.
const MOST_QUOTED: usize = 120;

/// Why a program's answer could not be played.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Fault {
    /// It could not be started.
    #[error("it cannot be started: {0}")]
    CannotStart(String),
    /// It ended while it was asked.
    #[error(
        "it ended ({0}) and did not answer; a program answers every question, until its standard input ends"
    )]
    Ended(String),
    /// It did not answer in time.
    #[error(
        "it did not answer within {} ms; answer in time, and flush standard output after every line", .0.as_millis()
    )]
    Late(Duration),
    /// It answered, and yet did not read what it was asked.
    #[error("it does not read its standard input; read every line, also those that ask nothing")]
    DoesNotRead,
    /// Its line has no end.
    #[error("its line is longer than {0} bytes; an answer is one short line")]
    TooLong(usize),
    /// Its line is not text.
    #[error("its line is not UTF-8; an answer is JSON, which is UTF-8")]
    NotText,
    /// Its line is not JSON.
    #[error(
        "it said '{0}', which is not JSON; answer with the number of a choice, such as 0, or {{\"choice\": 0}}"
    )]
    NotJson(String),
    /// Its line is JSON, but names no choice.
    #[error(
        "it said '{0}', which names no choice; answer with the number of a choice, such as 0, or {{\"choice\": 0}}"
    )]
    NoChoice(String),
    /// It named a choice that is not there.
    #[error("it chose {said}, but the choices are numbered 0 to {last}")]
    OutOfRange {
        /// Its choice.
        said: String,
        /// The last number there is.
        last: usize,
    },
    /// It named an action in notation that is no choice.
    #[error(
        "it chose '{0}', which is none of the choices; name one by its number, or by its notation as the question has it"
    )]
    NotAChoice(String),
    /// It answered another question.
    #[error("it answered question {said}, but was asked question {asked}; answer each once, in order")]
    OtherQuestion {
        /// The question it says it answers.
        said: String,
        /// The question that was asked.
        asked: u64,
    },
    /// It said something though nobody had asked.
    #[error(
        "it said '{0}' though nobody had asked; answer each question with one line, and write everything else to standard error"
    )]
    Unasked(String),
    /// It failed so often in a row that it is not asked again.
    #[error("it failed {0} times in a row and is not asked again")]
    GivenUp(u32),
}

impl Fault {
    /// The kind of fault in a few words, to be counted by.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::CannotStart(_) => "could not be started",
            Self::Ended(_) => "ended",
            Self::Late(_) => "too late",
            Self::DoesNotRead => "did not read",
            Self::TooLong(_) => "too long",
            Self::NotText | Self::NotJson(_) => "not JSON",
            Self::NoChoice(_) => "no choice named",
            Self::OutOfRange { .. } | Self::NotAChoice(_) => "no such choice",
            Self::OtherQuestion { .. } => "another question answered",
            Self::Unasked(_) => "said unasked",
            Self::GivenUp(_) => "not asked again",
        }
    }

    /// Whether the program can still be talked with.
    pub(crate) const fn leaves_it_alive(&self) -> bool {
        match self {
            Self::CannotStart(_)
            | Self::Ended(_)
            | Self::Late(_)
            | Self::DoesNotRead
            | Self::TooLong(_)
            | Self::GivenUp(_) => false,
            Self::NotText
            | Self::NotJson(_)
            | Self::NoChoice(_)
            | Self::OutOfRange { .. }
            | Self::NotAChoice(_)
            | Self::OtherQuestion { .. }
            | Self::Unasked(_) => true,
        }
    }
}

/// A program's words, short enough for a sentence and without characters that would spoil it.
pub(crate) fn quoted(text: &str) -> String {
    let tidy = |letter: char| if letter.is_control() { ' ' } else { letter };
    let mut short: String = text.trim().chars().take(MOST_QUOTED).map(tidy).collect();
    if text.trim().chars().nth(MOST_QUOTED).is_some() {
        short.push('…');
    }
    short
}

/// A fault, and where it happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FaultNote {
    /// The game by name.
    pub game: &'static str,
    /// The number of the game in its run.
    pub number: u64,
    /// The program's seat.
    pub seat: Seat,
    /// The number of the question in that game.
    pub question: u64,
    /// The fault.
    pub fault: Fault,
    /// The move in its place, in notation; `None` where the fault cost no move.
    pub played: Option<String>,
    /// The last lines the program wrote to standard error.
    pub stderr: Vec<String>,
}

/// The faults of a program in all its games.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Faults {
    /// The first few of each thing that was wrong, in the order in which they happened.
    pub notes: Vec<FaultNote>,
    /// How many moves were played for it.
    pub moves: u64,
    /// How many there were of each kind.
    pub kinds: BTreeMap<&'static str, u64>,
}

impl Faults {
    pub(crate) fn add(&mut self, note: FaultNote) {
        self.moves += u64::from(note.played.is_some());
        *self.kinds.entry(note.fault.kind()).or_default() += 1;
        let sort = discriminant(&note.fault);
        if self.notes.iter().filter(|other| discriminant(&other.fault) == sort).count() < MOST_ALIKE {
            self.notes.push(note);
        }
    }

    /// Each kind, by what happened first, with how many there were and the notes of it: none is without.
    pub fn by_kind(&self) -> impl Iterator<Item = (&'static str, u64, Vec<&FaultNote>)> {
        let mut kinds: Vec<&'static str> = Vec::new();
        for kind in self.notes.iter().map(|note| note.fault.kind()) {
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
        kinds.into_iter().map(|kind| {
            let notes = self.notes.iter().filter(|note| note.fault.kind() == kind).collect();
            (kind, self.kinds.get(kind).copied().unwrap_or(0), notes)
        })
    }

    /// Whether there was none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }

    /// All of them in a sentence.
    #[must_use]
    pub fn sentence(&self) -> String {
        let kinds: Vec<String> = self.kinds.iter().map(|(kind, count)| format!("{kind} {count}")).collect();
        let moves = match self.moves {
            1 => "one move was played for it".to_owned(),
            moves => format!("{moves} moves were played for it"),
        };
        format!("{moves} ({})", kinds.join(", "))
    }
}
