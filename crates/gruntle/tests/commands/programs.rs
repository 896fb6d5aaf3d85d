//! Programs as bots: those of docs/bot-protocol.md, run from its own text, and some that fail.
#![cfg(unix)]

use std::process::Command;

use serde_json::Value;

use crate::bench::{BOTH, Folder};

const PAGE: &str = include_str!("../../../../docs/bot-protocol.md");

/// The block of this language on the page that is a whole program.
fn program(language: &str) -> String {
    let fence = format!("```{language}\n#!");
    let start = PAGE.find(&fence).expect("the page has a whole bot") + fence.len() - 2;
    let end = start + PAGE[start..].find("```").unwrap();
    PAGE[start..end].to_owned()
}

/// Whether Python is here; without it the test is passed over with a sentence, except in CI.
pub(crate) fn has_python() -> bool {
    let found = Command::new("python3").arg("--version").output().is_ok_and(|answer| answer.status.success());
    if !found {
        assert!(std::env::var_os("CI").is_none_or(|ci| ci != "true"), "python3 is not here, and CI needs it");
        eprintln!("python3 is not here: passed over");
    }
    found
}

/// The bots of the page that can run here, as players with more than enough time.
fn bots_of_the_page(folder: &Folder) -> Vec<&'static str> {
    folder.write("bot.sh", program("sh"));
    folder.write("bot.py", program("python"));
    assert!(program("python").lines().count() <= 32, "a whole bot in some thirty lines");
    let mut bots = vec!["exec@60000ms:sh bot.sh"];
    if has_python() {
        bots.push("exec@60000ms:python3 bot.py");
    }
    bots
}

#[test]
fn the_bots_of_the_page_play_by_the_protocol() {
    let folder = Folder::new();
    for bot in bots_of_the_page(&folder) {
        // A shell reads its lines byte by byte: one game is enough of that.
        let games = if bot.ends_with(".sh") { &["--game", "spammers"][..] } else { &[] };
        let answer = folder.gruntle([&["bot", "check", bot, "--games", "1"], games].concat());
        assert_eq!(answer.code, 0, "{}{}", answer.out, answer.err);
        assert!(answer.out.ends_with("It plays by the protocol.\n"), "{}", answer.out);
        let both = answer.out.contains("SPAMMERS") && answer.out.contains("Spam-O-Rama");
        assert!(both || !games.is_empty(), "{}", answer.out);
        assert!(!answer.out.contains("cannot be repeated"), "{}", answer.out);
    }
}

#[test]
fn a_simulation_with_programs_repeats_itself_on_any_number_of_threads() {
    let folder = Folder::new();
    let bots = bots_of_the_page(&folder);
    let line_up = format!("{},greedy", bots[bots.len() - 1]);
    for game in BOTH {
        let told = ["1", "3"].map(|threads| {
            let ask = ["sim", game, "--bots", &line_up, "--games", "2", "--seed", "9", "--json"];
            let answer = folder.gruntle(ask.into_iter().chain(["--threads", threads]));
            assert_eq!(answer.code, 0, "{}", answer.err);
            let mut told: Value = serde_json::from_str(&answer.out).unwrap();
            for timed in ["seconds", "games_per_s", "decisions_per_s"] {
                told.as_object_mut().unwrap().remove(timed);
            }
            told
        });
        assert_eq!(told[0], told[1]);
        assert_eq!(told[0]["faults"][bots[bots.len() - 1]]["moves"], 0, "{}", told[0]);
        assert_eq!(told[0]["unfinished"], 0);
    }
}

#[test]
fn reasons_are_told_aloud() {
    let folder = Folder::new();
    if !bots_of_the_page(&folder).iter().any(|bot| bot.ends_with("bot.py")) {
        return;
    }
    let ask =
        ["sim", "spam-o-rama", "--bots", "exec@60000ms:python3 bot.py,random", "--games", "1", "--aloud"];
    let answer = folder.gruntle(ask);
    assert!(answer.out.contains("I would rather relay than do anything later"), "{}", answer.out);
}

#[test]
fn a_league_takes_programs_and_says_what_they_did_wrong() {
    let folder = Folder::new();
    folder.write("bad.sh", "while read -r line; do case $line in *choose*) echo well;; esac; done");
    let ask = ["lab", "ladder", "spam-o-rama", "--seats", "2", "--bots", "exec@60000ms:sh bad.sh,greedy"];
    let answer = folder.gruntle(ask.into_iter().chain(["--games", "4", "--seed", "1", "--json"]));
    assert_eq!(answer.code, 0, "{}", answer.err);
    let told: Value = serde_json::from_str(&answer.out).unwrap();
    assert_eq!(told["bots"][0]["bot"], "greedy", "{told}");
    assert!(answer.err.contains("moves were played for it (not JSON "), "{}", answer.err);
    assert!(
        answer.err.contains("'well', which is not JSON; answer with the number of a choice"),
        "{}",
        answer.err
    );
}

