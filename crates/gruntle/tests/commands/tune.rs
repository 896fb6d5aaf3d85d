//! `lab tune`: it finds better numbers, keeps every word, gives the same files however it was run, and what it refuses.

use std::fs;
use std::path::PathBuf;

use serde_json::Value;

use crate::bench::{Answer, Folder};

const STANDARD: &str = include_str!("../../../../cards/standard-1.toml");
const TAME: &str = "name = \"Sponsored Influencer\"\nmodifier = 3\neffect = { raise-rating = 1 }";

/// The first standard set with every modifier at 1 and one Special Effect that wins by itself.
fn planted() -> String {
    assert!(STANDARD.contains(TAME));
    let text = STANDARD.replace(TAME, &TAME.replace("raise-rating = 1", "raise-rating = 9"));
    let line = |line: &str| {
        let line = if line.starts_with("modifier") { "modifier = 1  # all alike" } else { line };
        format!("{line}\n")
    };
    text.lines().map(line).collect()
}

fn tune(folder: &Folder, out: &str, more: &[&str]) -> Answer {
    let ask = [
        "lab",
        "tune",
        "--deck",
        "planted.toml",
        "--bots",
        "random",
        "--games",
        "120",
        "--steps",
        "10",
        "--seed",
        "5",
        "--numbers",
        "modifiers,strengths,copies",
        "--rounds",
        "5-60",
        "--keep",
        "Router Tap",
        "--out",
        out,
    ];
    folder.gruntle([&ask[..], more].concat())
}

/// The files of a search, its journal included: steps come one after the other.
fn files(folder: &Folder, run: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let all = folder.files().into_iter();
    let all = all.filter(|(path, _)| path.parent().unwrap().ends_with(run));
    all.map(|(path, bytes)| (path.file_name().unwrap().into(), bytes)).collect()
}

