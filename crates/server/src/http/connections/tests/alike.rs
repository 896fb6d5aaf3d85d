//! Lean or in full: the answers are the same. Nothing here waits for a clock that others could be behind: in full it is
//! asked within memory, where time stands still until nobody has anything to do, and through a socket everything is
//! waited for that has been answered there.

use std::net::SocketAddr;
use std::time::Duration;

use proptest::test_runner::{Config, RngSeed};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Builder;
use tokio::sync::watch;
use tokio::time::timeout;

use super::super::{full, serve};
use super::{Peer, limits, site};

/// An answer: its status, encoding headers and body.
type Answer = (Vec<String>, Vec<u8>);

/// The answers in these bytes, and how many bytes are left that are no whole one.
fn read_answers(got: &[u8]) -> (Vec<Answer>, usize) {
    let mut rest = got;
    let mut answers = Vec::new();
    while let Some(end) = rest.windows(4).position(|four| four == b"\r\n\r\n") {
        let head = str::from_utf8(&rest[..end]).unwrap();
        let length = head.split("content-length: ").nth(1).and_then(|rest| rest.lines().next());
        let length = length.map_or(0, |length| length.parse().unwrap());
        let Some((body, after)) = rest[end + 4..].split_at_checked(length) else { break };
        let told = |line: &&str| line.starts_with("content-encoding: ") || line.starts_with("vary: ");
        let head = head.lines().take(1).chain(head.lines().filter(told));
        answers.push((head.map(str::to_owned).collect(), body.to_vec()));
        rest = after;
    }
    (answers, rest.len())
}

/// All answers, and nothing else.
fn all_answers(got: &[u8]) -> Vec<Answer> {
    let (answers, left) = read_answers(got);
    assert_eq!(left, 0, "{:?}", String::from_utf8_lossy(got));
    answers
}

/// Hyper's answers to these bytes, and how many of them come before the client closes its half. Hyper answers nothing
/// if it sees that first, so the client closes when all tasks are idle.
async fn answers_in_full(bytes: &[u8]) -> (usize, Vec<Answer>) {
    let (mut caller, served) = tokio::io::duplex(1 << 20);
    let (_closing, closed) = watch::channel(());
    tokio::spawn(full::serve(served, Peer(([127, 0, 0, 1], 9).into()), site().0, closed));
    // The server may have had enough before all is sent.
    let _ = caller.write_all(bytes).await;
    let mut got = Vec::new();
    while let Ok(Ok(1..)) = timeout(Duration::from_millis(1), caller.read_buf(&mut got)).await {}
    let before = all_answers(&got).len();
    let _ = caller.shutdown().await;
    let _ = caller.read_to_end(&mut got).await;
    (before, all_answers(&got))
}

/// The answers to these bytes at this address; the client closes its half after so many of them.
async fn answers_at(at: SocketAddr, bytes: &[u8], before: usize) -> Vec<Answer> {
    let mut caller = TcpStream::connect(at).await.unwrap();
    let _ = caller.write_all(bytes).await;
    let mut got = Vec::new();
    while read_answers(&got).0.len() < before && matches!(caller.read_buf(&mut got).await, Ok(1..)) {}
    let _ = caller.shutdown().await;
    let _ = caller.read_to_end(&mut got).await;
    all_answers(&got)
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

/// The same site's answers to these bytes, by the fast path where that will do, and always in full.
fn answers(text: &str) -> [Vec<Answer>; 2] {
    let runtime = || Builder::new_current_thread().enable_all().build().unwrap();
    let (before, full) = runtime().block_on(async {
        tokio::time::pause();
        answers_in_full(text.as_bytes()).await
    });
    let lean = runtime().block_on(async {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let at = listener.local_addr().unwrap();
        tokio::spawn(serve(listener, site().0, limits(), Box::pin(std::future::pending())));
        answers_at(at, text.as_bytes(), before).await
    });
    [lean, full]
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
