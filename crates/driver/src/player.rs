//! Clients that play by what they are offered.

use std::net::SocketAddr;
use std::time::Duration;

use serde_json::{Value, json};

use crate::Client;
use crate::dice::Dice;

/// Somebody who opens a table so, and is given a key; gives its path too.
pub async fn open(at: SocketAddr, options: &Value) -> (Client, String) {
    let mut client = Client::new(at);
    let opened = client.post("/tables", options).await.unwrap();
    assert_eq!(opened.status, 200, "{opened:?}");
    let path = opened.json()["path"].as_str().unwrap().to_owned();
    (client, path)
}

/// Looks until this is so. Everything that tests wait for comes about by itself.
pub async fn until(client: &mut Client, path: &str, so: impl Fn(&Value) -> bool) -> Value {
    for _ in 0..15_000 {
        let seen = client.look(path).await.unwrap();
        if so(&seen) {
            return seen;
        }
        tokio::time::sleep(Duration::from_millis(4)).await;
    }
    panic!("what is waited for does not come");
}

/// Whether somebody is asked and can answer, or the game is over.
pub fn is_asked(seen: &Value) -> bool {
    let open = seen["choices"].as_array().is_some_and(|choices| !choices.is_empty());
    !seen["over"].is_null() || open && !seen["window"]["answered"].is_string()
}

/// Takes one of the choices.
pub async fn act(client: &mut Client, path: &str, seen: &Value, luck: &mut Dice) -> String {
    let choices = seen["choices"].as_array().unwrap();
    let action = luck.pick(choices)["action"].as_str().unwrap().to_owned();
    let body = json!({ "version": seen["version"], "action": action });
    let answer = client.post(&format!("{path}/act"), &body).await.unwrap();
    assert!(answer.status == 200 || answer.status == 202, "{answer:?}\n{body}\n{seen}");
    action
}

/// One person among bots plays at random to the end; gives what was done, in order.
pub async fn play_out(client: &mut Client, path: &str, luck: &mut Dice) -> Vec<String> {
    let mut done = Vec::new();
    loop {
        let seen = until(client, path, is_asked).await;
        if !seen["over"].is_null() {
            return done;
        }
        done.push(act(client, path, &seen, luck).await);
    }
}

/// This seat's moves, by the record.
pub fn inputs_of<'a>(record: &'a str, seat: &str) -> Vec<&'a str> {
    let after = record.lines().skip_while(|line| *line != "begin");
    after.filter_map(|line| line.strip_prefix(seat)?.strip_prefix(' ')).collect()
}

/// The names of cards that one viewer has been told of and another has not, as pages show them.
pub fn told_alone(one: &Value, other: &Value) -> Vec<String> {
    let all = other["heard"].to_string();
    let texts = one["heard"].as_array().unwrap().iter().filter_map(|told| told["text"].as_str());
    let names = texts.flat_map(|text| text.split('\'').skip(1).step_by(2));
    let is_name =
        |name: &&str| name.len() > 6 && name.chars().all(|letter| letter.is_alphabetic() || letter == ' ');
    names.filter(|name| is_name(name) && !all.contains(*name)).map(str::to_owned).collect()
}
