//! Where card sets are tried.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use games::CardSet;

use crate::facts::Facts;
use crate::run::{Crew, Done, Flow, Piece, RunError, Stop, Task, pool};
use crate::tune::Tuning;

/// So many games are one piece of work.
const CHUNK: u64 = 10;

/// Which games move the progress bar.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Progress {
    /// Each.
    Games,
    /// Nothing: nobody knows beforehand whether they are needed.
    Nothing,
}

/// Why a search does not go on.
pub(super) enum Halt {
    /// Somebody stopped it.
    Stopped,
    /// Something went wrong.
    Failed(RunError),
}

impl From<RunError> for Halt {
    fn from(wrong: RunError) -> Self {
        Self::Failed(wrong)
    }
}

pub(super) struct Evaluator<'a> {
    tuning: &'a Tuning,
    crew: &'a dyn Crew,
    /// The threads of this machine that evaluate the games.
    pool: rayon::ThreadPool,
    stop: &'a Stop,
    progress: &'a (dyn Fn(u64) + Sync),
}

impl<'a> Evaluator<'a> {
    pub(super) fn new(
        tuning: &'a Tuning,
        crew: &'a dyn Crew,
        threads: usize,
        stop: &'a Stop,
        progress: &'a (dyn Fn(u64) + Sync),
    ) -> Result<Self, RunError> {
        Ok(Self { tuning, crew, pool: pool(threads)?, stop, progress })
    }

    pub(super) fn progress(&self, games: u64) {
        (self.progress)(games);
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.stop.is_raised()
    }

    /// Thinks on all threads.
    pub(super) fn think<T: Send>(&self, of: impl FnOnce() -> T + Send) -> T {
        self.pool.install(of)
    }

    /// The facts of each scenario with this set, by the number of the game.
    pub(super) fn play(
        &self,
        deck: &Arc<CardSet>,
        numbers: Range<u64>,
        told: Progress,
    ) -> Result<Vec<Vec<Facts>>, Halt> {
        let settings = &self.tuning.settings;
        let mut tasks: Vec<Task> = Vec::new();
        for scenario in &settings.scenarios {
            let Some(setup) = scenario.setup.with_deck(deck) else { return Err(Halt::Stopped) };
            tasks.push(Task { setup, ..scenario.task(settings.seed) });
        }
        let starts = || numbers.clone().step_by(CHUNK as usize);
        let mut pieces = (0..tasks.len()).flat_map(|task| {
            starts()
                .map(move |start| (task, start))
                .map(|(task, start)| Piece { task, numbers: start..numbers.end.min(start + CHUNK) })
        });
        let played: Mutex<BTreeMap<(usize, u64), Vec<Facts>>> = Mutex::new(BTreeMap::new());
        let take = |piece: &Piece, done: Done| {
            let Done::Studied(facts) = done else {
                return Err(RunError("what came back is not what was asked for".to_owned()));
            };
            if told == Progress::Games {
                (self.progress)(facts.len() as u64);
            }
            let mut played = played.lock().unwrap_or_else(PoisonError::into_inner);
            played.insert((piece.task, piece.numbers.start), facts);
            Ok(Flow::GoOn)
        };
        self.crew.carry_out(&tasks, &mut pieces, self.stop, &take)?;
        let mut facts = vec![Vec::new(); tasks.len()];
        for ((scenario, _), more) in played.into_inner().unwrap_or_else(PoisonError::into_inner) {
            facts[scenario].extend(more);
        }
        let games = numbers.end - numbers.start;
        let is_whole = facts.iter().all(|facts| facts.len() as u64 == games);
        if is_whole { Ok(facts) } else { Err(Halt::Stopped) }
    }
}
