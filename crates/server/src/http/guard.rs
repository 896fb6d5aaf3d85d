//! What stands before every answer: limits, the host that is asked, the origin of a POST, and the headers that keep
//! browsers safe.

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::Arc;

use axum::extract::{Extension, Request, State};
use axum::http::header::{HOST, ORIGIN, STRICT_TRANSPORT_SECURITY};
use axum::http::{HeaderName, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::Response;
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use super::address::{Peer, TrustedProxies, limit_key};
use super::compression::{self, Encoding};
use super::hosts::Hosts;
use super::{Access, Https, answer};
use crate::problem::Problem;
use crate::rooms::Format;

/// Who is answered, and with which headers.
pub(crate) struct Guard {
    limits: Limits,
    proxies: TrustedProxies,
    hosts: Hosts,
    https: Https,
}

impl Guard {
    /// The guard of a site that is reached at this address.
    pub(crate) fn new(bound: IpAddr, access: &Access) -> Self {
        Self {
            limits: Limits::new(access.limit),
            proxies: TrustedProxies::new(&access.trusted_proxies),
            hosts: Hosts::new(bound, &access.hosts),
            https: access.https,
        }
    }

    /// Forgets addresses that have long been quiet.
    pub(crate) fn tidy(&self) {
        self.limits.tidy();
    }

    /// Which proxies' connections are not counted where those of others are; `None` if nobody's are.
    pub(super) fn counts_connections(&self) -> Option<TrustedProxies> {
        self.limits.all.is_some().then(|| self.proxies.clone())
    }
}

/// How much one address may ask.
struct Limits {
    all: Option<DefaultKeyedRateLimiter<IpAddr>>,
    opens: Option<DefaultKeyedRateLimiter<IpAddr>>,
}

/// Requests at once before the rate counts.
const BURST: u32 = 4;
/// Tables one address may open in a minute.
const OPENS: u32 = 30;

impl Limits {
    /// So many requests a second from one address; 0 is no limit.
    fn new(a_second: u32) -> Self {
        let rate = NonZeroU32::new(a_second);
        let burst = |rate: NonZeroU32| rate.saturating_mul(NonZeroU32::MIN.saturating_add(BURST - 1));
        let opens = NonZeroU32::new(OPENS);
        Self {
            all: rate.map(|rate| RateLimiter::keyed(Quota::per_second(rate).allow_burst(burst(rate)))),
            opens: rate.and(opens).map(|opens| RateLimiter::keyed(Quota::per_minute(opens))),
        }
    }

    /// Whether this address may ask for this.
    fn allow(&self, from: IpAddr, opens: Opens) -> bool {
        let within = |limit: &Option<DefaultKeyedRateLimiter<IpAddr>>| {
            limit.as_ref().is_none_or(|limit| limit.check_key(&limit_key(from)).is_ok())
        };
        match opens {
            Opens::No => within(&self.all),
            Opens::ATable => within(&self.all) && within(&self.opens),
        }
    }

    /// Forgets addresses that have long been quiet.
    fn tidy(&self) {
        for limit in [&self.all, &self.opens].into_iter().flatten() {
            limit.retain_recent();
            limit.shrink_to_fit();
        }
    }
}

/// Whether a request opens a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Opens {
    No,
    ATable,
}

impl Opens {
    fn of(method: &Method, path: &str) -> Self {
        let opens = path == "/tables"
            || path.starts_with("/play/")
            || path.starts_with("/watch/")
            || path.starts_with("/deal/")
            || path == "/d"
            || path.starts_with("/d/")
            || (path.starts_with("/puzzles/") || path.starts_with("/learn/")) && path.ends_with("/play")
            || path.ends_with("/rematch")
            || path.ends_with("/continue");
        if opens && method == Method::POST { Self::ATable } else { Self::No }
    }
}

fn format_of(request: &Request) -> Format {
    let accept = request.headers().get("accept").and_then(|value| value.to_str().ok());
    if accept.is_some_and(|accept| accept.contains("application/json")) { Format::Json } else { Format::Html }
}

/// Stands before every answer: turns away whoever asks too often, asks for another site or was sent by one, and gives
/// every answer the headers that it must have. What is for everybody is compressed.
pub(super) async fn guard(
    State(guard): State<Arc<Guard>>,
    peer: Option<Extension<Peer>>,
    request: Request,
    next: Next,
) -> Response {
    let encoding = Encoding::accepted(request.headers());
    let response = match refusal(&guard, peer.map(|Extension(peer)| peer), &request) {
        Some(problem) => answer::problem(format_of(&request), &problem),
        None => next.run(request).await,
    };
    let mut response = compression::compress(response, encoding).await;
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    match guard.https {
        Https::No => {}
        Https::ByProxy => drop(headers.insert(STRICT_TRANSPORT_SECURITY, HeaderValue::from_static(A_YEAR))),
    }
    response
}

/// Why a request is not answered.
fn refusal(guard: &Guard, peer: Option<Peer>, request: &Request) -> Option<Problem> {
    let opens = Opens::of(request.method(), request.uri().path());
    let client = peer.map(|Peer(from)| guard.proxies.client(from.ip(), request.headers()));
    if client.is_some_and(|client| !guard.limits.allow(client, opens)) {
        let sentence = "that was very fast; wait a few seconds and try again";
        return Some(Problem::too_much(StatusCode::TOO_MANY_REQUESTS, sentence));
    }
    if let Some(misdirected) = guard.hosts.refusal(request) {
        return Some(misdirected);
    }
    // A POST must come from a page of this site, or from no page at all.
    let only_looks = request.method() == Method::GET || request.method() == Method::HEAD;
    (!only_looks && !is_ours(request))
        .then(|| Problem::forbidden("this was asked for by another site, so it was not done"))
}

fn is_ours(request: &Request) -> bool {
    let text = |name: &HeaderName| request.headers().get(name).map(|value| value.to_str().unwrap_or("?"));
    let fetched = text(&HeaderName::from_static("sec-fetch-site"));
    if fetched.is_some_and(|site| site != "same-origin" && site != "none") {
        return false;
    }
    match (text(&ORIGIN), text(&HOST)) {
        (None, _) => true,
        (Some(origin), Some(host)) => {
            let ours = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
            ours == Some(host)
        }
        (Some(_), None) => false,
    }
}

/// For how long browsers ask over HTTPS alone, once they have been told under `--https`.
const A_YEAR: &str = "max-age=31536000";

/// What every answer carries.
pub(super) const HEADERS: [(&str, &str); 6] = [
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "same-origin"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("permissions-policy", "camera=(), microphone=(), geolocation=(), payment=(), usb=()"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_begins_a_game_counts_as_opening_a_table() {
        let opens = [
            "/tables",
            "/play/spammers",
            "/watch/spammers",
            "/deal/2026-11-16/spam-o-rama",
            "/d",
            "/d/k7mq2xwp",
            "/puzzles/spammers/1/play",
            "/learn/spammers/play",
            "/t/k7mq2/rematch",
            "/t/k7mq2/continue",
        ];
        for path in opens {
            assert_eq!(Opens::of(&Method::POST, path), Opens::ATable, "{path}");
            assert_eq!(Opens::of(&Method::GET, path), Opens::No, "{path}");
        }
        for path in ["/t/k7mq2/act", "/puzzles/spammers/1/act", "/learn/spammers/act", "/t/k7mq2/coach"] {
            assert_eq!(Opens::of(&Method::POST, path), Opens::No, "{path}");
        }
    }
}
