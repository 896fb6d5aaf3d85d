//! Many nodes, one site: real processes with PostgreSQL, NATS and workers, and clients that talk to another node each time. Nodes are
//! killed, put to sleep and stopped, and so are PostgreSQL, NATS and workers; nodes are cut off from what they need. Whatever was
//! acknowledged must be in the record of the game, once and at its place; one owner after the other wrote; every game must come to its end; nobody who watches sees
//! the table go back, or another past than others.
//!
//! `GRUNTLE_CAMPAIGN` plays two hundred games, and asserts that nobody waited long for an answer.
#![allow(clippy::unwrap_used)] // A test may stop at once.

#[path = "../driver/mod.rs"]
mod driver;
mod insisting;
mod journal;
#[path = "../kill/play.rs"]
mod play;
mod proxy;
mod reach;
mod thoughts;
#[path = "../kill/verdict.rs"]
mod verdict;
mod watch;
mod worker;

use std::net::SocketAddr;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use driver::dice::Dice;
use driver::table::Table;
use play::{Kind, Played};
use proxy::{Mode, Proxy, Target};
use services::{Durability, Nats, Postgres, fresh_folder};
use worker::Worker;

/// The database of all nodes.
const DATABASE: &str = "games";
const GRUNTLE: &str = env!("CARGO_BIN_EXE_gruntle");
/// Games at the same time.
const AT_ONCE: usize = 4;
/// Nobody waits longer from the first try until it is acknowledged, whatever goes wrong.
const LONGEST_WAIT: Duration = Duration::from_secs(10);

/// Three nodes, two workers, and what they need. Each node comes to PostgreSQL and NATS through proxies of its own.
struct Site {
    nodes: Vec<Table>,
    workers: Vec<Worker>,
    /// Between each node and NATS, and between it and PostgreSQL.
    ways: Vec<[Proxy; 2]>,
    nats: Nats,
    postgres: Postgres,
    folder: std::path::PathBuf,
    _proxies: tokio::runtime::Runtime,
}

impl Site {
    /// Starts all of it, if the machine has what it takes.
    fn start(name: &str) -> Option<Self> {
        let postgres = Postgres::start(&format!("{name}-postgres"), Durability::Server)?;
        let folder = fresh_folder(&format!("{name}-nats"));
        let nats = Nats::start(&folder)?;
        let mut proxies = tokio::runtime::Builder::new_multi_thread();
        let proxies = proxies.worker_threads(1).enable_all().build().unwrap();
        postgres.database(DATABASE);
        let (mut nodes, mut ways) = (Vec::new(), Vec::new());
        for node in ["a", "b", "c"] {
            let way = [
                Proxy::start(&proxies, Target::Port(SocketAddr::from(([127, 0, 0, 1], nats.port())))),
                Proxy::start(&proxies, Target::Socket(postgres.socket())),
            ];
            let password = postgres.password_file().display().to_string();
            let database = format!("postgres://gruntle@{}/{DATABASE}", way[1].at);
            let options = ["--database", &database, "--database-password-file", &password];
            let cluster = ["--cluster", &format!("nats://{}", way[0].at), "--node", node];
            let options: Vec<String> = options.into_iter().chain(cluster).map(str::to_owned).collect();
            let called = format!("{name}-{node}");
            nodes.push(Table::start_elsewhere(Path::new(GRUNTLE), &called, &options, &["--log", "off"]));
            ways.push(way);
        }
        let workers = ["anna", "berta"].map(|called| Worker::start(&nats.address(), called)).into();
        Some(Self { nodes, workers, ways, nats, postgres, folder, _proxies: proxies })
    }

    fn at(&self) -> Vec<SocketAddr> {
        self.nodes.iter().map(|node| node.at).collect()
    }

    /// Something goes wrong, or somebody starts a node anew.
    fn disturb(&mut self, number: usize, luck: &mut Dice) {
        let node = luck.below(self.nodes.len());
        let nap = |luck: &mut Dice, most: usize| Duration::from_millis(500 + luck.below(most) as u64);
        // All that can go wrong does, in turn; the luck is to whom and for how long.
        match number % TROUBLES {
            0 => self.nodes[node].kill_and_restart(),
            1 => {
                self.nodes[node].signal("-STOP");
                std::thread::sleep(nap(luck, 3_500));
                self.nodes[node].signal("-CONT");
            }
            2 => self.obstruct(node, luck.below(2), Mode::Cut, nap(luck, 3_500)),
            3 => {
                let worker = luck.below(self.workers.len());
                self.workers[worker].signal("-STOP");
                std::thread::sleep(nap(luck, 1_000));
                self.workers[worker].kill();
                self.workers[worker].restart();
            }
            4 => {
                self.nodes[node].signal("-TERM");
                self.nodes[node].restart();
            }
            5 => self.obstruct(node, luck.below(2), Mode::Silent, nap(luck, 3_500)),
            6 => {
                self.nats.kill();
                std::thread::sleep(Duration::from_millis(luck.below(500) as u64));
                self.nats.restart();
            }
            7 => {
                let slow = Mode::Slow(Duration::from_millis(5 + luck.below(45) as u64));
                self.obstruct(node, luck.below(2), slow, nap(luck, 2_000));
            }
            _ => {
                self.postgres.kill();
                self.postgres.start_again();
            }
        }
    }

