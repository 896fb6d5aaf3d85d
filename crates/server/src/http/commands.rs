//! Routes of commands at a table: in its lobby, in its game, and about seats.

use axum::extract::{FromRequestParts, Path, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::{IntoResponse as _, Response};
use pages::shell::Place;
use room::{Command, Outcome};
use table::{Seat, proper_name};

use super::form::Form;
use super::requests::{Act, AnySeat, Back, Chat, Fill, OwnSeat, React, Ready, SetPace, Sit, Spam};
use super::views::{Advice, Advised, Changed};
use super::visitor::Visitor;
use super::{Site, answer};
use crate::problem::Problem;
use crate::rooms::{Format, Visit};

/// The visitor of a command, and its table.
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
    /// Runs a command for this seat of the visitor's.
    async fn does(self, command: Command, seat: Option<Seat>) -> Response {
        let visit = self.visitor.visit(seat);
        self.done(visit, command, seat).await
    }

    /// Runs a command about a seat that need not be the visitor's own.
    async fn does_about(self, seat: Seat, command: Command) -> Response {
        let visit = self.visitor.visit(None);
        self.done(visit, command, Some(seat)).await
    }

    /// Runs a command; a browser is redirected to the table.
    async fn done(self, visit: Visit, command: Command, seat: Option<Seat>) -> Response {
        let format = self.visitor.format;
        match (self.site.rooms.command(&self.code, &visit, command).await, format) {
            (Err(problem), _) => answer::problem_at(format, &self.code, &problem),
            (Ok(outcome), Format::Json) => changed(&outcome, None),
            (Ok(_), Format::Html) => answer::see(&self.back_to(seat).await),
        }
    }

    /// Where a form leads: to the seat if it is asked again, else to the table; at a hot seat that is the curtain.
    async fn back_to(&self, seat: Option<Seat>) -> String {
        let code = &self.code;
        let asked_again = match (seat, self.site.rooms.summary(code).await) {
            (Some(seat), Ok(summary)) => summary.awaited.contains(seat).then_some(seat),
            _ => None,
        };
        asked_again.map_or_else(|| format!("/t/{code}"), |seat| format!("/t/{code}?seat={seat}"))
    }
}

/// The outcome of a command, as data. One that was only noted, or that another's reaction prevented, is 202 and not
/// 200.
fn changed(outcome: &Outcome, key: Option<String>) -> Response {
    let (version, status) = match outcome {
        Outcome::Changed(version) => (*version, StatusCode::OK),
        Outcome::Noted(version) | Outcome::Prevented(version) => (*version, StatusCode::ACCEPTED),
        Outcome::None | Outcome::Table(_) => (0, StatusCode::OK),
    };
    let prevented = matches!(outcome, Outcome::Prevented(_)).then_some(true);
    let mut response = answer::data(&Changed { version, key, prevented });
    *response.status_mut() = status;
    response
}

#[cfg_attr(test, utoipa::path(post, path = "/t/{code}/sit", tag = "lobby", summary = "Sits down in the lobby.",
    request_body = Sit, responses((status = 200, body = Changed))))]
pub(super) async fn sit(mut at: AtTable, Form(asked): Form<Sit>) -> Response {
    let name = proper_name(&asked.name).unwrap_or_default();
    let seat = asked.seat;
    let sat = async {
        let fresh = at.visitor.keyed(at.site.rooms.store()).await?;
        let command = Command::Sit { seat: asked.seat, name: asked.name };
        let done = at.site.rooms.command(&at.code, &at.visitor.visit(None), command).await?;
        let response = match at.visitor.format {
            Format::Json => changed(&done, fresh.clone()),
            Format::Html => answer::see(&at.back_to(seat).await),
        };
        Ok::<_, Problem>((response, fresh))
    };
    match sat.await {
        Ok((response, fresh)) => at.visitor.remember(response, fresh.as_deref(), &name),
        Err(problem) => answer::problem_at(at.visitor.format, &at.code, &problem),
    }
}

#[cfg_attr(test, utoipa::path(post, path = "/t/{code}/stand", tag = "lobby", summary = "Stands up again.",
    request_body = OwnSeat, responses((status = 200, body = Changed))))]
