//! Three nodes, two workers, and what they need; and all that can go wrong with them.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use services::{Durability, Nats, Postgres, fresh_folder};

use crate::driver::dice::Dice;
use crate::driver::table::Table;
use crate::proxy::{Mode, Proxy, Target};
use crate::worker::Worker;
use crate::{DATABASE, GRUNTLE};

/// How many kinds of trouble there are; among them a node that is cut off from NATS, and one that is cut off from PostgreSQL.
pub const TROUBLES: usize = 11;
/// The way of a node to NATS.
pub const NATS: usize = 0;
/// The way of a node to PostgreSQL.
pub const POSTGRES: usize = 1;

/// Three nodes, two workers, and what they need. Each node comes to PostgreSQL and NATS through proxies of its own.
pub struct Site {
    pub nodes: Vec<Table>,
    workers: Vec<Worker>,
    /// Between each node and NATS, and between it and PostgreSQL.
    pub ways: Vec<[Proxy; 2]>,
    nats: Nats,
    pub postgres: Postgres,
    pub folder: PathBuf,
    _proxies: tokio::runtime::Runtime,
}

impl Site {
    /// Starts all of it, if the machine has what it takes.
    pub fn start(name: &str) -> Option<Self> {
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
            let more = ["--log", "off", "--metrics", "127.0.0.1:0"];
            nodes.push(Table::start_elsewhere(Path::new(GRUNTLE), &called, &options, &more));
            ways.push(way);
        }
        let workers = ["anna", "berta"].map(|called| Worker::start(&nats.address(), called)).into();
        Some(Self { nodes, workers, ways, nats, postgres, folder, _proxies: proxies })
    }

    /// Where the nodes are.
    pub fn at(&self) -> Vec<SocketAddr> {
        self.nodes.iter().map(|node| node.at).collect()
    }

    /// Where the numbers of the nodes are.
    pub fn metrics(&self) -> Vec<SocketAddr> {
        self.nodes.iter().filter_map(|node| node.metrics).collect()
    }

    /// Something goes wrong, or somebody starts a node anew.
    pub fn disturb(&mut self, number: usize, luck: &mut Dice) {
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
            2 => self.obstruct(node, NATS, Mode::Cut, nap(luck, 3_500)),
            3 => {
                let worker = luck.below(self.workers.len());
                self.workers[worker].signal("-STOP");
                std::thread::sleep(nap(luck, 1_000));
                self.workers[worker].kill();
                self.workers[worker].restart();
            }
            4 => self.obstruct(node, POSTGRES, Mode::Cut, nap(luck, 3_500)),
            5 => {
                self.nodes[node].signal("-TERM");
                self.nodes[node].restart();
            }
            6 => self.obstruct(node, NATS, Mode::Silent, nap(luck, 3_500)),
            7 => {
                self.nats.kill();
                std::thread::sleep(Duration::from_millis(luck.below(500) as u64));
                self.nats.restart();
            }
            8 => self.obstruct(node, POSTGRES, Mode::Silent, nap(luck, 3_500)),
            9 => {
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
