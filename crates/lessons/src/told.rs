//! Errors in a file, with their places.

use std::fmt;

use thiserror::Error;
use toml::Spanned;

/// An error in a file, and its place.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{file}{place}: {what}")]
pub struct Fault {
    /// The file, such as `lessons/spammers.toml`.
    pub file: String,
    /// Where in it.
    pub place: Place,
    /// The error, and what would be right.
    pub what: String,
}

/// A place in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// A line, counted from 1.
    Line(usize),
    /// A step of a lesson, counted from 1.
    Step(usize),
    /// A puzzle, counted from 1.
    Puzzle(usize),
    /// A word of the glossary.
    Term(String),
}

impl Place {
    /// The line in which something begins that was read with its place.
    pub(crate) fn of<T>(text: &str, what: &Spanned<T>) -> Self {
        Self::line_at(text, what.span().start)
    }

    /// The line in which this byte of a text stands.
    pub(crate) fn line_at(text: &str, start: usize) -> Self {
        Self::Line(text.get(..start).unwrap_or(text).matches('\n').count() + 1)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(line) => write!(f, ", line {line}"),
            Self::Step(step) => write!(f, ", step {step}"),
            Self::Puzzle(puzzle) => write!(f, ", puzzle {puzzle}"),
            Self::Term(term) => write!(f, ", '{term}'"),
        }
    }
}

impl Fault {
    /// An error there. Control characters quoted from a file are replaced, since they could trick a terminal.
    pub(crate) fn new(file: &str, place: Place, what: impl Into<String>) -> Self {
        Self { file: file.to_owned(), place, what: what.into().replace(char::is_control, " ") }
    }

    /// The error of the TOML parser.
    pub(crate) fn of_toml(file: &str, text: &str, error: &toml::de::Error) -> Self {
        let start = error.span().map_or(0, |span| span.start);
        Self::new(file, Place::line_at(text, start), error.message().trim().replace('\n', "; "))
    }
}
