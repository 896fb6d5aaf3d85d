//! Plays a run with some crew. What comes out depends on the settings alone.

use std::sync::{Mutex, PoisonError};

use crate::facts::Facts;
use crate::run::crew::{Crew, Flow, Piece, Stop};
use crate::run::settings::ChunkId;
use crate::run::task::{Done, Task};
use crate::run::{Journal, RunError, Settings};

/// The results of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct Played {
    /// The facts of each scenario, by number from 0 on without a gap.
    pub facts: Vec<Vec<Facts>>,
    /// Whether all was played that had to be.
    pub finished: bool,
}

/// Plays the games of the settings that the journal, if there is one, does not have yet. `progress` gets the number of
/// games just done.
pub fn play(
    settings: &Settings,
    crew: &dyn Crew,
    journal: Option<Journal>,
    stop: &Stop,
    progress: impl Fn(u64) + Sync,
) -> Result<Played, RunError> {
    play_in_stages(settings, crew, journal, stop, &[settings.games], |_| false, progress)
}

/// The same in stages: first so many games of each scenario as the first stage says, then on to the second and so on,
/// until all is played or `enough` says so of the games of all stages so far. The games alone decide that: pieces of
/// work that reach beyond a stage are kept, but not looked at before their time.
pub fn play_in_stages(
    settings: &Settings,
    crew: &dyn Crew,
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
    let tasks: Vec<Task> = settings.scenarios.iter().map(|scenario| scenario.task(settings.seed)).collect();
    let results = Mutex::new(results);
    let place = |piece: &Piece| {
        let is = |chunk: &ChunkId| (chunk.start, chunk.scenario).cmp(&(piece.numbers.start, piece.task));
        chunks.binary_search_by(is).ok()
    };
    let take = |piece: &Piece, done: Done| {
        let (Some(place), Done::Studied(facts)) = (place(piece), done) else {
            return Err(RunError("what came back is not what was asked for".to_owned()));
        };
        journal.as_ref().map_or(Ok(()), |journal| journal.note(chunks[place], &facts))?;
        progress(facts.len() as u64);
        results.lock().unwrap_or_else(PoisonError::into_inner)[place] = Some(facts);
        Ok(Flow::GoOn)
    };
    let mut facts: Vec<Vec<Facts>> = vec![Vec::new(); settings.scenarios.len()];
    let mut finished = false;
    let mut begun = 0;
    for &end in stages {
        let open: Vec<usize> = {
            let results = results.lock().unwrap_or_else(PoisonError::into_inner);
            let now = |place: &usize| (begun..end).contains(&chunks[*place].start);
            (0..chunks.len()).filter(now).filter(|&place| results[place].is_none()).collect()
        };
        let piece =
            |place: usize| Piece { task: chunks[place].scenario, numbers: settings.games_of(chunks[place]) };
        if !open.is_empty() {
            crew.carry_out(&tasks, &mut open.into_iter().map(piece), stop, &take)?;
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

/// Adds the games of pieces that begin before `end` to those of each scenario, up to the first that is missing.
fn gather(facts: &mut [Vec<Facts>], chunks: &[ChunkId], results: &mut [Option<Vec<Facts>>], end: u64) {
    for (chunk, result) in chunks.iter().zip(results) {
        let facts = &mut facts[chunk.scenario];
        if chunk.start < end && facts.len() as u64 == chunk.start {
            facts.extend(result.take().unwrap_or_default());
        }
    }
}
