//! Games watched through all nodes, while nodes fail: every watcher sees and hears all moves, and soon.

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use table::{Seat, Viewer};

use crate::insisting::{choose, next_question};
use crate::past::{Past, Told};
use crate::play::{Kind, PATIENCE, Played, begin, insist};
use driver::dice::Dice;
use driver::table::Table;
use driver::{Client, Events};

/// A watcher's events, one stream after the other, and when each came.
#[derive(Default)]
struct Sent {
    streams: Vec<Told>,
    came: Vec<(u64, Instant)>,
}

impl Sent {
    /// How long after this moment they saw this change.
    fn saw(&self, version: u64, since: Instant) -> Duration {
        let first = self.came.partition_point(|(seen, _)| *seen < version);
        self.came[first].1.saturating_duration_since(since)
    }
}

/// How much was watched.
#[derive(Debug, Default, Clone, Copy)]
pub struct Watched {
    pub games: u64,
    /// Different tables that were shown to somebody, and inputs that somebody heard of.
    pub shown: usize,
    pub heard: usize,
    /// The events of all watchers, and the number of their streams.
    pub events: usize,
    pub streams: usize,
    /// The longest from an act's acknowledgement until one of them saw it.
    pub latest: Duration,
}

impl Watched {
    fn add(&mut self, other: Self) {
        self.games += other.games;
        self.shown += other.shown;
        self.heard += other.heard;
        self.events += other.events;
        self.streams += other.streams;
        self.latest = self.latest.max(other.latest);
    }
}

