//! Records: a finished game as plain text, and back. `docs/records.md` describes the format.

use std::fmt;

use thiserror::Error;

use crate::name::{LONGEST_NAME, check_name, cleaned};
use crate::{Ending, Game, Input, InputOf, Seat, SeatCount, SeatSet, Seed, Unreadable, sha256};

/// The first line of every record of this format.
const FIRST_LINE: &str = "gruntle record 1";

/// A finished game as plain text: header, inputs with a state digest each turn, result, checksum.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    header: Header,
    /// The lines of inputs and digests, with their numbers.
    pub(crate) body: Vec<(usize, String)>,
    /// The line of the result, with its number.
    pub(crate) won: (usize, String),
    sum: (usize, String),
}

/// The header of a record, before the first input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Header {
    /// The name of the game.
    pub game: String,
    /// The version of the rules it was played under.
    pub rules: u32,
    /// The set-up as key and value.
    pub setting: Vec<(String, String)>,
    /// The names at the seats, clockwise from A.
    pub names: Vec<String>,
    /// The seats that asked a coach.
    pub coached: SeatSet,
    /// The seed its luck came from, if one is known. The record does not need it.
    pub seed: Option<Seed>,
    /// The line on which the inputs begin.
    pub begins: usize,
}

impl Header {
    /// The value of a setting.
    #[must_use]
    pub fn setting(&self, key: &str) -> Option<&str> {
        self.setting.iter().find(|(found, _)| found == key).map(|(_, value)| value.as_str())
    }

    /// How many seats the record names.
    pub fn seats(&self) -> Result<SeatCount, Fault> {
        SeatCount::new(self.names.len()).map_err(|wrong| Fault::new(self.begins, wrong.to_string()))
    }
}

/// An error in a record, and its line.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("line {line}: {what}")]
pub struct Fault {
    /// The line, counted from 1.
    pub line: usize,
    /// The error, and what would be right.
    pub what: String,
}

impl Fault {
    /// An error on this line. Control characters quoted from a record are replaced, since they could trick a terminal.
    pub fn new(line: usize, what: impl Into<String>) -> Self {
        Self { line, what: what.into().replace(char::is_control, "\u{fffd}") }
    }
}

/// An input as a line of a record.
pub fn write_input<G: Game>(game: &G, input: InputOf<G>) -> String {
    match input {
        Input::Act(seat, action) => format!("{seat} {}", game.write_action(action)),
        Input::Luck(outcome) => format!("* {}", game.write_outcome(outcome)),
    }
}

/// A digest as a line of a record.
pub(crate) fn write_check(turn: u32, digest: &str) -> String {
    format!("= {turn} {digest}")
}

/// The result as a line of a record.
pub(crate) fn write_ending(ending: Ending) -> String {
    format!("won {} by {} {}", ending.winners, ending.clause, ending.how)
}

/// A name as a record has it.
fn written_name(name: Option<&String>) -> String {
    name.and_then(|name| cleaned(name, LONGEST_NAME)).unwrap_or_else(|| "nobody".to_owned())
}

impl Record {
    pub(crate) fn new<G: Game>(
        game: &G,
        names: &[String],
        seed: Option<Seed>,
        lines: Vec<String>,
        ending: Ending,
    ) -> Self {
        let names = game.seats().iter().map(|seat| written_name(names.get(seat.index())));
        let mut header = Header {
            game: G::NAME.to_owned(),
            rules: G::RULES_VERSION,
            setting: game.setting().into_iter().map(|(key, value)| (key.to_owned(), value)).collect(),
            names: names.collect(),
            coached: SeatSet::EMPTY,
            seed,
            begins: 0,
        };
        header.begins = header.lines().len();
        let first = header.begins + 1;
        let last = first + lines.len();
        let body = lines.into_iter().enumerate().map(|(place, line)| (first + place, line)).collect();
        let mut record =
            Self { header, body, won: (last, write_ending(ending)), sum: (last + 1, String::new()) };
        record.sum.1 = record.checksum();
        record
    }

