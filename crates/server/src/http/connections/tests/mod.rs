//! Real connections to a small site.

mod alike;

use axum::Router;
use axum::body::Body;
use axum::extract::{Extension, Query};
use axum::http::StatusCode;
use axum::response::IntoResponse as _;
use axum::routing::{get, post};
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::Arc;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, oneshot};
use tokio::task::JoinHandle;

use super::super::compression;
use super::*;
use crate::direct::{Direct, DirectBody};

/// Three pieces of unknown length altogether, and then nothing for ever if it is asked for.
struct Pieces {
    left: usize,
    endless: bool,
}

impl http_body::Body for Pieces {
    type Data = bytes::Bytes;
    type Error = std::convert::Infallible;

    fn poll_frame(
        mut self: std::pin::Pin<&mut Self>,
        _: &mut std::task::Context<'_>,
    ) -> std::task::Poll<Option<Result<http_body::Frame<bytes::Bytes>, Self::Error>>> {
        if self.left == 0 {
            return if self.endless { std::task::Poll::Pending } else { std::task::Poll::Ready(None) };
        }
        self.left -= 1;
        std::task::Poll::Ready(Some(Ok(http_body::Frame::data(bytes::Bytes::from_static(b"piece\n")))))
    }
}

/// A body without end, which says when it is dropped.
struct Flood(Arc<Notify>);

impl http_body::Body for Flood {
    type Data = bytes::Bytes;
    type Error = std::convert::Infallible;

    fn poll_frame(
        self: std::pin::Pin<&mut Self>,
        _: &mut std::task::Context<'_>,
    ) -> std::task::Poll<Option<Result<http_body::Frame<bytes::Bytes>, Self::Error>>> {
        std::task::Poll::Ready(Some(Ok(http_body::Frame::data(bytes::Bytes::from_static(&[b'x'; 65_536])))))
    }
}

impl Drop for Flood {
    fn drop(&mut self) {
        self.0.notify_one();
    }
}

/// Events that write to the socket themselves, for a socket that takes nothing; says when it is let go.
struct Deaf;

impl DirectBody for Deaf {
    fn attach(&self, _: Arc<TcpStream>) {}

    fn poll_waits(&self, _: &mut std::task::Context<'_>) -> std::task::Poll<Option<()>> {
        std::task::Poll::Ready(Some(()))
    }

    fn poll_send(&self, _: &mut std::task::Context<'_>) -> std::task::Poll<bool> {
        std::task::Poll::Pending
    }
}

struct Place {
    at: SocketAddr,
    stop: oneshot::Sender<()>,
    stopped: JoinHandle<()>,
    /// Signals of `/slow`: a request is in, and may go on.
    inside: Arc<Notify>,
    go_on: Arc<Notify>,
}

fn site() -> (Router, Arc<Notify>, Arc<Notify>) {
    let (inside, go_on) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
    let (tell, wait) = (inside.clone(), go_on.clone());
    let (dropped, let_go) = (inside.clone(), inside.clone());
    let slow = move || {
        let (tell, wait) = (tell.clone(), wait.clone());
        async move {
            tell.notify_one();
            wait.notified().await;
            "at last"
        }
    };
    let router =
        Router::new()
            .route("/", get(|| async { "hello" }))
            .route("/page", get(page).layer(axum::middleware::from_fn(compressed)))
            .route("/echo", post(|body: String| async move { body }))
            .route(
                "/peer",
                get(
                    |Extension(Peer(from)): Extension<Peer>,
                     Query(query): Query<BTreeMap<String, String>>| async move {
                        format!("{from} {}", query["who"])
                    },
                ),
            )
            .route("/large", get(|| async { "x".repeat(3_000_000) }))
            .route(
                "/known",
                get(|| async { (StatusCode::NOT_MODIFIED, [("etag", "\"x\"")]).into_response() }),
            )
            .route("/nothing", post(|| async { StatusCode::NO_CONTENT }))
            .route("/pieces", get(|| async { Body::new(Pieces { left: 3, endless: false }).into_response() }))
            .route("/events", get(|| async { Body::new(Pieces { left: 3, endless: true }).into_response() }))
            .route(
                "/flood",
                get(move || {
                    let dropped = dropped.clone();
                    async move { Body::new(Flood(dropped)).into_response() }
                }),
            )
            .route(
                "/direct",
                get(move || {
                    let let_go = let_go.clone();
                    async move { (Extension(Direct(Arc::new(Deaf))), Body::new(Flood(let_go))).into_response() }
                }),
            )
            .route("/slow", get(slow));
    (router, inside, go_on)
}

