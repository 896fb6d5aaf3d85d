//! S9.1: card files. Every fault of a file is found at once, with its line, its card and what would be right.

use std::fmt;
use std::sync::Arc;

use table::Prose;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::card::{Category, Specialties, Specialty};
use crate::face::{ActionFace, Kind, ListFace};
use crate::picture::{Drawing, Picture, house_drawings};
use crate::vocabulary::{Argument, EFFECTS, POWERS, Parameter, Word};

/// One thing that is wrong with a card file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Flaw {
    /// The line, counted from 1.
    pub line: usize,
    /// The card it is about, if it is about one.
    pub card: Option<String>,
    /// The fault, and what would be right.
    pub what: String,
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.card {
            Some(card) => write!(f, "line {}, '{card}': {}", self.line, self.what),
            None => write!(f, "line {}: {}", self.line, self.what),
        }
    }
}

/// A card with the line it begins on.
pub(crate) struct OnLine<T> {
    pub(crate) line: usize,
    pub(crate) card: T,
}

/// A parsed card file, as far as each card by itself is sound.
pub(crate) struct CardFile {
    pub(crate) name: String,
    pub(crate) version: u32,
    pub(crate) lists: Vec<OnLine<ListFace>>,
    pub(crate) scams: Vec<OnLine<ActionFace>>,
    pub(crate) mailings: Vec<OnLine<ActionFace>>,
    pub(crate) hardware: Vec<OnLine<ActionFace>>,
    pub(crate) flaws: Vec<Flaw>,
}

/// The longest name of a card.
pub(crate) const LONGEST_NAME: usize = 60;
/// The longest line of flavour.
const LONGEST_FLAVOUR: usize = 160;

/// A name in notation: lower case, everything but letters and digits a hyphen.
pub(crate) fn slug_of(name: &str) -> String {
    let mut slug = String::new();
    for c in name.chars() {
        if c.is_ascii_alphanumeric() {
            slug.push(c.to_ascii_lowercase());
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    slug.truncate(slug.trim_end_matches('-').len());
    slug
}

/// The names of the copies of a card that is one of a kind: the second and later are numbered.
pub(crate) fn numbered(name: &str, copies: u8) -> impl Iterator<Item = String> {
    (1..=copies).map(move |number| if number == 1 { name.to_owned() } else { format!("{name} ({number})") })
}

/// Words in a sentence: `a, b or c`.
fn either(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [rest @ .., last] => format!("{} or {last}", rest.join(", ")),
    }
}

/// Reads a card file.
pub(crate) fn read(text: &str) -> CardFile {
    let (root, errors) = DeTable::parse_recoverable(text);
    let breaks =
        text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(place, _)| place).collect();
    let mut reader = Reader { breaks, card: None, spoilt: Vec::new(), meant: Vec::new(), flaws: Vec::new() };
    for error in errors {
        let line = reader.line_at(error.span().map_or(0, |span| span.start));
        // Later errors of a line are consequences of its first.
        if reader.flaws.iter().all(|flaw| flaw.line != line) {
            let message = error.message().lines().collect::<Vec<_>>().join("; ");
            reader.flaws.push(Flaw { line, card: None, what: format!("this is not TOML: {message}") });
        }
        let before = text.lines().take(line).collect::<Vec<_>>();
        reader.spoilt.push(
            before.iter().rposition(|line| line.trim_start().starts_with('[')).map_or(1, |place| place + 1),
        );
    }
    let root = root.into_inner();
    let top = Entry { line: 1, table: &root };
    reader.check_keys(&top, "a card set", &["name", "version", "list", "scam", "mailing", "hardware"]);
    let name = reader.text_of(&top, "name", LONGEST_NAME).unwrap_or_default();
    let version = reader.number_of(&top, "version", 1, u32::MAX).unwrap_or(1);
    let lists = reader.each(&root, "list", |reader, entry| reader.list(entry));
    let scams = reader.each(&root, "scam", |reader, entry| reader.scam(entry));
    let mailings = reader.each(&root, "mailing", |reader, entry| reader.mailing(entry));
    let hardware = reader.each(&root, "hardware", |reader, entry| reader.hardware(entry));
    CardFile { name, version, lists, scams, mailings, hardware, flaws: reader.flaws }
}

