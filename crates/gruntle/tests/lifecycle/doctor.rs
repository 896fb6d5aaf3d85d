//! `gruntle doctor` beside a server and without one: healthy checks, failed ones, and that it changes nothing.

use std::collections::BTreeMap;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};
use services::fresh_folder;

use crate::database::{gruntle, refusal, said};
use crate::{GRUNTLE, done, started};
use driver::Client;
use driver::table::Table;

/// The doctor's checks, by mark and sentence; and the exit code.
fn doctor(options: &[String]) -> (i32, BTreeMap<String, (String, String)>) {
    let output = gruntle(&["doctor", "--json"], options).output().unwrap();
    let told: Value =
        serde_json::from_slice(&output.stdout).unwrap_or_else(|why| panic!("{why}: {output:?}"));
    let text = |check: &Value, key: &str| check[key].as_str().unwrap().to_owned();
    let checks = told["checks"].as_array().unwrap().iter();
    let checks: BTreeMap<_, _> =
        checks.map(|check| (text(check, "check"), (text(check, "mark"), text(check, "says")))).collect();
    let bad = checks.values().any(|(mark, _)| mark == "wrong");
    let code = output.status.code().unwrap();
    assert_eq!((told["ok"].as_bool().unwrap(), code), (!bad, i32::from(bad)), "{output:?}");
    (code, checks)
}

fn in_folder(folder: &Path) -> Vec<String> {
    vec!["--data".to_owned(), folder.display().to_string()]
}

/// The mark of one thing, if its sentence has these words.
#[track_caller]
fn assert_says(checks: &BTreeMap<String, (String, String)>, what: &str, mark: &str, words: &str) {
    let (is, says) = checks.get(what).unwrap_or_else(|| panic!("nothing of {what}: {checks:?}"));
    assert!(is == mark && says.contains(words), "{what}: {is}: {says}");
}

/// All files of a folder but the index that SQLite keeps of a log, and which it makes anew.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let kept = files.filter(|file| file.extension().is_none_or(|end| end != "db-shm"));
    kept.map(|file| (file.clone(), std::fs::read(file).unwrap())).collect()
}

