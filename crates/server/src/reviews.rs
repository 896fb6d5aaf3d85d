//! Reviews of finished games: made one at a time, by a worker where one is there, else when bots leave time for it; a
//! first look first, and kept with the match.

use std::collections::VecDeque;
use std::io::{Read as _, Write as _};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use review::{Depth, Review, ReviewJob, Reviewable as _, Reviewing, Thinking};
use room::LiveGame;
use tokio::sync::oneshot;
use tokio::time::Instant;

use crate::pool::{Background, Further};
use crate::problem::Problem;
use crate::rooms::{FinishedGames, Rooms};
use crate::task::{beside, spawn};

/// Size of the queue; a client that comes when it is full may ask again later.
const MOST_WAITING: usize = 64;
/// After so many first looks in a row a deep one is made, if one waits.
const QUICK_IN_A_ROW: u32 = 4;
/// Interval of progress reports to other nodes.
const TOLD_EVERY: Duration = Duration::from_secs(1);
/// No review is longer than this when it is unpacked.
const LONGEST: u64 = 32 * 1024 * 1024;

/// The review that is made now.
#[derive(Debug, Clone)]
struct Now {
    code: String,
    thinking: Thinking,
}

#[derive(Default)]
struct Waiting {
    /// Codes, and how deep is to be looked.
    queue: VecDeque<(String, Depth)>,
    now: Option<Now>,
    /// First looks since the last deep one.
    quick: u32,
    /// Whether somebody takes from the queue.
    is_served: bool,
    /// When this was last published.
    told: Option<Instant>,
}

impl Waiting {
    /// First looks go first, without starving deeper ones.
    fn next(&mut self) -> Option<(String, Depth)> {
        let turn = if self.quick < QUICK_IN_A_ROW { Depth::Quick } else { Depth::Deep };
        let first = self.queue.iter().position(|(_, depth)| *depth == turn).unwrap_or(0);
        let next = self.queue.remove(first)?;
        self.quick = match next.1 {
            Depth::Quick => self.quick.saturating_add(1),
            Depth::Deep => 0,
        };
        Some(next)
    }

    /// All that is wanted, and how far it is.
    fn all(&self) -> impl Iterator<Item = (&str, Thinking)> {
        let now = self.now.iter().map(|now| (now.code.as_str(), now.thinking));
        now.chain(self.queue.iter().map(|(code, depth)| (code.as_str(), not_begun(*depth))))
    }

    fn has(&self, code: &str, depth: Depth) -> bool {
        self.all().any(|(one, thinking)| one == code && thinking.depth == depth)
    }
}

/// Reviews of this process. Copies are doors to the same ones.
#[derive(Clone)]
pub(crate) struct Reviews {
    rooms: Rooms,
    finished: Arc<FinishedGames>,
    waiting: Arc<Mutex<Waiting>>,
}

