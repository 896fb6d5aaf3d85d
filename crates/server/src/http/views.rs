//! Response types: answers are made of them, and the API is described by them.

use room::SeatAccess;
use serde::Serialize;
#[cfg(test)]
use utoipa::ToSchema;

#[cfg(test)]
use crate::data::Lobby;
use crate::data::Table;

/// A table that was opened.
#[derive(Serialize)]
#[cfg_attr(test, derive(ToSchema))]
pub(super) struct Opened {
    /// the code of the table
    pub(super) code: String,
    /// its address on this site
    pub(super) path: String,
    /// your key, if you had none; it is told once
    #[cfg_attr(test, schema(required = true))]
    pub(super) key: Option<String>,
}

/// The table of a rematch.
#[derive(Serialize)]
#[cfg_attr(test, derive(ToSchema))]
pub(super) struct Rematch {
    /// the code of the table
    pub(super) code: String,
    /// its address on this site
    pub(super) path: String,
}

/// A finished game looked at again.
#[derive(Serialize)]
#[cfg_attr(test, derive(ToSchema))]
pub(super) struct Reviewed {
    /// what is still thought about, if anything is
    #[cfg_attr(test, schema(required = true))]
    pub(super) thinking: Option<Thinking>,
    /// the review, if there is one yet: docs/review.md describes it
    #[cfg_attr(test, schema(required = true))]
    pub(super) review: Option<serde_json::Value>,
}

/// How far a review is.
#[derive(Serialize)]
#[cfg_attr(test, derive(ToSchema))]
pub(super) struct Thinking {
    /// quick or deep
    pub(super) depth: &'static str,
    /// moves and rolls that were looked at
    pub(super) done: u64,
    /// how many there are
    pub(super) of: u64,
}

/// How far the review of a game is.
#[derive(Serialize)]
#[cfg_attr(test, derive(ToSchema))]
pub(super) struct ReviewProgress {
    /// what is still thought about, if anything is
    #[cfg_attr(test, schema(required = true))]
    pub(super) thinking: Option<Thinking>,
}

/// What a coach would do in your place.
#[derive(Serialize)]
#[cfg_attr(test, derive(ToSchema))]
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
#[derive(Serialize)]
#[cfg_attr(test, derive(ToSchema))]
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
#[derive(Serialize)]
#[cfg_attr(test, derive(ToSchema))]
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
#[derive(Serialize)]
#[cfg_attr(test, derive(ToSchema))]
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
    #[cfg_attr(test, schema(required = true))]
    pub(super) expects: Option<&'a str>,
    /// the clauses that are taught
    pub(super) clauses: &'a [String],
    /// the table, as whoever learns sees it
    pub(super) table: Table<'a>,
}

/// What came of an action in a lesson.
#[derive(Serialize)]
#[cfg_attr(test, derive(ToSchema))]
pub(super) struct Coached<'a> {
    /// where in the lesson you are now
    pub(super) at: u64,
    /// what the coach says to something that was not expected; then nothing was played
    #[cfg_attr(test, schema(required = true))]
    pub(super) says: Option<&'a str>,
    /// what the coach says in passing
    pub(super) asides: &'a [String],
    /// what happened until the lesson waits again, each as the events of a table tell it
    pub(super) changes: &'a [String],
    /// what the coach says now, as a piece of a page
    #[cfg_attr(test, schema(required = true))]
    pub(super) coach: Option<String>,
}

/// All puzzles.
#[derive(Serialize)]
#[cfg_attr(test, derive(ToSchema))]
pub(super) struct Puzzles<'a> {
    /// the address of today's
    #[cfg_attr(test, schema(required = true))]
    pub(super) today: Option<String>,
    /// those of each game
    pub(super) shelves: Vec<PuzzlesOfGame<'a>>,
}

/// The puzzles of a game.
#[derive(Serialize)]
#[cfg_attr(test, derive(ToSchema))]
#[cfg_attr(test, schema(as = PuzzleShelf))]
pub(super) struct PuzzlesOfGame<'a> {
    /// spammers or spam-o-rama
    pub(super) game: &'a str,
    /// their numbers, which grow; some are not given any more
    pub(super) numbers: Vec<u64>,
    /// how hard each is, from 1 to 5, in order of their numbers
    pub(super) difficulties: Vec<u8>,
}

