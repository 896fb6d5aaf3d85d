//! A finished game looked at again.

use axum::extract::{Path, State};
use axum::response::Response;
use pages::Frame;
use pages::after::ReviewPage;
use pages::shell::Place;
use review::{Depth, Review, Thinking};
use room::{KeyHash, Requester, Status};
use table::{Seat, Viewer};

use super::after::{eyes, finished, within};
use super::form::Params;
use super::requests::Moment;
use super::visitor::Visitor;
use super::{Site, answer, views};
use crate::problem::Problem;
use crate::rooms::{Finished, Format};

/// A match's stored review, and how far a pending one is; one that is missing is queued.
async fn looked_at(
    site: &Site,
    code: &str,
    key: Option<KeyHash>,
) -> Result<(Option<Review>, Option<Thinking>), Problem> {
    site.finished.refuse_hidden(&site.rooms, code, key).await?;
    let kept = site.reviews.kept(code).await?;
    match kept.as_ref().map(|review| review.depth) {
        None => site.reviews.want(code, Depth::Quick),
        Some(Depth::Quick) => site.reviews.want(code, Depth::Deep),
        Some(Depth::Deep) => {}
    }
    Ok((kept, site.reviews.thinking(code)))
}

fn thinking(of: Option<Thinking>) -> Option<views::Thinking> {
    of.map(|Thinking { depth, done, of }| views::Thinking {
        depth: depth.word(),
        done: done as u64,
        of: of as u64,
    })
}

#[cfg_attr(test, utoipa::path(get, path = "/t/{code}/review", tag = "after",
    summary = "A finished game looked at again: chances, luck, and what each choice gave away.",
    params(Moment), responses((status = 200, body = views::Reviewed))))]
pub(super) async fn review(
    State(site): State<Site>,
    Path(code): Path<String>,
    Params(moment): Params<Moment>,
    visitor: Visitor,
) -> Response {
    let format = visitor.format;
    let from = visitor.visit(None).from;
    let asked = code.clone();
    let reviewed = async {
        let (review, thinks) = looked_at(&site, &code, from.key).await?;
        let drawn = move |game: &Finished| match format {
            Format::Json => Ok(as_data(game, review, thinks)),
            Format::Html => as_page(&asked, game, &moment, (review, thinks), from),
        };
        finished(&site, &code, from.key, drawn).await
    };
    answer::or_problem_at(format, &code, reviewed.await)
}

fn as_data(game: &Finished, review: Option<Review>, thinks: Option<Thinking>) -> Response {
    let names = game.room.seats().names();
    let name = |seat: Seat| names.get(seat.index()).cloned().unwrap_or_default();
    let review = review.and_then(|review| serde_json::to_value(review.named(name)).ok());
    answer::public_data(&views::Reviewed { thinking: thinking(thinks), review })
}

/// Players see their own seat's view, others the winner's.
fn as_page(
    code: &str,
    game: &Finished,
    moment: &Moment,
    (review, thinks): (Option<Review>, Option<Thinking>),
    from: Requester,
) -> Result<Response, Problem> {
    let (room, result) = (&game.room, game.told.as_ref().ok_or_else(Problem::broken)?);
    let live = room.game().ok_or_else(Problem::broken)?;
    let viewer = room.viewer(from);
    let chosen = eyes(room, moment.viewer.as_deref(), viewer)?;
    let winner = result.ending.winners.iter().next();
    let seat = chosen.seat().or(winner).ok_or_else(Problem::broken)?;
    let sitters = room.seats().sitters();
    let status = Status { own: room.held_by(from), ..Status::default() };
    let frame = Frame {
        code,
        game: live.name(),
        viewer,
        version: room.version(),
        sitters: &sitters,
        status: &status,
    };
    let picked = within(moment.at, live.inputs()).filter(|at| *at > 0);
    let page = ReviewPage {
        frame,
        result,
        review: review.as_ref(),
        thinking: thinks,
        eyes: seat,
        picked,
        coached: room.coached(),
    };
    let title = format!("{}: the review", live.name().title());
    let drawn = pages::after::review(&page);
    let answer = if viewer == Viewer::Bystander { answer::html } else { answer::personal };
    Ok(answer(&title, drawn, Place::Review))
}

#[cfg_attr(test, utoipa::path(get, path = "/t/{code}/review/progress", tag = "after",
    summary = "How far the review of a finished game is.",
    responses((status = 200, body = views::ReviewProgress))))]
pub(super) async fn progress(
    State(site): State<Site>,
    Path(code): Path<String>,
    visitor: Visitor,
) -> Response {
    let told = async {
        site.finished.refuse_hidden(&site.rooms, &code, visitor.key).await?;
        Ok(answer::public_data(&views::ReviewProgress { thinking: thinking(site.reviews.thinking(&code)) }))
    };
    answer::or_problem(visitor.format, told.await)
}
