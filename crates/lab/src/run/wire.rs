//! Tasks and what came of them as text, for machines that do pieces of a run; and the fingerprint by which they know
//! that they would play the same games.

use std::ops::Range;
use std::sync::LazyLock;

use bots::{BotName, Budget};
use games::{GameName, GameVisitor, PlayerName, Setup, SetupChoices, Study};
use serde_json::{Value, json};
use table::{MOST_SEATS, Record, Seat, SeatCount, short_digest};

use crate::decision::{Decision, Games};
use crate::facts::Facts;
use crate::puzzles::{Except, FoundOption, FoundPuzzle};
use crate::run::RunError;
use crate::run::task::{Done, Question, Task};
use crate::sim::Plan;
use crate::tally::Tally;

/// Raised whenever a task, a thought of a bot, or what comes of them is written in another way.
const WIRE_VERSION: u32 = 4;
/// More threads for a search than anybody has cores for.
const MOST_WORKERS: u64 = 1024;

impl Task {
    /// The task as text; all that its games depend on is in it. A program that plays cannot be sent: nobody reads it.
    #[must_use]
    pub fn written(&self) -> String {
        json!({
            "setup": self.setup.written(),
            "seed": self.plan.seed,
            "bots": self.plan.bots.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "workers": self.plan.workers,
            "question": self.question.word(),
            "except": self.except.0,
        })
        .to_string()
    }

    /// Reads what [`Task::written`] wrote.
    pub fn read(text: &str) -> Result<Self, RunError> {
        let wrong = |what: &str| RunError(format!("a task cannot be read: {what}"));
        let value: Value = serde_json::from_str(text).map_err(|fault| wrong(&fault.to_string()))?;
        let number = |key: &str| value.get(key).and_then(Value::as_u64).ok_or_else(|| wrong(key));
        let setup = value.get("setup").ok_or_else(|| wrong("setup"))?;
        let bots = value.get("bots").and_then(Value::as_array).ok_or_else(|| wrong("bots"))?;
        // Bots of ours alone: a sender of tasks must not have programs started here.
        let bots: Option<Vec<BotName>> = bots.iter().map(|bot| bot.as_str()?.parse().ok()).collect();
        let bots: Option<Vec<PlayerName>> = bots.map(|bots| bots.into_iter().map(PlayerName::Bot).collect());
        let question = value.get("question").and_then(Value::as_str);
        let except = value.get("except").and_then(Value::as_array).ok_or_else(|| wrong("except"))?;
        let except = except.iter().map(|answer| answer.as_str().map(str::to_owned)).collect::<Option<_>>();
        let task = Self {
            setup: Setup::read(setup).map_err(|fault| wrong(&fault.to_string()))?,
            plan: Plan {
                seed: number("seed")?,
                bots: bots.ok_or_else(|| wrong("bots"))?,
                workers: Some(number("workers")?)
                    .filter(|workers| (1..=MOST_WORKERS).contains(workers))
                    .ok_or_else(|| wrong("workers"))? as usize,
            },
            question: Question::ALL
                .into_iter()
                .find(|one| Some(one.word()) == question)
                .ok_or_else(|| wrong("question"))?,
            except: Except(except.ok_or_else(|| wrong("except"))?),
        };
        let seats = task.setup.visit(Seats);
        if task.plan.bots.len() == seats { Ok(task) } else { Err(wrong("a bot a seat is wanted")) }
    }

    /// Reads what [`Done::written`] wrote of the games of these numbers.
    pub fn read_done(&self, text: &str, numbers: Range<u64>) -> Result<Done, RunError> {
        let done = serde_json::from_str(text).ok().and_then(|value: Value| match self.question {
            Question::Study => {
                let facts: Vec<Facts> = value.as_array()?.iter().map(Facts::read).collect::<Option<_>>()?;
                let is_whole = facts.iter().map(|facts| facts.number).eq(numbers.clone());
                is_whole.then_some(Done::Studied(facts))
            }
            Question::Count | Question::Record => {
                let tally = read_tally(value.get("tally")?)?;
                let records = value.get("records")?.as_array()?.iter().map(|record| {
                    let number = record.get(0)?.as_u64().filter(|number| numbers.contains(number))?;
                    Some((number, Record::read(record.get(1)?.as_str()?).ok()?))
                });
                let records: Vec<_> = records.collect::<Option<_>>()?;
                let is_whole = tally.games == numbers.end - numbers.start;
                is_whole.then_some(Done::Counted(tally, records))
            }
            Question::Hunt => {
                let puzzles: Vec<_> = value.as_array()?.iter().map(read_puzzle).collect::<Option<_>>()?;
                let is_known = puzzles.iter().all(|puzzle| numbers.contains(&puzzle.number));
                is_known.then_some(Done::Hunted(puzzles))
            }
            Question::Decide => {
                let game = |game: &Value| game.as_array()?.iter().map(Decision::read).collect();
                let games: Games = value.as_array()?.iter().map(game).collect::<Option<_>>()?;
                let is_whole = games.len() as u64 == numbers.end - numbers.start;
                is_whole.then_some(Done::Decided(games))
            }
        });
        done.ok_or_else(|| {
            RunError(format!("what came of games {} to {} cannot be read", numbers.start, numbers.end))
        })
    }
}