#[test]
#[ignore = "long; .ci/run has it"]
fn a_planted_monster_is_tamed_the_same_way_every_time() {
    let folder = Folder::new();
    folder.write("planted.toml", planted());
    let answer = tune(&folder, "one", &["--threads", "1", "--json"]);
    assert_eq!(answer.code, 0, "{}", answer.err);
    let told: Value = serde_json::from_str(&answer.out).unwrap();
    let (before, after) = (told["cost"]["before"].as_f64().unwrap(), told["cost"]["after"].as_f64().unwrap());
    assert!(after < before, "{told:#}");
    let changes = told["changes"].as_array().unwrap();
    assert!(changes.iter().any(|change| change["card"] == "Sponsored Influencer"), "{told:#}");

    // Only numbers changed, and the set is sound.
    let new = fs::read_to_string(folder.path("one/standard.toml")).unwrap();
    let without_numbers = |text: &str| text.replace(|letter: char| letter.is_ascii_digit(), "");
    assert_eq!(without_numbers(&new), without_numbers(&planted()));
    assert!(new.contains("\nversion = 2\n") && new.contains("modifier = 1  # all alike"));
    let check = folder.gruntle(["deck", "check", "one/standard.toml"]);
    assert_eq!(check.code, 0, "{}", check.out);
    let diff = folder.gruntle(["deck", "diff", "planted.toml", "one/standard.toml"]);
    assert_eq!(diff.out, fs::read_to_string(folder.path("one/diff.txt")).unwrap());
    assert!(
        fs::read_to_string(folder.path("planted.toml")).unwrap() == planted(),
        "the original is untouched"
    );

    let whole = files(&folder, "one");
    for wanted in ["report.html", "steps.csv", "lifts.csv", "changes.csv", "summary.csv"] {
        assert!(whole.iter().any(|(name, _)| name.ends_with(wanted)), "{wanted}");
    }
    assert_eq!(tune(&folder, "three", &["--threads", "3"]).code, 0);
    assert!(whole == files(&folder, "three"));

    // A search that was killed in the middle of writing a step.
    let journal = fs::read_to_string(folder.path("one/journal.jsonl")).unwrap();
    let lines: Vec<&str> = journal.lines().collect();
    assert_eq!(lines.len(), 11);
    fs::create_dir(folder.path("torn")).unwrap();
    folder.write("torn/journal.jsonl", format!("{}\n{}", lines[..7].join("\n"), &lines[7][..50]));
    let answer = tune(&folder, "torn", &["--resume"]);
    assert_eq!(answer.code, 0, "{}", answer.err);
    assert!(whole == files(&folder, "torn"));

    // Other settings, and a journal that was changed.
    let refuses = |more: &[&str]| {
        let before = folder.files();
        let answer = tune(&folder, "torn", &[&["--resume"], more].concat());
        assert_eq!((answer.code, answer.out.as_str()), (2, ""), "{}", answer.err);
        assert!(folder.files() == before);
        answer.err
    };
    assert!(refuses(&["--lift", "9"]).contains("tune, lift was '0.08' and now is '0.09'"));
    assert!(refuses(&["--name", "other"]).contains("tune, name was 'standard' and now is 'other'"));
    folder.write("torn/journal.jsonl", journal.replace("\"games\":120", "\"games\":121"));
    assert!(refuses(&[]).contains("games was 121 and now is 120"));
    folder.write("torn/journal.jsonl", journal.replace("\"step\":3", "\"step\":4"));
    assert!(refuses(&[]).contains("line 4 of 'torn/journal.jsonl' is damaged"));
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_the_steps_that_are_done() {
    let folder = Folder::new();
    let ask = [
        "lab", "tune", "--bots", "random", "--games", "100", "--steps", "40", "--seed", "2", "--out", "run",
        "--name", "mine",
    ];
    let mut command = folder.command(ask);
    let mut child = command.stderr(std::process::Stdio::null()).spawn().unwrap();
    let lines =
        || fs::read_to_string(folder.path("run/journal.jsonl")).map_or(0, |text| text.lines().count());
    while lines() < 2 && child.try_wait().unwrap().is_none() {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    let sent = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(sent.unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!((2..41).contains(&lines()));
    assert_eq!(folder.gruntle(["deck", "check", "run/mine.toml"]).code, 0, "the set so far");
    assert!(!folder.path("run/report.html").exists());
}

#[test]
fn what_cannot_be_tuned() {
    let folder = Folder::new();
    folder.write("mine.toml", STANDARD);
    fs::create_dir(folder.path("there")).unwrap();
    for (ask, sentence) in [
        (&["--games", "0"][..], "ask for 1 or more"),
        (&["--games", "99999999"], "games are too many"),
        (&["--steps", "0"], "0 steps are not possible; take 1 to"),
        (&["--steps", "999999"], "999999 steps are not possible"),
        (&["--rounds", "16-12"], "16-12 is no range of rounds; write the fewer first"),
        (&["--rounds", "0-12"], "is no range of rounds"),
        (&["--rounds", "soon"], "'soon' is no range of rounds"),
        (&["--lift=-1"], "--lift takes points from 0 to 100"),
        (&["--seat-edge", "NaN"], "--seat-edge takes points from 0 to 100"),
        (&["--seats", "6-2"], "is not a number of seats"),
        (&["--bots", "hal"], "bots are: random, greedy"),
        (&["--bots", "search:5ms"], "thinks by the clock"),
        (&["--deck", "nowhere.toml"], "there is no card set 'nowhere.toml'"),
        (&["--deck", "mine.toml", "--keep", "Nobody"], "there is no card 'Nobody' in 'standard' to keep"),
        (&["--keep", "router tap"], "did you mean 'Router Tap'?"),
        (&["--numbers", "prices"], "'prices' is no kind of number; --numbers takes modifiers, sizes"),
        (&["--numbers", ""], "'' is no kind of number"),
        (&["--name", "My Set"], "the new set cannot be called 'My Set'"),
        (&["--name", "../up"], "the new set cannot be called '../up'"),
        (&["spam-o-rama"], "Spam-O-Rama has no cards with numbers to tune"),
        (&["poker"], "there is no game 'poker'"),
        (&["--variant", "express"], "there is no variant 'express'"),
        (&["--out", "there"], "'there' is there already"),
        (&["--out", "nowhere", "--resume"], "there is no folder 'nowhere' to go on with"),
        (&["--out", "there", "--resume"], "'there' holds no run"),
        (&["--resume"], "say which by its folder"),
        (&["--threads", "0"], "take 1 to 1024"),
    ] {
        let said = folder.refuses(&[&["lab", "tune"], ask].concat());
        assert!(said.contains(sentence), "{ask:?}: {said}");
    }
}