    /// The same record, which says that these seats asked a coach.
    #[must_use]
    pub fn with_coached(mut self, coached: SeatSet) -> Self {
        let before = self.header.lines().len();
        self.header.coached = coached;
        let more = self.header.lines().len() - before;
        let numbers = self.body.iter_mut().map(|(number, _)| number);
        for number in numbers.chain([&mut self.header.begins, &mut self.won.0, &mut self.sum.0]) {
            *number += more;
        }
        self.sum.1 = self.checksum();
        self
    }

    /// The header.
    #[must_use]
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// Reads a record's form: every line is there and in its place. Whether the game was played by the rules
    /// and the checksum holds is for [`Record::referee`].
    pub fn read(text: &str) -> Result<Self, Fault> {
        let mut lines = Lines::new(text);
        let (number, first) = lines.next("the first line")?;
        if first != FIRST_LINE {
            return Err(Fault::new(
                number,
                format!("this is not a record; a record begins with '{FIRST_LINE}'"),
            ));
        }
        let game = lines.value("game")?.1.to_owned();
        let (number, rules) = lines.value("rules")?;
        let rules = written_back(rules).ok_or_else(|| {
            Fault::new(number, format!("'{rules}' is not a rules version; it is a whole number, such as 1"))
        })?;
        let mut setting = Vec::new();
        while let Some((_, line)) = lines.peek()
            && !line.starts_with("seat ")
        {
            let (number, line) = lines.next("a setting")?;
            match line.split_once(' ') {
                Some((key, value)) => setting.push((key.to_owned(), value.to_owned())),
                None => {
                    return Err(Fault::new(number, format!("'{line}' is not a setting; write 'key value'")));
                }
            }
        }
        let mut names = Vec::new();
        while let Some((_, line)) = lines.peek()
            && line.starts_with("seat ")
        {
            let (number, said) = lines.value("seat")?;
            let expected = Seat::new(names.len());
            match said.split_once(' ') {
                Some((letter, name)) if letter.parse().ok() == expected && expected.is_some() => {
                    check_name(name).map_err(|wrong| Fault::new(number, wrong.to_string()))?;
                    names.push(name.to_owned());
                }
                _ => {
                    return Err(Fault::new(
                        number,
                        "seats are named in order, as 'seat A name', up to seat F",
                    ));
                }
            }
        }
        let mut coached = SeatSet::EMPTY;
        if let Some((_, line)) = lines.peek()
            && line.starts_with("coached ")
        {
            let (number, said) = lines.value("coached")?;
            coached = seats_named(said, names.len()).ok_or_else(|| {
                Fault::new(
                    number,
                    format!(
                        "'{said}' are not seats of this game in order, with a space between, such as 'A C'"
                    ),
                )
            })?;
        }
        let mut seed = None;
        if let Some((_, line)) = lines.peek()
            && line.starts_with("seed ")
        {
            let (number, said) = lines.value("seed")?;
            seed = Some(written_back(said).ok_or_else(|| {
                Fault::new(
                    number,
                    format!("'{said}' is not a seed as records have it, such as chacha8:42/17"),
                )
            })?);
        }
        let (begins, line) = lines.next("'begin'")?;
        if line != "begin" {
            return Err(Fault::new(begins, format!("'begin' belongs here, not '{line}'")));
        }
        let mut body = Vec::new();
        let won = loop {
            let (number, line) = lines.next("the result, 'won …'")?;
            if line.starts_with("won ") {
                break (number, line.to_owned());
            }
            body.push((number, line.to_owned()));
        };
        let (number, sum) = lines.value("end")?;
        let sum = (number, sum.to_owned());
        let record =
            Self { header: Header { game, rules, setting, names, coached, seed, begins }, body, won, sum };
        match lines.peek() {
            Some((number, line)) => {
                Err(Fault::new(number, format!("nothing belongs after the checksum, but '{line}' is here")))
            }
            None => Ok(record),
        }
    }

    pub(crate) fn check_sum(&self) -> Result<(), Fault> {
        let (number, said) = &self.sum;
        let right = self.checksum();
        if *said == right {
            return Ok(());
        }
        let what = format!(
            "the checksum should be {right}, not {said}: the record was changed after it was written"
        );
        Err(Fault::new(*number, what))
    }

