//! After the game: replay, record, going on from any moment, and the rematch.

use axum::extract::{Path, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use games::Level;
use pages::after::{LastInput, glimpse, last_input};
use pages::live::{RenderContext, still};
use pages::preview::{Link, Preview};
use pages::shell::Place;
use pages::{Frame, Replay};
use room::{
    Command, Entry, KeyHash, LiveGame, Opening, Options, Outcome, Requester, Room, Seated, Status,
    name_or_guest,
};
use table::{Seat, Viewer};

use super::form::{Form, Params};
use super::opened::{new_header, opened};
use super::requests::{Continue, Moment, ReplayStep};
use super::visitor::Visitor;
use super::{Site, answer, compression, views};
use crate::data;
use crate::problem::Problem;
use crate::rooms::{Finished, Format, Visit};

/// The opponents when a visitor goes on from a moment of a finished game.
pub(super) const OPPONENTS: Level = Level::Operator;

/// Reads a finished match for the holder of this key.
pub(super) async fn finished<T: Send + 'static>(
    site: &Site,
    code: &str,
    key: Option<KeyHash>,
    read: impl FnOnce(&Finished) -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    site.finished.read(&site.rooms, code, key, read).await
}

/// The page of a game that is over; for programs its last moment.
pub(super) async fn over(site: &Site, code: &str, visit: Visit) -> Result<Response, Problem> {
    let (of, Visit { from, format, site: site_at, .. }) = (code.to_owned(), visit);
    site.finished.refuse_hidden(&site.rooms, code, from.key).await?;
    site.reviews.first_look(code).await;
    finished(site, code, from.key, move |game| {
        if format == Format::Json {
            return moment_as_data(&of, game, &Moment { at: None, viewer: None });
        }
        let (room, result) = (&game.room, game.told.as_ref().ok_or_else(Problem::broken)?);
        let live = room.game().ok_or_else(Problem::broken)?;
        let (sitters, viewer) = (room.seats().sitters(), room.viewer(from));
        let deal = room.deal().map(str::to_owned);
        let status = Status { own: room.held_by(from), coached: room.coached(), deal, ..Status::default() };
        let (game, version) = (live.name(), room.version());
        let frame = Frame { code: &of, game, viewer, version, sitters: &sitters, status: &status };
        let title = format!("{}: how it came out", game.title());
        let body = pages::after::over(&frame, result, live);
        Ok(match status.own.is_empty() {
            true => {
                let preview = Preview::of_result((&of, version), game, &sitters, result);
                let link = Link { site: &site_at, path: &format!("/t/{of}"), preview: &preview };
                answer::linked(&title, body, Place::After, &link)
            }
            false => answer::personal(&title, body, Place::After),
        })
    })
    .await
}

/// Link preview of a finished game.
pub(super) async fn preview(site: &Site, code: &str) -> Result<Preview, Problem> {
    let of = code.to_owned();
    finished(site, code, None, move |game| {
        let (room, result) = (&game.room, game.told.as_ref().ok_or_else(Problem::broken)?);
        let live = room.game().ok_or_else(Problem::broken)?;
        Ok(Preview::of_result((&of, room.version()), live.name(), &room.seats().sitters(), result))
    })
    .await
}

/// A game as it was after some of its inputs.
struct Then {
    live: LiveGame,
    /// The last of them.
    last_input: LastInput,
}

/// The game as it was after these inputs.
fn rewound(live: &LiveGame, lines: &[String]) -> Result<Then, Problem> {
    let mut then = live.afresh();
    let mut last = LastInput::default();
    for (number, line) in lines.iter().enumerate() {
        if number + 1 == lines.len() {
            last = last_input(&then, line);
        }
        then.feed(line).map_err(|_| Problem::broken())?;
    }
    Ok(Then { live: then, last_input: last })
}

/// The point of view of a moment; `own` where none is named.
pub(super) fn eyes(room: &Room, named: Option<&str>, own: Viewer) -> Result<Viewer, Problem> {
    match named {
        None => Ok(own),
        Some("bystander") => Ok(Viewer::Bystander),
        Some(letter) => {
            let seat: Result<Seat, _> = letter.to_uppercase().parse();
            let seat = seat.map_err(|_| Problem::wrong("a seat is a letter from A to F"))?;
            if seat.index() >= room.seats().count() {
                return Err(Problem::missing("nobody sat there"));
            }
            Ok(Viewer::Seat(seat))
        }
    }
}

/// A number of inputs, no more than there are.
pub(super) fn within(at: Option<u64>, of: usize) -> Option<usize> {
    at.map(|at| usize::try_from(at).map_or(of, |at| at.min(of)))
}

#[cfg_attr(test, utoipa::path(get, path = "/t/{code}/replay", tag = "after",
    summary = "A moment of a finished game from any seat.",
    params(Moment), responses((status = 200, body = data::Table))))]
