//! Where card sets are tried.

use std::ops::Range;
use std::sync::Arc;

use games::CardSet;
use rayon::prelude::*;

use crate::facts::Facts;
use crate::run::{RunError, Stop, pool};
use crate::tune::Tuning;

/// So many games are one piece of work.
const CHUNK: u64 = 10;

/// What the progress bar is told of games.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Progress {
    /// Each.
    Games,
    /// Nothing: nobody knows beforehand whether they are needed.
    Nothing,
}

pub(super) struct Evaluator<'a> {
    tuning: &'a Tuning,
    pool: rayon::ThreadPool,
    stop: &'a Stop,
    progress: &'a (dyn Fn(u64) + Sync),
}

impl<'a> Evaluator<'a> {
    pub(super) fn new(
        tuning: &'a Tuning,
        threads: usize,
        stop: &'a Stop,
        progress: &'a (dyn Fn(u64) + Sync),
    ) -> Result<Self, RunError> {
        Ok(Self { tuning, pool: pool(threads)?, stop, progress })
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

    /// The facts of each scenario with this set, by the number of the game; `None` where somebody stopped it.
    pub(super) fn play(
        &self,
        deck: &Arc<CardSet>,
        numbers: Range<u64>,
        told: Progress,
    ) -> Option<Vec<Vec<Facts>>> {
        let settings = &self.tuning.settings;
        let mut scenarios = settings.scenarios.clone();
        for scenario in &mut scenarios {
            scenario.setup = scenario.setup.with_deck(deck)?;
        }
        let starts = || numbers.clone().step_by(CHUNK as usize);
        let chunks: Vec<(usize, Range<u64>)> = (0..scenarios.len())
            .flat_map(|scenario| starts().map(move |start| (scenario, start)).collect::<Vec<_>>())
            .map(|(scenario, start)| (scenario, start..numbers.end.min(start + CHUNK)))
            .collect();
        let play = |(scenario, numbers): &(usize, Range<u64>)| {
            if self.stop.is_raised() {
                return None;
            }
            let facts = scenarios[*scenario].play(settings.seed, numbers.clone());
            if told == Progress::Games {
                (self.progress)(facts.len() as u64);
            }
            Some((*scenario, facts))
        };
        let played: Option<Vec<_>> = self.pool.install(|| chunks.par_iter().map(play).collect());
        let mut facts = vec![Vec::new(); scenarios.len()];
        for (scenario, more) in played? {
            facts[scenario].extend(more);
        }
        Some(facts)
    }
}
