//! Access: host names, rate limits, proxies, and the address of the metrics.

use std::net::SocketAddr;
use std::path::Path;

use serde_json::json;

use driver::dice::Dice;
use driver::player::{act, is_asked, until};
use services::fresh_folder;

use crate::moves::whose_turn;
use crate::{GRUNTLE, seated, started};
use driver::table::Table;
use driver::{Answer, Client};

async fn asked(at: SocketAddr, head: &str) -> Answer {
    Client::new(at).send(format!("{head}\r\n").as_bytes()).await.unwrap()
}

#[tokio::test]
async fn only_the_tables_own_names_are_answered() {
    let more = ["--limit", "0", "--host", "spam.example"];
    let table = Table::start_with(Path::new(GRUNTLE), fresh_folder("host"), "127.0.0.1:0", &more);
    let get = |host: &str| format!("GET /rules HTTP/1.1\r\n{host}");
    for ours in ["localhost", "127.0.0.1", "[::1]:80", "spam.example", "SPAM.example:443"] {
        let answer = asked(table.at, &get(&format!("Host: {ours}\r\n"))).await;
        assert_eq!(answer.status, 200, "{ours}: {answer:?}");
    }
    for (host, status) in [
        ("Host: evil.example\r\n", 421),
        ("Host: 192.168.1.5\r\n", 421),
        ("", 400),
        ("Host: localhost\r\nHost: localhost\r\n", 400),
        ("Host: localhost\r\nHost: evil.example\r\n", 400),
    ] {
        let answer = asked(table.at, &get(host)).await;
        assert_eq!(answer.status, status, "{host}: {answer:?}");
        assert!(answer.header("content-security-policy").is_some(), "{answer:?}");
    }
    let answer = asked(table.at, "GET /rules HTTP/1.1\r\nHost: evil.example\r\n").await;
    assert!(answer.body.contains("--host"), "{answer:?}");
}

#[tokio::test]
async fn a_page_of_another_site_gets_nothing_done() {
    let table = started("foreign");
    let opens = async |headers: &str| {
        let head = format!(
            "POST /play/spammers HTTP/1.1\r\nHost: {}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 0\r\n{headers}",
            table.at
        );
        asked(table.at, &head).await
    };
    let own = format!("Origin: http://{}\r\n", table.at);
    for (headers, status) in [
        ("", 303),
        (&own, 303),
        ("Sec-Fetch-Site: same-origin\r\n", 303),
        ("Origin: https://evil.example\r\n", 403),
        ("Origin: null\r\n", 403),
        ("Sec-Fetch-Site: cross-site\r\n", 403),
        ("Sec-Fetch-Site: same-site\r\n", 403),
    ] {
        let answer = opens(headers).await;
        assert_eq!(answer.status, status, "{headers}: {answer:?}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"), "{answer:?}");
        assert_eq!(answer.header("referrer-policy"), Some("same-origin"), "{answer:?}");
        assert!(answer.header("access-control-allow-origin").is_none(), "{answer:?}");
        assert!(status == 303 || answer.body.contains("another site"), "{answer:?}");
    }
}

/// Nothing is read of what nobody wants: the bodies of many such requests would fill the memory.
#[tokio::test]
async fn an_address_that_is_not_there_is_refused_before_its_body_comes() {
    let table = started("nowhere");
    for length in [16_000, 1_000_000_000_u64] {
        let head = format!("POST /nowhere HTTP/1.1\r\nHost: {}\r\nContent-Length: {length}\r\n", table.at);
        assert_eq!(asked(table.at, &head).await.status, 404);
    }
}

