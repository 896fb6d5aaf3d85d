//! Tables: opening one, looking at it, and everything that is done at it.

use std::collections::BTreeMap;

use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::Response;
use games::{GameName, Level};
use pages::Reacting;
use pages::shell::Place;
use serde_json::json;

use super::fields::{Fields, read_seat};
use super::visitor::Visitor;
use super::{Site, answer};
use crate::board::Format;
use crate::entry::level_named;
use crate::host::{Deed, Done, Shown, proper_name};
use crate::house::{Seating, all_bots, seating};
use crate::options::Options;
use crate::problem::Problem;

/// Whom a newcomer plays against.
const FIRST_OPPONENTS: Level = Level::Peddler;

/// Milliseconds between the moves of bots that are watched.
const WATCHED_PACE: u64 = 1_200;

/// Opens a table as a form asks for it.
pub(super) async fn open(State(site): State<Site>, visitor: Visitor, fields: Fields) -> Response {
    let asked = || {
        let options = Options::read(&fields.0)?;
        let name = fields.get("name").unwrap_or(&visitor.name);
        let seated = seating(&options, name, &options.wanted(&fields.0)?)?;
        // With nobody to wait for there is nothing to do in a lobby.
        let full = seated.len() == options.seats && fields.get("lobby").is_none();
        let begin = if full { Begin::AtOnce } else { Begin::InTheLobby };
        Ok((options, seated, begin, proper_name(name).unwrap_or_default()))
    };
    let asked = asked();
    begin(&site, visitor, asked).await
}

/// How a table begins.
enum Begin {
    AtOnce,
    InTheLobby,
}

/// Opens the table that was asked for, and remembers the name that was given.
async fn begin(
    site: &Site,
    mut visitor: Visitor,
    asked: Result<(Options, Seating, Begin, String), Problem>,
) -> Response {
    let format = visitor.format;
    let begun = async {
        let (options, seated, begin, name) = asked?;
        let fresh = visitor.keyed(site.house.store()).await?;
        let code = site.house.open(options, visitor.key, seated, Vec::new()).await?;
        match begin {
            Begin::AtOnce => drop(site.house.act(&code, visitor.asks(None), Deed::Start).await?),
            Begin::InTheLobby => {}
        }
        Ok(visitor.remember(opened(&visitor, &code, fresh.as_deref()), fresh.as_deref(), &name))
    };
    let answered = begun.await;
    answer::or_problem(format, answered)
}

/// The answer to a table that was opened. Programs are told the key, browsers keep it in a cookie.
pub(super) fn opened(visitor: &Visitor, code: &str, fresh: Option<&str>) -> Response {
    let path = format!("/t/{code}");
    match visitor.format {
        Format::Html => answer::see(&path),
        Format::Json => answer::data(json!({ "code": code, "path": path, "key": fresh })),
    }
}

/// A key for whoever has none yet, so that a program can sit down again if it does not hear the answer.
pub(super) async fn issue_key(State(site): State<Site>, mut visitor: Visitor) -> Response {
    let format = visitor.format;
    let issued = async {
        let fresh = visitor.keyed(site.house.store()).await?;
        let response = match visitor.format {
            Format::Html => answer::see("/"),
            Format::Json => answer::data(json!({ "key": fresh })),
        };
        Ok(visitor.remember(response, fresh.as_deref(), ""))
    };
    let answered = issued.await;
    answer::or_problem(format, answered)
}

fn game_named(name: &str) -> Result<GameName, Problem> {
    GameName::named(name).map_err(|wrong| Problem::missing(wrong.to_string()))
}

/// One click: a game against bots at once.
pub(super) async fn play(State(site): State<Site>, Path(game): Path<String>, visitor: Visitor) -> Response {
    let asked = || {
        let options = Options::quick(game_named(&game)?);
        let mut seated = seating(&options, &visitor.name, &[])?;
        seated.extend(all_bots(&options, 1, FIRST_OPPONENTS)?);
        Ok((options, seated, Begin::AtOnce, String::new()))
    };
    let asked = asked();
    begin(&site, visitor, asked).await
}

/// Bots on all seats, for whoever likes to watch.
pub(super) async fn watch(State(site): State<Site>, Path(game): Path<String>, visitor: Visitor) -> Response {
    let asked = || {
        let options = Options { public: true, pace: WATCHED_PACE, ..Options::quick(game_named(&game)?) };
        let seated = all_bots(&options, 0, Level::Operator)?;
        Ok((options, seated, Begin::AtOnce, String::new()))
    };
    let asked = asked();
    begin(&site, visitor, asked).await
}

/// The lobby, the table or the outcome.
pub(super) async fn look(
    State(site): State<Site>,
    Path(code): Path<String>,
    Query(query): Query<BTreeMap<String, String>>,
    visitor: Visitor,
) -> Response {
    let looked = async {
        let seat = query.get("seat").map(|seat| read_seat(seat)).transpose()?;
        Ok(match site.house.look(&code, visitor.asks(seat)).await? {
            Shown::Page { title, body } => answer::html(&title, body, Place::Table),
            Shown::Data(value) => answer::data(value),
        })
    };
    answer::or_problem(visitor.format, looked.await)
}

