//! Somebody's play of a deal, and their right to others' replays.

use room::{KeyHash, Score};

use super::Day;

/// Somebody who has begun a deal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Play {
    /// By which key.
    pub(crate) key: KeyHash,
    /// The code of the match.
    pub(crate) code: String,
    /// The word in the link by which others are challenged.
    pub(crate) challenge: String,
    /// The name.
    pub(crate) name: String,
    /// The stored score; `None` while it is played.
    pub(crate) score: Option<i64>,
    /// When the first decision was written, in seconds since 1970; `None` if unknown, or after another key's result.
    pub(crate) decided: Option<i64>,
}

/// Whether the finished games of others at a deal are open to somebody.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Replays {
    Open,
    /// When the day is over whose deal it is.
    Tomorrow,
    /// Not before their own game is over.
    Hidden,
}

/// Whether a key has held a seat before a deal could be played. A second key of somebody is often younger.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum KeyAge {
    Older,
    Younger,
}

impl Play {
    /// Whether others' games at the deal of this name are open to this player. While it is today's, only to one who
    /// decided before anybody could look, and did not give up: else a second key could look for a first one.
    pub(crate) fn replays(&self, deal: &str, today: Day) -> Replays {
        let Some(score) = self.score else { return Replays::Hidden };
        let is_over = Day::of_deal(deal).is_none_or(|day| day < today);
        let is_honest = self.decided.is_some() && score < Score::GaveUp.kept();
        if is_over || is_honest { Replays::Open } else { Replays::Tomorrow }
    }
}
