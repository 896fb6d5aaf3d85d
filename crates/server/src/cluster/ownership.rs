//! The loop around a `cluster::Node`: carries out its requests to the database and to other nodes. It knows the owner
//! of each room, and nothing of the games: rooms run elsewhere, and write behind a fence.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use cluster::{
    DatabaseAnswer, Effect, Epoch, Input, Link, Millis, Node, NodeId, Request, RequestId, RoomId, Session,
    Ticket,
};
use nats::Subscription;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, timeout};

use super::question::Question;
use super::roll::Mark;
use super::wire::{WireEnvelope, WireMessage};
use super::{Inner, Owner, Ownings};
use crate::store::{Fence, Leases, SESSION};
use crate::task::spawn;
use crate::telemetry::{CLUSTER_LINKED, CLUSTER_NODES, CLUSTER_ROOMS};

/// Time-out of connecting to the database.
const CONNECTED_WITHIN: Duration = Duration::from_secs(3);
/// Time-out of queued requests: the node does not wait for older ones any longer.
const STALE: Duration = Duration::from_millis(900);

type SentRequest = (RequestId, Request, Instant);
type Answered = (RequestId, DatabaseAnswer);

/// Whether the session depends on this request, and with it all rooms.
const fn keeps_session(request: &Request) -> bool {
    matches!(request, Request::Join { .. } | Request::Renew { .. })
}

/// The next request to the database: those that keep the session first, then in turn.
fn next_request(waiting: &mut VecDeque<SentRequest>) -> Option<SentRequest> {
    let urgent = waiting.iter().position(|(_, request, _)| keeps_session(request));
    waiting.remove(urgent.unwrap_or(0))
}

/// Asks the database, one thing after the other.
async fn ask(
    mut leases: Leases,
    name: String,
    mut asked: mpsc::UnboundedReceiver<SentRequest>,
    answers: mpsc::UnboundedSender<Answered>,
) {
    let mut waiting = VecDeque::new();
    loop {
        while let Ok(more) = asked.try_recv() {
            waiting.push_back(more);
        }
        let next = match next_request(&mut waiting) {
            None => asked.recv().await,
            next @ Some(_) => next,
        };
        let Some((id, request, since)) = next else { return };
        // A slow connection is made all the same, once for all requests.
        match timeout(CONNECTED_WITHIN, leases.connect()).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => {
                tracing::debug!(%error, "the database cannot be asked who has which match");
                continue;
            }
            Err(_) => continue,
        }
        let Some(left) = STALE.checked_sub(since.elapsed()) else { continue };
        match timeout(left, leases.answer(&name, request)).await {
            Ok(Ok(answer)) => {
                if answers.send((id, answer)).is_err() {
                    return;
                }
            }
            // It is retried; the outage itself is logged elsewhere.
            Ok(Err(error)) => tracing::debug!(%error, "the database did not say who has which match"),
            Err(_) => {}
        }
    }
}

/// The loop.
pub(super) struct Loop {
    pub(super) shared: Arc<Inner>,
    pub(super) questions: mpsc::UnboundedReceiver<Question>,
    pub(super) said: Subscription,
    pub(super) ownings: mpsc::UnboundedSender<Ownings>,
}

/// The state of the node's event loop.
struct Underway {
    shared: Arc<Inner>,
    ownings: mpsc::UnboundedSender<Ownings>,
    asks: mpsc::UnboundedSender<SentRequest>,
    waiting: BTreeMap<u64, (i64, oneshot::Sender<Option<Owner>>)>,
    wake: Option<Millis>,
    leaving: Vec<oneshot::Sender<()>>,
    is_gone: bool,
}

impl Loop {
    /// Runs until all rooms are handed over, or all users are gone.
    pub(super) async fn run(mut self, leases: Leases, start: u64) {
        let begun = Instant::now();
        let (asks, asked) = mpsc::unbounded_channel();
        let (answers, mut answered) = mpsc::unbounded_channel();
        spawn(ask(leases, self.shared.name.clone(), asked, answers));
        let session = SESSION.as_millis() as u64;
        let mut node = Node::new(self.shared.node, start, session, self.shared.roll.clone());
        let mut running = Underway {
            shared: self.shared,
            ownings: self.ownings,
            asks,
            waiting: BTreeMap::new(),
            wake: None,
            leaving: Vec::new(),
            is_gone: false,
        };
        let now = || Millis(begun.elapsed().as_millis() as u64);
        let mut next_ticket = 0;
        let mut link = Link::Up;
        let effects = node.apply(now(), Input::Start);
        running.carry_out(effects, None);
        while !running.is_gone {
            let wake = running.wake.unwrap_or(Millis(u64::MAX / 4));
            let moment = begun + Duration::from_millis(wake.0.min(now().0 + 60_000));
            let input = tokio::select! {
                question = self.questions.recv() => match question {
                    Some(Question::Owner(room, reply)) => {
                        next_ticket += 1;
                        running.waiting.insert(next_ticket, (room, reply));
                        Input::Find { ticket: Ticket(next_ticket), room: RoomId(room as u64) }
                    }
                    Some(Question::Follow(room)) => Input::Follow(RoomId(room as u64)),
                    Some(Question::Unfollow(room)) => Input::Unfollow(RoomId(room as u64)),
                    Some(Question::LetGo(room, epoch, rest)) => {
                        Input::LetGo(RoomId(room as u64), Epoch(epoch as u64), rest)
                    }
                    Some(Question::Leave(done)) => {
                        running.leaving.push(done);
                        Input::Leave
                    }
                    None => break,
                },
                Some((id, answer)) = answered.recv() => {
                    note(&answer);
                    Input::Database(id, answer)
                }
                Some(message) = self.said.next() => match serde_json::from_slice::<WireEnvelope>(&message.payload) {
                    Ok(said) => Input::Message(NodeId(said.from), said.say.message()),
                    Err(_) => continue,
                },
                () = tokio::time::sleep_until(moment) => Input::Time,
            };
            // Checked at least as often as the session is renewed.
            if link != running.link() {
                link = running.link();
                CLUSTER_LINKED.set(usize::from(link == Link::Up));
                let effects = node.apply(now(), Input::Link(link));
                running.carry_out(effects, node.session());
            }
            let effects = node.apply(now(), input);
            running.note_reach(node.is_cut_off());
            let sure = node.sure_until().map(|until| begun + Duration::from_millis(until.0));
            running.shared.sure_until.send_if_modified(|known| std::mem::replace(known, sure) != sure);
            running.carry_out(effects, node.session());
        }
        running.leaving.into_iter().for_each(|done| {
            let _ = done.send(());
        });
    }
}

