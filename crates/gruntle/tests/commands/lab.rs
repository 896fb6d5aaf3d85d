//! The lab: what its reports say, that they say the same however they were made, and what it refuses.

use std::fs;
use std::path::PathBuf;
#[cfg(unix)]
use std::process::Stdio;

use serde_json::Value;

use crate::bench::{Answer, BOTH, Folder};

/// Runs a lab command that must succeed.
pub(crate) fn lab(folder: &Folder, arguments: &[&str]) -> String {
    let answer = folder.gruntle([&["lab"], arguments].concat());
    assert_eq!((answer.code, answer.err.as_str()), (0, ""), "{arguments:?}: {}", answer.out);
    answer.out
}

pub(crate) fn data(folder: &Folder, arguments: &[&str]) -> Value {
    serde_json::from_str(&lab(folder, &[arguments, &["--json"]].concat())).unwrap()
}

/// The files of a run but its journal, whose lines come as the threads finish.
pub(crate) fn report_files(folder: &Folder, run: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let files: Vec<_> = folder
        .files()
        .into_iter()
        .filter(|(path, _)| path.parent().unwrap().ends_with(run) && !path.ends_with("journal.jsonl"))
        .map(|(path, bytes)| (path.file_name().unwrap().into(), bytes))
        .collect();
    assert!(files.len() > 5, "{files:?}");
    files
}

#[test]
fn a_balance_report_says_what_was_asked() {
    for (game, title) in BOTH.into_iter().zip(["SPAMMERS", "Spam-O-Rama"]) {
        let folder = Folder::new();
        let ask = ["balance", game, "--bots", "random", "--games", "40", "--seed", "3"];
        let told = lab(&folder, &ask);
        assert!(
            told.contains(&format!("Balance of {title}")) && told.contains("place in the order of play"),
            "{told}"
        );
        assert!(told.contains(&format!("in lab/balance-{game}-3")), "{told}");
        assert!(!told.contains(['\x1b', '\r']), "nothing but text goes into a pipe");
        let names: Vec<_> = report_files(&folder, &format!("balance-{game}-3"));
        for wanted in
            ["report.html", "summary.csv", "seats.csv", "length.csv", "ways.csv", "course.csv", "games.csv"]
        {
            assert!(names.iter().any(|(name, _)| name.ends_with(wanted)), "{wanted}");
        }
    }
}

#[test]
fn balance_as_data_adds_up() {
    let folder = Folder::new();
    let told = data(
        &folder,
        &["balance", "spammers", "--seats", "2,4-5", "--bots", "random", "--games", "60", "--seed", "3"],
    );
    let scenarios = told["scenarios"].as_array().unwrap();
    assert_eq!(scenarios.iter().map(|one| one["seats"].as_u64().unwrap()).collect::<Vec<_>>(), [2, 4, 5]);
    for one in scenarios {
        for by in ["wins_in_order", "wins_by_seat"] {
            let sum: f64 = one[by].as_array().unwrap().iter().map(|wins| wins[0].as_f64().unwrap()).sum();
            assert!((sum - 1.0).abs() < 1e-9, "{one}");
        }
        assert!(one["rounds"]["median"].as_u64() <= one["rounds"]["p99"].as_u64());
        assert_eq!(one["games"], 60);
    }
    assert!(told["findings"].as_array().unwrap().len() >= 8);
}

#[test]
fn all_networks_are_compared_in_one_run() {
    let folder = Folder::new();
    let told = data(
        &folder,
        &["balance", "spam-o-rama", "--network", "all", "--bots", "random", "--games", "20", "--seed", "3"],
    );
    let labels: Vec<_> =
        told["scenarios"].as_array().unwrap().iter().map(|one| one["label"].clone()).collect();
    assert_eq!(labels, ["ring", "corners", "long", "strip"]);
}

const MANY: [&str; 9] =
    ["balance", "spammers", "--bots", "random", "--seats", "2-3", "--games", "2500", "--seed"];

fn run_in(folder: &Folder, out: &str, more: &[&str]) -> Answer {
    folder.gruntle([&["lab"], &MANY[..], &["4", "--out", out], more].concat())
}