impl Done {
    /// The result of a piece as text.
    #[must_use]
    pub fn written(&self) -> String {
        let value = match self {
            Self::Studied(facts) => facts.iter().map(Facts::written).collect(),
            Self::Counted(tally, records) => json!({
                "tally": write_tally(tally),
                "records": records.iter().map(|(number, record)| json!([number, record.to_string()])).collect::<Vec<_>>(),
            }),
            Self::Hunted(puzzles) => puzzles.iter().map(write_puzzle).collect(),
            Self::Decided(games) => {
                games.iter().map(|game| game.iter().map(Decision::written).collect::<Value>()).collect()
            }
        };
        value.to_string()
    }
}

fn write_tally(tally: &Tally) -> Value {
    json!({
        "games": tally.games,
        "decisions": tally.decisions,
        "wins": tally.wins,
        "wins_by_bot": tally.wins_by_bot,
        "shared_wins": tally.shared_wins,
        "unfinished": tally.unfinished,
        "lengths": tally.lengths,
    })
}

fn read_tally(value: &Value) -> Option<Tally> {
    let number = |key: &str| value.get(key)?.as_u64();
    let numbers =
        |key: &str| value.get(key)?.as_array()?.iter().map(Value::as_u64).collect::<Option<Vec<_>>>();
    let seats = |key: &str| <[u64; MOST_SEATS]>::try_from(numbers(key)?).ok();
    Some(Tally {
        games: number("games")?,
        decisions: number("decisions")?,
        wins: seats("wins")?,
        wins_by_bot: seats("wins_by_bot")?,
        shared_wins: number("shared_wins")?,
        unfinished: number("unfinished")?,
        lengths: numbers("lengths")?,
    })
}

/// Chances are written by their bits, so that they are read back exactly.
fn write_puzzle(puzzle: &FoundPuzzle) -> Value {
    let option = |option: &FoundOption| {
        json!([option.action, option.chance.to_bits(), option.error.to_bits(), option.remark])
    };
    json!({
        "number": puzzle.number,
        "setting": puzzle.setting,
        "seats": puzzle.seats.get(),
        "inputs": puzzle.inputs,
        "seat": puzzle.seat.to_string(),
        "options": puzzle.options.iter().map(option).collect::<Vec<_>>(),
        "obvious": puzzle.obvious,
        "theme": puzzle.theme,
        "difficulty": puzzle.difficulty,
    })
}

fn read_puzzle(value: &Value) -> Option<FoundPuzzle> {
    let word = |value: &Value| value.as_str().map(str::to_owned);
    let perhaps = |value: &Value| if value.is_null() { Some(None) } else { word(value).map(Some) };
    let list = |key: &str| value.get(key)?.as_array();
    let option = |option: &Value| {
        Some(FoundOption {
            action: word(option.get(0)?)?,
            chance: f64::from_bits(option.get(1)?.as_u64()?),
            error: f64::from_bits(option.get(2)?.as_u64()?),
            remark: perhaps(option.get(3)?)?,
        })
    };
    let pair = |pair: &Value| Some((word(pair.get(0)?)?, word(pair.get(1)?)?));
    Some(FoundPuzzle {
        number: value.get("number")?.as_u64()?,
        setting: list("setting")?.iter().map(pair).collect::<Option<_>>()?,
        seats: SeatCount::new(usize::try_from(value.get("seats")?.as_u64()?).ok()?).ok()?,
        inputs: list("inputs")?.iter().map(word).collect::<Option<_>>()?,
        seat: value.get("seat")?.as_str()?.parse::<Seat>().ok()?,
        options: list("options")?.iter().map(option).collect::<Option<_>>()?,
        obvious: word(value.get("obvious")?)?,
        theme: perhaps(value.get("theme")?)?,
        difficulty: usize::try_from(value.get("difficulty")?.as_u64()?).ok()?,
    })
}

struct Seats;

impl GameVisitor for Seats {
    type Answer = usize;

    fn visit<G: Study>(self, make: impl Fn(u64) -> G + Sync) -> usize {
        make(0).seats().get()
    }
}

/// Who plays the games of a fingerprint: every kind of bot whose choices can be repeated.
const SAMPLE: [BotName; 4] =
    [BotName::Greedy, BotName::Search(Budget::Iterations(24)), BotName::Careless(50), BotName::Random];

