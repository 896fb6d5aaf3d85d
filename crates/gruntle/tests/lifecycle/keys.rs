//! Keys: issued by the server, never taken from a client.

use std::path::Path;

use serde_json::json;

use driver::Client;
use driver::dice::Dice;
use services::fresh_folder;

use crate::{GRUNTLE, done, started};
use driver::table::Table;

#[tokio::test]
async fn a_key_that_a_client_has_made_up_is_not_taken() {
    let table = started("made-up");
    let made_up = Dice::new(1).key();
    let mut ann = Client::with_key(table.at, &made_up);
    let options = json!({ "game": "spammers", "seats": 2 });
    let opened = done(&mut ann, "/tables", options.clone()).await;
    let path = opened["path"].as_str().unwrap();
    let issued = opened["key"].as_str().unwrap().to_owned();
    assert_ne!(issued, made_up);
    // A made-up key opens nothing; an issued one does, and is kept.
    let yours = async |key: &str| {
        Client::with_key(table.at, key).look(path).await.unwrap()["seats"][0]["yours"].clone()
    };
    assert_eq!((yours(&made_up).await, yours(&issued).await), (false.into(), true.into()));
    assert!(done(&mut ann, "/tables", options).await["key"].is_null());
    let mut bea = Client::with_key(table.at, &made_up);
    let sat = done(&mut bea, &format!("{path}/sit"), json!({ "name": "Bea" })).await;
    assert!(sat["key"].is_string() && sat["key"] != made_up.as_str(), "{sat}");
}

#[tokio::test]
async fn a_key_can_be_asked_for_before_it_is_needed() {
    let table = started("asked");
    let mut ann = Client::new(table.at);
    let key = done(&mut ann, "/keys", json!({})).await["key"].as_str().unwrap().to_owned();
    assert!(done(&mut ann, "/keys", json!({})).await["key"].is_null(), "one is enough");
    let opened = done(&mut ann, "/tables", json!({ "game": "spammers", "seats": 2 })).await;
    assert!(opened["key"].is_null());
    let seen = Client::with_key(table.at, &key).look(opened["path"].as_str().unwrap()).await.unwrap();
    assert_eq!(seen["seats"][0]["yours"], true);
}

#[tokio::test]
async fn under_https_cookies_and_answers_are_for_https_alone() {
    let folder = fresh_folder("https");
    let table = Table::start_with(Path::new(GRUNTLE), folder, "127.0.0.1:0", &["--limit", "0", "--https"]);
    let request = format!("POST /play/spammers HTTP/1.1\r\nHost: {}\r\nContent-Length: 0\r\n\r\n", table.at);
    let opened = Client::new(table.at).send(request.as_bytes()).await.unwrap();
    assert_eq!(opened.status, 303, "{opened:?}");
    let cookie = opened.header("set-cookie").unwrap();
    assert!(cookie.starts_with("__Host-gruntle=") && cookie.contains("Secure"), "{cookie}");
    assert_eq!(opened.header("strict-transport-security"), Some("max-age=31536000"));
    let plain = Client::new(started("http").at).get("/", "text/html").await.unwrap();
    assert_eq!(plain.header("strict-transport-security"), None);
}
