//! `lab tune`: local search for better numbers in a card set. A point of the search is a card set; its cost is the
//! set's faults, by bots that play it; a step changes a number or a few, and is kept if that pays on the same seeds.

mod cost;
mod data;
mod draw;
mod evaluator;
mod proposal;
mod search;
mod shape;
mod step;

use std::path::Path;

use games::{CardText, NumberKind};
use serde_json::{Value, json};

use crate::run::{Crew, Log, RunError, Settings, Start, Stop};
use search::Search;
use step::Step;

pub use cost::Aims;
pub use draw::report;
pub use search::Tuned;

/// The most steps a search may take.
pub const MOST_STEPS: u64 = 10_000;
/// The verdict rests on so many times the games of a step.
const FRESH: u64 = 4;
/// And on games with numbers from here on, which no step ever sees.
const FRESH_FROM: u64 = 1 << 40;

/// A tuning: its numbers to change, its aims and its size.
#[derive(Debug, Clone)]
pub struct Tuning {
    /// Command, seed, games a step and the games to play, with the set as it is.
    pub settings: Settings,
    /// The card file as it is.
    pub text: CardText,
    /// The name of the new set.
    pub name: String,
    /// The aims.
    pub aims: Aims,
    /// How many steps.
    pub steps: u64,
    /// Which numbers may change.
    pub kinds: Vec<NumberKind>,
    /// Cards that may not, by name.
    pub keep: Vec<String>,
}

impl Tuning {
    /// Whether such a search is possible.
    pub fn check(&self) -> Result<(), RunError> {
        self.settings.check()?;
        let (least, most) = self.aims.rounds;
        let unknown = self.keep.iter().find(|name| !self.cards().any(|card| &card == name));
        if self.steps == 0 || self.steps > MOST_STEPS {
            Err(RunError(format!("{} steps are not possible; take 1 to {MOST_STEPS}", self.steps)))
        } else if self.settings.games > crate::run::MOST_GAMES / FRESH / self.settings.scenarios.len() as u64
        {
            Err(RunError(format!("{} games a step are too many", self.settings.games)))
        } else if least == 0 || least > most {
            Err(RunError(format!(
                "{least}-{most} is no range of rounds; write the fewer first, such as 12-16"
            )))
        } else if let Some(name) = unknown {
            let near = self.cards().find(|card| card.to_lowercase().contains(&name.to_lowercase()));
            let near = near.map_or_else(String::new, |near| format!("; did you mean '{near}'?"));
            Err(RunError(format!("there is no card '{name}' in '{}' to keep{near}", self.text.set().name())))
        } else if let Err(flaws) = self.text.called(&self.name, 1) {
            Err(RunError(format!("the new set cannot be called '{}': {}", self.name, flaws.0[0].what)))
        } else if self.settings.scenarios.iter().any(|one| one.setup.with_deck(&self.deck()).is_none()) {
            Err(RunError("only a game with a card set can be tuned".to_owned()))
        } else if proposal::knobs(self).is_empty() {
            Err(RunError(
                "no number may change; name more with --numbers, or keep fewer cards with --keep".to_owned(),
            ))
        } else {
            Ok(())
        }
    }

    fn deck(&self) -> std::sync::Arc<games::CardSet> {
        std::sync::Arc::new(self.text.set().clone())
    }

    fn cards(&self) -> impl Iterator<Item = &String> {
        let lists = self.text.set().lists().iter().map(|face| &face.name);
        lists.chain(self.text.set().titles().iter().map(|face| &face.name))
    }

    /// How many games the search takes at most, the verdict included, for a progress bar.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.settings.games * self.settings.scenarios.len() as u64 * (self.steps + 2 * FRESH)
    }

    fn written(&self) -> Value {
        let mut value = self.settings.written();
        // The command differs wherever anything does, so it is compared last.
        let command = value.as_object_mut().and_then(|settings| settings.shift_remove("command"));
        value["tune"] = json!({
            "name": self.name,
            "rounds": [self.aims.rounds.0, self.aims.rounds.1],
            "seat_edge": self.aims.seat_over.to_string(),
            "lift": self.aims.lift_over.to_string(),
            "steps": self.steps,
            "numbers": self.kinds.iter().map(|kind| kind.plural()).collect::<Vec<_>>(),
            "keep": self.keep,
            "text": table::short_digest(self.text.text()),
        });
        value["command"] = command.unwrap_or_default();
        value
    }
}

/// Searches: the crew plays, and its results are evaluated on so many threads. `progress` gets the number of games just
/// played, or not needed.
pub fn tune(
    tuning: &Tuning,
    folder: &Path,
    start: Start,
    crew: &dyn Crew,
    threads: usize,
    stop: &Stop,
    progress: impl Fn(u64) + Sync,
) -> Result<Tuned, RunError> {
    tuning.check()?;
    let header = tuning.written();
    let (log, done) = match start {
        Start::Begin => (Log::begin(folder, &header)?, Vec::new()),
        Start::Resume => {
            Log::resume(folder, &header, |lines| Step::read_all(lines, tuning.text.numbers().len(), folder))?
        }
    };
    let evaluator = evaluator::Evaluator::new(tuning, crew, threads, stop, &progress)?;
    Search::new(tuning, evaluator).run(&log, done)
}
