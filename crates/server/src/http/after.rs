//! After the game: replay, record, going on from any moment, and the rematch.

use std::collections::BTreeMap;

use axum::extract::{Path, Query, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use games::Level;
use pages::shell::Place;
use pages::{Frame, Plays, Presence, Replay, Status};
use serde_json::json;
use table::{Seat, Viewer};

use super::fields::{Fields, read_seat};
use super::tables::opened;
use super::visitor::Visitor;
use super::{Site, answer};
use crate::board::{Board, Format, Scene};
use crate::entry::Entry;
use crate::host::{Deed, bot_name, name_or_guest};
use crate::options::Options;
use crate::problem::Problem;
use crate::sitting::{Sitting, Stage};

/// Against whom one goes on from a moment of a finished game.
const OPPONENTS: Level = Level::Operator;

/// The match of this code out of its journal, if it is over: then everybody may see everything.
async fn finished(site: &Site, code: &str) -> Result<Sitting, Problem> {
    let loaded = site.house.store().load(code).await.map_err(|_| Problem::broken())?;
    let loaded = loaded.ok_or_else(|| Problem::missing("there is no table with this code"))?;
    let sitting = Sitting::seated(&loaded.lines, &loaded.keys).map_err(Problem::gone)?;
    if let Stage::Closed(why) = &sitting.stage {
        return Err(Problem::gone(why.clone()));
    }
    match sitting.board().is_some_and(|board| board.ending().is_some()) {
        true => Ok(sitting),
        false => {
            Err(Problem::not_now("this game is not over yet; what was hidden in it can be shown when it is"))
        }
    }
}

/// The game as it was after these inputs.
fn rewound(board: &dyn Board, lines: &[String]) -> Result<Box<dyn Board>, Problem> {
    let mut then = board.afresh();
    for line in lines {
        then.feed(line).map_err(|_| Problem::broken())?;
    }
    Ok(then)
}

/// Those of these inputs after which a turn begins.
fn turns(board: &dyn Board, lines: &[String]) -> Vec<usize> {
    let mut again = board.afresh();
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
        let sitting = finished(&site, &code).await?;
        let board = sitting.board().ok_or_else(Problem::broken)?;
        let lines = board.lines();
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
                if seat.index() >= sitting.chairs.len() {
                    return Err(Problem::missing("nobody sat there"));
                }
                Viewer::Seat(seat)
            }
        };
        let then = rewound(board, &lines[..at])?;
        let sitters = sitting.sitters();
        let status = Status::default();
        let scene = Scene { code: &code, version: at as u64, sitters: &sitters, statuses: &[] };
        if visitor.format == Format::Json {
            return Ok(answer::data(then.data(&scene, viewer)));
        }
        let (desktop, log) = then.still(&scene, viewer);
        let frame = Frame {
            code: &code,
            game: board.game(),
            viewer,
            version: at as u64,
            sitters: &sitters,
            status: &status,
        };
        let input = at.checked_sub(1).and_then(|last| lines.get(last).cloned());
        let replay = Replay { frame, at, of, input, turns: turns(board, &lines) };
        let title = format!("{}: the replay", board.game().title());
        Ok(answer::html(&title, pages::after::replay(&replay, desktop, log), Place::Table))
    };
    answer::or_problem(visitor.format, replayed.await)
}

/// The record of a finished game.
pub(super) async fn record(State(site): State<Site>, Path(code): Path<String>, visitor: Visitor) -> Response {
    let recorded = async {
        let sitting = finished(&site, &code).await?;
        let board = sitting.board().ok_or_else(Problem::broken)?;
        let record = board.record(&sitting.names()).ok_or_else(Problem::broken)?;
        let file = format!("attachment; filename=\"{}-{code}.txt\"", board.game().name());
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
        let sitting = finished(&site, &code).await?;
        let board = sitting.board().ok_or_else(Problem::broken)?;
        let at: usize = fields.number("at")?;
        let seat = fields.seat()?.ok_or_else(|| Problem::wrong("say for which seat you want to go on"))?;
        if seat.index() >= sitting.chairs.len() {
            return Err(Problem::wrong("nobody sat there"));
        }
        if at >= board.inputs() {
            return Err(Problem::not_now("there the game is over; go back a step"));
        }
        let fresh = visitor.keyed()?;
        let own = name_or_guest(&visitor.name);
        let seated = sitting
            .chairs
            .iter()
            .map(|chair| match chair.sitter.seat {
                one if one == seat => (one, Plays::Person, own.clone()),
                other => (other, Plays::Bot(OPPONENTS), bot_name(other, OPPONENTS)),
            })
            .collect();
        let (rules, setting) = board.start();
        let mut more = vec![Entry::Started(crate::entry::Start { rules, setting })];
        more.extend(board.lines().into_iter().take(at).map(Entry::Played));
        let options = Options { public: false, clock: "none".to_owned(), ..sitting.options.clone() };
        let new = site.house.open(options, visitor.key, seated, more).await?;
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
        let sitting = finished(&site, &code).await?;
        if let Some(next) = &sitting.followed {
            return Ok(opened_again(visitor.format, next));
        }
        let own = sitting.held_by(visitor.key);
        if own.is_empty() {
            return Err(Problem::forbidden("a rematch is for those who played"));
        }
        let seated = sitting
            .chairs
            .iter()
            .filter(|chair| chair.sitter.presence != Presence::Resigned)
            .map(|chair| (chair.sitter.seat, chair.sitter.plays, chair.sitter.name.clone()))
            .collect();
        // Who gave up has left the seat to whoever takes it.
        let resigned = |seat: Seat| sitting.chairs[seat.index()].sitter.presence == Presence::Resigned;
        let holders: Vec<(crate::key::KeyHash, Seat)> = sitting
            .chairs
            .iter()
            .filter(|chair| chair.sitter.presence != Presence::Resigned)
            .flat_map(|chair| chair.keys.iter().map(|key| (*key, chair.sitter.seat)))
            .collect();
        let next = site.house.reopen(sitting.options.clone(), visitor.key, seated, &holders).await?;
        if site.house.act(&code, visitor.asks(None), Deed::Follow(next.clone())).await.is_err() {
            // Somebody else asked at the same moment.
            let next = finished(&site, &code).await?.followed.ok_or_else(Problem::broken)?;
            return Ok(opened_again(visitor.format, &next));
        }
        // Against bots alone there is nobody to wait for.
        let people = sitting.chairs.iter().filter(|chair| chair.sitter.plays == Plays::Person);
        let alone = people.count() == own.len() && !own.iter().any(resigned);
        if alone {
            site.house.act(&next, visitor.asks(None), Deed::Start).await?;
        }
        Ok(opened_again(visitor.format, &next))
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
