//! Leagues of bots: their order, their end, dependence on the games alone, and refusals.

use std::fs;

use serde_json::Value;

use crate::bench::{Answer, BOTH, Folder};
use crate::lab::{data, lab, report_files};

fn names(told: &Value) -> Vec<&str> {
    told["bots"].as_array().unwrap().iter().map(|bot| bot["bot"].as_str().unwrap()).collect()
}

#[test]
#[ignore = "long; .ci/run has it"]
fn the_order_is_found_and_the_league_stops_early() {
    for (game, seats, most) in
        [("spammers", "2", "320"), ("spammers", "3", "640"), ("spam-o-rama", "2", "320")]
    {
        let folder = Folder::new();
        let ask = ["ladder", game, "--bots", "random,greedy", "--seats", seats, "--games", most];
        let told = data(&folder, &[&ask[..], &["--seed", "3"]].concat());
        assert_eq!(names(&told), ["greedy", "random"], "{told}");
        assert_eq!((&told["certain"], &told["looks"]), (&true.into(), &5.into()), "{told}");
        assert!(told["ended_at_look"].as_u64().unwrap() < 5, "{told}");
        let rating = |bot: usize| told["bots"][bot]["rating"][0].as_f64().unwrap();
        assert!((rating(0) + rating(1) - 3000.0).abs() < 1e-6 && rating(0) > 1550.0, "{told}");
        assert!(told["order"][0]["ahead"][1].as_f64().unwrap() > 0.0);
    }
}

#[test]
#[ignore = "long; .ci/run has it"]
fn the_report_says_what_was_asked() {
    let folder = Folder::new();
    let ask = ["ladder", "spammers", "--bots", "random,greedy,search:2", "--games", "80", "--seed", "3"];
    let told = lab(&folder, &[&ask[..], &["--variant", "demonstration"]].concat());
    for wanted in ["A league of SPAMMERS", "order", "games a pairing", "in lab/ladder-spammers-3", "greedy"] {
        assert!(told.contains(wanted), "{wanted}: {told}");
    }
    let files = report_files(&folder, "ladder-spammers-3");
    for wanted in ["report.html", "ratings.csv", "order.csv", "cross.csv", "line-ups.csv", "games.csv"] {
        assert!(files.iter().any(|(name, _)| name.ends_with(wanted)), "{wanted}");
    }
    let of = |wanted: &str| {
        let file = files.iter().find(|(name, _)| name.ends_with(wanted)).unwrap();
        String::from_utf8(file.1.clone()).unwrap()
    };
    let line_ups = of("line-ups.csv");
    for wanted in ["random,greedy,2,", "greedy,random,2,", "search:2,random,2,"] {
        assert!(line_ups.contains(wanted), "{line_ups}");
    }
    let page = of("report.html");
    for wanted in
        ["--seats 3 --bots random,greedy,search:2 --games 80 --seed 3", "of at most 40 of each line-up"]
    {
        assert!(page.contains(wanted), "{wanted}");
    }
}

#[test]
#[ignore = "long; .ci/run has it"]
fn all_games_are_played_where_that_is_asked() {
    let folder = Folder::new();
    let ask = ["ladder", "spam-o-rama", "--bots", "random,greedy", "--games", "64", "--seed", "3", "--all"];
    let told = data(&folder, &ask);
    assert_eq!(
        (&told["looks"], &told["ended_at_look"], &told["games_a_pairing"]),
        (&1.into(), &1.into(), &64.into())
    );
    assert!(told["command"].as_str().unwrap().ends_with(" --all"));
}

/// A league that looks more than once.
fn run_in(folder: &Folder, out: &str, more: &[&str]) -> Answer {
    let ask = ["lab", "ladder", "spam-o-rama", "--bots", "random,search:1", "--seats", "2"];
    folder.gruntle([&ask[..], &["--games", "120", "--seed", "5", "--out", out], more].concat())
}

