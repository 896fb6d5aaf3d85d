//! Deals: one result a key, and secrecy of a deal before one's own game.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::http::Request;
use hyper::service::Service as _;
use hyper_util::service::TowerToHyperService;
use room::Time;
use serde_json::{Value, json};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Connection as _, SqliteConnection};

use crate::database::Database;
use crate::http::{Access, Site, router};
use crate::rooms::Rooms;
use crate::store::Store;

/// 16 November 2026: no test takes until midnight.
const NOON: Time = Time(1_794_830_400_000);
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
        Self::at(folder, NOON).await
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

    async fn does(&self, who: &Player, what: &str, body: Value) {
        let (status, body) =
            self.ask(Some(&who.key), "POST", &format!("{}/{what}", who.table), JSON, body).await;
        assert!(status < 300, "{body}");
    }

    /// The table, as soon as it looks so.
    async fn until(&self, who: &Player, looks: impl Fn(&Value) -> bool) -> Value {
        // Far longer than it takes on any machine.
        for _ in 0..120_000 {
            let seen = self.data(&who.key, &who.table).await;
            if looks(&seen) {
                return seen;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        panic!("bots do not come to an end");
    }

    /// Gives up; bots play on to the end.
    async fn gives_up(&self, who: &Player) {
        self.does(who, "pace", json!({ "pace": "instant" })).await;
        self.does(who, "resign", json!({})).await;
        self.until(who, |seen| !seen["over"].is_null()).await;
    }

    /// Waits to be asked and takes some choice; says whether the game was not over.
    async fn decides(&self, who: &Player, number: usize) -> bool {
        let is_asked = |seen: &Value| !seen["over"].is_null() || seen["choices"] != json!([]);
        let seen = self.until(who, is_asked).await;
        let choices = seen["choices"].as_array().unwrap();
        if !choices.is_empty() {
            let action = &choices[number * 7 % choices.len()]["action"];
            self.does(who, "act", json!({ "version": seen["version"], "action": action })).await;
        }
        !choices.is_empty()
    }

    async fn plays_to_the_end(&self, who: &Player) {
        self.does(who, "pace", json!({ "pace": "instant" })).await;
        for number in 0.. {
            if !self.decides(who, number).await {
                return;
            }
        }
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

/// A stranger to this table sees nothing of it, and can do nothing to it.
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

/// Everything of this finished table is shown to this key.
async fn is_shown_to(site: &DealSite, key: &str, table: &str) {
    for path in ["", "/replay?at=9&as=A", "/replay/step?at=9&as=B&from=8", "/record", "/review/progress"] {
        for accept in [HTML, JSON] {
            let (status, body) =
                site.ask(Some(key), "GET", &format!("{table}{path}"), accept, Value::Null).await;
            assert_eq!(status, 200, "{path}: {body}");
        }
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
    // Bea plays, and sees nothing of the others until the end.
    let (status, table) = site.begins(&bea, &link).await;
    assert_eq!(status, 200);
    is_hidden_from(&site, Some(&bea), &ann.table).await;
    let bea = Player { key: bea, table };
    assert_eq!(site.data(&bea.key, DEAL).await["result"], Value::Null);
    site.gives_up(&bea).await;
    let shown = site.data(&bea.key, &link).await;
    assert_eq!(shown["challenger"], json!({ "name": "Ann", "score": "gave up" }));
    assert_eq!((&shown["result"]["of"], &shown["result"]["place"]), (&json!(2), &json!(1)));
    // Visitors who have not played still see nothing, and a player who gave up sees no replays today.
    is_hidden_from(&site, stranger, &bea.table).await;
    is_hidden_from(&site, Some(&bea.key), &ann.table).await;
    site.rooms.close().await;
}

#[tokio::test]
#[ignore = "long; .ci/run has it"]
async fn what_others_did_today_is_no_help_to_a_second_key() {
    let site = DealSite::new().await;
    // Ann and Cy decide before anybody has come to the end, Dan after Ann has; Bea and Cy give up.
    let (ann, cy) = (site.player(DEAL).await, site.player(DEAL).await);
    assert!(site.decides(&ann, 0).await && site.decides(&cy, 0).await);
    let bea = site.player(DEAL).await;
    site.gives_up(&bea).await;
    site.plays_to_the_end(&ann).await;
    let dan = site.player(DEAL).await;
    site.plays_to_the_end(&dan).await;
    site.gives_up(&cy).await;
    let all = [&ann, &bea, &cy, &dan];
    for who in all {
        let sees = who.key == ann.key;
        for whose in all {
            if sees || whose.key == who.key {
                is_shown_to(&site, &who.key, &whose.table).await;
            } else {
                is_hidden_from(&site, Some(&who.key), &whose.table).await;
                let replay = format!("{}/replay?at=9&as=A", whose.table);
                let (status, said) = site.ask(Some(&who.key), "GET", &replay, JSON, Value::Null).await;
                assert!(status == 409 && said.contains("Replays open tomorrow"), "{status} {said}");
            }
        }
        // Results are shown at once.
        let result = site.data(&who.key, DEAL).await["result"].take();
        assert_eq!((&result["of"], result["others"].as_array().unwrap().len()), (&json!(4), 4));
        assert_eq!((result["replays_open"].is_null(), &result["apart"]), (sees, &Value::Null));
        let (_, page) = site.ask(Some(&who.key), "GET", DEAL, HTML, Value::Null).await;
        assert_eq!(page.contains("Replays open tomorrow"), !sees);
        for whose in all.into_iter().filter(|whose| whose.key != who.key) {
            assert_eq!(page.contains(&format!("{}/replay", whose.table)), sees);
        }
    }
    // With the kept key the deal is played as if there had been no look.
    let first = site.player(DEAL).await;
    for whose in all {
        is_hidden_from(&site, Some(&first.key), &whose.table).await;
    }
    site.rooms.close().await;
    let tomorrow = DealSite::at(site.folder.clone(), NOON + Duration::from_secs(86_400)).await;
    for who in all {
        for whose in all {
            is_shown_to(&tomorrow, &who.key, &whose.table).await;
        }
        assert_eq!(tomorrow.data(&who.key, DEAL).await["result"]["replays_open"], Value::Null);
        is_hidden_from(&tomorrow, Some(&first.key), &who.table).await;
    }
    tomorrow.rooms.close().await;
}

#[tokio::test]
async fn keys_that_came_since_the_deal_began_crowd_nobody_out() {
    let site = DealSite::new().await;
    let (ann, bea, cy) = (site.player(DEAL).await, site.player(DEAL).await, site.player(DEAL).await);
    for who in [&ann, &bea, &cy] {
        site.gives_up(who).await;
    }
    let result = site.data(&bea.key, DEAL).await["result"].take();
    assert_eq!((&result["of"], &result["apart"]), (&json!(3), &Value::Null), "they came alike");
    site.rooms.close().await;
    // Ann's table was there before, in 1970; the others came later than the deal.
    let file = Database::Folder(site.folder.clone()).file().unwrap();
    let mut on = SqliteConnection::connect_with(&SqliteConnectOptions::new().filename(file)).await.unwrap();
    let ages = "UPDATE matches SET created = 4102444800; UPDATE matches SET created = 0 WHERE id = 1";
    sqlx::raw_sql(ages).execute(&mut on).await.unwrap();
    on.close().await.unwrap();
    let site = DealSite::at(site.folder.clone(), NOON).await;
    for (who, of, apart, said) in [
        (&ann, 1, json!({ "newcomers": true, "of": 2, "best": "gave up" }), "New here since this deal began"),
        (&bea, 2, json!({ "newcomers": false, "of": 1, "best": "gave up" }), "You are new here"),
    ] {
        let result = site.data(&who.key, DEAL).await["result"].take();
        assert_eq!((&result["of"], &result["place"], &result["apart"]), (&json!(of), &json!(1), &apart));
        assert_eq!(result["others"].as_array().unwrap().len(), of);
        let (_, page) = site.ask(Some(&who.key), "GET", DEAL, HTML, Value::Null).await;
        assert!(page.contains(said), "{page}");
    }
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
    let later = DealSite::at(folder.clone(), NOON + Duration::from_secs(86_400)).await;
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
