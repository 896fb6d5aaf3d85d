//! What can go wrong with the database.

use thiserror::Error;

/// Why the store does not do it.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The database does not.
    #[error(transparent)]
    Database(#[from] sqlx::Error),
    /// The writer has ended.
    #[error("nothing is written any more")]
    Closed,
    /// What is kept is not what was written.
    #[error("line {line} of the journal of match {code} is not what was written")]
    Damaged {
        /// The match.
        code: String,
        /// The line.
        line: u64,
    },
    /// A later program has made the database.
    #[error("its database is of version {found}, made by a newer gruntle; this one knows version {known}")]
    Newer {
        /// The version of its tables.
        found: i64,
        /// The version that this program knows.
        known: i64,
    },
    /// An earlier program has made the database, and may be using it.
    #[error("its database is of an older version; 'gruntle serve' brings it up to date when it starts")]
    Older,
    /// The operating system gives no randomness.
    #[error(transparent)]
    NoRandomness(#[from] crate::random::NoRandomness),
}
