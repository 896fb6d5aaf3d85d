//! Pages that belong to no match: home, rules, galleries, files.

use std::collections::BTreeMap;
use std::sync::{LazyLock, OnceLock};
use std::time::Duration;

use axum::extract::{Path, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{Html, IntoResponse, Response};
use futures_util::future::join_all;
use games::GameName;
use pages::assets::assets;
use pages::preview::{Link, Preview};
use pages::shell::Place;
use pages::{FinishedMatch, Home};
use room::{KeyHash, Presence, Time};
use tokio::time::timeout;

use super::compression::{self, Encoding};
use super::form::Params;
use super::requests::{FileVersion, Join, Search};
use super::views::Term;
use super::visitor::Visitor;
use super::{Site, answer};
use crate::deal::Day;
use crate::key;
use crate::problem::Problem;
use crate::rooms::{Finished, Format};
use crate::store::{Row, StoreError};

/// Time-out of the home page for results of games.
const SOON: Duration = Duration::from_secs(1);

#[cfg_attr(test, utoipa::path(get, path = "/", tag = "pages", summary = "Home.",
    responses((status = 200, content_type = "text/html", body = String))))]
pub(super) async fn home(State(site): State<Site>, visitor: Visitor) -> Response {
    let store = site.rooms.store();
    let mine = match visitor.key {
        Some(key) => store.held_by(key, 20).await,
        None => Ok(Vec::new()),
    };
    let (mine, public) = match (mine, site.rooms.public().await) {
        // That there are no tables would not be true.
        (Err(error @ StoreError::Away(_)), _) | (_, Err(error @ StoreError::Away(_))) => {
            return answer::problem(
                visitor.format,
                &Problem::of_store(&error, None, "matches could not be listed"),
            );
        }
        (mine, public) => (mine.unwrap_or_default(), public.unwrap_or_default()),
    };
    let finished = match visitor.key {
        Some(key) => finished(&site, key).await,
        None => Vec::new(),
    };
    let home = Home {
        mine: site.rooms.summaries(mine, visitor.key).await,
        finished,
        public,
        name: visitor.name,
        played: played(&site, visitor.key).await,
        collection: (*site.collection).clone(),
    };
    let page = pages::home::home(&home);
    match home.mine.is_empty() && home.finished.is_empty() {
        true => {
            let preview = Preview::of_site("Gruntle: two games about spam");
            let link = Link { site: &visitor.site, path: "/", preview: &preview };
            answer::linked("Gruntle", page, Place::Home, &link)
        }
        false => answer::personal("Gruntle", page, Place::Home),
    }
}

/// The last games that this key has finished: when, and against whom and how as far as that can be read in time.
async fn finished(site: &Site, key: KeyHash) -> Vec<FinishedMatch> {
    let rows = site.rooms.store().finished_by(key).await.unwrap_or_default();
    let told = rows.into_iter().map(async |Row { code, game, times, .. }| {
        let game = GameName::named(&game).ok()?;
        let read = move |one: &Finished| {
            let own = one.room.seats().held_by(Some(key));
            let sitters = one.room.seats().sitters();
            let others = sitters.iter().filter(|sitter| !own.contains(sitter.seat));
            let stayed =
                |seat| sitters.iter().any(|one| one.seat == seat && one.presence != Presence::Resigned);
            let won = one.told.as_ref().filter(|_| !own.is_empty());
            let won = won.map(|told| told.ending.winners.intersection(own).iter().any(stayed));
            Ok((others.map(|sitter| sitter.name.clone()).collect(), won))
        };
        let known = timeout(SOON, site.finished.read_unseen(&site.rooms, &code, read)).await;
        let (others, won) = known.ok().and_then(Result::ok).unwrap_or_default();
        let day = Day::of(Time(u64::try_from(times.1).unwrap_or(0).saturating_mul(1000))).words();
        Some(FinishedMatch { code, game, day, others, won })
    });
    join_all(told).await.into_iter().flatten().collect()
}

/// The games that the holder of this key has played or begun here; none where that cannot be read.
pub(super) async fn played(site: &Site, key: Option<KeyHash>) -> Vec<GameName> {
    let names = match key {
        Some(key) => site.rooms.store().played_by(key).await.unwrap_or_default(),
        None => Vec::new(),
    };
    names.iter().filter_map(|name| GameName::named(name).ok()).collect()
}

#[cfg_attr(test, utoipa::path(get, path = "/join", tag = "pages", summary = "Joins by a code or a link that somebody typed.",
    params(Join), responses((status = 303, description = "to the table"))))]
pub(super) async fn join(Params(asked): Params<Join>, visitor: Visitor) -> Response {
    match asked.code.as_deref().and_then(key::typed_code) {
        Some(code) => answer::see(&format!("/t/{code}")),
        None => answer::problem(
            visitor.format,
            &Problem::wrong("that is no code of a table; it has eight letters and digits, such as k7mq2xwp"),
        ),
    }
}