impl Underway {
    /// Whether NATS can be reached.
    fn link(&self) -> Link {
        if self.shared.client.is_connected() { Link::Up } else { Link::Down }
    }

    /// Notes whether others have the tables of this node because it cannot be reached.
    fn note_reach(&self, is_cut_off: bool) {
        if self.shared.is_cut_off.swap(is_cut_off, Ordering::Relaxed) == is_cut_off {
            return;
        }
        if is_cut_off {
            tracing::error!("this node is cut off from NATS and others are not; they have its tables");
        } else {
            tracing::warn!("this node takes tables again");
        }
    }

    /// Carries out effects. Rooms are owned in this session.
    fn carry_out(&mut self, effects: Vec<Effect<Mark>>, session: Option<Session>) {
        self.wake = None;
        for effect in effects {
            match effect {
                Effect::Ask(id, request) => drop(self.asks.send((id, request, Instant::now()))),
                Effect::Send(to, message) => {
                    let say = WireMessage::from(message);
                    self.shared.say(to, &WireEnvelope { from: self.shared.node.0, say });
                }
                Effect::Found(ticket, owner) => self.found(ticket, owner),
                Effect::Owned(room, epoch) => {
                    let Some(session) = session else { continue };
                    let fence = Fence { session: session.0 as i64, epoch: epoch.0 as i64 };
                    self.shared.owned().insert(room.0 as i64, fence);
                    let _ = self.ownings.send(Ownings::Owned(room.0 as i64, fence.epoch));
                }
                Effect::Lost(room, epoch) => {
                    self.shared.owned().remove(&(room.0 as i64));
                    let _ = self.ownings.send(Ownings::Lost(room.0 as i64, epoch.0 as i64));
                }
                Effect::WakeAt(at) => self.wake = Some(at),
                Effect::Gone => self.is_gone = true,
                Effect::Behind(room) => self.shared.roll.wake(room.0 as i64),
            }
        }
        CLUSTER_ROOMS.set(self.shared.owned().len());
    }

    fn found(&mut self, ticket: Ticket, owner: Option<cluster::Owner>) {
        let Some((room, reply)) = self.waiting.remove(&ticket.0) else { return };
        let owner = owner.and_then(|owner| match owner {
            cluster::Owner::There(node) => Some(Owner::There(node)),
            cluster::Owner::Here(_) => self.shared.owned().get(&room).copied().map(Owner::Here),
        });
        let _ = reply.send(owner);
    }
}

/// Metrics and log lines about the session, from the database's answers.
fn note(answer: &DatabaseAnswer) {
    match answer {
        DatabaseAnswer::Renewed { members, .. } => {
            CLUSTER_NODES.set(members.len());
        }
        DatabaseAnswer::Expired => {
            tracing::warn!("this node was not heard of in time; others have its tables");
        }
        DatabaseAnswer::Joined(_)
        | DatabaseAnswer::Claimed(_)
        | DatabaseAnswer::Held(_)
        | DatabaseAnswer::Released => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_keeps_a_session_is_asked_before_all_that_waits() {
        let session = Session(1);
        let claim = |room| Request::Claim { session, rooms: vec![RoomId(room)] };
        let renew = Request::Renew { session, adopt: 256, link: Link::Up };
        let join = Request::Join { node: NodeId(7), link: Link::Up };
        let asked = [claim(0), Request::Holdings { session }, renew, claim(3), join];
        let mut waiting: VecDeque<SentRequest> =
            (0..).map(RequestId).zip(asked).map(|(id, request)| (id, request, Instant::now())).collect();
        let order: Vec<u64> = std::iter::from_fn(|| next_request(&mut waiting)).map(|one| one.0.0).collect();
        assert_eq!(order, [2, 4, 0, 1, 3]);
    }
}
