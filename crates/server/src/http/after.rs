//! After the game: replay, record, going on from any moment, and the rematch.

use axum::extract::{Path, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use games::Level;
use pages::shell::Place;
use pages::{Frame, Plays, Presence, Replay, Status};
use table::{Seat, Viewer};

use super::finished::Freshness;
use super::form::{Form, Params};
use super::requests::{Continue, Moment};
use super::tables::opened;
use super::views::{Game, Opened};
use super::visitor::Visitor;
use super::{Site, answer, views};
use crate::board::{Board, Format, Scene};
use crate::entry::Entry;
use crate::host::{Deed, bot_name, name_or_guest};
use crate::house::Seating;
use crate::key::KeyHash;
use crate::options::Options;
use crate::problem::Problem;
use crate::sitting::{Chair, Sitting};

/// Against whom one goes on from a moment of a finished game.
const OPPONENTS: Level = Level::Operator;

/// Reads something of a match that is over.
async fn finished<T: Send + 'static>(
    site: &Site,
    code: &str,
    freshness: Freshness,
    read: impl FnOnce(&Sitting) -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    site.finished.read(&site.house, (code, freshness), read).await
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

#[utoipa::path(get, path = "/t/{code}/replay", tag = "after",
    summary = "A moment of a finished game from any seat.",
    params(Moment), responses((status = 200, body = Game)))]
pub(super) async fn replay(
    State(site): State<Site>,
    Path(code): Path<String>,
    Params(moment): Params<Moment>,
    visitor: Visitor,
) -> Response {
    let format = visitor.format;
    let asked = code.clone();
    let replayed =
        finished(&site, &code, Freshness::Cached, move |sitting| replayed(&asked, sitting, &moment, format));
    answer::or_problem(format, replayed.await)
}

fn replayed(code: &str, sitting: &Sitting, moment: &Moment, format: Format) -> Result<Response, Problem> {
    let board = sitting.board().ok_or_else(Problem::broken)?;
    let lines = board.lines();
    let of = lines.len();
    let at = moment.at.and_then(|at| usize::try_from(at).ok()).map_or(of, |at| at.min(of));
    let viewer = match moment.viewer.as_deref() {
        None | Some("bystander") => Viewer::Bystander,
        Some(letter) => {
            let seat: Result<Seat, _> = letter.to_uppercase().parse();
            let seat = seat.map_err(|_| Problem::wrong("a seat is a letter from A to F"))?;
            if seat.index() >= sitting.chairs.len() {
                return Err(Problem::missing("nobody sat there"));
            }
            Viewer::Seat(seat)
        }
    };
    let then = rewound(board, &lines[..at])?;
    let sitters = sitting.sitters();
    let status = Status::default();
    let scene = Scene { code, version: at as u64, sitters: &sitters, statuses: &[] };
    if format == Format::Json {
        return Ok(answer::data(&then.data(&scene, viewer)));
    }
    let (desktop, log) = then.still(&scene, viewer);
    let frame =
        Frame { code, game: board.game(), viewer, version: at as u64, sitters: &sitters, status: &status };
    let input = at.checked_sub(1).and_then(|last| lines.get(last).cloned());
    let replay = Replay { frame, at, of, input, turns: turns(board, &lines) };
    let title = format!("{}: the replay", board.game().title());
    Ok(answer::html(&title, pages::after::replay(&replay, desktop, log), Place::Table))
}

#[utoipa::path(get, path = "/t/{code}/record", tag = "after",
    summary = "The record of a finished game, as plain text.",
    responses((status = 200, content_type = "text/plain", body = String)))]
pub(super) async fn record(State(site): State<Site>, Path(code): Path<String>, visitor: Visitor) -> Response {
    let asked = code.clone();
    let recorded = finished(&site, &code, Freshness::Cached, move |sitting| {
        let board = sitting.board().ok_or_else(Problem::broken)?;
        let record = board.record(&sitting.names()).ok_or_else(Problem::broken)?;
        let file = format!("attachment; filename=\"{}-{asked}.txt\"", board.game().name());
        let headers = [(CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()), (CONTENT_DISPOSITION, file)];
        Ok((headers, record).into_response())
    });
    answer::or_problem(visitor.format, recorded.await)
}

/// How a table opens that goes on with a game.
struct GoesOn {
    options: Options,
    seating: Seating,
    entries: Vec<Entry>,
}

