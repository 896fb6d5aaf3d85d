//! The program's answers to good requests.

use std::io::{BufRead as _, BufReader};
use std::process::Stdio;

use serde_json::Value;

use crate::bench::{Answer, BOTH, Folder, answer};

#[test]
fn nothing_asked_opens_the_table_and_says_where() {
    let folder = Folder::new();
    let mut table = folder
        .command([""; 0])
        .env("GRUNTLE_TEST_PORT", "0")
        .env("HOME", folder.path(""))
        .env("XDG_DATA_HOME", folder.path("data"))
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut said = BufReader::new(table.stdout.take().unwrap()).lines();
    let (first, second) = (said.next().unwrap().unwrap(), said.next().unwrap().unwrap());
    table.kill().unwrap();
    table.wait().unwrap();
    assert!(first.starts_with("Gruntle is open at http://127.0.0.1:"), "{first}");
    assert!(second.contains("Ctrl-C closes the table"), "{second}");
    assert!(folder.path("data/gruntle/gruntle.db").is_file() || !cfg!(target_os = "linux"));
}

#[test]
fn beyond_this_machine_the_table_says_what_that_means() {
    let folder = Folder::new();
    for (https, says) in [(None, "start with --https"), (Some("--https"), "only the proxy with HTTPS")] {
        let asked = ["serve", "--bind", "0.0.0.0:0", "--data", "here"].into_iter().chain(https);
        let mut table = folder.command(asked).stdout(Stdio::piped()).spawn().unwrap();
        let said: Vec<String> =
            BufReader::new(table.stdout.take().unwrap()).lines().take(4).map(Result::unwrap).collect();
        table.kill().unwrap();
        table.wait().unwrap();
        assert!(said[2].starts_with("Everybody who can reach") && said[3].contains(says), "{said:?}");
    }
}

#[test]
fn help_and_version_are_there() {
    assert!(answer(&["--help"]).contains("gruntle record verify"));
    assert!(answer(&["sim", "--help"]).contains("--network"));
    assert!(answer(&["--version"]).starts_with(concat!("gruntle ", env!("CARGO_PKG_VERSION"), " (")));
}

#[test]
fn a_simulation_tells_who_won_and_how_long_it_took() {
    for (game, title) in BOTH.into_iter().zip(["SPAMMERS", "Spam-O-Rama"]) {
        let told = answer(&["sim", game, "--games", "20", "--seed", "7"]);
        assert!(told.starts_with(&format!("{title}, 3 seats (random, random, random), 20 games, seed 7\n")));
        assert!(told.contains("  wins        A ") && told.contains("  rounds      half within "));
        assert!(!told.contains(['\x1b', '\r']), "nothing but text goes into a pipe");
    }
}

#[test]
fn bots_are_listed_by_level() {
    let told = answer(&["bots"]);
    for level in games::Level::ALL {
        let line = told.lines().find(|line| line.starts_with(level.title())).unwrap();
        let bots = line.split_whitespace().skip(1).take(2);
        let known = games::GameName::ALL.map(|game| game.bot(level).to_string());
        assert_eq!(bots.collect::<Vec<_>>(), known, "{told}");
        assert!(line.ends_with(level.expects()), "{told}");
    }
}

#[test]
fn bots_think_aloud_the_same_each_time() {
    for game in BOTH {
        let ask = ["sim", game, "--seats", "2", "--bots", "search:20,greedy", "--games", "1", "--seed", "3"];
        let aloud = |heads| answer(&[&ask[..], &["--aloud", "--heads", heads]].concat());
        let told = aloud("2");
        assert!(told.starts_with("Game 1 of seed 3\n"), "{told}");
        assert!(told.contains(" (search:20): ") && told.contains("% to win, "), "{told}");
        assert!(told.contains(" (greedy): ") && told.contains("none leaves me standing better."), "{told}");
        assert!(told.lines().last().unwrap().starts_with("  Won by "), "{told}");
        assert_eq!(told, aloud("2"));
    }
}