#[test]
fn a_check_explains_every_fault() {
    let folder = Folder::new();
    folder.write("bad.sh", "echo I fail >&2; while read -r l; do case $l in *choose*) echo 99;; esac; done");
    let answer = folder.gruntle(["bot", "check", "sh bad.sh", "--game", "spam-o-rama", "--games", "1"]);
    assert_eq!(answer.code, 1, "{}", answer.out);
    let told = answer.out.split_whitespace().collect::<Vec<_>>().join(" ");
    for wanted in [
        "fault 1",
        "in game 1 of spam-o-rama, seat A, question 1: it chose 99, but the choices are numbered 0 to 11",
        "played for it: take suns",
        "it wrote to standard error: I fail",
        "… and ",
    ] {
        assert!(told.contains(wanted), "{wanted}: {told}");
    }
    assert!(answer.err.contains("does not play by the protocol"), "{}", answer.err);
    let crashing = folder.gruntle(["bot", "check", "exit 7", "--game", "spammers", "--games", "1"]);
    assert_eq!(crashing.code, 1);
    let told = crashing.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(told.contains("it ended (exit code 7) and did not answer"), "{}", crashing.out);
    let fickle =
        "while read -r l; do case $l in *choose*) echo $(($(od -An -N1 -tu1 /dev/urandom) % 2));; esac; done";
    let fickle = folder.gruntle(["bot", "check", fickle, "--game", "spam-o-rama", "--games", "1"]);
    assert!(fickle.out.contains("runs with it cannot be repeated"), "{}", fickle.out);
}

/// Two dozen answers of one sort, and only then of others.
#[test]
fn a_check_explains_a_fault_that_comes_late_after_many_others() {
    let folder = Folder::new();
    folder.write(
        "many.sh",
        "n=0; while read -r l; do case $l in *choose*) n=$((n+1)); \
         if [ $n -lt 30 ]; then echo hello; elif [ $n -lt 35 ]; then echo null; elif [ $n = 35 ]; then echo '\"dance\"'; \
         elif [ $n = 36 ]; then echo '{\"id\": 1, \"choice\": 0}'; else echo 9999; fi;; esac; done",
    );
    let check = ["bot", "check", "exec@60000ms:sh many.sh", "--game", "spam-o-rama", "--games", "1"];
    let answer = folder.gruntle(check);
    assert_eq!(answer.code, 1, "{}", answer.out);
    let told = answer.out.split_whitespace().collect::<Vec<_>>().join(" ");
    for wanted in [
        "not JSON, 29 times fault 1 in game 1 of spam-o-rama, seat A, question 1: it said 'hello', which is not JSON",
        "… and 24 more no choice named, 5 times fault 1 in game 1 of spam-o-rama, seat A, question 30: it said 'null'",
        "fault 1 in game 1 of spam-o-rama, seat A, question 35: it chose 'dance', which is none of the choices",
        "another question answered, once fault 1",
        "it answered question 1, but was asked question 36",
        "it chose 9999, but the choices are numbered 0 to",
    ] {
        assert!(told.contains(wanted), "{wanted}: {told}");
    }
    assert!(!told.contains("fault 11"), "a few of each are enough: {told}");
}

#[test]
fn names_of_programs_that_cannot_be_are_refused() {
    let folder = Folder::new();
    let sim = |bots: &'static str| folder.refuses(&["sim", "spammers", "--games", "1", "--bots", bots]);
    assert!(sim("exec:").contains("names no command; write exec:COMMAND"));
    assert!(sim("exec@0ms:x").contains("1 to 600000 milliseconds"));
    assert!(sim("hal").contains("or exec:COMMAND, a program of your own"));
    let serve = |given: &'static str| folder.refuses(&["serve", "--allow-exec", given]);
    assert!(serve("./mybot").contains("write LEVEL=COMMAND, where the level is one of intern,"));
    assert!(serve("kingpin=").contains("names no command"));
    for missing in [
        sim("exec:./missing.sh\\, a b"),
        sim("exec:no-such-program,greedy,greedy"),
        serve("intern=./missing"),
    ] {
        assert!(missing.contains(" is no player: it cannot be started: "), "{missing}");
        assert!(missing.contains("not found; name a command that /bin/sh finds from here"), "{missing}");
    }
    assert!(folder.refuses(&["bot", "check", " "]).contains("names no command"));
    assert!(folder.refuses(&["bot", "check", "x", "--games", "0"]).contains("1 to 1000 games"));
    assert!(folder.refuses(&["bot", "check", "x", "--game", "chess"]).contains("there is no game 'chess'"));
}
