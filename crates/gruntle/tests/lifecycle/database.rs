//! Databases by name: a file keeps the matches, and a name that leads nowhere is refused.

use std::path::Path;
use std::process::{Command, Output};

use serde_json::json;
use services::fresh_folder;

use crate::{GRUNTLE, done};
use driver::Client;
use driver::table::Table;

pub(crate) fn gruntle(words: &[&str], options: &[String]) -> Command {
    let mut command = Command::new(GRUNTLE);
    command.args(words).args(options).env_remove("PGPASSWORD").env_remove("GRUNTLE_DATABASE");
    command
}

pub(crate) fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

pub(crate) fn refusal(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    said(output)
}

/// Both `serve` and `admin` refuse these options, for this reason and without a word of the password.
pub(crate) fn refuses(options: &[&str], says: &str) {
    let options: Vec<String> = options.iter().map(|word| (*word).to_owned()).collect();
    for words in [&["serve", "--bind", "127.0.0.1:0"][..], &["admin", "list"]] {
        let output = gruntle(words, &options).output().unwrap();
        let refused = refusal(&output);
        assert!(refused.contains(says) && !refused.contains("secret"), "{options:?}: {refused}");
    }
}

#[tokio::test]
async fn a_file_can_be_named_and_is_the_same_as_the_one_in_its_folder() {
    let folder = fresh_folder("named");
    let kept = ["--database".to_owned(), format!("sqlite:{}/gruntle.db", folder.display())];
    let table = Table::start_elsewhere(Path::new(GRUNTLE), "named-table", &kept, &[]);
    let opened = done(&mut Client::new(table.at), "/tables", json!({ "game": "spammers", "seats": 2 })).await;
    let code = opened["code"].as_str().unwrap();
    let in_folder = ["--data".to_owned(), folder.display().to_string()];
    for options in [&kept, &in_folder] {
        assert!(said(&gruntle(&["admin", "list"], options).output().unwrap()).contains(code));
        let second = gruntle(&["serve", "--bind", "127.0.0.1:0"], options).output().unwrap();
        assert!(refusal(&second).contains("another gruntle keeps games in"), "{second:?}");
    }
    drop(table);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn what_is_no_database_is_refused_with_a_sentence() {
    let folder = fresh_folder("refused");
    let empty = folder.join("empty");
    std::fs::write(&empty, "\n").unwrap();
    let empty = empty.display().to_string();
    let folder_name = folder.display().to_string();
    for (options, says) in [
        (&["--database", "games.db"][..], "write sqlite:PATH"),
        (&["--database", "sqlite:x.db", "--data", "x"], "give one of them"),
        (&["--database-password-file", &empty], "no password in"),
        (&["--database", &format!("sqlite:{folder_name}")], "is a folder"),
    ] {
        refuses(options, says);
    }
    let listed = gruntle(&["admin", "list", "--database", &format!("sqlite:{folder_name}/none.db")], &[]);
    let refused = refusal(&{ listed }.output().unwrap());
    assert!(refused.contains("there are no games in"), "{refused}");
    std::fs::remove_dir_all(&folder).unwrap();
}

/// Where the disk is full no half of a copy is left that would be in the way of the next.
#[cfg(unix)]
#[test]
fn a_backup_that_cannot_be_written_whole_is_not_left_behind() {
    let folder = fresh_folder("backup");
    let kept = ["--database".to_owned(), format!("sqlite:{}/gruntle.db", folder.display())];
    drop(Table::start_elsewhere(Path::new(GRUNTLE), "backup-table", &kept, &[]));
    let back_up = |limit: &str| {
        let script = format!("trap '' XFSZ; ulimit -f {limit}; exec \"$0\" admin backup copy.db --data .");
        Command::new("sh").args(["-c", &script, GRUNTLE]).current_dir(&folder).output().unwrap()
    };
    // Room for what belongs to the database itself, and for no copy.
    let full = back_up("80");
    assert!(refusal(&full).contains("the database does not do it"), "{full:?}");
    assert!(!folder.join("copy.db").exists());
    assert!(back_up("unlimited").status.success());
    assert!(folder.join("copy.db").exists());
    std::fs::remove_dir_all(folder).unwrap();
}