impl Reviews {
    /// Reviews of these games.
    pub(crate) fn new(rooms: Rooms, finished: Arc<FinishedGames>) -> Self {
        Self { rooms, finished, waiting: Arc::default() }
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The review of a match, if one is kept.
    pub(crate) async fn kept(&self, code: &str) -> Result<Option<Review>, Problem> {
        let packed = self
            .rooms
            .store()
            .review(code, Review::VERSION)
            .await
            .map_err(|error| Problem::of_store(&error, Some(code), "a review could not be read"))?;
        let Some(packed) = packed else { return Ok(None) };
        Ok(beside(move || unpacked(&packed)).await?)
    }

    /// The progress of a match's review, queued or under way.
    pub(crate) fn thinking(&self, code: &str) -> Option<Thinking> {
        let here = self.waiting().all().find(|(one, _)| *one == code).map(|(_, thinking)| thinking);
        here.or_else(|| Some(self.rooms.cluster()?.reviewed_elsewhere(code)?.1))
    }

    /// Whether this node has anything to look at.
    #[cfg(all(test, feature = "cluster"))]
    pub(crate) fn is_thinking(&self) -> bool {
        self.waiting().all().next().is_some()
    }

    /// Whether another node does this: of two that begin at once the one with the smaller number goes on.
    fn is_left_to_another(&self, code: &str, depth: Depth) -> bool {
        let Some(cluster) = self.rooms.cluster() else { return false };
        let other = cluster.reviewed_elsewhere(code).filter(|(_, thinking)| thinking.depth == depth);
        other.is_some_and(|(node, thinking)| thinking.done > 0 || node < cluster.node())
    }

    /// Publishes this node's queue to other nodes, at most once in `TOLD_EVERY`.
    fn tell_others(&self) {
        let Some(cluster) = self.rooms.cluster() else { return };
        let mut waiting = self.waiting();
        if waiting.told.is_none_or(|told| told.elapsed() >= TOLD_EVERY) {
            waiting.told = Some(Instant::now());
            waiting.all().for_each(|(code, thinking)| cluster.tell_reviewing(code, thinking));
        }
    }

    /// So many inputs of the game that is looked at now have been, of so many.
    fn note(&self, (done, of): (usize, usize)) {
        if let Some(now) = &mut self.waiting().now {
            now.thinking = Thinking { done, of, ..now.thinking };
        }
        self.tell_others();
    }

    /// A match that is over is to be looked at for the first time, if it has not been.
    pub(crate) async fn first_look(&self, code: &str) {
        if let Ok(false) = self.rooms.store().has_review(code, Review::VERSION).await {
            self.want(code, Depth::Quick);
        }
    }

    /// Queues a review of this depth, unless it is queued.
    pub(crate) fn want(&self, code: &str, depth: Depth) {
        let mut waiting = self.waiting();
        if waiting.has(code, depth)
            || waiting.queue.len() >= MOST_WAITING
            || self.is_left_to_another(code, depth)
        {
            return;
        }
        waiting.queue.push_back((code.to_owned(), depth));
        if let Some(cluster) = self.rooms.cluster() {
            cluster.tell_reviewing(code, not_begun(depth));
        }
        if !waiting.is_served {
            waiting.is_served = true;
            let reviews = self.clone();
            spawn(async move { reviews.serve().await });
        }
    }

    /// Makes one review after the other until none is wanted.
    async fn serve(self) {
        loop {
            let next = {
                let mut waiting = self.waiting();
                waiting.now = None;
                let next = waiting.next();
                waiting.is_served = next.is_some();
                if let Some((code, depth)) = &next {
                    waiting.now = Some(Now { code: code.clone(), thinking: not_begun(*depth) });
                }
                next
            };
            let Some((code, depth)) = next else { return };
            if let Err(problem) = self.make(&code, depth).await {
                tracing::warn!(code, sentence = problem.sentence, "a review could not be made");
            }
        }
    }

    async fn make(&self, code: &str, depth: Depth) -> Result<(), Problem> {
        // Somebody may have asked just when it was done.
        if self.kept(code).await?.is_some_and(|kept| kept.depth == depth || kept.depth == Depth::Deep) {
            return Ok(());
        }
        let begin = move |live: &LiveGame| match live {
            LiveGame::Spammers(live) => live.reviewing(depth),
            LiveGame::SpamORama(live) => live.reviewing(depth),
        };
        let read = self.finished.read_unseen(&self.rooms, code, move |game| {
            let live = game.room.game().ok_or_else(Problem::broken)?;
            // A deal stays here: others are still to play it.
            let record = if game.room.deal().is_none() { record(live) } else { None };
            Ok((begin(live).ok_or_else(Problem::broken)?, record.map(|record| ReviewJob { record, depth })))
        });
        let (reviewer, job) = read.await?;
        if self.is_left_to_another(code, depth) {
            return Ok(());
        }
        let review = match self.made_elsewhere(job, reviewer.of_all()).await {
            Some(review) => review,
            None => {
                let (done, made) = oneshot::channel();
                self.rooms.later(self.in_pieces(reviewer, done));
                made.await.map_err(|_| Problem::broken())?
            }
        };
        let kept = self.rooms.store().keep_review(code, (review.review, depth.word()), packed(&review)).await;
        kept.map(drop).map_err(|error| Problem::of_store(&error, Some(code), "a review could not be kept"))
    }

    /// The review of a game of so many inputs by a worker, if there is one who makes it.
    async fn made_elsewhere(&self, job: Option<ReviewJob>, inputs: usize) -> Option<Review> {
        let (workers, job) = (self.rooms.cluster()?.workers(), job?);
        let review = workers.review(&job, |done, of| self.note((done, of))).await?;
        let is_whole = review.review == Review::VERSION && review.depth == job.depth;
        (is_whole && review.steps.len() == inputs).then_some(review)
    }

    /// A review as work that can wait; it says how far it is, and in the end what it found.
    fn in_pieces(&self, reviewer: Box<dyn Reviewing>, done: oneshot::Sender<Review>) -> Background {
        let reviews = self.clone();
        let mut work = Some((reviewer, done));
        Box::new(move || {
            let Some((mut reviewer, done)) = work.take() else { return Further::Done };
            let further = if reviewer.step().is_some() { Further::More } else { Further::Done };
            reviews.note((reviewer.done(), reviewer.of_all()));
            match further {
                Further::More => work = Some((reviewer, done)),
                Further::Done => drop(done.send(reviewer.finish())),
            }
            further
        })
    }
}

/// Thinking that has not begun.
const fn not_begun(depth: Depth) -> Thinking {
    Thinking { depth, done: 0, of: 0 }
}

/// The record of a game that is over, without anybody's name.
fn record(live: &LiveGame) -> Option<String> {
    let names: Vec<String> = live.seats().iter().map(|seat| seat.to_string()).collect();
    let record = match live {
        LiveGame::Spammers(live) => live.record(&names, None),
        LiveGame::SpamORama(live) => live.record(&names, None),
    };
    record.map(|record| record.to_string())
}

/// A review as it is kept.
fn packed(review: &Review) -> Vec<u8> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::default());
    let text = serde_json::to_vec(review).unwrap_or_default();
    // Writing to memory never fails.
    let _ = packer.write_all(&text);
    packer.finish().unwrap_or_default()
}

