//! What the owner of a room writes, heard or read: it is folded, and told to those who listen here.

use std::time::Duration;

use cluster::NodeId;
use futures_util::StreamExt as _;
use room::{Entry, Tell};
use tokio::time::{Instant, timeout};

use super::{Failure, Follower, PRESENT, PRESENT_ANYWAY};
use crate::cluster::wire::{News, Standing};
use crate::rooms::company::keep_summary;

/// How long lines that are written are waited for before they are read.
const HEARD_WITHIN: Duration = Duration::from_millis(100);
/// How often that is tried.
const CATCHES_UP: usize = 64;

/// What news are worth to whoever has folded so much.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Worth {
    /// There are lines before them that were not heard.
    Misses,
    /// Their lines from this one on are the next; all may be known, and something is to be told without any.
    New(usize),
    /// All their lines are known.
    Known,
}

/// What news with so many lines, the last of which is the head, are worth where so many are known.
fn worth(known: u64, head: u64, lines: usize) -> Worth {
    let before = head.saturating_sub(lines as u64);
    if before > known {
        Worth::Misses
    } else if head > known || lines == 0 {
        Worth::New(((known - before) as usize).min(lines))
    } else {
        Worth::Known
    }
}

/// When an owner that was to be told at this moment who listens, and was told at that one, is told now that it was heard of and nothing
/// is missing: what is lost from here on is asked for as soon as if it had just been told. What has come due stays so.
fn put_off(due: Instant, told: Instant, now: Instant) -> Instant {
    if due <= now { due } else { (now + PRESENT).min(told + PRESENT_ANYWAY) }
}

impl Follower {
    /// Shows what the owner shows, if that is newer than what was heard.
    fn show(&mut self, standing: &Standing) {
        let said = (standing.epoch, standing.tick);
        if said > self.heard && standing.head == self.room.entries() {
            let is_new = standing.epoch > self.heard.0;
            self.heard = said;
            self.room.show(self.rooms.clock().now(), &standing.glimpse);
            let now = Instant::now();
            // A new owner knows of nobody here.
            self.present = if is_new { now } else { put_off(self.present, self.told, now) };
        }
    }

    /// Folds all that is written as far as the owner says.
    pub(super) async fn catch_up(&mut self, standing: Box<Standing>) -> Result<(), Failure> {
        for _ in 0..CATCHES_UP {
            if self.room.entries() >= standing.head {
                self.show(&standing);
                self.tell_company();
                return Ok(());
            }
            match timeout(HEARD_WITHIN, self.news.next()).await {
                Ok(Some(news)) => self.hear_news(&news.payload).await,
                Ok(None) | Err(_) => self.read_journal().await?,
            }
        }
        Err(Failure::Unreachable)
    }

    /// The owner tells what it has written.
    pub(super) async fn hear_news(&mut self, payload: &[u8]) {
        let Ok(news) = serde_json::from_slice::<News>(payload) else { return };
        if news.standing.epoch >= self.heard.0 {
            self.owner = NodeId(news.node);
        }
        match worth(self.room.entries(), news.standing.head, news.lines.len()) {
            // It is read, and with it all of this.
            Worth::Misses => {
                if self.read_journal().await.is_err() {
                    self.over = true;
                }
            }
            Worth::New(from) => {
                if !self.fold(&news.lines[from..]) {
                    self.over = true;
                    return;
                }
                self.show(&news.standing);
                let tell: Vec<Tell> = news.tell.iter().filter_map(|told| told.tell()).collect();
                self.tell(&tell);
            }
            Worth::Known => {}
        }
        self.show(&news.standing);
        self.tell_company();
    }

    /// Folds lines; says whether they hold.
    fn fold(&mut self, lines: &[String]) -> bool {
        for line in lines {
            let taken = line.parse::<Entry>().map_err(|wrong| wrong.to_string());
            if let Err(why) = taken.and_then(|entry| self.room.take(&entry)) {
                let code = &self.room.header().code;
                tracing::error!(why, code, "a line that was heard does not hold");
                return false;
            }
        }
        if !lines.is_empty() {
            keep_summary(&self.summary, &self.room);
        }
        true
    }

