//! Middleware before every route: rate limits, the host name, the origin of a POST, and the headers that keep browsers
//! safe.

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

/// The guard: limits, host names and headers.
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

    /// The refusal of a client that is over this rate limit.
    fn too_fast(&self, limit: &Limit, peer: Option<Peer>, request: &Request) -> Option<Problem> {
        let client = peer.map(|Peer(from)| self.proxies.client(from.ip(), request.headers()));
        let is_within = |limit: &DefaultKeyedRateLimiter<IpAddr>| {
            client.is_none_or(|client| limit.check_key(&limit_key(client)).is_ok())
        };
        let sentence = "that was very fast; wait a few seconds and try again";
        (!limit.as_ref().is_none_or(is_within))
            .then(|| Problem::too_much(StatusCode::TOO_MANY_REQUESTS, sentence))
    }

    /// Which proxies' connections are not counted where those of others are; `None` if nobody's are.
    pub(super) fn counts_connections(&self) -> Option<TrustedProxies> {
        self.limits.all.is_some().then(|| self.proxies.clone())
    }
}

/// Rate limits of one address.
struct Limits {
    all: Limit,
    opens: Limit,
}

/// The rate limiter of one kind of request; `None` is no limit.
type Limit = Option<DefaultKeyedRateLimiter<IpAddr>>;

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

    /// Forgets addresses that have long been quiet.
    fn tidy(&self) {
        for limit in [&self.all, &self.opens].into_iter().flatten() {
            limit.retain_recent();
            limit.shrink_to_fit();
        }
    }
}

fn format_of(request: &Request) -> Format {
    let accept = request.headers().get("accept").and_then(|value| value.to_str().ok());
    if accept.is_some_and(|accept| accept.contains("application/json")) { Format::Json } else { Format::Html }
}

/// Middleware before every route: refuses clients over the rate limit and requests from or for other sites, adds the
/// security headers, and compresses public answers.
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

/// Middleware before the routes that open tables: the rate limit of new tables.
pub(super) async fn opens(
    State(guard): State<Arc<Guard>>,
    peer: Option<Extension<Peer>>,
    request: Request,
    next: Next,
) -> Response {
    let peer = peer.map(|Extension(peer)| peer);
    let is_post = request.method() == Method::POST;
    match is_post.then(|| guard.too_fast(&guard.limits.opens, peer, &request)).flatten() {
        Some(problem) => answer::problem(format_of(&request), &problem),
        None => next.run(request).await,
    }
}

