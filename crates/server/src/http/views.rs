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

/// The deals of a day.
#[derive(Serialize, ToSchema)]
pub(super) struct Deals {
    /// the day in UTC, such as 2026-11-16
    pub(super) day: String,
    /// one of each game
    pub(super) deals: Vec<Deal>,
}

/// A deal, as you may know it.
#[derive(Serialize, ToSchema)]
pub(super) struct Deal {
    /// its address on this site; post there to begin it
    pub(super) path: String,
    /// spammers or spam-o-rama
    pub(super) game: &'static str,
    /// the day whose deal it is, such as 2026-11-16; none for one that somebody opened
    #[schema(required = true)]
    pub(super) day: Option<String>,
    /// whom you play against
    pub(super) opponents: Vec<String>,
    /// who challenges you, if you came by a challenge
    #[schema(required = true)]
    pub(super) challenger: Option<DealPlayer>,
    /// the address of your table, once you have begun
    #[schema(required = true)]
    pub(super) table: Option<String>,
    /// the address by which others play the same deal, once you have begun
    #[schema(required = true)]
    pub(super) challenge: Option<String>,
    /// how you fared among all, once you have come to the end
    #[schema(required = true)]
    pub(super) result: Option<DealResult>,
}

/// Somebody who has begun a deal.
#[derive(Serialize, ToSchema)]
pub(super) struct DealPlayer {
    /// the name
    pub(super) name: String,
    /// how it came out; none while it is played, and before you have come to the end yourself
    #[schema(required = true)]
    pub(super) score: Option<String>,
}

/// How you fared at a deal.
#[derive(Serialize, ToSchema)]
pub(super) struct DealResult {
    /// in a few words
    pub(super) score: String,
    /// your place, counted from 1
    pub(super) place: u32,
    /// of so many
    pub(super) of: u32,
    /// the result in the middle
    pub(super) median: String,
    /// the best
    pub(super) best: String,
    /// how many came out how, from the best to the worst
    pub(super) columns: Vec<DealColumn>,
    /// some of them in order: the first, those around you, the last
    pub(super) others: Vec<DealRow>,
}

/// Some who came out alike.
#[derive(Serialize, ToSchema)]
pub(super) struct DealColumn {
    /// what it stands for
    pub(super) label: String,
    /// how many
    pub(super) count: u32,
}

/// Somebody who has come to the end of a deal.
#[derive(Serialize, ToSchema)]
pub(super) struct DealRow {
    /// counted from 1
    pub(super) place: u32,
    /// the name
    pub(super) name: String,
    /// how it came out
    pub(super) score: String,
    /// where the game can be seen again
    pub(super) replay: String,
    /// whether it is you
    pub(super) yours: bool,
}