struct Reader {
    /// Where the lines end.
    breaks: Vec<usize>,
    card: Option<String>,
    /// The lines on which entries begin that could not be read whole.
    spoilt: Vec<usize>,
    /// The keys that a misspelt one of an entry stands for, each with the line of the entry.
    meant: Vec<(usize, &'static str)>,
    flaws: Vec<Flaw>,
}

struct Entry<'a> {
    line: usize,
    table: &'a DeTable<'a>,
}

impl Reader {
    fn line_at(&self, offset: usize) -> usize {
        1 + self.breaks.partition_point(|&end| end < offset)
    }

    fn line_of<T>(&self, spanned: &Spanned<T>) -> usize {
        self.line_at(spanned.span().start)
    }

    fn flaw(&mut self, line: usize, what: impl Into<String>) {
        self.flaws.push(Flaw { line, card: self.card.clone(), what: what.into() });
    }

    /// Reads every table of an array of tables.
    fn each<T>(
        &mut self,
        root: &DeTable<'_>,
        key: &str,
        mut read: impl FnMut(&mut Self, &Entry<'_>) -> Vec<T>,
    ) -> Vec<OnLine<T>> {
        let Some(value) = root.get(key) else {
            return Vec::new();
        };
        let line = self.line_of(value);
        let Some(array) = value.get_ref().as_array() else {
            self.flaw(line, format!("'{key}' is not a card; begin each one with a line [[{key}]]"));
            return Vec::new();
        };
        let mut cards = Vec::new();
        for value in array {
            let line = self.line_of(value);
            let Some(table) = value.get_ref().as_table() else {
                self.flaw(line, format!("this is not a card; begin each one with a line [[{key}]]"));
                continue;
            };
            self.card = table.get("name").and_then(|name| name.get_ref().as_str()).map(str::to_owned);
            let read = read(self, &Entry { line, table });
            cards.extend(read.into_iter().map(|card| OnLine { line, card }));
            self.card = None;
        }
        cards
    }

    fn check_keys(&mut self, entry: &Entry<'_>, what: &str, known: &[&'static str]) {
        for (key, _) in entry.table.iter() {
            let written = key.get_ref().as_ref();
            if !known.contains(&written) {
                let line = self.line_of(key);
                let open: Vec<&str> =
                    known.iter().copied().filter(|known| !entry.table.contains_key(*known)).collect();
                let near = nearest(written, &open);
                self.meant.extend(near.map(|near| (entry.line, near)));
                let near = near.map_or_else(String::new, |near| format!("; did you mean '{near}'?"));
                let it_has = known.join(", ");
                self.flaw(
                    line,
                    match near.is_empty() {
                        true => format!("there is no '{written}' in {what}; it has {it_has}"),
                        false => format!("there is no '{written}' in {what}{near} It has {it_has}"),
                    },
                );
            }
        }
    }

