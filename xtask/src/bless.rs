//! `cargo xtask bless`: golden games into a folder, but never over a record that should still hold.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use table::Record;

use crate::Trouble;
use crate::golden::Golden;

/// How the record in the folder stands to the game as it is played now.
#[derive(Debug, PartialEq, Eq)]
enum Standing {
    /// There is none yet.
    Missing,
    /// It is the same game.
    Same,
    /// It was played under other rules or another set-up.
    Outdated,
    /// Rules version and set-up are the same, but the game went otherwise.
    Broken,
}

/// Writes every golden game that is new or outdated; if one is broken, writes nothing at all.
pub(crate) fn bless(folder: &Path, games: &[Golden]) -> Result<String, Trouble> {
    let mut stale = Vec::new();
    let mut broken = Vec::new();
    for golden in games {
        match standing(folder, golden)? {
            Standing::Same => {}
            Standing::Missing | Standing::Outdated => stale.push(golden),
            Standing::Broken => broken.push(folder.join(&golden.file).display().to_string()),
        }
    }
    if !broken.is_empty() {
        return Err(Trouble::Refused(format!(
            "the game of {} goes otherwise under the same rules version and set-up, so nothing was written; if you meant to change the rules, raise RULES_VERSION",
            broken.join(", ")
        )));
    }
    let cannot = |path: &Path, wrong| Trouble::Refused(format!("cannot write '{}': {wrong}", path.display()));
    fs::create_dir_all(folder).map_err(|wrong| cannot(folder, wrong))?;
    for golden in &stale {
        let path = folder.join(&golden.file);
        fs::write(&path, golden.record.to_string()).map_err(|wrong| cannot(&path, wrong))?;
    }
    Ok(format!(
        "{} golden games: {} written, {} as they were",
        games.len(),
        stale.len(),
        games.len() - stale.len()
    ))
}

/// Writes nothing, and says which golden games are not in the folder as they are played now.
pub(crate) fn check(folder: &Path, games: &[Golden]) -> Result<String, Trouble> {
    let mut wrong = Vec::new();
    for golden in games {
        let path = folder.join(&golden.file);
        match standing(folder, golden)? {
            Standing::Same => {}
            Standing::Missing => wrong.push(format!("{} is missing", path.display())),
            Standing::Outdated => {
                wrong.push(format!("{} is of another rules version or set-up", path.display()))
            }
            Standing::Broken => wrong.push(format!(
                "the game of {} goes otherwise under the same rules version and set-up",
                path.display()
            )),
        }
    }
    if wrong.is_empty() {
        Ok(format!("{} golden games hold", games.len()))
    } else {
        Err(Trouble::Wrong(wrong.join("; ")))
    }
}

fn standing(folder: &Path, golden: &Golden) -> Result<Standing, Trouble> {
    let path = folder.join(&golden.file);
    let text = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(wrong) if wrong.kind() == ErrorKind::NotFound => return Ok(Standing::Missing),
        Err(wrong) => {
            return Err(Trouble::Refused(format!("cannot read '{}': {wrong}", path.display())));
        }
    };
    if text == golden.record.to_string() {
        return Ok(Standing::Same);
    }
    let there = Record::read(&text).map_err(|fault| {
        Trouble::Refused(format!(
            "'{}' is not a record ({fault}); delete it to have it played anew",
            path.display()
        ))
    })?;
    Ok(if there.header() == golden.record.header() { Standing::Broken } else { Standing::Outdated })
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;
    use crate::golden;

    /// A folder of this test alone, gone when the test is over.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let path = std::env::temp_dir().join(format!("gruntle-bless-{}-{name}", std::process::id()));
            let _ = fs::remove_dir_all(&path);
            Self(path)
        }

        fn edit(&self, file: &str, from: &str, to: &str) {
            let path = self.0.join(file);
            let text = fs::read_to_string(&path).unwrap();
            assert!(text.contains(from), "{file} has no '{from}'");
            fs::write(path, text.replacen(from, to, 1)).unwrap();
        }

        fn texts(&self) -> Vec<(PathBuf, String)> {
            let mut texts: Vec<_> = fs::read_dir(&self.0)
                .unwrap()
                .map(|entry| entry.unwrap().path())
                .map(|path| (path.clone(), fs::read_to_string(path).unwrap()))
                .collect();
            texts.sort();
            texts
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn blessing_twice_changes_nothing_and_then_checks() {
        let folder = Folder::new("twice");
        let games = golden::play_all().unwrap();
        assert!(matches!(check(&folder.0, &games), Err(Trouble::Wrong(said)) if said.contains("is missing")));
        bless(&folder.0, &games).unwrap();
        let first = folder.texts();
        assert_eq!(
            bless(&folder.0, &golden::play_all().unwrap()),
            Ok("13 golden games: 0 written, 13 as they were".to_owned())
        );
        assert_eq!(folder.texts(), first);
        assert_eq!(check(&folder.0, &games), Ok("13 golden games hold".to_owned()));
    }

    #[test]
    fn a_changed_game_under_the_same_rules_version_is_refused_and_nothing_is_written() {
        let folder = Folder::new("refused");
        let games = golden::play_all().unwrap();
        bless(&folder.0, &games).unwrap();
        fs::remove_file(folder.0.join("spammers-2-standard.txt")).unwrap();
        folder.edit("spam-o-rama-4-strip.txt", "begin\n* ", "begin\n*  ");
        let before = folder.texts();
        let Err(Trouble::Refused(sentence)) = bless(&folder.0, &games) else {
            panic!("it was not refused");
        };
        assert!(sentence.contains("spam-o-rama-4-strip.txt") && sentence.contains("RULES_VERSION"));
        assert_eq!(folder.texts(), before);
        assert!(matches!(check(&folder.0, &games), Err(Trouble::Wrong(_))));
    }

    #[test]
    fn a_record_of_an_older_rules_version_is_written_anew() {
        let folder = Folder::new("outdated");
        let games = golden::play_all().unwrap();
        bless(&folder.0, &games).unwrap();
        let fresh = folder.texts();
        folder.edit("spammers-3-demonstration.txt", "\nrules ", "\nrules 9");
        folder.edit("spammers-3-demonstration.txt", "begin\n* ", "begin\n*  ");
        assert!(bless(&folder.0, &games).unwrap().contains("1 written"));
        assert_eq!(folder.texts(), fresh);
    }

    #[test]
    fn what_is_no_record_is_left_alone() {
        let folder = Folder::new("no-record");
        let games = golden::play_all().unwrap();
        fs::create_dir_all(&folder.0).unwrap();
        fs::write(folder.0.join("spammers-3-standard.txt"), "a shopping list\n").unwrap();
        assert!(matches!(bless(&folder.0, &games), Err(Trouble::Refused(_))));
        assert_eq!(folder.texts().len(), 1);
    }
}
