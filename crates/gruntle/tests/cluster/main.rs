//! Many nodes, one site: real processes with PostgreSQL, NATS and workers, and clients that talk to another node each
//! time. Nodes are killed, put to sleep and stopped, and so are PostgreSQL, NATS and workers; nodes are cut off from
//! either; some of it at the same time. Every acknowledged move must be in the game's journal, once and at its place;
//! one owner after the other wrote; every game must come to its end; a watcher sees and hears every written move and
//! nothing else.
//!
//! `GRUNTLE_CAMPAIGN` plays two hundred games. `GRUNTLE_CHAOS_SEED` seeds the luck of players and troubles; it is
//! printed. With `GRUNTLE_CHAOS_LOG=info` nodes log their steps.
//!
//! Short waits are a law of real time, which a busy machine breaks by itself: it is asserted in a campaign, and with
//! `GRUNTLE_ALONE`, which says that the machine does nothing else.
#![allow(clippy::unwrap_used)] // A test may stop at once.

mod guarded;
mod helped;
mod insisting;
mod journal;
mod noted;
mod past;
#[path = "../kill/play.rs"]
mod play;
mod proxy;
mod reach;
mod site;
#[path = "../kill/still.rs"]
mod still;
mod thoughts;
mod troubles;
#[path = "../kill/verdict.rs"]
mod verdict;
mod watch;
mod worker;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use driver::dice::Dice;
use helped::Helped;
use play::{Kind, Played};
use proxy::Mode;
use site::Site;
use tokio::task::JoinHandle;
use verdict::Counts;

/// The database of all nodes.
const DATABASE: &str = "games";
const GRUNTLE: &str = env!("CARGO_BIN_EXE_gruntle");
/// Games at the same time.
const AT_ONCE: usize = 4;
/// The longest wait under every fault: from the first try to its acknowledgement, for a table to go on, and for
/// watchers to see an acknowledged act.
const LONGEST_WAIT: Duration = Duration::from_secs(10);
/// An owner that is gone is replaced within this time.
const TAKEOVER: Duration = Duration::from_secs(3);

/// The games, which take turns. Bots that search think on workers.
const KINDS: [Kind; 6] = [
    Kind { game: "spammers", people: 2, bots: 0, level: "intern", wait: 0 },
    Kind { game: "spam-o-rama", people: 1, bots: 1, level: "broker", wait: 0 },
    Kind { game: "spammers", people: 1, bots: 2, level: "intern", wait: 0 },
    Kind { game: "spammers", people: 2, bots: 0, level: "intern", wait: 1 },
    Kind { game: "spam-o-rama", people: 2, bots: 1, level: "agent", wait: 0 },
    Kind { game: "spammers", people: 2, bots: 1, level: "kingpin", wait: 1 },
];

/// Plays so many games, and disturbs so often; judges all of them.
fn games(site: &mut Site, games: usize, troubles: usize) {
    let seed = seed();
    println!("GRUNTLE_CHAOS_SEED={seed}; the nodes are {:?}", site.at());
    let begun = Instant::now();
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let over = Arc::new(AtomicBool::new(false));
    let went_wrong = over.clone();
    // On a quick machine more games are played, until all has gone wrong.
    let is_enough = move |number| number >= games && went_wrong.load(Ordering::Relaxed);
    let players = play::games(&runtime, AT_ONCE, &site.at(), (&KINDS, seed), is_enough);
    let went_wrong = over.clone();
    let watched = watch::until_enough(site.at(), seed, move || went_wrong.load(Ordering::Relaxed));
    let watched = runtime.spawn(watched);
    let helped: Arc<Mutex<Helped>> = Arc::default();
    runtime.spawn(helped::follow(site.metrics(), helped.clone()));
    // A player ends early only on an error, which is reported below.
    let fails = || players.iter().any(JoinHandle::is_finished) || watched.is_finished();
    until_workers_think(&helped, fails);
    let mut luck = Dice::new(seed);
    for round in troubles::plan(&mut luck, site.size(), troubles) {
        std::thread::sleep(round.peace);
        println!("after {:.1?}: {:?}", begun.elapsed(), round.troubles);
        site.disturb(&round.troubles);
    }
    // After all troubles workers must still help.
    until_workers_think(&helped, fails);
    over.store(true, Ordering::Relaxed);
    let mut all: Vec<Played> = Vec::new();
    for player in players {
        all.extend(runtime.block_on(player).unwrap());
    }
    assert!(all.len() >= games);
    let (also, watched) = runtime.block_on(watched).unwrap();
    all.extend(also);
    let counts = judged(site, &mut all);
    let owners = journal::judge(&journal::read(&site.postgres)).unwrap_or_else(|wrong| panic!("{wrong}"));
    let longest =
        all.iter().map(|game| &game.longest).max_by_key(|wait| wait.time).cloned().unwrap_or_default();
    let still = all.iter().map(|game| game.still).max().unwrap_or_default();
    let (sent, returned) = helped.lock().map(|helped| (helped.sent(), helped.returned())).unwrap();
    println!(
        "{} games, those among them that were watched: {watched:?}; {troubles} troubles; {:?} the longest wait from the first try to the answer, {still:?} the longest that a table stood still; {counts:?}, {owners:?}; {sent} thoughts sent to workers, {returned} of them came back undone",
        all.len(),
        longest.time,
    );
    let since = longest.tries.first().map(|first| first.begun - begun);
    assert!(!is_timed() || longest.time < LONGEST_WAIT, "somebody waited, since {since:?}: {longest:#?}");
    assert!(!is_timed() || still < LONGEST_WAIT, "a table stood still for {still:?}");
    assert!(!is_timed() || watched.latest < LONGEST_WAIT, "somebody saw an act {:?} later", watched.latest);
    assert!(counts.done > 0 && counts.noted > 0, "{counts:?}");
    assert!(owners.tables >= games && owners.owners >= games, "{owners:?}");
}

