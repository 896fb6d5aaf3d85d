//! The table in the browser: lobby, live matches, journal, pages over HTTP. It knows no rules: games change through
//! their one door, and what visitors see is drawn from views.

pub mod admin;
mod board;
mod entry;
mod host;
mod house;
mod http;
mod key;
mod options;
mod pool;
mod problem;
#[cfg(test)]
mod proofs;
mod sitting;
mod store;

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use thiserror::Error;
use tokio::net::TcpListener;

pub use http::Https;

use house::House;
use store::Store;

/// The port unless another is asked for: the year of the older game.
pub const PORT: u16 = 1998;

/// How often what is not needed any more is thrown away.
const TIDY: Duration = Duration::from_secs(10);

/// Where the times of journal transactions are counted, in seconds.
const JOURNAL_TIMES: [f64; 8] = [0.000_5, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.2];

/// How the server is to run.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Where it listens.
    pub bind: SocketAddr,
    /// The folder in which it keeps everything.
    pub data: PathBuf,
    /// How many requests a second one address may make; 0 is no limit.
    pub limit: u32,
    /// How visitors reach it.
    pub https: Https,
}

/// Why the server does not run.
#[derive(Debug, Error)]
pub enum Trouble {
    /// The address cannot be listened at.
    #[error(
        "cannot listen at {at}: {why}. Choose another address with --bind, such as 127.0.0.1:0 for any free port"
    )]
    Bind {
        /// The address.
        at: SocketAddr,
        /// What the system says.
        why: std::io::Error,
    },
    /// The folder cannot be used.
    #[error("cannot keep games in '{folder}': {why}. Choose another folder with --data")]
    Folder {
        /// The folder.
        folder: String,
        /// What the system says.
        why: String,
    },
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

/// The file in that folder.
#[must_use]
pub fn database(folder: &Path) -> PathBuf {
    folder.join("gruntle.db")
}

async fn open_store(folder: &Path) -> Result<Store, Trouble> {
    let trouble = |why: String| Trouble::Folder { folder: folder.display().to_string(), why };
    std::fs::create_dir_all(folder).map_err(|why| trouble(why.to_string()))?;
    Store::open(&database(folder)).await.map_err(|why| trouble(why.to_string()))
}

/// A server that listens and has not begun to answer.
pub struct Server {
    listener: TcpListener,
    house: House,
    site: http::Site,
}

impl Server {
    /// Opens the database and listens.
    pub async fn new(settings: &Settings) -> Result<Self, Trouble> {
        let bind = |why| Trouble::Bind { at: settings.bind, why };
        let listener = TcpListener::bind(settings.bind).await.map_err(bind)?;
        let store = open_store(&settings.data).await?;
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let house = House::new(store, cores.saturating_sub(1).max(1));
        let site = http::Site {
            house: house.clone(),
            limits: Arc::new(http::limits(settings.limit)),
            metrics: recorder(),
            https: settings.https,
        };
        Ok(Self { listener, house, site })
    }

    /// Where it listens.
    pub fn address(&self) -> std::io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Answers until told to stop; then everything ordered is written.
    pub async fn serve(self, stop: impl Future<Output = ()>) {
        let (limits, numbers) = (self.site.limits.clone(), self.site.metrics.clone());
        let tidying = tokio::spawn(async move {
            loop {
                tokio::time::sleep(TIDY).await;
                limits.tidy();
                numbers.iter().for_each(PrometheusHandle::run_upkeep);
            }
        });
        http::serve(self.listener, self.site, stop).await;
        tidying.abort();
        self.house.store().close().await;
    }
}

/// Numbers are counted once in a process, whoever counts them.
fn recorder() -> Option<PrometheusHandle> {
    static HANDLE: std::sync::OnceLock<Option<PrometheusHandle>> = std::sync::OnceLock::new();
    let install = || PrometheusBuilder::new().set_buckets(&JOURNAL_TIMES).ok()?.install_recorder().ok();
    HANDLE.get_or_init(install).clone()
}

/// Runs the server on threads of its own until told to stop by Ctrl-C or a polite signal; `listening` hears where.
pub fn run(settings: &Settings, listening: impl FnOnce(SocketAddr)) -> Result<(), Trouble> {
    // One core is left for the journal and for bots: whoever serves is not disturbed by them, and the fewer threads
    // serve the less they disturb each other.
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads((cores - 1).max(1))
        .enable_all()
        .build()
        .map_err(Trouble::Threads)?;
    runtime.block_on(async {
        let server = Server::new(settings).await?;
        listening(server.address().unwrap_or(settings.bind));
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
