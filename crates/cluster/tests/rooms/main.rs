//! Rooms on a node, step by step, with a script in the place of all surroundings.
#![allow(clippy::unwrap_used)] // A test may stop at once.

mod following;
mod news;
mod running;

use std::pin::pin;
use std::task::{Context, Poll, Waker};

/// The result of a future that never really waits.
fn now<T>(future: impl Future<Output = T>) -> T {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(done) => done,
        Poll::Pending => panic!("a script waits for nobody"),
    }
}
