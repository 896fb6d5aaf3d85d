//! Events on their way to one listener. There are hardly ever any, so an empty queue takes next to no memory.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

use bytes::Bytes;

/// Events that may wait for a slow listener before he is let go; he comes back by himself.
const PATIENCE: usize = 32;

#[derive(Default)]
struct Waiting {
    events: VecDeque<Bytes>,
    reader: Option<Waker>,
    /// Whether one of the two ends is gone.
    over: bool,
}

type Shared = Arc<Mutex<Waiting>>;

fn look(shared: &Shared) -> MutexGuard<'_, Waiting> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Where events go in.
pub(super) struct Entrance(Shared);

/// Where they come out.
pub(super) struct Exit(Shared);

/// An empty queue.
pub(super) fn queue() -> (Entrance, Exit) {
    let shared = Shared::default();
    (Entrance(shared.clone()), Exit(shared))
}

/// The listener is gone, or too slow.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Lost;

impl Entrance {
    /// Puts an event into the queue.
    pub(super) fn send(&self, event: Bytes) -> Result<(), Lost> {
        let mut waiting = look(&self.0);
        if waiting.over || waiting.events.len() >= PATIENCE {
            return Err(Lost);
        }
        waiting.events.push_back(event);
        let reader = waiting.reader.take();
        drop(waiting);
        if let Some(reader) = reader {
            reader.wake();
        }
        Ok(())
    }

    /// Whether nobody listens any more.
    pub(super) fn is_over(&self) -> bool {
        look(&self.0).over
    }
}

impl Drop for Entrance {
    fn drop(&mut self) {
        let mut waiting = look(&self.0);
        waiting.over = true;
        let reader = waiting.reader.take();
        drop(waiting);
        if let Some(reader) = reader {
            reader.wake();
        }
    }
}

impl Exit {
    /// The next event; `None` when the listener is let go and has heard all.
    pub(super) fn poll_next(&mut self, context: &mut Context<'_>) -> Poll<Option<Bytes>> {
        let mut waiting = look(&self.0);
        if let Some(event) = waiting.events.pop_front() {
            return Poll::Ready(Some(event));
        }
        if waiting.over {
            return Poll::Ready(None);
        }
        match &mut waiting.reader {
            Some(reader) => reader.clone_from(context.waker()),
            none => *none = Some(context.waker().clone()),
        }
        Poll::Pending
    }
}

impl Drop for Exit {
    fn drop(&mut self) {
        let mut waiting = look(&self.0);
        waiting.over = true;
        let unheard = std::mem::take(&mut waiting.events);
        drop(waiting);
        drop(unheard);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::future::poll_fn;

    async fn next(exit: &mut Exit) -> Option<Bytes> {
        poll_fn(|context| exit.poll_next(context)).await
    }

    #[tokio::test]
    async fn events_come_out_in_order_and_then_the_end() {
        let (entrance, mut exit) = queue();
        let listener = tokio::spawn(async move {
            let mut heard = Vec::new();
            while let Some(event) = next(&mut exit).await {
                heard.extend_from_slice(&event);
            }
            heard
        });
        for letter in ["a", "b", "c"] {
            entrance.send(Bytes::from_static(letter.as_bytes())).unwrap();
            tokio::task::yield_now().await;
        }
        drop(entrance);
        assert_eq!(listener.await.unwrap(), b"abc");
    }

    #[test]
    fn who_is_too_slow_is_lost_and_who_goes_is_noticed() {
        let (entrance, exit) = queue();
        for _ in 0..PATIENCE {
            entrance.send(Bytes::from_static(b"x")).unwrap();
        }
        assert_eq!(entrance.send(Bytes::new()), Err(Lost));
        assert!(!entrance.is_over());
        drop(exit);
        assert!(entrance.is_over());
        assert_eq!(entrance.send(Bytes::new()), Err(Lost));
    }
}
