//! A worker: takes pieces of work, does them, sends the results; thinks for bots of nodes, and reviews their games.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use futures_util::StreamExt;
use lab::run::{Task, fingerprint};
use nats::async_nats::jetstream::consumer::PullConsumer;
use nats::async_nats::jetstream::{AckKind, Context, Message};
use nats::async_nats::{Client, RequestErrorKind};
use table::short_digest;
use tokio::sync::watch;
use tokio::time::{Instant, sleep, timeout};

use crate::crowd::BETWEEN_HELLOS;
use crate::message::{
    Ask, HELLO, Hello, Order, PartOf, Receipt, Reply, random_name, read, run_subject, sentence, tell_subject,
    written,
};
use crate::notice::{Hear, Notice};
use crate::queue::{self, ACK_WAIT};
use crate::{ClusterError, connection, reviewer, thinker};
use nats::{Address, Secret, Trust};

/// How long a hand waits for a piece before it asks again.
const WAIT_FOR_WORK: Duration = Duration::from_secs(5);
/// How long it waits after something went wrong.
const PAUSE: Duration = Duration::from_millis(300);
/// How long a coordinator may take to answer.
const PATIENCE: Duration = Duration::from_secs(3);
/// How long a worker tries to bring what came of a piece.
const BRING: Duration = Duration::from_secs(60);
/// How long it retries while there is no subscriber: a finished run does not come back, one that was cut off does.
const NOBODY: Duration = Duration::from_secs(3);
/// How long a piece lies whose coordinator is silent.
const SILENT: Duration = Duration::from_secs(2);
/// After so many tries a piece whose coordinator is silent is given up; the coordinator puts it back when it is there.
const GIVE_UP: i64 = 10;
/// A poison piece: taken so often, and never done, it probably crashes its workers.
const POISON: i64 = 30;
/// As many tasks are remembered; coordinators have the rest.
const TASKS: usize = 16;
/// The most of a result in one message.
const PART: usize = 256 * 1024;

/// A worker as it is started.
#[derive(Debug, Clone)]
pub struct Worker {
    /// Its name.
    pub name: String,
    /// How many pieces it does at once, and how many bots think.
    pub threads: usize,
}

