//! Tables: opening one, and looking at it.

use axum::extract::{Path, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse as _, Response};
use games::{GameName, Level};
use room::{KeyHash, Opening, Options, Requester, Seated, Time, all_bots, seating};
use table::proper_name;

use super::form::{Form, Params};
use super::opened::{new_header, opened};
use super::requests::{OpenTable, OwnSeat};
use super::views::IssuedKey;
use super::visitor::Visitor;
use super::{Site, after, answer, site};
use crate::problem::Problem;
use crate::rooms::{Format, Shown, Visit};
use crate::task::beside;

/// Whom a newcomer plays against.
const FIRST_OPPONENTS: Level = Level::Peddler;
/// The opponents of a visitor who has played before.
const USUAL_OPPONENTS: Level = Level::Broker;

/// For how long the picture of a table may be kept: its address says which change it is of, and few tables last longer.
const PICTURE_KEPT: &str = "public, max-age=3600";

/// Milliseconds between the moves of bots that are watched.
const WATCHED_PACE: u64 = 1_200;

#[cfg_attr(test, utoipa::path(post, path = "/tables", tag = "tables",
    summary = "Opens a table. Without a key you are given one, once: send it as 'Authorization: Bearer KEY' from then on.",
    request_body = OpenTable, responses((status = 200, body = super::views::Opened))))]
pub(super) async fn open(
    State(site): State<Site>,
    visitor: Visitor,
    Form(asked): Form<OpenTable>,
) -> Response {
    let name = asked.name.as_deref().unwrap_or(&visitor.name).to_owned();
    let plan = |opener| {
        let fields = asked.fields();
        let options = Options::read(&fields, &site.collection)?;
        let seated = seating(&options, &name, opener, &options.seat_plans(&fields)?)?;
        // Without other people a lobby is of no use.
        let full = seated.len() == options.seats && asked.lobby != Some(true);
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

/// The room that was planned.
fn opening(plan: Plan, opener: KeyHash, now: Time) -> Result<Opening, Problem> {
    let opening = Opening::new(new_header(Some(opener))?, plan.options, plan.seated);
    Ok(match plan.begin {
        Begin::AtOnce => opening.begun(now)?,
        Begin::InTheLobby => opening,
    })
}

/// Opens the table that was planned for the holder of this key, and remembers the name.
async fn begin(
    site: &Site,
    mut visitor: Visitor,
    plan: impl FnOnce(KeyHash) -> Result<Plan, Problem>,
    name: &str,
) -> Response {
    let format = visitor.format;
    let begun = async {
        let fresh = visitor.keyed(site.rooms.store()).await?;
        let opener = visitor.key.ok_or_else(Problem::broken)?;
        let opening = opening(plan(opener)?, opener, site.rooms.clock().now())?;
        let code = site.rooms.open(&opening).await?;
        Ok(visitor.remember(opened(&visitor, &code, fresh.as_deref()), fresh.as_deref(), name))
    };
    let answered = begun.await;
    answer::or_problem(format, answered)
}

#[cfg_attr(test, utoipa::path(post, path = "/keys", tag = "tables",
    summary = "A key, if you have none: with one at hand you can sit down again if you did not hear the answer.",
    responses((status = 200, body = IssuedKey))))]
pub(super) async fn issue_key(State(site): State<Site>, mut visitor: Visitor) -> Response {
    let format = visitor.format;
    let issued = async {
        let fresh = visitor.keyed(site.rooms.store()).await?;
        let response = match visitor.format {
            Format::Html => answer::see("/"),
            Format::Json => answer::data(&IssuedKey { key: fresh.clone() }),
        };
        Ok(visitor.remember(response, fresh.as_deref(), ""))
    };
    let answered = issued.await;
    answer::or_problem(format, answered)
}

fn game_named(name: &str) -> Result<GameName, Problem> {
    GameName::named(name).map_err(|wrong| Problem::missing(wrong.to_string()))
}

