//! A table to test against, and clients that speak HTTP to it: just as much of it as is needed, and no more than the
//! test says.
#![allow(missing_docs, clippy::unwrap_used)] // It is for tests alone, and a test may stop at once.

pub mod dice;
pub mod player;
pub mod table;

use std::collections::VecDeque;
use std::io;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

#[derive(Debug, Clone)]
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Answer {
    /// The body as data.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("not JSON: {self:?}"))
    }

    /// A header.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.head
            .lines()
            .filter_map(|line| line.split_once(':'))
            .find(|(key, _)| key.eq_ignore_ascii_case(name))
            .map(|(_, value)| value.trim())
    }

    /// The key in a cookie that was set.
    pub fn cookie(&self) -> Option<String> {
        let line = self.head.lines().find(|line| line.to_lowercase().starts_with("set-cookie: gruntle="))?;
        line.split_once('=')?.1.split(';').next().map(str::to_owned)
    }
}

/// A connection that is used again and again.
pub struct Client {
    to: SocketAddr,
    /// All nodes that may be asked, and the luck by which one is chosen each time.
    nodes: Vec<SocketAddr>,
    luck: dice::Dice,
    stream: Option<TcpStream>,
    /// Sent as a bearer token.
    pub key: Option<String>,
    /// The longest that was waited for an answer, however often it was asked for.
    pub longest: Wait,
    /// The latest tries, the oldest first.
    tries: VecDeque<Try>,
}

/// A wait, and what came of each try until it was over.
#[derive(Debug, Clone, Default)]
pub struct Wait {
    pub time: Duration,
    pub tries: Vec<Try>,
}

/// Something that was asked once, or several times with the same outcome.
#[derive(Debug, Clone)]
pub struct Try {
    pub begun: Instant,
    /// Where.
    pub at: SocketAddr,
    /// The answer, if there was one.
    pub status: Option<u16>,
    pub times: usize,
    /// How long it took, all of them together.
    pub took: Duration,
}

/// So many tries are remembered.
const TRIES: usize = 64;

impl Client {
    pub fn new(to: SocketAddr) -> Self {
        Self::among(&[to], 0)
    }

    /// A visitor who talks to another of these nodes each time.
    pub fn among(nodes: &[SocketAddr], seed: u64) -> Self {
        let (nodes, luck) = (nodes.to_vec(), dice::Dice::new(seed));
        Self {
            to: nodes[0],
            nodes,
            luck,
            stream: None,
            key: None,
            longest: Wait::default(),
            tries: VecDeque::new(),
        }
    }

    /// An answer has come that was waited for since then.
    pub fn waited(&mut self, since: Instant) {
        let time = since.elapsed();
        if time > self.longest.time {
            let tries = self.tries.iter().filter(|tried| tried.begun >= since).cloned().collect();
            self.longest = Wait { time, tries };
        }
    }

    /// The last try.
    pub fn last(&self) -> Option<&Try> {
        self.tries.back()
    }

    /// Remembers what came of something that was tried.
    fn note(&mut self, begun: Instant, status: Option<u16>) {
        match self.tries.back_mut() {
            Some(last) if last.at == self.to && last.status == status => {
                last.times += 1;
                last.took = last.begun.elapsed();
            }
            Some(_) | None => {
                let took = begun.elapsed();
                self.tries.push_back(Try { begun, at: self.to, status, times: 1, took });
            }
        }
        if self.tries.len() > TRIES {
            self.tries.pop_front();
        }
    }

    fn choose_node(&mut self) {
        let to = *self.luck.pick(&self.nodes);
        if to != self.to {
            (self.to, self.stream) = (to, None);
        }
    }

    /// A visitor with this key.
    pub fn with_key(to: SocketAddr, key: &str) -> Self {
        Self { key: Some(key.to_owned()), ..Self::new(to) }
    }

    /// Hands the open connection on to another visitor, as a proxy would.
    pub fn hand_line_to(&mut self, other: &mut Self) {
        other.stream = self.stream.take().or(other.stream.take());
    }

