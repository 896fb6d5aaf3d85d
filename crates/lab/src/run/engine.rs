//! Plays a run on some threads. What comes out depends on the settings alone.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::facts::Facts;
use crate::run::settings::ChunkId;
use crate::run::{Journal, RunError, Settings};

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

/// So many threads to play on.
pub(crate) fn pool(threads: usize) -> Result<rayon::ThreadPool, RunError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map_err(|wrong| RunError(format!("cannot start {threads} threads: {wrong}")))
}

/// What came of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct Played {
    /// The facts of each scenario, by number from 0 on without a gap.
    pub facts: Vec<Vec<Facts>>,
    /// Whether all was played that had to be.
    pub finished: bool,
}

/// Plays what the settings ask for and the journal, if there is one, does not have yet. `progress` is told how many
/// games have just been done.
pub fn play(
    settings: &Settings,
    threads: usize,
    journal: Option<Journal>,
    stop: &Stop,
    progress: impl Fn(u64) + Sync,
) -> Result<Played, RunError> {
    play_in_stages(settings, threads, journal, stop, &[settings.games], |_| false, progress)
}

/// The same in stages: first so many games of each scenario as the first stage says, then on to the second and so on,
/// until all is played or `enough` says so of the games of all stages so far. The games alone decide that: pieces of
/// work that reach beyond a stage are kept, but not looked at before their time.
pub fn play_in_stages(
    settings: &Settings,
    threads: usize,
    mut journal: Option<Journal>,
    stop: &Stop,
    stages: &[u64],
    enough: impl Fn(&[&[Facts]]) -> bool,
    progress: impl Fn(u64) + Sync,
) -> Result<Played, RunError> {
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
    let pool = pool(threads)?;
    let results = Mutex::new(results);
    let trouble = Mutex::new(None);
    let mut facts: Vec<Vec<Facts>> = vec![Vec::new(); settings.scenarios.len()];
    let mut finished = false;
    let mut begun = 0;
    for &end in stages {
        let open: Vec<usize> = {
            let results = results.lock().unwrap_or_else(PoisonError::into_inner);
            let now = |place: &usize| (begun..end).contains(&chunks[*place].start);
            (0..chunks.len()).filter(now).filter(|&place| results[place].is_none()).collect()
        };
        let next = AtomicUsize::new(0);
        // Chunks are taken up in order, so that a run that stops has no gaps worth mentioning.
        let work = |_: rayon::BroadcastContext<'_>| {
            while !stop.is_raised() {
                let Some(&place) = open.get(next.fetch_add(1, Ordering::Relaxed)) else { break };
                let facts = play_chunk(settings, chunks[place]);
                if let Some(Err(wrong)) = journal.as_ref().map(|journal| journal.note(chunks[place], &facts))
                {
                    trouble.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(wrong);
                    stop.raise();
                    break;
                }
                progress(facts.len() as u64);
                results.lock().unwrap_or_else(PoisonError::into_inner)[place] = Some(facts);
            }
        };
        pool.broadcast(work);
        if let Some(wrong) = trouble.lock().unwrap_or_else(PoisonError::into_inner).take() {
            return Err(wrong);
        }
        gather(&mut facts, &chunks, &mut results.lock().unwrap_or_else(PoisonError::into_inner), end);
        let is_whole = facts.iter().all(|facts| facts.len() as u64 >= end);
        let seen: Vec<&[Facts]> = facts.iter().map(|facts| &facts[..facts.len().min(end as usize)]).collect();
        finished = is_whole && (end >= settings.games || enough(&seen));
        begun = end;
        if finished || !is_whole {
            break;
        }
    }
    facts.iter_mut().for_each(|facts| facts.truncate(begun as usize));
    Ok(Played { facts, finished })
}

fn play_chunk(settings: &Settings, chunk: ChunkId) -> Vec<Facts> {
    settings.scenarios[chunk.scenario].play(settings.seed, settings.games_of(chunk))
}

/// Adds the games of pieces that begin before `end` to those of each scenario, up to the first that is missing.
fn gather(facts: &mut [Vec<Facts>], chunks: &[ChunkId], results: &mut [Option<Vec<Facts>>], end: u64) {
    for (chunk, result) in chunks.iter().zip(results) {
        let facts = &mut facts[chunk.scenario];
        if chunk.start < end && facts.len() as u64 == chunk.start {
            facts.extend(result.take().unwrap_or_default());
        }
    }
}