/// Waits until workers have done one more job for nodes: a table has one job out at a time, so all others that have not
/// come back were done. It ends early when `fails` holds.
fn until_workers_think(helped: &Mutex<Helped>, fails: impl Fn() -> bool) {
    let kept = || {
        let helped = helped.lock().unwrap();
        helped.sent().saturating_sub(helped.returned())
    };
    let before = kept();
    services::until("that workers think", || kept() > before + AT_ONCE as u64 + 1 || fails());
}

/// Judges all of these by their journals, in place of nodes' memory.
fn judged(site: &Site, all: &mut [Played]) -> Counts {
    for game in all.iter_mut() {
        let written = journal::exported(&site.postgres, &game.code);
        assert_eq!(game.record, written, "a node told another game than is written");
        game.record = written;
    }
    verdict::hold(&site.folder, all);
    verdict::of_all(all)
}

fn is_campaign() -> bool {
    std::env::var_os("GRUNTLE_CAMPAIGN").is_some()
}

/// Whether laws of real time are asserted.
fn is_timed() -> bool {
    is_campaign() || std::env::var_os("GRUNTLE_ALONE").is_some()
}

/// Where the luck of players and troubles comes from.
fn seed() -> u64 {
    let asked = std::env::var("GRUNTLE_CHAOS_SEED").ok();
    asked.map_or(1998, |seed| seed.parse().expect("GRUNTLE_CHAOS_SEED is a number"))
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
    let (wanted, troubles) = if is_campaign() { (200, 150) } else { (6, troubles::KINDS) };
    games(&mut site, wanted, troubles);
}

#[test]
#[ignore = "long; .ci/run has it"]
fn those_who_watch_through_different_nodes_see_one_past_and_a_rolling_restart_is_a_reconnect() {
    let Some(mut site) = Site::start("watched") else { return };
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let mut all = runtime.block_on(watch::one_past(&mut site.nodes));
    judged(&site, &mut all);
}

#[test]
#[ignore = "long; .ci/run has it"]
fn an_owner_that_is_gone_or_asleep_is_replaced_and_shows_nothing_old_when_it_wakes() {
    let Some(mut site) = Site::start("replaced") else { return };
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let longest = runtime.block_on(watch::replaced(&mut site.nodes));
    println!("an act was acknowledged at the latest {longest:?} after its owner was gone");
    assert!(!is_timed() || longest < TAKEOVER, "{longest:?}");
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
        // So slow that it looks after its session while it is still asking for one; not for ever, for on a busy machine
        // it would never be heard of in time.
        let (way, node) = (&site.ways[node][troubles::POSTGRES], &mut site.nodes[node]);
        way.set(Mode::Slow(Duration::from_millis(30)));
        std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_secs(4));
                way.set(Mode::Open);
            });
            node.kill_and_restart();
        });
    }
    let _ = runtime.block_on(watch::replaced(&mut site.nodes));
}
