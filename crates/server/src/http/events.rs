//! Server-sent events: changes after the one the client knows, each with its number as id.

use std::collections::BTreeMap;

use axum::body::Body;
use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};

use super::visitor::Visitor;
use super::{Site, answer, fields};
use crate::rooms::{Format, Stream};

use crate::problem::Problem;

/// Listens to a match. `Last-Event-ID`, or `since`, is the last change the client knows; `as=json` gives data.
pub(super) async fn events(
    State(site): State<Site>,
    Path(code): Path<String>,
    Query(query): Query<BTreeMap<String, String>>,
    headers: HeaderMap,
    visitor: Visitor,
) -> Response {
    let format = visitor.format;
    match listen(&site, &code, &query, &headers, visitor).await {
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

/// The events that somebody asks for.
async fn listen(
    site: &Site,
    code: &str,
    query: &BTreeMap<String, String>,
    headers: &HeaderMap,
    mut visitor: Visitor,
) -> Result<Stream, Problem> {
    if query.get("as").is_some_and(|format| format == "json") {
        visitor.format = Format::Json;
    }
    let last = headers.get("last-event-id").and_then(|id| id.to_str().ok());
    let since = last.or(query.get("since").map(String::as_str)).and_then(|id| id.parse().ok());
    let seat = query.get("seat").map(|seat| fields::read_seat(seat)).transpose()?;
    site.rooms.listen(code, visitor.visit(seat), since).await
}
