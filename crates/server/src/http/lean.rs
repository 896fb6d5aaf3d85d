//! Event streams, served lean. A listener stays for a whole game and hardly ever says anything: if a connection begins
//! with asking for events it is served here, without the buffers of a full HTTP connection (some 12 KiB less for each).
//! Everything else, and everything unusual, is left untouched for the full one.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::time::Duration;

use axum::http::{HeaderMap, HeaderName, HeaderValue};
use bytes::Bytes;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::sync::watch;

use super::visitor::Visitor;
use super::{HEAD_WITHIN, Site, events, fields, guard};
use crate::host::Stream;

/// The longest head that is looked at.
const LONGEST_HEAD: usize = 4096;
/// How long a listener may take to read what he is told.
const READ_WITHIN: Duration = Duration::from_secs(30);

/// Serves the connection if it asks for events; gives it back, untouched, if it does not.
pub(super) async fn serve(
    mut to: TcpStream,
    site: &Site,
    from: SocketAddr,
    closed: &mut watch::Receiver<()>,
) -> Option<TcpStream> {
    let Some((length, stream)) = asks_for_events(&to, site, from).await else { return Some(to) };
    let mut head = vec![0; length];
    if to.read_exact(&mut head).await.is_err() {
        return None;
    }
    drop(head);
    tell(&mut to, stream, closed).await;
    let _ = to.shutdown().await;
    None
}

/// Tells the listener until he goes, or is let go.
async fn tell(to: &mut TcpStream, mut events: Stream, closed: &mut watch::Receiver<()>) {
    let mut next = Some(Bytes::from(opening()));
    while let Some(event) = next {
        match tokio::time::timeout(READ_WITHIN, to.write_all(&event)).await {
            Ok(Ok(())) => {}
            Ok(Err(_)) | Err(_) => return,
        }
        let mut nothing = [0; 16];
        next = tokio::select! {
            event = events.next() => event,
            // He has nothing to say: either he is gone or he is not what he seemed.
            _ = to.read(&mut nothing) => return,
            _ = closed.changed() => return,
        };
    }
}

/// The head of the answer: the events follow until the connection ends.
fn opening() -> String {
    let mut head = String::from(
        "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncache-control: no-store\r\nconnection: close\r\n",
    );
    for (name, value) in guard::HEADERS {
        head.push_str(name);
        head.push_str(": ");
        head.push_str(value);
        head.push_str("\r\n");
    }
    head.push_str("\r\n");
    head
}

/// Looks at the head without taking it: its length and the events, if it asks for them and may have them.
async fn asks_for_events(to: &TcpStream, site: &Site, from: SocketAddr) -> Option<(usize, Stream)> {
    let mut bytes = vec![0; LONGEST_HEAD];
    let length = tokio::time::timeout(HEAD_WITHIN, to.peek(&mut bytes)).await.ok()?.ok()?;
    let end = bytes[..length].windows(4).position(|window| window == b"\r\n\r\n")?;
    let (code, query, headers) = read(std::str::from_utf8(&bytes[..end]).ok()?)?;
    if end + 4 != length || !site.limits.allows(from.ip()) {
        return None;
    }
    let visitor = Visitor::of(&headers, site.https);
    let stream = events::listen(site, &code, &query, &headers, visitor).await.ok()?;
    Some((length, stream))
}

/// What was asked for, if it is events and nothing about it is unusual.
fn read(head: &str) -> Option<(String, BTreeMap<String, String>, HeaderMap)> {
    let mut lines = head.split("\r\n");
    let target = lines.next()?.strip_prefix("GET /t/")?.strip_suffix(" HTTP/1.1")?;
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let code = path.strip_suffix("/events").filter(|code| crate::key::is_code(code))?;
    let query = fields::read_form(query.as_bytes()).ok()?;
    let mut headers = HeaderMap::new();
    for line in lines {
        let (name, value) = line.split_once(':')?;
        let name = HeaderName::from_bytes(name.as_bytes()).ok()?;
        if ["content-length", "transfer-encoding", "upgrade", "expect"].contains(&name.as_str()) {
            return None;
        }
        headers.append(name, HeaderValue::from_str(value.trim()).ok()?);
    }
    Some((code.to_owned(), query, headers))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_asks_for_events_is_read() {
        let head = "GET /t/abcd2345/events?since=17&as=json HTTP/1.1\r\nHost: x\r\nCookie: gruntle=y\r\nLast-Event-ID: 18";
        let (code, query, headers) = read(head).unwrap();
        assert_eq!(code, "abcd2345");
        assert_eq!(query["since"], "17");
        assert_eq!(headers["last-event-id"], "18");
    }

    #[test]
    fn everything_else_is_left_alone() {
        for head in [
            "",
            "GET / HTTP/1.1\r\nHost: x",
            "GET /t/abcd2345 HTTP/1.1\r\nHost: x",
            "GET /t/abcd2345/events HTTP/1.0\r\nHost: x",
            "POST /t/abcd2345/events HTTP/1.1\r\nHost: x",
            "GET /t/../events HTTP/1.1\r\nHost: x",
            "GET /t/abcd2345/events HTTP/1.1\r\nHost: x\r\nContent-Length: 3",
            "GET /t/abcd2345/events HTTP/1.1\r\nHost x",
            "GET /t/abcd2345/events HTTP/1.1\r\nHost: x\r\n folded: y",
            "GET /t/abcd2345/events?a=%ff HTTP/1.1\r\nHost: x",
        ] {
            assert!(read(head).is_none(), "{head}");
        }
    }

    proptest::proptest! {
        #[test]
        fn nothing_that_is_sent_panics(head in "\\PC{0,200}") {
            let _ = read(&head);
            let _ = read(&format!("GET /t/abcd2345/events{head} HTTP/1.1\r\n{head}"));
        }
    }
}
