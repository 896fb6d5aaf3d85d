//! Matches in PostgreSQL, which can go away and come back, and which others use too.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use serde_json::json;
use services::{Durability, Postgres, fresh_folder};

use crate::database::{gruntle, refusal, refuses, said};
use crate::{GRUNTLE, done, seated};
use driver::Client;
use driver::dice::Dice;
use driver::player::{act, is_asked, play_out, until};
use driver::table::Table;

/// The options that lead to a database in this server.
fn kept_in(postgres: &Postgres, name: &str) -> Vec<String> {
    let (address, password) = (postgres.database(name), postgres.password_file().display().to_string());
    ["--database", &address, "--database-password-file", &password].map(str::to_owned).into()
}

#[test]
fn what_leads_to_no_server_is_refused_with_a_sentence() {
    let folder = fresh_folder("refused-servers");
    let empty = folder.join("empty");
    std::fs::write(&empty, "\n").unwrap();
    let empty = empty.display().to_string();
    for (options, says) in [
        (&["--database", "postgres://ann:secret@localhost/games"][..], "--database-password-file"),
        (&["--database", "postgres://ann@localhost/games?password=secret"], "--database-password-file"),
        (&["--database", "postgres://ann@localhost/x", "--database-password-file", "/none"], "cannot read"),
        (&["--database", "postgres://ann@localhost/x", "--database-password-file", &empty], "no password in"),
        (&["--database", "postgres://ann@127.0.0.1:1/games"], "whether a PostgreSQL server runs there"),
    ] {
        refuses(options, says);
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[tokio::test]
async fn matches_in_postgres_are_played_kept_listed_exported_and_removed() {
    let Some(postgres) = Postgres::shared() else { return };
    let kept = kept_in(postgres, "kept");
    let nothing = gruntle(&["admin", "list"], &kept).output().unwrap();
    assert!(refusal(&nothing).contains("there are no games in"), "{nothing:?}");
    let mut table = Table::start_elsewhere(Path::new(GRUNTLE), "kept", &kept, &[]);
    let options =
        json!({ "game": "spammers", "seats": 2, "wait": 0, "variant": "demonstration", "name": "Zoë" });
    let (mut people, path) = seated(table.at, options, 1).await;
    let mut luck = Dice::new(6);
    for _ in 0..4 {
        let seen = until(&mut people[0], &path, is_asked).await;
        act(&mut people[0], &path, &seen, &mut luck).await;
    }
    until(&mut people[0], &path, is_asked).await;
    let before = people[0].look(&path).await.unwrap();
    table.kill_and_restart();
    let mut again = Client::with_key(table.at, people[0].key.as_deref().unwrap());
    assert_eq!(again.look(&path).await.unwrap(), before);
    play_out(&mut again, &path, &mut luck).await;
    let code = path.trim_start_matches("/t/");
    let list = said(&gruntle(&["admin", "list"], &kept).output().unwrap());
    assert!(list.contains(code) && list.contains("Zoë") && list.contains("over"), "{list}");
    let record = again.get(&format!("{path}/record"), "text/plain").await.unwrap().body;
    assert_eq!(said(&gruntle(&["admin", "export", code], &kept).output().unwrap()), record);
    let copy = table.folder().join("copy.db").display().to_string();
    let refused = refusal(&gruntle(&["admin", "backup", &copy], &kept).output().unwrap());
    assert!(refused.contains("gruntle admin copy") && !Path::new(&copy).exists(), "{refused}");
    assert!(gruntle(&["admin", "remove", code], &kept).output().unwrap().status.success());
    assert_eq!(again.get(&format!("{path}/record"), "text/plain").await.unwrap().status, 404);
}

#[tokio::test]
async fn a_table_moves_from_a_file_to_a_server_with_all_its_matches() {
    let Some(postgres) = Postgres::shared() else { return };
    let folder = fresh_folder("moves");
    let file = format!("sqlite:{}/games.db", folder.display());
    let kept = ["--database".to_owned(), file.clone()];
    let mut table = Table::start_elsewhere(Path::new(GRUNTLE), "moves-table", &kept, &[]);
    let options = json!({ "game": "spammers", "seats": 2, "wait": 0, "variant": "demonstration" });
    let (mut people, path) = seated(table.at, options.clone(), 1).await;
    let (mut others, going_on) = seated(table.at, options, 1).await;
    play_out(&mut people[0], &path, &mut Dice::new(2)).await;
    let record = people[0].get(&format!("{path}/record"), "text/plain").await.unwrap().body;
    let before = until(&mut others[0], &going_on, is_asked).await;
    let (server, options) = (postgres.database("moves"), kept_in(postgres, "moves"));
    let password = ["--to-password-file", &options[3]].map(str::to_owned);
    let copy = |from: &str, to: &str| gruntle(&["admin", "copy", from, to], &password).output().unwrap();
    assert!(refusal(&copy(&file, &server)).contains("a server is running with 'sqlite:"));
    assert_eq!(table.stop(), Some(0));
    assert!(refusal(&copy(&file, &file)).contains("a file of SQLite has no password"));
    let itself = gruntle(&["admin", "copy", &file, &file], &[]).output().unwrap();
    assert!(refusal(&itself).contains("cannot be copied into itself"), "{itself:?}");
    let done = copy(&file, &server);
    assert!(done.status.success() && said(&done).starts_with("2 matches with "), "{done:?}");
    assert!(refusal(&copy(&file, &server)).contains("a copy goes into an empty database"));
    let moved = Table::start_elsewhere(Path::new(GRUNTLE), "moved-table", &options, &[]);
    let mut ann = Client::with_key(moved.at, others[0].key.as_deref().unwrap());
    assert_eq!(ann.get(&format!("{path}/record"), "text/plain").await.unwrap().body, record);
    assert_eq!(ann.look(&going_on).await.unwrap(), before);
    act(&mut ann, &going_on, &before, &mut Dice::new(5)).await;
    // Nor out of a database in use.
    let back = ["--from-password-file", &options[3]].map(str::to_owned);
    let to = format!("sqlite:{}/back.db", folder.display());
    let served = gruntle(&["admin", "copy", &server, &to], &back).output().unwrap();
    assert!(refusal(&served).contains("a server is running with 'postgres://"), "{served:?}");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[tokio::test]
#[ignore = "long; .ci/run has it"]
async fn two_servers_with_one_database_never_write_over_each_other() {
    let Some(postgres) = Postgres::shared() else { return };
    let kept = kept_in(postgres, "two");
    let tables = ["two-a", "two-b"]
        .map(|name| Table::start_elsewhere(Path::new(GRUNTLE), name, &kept, &["--log", "off"]));
    let options = json!({ "game": "spammers", "seats": 2, "wait": 0, "variant": "demonstration" });
    let (people, path) = seated(tables[0].at, options, 2).await;
    let keys: Vec<String> = people.into_iter().map(|one| one.key.unwrap()).collect();
    let mut luck = Dice::new(11);
    let mut sent = 0;
    // Clients alternate between both servers, and meet an old table at worst.
    for turn in 0..2_000 {
        let at = tables[turn % 2].at;
        let mut client = Client::with_key(at, &keys[luck.below(2)]);
        let seen = client.look(&path).await.unwrap();
        if !seen["over"].is_null() {
            break;
        }
        if !is_asked(&seen) {
            continue;
        }
        let action = luck.pick(seen["choices"].as_array().unwrap())["action"].clone();
        let body = json!({ "version": seen["version"], "action": action });
        let answer = client.post(&format!("{path}/act"), &body).await.unwrap();
        assert!([200, 202, 409].contains(&answer.status), "{answer:?}");
        sent += usize::from(answer.status != 409);
    }
    let code = path.trim_start_matches("/t/");
    let record = gruntle(&["admin", "export", code], &kept).output().unwrap();
    assert!(record.status.success() && sent > 10, "{sent}: {record:?}");
    let file = tables[0].folder().join("record.txt");
    std::fs::write(&file, &record.stdout).unwrap();
    let verdict = Command::new(GRUNTLE).args(["record", "verify"]).arg(&file).output().unwrap();
    assert!(said(&verdict).contains(": holds, "), "{verdict:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn while_the_database_is_away_everybody_is_told_and_afterwards_it_goes_on() {
    let Some(postgres) = Postgres::start("away", Durability::Server) else { return };
    let kept = kept_in(&postgres, "games");
    let table = Table::start_noting_elsewhere(Path::new(GRUNTLE), "away-table", &kept, "warn");
    let options = json!({ "game": "spammers", "seats": 2, "wait": 0, "variant": "demonstration" });
    let (mut people, path) = seated(table.at, options.clone(), 1).await;
    let mut luck = Dice::new(3);
    let seen = until(&mut people[0], &path, is_asked).await;
    act(&mut people[0], &path, &seen, &mut luck).await;
    let before = until(&mut people[0], &path, is_asked).await;
    let mut ann = Client::new(table.at);
    let ready = async |client: &mut Client, path: &str| client.get(path, "*/*").await.unwrap();
    for path in ["/healthz", "/readyz", "/livez"] {
        assert_eq!(ready(&mut ann, path).await.status, 200);
    }
    postgres.stop();
    let refused = people[0].post(&format!("{path}/act"), &action(&before)).await.unwrap();
    assert_eq!((refused.status, refused.json()["problem"].as_str()), (503, Some("away")), "{refused:?}");
    assert!(refused.body.contains("the database of this site cannot be reached"), "{refused:?}");
    for (path, accept) in [("/", "text/html"), (path.as_str(), "text/html"), ("/deal", "text/html")] {
        let answer = ann.get(path, accept).await.unwrap();
        assert_eq!(answer.status, 503, "{path}: {answer:?}");
        assert!(answer.body.contains("cannot be reached"), "{path}: {answer:?}");
    }
    let opened = ann.post("/tables", &options).await.unwrap();
    assert_eq!(opened.status, 503, "{opened:?}");
    for path in ["/healthz", "/readyz"] {
        let health = ready(&mut ann, path).await;
        assert_eq!(health.status, 503, "{health:?}");
        assert!(health.body.contains("the database cannot be reached"), "{health:?}");
    }
    assert_eq!(ready(&mut ann, "/livez").await.status, 200, "it lives");
    assert_eq!(ann.get("/rules", "text/html").await.unwrap().status, 200, "what needs no database is there");
    postgres.start_again();
    for _ in 0..3_000 {
        if ready(&mut ann, "/readyz").await.status == 200 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let after = people[0].look(&path).await.unwrap();
    assert_eq!(after, before, "nothing is lost, and nothing was done");
    let done = people[0].post(&format!("{path}/act"), &action(&before)).await.unwrap();
    assert_eq!(done.status, 200, "{done:?}");
    let noted = table.noted();
    for word in ["the database cannot be reached", "the database is back"] {
        assert_eq!(noted.matches(&format!("\"message\":\"{word}")).count(), 1, "{noted}");
    }
    assert!(!noted.contains(postgres.password()), "{noted}");
}

/// The first of the choices.
fn action(seen: &serde_json::Value) -> serde_json::Value {
    json!({ "version": seen["version"], "action": seen["choices"][0]["action"] })
}

#[tokio::test]
#[ignore = "long; .ci/run has it"]
async fn a_database_that_does_not_answer_keeps_nobody_waiting() {
    let Some(postgres) = Postgres::start("asleep", Durability::Server) else { return };
    let kept = kept_in(&postgres, "games");
    let table = Table::start_elsewhere(Path::new(GRUNTLE), "asleep-table", &kept, &["--log", "off"]);
    let mut ann = Client::new(table.at);
    let options = json!({ "game": "spammers", "seats": 2 });
    let opened = done(&mut ann, "/tables", options.clone()).await;
    let at = table.at;
    let answer = postgres.asleep(|| {
        // A client that does not wait for the other end would see nothing here: the server itself gives up.
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
            runtime.block_on(async { Client::new(at).post("/tables", &options).await.unwrap() })
        })
        .join()
        .unwrap()
    });
    assert_eq!((answer.status, answer.json()["problem"].as_str()), (503, Some("away")), "{answer:?}");
    let path = opened["path"].as_str().unwrap();
    for _ in 0..3_000 {
        if ann.get("/readyz", "*/*").await.unwrap().status == 200 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(ann.get(path, "application/json").await.unwrap().status, 200);
}

#[test]
fn a_password_comes_from_a_file_or_the_environment_and_is_told_nobody() {
    let Some(postgres) = Postgres::shared() else { return };
    let address = postgres.database("secrets");
    let files = fresh_folder("secrets");
    let wrong = files.join("wrong");
    std::fs::write(&wrong, "guess\n").unwrap();
    let without = ["--database".to_owned(), address.clone()];
    let with = |file: &Path| {
        let mut options = without.to_vec();
        options.extend(["--database-password-file".to_owned(), file.display().to_string()]);
        options
    };
    for options in [without.to_vec(), with(&wrong)] {
        let output =
            gruntle(&["serve", "--bind", "127.0.0.1:0", "--log", "debug"], &options).output().unwrap();
        let refused = refusal(&output);
        assert!(refused.contains("password") && !refused.contains("guess"), "{refused}");
    }
    // A password that is right leads to a database without games; a wrong one to the reason.
    let list = ["admin", "list"];
    let by_file = gruntle(&list, &with(&postgres.password_file())).output().unwrap();
    let by_environment = gruntle(&list, &without).env("PGPASSWORD", postgres.password()).output().unwrap();
    let encoded = postgres.password().bytes().map(|byte| format!("%{byte:02x}")).collect::<String>();
    let whole = address.replacen('@', &format!(":{encoded}@"), 1);
    let by_address = gruntle(&list, &[]).env("GRUNTLE_DATABASE", &whole).output().unwrap();
    for output in [by_file, by_environment, by_address] {
        let refused = refusal(&output);
        assert!(refused.contains("there are no games in 'postgres://gruntle@"), "{refused}");
        assert!(!refused.contains("sesame") && !refused.contains(&encoded), "{refused}");
    }
    std::fs::remove_dir_all(&files).unwrap();
}

#[test]
fn a_server_must_prove_who_it_is_where_that_is_asked() {
    let Some(postgres) = Postgres::start_with_tls("tls") else { return };
    drop(postgres.database("games"));
    let list = |address: String| {
        let options = ["--database", &address].map(str::to_owned);
        gruntle(&["admin", "list"], &options).env("PGPASSWORD", postgres.password()).output().unwrap()
    };
    let at = |host: &str, mode: &str| format!("{}?{mode}", postgres.address_at_port(host, "games"));
    let root = format!("sslmode=verify-full&sslrootcert={}", postgres.authority().display());
    for fine in [at("localhost", &root), at("127.0.0.1", "sslmode=require")] {
        assert!(refusal(&list(fine.clone())).contains("there are no games in"), "{fine}");
    }
    // Another name than in the certificate; nobody who vouches for it; no encryption, which this server refuses.
    for bad in
        [at("127.0.0.1", &root), at("localhost", "sslmode=verify-full"), at("localhost", "sslmode=disable")]
    {
        let refused = refusal(&list(bad.clone()));
        assert!(refused.contains("cannot keep games in"), "{bad}: {refused}");
    }
}