    fn checksum(&self) -> String {
        sha256(&self.lines().fold(String::new(), |text, line| text + &line + "\n"))
    }

    fn lines(&self) -> impl Iterator<Item = String> {
        let body = self.body.iter().map(|(_, line)| line.clone());
        self.header.lines().into_iter().chain(body).chain([self.won.1.clone()])
    }
}

impl Header {
    fn lines(&self) -> Vec<String> {
        let mut lines =
            vec![FIRST_LINE.to_owned(), format!("game {}", self.game), format!("rules {}", self.rules)];
        lines.extend(self.setting.iter().map(|(key, value)| format!("{key} {value}")));
        lines.extend(
            self.names
                .iter()
                .enumerate()
                .filter_map(|(place, name)| Some(format!("seat {} {name}", Seat::new(place)?))),
        );
        if !self.coached.is_empty() {
            lines.push(format!("coached {}", self.coached));
        }
        lines.extend(self.seed.map(|seed| format!("seed {seed}")));
        lines.push("begin".to_owned());
        lines
    }
}

impl fmt::Display for Record {
    /// The record as it is kept in a file.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in self.lines() {
            writeln!(f, "{line}")?;
        }
        writeln!(f, "end {}", self.sum.1)
    }
}

/// The seats of this text, if it names some of so many in the one way to write them.
fn seats_named(text: &str, count: usize) -> Option<SeatSet> {
    let mut seats = SeatSet::EMPTY;
    for letter in text.split(' ') {
        seats = seats.with(letter.parse::<Seat>().ok().filter(|seat| seat.index() < count)?);
    }
    (!seats.is_empty() && seats.to_string() == text).then_some(seats)
}

/// The value of this text, if it is written in the one canonical way: the checksum is over the text.
fn written_back<T: std::str::FromStr + fmt::Display>(text: &str) -> Option<T> {
    text.parse().ok().filter(|value: &T| value.to_string() == text)
}

/// An input from a line of a record.
pub(crate) fn read_input<G: Game>(game: &G, line: &str) -> Result<InputOf<G>, Unreadable> {
    let (who, what) = line.split_once(' ').ok_or_else(|| {
        Unreadable(format!(
            "'{line}' is not an input; write a seat and its action, or '*' and what luck brought"
        ))
    })?;
    match who {
        "*" => game.read_outcome(what).map(Input::Luck),
        "=" => Err(Unreadable("no state digest belongs here: no turn began on the line before".to_owned())),
        seat => {
            let seat = seat.parse::<Seat>().map_err(|wrong| Unreadable(wrong.to_string()))?;
            game.read_action(what).map(|action| Input::Act(seat, action))
        }
    }
}

/// The lines of a record with their numbers; `#` begins a comment line, and empty lines do not count.
struct Lines<'a> {
    rest: std::iter::Peekable<Box<dyn Iterator<Item = (usize, &'a str)> + 'a>>,
    last: usize,
}

impl<'a> Lines<'a> {
    fn new(text: &'a str) -> Self {
        let numbered = text.lines().enumerate().map(|(place, line)| (place + 1, line));
        let counted = numbered.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        Self { rest: (Box::new(counted) as Box<dyn Iterator<Item = _>>).peekable(), last: 0 }
    }

    fn peek(&mut self) -> Option<(usize, &'a str)> {
        self.rest.peek().copied()
    }

    fn next(&mut self, wanted: &str) -> Result<(usize, &'a str), Fault> {
        let (number, line) = self.rest.next().ok_or_else(|| {
            Fault::new(self.last + 1, format!("the record ends here, but {wanted} is missing"))
        })?;
        self.last = number;
        if line.contains(char::is_control) {
            return Err(Fault::new(
                number,
                "this line has a control character in it; a record is plain text",
            ));
        }
        Ok((number, line))
    }

    fn value(&mut self, key: &str) -> Result<(usize, &'a str), Fault> {
        let (number, line) = self.next(&format!("'{key} …'"))?;
        match line.split_once(' ') {
            Some((found, value)) if found == key => Ok((number, value)),
            _ => Err(Fault::new(number, format!("'{key} …' belongs here, not '{line}'"))),
        }
    }
}
