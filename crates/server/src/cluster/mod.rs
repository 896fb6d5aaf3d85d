//! One of many nodes: ownership of rooms, and messages to the other nodes. A room has one owner, which runs it;
//! followers on other nodes apply its lines and draw for their own listeners.

mod called;
mod ownership;
mod question;
mod reviewers;
mod reviewing;
mod roll;
pub(crate) mod wire;
mod workers;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use cluster::{Epoch, LOOKS, NodeId, Rest, Unanswered};
use nats::{Address, Caller, Client, ClusterError, Link, NoReply, Secret, Subscription, Trust};
use review::Thinking;
use tokio::sync::{Notify, mpsc, oneshot, watch};
use tokio::time::{Instant, timeout, timeout_at};

use crate::random;
use crate::store::{Fence, Store};
use crate::task::spawn;
use crate::telemetry;
use crate::telemetry::CLUSTER_DROPPED;
pub use called::CalledNode;
use ownership::Loop;
use question::Question;
use reviewing::{Progress, Reviewing};
use roll::Roll;
pub(crate) use roll::{Followed, Listening, Places};
use wire::{Ask, Asking, News, Reply, WireEnvelope, WireNews, WireReply};
use workers::Workers;

/// Time-out of joining the cluster.
const JOINS_WITHIN: Duration = Duration::from_secs(20);
/// Time-out of confirming our session.
const CONFIRMED_WITHIN: Duration = Duration::from_millis(2_500);
/// Grace period of a leaving node, for requests on their way.
const LINGERS: Duration = Duration::from_millis(100);
/// Size of the queue of outgoing messages; what overflows is dropped, and followers read it from the journal.
const UNSENT: usize = 8_192;

/// Which cluster a server is part of.
#[derive(Debug, Clone)]
pub struct ClusterSettings {
    /// Where NATS is.
    pub address: Address,
    /// The credentials for NATS.
    pub secret: Secret,
    /// Which NATS is trusted.
    pub trust: Trust,
    /// The name of this node in logs.
    pub node: String,
    /// Fingerprint of the program: only workers with the same one think for this node.
    pub program: String,
}

/// The owner of a room.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Owner {
    /// This node, behind this fence.
    Here(Fence),
    /// Another one.
    There(NodeId),
}

/// A room has come or gone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ownings {
    /// It is ours in this epoch.
    Owned(i64, i64),
    /// It is not ours any more, as it was in this epoch.
    Lost(i64, i64),
}

/// Messages that come to a node from others: rooms gained and lost, and requests with their reply channels.
pub(crate) struct Arrivals {
    pub(crate) ownings: mpsc::UnboundedReceiver<Ownings>,
    pub(crate) asks: mpsc::UnboundedReceiver<(Ask, Answering)>,
}

/// The reply channel of a request from another node.
pub(crate) struct Answering {
    shared: Arc<Inner>,
    to: String,
}

impl Answering {
    pub(crate) fn answer(self, reply: Reply) {
        self.shared.send(self.to, &WireReply::from(reply));
    }
}

struct Inner {
    client: Client,
    site: String,
    node: NodeId,
    name: String,
    questions: mpsc::UnboundedSender<Question>,
    roll: Roll,
    owned: Mutex<BTreeMap<i64, Fence>>,
    /// Until when our session holds for certain.
    sure_until: watch::Sender<Option<Instant>>,
    /// Whether others have our rooms because NATS cannot be reached from here.
    is_cut_off: AtomicBool,
    /// The signal that it has handed over its rooms, and takes no more requests.
    leaves: Arc<Notify>,
    unsent: mpsc::Sender<(String, Vec<u8>)>,
    ticks: AtomicU64,
    workers: Workers,
    reviewing: Reviewing,
}

impl Inner {
    fn owned(&self) -> MutexGuard<'_, BTreeMap<i64, Fence>> {
        self.owned.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn subject(&self, node: NodeId, what: &str) -> String {
        format!("gruntle.node.{}.{}.{what}", self.site, node.0)
    }

    /// The subject of progress reports about reviews.
    fn reviews(&self) -> String {
        format!("gruntle.node.{}.reviews", self.site)
    }

