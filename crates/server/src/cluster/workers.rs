//! Workers that think for this node: asked over NATS, by request and reply; NATS chooses which. Where there is none, or
//! it is silent, the node thinks itself, with a back-off before the next request.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use games::ThoughtAnswer;
use nats::{Client, NoReply};
use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::Instant;

use crate::pool::{Elsewhere, Heard, Place};

/// The most jobs of a node with workers at a time.
const MOST_AWAY: usize = 64;
/// Time-out of a worker; far less than a bot may be late.
const PATIENCE: Duration = Duration::from_secs(3);
/// Back-off after a request without an answer; it doubles each time, up to the second.
const RESTS: (Duration, Duration) = (Duration::from_secs(5), Duration::from_secs(60));

/// When workers may be asked again.
#[derive(Debug, Default)]
struct Rest {
    until: Option<Instant>,
    /// The length of the last one; zero since a worker has answered.
    last: Duration,
}

impl Rest {
    fn is_over(&self, now: Instant) -> bool {
        self.until.is_none_or(|until| now >= until)
    }

    /// No answer. Of all requests under way at the time, one counts.
    fn begin(&mut self, now: Instant) {
        if self.is_over(now) {
            self.last = (self.last * 2).clamp(RESTS.0, RESTS.1);
            self.until = Some(now + self.last);
        }
    }

    fn end(&mut self) {
        *self = Self::default();
    }
}

/// The workers that think for this node.
#[derive(Clone)]
pub(crate) struct Workers(Arc<Inner>);

struct Inner {
    client: Client,
    thoughts: String,
    reviews: String,
    runtime: Handle,
    places: Arc<Semaphore>,
    rest: Mutex<Rest>,
}

/// Why something was not done by a worker.
pub(super) enum Unthought {
    /// There is no worker.
    Nobody,
    /// It timed out.
    Silence,
    /// The worker is busy.
    Busy,
    /// The worker refused it, or its answer makes no sense.
    Refused(String),
}

impl Workers {
    /// Workers with this program; called where there is a runtime.
    pub(super) fn new(client: Client, program: &str) -> Self {
        Self(Arc::new(Inner {
            client,
            thoughts: nats::thoughts(program),
            reviews: nats::reviews(program),
            runtime: Handle::current(),
            places: Arc::new(Semaphore::new(MOST_AWAY)),
            rest: Mutex::default(),
        }))
    }

    pub(super) fn client(&self) -> &Client {
        &self.0.client
    }

    pub(super) fn reviews_subject(&self) -> String {
        self.0.reviews.clone()
    }

    pub(super) fn may_be_asked(&self) -> bool {
        self.0.may_be_asked()
    }

    pub(super) fn note<T>(&self, asked: &Result<T, Unthought>) {
        self.0.note(asked);
    }
}

impl Unthought {
    pub(super) fn unreadable() -> Self {
        Self::Refused("what it answered cannot be read".to_owned())
    }
}

impl Inner {
    async fn ask(&self, thought: String) -> Result<String, Unthought> {
        let asked = self.client.request(self.thoughts.clone(), thought.into_bytes(), PATIENCE).await;
        let answer = asked.map_err(|why| match why {
            NoReply::Nobody => Unthought::Nobody,
            NoReply::Silence => Unthought::Silence,
        })?;
        match ThoughtAnswer::read(&answer) {
            Some(ThoughtAnswer::Does(action)) => Ok(action),
            Some(ThoughtAnswer::Busy) => Err(Unthought::Busy),
            Some(ThoughtAnswer::Refused(why)) => Err(Unthought::Refused(why)),
            None => Err(Unthought::unreadable()),
        }
    }

    fn may_be_asked(&self) -> bool {
        let rest = self.rest.lock().unwrap_or_else(PoisonError::into_inner);
        rest.is_over(Instant::now()) && self.client.is_connected()
    }

    fn note<T>(&self, asked: &Result<T, Unthought>) {
        let mut rest = self.rest.lock().unwrap_or_else(PoisonError::into_inner);
        match asked {
            Ok(_) => rest.end(),
            Err(Unthought::Busy) => {}
            Err(Unthought::Nobody) => rest.begin(Instant::now()),
            Err(Unthought::Silence) => {
                rest.begin(Instant::now());
                // A lost connection is logged elsewhere.
                if self.client.is_connected() {
                    tracing::warn!("a worker was silent; this node thinks itself");
                }
            }
            Err(Unthought::Refused(why)) => {
                rest.begin(Instant::now());
                let why: String = why.chars().filter(|letter| !letter.is_control()).take(300).collect();
                tracing::warn!(why, "a worker would not think; this node thinks itself");
            }
        }
    }
}

impl Elsewhere for Workers {
    fn place(&self) -> Option<Box<dyn Place>> {
        let place = self.0.may_be_asked().then(|| self.0.places.clone().try_acquire_owned().ok())??;
        Some(Box::new(WithWorkers { workers: self.0.clone(), place }))
    }
}

/// A place with the workers; dropping it frees the place.
struct WithWorkers {
    workers: Arc<Inner>,
    place: OwnedSemaphorePermit,
}

impl Place for WithWorkers {
    fn think(self: Box<Self>, thought: String, heard: Heard) {
        let Self { workers, place } = *self;
        workers.runtime.clone().spawn(async move {
            let asked = workers.ask(thought).await;
            workers.note(&asked);
            drop(place);
            heard(asked.ok());
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn whoever_is_not_answered_asks_again_later_and_later() {
        let (mut rest, begun) = (Rest::default(), Instant::now());
        assert!(rest.is_over(begun));
        rest.begin(begun);
        // Others waited for an answer at the same time.
        rest.begin(begun + Duration::from_secs(1));
        assert!(!rest.is_over(begun + Duration::from_secs(4)) && rest.is_over(begun + RESTS.0));
        for _ in 0..9 {
            rest.begin(begun + Duration::from_secs(1_000));
            rest.until = None;
        }
        assert_eq!(rest.last, RESTS.1);
        rest.end();
        assert!(rest.is_over(begun));
    }
}
