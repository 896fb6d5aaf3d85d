//! Answers, as bytes on a connection.

use std::io::Write as _;
use std::time::SystemTime;

use axum::body::{Body, to_bytes};
use axum::http::header::{CONNECTION, CONTENT_LENGTH, DATE, TRANSFER_ENCODING};
use axum::http::response::Parts;
use axum::http::{Response, StatusCode};
use bytes::{Buf, Bytes};
use http_body::Body as _;
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;

use super::super::date::http_date;
use super::super::deadline::READ_WITHIN;

/// Whether a connection is kept after an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Then {
    Kept,
    Closed,
}

/// The outcome of sending an answer.
pub(super) enum Answered {
    /// All of it.
    Whole(Then),
    /// Its head; the length of the rest is unknown, so it goes on until the connection ends.
    Opened(Body),
    /// Not at all: the client is gone, or does not read.
    Not,
}

/// Sends an answer.
pub(super) async fn send(to: &mut TcpStream, answer: Response<Body>, then: Then) -> Answered {
    let (parts, body) = answer.into_parts();
    if body.size_hint().exact().is_none() {
        return match write(to, &head(&parts, None, Then::Closed)[..]).await {
            true => Answered::Opened(body),
            false => Answered::Not,
        };
    }
    let Ok(body) = to_bytes(body, usize::MAX).await else { return Answered::Not };
    // An answer without a body must not announce one.
    let sent = match parts.status {
        StatusCode::NO_CONTENT | StatusCode::NOT_MODIFIED => write(to, &head(&parts, None, then)[..]).await,
        _ => write(to, Bytes::from(head(&parts, Some(body.len()), then)).chain(body)).await,
    };
    if sent { Answered::Whole(then) } else { Answered::Not }
}

/// Writes all of this, at once if there is room; says whether it was taken in time.
pub(super) async fn write(to: &mut TcpStream, mut bytes: impl Buf) -> bool {
    let written = tokio::time::timeout(READ_WITHIN, to.write_all_buf(&mut bytes)).await;
    matches!(written, Ok(Ok(())))
}

/// The head of an answer. A header cannot hold the end of a line, so it is written as it is.
fn head(parts: &Parts, length: Option<usize>, then: Then) -> Vec<u8> {
    let mut head = Vec::with_capacity(1024);
    let mut line = |pieces: &[&[u8]]| {
        pieces.iter().for_each(|piece| head.extend_from_slice(piece));
        head.extend_from_slice(b"\r\n");
    };
    let reason = parts.status.canonical_reason().unwrap_or_default();
    line(&[b"HTTP/1.1 ", parts.status.as_str().as_bytes(), b" ", reason.as_bytes()]);
    // Headers about the connection are set below.
    for (name, value) in &parts.headers {
        if ![CONNECTION, CONTENT_LENGTH, DATE, TRANSFER_ENCODING].contains(name) {
            line(&[name.as_str().as_bytes(), b": ", value.as_bytes()]);
        }
    }
    match then {
        Then::Kept => {}
        Then::Closed => line(&[b"connection: close"]),
    }
    // Writing into memory cannot fail.
    if let Some(length) = length {
        let _ = write!(head, "content-length: {length}\r\n");
    }
    let _ = write!(head, "date: {}\r\n\r\n", http_date(SystemTime::now()));
    head
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headed(answer: Response<()>, length: Option<usize>, then: Then) -> String {
        String::from_utf8(head(&answer.into_parts().0, length, then)).unwrap()
    }

    #[test]
    fn a_head_says_what_the_answer_says_and_ends() {
        let answer = Response::builder()
            .status(303)
            .header("location", "/t/abcd2345")
            .header("set-cookie", "a=b")
            .header("set-cookie", "c=d")
            .header("content-length", "99")
            .header("transfer-encoding", "chunked")
            .header("connection", "upgrade");
        let head = headed(answer.body(()).unwrap(), Some(7), Then::Kept);
        let (head, date) = head.split_once("date: ").unwrap();
        assert_eq!(
            head,
            "HTTP/1.1 303 See Other\r\nlocation: /t/abcd2345\r\nset-cookie: a=b\r\nset-cookie: c=d\r\ncontent-length: 7\r\n"
        );
        assert!(date.ends_with(" GMT\r\n\r\n"), "{date}");
    }

    #[test]
    fn an_answer_without_a_length_ends_with_the_connection() {
        let head = headed(Response::new(()), None, Then::Closed);
        assert!(head.starts_with("HTTP/1.1 200 OK\r\nconnection: close\r\ndate: "), "{head}");
    }
}
