//! JSON for visitors: the lobby, or the table from one point of view.

use pages::live::RenderContext;
use room::{KeyHash, LiveGame, Requester, Room};
use serde::Serialize;
use serde_json::Value;
use table::{Event as _, Game, Match, Seat, Viewer};
#[cfg(test)]
use utoipa::ToSchema;

/// A seat in the lobby.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ToSchema))]
pub(crate) struct LobbySeat<'a> {
    seat: String,
    name: &'a str,
    /// nobody, person, or the level of a bot
    plays: &'static str,
    ready: bool,
    #[cfg_attr(test, schema(required = true))]
    spam: Option<u32>,
    yours: bool,
}

/// The lobby.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ToSchema))]
pub(crate) struct Lobby<'a> {
    code: &'a str,
    game: &'a str,
    stage: &'static str,
    /// the last change
    version: u64,
    seats: Vec<LobbySeat<'a>>,
    /// why the game cannot start yet
    #[cfg_attr(test, schema(required = true))]
    not_yet: Option<String>,
}

/// The lobby as the holder of this key sees it.
pub(crate) fn lobby(room: &Room, key: Option<KeyHash>) -> Lobby<'_> {
    let own = room.held_by(Requester { key, seat: None });
    let seats = room.seats().iter().map(|chair| LobbySeat {
        seat: chair.sitter.seat.to_string(),
        name: &chair.sitter.name,
        plays: chair.sitter.plays.word(),
        ready: chair.ready,
        spam: chair.spam,
        yours: own.contains(chair.sitter.seat),
    });
    Lobby {
        code: &room.header().code,
        game: &room.options().game,
        stage: "lobby",
        version: room.version(),
        seats: seats.collect(),
        not_yet: room.seats().not_yet(),
    }
}

/// Who sits where.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ToSchema))]
struct TableSeat<'a> {
    seat: String,
    name: &'a str,
}

/// Something that may be done.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ToSchema))]
struct Choice {
    /// in notation
    action: String,
    says: String,
}

/// Something that may not be done, and why.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ToSchema))]
#[cfg_attr(test, schema(as = Barred))]
struct Unavailable {
    what: String,
    clause: &'static str,
    why: String,
}

/// A reaction window.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ToSchema))]
struct Window<'a> {
    /// milliseconds that are left
    #[cfg_attr(test, schema(required = true))]
    left: Option<u64>,
    /// milliseconds altogether
    #[cfg_attr(test, schema(required = true))]
    whole: Option<u64>,
    /// what you have answered
    #[cfg_attr(test, schema(required = true))]
    answered: Option<&'a str>,
}

/// Something that was heard.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ToSchema))]
struct Heard {
    input: usize,
    clause: &'static str,
    text: String,
}

/// How it came out.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ToSchema))]
struct Over {
    winners: Vec<String>,
    clause: &'static str,
    how: &'static str,
}

/// The table from one point of view.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ToSchema))]
pub(crate) struct Table<'a> {
    code: &'a str,
    game: &'static str,
    /// the last change
    version: u64,
    /// the seat from which it is seen; null for a bystander
    #[cfg_attr(test, schema(required = true))]
    viewer: Option<String>,
    seats: Vec<TableSeat<'a>>,
    /// the seats that are asked
    awaited: Vec<String>,
    /// what you are asked
    asks: String,
    clause: &'static str,
    choices: Vec<Choice>,
    barred: Vec<Unavailable>,
    /// the reaction window that is open
    #[cfg_attr(test, schema(required = true))]
    window: Option<Window<'a>>,
    /// the table, as the game shows it to this viewer
    view: Value,
    /// what this viewer was told
    heard: Vec<Heard>,
    /// how it came out
    #[cfg_attr(test, schema(required = true))]
    over: Option<Over>,
}

/// The table from this point of view, with the events after so many inputs.
pub(crate) fn table<'a>(
    live: &LiveGame,
    context: &RenderContext<'a>,
    viewer: Viewer,
    since: usize,
) -> Table<'a> {
    match live {
        LiveGame::Spammers(live) => table_of(live, context, viewer, since),
        LiveGame::SpamORama(live) => table_of(live, context, viewer, since),
    }
}

fn letters(seats: table::SeatSet) -> Vec<String> {
    seats.iter().map(|seat| seat.to_string()).collect()
}

fn table_of<'a, G: Game>(
    live: &Match<G>,
    context: &RenderContext<'a>,
    viewer: Viewer,
    since: usize,
) -> Table<'a> {
    let name = |seat: Seat| pages::table::name_of(context.sitters, seat);
    let (game, status) = (live.game(), context.status(viewer));
    let prompt = status.asked(live, viewer);
    let choices = prompt.choices.iter();
    let unavailable = prompt.unavailable.iter();
    Table {
        code: context.code,
        game: G::NAME,
        version: context.version,
        viewer: viewer.seat().map(|seat| seat.to_string()),
        seats: context
            .sitters
            .iter()
            .map(|sitter| TableSeat { seat: sitter.seat.to_string(), name: &sitter.name })
            .collect(),
        awaited: letters(prompt.awaited),
        asks: prompt.asks.named(name),
        clause: prompt.clause.0,
        choices: choices
            .map(|choice| Choice { action: choice.notation.clone(), says: choice.says.named(name) })
            .collect(),
        barred: unavailable
            .map(|one| Unavailable {
                what: one.what.named(name),
                clause: one.clause.0,
                why: one.why.named(name),
            })
            .collect(),
        window: status.window.as_ref().map(|window| Window {
            left: window.left,
            whole: window.whole,
            answered: window.answered.as_deref(),
        }),
        view: game.show(&live.view(viewer)),
        heard: live
            .heard(viewer, since)
            .map(|(input, event)| Heard {
                input,
                clause: event.clause().0,
                text: game.tell(event).named(name),
            })
            .collect(),
        over: live.ending().map(|ending| Over {
            winners: letters(ending.winners),
            clause: ending.clause.0,
            how: ending.how,
        }),
    }
}