fn deed_named(name: &str, fields: &Fields) -> Result<Deed, Problem> {
    let other = || fields.seat()?.ok_or_else(|| Problem::wrong("say which seat, by its letter"));
    Ok(match name {
        "sit" => Deed::Sit { seat: fields.seat()?, name: fields.get("name").unwrap_or_default().to_owned() },
        "stand" => Deed::Stand,
        "ready" if fields.get("ready") == Some("no") => Deed::Unready,
        "ready" => Deed::Ready,
        "spam" => Deed::Count(fields.number("spam")?),
        "kick" => Deed::Kick(other()?),
        "open" => Deed::Open(other()?),
        "fill" => {
            let level = level_named(fields.need("level")?)
                .ok_or_else(|| Problem::wrong("a level is intern, peddler, operator or kingpin"))?;
            Deed::Fill(other()?, level)
        }
        "start" => Deed::Start,
        "act" => Deed::Act { version: fields.number("version")?, action: fields.need("action")?.to_owned() },
        "back" => Deed::TakeBack { version: fields.number("version")? },
        "chat" => Deed::Chat(fields.number("line")?),
        "leave" => Deed::Leave,
        "return" => Deed::Return,
        "resign" => Deed::Resign,
        "react" => Deed::React(Reacting::named(fields.need("react")?).ok_or_else(|| {
            Problem::wrong("in reaction windows you are asked, pass or hold: ask, pass or hold")
        })?),
        _ => return Err(Problem::missing("nothing of that name can be done at a table")),
    })
}

/// Something is done at a table.
pub(super) async fn act(
    State(site): State<Site>,
    Path((code, deed)): Path<(String, String)>,
    mut visitor: Visitor,
    fields: Fields,
) -> Response {
    let format = visitor.format;
    let acted = async {
        let deed_name = deed;
        let deed = deed_named(&deed_name, &fields)?;
        // Only who sits down needs a key; kicking and filling name somebody else's seat.
        let fresh =
            if matches!(deed, Deed::Sit { .. }) { visitor.keyed(site.house.store()).await? } else { None };
        let name = if let Deed::Sit { name, .. } = &deed {
            proper_name(name).unwrap_or_default()
        } else {
            String::new()
        };
        let about_own = !matches!(deed, Deed::Sit { .. } | Deed::Kick(_) | Deed::Open(_) | Deed::Fill(..));
        let seat = if about_own { fields.seat()? } else { None };
        let leaves = matches!(deed, Deed::Leave);
        let done = site.house.act(&code, visitor.asks(seat), deed).await?;
        let response = match visitor.format {
            Format::Json => done_data(&done, fresh.as_deref()),
            Format::Html if leaves => answer::see("/"),
            Format::Html => answer::see(&back_to(&site, &code, &fields).await),
        };
        Ok(visitor.remember(response, fresh.as_deref(), &name))
    };
    let answered = acted.await;
    answer::or_problem(format, answered)
}

/// Where a form leads: to the seat if it is asked again, else to the table; at a hot seat that is the curtain.
async fn back_to(site: &Site, code: &str, fields: &Fields) -> String {
    let asked_again = match (fields.seat(), site.house.host(code).await) {
        (Ok(Some(seat)), Ok(host)) => host.summary().awaited.contains(seat).then_some(seat),
        _ => None,
    };
    asked_again.map_or_else(|| format!("/t/{code}"), |seat| format!("/t/{code}?seat={seat}"))
}

fn done_data(done: &Done, key: Option<&str>) -> Response {
    let (version, status) = match done {
        Done::Changed(version) => (version, StatusCode::OK),
        Done::Noted(version) => (version, StatusCode::ACCEPTED),
        Done::Link(_) => (&0, StatusCode::OK),
    };
    let mut response = match key {
        Some(key) => answer::data(json!({ "version": version, "key": key })),
        None => answer::data(json!({ "version": version })),
    };
    *response.status_mut() = status;
    response
}

/// A link that gives the visitor's seat to another device, once.
pub(super) async fn handover(
    State(site): State<Site>,
    Path(code): Path<String>,
    visitor: Visitor,
    fields: Fields,
) -> Response {
    let handed = async {
        let done = site.house.act(&code, visitor.asks(fields.seat()?), Deed::Handover).await?;
        let Done::Link(link) = done else { return Err(Problem::broken()) };
        let address = format!("{}/t/{code}/seat/{link}", visitor.site);
        Ok(match visitor.format {
            Format::Json => answer::data(json!({ "link": address })),
            Format::Html => answer::uncached(pages::notice::seat_link(&address)),
        })
    };
    answer::or_problem(visitor.format, handed.await)
}

/// The page behind such a link: a button, so that nobody takes a seat by looking.
pub(super) async fn seat_link(Path((code, link)): Path<(String, String)>) -> Response {
    let action = format!("/t/{code}/seat/{link}");
    answer::uncached(pages::notice::take_seat(&code, &action, &link))
}

/// The button was pressed.
pub(super) async fn take_seat(
    State(site): State<Site>,
    Path((code, link)): Path<(String, String)>,
    mut visitor: Visitor,
) -> Response {
    let format = visitor.format;
    let taken = async {
        let fresh = visitor.keyed(site.house.store()).await?;
        site.house.act(&code, visitor.asks(None), Deed::TakeSeat(link)).await?;
        Ok(visitor.remember(opened(&visitor, &code, fresh.as_deref()), fresh.as_deref(), ""))
    };
    let answered = taken.await;
    answer::or_problem(format, answered)
}
