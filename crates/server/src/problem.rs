//! What went wrong, in a sentence that says what would be right. It never holds a secret.

use axum::http::StatusCode;
use table::Clause;

/// Why something asked for was not done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The status it is answered with.
    pub status: StatusCode,
    /// The kind in a word, for programs.
    pub kind: &'static str,
    /// The clause that forbids it, where one does.
    pub clause: Option<Clause>,
    /// The sentence for people.
    pub sentence: String,
}

impl Problem {
    const fn new(status: StatusCode, kind: &'static str, sentence: String) -> Self {
        Self { status, kind, clause: None, sentence }
    }

    /// What was asked for makes no sense.
    pub fn wrong(sentence: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "wrong", sentence.into())
    }

    /// The visitor may not do that.
    pub fn forbidden(sentence: impl Into<String>) -> Self {
        Self::new(StatusCode::FORBIDDEN, "forbidden", sentence.into())
    }

    /// There is no such thing.
    pub fn missing(sentence: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, "missing", sentence.into())
    }

    /// The table has moved on since.
    pub fn stale(sentence: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, "stale", sentence.into())
    }

    /// It is not the time for that.
    pub fn not_now(sentence: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, "not-now", sentence.into())
    }

    /// The rules forbid it.
    pub fn refused(clause: Clause, sentence: impl Into<String>) -> Self {
        let mut refused = Self::new(StatusCode::UNPROCESSABLE_ENTITY, "refused", sentence.into());
        refused.clause = Some(clause);
        refused
    }

    /// It is gone and does not come back.
    pub fn gone(sentence: impl Into<String>) -> Self {
        Self::new(StatusCode::GONE, "gone", sentence.into())
    }

    /// Too much, too large or too often.
    pub fn too_much(status: StatusCode, sentence: impl Into<String>) -> Self {
        Self::new(status, "too-much", sentence.into())
    }

    /// Our own fault; what exactly stands in the log.
    pub fn broken() -> Self {
        Self::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "broken",
            "the table could not keep what you did; nothing was changed. Try again in a moment".to_owned(),
        )
    }
}