pub(super) async fn stand(at: AtTable, Form(asked): Form<OwnSeat>) -> Response {
    at.does(Command::Stand, asked.seat).await
}

#[cfg_attr(test, utoipa::path(post, path = "/t/{code}/ready", tag = "lobby", summary = "Is ready, or not.",
    request_body = Ready, responses((status = 200, body = Changed))))]
pub(super) async fn ready(at: AtTable, Form(asked): Form<Ready>) -> Response {
    let command = if asked.ready == Some(false) { Command::Unready } else { Command::Ready };
    at.does(command, asked.seat).await
}

#[cfg_attr(test, utoipa::path(post, path = "/t/{code}/spam", tag = "lobby", summary = "R2.7: how much spam you got today.",
    request_body = Spam, responses((status = 200, body = Changed))))]
pub(super) async fn spam(at: AtTable, Form(asked): Form<Spam>) -> Response {
    at.does(Command::Count(asked.spam), asked.seat).await
}

#[cfg_attr(test, utoipa::path(post, path = "/t/{code}/fill", tag = "lobby",
    summary = "Puts a bot on a free seat; for whoever opened the table.",
    request_body = Fill, responses((status = 200, body = Changed))))]
pub(super) async fn fill(at: AtTable, Form(asked): Form<Fill>) -> Response {
    at.does_about(asked.seat, Command::Fill(asked.seat, asked.level)).await
}

#[cfg_attr(test, utoipa::path(post, path = "/t/{code}/open", tag = "lobby", summary = "Takes the bot off again.",
    request_body = AnySeat, responses((status = 200, body = Changed))))]
pub(super) async fn open(at: AtTable, Form(asked): Form<AnySeat>) -> Response {
    at.does_about(asked.seat, Command::Open(asked.seat)).await
}

#[cfg_attr(test, utoipa::path(post, path = "/t/{code}/kick", tag = "lobby", summary = "Frees a seat.",
    request_body = AnySeat, responses((status = 200, body = Changed))))]
pub(super) async fn kick(at: AtTable, Form(asked): Form<AnySeat>) -> Response {
    at.does_about(asked.seat, Command::Kick(asked.seat)).await
}

#[cfg_attr(test, utoipa::path(post, path = "/t/{code}/start", tag = "lobby", summary = "Starts the game.",
    request_body = OwnSeat, responses((status = 200, body = Changed))))]
pub(super) async fn start(at: AtTable, Form(asked): Form<OwnSeat>) -> Response {
    at.does(Command::Start, asked.seat).await
}

#[cfg_attr(test, utoipa::path(post, path = "/t/{code}/act", tag = "game",
    summary = "Acts. 200: it is written and done. 202: it is written and counts when the reaction window closes, or it was prevented by somebody else's reaction, as 'prevented' says. 409: the table has moved on, nothing was done. 422: the rules forbid it; the clause says why.",
    request_body = Act, responses((status = 200, body = Changed), (status = 202, body = Changed))))]
pub(super) async fn act(at: AtTable, Form(asked): Form<Act>) -> Response {
    at.does(Command::Act { version: asked.version, action: asked.action }, asked.seat).await
}

#[cfg_attr(test, utoipa::path(post, path = "/t/{code}/back", tag = "game",
    summary = "Takes your last action back, if nothing was revealed and no other person has acted since.",
    request_body = Back, responses((status = 200, body = Changed))))]
pub(super) async fn back(at: AtTable, Form(asked): Form<Back>) -> Response {
    at.does(Command::TakeBack { version: asked.version }, asked.seat).await
}

#[cfg_attr(test, utoipa::path(post, path = "/t/{code}/react", tag = "game",
    summary = "What happens for you in reaction windows.",
    request_body = React, responses((status = 202, body = Changed))))]
pub(super) async fn react(at: AtTable, Form(asked): Form<React>) -> Response {
    at.does(Command::React(asked.react), asked.seat).await
}

#[cfg_attr(test, utoipa::path(post, path = "/t/{code}/coach", tag = "play",
    summary = "What a strong player would do in your place; only where all others are bots. The record says that you asked.",
    request_body = OwnSeat, responses((status = 200, body = Advice))))]