    /// Queues a message, without waiting.
    fn send(&self, subject: String, what: &impl serde::Serialize) {
        if let Ok(payload) = serde_json::to_vec(what)
            && self.unsent.try_send((subject, payload)).is_err()
        {
            CLUSTER_DROPPED.add(1);
        }
    }

    fn say(&self, to: NodeId, said: &WireEnvelope) {
        self.send(self.subject(to, "say"), said);
    }
}

/// The handle to the cluster. Clones share it.
#[derive(Clone)]
pub(crate) struct Cluster(Arc<Inner>);

fn failed(what: &str, wrong: &dyn std::fmt::Display) -> ClusterError {
    ClusterError(format!("{what}: {wrong}"))
}

/// Mixes the node's name into the seed, so that nodes started from one seed differ, as nodes under test do.
fn unlike(luck: u64, name: &str) -> u64 {
    name.bytes()
        .fold(luck, |luck, byte| (luck ^ u64::from(byte)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29))
}

impl Cluster {
    /// Joins the cluster; gives the messages of others.
    pub(crate) async fn join(
        settings: &ClusterSettings,
        store: &Store,
    ) -> Result<(Self, Arrivals), ClusterError> {
        let Some(leases) = store.leases() else {
            return Err(ClusterError(
                "many nodes cannot share an SQLite file; name a PostgreSQL server with --database postgres://…"
                    .to_owned(),
            ));
        };
        telemetry::begin_cluster();
        let name = settings.node.clone();
        let told = format!("gruntle node {name}");
        let caller = Caller {
            name: &told,
            danger: "read what is hidden at every table and speak for every node",
            // An inbox of its own, which workers may not read.
            inbox: "gruntle.node.inbox",
        };
        let client =
            nats::connect(&settings.address, &settings.secret, settings.trust, caller, |link| match link {
                Link::Lost => tracing::error!("NATS is gone; tables of other nodes cannot be reached"),
                Link::Back => tracing::warn!("NATS is back"),
                Link::Open => tracing::error!(
                    "NATS lets everybody in now; nothing is said to it until it asks for a password again"
                ),
            })
            .await?;
        let mut luck = [0; 8];
        random::fill(&mut luck).map_err(|wrong| failed("cannot name this node", &wrong))?;
        let luck = unlike(u64::from_ne_bytes(luck), &name);
        // 0 is no node.
        let node = NodeId((luck >> 32) as u32 | 1);
        let (questions, asked) = mpsc::unbounded_channel();
        let (unsent, sending) = mpsc::channel(UNSENT);
        let inner = Inner {
            workers: Workers::new(client.clone(), &settings.program),
            client,
            site: store.site().to_owned(),
            node,
            name,
            questions,
            roll: Roll::new(),
            owned: Mutex::default(),
            sure_until: watch::channel(None).0,
            is_cut_off: AtomicBool::new(false),
            leaves: Arc::default(),
            unsent,
            ticks: AtomicU64::new(0),
            reviewing: Reviewing::default(),
        };
        let shared = Arc::new(inner);
        spawn(send(shared.client.clone(), sending));
        let said = shared.listen(shared.subject(node, "say")).await?;
        let heard = shared.listen(shared.subject(node, "ask")).await?;
        let reviewing = shared.listen(shared.reviews()).await?;
        spawn(shared.reviewing.clone().listen(node, reviewing));
        let (ownings, owned) = mpsc::unbounded_channel();
        let (asks, arrived) = mpsc::unbounded_channel();
        spawn(hear(Arc::downgrade(&shared), shared.leaves.clone(), heard, asks));
        let running = Loop { shared: shared.clone(), questions: asked, said, ownings };
        spawn(running.run(leases, luck));
        let cluster = Self(shared);
        let mut sure = cluster.0.sure_until.subscribe();
        match timeout(JOINS_WITHIN, sure.wait_for(Option::is_some)).await {
            Ok(Ok(_)) => {}
            Ok(Err(_)) | Err(_) => {
                return Err(ClusterError("the database did not take this node in time".to_owned()));
            }
        }
        tracing::info!(number = node.0, "this node is part of the cluster");
        Ok((cluster, Arrivals { ownings: owned, asks: arrived }))
    }