fn simulated(arguments: &[&str]) -> Value {
    serde_json::from_str(&answer(arguments)).unwrap()
}

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().unwrap().iter().map(|(key, _)| key.as_str()).collect()
}

#[test]
fn a_simulation_as_data_has_these_fields_and_adds_up() {
    for (game, seats) in [("spammers", 2), ("spammers", 6), ("spam-o-rama", 2), ("spam-o-rama", 5)] {
        let count = seats.to_string();
        let told = simulated(&["sim", game, "--seats", &count, "--games", "50", "--seed", "3", "--json"]);
        assert_eq!(
            keys(&told),
            [
                "game",
                "seats",
                "bots",
                "seed",
                "games",
                "seconds",
                "games_per_s",
                "decisions",
                "decisions_per_s",
                "wins",
                "wins_within",
                "wins_by_bot",
                "wins_by_bot_within",
                "shared_wins",
                "rounds",
                "unfinished"
            ]
        );
        assert_eq!(keys(&told["rounds"]), ["median", "p90", "max"]);
        assert_eq!((&told["game"], &told["seats"]), (&game.into(), &seats.into()));
        assert_eq!(told["bots"], Value::from(vec!["random"; seats]));
        assert_eq!((told["seed"].as_u64(), told["games"].as_u64()), (Some(3), Some(50)));
        let wins: Vec<u64> =
            told["wins"].as_array().unwrap().iter().map(|wins| wins.as_u64().unwrap()).collect();
        assert_eq!(wins.len(), seats);
        let others = told["shared_wins"].as_u64().unwrap() + told["unfinished"].as_u64().unwrap();
        assert_eq!(wins.iter().sum::<u64>() + others, 50, "{told}");
        let rounds = |key: &str| told["rounds"][key].as_u64().unwrap();
        assert!(rounds("median") <= rounds("p90") && rounds("p90") <= rounds("max"));
    }
}

#[test]
fn the_same_seed_gives_the_same_games_on_any_number_of_threads() {
    for game in BOTH {
        let kept: Vec<_> = ["1", "2"]
            .into_iter()
            .map(|threads| {
                let folder = Folder::new();
                let arguments = [
                    "sim",
                    game,
                    "--games",
                    "30",
                    "--seed",
                    "11",
                    "--json",
                    "--records",
                    "kept",
                    "--threads",
                    threads,
                ];
                let answer = folder.gruntle(arguments);
                assert_eq!(answer.code, 0, "{}", answer.err);
                let told: Value = serde_json::from_str(&answer.out).unwrap();
                let texts: Vec<_> = folder.files().into_iter().map(|(_, text)| text).collect();
                assert_eq!(texts.len(), 31, "thirty games and their folder");
                let counts =
                    ["wins", "shared_wins", "unfinished", "decisions", "rounds"].map(|key| told[key].clone());
                (counts, texts)
            })
            .collect();
        assert!(kept[0] == kept[1], "{game}");
    }
}

#[test]
fn another_seed_gives_other_games() {
    let wins = |seed| {
        simulated(&["sim", "spammers", "--games", "60", "--seed", seed, "--json"])["decisions"].clone()
    };
    assert_ne!(wins("1"), wins("2"));
}

#[test]
fn set_ups_can_be_chosen() {
    for arguments in [
        &["spammers", "--variant", "demonstration"][..],
        &["spammers", "--bots", "random,random,random"],
        &["spam-o-rama", "--network", "strip", "--memory", "off"],
        &["spam-o-rama", "--network", "generated"],
    ] {
        let arguments = [&["sim"], arguments, &["--games", "5", "--seed", "1"]].concat();
        answer(&arguments);
    }
}

#[test]
fn there_are_as_many_seats_as_bots_are_named() {
    for (bots, seats) in [("greedy,random", 2), ("random,random,random,random", 4), ("random", 3)] {
        let told = simulated(&["sim", "spammers", "--bots", bots, "--games", "5", "--seed", "3", "--json"]);
        assert_eq!(told["seats"], seats, "{bots}");
        assert_eq!(told["bots"].as_array().unwrap().len(), seats);
    }
    let seven = ["sim", "spammers", "--bots", "greedy,random,random,random,random,random,random"];
    assert!(Folder::new().refuses(&seven).contains("7 seats are not possible; this game takes 2 to 6"));
}