#[cfg_attr(test, utoipa::path(post, path = "/play/{game}", tag = "tables", summary = "A game against two bots at once; your first of a game is short.",
    responses((status = 200, body = super::views::Opened))))]
pub(super) async fn play(State(site): State<Site>, Path(game): Path<String>, visitor: Visitor) -> Response {
    let name = visitor.name.clone();
    let played = site::played(&site, visitor.key).await;
    let plan = |opener| {
        let game = game_named(&game)?;
        let is_first = !played.contains(&game);
        let options = if is_first { Options::first(game) } else { Options::quick(game) };
        let mut seated = seating(&options, &name, opener, &[])?;
        let opponents = if is_first { FIRST_OPPONENTS } else { USUAL_OPPONENTS };
        seated.extend(all_bots(&options, 1, opponents)?);
        Ok(Plan { options, seated, begin: Begin::AtOnce })
    };
    begin(&site, visitor, plan, "").await
}

#[cfg_attr(test, utoipa::path(post, path = "/watch/{game}", tag = "tables", summary = "A game among bots, to be watched.",
    responses((status = 200, body = super::views::Opened))))]
pub(super) async fn watch(State(site): State<Site>, Path(game): Path<String>, visitor: Visitor) -> Response {
    let plan = |_| {
        let options = Options { public: true, pace: WATCHED_PACE, ..Options::quick(game_named(&game)?) };
        let seated = all_bots(&options, 0, Level::Operator)?;
        Ok(Plan { options, seated, begin: Begin::AtOnce })
    };
    begin(&site, visitor, plan, "").await
}

#[cfg_attr(test, utoipa::path(get, path = "/t/{code}", tag = "tables",
    summary = "The lobby, or the table as your seat sees it: what you are asked, every choice in notation, the view, what you heard. Without a key, what a bystander sees.",
    params(OwnSeat), responses((status = 200, body = super::views::Shown))))]
pub(super) async fn look(
    State(site): State<Site>,
    Path(code): Path<String>,
    Params(asked): Params<OwnSeat>,
    visitor: Visitor,
) -> Response {
    let looked = async {
        Ok(match site.rooms.look(&code, visitor.visit(asked.seat)).await? {
            Shown::Page { title, body, place, own, preview } if own.is_empty() => {
                answer::linked(&title, body, place, &visitor.link(&format!("/t/{code}"), &preview))
            }
            Shown::Page { title, body, place, .. } => answer::personal(&title, body, place),
            Shown::Over => after::over(&site, &code, visitor.visit(asked.seat)).await?,
            Shown::Data(value) => answer::data(&value),
            Shown::Access(_) => return Err(Problem::broken()),
        })
    };
    answer::or_problem(visitor.format, looked.await)
}

#[cfg_attr(test, utoipa::path(get, path = "/t/{code}/picture.png", tag = "pages",
    summary = "The picture that is shown beside a link to a table: what a bystander may know.",
    responses((status = 200, content_type = "image/png", body = Vec<u8>))))]
pub(super) async fn picture(
    State(site): State<Site>,
    Path(code): Path<String>,
    visitor: Visitor,
) -> Response {
    let drawn = async {
        let stranger = Requester { key: None, seat: None };
        let visit = Visit { from: stranger, format: Format::Html, ..visitor.visit(None) };
        let preview = match site.rooms.look(&code, visit).await? {
            Shown::Page { preview, .. } => preview,
            Shown::Over => after::preview(&site, &code).await?,
            Shown::Access(_) | Shown::Data(_) => return Err(Problem::broken()),
        };
        let file = beside(move || preview.png()).await?.ok_or_else(Problem::broken)?;
        Ok(([(CONTENT_TYPE, "image/png"), (CACHE_CONTROL, PICTURE_KEPT)], file).into_response())
    };
    answer::or_problem(visitor.format, drawn.await)
}
