//! What is told, as types: answers are made of them, and the API is described by them.

use serde::Serialize;
use utoipa::ToSchema;

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

/// A table: in the lobby, or with the game on it as a seat or a bystander sees it. Rooms tell it themselves; this says
/// what it looks like.
#[derive(ToSchema)]
#[schema(title = "Table")]
#[allow(dead_code, reason = "they describe what is made elsewhere")]
#[serde(untagged)]
pub(super) enum Table {
    Lobby(Lobby),
    Game(Box<Game>),
}

/// A table in the lobby.
#[derive(ToSchema)]
#[allow(dead_code, reason = "it describes what is made elsewhere")]
pub(super) struct Lobby {
    code: String,
    game: String,
    /// lobby
    stage: String,
    /// the last change
    version: u64,
    seats: Vec<LobbySeat>,
    /// why the game cannot start yet
    #[schema(required = true)]
    not_yet: Option<String>,
}

/// A seat in the lobby.
#[derive(ToSchema)]
#[allow(dead_code, reason = "it describes what is made elsewhere")]
pub(super) struct LobbySeat {
    seat: String,
    name: String,
    /// nobody, person, or the level of a bot
    plays: String,
    ready: bool,
    #[schema(required = true)]
    spam: Option<u32>,
    yours: bool,
}

/// A game as somebody sees it.
#[derive(ToSchema)]
#[allow(dead_code, reason = "it describes what is made elsewhere")]
pub(super) struct Game {
    code: String,
    game: String,
    /// the last change
    version: u64,
    /// the seat from which it is seen; null for a bystander
    #[schema(required = true)]
    viewer: Option<String>,
    seats: Vec<GameSeat>,
    /// the seats that are asked
    awaited: Vec<String>,
    /// what you are asked
    asks: String,
    /// by which clause
    clause: String,
    choices: Vec<Choice>,
    barred: Vec<Barred>,
    /// the reaction window that is open
    #[schema(required = true)]
    window: Option<Window>,
    /// the table, as the game shows it to this viewer
    view: serde_json::Value,
    /// what this viewer was told
    heard: Vec<Heard>,
    /// how it came out
    #[schema(required = true)]
    over: Option<Over>,
}

/// A seat in a game.
#[derive(ToSchema)]
#[allow(dead_code, reason = "it describes what is made elsewhere")]
pub(super) struct GameSeat {
    seat: String,
    name: String,
}

/// Something you may do.
#[derive(ToSchema)]
#[allow(dead_code, reason = "it describes what is made elsewhere")]
pub(super) struct Choice {
    /// in notation
    action: String,
    says: String,
}

/// Something you may not do.
#[derive(ToSchema)]
#[allow(dead_code, reason = "it describes what is made elsewhere")]
pub(super) struct Barred {
    what: String,
    clause: String,
    why: String,
}

/// A reaction window.
#[derive(ToSchema)]
#[allow(dead_code, reason = "it describes what is made elsewhere")]
pub(super) struct Window {
    /// milliseconds that are left
    #[schema(required = true)]
    left: Option<u64>,
    /// milliseconds altogether
    #[schema(required = true)]
    whole: Option<u64>,
    /// what you have answered
    #[schema(required = true)]
    answered: Option<String>,
}

/// Something that was told.
#[derive(ToSchema)]
#[allow(dead_code, reason = "it describes what is made elsewhere")]
pub(super) struct Heard {
    /// after which input
    input: u64,
    clause: String,
    text: String,
}

/// How a game came out.
#[derive(ToSchema)]
#[allow(dead_code, reason = "it describes what is made elsewhere")]
pub(super) struct Over {
    winners: Vec<String>,
    clause: String,
    how: String,
}
