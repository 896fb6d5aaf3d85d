//! Deals: one result a key, and nothing of a deal for whoever is still to play it.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::http::Request;
use hyper::service::Service as _;
use hyper_util::service::TowerToHyperService;
use room::Time;
use serde_json::{Value, json};

use crate::database::Database;
use crate::http::{Access, Site, router};
use crate::rooms::Rooms;
use crate::store::Store;

/// Shortly before midnight, 16 November 2026.
const EVENING: Time = Time(1_794_873_000_000);
const DEAL: &str = "/deal/2026-11-16/spam-o-rama";
const HTML: &str = "text/html";
const JSON: &str = "application/json";

struct DealSite {
    service: TowerToHyperService<axum::Router>,
    rooms: Rooms,
    folder: PathBuf,
}

/// Somebody with a key.
struct Player {
    key: String,
    table: String,
}

impl DealSite {
    async fn new() -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("gruntle-deals-{}-{number}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        Self::at(folder, EVENING).await
    }

    /// The site in this folder, at this moment.
    async fn at(folder: PathBuf, now: Time) -> Self {
        let rooms = Rooms::at(Store::open(&Database::Folder(folder.clone())).await.unwrap(), 1, now);
        let access = Access { hosts: vec!["room.example".parse().unwrap()], ..Access::default() };
        let site = Site::new(rooms.clone(), [127, 0, 0, 1].into(), &access);
        Self { service: TowerToHyperService::new(router(site)), rooms, folder }
    }

    async fn ask(
        &self,
        key: Option<&str>,
        method: &str,
        path: &str,
        accept: &str,
        body: Value,
    ) -> (u16, String) {
        let mut request = Request::builder().method(method).uri(path);
        request = request.header("host", "room.example").header("accept", accept);
        if let Some(key) = key {
            request = request.header("authorization", format!("Bearer {key}"));
        }
        let body = match method {
            "POST" => {
                request = request.header("content-type", JSON);
                Body::from(body.to_string())
            }
            _ => Body::empty(),
        };
        let response = self.service.call(request.body(body).unwrap()).await.unwrap();
        let (parts, body) = response.into_parts();
        let bytes = to_bytes(body, usize::MAX).await.unwrap();
        (parts.status.as_u16(), String::from_utf8_lossy(&bytes).into_owned())
    }

    async fn data(&self, key: &str, path: &str) -> Value {
        let (status, body) = self.ask(Some(key), "GET", path, JSON, Value::Null).await;
        assert_eq!(status, 200, "{path}: {body}");
        serde_json::from_str(&body).unwrap()
    }

    async fn key(&self) -> String {
        let (_, body) = self.ask(None, "POST", "/keys", JSON, json!({})).await;
        let body: Value = serde_json::from_str(&body).unwrap();
        body["key"].as_str().unwrap().to_owned()
    }

    async fn begins(&self, key: &str, deal: &str) -> (u16, String) {
        let (status, body) = self.ask(Some(key), "POST", deal, JSON, json!({ "name": "Ann" })).await;
        let body: Value = serde_json::from_str(&body).unwrap();
        (status, body["path"].as_str().unwrap_or_default().to_owned())
    }

    /// Somebody who has begun this deal.
    async fn player(&self, deal: &str) -> Player {
        let key = self.key().await;
        let (status, table) = self.begins(&key, deal).await;
        assert_eq!(status, 200);
        Player { key, table }
    }

