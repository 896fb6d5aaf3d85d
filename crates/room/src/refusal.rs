//! Why a room does not do what it was asked to, in a sentence that says what would be right. It never holds a secret.

use table::Clause;
use thiserror::Error;

/// The kind of a refusal, for programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RefusalKind {
    /// The request makes no sense.
    Wrong,
    /// The visitor may not do that.
    Forbidden,
    /// There is no such thing.
    Missing,
    /// The table has moved on since.
    Stale,
    /// It is not the time for that.
    NotNow,
    /// The rules forbid it, by this clause.
    Illegal(Clause),
    /// It is gone and does not come back.
    Gone,
    /// Too often.
    TooFast,
    /// There is no more space here.
    Full,
}

/// Why something asked for was not done; nothing has changed.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{sentence}")]
pub struct Refusal {
    /// The kind.
    pub kind: RefusalKind,
    /// The sentence for people.
    pub sentence: String,
}

macro_rules! kinds {
    ($($(#[$doc:meta])* $name:ident => $kind:ident;)*) => {
        $($(#[$doc])*
        pub fn $name(sentence: impl Into<String>) -> Self {
            Self { kind: RefusalKind::$kind, sentence: sentence.into() }
        })*
    };
}

impl Refusal {
    kinds! {
        /// The request makes no sense.
        wrong => Wrong;
        /// The visitor may not do that.
        forbidden => Forbidden;
        /// There is no such thing.
        missing => Missing;
        /// The table has moved on since.
        stale => Stale;
        /// It is not the time for that.
        not_now => NotNow;
        /// It is gone and does not come back.
        gone => Gone;
        /// Too often.
        too_fast => TooFast;
        /// There is no more space here.
        full => Full;
    }

    /// The rules forbid it.
    pub fn illegal(clause: Clause, sentence: impl Into<String>) -> Self {
        Self { kind: RefusalKind::Illegal(clause), sentence: sentence.into() }
    }
}
