//! The same through another node than the one that has the table: what it folds, draws and brings tells nothing apart
//! that the table itself would not. PostgreSQL and NATS are started for it.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use futures_util::StreamExt as _;
use games::{AnyGame, GameName, Judge};
use nats::{Address, Secret, Trust, async_nats};
use review::{Depth, ReviewAnswer, ReviewJob, Reviewer, SEED};
use serde_json::json;
use services::{Nats, Postgres, fresh_folder};
use table::{Match, Record, SeatSet, Viewer};
use tokio::sync::Notify;

use super::secrecy::{
    followed, looks_alike, looks_alike_in_window, options, pairs, same, streams_begin_alike,
};
use super::{Reply, TestSite, finished, keys, opening, service, start_of};
use crate::cluster::{Cluster, ClusterSettings};
use crate::database::{Database, Written};
use crate::reviews::Reviews;
use crate::rooms::{FinishedGames, Rooms};
use crate::store::Store;
use conformance::twins::{Moment, Twins};
use room::Options;

/// Pairs of games of each kind.
const PAIRS: u64 = 5;

/// Two nodes, and what they need.
pub(super) struct TwoNodes {
    pub(super) owner: Rooms,
    pub(super) other: Rooms,
    opened: u32,
    folder: PathBuf,
    pub(super) nats: Nats,
}

async fn node(database: &Database, nats: &str, name: &str) -> Rooms {
    let store = Store::open(database).await.unwrap();
    let settings = ClusterSettings {
        address: Address::read(nats).unwrap(),
        secret: Secret::Nothing,
        trust: Trust::Guarded,
        node: name.to_owned(),
        program: "nobody's".to_owned(),
    };
    let (cluster, arrivals) = Cluster::join(&settings, &store).await.unwrap();
    let rooms = Rooms::of_cluster(store, 1, Vec::new(), cluster);
    rooms.attend(arrivals);
    rooms
}

impl TwoNodes {
    /// Starts them with a database of their own, if the machine has what it takes.
    pub(super) async fn start(name: &str) -> Option<Self> {
        Self::start_with(name, Nats::address).await
    }

    /// The same; the one that has no tables comes to NATS this way.
    pub(super) async fn start_with(name: &str, way: impl FnOnce(&Nats) -> String) -> Option<Self> {
        let postgres = Postgres::shared()?;
        let folder = fresh_folder(name);
        let nats = Nats::start_with(&folder, &[])?;
        let (address, password) = (postgres.database(name), Some(postgres.password()));
        let database = Database::read(&address, Written::OnCommandLine, password).unwrap();
        let owner = node(&database, &nats.address(), "a").await;
        let other = node(&database, &way(&nats), "b").await;
        Some(Self { owner, other, opened: 0, folder, nats })
    }

    /// A match among people that has come so far, which one node has, asked for at the other.
    pub(super) async fn table(&mut self, options: &Options, lines: &[String]) -> TestSite {
        self.table_of(options, lines, options.count().unwrap().all()).await
    }

    /// The same, with bots at all seats but these.
    pub(super) async fn table_of(
        &mut self,
        options: &Options,
        lines: &[String],
        people: SeatSet,
    ) -> TestSite {
        self.opened += 1;
        let code: String = format!("{:08}", self.opened).replace('0', "z").replace('1', "y");
        // Each key sits at one table: else its first page would list both.
        let keys: Vec<String> =
            keys(options.seats).iter().map(|key| format!("{code}{}", &key[8..])).collect();
        let opening = opening((&code, &keys), options, start_of(options), lines, people);
        self.owner.open(&opening).await.unwrap();
        // The first node that is asked owns it.
        self.owner.summary(&code).await.unwrap();
        TestSite { service: service(&self.other), folder: None, code, keys }
    }

    /// Both of a pair after so many inputs.
    pub(super) async fn tables(&mut self, options: &Options, pair: &Twins, inputs: usize) -> [TestSite; 2] {
        [self.table(options, &pair.left[..inputs]).await, self.table(options, &pair.right[..inputs]).await]
    }

    /// Waits until the owner has written all that it wanted to.
    pub(super) async fn settle(&self) {
        self.owner.store().settle().await;
    }

    /// All was asked of the node that had none of them.
    pub(super) async fn asked_elsewhere(&self) {
        let id = self.owner.store().row("zzzzzzzy").await.unwrap().unwrap().id;
        let has = |rooms: &Rooms| rooms.cluster().unwrap().fence(id).is_some();
        assert!(has(&self.owner) && !has(&self.other));
    }