fn wanted(search: &Search) -> Option<&str> {
    Some(search.q.as_str()).filter(|text| !text.trim().is_empty())
}

#[cfg_attr(test, utoipa::path(get, path = "/rules", tag = "pages", summary = "Both rulebooks, and what is searched for in them.",
    params(Search), responses((status = 200, content_type = "text/html", body = String))))]
pub(super) async fn rules(Params(search): Params<Search>, visitor: Visitor) -> Response {
    let (page, preview) = (pages::rules::index(wanted(&search)), Preview::of_site("The rules of both games"));
    answer::linked("Rules", page, Place::Rules, &visitor.link("/rules", &preview))
}

#[cfg_attr(test, utoipa::path(get, path = "/rules/{book}", tag = "pages", summary = "One rulebook, or the notation.",
    params(Search), responses((status = 200, content_type = "text/html", body = String))))]
pub(super) async fn book(
    Path(book): Path<String>,
    Params(search): Params<Search>,
    visitor: Visitor,
) -> Response {
    if book == "notation" {
        return answer::html("Notation", pages::rules::notation(), Place::Rules);
    }
    match GameName::named(&book) {
        Ok(game) => {
            let title = format!("The rules of {}", game.title());
            let (page, preview) = (pages::rules::book(game, wanted(&search)), Preview::of_game(game, &title));
            answer::linked(&title, page, Place::Rules, &visitor.link(&format!("/rules/{book}"), &preview))
        }
        Err(wrong) => answer::problem(visitor.format, &Problem::missing(wrong.to_string())),
    }
}

#[cfg_attr(test, utoipa::path(get, path = "/rules/{book}/reference", tag = "pages", summary = "The play reference.",
    responses((status = 200, content_type = "text/html", body = String))))]
pub(super) async fn reference(Path(book): Path<String>, visitor: Visitor) -> Response {
    match GameName::named(&book) {
        Ok(game) => {
            let title = format!("{} at a glance", game.title());
            let (page, preview) = (pages::rules::reference(game), Preview::of_game(game, &title));
            let path = format!("/rules/{book}/reference");
            answer::linked(&title, page, Place::Rules, &visitor.link(&path, &preview))
        }
        Err(wrong) => answer::problem(visitor.format, &Problem::missing(wrong.to_string())),
    }
}

#[cfg_attr(test, utoipa::path(get, path = "/rules/{book}/glossary", tag = "rules", summary = "Every word of a rulebook in short.",
    responses((status = 200, body = Vec<Term>))))]
pub(super) async fn glossary(Path(book): Path<String>, visitor: Visitor) -> Response {
    let game = match GameName::named(&book) {
        Ok(game) => game,
        Err(wrong) => return answer::problem(visitor.format, &Problem::missing(wrong.to_string())),
    };
    let title = format!("The words of {}", game.title());
    match visitor.format {
        Format::Html => answer::html(&title, pages::rules::glossary(game), Place::Rules),
        Format::Json => {
            let term = |term: &'static lessons::Term| Term {
                term: &term.term,
                says: &term.says,
                clause: &term.clause,
            };
            answer::public_data(&lessons::glossary(game).iter().map(term).collect::<Vec<_>>())
        }
    }
}

#[cfg_attr(test, utoipa::path(get, path = "/rules/clause/{id}", tag = "pages", summary = "One clause, as a piece of a page.",
    responses((status = 200, content_type = "text/html", body = String))))]
pub(super) async fn clause(Path(id): Path<String>, visitor: Visitor) -> Response {
    match pages::rules::clause(&id) {
        Some(clause) => compression::public(Html(clause.into_string()).into_response()),
        None => answer::problem(visitor.format, &Problem::missing("no rulebook has a clause of that number")),
    }
}

#[cfg_attr(test, utoipa::path(get, path = "/cards", tag = "pages", summary = "The card sets.",
    responses((status = 200, content_type = "text/html", body = String))))]
pub(super) async fn cards(State(site): State<Site>) -> Response {
    answer::html("Card sets", pages::gallery::cards(&site.collection), Place::Cards)
}

#[cfg_attr(test, utoipa::path(get, path = "/cards/{set}", tag = "pages", summary = "Every card of a set.",
    responses((status = 200, content_type = "text/html", body = String))))]
pub(super) async fn cards_of(
    State(site): State<Site>,
    Path(set): Path<String>,
    visitor: Visitor,
) -> Response {
    match site.collection.card_set_named(&set) {
        Some(set) => answer::html(set.name(), pages::gallery::cards_of(&set), Place::Cards),
        None => {
            let names = site.collection.card_set_names().join(", ");
            let missing = Problem::missing(format!("there is no card set of that name; there are {names}"));
            answer::problem(visitor.format, &missing)
        }
    }
}

