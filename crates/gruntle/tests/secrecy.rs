//! A visitor without a seat sees the public view, and only their holders ever see keys.
#![allow(clippy::unwrap_used)] // A test may stop at once.

use std::net::SocketAddr;
use std::path::Path;

use driver::dice::Dice;
use driver::player::{act, is_asked, open, until};
use driver::table::Table;
use driver::{Answer, Client, Events};
use serde_json::{Value, json};

const GRUNTLE: &str = env!("CARGO_BIN_EXE_gruntle");

/// Status, headers and body, but for the date.
fn bytes(answer: &Answer) -> (u16, Vec<&str>, &str) {
    let head = answer.head.lines().filter(|line| !line.starts_with("date: ")).collect();
    (answer.status, head, &answer.body)
}

/// Visitors without a seat here: without a key, with one that was made up, with one of another table, and with one
/// that is none.
async fn strangers(at: SocketAddr) -> Vec<Client> {
    let mut strangers = vec![Client::new(at), Client::with_key(at, &Dice::new(77).key())];
    strangers.push(open(at, &json!({ "game": "spam-o-rama", "seats": 2 })).await.0);
    strangers.push(Client::with_key(at, "not-a-key"));
    strangers
}

#[tokio::test]
async fn a_foreign_or_made_up_key_gets_what_a_bystander_gets_and_nothing_else() {
    let table = Table::start(Path::new(GRUNTLE), "foreign");
    for game in ["spammers", "spam-o-rama"] {
        let options = json!({ "game": game, "seats": 2, "wait": 0, "pace": 0, "seat-b": "intern" });
        let (mut ann, path) = open(table.at, &options).await;
        let mut luck = Dice::new(2);
        for _ in 0..10 {
            let seen = until(&mut ann, &path, is_asked).await;
            act(&mut ann, &path, &seen, &mut luck).await;
        }
        let seen = until(&mut ann, &path, |seen| is_asked(seen) && seen["awaited"] == json!(["A"])).await;
        let (version, action) = (&seen["version"], &seen["choices"][0]["action"]);
        let mut first: Option<Vec<Answer>> = None;
        for mut stranger in strangers(table.at).await {
            let mut got = Vec::new();
            for (more, accept) in [
                ("", "text/html"),
                ("", "application/json"),
                ("?seat=A", "text/html"),
                ("?seat=B", "application/json"),
            ] {
                got.push(stranger.get(&format!("{path}{more}"), accept).await.unwrap());
            }
            for command in [
                "act", "back", "leave", "resign", "chat", "react", "pace", "handover", "revoke", "start",
                "ready", "kick",
            ] {
                let body = json!({ "version": version, "action": action, "seat": "A", "line": 0, "react": "pass", "pace": "fast", "what": "others" });
                let answer = stranger.post(&format!("{path}/{command}"), &body).await.unwrap();
                assert!(answer.status == 403 || answer.status == 409, "{command}: {answer:?}");
                got.push(answer);
            }
            let mut events =
                Events::open(table.at, &format!("{path}/events?seat=A"), stranger.key.as_deref())
                    .await
                    .unwrap();
            let event = events.next().await.unwrap();
            got.push(Answer { status: 200, head: String::new(), body: event.data });
            match &first {
                None => first = Some(got),
                Some(first) => {
                    for (one, other) in first.iter().zip(&got) {
                        assert_eq!(bytes(one), bytes(other));
                    }
                }
            }
        }
        assert_eq!(ann.look(&path).await.unwrap(), seen, "nothing was done");
    }
}

#[tokio::test]
async fn a_spectator_hears_of_a_whole_game_what_a_bystander_may_know() {
    let table = Table::start(Path::new(GRUNTLE), "spectator");
    for game in ["spammers", "spam-o-rama"] {
        let options = json!({ "game": game, "seats": 2, "wait": 0, "pace": 0, "seat-b": "intern", "variant": "demonstration" });
        let (mut ann, path) = open(table.at, &options).await;
        let mut watches = Events::open(table.at, &format!("{path}/events?as=json"), None).await.unwrap();
        driver::player::play_out(&mut ann, &path, &mut Dice::new(11)).await;
        let mut heard: Vec<Value> = Vec::new();
        let mut last = Value::Null;
        loop {
            let event = watches.next().await.unwrap();
            if event.kind != "change" {
                break;
            }
            let told: Value = serde_json::from_str(&event.data).unwrap();
            assert!(told["viewer"].is_null() && told["choices"] == json!([]));
            heard.extend(told["heard"].as_array().unwrap().iter().cloned());
            last = told;
        }
        // The replay shows any moment from anywhere; a spectator has seen it from nowhere.
        let replay = Client::new(table.at).look(&format!("{path}/replay?as=bystander")).await.unwrap();
        assert_eq!(Value::from(heard), replay["heard"]);
        assert_eq!(last["view"], replay["view"]);
        assert_eq!(last["over"], replay["over"]);
    }
}

#[tokio::test]
async fn keys_and_links_stand_in_no_log_no_error_and_no_address_that_is_shared() {
    let table = Table::start_noting(Path::new(GRUNTLE), "log", "debug");
    let mut browser = Client::new(table.at);
    let form = "game=spammers&seats=2&wait=0&pace=0&seat-b=intern&variant=demonstration";
    let request = format!(
        "POST /tables HTTP/1.1\r\nHost: {}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\n\r\n{form}",
        table.at,
        form.len()
    );
    let opened = browser.send(request.as_bytes()).await.unwrap();
    let key = opened.cookie().unwrap();
    let path = opened.header("location").unwrap().to_owned();
    assert_eq!((opened.status, key.len()), (303, 26));
    assert!(!path.contains(&key) && !opened.body.contains(&key));
    let cookie = opened.head.lines().find(|line| line.contains(&key)).unwrap();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"), "{cookie}");
    browser.key = Some(key.clone());
    let handed = browser.post(&format!("{path}/handover"), &json!({})).await.unwrap().json();
    let link = handed["link"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
    let mut phone = Client::new(table.at);
    let taken = phone.post(&format!("{path}/seat/{link}"), &json!({})).await.unwrap().json();
    let phone_key = taken["key"].as_str().unwrap().to_owned();
    phone.key = Some(phone_key.clone());
    let secrets = [key, link.clone(), phone_key];
    let mut shown = Vec::new();
    for body in [json!({ "version": "x" }), json!({ "version": 1, "action": "pass" }), json!([])] {
        shown.push(phone.post(&format!("{path}/act"), &body).await.unwrap());
    }
    shown.push(browser.post(&format!("{path}/seat/{link}"), &json!({})).await.unwrap());
    for page in ["", "?seat=A", "?seat=B", "/seat", "/record", "/nowhere"] {
        shown.push(phone.get(&format!("{path}{page}"), "text/html").await.unwrap());
    }
    shown.push(phone.get("/", "text/html").await.unwrap());
    driver::player::play_out(&mut phone, &path, &mut Dice::new(5)).await;
    for page in ["", "/record", "/replay?at=20"] {
        shown.push(phone.get(&format!("{path}{page}"), "text/html").await.unwrap());
    }
    for secret in &secrets {
        for answer in &shown {
            assert!(!answer.body.contains(secret) && !answer.head.contains(secret), "{answer:?}");
        }
    }
    let log = table.noted();
    for secret in &secrets {
        assert!(!log.contains(secret), "{log}");
    }
}
