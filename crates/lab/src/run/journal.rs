//! The journal of a run: its settings in the first line, then a line for each piece of work as it is done. Whatever
//! ends the program, no finished line is lost; a line that was being written is dropped.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde_json::Value;
use table::short_digest;

use crate::facts::Facts;
use crate::run::settings::{ChunkId, first_difference};
use crate::run::{Halted, Settings};

/// The name of the journal in the folder of a run.
const NAME: &str = "journal.jsonl";

/// A journal that is being written.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: Mutex<File>,
    done: Vec<(ChunkId, Vec<Facts>)>,
}

impl Journal {
    /// Begins a run in a folder that is not there yet.
    pub fn begin(folder: &Path, settings: &Settings) -> Result<Self, Halted> {
        let shown = folder.display();
        if folder.symlink_metadata().is_ok() {
            return Err(Halted(format!(
                "'{shown}' is there already; go on with --resume, or name another folder with --out"
            )));
        }
        let cannot = |wrong: io::Error| {
            Halted(format!("cannot write to '{shown}': {wrong}; name a folder you may write to with --out"))
        };
        let missing =
            folder.ancestors().take_while(|path| !path.as_os_str().is_empty() && !path.exists()).last();
        let missing = missing.map(Path::to_owned);
        let begun = fs::create_dir_all(folder).and_then(|()| Self::open(folder, settings));
        begun.map_err(|wrong| {
            // What was made on the way goes again; a folder that holds something stays.
            for made in folder.ancestors() {
                if missing.as_deref().is_some_and(|top| made.starts_with(top)) {
                    let _ = fs::remove_dir(made);
                }
            }
            cannot(wrong)
        })
    }

    fn open(folder: &Path, settings: &Settings) -> io::Result<Self> {
        let path = folder.join(NAME);
        let mut file = OpenOptions::new().append(true).create_new(true).open(&path)?;
        file.write_all(format!("{}\n", settings.written()).as_bytes())?;
        Ok(Self { path, file: Mutex::new(file), done: Vec::new() })
    }

    /// Goes on with a run whose settings are the same.
    pub fn resume(folder: &Path, settings: &Settings) -> Result<Self, Halted> {
        let path = journal_in(folder)?;
        let cannot = |wrong: io::Error| Halted(format!("cannot go on with '{}': {wrong}", path.display()));
        let mut bytes = fs::read(&path).map_err(cannot)?;
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
        let torn = whole < bytes.len();
        bytes.truncate(whole);
        let done = read(&bytes, settings, folder)?;
        let mut file = OpenOptions::new().append(true).open(&path).map_err(cannot)?;
        if torn {
            file.set_len(whole as u64).map_err(cannot)?;
        }
        if whole == 0 {
            file.write_all(format!("{}\n", settings.written()).as_bytes()).map_err(cannot)?;
        }
        Ok(Self { path, file: Mutex::new(file), done })
    }

    /// What was done before, taken out.
    pub(crate) fn done(&mut self) -> Vec<(ChunkId, Vec<Facts>)> {
        std::mem::take(&mut self.done)
    }

    /// Notes a finished piece of work.
    pub(crate) fn note(&self, chunk: ChunkId, facts: &[Facts]) -> Result<(), Halted> {
        let games = Value::from(facts.iter().map(Facts::written).collect::<Vec<_>>()).to_string();
        let line = format!(
            "{{\"scenario\":{},\"chunk\":{},\"games\":{games},\"digest\":\"{}\"}}\n",
            chunk.scenario,
            chunk.number,
            short_digest(&games)
        );
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.write_all(line.as_bytes())
            .map_err(|wrong| Halted(format!("cannot write to '{}': {wrong}", self.path.display())))
    }
}

/// The seed of the run in a folder.
pub fn seed_of(folder: &Path) -> Result<u64, Halted> {
    let path = journal_in(folder)?;
    let bytes = fs::read(&path)
        .map_err(|wrong| Halted(format!("cannot go on with '{}': {wrong}", path.display())))?;
    let line = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let settings: Option<Value> = serde_json::from_slice(line).ok();
    settings.and_then(|settings| settings.get("seed")?.as_u64()).ok_or_else(|| damaged(folder, 1))
}

/// The journal in a folder, if there is one.
fn journal_in(folder: &Path) -> Result<PathBuf, Halted> {
    let shown = folder.display();
    let path = folder.join(NAME);
    if !folder.is_dir() {
        Err(Halted(format!("there is no folder '{shown}' to go on with; leave out --resume to begin there")))
    } else if !path.is_file() {
        Err(Halted(format!(
            "'{shown}' holds no run: there is no {NAME} in it; name the folder of a run with --out"
        )))
    } else {
        Ok(path)
    }
}

fn damaged(folder: &Path, line: usize) -> Halted {
    Halted(format!(
        "line {line} of '{}' is damaged; restore the file, or begin again with another folder",
        folder.join(NAME).display()
    ))
}

/// What the whole lines of a journal say, if it is a journal of this run.
fn read(bytes: &[u8], settings: &Settings, folder: &Path) -> Result<Vec<(ChunkId, Vec<Facts>)>, Halted> {
    let damaged = |line: usize| damaged(folder, line);
    let mut lines = bytes.split(|&byte| byte == b'\n').enumerate();
    let chunks = settings.chunks();
    let mut done: Vec<(ChunkId, Vec<Facts>)> = Vec::new();
    let mut seen = vec![false; chunks.len()];
    for (place, line) in lines.by_ref().filter(|(_, line)| !line.is_empty()) {
        let value: Value = serde_json::from_slice(line).map_err(|_| damaged(place + 1))?;
        if place == 0 {
            if value.get("journal").is_none() {
                return Err(damaged(1));
            }
            if let Some((what, there, asked)) = first_difference(&value, &settings.written()) {
                return Err(Halted(format!(
                    "the run in '{}' has other settings: {what} was {there} and now is {asked}; ask for the same, or begin another with --out",
                    folder.display()
                )));
            }
            continue;
        }
        let chunk = chunk(&value, settings).ok_or_else(|| damaged(place + 1))?;
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
