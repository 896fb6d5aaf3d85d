//! Pieces that no worker can do, and a run whose queue is slow.

use super::queue::Queue;
use crate::bench::Folder;
use crate::nats::{Beside, Nats};

/// A run of one piece, which is taken so often and never done before a worker is there; the exit code, and its output.
fn worn_out(times: i64) -> Option<(i32, String)> {
    let folder = Folder::new();
    let nats = Nats::start(&folder)?;
    let queue = Queue::of(&nats);
    // The first worker makes what hands out pieces.
    let mut first = Beside::worker(&folder, &nats, "first");
    first.signal("-TERM");
    assert_eq!(first.ends(), 0, "{}", first.said());
    let sim = ["sim", "spammers", "--games", "1", "--seed", "1", "--cluster", &nats.address()];
    let mut run = Beside::start(&folder, "said-by-run", &sim, &[]);
    queue.wear_out(times);
    let _last = Beside::worker(&folder, &nats, "last");
    Some((run.ends(), run.said()))
}

#[test]
fn a_piece_that_nobody_came_back_with_thirty_times_ends_the_run() {
    let Some((code, said)) = worn_out(30) else { return };
    assert_eq!(code, 2, "{said}");
    assert!(said.contains("a piece was given out 30 times, and whoever took it never came back"), "{said}");
}

#[test]
fn a_piece_that_nobody_came_back_with_before_is_done_at_last() {
    let Some((code, said)) = worn_out(29) else { return };
    assert!(code == 0 && said.contains("1 games, seed 1"), "{said}");
}

/// A coordinator that blocked for three seconds at each of sixty pieces, or was deaf to workers meanwhile, would exceed
/// the time-out.
#[test]
fn a_queue_that_is_slow_keeps_nobody_waiting() {
    let folder = Folder::new();
    let Some(nats) = Nats::start(&folder) else { return };
    let queue = Queue::of(&nats);
    queue.make_silent();
    let _anna = Beside::worker(&folder, &nats, "anna");
    let sim = ["sim", "spammers", "--games", "60", "--seed", "1", "--cluster", &nats.address()];
    let mut run = Beside::start(&folder, "said-by-run", &sim, &[]);
    assert_eq!(run.ends(), 0, "{}", run.said());
    assert!(queue.taken() >= 60, "too few pieces to tell");
}
