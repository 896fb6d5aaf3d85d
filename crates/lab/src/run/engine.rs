//! Plays a run on some threads. What comes out depends on the settings alone.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::facts::Facts;
use crate::run::settings::ChunkId;
use crate::run::{Halted, Journal, Settings};

/// A flag that asks a run to stop when the work in hand is done.
#[derive(Debug, Clone, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Asks it to stop.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether somebody asked.
    #[must_use]
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// What came of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct Played {
    /// The facts of each scenario, by number from 0 on without a gap.
    pub facts: Vec<Vec<Facts>>,
    /// Whether all was played.
    pub finished: bool,
}

/// Plays what the settings ask for and the journal, if there is one, does not have yet. `progress` is told how many
/// games have just been done.
pub fn play(
    settings: &Settings,
    threads: usize,
    mut journal: Option<Journal>,
    stop: &Stop,
    progress: impl Fn(u64) + Sync,
) -> Result<Played, Halted> {
    settings.check()?;
    let chunks = settings.chunks();
    let done = journal.as_mut().map(Journal::done).unwrap_or_default();
    let mut results: Vec<Option<Vec<Facts>>> = vec![None; chunks.len()];
    for (id, facts) in done {
        if let Ok(place) = chunks.binary_search(&id) {
            progress(facts.len() as u64);
            results[place] = Some(facts);
        }
    }
    let open: Vec<usize> = (0..chunks.len()).filter(|&place| results[place].is_none()).collect();
    let results = Mutex::new(results);
    let trouble = Mutex::new(None);
    let next = AtomicUsize::new(0);
    // Chunks are taken up in order, so that a run that stops has no gaps worth mentioning.
    let work = |_: rayon::BroadcastContext<'_>| {
        while !stop.is_raised() {
            let Some(&place) = open.get(next.fetch_add(1, Ordering::Relaxed)) else { break };
            let facts = play_chunk(settings, chunks[place]);
            if let Some(Err(wrong)) = journal.as_ref().map(|journal| journal.note(chunks[place], &facts)) {
                trouble.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(wrong);
                stop.raise();
                break;
            }
            progress(facts.len() as u64);
            results.lock().unwrap_or_else(PoisonError::into_inner)[place] = Some(facts);
        }
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|wrong| Halted(format!("cannot start {threads} threads: {wrong}")))?;
    pool.broadcast(work);
    if let Some(wrong) = trouble.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(wrong);
    }
    Ok(gathered(settings, &chunks, results.into_inner().unwrap_or_else(PoisonError::into_inner)))
}

fn play_chunk(settings: &Settings, chunk: ChunkId) -> Vec<Facts> {
    settings.scenarios[chunk.scenario].play(settings.seed, settings.games_of(chunk))
}

/// The games of each scenario up to the first that is missing.
fn gathered(settings: &Settings, chunks: &[ChunkId], results: Vec<Option<Vec<Facts>>>) -> Played {
    let mut facts: Vec<Vec<Facts>> = vec![Vec::new(); settings.scenarios.len()];
    for (chunk, result) in chunks.iter().zip(results) {
        let facts = &mut facts[chunk.scenario];
        if facts.len() as u64 == chunk.start {
            facts.extend(result.unwrap_or_default());
        }
    }
    let finished = facts.iter().all(|facts| facts.len() as u64 == settings.games);
    Played { facts, finished }
}