async fn open(table: &Table, name: &str) -> String {
    let options = json!({ "game": "spammers", "seats": 2, "name": name });
    let opened = done(&mut Client::new(table.at), "/tables", options).await;
    opened["code"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_table_that_is_well_is_well_beside_its_server_after_it_and_after_a_kill() {
    let mut table = started("doctor-well");
    open(&table, "Zebedee").await;
    let kept = in_folder(table.folder());
    for (served, killed) in [(true, false), (false, false), (true, false), (false, true)] {
        if served {
            let (code, checks) = doctor(&kept);
            assert_eq!(code, 0, "{checks:?}");
            assert_says(&checks, "server", "ok", "a server is running");
            match killed {
                true => table.signal("-KILL"),
                false => drop(table.stop()),
            }
        } else {
            let before = files(table.folder());
            let (code, checks) = doctor(&kept);
            assert_eq!(code, 0, "{checks:?}");
            assert_says(&checks, "server", "ok", "no server is running");
            assert_says(&checks, "folder", "ok", "for you alone");
            assert_says(&checks, "journals", "ok", "each of 1 ");
            assert!(files(table.folder()) == before, "it wrote something");
            table.restart();
        }
    }
    // People read the same.
    let told = gruntle(&["doctor"], &kept).output().unwrap();
    assert!(told.status.success() && said(&told).contains("\nok     journals  each of 1 "), "{told:?}");
    let script = "ulimit -n 300; exec \"$0\" doctor \"$@\"";
    let few = Command::new("sh").args(["-c", script, GRUNTLE]).args(&kept).output().unwrap();
    assert!(
        few.status.success() && said(&few).contains("\nlook   limits    300 files may be open"),
        "{few:?}"
    );
}

#[tokio::test]
async fn what_is_wrong_with_a_database_is_told() {
    let mut table = started("doctor-wrong");
    let code = open(&table, "Zebedee").await;
    let whole = open(&table, "Florence").await;
    table.stop();
    let kept = in_folder(table.folder());
    let file = table.folder().join("gruntle.db");
    let sound = std::fs::read(&file).unwrap();
    // A name in a journal, a page that is no page, and a head of what the database does not have.
    let mut changed = sound.clone();
    let at = changed.windows(7).position(|window| window == b"Zebedee").unwrap();
    changed[at + 1] ^= 1;
    std::fs::write(&file, &changed).unwrap();
    let (exit, checks) = doctor(&kept);
    assert_eq!(exit, 1);
    assert_says(
        &checks,
        "journals",
        "wrong",
        &format!("of the journal of match {code} is not what was written"),
    );
    assert!(!checks["journals"].1.contains(&whole), "{checks:?}");
    std::fs::write(&file, &sound).unwrap();
    table.restart();
    done(&mut Client::new(table.at), &format!("/t/{whole}/sit"), json!({ "name": "Dougal" })).await;
    table.stop();
    std::fs::write(&file, &sound).unwrap();
    let (exit, checks) = doctor(&kept);
    assert_eq!(exit, 1);
    assert_says(&checks, "journals", "wrong", &format!("the journal of match {whole} ends at line"));
    assert!(!checks["journals"].1.contains(&code), "{checks:?}");
    let heads = table.folder().join("gruntle.db-heads");
    let known = std::fs::read(&heads).unwrap();
    std::fs::write(&file, vec![7; sound.len()]).unwrap();
    let (exit, checks) = doctor(&kept);
    assert_eq!(exit, 1);
    assert_says(&checks, "database", "wrong", "cannot be read");
    assert!(std::fs::read(&heads).unwrap() == known);
    // An earlier program has made it, or a later one.
    for (version, mark, words) in [(5_u32, "look", "is of version 5"), (99, "wrong", "a newer gruntle")] {
        let mut other = sound.clone();
        other[60..64].copy_from_slice(&version.to_be_bytes());
        std::fs::write(&file, other).unwrap();
        let (exit, checks) = doctor(&kept);
        assert_eq!(exit, i32::from(mark == "wrong"), "{checks:?}");
        assert_says(&checks, "database", mark, words);
    }
}

#[tokio::test]
async fn rights_that_are_too_open_are_told_and_left() {
    let mut table = started("doctor-rights");
    open(&table, "Zebedee").await;
    table.stop();
    let (folder, kept) = (table.folder().to_path_buf(), in_folder(table.folder()));
    let _ = std::fs::remove_file(folder.join("gruntle.starts"));
    let file = folder.join("gruntle.db");
    let set = |path: &Path, mode: u32| {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
    };
    for (of_folder, of_file, mark, words) in [
        (0o700, 0o644, "look", "keeps out"),
        (0o755, 0o644, "wrong", "can read hidden hands in"),
        (0o755, 0o600, "look", "can look into"),
        (0o700, 0o600, "ok", "for you alone"),
    ] {
        set(&folder, of_folder);
        set(&file, of_file);
        let (code, checks) = doctor(&kept);
        assert_eq!(code, i32::from(mark == "wrong"), "{checks:?}");
        assert_says(&checks, "folder", mark, words);
        let mode = std::fs::metadata(&file).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode, of_file, "it changes nothing");
    }
}

#[test]
fn a_folder_that_is_missing_is_wrong_and_options_that_are_none_are_refused() {
    let folder = fresh_folder("doctor-none");
    let (code, checks) = doctor(&in_folder(&folder.join("none")));
    assert_eq!(code, 1);
    assert_says(&checks, "folder", "wrong", "No such file");
    assert_says(&checks, "database", "wrong", "'gruntle serve' makes it");
    let (code, checks) = doctor(&in_folder(&folder));
    assert_eq!(code, 1);
    assert_says(&checks, "folder", "look", "");
    assert!(std::fs::read_dir(&folder).unwrap().next().is_none(), "it makes nothing");
    for (options, says) in [
        (&["--data", "x", "--database", "sqlite:y"][..], "give one of them"),
        (&["--bnd", "x"], "--bind"),
        (&["--config", "none.toml"], "cannot read the configuration"),
        (&["--node", "a"], "--cluster"),
    ] {
        let options: Vec<String> = options.iter().map(|&word| word.to_owned()).collect();
        let refused = refusal(&gruntle(&["doctor"], &options).output().unwrap());
        assert!(refused.contains(says), "{refused}");
    }
    // It checks everything that a configuration names, and reports a missing card set.
    let config = folder.join("gruntle.toml");
    let data = folder.join("none").display().to_string();
    std::fs::write(&config, format!("data = {data:?}\ndeck = [\"none.toml\"]\n")).unwrap();
    let (code, checks) = doctor(&["--config".to_owned(), config.display().to_string()]);
    assert_eq!(code, 1);
    assert_says(&checks, "database", "wrong", &data);
    assert_says(&checks, "files", "wrong", "none.toml");
    std::fs::remove_dir_all(folder).unwrap();
}

#[cfg(all(feature = "nats", feature = "postgres"))]
#[tokio::test]
async fn nodes_their_database_and_nats_are_looked_at() {
    use services::{Nats, Postgres};
    let folder = fresh_folder("doctor-nats");
    let Some((postgres, mut nats)) = Postgres::shared().zip(Nats::start_with(&folder, &[])) else { return };
    let password = postgres.password_file().display().to_string();
    let kept = ["--database", &postgres.database("doctor"), "--database-password-file", &password];
    let kept: Vec<String> = kept.into_iter().map(str::to_owned).collect();
    let (code, checks) = doctor(&kept);
    assert_eq!(code, 1);
    assert_says(&checks, "database", "wrong", "'gruntle serve' makes it");
    let mut node = kept.clone();
    node.extend(["--cluster".to_owned(), nats.address(), "--node".to_owned(), "a".to_owned()]);
    let table = Table::start_elsewhere(Path::new(GRUNTLE), "doctor-node", &node, &[]);
    let opened = open(&table, "Zebedee").await;
    // A table is a node's when somebody asks for it.
    Client::new(table.at).look(&format!("/t/{opened}")).await.unwrap();
    let (code, checks) = doctor(&node);
    assert_eq!(code, 0, "{checks:?}");
    assert_says(&checks, "server", "ok", "a server is running");
    assert_says(&checks, "node", "ok", "a holds 1 tables");
    assert_says(&checks, "journals", "ok", "each of 1 ");
    assert_says(&checks, "NATS", "ok", "lets this node in");
    assert!(!checks.contains_key("folder"), "{checks:?}");
    nats.kill();
    let (code, checks) = doctor(&node);
    assert_eq!(code, 1);
    assert_says(&checks, "NATS", "wrong", "cannot reach NATS");
    drop(table);
    let away = ["--database", "postgres://ann@127.0.0.1:1/games"].map(str::to_owned);
    let (code, checks) = doctor(&away);
    assert_eq!(code, 1);
    assert_says(&checks, "database", "wrong", "cannot be reached");
    std::fs::remove_dir_all(folder).unwrap();
}