/// A puzzle to solve.
#[derive(Serialize)]
#[cfg_attr(test, derive(ToSchema))]
pub(super) struct PuzzleShown<'a> {
    /// spammers or spam-o-rama
    pub(super) game: &'a str,
    /// its number, from 1
    pub(super) number: u64,
    /// from 1 to 5
    pub(super) difficulty: u8,
    /// who is to choose
    pub(super) seat: String,
    /// the choices whose worth is known, in notation and in no order that tells anything
    pub(super) offered: Vec<&'a str>,
    /// the table, as that seat sees it
    pub(super) table: Table<'a>,
}

/// What an answer to a puzzle was worth.
#[derive(Serialize)]
#[cfg_attr(test, derive(ToSchema))]
pub(super) struct Answered<'a> {
    /// whether it is the best choice
    pub(super) solved: bool,
    /// the best choice, in notation
    pub(super) best: &'a str,
    /// what it was about, where puzzles have themes
    pub(super) theme: Option<&'a str>,
    /// what was offered, the best first
    pub(super) options: Vec<Offered<'a>>,
    /// the same as a piece of a page
    pub(super) coach: String,
}

/// A choice of a puzzle.
#[derive(Serialize)]
#[cfg_attr(test, derive(ToSchema))]
pub(super) struct Offered<'a> {
    /// in notation
    pub(super) action: &'a str,
    /// the chance to win after it, in percent
    pub(super) chance: f64,
    /// its standard error
    pub(super) error: f64,
}

/// A word of a rulebook.
#[derive(Serialize)]
#[cfg_attr(test, derive(ToSchema))]
pub(super) struct Term<'a> {
    /// the word
    pub(super) term: &'a str,
    /// what it means
    pub(super) says: &'a str,
    /// the clause it rests on
    pub(super) clause: &'a str,
}

/// A key.
#[derive(Serialize)]
#[cfg_attr(test, derive(ToSchema))]
pub(super) struct IssuedKey {
    /// your key, if you had none; it is told once
    #[cfg_attr(test, schema(required = true))]
    pub(super) key: Option<String>,
}

/// What opens a seat.
#[derive(Serialize, Default)]
#[cfg_attr(test, derive(ToSchema))]
pub(super) struct Access {
    /// the browsers and programs that have its key
    browsers: Vec<AccessBrowser>,
    /// the links that were not used
    links: Vec<AccessLink>,
}

/// A browser or program that opens a seat.
#[derive(Serialize)]
#[cfg_attr(test, derive(ToSchema))]
struct AccessBrowser {
    /// its name in this list, by which it is revoked
    tag: String,
    /// whether it is the one that asks
    here: bool,
}

/// A link that opens a seat once.
#[derive(Serialize)]
#[cfg_attr(test, derive(ToSchema))]
struct AccessLink {
    /// its name in this list, by which it is revoked
    tag: String,
    /// how many seconds it is still good for
    seconds: u64,
}

impl Access {
    pub(super) fn of(access: &SeatAccess) -> Self {
        let browsers = access.devices.iter();
        let links = access.links.iter();
        Self {
            browsers: browsers
                .map(|one| AccessBrowser { tag: one.tag.to_string(), here: one.here })
                .collect(),
            links: links
                .map(|one| AccessLink { tag: one.tag.to_string(), seconds: one.left.as_secs() })
                .collect(),
        }
    }
}

/// At how many tables a browser was forgotten.
#[derive(Serialize)]
#[cfg_attr(test, derive(ToSchema))]
pub(super) struct Forgotten {
    /// how many
    pub(super) tables: usize,
}

/// A link to a seat.
#[derive(Serialize)]
#[cfg_attr(test, derive(ToSchema))]
pub(super) struct SeatLink {
    /// it moves the seat to the browser that opens it first, within a day
    pub(super) link: String,
}

