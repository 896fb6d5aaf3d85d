//! How much PostgreSQL and NATS take of what nodes ask of them: both are started for it on this machine, on loopback, in folders of
//! their own. docs/scale.md reckons with what it prints.
//!
//! ```sh
//! cargo run --release -p gruntle --features full --example limits            # or only one of them: postgres, nats, roll
//! ```
#![allow(clippy::unwrap_used)] // A driver may stop at once.

mod database;
mod messages;
mod roll;

use std::time::Duration;

/// How long each of the numbers is measured.
const MEASURED: Duration = Duration::from_secs(3);

fn main() {
    let asked = std::env::args().nth(1);
    let is_asked = |what: &str| asked.as_deref().is_none_or(|word| word == what);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    println!("{cores} cores, which those who ask share with those who are asked");
    if is_asked("postgres") {
        database::measure();
    }
    if is_asked("nats") {
        messages::measure();
    }
    if is_asked("roll") {
        roll::measure();
    }
}

/// A runtime of one thread.
fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap()
}

/// So much of a time for each of so many, in microseconds.
fn each(time: Duration, count: u64) -> f64 {
    time.as_secs_f64() * 1e6 / count.max(1) as f64
}
