//! Servers that tests need: found on the machine, started in a folder of their own, and ended with the test, however
//! that ends. Where one is missing a test passes over what needs it and says so; with `CI=true` it fails.
#![allow(clippy::unwrap_used, clippy::expect_used)] // A test may stop at once.

mod certificates;
mod nats;
mod postgres;
mod process;

use std::collections::BTreeSet;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::Output;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

pub use nats::{Nats, until};
pub use postgres::{Durability, Postgres};
pub use process::processor;

/// Passes over a test for want of something, or fails where nothing may be wanting.
pub fn without(what: &str) {
    static SAID: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    assert!(!std::env::var("CI").is_ok_and(|ci| ci == "true"), "{what}, and with CI=true it must be there");
    note(what);
    if SAID.lock().unwrap().insert(what.to_owned()) {
        // Straight to standard error, for what a passing test prints is kept from view.
        let _ = writeln!(std::io::stderr(), "{what}: what needs it is passed over");
    }
}

/// Notes a test that was passed over in the file that `GRUNTLE_PASSED_OVER` names, a line each.
fn note(what: &str) {
    let Some(file) = std::env::var_os("GRUNTLE_PASSED_OVER") else { return };
    let thread = std::thread::current();
    let line = format!("{}: {what}\n", thread.name().unwrap_or("a test"));
    let mut file = std::fs::File::options().append(true).create(true).open(file).unwrap();
    file.write_all(line.as_bytes()).unwrap();
}

/// A folder that nobody else has.
pub fn fresh_folder(name: &str) -> PathBuf {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let folder = std::env::temp_dir().join(format!("gruntle-{name}-{}-{number}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// The output of a program that has succeeded.
fn checked(output: Output) -> String {
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    said
}