#[test]
fn earlier_card_sets_are_played_and_refereed_by_name_and_version() {
    let folder = Folder::new();
    let play = ["sim", "spammers", "--deck", "standard-1", "--games", "1", "--seed", "5", "--records", "."];
    assert_eq!(folder.gruntle(play).code, 0);
    let (name, text) = folder.files().swap_remove(0);
    assert!(String::from_utf8(text).unwrap().contains("\ncards standard 1 "));
    let verdict = folder.gruntle(["record", "verify", name.to_str().unwrap()]);
    assert_eq!(verdict.code, 0, "{}", verdict.out);
    assert_eq!(folder.gruntle(["deck", "diff", "standard-2", "standard"]).code, 0);
    assert!(
        folder
            .refuses(&["deck", "show", "standard-3"])
            .contains("it is standard, starter, standard-1, starter-1 or a file")
    );
}

#[test]
fn a_network_can_come_from_a_file() {
    let folder = Folder::new();
    folder.write("My Net.txt", include_str!("../../../../networks/long.txt"));
    let play =
        ["sim", "spam-o-rama", "--games", "1", "--seed", "1", "--network", "My Net.txt", "--records", "."];
    assert_eq!(folder.gruntle(play).code, 0);
    let (_, text) = folder.files().swap_remove(1);
    assert!(String::from_utf8(text).unwrap().contains("\nnetwork my-net "));
}

#[test]
fn the_rules_can_be_read() {
    let overview = answer(&["rules"]);
    assert!(overview.contains("S4 Playing Action cards") && overview.contains("R5 Phase three"));
    let clause = answer(&["rules", "S4.7"]);
    assert!(clause.contains("S4.7   Roll one die.") && !clause.contains("S4.8 "));
    assert_eq!(clause, answer(&["rules", "s4.7"]));
    let chapter = answer(&["rules", "s4"]);
    assert!(chapter.contains("\nS4.1 ") && chapter.contains("\nS4.10 ") && !chapter.contains("\nS5.1 "));
    let book = answer(&["rules", "spammers"]);
    assert!(book.contains("\nS1.1 ") && book.contains("\nS8.9 ") && !book.contains("\nR1.1 "));
    assert!(answer(&["rules", "spam-o-rama"]).contains("\nR5.3 "));
    assert!(answer(&["rules", "notation"]).contains("`A relay PORT PORT`"));
    let found = answer(&["rules", "--search", "gruntle"]);
    assert!(found.contains("\nS1.6 ") && !found.contains("\nS1.11 "));
}

#[test]
fn every_shell_gets_a_script() {
    for shell in ["bash", "zsh", "fish"] {
        let script = answer(&["completions", shell]);
        assert!(script.contains("gruntle") && script.contains("records"), "{shell}");
    }
}

#[test]
fn who_stops_reading_does_not_make_it_panic() {
    let (folder, _) = Folder::with_record("spammers", 3);
    for arguments in [
        &["bots"][..],
        &["rules", "spammers"],
        &["rules", "notation"],
        &["completions", "bash"],
        &["man"],
        &["rules", "--json"],
        &["deck", "show", "--json"],
        &["record", "show", "game.txt", "--json"],
        &["record", "verify", "game.txt"],
        &["sim", "spammers", "--games", "3", "--seed", "1"],
    ] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = folder.command(arguments).stdout(writer).output().unwrap();
        let answer = Answer::of(output);
        assert_eq!((answer.code, answer.err.as_str()), (0, ""), "{arguments:?}");
    }
}

#[test]
fn a_complaint_nobody_reads_still_has_its_exit_code() {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let folder = Folder::new();
    let status = folder.command(["rules", "S99.9"]).stderr(writer).status().unwrap();
    assert_eq!(status.code(), Some(2));
}
