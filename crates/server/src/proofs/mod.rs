//! Proofs that need a look behind the counter: that a server tells nobody what its games would not.
#![allow(clippy::unwrap_used)] // A test may stop at once.

mod begun;
#[cfg(feature = "cluster")]
mod closing;
mod coach;
mod compressed;
mod deals;
#[cfg(feature = "cluster")]
mod elsewhere;
#[cfg(feature = "cluster")]
mod errands;
#[cfg(feature = "cluster")]
mod gaps;
mod prevented;
mod secrecy;
#[cfg(feature = "cluster")]
mod taken;
#[cfg(feature = "cluster")]
mod unheard;
#[cfg(feature = "cluster")]
mod unreachable;
mod waits;

use std::future::poll_fn;
use std::path::PathBuf;
use std::pin::Pin;
use std::sync::atomic::{AtomicU32, Ordering};

use axum::body::{Body, to_bytes};
use axum::http::Request;
use games::{AnyGame, GameName, Level};
use hyper::service::Service as _;
use hyper_util::service::TowerToHyperService;
use room::{Entry, Header, LiveGame, Opening, Options, Seated, Start};
use table::{Awaits, Luck as _, Match, Purpose, SeatSet, Seed, Viewer};

use crate::database::Database;
use crate::http::{Access, Site, router};
use crate::key;
use crate::rooms::Rooms;
use crate::store::Store;

/// A site of its own, with a match in it, and keys for all seats.
struct TestSite {
    service: TowerToHyperService<axum::Router>,
    /// Where the match is kept, if nowhere else.
    folder: Option<PathBuf>,
    code: String,
    keys: Vec<String>,
}

/// An answer, with the code of the match and the countdown masked.
#[derive(Debug, PartialEq, Eq)]
struct Reply {
    status: u16,
    headers: Vec<(String, String)>,
    body: String,
}

/// Keys that are the same in every room.
fn keys(seats: usize) -> Vec<String> {
    (0..seats).map(|seat| ["a", "b", "c", "d", "e", "f"][seat].repeat(26)).collect()
}

/// The HTTP service of these rooms.
fn service(rooms: &Rooms) -> TowerToHyperService<axum::Router> {
    let access = Access { hosts: vec!["room.example".parse().unwrap()], ..Access::default() };
    TowerToHyperService::new(router(Site::new(rooms.clone(), [127, 0, 0, 1].into(), &access)))
}

/// A match of this code that has come so far, with people at these seats, who have these keys, and bots at the others.
fn opening(
    (code, keys): (&str, &[String]),
    options: &Options,
    start: Start,
    lines: &[String],
    people: SeatSet,
) -> Opening {
    let seated = options.count().unwrap().iter().map(|seat| {
        let key = key::hash(&keys[seat.index()]).unwrap();
        match people.contains(seat) {
            true => Seated::person(seat, format!("Player {seat}"), key),
            false => Seated::bot(seat, Level::Intern),
        }
    });
    let header = Header { code: code.to_owned(), secret: 1998, opener: None };
    let mut opening = Opening::new(header, options.clone(), seated.collect());
    opening.entries.push(Entry::Started(start));
    opening.entries.extend(lines.iter().cloned().map(Entry::Played));
    opening
}

impl TestSite {
    /// A match among people that has come so far.
    async fn at(options: &Options, start: Start, lines: &[String]) -> Self {
        Self::with_people(options, start, lines, options.count().unwrap().all()).await
    }

    /// The same match, asked for at this node.
    #[cfg(feature = "cluster")]
    fn through(&self, rooms: &Rooms) -> Self {
        Self { service: service(rooms), folder: None, code: self.code.clone(), keys: self.keys.clone() }
    }

    /// A match that has come so far, with people at these seats and bots at the others.
    async fn with_people(options: &Options, start: Start, lines: &[String], people: SeatSet) -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("gruntle-room-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let rooms = Rooms::new(Store::open(&Database::Folder(folder.clone())).await.unwrap(), 1);
        let keys = keys(options.seats);
        let opening = opening(("abcd2345", &keys), options, start, lines, people);
        let code = rooms.open(&opening).await.unwrap();
        Self { service: service(&rooms), folder: Some(folder), code, keys }
    }

    async fn send(
        &self,
        who: Viewer,
        method: &str,
        path: &str,
        accept: &str,
        body: String,
    ) -> axum::response::Response {
        let mut request = Request::builder().method(method).uri(format!("/t/{}{path}", self.code));
        if path == "/" {
            request = request.uri("/");
        }
        request = request.header("host", "room.example").header("accept", accept);
        if method == "POST" {
            request = request.header("content-type", "application/json");
        }
        if let Some(seat) = who.seat() {
            request = request.header("authorization", format!("Bearer {}", self.keys[seat.index()]));
        }
        self.service.call(request.body(Body::from(body)).unwrap()).await.unwrap()
    }