    pub(super) fn tell(&mut self, tell: &[Tell]) {
        self.listeners.tell(&self.room, tell, self.rooms.clock().now());
    }

    /// Reads what is written and was not heard; those who listen are told everything anew.
    async fn read_journal(&mut self) -> Result<(), Failure> {
        let code = self.room.header().code.clone();
        let progress = self.room.progress();
        let (_, mut room) = self.rooms.fold(&code).await.map_err(|_| Failure::Unreachable)?;
        if room.entries() <= self.room.entries() {
            return Ok(());
        }
        let now = self.rooms.clock().now();
        room.show(now, &self.room.glimpse(now));
        self.room = room;
        keep_summary(&self.summary, &self.room);
        metrics::counter!("gruntle_cluster_gaps_total").increment(1);
        self.tell(&[Tell::Afresh]);
        if progress != self.room.progress() {
            self.tell(&[Tell::Reload]);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dice(state: &mut u64, end: u64) -> u64 {
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*state >> 33) % end
    }

    /// Whether somebody who decides so has a past that was written, whatever is lost, doubled and late on the way.
    fn holds(seed: u64, decide: fn(u64, u64, usize) -> Worth) -> bool {
        let mut luck = seed;
        // News of one to three lines each, which are told by their numbers.
        let (mut head, mut sent) = (0, Vec::new());
        while head < 100 {
            let lines = 1 + dice(&mut luck, 3);
            head += lines;
            let news: Vec<u64> = (head - lines + 1..=head).collect();
            let late = match dice(&mut luck, 4) {
                0 => continue,
                1 => 1 + dice(&mut luck, 12),
                2 => {
                    sent.push((head, news.clone()));
                    0
                }
                _ => 0,
            };
            sent.push((head + late, news));
        }
        sent.sort_by_key(|(at, _)| *at);
        let mut past: Vec<u64> = Vec::new();
        sent.iter().all(|(at, news)| {
            match decide(past.len() as u64, *news.last().unwrap(), news.len()) {
                // All that is written by then.
                Worth::Misses => past = (1..=*at.min(&head)).collect(),
                Worth::New(from) => past.extend(&news[from..]),
                Worth::Known => {}
            }
            past.iter().copied().eq(1..=past.len() as u64)
        })
    }

    #[test]
    fn news_that_are_lost_doubled_or_late_leave_no_gap_and_nothing_twice() {
        assert!((0..500).all(|seed| holds(seed, worth)));
        let gap_ignored = |known, head, lines| match worth(known, head, lines) {
            Worth::Misses => Worth::New(0),
            worth @ (Worth::New(_) | Worth::Known) => worth,
        };
        assert!((0..500).any(|seed| !holds(seed, gap_ignored)), "a gap that is ignored is not noticed");
        let doubled = |_, _, _| Worth::New(0);
        assert!((0..500).any(|seed| !holds(seed, doubled)), "lines that come twice are not noticed");
    }

    #[test]
    fn an_owner_that_is_heard_of_is_asked_less_and_what_is_lost_is_asked_for_as_soon() {
        let begun = Instant::now();
        let at = |seconds| begun + Duration::from_secs(seconds);
        // Told at 0, and heard of at each second; what was lost after any of them is asked for within three.
        let mut due = at(3);
        for now in 1..=8 {
            due = put_off(due, at(0), at(now));
            assert_eq!(due, at((now + 3).min(9)));
        }
        assert_eq!(put_off(due, at(0), at(9)), at(9), "it is told all the same");
        assert_eq!(put_off(at(1), at(0), at(2)), at(1), "a new owner is not kept waiting");
    }

    #[test]
    fn what_is_next_is_told_from_what_is_known_and_what_is_missing() {
        for ((known, head, lines), is) in [
            ((4, 6, 2), Worth::New(0)),
            ((5, 6, 2), Worth::New(1)),
            ((6, 6, 2), Worth::Known),
            ((9, 6, 2), Worth::Known),
            ((3, 6, 2), Worth::Misses),
            ((6, 6, 0), Worth::New(0)),
            ((5, 6, 0), Worth::Misses),
            ((7, 6, 0), Worth::New(0)),
        ] {
            assert_eq!(worth(known, head, lines), is, "{known} known, {lines} lines up to {head}");
        }
    }
}