    pub(super) async fn end(self) {
        self.other.close().await;
        self.owner.close().await;
        drop(self.nats);
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// The next change; events about company are skipped, since their time varies.
pub(super) async fn change(room: &TestSite, events: &mut Body) -> String {
    loop {
        let heard = room.heard(events).await;
        if heard.contains("event: change") {
            return heard;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "long; .ci/run has it"]
async fn pages_data_streams_refusals_and_windows_keep_secrets_through_another_node() {
    let Some(mut nodes) = TwoNodes::start("proofs-elsewhere").await else { return };
    let (mut compared, mut windows) = (0, 0);
    for (game, wait) in [(GameName::Spammers, 0), (GameName::SpamORama, 0), (GameName::Spammers, 30)] {
        let options = options(game, wait);
        // Windows are rare.
        for pair in pairs(&options, if wait == 0 { PAIRS } else { 5 * PAIRS }) {
            for moment in pair.moments.iter().rev().filter(|moment| wait == 0 || moment.window).take(2) {
                let tables = nodes.tables(&options, &pair, moment.inputs).await;
                if wait == 0 {
                    compared += looks_alike(&tables, &pair, moment).await;
                } else {
                    looks_alike_in_window(&tables, &pair, moment).await;
                    windows += 1;
                }
                streams_begin_alike(&tables, &pair, moment).await;
            }
        }
    }
    assert!(compared > 100 && windows > 6, "{compared} answers, {windows} windows");
    nodes.asked_elsewhere().await;
    nodes.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "long; .ci/run has it"]
async fn what_is_told_of_a_change_keeps_secrets_through_another_node() {
    let Some(mut nodes) = TwoNodes::start("proofs-changes").await else { return };
    let mut told = 0;
    for game in GameName::ALL {
        let options = options(game, 0);
        for pair in pairs(&options, 2 * PAIRS) {
            let Some(moment) = followed(&pair) else { continue };
            let tables = nodes.tables(&options, &pair, moment.inputs).await;
            let mut heard = Vec::new();
            for (table, lines) in tables.iter().zip([&pair.left, &pair.right]) {
                let mut streams =
                    [table.listen(pair.viewer, "").await, table.listen(pair.viewer, "?as=json").await];
                for stream in &mut streams {
                    change(table, stream).await;
                }
                let (seat, action) = lines[moment.inputs].split_once(' ').unwrap();
                let body = json!({ "version": table.version().await, "action": action });
                let done = table.post(Viewer::Seat(seat.parse().unwrap()), "/act", body).await;
                assert_eq!(done.status, 200, "{done:?}");
                let mut body = String::new();
                for stream in &mut streams {
                    body.push_str(&change(table, stream).await);
                }
                heard.push(Reply { status: 200, headers: Vec::new(), body });
            }
            same(&heard[0], &heard[1], "a change", &pair, moment);
            told += 1;
        }
    }
    assert!(told > 8, "{told} changes");
    nodes.asked_elsewhere().await;
    nodes.end().await;
}

/// The events before the next chat line, without those about company, whose time varies.
pub(super) async fn until_chat(room: &TestSite, events: &mut Body) -> Vec<String> {
    let mut told = Vec::new();
    loop {
        let heard = room.heard(events).await;
        if heard.contains("event: chat") {
            return told;
        }
        if heard.contains("event: ") && !heard.contains("event: here") {
            told.push(heard);
        }
    }
}

/// A node tells what it hears of the table when it hears it, and tables close windows at the same instant in both
/// games: so it must not tell earlier, by anything at all, that somebody has answered or could have.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_told_through_another_node_before_a_window_closes() {
    let Some(mut nodes) = TwoNodes::start("proofs-waits").await else { return };
    let options = options(GameName::Spammers, 30);
    let (mut answers, mut passes) = (0, 0);
    for pair in pairs(&options, 200) {
        // When all have answered a window closes; this one waits for the viewer, who could answer.
        let waits = |moment: &&Moment| moment.uneven && moment.allowed.len() > 1;
        let Some(moment) = pair.moments.iter().find(waits) else { continue };
        let tables = nodes.tables(&options, &pair, moment.inputs).await;
        for table in &tables {
            let mut events = table.listen(pair.viewer, "").await;
            change(table, &mut events).await;
            let mut asked = Vec::new();
            let others = options.count().unwrap().iter().filter(|seat| !pair.viewer.is(*seat));
            for who in others.map(Viewer::Seat) {
                let seen = table.get(who, "", "application/json").await;
                let seen: serde_json::Value = serde_json::from_str(&seen.body).unwrap();
                if let Some(choice) = seen["choices"].as_array().and_then(|choices| choices.last()) {
                    asked.push((who, seen["version"].clone(), choice["action"].clone()));
                }
            }
            for (who, version, action) in asked {
                let done = table.post(who, "/act", json!({ "version": version, "action": action })).await;
                assert_eq!(done.status, 202, "{done:?}");
                *(if action == "pass" { &mut passes } else { &mut answers }) += 1;
            }
            let anybody = options.count().unwrap().iter().next().map(Viewer::Seat).unwrap();
            let said = table.post(anybody, "/chat", json!({ "line": 0 })).await;
            assert!(said.status < 300, "{said:?}");
            assert_eq!(until_chat(table, &mut events).await, Vec::<String>::new());
        }
        looks_alike_in_window(&tables, &pair, moment).await;
        if answers > 3 && passes > 3 {
            break;
        }
    }
    assert!(answers > 1 && passes > 1, "{answers} answers, {passes} passes");
    nodes.asked_elsewhere().await;
    nodes.end().await;
}

/// A review with far less thought than it should have, to be quick.
fn hasty<G: Judge + Clone>(live: &Match<G>, depth: Depth) -> Reviewer<G> {
    let mut thought = depth.thought::<G>();
    (thought.tables, thought.compare) = (1, 1);
    (thought.explore.explore, thought.explore.widest, thought.explore.each) = (1, 1, 1);
    Reviewer::of(live, depth, SEED).unwrap().with(thought)
}

/// A worker that looks at one game, and goes on from its first move when that has been seen.
async fn look_hastily(nats: async_nats::Client, mut heard: async_nats::Subscriber, seen: Arc<Notify>) {
    let message = heard.next().await.unwrap();
    let job: ReviewJob = serde_json::from_slice(&message.payload).unwrap();
    let record = Record::read(&job.record).unwrap();
    let AnyGame::SpamORama(game) = games::game_of(record.header(), None).unwrap() else { panic!("which?") };
    let live = record.referee(game).unwrap();
    let mut hasty = hasty(&live, job.depth);
    let reply = message.reply.unwrap();
    let say = async |answer: ReviewAnswer| {
        let answer = serde_json::to_vec(&answer).unwrap();
        nats.publish(reply.clone(), answer.into()).await.unwrap();
    };
    while hasty.step().is_some() {
        say(ReviewAnswer::Looked(hasty.done(), hasty.of_all())).await;
        if hasty.done() == 1 {
            seen.notified().await;
        }
    }
    say(ReviewAnswer::Found(Box::new(hasty.finish()))).await;
    nats.flush().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_review_that_a_worker_made_is_kept_with_the_match_and_all_nodes_know_how_far_it_is() {
    let Some(mut nodes) = TwoNodes::start("proofs-reviews").await else { return };
    let options = Options { seats: 2, ..options(GameName::SpamORama, 0) };
    let lines = finished(&options);
    let table = nodes.table(&options, &lines).await;
    let client = async_nats::connect(nodes.nats.address()).await.unwrap();
    let heard = client.subscribe(nats::reviews("nobody's")).await.unwrap();
    // After one answer NATS knows all subscriptions.
    assert!(client.request("nobody.there", "".into()).await.is_err());
    let seen = Arc::new(Notify::new());
    let worker = tokio::spawn(look_hastily(client, heard, seen.clone()));
    let [asked, beside] =
        [&nodes.other, &nodes.owner].map(|rooms| Reviews::new(rooms.clone(), Arc::new(FinishedGames::new())));
    asked.want(&table.code, Depth::Quick);
    // The other node knows how far it is, and does not do it again.
    while beside.thinking(&table.code).is_none_or(|thinking| thinking.done == 0) {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    beside.want(&table.code, Depth::Quick);
    assert!(!beside.is_thinking());
    assert_eq!(beside.thinking(&table.code).map(|thinking| thinking.done), Some(1));
    seen.notify_one();
    worker.await.unwrap();
    let reviews = beside;
    let kept = loop {
        if let Some(kept) = reviews.kept(&table.code).await.unwrap() {
            break kept;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    };
    assert_eq!((kept.steps.len(), kept.depth), (lines.len(), Depth::Quick));
    nodes.end().await;
}
