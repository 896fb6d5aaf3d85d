//! Lost, repeated and late messages from the owner of a table to a follower: its past is the same all the same, since
//! it reads missing lines from the journal; where no message comes at all, the heartbeat shows that lines are missing.

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use axum::body::Body;
use games::GameName;
use serde_json::{Value, json};
use table::{Seat, Viewer};
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};

use super::TestSite;
use super::elsewhere::TwoNodes;
use super::secrecy::options;

/// Moves of a game, and how many of them between two looks.
const ACTS: usize = 60;
const AT_ONCE: usize = 6;

/// How news fare.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Fate {
    /// They are lost, come twice or come late, by fixed dice.
    #[default]
    Dice,
    /// None come at all.
    Lost,
    /// All come.
    Sure,
}

/// How news fare now, and how often they met with what.
#[derive(Debug, Default)]
pub(super) struct Met {
    fate: Mutex<Fate>,
    /// Whether answers of other nodes are lost.
    unanswered: AtomicBool,
    lost: AtomicUsize,
    doubled: AtomicUsize,
    late: AtomicUsize,
}

impl Met {
    /// Where news fare like this from now on.
    pub(super) fn with(fate: Fate) -> Arc<Self> {
        Arc::new(Self { fate: Mutex::new(fate), ..Self::default() })
    }

    fn fate(&self) -> Fate {
        *self.fate.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// From now on no other node answers.
    pub(super) fn answer_nothing(&self) {
        self.unanswered.store(true, Ordering::Relaxed);
    }

    /// From now on they fare like this.
    pub(super) fn set(&self, fate: Fate) {
        *self.fate.lock().unwrap_or_else(PoisonError::into_inner) = fate;
    }
}

/// A lossy link between a node and NATS: it drops, repeats and delays news of tables, by fixed dice.
struct Unreliable {
    dice: u64,
    /// Delayed messages, each with the number of others that overtake it.
    late: VecDeque<(usize, Vec<u8>)>,
    met: Arc<Met>,
}

impl Unreliable {
    /// Starts one; gives where it is.
    async fn start(met: Arc<Met>) -> (TcpListener, Self) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        (listener, Self { dice: 1998, late: VecDeque::new(), met })
    }

    fn below(&mut self, end: u64) -> u64 {
        self.dice = self.dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.dice >> 33) % end
    }

    /// The bytes that the node gets in place of this message.
    fn instead(&mut self, message: Vec<u8>) -> Vec<u8> {
        let mut out = Vec::new();
        let count = |of: &AtomicUsize| {
            of.fetch_add(1, Ordering::Relaxed);
        };
        let dice = self.below(8);
        match (self.met.fate(), dice) {
            (Fate::Lost, _) | (Fate::Dice, 0) => count(&self.met.lost),
            (Fate::Dice, 1) => {
                count(&self.met.doubled);
                out.extend_from_slice(&message);
                out.extend_from_slice(&message);
            }
            (Fate::Dice, 2 | 3) => {
                count(&self.met.late);
                let after = 1 + self.below(3) as usize;
                self.late.push_back((after, message));
            }
            (Fate::Dice, _) | (Fate::Sure, _) => out.extend_from_slice(&message),
        }
        for (after, _) in &mut self.late {
            *after = after.saturating_sub(1);
        }
        while let Some((0, late)) = self.late.front() {
            out.extend_from_slice(late);
            self.late.pop_front();
        }
        out
    }

    /// Carries what NATS says: lines, some of which say how long what follows them is.
    async fn carry(&mut self, from: OwnedReadHalf, mut to: OwnedWriteHalf) {
        let mut from = BufReader::new(from);
        loop {
            let mut said = Vec::new();
            if from.read_until(b'\n', &mut said).await.unwrap_or(0) == 0 {
                return;
            }
            let line = String::from_utf8_lossy(&said).into_owned();
            let mut words = line.split_whitespace();
            if let Some("MSG" | "HMSG") = words.next() {
                let (subject, length) = (words.next().unwrap(), words.last().unwrap());
                let mut payload = vec![0; length.parse::<usize>().unwrap() + 2];
                from.read_exact(&mut payload).await.unwrap();
                said.extend(payload);
                if subject.starts_with("gruntle.room.") {
                    said = self.instead(said);
                } else if subject.starts_with("gruntle.node.inbox")
                    && self.met.unanswered.load(Ordering::Relaxed)
                {
                    continue;
                }
            }
            if to.write_all(&said).await.is_err() {
                return;
            }
        }
    }
}

/// Proxies the first connection to NATS.
async fn lead(listener: TcpListener, nats: u16, mut way: Unreliable) {
    let (node, _) = listener.accept().await.unwrap();
    let (mut says, hears) = node.into_split();
    let (from, mut to) = TcpStream::connect(("127.0.0.1", nats)).await.unwrap().into_split();
    tokio::spawn(async move { tokio::io::copy(&mut says, &mut to).await });
    way.carry(from, hears).await;
}

/// The view after each change, and the events of each input.
#[derive(Default)]
struct Past {
    shown: BTreeMap<u64, Value>,
    told: BTreeMap<u64, Vec<Value>>,
}

impl Past {
    /// Records events until this change has come.
    async fn take_down(&mut self, table: &TestSite, events: &mut Body, until: u64) {
        while self.last() < Some(until) {
            let heard = table.heard(events).await;
            for data in heard.lines().filter_map(|line| line.strip_prefix("data: ")) {
                self.add(&serde_json::from_str(data).unwrap());
            }
        }
    }