/// A review that was kept; none if it cannot be read, for then it can be made again.
fn unpacked(packed: &[u8]) -> Option<Review> {
    let mut text = Vec::new();
    GzDecoder::new(packed).take(LONGEST).read_to_end(&mut text).ok()?;
    serde_json::from_slice(&text).ok()
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use review::{Points, SeatSummary};
    use table::Seat;

    use super::{Compression, Depth, GzEncoder, Review, Waiting, packed, unpacked};

    #[test]
    fn first_looks_go_first_and_deep_ones_still_come() {
        let mut waiting = Waiting::default();
        waiting.queue.push_back(("deep".to_owned(), Depth::Deep));
        waiting.queue.extend((0..6).map(|number| (format!("quick {number}"), Depth::Quick)));
        let order: Vec<String> = std::iter::from_fn(|| waiting.next()).map(|(code, _)| code).collect();
        assert_eq!(order, ["quick 0", "quick 1", "quick 2", "quick 3", "deep", "quick 4", "quick 5"]);
    }

    #[test]
    fn a_review_of_an_older_program_counts_as_none_and_is_made_again() {
        let points = Points::default();
        let seat = SeatSummary {
            seat: Seat::new(0),
            decisions: 1,
            grades: [1, 0, 0, 0, 0],
            played_at: None,
            blind: points,
            start: points,
            luck: points,
            loss: points,
            rest: points,
            others: points,
            reckoning: points,
            end: 100.0,
        };
        let review = Review {
            review: Review::VERSION,
            game: "spammers".to_owned(),
            depth: Depth::Quick,
            start: vec![points],
            steps: Vec::new(),
            seats: vec![seat],
            moments: Vec::new(),
        };
        assert_eq!(unpacked(&packed(&review)), Some(review.clone()));
        let mut older = serde_json::to_value(&review).unwrap();
        older["seats"][0].as_object_mut().unwrap().remove("others").unwrap();
        let mut packer = GzEncoder::new(Vec::new(), Compression::default());
        packer.write_all(older.to_string().as_bytes()).unwrap();
        assert_eq!(unpacked(&packer.finish().unwrap()), None);
        assert_eq!(unpacked(b"no gzip"), None);
    }
}