    fn head(&self, method: &str, path: &str, more: &str) -> String {
        let key = self.key.as_ref().map_or(String::new(), |key| format!("Authorization: Bearer {key}\r\n"));
        format!("{method} {path} HTTP/1.1\r\nHost: {}\r\n{key}{more}\r\n", self.to)
    }

    pub async fn get(&mut self, path: &str, accept: &str) -> io::Result<Answer> {
        self.choose_node();
        let request = self.head("GET", path, &format!("Accept: {accept}\r\n"));
        self.send(request.as_bytes()).await
    }

    /// The table as data.
    pub async fn look(&mut self, path: &str) -> io::Result<Value> {
        self.get(path, "application/json").await.map(|answer| answer.json())
    }

    /// Posts data. A key that comes back is used from then on.
    pub async fn post(&mut self, path: &str, body: &Value) -> io::Result<Answer> {
        self.choose_node();
        let body = body.to_string();
        let more = format!(
            "Accept: application/json\r\nContent-Type: application/json\r\nContent-Length: {}\r\n",
            body.len()
        );
        let request = self.head("POST", path, &more) + &body;
        let answer = self.send(request.as_bytes()).await?;
        if let Some(key) =
            serde_json::from_str::<Value>(&answer.body).ok().as_ref().and_then(|it| it["key"].as_str())
        {
            self.key = Some(key.to_owned());
        }
        Ok(answer)
    }

    /// Sends these bytes and reads one answer. A connection that the server has closed meanwhile is made anew, if
    /// nothing of an answer was read.
    pub async fn send(&mut self, request: &[u8]) -> io::Result<Answer> {
        let begun = Instant::now();
        let answer = self.send_once(request).await;
        self.note(begun, answer.as_ref().ok().map(|answer| answer.status));
        answer
    }

    async fn send_once(&mut self, request: &[u8]) -> io::Result<Answer> {
        let mut stream = match self.stream.take() {
            Some(stream) => stream,
            None => {
                let stream = TcpStream::connect(self.to).await?;
                stream.set_nodelay(true)?;
                stream
            }
        };
        stream.write_all(request).await?;
        let (answer, keep) = read_answer(&mut stream).await?;
        if keep {
            self.stream = Some(stream);
        }
        Ok(answer)
    }
}

fn closed() -> io::Error {
    io::Error::new(io::ErrorKind::UnexpectedEof, "the connection was closed")
}

/// Reads one answer with a known length; says whether the connection stays.
async fn read_answer(stream: &mut TcpStream) -> io::Result<(Answer, bool)> {
    let mut bytes = Vec::with_capacity(4096);
    let end = loop {
        if let Some(end) = find(&bytes, b"\r\n\r\n") {
            break end;
        }
        if stream.read_buf(&mut bytes).await? == 0 {
            return Err(closed());
        }
    };
    let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
    let mut body = bytes.split_off(end + 4);
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    let mut answer = Answer { status, head, body: String::new() };
    let length = answer.header("content-length").and_then(|length| length.parse::<usize>().ok());
    let chunked = answer.header("transfer-encoding").is_some_and(|coding| coding == "chunked");
    let keep = answer.header("connection") != Some("close");
    if chunked {
        let mut whole = Vec::new();
        let mut chunks = Chunks::default();
        loop {
            chunks.take(&body, &mut whole);
            if chunks.ended {
                break;
            }
            body.clear();
            if stream.read_buf(&mut body).await? == 0 {
                return Err(closed());
            }
        }
        body = whole;
    } else {
        let length = length.unwrap_or(0);
        while body.len() < length {
            if stream.read_buf(&mut body).await? == 0 {
                return Err(closed());
            }
        }
    }
    answer.body = String::from_utf8_lossy(&body).into_owned();
    Ok((answer, keep))
}

pub fn find(bytes: &[u8], what: &[u8]) -> Option<usize> {
    bytes.windows(what.len()).position(|window| window == what)
}