async fn page() -> axum::response::Response {
    compression::public("page ".repeat(1000).into_response())
}

async fn compressed(
    request: axum::extract::Request,
    next: axum::middleware::Next,
) -> axum::response::Response {
    let encoding = compression::Encoding::accepted(request.headers());
    compression::compress(next.run(request).await, encoding).await
}

fn limits() -> ConnectionLimits {
    ConnectionLimits::new(PerAddress::Uncounted)
}

async fn open() -> Place {
    let (router, inside, go_on) = site();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let at = listener.local_addr().unwrap();
    let (stop, stops) = oneshot::channel();
    let stopped = tokio::spawn(serve(listener, router, limits(), Box::pin(async { drop(stops.await) })));
    Place { at, stop, stopped, inside, go_on }
}

/// An answer: its head without the date, and its body.
type Got = (String, Vec<u8>);

struct Caller(TcpStream);

impl Caller {
    async fn to(place: &Place) -> Self {
        Self(TcpStream::connect(place.at).await.unwrap())
    }

    async fn says(&mut self, bytes: impl AsRef<[u8]>) {
        self.0.write_all(bytes.as_ref()).await.unwrap();
    }

    async fn head(&mut self) -> String {
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            head.push(self.0.read_u8().await.unwrap_or_else(|_| panic!("ended: {head:?}")));
        }
        let head = String::from_utf8(head).unwrap();
        assert_eq!(head.matches("\r\ndate: ").count(), 1, "{head}");
        head.lines()
            .filter(|line| !line.starts_with("date: ") && !line.is_empty())
            .collect::<Vec<_>>()
            .join("\n")
    }

    async fn hears(&mut self) -> Got {
        let head = self.head().await;
        let length = head.split("content-length: ").nth(1).and_then(|rest| rest.lines().next());
        let mut body = vec![0; length.map_or(0, |length| length.parse().unwrap())];
        self.0.read_exact(&mut body).await.unwrap();
        (head, body)
    }

    async fn hears_body(&mut self, status: u16, body: &str) {
        let (head, got) = self.hears().await;
        assert!(head.starts_with(&format!("HTTP/1.1 {status} ")), "{head}");
        assert_eq!(String::from_utf8_lossy(&got), body);
    }

    /// Whether nothing more comes.
    async fn hears_the_end(&mut self) {
        let mut rest = Vec::new();
        // Where something was left unread the end comes as an error.
        let _ = self.0.read_to_end(&mut rest).await;
        assert_eq!(String::from_utf8_lossy(&rest), "");
    }
}

fn echo(body: &str) -> String {
    format!("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: {}\r\n\r\n{body}", body.len())
}

const HELLO: &str = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";

#[tokio::test]
async fn one_connection_takes_one_request_after_the_other() {
    let place = open().await;
    let mut caller = Caller::to(&place).await;
    for number in 0..20 {
        caller.says(HELLO).await;
        caller.hears_body(200, "hello").await;
        caller.says(echo(&format!("number {number}"))).await;
        caller.hears_body(200, &format!("number {number}")).await;
    }
    caller.says("GET /peer?who=me HTTP/1.1\r\n\r\n").await;
    let from = caller.0.local_addr().unwrap();
    caller.hears_body(200, &format!("{from} me")).await;
    caller.says("GET /nowhere HTTP/1.1\r\n\r\n").await;
    caller.hears_body(404, "").await;
    caller.says("POST / HTTP/1.1\r\nContent-Length: 0\r\n\r\n").await;
    let (head, _) = caller.hears().await;
    assert!(
        head.starts_with("HTTP/1.1 405 Method Not Allowed\n") && head.contains("allow: GET,HEAD"),
        "{head}"
    );
    caller.0.shutdown().await.unwrap();
    caller.hears_the_end().await;
}

#[tokio::test]
async fn an_answer_without_a_body_has_no_length_and_the_next_follows_at_once() {
    let place = open().await;
    let mut caller = Caller::to(&place).await;
    caller.says("GET /known HTTP/1.1\r\n\r\n").await;
    assert_eq!(caller.head().await, "HTTP/1.1 304 Not Modified\netag: \"x\"");
    caller.says("POST /nothing HTTP/1.1\r\nContent-Length: 2\r\n\r\nhi").await;
    assert_eq!(caller.head().await, "HTTP/1.1 204 No Content");
    caller.says(HELLO).await;
    caller.hears_body(200, "hello").await;
}

