//! Tables: opening one, looking at it, and everything that is done at it.

use std::collections::BTreeMap;

use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::Response;
use games::{GameName, Level};
use pages::shell::Place;
use room::{
    Command, Header, KeyHash, Opening, Options, Outcome, Reacting, Seated, Time, all_bots, level_named,
    seating,
};
use serde_json::json;
use table::proper_name;

use super::fields::{Fields, read_seat};
use super::visitor::Visitor;
use super::{Site, answer};
use crate::key;
use crate::problem::Problem;
use crate::rooms::{Format, Shown};

/// Whom a newcomer plays against.
const FIRST_OPPONENTS: Level = Level::Peddler;

/// Milliseconds between the moves of bots that are watched.
const WATCHED_PACE: u64 = 1_200;

/// Opens a table as a form asks for it.
pub(super) async fn open(State(site): State<Site>, visitor: Visitor, fields: Fields) -> Response {
    let name = fields.get("name").unwrap_or(&visitor.name).to_owned();
    let plan = |opener| {
        let options = Options::read(&fields.0)?;
        let seated = seating(&options, &name, opener, &options.seat_plans(&fields.0)?)?;
        // With nobody to wait for there is nothing to do in a lobby.
        let full = seated.len() == options.seats && fields.get("lobby").is_none();
        let begin = if full { Begin::AtOnce } else { Begin::InTheLobby };
        Ok(Plan { options, seated, begin })
    };
    begin(&site, visitor, plan, &proper_name(&name).unwrap_or_default()).await
}

/// How a table begins.
enum Begin {
    AtOnce,
    InTheLobby,
}

/// A table to be opened.
struct Plan {
    options: Options,
    seated: Vec<Seated>,
    begin: Begin,
}

/// What a new room is known by.
pub(super) fn new_header(opener: Option<KeyHash>) -> Result<Header, Problem> {
    let broken = |_| Problem::broken();
    Ok(Header { code: key::code().map_err(broken)?, secret: key::luck().map_err(broken)?, opener })
}

/// The room that was planned.
fn opening(plan: Plan, opener: KeyHash, now: Time) -> Result<Opening, Problem> {
    let opening = Opening::new(new_header(Some(opener))?, plan.options, plan.seated);
    Ok(match plan.begin {
        Begin::AtOnce => opening.begun(now)?,
        Begin::InTheLobby => opening,
    })
}

