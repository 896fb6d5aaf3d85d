//! Never lose a game: while games are played over HTTP the server is killed again and again, and started again with the
//! same folder. Every acknowledged move must be in the record of the game, once and at its place; every game must come to
//! its end, and every record must hold. The same with matches in PostgreSQL, which is killed and stopped, too.
//!
//! `GRUNTLE_CAMPAIGN` plays two hundred games and kills the server sixty times; `GRUNTLE_KILL_GAMES` plays more of them.
#![allow(clippy::unwrap_used)] // A test may stop at once.

mod play;
mod still;
mod verdict;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use driver::dice::Dice;
use driver::table::Table;
use play::{Kind, Played};
#[cfg(feature = "postgres")]
use services::{Durability, Postgres};

const GRUNTLE: &str = env!("CARGO_BIN_EXE_gruntle");
/// Games at the same time.
const AT_ONCE: usize = 8;

/// Games and kills there must be, and the longest life of a server in milliseconds. After the most kills the games are
/// left to come to their ends.
#[derive(Debug, Clone, Copy)]
struct Wanted {
    games: usize,
    kills: usize,
    most_kills: usize,
    life: usize,
}

impl Wanted {
    fn asked() -> Self {
        let games = std::env::var("GRUNTLE_KILL_GAMES").ok().and_then(|text| text.parse().ok()).unwrap_or(0);
        match std::env::var_os("GRUNTLE_CAMPAIGN") {
            Some(_) => Self { games: games.max(200), kills: 60, most_kills: usize::MAX, life: 1_400 },
            None => Self { games: games.max(8), kills: 8, most_kills: usize::MAX, life: 700 },
        }
    }
}

/// The games, which take turns.
const KINDS: [Kind; 8] = [
    Kind { game: "spammers", people: 2, bots: 0, level: "intern", wait: 0 },
    Kind { game: "spam-o-rama", people: 1, bots: 1, level: "intern", wait: 0 },
    Kind { game: "spammers", people: 1, bots: 1, level: "intern", wait: 1 },
    Kind { game: "spammers", people: 2, bots: 0, level: "intern", wait: 1 },
    Kind { game: "spammers", people: 1, bots: 2, level: "intern", wait: 0 },
    Kind { game: "spam-o-rama", people: 2, bots: 0, level: "intern", wait: 0 },
    Kind { game: "spammers", people: 1, bots: 1, level: "intern", wait: 0 },
    Kind { game: "spammers", people: 2, bots: 2, level: "intern", wait: 1 },
];

#[test]
#[ignore = "long; .ci/run has it"]
fn no_acknowledged_input_is_lost_or_doubled_however_often_the_server_is_killed() {
    let table = Table::start(Path::new(GRUNTLE), "kill");
    games_through(table, Wanted::asked(), |table, _| table.kill_and_restart());
}

#[cfg(feature = "postgres")]
#[test]
#[ignore = "long; .ci/run has it"]
fn no_acknowledged_input_is_lost_or_doubled_however_often_server_and_database_are_killed() {
    let Some(postgres) = Postgres::start("kill-postgres", Durability::Server) else { return };
    let address = postgres.database("games");
    let password = postgres.password_file().display().to_string();
    let elsewhere = ["--database", &address, "--database-password-file", &password].map(str::to_owned);
    let table = Table::start_elsewhere(Path::new(GRUNTLE), "kill-elsewhere", &elsewhere, &["--log", "off"]);
    let asked = Wanted::asked();
    let wanted = Wanted { games: asked.games / 2, kills: asked.kills / 2, most_kills: asked.kills, ..asked };
    games_through(table, wanted, |table, luck| match luck.below(5) {
        0 => table.kill_and_restart(),
        1 | 2 => {
            postgres.kill();
            std::thread::sleep(Duration::from_millis(luck.below(400) as u64));
            postgres.start_again();
        }
        3 => {
            postgres.stop();
            postgres.start_again();
        }
        _ => {
            postgres.kill();
            postgres.start_again();
            table.kill_and_restart();
        }
    });
}

/// Plays games while the server is disturbed again and again, and judges all of them.
fn games_through(mut table: Table, wanted: Wanted, mut disturb: impl FnMut(&mut Table, &mut Dice)) {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let kills = Arc::new(AtomicUsize::new(0));
    let killed = kills.clone();
    // On a quick machine more games are played, until the server was killed often enough.
    let is_enough = move |number| number >= wanted.games && killed.load(Ordering::Relaxed) >= wanted.kills;
    let workers = play::games(&runtime, AT_ONCE, &[table.at], (&KINDS, 0), is_enough);
    let mut luck = Dice::new(1998);
    while workers.iter().any(|worker| !worker.is_finished()) {
        if kills.load(Ordering::Relaxed) >= wanted.most_kills {
            std::thread::sleep(Duration::from_millis(20));
            continue;
        }
        std::thread::sleep(Duration::from_millis(200 + luck.below(wanted.life - 200) as u64));
        disturb(&mut table, &mut luck);
        kills.fetch_add(1, Ordering::Relaxed);
    }
    let kills = kills.load(Ordering::Relaxed);
    let mut games: Vec<Played> = Vec::new();
    for worker in workers {
        games.extend(runtime.block_on(worker).unwrap());
    }
    assert!(games.len() >= wanted.games && kills >= wanted.kills, "{} games, {kills} kills", games.len());
    let counts = verdict::of_all(&games);
    println!("{} games, {kills} kills: {counts:?}", games.len());
    assert!(counts.done > 0 && counts.noted > 0 && counts.repeated > 0, "{counts:?}");
    verdict::hold(table.folder(), &games);
}
