//! Access to a seat: links that move it to another browser, a list of links and browsers, and how they are revoked.

use axum::extract::{Path, State};
use axum::response::Response;
use room::{Command, Revoked, SeatAccess};

use super::form::{Form, Params};
use super::opened::opened;
use super::requests::{OwnSeat, Revoke};
use super::views::{Access, Forgotten, SeatLink};
use super::visitor::Visitor;
use super::{Site, answer};
use crate::key;
use crate::problem::Problem;
use crate::rooms::{Format, Shown};

/// The most tables at which one request forgets a browser: more are forgotten by asking again.
const MOST_FORGOTTEN: i64 = 500;

async fn access_of(
    site: &Site,
    code: &str,
    visitor: &Visitor,
    asked: &OwnSeat,
) -> Result<SeatAccess, Problem> {
    match site.rooms.look(code, visitor.visit(asked.seat).for_access()).await? {
        Shown::Access(access) => Ok(access),
        Shown::Page { .. } | Shown::Over | Shown::Data(_) => {
            Err(Problem::gone("this deal is over; no link leads to its seat"))
        }
    }
}

#[cfg_attr(test, utoipa::path(post, path = "/t/{code}/handover", tag = "seats",
    summary = "A link that moves your seat to another device, once, within a day.",
    request_body = OwnSeat, responses((status = 200, body = SeatLink))))]
pub(super) async fn handover(
    State(site): State<Site>,
    Path(code): Path<String>,
    visitor: Visitor,
    Form(asked): Form<OwnSeat>,
) -> Response {
    let handed = async {
        let link = key::link().map_err(|_| Problem::broken())?;
        let hash = key::hash(&link).ok_or_else(Problem::broken)?;
        site.rooms.command(&code, &visitor.visit(asked.seat), Command::Handover { link: hash }).await?;
        let address = format!("{}/t/{code}/seat/{link}", visitor.site);
        Ok(match visitor.format {
            Format::Json => answer::data(&SeatLink { link: address }),
            Format::Html => {
                let access = access_of(&site, &code, &visitor, &asked).await?;
                answer::uncached(pages::seat::access(&code, &access, Some(&address)))
            }
        })
    };
    answer::or_problem(visitor.format, handed.await)
}

#[cfg_attr(test, utoipa::path(get, path = "/t/{code}/seat", tag = "seats",
    summary = "What opens your seat: the browsers and programs that have its key, and the links that were not used.",
    params(OwnSeat), responses((status = 200, body = Access))))]
pub(super) async fn access(
    State(site): State<Site>,
    Path(code): Path<String>,
    Params(asked): Params<OwnSeat>,
    visitor: Visitor,
) -> Response {
    let shown = async {
        let access = access_of(&site, &code, &visitor, &asked).await?;
        Ok(match visitor.format {
            Format::Json => answer::data(&Access::of(&access)),
            Format::Html => answer::uncached(pages::seat::access(&code, &access, None)),
        })
    };
    answer::or_problem(visitor.format, shown.await)
}

#[cfg_attr(test, utoipa::path(post, path = "/t/{code}/revoke", tag = "seats",
    summary = "Revokes a link or a browser of your seat, all others, or the one that asks.",
    request_body = Revoke, responses((status = 200, body = Access))))]
pub(super) async fn revoke(
    State(site): State<Site>,
    Path(code): Path<String>,
    visitor: Visitor,
    Form(asked): Form<Revoke>,
) -> Response {
    let revoked = async {
        let what: Revoked = asked.what.parse().map_err(|_| {
            Problem::wrong("what is revoked is 'others', 'here', or the eight letters and digits of a link or browser in the list")
        })?;
        site.rooms.command(&code, &visitor.visit(asked.seat), Command::Revoke(what)).await?;
        let own = OwnSeat { seat: asked.seat };
        Ok(match (visitor.format, what) {
            (Format::Html, Revoked::Here) => answer::see(&format!("/t/{code}")),
            (Format::Html, Revoked::One(_) | Revoked::Others) => {
                let seat = asked.seat.map_or_else(String::new, |seat| format!("?seat={seat}"));
                answer::see(&format!("/t/{code}/seat{seat}"))
            }
            (Format::Json, Revoked::Here) => answer::data(&Access::default()),
            (Format::Json, Revoked::One(_) | Revoked::Others) => {
                // A browser may have revoked itself by its name.
                let access = access_of(&site, &code, &visitor, &own).await;
                answer::data(&access.map(|access| Access::of(&access)).unwrap_or_default())
            }
        })
    };
    answer::or_problem(visitor.format, revoked.await)
}

