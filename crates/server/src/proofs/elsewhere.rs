//! The same through another node than the one that has the table: what it folds, draws and brings tells nothing apart that the
//! table itself would not. PostgreSQL and NATS are started for it.

use std::path::PathBuf;

use axum::body::Body;
use games::GameName;
use nats::{Address, Secret, Trust};
use serde_json::json;
use services::{Nats, Postgres, fresh_folder};
use table::Viewer;

use super::secrecy::{
    followed, looks_alike, looks_alike_in_window, options, pairs, same, streams_begin_alike,
};
use super::{Reply, TestSite, keys, opening, service, start_of};
use crate::cluster::{Cluster, ClusterSettings};
use crate::database::{Database, Written};
use crate::rooms::Rooms;
use crate::store::Store;
use conformance::twins::Twins;
use room::Options;

/// Pairs of games of each kind.
const PAIRS: u64 = 5;

/// Two nodes, and what they need.
struct TwoNodes {
    owner: Rooms,
    other: Rooms,
    opened: u32,
    folder: PathBuf,
    _nats: Nats,
}

async fn node(database: &Database, nats: &Nats, name: &str) -> Rooms {
    let store = Store::open(database).await.unwrap();
    let settings = ClusterSettings {
        address: Address::read(&nats.address()).unwrap(),
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
    async fn start(name: &str) -> Option<Self> {
        let postgres = Postgres::shared()?;
        let folder = fresh_folder(name);
        let nats = Nats::start_with(&folder, &[])?;
        let (address, password) = (postgres.database(name), Some(postgres.password()));
        let database = Database::read(&address, Written::OnCommandLine, password).unwrap();
        let (owner, other) = (node(&database, &nats, "a").await, node(&database, &nats, "b").await);
        Some(Self { owner, other, opened: 0, folder, _nats: nats })
    }

    /// A match that has come so far, which one node has, asked for at the other.
    async fn table(&mut self, options: &Options, lines: &[String]) -> TestSite {
        self.opened += 1;
        let code: String = format!("{:08}", self.opened).replace('0', "z").replace('1', "y");
        // Nobody sits at two tables: their first page would tell of both.
        let keys: Vec<String> =
            keys(options.seats).iter().map(|key| format!("{code}{}", &key[8..])).collect();
        let people = options.count().unwrap().all();
        let opening = opening((&code, &keys), options, start_of(options), lines, people);
        self.owner.open(&opening).await.unwrap();
        // Whoever is asked first has it.
        self.owner.summary(&code).await.unwrap();
        TestSite { service: service(&self.other), folder: None, code, keys }
    }

    /// Both of a pair after so many inputs.
    async fn tables(&mut self, options: &Options, pair: &Twins, inputs: usize) -> [TestSite; 2] {
        [self.table(options, &pair.left[..inputs]).await, self.table(options, &pair.right[..inputs]).await]
    }

    /// All was asked of the node that had none of them.
    async fn end(self) {
        let rooms = self.owner.cluster().unwrap();
        let all = self.owner.store().row("zzzzzzzy").await.unwrap().unwrap().id;
        assert!(rooms.fence(all).is_some() && self.other.cluster().unwrap().fence(all).is_none());
        self.other.close().await;
        self.owner.close().await;
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// The next change that is heard; what is told of company comes when it comes.
async fn change(room: &TestSite, events: &mut Body) -> String {
    loop {
        let heard = room.heard(events).await;
        if heard.contains("event: change") {
            return heard;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
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
    nodes.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
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
    nodes.end().await;
}
