//! Datasets by command: messages, leftovers of a killed run, and refusals.

use std::fs;

use serde_json::Value;

use crate::bench::{BOTH, Folder};

fn asked<'a>(out: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let ask = ["lab", "dataset", "spam-o-rama", "--bots", "random,greedy", "--games", "6", "--per-file", "1"];
    [&ask[..], &["--seed", "6", "--threads", "1", "--out", out], more].concat()
}

/// All files but the journal, by name.
fn files(folder: &Folder, out: &str) -> Vec<(String, Vec<u8>)> {
    let found = folder.files().into_iter().filter(|(path, _)| path.starts_with(folder.path(out)));
    let named = found.map(|(path, bytes)| (path.file_name().unwrap().to_str().unwrap().to_owned(), bytes));
    named.filter(|(name, _)| name != out && name != "journal.jsonl").collect()
}

#[test]
fn a_dataset_says_what_it_wrote() {
    let folder = Folder::new();
    let answer = folder.gruntle(asked("whole", &["--json"]));
    assert_eq!((answer.code, answer.err.as_str()), (0, ""));
    let told: Value = serde_json::from_str(&answer.out).unwrap();
    assert_eq!((&told["games"], &told["files"], &told["folder"]), (&6.into(), &6.into(), &"whole".into()));
    let summary: Value =
        serde_json::from_slice(&fs::read(folder.path("whole/dataset.json")).unwrap()).unwrap();
    assert_eq!(summary["command"], told["command"]);
    // The seed need not be said again.
    let again =
        ["lab", "dataset", "spam-o-rama", "--bots", "random,greedy", "--games", "6", "--per-file", "1"];
    let before = files(&folder, "whole");
    let answer = folder.gruntle([&again[..], &["--out", "whole", "--resume"]].concat());
    assert_eq!((answer.code, answer.err.as_str()), (0, ""));
    assert!(answer.out.contains("6 files in whole"), "{}", answer.out);
    assert!(files(&folder, "whole") == before);
}

#[test]
#[ignore = "long; .ci/run has it"]
fn a_dataset_that_was_killed_goes_on() {
    let folder = Folder::new();
    assert_eq!(folder.gruntle(asked("whole", &[])).code, 0);
    let mut child = folder.command(asked("killed", &[])).spawn().unwrap();
    // The first shard comes, or the program ends by itself.
    while !folder.path("killed/games-0000000.parquet").exists() && child.try_wait().unwrap().is_none() {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    let _ = child.kill();
    child.wait().unwrap();
    let answer = folder.gruntle(asked("killed", &["--resume"]));
    assert_eq!((answer.code, answer.err.as_str()), (0, ""));
    assert!(files(&folder, "killed") == files(&folder, "whole"));
}

#[test]
fn datasets_that_cannot_be_written() {
    for game in BOTH {
        let ask = |more: &[&str]| Folder::new().refuses(&[&["lab", "dataset", game], more].concat());
        assert!(ask(&["--bots", "search:10ms"]).contains("thinks by the clock"));
        assert!(ask(&["--bots", "hal"]).contains("bots are: random, greedy"));
        assert!(ask(&["--games", "0"]).contains("ask for 1 or more"));
        assert!(ask(&["--games", "99999999"]).contains("too many"));
        assert!(ask(&["--per-file", "0"]).contains("--per-file is 1 or more"));
        assert!(ask(&["--seats", "7"]).contains('7'));
        assert!(ask(&["--resume"]).contains("--out"));
        assert!(ask(&["--resume", "--out", "nowhere"]).contains("there is no folder"));
    }
    let folder = Folder::new();
    assert_eq!(folder.gruntle(asked("here", &[])).code, 0);
    assert!(folder.refuses(&asked("here", &[])).contains("is there already"));
    let ask = ["lab", "dataset", "spam-o-rama", "--bots", "random,greedy", "--games", "6", "--per-file", "2"];
    let sentence = folder.refuses(&[&ask[..], &["--seed", "6", "--out", "here", "--resume"]].concat());
    assert!(sentence.contains("per_file was 1 and now is 2"), "{sentence}");
}
