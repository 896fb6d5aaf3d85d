//! The pool on which bots think: bounded, and apart from the threads that answer visitors.

use std::sync::Arc;

use tokio::sync::Semaphore;

use crate::board::Thought;

/// Where bots think.
#[derive(Clone)]
pub struct Pool {
    places: Arc<Semaphore>,
}

impl Pool {
    /// A pool in which so many think at the same time.
    #[must_use]
    pub fn new(places: usize) -> Self {
        Self { places: Arc::new(Semaphore::new(places.max(1))) }
    }

    /// Thinks when there is a place; `None` if the thought came to a bad end.
    pub async fn think(&self, thought: Thought) -> Option<String> {
        let _place = self.places.acquire().await.ok()?;
        tokio::task::spawn_blocking(thought).await.ok()
    }
}
