//! Data on disk: used by one server at a time, readable by its owner alone, and never shown as something else.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::json;

use driver::Client;
use services::fresh_folder;

use crate::{GRUNTLE, done, seated, started};
use driver::table::Table;

#[test]
fn a_second_server_on_the_same_folder_says_so_and_ends() {
    let table = started("twice");
    let second = Command::new(GRUNTLE)
        .args(["serve", "--bind", "127.0.0.1:0", "--data"])
        .arg(table.folder())
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&second.stderr).into_owned();
    assert!(!second.status.success() && said.contains("another gruntle keeps games in"), "{second:?}");
    let list = Command::new(GRUNTLE).args(["admin", "list", "--data"]).arg(table.folder()).output().unwrap();
    assert!(list.status.success(), "{list:?}");
}

#[cfg(unix)]
#[tokio::test]
async fn nobody_else_on_the_machine_can_read_the_matches() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = fresh_folder("private");
    std::fs::set_permissions(&folder, std::fs::Permissions::from_mode(0o755)).unwrap();
    let table = Table::start_with(Path::new(GRUNTLE), folder, "127.0.0.1:0", &["--limit", "0"]);
    done(&mut Client::new(table.at), "/tables", json!({ "game": "spammers", "seats": 2 })).await;
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(table.folder()), 0o700);
    for file in std::fs::read_dir(table.folder()).unwrap() {
        let file = file.unwrap().path();
        // The test's own note is none of the server's files.
        assert!(mode(&file) == 0o600 || file.ends_with("gruntle.starts"), "{}", file.display());
    }
    let copy = table.folder().join("copy.db");
    let copied =
        Command::new(GRUNTLE).args(["admin", "backup"]).arg(&copy).arg("--data").arg(table.folder()).status();
    assert!(copied.unwrap().success());
    assert_eq!(mode(&copy), 0o600);
}

#[cfg(unix)]
#[tokio::test]
async fn a_journal_that_the_disk_has_changed_is_not_shown() {
    let mut table = started("damaged");
    let mut ann = Client::new(table.at);
    let options = |name: &str| json!({ "game": "spammers", "seats": 2, "name": name });
    let damaged = done(&mut ann, "/tables", options("Zebedee")).await["path"].as_str().unwrap().to_owned();
    let whole = done(&mut ann, "/tables", options("Florence")).await["path"].as_str().unwrap().to_owned();
    assert_eq!(table.stop(), Some(0));
    let file = table.folder().join("gruntle.db");
    let mut bytes = std::fs::read(&file).unwrap();
    let at = bytes.windows(7).position(|window| window == b"Zebedee").unwrap();
    bytes[at + 1] ^= 1;
    std::fs::write(&file, bytes).unwrap();
    table.kill_and_restart();
    let mut ann = Client::new(table.at);
    for accept in ["text/html", "application/json"] {
        let answer = ann.get(&damaged, accept).await.unwrap();
        assert_eq!(answer.status, 410, "{answer:?}");
        assert!(answer.body.contains("damaged"), "{answer:?}");
        assert_eq!(ann.get(&whole, accept).await.unwrap().status, 200);
    }
    let list = Command::new(GRUNTLE).args(["admin", "list", "--data"]).arg(table.folder()).output().unwrap();
    let list = String::from_utf8_lossy(&list.stdout).into_owned();
    assert!(list.contains("Florence") && list.contains("(damaged at line"), "{list}");
}

/// `gruntle`, started by a shell that does this first.
#[cfg(unix)]
fn started_after(folder: &Path, first: &str) -> PathBuf {
    let script = folder.join("gruntle.sh");
    std::fs::write(&script, format!("#!/bin/sh\n{first}\nexec '{GRUNTLE}' \"$@\"\n")).unwrap();
    std::fs::set_permissions(&script, std::os::unix::fs::PermissionsExt::from_mode(0o700)).unwrap();
    script
}

#[cfg(target_os = "linux")]
#[test]
fn as_many_files_are_opened_as_the_system_allows_and_if_these_are_few_it_is_said() {
    let folder = fresh_folder("files");
    let script = started_after(&folder, "ulimit -S -n 64\nulimit -H -n 300");
    let table = Table::start_noting(&script, "files", "warn");
    let limits = std::fs::read_to_string(format!("/proc/{}/limits", table.process())).unwrap();
    let files = limits.lines().find_map(|line| line.strip_prefix("Max open files")).unwrap();
    assert_eq!(files.split_whitespace().take(2).collect::<Vec<_>>(), ["300", "300"], "{limits}");
    let noted = table.noted();
    assert!(noted.contains("few files may be open") && noted.contains("300"), "{noted}");
    std::fs::remove_dir_all(&folder).unwrap();
}

/// A file may not grow here beyond some size, which is what a full disk looks like from inside.
#[cfg(unix)]
#[tokio::test]
async fn on_a_full_disk_nothing_is_promised_and_the_health_says_so() {
    let folder = fresh_folder("full");
    let script = started_after(&folder, "trap '' XFSZ\nulimit -f 400");
    let table = Table::start_with(&script, folder, "127.0.0.1:0", &["--limit", "0", "--log", "off"]);
    let mut ann = Client::new(table.at);
    let mut opened = 0;
    let refused = loop {
        let answer = ann.post("/tables", &json!({ "game": "spammers", "seats": 2 })).await.unwrap();
        if answer.status != 200 {
            break answer;
        }
        opened += 1;
        assert!(opened < 5_000, "the disk does not fill");
    };
    assert_eq!(refused.status, 503, "{refused:?}");
    let health = ann.get("/healthz", "*/*").await.unwrap();
    assert_eq!(health.status, 503, "{health:?}");
    assert!(health.body.contains("disk"), "{health:?}");
    // A later answer of 200 is true: there may be room for something small.
    for _ in 0..20 {
        let answer = ann.post("/tables", &json!({ "game": "spammers", "seats": 2 })).await.unwrap();
        opened += usize::from(answer.status == 200);
    }
    let list = Command::new(GRUNTLE).args(["admin", "list", "--data"]).arg(table.folder()).output().unwrap();
    let listed = String::from_utf8_lossy(&list.stdout).lines().skip(1).count();
    assert_eq!(listed, opened, "{list:?}");
    // Who only looks is answered.
    assert_eq!(ann.get("/rules", "text/html").await.unwrap().status, 200);
}

#[tokio::test]
async fn what_was_said_and_who_is_away_stand_on_the_page_after_a_restart_too() {
    let mut table = started("company");
    let (mut people, path) = seated(table.at, json!({ "game": "spammers", "seats": 2, "wait": 0 }), 2).await;
    done(&mut people[1], &format!("{path}/chat"), json!({ "line": 0 })).await;
    done(&mut people[1], &format!("{path}/leave"), json!({})).await;
    let said = format!("<li><b>Guest: </b>{}</li>", room_line(&mut people[0], &path).await);
    table.kill_and_restart();
    let key = people[0].key.clone().unwrap();
    let page = Client::with_key(table.at, &key).get(&path, "text/html").await.unwrap();
    assert!(page.body.contains(&said), "{said}");
    assert!(page.body.contains("a bot plays"), "who left is played for");
}

/// The first of the lines that everybody may say, as the page offers it.
async fn room_line(client: &mut Client, path: &str) -> String {
    let page = client.get(path, "text/html").await.unwrap().body;
    let line = page.split("name=\"line\" value=\"0\">").nth(1).unwrap();
    line.split('<').next().unwrap().to_owned()
}