pub(super) async fn coach(at: AtTable, Form(asked): Form<OwnSeat>) -> Response {
    let format = at.visitor.format;
    let visit = at.visitor.visit(asked.seat);
    let advised = async {
        let (version, advice) = at.site.rooms.coach(&at.code, &visit).await?;
        let names = at.site.rooms.summary(&at.code).await?.names;
        let name = |seat: Seat| names.get(seat.index()).cloned().unwrap_or_default();
        let drawn = pages::advice::advice(&advice, name);
        Ok(match format {
            Format::Json => answer::data(&advised((version, &advice), name, drawn.into_string())),
            Format::Html => {
                let page = pages::advice::alone(drawn, &at.code);
                answer::personal("What the coach would do", page, Place::Elsewhere)
            }
        })
    };
    answer::or_problem_at(format, &at.code, advised.await)
}

fn advised((version, advice): (u64, &room::Advice), name: impl Fn(Seat) -> String, page: String) -> Advice {
    let points = |share: f64| (share * 1000.0).round() / 10.0;
    let best = advice.best.iter().map(|option| {
        let (least, most) = option.between();
        Advised {
            action: option.action.clone(),
            says: option.says.named(&name),
            chance: points(option.chance.mean),
            between: [points(least), points(most)],
            pieces: option.pieces.clone(),
        }
    });
    Advice { version, why: advice.why.named(&name), best: best.collect(), page }
}

#[cfg_attr(test, utoipa::path(post, path = "/t/{code}/pace", tag = "game",
    summary = "How fast bots move from now on: for the one person among bots, else for whoever opened the table.",
    request_body = SetPace, responses((status = 202, body = Changed))))]
pub(super) async fn pace(at: AtTable, Form(asked): Form<SetPace>) -> Response {
    at.does(Command::Pace(asked.pace), asked.seat).await
}

#[cfg_attr(test, utoipa::path(post, path = "/t/{code}/leave", tag = "game", summary = "Leaves; a bot stands in.",
    request_body = OwnSeat, responses((status = 200, body = Changed))))]
pub(super) async fn leave(at: AtTable, Form(asked): Form<OwnSeat>) -> Response {
    let format = at.visitor.format;
    let response = at.does(Command::Leave, asked.seat).await;
    // A browser is led away.
    if format == Format::Html && response.status() == StatusCode::SEE_OTHER {
        answer::see("/")
    } else {
        response
    }
}

#[cfg_attr(test, utoipa::path(post, path = "/t/{code}/return", tag = "game", summary = "Comes back.",
    request_body = OwnSeat, responses((status = 200, body = Changed))))]
pub(super) async fn come_back(at: AtTable, Form(asked): Form<OwnSeat>) -> Response {
    at.does(Command::Return, asked.seat).await
}

#[cfg_attr(test, utoipa::path(post, path = "/t/{code}/resign", tag = "game", summary = "Gives up for good; a bot plays on.",
    request_body = OwnSeat, responses((status = 200, body = Changed))))]
pub(super) async fn resign(at: AtTable, Form(asked): Form<OwnSeat>) -> Response {
    at.does(Command::Resign, asked.seat).await
}

#[cfg_attr(test, utoipa::path(post, path = "/t/{code}/replace", tag = "game",
    summary = "Has a bot stand in for somebody who is not there: at once for whoever opened the table, for others as soon as more than half of those who wait want it.",
    request_body = AnySeat, responses((status = 200, body = Changed))))]
pub(super) async fn replace(at: AtTable, Form(asked): Form<AnySeat>) -> Response {
    at.does(Command::Replace(asked.seat), None).await
}

#[cfg_attr(test, utoipa::path(post, path = "/t/{code}/chat", tag = "game", summary = "Says one of the quick lines.",
    request_body = Chat, responses((status = 202, body = Changed))))]
pub(super) async fn chat(at: AtTable, Form(asked): Form<Chat>) -> Response {
    at.does(Command::Chat(asked.line as usize), asked.seat).await
}