#[tokio::test]
async fn a_request_may_come_in_pieces() {
    let place = open().await;
    for pieces in [
        &["POST /echo HTTP/1.1\r\nContent-Length: 5\r\n\r\n", "a=b&c"][..],
        &["POST /echo HTT", "P/1.1\r\nContent-Le", "ngth: 5\r\n\r\na=", "b&c"],
        &["P", "O", "S", "T", " ", "/", "echo HTTP/1.1\r\nContent-Length: 5\r\n\r", "\n", "a=b&", "c"],
    ] {
        let mut caller = Caller::to(&place).await;
        caller.0.set_nodelay(true).unwrap();
        for _ in 0..2 {
            for piece in pieces {
                caller.says(piece).await;
                tokio::task::yield_now().await;
            }
            caller.hears_body(200, "a=b&c").await;
        }
    }
}

#[tokio::test]
async fn large_bodies_and_large_answers_come_whole() {
    let place = open().await;
    let mut caller = Caller::to(&place).await;
    let most = "x".repeat(LARGEST_BODY);
    caller.says(echo(&most)).await;
    caller.hears_body(200, &most).await;
    caller.says("GET /large HTTP/1.1\r\n\r\n").await;
    assert_eq!(caller.hears().await.1.len(), 3_000_000);
    // More than that is for the full connection and its limits.
    let more = "x".repeat(LARGEST_BODY + 1);
    caller.says(echo(&more)).await;
    caller.hears_body(200, &more).await;
}

#[tokio::test]
async fn what_is_unusual_is_answered_as_well_and_so_is_what_follows() {
    let place = open().await;
    let mut caller = Caller::to(&place).await;
    caller.says(HELLO).await;
    caller.hears_body(200, "hello").await;
    // Two at once.
    caller.says(echo("one") + &echo("two") + HELLO).await;
    caller.hears_body(200, "one").await;
    caller.hears_body(200, "two").await;
    caller.hears_body(200, "hello").await;

    let mut caller = Caller::to(&place).await;
    caller.says("HEAD / HTTP/1.1\r\n\r\n").await;
    assert!(caller.head().await.contains("content-length: 5"));
    caller.says(HELLO).await;
    caller.hears_body(200, "hello").await;

    let mut caller = Caller::to(&place).await;
    caller
        .says("POST /echo HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n")
        .await;
    caller.hears_body(200, "abcde").await;
    caller.says(echo("more")).await;
    caller.hears_body(200, "more").await;

    let mut caller = Caller::to(&place).await;
    caller.says("POST /echo HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n").await;
    let mut go_on = [0; 25];
    caller.0.read_exact(&mut go_on).await.unwrap();
    assert_eq!(&go_on, b"HTTP/1.1 100 Continue\r\n\r\n");
    caller.says("ab").await;
    caller.hears_body(200, "ab").await;

    let mut caller = Caller::to(&place).await;
    caller.says("GET / HTTP/1.1\r\nConnection: close\r\n\r\n").await;
    caller.hears_body(200, "hello").await;
    caller.hears_the_end().await;

    let mut caller = Caller::to(&place).await;
    caller.says("GET / HTTP/1.0\r\n\r\n").await;
    let (head, body) = caller.hears().await;
    assert!(head.starts_with("HTTP/1.0 200 OK") && body == b"hello", "{head}");
    caller.hears_the_end().await;
}

#[tokio::test]
async fn garbage_is_turned_away() {
    let place = open().await;
    for garbage in ["\0\x01\x02\r\n\r\n", "hello there\r\n\r\n", "GET / HTTP/1.1\r\nX: a\0b\r\n\r\n"] {
        let mut caller = Caller::to(&place).await;
        caller.says(HELLO).await;
        caller.hears_body(200, "hello").await;
        caller.says(garbage).await;
        caller.hears_body(400, "").await;
        caller.hears_the_end().await;
    }
    for two in ["Content-Length: 1\r\nContent-Length: 2", "Content-Length: 2\r\nTransfer-Encoding: gzip"] {
        let mut caller = Caller::to(&place).await;
        caller.says(format!("POST /echo HTTP/1.1\r\n{two}\r\n\r\nab")).await;
        caller.hears_body(400, "").await;
        caller.hears_the_end().await;
    }
}