pub(super) async fn replay(
    State(site): State<Site>,
    Path(code): Path<String>,
    Params(moment): Params<Moment>,
    visitor: Visitor,
) -> Response {
    let format = visitor.format;
    let asked = code.clone();
    let from = visitor.visit(None).from;
    let replayed = finished(&site, &code, from.key, move |game| match format {
        Format::Json => moment_as_data(&asked, game, &moment),
        Format::Html => moment_as_page(&asked, game, &moment, from),
    });
    answer::or_problem_at(format, &code, replayed.await)
}

/// For programs a moment is the last where none is named, and seen by a bystander.
fn moment_as_data(code: &str, game: &Finished, moment: &Moment) -> Result<Response, Problem> {
    let live = game.room.game().ok_or_else(Problem::broken)?;
    let lines = live.lines();
    let at = within(moment.at, lines.len()).unwrap_or(lines.len());
    let viewer = eyes(&game.room, moment.viewer.as_deref(), Viewer::Bystander)?;
    let then = rewound(live, &lines[..at])?;
    let sitters = game.room.seats().sitters();
    let context = RenderContext { code, version: at as u64, sitters: &sitters, statuses: &[] };
    Ok(answer::data(&data::table(&then.live, &context, viewer, 0)))
}

/// People begin at the beginning, and with their own eyes if they played.
fn moment_as_page(
    code: &str,
    game: &Finished,
    moment: &Moment,
    from: Requester,
) -> Result<Response, Problem> {
    let live = game.room.game().ok_or_else(Problem::broken)?;
    let result = game.told.as_ref().ok_or_else(Problem::broken)?;
    let lines = live.lines();
    let at = within(moment.at, lines.len()).unwrap_or(0);
    let viewer = eyes(&game.room, moment.viewer.as_deref(), game.room.viewer(from))?;
    let then = rewound(live, &lines[..at])?;
    let sitters = game.room.seats().sitters();
    let (status, version) = (Status::default(), at as u64);
    let context = RenderContext { code, version, sitters: &sitters, statuses: &[] };
    let (desktop, log) = still(&then.live, &context, viewer);
    let said = pages::after::moment(&then.live, &context, viewer, &then.last_input);
    let frame = Frame { code, game: live.name(), viewer, version, sitters: &sitters, status: &status };
    let replay = Replay { frame, at, result };
    let title = format!("{}: the replay", live.name().title());
    Ok(answer::html(&title, pages::after::replay(&replay, said, desktop, log), Place::Replay))
}

#[cfg_attr(test, utoipa::path(get, path = "/t/{code}/replay/step", tag = "pages",
    summary = "A moment of a finished game as a change of a page that shows another.",
    params(ReplayStep), responses((status = 200, content_type = "text/plain", body = String))))]
pub(super) async fn replay_step(
    State(site): State<Site>,
    Path(code): Path<String>,
    Params(asked): Params<ReplayStep>,
    visitor: Visitor,
) -> Response {
    let of = code.clone();
    let stepped = finished(&site, &code, visitor.key, move |game| step_to(&of, game, &asked));
    answer::or_problem(visitor.format, stepped.await)
}

fn step_to(code: &str, game: &Finished, asked: &ReplayStep) -> Result<Response, Problem> {
    let live = game.room.game().ok_or_else(Problem::broken)?;
    let lines = live.lines();
    let at = within(asked.at, lines.len()).unwrap_or(0);
    let viewer = eyes(&game.room, asked.viewer.as_deref(), Viewer::Bystander)?;
    let has = match within(asked.from, lines.len()) {
        Some(from) => Some((glimpse(&rewound(live, &lines[..from])?.live, viewer), from)),
        None => None,
    };
    let then = rewound(live, &lines[..at])?;
    let sitters = game.room.seats().sitters();
    let context = RenderContext { code, version: at as u64, sitters: &sitters, statuses: &[] };
    let said = pages::after::moment(&then.live, &context, viewer, &then.last_input);
    let has = has.as_ref().map(|(glimpse, from)| (glimpse, *from));
    let step = pages::after::step(&then.live, &context, viewer, has, &said);
    let headers = [(CONTENT_TYPE, "text/plain; charset=utf-8"), (CACHE_CONTROL, "no-store")];
    Ok(compression::public((headers, step).into_response()))
}

#[cfg_attr(test, utoipa::path(get, path = "/t/{code}/record", tag = "after",
    summary = "The record of a finished game, as plain text.",
    responses((status = 200, content_type = "text/plain", body = String))))]
pub(super) async fn record(State(site): State<Site>, Path(code): Path<String>, visitor: Visitor) -> Response {
    let asked = code.clone();
    let recorded = finished(&site, &code, visitor.key, move |game| {
        let room = &game.room;
        let live = room.game().ok_or_else(Problem::broken)?;
        let record = room.record_text().ok_or_else(Problem::broken)?;
        let file = format!("attachment; filename=\"{}-{asked}.txt\"", live.name().name());
        let headers = [(CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()), (CONTENT_DISPOSITION, file)];
        Ok((headers, record).into_response())
    });
    answer::or_problem_at(visitor.format, &code, recorded.await)
}