/// Why a request is not answered.
fn refusal(guard: &Guard, peer: Option<Peer>, request: &Request) -> Option<Problem> {
    let refused = guard.too_fast(&guard.limits.all, peer, request).or_else(|| guard.hosts.refusal(request));
    if refused.is_some() {
        return refused;
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

/// The HSTS header, under `--https`.
const A_YEAR: &str = "max-age=31536000";

/// The headers of every answer.
pub(super) const HEADERS: [(&str, &str); 6] = [
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "same-origin"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("permissions-policy", "camera=(), microphone=(), geolocation=(), payment=(), usb=()"),
];

#[cfg(test)]
mod tests {
    use super::super::connections::MOST_PER_ADDRESS;
    use super::super::{Site, router, serve};
    use super::*;
    use crate::database::Database;
    use crate::rooms::Rooms;
    use crate::store::Store;
    use axum::body::Body;
    use hyper::service::Service as _;
    use hyper_util::service::TowerToHyperService;
    use services::fresh_folder;
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    use tokio::net::{TcpListener, TcpStream};
    use tokio::sync::oneshot;

    type Service = TowerToHyperService<axum::Router>;

    /// Rooms of their own, and where they are kept.
    async fn rooms(name: &str) -> (Rooms, std::path::PathBuf) {
        let folder = fresh_folder(name);
        (Rooms::new(Store::open(&Database::Folder(folder.clone())).await.unwrap(), 1), folder)
    }

    fn site(rooms: &Rooms, access: &Access) -> Site {
        Site::new(rooms.clone(), [127, 0, 0, 1].into(), access)
    }

    /// Whether this request is over the limit, sent through a proxy for another client if one is named.
    async fn is_too_much(service: &Service, method: &Method, path: &str, proxied: Option<&str>) -> bool {
        let request = Request::builder().method(method.clone()).uri(path).header(HOST, "localhost");
        let request = match proxied {
            Some(client) => request.header("x-forwarded-for", client),
            None => request,
        };
        let mut request = request.body(Body::empty()).unwrap();
        request.extensions_mut().insert(Peer(([192, 0, 2, 1], 9).into()));
        service.call(request).await.unwrap().status() == StatusCode::TOO_MANY_REQUESTS
    }

    /// Whether a client that repeats this request is refused; one more is allowed every two seconds.
    async fn is_limited(service: &Service, method: Method, path: &str, proxied: Option<&str>) -> bool {
        for _ in 0..200 {
            if is_too_much(service, &method, path, proxied).await {
                return true;
            }
        }
        false
    }

    #[tokio::test]
    async fn behind_a_proxy_everybody_may_open_as_many_tables_as_without() {
        let (rooms, folder) = rooms("opens-proxied").await;
        let trusted_proxies = vec!["::ffff:192.0.2.1".parse().unwrap()];
        let access = Access { limit: 1_000_000, trusted_proxies, ..Access::default() };
        let service = TowerToHyperService::new(router(site(&rooms, &access)));
        let [ann, bea] = ["198.51.100.7", "198.51.100.8"].map(Some);
        assert!(is_limited(&service, Method::POST, "/tables", ann).await);
        assert!(!is_too_much(&service, &Method::POST, "/tables", bea).await, "they have opened none yet");
        assert!(is_limited(&service, Method::POST, "/tables", bea).await);
        // Other proxies are not believed.
        let access = Access { limit: 1_000_000, ..Access::default() };
        let service = TowerToHyperService::new(router(site(&rooms, &access)));
        let mut opened = 0;
        while !is_too_much(&service, &Method::POST, "/tables", Some(&format!("198.51.100.{}", opened % 250)))
            .await
        {
            opened += 1;
            assert!(opened < 200, "every made-up address counts for itself");
        }
        rooms.close().await;
        std::fs::remove_dir_all(&folder).unwrap();
    }

    /// Whether one more connection is answered.
    async fn is_answered(at: std::net::SocketAddr) -> Option<TcpStream> {
        let mut caller = TcpStream::connect(at).await.unwrap();
        // A refused client may notice it only when it sends a request.
        let _ = caller.write_all(b"GET /robots.txt HTTP/1.1\r\nHost: localhost\r\n\r\n").await;
        let mut first = [0; 12];
        caller.read_exact(&mut first).await.ok()?;
        assert_eq!(&first, b"HTTP/1.1 200");
        Some(caller)
    }

    #[tokio::test]
    async fn one_address_has_so_many_connections_to_a_server_with_limits() {
        let (rooms, folder) = rooms("accepts").await;
        let proxy = || vec!["127.0.0.1".parse().unwrap()];
        for (limit, trusted_proxies, most) in
            [(100_000, Vec::new(), Some(MOST_PER_ADDRESS)), (100_000, proxy(), None), (0, Vec::new(), None)]
        {
            let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
            let at = listener.local_addr().unwrap();
            let site = site(&rooms, &Access { limit, trusted_proxies, ..Access::default() });
            let (stop, stopped) = oneshot::channel::<()>();
            let serving = tokio::spawn(serve(listener, site, Box::pin(async { drop(stopped.await) })));
            let mut open = Vec::new();
            for _ in 0..MOST_PER_ADDRESS {
                open.push(is_answered(at).await.unwrap());
            }
            assert_eq!(is_answered(at).await.is_none(), most.is_some(), "{limit}");
            // When one goes there is a place again, as soon as that was noticed.
            open.pop();
            while is_answered(at).await.is_none() {
                tokio::task::yield_now().await;
            }
            drop((open, stop));
            serving.await.unwrap();
        }
        rooms.close().await;
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[tokio::test]
    async fn whoever_opens_too_many_tables_is_turned_away_wherever_one_is_opened() {
        let (rooms, folder) = rooms("opens").await;
        let access = Access { limit: 1_000_000, ..Access::default() };
        let service = TowerToHyperService::new(router(site(&rooms, &access)));
        for path in [
            "/t/zzzz2345/rematch",
            "/t/zzzz2345/continue",
            "/tables",
            "/play/spammers",
            "/watch/spammers",
            "/learn/spammers/play",
            "/puzzles/spammers/1/play",
            "/deal/2026-11-16/spammers",
            "/d",
            "/d/word",
        ] {
            assert!(is_limited(&service, Method::POST, path, None).await, "{path}");
        }
        assert!(
            !is_limited(&service, Method::GET, "/deal/2026-11-16/spammers", None).await,
            "it is only looked at"
        );
        assert!(!is_limited(&service, Method::POST, "/t/zzzz2345/ready", None).await, "nothing is opened");
        rooms.close().await;
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
