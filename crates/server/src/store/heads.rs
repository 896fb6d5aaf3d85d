//! The heads of journals, in a file beside the database: number and digest of the last line of each match. They find a
//! journal that was cut short by flipped bits or a lost log, and holds by itself.

use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Read, Result, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use sha2::{Digest, Sha256};

use super::chain::Chain;
use crate::folder;

/// Bytes of a match in the file: eight of the number, sixteen of the digest, eight of a checksum.
const SLOT: usize = 32;
/// The slot of no match holds the dirty flag: whether a server uses the database.
const IN_USE: i64 = 0;

/// The last line of a journal that was certainly written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Head {
    pub(super) number: u64,
    pub(super) chain: Chain,
}

/// The file. It is written behind each transaction and left to the operating system: it may lag behind the journals,
/// and is never ahead of them.
pub(super) struct Heads(Mutex<File>);

impl Heads {
    /// Opens the file beside this database, if it is there.
    pub(super) fn open(database: &Path) -> Result<Option<Self>> {
        Self::open_with(File::options().read(true).write(true), database)
    }

    /// The same, read-only.
    pub(super) fn open_to_read(database: &Path) -> Result<Option<Self>> {
        Self::open_with(File::options().read(true), database)
    }

    fn open_with(options: &OpenOptions, database: &Path) -> Result<Option<Self>> {
        match options.open(path(database)) {
            Ok(file) => Ok(Some(Self(Mutex::new(file)))),
            Err(wrong) if wrong.kind() == ErrorKind::NotFound => Ok(None),
            Err(wrong) => Err(wrong),
        }
    }

    /// Makes the file beside this database.
    pub(super) fn create(database: &Path) -> Result<Self> {
        remove(database)?;
        folder::create_file(&path(database))?;
        Self::open(database)?.ok_or_else(|| ErrorKind::NotFound.into())
    }

    /// The head of this match, if it is known.
    pub(super) fn read(&self, id: i64) -> Result<Option<Head>> {
        let mut slot = [0; SLOT];
        {
            let mut file = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            file.seek(SeekFrom::Start(place(id)))?;
            match file.read_exact(&mut slot) {
                Ok(()) => {}
                Err(wrong) if wrong.kind() == ErrorKind::UnexpectedEof => return Ok(None),
                Err(wrong) => return Err(wrong),
            }
        }
        let (Some(number), Some(chain)) = (slot.first_chunk(), Chain::read(&slot[8..24])) else {
            return Ok(None);
        };
        let head = Head { number: u64::from_le_bytes(*number), chain };
        // A slot that was never written, or is damaged, counts as missing.
        Ok((slot == written(id, head)).then_some(head))
    }

    /// Notes the head of this match.
    pub(super) fn note(&self, id: i64, head: Head) -> Result<()> {
        self.write(id, &written(id, head))
    }

    /// Forgets the head of a match that is not there any more: its number may be another's.
    pub(super) fn forget(&self, id: i64) -> Result<()> {
        self.write(id, &[0; SLOT])
    }

    fn write(&self, id: i64, slot: &[u8; SLOT]) -> Result<()> {
        let mut file = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(place(id)))?;
        file.write_all(slot)
    }

    /// Sets the dirty flag; says whether the last shutdown was clean.
    pub(super) fn begin(&self) -> Result<bool> {
        let in_use = self.read(IN_USE)?.is_some();
        self.note(IN_USE, Head { number: 1, chain: Chain::of_match("", "", 0) })?;
        Ok(!in_use)
    }

    /// The database is closed, and all its lines are in its file.
    pub(super) fn end(&self) -> Result<()> {
        self.forget(IN_USE)?;
        self.0.lock().unwrap_or_else(PoisonError::into_inner).sync_all()
    }
}

/// Removes the heads of a database that is not there any more.
pub(super) fn remove(database: &Path) -> Result<()> {
    match std::fs::remove_file(path(database)) {
        Err(wrong) if wrong.kind() != ErrorKind::NotFound => Err(wrong),
        Ok(()) | Err(_) => Ok(()),
    }
}

/// Where the heads of a database are.
fn path(database: &Path) -> PathBuf {
    folder::beside(database, "-heads")
}

fn place(id: i64) -> u64 {
    id.unsigned_abs() * SLOT as u64
}

fn written(id: i64, head: Head) -> [u8; SLOT] {
    let mut slot = [0; SLOT];
    slot[..8].copy_from_slice(&head.number.to_le_bytes());
    slot[8..24].copy_from_slice(head.chain.bytes());
    let check = Sha256::new().chain_update("gruntle head").chain_update(id.to_le_bytes());
    let check = check.chain_update(&slot[..24]).finalize();
    slot[24..].copy_from_slice(&check[..8]);
    slot
}
