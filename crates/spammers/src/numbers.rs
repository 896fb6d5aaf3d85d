//! S9.1: the numbers of a card file, each with its place in the text, so that they can be changed and every word and
//! comment of its author stays.

use std::fmt;
use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::file::{Flaw, numbered};
use crate::set::{BadCardSet, CardSet};
use crate::vocabulary::{EFFECTS, POWERS, Parameter, Word};

/// The kind of a number on a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum NumberKind {
    /// The modifier of a Mailing.
    Modifier,
    /// The printed Size of a List.
    Size,
    /// The Initial Rating of a Scam.
    Initial,
    /// How many copies there are of a Mailing or of Hardware.
    Copies,
    /// The number of an effect.
    Strength,
}

impl NumberKind {
    /// All kinds.
    pub const ALL: [Self; 5] = [Self::Modifier, Self::Size, Self::Initial, Self::Copies, Self::Strength];

    /// The plural of its name.
    #[must_use]
    pub const fn plural(self) -> &'static str {
        match self {
            Self::Modifier => "modifiers",
            Self::Size => "sizes",
            Self::Initial => "initials",
            Self::Copies => "copies",
            Self::Strength => "strengths",
        }
    }
}

impl fmt::Display for NumberKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Modifier => "modifier",
            Self::Size => "size",
            Self::Initial => "initial",
            Self::Copies => "copies",
            Self::Strength => "strength",
        })
    }
}

/// One number of a card file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardNumber {
    /// The cards it is printed on; more than one where a List or Scam has copies.
    pub cards: Vec<String>,
    /// Its kind.
    pub kind: NumberKind,
    /// Its value.
    pub value: u8,
    /// The least a card file may say there.
    pub least: u8,
    /// The most a card file may say there.
    pub most: u8,
    place: Place,
}

/// Where a number stands.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Place {
    Here(Range<usize>),
    /// It is not written, and would be on a line of its own that begins here.
    NewLine(usize),
}

/// A card file as its author wrote it, sound as a whole, with the places of its numbers.
#[derive(Debug, Clone)]
pub struct CardText {
    text: String,
    set: CardSet,
    numbers: Vec<CardNumber>,
    name: Range<usize>,
    version: Range<usize>,
}

/// The files of the sets that come with the program, earlier versions last.
const SHIPPED: [&str; 4] = [
    include_str!("../../../cards/standard.toml"),
    include_str!("../../../cards/starter.toml"),
    include_str!("../../../cards/standard-1.toml"),
    include_str!("../../../cards/starter-1.toml"),
];

impl CardText {
    /// The file of a set that comes with the program, by its name, or by name and version: `standard-1`.
    #[must_use]
    pub fn shipped(name: &str) -> Option<Self> {
        SHIPPED.iter().filter_map(|text| Self::read(text).ok()).find(|text| text.set.goes_by(name))
    }

    /// Reads a card file and checks all of it.
    pub fn read(text: &str) -> Result<Self, BadCardSet> {
        let set = CardSet::read(text)?;
        let (root, _) = DeTable::parse_recoverable(text);
        let root = root.into_inner();
        let span = |key: &str| root.get(key).map_or(0..0, Spanned::span);
        let mut numbers = Vec::new();
        for (key, find) in
            [("list", of_list as Find), ("scam", of_scam), ("mailing", of_mailing), ("hardware", of_hardware)]
        {
            let cards = root.get(key).and_then(|value| value.get_ref().as_array());
            for card in cards.into_iter().flat_map(|cards| cards.iter()) {
                if let Some(table) = card.get_ref().as_table() {
                    find(text, table, &mut numbers);
                }
            }
        }
        let (name, version) = (span("name"), span("version"));
        Ok(Self { text: text.to_owned(), set, numbers, name, version })
    }

    /// The set.
    #[must_use]
    pub const fn set(&self) -> &CardSet {
        &self.set
    }

    /// The text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Its numbers: Lists, Scams, Mailings, Hardware, in the order of the file.
    #[must_use]
    pub fn numbers(&self) -> &[CardNumber] {
        &self.numbers
    }

    /// The values of its numbers.
    #[must_use]
    pub fn values(&self) -> Vec<u8> {
        self.numbers.iter().map(|number| number.value).collect()
    }

