//! Settings of a run: the same settings give the same numbers.

use serde_json::{Value, json};

use crate::run::{RunError, Scenario};

/// The most games a run may have, all scenarios together.
pub const MOST_GAMES: u64 = 2_000_000;
/// Raised whenever a journal is written in another way.
const JOURNAL_VERSION: u32 = 1;

/// The settings of a run.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The command that asks for it, without what does not change its numbers.
    pub command: String,
    /// The number that every game's luck comes from.
    pub seed: u64,
    /// How many games of each scenario.
    pub games: u64,
    /// The games to play.
    pub scenarios: Vec<Scenario>,
}

impl Settings {
    /// Whether a run of this size is possible.
    pub fn check(&self) -> Result<(), RunError> {
        let scenarios = self.scenarios.len().max(1) as u64;
        let most = MOST_GAMES / scenarios;
        if self.games == 0 {
            Err(RunError("no games are nothing to study; ask for 1 or more".to_owned()))
        } else if self.games > most {
            let each =
                if scenarios > 1 { format!(" of each of {scenarios} scenarios") } else { String::new() };
            Err(RunError(format!("{} games are too many; the most is {most}{each}", self.games)))
        } else {
            Ok(())
        }
    }

    /// The pieces of work, in the order they are taken up: all scenarios keep pace with each other.
    pub(crate) fn chunks(&self) -> Vec<ChunkId> {
        let mut chunks = Vec::new();
        for (scenario, what) in self.scenarios.iter().enumerate() {
            let size = what.chunk();
            for number in 0..self.games.div_ceil(size) {
                chunks.push(ChunkId { start: number * size, scenario, number });
            }
        }
        chunks.sort();
        chunks
    }

    /// The numbers of the games in a chunk.
    pub(crate) fn games_of(&self, chunk: ChunkId) -> std::ops::Range<u64> {
        chunk.start..self.games.min(chunk.start + self.scenarios[chunk.scenario].chunk())
    }

    /// The settings as data, the first line of a journal.
    #[must_use]
    pub fn written(&self) -> Value {
        json!({
            "journal": JOURNAL_VERSION,
            "program": env!("CARGO_PKG_VERSION"),
            "seed": self.seed,
            "games": self.games,
            "scenarios": self.scenarios.iter().map(Scenario::written).collect::<Vec<_>>(),
            "command": self.command,
        })
    }
}

/// One piece of work.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ChunkId {
    /// Its first game.
    pub(crate) start: u64,
    /// Its scenario.
    pub(crate) scenario: usize,
    /// Its number within the scenario.
    pub(crate) number: u64,
}

/// The first thing in which two settings differ, with both values.
pub(crate) fn first_difference(there: &Value, asked: &Value) -> Option<(String, String, String)> {
    differ("", there, asked)
}

fn differ(name: &str, there: &Value, asked: &Value) -> Option<(String, String, String)> {
    let below = |key: &str| match (name, key.parse::<usize>()) {
        ("", _) => key.to_owned(),
        (name, Ok(place)) => format!("{name} {}", place + 1),
        (name, Err(_)) => format!("{name}, {key}"),
    };
    let missing = Value::Null;
    match (there, asked) {
        (Value::Object(one), Value::Object(other)) => {
            let keys = one.keys().chain(other.keys().filter(|key| !one.contains_key(*key)));
            keys.filter_map(|key| {
                differ(&below(key), one.get(key).unwrap_or(&missing), other.get(key).unwrap_or(&missing))
            })
            .next()
        }
        (Value::Array(one), Value::Array(other)) if one.len() == other.len() => one
            .iter()
            .zip(other)
            .enumerate()
            .find_map(|(place, (one, other))| differ(&below(&place.to_string()), one, other)),
        (one, other) if one == other => None,
        (one, other) => Some((name.to_owned(), said(one), said(other))),
    }
}

/// A value in a sentence.
fn said(value: &Value) -> String {
    match value {
        Value::Null => "nothing".to_owned(),
        Value::String(text) => format!("'{text}'"),
        Value::Array(list) => format!("{} of them", list.len()),
        Value::Object(_) | Value::Bool(_) | Value::Number(_) => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_difference_is_named() {
        let one = json!({"seed": 1, "scenarios": [{"label": "3 seats", "setting": {"cards": "x 1"}}]});
        assert_eq!(first_difference(&one, &one), None);
        let mut other = one.clone();
        other["scenarios"][0]["setting"]["cards"] = json!("x 2");
        let difference = first_difference(&one, &other).unwrap();
        assert_eq!(difference, ("scenarios 1, setting, cards".into(), "'x 1'".into(), "'x 2'".into()));
        other["seed"] = json!(2);
        assert_eq!(first_difference(&one, &other).unwrap().0, "seed");
        assert_eq!(first_difference(&one, &json!({"seed": 1})).unwrap().2, "nothing");
    }
}