    /// The workers that think for this node.
    pub(crate) fn workers(&self) -> Workers {
        self.0.workers.clone()
    }

    /// Publishes this node's progress in a review.
    pub(crate) fn tell_reviewing(&self, code: &str, thinking: Thinking) {
        self.0.send(self.0.reviews(), &Progress::new(self.0.node, code, thinking));
    }

    /// The other node that reviews a finished game, and its progress.
    pub(crate) fn reviewed_elsewhere(&self, code: &str) -> Option<(NodeId, Thinking)> {
        self.0.reviewing.of(code)
    }

    /// The number of this node.
    pub(crate) fn node(&self) -> NodeId {
        self.0.node
    }

    /// A number that grows with every message about its rooms, also where one is loaded again in the same epoch.
    pub(crate) fn tick(&self) -> u64 {
        self.0.ticks.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// Readiness: its session holds, and the others can be reached.
    pub(crate) fn is_ready(&self) -> bool {
        let holds = self.0.sure_until.borrow().is_some_and(|until| Instant::now() < until);
        holds && self.0.client.is_connected()
    }

    /// Whether visitors should use another node: others can be reached, and this one cannot.
    pub(crate) fn is_cut_off(&self) -> bool {
        self.0.is_cut_off.load(Ordering::Relaxed)
    }

    /// The fence of this room, if it is ours.
    pub(crate) fn fence(&self, room: i64) -> Option<Fence> {
        self.0.owned().get(&room).copied()
    }

    /// The owner of this room, found by claiming it: a free one is ours now. `None` where that fails.
    pub(crate) async fn owner(&self, room: i64) -> Option<Owner> {
        let (reply, owner) = oneshot::channel();
        self.0.questions.send(Question::Owner(room, reply)).ok()?;
        owner.await.ok()?
    }

    /// Whether the room is still ours behind this fence. A node that slept waits for the database's answer.
    pub(crate) async fn holds(&self, room: i64, fence: Fence) -> bool {
        let mut sure = self.0.sure_until.subscribe();
        let until = Instant::now() + CONFIRMED_WITHIN;
        loop {
            if self.fence(room) != Some(fence) {
                return false;
            }
            if sure.borrow_and_update().is_some_and(|until| Instant::now() < until) {
                return true;
            }
            if !matches!(timeout_at(until, sure.changed()).await, Ok(Ok(()))) {
                return false;
            }
        }
    }

    /// Releases a room that was run here in this epoch: it sleeps until a request, or needs another owner.
    pub(crate) fn let_go(&self, room: i64, epoch: i64, rest: Rest) {
        let _ = self.0.questions.send(Question::LetGo(room, epoch, rest));
    }

    /// Hands over all rooms.
    pub(crate) async fn leave(&self) {
        let (done, gone) = oneshot::channel();
        if self.0.questions.send(Question::Leave(done)).is_ok() {
            let _ = gone.await;
        }
        // NATS answers new requests with "no responders" from now on; those on their way are still answered.
        self.0.leaves.notify_one();
        tokio::time::sleep(LINGERS).await;
        // Flushes the last messages.
        let _ = timeout(Duration::from_secs(1), self.0.flush()).await;
    }

    fn room_subject(&self, room: i64) -> String {
        format!("gruntle.room.{}.{room}", self.0.site)
    }

    /// Publishes news to the followers of a room.
    pub(crate) fn publish(&self, room: i64, news: News) {
        self.0.send(self.room_subject(room), &WireNews::from(news));
    }

    /// Subscribes to the news of a room.
    pub(crate) async fn follow(&self, room: i64) -> Result<(Subscription, Followed), ClusterError> {
        let news = self.0.listen(self.room_subject(room)).await?;
        Ok((news, Followed::new(self.0.roll.clone(), room, self.0.questions.clone())))
    }

    /// Whether a room is followed here, loaded or not.
    #[cfg(all(test, feature = "cluster"))]
    pub(crate) fn follows(&self, room: i64) -> bool {
        self.0.roll.follows(room)
    }

    /// Followers of a room that is run here in this epoch: none yet.
    pub(crate) fn listening(&self, room: i64, epoch: i64) -> Listening {
        Listening::new(self.0.roll.clone(), room, epoch)
    }

    /// Sends a request to the owner of a room, and gives up when that node has lost the room.
    pub(crate) async fn ask(
        &self,
        (owner, room): (NodeId, i64),
        asking: Asking,
        only_in: Option<Epoch>,
        patience: Duration,
    ) -> Result<Reply, Unanswered> {
        // Without a connection the request cannot have been sent.
        if self.is_cut_off() || !self.0.client.is_connected() {
            return Err(Unanswered::Unheard);
        }
        let only_in = only_in.map(|epoch| epoch.0);
        let ask = Ask { node: self.0.node.0, room, only_in, asking };
        let payload = serde_json::to_vec(&ask).map_err(|_| Unanswered::Unheard)?;
        let asked = self.0.client.request(self.0.subject(owner, "ask"), payload, patience);
        let answered = tokio::select! {
            answered = asked => answered,
            () = self.has_lost(owner, room) => return Err(Unanswered::Unsure),
        };
        match answered {
            Ok(reply) => {
                let reply = serde_json::from_slice::<WireReply>(&reply);
                reply.map(Reply::from).map_err(|_| Unanswered::Unsure)
            }
            Err(NoReply::Nobody) => Err(Unanswered::Unheard),
            Err(NoReply::Silence) => Err(Unanswered::Unsure),
        }
    }

    /// Waits until that node does not have the room any more.
    async fn has_lost(&self, node: NodeId, room: i64) {
        loop {
            tokio::time::sleep(Duration::from_millis(LOOKS)).await;
            match self.owner(room).await {
                Some(Owner::There(owner)) if owner == node => {}
                Some(Owner::There(_) | Owner::Here(_)) => return,
                None => {}
            }
        }
    }
}

impl Inner {
    /// Subscribes to a subject.
    async fn listen(&self, subject: String) -> Result<Subscription, ClusterError> {
        let wrong = |wrong: &dyn std::fmt::Display| failed("cannot listen to other nodes", wrong);
        let heard = self.client.subscribe(subject).await.map_err(|error| wrong(&error))?;
        match timeout(CONFIRMED_WITHIN, self.client.flush()).await {
            Ok(flushed) => flushed.map_err(|error| wrong(&error))?,
            Err(_) => return Err(wrong(&"NATS does not answer")),
        }
        Ok(heard)
    }