    /// Gives up; bots play on to the end.
    async fn gives_up(&self, who: &Player) {
        let at = |what: &str| format!("{}/{what}", who.table);
        for (what, body) in [("pace", json!({ "pace": "instant" })), ("resign", json!({}))] {
            let (status, body) = self.ask(Some(&who.key), "POST", &at(what), JSON, body).await;
            assert!(status < 300, "{body}");
        }
        // Far longer than it takes on any machine.
        for _ in 0..120_000 {
            if !self.data(&who.key, &who.table).await["over"].is_null() {
                return;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        panic!("bots do not come to an end");
    }
}

impl Drop for DealSite {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// Everything that can be looked at of a table.
const LOOKS: [&str; 12] = [
    "",
    "?seat=A",
    "/events",
    "/events?as=json",
    "/replay",
    "/replay?at=9&as=A",
    "/replay/step?at=9&as=B&from=8",
    "/record",
    "/replay?at=3&as=bystander",
    "/review",
    "/review?at=3&as=A",
    "/review/progress",
];

/// Whoever has no part in this table is shown nothing of it, and can do nothing to it.
async fn is_hidden_from(site: &DealSite, key: Option<&str>, table: &str) {
    for path in LOOKS {
        for accept in [HTML, JSON] {
            let (status, body) = site.ask(key, "GET", &format!("{table}{path}"), accept, Value::Null).await;
            assert!(status == 403 || status == 409, "{path}: {status} {body}");
            for told in ["clubs", "hearts", "suns", "Bounce", "\"view\""] {
                assert!(!body.contains(told), "{path} tells of {told}: {body}");
            }
        }
    }
    for command in [
        "act", "back", "sit", "stand", "ready", "fill", "open", "kick", "start", "react", "pace", "leave",
        "return", "resign", "chat", "handover", "continue", "rematch", "coach",
    ] {
        let body = json!({ "version": 2, "action": "take clubs", "at": 9, "seat": "A", "level": "intern", "react": "pass",
            "pace": "instant", "line": 0 });
        let (status, body) = site.ask(key, "POST", &format!("{table}/{command}"), JSON, body).await;
        assert!(status >= 400 && !body.contains("clubs"), "{command}: {status} {body}");
    }
}

#[tokio::test]
#[ignore = "long; .ci/run has it"]
async fn nothing_of_a_deal_is_told_to_whoever_is_still_to_play_it() {
    let site = DealSite::new().await;
    let (bea, stranger) = (site.key().await, None);
    let unplayed = |key: String| async {
        let mut pages = Vec::new();
        for path in ["/deal", DEAL, "/"] {
            for accept in [HTML, JSON] {
                pages.push(site.ask(Some(&key), "GET", path, accept, Value::Null).await);
            }
        }
        (key, pages)
    };
    let (bea, before) = unplayed(bea).await;
    let ann = site.player(DEAL).await;
    let seen = site.data(&ann.key, &ann.table).await;
    for key in [Some(bea.as_str()), stranger] {
        is_hidden_from(&site, key, &ann.table).await;
    }
    assert_eq!(site.data(&ann.key, &ann.table).await["version"], seen["version"], "nothing was done");
    site.gives_up(&ann).await;
    for key in [Some(bea.as_str()), stranger] {
        is_hidden_from(&site, key, &ann.table).await;
    }
    // That somebody else has played it, and how, shows nowhere.
    let (bea, after) = unplayed(bea).await;
    assert_eq!(before, after);
    // A challenge names who sent it, and nothing else.
    let link = site.data(&ann.key, DEAL).await["challenge"].as_str().unwrap().to_owned();
    let link = link.strip_prefix("http://room.example").unwrap().to_owned();
    let challenged = site.data(&bea, &link).await;
    assert_eq!(challenged["challenger"], json!({ "name": "Ann", "score": null }));
    assert_eq!((&challenged["result"], &challenged["table"]), (&Value::Null, &Value::Null));
    let (_, page) = site.ask(Some(&bea), "GET", &link, HTML, Value::Null).await;
    assert!(page.contains("challenges you") && !page.contains("gave up"), "{page}");
    // Whoever plays it is shown nothing of others until the end.
    let (status, table) = site.begins(&bea, &link).await;
    assert_eq!(status, 200);
    is_hidden_from(&site, Some(&bea), &ann.table).await;
    let bea = Player { key: bea, table };
    assert_eq!(site.data(&bea.key, DEAL).await["result"], Value::Null);
    site.gives_up(&bea).await;
    let shown = site.data(&bea.key, &link).await;
    assert_eq!(shown["challenger"], json!({ "name": "Ann", "score": "gave up" }));
    assert_eq!((&shown["result"]["of"], &shown["result"]["place"]), (&json!(2), &json!(1)));
    for path in ["", "/replay?at=9&as=A", "/replay/step?at=9&as=B&from=8", "/record"] {
        for accept in [HTML, JSON] {
            let (status, body) =
                site.ask(Some(&bea.key), "GET", &format!("{}{path}", ann.table), accept, Value::Null).await;
            assert_eq!(status, 200, "{path}: {body}");
        }
    }
    // Those who have not come still see nothing.
    is_hidden_from(&site, stranger, &bea.table).await;
    site.rooms.close().await;
}

#[tokio::test]
async fn a_key_has_one_result_a_deal() {
    let site = DealSite::new().await;
    let key = site.key().await;
    // However many ask at once, one table is opened.
    let (one, other) = tokio::join!(site.begins(&key, DEAL), site.begins(&key, DEAL));
    assert_eq!((one.0, other.0, &one.1), (200, 200, &other.1));
    let ann = Player { key, table: one.1 };
    assert_eq!(site.data(&ann.key, DEAL).await["table"], json!(ann.table));
    site.gives_up(&ann).await;
    assert_eq!(site.begins(&ann.key, DEAL).await, (200, ann.table.clone()));
    let shown = site.data(&ann.key, DEAL).await;
    assert_eq!((&shown["result"]["of"], &shown["result"]["score"]), (&json!(1), &json!("gave up")));
    // A rematch is an ordinary table: it adds nothing to the deal.
    let rematch = site.ask(Some(&ann.key), "POST", &format!("{}/rematch", ann.table), JSON, json!({})).await;
    assert_eq!(rematch.0, 200, "{}", rematch.1);
    // The other game, and a deal of one's own, are other deals.
    let (_, spammers) = site.begins(&ann.key, "/deal/2026-11-16/spammers").await;
    assert!(!spammers.is_empty() && spammers != ann.table);
    let (status, opened) =
        site.ask(Some(&ann.key), "POST", "/d", JSON, json!({ "game": "spam-o-rama" })).await;
    assert_eq!(status, 200, "{opened}");
    assert!(!opened.contains(&ann.table));
    site.rooms.close().await;
}

#[tokio::test]
async fn results_outlive_the_server_and_the_same_luck_comes_back() {
    let site = DealSite::new().await;
    let ann = site.player(DEAL).await;
    site.gives_up(&ann).await;
    let bea = site.player(DEAL).await;
    let begun = site.data(&bea.key, &bea.table).await;
    site.rooms.close().await;
    let folder = site.folder.clone();
    // After midnight it is another day, and yesterday's deals are still there.
    let later = DealSite::at(folder.clone(), EVENING + Duration::from_secs(86_400)).await;
    assert_eq!(later.data(&ann.key, "/deal").await["day"], "2026-11-17");
    assert_eq!(later.data(&ann.key, DEAL).await["result"]["of"], 1);
    assert_eq!(later.data(&bea.key, &bea.table).await["view"], begun["view"]);
    // Everybody who begins it sees the same ports.
    let cy = later.player(DEAL).await;
    assert_eq!(later.data(&cy.key, &cy.table).await["view"]["ports"], begun["view"]["ports"]);
    for (day, status) in
        [("2026-11-16", 200), ("2026-11-17", 200), ("2026-11-18", 404), ("2026-11-10", 404), ("today", 404)]
    {
        let path = format!("/deal/{day}/spam-o-rama");
        assert_eq!(later.ask(None, "GET", &path, HTML, Value::Null).await.0, status, "{day}");
    }
    for (path, status) in
        [("/deal/2026-11-16/chess", 404), ("/d/abcd2345", 404), ("/d/x", 404), ("/d/../x", 404)]
    {
        assert_eq!(later.ask(None, "GET", path, HTML, Value::Null).await.0, status, "{path}");
    }
    later.rooms.close().await;
}