#[test]
#[ignore = "long; .ci/run has it"]
fn threads_and_interruptions_change_no_byte() {
    let folder = Folder::new();
    for (out, threads) in [("one", "1"), ("three", "3")] {
        let answer = run_in(&folder, out, &["--threads", threads]);
        assert_eq!(answer.code, 0, "{}", answer.err);
    }
    let whole = report_files(&folder, "one");
    assert!(whole == report_files(&folder, "three"));

    // The journal of a run that was stopped in the middle of a line, its work done out of order.
    let journal = fs::read_to_string(folder.path("three/journal.jsonl")).unwrap();
    let lines: Vec<&str> = journal.lines().collect();
    assert_eq!(lines.len(), 7);
    fs::create_dir(folder.path("torn")).unwrap();
    folder.write(
        "torn/journal.jsonl",
        format!("{}\n{}\n{}", lines[0], lines[4], &lines[2][..lines[2].len() / 2]),
    );
    let answer = run_in(&folder, "torn", &["--resume", "--threads", "2"]);
    assert_eq!(answer.code, 0, "{}", answer.err);
    assert!(whole == report_files(&folder, "torn"));

    // A finished run may be resumed: nothing is left to do.
    let answer = run_in(&folder, "one", &["--resume"]);
    assert_eq!(answer.code, 0, "{}", answer.err);
    assert!(whole == report_files(&folder, "one"));
    // And its seed need not be said again.
    let resumed = folder.gruntle([&["lab"], &MANY[..8], &["--out", "one", "--resume"]].concat());
    assert_eq!(resumed.code, 0, "{}", resumed.err);
}

