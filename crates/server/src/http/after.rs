//! After the game: replay, record, going on from any moment, and the rematch.

use std::collections::BTreeMap;

use axum::extract::{Path, Query, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use games::Level;
use pages::live::{RenderContext, still};
use pages::shell::Place;
use pages::{Frame, Replay};
use room::{Command, Entry, LiveGame, Opening, Options, Outcome, Room, Seated, Stage, Status, name_or_guest};
use serde_json::json;
use table::Viewer;

use super::fields::{Fields, read_seat};
use super::tables::{new_header, opened};
use super::visitor::Visitor;
use super::{Site, answer};
use crate::problem::Problem;
use crate::rooms::Format;

/// Against whom one goes on from a moment of a finished game.
const OPPONENTS: Level = Level::Operator;

/// The room of this code out of its journal, if its game is over: then everybody may see everything.
async fn finished(site: &Site, code: &str) -> Result<Room, Problem> {
    let loaded = site.rooms.store().load(code).await.map_err(|_| Problem::broken())?;
    let loaded = loaded.ok_or_else(|| Problem::missing("there is no table with this code"))?;
    let room = Room::read(loaded.header, &loaded.lines).map_err(Problem::gone)?;
    match room.stage() {
        Stage::Closed(why) => Err(Problem::gone(why.clone())),
        Stage::Game(live) if live.ending().is_some() => Ok(room),
        Stage::Lobby | Stage::Game(_) => {
            Err(Problem::not_now("this game is not over yet; what was hidden in it can be shown when it is"))
        }
    }
}

/// The game as it was after these inputs.
fn rewound(live: &LiveGame, lines: &[String]) -> Result<LiveGame, Problem> {
    let mut then = live.afresh();
    for line in lines {
        then.feed(line).map_err(|_| Problem::broken())?;
    }
    Ok(then)
}

/// Those of these inputs after which a turn begins.
fn turns(live: &LiveGame, lines: &[String]) -> Vec<usize> {
    let mut again = live.afresh();
    let mut begun = Vec::new();
    for (input, line) in lines.iter().enumerate() {
        let before = again.turns();
        if again.feed(line).is_ok() && again.turns() != before {
            begun.push(input + 1);
        }
    }
    begun
}

/// A moment of a finished game from anybody's point of view.
pub(super) async fn replay(
    State(site): State<Site>,
    Path(code): Path<String>,
    Query(query): Query<BTreeMap<String, String>>,
    visitor: Visitor,
) -> Response {
    let replayed = async {
        let room = finished(&site, &code).await?;
        let live = room.game().ok_or_else(Problem::broken)?;
        let lines = live.lines();
        let of = lines.len();
        let at = match query.get("at").map(|at| at.parse::<usize>()) {
            None => of,
            Some(Ok(at)) => at.min(of),
            Some(Err(_)) => return Err(Problem::wrong("'at' should be a whole number: after which input")),
        };
        let viewer = match query.get("as").map(String::as_str) {
            None | Some("" | "bystander") => Viewer::Bystander,
            Some(letter) => {
                let seat = read_seat(letter)?;
                if seat.index() >= room.seats().count() {
                    return Err(Problem::missing("nobody sat there"));
                }
                Viewer::Seat(seat)
            }
        };
        let then = rewound(live, &lines[..at])?;
        let sitters = room.seats().sitters();
        let status = Status::default();
        let context = RenderContext { code: &code, version: at as u64, sitters: &sitters, statuses: &[] };
        if visitor.format == Format::Json {
            let table = crate::data::table(&then, &context, viewer, 0);
            return Ok(answer::data(serde_json::to_value(table).map_err(|_| Problem::broken())?));
        }
        let (desktop, log) = still(&then, &context, viewer);
        let frame = Frame {
            code: &code,
            game: live.name(),
            viewer,
            version: at as u64,
            sitters: &sitters,
            status: &status,
        };
        let input = at.checked_sub(1).and_then(|last| lines.get(last).cloned());
        let replay = Replay { frame, at, of, input, turns: turns(live, &lines) };
        let title = format!("{}: the replay", live.name().title());
        Ok(answer::html(&title, pages::after::replay(&replay, desktop, log), Place::Table))
    };
    answer::or_problem(visitor.format, replayed.await)
}

/// The record of a finished game.
pub(super) async fn record(State(site): State<Site>, Path(code): Path<String>, visitor: Visitor) -> Response {
    let recorded = async {
        let room = finished(&site, &code).await?;
        let live = room.game().ok_or_else(Problem::broken)?;
        let record = live.record(&room.seats().names()).ok_or_else(Problem::broken)?;
        let file = format!("attachment; filename=\"{}-{code}.txt\"", live.name().name());
        let headers = [(CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()), (CONTENT_DISPOSITION, file)];
        Ok((headers, record).into_response())
    };
    answer::or_problem(visitor.format, recorded.await)
}

/// A new match from a moment of a finished one: the visitor on one seat, bots on the others.
pub(super) async fn go_on(
    State(site): State<Site>,
    Path(code): Path<String>,
    mut visitor: Visitor,
    fields: Fields,
) -> Response {
    let format = visitor.format;
    let gone_on = async {
        let room = finished(&site, &code).await?;
        let live = room.game().ok_or_else(Problem::broken)?;
        let at: usize = fields.number("at")?;
        let seat = fields.seat()?.ok_or_else(|| Problem::wrong("say for which seat you want to go on"))?;
        if seat.index() >= room.seats().count() {
            return Err(Problem::wrong("nobody sat there"));
        }
        if at >= live.inputs() {
            return Err(Problem::not_now("there the game is over; go back a step"));
        }
        let fresh = visitor.keyed()?;
        let own = name_or_guest(&visitor.name);
        let opener = visitor.key.ok_or_else(Problem::broken)?;
        let seated = room.seats().iter().map(|chair| match chair.sitter.seat {
            one if one == seat => Seated::person(one, own.clone(), opener),
            other => Seated::bot(other, OPPONENTS),
        });
        let options = Options { public: false, clock: "none".to_owned(), ..room.options().clone() };
        let mut opening = Opening::new(new_header(visitor.key)?, options, seated.collect());
        opening.entries.push(Entry::Started(live.start()));
        opening.entries.extend(live.lines().into_iter().take(at).map(Entry::Played));
        let new = site.rooms.open(&opening).await?;
        Ok(visitor.remember(opened(&visitor, &new, fresh.as_deref()), fresh.as_deref(), ""))
    };
    let answered = gone_on.await;
    answer::or_problem(format, answered)
}

/// A rematch: the same table with the same seats. Who asks second finds the one that was opened.
pub(super) async fn rematch(
    State(site): State<Site>,
    Path(code): Path<String>,
    visitor: Visitor,
) -> Response {
    let rematched = async {
        let header = new_header(None)?;
        let command = Command::Rematch { code: header.code, secret: header.secret };
        match site.rooms.command(&code, &visitor.visit(None), command).await? {
            Outcome::Table(next) => Ok(opened_again(visitor.format, &next)),
            _ => Err(Problem::broken()),
        }
    };
    answer::or_problem(visitor.format, rematched.await)
}

fn opened_again(format: Format, code: &str) -> Response {
    let path = format!("/t/{code}");
    match format {
        Format::Html => answer::see(&path),
        Format::Json => answer::data(json!({ "code": code, "path": path })),
    }
}
