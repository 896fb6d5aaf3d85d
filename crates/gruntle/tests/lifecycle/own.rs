//! Card sets and networks of one's own: on the pages, at the table, in the record, and after the file is gone.

use std::path::Path;
use std::process::Command;

use serde_json::json;

use driver::Client;
use driver::dice::Dice;
use driver::player::{is_asked, play_out, until};
use driver::table::Table;
use services::fresh_folder;

use crate::{GRUNTLE, done, refused, seated};

/// Runs a command in a folder; its exit code, and all that it says.
fn gruntle(folder: &Path, words: &[&str]) -> (Option<i32>, String) {
    let answer = Command::new(GRUNTLE).args(words).current_dir(folder).output().unwrap();
    let said =
        String::from_utf8_lossy(&answer.stdout).into_owned() + &String::from_utf8_lossy(&answer.stderr);
    (answer.status.code(), said)
}

#[tokio::test]
async fn a_set_and_a_network_of_ones_own_are_shown_played_and_kept_in_the_record() {
    let files = fresh_folder("files");
    assert_eq!(gruntle(&files, &["deck", "new", "my.toml"]).0, Some(0));
    assert_eq!(gruntle(&files, &["network", "new", "bridge.txt"]).0, Some(0));
    let [deck, network] = ["my.toml", "bridge.txt"].map(|name| files.join(name).display().to_string());
    let more = ["--limit", "0", "--deck", &deck, "--network", &network];
    let mut table = Table::start_with(Path::new(GRUNTLE), fresh_folder("own"), "127.0.0.1:0", &more);
    let mut ann = Client::new(table.at);
    for (page, shows) in [
        ("/", "<option value=\"my-set\">My-set: "),
        ("/", "<a href=\"/cards/my-set\">"),
        ("/", "<option value=\"bridge\">Bridge</option>"),
        ("/", "<a href=\"/networks#bridge\">"),
        ("/cards", "The my-set set"),
        ("/cards/my-set", "Reply To All"),
        ("/cards/my-set/reply-to-all", "Reply To All"),
        ("/networks", "The network bridge: 11 columns, 6 rows"),
    ] {
        let shown = ann.get(page, "text/html").await.unwrap();
        assert_eq!(shown.status, 200, "{page}");
        assert!(shown.body.contains(shows), "{page}: no {shows}");
    }
    let wrong = json!({ "game": "spammers", "seats": 2, "deck": "their-set" });
    refused(&mut ann, "/tables", wrong, 400, "it is one of standard, starter, my-set").await;
    let wrong = json!({ "game": "spam-o-rama", "seats": 2, "network": "mesh" });
    refused(&mut ann, "/tables", wrong, 400, "it is one of ring, corners, long, strip, bridge, generated")
        .await;

    for (options, holds) in [
        (json!({ "game": "spammers", "seats": 2, "wait": 0, "deck": "my-set" }), "\nset \"# A card set"),
        (json!({ "game": "spam-o-rama", "seats": 2, "wait": 0, "network": "bridge" }), "\nnetwork bridge "),
    ] {
        let (mut people, path) = seated(table.at, options, 1).await;
        until(&mut people[0], &path, is_asked).await;
        // The file is not needed any more: the table goes on, and so does all that comes of it.
        table.kill_and_restart();
        let ben = &mut Client::with_key(table.at, people[0].key.as_deref().unwrap());
        play_out(ben, &path, &mut Dice::new(7)).await;
        let record = ben.get(&format!("{path}/record"), "text/plain").await.unwrap().body;
        assert!(record.contains(holds), "{record}");
        std::fs::write(files.join("game.txt"), record).unwrap();
        let (code, said) = gruntle(&files, &["record", "verify", "game.txt"]);
        assert!(code == Some(0) && said.starts_with("game.txt: holds, "), "{said}");
        let replay = ben.get(&format!("{path}/replay?at=30&as=A"), "text/html").await.unwrap();
        assert_eq!(replay.status, 200);
        let on = done(ben, &format!("{path}/continue"), json!({ "at": 30, "seat": "A" })).await;
        until(ben, on["path"].as_str().unwrap(), is_asked).await;
        let next = done(ben, &format!("{path}/rematch"), json!({})).await;
        until(ben, next["path"].as_str().unwrap(), is_asked).await;
        let again = Table::start_with(Path::new(GRUNTLE), fresh_folder("own-again"), "127.0.0.1:0", &more);
        table = again;
    }
    std::fs::remove_dir_all(files).unwrap();
}

#[test]
fn a_table_does_not_open_with_files_that_are_wrong() {
    let files = fresh_folder("wrong-files");
    for words in
        [&["deck", "new", "my.toml"][..], &["deck", "new", "two.toml"], &["network", "new", "my.txt"]]
    {
        assert_eq!(gruntle(&files, words).0, Some(0));
    }
    let text = std::fs::read_to_string(files.join("my.toml")).unwrap();
    std::fs::write(
        files.join("bad.toml"),
        text.replace("size = 4", "size = 0").replace("copies = 6", "copies = 0"),
    )
    .unwrap();
    std::fs::write(files.join("bad.txt"), "V V V\n").unwrap();
    std::fs::copy(files.join("my.txt"), files.join("my-.txt")).unwrap();
    for (asked, whys) in [
        (&["--deck", "bad.toml"][..], &["bad.toml: line 14, 'People Who Read Comments': 'size' must be"][..]),
        (&["--deck", "bad.toml", "--network", "bad.txt"], &["bad.toml: ", "bad.txt: "]),
        (&["--deck", "missing.toml"], &["there is no card set 'missing.toml'"]),
        (&["--network", "missing.txt"], &["there is no network 'missing.txt'"]),
        (&["--deck", "my.toml", "--deck", "two.toml"], &["two.toml: there is a card set 'my-set' already"]),
        (&["--network", "my.txt", "--network", "my-.txt"], &["my-.txt: there is a network 'my' already"]),
        (&["--deck", "standard"], &["'standard' comes with the program and is at every table"]),
        (&["--network", "generated"], &["'generated' comes with the program and is at every table"]),
    ] {
        let (code, said) =
            gruntle(&files, &[&["serve", "--bind", "127.0.0.1:0", "--data", "matches"], asked].concat());
        assert_eq!((code, said.lines().count()), (Some(2), whys.len()), "{said}");
        for (why, line) in whys.iter().zip(said.lines()) {
            assert!(line.starts_with("gruntle: ") && line.contains(why), "{said}");
        }
        assert!(!files.join("matches").exists(), "nothing is opened");
    }
    std::fs::remove_dir_all(files).unwrap();
}
