//! The journal of a run of games: a line for each chunk of them, with the facts of every game.

use std::path::Path;

use serde_json::Value;
use table::short_digest;

use crate::facts::Facts;
use crate::run::log::{Line, Log, damaged};
use crate::run::settings::ChunkId;
use crate::run::{RunError, Settings};

/// A journal that is being written.
#[derive(Debug)]
pub struct Journal {
    log: Log,
    done: Vec<(ChunkId, Vec<Facts>)>,
}

impl Journal {
    /// Begins a run in a folder that is not there yet.
    pub fn begin(folder: &Path, settings: &Settings) -> Result<Self, RunError> {
        Ok(Self { log: Log::begin(folder, &settings.written())?, done: Vec::new() })
    }

    /// Goes on with a run whose settings are the same.
    pub fn resume(folder: &Path, settings: &Settings) -> Result<Self, RunError> {
        let understand = |lines| read(lines, settings, folder);
        let (log, done) = Log::resume(folder, &settings.written(), understand)?;
        Ok(Self { log, done })
    }

    /// Earlier results, taken out.
    pub(crate) fn done(&mut self) -> Vec<(ChunkId, Vec<Facts>)> {
        std::mem::take(&mut self.done)
    }

    /// Notes a finished piece of work.
    pub(crate) fn note(&self, chunk: ChunkId, facts: &[Facts]) -> Result<(), RunError> {
        let games = Value::from(facts.iter().map(Facts::written).collect::<Vec<_>>()).to_string();
        self.log.add(&format!(
            "{{\"scenario\":{},\"chunk\":{},\"games\":{games},\"digest\":\"{}\"}}",
            chunk.scenario,
            chunk.number,
            short_digest(&games)
        ))
    }
}

/// Parses the lines of a journal, each piece of work once.
fn read(
    lines: Vec<Line>,
    settings: &Settings,
    folder: &Path,
) -> Result<Vec<(ChunkId, Vec<Facts>)>, RunError> {
    let chunks = settings.chunks();
    let mut done: Vec<(ChunkId, Vec<Facts>)> = Vec::new();
    let mut seen = vec![false; chunks.len()];
    for (number, line) in lines {
        let chunk = chunk(&line, settings).ok_or_else(|| damaged(folder, number))?;
        if let Ok(at) = chunks.binary_search(&chunk.0)
            && !std::mem::replace(&mut seen[at], true)
        {
            done.push(chunk);
        }
    }
    Ok(done)
}

fn chunk(line: &Value, settings: &Settings) -> Option<(ChunkId, Vec<Facts>)> {
    let number = |key: &str| line.get(key)?.as_u64();
    let (scenario, chunk) = (usize::try_from(number("scenario")?).ok()?, number("chunk")?);
    let start = settings.scenarios.get(scenario)?.chunk().checked_mul(chunk)?;
    let id = ChunkId { start, scenario, number: chunk };
    let games = line.get("games")?;
    if short_digest(&games.to_string()) != line.get("digest")?.as_str()? {
        return None;
    }
    let facts: Vec<Facts> = games.as_array()?.iter().map(Facts::read).collect::<Option<_>>()?;
    let numbers = settings.games_of(id);
    (!numbers.is_empty() && facts.iter().map(|facts| facts.number).eq(numbers)).then_some((id, facts))
}
