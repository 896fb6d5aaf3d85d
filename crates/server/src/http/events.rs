//! Server-sent events: changes after the one the client knows, each with its number as id.

use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};

use super::form::Params;
use super::requests::Listen;
use super::visitor::Visitor;
use super::{Site, answer};
use crate::problem::Problem;
use crate::rooms::Stream;

#[cfg_attr(test, utoipa::path(get, path = "/t/{code}/events", tag = "game",
    summary = "Server-sent events. Each 'change' has the number of the change as its id; 'Last-Event-ID' or 'since' resumes. 'reload' says that the page is another one now: ask for it again.",
    params(Listen), responses((status = 200, content_type = "text/event-stream", body = String))))]
pub(super) async fn events(
    State(site): State<Site>,
    Path(code): Path<String>,
    Params(asked): Params<Listen>,
    headers: HeaderMap,
    visitor: Visitor,
) -> Response {
    let format = visitor.format;
    match listen(&site, &code, &asked, &headers, visitor).await {
        Ok(stream) => {
            let headers = [(CONTENT_TYPE, "text/event-stream"), (CACHE_CONTROL, "no-store")];
            let direct = stream.direct();
            let mut response = (headers, Body::new(stream)).into_response();
            response.extensions_mut().insert(direct);
            response
        }
        Err(problem) => answer::problem(format, &problem),
    }
}

/// A listener's stream of events.
async fn listen(
    site: &Site,
    code: &str,
    asked: &Listen,
    headers: &HeaderMap,
    mut visitor: Visitor,
) -> Result<Stream, Problem> {
    visitor.format = asked.format.unwrap_or(visitor.format);
    let last = headers.get("last-event-id").and_then(|id| id.to_str().ok());
    let since = last.and_then(|id| id.parse().ok()).or(asked.since);
    site.rooms.listen(code, visitor.visit(asked.seat), since).await
}