/// Watches through this node until the game is over, and comes back whenever the events end; with a key from its seat.
async fn watch(at: SocketAddr, path: String, key: Option<String>) -> Sent {
    let (mut last, mut failures) = (0, 0);
    let mut sent = Sent::default();
    loop {
        let opened = Events::open(at, &format!("{path}/events?as=json"), key.as_deref()).await;
        let opened = opened.ok().filter(|events| events.head.starts_with("HTTP/1.1 200 "));
        let Some(mut events) = opened else {
            failures += 1;
            assert!(failures < 2_000, "the node does not come back");
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        failures = 0;
        sent.streams.push(Told::new());
        while let Ok(event) = events.next().await {
            if event.kind != "change" {
                continue;
            }
            let data: Value = serde_json::from_str(&event.data).unwrap();
            let version = data["version"].as_u64().unwrap();
            assert!(version >= last, "went back from {last} to {version}");
            last = version;
            sent.came.push((version, Instant::now()));
            let is_over = !data["over"].is_null();
            sent.streams.last_mut().unwrap().push(data);
            if is_over {
                return sent;
            }
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// The watched games, which take turns.
const GAMES: [Kind; 2] = [
    Kind { game: "spam-o-rama", people: 1, bots: 1, level: "broker", wait: 0 },
    Kind { game: "spammers", people: 1, bots: 1, level: "kingpin", wait: 0 },
];

/// Plays a game against a bot by any node, watched through each by a bystander and from the seat that plays. `between`
/// is done before each act.
async fn one_game(
    at: &[SocketAddr],
    kind: Kind,
    number: u64,
    between: impl FnMut(usize),
) -> (Played, Watched) {
    let begun = begin(at, kind, number).await;
    let (path, key) = (format!("/t/{}", begun.code), begun.people[0].client.key.clone());
    let viewers = [(Viewer::Bystander, None), (Viewer::Seat(Seat::new(0).unwrap()), key)];
    let watching = viewers.map(|(viewer, key)| {
        let through = |at: &SocketAddr| (*at, tokio::spawn(watch(*at, path.clone(), key.clone())));
        (viewer, at.iter().map(through).collect::<Vec<_>>())
    });
    let played = begun.play(between).await;
    let mut watched = Watched { games: 1, ..Watched::default() };
    for (viewer, watching) in watching {
        let past = Past::of(&played.record, viewer);
        let start = played.version - past.inputs();
        let (mut shown, mut heard) = (BTreeSet::new(), BTreeSet::new());
        for (at, sent) in watching {
            let sent = tokio::time::timeout(PATIENCE, sent).await.expect("the end is not shown").unwrap();
            watched.events += sent.came.len();
            watched.streams += sent.streams.len();
            for told in &sent.streams {
                let seen = past.judge(told, start);
                let seen = seen.unwrap_or_else(|wrong| panic!("{path}, {viewer:?} through {at}: {wrong}"));
                shown.extend(seen.shown);
                heard.extend(seen.heard);
            }
            let saw = played.acknowledged.iter().map(|(version, since)| sent.saw(*version, *since));
            watched.latest = watched.latest.max(saw.max().unwrap_or_default());
        }
        assert!(!shown.is_empty() && !heard.is_empty(), "nobody was shown or told what {viewer:?} sees");
        watched.shown += shown.len();
        watched.heard += heard.len();
    }
    (played, watched)
}

/// Plays such games while each node is stopped politely and started again, every few acts one.
pub async fn one_past(nodes: &mut [Table]) -> Vec<Played> {
    let at: Vec<SocketAddr> = nodes.iter().map(|node| node.at).collect();
    let mut all = Vec::new();
    for kind in GAMES {
        let mut restarts = 0;
        let (played, watched) = one_game(&at, kind, 7, |acts| {
            if acts >= 6 * restarts + 3 && restarts < nodes.len() {
                tokio::task::block_in_place(|| {
                    nodes[restarts].signal("-TERM");
                    nodes[restarts].restart();
                });
                restarts += 1;
            }
        })
        .await;
        println!("{}: {restarts} restarts, {watched:?}", kind.game);
        assert!(restarts > 0);
        all.push(played);
    }
    all
}

/// Plays and watches one game after the other until it is enough, each kind of game at least once.
pub async fn until_enough(
    at: Vec<SocketAddr>,
    seed: u64,
    is_enough: impl Fn() -> bool,
) -> (Vec<Played>, Watched) {
    let (mut all, mut watched) = (Vec::new(), Watched::default());
    while all.len() < GAMES.len() || !is_enough() {
        let number = seed.wrapping_add(100 + watched.games);
        let (played, seen) = one_game(&at, GAMES[all.len() % GAMES.len()], number, |_| {}).await;
        all.push(played);
        watched.add(seen);
    }
    (all, watched)
}

/// Acts until it is acknowledged; gives the change that the table is at then.
async fn act(player: &mut Client, path: &str, luck: &mut Dice) -> u64 {
    loop {
        let seen = next_question(player, path).await.expect("the game is too short for this test");
        let answer = choose(player, path, &seen, luck).await;
        if answer.status == 200 {
            return answer.json()["version"].as_u64().unwrap();
        }
        assert_eq!(answer.status, 409, "{answer:?}");
    }
}

/// Plays by one node while each of the others is killed, and put to sleep: the game goes on, and a node that wakes
/// shows nothing old. Gives the longest time to the first acknowledged act after the loss of an owner.
pub async fn replaced(nodes: &mut [Table]) -> Duration {
    let mut longest = Duration::ZERO;
    let at: Vec<SocketAddr> = nodes.iter().map(|node| node.at).collect();
    let mut first = Client::new(at[0]);
    insist(&mut first, "/keys", Some(&json!({}))).await;
    let options = json!({ "game": "spam-o-rama", "seats": 2, "pace": 0, "wait": 0, "seat-b": "intern" });
    let opened = insist(&mut first, "/tables", Some(&options)).await;
    let path = opened.json()["path"].as_str().unwrap().to_owned();
    let key = first.key.clone().unwrap();
    let mut luck = Dice::new(11);
    // The first node that is asked owns the table.
    let mut last = act(&mut first, &path, &mut luck).await;
    for (gone, by) in [(0, 1), (1, 2), (2, 0)] {
        let mut player = Client::with_key(at[by], &key);
        let begun = Instant::now();
        nodes[gone].signal("-KILL");
        last = last.max(act(&mut player, &path, &mut luck).await);
        longest = longest.max(begun.elapsed());
        nodes[gone].restart();
    }
    for (gone, by) in [(0, 1), (1, 2), (2, 0)] {
        let mut player = Client::with_key(at[by], &key);
        nodes[gone].signal("-STOP");
        let begun = Instant::now();
        last = last.max(act(&mut player, &path, &mut luck).await);
        longest = longest.max(begun.elapsed());
        // So long that its session is over.
        tokio::time::sleep(Duration::from_millis(2_500)).await;
        last = last.max(act(&mut player, &path, &mut luck).await);
        nodes[gone].signal("-CONT");
        let seen = insist(&mut Client::with_key(at[gone], &key), &path, None).await.json();
        assert!(seen["version"].as_u64().unwrap() >= last, "who slept shows {seen}, and {last} was told");
    }
    longest
}