#[tokio::test]
async fn a_body_that_is_shorter_than_announced_is_not_taken_for_one() {
    let place = open().await;
    let mut caller = Caller::to(&place).await;
    caller.says("POST /echo HTTP/1.1\r\nContent-Length: 5\r\n\r\nabc").await;
    caller.0.shutdown().await.unwrap();
    let mut all = Vec::new();
    let _ = caller.0.read_to_end(&mut all).await;
    assert!(!String::from_utf8_lossy(&all).contains("abc"));
    assert!(!all.starts_with(b"HTTP/1.1 2"));
}

#[tokio::test]
async fn what_has_no_length_ends_with_the_connection() {
    let place = open().await;
    let mut caller = Caller::to(&place).await;
    caller.says(HELLO).await;
    caller.hears_body(200, "hello").await;
    caller.says("GET /pieces HTTP/1.1\r\n\r\n").await;
    assert_eq!(caller.head().await, "HTTP/1.1 200 OK\nconnection: close");
    let mut all = String::new();
    caller.0.read_to_string(&mut all).await.unwrap();
    assert_eq!(all, "piece\npiece\npiece\n");
}

#[tokio::test]
async fn the_idle_and_the_listening_are_let_go_when_the_server_stops() {
    let place = open().await;
    let mut silent = Caller::to(&place).await;
    let mut idle = Caller::to(&place).await;
    idle.says(HELLO).await;
    idle.hears_body(200, "hello").await;
    let mut full = Caller::to(&place).await;
    full.says("HEAD / HTTP/1.1\r\n\r\n").await;
    full.head().await;
    let mut listening = Caller::to(&place).await;
    listening.says("GET /events HTTP/1.1\r\n\r\n").await;
    assert!(listening.head().await.contains("connection: close"));
    let mut pieces = [0; 18];
    listening.0.read_exact(&mut pieces).await.unwrap();
    place.stop.send(()).unwrap();
    for caller in [&mut silent, &mut idle, &mut full, &mut listening] {
        caller.hears_the_end().await;
    }
    place.stopped.await.unwrap();
}

#[tokio::test]
async fn who_is_being_answered_when_the_server_stops_gets_the_answer() {
    let place = open().await;
    let mut caller = Caller::to(&place).await;
    caller.says("GET /slow HTTP/1.1\r\n\r\n").await;
    place.inside.notified().await;
    place.stop.send(()).unwrap();
    // New connections are refused once the listener is gone, and that is when all others are told.
    while TcpStream::connect(place.at).await.is_ok() {
        tokio::task::yield_now().await;
    }
    place.go_on.notify_one();
    let (head, body) = caller.hears().await;
    assert!(head.contains("connection: close") && body == b"at last", "{head}");
    caller.hears_the_end().await;
    place.stopped.await.unwrap();
}

#[tokio::test]
async fn nobody_is_waited_for_for_ever() {
    let place = open().await;
    let mut idle = Caller::to(&place).await;
    idle.says(HELLO).await;
    idle.hears_body(200, "hello").await;
    let silent = Caller::to(&place).await;
    let mut slow = Caller::to(&place).await;
    slow.says("GET / HTTP/1.1\r\nX: ").await;
    // Only now: a client that is behind could miss an answer otherwise.
    tokio::time::pause();
    for mut caller in [idle, silent, slow] {
        caller.hears_the_end().await;
    }
}

#[tokio::test]
async fn a_client_that_does_not_read_is_let_go_on_either_path() {
    for (path, more) in [("/flood", ""), ("/flood", "Connection: close\r\n"), ("/direct", "")] {
        let place = open().await;
        let mut deaf = Caller::to(&place).await;
        deaf.says(format!("GET {path} HTTP/1.1\r\nHost: x\r\n{more}\r\n")).await;
        deaf.head().await;
        tokio::time::pause();
        let let_go = tokio::time::timeout(2 * deadline::READ_WITHIN, place.inside.notified()).await;
        assert!(let_go.is_ok(), "{path} {more}");
        tokio::time::resume();
    }
}

#[tokio::test]
async fn a_listener_who_goes_is_noticed() {
    let place = open().await;
    let mut caller = Caller::to(&place).await;
    caller.says("GET /events HTTP/1.1\r\n\r\n").await;
    caller.head().await;
    caller.0.shutdown().await.unwrap();
    let mut pieces = String::new();
    caller.0.read_to_string(&mut pieces).await.unwrap();
    assert!("piece\npiece\npiece\n".starts_with(&pieces));
}
