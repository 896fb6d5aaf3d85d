//! Runs the program and keeps folders that clean up after themselves.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicU32, Ordering};

pub(crate) const BOTH: [&str; 2] = ["spammers", "spam-o-rama"];

/// The program's output.
pub(crate) struct Answer {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Answer {
    pub(crate) fn of(output: Output) -> Self {
        Self {
            code: output.status.code().expect("the program ended by itself"),
            out: String::from_utf8(output.stdout).expect("it speaks UTF-8"),
            err: String::from_utf8(output.stderr).expect("it speaks UTF-8"),
        }
    }
}

/// A folder of this test alone, gone when the test is.
pub(crate) struct Folder(PathBuf);

impl AsRef<std::path::Path> for Folder {
    fn as_ref(&self) -> &std::path::Path {
        &self.0
    }
}

impl Folder {
    pub(crate) fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("gruntle-commands-{}-{number}", std::process::id()));
        fs::create_dir(&path).unwrap();
        Self(path)
    }

    /// A folder with one record of this game in it, and its text.
    pub(crate) fn with_record(game: &str, seats: usize) -> (Self, String) {
        let folder = Self::new();
        let seats = seats.to_string();
        let play = ["sim", game, "--games", "1", "--seed", "5", "--records", ".", "--seats", &seats];
        let answer = folder.gruntle(play);
        assert_eq!(answer.code, 0, "{}", answer.err);
        let (name, text) = folder.files().pop().unwrap();
        fs::rename(folder.0.join(name), folder.0.join("game.txt")).unwrap();
        (folder, String::from_utf8(text).unwrap())
    }

    /// Runs the program in this folder.
    pub(crate) fn gruntle(&self, arguments: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Answer {
        Answer::of(self.command(arguments).output().unwrap())
    }

    pub(crate) fn command(&self, arguments: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_gruntle"));
        command.args(arguments).current_dir(&self.0);
        command
    }

    /// Where a file of this name is or would be.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        fs::write(self.0.join(name), content).unwrap();
    }

    /// Every file with its content, by name.
    pub(crate) fn files(&self) -> Vec<(PathBuf, Vec<u8>)> {
        let mut files = Vec::new();
        collect(&self.0, &mut files);
        files.sort();
        files
    }

    /// The program refuses this in one sentence: nothing is answered and nothing written.
    pub(crate) fn refuses(&self, arguments: &[&str]) -> String {
        let before = self.files();
        let answer = self.gruntle(arguments);
        assert_eq!((answer.code, answer.out.as_str()), (2, ""), "{arguments:?}: {}", answer.err);
        assert_eq!(answer.err.lines().count(), 1, "{arguments:?}: {}", answer.err);
        assert!(self.files() == before, "{arguments:?} wrote something");
        let sentence = answer.err.strip_prefix("gruntle: ").expect("it says who speaks");
        assert!(sentence.ends_with('\n') && sentence.len() > 20, "{sentence}");
        sentence.trim_end().to_owned()
    }
}

fn collect(path: &Path, files: &mut Vec<(PathBuf, Vec<u8>)>) {
    for entry in fs::read_dir(path).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.push((path.clone(), Vec::new()));
            collect(&path, files);
        } else {
            files.push((path.clone(), fs::read(&path).unwrap()));
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Runs the program somewhere.
pub(crate) fn gruntle(arguments: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Answer {
    Folder::new().gruntle(arguments)
}

/// Runs the program somewhere; it must succeed without a complaint.
pub(crate) fn answer(arguments: &[&str]) -> String {
    let answer = gruntle(arguments);
    assert_eq!((answer.code, answer.err.as_str()), (0, ""), "{arguments:?}: {}", answer.out);
    answer.out
}