/// Opens the table that was planned for whoever has this key, and remembers the name that was given.
async fn begin(
    site: &Site,
    mut visitor: Visitor,
    plan: impl FnOnce(KeyHash) -> Result<Plan, Problem>,
    name: &str,
) -> Response {
    let format = visitor.format;
    let begun = async {
        let fresh = visitor.keyed()?;
        let opener = visitor.key.ok_or_else(Problem::broken)?;
        let opening = opening(plan(opener)?, opener, site.rooms.clock().now())?;
        let code = site.rooms.open(&opening).await?;
        Ok(visitor.remember(opened(&visitor, &code, fresh.as_deref()), fresh.as_deref(), name))
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

fn game_named(name: &str) -> Result<GameName, Problem> {
    GameName::named(name).map_err(|wrong| Problem::missing(wrong.to_string()))
}

/// One click: a game against bots at once.
pub(super) async fn play(State(site): State<Site>, Path(game): Path<String>, visitor: Visitor) -> Response {
    let name = visitor.name.clone();
    let plan = |opener| {
        let options = Options::quick(game_named(&game)?);
        let mut seated = seating(&options, &name, opener, &[])?;
        seated.extend(all_bots(&options, 1, FIRST_OPPONENTS)?);
        Ok(Plan { options, seated, begin: Begin::AtOnce })
    };
    begin(&site, visitor, plan, "").await
}

/// Bots on all seats, for whoever likes to watch.
pub(super) async fn watch(State(site): State<Site>, Path(game): Path<String>, visitor: Visitor) -> Response {
    let plan = |_| {
        let options = Options { public: true, pace: WATCHED_PACE, ..Options::quick(game_named(&game)?) };
        let seated = all_bots(&options, 0, Level::Operator)?;
        Ok(Plan { options, seated, begin: Begin::AtOnce })
    };
    begin(&site, visitor, plan, "").await
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
        Ok(match site.rooms.look(&code, visitor.visit(seat)).await? {
            Shown::Page { title, body } => answer::html(&title, body, Place::Table),
            Shown::Data(value) => answer::data(value),
        })
    };
    answer::or_problem(visitor.format, looked.await)
}

fn command_named(name: &str, fields: &Fields) -> Result<Command, Problem> {
    let other = || fields.seat()?.ok_or_else(|| Problem::wrong("say which seat, by its letter"));
    Ok(match name {
        "sit" => {
            Command::Sit { seat: fields.seat()?, name: fields.get("name").unwrap_or_default().to_owned() }
        }
        "stand" => Command::Stand,
        "ready" if fields.get("ready") == Some("no") => Command::Unready,
        "ready" => Command::Ready,
        "spam" => Command::Count(fields.number("spam")?),
        "kick" => Command::Kick(other()?),
        "open" => Command::Open(other()?),
        "fill" => {
            let level = level_named(fields.need("level")?)
                .ok_or_else(|| Problem::wrong("a level is intern, peddler, operator or kingpin"))?;
            Command::Fill(other()?, level)
        }
        "start" => Command::Start,
        "act" => {
            Command::Act { version: fields.number("version")?, action: fields.need("action")?.to_owned() }
        }
        "back" => Command::TakeBack { version: fields.number("version")? },
        "chat" => Command::Chat(fields.number("line")?),
        "leave" => Command::Leave,
        "return" => Command::Return,
        "resign" => Command::Resign,
        "react" => Command::React(Reacting::named(fields.need("react")?).ok_or_else(|| {
            Problem::wrong("in reaction windows you are asked, pass or hold: ask, pass or hold")
        })?),
        _ => return Err(Problem::missing("nothing of that name can be done at a table")),
    })
}

/// Something is done at a table.
pub(super) async fn act(
    State(site): State<Site>,
    Path((code, command)): Path<(String, String)>,
    mut visitor: Visitor,
    fields: Fields,
) -> Response {
    let format = visitor.format;
    let acted = async {
        let command = command_named(&command, &fields)?;
        // Only who sits down needs a key; kicking and filling name somebody else's seat.
        let fresh = if matches!(command, Command::Sit { .. }) { visitor.keyed()? } else { None };
        let name = if let Command::Sit { name, .. } = &command {
            proper_name(name).unwrap_or_default()
        } else {
            String::new()
        };
        let about_own =
            !matches!(command, Command::Sit { .. } | Command::Kick(_) | Command::Open(_) | Command::Fill(..));
        let seat = if about_own { fields.seat()? } else { None };
        let leaves = matches!(command, Command::Leave);
        let outcome = site.rooms.command(&code, &visitor.visit(seat), command).await?;
        let response = match visitor.format {
            Format::Json => outcome_data(&outcome, fresh.as_deref()),
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
    let asked_again = match (fields.seat(), site.rooms.summary(code).await) {
        (Ok(Some(seat)), Ok(summary)) => summary.awaited.contains(seat).then_some(seat),
        _ => None,
    };
    asked_again.map_or_else(|| format!("/t/{code}"), |seat| format!("/t/{code}?seat={seat}"))
}

/// What came of a command. What is only kept, or was prevented by somebody else's reaction, is not said to be done.
fn outcome_data(outcome: &Outcome, key: Option<&str>) -> Response {
    let (version, status) = match outcome {
        Outcome::Changed(version) => (*version, StatusCode::OK),
        Outcome::Noted(version) | Outcome::Prevented(version) => (*version, StatusCode::ACCEPTED),
        Outcome::None | Outcome::Table(_) => (0, StatusCode::OK),
    };
    let mut data = json!({ "version": version });
    if let Some(key) = key {
        data["key"] = key.into();
    }
    if matches!(outcome, Outcome::Prevented(_)) {
        data["prevented"] = true.into();
    }
    let mut response = answer::data(data);
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
        let link = key::key().map_err(|_| Problem::broken())?;
        let hash = key::hash(&link).ok_or_else(Problem::broken)?;
        let visit = visitor.visit(fields.seat()?);
        site.rooms.command(&code, &visit, Command::Handover { link: hash }).await?;
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
        let fresh = visitor.keyed()?;
        let used = || Problem::gone("this link has been used, or never was one; ask for another");
        let link = key::hash(&link).ok_or_else(used)?;
        site.rooms.command(&code, &visitor.visit(None), Command::TakeSeat { link }).await?;
        Ok(visitor.remember(opened(&visitor, &code, fresh.as_deref()), fresh.as_deref(), ""))
    };
    let answered = taken.await;
    answer::or_problem(format, answered)
}
