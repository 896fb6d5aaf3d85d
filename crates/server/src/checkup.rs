//! Read-only checks for `gruntle doctor`: the folder, the database, NATS, files. Every wait has a time-out.

use std::path::PathBuf;
use std::time::Duration;

use nats::{Address, Caller, ClusterError, Secret, Trust};
use tokio::time::timeout;

use crate::database::Database;
use crate::{folder, store};

pub use crate::FEW_FILES;
pub use crate::store::{Contents, DatabaseCheckup, NodeSession, StoreError};

/// The most tables of a node for which renewals and take-over were measured.
pub const MOST_TABLES: u64 = 60_000;

/// Time-out of a look at the database.
const LOOKS_WITHIN: Duration = Duration::from_secs(10);
/// Time-out of NATS.
const REACHED_WITHIN: Duration = Duration::from_secs(5);

/// The folder of a database, as the system has it.
#[derive(Debug)]
pub struct Place {
    /// The folder.
    pub folder: PathBuf,
    /// Whether the folder is for the database alone, so that other users should not get in.
    pub is_ours: bool,
    /// Whether other users may look into the folder.
    pub is_open: bool,
    /// Files of the database that other users may read or write.
    pub open_files: Vec<PathBuf>,
    /// Files of the database, or the folder, that belong to somebody else than this user.
    pub foreign: Vec<PathBuf>,
    /// How many bytes are free there, where the system says it.
    pub free: Option<u64>,
}

/// Looks at the folder of a database; `None` where that is a server.
#[must_use]
pub fn place(database: &Database) -> Option<std::io::Result<Place>> {
    let file = database.file()?;
    let folder = folder::folder(&file).to_path_buf();
    Some(looked_at(file, folder, matches!(database, Database::Folder(_))))
}

fn looked_at(file: PathBuf, folder: PathBuf, is_named: bool) -> std::io::Result<Place> {
    std::fs::metadata(&folder)?;
    let is_ours = is_named && folder::has_nothing_else(&folder)?;
    let files: Vec<PathBuf> = folder::files(&file).collect();
    let all = files.iter().chain([&folder]);
    Ok(Place {
        is_ours,
        is_open: system::is_open(&folder),
        foreign: all.filter(|path| system::is_foreign(path)).cloned().collect(),
        open_files: files.iter().filter(|path| system::is_open(path)).cloned().collect(),
        free: system::free(&folder),
        folder,
    })
}

/// Looks at a database and at the journals in it.
pub fn database(database: &Database) -> Result<DatabaseCheckup, StoreError> {
    match database.file() {
        Some(file) if !file.is_file() => Err(StoreError::Empty),
        Some(_) | None => runtime()?.block_on(store::look(&database.beside(), LOOKS_WITHIN)),
    }
}

fn runtime() -> std::io::Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_current_thread().enable_all().build()
}

/// Connects to NATS as a node does, and leaves again.
pub fn reach_nats(address: &Address, secret: &Secret, trust: Trust) -> Result<(), ClusterError> {
    let runtime = runtime().map_err(|why| ClusterError(format!("cannot look for NATS: {why}")))?;
    let caller = Caller {
        name: "gruntle doctor",
        danger: "read what is hidden at every table and speak for every node",
        inbox: "gruntle.node.inbox",
    };
    runtime.block_on(async {
        let connecting = nats::connect(address, secret, trust, caller, |_| {});
        match timeout(REACHED_WITHIN, connecting).await {
            Ok(connected) => connected.map(drop),
            Err(_) => Err(ClusterError(format!(
                "NATS at {address} does not answer within {} s",
                REACHED_WITHIN.as_secs()
            ))),
        }
    })
}

/// How many files a server that is started here may have open, once it has raised its limit as far as it may.
#[must_use]
pub fn open_files() -> Option<u64> {
    system::open_files()
}

#[cfg(unix)]
mod system {
    use std::fs::metadata;
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
    use std::path::Path;

    pub(super) fn is_open(path: &Path) -> bool {
        metadata(path).is_ok_and(|known| known.permissions().mode() & 0o077 != 0)
    }

    /// The superuser may look at files of others.
    pub(super) fn is_foreign(path: &Path) -> bool {
        let user = rustix::process::geteuid();
        !user.is_root() && metadata(path).is_ok_and(|known| known.uid() != user.as_raw())
    }

    pub(super) fn free(folder: &Path) -> Option<u64> {
        rustix::fs::statvfs(folder).ok().map(|told| told.f_bavail.saturating_mul(told.f_frsize))
    }

    pub(super) fn open_files() -> Option<u64> {
        rlimit::Resource::NOFILE.get_hard().ok()
    }
}

/// Other systems are left out: rights, space and files are counted in other ways.
#[cfg(not(unix))]
mod system {
    use std::path::Path;

    pub(super) fn is_open(_: &Path) -> bool {
        false
    }

    pub(super) fn is_foreign(_: &Path) -> bool {
        false
    }

    pub(super) fn free(_: &Path) -> Option<u64> {
        None
    }

    pub(super) fn open_files() -> Option<u64> {
        None
    }
}