    fn last(&self) -> Option<u64> {
        self.shown.last_key_value().map(|(version, _)| *version)
    }

    fn add(&mut self, data: &Value) {
        let version = data["version"].as_u64();
        assert!(self.last() <= version, "went back from {:?} to {version:?}", self.last());
        self.shown.insert(version.unwrap(), data["view"].clone());
        let mut inputs: BTreeMap<u64, Vec<Value>> = BTreeMap::new();
        for one in data["heard"].as_array().unwrap() {
            inputs.entry(one["input"].as_u64().unwrap()).or_default().push(one.clone());
        }
        for (input, what) in inputs {
            let before = self.told.entry(input).or_insert_with(|| what.clone());
            assert_eq!(*before, what, "input {input} is told in two ways");
        }
    }

    /// Nothing is here that is not there, or otherwise.
    fn is_part_of(&self, other: &Self) {
        for (version, view) in &self.shown {
            assert_eq!(Some(view), other.shown.get(version), "after change {version}");
        }
        for (input, what) in &self.told {
            assert_eq!(Some(what), other.told.get(input), "of input {input}");
        }
    }
}

/// The seat that is asked acts; gives the change that comes of it, if the game goes on.
async fn act(table: &TestSite, seats: &[Seat], number: usize) -> Option<u64> {
    for seat in seats {
        let seen = table.get(Viewer::Seat(*seat), "", "application/json").await;
        let seen: Value = serde_json::from_str(&seen.body).unwrap();
        if !seen["over"].is_null() {
            return None;
        }
        let choices = seen["choices"].as_array().unwrap();
        if choices.is_empty() {
            continue;
        }
        let action = &choices[number * 7 % choices.len()]["action"];
        let body = json!({ "version": seen["version"], "action": action });
        let done = table.post(Viewer::Seat(*seat), "/act", body).await;
        assert_eq!(done.status, 200, "{done:?}");
        let done: Value = serde_json::from_str(&done.body).unwrap();
        return done["version"].as_u64();
    }
    panic!("nobody is asked");
}

/// Two nodes, of which the one without tables comes to NATS by such a way.
pub(super) async fn nodes(name: &str, met: &Arc<Met>) -> Option<TwoNodes> {
    let (listener, way) = Unreliable::start(met.clone()).await;
    let at = listener.local_addr().unwrap().port();
    let through = |nats: &services::Nats| {
        tokio::spawn(lead(listener, nats.port(), way));
        format!("nats://127.0.0.1:{at}")
    };
    TwoNodes::start_with(name, through).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_listens_where_nothing_is_heard_sees_it_all_the_same() {
    let met = Met::with(Fate::Lost);
    let Some(mut nodes) = nodes("proofs-deaf", &met).await else { return };
    let options = options(GameName::SpamORama, 0);
    let seats: Vec<Seat> = options.count().unwrap().iter().collect();
    let there = nodes.table(&options, &[]).await;
    let here = there.through(&nodes.owner);
    let mut events = there.listen(Viewer::Bystander, "?as=json").await;
    let mut past = Past::default();
    for number in 0..3 {
        let version = act(&here, &seats, number).await.unwrap();
        // No request comes from there.
        past.take_down(&there, &mut events, version).await;
    }
    assert!(met.lost.load(Ordering::Relaxed) >= 3, "{met:?}");
    nodes.asked_elsewhere().await;
    nodes.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_past_is_the_same_where_news_are_lost_doubled_and_late() {
    let met = Met::with(Fate::Dice);
    let Some(mut nodes) = nodes("proofs-unheard", &met).await else { return };
    for game in GameName::ALL {
        let options = options(game, 0);
        let seats: Vec<Seat> = options.count().unwrap().iter().collect();
        let there = nodes.table(&options, &[]).await;
        let here = there.through(&nodes.owner);
        let viewers = [Viewer::Bystander, Viewer::Seat(seats[0])];
        let mut streams = Vec::new();
        for who in viewers {
            let from = [here.listen(who, "?as=json").await, there.listen(who, "?as=json").await];
            streams.push((from, [Past::default(), Past::default()]));
        }
        let mut next = 0;
        let mut goes_on = true;
        while goes_on && next < ACTS {
            let mut last = here.version().await;
            for _ in 0..AT_ONCE {
                let Some(version) = act(&here, &seats, next).await else {
                    goes_on = false;
                    break;
                };
                (last, next) = (version, next + 1);
            }
            for (who, (from, pasts)) in viewers.into_iter().zip(&mut streams) {
                // A look shows every written line, and listeners get them, too.
                let seen = there.get(who, "", "application/json").await;
                assert_eq!(seen, here.get(who, "", "application/json").await);
                for ((table, events), past) in [&here, &there].into_iter().zip(from).zip(pasts) {
                    past.take_down(table, events, last).await;
                }
            }
        }
        for (_, [owners, others]) in &streams {
            println!("{game:?}: {} changes, {} of them elsewhere", owners.shown.len(), others.shown.len());
            assert!(owners.shown.len() > ACTS / 2 && others.shown.len() > ACTS / AT_ONCE);
            others.is_part_of(owners);
        }
    }
    let met = [&met.lost, &met.doubled, &met.late].map(|count| count.load(Ordering::Relaxed));
    println!("lost, doubled and late: {met:?}");
    assert!(met.iter().all(|count| *count > 3), "{met:?}");
    nodes.asked_elsewhere().await;
    nodes.end().await;
}
