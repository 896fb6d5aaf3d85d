//! An append-only log: the settings in the first line, then a line for each piece of work as it is done. After a crash
//! every finished line is there; a line that was being written is dropped.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde_json::Value;

use crate::run::RunError;
use crate::run::settings::first_difference;

/// The name of the journal in the folder of a run.
const NAME: &str = "journal.jsonl";

/// A journal that is being written, with lines of any kind.
#[derive(Debug)]
pub(crate) struct Log {
    path: PathBuf,
    file: Mutex<File>,
}

/// A line of a journal after the first, with its number from 1 on.
pub(crate) type Line = (usize, Value);

impl Log {
    /// Begins in a folder that is not there yet.
    pub(crate) fn begin(folder: &Path, header: &Value) -> Result<Self, RunError> {
        let shown = folder.display();
        if folder.symlink_metadata().is_ok() {
            return Err(RunError(format!(
                "'{shown}' is there already; go on with --resume, or name another folder with --out"
            )));
        }
        let cannot = |wrong: io::Error| {
            RunError(format!("cannot write to '{shown}': {wrong}; name a folder you may write to with --out"))
        };
        let missing =
            folder.ancestors().take_while(|path| !path.as_os_str().is_empty() && !path.exists()).last();
        let missing = missing.map(Path::to_owned);
        let begun = fs::create_dir_all(folder).and_then(|()| Self::open(folder, header));
        begun.map_err(|wrong| {
            // Removes the folders it has made; one that holds something stays.
            for made in folder.ancestors() {
                if missing.as_deref().is_some_and(|top| made.starts_with(top)) {
                    let _ = fs::remove_dir(made);
                }
            }
            cannot(wrong)
        })
    }

    fn open(folder: &Path, header: &Value) -> io::Result<Self> {
        let path = folder.join(NAME);
        let mut file = OpenOptions::new().append(true).create_new(true).open(&path)?;
        file.write_all(format!("{header}\n").as_bytes())?;
        Ok(Self { path, file: Mutex::new(file) })
    }

    /// Goes on where the same was asked for; `understand` is shown every whole line before anything is changed.
    pub(crate) fn resume<T>(
        folder: &Path,
        header: &Value,
        understand: impl FnOnce(Vec<Line>) -> Result<T, RunError>,
    ) -> Result<(Self, T), RunError> {
        let path = journal_in(folder)?;
        let cannot = |wrong: io::Error| RunError(format!("cannot go on with '{}': {wrong}", path.display()));
        let mut bytes = fs::read(&path).map_err(cannot)?;
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
        let torn = whole < bytes.len();
        bytes.truncate(whole);
        let understood = understand(lines(&bytes, header, folder)?)?;
        let mut file = OpenOptions::new().append(true).open(&path).map_err(cannot)?;
        if torn {
            file.set_len(whole as u64).map_err(cannot)?;
        }
        if whole == 0 {
            file.write_all(format!("{header}\n").as_bytes()).map_err(cannot)?;
        }
        Ok((Self { path, file: Mutex::new(file) }, understood))
    }

    /// Adds a line.
    pub(crate) fn add(&self, line: &str) -> Result<(), RunError> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.write_all(format!("{line}\n").as_bytes())
            .map_err(|wrong| RunError(format!("cannot write to '{}': {wrong}", self.path.display())))
    }
}

/// The lines of a journal after the first, if the first asks for the same.
fn lines(bytes: &[u8], header: &Value, folder: &Path) -> Result<Vec<Line>, RunError> {
    let mut found = Vec::new();
    let numbered = bytes.split(|&byte| byte == b'\n').zip(1..).filter(|(line, _)| !line.is_empty());
    for (line, number) in numbered {
        let value: Value = serde_json::from_slice(line).map_err(|_| damaged(folder, number))?;
        if number > 1 {
            found.push((number, value));
        } else if value.get("journal").is_none() {
            return Err(damaged(folder, 1));
        } else if let Some((what, there, asked)) = first_difference(&value, header) {
            return Err(RunError(format!(
                "the run in '{}' has other settings: {what} was {there} and now is {asked}; ask for the same, or begin another with --out",
                folder.display()
            )));
        }
    }
    Ok(found)
}

/// The seed of the run in a folder.
pub fn seed_of(folder: &Path) -> Result<u64, RunError> {
    let path = journal_in(folder)?;
    let bytes = fs::read(&path)
        .map_err(|wrong| RunError(format!("cannot go on with '{}': {wrong}", path.display())))?;
    let line = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let settings: Option<Value> = serde_json::from_slice(line).ok();
    settings.and_then(|settings| settings.get("seed")?.as_u64()).ok_or_else(|| damaged(folder, 1))
}

/// The journal in a folder, if there is one.
fn journal_in(folder: &Path) -> Result<PathBuf, RunError> {
    let shown = folder.display();
    let path = folder.join(NAME);
    if !folder.is_dir() {
        Err(RunError(format!(
            "there is no folder '{shown}' to go on with; leave out --resume to begin there"
        )))
    } else if !path.is_file() {
        Err(RunError(format!(
            "'{shown}' holds no run: there is no {NAME} in it; name the folder of a run with --out"
        )))
    } else {
        Ok(path)
    }
}

pub(crate) fn damaged(folder: &Path, line: usize) -> RunError {
    RunError(format!(
        "line {line} of '{}' is damaged; restore the file, or begin again with another folder",
        folder.join(NAME).display()
    ))
}
