//! Reviews of finished games on workers, for this node.

use std::time::Duration;

use review::{Review, ReviewAnswer, ReviewJob};
use tokio::time::timeout;

use super::workers::{Unthought, Workers};
use crate::telemetry::{REVIEWS_RETURNED, REVIEWS_SENT};

/// Time-out of a reviewing worker, which reports after every input.
const SILENCE: Duration = Duration::from_secs(30);
/// The most messages about one game.
const MOST_WORDS: usize = 20_000;

impl Workers {
    /// Has a worker review a game; `progress` gets its progress. `None` if it must be done here.
    pub(crate) async fn review(&self, job: &ReviewJob, progress: impl Fn(usize, usize)) -> Option<Review> {
        let payload = serde_json::to_vec(job).ok().filter(|text| text.len() <= ReviewJob::LONGEST)?;
        if !self.may_be_asked() {
            return None;
        }
        REVIEWS_SENT.add(1);
        let reviewed = self.looked_at(payload, progress).await;
        self.note(&reviewed);
        if reviewed.is_err() {
            REVIEWS_RETURNED.add(1);
        }
        reviewed.ok()
    }

    async fn looked_at(
        &self,
        payload: Vec<u8>,
        progress: impl Fn(usize, usize),
    ) -> Result<Review, Unthought> {
        let asked = self.client().request_many(self.reviews_subject(), payload).await;
        let mut answers = asked.map_err(|_| Unthought::Silence)?;
        for _ in 0..MOST_WORDS {
            let answer = timeout(SILENCE, answers.next()).await.map_err(|_| Unthought::Silence)?;
            let answer = answer.ok_or(Unthought::Silence)?;
            if answer.is_unheard {
                return Err(Unthought::Nobody);
            }
            match serde_json::from_slice(&answer.payload) {
                Ok(ReviewAnswer::Looked(done, of)) => progress(done, of),
                Ok(ReviewAnswer::Found(review)) => return Ok(*review),
                Ok(ReviewAnswer::Busy) => return Err(Unthought::Busy),
                Ok(ReviewAnswer::Refused(why)) => return Err(Unthought::Refused(why)),
                Err(_) => return Err(Unthought::unreadable()),
            }
        }
        Err(Unthought::unreadable())
    }
}