    fn wanted<'t>(&mut self, entry: &Entry<'t>, key: &str, form: &str) -> Option<&'t Spanned<DeValue<'t>>> {
        let found = entry.table.get(key);
        // A missing key may stand there unreadable or misspelt: that is reported already.
        let is_told = self.spoilt.contains(&entry.line)
            || self.meant.iter().any(|(line, meant)| *line == entry.line && *meant == key);
        if found.is_none() && !is_told {
            self.flaw(entry.line, format!("'{key}' is missing; write {key} = {form}"));
        }
        found
    }

    fn text_of(&mut self, entry: &Entry<'_>, key: &str, longest: usize) -> Option<String> {
        let value = self.wanted(entry, key, "\"…\"")?;
        let line = self.line_of(value);
        let Some(text) = value.get_ref().as_str() else {
            self.flaw(line, format!("'{key}' must be text; write {key} = \"…\""));
            return None;
        };
        let odd = |text: &str| text.chars().any(char::is_control) || Prose::is_feigned_by(text);
        if text.chars().count() > longest || odd(text) || text.trim() != text {
            self.flaw(
                line,
                format!("'{key}' must be one line of at most {longest} characters with no space around it"),
            );
            return None;
        }
        Some(text.to_owned())
    }

    fn name(&mut self, entry: &Entry<'_>) -> Option<String> {
        let name = self.text_of(entry, "name", LONGEST_NAME)?;
        if slug_of(&name).is_empty() {
            self.flaw(entry.line, format!("'{name}' is no name; a name has a letter or a digit"));
            return None;
        }
        Some(name)
    }

    fn flavour(&mut self, entry: &Entry<'_>) -> Option<String> {
        if entry.table.contains_key("flavour") {
            self.text_of(entry, "flavour", LONGEST_FLAVOUR)
        } else {
            Some(String::new())
        }
    }

    /// The picture that the card names or holds, or else that was drawn for it, or that its kind has.
    fn picture(&mut self, entry: &Entry<'_>, kind: &str) -> Option<Picture> {
        let Some(value) = entry.table.get("picture") else {
            let name = entry.table.get("name").and_then(|name| name.get_ref().as_str()).unwrap_or_default();
            return Some(Picture::named(&slug_of(name)).unwrap_or_else(|| Picture::of_kind(kind)));
        };
        let line = self.line_of(value);
        let Some(text) = value.get_ref().as_str() else {
            self.flaw(line, "'picture' must be text; write picture = \"…\"");
            return None;
        };
        let found = if text.contains('\n') {
            Drawing::read(text)
                .map(|drawing| Picture::Held(Arc::new(drawing)))
                .map_err(|wrong| wrong.to_string())
        } else {
            Picture::named(text).ok_or_else(|| {
                let names: Vec<&str> = house_drawings().iter().map(|house| house.name).collect();
                let near =
                    nearest(text, &names).map_or_else(String::new, |near| format!(" Did you mean '{near}'?"));
                format!("there is no picture '{text}'; name a card that has one.{near}")
            })
        };
        found.map_err(|wrong| self.flaw(line, wrong)).ok()
    }

    fn number_in(&mut self, value: &Spanned<DeValue<'_>>, key: &str, from: u32, to: u32) -> Option<u32> {
        let line = self.line_of(value);
        let number = value
            .get_ref()
            .as_integer()
            .and_then(|number| u32::from_str_radix(number.as_str(), number.radix()).ok());
        match number {
            Some(number) if (from..=to).contains(&number) => Some(number),
            Some(_) | None => {
                let range =
                    if to == u32::MAX { format!("{from} or more") } else { format!("from {from} to {to}") };
                self.flaw(line, format!("'{key}' must be a whole number {range}"));
                None
            }
        }
    }

    fn number_of(&mut self, entry: &Entry<'_>, key: &str, from: u32, to: u32) -> Option<u32> {
        let value = self.wanted(entry, key, &from.to_string())?;
        self.number_in(value, key, from, to)
    }

    fn small(&mut self, entry: &Entry<'_>, key: &str, from: u8, to: u8) -> Option<u8> {
        self.number_of(entry, key, from.into(), to.into()).and_then(|number| u8::try_from(number).ok())
    }

    fn copies(&mut self, entry: &Entry<'_>) -> Option<u8> {
        if entry.table.contains_key("copies") { self.small(entry, "copies", 1, 20) } else { Some(1) }
    }

    fn specialty(&mut self, value: &Spanned<DeValue<'_>>) -> Option<Specialty> {
        let found = value
            .get_ref()
            .as_str()
            .and_then(|word| Specialty::ALL.into_iter().find(|specialty| specialty.slug() == word));
        if found.is_none() {
            let words = Specialty::ALL.map(Specialty::slug);
            let line = self.line_of(value);
            self.flaw(line, format!("this is not a Specialty; it is \"{}\"", either(&words)));
        }
        found
    }

    fn category(&mut self, value: &Spanned<DeValue<'_>>) -> Option<Category> {
        let found = value
            .get_ref()
            .as_str()
            .and_then(|word| Category::ALL.into_iter().find(|category| category.slug() == word));
        if found.is_none() {
            let words = Category::ALL.map(Category::slug);
            let line = self.line_of(value);
            self.flaw(line, format!("this is not a category; it is \"{}\"", either(&words)));
        }
        found
    }

    fn list(&mut self, entry: &Entry<'_>) -> Vec<ListFace> {
        self.check_keys(entry, "a List", &["name", "size", "specialties", "copies", "flavour", "picture"]);
        let (name, size) = (self.name(entry), self.small(entry, "size", 1, 20));
        let (copies, flavour) = (self.copies(entry), self.flavour(entry));
        let picture = self.picture(entry, "list");
        let mut specialties = Specialties::EMPTY;
        if let Some(value) = entry.table.get("specialties") {
            let line = self.line_of(value);
            match value.get_ref().as_array() {
                None => self.flaw(line, "'specialties' must be a list; write specialties = [\"adult\"]"),
                Some(values) => {
                    for value in values.iter() {
                        match self.specialty(value) {
                            Some(specialty) if specialties.contains(specialty) => {
                                self.flaw(
                                    line,
                                    format!(
                                        "the {specialty} Specialty is there twice; once is enough (S1.5)"
                                    ),
                                );
                            }
                            Some(specialty) => specialties = specialties.with(specialty),
                            None => {}
                        }
                    }
                }
            }
        }
        let (Some(name), Some(size), Some(copies), Some(flavour), Some(picture)) =
            (name, size, copies, flavour, picture)
        else {
            return Vec::new();
        };
        let list = |name: String| ListFace {
            slug: slug_of(&name),
            name,
            size,
            specialties,
            flavour: flavour.clone(),
            picture: picture.clone(),
        };
        numbered(&name, copies).map(list).collect()
    }

    fn scam(&mut self, entry: &Entry<'_>) -> Vec<ActionFace> {
        self.check_keys(entry, "a Scam", &["name", "category", "initial", "copies", "flavour", "picture"]);
        let (name, initial) = (self.name(entry), self.small(entry, "initial", 0, 9));
        let (copies, flavour) = (self.copies(entry), self.flavour(entry));
        let category =
            self.wanted(entry, "category", "\"miscellaneous\"").and_then(|value| self.category(value));
        let picture = self.picture(entry, category.map_or("miscellaneous", Category::slug));
        let (Some(name), Some(initial), Some(copies), Some(flavour), Some(category), Some(picture)) =
            (name, initial, copies, flavour, category, picture)
        else {
            return Vec::new();
        };
        let kind = Kind::Scam { category, initial };
        numbered(&name, copies).map(|name| face(name, kind, 1, &flavour, &picture)).collect()
    }

    fn mailing(&mut self, entry: &Entry<'_>) -> Vec<ActionFace> {
        self.check_keys(entry, "a Mailing", &["name", "modifier", "effect", "copies", "flavour", "picture"]);
        let (name, modifier) = (self.name(entry), self.small(entry, "modifier", 0, 5));
        let (copies, flavour) = (self.copies(entry), self.flavour(entry));
        let effect = self.effect(entry, "Special Effect", EFFECTS);
        let picture = self.picture(entry, "mailing");
        let (Some(name), Some(modifier), Some(copies), Some(flavour), Some(effect), Some(picture)) =
            (name, modifier, copies, flavour, effect, picture)
        else {
            return Vec::new();
        };
        vec![face(name, Kind::Mailing { modifier, effect }, copies, &flavour, &picture)]
    }

    fn hardware(&mut self, entry: &Entry<'_>) -> Vec<ActionFace> {
        self.check_keys(entry, "Hardware", &["name", "effect", "copies", "flavour", "picture"]);
        let name = self.name(entry);
        let (copies, flavour) = (self.copies(entry), self.flavour(entry));
        let power = self.effect(entry, "Hardware effect", POWERS);
        let picture = self.picture(entry, "hardware");
        let (Some(name), Some(copies), Some(flavour), Some(power), Some(picture)) =
            (name, copies, flavour, power, picture)
        else {
            return Vec::new();
        };
        vec![face(name, Kind::Hardware(power), copies, &flavour, &picture)]
    }

    /// Reads `effect = "name"` or `effect = { name = argument }` by the vocabulary.
    fn effect<T: Copy>(&mut self, entry: &Entry<'_>, what: &str, words: &'static [Word<T>]) -> Option<T> {
        let value = self.wanted(entry, "effect", &words[0].example())?;
        let line = self.line_of(value);
        let (name, argument) = match value.get_ref() {
            DeValue::String(name) => (name.as_ref(), None),
            DeValue::Table(table) if table.len() == 1 => {
                let (key, argument) = table.iter().next()?;
                (key.get_ref().as_ref(), Some(argument))
            }
            DeValue::Table(_)
            | DeValue::Integer(_)
            | DeValue::Float(_)
            | DeValue::Boolean(_)
            | DeValue::Datetime(_)
            | DeValue::Array(_) => {
                self.flaw(
                    line,
                    format!("a card has one effect; write it like effect = {}", words[0].example()),
                );
                return None;
            }
        };
        let Some(word) = words.iter().find(|word| word.name == name) else {
            let names: Vec<&str> = words.iter().map(|word| word.name).collect();
            let near =
                nearest(name, &names).map_or_else(String::new, |near| format!("; did you mean '{near}'?"));
            self.flaw(line, format!("there is no {what} '{name}'{near} They are: {}", names.join(", ")));
            return None;
        };
        let form = || format!("write effect = {}", word.example());
        let argument = match (word.parameter, argument) {
            (Parameter::Nothing, None) => Argument::Nothing,
            (Parameter::Nothing, Some(_)) => {
                self.flaw(line, format!("'{name}' takes nothing; {}", form()));
                return None;
            }
            (Parameter::Number(..) | Parameter::Specialty | Parameter::CategoryBonus(..), None) => {
                self.flaw(line, format!("'{name}' needs a parameter; {}", form()));
                return None;
            }
            (Parameter::Number(from, to), Some(value)) => {
                Argument::Number(u8::try_from(self.number_in(value, name, from.into(), to.into())?).ok()?)
            }
            (Parameter::Specialty, Some(value)) => Argument::Specialty(self.specialty(value)?),
            (Parameter::CategoryBonus(from, to), Some(value)) => {
                let Some(table) = value.get_ref().as_table() else {
                    self.flaw(line, format!("'{name}' needs a category and a bonus; {}", form()));
                    return None;
                };
                let inner = Entry { line, table };
                self.check_keys(&inner, name, &["category", "bonus"]);
                let category =
                    self.wanted(&inner, "category", "\"adult\"").and_then(|value| self.category(value));
                let bonus = self.small(&inner, "bonus", from, to);
                Argument::CategoryBonus(category?, bonus?)
            }
        };
        word.with(argument)
    }
}

fn face(name: String, kind: Kind, copies: u8, flavour: &str, picture: &Picture) -> ActionFace {
    let (flavour, picture) = (flavour.to_owned(), picture.clone());
    ActionFace { slug: slug_of(&name), name, kind, copies, flavour, picture }
}

/// The word that shares most with what was written, if any shares half of it.
fn nearest<'a>(written: &str, words: &[&'a str]) -> Option<&'a str> {
    let pairs = |text: &str| text.as_bytes().windows(2).map(<[u8]>::to_vec).collect::<Vec<_>>();
    let wanted = pairs(written);
    let shared = |word: &str| pairs(word).iter().filter(|pair| wanted.contains(pair)).count();
    let best = words.iter().copied().max_by_key(|word| shared(word))?;
    (shared(best) * 2 >= wanted.len().max(1)).then_some(best)
}
