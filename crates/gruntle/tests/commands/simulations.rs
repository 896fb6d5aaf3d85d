//! `gruntle sim`: intervals, counts as people write them, levels by name, and what Ctrl-C keeps.

use serde_json::Value;

use crate::bench::{Folder, answer};

fn data(arguments: &[&str]) -> Value {
    serde_json::from_str(&answer(&[arguments, &["--json"]].concat())).unwrap()
}

#[test]
fn every_share_has_its_interval() {
    let sim = ["sim", "spammers", "--seats", "4", "--games", "200", "--seed", "7", "--bots"];
    let told = answer(&[&sim[..], &["greedy,random,random,random"]].concat());
    let shares: Vec<&str> = told.lines().skip(1).take_while(|line| !line.contains("rounds")).collect();
    assert!(shares[0].starts_with("  wins        A ") && shares[1].starts_with("              D "), "{told}");
    assert!(shares[2].starts_with("  by bot      greedy "), "{told}");
    for share in shares.iter().flat_map(|line| line[14..].split("   ")) {
        let (share, interval) = share.split_once('%').unwrap();
        let number = |text: &str| text.trim_matches([' ', '(', ')']).parse::<f64>().unwrap();
        let value = number(share.rsplit(' ').next().unwrap());
        let (low, high) = interval.split_once('–').unwrap();
        let [low, high] = [low, high].map(|text| number(&text.replace('%', "")));
        assert!(low <= value && value <= high && low < high, "{share} {interval}");
    }

    let data = data(&[&sim[..], &["greedy,random,random,random"]].concat());
    let games = data["games"].as_f64().unwrap();
    let pairs = data["wins"].as_array().unwrap().iter().zip(data["wins_within"].as_array().unwrap());
    let by_bot = data["wins_by_bot"].as_object().unwrap();
    let by_bot = by_bot.iter().map(|(bot, wins)| (wins, &data["wins_by_bot_within"][bot]));
    for (wins, within) in pairs.chain(by_bot) {
        let share = wins.as_f64().unwrap() / games;
        let [low, high] = [0, 1].map(|end| within[end].as_f64().unwrap());
        assert!(0.0 <= low && low <= share && share <= high && high <= 1.0, "{data}");
    }
}

#[test]
fn few_games_have_wide_intervals() {
    let data = data(&["sim", "spam-o-rama", "--games", "1", "--seed", "1"]);
    let within = data["wins_within"].as_array().unwrap();
    assert!(within.iter().all(|ends| ends[1].as_f64().unwrap() - ends[0].as_f64().unwrap() > 0.7), "{data}");
}

#[test]
fn counts_are_taken_as_people_write_them() {
    for text in ["20", "2e1", "2_0", "0.02k", "20.0"] {
        assert_eq!(data(&["sim", "spam-o-rama", "--seed", "1", "--games", text])["games"], 20, "{text}");
    }
    for text in ["many", "-5", "1.5", "1,000", "1e99"] {
        let refused = Folder::new().gruntle(["sim", "spam-o-rama", &format!("--games={text}")]);
        assert_eq!((refused.code, refused.out.as_str()), (2, ""), "{text}");
        assert!(refused.err.contains("such as 10000, 10_000, 100k, 2M or 1e5"), "{}", refused.err);
    }
}

#[test]
fn levels_are_bots_by_name() {
    for game in games::GameName::ALL {
        let sim = ["sim", game.name(), "--games", "1", "--seed", "1", "--bots"];
        let bots = data(&[&sim[..], &["intern,Peddler,random"]].concat())["bots"].clone();
        let known = [games::Level::Intern, games::Level::Peddler].map(|level| game.bot(level).to_string());
        assert_eq!(bots, Value::from(vec![known[0].clone(), known[1].clone(), "random".to_owned()]));
    }
    let refused = Folder::new().refuses(&["sim", "spammers", "--bots", "queenpin"]);
    assert!(
        refused.contains("or a level: intern, peddler, affiliate") && refused.ends_with("kingpin"),
        "{refused}"
    );
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_what_was_played_and_says_so() {
    let folder = Folder::new();
    let mut sim = folder.command([
        "sim",
        "spammers",
        "--games",
        "1M",
        "--seed",
        "1",
        "--threads",
        "1",
        "--records",
        "kept",
    ]);
    let child =
        sim.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped()).spawn().unwrap();
    // By their names alone: a file that is being written has another one, and may be gone before it is read.
    let kept = folder.path("kept");
    let is_kept = || {
        let names = std::fs::read_dir(&kept).into_iter().flatten().flatten().map(|entry| entry.path());
        names.into_iter().any(|path| path.extension().is_some_and(|end| end == "txt"))
    };
    // The test gives up where no game is ever over.
    for _ in 0..60_000 {
        if is_kept() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    let sent = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(sent.unwrap().success());
    let stopped = crate::bench::Answer::of(child.wait_with_output().unwrap());
    assert_eq!(stopped.code, 130, "{}", stopped.err);
    let games = folder.files().iter().filter(|(path, _)| path.extension().is_some()).count();
    let games = report::grouped(games as u64);
    assert!(
        stopped
            .out
            .starts_with(&format!("SPAMMERS, 3 seats (random, random, random), {games} games, seed 1\n"))
    );
    assert!(stopped.out.contains(&format!("  records     {games} in kept")), "{}", stopped.out);
    assert_eq!(
        stopped.err,
        format!(
            "gruntle: stopped after {games} of 1\u{202f}000\u{202f}000 games; what is told is of these\n"
        )
    );
}
