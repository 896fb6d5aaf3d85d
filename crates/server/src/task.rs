//! Tasks, all of one type. What tokio does with a task is compiled for every type of future that is spawned, once for
//! each of its schedulers; so futures and work come in boxes here.

use std::pin::Pin;

use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// A future in a box.
pub(crate) type Boxed = Pin<Box<dyn Future<Output = ()> + Send>>;

/// Runs a future as a task.
pub(crate) fn spawn(future: impl Future<Output = ()> + Send + 'static) -> JoinHandle<()> {
    let boxed: Boxed = Box::pin(future);
    tokio::spawn(boxed)
}

/// Work that panicked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Panicked;

/// Does work that takes a while on a thread that answers no visitors.
pub(crate) async fn beside<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Panicked> {
    let (done, result) = oneshot::channel();
    let work: Box<dyn FnOnce() + Send> = Box::new(move || drop(done.send(work())));
    drop(tokio::task::spawn_blocking(work));
    // Nothing is sent where the work panics.
    result.await.map_err(|_| Panicked)
}
