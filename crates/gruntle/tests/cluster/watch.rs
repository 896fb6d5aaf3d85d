//! Games that are watched through all nodes, whatever becomes of these: all who watch see one past.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::driver::dice::Dice;
use crate::driver::table::Table;
use crate::driver::{Client, Events};
use crate::insisting::{choose, next_question};
use crate::play::insist;

/// What was shown and told, by whom first: to each viewer the table after each change, and what was heard of each input.
#[derive(Default)]
struct Past {
    shown: BTreeMap<(String, u64), (SocketAddr, Value)>,
    heard: BTreeMap<(String, u64), (SocketAddr, Value)>,
}

impl Past {
    /// One more has seen this; it must be what others saw.
    fn add(&mut self, at: SocketAddr, data: &Value) {
        let viewer = data["viewer"].as_str().unwrap_or("bystander").to_owned();
        let version = data["version"].as_u64().unwrap();
        // How long a window is still open, and what was answered in it, changes without a change of the table.
        let shown = json!([data["view"], data["seats"], data["over"]]);
        agree(&mut self.shown, (viewer.clone(), version), at, shown);
        let mut heard: BTreeMap<u64, Vec<&Value>> = BTreeMap::new();
        for one in data["heard"].as_array().unwrap() {
            heard.entry(one["input"].as_u64().unwrap()).or_default().push(one);
        }
        for (input, told) in heard {
            agree(&mut self.heard, (viewer.clone(), input), at, json!(told));
        }
    }
}

/// What one node says of this is what was said of it before.
fn agree(
    said: &mut BTreeMap<(String, u64), (SocketAddr, Value)>,
    of: (String, u64),
    at: SocketAddr,
    what: Value,
) {
    match said.get(&of) {
        Some((first, before)) => assert_eq!(*before, what, "{of:?}: {first} and {at} say different things"),
        None => drop(said.insert(of, (at, what))),
    }
}

/// How much was watched.
#[derive(Debug, Default, Clone, Copy)]
pub struct Watched {
    pub games: u64,
    /// Different tables that were shown to somebody, and inputs that somebody heard of.
    pub shown: usize,
    pub heard: usize,
    /// What was sent to all who watched.
    pub events: usize,
}

impl Watched {
    fn add(&mut self, other: Self) {
        self.games += other.games;
        self.shown += other.shown;
        self.heard += other.heard;
        self.events += other.events;
    }
}

/// Watches through this node until the game is over, and comes back whenever the events end; with a key from its seat.
async fn watch(at: SocketAddr, path: String, key: Option<String>, past: Arc<Mutex<Past>>) -> usize {
    let (mut last, mut seen, mut failures) = (0, 0, 0);
    loop {
        let opened = Events::open(at, &format!("{path}/events?as=json"), key.as_deref()).await;
        let Ok(mut events) = opened else {
            failures += 1;
            assert!(failures < 2_000, "the node does not come back");
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        while let Ok(event) = events.next().await {
            if event.kind != "change" {
                continue;
            }
            let data: Value = serde_json::from_str(&event.data).unwrap();
            let version = data["version"].as_u64().unwrap();
            assert!(version >= last, "went back from {last} to {version}");
            last = version;
            seen += 1;
            if data["view"].is_null() {
                continue;
            }
            past.lock().unwrap().add(at, &data);
            if !data["over"].is_null() {
                return seen;
            }
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// What is watched; the games take turns.
const GAMES: [&str; 2] = ["spam-o-rama", "spammers"];

/// Plays a game against a bot by any node, watched through each by a bystander and from the seat that plays. `between` is done
/// before each act.
async fn one_game(at: &[SocketAddr], game: &str, seed: u64, mut between: impl FnMut(usize)) -> Watched {
    let mut player = Client::among(at, seed);
    insist(&mut player, "/keys", Some(&json!({}))).await;
    let mut options =
        json!({ "game": game, "seats": 2, "pace": 0, "wait": 0, "public": "yes", "seat-b": "intern" });
    if game == "spammers" {
        options["variant"] = "demonstration".into();
    }
    let opened = insist(&mut player, "/tables", Some(&options)).await;
    assert_eq!(opened.status, 200, "{opened:?}");
    let path = opened.json()["path"].as_str().unwrap().to_owned();
    let past: Arc<Mutex<Past>> = Arc::default();
    let from = at.iter().flat_map(|at| [(*at, None), (*at, player.key.clone())]);
    let watching: Vec<_> =
        from.map(|(at, key)| tokio::spawn(watch(at, path.clone(), key, past.clone()))).collect();
    let mut luck = Dice::new(seed);
    let mut acts = 0;
    while let Some(seen) = next_question(&mut player, &path).await {
        between(acts);
        choose(&mut player, &path, &seen, &mut luck).await;
        acts += 1;
    }
    let mut events = 0;
    for one in watching {
        let seen = tokio::time::timeout(Duration::from_secs(120), one).await.unwrap().unwrap();
        assert!(seen > 0);
        events += seen;
    }
    let past = past.lock().unwrap();
    for viewer in ["bystander", "A"] {
        assert!(past.shown.keys().any(|(who, _)| who == viewer), "nobody was shown what {viewer} sees");
        assert!(past.heard.keys().any(|(who, _)| who == viewer), "nobody was told what {viewer} hears");
    }
    Watched { games: 1, shown: past.shown.len(), heard: past.heard.len(), events }
}

/// Plays such games while each node is stopped politely and started again, every few acts one.
pub async fn one_past(nodes: &mut [Table]) {
    let at: Vec<SocketAddr> = nodes.iter().map(|node| node.at).collect();
    for game in GAMES {
        let mut restarts = 0;
        let watched = one_game(&at, game, 7, |acts| {
            if acts % 6 == 3 && restarts < nodes.len() {
                tokio::task::block_in_place(|| {
                    nodes[restarts].signal("-TERM");
                    nodes[restarts].restart();
                });
                restarts += 1;
            }
        })
        .await;
        println!("{game}: {restarts} restarts, {watched:?}");
        assert!(restarts > 0);
    }
}

/// Plays and watches one game after the other until it is enough, each kind of game at least once.
pub async fn until_enough(at: Vec<SocketAddr>, seed: u64, is_enough: impl Fn() -> bool) -> Watched {
    let mut watched = Watched::default();
    while watched.games < GAMES.len() as u64 || !is_enough() {
        let game = GAMES[watched.games as usize % GAMES.len()];
        watched.add(one_game(&at, game, seed.wrapping_add(100 + watched.games), |_| {}).await);
    }
    watched
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

/// Plays by one node while each of the others is killed, and put to sleep: the game goes on, and whoever wakes shows nothing
/// old. Gives how long it took at most until an act was acknowledged whose table's owner was gone.
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
    // Whoever is asked first has the table.
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
