//! The table in the browser: lobby, live matches, journal, pages over HTTP. It knows no rules: games change through
//! their one door, and what visitors see is drawn from views.

pub mod admin;
pub mod checkup;
mod clock;
mod cluster;
mod data;
mod database;
mod deal;
mod direct;
mod folder;
mod http;
mod key;
pub mod limits;
mod pool;
mod problem;
mod program;
#[cfg(test)]
mod proofs;
mod random;
mod reviews;
mod rooms;
mod store;
mod task;
mod telemetry;

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use games::Collection;
use thiserror::Error;
use tokio::net::TcpListener;
use tokio::sync::watch;

pub use crate::cluster::ClusterSettings;
pub use database::{Database, DatabaseServer, NoDatabase, Written};
pub use http::{Access, AddressRange, HostName, Https, NoAddressRange, NoHostName};
pub use program::LevelProgram;

use crate::cluster::Cluster;
use folder::{FolderOf, Lock};
use rooms::Rooms;
use store::Store;
use task::spawn;

/// The port unless another is asked for: the year of the older game.
pub const PORT: u16 = 1998;

/// Interval of clean-up.
const TIDY: Duration = Duration::from_secs(10);

/// With fewer files that may be open at a time a popular table turns visitors away. Each visitor takes one or two.
pub const FEW_FILES: u64 = 4_096;

/// How the server is to run.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Where it listens.
    pub bind: SocketAddr,
    /// Where it tells its numbers, if anywhere.
    pub metrics: Option<SocketAddr>,
    /// Where it keeps everything.
    pub database: Database,
    /// Access: rate limits, host names, proxies.
    pub access: Access,
    /// The programs that play in the place of our bots.
    pub programs: Vec<LevelProgram>,
    /// The card sets and networks that visitors choose from.
    pub collection: Collection,
    /// The cluster of which it is a node, if it is one of many.
    pub cluster: Option<ClusterSettings>,
}

/// Why the server does not run.
#[derive(Debug, Error)]
pub enum Trouble {
    /// The address cannot be listened at.
    #[error(
        "cannot listen at {at}: {why}. Choose another address with {flag}, such as 127.0.0.1:0 for any free port"
    )]
    Bind {
        /// The address.
        at: SocketAddr,
        /// Where it was asked for.
        flag: &'static str,
        /// The system's error.
        why: std::io::Error,
    },
    /// The database cannot be used.
    #[error("cannot keep games in '{database}': {why}. {advice}", advice = advice(database))]
    Database {
        /// The database.
        database: Database,
        /// Its error or the system's.
        why: String,
    },
    /// Another server has the file.
    #[error("another gruntle keeps games in '{0}' and is running; stop it. {advice}", advice = advice(.0))]
    InUse(Database),
    /// It cannot be one of many nodes.
    #[error(transparent)]
    Cluster(#[from] nats::ClusterError),
    /// The system gives no threads.
    #[error("cannot start: {0}")]
    Threads(std::io::Error),
}

/// The folder in which games are kept unless another is named: the user's own data folder.
#[must_use]
pub fn usual_folder() -> PathBuf {
    use etcetera::BaseStrategy as _;
    let base = etcetera::choose_base_strategy().map(|base| base.data_dir());
    base.map_or_else(|_| PathBuf::from("gruntle-data"), |data| data.join("gruntle"))
}

/// Advice where a database cannot be used.
fn advice(database: &Database) -> &'static str {
    match database {
        Database::Folder(_) => "Choose another folder with --data",
        Database::File(_) => "Choose another file with --database",
        Database::Server(_) => {
            "Look at the address, the name and the password, and whether a PostgreSQL server runs there"
        }
    }
}

fn trouble(database: &Database, why: &dyn std::fmt::Display) -> Trouble {
    Trouble::Database { database: database.clone(), why: why.to_string() }
}

/// Opens a database for a server, which is alone with a file as long as it holds the lock.
async fn open_store(database: &Database) -> Result<(Option<Lock>, Store), Trouble> {
    let lock = match database.file() {
        Some(file) => {
            let of = match database {
                Database::Folder(_) => FolderOf::Ours,
                Database::File(_) | Database::Server(_) => FolderOf::Somebody,
            };
            folder::prepare(&file, of).map_err(|why| trouble(database, &why))?;
            match Lock::take(&file) {
                Ok(Some(lock)) => Some(lock),
                Ok(None) => return Err(Trouble::InUse(database.clone())),
                Err(why) => return Err(trouble(database, &why)),
            }
        }
        None => None,
    };
    let store = Store::open(database).await.map_err(|why| trouble(database, &why))?;
    Ok((lock, store))
}

