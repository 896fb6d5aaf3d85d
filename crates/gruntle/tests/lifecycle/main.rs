//! The life of a match over HTTP: the lobby, coming and going, what comes after the end, and the server's own end.
#![allow(clippy::unwrap_used)] // A test may stop at once.

mod access;
mod after;
mod database;
mod deploy;
mod described;
#[cfg(unix)]
mod doctor;
mod keeper;
mod kept;
mod keys;
mod lobby;
mod moves;
mod own;
#[cfg(feature = "postgres")]
mod postgres;
mod previews;
#[cfg(unix)]
mod programs;
mod seats;

use std::net::SocketAddr;
use std::path::Path;

use driver::table::Table;
use driver::{Answer, Client};
use serde_json::{Value, json};

const GRUNTLE: &str = env!("CARGO_BIN_EXE_gruntle");

fn started(name: &str) -> Table {
    Table::start(Path::new(GRUNTLE), name)
}

/// People at a table that has begun: on the first seats they, on the others interns.
async fn seated(at: SocketAddr, mut options: Value, people: usize) -> (Vec<Client>, String) {
    options["lobby"] = "yes".into();
    options["pace"] = 0.into();
    for seat in people..options["seats"].as_u64().unwrap() as usize {
        options[format!("seat-{}", ["a", "b", "c", "d"][seat])] = "intern".into();
    }
    let mut clients: Vec<Client> = (0..people).map(|_| Client::new(at)).collect();
    let opened = clients[0].post("/tables", &options).await.unwrap();
    assert_eq!(opened.status, 200, "{opened:?}");
    let path = opened.json()["path"].as_str().unwrap().to_owned();
    for client in &mut clients[1..] {
        done(client, &format!("{path}/sit"), json!({ "name": "Guest" })).await;
        done(client, &format!("{path}/ready"), json!({})).await;
    }
    done(&mut clients[0], &format!("{path}/start"), json!({})).await;
    (clients, path)
}

/// It is done.
async fn done(client: &mut Client, path: &str, body: Value) -> Value {
    let answer = client.post(path, &body).await.unwrap();
    assert!(answer.status == 200 || answer.status == 202, "{path} {body}: {answer:?}");
    answer.json()
}

/// It is not done, for this reason.
async fn refused(client: &mut Client, path: &str, body: Value, status: u16, why: &str) -> Answer {
    let answer = client.post(path, &body).await.unwrap();
    assert_eq!(answer.status, status, "{path} {body}: {answer:?}");
    assert!(answer.body.contains(why), "{path} {body}: {answer:?}");
    answer
}