#[cfg_attr(test, utoipa::path(get, path = "/forget", tag = "pages",
    summary = "Asks whether this browser is to be forgotten.",
    responses((status = 200, content_type = "text/html", body = String))))]
pub(super) async fn ask_to_forget(State(site): State<Site>, visitor: Visitor) -> Response {
    let held = match visitor.key {
        Some(key) => site.rooms.store().held_by(key, MOST_FORGOTTEN).await.unwrap_or_default(),
        None => Vec::new(),
    };
    answer::uncached(pages::seat::forget(held.len()))
}

#[cfg_attr(test, utoipa::path(post, path = "/forget", tag = "seats",
    summary = "Forgets this browser: its key opens no seat of a table that goes on any more, and its cookies are removed.",
    responses((status = 200, body = Forgotten))))]
pub(super) async fn forget(State(site): State<Site>, visitor: Visitor) -> Response {
    let forgotten = async {
        let mut tables = 0;
        let held = match visitor.key {
            Some(key) => site.rooms.store().held_by(key, MOST_FORGOTTEN).await,
            None => Ok(Vec::new()),
        };
        for row in held.map_err(|error| Problem::of_store(&error, None, "matches could not be listed"))? {
            let visit = visitor.visit(None);
            match site.rooms.command(&row.code, &visit, Command::Revoke(Revoked::Here)).await {
                Ok(_) => tables += 1,
                // Its database or its owner is away: that the key is forgotten would not be true.
                Err(problem) if problem.status.is_server_error() => return Err(problem),
                // A closed table shows nothing.
                Err(_) => {}
            }
        }
        Ok(visitor.forgotten(match visitor.format {
            Format::Json => answer::data(&Forgotten { tables }),
            Format::Html => answer::see("/"),
        }))
    };
    answer::or_problem(visitor.format, forgotten.await)
}

#[cfg_attr(test, utoipa::path(get, path = "/t/{code}/seat/{link}", tag = "pages",
    summary = "The page behind a link to a seat: a button, so that nobody takes a seat by looking.",
    responses((status = 200, content_type = "text/html", body = String))))]
pub(super) async fn seat_link(Path((code, link)): Path<(String, String)>) -> Response {
    let action = format!("/t/{code}/seat/{link}");
    answer::uncached(pages::seat::take(&code, &action, &link))
}

#[cfg_attr(test, utoipa::path(post, path = "/t/{code}/seat/{link}", tag = "seats", summary = "Takes a seat by such a link.",
    responses((status = 200, body = super::views::Opened))))]
pub(super) async fn take_seat(
    State(site): State<Site>,
    Path((code, link)): Path<(String, String)>,
    mut visitor: Visitor,
) -> Response {
    let format = visitor.format;
    let taken = async {
        let fresh = visitor.keyed(site.rooms.store()).await?;
        let unusable =
            || Problem::gone("this link has been used or revoked, or never was one; ask for another");
        let command = Command::TakeSeat { link: key::hash(&link).ok_or_else(unusable)? };
        site.rooms.command(&code, &visitor.visit(None), command).await?;
        Ok(visitor.remember(opened(&visitor, &code, fresh.as_deref()), fresh.as_deref(), ""))
    };
    let answered = taken.await;
    answer::or_problem(format, answered)
}
