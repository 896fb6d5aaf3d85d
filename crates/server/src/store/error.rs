//! Errors of the database.

use sqlx::Error as SqlError;
use thiserror::Error;

/// An error of the store.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The database refused.
    #[error(transparent)]
    Database(SqlError),
    /// The database cannot be reached. Its last request may have been done.
    #[error("the database cannot be reached: {0}")]
    Away(String),
    /// The writer has lost the match: somebody else has gone on with it or removed it.
    #[error(
        "line {line} of match number {id} is not ours to write: somebody else has gone on with it or removed it"
    )]
    Lost {
        /// The number of the match.
        id: i64,
        /// The line.
        line: u64,
    },
    /// The writer has ended.
    #[error("nothing is written any more")]
    Closed,
    /// The stored line is not the written one.
    #[error("line {line} of the journal of match {code} is not what was written")]
    Damaged {
        /// The match.
        code: String,
        /// The line.
        line: u64,
    },
    /// A journal ends before its head: its last lines are gone.
    #[error(
        "the journal of match {code} ends at line {line}, and line {head} was written: the database is an earlier one, or has lost some of it"
    )]
    CutShort {
        /// The match.
        code: String,
        /// Its last line that is there.
        line: u64,
        /// The last line that was written.
        head: u64,
    },
    /// A later program has made the database.
    #[error("its database is of version {found}, made by a newer gruntle; this one knows version {known}")]
    Newer {
        /// The version of its tables.
        found: i64,
        /// The version that this program knows.
        known: i64,
    },
    /// No known program has made the database as it is.
    #[error("its database is of version {0}, which no gruntle has made: it is damaged, or not ours")]
    Unknown(i64),
    /// An earlier program has made the database, and may be using it.
    #[error("its database is of an older version; 'gruntle serve' brings it up to date when it starts")]
    Older,
    /// There is nothing in the database.
    #[error("there are no games in it; 'gruntle serve' makes its tables when it starts")]
    Empty,
    /// There is a log beside the database that cannot be read without making files.
    #[error(
        "a log is beside it that only a server can read; 'gruntle serve' moves it into the database when it starts"
    )]
    Unread,
    /// The database is no file that could be copied.
    #[error("it is no file that could be copied; 'gruntle admin copy' or pg_dump copies it")]
    NoFile,
    /// A copy into the database was begun and not finished.
    #[error(
        "a copy into it was begun and is not finished; 'gruntle admin copy' with the same two databases goes on with it"
    )]
    Unfinished,
    /// There is something in a database into which another is to be copied.
    #[error("there is something in it already; a copy goes into an empty database")]
    NotEmpty,
    /// A copy differs from its source.
    #[error("the copy is not the same as what was copied; did somebody write meanwhile? Begin again")]
    Different,
    /// The operating system gives no randomness.
    #[error(transparent)]
    NoRandomness(#[from] crate::random::NoRandomness),
}

impl From<std::io::Error> for StoreError {
    fn from(error: std::io::Error) -> Self {
        Self::Database(SqlError::Io(error))
    }
}

impl From<SqlError> for StoreError {
    fn from(error: SqlError) -> Self {
        if is_away(&error) { Self::Away(error.to_string()) } else { Self::Database(error) }
    }
}

/// Whether an error says that the other side is not there, or is about to go.
fn is_away(error: &SqlError) -> bool {
    if matches!(error, SqlError::Io(_) | SqlError::Tls(_) | SqlError::Protocol(_) | SqlError::PoolTimedOut) {
        return true;
    }
    error.as_database_error().and_then(|told| told.code()).is_some_and(|code| {
        // Connections that break, are refused, or were ended because a transaction stood still; a server that stops,
        // starts, or only reads. These are codes of PostgreSQL; those of SQLite are numbers below 10,000.
        code.starts_with("08") || code.starts_with("57P") || ["53300", "25P03", "25006"].contains(&&*code)
    })
}

/// Whether rows were refused because they are there already, or because what they belong to is not.
pub(super) fn is_taken(error: &SqlError) -> bool {
    let told = error.as_database_error();
    told.is_some_and(|told| told.is_unique_violation() || told.is_foreign_key_violation())
}
