//! Many nodes, one site: real processes with PostgreSQL and NATS, and clients that talk to another node each time. Nodes are
//! killed, put to sleep and stopped, and so are PostgreSQL and NATS. Whatever was acknowledged must be in the record of the
//! game, once and at its place; every game must come to its end; nobody who watches sees the table go back, or another past
//! than others.
//!
//! `GRUNTLE_CAMPAIGN` plays two hundred games.
#![allow(clippy::unwrap_used)] // A test may stop at once.

#[path = "../driver/mod.rs"]
mod driver;
#[path = "../kill/play.rs"]
mod play;
#[path = "../kill/verdict.rs"]
mod verdict;
mod watch;

use std::net::SocketAddr;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use driver::dice::Dice;
use driver::table::Table;
use play::{Kind, Played};
use services::{Durability, Nats, Postgres, fresh_folder};

const GRUNTLE: &str = env!("CARGO_BIN_EXE_gruntle");
/// Games at the same time.
const AT_ONCE: usize = 4;

/// Three nodes, and what they need.
struct Site {
    nodes: Vec<Table>,
    nats: Nats,
    postgres: Postgres,
    folder: std::path::PathBuf,
}

impl Site {
    /// Starts all of it, if the machine has what it takes.
    fn start(name: &str) -> Option<Self> {
        let postgres = Postgres::start(&format!("{name}-postgres"), Durability::Server)?;
        let folder = fresh_folder(&format!("{name}-nats"));
        let nats = Nats::start_with(&folder, &[])?;
        let mut site = Self { nodes: Vec::new(), nats, postgres, folder };
        let address = site.postgres.database("games");
        for node in ["a", "b", "c"] {
            let called = format!("{name}-{node}");
            let options = site.options(&address, node);
            site.nodes.push(Table::start_elsewhere(Path::new(GRUNTLE), &called, &options, &["--log", "off"]));
        }
        Some(site)
    }

    fn options(&self, address: &str, node: &str) -> Vec<String> {
        let password = self.postgres.password_file().display().to_string();
        let options = ["--database", address, "--database-password-file", &password];
        let cluster = ["--cluster", &self.nats.address(), "--node", node];
        options.into_iter().chain(cluster).map(str::to_owned).collect()
    }

    fn at(&self) -> Vec<SocketAddr> {
        self.nodes.iter().map(|node| node.at).collect()
    }

    /// Something goes wrong, or somebody starts a node anew.
    fn disturb(&mut self, luck: &mut Dice) {
        let node = luck.below(self.nodes.len());
        match luck.below(7) {
            0 | 1 => self.nodes[node].kill_and_restart(),
            2 | 3 => {
                self.nodes[node].signal("-STOP");
                std::thread::sleep(Duration::from_millis(500 + luck.below(3_500) as u64));
                self.nodes[node].signal("-CONT");
            }
            4 => {
                self.nodes[node].signal("-TERM");
                self.nodes[node].restart();
            }
            5 => {
                self.nats.kill();
                std::thread::sleep(Duration::from_millis(luck.below(500) as u64));
                self.nats.restart();
            }
            _ => {
                self.postgres.kill();
                self.postgres.start_again();
            }
        }
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// What is played; the games take turns.
const KINDS: [Kind; 6] = [
    Kind { game: "spammers", people: 2, bots: 0, wait: 0 },
    Kind { game: "spam-o-rama", people: 1, bots: 1, wait: 0 },
    Kind { game: "spammers", people: 1, bots: 2, wait: 0 },
    Kind { game: "spammers", people: 2, bots: 0, wait: 1 },
    Kind { game: "spam-o-rama", people: 2, bots: 0, wait: 0 },
    Kind { game: "spammers", people: 2, bots: 1, wait: 1 },
];

/// Plays so many games, and disturbs so often; judges all of them.
fn games(site: &mut Site, games: usize, troubles: usize) {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let (next, done) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let at = site.at();
    let players: Vec<_> = (0..AT_ONCE)
        .map(|_| {
            let (next, done, at) = (next.clone(), done.clone(), at.clone());
            runtime.spawn(async move {
                let mut played = Vec::new();
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    // On a quick machine more games are played, until enough has gone wrong.
                    if number >= games && done.load(Ordering::Relaxed) >= troubles {
                        return played;
                    }
                    played.push(play::game(&at, KINDS[number % KINDS.len()], number as u64).await);
                }
            })
        })
        .collect();
    let mut luck = Dice::new(1998);
    while done.load(Ordering::Relaxed) < troubles {
        std::thread::sleep(Duration::from_millis(300 + luck.below(1_200) as u64));
        site.disturb(&mut luck);
        done.fetch_add(1, Ordering::Relaxed);
    }
    let mut all: Vec<Played> = Vec::new();
    for player in players {
        all.extend(runtime.block_on(player).unwrap());
    }
    let mut counts = verdict::Counts::default();
    for game in &all {
        counts.add(&verdict::judge(game));
    }
    println!("{} games, {troubles} troubles: {counts:?}", all.len());
    assert!(all.len() >= games && counts.done > 0 && counts.noted > 0, "{counts:?}");
    verdict::hold(&site.folder, &all);
}

fn is_campaign() -> bool {
    std::env::var_os("GRUNTLE_CAMPAIGN").is_some()
}

#[test]
fn any_node_takes_any_request() {
    let Some(mut site) = Site::start("cluster") else { return };
    games(&mut site, if is_campaign() { 60 } else { 6 }, 0);
}

#[test]
fn no_acknowledged_input_is_lost_or_doubled_whatever_goes_wrong() {
    let Some(mut site) = Site::start("chaos") else { return };
    let (wanted, troubles) = if is_campaign() { (200, 150) } else { (6, 8) };
    games(&mut site, wanted, troubles);
}

#[test]
fn those_who_watch_through_different_nodes_see_one_past_and_a_rolling_restart_is_a_reconnect() {
    let Some(mut site) = Site::start("watched") else { return };
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(watch::one_past(&mut site.nodes));
}

#[test]
fn an_owner_that_is_gone_or_asleep_is_replaced_and_shows_nothing_old_when_it_wakes() {
    let Some(mut site) = Site::start("replaced") else { return };
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(watch::replaced(&mut site.nodes));
}

#[test]
fn a_file_cannot_be_shared() {
    let folder = fresh_folder("cluster-file");
    let asked = ["serve", "--cluster", "nats://127.0.0.1:1", "--node", "a", "--data"];
    let refused = Command::new(GRUNTLE).args(asked).arg(&folder).output().unwrap();
    let said = String::from_utf8_lossy(&refused.stderr);
    assert!(!refused.status.success() && said.contains("--database postgres://"), "{said}");
    let _ = std::fs::remove_dir_all(&folder);
}