#[tokio::test]
async fn behind_a_trusted_proxy_visitors_have_limits_of_their_own() {
    let more = ["--limit", "1", "--trusted-proxy", "127.0.0.0/8"];
    let table = Table::start_with(Path::new(GRUNTLE), fresh_folder("proxy"), "127.0.0.1:0", &more);
    let alone =
        Table::start_with(Path::new(GRUNTLE), fresh_folder("alone"), "127.0.0.1:0", &["--limit", "1"]);
    let get = |at: SocketAddr, from: String| {
        let head = format!("GET /robots.txt HTTP/1.1\r\nHost: {at}\r\nX-Forwarded-For: {from}\r\n");
        async move { asked(at, &head).await.status }
    };
    // Each of them asks a few times less than the burst that anybody may have.
    for visitor in 0..40 {
        for made_up in 0..2 {
            let from = format!("10.9.{made_up}.{visitor}, 198.51.100.{visitor}");
            assert_eq!(get(table.at, from).await, 200);
        }
    }
    // A whole network of IPv6 is one visitor.
    let mut turned_away = false;
    for host in 0..200 {
        turned_away |= get(table.at, format!("2001:db8::{host:x}")).await == 429;
    }
    assert!(turned_away, "a network of IPv6 counts as one");
    // Without a trusted proxy nobody is believed.
    let mut turned_away = false;
    for visitor in 0..200 {
        turned_away |= get(alone.at, format!("198.51.100.{visitor}")).await == 429;
    }
    assert!(turned_away, "a header of a stranger is not believed");
}

#[tokio::test]
async fn numbers_are_told_at_an_address_of_their_own_and_nowhere_else() {
    let more = ["--limit", "0", "--metrics", "127.0.0.1:0"];
    let table = Table::start_with(Path::new(GRUNTLE), fresh_folder("metrics"), "127.0.0.1:0", &more);
    let numbers = table.metrics.unwrap();
    assert_eq!(Client::new(table.at).get("/metrics", "*/*").await.unwrap().status, 404);
    assert_eq!(Client::new(started("none").at).get("/metrics", "*/*").await.unwrap().status, 404);
    // They come in any order.
    let told = async || {
        let told = Client::new(numbers).get("/metrics", "*/*").await.unwrap().body;
        let mut lines: Vec<&str> = told.lines().collect();
        lines.sort_unstable();
        lines.join("\n")
    };
    let before = told().await;
    for series in [
        "gruntle_tables_opened_total 0",
        "gruntle_inputs_total 0",
        "gruntle_live_matches 0",
        "gruntle_listeners 0",
        "gruntle_journal_seconds_count 0",
    ] {
        assert!(before.lines().any(|line| line == series), "{series}: {before}");
    }
    assert_eq!(Client::new(numbers).get("/", "*/*").await.unwrap().status, 404);
    assert_eq!(asked(numbers, "GET /metrics HTTP/1.1\r\nHost: evil.example\r\n").await.status, 421);
    // A seat's setting for windows is secret, so no metric counts it.
    let (mut people, path) = seated(table.at, json!({ "game": "spammers", "seats": 2, "wait": 0 }), 2).await;
    // A game begins with luck; when somebody is asked it has fallen.
    until(&mut people[0], &path, is_asked).await;
    let before = told().await;
    assert!(before.contains("gruntle_tables_opened_total 1"), "{before}");
    for _ in 0..5 {
        let body = json!({ "react": "pass" });
        assert_eq!(people[0].post(&format!("{path}/react"), &body).await.unwrap().status, 202);
    }
    assert_eq!(told().await, before);
    // Nor is it told that somebody has answered in a window that is open.
    let options = json!({ "game": "spammers", "seats": 3, "wait": 30, "variant": "demonstration" });
    let (mut people, path) = seated(table.at, options, 3).await;
    let mut luck = Dice::new(9);
    let (who, seen) = loop {
        let (who, seen) = whose_turn(&mut people, &path).await;
        assert!(seen["over"].is_null(), "no window in a whole game");
        if seen["window"].is_object() {
            break (who, seen);
        }
        act(&mut people[who], &path, &seen, &mut luck).await;
    };
    let before = told().await;
    let answer = json!({ "version": seen["version"], "action": seen["choices"][0]["action"] });
    let answered = people[who].post(&format!("{path}/act"), &answer).await.unwrap();
    assert_eq!(answered.status, 202, "{answered:?}");
    assert_eq!(told().await, before);
}