/// Chunked transfer, taken apart as it comes.
#[derive(Default)]
struct Chunks {
    rest: Vec<u8>,
    left: usize,
    ended: bool,
}

impl Chunks {
    fn take(&mut self, bytes: &[u8], into: &mut Vec<u8>) {
        self.rest.extend_from_slice(bytes);
        let mut at = 0;
        loop {
            if self.left > 0 {
                let here = self.left.min(self.rest.len() - at);
                into.extend_from_slice(&self.rest[at..at + here]);
                at += here;
                self.left -= here;
                if self.left > 0 {
                    break;
                }
            }
            let tail = &self.rest[at..];
            let skip = if tail.starts_with(b"\r\n") { 2 } else { 0 };
            let Some(end) = find(&tail[skip..], b"\r\n") else { break };
            let size = std::str::from_utf8(&tail[skip..skip + end]).unwrap_or("0");
            self.left = usize::from_str_radix(size.trim(), 16).unwrap_or(0);
            at += skip + end + 2;
            if self.left == 0 {
                self.ended = true;
                break;
            }
        }
        self.rest.drain(..at);
    }
}

/// An event of the server.
#[derive(Debug, Clone, Default)]
pub struct Event {
    pub id: Option<u64>,
    pub kind: String,
    pub data: String,
}

/// A stream of events.
pub struct Events {
    stream: TcpStream,
    /// How the answer is cut up; not at all where it ends with the connection.
    chunks: Option<Chunks>,
    text: Vec<u8>,
    ready: VecDeque<Event>,
    /// The head of the answer.
    pub head: String,
}

impl Events {
    pub async fn open(to: SocketAddr, path: &str, key: Option<&str>) -> io::Result<Self> {
        let mut stream = TcpStream::connect(to).await?;
        let key = key.map_or(String::new(), |key| format!("Authorization: Bearer {key}\r\n"));
        let request = format!("GET {path} HTTP/1.1\r\nHost: {to}\r\n{key}\r\n");
        stream.write_all(request.as_bytes()).await?;
        let mut bytes = Vec::with_capacity(1024);
        let end = loop {
            if let Some(end) = find(&bytes, b"\r\n\r\n") {
                break end;
            }
            if stream.read_buf(&mut bytes).await? == 0 {
                return Err(closed());
            }
        };
        let rest = bytes.split_off(end + 4);
        let head = String::from_utf8_lossy(&bytes).into_owned();
        let chunks = head.to_lowercase().contains("transfer-encoding: chunked").then(Chunks::default);
        let mut events = Self { stream, chunks, text: Vec::new(), ready: VecDeque::new(), head };
        events.take(&rest);
        Ok(events)
    }

    fn take(&mut self, bytes: &[u8]) {
        match &mut self.chunks {
            Some(chunks) => chunks.take(bytes, &mut self.text),
            None => self.text.extend_from_slice(bytes),
        }
        while let Some(end) = find(&self.text, b"\n\n") {
            let block: Vec<u8> = self.text.drain(..end + 2).collect();
            let mut event = Event::default();
            for line in String::from_utf8_lossy(&block).lines() {
                match line.split_once(": ") {
                    Some(("id", id)) => event.id = id.parse().ok(),
                    Some(("event", kind)) => event.kind = kind.to_owned(),
                    Some(("data", data)) if event.data.is_empty() => event.data = data.to_owned(),
                    Some(("data", data)) => {
                        event.data.push('\n');
                        event.data.push_str(data);
                    }
                    _ => {}
                }
            }
            if !event.kind.is_empty() {
                self.ready.push_back(event);
            }
        }
    }

    /// The next event, however long it takes.
    pub async fn next(&mut self) -> io::Result<Event> {
        let mut bytes = Vec::with_capacity(16 * 1024);
        loop {
            if let Some(event) = self.ready.pop_front() {
                return Ok(event);
            }
            bytes.clear();
            if self.stream.read_buf(&mut bytes).await? == 0 {
                return Err(closed());
            }
            self.take(&bytes);
        }
    }
}
