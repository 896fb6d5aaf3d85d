//! A load driver: many live matches with four clients each, on this machine alone. It plays at random what the pages
//! offer, as browsers would: a POST for every move, and an open stream of events for every client.
//!
//! ```sh
//! cargo build --release && cargo run --release -p gruntle --example load -- spam-o-rama 500 500 20
//! ```
//! With `--features full` in both commands it can start PostgreSQL and NATS, too.
//! The arguments: the game, how many matches, milliseconds of thought a move on average, seconds to measure; then `proxied` if
//! the clients of a match share one connection for their POSTs, as behind a proxy, else each keeps its own; and `lockstep` if
//! all think exactly as long as each other. Players in lockstep who once had to wait for each other move together ever after,
//! so that moves come in larger and larger crowds. With `postgres` matches are kept in a PostgreSQL server of one's own in place of a
//! file; with `cluster` the server is a node with PostgreSQL and NATS, and with `watched` there is a second node, through which
//! somebody watches every match; with `here` they watch through the first one. With `reviewed` a finished game of SPAMMERS for three is reviewed meanwhile.
#![allow(clippy::unwrap_used)] // A driver may stop at once.

mod reviewed;
mod site;

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use driver::dice::Dice;
use driver::{Client, Events};
use serde_json::json;
use site::{Kind, Site};
use tokio::sync::mpsc;

const CLIENTS: usize = 4;

struct Told {
    client: usize,
    version: u64,
    at: Instant,
    action: Option<String>,
    over: bool,
}

struct Shared {
    at: SocketAddr,
    watched_at: Option<SocketAddr>,
    game: String,
    think: Duration,
    lockstep: bool,
    proxied: bool,
    reviewed: bool,
    measuring: AtomicBool,
    stop: AtomicBool,
    moves: AtomicU64,
    bytes: AtomicU64,
    refused: AtomicU64,
}

impl Shared {
    /// How long somebody thinks now: between half as long as usual and half as long again.
    fn thought(&self, dice: &mut Dice) -> Duration {
        if self.lockstep { self.think } else { self.think / 2 + self.think * dice.below(1001) as u32 / 1000 }
    }
}

fn main() {
    let mut words = std::env::args().skip(1);
    let game = words.next().unwrap_or_else(|| "spam-o-rama".to_owned());
    let mut number = |usual: u64| words.next().map_or(usual, |word| word.parse().unwrap());
    let (matches, think, seconds) = (number(500), number(500), number(20));
    let more: Vec<String> = words.collect();
    let asked = |word: &str| more.iter().any(|one| one == word);
    let gruntle = std::env::current_exe().unwrap().parent().unwrap().parent().unwrap().join("gruntle");
    let kinds = [("watched", Kind::Watched), ("cluster", Kind::Node), ("postgres", Kind::Postgres)];
    let kind = kinds.into_iter().find(|(word, _)| asked(word)).map_or(Kind::File, |(_, kind)| kind);
    let site = Site::start(&gruntle, kind);
    let shared = Arc::new(Shared {
        at: site.table.at,
        watched_at: if asked("here") {
            Some(site.table.at)
        } else {
            site.beside.as_ref().map(|node| node.at)
        },
        game,
        think: Duration::from_millis(think),
        lockstep: asked("lockstep"),
        proxied: asked("proxied"),
        reviewed: asked("reviewed"),
        measuring: AtomicBool::new(false),
        stop: AtomicBool::new(false),
        moves: AtomicU64::new(0),
        bytes: AtomicU64::new(0),
        refused: AtomicU64::new(0),
    });
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(run(&site, &shared, matches, Duration::from_secs(seconds)));
    runtime.shutdown_background();
}

