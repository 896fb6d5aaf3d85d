//! Operators: stopping the server, and looking after its matches while others play.

use std::process::{Command, Output};

use serde_json::{Value, json};

use crate::{GRUNTLE, seated, started};
use driver::dice::Dice;
use driver::player::{act, is_asked, play_out, until};
use driver::table::Table;
use driver::{Client, Events};

fn admin(table: &Table, arguments: &[&str]) -> Output {
    Command::new(GRUNTLE).arg("admin").arg("--data").arg(table.folder()).args(arguments).output().unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

#[tokio::test]
async fn matches_are_listed_exported_copied_and_removed_while_others_play() {
    let table = started("admin");
    let options =
        json!({ "game": "spammers", "seats": 2, "wait": 0, "variant": "demonstration", "name": "Keeper" });
    let (mut people, path) = seated(table.at, options.clone(), 1).await;
    let (mut others, playing) = seated(table.at, options, 1).await;
    let mut luck = Dice::new(6);
    play_out(&mut people[0], &path, &mut luck).await;
    let (code, other) = (path.trim_start_matches("/t/"), playing.trim_start_matches("/t/"));
    let list = said(&admin(&table, &["list"]));
    for line in [code, other] {
        let line = list.lines().find(|one| one.starts_with(line)).unwrap_or_else(|| panic!("{list}"));
        assert!(line.contains("spammers") && line.contains("Keeper"), "{line}");
    }
    let data: Value = serde_json::from_str(&said(&admin(&table, &["list", "--json"]))).unwrap();
    let row = data.as_array().unwrap().iter().find(|row| row["code"] == code).unwrap();
    let fields: Vec<&String> = row.as_object().unwrap().keys().collect();
    assert_eq!(fields, ["code", "game", "stage", "opened", "lines", "names"]);
    assert_eq!((&row["game"], &row["stage"]), (&"spammers".into(), &"over".into()));
    assert!(row["names"][0] == "Keeper" && row["opened"].is_i64() && row["lines"].is_u64(), "{row}");
    let record = people[0].get(&format!("{path}/record"), "text/plain").await.unwrap().body;
    assert_eq!(said(&admin(&table, &["export", code])), record);
    let early = admin(&table, &["export", other]);
    assert!(!early.status.success() && said(&early).contains("not over"), "{early:?}");
    let copy = table.folder().join("copy.db").display().to_string();
    assert!(admin(&table, &["backup", &copy]).status.success());
    assert!(!admin(&table, &["backup", &copy]).status.success(), "a backup overwrites nothing");
    assert!(admin(&table, &["remove", code]).status.success());
    assert!(!admin(&table, &["remove", code]).status.success());
    let seen = until(&mut others[0], &playing, is_asked).await;
    act(&mut others[0], &playing, &seen, &mut luck).await;
    // A match that was removed while live cannot go on.
    until(&mut others[0], &playing, is_asked).await;
    assert!(admin(&table, &["remove", other]).status.success());
    let seen = others[0].look(&playing).await.unwrap();
    if seen["choices"].is_array() {
        let body = json!({ "version": seen["version"], "action": seen["choices"][0]["action"] });
        let answer = others[0].post(&format!("{playing}/act"), &body).await.unwrap();
        assert!([404, 503].contains(&answer.status), "{answer:?}");
    }
    assert_eq!(others[0].get(&playing, "application/json").await.unwrap().status, 404);
    // The copy has them all.
    let folder = services::fresh_folder("copied");
    std::fs::rename(&copy, folder.join("gruntle.db")).unwrap();
    let again = Table::start_with(GRUNTLE.as_ref(), folder, "127.0.0.1:0", &["--limit", "0"]);
    let mut client = Client::new(again.at);
    assert_eq!(client.get(&format!("{path}/record"), "text/plain").await.unwrap().body, record);
}

#[cfg(unix)]
#[tokio::test]
async fn asked_to_stop_the_server_ends_streams_and_loses_nothing() {
    let mut table = started("stop");
    let (mut people, path) = seated(table.at, json!({ "game": "spammers", "seats": 2, "wait": 0 }), 2).await;
    let mut luck = Dice::new(8);
    for _ in 0..6 {
        for one in &mut people {
            let seen = one.look(&path).await.unwrap();
            if is_asked(&seen) {
                act(one, &path, &seen, &mut luck).await;
            }
        }
    }
    let before = people[0].look(&path).await.unwrap();
    let mut hears =
        Events::open(table.at, &format!("{path}/events"), people[0].key.as_deref()).await.unwrap();
    hears.next().await.unwrap();
    let stopped = tokio::task::spawn_blocking(move || (table.stop(), table));
    while hears.next().await.is_ok() {}
    let (code, mut table) = stopped.await.unwrap();
    assert_eq!(code, Some(0));
    table.kill_and_restart();
    let mut again = Client::with_key(table.at, people[0].key.as_deref().unwrap());
    assert_eq!(again.look(&path).await.unwrap(), before);
}
