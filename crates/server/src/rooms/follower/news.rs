//! What the owner of a room writes, heard or read: it is folded, and told to those who listen here.

use std::time::Duration;

use cluster::{NodeId, Worth, worth};
use futures_util::StreamExt as _;
use room::{Entry, Tell};
use tokio::time::{Instant, timeout};

use super::{Failure, Follower};
use crate::cluster::Places;
use crate::cluster::wire::{News, Standing};
use crate::rooms::company::keep_summary;

/// How long lines that are written are waited for before they are read.
const HEARD_WITHIN: Duration = Duration::from_millis(100);
/// How often that is tried.
const CATCHES_UP: usize = 64;

impl Follower {
    /// Shows what the owner shows, if that is newer than what was heard.
    fn show(&mut self, standing: &Standing) {
        let said = (standing.epoch, standing.tick);
        let heard = self.followed.heard();
        if said > heard && standing.head == self.room.entries() {
            self.followed.hear(said);
            self.room.show(self.rooms.clock().now(), &standing.glimpse);
            if said.0 > heard.0 {
                // A new owner knows of nobody here.
                (self.told, self.looks) = (Some(Places::default()), Instant::now());
            }
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
        if news.standing.epoch >= self.followed.heard().0 {
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
