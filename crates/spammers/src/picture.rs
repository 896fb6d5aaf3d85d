//! The picture on a card: rows of letters, each a colour of the house. It is for the eye alone: no rule and no digest
//! knows of it.

use std::fmt;
use std::sync::{Arc, LazyLock};

/// How many rows a drawing has, and how many letters a row.
pub const SIDE: usize = 24;

/// The letters of the house colours: ink, paper, grey, red, orange, yellow, teal, blue, tan, green, pink.
pub const COLOURS: &str = "kwgroytbsnp";

/// The letter for nothing.
pub const NOTHING: char = '.';

/// The drawings that come with the program: name and text, in order of their names.
const TEXTS: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/drawings.rs"));

static DRAWINGS: LazyLock<Vec<HouseDrawing>> = LazyLock::new(|| {
    let read = |&(name, text): &(&'static str, &'static str)| {
        let (title, rows) = text.split_once('\n').unwrap_or((text, ""));
        match Drawing::read(rows) {
            Ok(drawing) => HouseDrawing { name, title, drawing },
            Err(wrong) => {
                unreachable!("tests read every drawing that comes with the program: {name}: {wrong}")
            }
        }
    };
    TEXTS.iter().map(read).collect()
});

/// Rows of letters, one letter a pixel.
#[derive(Clone, PartialEq, Eq)]
pub struct Drawing([[u8; SIDE]; SIDE]);

/// An error in a drawing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BadDrawing {
    /// It has another number of rows.
    Rows(usize),
    /// This row, counted from 1, has another number of letters.
    Letters(usize, usize),
    /// In this row, counted from 1, stands a letter that is no colour.
    Colour(usize, char),
}

impl fmt::Display for BadDrawing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rows(rows) => {
                write!(f, "a picture is {SIDE} rows of {SIDE} letters; this one has {rows} rows")
            }
            Self::Letters(row, letters) => {
                write!(f, "a picture is {SIDE} rows of {SIDE} letters; row {row} of this one has {letters}")
            }
            Self::Colour(row, letter) => {
                let colours: Vec<String> = COLOURS.chars().map(String::from).collect();
                write!(
                    f,
                    "'{}' in row {row} is no colour of the house; those are {}, and '{NOTHING}' is nothing",
                    letter.escape_debug(),
                    colours.join(" ")
                )
            }
        }
    }
}

impl fmt::Debug for Drawing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "Drawing({:016x})",
            self.0.iter().flatten().fold(0_u64, |sum, &letter| sum.wrapping_mul(31) + u64::from(letter))
        )
    }
}

impl Drawing {
    /// Reads rows of letters, one a line.
    pub fn read(text: &str) -> Result<Self, BadDrawing> {
        let lines: Vec<&str> = text.lines().collect();
        if lines.len() != SIDE {
            return Err(BadDrawing::Rows(lines.len()));
        }
        let mut rows = [[0; SIDE]; SIDE];
        for (place, (line, row)) in lines.into_iter().zip(&mut rows).enumerate() {
            if let Some(odd) = line.chars().find(|&letter| letter != NOTHING && !COLOURS.contains(letter)) {
                return Err(BadDrawing::Colour(place + 1, odd));
            }
            match line.as_bytes().try_into() {
                Ok(letters) => *row = letters,
                Err(_) => return Err(BadDrawing::Letters(place + 1, line.len())),
            }
        }
        Ok(Self(rows))
    }

    /// Every row from the top, as letters.
    pub fn rows(&self) -> impl Iterator<Item = &[u8; SIDE]> {
        self.0.iter()
    }
}

/// A drawing that comes with the program.
#[derive(Debug, PartialEq, Eq)]
pub struct HouseDrawing {
    /// The card it was made for, in notation; `kind-…` for those that any card of a kind may have.
    pub name: &'static str,
    /// Its subject, in words.
    pub title: &'static str,
    /// The drawing.
    pub drawing: Drawing,
}

/// Every drawing that comes with the program, in order of their names.
#[must_use]
pub fn house_drawings() -> &'static [HouseDrawing] {
    &DRAWINGS
}

/// The picture of a card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Picture {
    /// One that comes with the program.
    House(&'static HouseDrawing),
    /// One that its card file holds.
    Held(Arc<Drawing>),
}

impl Picture {
    /// The picture that was made for the card of this name in notation.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let place = DRAWINGS.binary_search_by(|house| house.name.cmp(name)).ok()?;
        Some(Self::House(&DRAWINGS[place]))
    }

    /// The picture that any card of a kind may have.
    pub(crate) fn of_kind(kind: &str) -> Self {
        match Self::named(&format!("kind-{kind}")) {
            Some(picture) => picture,
            None => unreachable!("a test draws a card of every kind: {kind}"),
        }
    }

    /// Its pixels.
    #[must_use]
    pub fn drawing(&self) -> &Drawing {
        match self {
            Self::House(house) => &house.drawing,
            Self::Held(drawing) => drawing,
        }
    }
}
