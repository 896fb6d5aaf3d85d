//! What is done at a table: in its lobby, in its game, and about one's seat.

use axum::extract::{FromRequestParts, Path, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::{IntoResponse as _, Response};
use table::Seat;

use super::form::Form;
use super::requests::{Act, AnySeat, Back, Chat, Fill, OwnSeat, React, Ready, Sit, Spam};
use super::views::Changed;
use super::visitor::Visitor;
use super::{Site, answer};
use crate::board::Format;
use crate::host::{Asked, Deed, Done, proper_name};
use crate::problem::Problem;

/// Who does something, and at which table.
pub(super) struct AtTable {
    site: Site,
    code: String,
    visitor: Visitor,
}

impl FromRequestParts<Site> for AtTable {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, site: &Site) -> Result<Self, Response> {
        let Path(code) =
            Path::from_request_parts(parts, site).await.map_err(|wrong| wrong.into_response())?;
        let Ok(State(site)) = State::from_request_parts(parts, site).await;
        let Ok(visitor) = Visitor::from_request_parts(parts, &site).await;
        Ok(Self { site, code, visitor })
    }
}

impl AtTable {
    /// Does it for this seat of the visitor's.
    async fn does(self, deed: Deed, seat: Option<Seat>) -> Response {
        let asks = self.visitor.asks(seat);
        self.done(asks, deed, seat).await
    }

    /// Does it about a seat that need not be the visitor's own.
    async fn does_about(self, seat: Seat, deed: Deed) -> Response {
        let asks = self.visitor.asks(None);
        self.done(asks, deed, Some(seat)).await
    }

    /// Does it; a browser is led back to the table.
    async fn done(self, asks: Asked, deed: Deed, seat: Option<Seat>) -> Response {
        let format = self.visitor.format;
        match (self.site.house.act(&self.code, asks, deed).await, format) {
            (Err(problem), _) => answer::problem(format, &problem),
            (Ok(done), Format::Json) => changed(&done, None),
            (Ok(_), Format::Html) => answer::see(&self.back_to(seat).await),
        }
    }

    /// Where a form leads: to the seat if it is asked again, else to the table; at a hot seat that is the curtain.
    async fn back_to(&self, seat: Option<Seat>) -> String {
        let code = &self.code;
        let asked_again = match (seat, self.site.house.host(code).await) {
            (Some(seat), Ok(host)) => host.summary().awaited.contains(seat).then_some(seat),
            _ => None,
        };
        asked_again.map_or_else(|| format!("/t/{code}"), |seat| format!("/t/{code}?seat={seat}"))
    }
}

/// What was done, as data.
fn changed(done: &Done, key: Option<String>) -> Response {
    let (version, status) = match done {
        Done::Changed(version) => (*version, StatusCode::OK),
        Done::Noted(version) => (*version, StatusCode::ACCEPTED),
        Done::Link(_) => (0, StatusCode::OK),
    };
    let mut response = answer::data(&Changed { version, key });
    *response.status_mut() = status;
    response
}

#[utoipa::path(post, path = "/t/{code}/sit", tag = "lobby", summary = "Sits down in the lobby.",
    request_body = Sit, responses((status = 200, body = Changed)))]
pub(super) async fn sit(mut at: AtTable, Form(asked): Form<Sit>) -> Response {
    let name = proper_name(&asked.name).unwrap_or_default();
    let seat = asked.seat;
    let sat = async {
        let fresh = at.visitor.keyed(at.site.house.store()).await?;
        let deed = Deed::Sit { seat: asked.seat, name: asked.name };
        let done = at.site.house.act(&at.code, at.visitor.asks(None), deed).await?;
        let response = match at.visitor.format {
            Format::Json => changed(&done, fresh.clone()),
            Format::Html => answer::see(&at.back_to(seat).await),
        };
        Ok::<_, Problem>((response, fresh))
    };
    match sat.await {
        Ok((response, fresh)) => at.visitor.remember(response, fresh.as_deref(), &name),
        Err(problem) => answer::problem(at.visitor.format, &problem),
    }
}

#[utoipa::path(post, path = "/t/{code}/stand", tag = "lobby", summary = "Stands up again.",
    request_body = OwnSeat, responses((status = 200, body = Changed)))]
pub(super) async fn stand(at: AtTable, Form(asked): Form<OwnSeat>) -> Response {
    at.does(Deed::Stand, asked.seat).await
}

#[utoipa::path(post, path = "/t/{code}/ready", tag = "lobby", summary = "Is ready, or not.",
    request_body = Ready, responses((status = 200, body = Changed)))]
pub(super) async fn ready(at: AtTable, Form(asked): Form<Ready>) -> Response {
    let deed = if asked.ready.as_deref() == Some("no") { Deed::Unready } else { Deed::Ready };
    at.does(deed, asked.seat).await
}