/// Begins a run, ends it with this signal when the first piece of work is done, and gives its exit code, if it had one.
#[cfg(unix)]
fn ended_by(folder: &Folder, signal: &str, arguments: &[&str]) -> Option<i32> {
    let mut child = folder.command(arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let path = folder.path("ended/journal.jsonl");
    // The process ends by itself if that never comes.
    while fs::read(&path).map_or(0, |bytes| bytes.iter().filter(|&&byte| byte == b'\n').count()) < 2 {
        if child.try_wait().unwrap().is_some() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    let sent = std::process::Command::new("kill").args([signal, &child.id().to_string()]).status();
    assert!(sent.unwrap().success());
    child.wait().unwrap().code()
}

#[cfg(unix)]
#[test]
#[ignore = "long; .ci/run has it"]
fn a_run_that_was_killed_or_stopped_goes_on() {
    let folder = Folder::new();
    let asked = |out| {
        let ask = ["lab", "balance", "spammers", "--games", "250", "--seed", "6", "--threads", "1", "--out"];
        [&ask[..], &[out]].concat()
    };
    assert_eq!(folder.gruntle(asked("whole")).code, 0);
    for (signal, code) in [("-KILL", None), ("-INT", Some(130))] {
        assert_eq!(ended_by(&folder, signal, &asked("ended")), code, "{signal}");
        assert_eq!(folder.gruntle([&asked("ended")[..], &["--resume"]].concat()).code, 0);
        assert!(report_files(&folder, "ended") == report_files(&folder, "whole"), "{signal}");
        fs::remove_dir_all(folder.path("ended")).unwrap();
    }
}

#[test]
fn the_same_twice_is_the_same_game() {
    for (game, side) in BOTH.into_iter().zip(["standard", "ring"]) {
        let folder = Folder::new();
        let ask =
            ["compare", game, "--a", side, "--b", "", "--bots", "random", "--games", "40", "--seed", "3"];
        let told = lab(&folder, &[&ask[..], &["--out", "told"]].concat());
        assert!(told.contains("The two are the same game"), "{told}");
        let told = data(&folder, &[&ask[..], &["--out", "data"]].concat());
        assert_eq!(told["same"], true);
        let differences =
            told["measures"].as_array().unwrap().iter().chain(told["things"].as_array().unwrap());
        for one in differences.filter(|one| !one["difference"].is_null()) {
            assert_eq!((&one["difference"][0], &one["chance"]), (&0.0.into(), &1.0.into()), "{one}");
        }
    }
}

const STARTER: &str = include_str!("../../../../cards/starter.toml");

#[test]
fn a_monster_among_the_cards_is_named_first() {
    let folder = Folder::new();
    let tame = "name = \"Reboot! Reboot!\"\nmodifier = 0\neffect = \"reroll\"";
    assert!(STARTER.contains(tame));
    let monster = tame.replace("\"reroll\"", "{ raise-rating = 9 }");
    folder.write("monster.toml", STARTER.replace(tame, &monster));
    let ask = [
        "compare",
        "spammers",
        "--a",
        "starter",
        "--b",
        "monster.toml",
        "--games",
        "300",
        "--seed",
        "3",
        "--bots",
        "random",
    ];
    let told = data(&folder, &[&ask[..], &["--out", "data"]].concat());
    let first = &told["things"][0];
    assert_eq!(
        (&first["name"], &first["more_than_noise"]),
        (&"Reboot! Reboot!".into(), &true.into()),
        "{first}"
    );
    assert!(first["difference"][0].as_f64() > Some(0.1));
    assert_eq!(told["same"], false);
    let told = lab(&folder, &[&ask[..], &["--out", "told"]].concat());
    let lead = told.split("more than noise: ").nth(1).unwrap();
    assert!(lead.starts_with("“Reboot! Reboot!”"), "{told}");
}

#[test]
fn what_became_of_each_card_is_told_first() {
    let folder = Folder::new();
    let renamed = STARTER
        .replacen("name = \"Day Traders, Night Nurses\"", "name = \"Night Traders\"", 1)
        .replacen("Reboot! Reboot!\"\nmodifier = 0", "Reboot! Reboot!\"\nmodifier = 1", 1);
    assert_eq!(renamed.matches("Night Traders").count(), 1);
    folder.write("mine.toml", renamed);
    let ask = ["compare", "spammers", "--a", "starter", "--b", "mine.toml", "--games", "100", "--seed", "3"];
    let ask = [&ask[..], &["--bots", "random"]].concat();
    let told = data(&folder, &[&ask[..], &["--out", "data"]].concat());
    let cards: Vec<(&Value, &Value)> =
        told["cards"].as_array().unwrap().iter().map(|card| (&card["name"], &card["change"])).collect();
    let wanted =
        [("Day Traders, Night Nurses", "gone"), ("Reboot! Reboot!", "changed"), ("Night Traders", "new")];
    assert_eq!(
        cards,
        wanted.map(|(name, change)| (name.into(), change.into())).each_ref().map(|(a, b)| (a, b))
    );
    let changed = &told["cards"][1];
    assert!(
        changed["was"].as_str().unwrap().contains("+0") && changed["is"].as_str().unwrap().contains("+1")
    );
    assert!(changed["difference"].is_array() && changed["chance"].is_number(), "{changed}");
    for (side, other, one) in [("a", "b", 0), ("b", "a", 2)] {
        assert!(told["cards"][one][side].is_array() && told["cards"][one][other].is_null(), "{told}");
    }

    let told = lab(&folder, &[&ask[..], &["--out", "told"]].concat());
    let findings =
        ["Gone: “Day Traders, Night Nurses”", "Changed: “Reboot! Reboot!”", "New: “Night Traders”"];
    let places = findings.map(|finding| told.find(finding).unwrap_or_else(|| panic!("{told}")));
    assert!(places.is_sorted(), "{told}");
    for later in ["More than noise: ", "Only in ", "Means over 100 pairs"] {
        assert!(told.find(later).is_none_or(|place| place > places[2]), "{told}");
    }
    assert!(!told.contains("Only in A: the List “Day Traders, Night Nurses”"), "it is said already: {told}");
}

#[test]
fn things_of_one_side_are_named() {
    let folder = Folder::new();
    let ask = [
        "compare", "spammers", "--a", "standard", "--b", "starter", "--games", "30", "--seed", "3", "--bots",
        "random",
    ];
    let told = data(&folder, &ask);
    for side in ["only_in_a", "only_in_b"] {
        assert!(!told[side].as_array().unwrap().is_empty());
    }
}

fn refused(arguments: &[&str]) -> String {
    Folder::new().refuses(&[&["lab"], arguments].concat())
}

#[test]
fn what_cannot_be_studied() {
    for game in BOTH {
        let ask = |more: &[&str]| refused(&[&["balance", game], more].concat());
        assert!(ask(&["--games", "0"]).contains("1 or more"));
        assert_eq!(ask(&["--games", "99999999999"]), "99999999999 games are too many; the most is 2000000");
        assert!(
            ask(&["--games", "900000", "--seats", "2-6"])
                .contains("the most is 400000 of each of 5 scenarios")
        );
        for seats in ["1", "7", "0-3", "3-9", "1000000000"] {
            assert!(
                ask(&["--seats", seats]).contains("seats are not possible; this game takes 2 to 6"),
                "{seats}"
            );
        }
        for seats in ["", "three", "4-2", "2,", "2--3", "-2-3"] {
            assert!(ask(&[&format!("--seats={seats}")]).contains("is not a number of seats"), "{seats}");
        }
        for bots in ["hal", "search:0", "search:99999999", "search:999999999999", ""] {
            assert!(ask(&["--bots", bots]).contains("bots are: random, greedy"), "{bots}");
        }
        assert!(ask(&["--bots", "greedy,search:10ms,greedy"]).contains("thinks by the clock"));
        assert!(
            ask(&["--bots", "greedy,random", "--seats", "3"]).starts_with("2 bots are named for 3 seats")
        );
        assert!(ask(&["--threads", "0"]).contains("take 1 to 1024"));
        assert!(ask(&["--resume"]).contains("say which by its folder (--out) or its seed (--seed)"));
    }
    assert!(refused(&["balance", "poker"]).contains("there is no game 'poker'"));
    assert!(refused(&["balance", "spammers", "--network", "all"]).contains("there is no network 'all'"));
    assert!(refused(&["balance", "spammers", "--network", "ring"]).contains("a network is not for SPAMMERS"));
    assert!(
        refused(&["balance", "spam-o-rama", "--deck", "starter"])
            .contains("a card set is not for Spam-O-Rama")
    );
}

#[test]
fn without_a_number_of_seats_there_are_as_many_as_bots() {
    let folder = Folder::new();
    let told =
        data(&folder, &["balance", "spammers", "--bots", "greedy,random", "--games", "20", "--seed", "3"]);
    assert_eq!(told["scenarios"][0]["seats"], 2, "{told}");
}

#[test]
fn games_that_cannot_be_compared() {
    let refused =
        |game: &str, a: &str, b: &str| refused(&["compare", game, "--a", a, "--b", b, "--games", "5"]);
    for (game, a, b) in [
        ("spammers", "standard", "ring"),
        ("spammers", "spammers", "spam-o-rama"),
        ("spam-o-rama", "starter", "ring"),
        ("spam-o-rama", "ring", "my.toml"),
    ] {
        assert!(refused(game, a, b).contains("two games cannot be compared with each other"));
    }
    assert!(refused("spammers", "network=ring", "").contains("a network is not for SPAMMERS"));
    assert!(refused("spammers", "colour=red", "").contains("a side has no 'colour'"));
    assert!(refused("spammers", "seats=2-6", "").contains("a side of a comparison has one"));
    assert!(refused("spammers", "nowhere.toml", "").contains("there is no card set 'nowhere.toml'"));
    assert!(refused("spammers", "bots=hal", "").contains("bots are: random, greedy"));
}

#[test]
fn folders_that_cannot_be_used() {
    let folder = Folder::new();
    let ask = |out: &str, more: &[&str]| {
        let ask =
            ["lab", "balance", "spammers", "--bots", "random", "--games", "20", "--seed", "3", "--out", out];
        folder.refuses(&[&ask[..], more].concat())
    };
    folder.write("file", "not a folder");
    fs::create_dir(folder.path("mine")).unwrap();
    folder.write("mine/notes.txt", "keep me");
    for there in ["file", "mine"] {
        assert!(ask(there, &[]).contains("is there already"), "{there}");
    }
    assert!(ask("file/below", &[]).starts_with("cannot write to 'file/below': "));
    assert!(ask("nowhere", &["--resume"]).contains("there is no folder 'nowhere' to go on with"));
    assert!(ask("mine", &["--resume"]).contains("'mine' holds no run"));
    assert!(ask("file", &["--resume"]).contains("there is no folder 'file'"));
}

#[test]
fn runs_that_cannot_go_on() {
    let folder = Folder::new();
    let run = ["lab", "balance", "spammers", "--bots", "random", "--out", "run"];
    let begin = [&run[..], &["--games", "1500", "--seed", "3"]].concat();
    assert_eq!(folder.gruntle(&begin).code, 0);
    let ask = |more: &[&str]| folder.refuses(&[&run[..], &["--resume"], more].concat());
    let other = ask(&["--games", "1500", "--seed", "4"]);
    assert!(other.contains("seed was 3 and now is 4"), "{other}");
    assert!(ask(&["--games", "1501", "--seed", "3"]).contains("games was 1500 and now is 1501"));
    let deck = ask(&["--games", "1500", "--seed", "3", "--deck", "starter"]);
    assert!(deck.contains("scenarios 1, setting, cards was 'standard"), "{deck}");
    let seats = ask(&["--games", "1500", "--seed", "3", "--seats", "4"]);
    assert!(seats.contains("scenarios 1, label was '3 seats' and now is '4 seats'"), "{seats}");

    let journal = fs::read_to_string(folder.path("run/journal.jsonl")).unwrap();
    let lines: Vec<&str> = journal.lines().collect();
    let same = ["--games", "1500", "--seed", "3"];
    let damaged = |text: String| {
        folder.write("run/journal.jsonl", text);
        ask(&same)
    };
    let cut = format!("{}\n{}\n{}\n", lines[0], &lines[1][..lines[1].len() / 2], lines[2]);
    assert!(damaged(cut).contains("line 2 of 'run/journal.jsonl' is damaged"));
    // A number is changed and the line still reads as one.
    let at = lines[2].find("[[").unwrap() + 40;
    let digit = at + lines[2][at..].find(|letter: char| letter.is_ascii_digit()).unwrap();
    let mut changed = lines[2].to_owned();
    let new = if &changed[digit..=digit] == "1" { "2" } else { "1" };
    changed.replace_range(digit..=digit, new);
    assert!(damaged(format!("{}\n{}\n{changed}\n", lines[0], lines[1])).contains("line 3 of"));
    assert!(damaged("Dear friend\n".to_owned()).contains("line 1 of"));
    assert!(damaged("{\"seed\":3}\n".to_owned()).contains("line 1 of"));
    let foreign = folder.refuses(&[&run[..], &["--resume"]].concat());
    assert!(foreign.contains("line 1 of"), "{foreign}");
}