/// What is wrong, and what would be right.
#[derive(Serialize)]
#[cfg_attr(test, derive(ToSchema))]
pub(super) struct Problem<'a> {
    /// wrong, forbidden, missing, stale, not-now, refused, gone, too-much or broken
    pub(super) problem: &'a str,
    /// in a sentence
    pub(super) sentence: &'a str,
    /// the clause of the rules that forbids it
    #[cfg_attr(test, schema(required = true))]
    pub(super) clause: Option<&'a str>,
}

/// A table: in the lobby, or with the game on it as a seat or a bystander sees it.
#[cfg(test)]
#[derive(ToSchema)]
#[allow(dead_code, reason = "it says which of two is told; rooms tell them")]
#[schema(as = TableOrLobby)]
#[serde(untagged)]
pub(super) enum Shown {
    Lobby(Lobby<'static>),
    Table(Box<Table<'static>>),
}

/// The deals of a day.
#[derive(Serialize)]
#[cfg_attr(test, derive(ToSchema))]
pub(super) struct Deals {
    /// the day in UTC, such as 2026-11-16
    pub(super) day: String,
    /// one of each game
    pub(super) deals: Vec<Deal>,
}

/// A deal, as you may know it.
#[derive(Serialize)]
#[cfg_attr(test, derive(ToSchema))]
pub(super) struct Deal {
    /// its address on this site; post there to begin it
    pub(super) path: String,
    /// spammers or spam-o-rama
    pub(super) game: &'static str,
    /// the day whose deal it is, such as 2026-11-16; none for one that somebody opened
    #[cfg_attr(test, schema(required = true))]
    pub(super) day: Option<String>,
    /// whom you play against
    pub(super) opponents: Vec<String>,
    /// who challenges you, if you came by a challenge
    #[cfg_attr(test, schema(required = true))]
    pub(super) challenger: Option<DealPlayer>,
    /// the address of your table, once you have begun
    #[cfg_attr(test, schema(required = true))]
    pub(super) table: Option<String>,
    /// the address by which others play the same deal, once you have begun
    #[cfg_attr(test, schema(required = true))]
    pub(super) challenge: Option<String>,
    /// how you fared among all, once you have come to the end
    #[cfg_attr(test, schema(required = true))]
    pub(super) result: Option<DealResult>,
}

/// Somebody who has begun a deal.
#[derive(Serialize)]
#[cfg_attr(test, derive(ToSchema))]
pub(super) struct DealPlayer {
    /// the name
    pub(super) name: String,
    /// how it came out; none while it is played, and before you have come to the end yourself
    #[cfg_attr(test, schema(required = true))]
    pub(super) score: Option<String>,
}

/// How you fared at a deal.
#[derive(Serialize)]
#[cfg_attr(test, derive(ToSchema))]
pub(super) struct DealResult {
    /// in a few words
    pub(super) score: String,
    /// your place among those who are ranked with you, counted from 1
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
    /// those who are ranked apart from you; none if there are none
    #[cfg_attr(test, schema(required = true))]
    pub(super) apart: Option<DealGroup>,
    /// when the replays of others open to you, and why not before; none if they are open
    #[cfg_attr(test, schema(required = true))]
    pub(super) replays_open: Option<&'static str>,
}

/// Some who are ranked among themselves: those who had a seat here before the deal could be played, or those who had none.
#[derive(Serialize)]
#[cfg_attr(test, derive(ToSchema))]
pub(super) struct DealGroup {
    /// whether they had none
    pub(super) newcomers: bool,
    /// so many
    pub(super) of: u32,
    /// the best of them
    pub(super) best: String,
}

/// Some who came out alike.
#[derive(Serialize)]
#[cfg_attr(test, derive(ToSchema))]
pub(super) struct DealColumn {
    /// what it stands for
    pub(super) label: String,
    /// how many
    pub(super) count: u32,
}

/// Somebody who has come to the end of a deal.
#[derive(Serialize)]
#[cfg_attr(test, derive(ToSchema))]
pub(super) struct DealRow {
    /// counted from 1
    pub(super) place: u32,
    /// the name
    pub(super) name: String,
    /// how it came out
    pub(super) score: String,
    /// where the game can be seen again, once that is open
    pub(super) replay: String,
    /// whether it is you
    pub(super) yours: bool,
}
