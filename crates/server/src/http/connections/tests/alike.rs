//! Lean or in full: the answers are the same.

use std::net::SocketAddr;
use std::time::Duration;

use axum::Router;
use proptest::test_runner::{Config, RngSeed};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Builder;
use tokio::sync::watch;

use super::super::{Connection, Run, serve};
use super::{Peer, limits, site};

/// Every answer to these bytes: its status and what is said of its encoding, and its body. Hyper answers nothing if it sees that
/// the caller's half is closed before the answer is ready, so it is closed when all is answered that will be: the clock of
/// these tests stands still until nobody has anything to do.
async fn answers_to(at: SocketAddr, bytes: &[u8]) -> Vec<(Vec<String>, Vec<u8>)> {
    let mut caller = TcpStream::connect(at).await.unwrap();
    // The server may have had enough before all is sent.
    let _ = caller.write_all(bytes).await;
    tokio::time::sleep(Duration::from_millis(1)).await;
    let _ = caller.shutdown().await;
    let mut got = Vec::new();
    let _ = caller.read_to_end(&mut got).await;
    let mut rest = got.as_slice();
    let mut answers = Vec::new();
    while let Some(end) = rest.windows(4).position(|four| four == b"\r\n\r\n") {
        let head = str::from_utf8(&rest[..end]).unwrap();
        let length = head.split("content-length: ").nth(1).and_then(|rest| rest.lines().next());
        let length = length.map_or(0, |length| length.parse().unwrap());
        let (body, after) = rest[end + 4..].split_at(length);
        let told = |line: &&str| line.starts_with("content-encoding: ") || line.starts_with("vary: ");
        let head = head.lines().take(1).chain(head.lines().filter(told));
        answers.push((head.map(str::to_owned).collect(), body.to_vec()));
        rest = after;
    }
    assert!(rest.is_empty(), "{:?}", String::from_utf8_lossy(&got));
    answers
}

/// Serves everybody in full.
async fn all_in_full(listener: TcpListener, router: Router) {
    let (_closing, closed) = watch::channel(());
    let limits = limits();
    while let Ok((socket, peer)) = listener.accept().await {
        let (router, closed) = (router.clone(), closed.clone());
        let _permit = limits.take(peer.ip()).unwrap();
        let connection = Connection { socket, peer: Peer(peer), router, read: None, closed, _permit };
        tokio::spawn(Run::run(Box::new(connection)));
    }
}

const PIECES: [&str; 29] = [
    "GET / HTTP/1.1\r\n",
    "GET / HTTP/1.1\r\nHost: x\r\n\r\n",
    "GET /nowhere HTTP/1.1\r\n",
    "GET / HTTP/1.0\r\n",
    "POST /echo HTTP/1.1\r\n",
    "POST /echo HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc",
    "POST /echo HTTP/1.1\r\nContent-Length: 3\r\n",
    "POST / HTTP/1.1\r\n",
    "Host: x\r\n",
    "Content-Length: 3\r\n",
    "Content-Length: 5\r\n",
    "Content-Length: 0\r\n",
    "Content-Length: 03\r\n",
    "Content-Length: +3\r\n",
    "Transfer-Encoding: chunked\r\n",
    "GET /page HTTP/1.1\r\n",
    "GET /page HTTP/1.1\r\nAccept-Encoding: gzip\r\n\r\n",
    "GET /page HTTP/1.1\r\nAccept-Encoding: br, gzip;q=0\r\n\r\n",
    "Accept-Encoding: br, gzip\r\n",
    "Accept-Encoding: identity\r\n",
    "Connection: close\r\n",
    "Connection: keep-alive\r\n",
    "\r\n",
    "\n",
    "abc",
    "3\r\nabc\r\n0\r\n\r\n",
    " ",
    "\0",
    ": ",
];

/// What the same site answers to these bytes, served lean where that will do, and always in full.
fn answers(text: &str) -> [Vec<(Vec<String>, Vec<u8>)>; 2] {
    let runtime = Builder::new_current_thread().enable_all().start_paused(true).build().unwrap();
    runtime.block_on(async {
        let [lean, full] = [listen().await, listen().await];
        let [at_lean, at_full] = [&lean, &full].map(|listener| listener.local_addr().unwrap());
        tokio::spawn(serve(lean, site().0, limits(), std::future::pending()));
        tokio::spawn(all_in_full(full, site().0));
        [answers_to(at_lean, text.as_bytes()).await, answers_to(at_full, text.as_bytes()).await]
    })
}

async fn listen() -> TcpListener {
    TcpListener::bind("127.0.0.1:0").await.unwrap()
}

#[test]
fn lean_and_full_connections_compress_alike() {
    let ask = |more: &str| {
        let text = format!("GET /page HTTP/1.1\r\nHost: x\r\n{more}\r\n");
        let [lean, full] = answers(&text);
        assert_eq!(lean, full, "{text}");
        lean.into_iter().next().unwrap()
    };
    let (head, body) = ask("Accept-Encoding: gzip, br\r\n");
    assert_eq!(head, ["HTTP/1.1 200 OK", "vary: accept-encoding", "content-encoding: gzip"]);
    assert!(body.starts_with(&[0x1f, 0x8b]) && body.len() < 100, "{body:?}");
    let (head, body) = ask("Accept-Encoding: br\r\n");
    assert_eq!(head, ["HTTP/1.1 200 OK", "vary: accept-encoding"]);
    assert_eq!(body, "page ".repeat(1000).as_bytes());
}

proptest::proptest! {
    #![proptest_config(Config { rng_seed: RngSeed::Fixed(1998), ..Config::default() })]

    /// Where one request ends and another begins is the same for both.
    #[test]
    fn lean_and_full_connections_answer_alike(pieces in proptest::collection::vec(0..PIECES.len(), 1..9)) {
        let text: String = pieces.into_iter().map(|piece| PIECES[piece]).collect();
        let [lean, full] = answers(&text);
        proptest::prop_assert_eq!(lean, full, "{:?}", text);
    }
}
