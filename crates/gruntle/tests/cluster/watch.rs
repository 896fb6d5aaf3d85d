//! Games that are watched through all nodes, whatever becomes of these: all who watch see one past.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::{Value, json};

use crate::driver::dice::Dice;
use crate::driver::table::Table;
use crate::driver::{Client, Events};
use crate::insisting::{choose, next_question};
use crate::play::insist;

/// What was seen of the table after each change, by whom first.
type Past = Arc<Mutex<BTreeMap<u64, (SocketAddr, Value)>>>;

/// Watches through this node until the game is over, and comes back whenever the events end.
async fn watch(at: SocketAddr, path: String, past: Past) -> usize {
    let (mut last, mut seen, mut failures) = (0, 0, 0);
    loop {
        let Ok(mut events) = Events::open(at, &format!("{path}/events?as=json"), None).await else {
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
            let mut past = past.lock().unwrap();
            let (first, view) = past.entry(version).or_insert_with(|| (at, data["view"].clone()));
            assert_eq!(*view, data["view"], "after change {version} {first} and {at} show different tables");
            drop(past);
            if !data["over"].is_null() {
                return seen;
            }
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Plays a game against a bot by any node, watched through each. `between` is done before each act; gives how many changes were
/// seen.
pub async fn one_game(at: &[SocketAddr], seed: u64, mut between: impl FnMut(usize)) -> usize {
    let mut player = Client::among(at, seed);
    insist(&mut player, "/keys", Some(&json!({}))).await;
    let options = json!({ "game": "spam-o-rama", "seats": 2, "pace": 0, "wait": 0, "public": "yes", "seat-b": "intern" });
    let opened = insist(&mut player, "/tables", Some(&options)).await;
    assert_eq!(opened.status, 200, "{opened:?}");
    let path = opened.json()["path"].as_str().unwrap().to_owned();
    let past = Past::default();
    let watching: Vec<_> = at.iter().map(|at| tokio::spawn(watch(*at, path.clone(), past.clone()))).collect();
    let mut luck = Dice::new(seed);
    let mut acts = 0;
    while let Some(seen) = next_question(&mut player, &path).await {
        between(acts);
        choose(&mut player, &path, &seen, &mut luck).await;
        acts += 1;
    }
    for one in watching {
        let seen = tokio::time::timeout(Duration::from_secs(120), one).await.unwrap().unwrap();
        assert!(seen > 0);
    }
    past.lock().unwrap().len()
}

/// Plays such a game while each node is stopped politely and started again, every few acts one.
pub async fn one_past(nodes: &mut [Table]) {
    let at: Vec<SocketAddr> = nodes.iter().map(|node| node.at).collect();
    let mut restarts = 0;
    let changes = one_game(&at, 7, |acts| {
        if acts % 6 == 3 && restarts < nodes.len() {
            tokio::task::block_in_place(|| {
                nodes[restarts].signal("-TERM");
                nodes[restarts].restart();
            });
            restarts += 1;
        }
    })
    .await;
    println!("{restarts} restarts, {changes} changes seen");
    assert!(restarts > 0);
}

/// Plays and watches one game after the other until it is enough; gives how many changes were seen.
pub async fn until_enough(at: Vec<SocketAddr>, is_enough: impl Fn() -> bool) -> usize {
    let (mut games, mut changes) = (0, 0);
    while games == 0 || !is_enough() {
        changes += one_game(&at, 100 + games, |_| {}).await;
        games += 1;
    }
    println!("{games} games watched through {} nodes, {changes} changes seen", at.len());
    changes
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
/// old.
pub async fn replaced(nodes: &mut [Table]) {
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
        let begun = std::time::Instant::now();
        nodes[gone].signal("-KILL");
        last = last.max(act(&mut player, &path, &mut luck).await);
        println!("a node was killed: the next act was acknowledged after {:?}", begun.elapsed());
        nodes[gone].restart();
    }
    for (gone, by) in [(0, 1), (1, 2), (2, 0)] {
        let mut player = Client::with_key(at[by], &key);
        nodes[gone].signal("-STOP");
        let begun = std::time::Instant::now();
        last = last.max(act(&mut player, &path, &mut luck).await);
        println!("a node slept: the next act was acknowledged after {:?}", begun.elapsed());
        // So long that its session is over.
        tokio::time::sleep(Duration::from_millis(2_500)).await;
        last = last.max(act(&mut player, &path, &mut luck).await);
        nodes[gone].signal("-CONT");
        let seen = insist(&mut Client::with_key(at[gone], &key), &path, None).await.json();
        assert!(seen["version"].as_u64().unwrap() >= last, "who slept shows {seen}, and {last} was told");
    }
}
