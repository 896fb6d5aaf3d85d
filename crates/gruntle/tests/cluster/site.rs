//! Three nodes, two workers, and what they need; and how things go wrong with them.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::Duration;

use services::{Durability, Nats, Postgres, fresh_folder};

use crate::proxy::{Mode, Proxy, Target};
use crate::troubles::{ToNode, Trouble, What};
use crate::worker::Worker;
use crate::{DATABASE, GRUNTLE};
use driver::table::Table;

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
        let log = std::env::var("GRUNTLE_CHAOS_LOG").unwrap_or_else(|_| "off".to_owned());
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
            let more = ["--log", &log, "--metrics", "127.0.0.1:0"];
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

    /// How many nodes and workers there are.
    pub fn size(&self) -> (usize, usize) {
        (self.nodes.len(), self.workers.len())
    }

    /// All of this goes wrong, each in its time; at the end of it nothing does any more. No two may befall the same.
    pub fn disturb(&mut self, troubles: &[Trouble]) {
        let nodes = self.nodes.iter_mut().zip(&self.ways);
        let mut nodes: Vec<Option<(&mut Table, &[Proxy; 2])>> = nodes.map(Some).collect();
        let mut workers: Vec<Option<&mut Worker>> = self.workers.iter_mut().map(Some).collect();
        let (mut nats, postgres) = (Some(&mut self.nats), &self.postgres);
        std::thread::scope(|scope| {
            for &Trouble { what, after, lasts } in troubles {
                match what {
                    What::Node(node, what) => {
                        let (node, ways) = nodes[node].take().unwrap();
                        scope.spawn(move || {
                            sleep(after);
                            disturb_node(node, ways, what, lasts);
                        });
                    }
                    What::Worker(worker) => {
                        let worker = workers[worker].take().unwrap();
                        scope.spawn(move || {
                            sleep(after);
                            worker.signal("-STOP");
                            sleep(lasts);
                            worker.kill();
                            worker.restart();
                        });
                    }
                    What::Nats => {
                        let nats = nats.take().unwrap();
                        scope.spawn(move || {
                            sleep(after);
                            nats.kill();
                            sleep(lasts);
                            nats.restart();
                        });
                    }
                    What::Postgres => drop(scope.spawn(move || {
                        sleep(after);
                        postgres.kill();
                        sleep(lasts);
                        postgres.start_again();
                    })),
                }
            }
        });
    }
}

/// Something befalls a node and is over.
fn disturb_node(node: &mut Table, ways: &[Proxy; 2], what: ToNode, lasts: Duration) {
    match what {
        ToNode::Killed => node.kill_and_restart(),
        ToNode::Asleep => {
            node.signal("-STOP");
            sleep(lasts);
            node.signal("-CONT");
        }
        ToNode::Stopped => {
            node.signal("-TERM");
            node.restart();
        }
        ToNode::Blocked(blocked, mode) => {
            blocked.iter().for_each(|way| ways[*way].set(mode));
            sleep(lasts);
            blocked.iter().for_each(|way| ways[*way].set(Mode::Open));
        }
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}