/// A server that listens and has not begun to answer.
pub struct Server {
    listener: TcpListener,
    metrics: Option<TcpListener>,
    rooms: Rooms,
    site: http::Site,
    access: Access,
    _lock: Option<Lock>,
}

async fn listen(at: SocketAddr, flag: &'static str) -> Result<TcpListener, Trouble> {
    TcpListener::bind(at).await.map_err(|why| Trouble::Bind { at, flag, why })
}

impl Server {
    /// Opens the database and listens.
    pub async fn new(settings: &Settings) -> Result<Self, Trouble> {
        let listener = listen(settings.bind, "--bind").await?;
        let metrics = match settings.metrics {
            Some(at) => Some(listen(at, "--metrics").await?),
            None => None,
        };
        let (lock, store) = open_store(&settings.database).await?;
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let (at_once, programs) = (cores.saturating_sub(1).max(1), settings.programs.clone());
        let rooms = match &settings.cluster {
            None => Rooms::with_programs(store, at_once, programs),
            Some(cluster) => {
                let (cluster, arrivals) = Cluster::join(cluster, &store).await?;
                let rooms = Rooms::of_cluster(store, at_once, programs, cluster);
                rooms.attend(arrivals);
                rooms
            }
        };
        let access = settings.access.clone();
        let site = http::Site::new(rooms.clone(), settings.bind.ip(), &access).with(&settings.collection);
        Ok(Self { listener, metrics, rooms, site, access, _lock: lock })
    }

    /// Where it listens.
    pub fn address(&self) -> std::io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Where it tells its numbers.
    #[must_use]
    pub fn metrics_address(&self) -> Option<SocketAddr> {
        self.metrics.as_ref().and_then(|listener| listener.local_addr().ok())
    }

    /// Answers until told to stop; then everything ordered is written.
    pub async fn serve(self, stop: impl Future<Output = ()> + Send + 'static) {
        let site = self.site.clone();
        let tidying = spawn(async move {
            loop {
                tokio::time::sleep(TIDY).await;
                site.tidy();
            }
        });
        let (stopping, mut stopped) = watch::channel(());
        let telling = self.metrics.map(|listener| {
            let access = self.access;
            spawn(async move {
                let bound = listener.local_addr().map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |at| at.ip());
                let stop = async move { drop(stopped.changed().await) };
                http::serve_metrics(listener, (bound, &access), Box::pin(stop)).await;
            })
        });
        http::serve(self.listener, self.site, Box::pin(stop)).await;
        drop(stopping);
        if let Some(telling) = telling {
            let _ = telling.await;
        }
        tidying.abort();
        self.rooms.close().await;
    }
}

/// Raises the number of files that may be open to what the system allows, and says so where that is little.
fn raise_file_limit() {
    match rlimit::increase_nofile_limit(u64::MAX) {
        Ok(FEW_FILES..) => {}
        Ok(limit) => tracing::warn!(
            limit,
            "few files may be open at a time, so few visitors are served at a time; raise the limit (ulimit -n)"
        ),
        Err(error) => tracing::warn!(%error, "the number of files that may be open is not known"),
    }
}

/// Where a server listens.
#[derive(Debug, Clone, Copy)]
pub struct Addresses {
    /// To visitors.
    pub site: SocketAddr,
    /// The address of the metrics.
    pub metrics: Option<SocketAddr>,
}

/// Runs the server on threads of its own until told to stop by Ctrl-C or a polite signal; `listening` hears where.
pub fn run(settings: &Settings, listening: &mut dyn FnMut(Addresses)) -> Result<(), Trouble> {
    // One core is left for the journal and the bots: they do not disturb the threads that serve, and the fewer of those
    // there are the less they disturb each other.
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads((cores - 1).max(1))
        .enable_all()
        .build()
        .map_err(Trouble::Threads)?;
    runtime.block_on(async {
        let server = Server::new(settings).await?;
        raise_file_limit();
        let site = server.address().unwrap_or(settings.bind);
        listening(Addresses { site, metrics: server.metrics_address() });
        server.serve(told_to_stop()).await;
        Ok(())
    })
}

async fn told_to_stop() {
    let ctrl_c = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        let mut polite = match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(polite) => polite,
            Err(_) => {
                let _ = ctrl_c.await;
                return;
            }
        };
        tokio::select! {
            _ = ctrl_c => {}
            _ = polite.recv() => {}
        }
    }
    #[cfg(not(unix))]
    {
        let _ = ctrl_c.await;
    }
}