    async fn reply(&self, who: Viewer, method: &str, path: &str, accept: &str, body: String) -> Reply {
        let response = self.send(who, method, path, accept, body).await;
        let (parts, body) = response.into_parts();
        let bytes = to_bytes(body, usize::MAX).await.unwrap();
        let headers = parts.headers.iter();
        Reply {
            status: parts.status.as_u16(),
            headers: headers.map(|(name, value)| (name.to_string(), self.masked(value.as_bytes()))).collect(),
            body: self.masked(&bytes),
        }
    }

    async fn get(&self, who: Viewer, path: &str, accept: &str) -> Reply {
        self.reply(who, "GET", path, accept, String::new()).await
    }

    /// A viewer's page of the table, with its countdown, which two viewers share at the same instant.
    #[cfg(feature = "cluster")]
    async fn seen(&self, who: Viewer, accept: &str) -> String {
        let response = self.send(who, "GET", "", accept, String::new()).await;
        let bytes = to_bytes(response.into_body(), usize::MAX).await.unwrap();
        String::from_utf8_lossy(&bytes).replace(&self.code, "CODE")
    }

    async fn post(&self, who: Viewer, path: &str, body: serde_json::Value) -> Reply {
        self.reply(who, "POST", path, "application/json", body.to_string()).await
    }

    /// The events somebody hears, as they come.
    async fn listen(&self, who: Viewer, query: &str) -> Body {
        self.send(who, "GET", &format!("/events{query}"), "text/event-stream", String::new())
            .await
            .into_body()
    }

    async fn heard(&self, events: &mut Body) -> String {
        let frame = poll_fn(|context| http_body::Body::poll_frame(Pin::new(&mut *events), context)).await;
        self.masked(&frame.unwrap().unwrap().into_data().unwrap())
    }

    /// The number of the last change.
    async fn version(&self) -> u64 {
        let seen = self.get(Viewer::Bystander, "", "application/json").await;
        let seen: serde_json::Value = serde_json::from_str(&seen.body).unwrap();
        seen["version"].as_u64().unwrap()
    }

    fn masked(&self, bytes: &[u8]) -> String {
        let text = String::from_utf8_lossy(bytes).replace(&self.code, "CODE");
        ["data-left=\"", "data-left=\\\"", "\"left\":"]
            .into_iter()
            .fold(text, |text, mark| with_nought(&text, mark))
    }
}

impl Drop for TestSite {
    fn drop(&mut self) {
        let _ = self.folder.as_ref().map(std::fs::remove_dir_all);
    }
}

/// The text with a nought for the digits that follow this mark.
fn with_nought(text: &str, mark: &str) -> String {
    let mut parts = text.split(mark);
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        out.push_str(mark);
        out.push('0');
        out.push_str(part.trim_start_matches(|letter: char| letter.is_ascii_digit()));
    }
    out
}

/// A finished match of this code, with so many lines more than its lobby needs.
pub(crate) fn finished_match(code: &str, more: usize) -> Opening {
    let options = Options { seats: 2, ..secrecy::options(GameName::SpamORama, 0) };
    let (keys, seats) = (keys(2), options.count().unwrap());
    let mut opening = opening((code, &keys), &options, start_of(&options), &finished(&options), seats.all());
    let lobby = opening.entries.iter().position(|entry| matches!(entry, Entry::Started(_))).unwrap();
    let said = Entry::Readied(seats.iter().next().unwrap());
    opening.entries.splice(lobby..lobby, std::iter::repeat_n(said, more));
    opening
}

/// How a game of these options begins.
fn start_of(options: &Options) -> Start {
    LiveGame::new(options.build(SeatSet::EMPTY, 0).unwrap()).start()
}

/// A finished game, as its lines.
fn finished(options: &Options) -> Vec<String> {
    let AnyGame::SpamORama(game) = options.build(SeatSet::EMPTY, 0).unwrap() else { panic!("which?") };
    let mut live = Match::new(game);
    let mut luck = Seed::new(3, 0).luck(Purpose::Table);
    let mut choices = Vec::new();
    loop {
        match live.awaits() {
            Awaits::Luck(_) => drop(live.draw(&mut luck)),
            Awaits::Choice(seat) => {
                live.choices(seat, &mut choices);
                live.act(seat, luck.pick(&choices).unwrap()).unwrap();
            }
            Awaits::Sealed(_) | Awaits::Nothing => break,
        }
    }
    live.inputs().map(|(_, line)| line).collect()
}
