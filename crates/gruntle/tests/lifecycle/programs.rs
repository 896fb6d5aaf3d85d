//! Programs that play: they and all that they start end with us, and know nothing of our environment.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::json;

use driver::dice::Dice;
use driver::player::{act, is_asked};
use driver::table::Table;
use services::fresh_folder;

use crate::{GRUNTLE, seated};

/// Never answers, and has a child that never ends; both are noted.
const DEAF: &str = "sleep 100000 & echo $! >> pids; echo $$ >> pids; while true; do sleep 100000; done";

/// The processes that have been noted in a folder.
fn noted(folder: &Path) -> Vec<String> {
    let pids = std::fs::read_to_string(folder.join("pids")).unwrap_or_default();
    pids.lines().map(str::to_owned).collect()
}

/// Whether a process runs; one that has ended and is not waited for does not.
fn runs(process: &str) -> bool {
    let shown = Command::new("ps").args(["-o", "stat=", "-p", process]).output().unwrap();
    let state = String::from_utf8(shown.stdout).unwrap();
    !state.trim().is_empty() && !state.trim_start().starts_with('Z')
}

/// Waits until this is so; everything that is waited for comes about by itself.
fn wait_until(mut so: impl FnMut() -> bool) {
    for _ in 0..15_000 {
        if so() {
            return;
        }
        std::thread::sleep(Duration::from_millis(4));
    }
    panic!("what is waited for does not come");
}

fn deaf_folder(name: &str) -> PathBuf {
    let folder = fresh_folder(name);
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("deaf.sh"), DEAF).unwrap();
    folder
}

fn send(signal: &str, child: &Child) {
    assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
}

#[test]
fn programs_and_their_children_end_with_a_simulation_however_that_ends() {
    for signal in ["-TERM", "-KILL", "-INT"] {
        let folder = deaf_folder("programs-of-sim");
        let mut sim = Command::new(GRUNTLE)
            .args(["sim", "spammers", "--seats", "2", "--threads", "2"])
            .args(["--bots", "exec@60000ms:sh ./deaf.sh,greedy"])
            .current_dir(&folder)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // Two copies and their children play; one more was tried out before.
        wait_until(|| noted(&folder).iter().filter(|process| runs(process)).count() >= 4);
        // Pressed once, Ctrl-C waits for the games in hand.
        while sim.try_wait().unwrap().is_none() {
            send(signal, &sim);
            std::thread::sleep(Duration::from_millis(4));
        }
        wait_until(|| !noted(&folder).iter().any(|process| runs(process)));
        std::fs::remove_dir_all(folder).unwrap();
    }
}

#[tokio::test]
async fn a_program_that_thinks_at_a_table_ends_with_the_server() {
    let folder = deaf_folder("programs-of-serve");
    let pids = folder.join("pids").display().to_string();
    let command = format!("intern=exec@60000ms:{}", DEAF.replace("pids", &pids));
    let more = ["--limit", "0", "--allow-exec", &command];
    let mut table =
        Table::start_with(Path::new(GRUNTLE), fresh_folder("serves-programs"), "127.0.0.1:0", &more);
    // Those that were tried out are gone.
    wait_until(|| !noted(&folder).iter().any(|process| runs(process)));
    let options = json!({ "game": "spam-o-rama", "seats": 2, "wait": 0 });
    let (mut people, path) = seated(table.at, options, 1).await;
    let mut luck = Dice::new(5);
    while !noted(&folder).iter().any(|process| runs(process)) {
        let seen = people[0].look(&path).await.unwrap();
        assert!(seen["over"].is_null());
        if is_asked(&seen) {
            act(&mut people[0], &path, &seen, &mut luck).await;
        } else {
            tokio::time::sleep(Duration::from_millis(4)).await;
        }
    }
    table.stop();
    wait_until(|| !noted(&folder).iter().any(|process| runs(process)));
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_program_is_given_what_a_shell_needs_and_no_secret() {
    let folder = fresh_folder("environment");
    std::fs::create_dir_all(&folder).unwrap();
    Command::new(GRUNTLE)
        .args(["bot", "check", "env > seen; exec cat", "--game", "spam-o-rama", "--games", "1"])
        .env_clear()
        .envs([("PATH", "/usr/bin:/bin"), ("HOME", "/home/ann"), ("LC_ALL", "C.UTF-8")])
        .envs([("PGPASSWORD", "secret"), ("GRUNTLE_NATS_TOKEN", "secret"), ("ANYTHING", "else")])
        .current_dir(&folder)
        .output()
        .unwrap();
    let seen = std::fs::read_to_string(folder.join("seen")).unwrap();
    // Variables of the shell itself.
    let given = seen
        .lines()
        .filter(|line| !["PWD=", "OLDPWD=", "SHLVL=", "_="].iter().any(|own| line.starts_with(own)));
    let mut given: Vec<&str> = given.collect();
    given.sort_unstable();
    assert_eq!(given, ["HOME=/home/ann", "LC_ALL=C.UTF-8", "PATH=/usr/bin:/bin"]);
    std::fs::remove_dir_all(folder).unwrap();
}
