//! Never lose a game: while games are played over HTTP the server is killed again and again, as hard as can be, and
//! started again with the same folder. Whatever it had acknowledged must be in the record of the game, once and at its
//! place; every game must come to its end, and every record must hold.
//!
//! `GRUNTLE_CAMPAIGN` plays two hundred games and kills the server sixty times; `GRUNTLE_KILL_GAMES` plays more of them.
#![allow(clippy::unwrap_used)] // A test may stop at once.

#[path = "../driver/mod.rs"]
mod driver;
mod play;
mod verdict;

use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use driver::dice::Dice;
use driver::table::Table;
use play::{Kind, Played};

const GRUNTLE: &str = env!("CARGO_BIN_EXE_gruntle");
/// Games at the same time.
const AT_ONCE: usize = 8;

/// Games and kills there must be, and the longest life of a server in milliseconds.
#[derive(Debug, Clone, Copy)]
struct Wanted {
    games: usize,
    kills: usize,
    life: usize,
}

impl Wanted {
    fn asked() -> Self {
        let games = std::env::var("GRUNTLE_KILL_GAMES").ok().and_then(|text| text.parse().ok()).unwrap_or(0);
        match std::env::var_os("GRUNTLE_CAMPAIGN") {
            Some(_) => Self { games: games.max(200), kills: 60, life: 2_200 },
            None => Self { games: games.max(16), kills: 15, life: 700 },
        }
    }
}

/// What is played; the games take turns.
const KINDS: [Kind; 8] = [
    Kind { game: "spammers", people: 2, bots: 0, wait: 0 },
    Kind { game: "spam-o-rama", people: 1, bots: 1, wait: 0 },
    Kind { game: "spammers", people: 1, bots: 1, wait: 1 },
    Kind { game: "spammers", people: 2, bots: 0, wait: 1 },
    Kind { game: "spammers", people: 1, bots: 2, wait: 0 },
    Kind { game: "spam-o-rama", people: 2, bots: 0, wait: 0 },
    Kind { game: "spammers", people: 1, bots: 1, wait: 0 },
    Kind { game: "spammers", people: 2, bots: 2, wait: 1 },
];

#[test]
fn no_acknowledged_input_is_lost_or_doubled_however_often_the_server_is_killed() {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let mut table = Table::start(Path::new(GRUNTLE), "kill");
    let at = table.at;
    let wanted = Wanted::asked();
    let (next, kills) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let workers: Vec<_> = (0..AT_ONCE)
        .map(|_| {
            let (next, kills) = (next.clone(), kills.clone());
            runtime.spawn(async move {
                let mut played = Vec::new();
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    // On a quick machine more games are played, until the server was killed often enough.
                    if number >= wanted.games && kills.load(Ordering::Relaxed) >= wanted.kills {
                        return played;
                    }
                    let kind = KINDS[number % KINDS.len()];
                    played.push(play::game(at, kind, number as u64).await);
                }
            })
        })
        .collect();
    let mut luck = Dice::new(1998);
    while workers.iter().any(|worker| !worker.is_finished()) {
        std::thread::sleep(Duration::from_millis(200 + luck.below(wanted.life - 200) as u64));
        table.kill_and_restart();
        kills.fetch_add(1, Ordering::Relaxed);
    }
    let kills = kills.load(Ordering::Relaxed);
    let mut games: Vec<Played> = Vec::new();
    for worker in workers {
        games.extend(runtime.block_on(worker).unwrap());
    }
    assert!(games.len() >= wanted.games && kills >= wanted.kills, "{} games, {kills} kills", games.len());
    let mut counts = verdict::Counts::default();
    for game in &games {
        counts.add(&verdict::judge(game));
    }
    println!("{} games, {kills} kills: {counts:?}", games.len());
    assert!(counts.done > 0 && counts.noted > 0 && counts.repeated > 0, "{counts:?}");
    hold(&table, &games);
}

/// Every record holds, as the program itself says.
fn hold(table: &Table, games: &[Played]) {
    let files: Vec<_> = games
        .iter()
        .map(|game| {
            let file = table.folder().join(format!("{}.txt", game.code));
            std::fs::write(&file, &game.record).unwrap();
            file
        })
        .collect();
    let verdict = Command::new(GRUNTLE).args(["record", "verify"]).args(&files).output().unwrap();
    let said = String::from_utf8_lossy(&verdict.stdout);
    assert!(verdict.status.success(), "{said}{}", String::from_utf8_lossy(&verdict.stderr));
    assert_eq!(said.lines().filter(|line| line.contains(": holds, ")).count(), games.len(), "{said}");
}
