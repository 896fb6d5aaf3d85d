//! Commands of an administrator: list, export and remove matches, and copy the database while it is in use.

use std::path::Path;

use room::Room;
use thiserror::Error;

use crate::database::Database;
use crate::folder::{self, FolderOf, Lock};
use crate::store::{self, CopyProgress, Row, Store, StoreError};
use crate::{Trouble, trouble};

pub use crate::store::Copied;

/// Why nothing was done.
#[derive(Debug, Error)]
pub enum Unable {
    /// The database cannot be used.
    #[error("{0}")]
    Unusable(#[from] Trouble),
    /// There are no games in it.
    #[error("there are no games in '{0}'; name the folder with --data, or the database with --database")]
    Nothing(Database),
    /// A server is running, which must not.
    #[error("a server is running with '{0}'; stop it, and begin again")]
    Served(Database),
    /// The database does not do it.
    #[error("the database does not do it: {0}")]
    Database(#[from] StoreError),
    /// The file for a copy cannot be made.
    #[error("cannot copy into '{0}': {1}")]
    File(String, std::io::Error),
    /// It is the same database.
    #[error("'{0}' cannot be copied into itself")]
    Same(Database),
    /// A copy was not made.
    #[error("cannot copy '{from}' into '{to}': {why}")]
    Uncopied {
        /// The source of the copy.
        from: Database,
        /// Into what.
        to: Database,
        /// Why not.
        why: StoreError,
    },
    /// There is no file to copy.
    #[error(
        "'{0}' is no file that could be copied; 'gruntle admin copy {0} sqlite:FILE' or pg_dump makes a copy of it"
    )]
    NoFile(Database),
    /// There is no such match.
    #[error("there is no match '{0}'; 'gruntle admin list' names them")]
    NoMatch(String),
    /// It is not over, so its secrets stay hidden.
    #[error("the match '{0}' is not over; it can be exported when it is")]
    NotOver(String),
    /// Its journal does not hold.
    #[error("the journal of '{0}' does not hold: {1}")]
    Broken(String, String),
}

/// A match, as it is listed.
pub struct Listed {
    /// Its code.
    pub code: String,
    /// The game.
    pub game: String,
    /// `lobby`, `playing` or `over`.
    pub stage: String,
    /// When it was opened, in seconds since 1970.
    pub opened: i64,
    /// Who sits there.
    pub names: Vec<String>,
    /// Lines in its journal.
    pub lines: usize,
}