fn from_moment(sitting: &Sitting, at: usize, seat: Seat, name: &str) -> Result<GoesOn, Problem> {
    let board = sitting.board().ok_or_else(Problem::broken)?;
    if seat.index() >= sitting.chairs.len() {
        return Err(Problem::wrong("nobody sat there"));
    }
    if at >= board.inputs() {
        return Err(Problem::not_now("there the game is over; go back a step"));
    }
    let own = name_or_guest(name);
    let seating = sitting
        .chairs
        .iter()
        .map(|chair| match chair.sitter.seat {
            one if one == seat => (one, Plays::Person, own.clone()),
            other => (other, Plays::Bot(OPPONENTS), bot_name(other, OPPONENTS)),
        })
        .collect();
    let (rules, setting) = board.start();
    let mut entries = vec![Entry::Started(crate::entry::Start { rules, setting })];
    entries.extend(board.lines().into_iter().take(at).map(Entry::Played));
    let options = Options { public: false, clock: "none".to_owned(), ..sitting.options.clone() };
    Ok(GoesOn { options, seating, entries })
}

#[utoipa::path(post, path = "/t/{code}/continue", tag = "after",
    summary = "A new game from a moment of a finished one, against bots.",
    request_body = Continue, responses((status = 200, body = Opened)))]
pub(super) async fn go_on(
    State(site): State<Site>,
    Path(code): Path<String>,
    mut visitor: Visitor,
    Form(asked): Form<Continue>,
) -> Response {
    let format = visitor.format;
    let gone_on = async {
        let name = visitor.name.clone();
        let goes_on = finished(&site, &code, Freshness::Cached, move |sitting| {
            let at = usize::try_from(asked.at).unwrap_or(usize::MAX);
            from_moment(sitting, at, asked.seat, &name)
        });
        let GoesOn { options, seating, entries } = goes_on.await?;
        let fresh = visitor.keyed(site.house.store()).await?;
        let new = site.house.open(options, visitor.key, seating, entries).await?;
        Ok(visitor.remember(opened(&visitor, &new, fresh.as_deref()), fresh.as_deref(), ""))
    };
    let answered = gone_on.await;
    answer::or_problem(format, answered)
}

/// What a rematch needs to know of the game it follows.
enum Rematch {
    /// It is open already, under this code.
    Open(String),
    /// It is to be opened.
    New {
        options: Options,
        seating: Seating,
        holders: Vec<(KeyHash, Seat)>,
        /// Whether nobody but the visitor has to be waited for.
        alone: bool,
    },
}

fn rematch_of(sitting: &Sitting, key: Option<KeyHash>) -> Result<Rematch, Problem> {
    if let Some(next) = &sitting.followed {
        return Ok(Rematch::Open(next.clone()));
    }
    let own = sitting.held_by(key);
    if own.is_empty() {
        return Err(Problem::forbidden("a rematch is for those who played"));
    }
    // Who gave up has left the seat to whoever takes it.
    let resigned = |chair: &&Chair| chair.sitter.presence == Presence::Resigned;
    let staying = || sitting.chairs.iter().filter(|chair| !resigned(chair));
    let seating =
        staying().map(|chair| (chair.sitter.seat, chair.sitter.plays, chair.sitter.name.clone())).collect();
    let holders =
        staying().flat_map(|chair| chair.keys.iter().map(|key| (*key, chair.sitter.seat))).collect();
    // Against bots alone there is nobody to wait for.
    let people = sitting.chairs.iter().filter(|chair| chair.sitter.plays == Plays::Person).count();
    let mut gave_up = sitting.chairs.iter().filter(resigned).map(|chair| chair.sitter.seat);
    let alone = people == own.len() && !gave_up.any(|seat| own.contains(seat));
    Ok(Rematch::New { options: sitting.options.clone(), seating, holders, alone })
}

#[utoipa::path(post, path = "/t/{code}/rematch", tag = "after",
    summary = "The same table again, with the same seats. Who asks second finds the one that was opened.",
    responses((status = 200, body = views::Rematch)))]
pub(super) async fn rematch(
    State(site): State<Site>,
    Path(code): Path<String>,
    visitor: Visitor,
) -> Response {
    let key = visitor.key;
    let look = || finished(&site, &code, Freshness::Current, move |sitting| rematch_of(sitting, key));
    let rematched = async {
        let (options, seating, holders, alone) = match look().await? {
            Rematch::Open(next) => return Ok(opened_again(visitor.format, &next)),
            Rematch::New { options, seating, holders, alone } => (options, seating, holders, alone),
        };
        let next = site.house.reopen(options, visitor.key, seating, &holders).await?;
        if site.house.act(&code, visitor.asks(None), Deed::Follow(next.clone())).await.is_err() {
            // Somebody else asked at the same moment.
            return match look().await? {
                Rematch::Open(next) => Ok(opened_again(visitor.format, &next)),
                Rematch::New { .. } => Err(Problem::broken()),
            };
        }
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
        Format::Json => answer::data(&views::Rematch { code: code.to_owned(), path }),
    }
}