/// Fingerprint of this program, in sixteen digits: its version, the versions of the rules, and a few games with every
/// kind of bot. Two machines with the same one play the same games from the same seed.
#[must_use]
pub fn fingerprint() -> &'static str {
    static FINGERPRINT: LazyLock<String> = LazyLock::new(|| {
        let mut text = format!("gruntle {} wire {WIRE_VERSION}", env!("CARGO_PKG_VERSION"));
        // Tests pretend to be another program; only debug builds can.
        if cfg!(debug_assertions) {
            text += &std::env::var("GRUNTLE_TEST_PROGRAM").unwrap_or_default();
        }
        let sets = games::card_sets().iter().chain(games::earlier_card_sets());
        sets.for_each(|set| text += &format!("\n{}", set.citation()));
        for game in GameName::ALL {
            let seats = SeatCount::new(SAMPLE.len());
            let setup = seats.ok().and_then(|seats| Setup::new(game, seats, SetupChoices::default()).ok());
            let Some(setup) = setup else { continue };
            text += &format!("\n{} {}", game.name(), setup.visit(RulesVersion));
            let plan = Plan { seed: 1998, bots: SAMPLE.map(PlayerName::Bot).to_vec(), workers: 1 };
            let task = Task { setup, plan, question: Question::Study, except: Except::default() };
            text += &task.play(0..2).written();
        }
        short_digest(&text)
    });
    &FINGERPRINT
}

struct RulesVersion;

impl GameVisitor for RulesVersion {
    type Answer = u32;

    fn visit<G: Study>(self, _: impl Fn(u64) -> G + Sync) -> u32 {
        G::RULES_VERSION
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::{Memory, NetworkChoice};

    fn tasks() -> Vec<Task> {
        let seats = SeatCount::new(2).unwrap();
        let generated = Some(NetworkChoice::Generated(7));
        let choices = [
            (GameName::Spammers, SetupChoices { variant: Some("demonstration"), ..SetupChoices::default() }),
            (GameName::SpamORama, SetupChoices { memory: Some(Memory::Off), ..SetupChoices::default() }),
            (GameName::SpamORama, SetupChoices { network: generated, ..SetupChoices::default() }),
        ];
        let setups = choices.map(|(game, choices)| Setup::new(game, seats, choices).unwrap());
        let task = |setup: &Setup, question| {
            let bots = [BotName::Random, BotName::Careless(9)].map(PlayerName::Bot).to_vec();
            let plan = Plan { seed: u64::MAX, bots, workers: 1 };
            let except = Except(vec!["draw *".to_owned(), "stop".to_owned()]);
            Task { setup: setup.clone(), plan, question, except }
        };
        let questions = [Question::Study, Question::Count, Question::Record, Question::Decide];
        setups.iter().flat_map(|setup| questions.map(|question| task(setup, question))).collect()
    }

    #[test]
    fn a_task_that_was_read_is_done_as_the_one_that_was_written() {
        for task in tasks() {
            let read = Task::read(&task.written()).unwrap();
            assert_eq!(read.written(), task.written());
            let done = task.play(3..6);
            assert_eq!(read.play(3..6), done);
            assert_eq!(task.read_done(&done.written(), 3..6), Ok(done.clone()));
            assert!(task.read_done(&done.written(), 3..7).is_err(), "a game is missing");
        }
    }

    #[test]
    fn puzzles_read_what_they_write() {
        let puzzle = FoundPuzzle {
            number: 4,
            setting: vec![("cards".into(), "x 1 2".into())],
            seats: SeatCount::new(3).unwrap(),
            inputs: vec!["A draw".into(), "luck 3".into()],
            seat: "B".parse().unwrap(),
            options: vec![
                FoundOption { action: "a".into(), chance: 0.1 + 0.2, error: 1e-300, remark: None },
                FoundOption { action: "b".into(), chance: 0.5, error: 0.0, remark: Some("“why”".into()) },
            ],
            obvious: "b".into(),
            theme: Some("Which List?".into()),
            difficulty: 5,
        };
        let task = Task { question: Question::Hunt, ..tasks().remove(0) };
        let done = Done::Hunted(vec![puzzle]);
        assert_eq!(task.read_done(&done.written(), 4..5), Ok(done.clone()));
        assert!(task.read_done(&done.written(), 0..4).is_err());
    }

    #[test]
    fn what_is_no_task_says_so() {
        let whole = tasks().remove(0).written();
        for (old, new) in [
            ("\"question\":\"study\"", "\"question\":\"guess\""),
            ("careless:9", "careless:0"),
            ("careless:9", "exec:touch /tmp/here"),
            ("\"careless:9\"]", "\"careless:9\",\"random\"]"),
            ("\"workers\":1", "\"workers\":0"),
            ("\"seats\":2", "\"seats\":7"),
            ("demonstration", "rehearsal"),
            ("\"except\":[\"draw *\"", "\"except\":[7"),
            ("{", "["),
        ] {
            assert!(whole.contains(old), "{old}");
            let wrong = Task::read(&whole.replacen(old, new, 1)).unwrap_err();
            assert!(wrong.0.starts_with("a task cannot be read: "), "{wrong}");
        }
        assert!(tasks()[0].read_done("[[1,2]]", 0..1).is_err());
    }

    #[test]
    fn a_fingerprint_is_of_games_that_were_played() {
        assert_eq!(fingerprint().len(), 16);
        assert_eq!(fingerprint(), fingerprint());
    }
}
