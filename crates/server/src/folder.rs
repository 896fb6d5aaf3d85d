//! The data folder: private to its owner, and locked by one server at a time.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{ErrorKind, Result};
use std::path::{Path, PathBuf};

/// Makes an empty database and its folder if they are not there, and keeps others from reading them if they are. A
/// folder in which there are other things too is left as open as it is.
pub(crate) fn prepare(database: &Path, of: FolderOf) -> Result<()> {
    let folder = folder(database);
    owner_only::create_folder(folder)?;
    if of == FolderOf::Ours && has_nothing_else(folder)? {
        owner_only::close_folder(folder)?;
    }
    drop(open_file(database)?);
    for kept in files(database) {
        owner_only::close_file(&kept)?;
    }
    Ok(())
}

/// The files of a database that are there.
pub(crate) fn files(database: &Path) -> impl Iterator<Item = PathBuf> {
    let named = ["", "-wal", "-shm", "-heads"].into_iter().map(|more| beside(database, more));
    named.filter(|file| file.exists())
}

/// The file of a database whose name ends so.
pub(crate) fn beside(database: &Path, end: &str) -> PathBuf {
    let mut name = database.as_os_str().to_owned();
    name.push(end);
    name.into()
}

/// Whose a folder is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FolderOf {
    /// It was named as our data folder.
    Ours,
    /// A file in it was named.
    Somebody,
}

/// The folder of a database.
pub(crate) fn folder(database: &Path) -> &Path {
    match database.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        Some(_) | None => Path::new("."),
    }
}

/// A new, empty file that is private to its owner.
pub(crate) fn create_file(path: &Path) -> Result<File> {
    owner_only::options().write(true).create_new(true).open(path)
}

fn open_file(path: &Path) -> Result<File> {
    owner_only::options().write(true).create(true).truncate(false).open(path)
}

/// Whether a folder is for a database alone.
pub(crate) fn has_nothing_else(folder: &Path) -> Result<bool> {
    for entry in std::fs::read_dir(folder)? {
        if !entry?.file_name().to_string_lossy().starts_with("gruntle.") {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The lock of the only server of a database. It ends with the process, by a crash as well.
pub(crate) struct Lock {
    _file: File,
}

impl Lock {
    /// Whether another process has it. This one has it for a moment meanwhile, and makes no file.
    pub(crate) fn is_held(database: &Path) -> Result<bool> {
        let file = match File::open(database.canonicalize()?.with_extension("lock")) {
            Err(none) if none.kind() == ErrorKind::NotFound => return Ok(false),
            opened => opened?,
        };
        match file.try_lock_shared() {
            Ok(()) => Ok(false),
            Err(TryLockError::WouldBlock) => Ok(true),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }

    /// Takes the lock; `None` if another process has it. The database must exist; links to it share the lock.
    pub(crate) fn take(database: &Path) -> Result<Option<Self>> {
        let file = open_file(&database.canonicalize()?.with_extension("lock"))?;
        match file.try_lock() {
            Ok(()) => Ok(Some(Self { _file: file })),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }
}

#[cfg(unix)]
mod owner_only {
    use super::{OpenOptions, Path, Result};
    use std::fs::{DirBuilder, Permissions, metadata, set_permissions};
    use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _, PermissionsExt as _};

    pub(super) fn options() -> OpenOptions {
        let mut options = OpenOptions::new();
        options.mode(0o600);
        options
    }

    pub(super) fn create_folder(folder: &Path) -> Result<()> {
        DirBuilder::new().recursive(true).mode(0o700).create(folder)
    }

    pub(super) fn close_folder(folder: &Path) -> Result<()> {
        close(folder, 0o700)
    }

    pub(super) fn close_file(file: &Path) -> Result<()> {
        close(file, 0o600)
    }

    fn close(path: &Path, mode: u32) -> Result<()> {
        if metadata(path)?.permissions().mode() & 0o077 == 0 {
            return Ok(());
        }
        set_permissions(path, Permissions::from_mode(mode))
    }
}

#[cfg(not(unix))]
mod owner_only {
    use super::{OpenOptions, Path, Result};

    pub(super) fn options() -> OpenOptions {
        OpenOptions::new()
    }

    pub(super) fn create_folder(folder: &Path) -> Result<()> {
        std::fs::create_dir_all(folder)
    }

    pub(super) fn close_folder(_: &Path) -> Result<()> {
        Ok(())
    }

    pub(super) fn close_file(_: &Path) -> Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fresh(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("gruntle-folder-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        folder
    }

    #[cfg(unix)]
    #[test]
    fn others_cannot_read_what_is_kept() {
        use std::fs::{Permissions, metadata, set_permissions};
        use std::os::unix::fs::PermissionsExt as _;
        let mode = |path: &Path| metadata(path).unwrap().permissions().mode() & 0o777;
        let folder = fresh("modes");
        let database = folder.join("gruntle.db");
        prepare(&database, FolderOf::Ours).unwrap();
        assert_eq!((mode(&folder), mode(&database)), (0o700, 0o600));
        // Narrows modes that an earlier version has left wide.
        let log = folder.join("gruntle.db-wal");
        std::fs::write(&log, "").unwrap();
        for (path, open) in [(&folder, 0o755), (&database, 0o644), (&log, 0o644)] {
            set_permissions(path, Permissions::from_mode(open)).unwrap();
        }
        prepare(&database, FolderOf::Ours).unwrap();
        assert_eq!((mode(&folder), mode(&database), mode(&log)), (0o700, 0o600, 0o600));
        // A folder in which a file was named is left alone, even if there is nothing else.
        set_permissions(&folder, Permissions::from_mode(0o755)).unwrap();
        prepare(&database, FolderOf::Somebody).unwrap();
        assert_eq!((mode(&folder), mode(&database)), (0o755, 0o600));
        // A folder for other things too is not ours to close; the database is.
        std::fs::write(folder.join("photo.jpg"), "").unwrap();
        set_permissions(&folder, Permissions::from_mode(0o755)).unwrap();
        set_permissions(&database, Permissions::from_mode(0o644)).unwrap();
        prepare(&database, FolderOf::Ours).unwrap();
        assert_eq!((mode(&folder), mode(&database)), (0o755, 0o600));
        let copy = folder.join("copy.db");
        drop(create_file(&copy).unwrap());
        assert_eq!(mode(&copy), 0o600);
        assert!(create_file(&copy).is_err(), "nothing is overwritten");
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_folder_has_one_server_at_a_time() {
        let folder = fresh("lock");
        let database = folder.join("gruntle.db");
        prepare(&database, FolderOf::Ours).unwrap();
        let lock = Lock::take(&database).unwrap().unwrap();
        assert!(Lock::take(&database).unwrap().is_none());
        drop(lock);
        assert!(Lock::take(&database).unwrap().is_some());
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn by_another_name_a_database_has_one_server_too() {
        let folder = fresh("links");
        let (database, link) = (folder.join("gruntle.db"), folder.join("other.db"));
        prepare(&database, FolderOf::Ours).unwrap();
        std::os::unix::fs::symlink(&database, &link).unwrap();
        let lock = Lock::take(&link).unwrap().unwrap();
        assert!(Lock::take(&database).unwrap().is_none());
        drop(lock);
        let _lock = Lock::take(&database).unwrap().unwrap();
        assert!(Lock::take(&link).unwrap().is_none());
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
