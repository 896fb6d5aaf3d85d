//! Logs of nodes: they name the node and the table.

use std::path::Path;

use serde_json::{Value, json};
use services::{Nats, Postgres, fresh_folder};

use crate::GRUNTLE;
use driver::Client;
use driver::table::Table;

/// A node's log entry with this message.
fn said(log: &str, message: &str) -> Value {
    let lines = log.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let mut found = lines.filter(|line| line["fields"]["message"] == message);
    found.next().unwrap_or_else(|| panic!("it does not say '{message}': {log}"))
}

#[tokio::test]
async fn a_node_names_itself_and_the_table_it_takes_and_hands_over() {
    let folder = fresh_folder("noted-nats");
    let Some((postgres, nats)) = Postgres::shared().zip(Nats::start_with(&folder, &[])) else { return };
    let (address, password) = (postgres.database("noted"), postgres.password_file().display().to_string());
    let node = |name: &str| {
        let options = [
            ["--database", &address],
            ["--database-password-file", &password],
            ["--cluster", &nats.address()],
            ["--node", name],
        ];
        let options = options.concat().iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        Table::start_noting_elsewhere(Path::new(GRUNTLE), &format!("noted-{name}"), &options, "info")
    };
    let (mut a, _b) = (node("a"), node("b"));
    let mut ann = Client::new(a.at);
    let opened = ann.post("/tables", &json!({ "game": "spam-o-rama", "seats": 2 })).await.unwrap().json();
    let code = opened["code"].as_str().unwrap();
    // The first node that is asked owns it.
    assert_eq!(ann.get(&format!("/t/{code}"), "application/json").await.unwrap().status, 200);
    services::until("that the table is taken", || a.noted().contains("this node has the table"));
    assert_eq!(a.stop(), Some(0));
    for message in ["this node has the table", "this node has the table no more"] {
        let line = said(&a.noted(), message);
        assert_eq!((&line["node"], &line["fields"]["code"]), (&json!("a"), &json!(code)), "{line}");
    }
    drop(nats);
    std::fs::remove_dir_all(&folder).unwrap();
}