    /// The same file with other numbers; nothing else changes.
    pub fn with(&self, values: &[u8]) -> Result<Self, BadCardSet> {
        let changes = self.numbers.iter().zip(values).filter(|(number, value)| number.value != **value);
        let splices = changes.map(|(number, value)| match &number.place {
            Place::Here(range) => (range.clone(), value.to_string()),
            Place::NewLine(at) => (*at..*at, format!("{} = {value}\n", number.kind)),
        });
        let made = Self::read(&spliced(&self.text, splices.collect()))?;
        if made.values() == values {
            Ok(made)
        } else {
            let what = "its numbers cannot be changed in place; begin each card with a line such as [[list]]";
            Err(BadCardSet(vec![Flaw { line: 1, card: None, what: what.to_owned() }]))
        }
    }

    /// The same file under this name and version.
    pub fn called(&self, name: &str, version: u32) -> Result<Self, BadCardSet> {
        let splices =
            vec![(self.name.clone(), format!("\"{name}\"")), (self.version.clone(), version.to_string())];
        Self::read(&spliced(&self.text, splices))
    }
}

/// A text in which some ranges, none over another, are something else.
fn spliced(text: &str, mut splices: Vec<(Range<usize>, String)>) -> String {
    splices.sort_by_key(|(range, _)| range.start);
    let mut made = String::with_capacity(text.len() + 8);
    let mut from = 0;
    for (range, new) in splices {
        made.push_str(&text[from..range.start]);
        made.push_str(&new);
        from = range.end;
    }
    made.push_str(&text[from..]);
    made
}

type Find = fn(&str, &DeTable<'_>, &mut Vec<CardNumber>);

fn of_list(_: &str, table: &DeTable<'_>, into: &mut Vec<CardNumber>) {
    into.extend(written(table, &names(table), "size", NumberKind::Size, (1, 20)));
}

fn of_scam(_: &str, table: &DeTable<'_>, into: &mut Vec<CardNumber>) {
    into.extend(written(table, &names(table), "initial", NumberKind::Initial, (0, 9)));
}

fn of_mailing(text: &str, table: &DeTable<'_>, into: &mut Vec<CardNumber>) {
    let name = [title(table)];
    into.extend(written(table, &name, "modifier", NumberKind::Modifier, (0, 5)));
    into.extend(strength(table, &name, EFFECTS));
    into.extend(copies(text, table, &name));
}

fn of_hardware(text: &str, table: &DeTable<'_>, into: &mut Vec<CardNumber>) {
    let name = [title(table)];
    into.extend(strength(table, &name, POWERS));
    into.extend(copies(text, table, &name));
}

fn title(table: &DeTable<'_>) -> String {
    table.get("name").and_then(|name| name.get_ref().as_str()).unwrap_or_default().to_owned()
}

/// The names of a card that is one of a kind, one a copy.
fn names(table: &DeTable<'_>) -> Vec<String> {
    let copies = table.get("copies").and_then(value).unwrap_or(1);
    numbered(&title(table), copies).collect()
}

fn value(of: &Spanned<DeValue<'_>>) -> Option<u8> {
    let number = of.get_ref().as_integer()?;
    u8::from_str_radix(number.as_str(), number.radix()).ok()
}

fn at(
    found: &Spanned<DeValue<'_>>,
    cards: &[String],
    kind: NumberKind,
    (least, most): (u8, u8),
) -> Option<CardNumber> {
    let place = Place::Here(found.span());
    Some(CardNumber { cards: cards.to_vec(), kind, value: value(found)?, least, most, place })
}

fn written(
    table: &DeTable<'_>,
    cards: &[String],
    key: &str,
    kind: NumberKind,
    bounds: (u8, u8),
) -> Option<CardNumber> {
    at(table.get(key)?, cards, kind, bounds)
}

fn copies(text: &str, table: &DeTable<'_>, cards: &[String]) -> Option<CardNumber> {
    if let Some(found) = table.get("copies") {
        return at(found, cards, NumberKind::Copies, (1, 20));
    }
    let after = table.get("effect")?.span().end;
    let line = after + text.get(after..)?.find('\n')? + 1;
    let place = Place::NewLine(line);
    Some(CardNumber { cards: cards.to_vec(), kind: NumberKind::Copies, value: 1, least: 1, most: 20, place })
}

fn strength<T>(table: &DeTable<'_>, cards: &[String], words: &[Word<T>]) -> Option<CardNumber> {
    let (key, argument) = table.get("effect")?.get_ref().as_table()?.iter().next()?;
    match words.iter().find(|word| word.name == key.get_ref().as_ref())?.parameter {
        Parameter::Number(least, most) => at(argument, cards, NumberKind::Strength, (least, most)),
        Parameter::CategoryBonus(least, most) => {
            at(argument.get_ref().as_table()?.get("bonus")?, cards, NumberKind::Strength, (least, most))
        }
        Parameter::Nothing | Parameter::Specialty => None,
    }
}