async fn run(site: &Site, shared: &Arc<Shared>, matches: u64, measured: Duration) {
    let (latencies, mut heard) = mpsc::unbounded_channel();
    let begun = Instant::now();
    let mut memory_at_hundred = None;
    for number in 0..matches {
        tokio::spawn(play(shared.clone(), number, latencies.clone()));
        if number % 4 == 3 {
            tokio::time::sleep(Duration::from_millis(if shared.think.is_zero() { 2 } else { 15 })).await;
        }
        if number == 100 {
            tokio::time::sleep(Duration::from_secs(2)).await;
            memory_at_hundred = Some(memory(site.table.process()));
        }
    }
    tokio::time::sleep(Duration::from_secs(3)).await;
    while heard.try_recv().is_ok() {}
    println!(
        "{matches} matches of {} with {CLIENTS} clients each, open after {:.1} s",
        shared.game,
        begun.elapsed().as_secs_f64()
    );
    let (taken, moves) = (site.taken(), shared.moves.load(Ordering::Relaxed));
    let bytes = shared.bytes.load(Ordering::Relaxed);
    let started = Instant::now();
    shared.measuring.store(true, Ordering::Relaxed);
    let review = shared.reviewed.then(|| tokio::spawn(reviewed::review(shared.at)));
    tokio::time::sleep(measured).await;
    shared.measuring.store(false, Ordering::Relaxed);
    let elapsed = started.elapsed();
    let moves = shared.moves.load(Ordering::Relaxed) - moves;
    let bytes = shared.bytes.load(Ordering::Relaxed) - bytes;
    let memory_now = memory(site.table.process());
    shared.stop.store(true, Ordering::Relaxed);
    let mut waits = Vec::new();
    while let Ok(wait) = heard.try_recv() {
        waits.push(wait);
    }
    waits.sort_unstable();
    let at = |share: f64| {
        waits
            .get(((waits.len() as f64) * share) as usize)
            .map_or(0.0, |wait: &Duration| wait.as_secs_f64() * 1e3)
    };
    println!("  moves a second      {:.0}", moves as f64 / elapsed.as_secs_f64());
    println!("  refused             {}", shared.refused.load(Ordering::Relaxed));
    println!(
        "  POST to last viewer p50 {:.2} ms, p99 {:.2} ms, worst {:.2} ms ({} measured)",
        at(0.5),
        at(0.99),
        at(0.999_999),
        waits.len()
    );
    if let Some(review) = review {
        review.abort();
    }
    println!("  told a move         {:.1} KiB to all", bytes as f64 / 1024.0 / moves.max(1) as f64);
    site.report(&taken, moves);
    if let Some(before) = memory_at_hundred {
        let beyond = (matches - 101).max(1) as f64;
        println!(
            "  memory a match      {:.1} KiB beyond the first hundred ({} KiB in all)",
            (memory_now as f64 - before as f64) / beyond,
            memory_now
        );
    }
}

/// Plays matches one after the other.
async fn play(shared: Arc<Shared>, number: u64, latencies: mpsc::UnboundedSender<Duration>) {
    while !shared.stop.load(Ordering::Relaxed) {
        if let Err(error) = one_match(&shared, number, &latencies).await
            && !shared.stop.load(Ordering::Relaxed)
        {
            eprintln!("match {number}: {error}");
            return;
        }
    }
}

