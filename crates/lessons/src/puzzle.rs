//! Puzzles: positions of real games in which one choice is far better than all others (`gruntle lab puzzles`).

use std::sync::LazyLock;

use games::GameName;
use room::{LiveGame, Start};
use serde::Deserialize;
use table::{Awaits, Seat, SeatCount, Viewer};
use toml::Spanned;

use crate::told::{Fault, Place};

/// The most choices a puzzle offers.
const OFFERED: usize = 4;
/// By how many points of a hundred the best choice must be ahead.
const LEAD: f64 = 5.0;
/// The longest remark on a choice, in characters.
const REMARK: usize = 200;

/// A file of puzzles.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    game: Spanned<String>,
    #[serde(rename = "puzzle", default)]
    puzzles: Vec<Entry>,
}

/// A puzzle as its file has it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    rules: u32,
    setting: Vec<(String, String)>,
    seats: usize,
    seat: String,
    obvious: String,
    difficulty: u8,
    number: Option<usize>,
    theme: Option<String>,
    options: Vec<Solution>,
    inputs: String,
}

/// A choice of a puzzle, and what it is worth.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Solution {
    /// The choice in notation.
    pub action: String,
    /// The chance to win after it, in percent.
    pub chance: f64,
    /// Its standard error.
    pub error: f64,
    /// The remark on it.
    pub remark: Option<String>,
}

/// A position to solve.
#[derive(Debug, Clone, PartialEq)]
pub struct Puzzle {
    /// Which game.
    pub game: GameName,
    /// Its number among those of its game, from 1. It stays the same where others are taken out.
    pub number: usize,
    /// Who is to choose.
    pub seat: Seat,
    /// How hard it is, from 1 to 5.
    pub difficulty: u8,
    /// Its theme, where puzzles have themes. It nearly gives the answer away.
    pub theme: Option<String>,
    /// The choices that are offered, the best first.
    pub options: Vec<Solution>,
    /// The place among them of what looks best at first sight.
    pub obvious: usize,
    start: Start,
    seats: SeatCount,
    inputs: Vec<String>,
}

impl Puzzle {
    /// All puzzles of a game that come with the program.
    #[must_use]
    pub fn all(game: GameName) -> &'static [Self] {
        static SPAMMERS: LazyLock<Vec<Puzzle>> = LazyLock::new(|| {
            built_in(("puzzles/spammers.toml", include_str!("../../../puzzles/spammers.toml")))
        });
        static SPAM_O_RAMA: LazyLock<Vec<Puzzle>> = LazyLock::new(|| {
            built_in(("puzzles/spam-o-rama.toml", include_str!("../../../puzzles/spam-o-rama.toml")))
        });
        match game {
            GameName::Spammers => &SPAMMERS,
            GameName::SpamORama => &SPAM_O_RAMA,
        }
    }

    /// The puzzle of this number that comes with the program; `None` if there is none, or none any more.
    #[must_use]
    pub fn numbered(game: GameName, number: usize) -> Option<&'static Self> {
        Self::all(game).iter().find(|puzzle| puzzle.number == number)
    }

    /// The puzzle of a day, counted from any fixed one: the games take turns, none comes again before all have been,
    /// and the same answer comes twice in a row only where it must.
    #[must_use]
    pub fn of_day(day: u64) -> Option<&'static Self> {
        static DAYS: LazyLock<[Vec<&'static Puzzle>; 2]> =
            LazyLock::new(|| GameName::ALL.map(|game| spread(mixed(Puzzle::all(game)))));
        let all = &DAYS[(day % 2) as usize];
        all.get((day / 2 % all.len().max(1) as u64) as usize).copied()
    }

    /// Reads a file of puzzles and checks its claims: the game can be played up to the position, the seat is asked
    /// there, its choices are legal, and one of them is ahead.
    pub fn read((name, text): (&str, &str)) -> Result<Vec<Self>, Fault> {
        let puzzles = parsed((name, text))?;
        for (place, puzzle) in puzzles.iter().enumerate() {
            puzzle.check().map_err(|what| Fault::new(name, Place::Puzzle(place + 1), what))?;
        }
        Ok(puzzles)
    }

    /// The table at which it is to be solved.
    #[must_use]
    pub fn table(&self) -> LiveGame {
        match self.played() {
            Ok(live) => live,
            Err(wrong) => unreachable!("a test plays every puzzle: {wrong}"),
        }
    }

    /// The best choice.
    #[must_use]
    pub fn best(&self) -> &Solution {
        &self.options[0]
    }

    /// The choices in the order of their notation, which tells nothing.
    #[must_use]
    pub fn shuffled(&self) -> Vec<&Solution> {
        let mut all: Vec<&Solution> = self.options.iter().collect();
        all.sort_by(|one, other| one.action.cmp(&other.action));
        all
    }

    fn played(&self) -> Result<LiveGame, String> {
        let names = self.seats.iter().map(|seat| seat.to_string()).collect();
        let mut live = LiveGame::started(self.game.name(), &self.start, names)?;
        for (place, line) in self.inputs.iter().enumerate() {
            live.feed(line).map_err(|what| format!("input {}: {what}", place + 1))?;
        }
        Ok(live)
    }

    fn check(&self) -> Result<(), String> {
        let live = self.played()?;
        if live.awaits() != Awaits::Choice(self.seat) {
            return Err(format!("seat {} is not the one that is asked there", self.seat));
        }
        let answers = live.choices(Viewer::Seat(self.seat));
        let possible = |action: &str| answers.iter().any(|(notation, _)| notation == action);
        match self.options.iter().find(|option| !possible(&option.action)) {
            Some(option) => Err(format!("'{}' cannot be done there", option.action)),
            None => Ok(()),
        }
    }
}