/// A table that goes on with a game, not yet opened.
pub(super) struct GoesOn {
    /// How it is.
    pub(super) options: Options,
    /// The seats beside the visitor's.
    pub(super) bots: Vec<Seated>,
    /// The game so far.
    pub(super) entries: Vec<Entry>,
}

impl GoesOn {
    /// A table from this state on, with bots of a level at all seats except one.
    pub(super) fn from_here(live: &LiveGame, seat: Seat, level: Level) -> Self {
        let others = live.seats().iter().filter(|other| *other != seat);
        let start = live.start();
        let options = Options::like(live.name(), live.seats(), &start.setting);
        let mut entries = vec![Entry::Started(start)];
        entries.extend(live.lines().into_iter().map(Entry::Played));
        Self { options, bots: others.map(|other| Seated::bot(other, level)).collect(), entries }
    }
}

/// Opens it, with the visitor at this seat.
pub(super) async fn open_from(
    site: &Site,
    mut visitor: Visitor,
    seat: Seat,
    GoesOn { options, bots, entries }: GoesOn,
) -> Result<Response, Problem> {
    let fresh = visitor.keyed(site.rooms.store()).await?;
    let opener = visitor.key.ok_or_else(Problem::broken)?;
    let own = Seated::person(seat, name_or_guest(&visitor.name), opener);
    let seated = bots.into_iter().chain([own]).collect();
    let mut opening = Opening::new(new_header(Some(opener))?, options, seated);
    opening.entries.extend(entries);
    let new = site.rooms.open(&opening).await?;
    Ok(visitor.remember(opened(&visitor, &new, fresh.as_deref()), fresh.as_deref(), ""))
}

fn from_moment(room: &Room, at: usize, seat: Seat) -> Result<GoesOn, Problem> {
    let live = room.game().ok_or_else(Problem::broken)?;
    if seat.index() >= room.seats().count() {
        return Err(Problem::wrong("nobody sat there"));
    }
    if at >= live.inputs() {
        return Err(Problem::not_now("there the game is over; go back a step"));
    }
    let others = room.seats().iter().map(|chair| chair.sitter.seat).filter(|other| *other != seat);
    let mut entries = vec![Entry::Started(live.start())];
    entries.extend(live.lines().into_iter().take(at).map(Entry::Played));
    let options = Options { public: false, clock: "none".to_owned(), deal: None, ..room.options().clone() };
    Ok(GoesOn { options, bots: others.map(|other| Seated::bot(other, OPPONENTS)).collect(), entries })
}

#[cfg_attr(test, utoipa::path(post, path = "/t/{code}/continue", tag = "after",
    summary = "A new game from a moment of a finished one, against bots.",
    request_body = Continue, responses((status = 200, body = super::views::Opened))))]
pub(super) async fn go_on(
    State(site): State<Site>,
    Path(code): Path<String>,
    visitor: Visitor,
    Form(asked): Form<Continue>,
) -> Response {
    let format = visitor.format;
    let gone_on = async {
        let goes_on = finished(&site, &code, visitor.key, move |game| {
            let at = usize::try_from(asked.at).unwrap_or(usize::MAX);
            from_moment(&game.room, at, asked.seat)
        });
        open_from(&site, visitor, asked.seat, goes_on.await?).await
    };
    let answered = gone_on.await;
    answer::or_problem_at(format, &code, answered)
}

#[cfg_attr(test, utoipa::path(post, path = "/t/{code}/rematch", tag = "after",
    summary = "The same table again, with the same seats. Who asks second finds the one that was opened.",
    responses((status = 200, body = views::Rematch))))]
pub(super) async fn rematch(
    State(site): State<Site>,
    Path(code): Path<String>,
    visitor: Visitor,
) -> Response {
    let rematched = async {
        // Refuses live games before reading their journals, and deals the visitor has not played.
        site.finished.refuse_hidden(&site.rooms, &code, visitor.key).await?;
        let header = new_header(None)?;
        let command = Command::Rematch { code: header.code, secret: header.secret };
        match site.rooms.command(&code, &visitor.visit(None), command).await? {
            Outcome::Table(next) => Ok(opened_again(visitor.format, &next)),
            Outcome::None | Outcome::Changed(_) | Outcome::Noted(_) | Outcome::Prevented(_) => {
                Err(Problem::broken())
            }
        }
    };
    answer::or_problem_at(visitor.format, &code, rematched.await)
}

fn opened_again(format: Format, code: &str) -> Response {
    let path = format!("/t/{code}");
    match format {
        Format::Html => answer::see(&path),
        Format::Json => answer::data(&views::Rematch { code: code.to_owned(), path }),
    }
}