/// Works until `over` is ready; pieces in hand are then given back at once. `ready` is called when work can come.
pub async fn work(
    worker: &Worker,
    address: &Address,
    secret: &Secret,
    trust: Trust,
    hear: Hear,
    ready: impl FnOnce(),
    over: impl Future<Output = ()>,
) -> Result<(), ClusterError> {
    let client = connection::connect(address, secret, trust, &worker.name, &hear).await?;
    let id = random_name()?;
    let context = queue::context(&client);
    // Before the queue is asked for anything: when that is answered, NATS knows that we listen.
    let thoughts = connection::listen(&client, nats::thoughts(fingerprint())).await?;
    let reviews = connection::listen(&client, nats::reviews(fingerprint())).await?;
    let mut told = None;
    if queue::is_kept(&client, &context).await? {
        queue::consumer(&context, fingerprint())
            .await
            .map_err(|wrong| ClusterError(format!("cannot set up the work queue: {wrong}")))?;
        let heard = client.subscribe(tell_subject(&id)).await;
        told = Some(heard.map_err(|wrong| ClusterError(format!("cannot listen: {wrong}")))?);
    } else {
        hear(&Notice::OnlyThinks);
    }
    let for_labs = told.is_some();
    let hello = |goes| Hello {
        id: id.clone(),
        name: worker.name.clone(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        fingerprint: fingerprint().to_owned(),
        threads: worker.threads,
        goes,
    };
    let (leave, leaving) = watch::channel(false);
    let desk = Arc::new(Desk {
        client: client.clone(),
        context,
        id: id.clone(),
        tasks: Mutex::new(VecDeque::new()),
        hear: hear.clone(),
    });
    let mut hands = tokio::task::JoinSet::new();
    hands.spawn(thinker::think(client.clone(), thoughts, worker.threads, leaving.clone()));
    hands.spawn(reviewer::review(client.clone(), reviews, leaving.clone()));
    for _ in (0..worker.threads).filter(|_| for_labs) {
        hands.spawn(desk.clone().work(leaving.clone()));
    }
    ready();
    let mut beat = tokio::time::interval(BETWEEN_HELLOS);
    tokio::pin!(over);
    loop {
        tokio::select! {
            () = &mut over => break,
            _ = beat.tick(), if for_labs => drop(client.publish(HELLO, written(&hello(false))).await),
            message = next(&mut told) => {
                if let Some(said) = message.as_ref().and_then(|message| sentence(&message.payload)) {
                    hear(&Notice::Told(said));
                }
            }
        }
    }
    let _ = leave.send(true);
    let given_back = async { while hands.join_next().await.is_some() {} };
    let _ = timeout(PATIENCE, given_back).await;
    if for_labs {
        let _ = client.publish(HELLO, written(&hello(true))).await;
    }
    let _ = timeout(PATIENCE, client.flush()).await;
    Ok(())
}

/// The next message, if there is a subscription.
async fn next(heard: &mut Option<nats::async_nats::Subscriber>) -> Option<nats::async_nats::Message> {
    match heard {
        Some(heard) => heard.next().await,
        None => std::future::pending().await,
    }
}

/// State shared by all threads of a worker.
struct Desk {
    client: Client,
    context: Context,
    id: String,
    /// Tasks by their digests, the latest last.
    tasks: Mutex<VecDeque<(String, Arc<Task>)>>,
    hear: Hear,
}

/// The fate of a piece that was taken.
enum Fate {
    /// It is done, or nobody wants it.
    Over,
    /// Somebody should take it, after a while.
    Again(Duration),
    /// Nobody should.
    Given,
}

impl Desk {
    /// Takes pieces one after the other until it is time to leave.
    async fn work(self: Arc<Self>, mut leaving: watch::Receiver<bool>) {
        let mut consumer = None;
        while !*leaving.borrow() {
            let message = tokio::select! {
                message = self.take(&mut consumer) => message,
                _ = leaving.changed() => continue,
            };
            let Some(message) = message else { continue };
            let fate = tokio::select! {
                fate = self.handle(&message) => fate,
                _ = leaving.changed() => Fate::Again(Duration::ZERO),
            };
            // An acknowledgement that is lost brings the piece back, and then nobody wants it any more.
            let _ = message
                .ack_with(match fate {
                    Fate::Over => AckKind::Ack,
                    Fate::Again(Duration::ZERO) => AckKind::Nak(None),
                    Fate::Again(after) => AckKind::Nak(Some(after)),
                    Fate::Given => AckKind::Term,
                })
                .await;
        }
    }

    /// Waits for a piece; `None` where none came.
    async fn take(&self, known: &mut Option<PullConsumer>) -> Option<Message> {
        if known.is_none() {
            *known = queue::consumer(&self.context, fingerprint()).await.ok();
        }
        let Some(consumer) = known.as_ref() else {
            sleep(PAUSE).await;
            return None;
        };
        let batch = consumer.batch().max_messages(1).expires(WAIT_FOR_WORK).messages().await;
        let next = async { batch.ok()?.next().await };
        match timeout(WAIT_FOR_WORK + PAUSE, next).await {
            Ok(Some(Ok(message))) => Some(message),
            Ok(None) => {
                sleep(Duration::from_millis(5)).await;
                None
            }
            // The queue may have lost the consumer, so it is looked for again.
            Ok(Some(Err(_))) | Err(_) => {
                *known = None;
                sleep(PAUSE).await;
                None
            }
        }
    }

    async fn handle(&self, message: &Message) -> Fate {
        let Some(order) = read::<Order>(&message.payload) else { return Fate::Given };
        if order.fingerprint != fingerprint() {
            (self.hear)(&Notice::Told(format!(
                "a run of another program waits: it plays {}, this worker plays {}; start a worker of that program",
                order.fingerprint,
                fingerprint()
            )));
            return Fate::Again(ACK_WAIT);
        }
        let tries = message.info().map_or(1, |info| info.delivered);
        let known = self.known(&order.task);
        let ask = Ask { piece: order.piece, needs_task: known.is_none() };
        let subject = run_subject(&order.run, "ask");
        let asked = timeout(PATIENCE, self.client.request(subject, written(&ask))).await;
        let reply = match asked {
            Ok(Ok(reply)) => read::<Reply>(&reply.payload),
            Ok(Err(_)) | Err(_) => None,
        };
        let task = match (reply, known) {
            (None, _) if tries >= GIVE_UP => return Fate::Given,
            (None, _) => return Fate::Again(SILENT),
            (Some(Reply { wanted: false, .. }), _) => return Fate::Over,
            (Some(Reply { wanted: true, .. }), Some(task)) => task,
            (Some(Reply { wanted: true, task }), None) => match self.learn(&order.task, task.as_deref()) {
                Ok(task) => task,
                Err(wrong) => return self.bring(message, &order, Err(wrong)).await,
            },
        };
        if tries > POISON {
            let wrong = format!("a piece was given out {POISON} times, and whoever took it never came back");
            return self.bring(message, &order, Err(wrong)).await;
        }
        let numbers = order.from..order.to;
        let playing = tokio::task::spawn_blocking(move || {
            catch_unwind(AssertUnwindSafe(|| task.play(numbers).written()))
                .map_err(|_| "a game ended the bots that played it".to_owned())
        });
        let done = keep_alive(message, playing).await;
        let done = done.unwrap_or_else(|wrong| Err(format!("a thread ended: {wrong}")));
        self.bring(message, &order, done).await
    }

    fn known(&self, digest: &str) -> Option<Arc<Task>> {
        let tasks = self.tasks.lock().unwrap_or_else(PoisonError::into_inner);
        tasks.iter().find(|(known, _)| known == digest).map(|(_, task)| task.clone())
    }

    /// Reads a task and remembers it.
    fn learn(&self, digest: &str, text: Option<&str>) -> Result<Arc<Task>, String> {
        let text = text.filter(|text| short_digest(text) == digest);
        let task = Task::read(text.ok_or("the coordinator has no such task")?).map_err(|wrong| wrong.0)?;
        let task = Arc::new(task);
        let mut tasks = self.tasks.lock().unwrap_or_else(PoisonError::into_inner);
        if tasks.len() >= TASKS {
            tasks.pop_front();
        }
        tasks.push_back((digest.to_owned(), task.clone()));
        Ok(task)
    }

    /// Brings what came of a piece to the coordinator, part by part; each is brought until it is taken.
    async fn bring(&self, message: &Message, order: &Order, done: Result<String, String>) -> Fate {
        let failed = done.is_err();
        let text: Bytes = done.unwrap_or_else(|wrong| wrong).into();
        let size = PART.min(self.client.max_payload() / 2).max(1024);
        let digest = std::str::from_utf8(&text).map(short_digest).unwrap_or_default();
        let parts = text.len().div_ceil(size).max(1);
        let mut until = Instant::now() + BRING;
        for part in 0..parts {
            let slice = &text[part * size..text.len().min((part + 1) * size)];
            let (piece, worker, digest) = (order.piece, self.id.clone(), digest.clone());
            let payload = PartOf { piece, worker, part, parts, digest, failed }.with(slice);
            loop {
                let request = self.client.request(run_subject(&order.run, "result"), payload.clone());
                let receipt = match keep_alive(message, timeout(PATIENCE, request)).await {
                    Ok(Ok(receipt)) => read::<Receipt>(&receipt.payload),
                    Ok(Err(wrong)) if wrong.kind() == RequestErrorKind::MaxPayloadExceeded => {
                        return Fate::Again(SILENT);
                    }
                    Ok(Err(wrong)) if wrong.kind() == RequestErrorKind::NoResponders => {
                        until = until.min(Instant::now() + NOBODY);
                        None
                    }
                    Ok(Err(_)) | Err(_) => None,
                };
                match receipt {
                    Some(Receipt { refused: None }) => break,
                    Some(Receipt { refused: Some(what) }) => {
                        (self.hear)(&Notice::Told(format!("the coordinator refused a result: {what}")));
                        return Fate::Again(SILENT);
                    }
                    None if Instant::now() > until => return Fate::Again(SILENT),
                    None => keep_alive(message, sleep(PAUSE)).await,
                }
            }
        }
        Fate::Over
    }
}

/// Waits for something and tells the queue meanwhile that the piece is in hand.
async fn keep_alive<T>(message: &Message, what: impl Future<Output = T>) -> T {
    tokio::pin!(what);
    let mut beat = tokio::time::interval_at(Instant::now() + ACK_WAIT / 5, ACK_WAIT / 5);
    loop {
        tokio::select! {
            done = &mut what => return done,
            _ = beat.tick() => drop(message.ack_with(AckKind::Progress).await),
        }
    }
}
