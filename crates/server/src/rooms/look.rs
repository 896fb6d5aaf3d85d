//! Pages and data for visitors: the lobby, the table or the outcome.

use maud::Markup;
use pages::live::{self, RenderContext};
use pages::preview::Preview;
use pages::shell::Place;
use pages::{Frame, LobbyPage};
use room::{LiveGame, Requester, Room, SeatAccess, Sitter, Stage, Status, Time};
use serde_json::Value;
use table::{SeatSet, Viewer};

use crate::data;
use crate::problem::Problem;

/// In which words a client wants to be answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Format {
    /// Pages.
    Html,
    /// Data for programs.
    Json,
}

/// Which page of a room a visitor asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// The lobby, the table or the outcome.
    Table,
    /// The links and browsers of their seat.
    Access,
}

/// Who visits a room, and how they want to be answered.
#[derive(Debug, Clone)]
pub(crate) struct Visit {
    /// Who.
    pub(crate) from: Requester,
    /// As a page or as data.
    pub(crate) format: Format,
    /// Where this site is, for links to be shared: `http://host:port`.
    pub(crate) site: String,
    /// The name the visitor last used.
    pub(crate) name: String,
    /// Which page.
    pub(crate) wanted: Wanted,
}

impl Visit {
    /// The same visit, for the links and browsers of the seat.
    pub(crate) fn for_access(self) -> Self {
        Self { wanted: Wanted::Access, ..self }
    }
}

/// An answer to a visitor's look.
pub(crate) enum Shown {
    /// A page: its title, its body, and where it is.
    Page {
        /// The title.
        title: String,
        /// The body.
        body: Markup,
        /// The seats of the visitor; without any, anybody is shown the same.
        own: SeatSet,
        /// Where on the site it is.
        place: Place,
        /// The link preview.
        preview: Preview,
    },
    /// A game that is over: its page is drawn from the finished games.
    Over,
    /// The links and browsers of the visitor's seat.
    Access(SeatAccess),
    /// Data.
    Data(Value),
}

/// The surroundings of the game when it is drawn.
pub(super) fn context<'a>(
    room: &'a Room,
    sitters: &'a [Sitter],
    statuses: &'a [(Viewer, Status)],
) -> RenderContext<'a> {
    RenderContext { code: &room.header().code, version: room.version(), sitters, statuses }
}

fn title(room: &Room) -> String {
    room.options().game().map_or_else(|_| "Gruntle".to_owned(), |game| game.title().to_owned())
}

/// The link preview of a room.
fn preview(room: &Room, sitters: &[Sitter]) -> Preview {
    let at = (room.header().code.as_str(), room.version());
    match (room.options().game(), room.game()) {
        (Ok(game), None) => Preview::of_lobby(at, game, sitters),
        (Ok(game), Some(_)) => Preview::of_table(at, game, sitters),
        (Err(_), _) => Preview::of_site("Gruntle"),
    }
}

fn as_data(value: &impl serde::Serialize) -> Shown {
    Shown::Data(serde_json::to_value(value).unwrap_or_default())
}

/// The refusal of a room that this program cannot play.
fn closed(why: &str) -> Problem {
    Problem::gone(format!("This match cannot be gone on with: {why}. Its journal is kept."))
}

/// Whether there is anything to be seen.
pub(super) fn is_open(room: &Room) -> Result<(), Problem> {
    match room.stage() {
        Stage::Closed(why) => Err(closed(why)),
        Stage::Lobby | Stage::Game(_) => Ok(()),
    }
}

/// Shows the room to a visitor.
pub(super) fn look(room: &Room, visit: &Visit, now: Time) -> Result<Shown, Problem> {
    if visit.wanted == Wanted::Access {
        return Ok(Shown::Access(room.seat_access(visit.from, now)?));
    }
    match room.stage() {
        Stage::Closed(why) => Err(closed(why)),
        Stage::Lobby => Ok(match visit.format {
            Format::Html => Shown::Page {
                title: format!("{}: the lobby", title(room)),
                body: maud::PreEscaped(lobby_html(room, visit, now)),
                own: room.held_by(visit.from),
                place: Place::Lobby,
                preview: preview(room, &room.seats().sitters()),
            },
            Format::Json => as_data(&data::lobby(room, visit.from.key)),
        }),
        Stage::Game(live) => Ok(look_at_game(room, live, visit, now)),
    }
}

/// The lobby on a page.
pub(super) fn lobby_html(room: &Room, visit: &Visit, now: Time) -> String {
    let link = format!("{}/t/{}", visit.site, room.header().code);
    let page = room.lobby(visit.from, now).map(|lobby| LobbyPage { lobby, link, name: &visit.name });
    page.map(|page| pages::lobby::lobby(&page).into_string()).unwrap_or_default()
}

fn look_at_game(room: &Room, game: &LiveGame, visit: &Visit, now: Time) -> Shown {
    let own = room.held_by(visit.from);
    let viewer = room.viewer(visit.from);
    let sitters = room.seats().sitters();
    let statuses = [viewer, Viewer::Bystander].map(|viewer| {
        let status = room.status(viewer, own, now);
        (viewer, Status { said: room.said().to_vec(), whereabouts: room.whereabouts(now), ..status })
    });
    let context = context(room, &sitters, &statuses);
    if visit.format == Format::Json {
        return as_data(&data::table(game, &context, viewer, 0));
    }
    if game.ending().is_some() {
        return Shown::Over;
    }
    let title = title(room);
    let frame = Frame {
        code: context.code,
        game: game.name(),
        viewer,
        version: context.version,
        sitters: &sitters,
        status: &statuses[0].1,
    };
    // Several people on one device: a hand is shown only when its owner has the device.
    let hot_seat = own.len() > 1 && visit.from.seat.is_none();
    let body = match (hot_seat, own.iter().find(|seat| room.awaited().contains(*seat))) {
        (true, Some(seat)) => pages::table::curtain(&frame, seat),
        (true, None) => live::page(game, &context, Viewer::Bystander),
        (false, _) => live::page(game, &context, viewer),
    };
    Shown::Page { title, body, place: Place::Table, own, preview: preview(room, &sitters) }
}