async fn one_match(
    shared: &Arc<Shared>,
    number: u64,
    latencies: &mpsc::UnboundedSender<Duration>,
) -> std::io::Result<()> {
    let mut opener = Client::new(shared.at);
    let opened = opener
        .post("/tables", &json!({ "game": shared.game, "seats": CLIENTS, "wait": 0, "lobby": "yes" }))
        .await?
        .json();
    let code = opened["code"].as_str().unwrap().to_owned();
    let path = format!("/t/{code}");
    let mut clients = vec![Client::with_key(shared.at, opened["key"].as_str().unwrap())];
    for _ in 1..CLIENTS {
        let mut client = Client::new(shared.at);
        let sat = client.post(&format!("{path}/sit"), &json!({ "name": "Load" })).await?.json();
        client.key = Some(sat["key"].as_str().unwrap().to_owned());
        client.post(&format!("{path}/ready"), &json!({})).await?;
        clients.push(client);
    }
    let (told, mut heard) = mpsc::unbounded_channel();
    clients[0].post(&format!("{path}/start"), &json!({})).await?;
    let mut readers = Vec::new();
    for (at, client) in clients.iter().enumerate() {
        let events = Events::open(shared.at, &format!("{path}/events"), client.key.as_deref()).await?;
        readers.push(tokio::spawn(read(at, events, told.clone(), shared.clone(), number)));
    }
    let watcher = match shared.watched_at {
        Some(at) => Some(tokio::spawn(watch(Events::open(at, &format!("{path}/events"), None).await?))),
        None => None,
    };
    if shared.proxied {
        clients.iter_mut().for_each(|client| client.hand_line_to(&mut Client::new(shared.at)));
    }
    let mut dice = Dice::new(number);
    let mut poster = 0;
    let mut versions = [0; CLIENTS];
    let mut turn: Option<(usize, u64, String)> = None;
    let mut sent: Option<Instant> = None;
    let mut last = Instant::now();
    let mut over = false;
    while let Some(Told { client, version, at, action, over: ended }) = heard.recv().await {
        versions[client] = version.max(versions[client]);
        last = last.max(at);
        over |= ended;
        match action {
            Some(action) => turn = Some((client, version, action)),
            None if turn.as_ref().is_some_and(|(whose, of, _)| *whose == client && version >= *of) => {
                turn = None
            }
            None => {}
        }
        let newest = versions.iter().copied().max().unwrap_or(0);
        if versions.iter().any(|version| *version != newest) || newest == 0 {
            continue;
        }
        if let Some(sent) = sent.take() {
            shared.moves.fetch_add(1, Ordering::Relaxed);
            if shared.measuring.load(Ordering::Relaxed) {
                let _ = latencies.send(last - sent);
            }
        }
        if over || shared.stop.load(Ordering::Relaxed) {
            break;
        }
        let Some((client, version, action)) = turn.take() else { continue };
        if !shared.think.is_zero() {
            tokio::time::sleep(shared.thought(&mut dice)).await;
        }
        if shared.proxied && client != poster {
            let [from, to] = clients.get_disjoint_mut([poster, client]).unwrap();
            from.hand_line_to(to);
            poster = client;
        }
        sent = Some(Instant::now());
        last = Instant::now();
        let answer = clients[client]
            .post(&format!("{path}/act"), &json!({ "version": version, "action": action }))
            .await?;
        if answer.status != 200 {
            shared.refused.fetch_add(1, Ordering::Relaxed);
            return Err(std::io::Error::other(format!("{} {}", answer.status, answer.body)));
        }
    }
    readers.iter().chain(&watcher).for_each(tokio::task::JoinHandle::abort);
    Ok(())
}

/// Reads a client's events, and picks one of its choices.
async fn read(
    client: usize,
    mut events: Events,
    told: mpsc::UnboundedSender<Told>,
    shared: Arc<Shared>,
    seed: u64,
) {
    let mut luck = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(client as u64 + 1);
    while let Ok(event) = events.next().await {
        let at = Instant::now();
        shared.bytes.fetch_add(event.data.len() as u64, Ordering::Relaxed);
        let over = event.kind == "reload";
        let version = event.id.unwrap_or(0);
        let action = if over { None } else { pick(&event.data, &mut luck) };
        if told.send(Told { client, version, at, action, over }).is_err() {
            return;
        }
    }
}

/// Reads a bystander's events.
async fn watch(mut events: Events) {
    while events.next().await.is_ok() {}
}

/// One of the actions on the page.
fn pick(data: &str, luck: &mut u64) -> Option<String> {
    const BEFORE: &str = "name=\"action\" value=\"";
    let offered: Vec<usize> = data.match_indices(BEFORE).map(|(at, _)| at + BEFORE.len()).collect();
    *luck = luck.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    let at = *offered.get((*luck >> 33) as usize % offered.len().max(1))?;
    let end = data[at..].find('"')?;
    Some(data[at..at + end].to_owned())
}

/// Memory that is really used, in KiB.
fn memory(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap_or_default();
    line.split_whitespace().nth(1).and_then(|kib| kib.parse().ok()).unwrap_or(0)
}
