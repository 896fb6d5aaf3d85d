//! Who hands out the pieces of a run and takes what comes of them.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use bytes::Bytes;
use futures_util::stream::FuturesUnordered;
use futures_util::{StreamExt, TryStreamExt};
use lab::run::{Crew, Flow, Piece, RunError, Stop, Take, Task, fingerprint};
use nats::async_nats::jetstream::Context;
use nats::async_nats::{Client, Message, Subscriber};
use table::short_digest;
use tokio::runtime::Runtime;
use tokio::time::{Instant, timeout};

use crate::crowd::Crowd;
use crate::message::{
    Ask, Order, PartOf, Receipt, Reply, last_word, random_name, read, run_subject, written,
};
use crate::notice::{Hear, Notice};
use crate::queue::{self, PATIENCE, piece_subject};
use crate::{ClusterError, connection};
use nats::{Address, Secret, Trust};

/// How often a run looks whether somebody stopped it.
const TICK: Duration = Duration::from_millis(100);
/// How often it looks whether its pieces are still on the queue.
const BETWEEN_AUDITS: Duration = Duration::from_secs(3);
/// After so long without workers it says so.
const LONELY: Duration = Duration::from_secs(3);
/// For each thread that works so many pieces lie on the queue, so that nobody waits for the next.
const AHEAD: usize = 3;
/// The fewest and the most pieces on the queue.
const WINDOW: std::ops::RangeInclusive<usize> = 8..=2048;
/// So many pieces are on their way to the queue at a time.
const AT_ONCE: usize = 64;
/// After so many results that cannot be read a run gives up.
const MOST_UNREADABLE: u32 = 20;
/// Room in a message beside the task in it.
const MARGIN: usize = 16 * 1024;
/// The most parts of one result.
const MOST_PARTS: usize = 4096;

/// A crew of workers on other machines, or on this one, who are reached over NATS.
pub struct Remote {
    runtime: Runtime,
    client: Client,
    context: Context,
    crowd: Crowd,
    hear: Hear,
}

impl Remote {
    /// Connects; from now on it reports workers that come and go.
    pub fn connect(
        address: &Address,
        secret: &Secret,
        trust: Trust,
        hear: Hear,
    ) -> Result<Self, ClusterError> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .map_err(|wrong| ClusterError(format!("cannot start a thread: {wrong}")))?;
        let (client, crowd, context) = runtime.block_on(async {
            let client = connection::connect(address, secret, trust, "gruntle lab", &hear).await?;
            let context = queue::context(&client);
            if !queue::is_kept(&client, &context).await? {
                return Err(connection::keeps_nothing(address));
            }
            let crowd = Crowd::listen(&client, &hear).await?;
            Ok::<_, ClusterError>((client, crowd, context))
        })?;
        Ok(Self { runtime, client, context, crowd, hear })
    }

    async fn play(
        &self,
        tasks: &[Task],
        pieces: &mut (dyn Iterator<Item = Piece> + Send),
        stop: &Stop,
        take: Take<'_>,
    ) -> Result<(), RunError> {
        let texts: Vec<String> = tasks.iter().map(Task::written).collect();
        let most = self.client.max_payload().saturating_sub(MARGIN);
        if let Some(long) = texts.iter().find(|text| text.len() > most) {
            return Err(RunError(format!(
                "a set-up of {} bytes is too long for this NATS, which takes messages of {most}; shorten the card file, or raise max_payload",
                long.len()
            )));
        }
        let run = random_name().map_err(|wrong| RunError(wrong.0))?;
        let inbox = self.client.subscribe(run_subject(&run, "*")).await;
        let inbox = inbox.map_err(|wrong| RunError(format!("cannot listen to workers: {wrong}")))?;
        let digests = texts.iter().map(|text| short_digest(text)).collect();
        let mut open = OpenRun {
            remote: self,
            tasks,
            texts,
            digests,
            run,
            out: BTreeMap::new(),
            unsent: BTreeSet::new(),
            sending: BTreeSet::new(),
            parts: BTreeMap::new(),
            next: 0,
            unreadable: 0,
        };
        let played = open.play(inbox, pieces, stop, take).await;
        open.clear().await;
        played
    }
}

impl Crew for Remote {
    fn carry_out(
        &self,
        tasks: &[Task],
        pieces: &mut (dyn Iterator<Item = Piece> + Send),
        stop: &Stop,
        take: Take<'_>,
    ) -> Result<(), RunError> {
        self.runtime.block_on(self.play(tasks, pieces, stop, take))
    }
}

