//! Answers: a page, data, or an error.

use axum::http::header::{CACHE_CONTROL, LOCATION, RETRY_AFTER};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{Html, IntoResponse, Json, Response};
use maud::Markup;
use pages::notice::Trouble;
use pages::preview::Link;
use pages::shell::{Place, linked_page, page};
use serde::Serialize;

use super::{compression, views};
use crate::problem::Problem;
use crate::rooms::Format;

/// A public page of the site, which may be compressed.
pub(super) fn html(title: &str, body: Markup, place: Place) -> Response {
    compression::public(uncached(page(title, body, place)))
}

/// The same, with a link preview.
pub(super) fn linked(title: &str, body: Markup, place: Place, link: &Link<'_>) -> Response {
    compression::public(linked_personal(title, body, place, link))
}

/// A page of the site for one visitor alone.
pub(super) fn personal(title: &str, body: Markup, place: Place) -> Response {
    uncached(page(title, body, place))
}

/// The same, with a link preview.
pub(super) fn linked_personal(title: &str, body: Markup, place: Place, link: &Link<'_>) -> Response {
    uncached(linked_page(title, body, place, link))
}

/// A whole page, not to be cached.
pub(super) fn uncached(page: Markup) -> Response {
    let mut response = Html(page.into_string()).into_response();
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// Public data, which may be compressed.
pub(super) fn public_data(value: &impl Serialize) -> Response {
    compression::public(data(value))
}

/// Data.
pub(super) fn data(value: &impl Serialize) -> Response {
    let mut response = Json(value).into_response();
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// Sends the browser on to an address of this site.
pub(super) fn see(path: &str) -> Response {
    match HeaderValue::from_str(path) {
        Ok(path) => (StatusCode::SEE_OTHER, [(LOCATION, path)]).into_response(),
        Err(_) => StatusCode::BAD_REQUEST.into_response(),
    }
}

/// Back-off for clients over the limit.
const A_FEW_SECONDS: &str = "5";

/// An error, in the visitor's format.
pub(super) fn problem(format: Format, problem: &Problem) -> Response {
    told(format, problem, None)
}

/// An error at this table; its page links back to the table, if there is one.
pub(super) fn problem_at(format: Format, code: &str, problem: &Problem) -> Response {
    let table = (problem.status != StatusCode::NOT_FOUND).then(|| format!("/t/{code}"));
    told(format, problem, table.as_deref())
}

fn told(format: Format, problem: &Problem, table: Option<&str>) -> Response {
    let mut response = match format {
        Format::Json => data(&views::Problem {
            problem: problem.kind,
            sentence: &problem.sentence,
            clause: problem.clause.map(|clause| clause.0),
        }),
        Format::Html => {
            let clause = problem.clause.and_then(|clause| pages::rules::address_of(clause.0));
            let rule = clause.as_deref().map(|address| (address, "The rule"));
            let links: Vec<_> = rule.into_iter().chain(table.map(|table| (table, "To the table"))).collect();
            let status = problem.status;
            let page = pages::notice::trouble(trouble(status), status.as_u16(), &problem.sentence, &links);
            compression::public(uncached(page))
        }
    };
    *response.status_mut() = problem.status;
    if problem.status == StatusCode::TOO_MANY_REQUESTS {
        response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static(A_FEW_SECONDS));
    }
    response
}

/// The kind of error page of a status.
fn trouble(status: StatusCode) -> Trouble {
    match status {
        StatusCode::BAD_REQUEST => Trouble::Malformed,
        StatusCode::FORBIDDEN => Trouble::Denied,
        StatusCode::NOT_FOUND => Trouble::NotFound,
        StatusCode::METHOD_NOT_ALLOWED => Trouble::WrongWay,
        StatusCode::CONFLICT => Trouble::NotNow,
        StatusCode::GONE => Trouble::Gone,
        StatusCode::PAYLOAD_TOO_LARGE => Trouble::TooLarge,
        StatusCode::TOO_MANY_REQUESTS => Trouble::TooMany,
        StatusCode::SERVICE_UNAVAILABLE => Trouble::Closing,
        _ => Trouble::OurFault,
    }
}

/// The answer, or its error.
pub(super) fn or_problem(format: Format, answer: Result<Response, Problem>) -> Response {
    answer.unwrap_or_else(|wrong| problem(format, &wrong))
}

/// The answer, or its error at this table.
pub(super) fn or_problem_at(format: Format, code: &str, answer: Result<Response, Problem>) -> Response {
    answer.unwrap_or_else(|wrong| problem_at(format, code, &wrong))
}