/// All of them in another order, in which neighbours are far apart in the file: a stride without a common factor goes
/// through all.
fn mixed(all: &[Puzzle]) -> Vec<&Puzzle> {
    let count = all.len();
    let stride = (1..).map(|more| count / 3 + more).find(|&stride| coprime(stride, count)).unwrap_or(1);
    (0..count).map(|place| &all[place * stride % count]).collect()
}

/// The same nearly in this order, but with the same answer twice in a row only where it must be.
fn spread(mut left: Vec<&Puzzle>) -> Vec<&Puzzle> {
    let mut order: Vec<&Puzzle> = Vec::with_capacity(left.len());
    while !left.is_empty() {
        let last = order.last().map(|puzzle| puzzle.best().action.as_str());
        let same = |one: &Puzzle, other: &Puzzle| one.best().action == other.best().action;
        let count = |of: &Puzzle| left.iter().filter(|other| same(other, of)).count();
        let other = |puzzle: &&Puzzle| last != Some(puzzle.best().action.as_str());
        // An answer of more than half of the rest cannot wait.
        let pressing = left.iter().position(|puzzle| other(puzzle) && 2 * count(puzzle) > left.len());
        let next = pressing.or_else(|| left.iter().position(other)).unwrap_or(0);
        order.push(left.remove(next));
    }
    order
}

const fn coprime(mut one: usize, mut other: usize) -> bool {
    while other > 0 {
        (one, other) = (other, one % other);
    }
    one == 1
}

/// Reads a file of puzzles and checks it without playing.
fn parsed((name, text): (&str, &str)) -> Result<Vec<Puzzle>, Fault> {
    let file: File = toml::from_str(text).map_err(|error| Fault::of_toml(name, text, &error))?;
    let game = GameName::named(file.game.get_ref())
        .map_err(|wrong| Fault::new(name, Place::of(text, &file.game), wrong.to_string()))?;
    let mut before = 0;
    let puzzles = file.puzzles.into_iter().enumerate();
    puzzles
        .map(|(place, entry)| {
            let number = entry.number.unwrap_or(before + 1);
            let fault = |what| Fault::new(name, Place::Puzzle(place + 1), what);
            if number <= before {
                return Err(fault(format!("the number is {number}, after {before}; numbers grow")));
            }
            before = number;
            puzzle(game, number, entry).map_err(fault)
        })
        .collect()
}

fn puzzle(game: GameName, number: usize, entry: Entry) -> Result<Puzzle, String> {
    let Entry { rules, setting, seats, seat, obvious, difficulty, number: _, theme, options, inputs } = entry;
    let seat = seat.parse().map_err(|_| format!("'{seat}' is no seat; seats are A to F"))?;
    let seats = SeatCount::new(seats).map_err(|wrong| wrong.to_string())?;
    if !(1..=5).contains(&difficulty) {
        return Err(format!("the difficulty is 1 to 5, not {difficulty}"));
    }
    if !(2..=OFFERED).contains(&options.len()) {
        return Err(format!("2 to {OFFERED} choices are offered, not {}", options.len()));
    }
    for (place, option) in options.iter().enumerate() {
        judge(option)?;
        if options[..place].iter().any(|other| other.action == option.action) {
            return Err(format!("'{}' is offered twice", option.action));
        }
    }
    if let Some(other) = options[1..].iter().find(|other| options[0].chance - other.chance < LEAD) {
        let (best, next) = (&options[0].action, &other.action);
        return Err(format!("'{best}' stands first, but is not {LEAD} points better than '{next}'"));
    }
    let place = options.iter().position(|option| option.action == obvious).filter(|&place| place > 0);
    let obvious =
        place.ok_or_else(|| format!("what is obvious, '{obvious}', must be offered and not be the best"))?;
    let inputs = inputs.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect();
    Ok(Puzzle {
        game,
        number,
        seat,
        difficulty,
        theme,
        options,
        obvious,
        start: Start { rules, setting },
        seats,
        inputs,
    })
}

fn judge(option: &Solution) -> Result<(), String> {
    let Solution { action, chance, error, remark } = option;
    if !(0.0..=100.0).contains(chance) || !(0.0..=50.0).contains(error) {
        return Err(format!("a chance is 0 to 100 and its error 0 to 50; those of '{action}' are not"));
    }
    let fits = |remark: &String| remark.chars().count() <= REMARK && !remark.contains(char::is_control);
    if remark.as_ref().is_some_and(|remark| !fits(remark)) {
        return Err(format!(
            "the remark on '{action}' is longer than {REMARK} characters, or has a control character"
        ));
    }
    Ok(())
}

fn built_in(file: (&str, &str)) -> Vec<Puzzle> {
    match parsed(file) {
        Ok(puzzles) => puzzles,
        Err(wrong) => unreachable!("a test reads every puzzle: {wrong}"),
    }
}
