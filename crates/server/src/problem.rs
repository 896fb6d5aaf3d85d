//! Errors, as a sentence that says what would be right. It never holds a secret.

use axum::http::StatusCode;
use room::{Refusal, RefusalKind};
use table::Clause;

use crate::store::StoreError;
use crate::task::Panicked;

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

impl From<Refusal> for Problem {
    fn from(Refusal { kind, sentence }: Refusal) -> Self {
        let (status, kind, clause) = match kind {
            RefusalKind::Wrong => (StatusCode::BAD_REQUEST, "wrong", None),
            RefusalKind::Forbidden => (StatusCode::FORBIDDEN, "forbidden", None),
            RefusalKind::Missing => (StatusCode::NOT_FOUND, "missing", None),
            RefusalKind::Stale => (StatusCode::CONFLICT, "stale", None),
            RefusalKind::NotNow => (StatusCode::CONFLICT, "not-now", None),
            RefusalKind::Illegal(clause) => (StatusCode::UNPROCESSABLE_ENTITY, "refused", Some(clause)),
            RefusalKind::Gone => (StatusCode::GONE, "gone", None),
            RefusalKind::TooFast | RefusalKind::Full => (StatusCode::TOO_MANY_REQUESTS, TOO_MUCH, None),
        };
        Self { status, kind, clause, sentence }
    }
}

impl From<Panicked> for Problem {
    fn from(_: Panicked) -> Self {
        Self::broken()
    }
}

impl Problem {
    /// The error of a failed write or read, as visitors see it. The log gets the details, except of an absent database,
    /// which it gets once.
    pub(crate) fn of_store(error: &StoreError, code: Option<&str>, what: &'static str) -> Self {
        if matches!(error, StoreError::Lost { .. }) {
            tracing::warn!(%error, code, "{what}");
        } else if !matches!(error, StoreError::Away(_)) {
            tracing::error!(%error, code, "{what}");
        }
        match error {
            StoreError::CutShort { line, head, .. } => Self::gone(format!(
                "this match cannot go on: it had {head} lines, of which {line} are left where it is kept. It stays as it is; whoever runs the table may have a backup"
            )),
            StoreError::Damaged { .. } => Self::gone(
                "this match cannot be shown: its journal was damaged where it is kept. Whoever runs the table may have a backup",
            ),
            StoreError::Away(_) => Self::away(),
            StoreError::Lost { .. } => Self::lost(),
            StoreError::Database(_)
            | StoreError::Closed
            | StoreError::Newer { .. }
            | StoreError::Unknown(_)
            | StoreError::Older
            | StoreError::Empty
            | StoreError::NoFile
            | StoreError::Unfinished
            | StoreError::Unread
            | StoreError::NotEmpty
            | StoreError::Different
            | StoreError::NoRandomness(_) => Self::broken(),
        }
    }
}

/// The kind of refusals by a limit.
const TOO_MUCH: &str = "too-much";
/// The kind of what was lost to somebody else.
const LOST: &str = "lost";

impl Problem {
    /// A request that makes no sense.
    pub fn wrong(sentence: impl Into<String>) -> Self {
        Refusal::wrong(sentence).into()
    }

    /// The visitor may not do that.
    pub fn forbidden(sentence: impl Into<String>) -> Self {
        Refusal::forbidden(sentence).into()
    }

    /// There is no such thing.
    pub fn missing(sentence: impl Into<String>) -> Self {
        Refusal::missing(sentence).into()
    }

    /// It is not the time for that.
    pub fn not_now(sentence: impl Into<String>) -> Self {
        Refusal::not_now(sentence).into()
    }

    /// It is gone and does not come back.
    pub fn gone(sentence: impl Into<String>) -> Self {
        Refusal::gone(sentence).into()
    }

    /// Too much, too large or too often.
    pub fn too_much(status: StatusCode, sentence: impl Into<String>) -> Self {
        Self { status, kind: TOO_MUCH, clause: None, sentence: sentence.into() }
    }

    /// So many tables are taken up at the moment that there was no place for another.
    pub(crate) fn crowded() -> Self {
        let sentence =
            "so many tables are being taken up that there was no place for this one; try again in a moment";
        Self::too_much(StatusCode::SERVICE_UNAVAILABLE, sentence)
    }

    /// Whether it may be otherwise in a moment.
    pub(crate) fn may_pass(&self) -> bool {
        self.status == StatusCode::SERVICE_UNAVAILABLE
    }

    /// Our own fault; what exactly stands in the log.
    pub fn broken() -> Self {
        let sentence = "the table could not keep what you did; nothing was changed. Try again in a moment";
        Self {
            status: StatusCode::SERVICE_UNAVAILABLE,
            kind: "broken",
            clause: None,
            sentence: sentence.to_owned(),
        }
    }

    /// The database cannot be reached. A write under way may have been done, so the sentence does not deny it.
    pub fn away() -> Self {
        let sentence = "the database of this site cannot be reached at the moment, so nothing can be kept or looked up. \
             Try again in a moment; if you had just done something, look first whether it is there";
        Self {
            status: StatusCode::SERVICE_UNAVAILABLE,
            kind: "away",
            clause: None,
            sentence: sentence.to_owned(),
        }
    }

    /// Somebody else has gone on with the match, so that nothing could be written from here.
    pub fn lost() -> Self {
        let sentence =
            "another server has gone on with this table; nothing of what you did was kept. Look at it again";
        Self {
            status: StatusCode::SERVICE_UNAVAILABLE,
            kind: LOST,
            clause: None,
            sentence: sentence.to_owned(),
        }
    }

    /// The owner of the table cannot be reached; nothing was done.
    pub fn unreachable() -> Self {
        let sentence = "whoever keeps this table cannot be reached at the moment; nothing was done. Try again in a moment";
        Self { sentence: sentence.to_owned(), ..Self::away() }
    }

    /// The owner of the table did not answer, so nobody knows whether it was done.
    pub fn unsure() -> Self {
        let sentence = "whoever keeps this table did not answer in time. Look first whether what you did is there; if not, try again";
        Self { sentence: sentence.to_owned(), ..Self::away() }
    }

    /// Another node's error.
    pub(crate) fn told(status: u16, kind: &str, clause: Option<Clause>, sentence: String) -> Self {
        let kinds =
            ["wrong", "forbidden", "missing", "stale", "not-now", "refused", "gone", TOO_MUCH, "away", LOST];
        let kind = kinds.into_iter().find(|known| *known == kind).unwrap_or("broken");
        let status = StatusCode::from_u16(status).unwrap_or(StatusCode::SERVICE_UNAVAILABLE);
        Self { status, kind, clause, sentence }
    }

    /// Whether it is that somebody else has gone on with the match.
    pub fn is_lost(&self) -> bool {
        self.kind == LOST
    }
}
