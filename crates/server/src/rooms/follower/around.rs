//! Surroundings of a followed room: its owner, the journal, and the listeners here.

use std::time::Duration;

use cluster::{Damaged, Epoch, Following, Heard, Millis, NodeId, Owner, Unanswered};
use room::{Entry, Glimpse, LiveGame, Outcome, Tell};
use tokio::time::{Instant, sleep, timeout};

use super::Follower;
use crate::cluster::wire::{Asking, News, Reply, WireNews, WireTell};
use crate::cluster::{self as nodes, Places};
use crate::problem::Problem;
use crate::rooms::company::keep_summary;
use crate::telemetry::CLUSTER_GAPS;

impl Follower {
    /// Takes news of the owner.
    pub(super) async fn hear_news(&mut self, payload: &[u8]) {
        if let Ok(news) = serde_json::from_slice::<WireNews>(payload) {
            cluster::hear(self, news.into()).await;
        }
    }

    fn tell(&mut self, tell: &[Tell]) {
        self.listeners.tell(&self.room, tell, self.rooms.clock().now());
    }
}

impl Following for Follower {
    type Line = String;
    type Glimpse = Glimpse;
    type Tell = WireTell;
    type Asking = Asking;
    type Answer = Result<Outcome, Problem>;

    fn owner(&mut self) -> &mut NodeId {
        &mut self.owner
    }

    fn heard(&self) -> Heard {
        self.followed.heard()
    }

    fn show(&mut self, said: Heard, glimpse: &Glimpse) -> bool {
        if said.epoch > self.followed.heard().epoch {
            // A new owner does not know the listeners here.
            (self.told, self.looks) = (Some(Places::default()), Instant::now());
        }
        self.followed.hear(said);
        self.room.show(self.rooms.clock().now(), glimpse)
    }

    /// A countdown has changed: a new owner has begun it anew, or its news was lost.
    fn tell_glimpse(&mut self) {
        let after = self.room.game().map_or(0, LiveGame::inputs);
        Follower::tell(self, &[Tell::Inputs { after }]);
    }

    fn lines(&self) -> u64 {
        self.room.entries()
    }

    fn fold(&mut self, lines: &[String]) -> Result<(), Damaged> {
        for line in lines {
            let taken = line.parse::<Entry>().map_err(|wrong| wrong.to_string());
            if let Err(why) = taken.and_then(|entry| self.room.take(&entry)) {
                let code = &self.room.header().code;
                tracing::error!(why, code, "a line that was heard does not hold");
                return Err(Damaged);
            }
        }
        if !lines.is_empty() {
            keep_summary(&self.summary, &self.room);
        }
        Ok(())
    }

    fn tell(&mut self, tell: &[WireTell]) {
        let tell: Vec<Tell> = tell.iter().filter_map(WireTell::tell).collect();
        Follower::tell(self, &tell);
    }

    fn settle(&mut self) {
        self.tell_company();
    }

    fn end(&mut self) {
        self.over = true;
    }

    fn now(&self) -> Millis {
        self.moment(Instant::now())
    }

    async fn pause(&mut self, length: u64) {
        sleep(Duration::from_millis(length)).await;
    }

    async fn next_news(&mut self, within: u64) -> Option<News> {
        let within = Duration::from_millis(within);
        let heard = timeout(within, self.news.next()).await.ok()??;
        serde_json::from_slice::<WireNews>(&heard.payload).ok().map(News::from)
    }

    /// Sends listeners the events they have missed.
    async fn read_journal(&mut self, within: u64) -> Option<()> {
        let code = self.room.header().code.clone();
        let (_, mut room) =
            timeout(Duration::from_millis(within), self.rooms.fold(&code)).await.ok()?.ok()?;
        if room.entries() <= self.room.entries() {
            return Some(());
        }
        let now = self.rooms.clock().now();
        room.show(now, &self.room.glimpse(now));
        let earlier = std::mem::replace(&mut self.room, room);
        keep_summary(&self.summary, &self.room);
        CLUSTER_GAPS.add(1);
        // Bystanders hear nothing of an answer in a window, whether a message was lost or not.
        Follower::tell(self, &self.room.told_since(&earlier));
        Some(())
    }

    async fn written(&mut self, within: u64) -> Option<u64> {
        timeout(Duration::from_millis(within), self.rooms.store().head(self.id)).await.ok()?.ok()
    }

    async fn find_owner(&mut self, within: u64) -> Option<Owner> {
        let found = timeout(Duration::from_millis(within), self.cluster.owner(self.id)).await;
        found.ok()?.map(|owner| match owner {
            nodes::Owner::There(node) => Owner::There(node),
            nodes::Owner::Here(fence) => Owner::Here(Epoch(fence.epoch as u64)),
        })
    }

    async fn ask(
        &mut self,
        asking: Asking,
        only_in: Option<Epoch>,
        within: u64,
    ) -> Result<Reply, Unanswered> {
        self.cluster.ask((self.owner, self.id), asking, only_in, Duration::from_millis(within)).await
    }
}