#[test]
#[ignore = "long; .ci/run has it"]
fn threads_and_interruptions_change_no_byte_of_a_league() {
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
    let half = lines.len() / 2;
    let mut torn = vec![lines[0]];
    torn.extend(lines[half..lines.len() - 1].iter().rev());
    torn.push(&lines[1][..lines[1].len() / 2]);
    fs::create_dir(folder.path("torn")).unwrap();
    folder.write("torn/journal.jsonl", torn.join("\n"));
    let answer = run_in(&folder, "torn", &["--resume", "--threads", "2"]);
    assert_eq!(answer.code, 0, "{}", answer.err);
    assert!(whole == report_files(&folder, "torn"));

    let before = fs::read(folder.path("one/journal.jsonl")).unwrap();
    let answer = run_in(&folder, "one", &["--resume"]);
    assert_eq!(answer.code, 0, "{}", answer.err);
    assert!(whole == report_files(&folder, "one"));
    assert!(before == fs::read(folder.path("one/journal.jsonl")).unwrap(), "nothing was left to do");
}

#[test]
fn leagues_that_cannot_be_played() {
    for game in BOTH {
        let ask = |more: &[&str]| Folder::new().refuses(&[&["lab", "ladder", game], more].concat());
        assert!(ask(&["--bots", "greedy"]).contains("a league has two bots or more"));
        assert!(ask(&["--bots", "greedy,random,greedy"]).starts_with("greedy is named twice"));
        assert!(ask(&["--bots", "search:10,search:010"]).starts_with("search:10 is named twice"));
        for bots in ["hal,greedy", "search:0,greedy", "greedy,search:99999999", "greedy,", ""] {
            assert!(ask(&["--bots", bots]).contains("bots are: random, greedy"), "{bots}");
        }
        assert!(ask(&["--bots", "greedy,search:10ms"]).contains("thinks by the clock"));
        let many: Vec<String> = (1..=13).map(|count| format!("search:{count}")).collect();
        assert!(ask(&["--bots", &many.join(",")]).contains("a league has 2 to 12"));
        assert!(ask(&["--games", "0"]).contains("ask for 1 or more a pairing"));
        assert!(ask(&["--games", "1"]).contains("ask for 2 games or more"));
        assert_eq!(
            ask(&["--games", "99999999999"]),
            "99999999999 games a pairing are too many; the most is 666666 for a league of 3 bots"
        );
        assert!(ask(&["--seats", "2-4"]).contains("a league plays at tables of one size"));
        assert!(ask(&["--seats", "7"]).contains("this game takes 2 to 6"));
        assert!(ask(&["--threads", "0"]).contains("take 1 to 1024"));
        assert!(ask(&["--resume"]).contains("say which by its folder (--out) or its seed (--seed)"));
        assert!(ask(&["--network", "all"]).contains("a league plays on one network"));
    }
    let refused = Folder::new().refuses(&["lab", "ladder", "poker"]);
    assert!(refused.contains("there is no game 'poker'"));
    let refused = Folder::new().refuses(&["lab", "ladder", "spammers", "--network", "ring"]);
    assert!(refused.contains("a network is not for SPAMMERS"));
}

#[test]
fn a_league_goes_on_only_as_it_began() {
    let folder = Folder::new();
    let run = ["lab", "ladder", "spammers", "--out", "run"];
    let same = ["--bots", "random,greedy", "--games", "40", "--seed", "3"];
    assert_eq!(folder.gruntle([&run[..], &same].concat()).code, 0);
    assert!(folder.refuses(&[&run[..], &same].concat()).contains("is there already"));
    let ask = |more: &[&str]| folder.refuses(&[&run[..], &["--resume"], more].concat());
    let other = ask(&["--bots", "random,greedy", "--games", "42", "--seed", "3"]);
    assert!(other.contains("games was 20 and now is 21"), "{other}");
    let other = ask(&["--bots", "greedy,random", "--games", "40", "--seed", "3"]);
    assert!(other.contains("scenarios 1, label was 'random v. 2 greedy'"), "{other}");
    let other = ask(&["--bots", "random,greedy,search:2", "--games", "40", "--seed", "3"]);
    assert!(other.contains("scenarios was 2 of them and now is 6 of them"), "{other}");
    let other = ask(&[&same[..], &["--all"]].concat());
    assert!(other.contains("command was '") && other.contains("--all'"), "{other}");
    // An odd game more makes no other league, but it is another command.
    assert!(ask(&["--bots", "random,greedy", "--games", "41", "--seed", "3"]).contains("--games 41"));
}
