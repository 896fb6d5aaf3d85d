//! What is told, as types: answers are made of them, and the API is described by them.

use serde::Serialize;
use utoipa::ToSchema;

use crate::data::{Lobby, Table};

/// A table that was opened.
#[derive(Serialize, ToSchema)]
pub(super) struct Opened {
    /// the code of the table
    pub(super) code: String,
    /// its address on this site
    pub(super) path: String,
    /// your key, if you had none; it is told once
    #[schema(required = true)]
    pub(super) key: Option<String>,
}

/// The table of a rematch.
#[derive(Serialize, ToSchema)]
pub(super) struct Rematch {
    /// the code of the table
    pub(super) code: String,
    /// its address on this site
    pub(super) path: String,
}

/// A finished game looked at again.
#[derive(Serialize, ToSchema)]
pub(super) struct Reviewed {
    /// what is still thought about, if anything is
    #[schema(required = true)]
    pub(super) thinking: Option<Thinking>,
    /// the review, if there is one yet: docs/review.md describes it
    #[schema(required = true)]
    pub(super) review: Option<serde_json::Value>,
}

/// How far a review is.
#[derive(Serialize, ToSchema)]
pub(super) struct Thinking {
    /// quick or deep
    pub(super) depth: &'static str,
    /// moves and rolls that were looked at
    pub(super) done: u64,
    /// how many there are
    pub(super) of: u64,
}

/// How far the review of a game is.
#[derive(Serialize, ToSchema)]
pub(super) struct ReviewProgress {
    /// what is still thought about, if anything is
    #[schema(required = true)]
    pub(super) thinking: Option<Thinking>,
}

/// What a coach would do in your place.
#[derive(Serialize, ToSchema)]
pub(super) struct Advice {
    /// the change it is about
    pub(super) version: u64,
    /// why, in a sentence
    pub(super) why: String,
    /// the best choices, the one that is preferred first
    pub(super) best: Vec<Advised>,
    /// the same as a piece of a page
    pub(super) page: String,
}

/// A choice and what it is worth.
#[derive(Serialize, ToSchema)]
pub(super) struct Advised {
    /// in notation
    pub(super) action: String,
    /// in words
    pub(super) says: String,
    /// the chance to win after it, in percent
    pub(super) chance: f64,
    /// between which numbers it lies in 95 of 100 cases
    pub(super) between: [f64; 2],
    /// what to point at on the table, one after the other
    pub(super) pieces: Vec<String>,
}

/// Something that was done.
#[derive(Serialize, ToSchema)]
pub(super) struct Changed {
    /// the last change
    pub(super) version: u64,
    /// your key, if you sat down and had none; it is told once
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) key: Option<String>,
    /// true if somebody else's reaction came before yours, which is still in your hand
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) prevented: Option<bool>,
}

/// A moment of a lesson.
#[derive(Serialize, ToSchema)]
pub(super) struct Taught<'a> {
    /// spammers or spam-o-rama
    pub(super) game: &'a str,
    /// what the game is about
    pub(super) about: &'a str,
    /// where in the lesson, from 0
    pub(super) at: u64,
    /// how many moments it has
    pub(super) of: u64,
    /// the headline
    pub(super) title: &'a str,
    /// what the coach says
    pub(super) says: &'a str,
    /// the one thing to do
    #[serde(rename = "do")]
    pub(super) todo: &'a str,
    /// the action that is expected, in notation; none where it is only read
    #[schema(required = true)]
    pub(super) expects: Option<&'a str>,
    /// the clauses that are taught
    pub(super) clauses: &'a [String],
    /// the table, as whoever learns sees it
    pub(super) table: Table<'a>,
}

/// What came of an action in a lesson.
#[derive(Serialize, ToSchema)]
pub(super) struct Coached<'a> {
    /// where in the lesson you are now
    pub(super) at: u64,
    /// what the coach says to something that was not expected; then nothing was played
    #[schema(required = true)]
    pub(super) says: Option<&'a str>,
    /// what the coach says in passing
    pub(super) asides: &'a [String],
    /// what happened until the lesson waits again, each as the events of a table tell it
    pub(super) changes: &'a [String],
    /// what the coach says now, as a piece of a page
    #[schema(required = true)]
    pub(super) coach: Option<String>,
}

/// A word of a rulebook.
#[derive(Serialize, ToSchema)]
pub(super) struct Term<'a> {
    /// the word
    pub(super) term: &'a str,
    /// what it means
    pub(super) says: &'a str,
    /// the clause it rests on
    pub(super) clause: &'a str,
}

/// A key.
#[derive(Serialize, ToSchema)]
pub(super) struct IssuedKey {
    /// your key, if you had none; it is told once
    #[schema(required = true)]
    pub(super) key: Option<String>,
}

/// A link to a seat.
#[derive(Serialize, ToSchema)]
pub(super) struct SeatLink {
    /// it gives the seat to whoever opens it first, within a day
    pub(super) link: String,
}

/// What is wrong, and what would be right.
#[derive(Serialize, ToSchema)]
pub(super) struct Problem<'a> {
    /// wrong, forbidden, missing, stale, not-now, refused, gone, too-much or broken
    pub(super) problem: &'a str,
    /// in a sentence
    pub(super) sentence: &'a str,
    /// the clause of the rules that forbids it
    #[schema(required = true)]
    pub(super) clause: Option<&'a str>,
}

/// A table: in the lobby, or with the game on it as a seat or a bystander sees it.
#[derive(ToSchema)]
#[allow(dead_code, reason = "it says which of two is told; rooms tell them")]
#[schema(as = TableOrLobby)]
#[serde(untagged)]
pub(super) enum Shown {
    Lobby(Lobby<'static>),
    Table(Box<Table<'static>>),
}