/// A command of an administrator.
pub enum Task<'a> {
    /// Lists all matches.
    List,
    /// Gives the record of a finished match.
    Export(&'a str),
    /// Removes a match for good.
    Remove(&'a str),
    /// Copies the database into a new file.
    BackUp(&'a Path),
}

/// Its result.
pub enum Answer {
    /// The matches.
    Matches(Vec<Listed>),
    /// The record.
    Record(String),
    /// It is done.
    Done,
}

/// Runs a command, beside a running server or without one.
pub fn administer(database: &Database, task: &Task<'_>) -> Result<Answer, Unable> {
    if let (Task::BackUp(_), None) = (task, database.file()) {
        return Err(Unable::NoFile(database.clone()));
    }
    runtime()?.block_on(async {
        let store = open(&database.beside()).await?;
        let answer = done(&store, task).await;
        store.close().await;
        answer
    })
}

fn runtime() -> Result<tokio::runtime::Runtime, Unable> {
    let mut builder = tokio::runtime::Builder::new_current_thread();
    builder.enable_all().build().map_err(|why| Unable::Unusable(Trouble::Threads(why)))
}

/// Copies a database into an empty one, while no other program uses either. An interrupted copy goes on.
pub fn copy(from: &Database, to: &Database, progress: CopyProgress<'_>) -> Result<Copied, Unable> {
    let (from, to) = (from.beside(), to.beside());
    if from.file().is_some_and(|file| !file.is_file()) {
        return Err(Unable::Nothing(from));
    }
    if let (Some(one), Some(other)) = (from.file(), to.file()) {
        let whole = |file: &Path| std::fs::canonicalize(file).ok();
        if one == other || whole(&one).is_some_and(|one| Some(one) == whole(&other)) {
            return Err(Unable::Same(from));
        }
    }
    runtime()?.block_on(async {
        let _from = alone_with(&from).await?;
        if let Some(file) = to.file() {
            folder::prepare(&file, FolderOf::Somebody).map_err(|why| Unable::Unusable(trouble(&to, &why)))?;
        }
        let _to = alone_with(&to).await?;
        let copied = store::copy(&from, &to, progress).await;
        copied.map_err(|why| match matches!(why, StoreError::Empty) {
            true => Unable::Nothing(from.clone()),
            false => Unable::Uncopied { from: from.clone(), to: to.clone(), why },
        })
    })
}

/// Opens the database beside a server. An older one is brought up to date if no server is running.
async fn open(database: &Database) -> Result<Store, Unable> {
    if database.file().is_some_and(|file| !file.is_file()) {
        return Err(Unable::Nothing(database.clone()));
    }
    let unusable = |why: StoreError| match matches!(why, StoreError::Empty) {
        true => Unable::Nothing(database.clone()),
        false => Unable::Unusable(trouble(database, &why)),
    };
    match Store::open_beside(database).await {
        Err(StoreError::Older) => {
            let _alone = alone_with(database).await?;
            Store::open(database).await.map_err(unusable)
        }
        opened => opened.map_err(unusable),
    }
}

/// An exclusive lock on a database, as far as there is one: no server is running.
async fn alone_with(database: &Database) -> Result<Option<Lock>, Unable> {
    let unusable = |why: &dyn std::fmt::Display| Unable::Unusable(trouble(database, why));
    match database.file() {
        Some(file) => match Lock::take(&file).map_err(|why| unusable(&why))? {
            Some(lock) => Ok(Some(lock)),
            None => Err(Unable::Served(database.clone())),
        },
        None => match Store::is_served(database).await.map_err(|why| unusable(&why))? {
            false => Ok(None),
            true => Err(Unable::Served(database.clone())),
        },
    }
}

async fn done(store: &Store, task: &Task<'_>) -> Result<Answer, Unable> {
    match task {
        Task::List => {
            let mut listed = Vec::new();
            for row in store.all().await? {
                listed.push(list(store, row).await?);
            }
            Ok(Answer::Matches(listed))
        }
        Task::Export(code) => {
            let missing = || Unable::NoMatch((*code).to_owned());
            let loaded = store.load(code).await?.ok_or_else(missing)?;
            let room = Room::read(loaded.header, &loaded.lines)
                .map_err(|why| Unable::Broken((*code).to_owned(), why))?;
            let record = room.record_text();
            record.map(Answer::Record).ok_or_else(|| Unable::NotOver((*code).to_owned()))
        }
        Task::Remove(code) => match store.remove(code).await? {
            true => Ok(Answer::Done),
            false => Err(Unable::NoMatch((*code).to_owned())),
        },
        Task::BackUp(to) => {
            let name = to.display().to_string();
            folder::create_file(to).map_err(|why| Unable::File(name.clone(), why))?;
            let backed_up = store.back_up(&name).await;
            if backed_up.is_err() {
                // Half a copy would be in the way of the next.
                let _ = std::fs::remove_file(to);
            }
            Ok(backed_up.map(|()| Answer::Done)?)
        }
    }
}

async fn list(store: &Store, row: Row) -> Result<Listed, Unable> {
    let (lines, names) = match store.load(&row.code).await {
        Ok(Some(loaded)) => {
            let room = Room::read(loaded.header, &loaded.lines);
            (loaded.lines.len(), room.map(|room| room.seats().names()).unwrap_or_default())
        }
        Ok(None) => (0, Vec::new()),
        Err(StoreError::Damaged { line, .. }) => (0, vec![format!("(damaged at line {line})")]),
        Err(StoreError::CutShort { line, head, .. }) => {
            (line as usize, vec![format!("(cut short: {line} lines of {head})")])
        }
        Err(other) => return Err(other.into()),
    };
    Ok(Listed {
        code: row.code,
        game: row.game,
        stage: row.stage,
        opened: row.times.0,
        names: names.into_iter().filter(|name| !name.is_empty()).collect(),
        lines,
    })
}
