//! Pages that belong to no match: home, rules, galleries, files.

use std::collections::BTreeMap;

use axum::extract::{Path, Query, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{Html, IntoResponse, Response};
use games::GameName;
use pages::Home;
use pages::shell::Place;

use super::visitor::Visitor;
use super::{Site, answer};
use crate::key;
use crate::problem::Problem;
use crate::store::Row;

fn codes(rows: Vec<Row>) -> Vec<(String, String)> {
    rows.into_iter().map(|row| (row.code, row.game)).collect()
}

/// Home.
pub(super) async fn home(State(site): State<Site>, visitor: Visitor) -> Response {
    let store = site.rooms.store();
    let mine = match visitor.key {
        Some(key) => store.held_by(key).await.unwrap_or_default(),
        None => Vec::new(),
    };
    let public = store.listed().await.unwrap_or_default();
    let home = Home {
        mine: site.rooms.summaries(codes(mine), visitor.key).await,
        public: site.rooms.summaries(codes(public), None).await,
        name: visitor.name,
    };
    answer::html("Gruntle", pages::home::home(&home), Place::Home)
}

/// Joins by a code or a link that somebody typed.
pub(super) async fn join(Query(query): Query<BTreeMap<String, String>>, visitor: Visitor) -> Response {
    match query.get("code").and_then(|text| key::typed_code(text)) {
        Some(code) => answer::see(&format!("/t/{code}")),
        None => answer::problem(
            visitor.format,
            &Problem::wrong("that is no code of a table; it has eight letters and digits, such as k7mq2xwp"),
        ),
    }
}

fn wanted(query: &BTreeMap<String, String>) -> Option<&str> {
    query.get("q").map(String::as_str).filter(|text| !text.trim().is_empty())
}

/// Both rulebooks, and what is searched for in them.
pub(super) async fn rules(Query(query): Query<BTreeMap<String, String>>) -> Response {
    answer::html("Rules", pages::rules::index(wanted(&query)), Place::Rules)
}

/// One rulebook, or the notation.
pub(super) async fn book(
    Path(book): Path<String>,
    Query(query): Query<BTreeMap<String, String>>,
    visitor: Visitor,
) -> Response {
    if book == "notation" {
        return answer::html("Notation", pages::rules::notation(), Place::Rules);
    }
    match GameName::named(&book) {
        Ok(game) => answer::html(
            &format!("The rules of {}", game.title()),
            pages::rules::book(game, wanted(&query)),
            Place::Rules,
        ),
        Err(wrong) => answer::problem(visitor.format, &Problem::missing(wrong.to_string())),
    }
}

/// The play reference.
pub(super) async fn reference(Path(book): Path<String>, visitor: Visitor) -> Response {
    match GameName::named(&book) {
        Ok(game) => answer::html(
            &format!("{} at a glance", game.title()),
            pages::rules::reference(game),
            Place::Rules,
        ),
        Err(wrong) => answer::problem(visitor.format, &Problem::missing(wrong.to_string())),
    }
}

/// One clause, as a piece of a page.
pub(super) async fn clause(Path(id): Path<String>, visitor: Visitor) -> Response {
    match pages::rules::clause(&id) {
        Some(clause) => Html(clause.into_string()).into_response(),
        None => answer::problem(visitor.format, &Problem::missing("no rulebook has a clause of that number")),
    }
}

/// The card sets.
pub(super) async fn cards() -> Response {
    answer::html("Card sets", pages::gallery::cards(), Place::Cards)
}

/// Every card of a set.
pub(super) async fn cards_of(Path(set): Path<String>, visitor: Visitor) -> Response {
    match games::card_set_named(&set) {
        Some(set) => answer::html(set.name(), pages::gallery::cards_of(&set), Place::Cards),
        None => answer::problem(
            visitor.format,
            &Problem::missing("there is no card set of that name; there are standard and starter"),
        ),
    }
}

/// Every network.
pub(super) async fn networks() -> Response {
    answer::html("Networks", pages::gallery::networks(), Place::Networks)
}

/// A file. With its hash in the address it may be kept for ever; without, the browser asks whether it is still the same.
pub(super) async fn asset(
    Path(name): Path<String>,
    Query(query): Query<BTreeMap<String, String>>,
    headers: HeaderMap,
    visitor: Visitor,
) -> Response {
    let Some((content_type, bytes, hash)) = pages::assets::asset(&name) else {
        return nowhere(visitor).await;
    };
    let keep = match query.get("v") {
        Some(asked) if asked == hash => "public, max-age=31536000, immutable",
        Some(_) | None => "no-cache",
    };
    let tag = format!("\"{hash}\"");
    let known = headers.get(IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let headers = [(CACHE_CONTROL, keep.to_owned()), (ETAG, tag)];
    if known {
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    (headers, [(CONTENT_TYPE, content_type)], bytes).into_response()
}

/// The icon, for browsers that ask without being told.
pub(super) async fn icon() -> Response {
    answer::see(&pages::assets::address("icon.svg"))
}

/// Robots may read the rules; matches are none of their business.
pub(super) async fn robots() -> &'static str {
    "User-agent: *\nDisallow: /t/\n"
}

/// There is nothing here.
pub(super) async fn nowhere(visitor: Visitor) -> Response {
    answer::problem(
        visitor.format,
        &Problem::missing("there is nothing at this address; the message was undeliverable"),
    )
}