    /// What goes one of the ways of a node meets this for a while.
    fn obstruct(&self, node: usize, way: usize, mode: Mode, time: Duration) {
        self.ways[node][way].set(mode);
        std::thread::sleep(time);
        self.ways[node][way].set(Mode::Open);
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// How many kinds of trouble there are.
const TROUBLES: usize = 9;

/// What is played; the games take turns.
const KINDS: [Kind; 6] = [
    Kind { game: "spammers", people: 2, bots: 0, level: "intern", wait: 0 },
    Kind { game: "spam-o-rama", people: 1, bots: 1, level: "broker", wait: 0 },
    Kind { game: "spammers", people: 1, bots: 2, level: "intern", wait: 0 },
    Kind { game: "spammers", people: 2, bots: 0, level: "intern", wait: 1 },
    Kind { game: "spam-o-rama", people: 2, bots: 0, level: "broker", wait: 0 },
    Kind { game: "spammers", people: 2, bots: 1, level: "intern", wait: 1 },
];

/// Plays so many games, and disturbs so often; judges all of them.
fn games(site: &mut Site, games: usize, troubles: usize) {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let done = Arc::new(AtomicUsize::new(0));
    let went_wrong = done.clone();
    // On a quick machine more games are played, until enough has gone wrong.
    let is_enough = move |number| number >= games && went_wrong.load(Ordering::Relaxed) >= troubles;
    let players = play::games(&runtime, AT_ONCE, &site.at(), &KINDS, is_enough);
    let went_wrong = done.clone();
    let watched =
        runtime.spawn(watch::until_enough(site.at(), move || went_wrong.load(Ordering::Relaxed) >= troubles));
    let mut luck = Dice::new(1998);
    while done.load(Ordering::Relaxed) < troubles {
        std::thread::sleep(Duration::from_millis(300 + luck.below(1_200) as u64));
        site.disturb(done.load(Ordering::Relaxed), &mut luck);
        done.fetch_add(1, Ordering::Relaxed);
    }
    let mut all: Vec<Played> = Vec::new();
    for player in players {
        all.extend(runtime.block_on(player).unwrap());
    }
    let changes = runtime.block_on(watched).unwrap();
    let counts = verdict::of_all(&all);
    let owners = journal::judge(&journal::read(&site.postgres)).unwrap_or_else(|wrong| panic!("{wrong}"));
    let longest =
        all.iter().map(|game| &game.longest).max_by_key(|wait| wait.time).cloned().unwrap_or_default();
    println!(
        "{} games, {troubles} troubles, {:?} the longest wait from the first try to the answer, {changes} changes watched: {counts:?}, {owners:?}",
        all.len(),
        longest.time
    );
    // A machine that is busy with other things may be slow by itself.
    assert!(!is_campaign() || longest.time < LONGEST_WAIT, "somebody waited: {longest:#?}");
    assert!(all.len() >= games && counts.done > 0 && counts.noted > 0, "{counts:?}");
    assert!(owners.tables >= games && owners.owners >= games, "{owners:?}");
    verdict::hold(&site.folder, &all);
}

fn is_campaign() -> bool {
    std::env::var_os("GRUNTLE_CAMPAIGN").is_some()
}

#[test]
#[ignore = "long; .ci/run has it"]
fn any_node_takes_any_request() {
    let Some(mut site) = Site::start("cluster") else { return };
    games(&mut site, if is_campaign() { 60 } else { 6 }, 0);
}

#[test]
#[ignore = "long; .ci/run has it"]
fn no_acknowledged_input_is_lost_or_doubled_whatever_goes_wrong() {
    let Some(mut site) = Site::start("chaos") else { return };
    let (wanted, troubles) = if is_campaign() { (200, 150) } else { (6, TROUBLES) };
    games(&mut site, wanted, troubles);
}

#[test]
#[ignore = "long; .ci/run has it"]
fn those_who_watch_through_different_nodes_see_one_past_and_a_rolling_restart_is_a_reconnect() {
    let Some(mut site) = Site::start("watched") else { return };
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(watch::one_past(&mut site.nodes));
}

#[test]
#[ignore = "long; .ci/run has it"]
fn an_owner_that_is_gone_or_asleep_is_replaced_and_shows_nothing_old_when_it_wakes() {
    let Some(mut site) = Site::start("replaced") else { return };
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(watch::replaced(&mut site.nodes));
}

#[test]
#[ignore = "long; .ci/run has it"]
fn an_owner_that_is_cut_off_from_nats_alone_hands_its_tables_over() {
    let Some(site) = Site::start("reach") else { return };
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(reach::cut_off(&site));
}

#[test]
#[ignore = "long; .ci/run has it"]
fn a_node_that_is_told_to_end_has_released_its_tables_when_it_ends() {
    let Some(mut site) = Site::start("left") else { return };
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(reach::left(&mut site));
}

#[test]
#[ignore = "long; .ci/run has it"]
fn a_node_that_was_slow_to_join_has_tables_like_any_other() {
    let Some(mut site) = Site::start("slow") else { return };
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    for node in 0..site.nodes.len() {
        // So slow that it looks after its session while it is still asking for one; not for ever, for on a busy machine it would
        // never be heard of in time.
        let (way, node) = (&site.ways[node][1], &mut site.nodes[node]);
        way.set(Mode::Slow(Duration::from_millis(30)));
        std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_secs(4));
                way.set(Mode::Open);
            });
            node.kill_and_restart();
        });
    }
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