    /// Waits until the queue is sent.
    async fn flush(&self) {
        while self.unsent.capacity() < UNSENT {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        let _ = self.client.flush().await;
    }
}

async fn send(client: Client, mut sending: mpsc::Receiver<(String, Vec<u8>)>) {
    while let Some((subject, payload)) = sending.recv().await {
        if client.publish(subject, payload).await.is_err() {
            CLUSTER_DROPPED.add(1);
        }
    }
}

async fn hear(
    shared: std::sync::Weak<Inner>,
    leaves: Arc<Notify>,
    mut heard: Subscription,
    asks: mpsc::UnboundedSender<(Ask, Answering)>,
) {
    loop {
        let message = tokio::select! {
            biased;
            message = heard.next() => message,
            () = leaves.notified() => {
                heard.drain().await;
                continue;
            }
        };
        let Some(message) = message else { return };
        let (Some(shared), Some(to)) = (shared.upgrade(), message.reply) else { continue };
        if let Ok(ask) = serde_json::from_slice(&message.payload)
            && asks.send((ask, Answering { shared, to })).is_err()
        {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_that_draw_the_same_are_told_apart_by_their_names() {
        let numbers = ["a", "b", "c", "ab", "ba", ""].map(|name| unlike(1998, name) >> 33);
        for (at, number) in numbers.iter().enumerate() {
            assert!(!numbers[..at].contains(number), "{numbers:?}");
        }
    }
}