/// A run that is being played. What it keeps is bounded by the window: pieces that are out, and parts of their results.
struct OpenRun<'a> {
    remote: &'a Remote,
    tasks: &'a [Task],
    texts: Vec<String>,
    digests: Vec<String>,
    run: String,
    /// Pieces whose results have not come.
    out: BTreeMap<u64, Piece>,
    /// Those of them that wait to be put on the queue.
    unsent: BTreeSet<u64>,
    /// Those that are on their way there.
    sending: BTreeSet<u64>,
    /// Results of which parts have come, by piece and worker.
    parts: BTreeMap<(u64, String), Parts>,
    next: u64,
    unreadable: u32,
}

struct Parts {
    digest: String,
    came: Vec<Option<Bytes>>,
}

impl OpenRun<'_> {
    async fn play(
        &mut self,
        mut inbox: Subscriber,
        pieces: &mut (dyn Iterator<Item = Piece> + Send),
        stop: &Stop,
        take: Take<'_>,
    ) -> Result<(), RunError> {
        let mut tick = tokio::time::interval(TICK);
        tick.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let mut audited = Instant::now();
        let begun = Instant::now();
        let (mut is_all_out, mut said_nobody) = (false, false);
        // Reads workers' messages while the queue takes its time.
        let mut sending = FuturesUnordered::new();
        self.ensure_stream().await;
        loop {
            let window = (AHEAD * self.remote.crowd.present().threads).clamp(*WINDOW.start(), *WINDOW.end());
            while !is_all_out && self.out.len() < window {
                match pieces.next() {
                    Some(piece) => {
                        self.unsent.insert(self.next);
                        self.out.insert(self.next, piece);
                        self.next += 1;
                    }
                    None => is_all_out = true,
                }
            }
            if self.out.is_empty() {
                return Ok(());
            }
            while sending.len() < AT_ONCE
                && let Some(order) = self.send_next()
            {
                sending.push(put(&self.remote.context, order));
            }
            tokio::select! {
                Some(piece) = sending.next() => { self.sending.remove(&piece); }
                message = inbox.next() => {
                    let Some(message) = message else {
                        return Err(RunError("the connection to NATS was closed".to_owned()));
                    };
                    if self.hear(&message, take).await? == Flow::Enough {
                        return Ok(());
                    }
                }
                _ = tick.tick() => {
                    if stop.is_raised() {
                        return Ok(());
                    }
                    if !said_nobody && begun.elapsed() > LONELY && self.remote.crowd.present().workers == 0 {
                        (self.remote.hear)(&Notice::Nobody);
                        said_nobody = true;
                    }
                    if audited.elapsed() > BETWEEN_AUDITS {
                        self.audit().await;
                        audited = Instant::now();
                    }
                }
            }
        }
    }

    async fn ensure_stream(&self) {
        // Where this fails, sending pieces does, and the next audit tries again.
        let _ = timeout(PATIENCE, queue::stream(&self.remote.context)).await;
    }

    /// The next piece that waits to be put on the queue, and now is on its way.
    fn send_next(&mut self) -> Option<Order> {
        let wanted = |piece: u64| self.out.get(&piece).map(|what| (piece, what));
        let (piece, what) = std::iter::from_fn(|| self.unsent.pop_first()).find_map(wanted)?;
        self.sending.insert(piece);
        Some(Order {
            fingerprint: fingerprint().to_owned(),
            run: self.run.clone(),
            piece,
            task: self.digests[what.task].clone(),
            from: what.numbers.start,
            to: what.numbers.end,
        })
    }

    /// Puts pieces on the queue again that are not there and whose results have not come: a queue may lose what it has,
    /// and workers give up pieces of coordinators they cannot reach.
    async fn audit(&mut self) {
        let all = piece_subject(fingerprint(), &self.run, "*");
        let context = &self.remote.context;
        let there = timeout(PATIENCE, async {
            let stream = queue::stream(context).await.ok()?;
            let subjects: Vec<(String, usize)> =
                stream.info_with_subjects(all).await.ok()?.try_collect().await.ok()?;
            Some(subjects)
        });
        let Ok(Some(there)) = there.await else { return };
        let there: BTreeSet<u64> = there
            .iter()
            .filter_map(|(subject, _)| subject.rsplit('.').next().and_then(|word| word.parse().ok()))
            .collect();
        let lost = self.out.keys().filter(|piece| !there.contains(piece) && !self.sending.contains(piece));
        self.unsent.extend(lost);
    }

    async fn hear(&mut self, message: &Message, take: Take<'_>) -> Result<Flow, RunError> {
        let Some(reply) = message.reply.clone() else { return Ok(Flow::GoOn) };
        match last_word(&message.subject) {
            "ask" => {
                if let Some(ask) = read::<Ask>(&message.payload) {
                    let answer = self.answer(&ask);
                    let _ = self.remote.client.publish(reply, written(&answer)).await;
                }
                Ok(Flow::GoOn)
            }
            "result" => {
                let Some((head, text)) = PartOf::read(&message.payload) else { return Ok(Flow::GoOn) };
                let taken = self.receive(&head, text, take);
                let refused = match &taken {
                    Ok(Received::Unreadable(what)) => Some(what.clone()),
                    Ok(Received::Taken(_)) | Err(_) => None,
                };
                // A worker without a receipt sends its result again: a result that was not kept was not taken.
                if taken.is_ok() {
                    let _ = self.remote.client.publish(reply, written(&Receipt { refused })).await;
                }
                match taken? {
                    Received::Taken(flow) => Ok(flow),
                    Received::Unreadable(_) => Ok(Flow::GoOn),
                }
            }
            _ => Ok(Flow::GoOn),
        }
    }

    fn answer(&self, ask: &Ask) -> Reply {
        match self.out.get(&ask.piece) {
            Some(piece) => {
                Reply { wanted: true, task: ask.needs_task.then(|| self.texts[piece.task].clone()) }
            }
            None => Reply { wanted: false, task: None },
        }
    }

    /// Takes a part of a result; with the last one the piece is done.
    fn receive(&mut self, head: &PartOf, text: Bytes, take: Take<'_>) -> Result<Received, RunError> {
        let taken = Ok(Received::Taken(Flow::GoOn));
        let Some(piece) = self.out.get(&head.piece) else { return taken };
        if !(1..=MOST_PARTS).contains(&head.parts) || head.part >= head.parts {
            return self.unreadable("a part of a result that cannot be".to_owned());
        }
        let key = (head.piece, head.worker.clone());
        let parts = self
            .parts
            .entry(key.clone())
            .or_insert_with(|| Parts { digest: head.digest.clone(), came: vec![None; head.parts] });
        if parts.digest != head.digest || parts.came.len() != head.parts {
            // It was done again by the same worker, which may only be where a bot thinks by the clock.
            *parts = Parts { digest: head.digest.clone(), came: vec![None; head.parts] };
        }
        parts.came[head.part] = Some(text);
        if parts.came.iter().any(Option::is_none) {
            return taken;
        }
        let whole: Vec<u8> = parts.came.iter().flatten().flat_map(|part| part.iter().copied()).collect();
        self.parts.remove(&key);
        let Some(whole) = String::from_utf8(whole).ok().filter(|text| short_digest(text) == head.digest)
        else {
            return self.unreadable("a result that was damaged on the way".to_owned());
        };
        if head.failed {
            let said: String = whole.chars().filter(|letter| !letter.is_control()).take(600).collect();
            return Err(RunError(format!("worker {}: {said}", head.worker)));
        }
        let (task, piece) = (&self.tasks[piece.task], piece.clone());
        let done = match task.read_done(&whole, piece.numbers.clone()) {
            Ok(done) => done,
            Err(wrong) => return self.unreadable(wrong.0),
        };
        let flow = take(&piece, done)?;
        self.out.remove(&head.piece);
        self.parts.retain(|(number, _), _| *number != head.piece);
        Ok(Received::Taken(flow))
    }

    /// Counts a result that cannot be read: another worker may do better, but not for ever.
    fn unreadable(&mut self, what: String) -> Result<Received, RunError> {
        self.unreadable += 1;
        if self.unreadable > MOST_UNREADABLE {
            return Err(RunError(format!(
                "workers bring results that cannot be read ({what}); look who else uses this NATS"
            )));
        }
        Ok(Received::Unreadable(what))
    }

    /// Takes the rest from the queue, and lets the last receipts go.
    async fn clear(&self) {
        let _ = timeout(PATIENCE, self.remote.client.flush()).await;
        if self.out.is_empty() {
            return;
        }
        let all = piece_subject(fingerprint(), &self.run, "*");
        let context = &self.remote.context;
        let _ =
            timeout(PATIENCE, async { queue::stream(context).await.ok()?.purge().filter(all).await.ok() })
                .await;
    }
}

/// Puts a piece on the queue; gives its number, also after a time-out. The next audit finds a piece that is missing.
async fn put(context: &Context, order: Order) -> u64 {
    let subject = piece_subject(fingerprint(), &order.run, &order.piece.to_string());
    let _ = timeout(PATIENCE, async { context.publish(subject, written(&order)).await?.await }).await;
    order.piece
}

/// The fate of a part of a result.
enum Received {
    /// It was taken, or is not needed any more.
    Taken(Flow),
    /// It makes no sense.
    Unreadable(String),
}