#[cfg_attr(test, utoipa::path(get, path = "/cards/{set}/{card}", tag = "pages", summary = "One card, as a piece of a page.",
    responses((status = 200, content_type = "text/html", body = String))))]
pub(super) async fn card(
    State(site): State<Site>,
    Path((set, card)): Path<(String, String)>,
    visitor: Visitor,
) -> Response {
    match site.collection.card_set_named(&set).and_then(|set| pages::gallery::card(&set, &card)) {
        Some(card) => compression::public(Html(card.into_string()).into_response()),
        None => answer::problem(visitor.format, &Problem::missing("no card set has a card of that name")),
    }
}

#[cfg_attr(test, utoipa::path(get, path = "/networks", tag = "pages", summary = "Every network.",
    responses((status = 200, content_type = "text/html", body = String))))]
pub(super) async fn networks(State(site): State<Site>) -> Response {
    answer::html("Networks", pages::gallery::networks(&site.collection), Place::Networks)
}

#[cfg_attr(test, utoipa::path(get, path = "/assets/{name}", tag = "pages", summary = "A file. With its hash in the address it may be kept for ever; without, the browser asks whether it is still the same.",
    params(FileVersion), responses((status = 200, description = "the file"), (status = 304, description = "the same as you have"))))]
pub(super) async fn asset(
    Path(name): Path<String>,
    Params(version): Params<FileVersion>,
    headers: HeaderMap,
    visitor: Visitor,
) -> Response {
    let Some((content_type, bytes, hash)) = pages::assets::asset(&name) else {
        return nowhere(visitor).await;
    };
    let keep = match version.v.as_deref() {
        Some(asked) if asked == hash => "public, max-age=31536000, immutable",
        Some(_) | None => "no-cache",
    };
    let encoding = Encoding::accepted(&headers);
    let (tag, bytes) = match encoding {
        Encoding::Identity => (format!("\"{hash}\""), bytes),
        Encoding::Gzip => (format!("\"{hash}-gzip\""), packed(&name).unwrap_or(bytes)),
    };
    let known = is_known(&headers, &tag);
    let caching = [(CACHE_CONTROL, keep.to_owned()), (ETAG, tag)];
    // An answer without a body has no encoding; it still varies by what the client accepts.
    let (mut response, encoding) = match known {
        true => ((StatusCode::NOT_MODIFIED, caching).into_response(), Encoding::Identity),
        false => ((caching, [(CONTENT_TYPE, content_type)], bytes).into_response(), encoding),
    };
    compression::label(response.headers_mut(), encoding);
    if name == pages::assets::OFFLINE {
        response.headers_mut().insert("service-worker-allowed", HeaderValue::from_static("/"));
    }
    response
}

/// Whether the client has the file with this tag.
fn is_known(headers: &HeaderMap, tag: &str) -> bool {
    let lines = headers.get_all(IF_NONE_MATCH).iter().filter_map(|line| line.to_str().ok());
    let mut known = lines.flat_map(|line| line.split(',')).map(str::trim);
    known.any(|known| known == "*" || known.strip_prefix("W/").unwrap_or(known) == tag)
}

/// A file, compressed when it is first asked for.
fn packed(name: &str) -> Option<&'static [u8]> {
    static PACKED: LazyLock<BTreeMap<&str, OnceLock<Vec<u8>>>> =
        LazyLock::new(|| assets().map(|asset| (asset.name, OnceLock::new())).collect());
    let asset = assets().find(|asset| asset.name == name)?;
    Some(PACKED.get(name)?.get_or_init(|| compression::packed(asset.bytes)))
}

#[cfg_attr(test, utoipa::path(get, path = "/favicon.ico", tag = "pages", summary = "The icon, for browsers that ask without being told.",
    responses((status = 303, description = "to the icon"))))]
pub(super) async fn icon() -> Response {
    answer::see(&pages::assets::address("icon.svg"))
}

#[cfg_attr(test, utoipa::path(get, path = "/robots.txt", tag = "pages", summary = "Robots may read the rules; matches are the business of those alone that show what a link leads to.",
    responses((status = 200, content_type = "text/plain", body = String))))]
pub(super) async fn robots() -> &'static str {
    "User-agent: Twitterbot\nUser-agent: facebookexternalhit\nUser-agent: LinkedInBot\nAllow: /\n\n\
     User-agent: *\nDisallow: /t/\nDisallow: /d/\n"
}

/// There is nothing here.
pub(super) async fn nowhere(visitor: Visitor) -> Response {
    answer::problem(
        visitor.format,
        &Problem::missing("there is nothing at this address; the message was undeliverable"),
    )
}