#[utoipa::path(post, path = "/t/{code}/spam", tag = "lobby", summary = "R2.7: how much spam you got today.",
    request_body = Spam, responses((status = 200, body = Changed)))]
pub(super) async fn spam(at: AtTable, Form(asked): Form<Spam>) -> Response {
    at.does(Deed::Count(asked.spam), asked.seat).await
}

#[utoipa::path(post, path = "/t/{code}/fill", tag = "lobby",
    summary = "Puts a bot on a free seat; for whoever opened the table.",
    request_body = Fill, responses((status = 200, body = Changed)))]
pub(super) async fn fill(at: AtTable, Form(asked): Form<Fill>) -> Response {
    at.does_about(asked.seat, Deed::Fill(asked.seat, asked.level)).await
}

#[utoipa::path(post, path = "/t/{code}/open", tag = "lobby", summary = "Takes the bot off again.",
    request_body = AnySeat, responses((status = 200, body = Changed)))]
pub(super) async fn open(at: AtTable, Form(asked): Form<AnySeat>) -> Response {
    at.does_about(asked.seat, Deed::Open(asked.seat)).await
}

#[utoipa::path(post, path = "/t/{code}/kick", tag = "lobby", summary = "Frees a seat.",
    request_body = AnySeat, responses((status = 200, body = Changed)))]
pub(super) async fn kick(at: AtTable, Form(asked): Form<AnySeat>) -> Response {
    at.does_about(asked.seat, Deed::Kick(asked.seat)).await
}

#[utoipa::path(post, path = "/t/{code}/start", tag = "lobby", summary = "Starts the game.",
    request_body = OwnSeat, responses((status = 200, body = Changed)))]
pub(super) async fn start(at: AtTable, Form(asked): Form<OwnSeat>) -> Response {
    at.does(Deed::Start, asked.seat).await
}

#[utoipa::path(post, path = "/t/{code}/act", tag = "game",
    summary = "Acts. 200: it is written and done. 202: it is written and counts when the reaction window closes. 409: the table has moved on, nothing was done. 422: the rules forbid it; the clause says why.",
    request_body = Act, responses((status = 200, body = Changed), (status = 202, body = Changed)))]
pub(super) async fn act(at: AtTable, Form(asked): Form<Act>) -> Response {
    at.does(Deed::Act { version: asked.version, action: asked.action }, asked.seat).await
}

#[utoipa::path(post, path = "/t/{code}/back", tag = "game",
    summary = "Takes your last action back, if nothing was revealed and no other person has acted since.",
    request_body = Back, responses((status = 200, body = Changed)))]
pub(super) async fn back(at: AtTable, Form(asked): Form<Back>) -> Response {
    at.does(Deed::TakeBack { version: asked.version }, asked.seat).await
}

#[utoipa::path(post, path = "/t/{code}/react", tag = "game",
    summary = "What happens for you in reaction windows.",
    request_body = React, responses((status = 202, body = Changed)))]
pub(super) async fn react(at: AtTable, Form(asked): Form<React>) -> Response {
    at.does(Deed::React(asked.react), asked.seat).await
}

#[utoipa::path(post, path = "/t/{code}/leave", tag = "game", summary = "Leaves; a bot stands in.",
    request_body = OwnSeat, responses((status = 200, body = Changed)))]
pub(super) async fn leave(at: AtTable, Form(asked): Form<OwnSeat>) -> Response {
    let format = at.visitor.format;
    let response = at.does(Deed::Leave, asked.seat).await;
    // A browser is led away.
    if format == Format::Html && response.status() == StatusCode::SEE_OTHER {
        answer::see("/")
    } else {
        response
    }
}

#[utoipa::path(post, path = "/t/{code}/return", tag = "game", summary = "Comes back.",
    request_body = OwnSeat, responses((status = 200, body = Changed)))]
pub(super) async fn come_back(at: AtTable, Form(asked): Form<OwnSeat>) -> Response {
    at.does(Deed::Return, asked.seat).await
}

#[utoipa::path(post, path = "/t/{code}/resign", tag = "game", summary = "Gives up for good; a bot plays on.",
    request_body = OwnSeat, responses((status = 200, body = Changed)))]
pub(super) async fn resign(at: AtTable, Form(asked): Form<OwnSeat>) -> Response {
    at.does(Deed::Resign, asked.seat).await
}

#[utoipa::path(post, path = "/t/{code}/chat", tag = "game", summary = "Says one of the quick lines.",
    request_body = Chat, responses((status = 202, body = Changed)))]
pub(super) async fn chat(at: AtTable, Form(asked): Form<Chat>) -> Response {
    at.does(Deed::Chat(asked.line as usize), asked.seat).await
}
