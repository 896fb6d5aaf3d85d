//! NATS: the bytes published for a move, and the requests between nodes.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use futures_util::StreamExt as _;
use nats::async_nats::{Client, Subscriber};
use services::{Nats, fresh_folder};
use tokio::runtime::Runtime;

use crate::{MEASURED, each};

/// Size of a published move, in bytes.
const NEWS: usize = 240;
/// Sizes of a request between nodes and its answer, in bytes.
const ASKED: usize = 200;
const ANSWERED: usize = 300;
/// Nodes that publish.
const NODES: usize = 3;
/// Time-out of a burst of messages.
const PATIENCE: Duration = Duration::from_secs(5);
/// The most messages in flight: receivers share the cores with senders.
const AHEAD: u64 = 20_000;

fn runtime() -> Runtime {
    tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap()
}

pub fn measure() {
    let folder = fresh_folder("limits-nats");
    let nats = Nats::start_with(&folder, &[]).unwrap();
    let runtime = runtime();
    println!("\nNATS: {NODES} nodes publish messages of {NEWS} bytes, heard by so many others");
    println!("heard by  at a time  messages/s  its CPU a message");
    for others in 0..=2 {
        runtime.block_on(publish(&nats, others, Pace::AsFastAsCanBe));
    }
    for others in 0..=2 {
        runtime.block_on(publish(&nats, others, Pace::Now));
    }
    println!(
        "\nNATS: one node asks another ({ASKED} bytes there, {ANSWERED} back), so many questions at a time"
    );
    println!("at a time  questions/s  its CPU a question  half answered within");
    for at_a_time in [1, 64] {
        runtime.block_on(ask(&nats, at_a_time));
    }
    drop(nats);
    let _ = std::fs::remove_dir_all(folder);
}

/// How messages are sent.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pace {
    /// Many of them together, as they come.
    AsFastAsCanBe,
    /// Each by itself: the next when the last has gone out, a thousand a second at most.
    Now,
}

/// Counters of sent and received messages, shared by all.
#[derive(Default)]
struct Heard {
    listeners: u64,
    sent: AtomicU64,
    heard: AtomicU64,
}

impl Heard {
    /// How many copies are still on their way.
    fn on_the_way(&self) -> u64 {
        let sent = self.sent.load(Ordering::Relaxed) * self.listeners;
        sent.saturating_sub(self.heard.load(Ordering::Relaxed))
    }

    async fn listen(self: Arc<Self>, mut news: Subscriber) {
        while news.next().await.is_some() {
            self.heard.fetch_add(1, Ordering::Relaxed);
        }
    }

    async fn publish(self: Arc<Self>, client: Client, room: usize, pace: Pace, until: Instant) {
        let payload = vec![b'x'; NEWS];
        let subject = format!("gruntle.room.limits.{room}");
        while Instant::now() < until {
            client.publish(subject.clone(), payload.clone().into()).await.unwrap();
            self.sent.fetch_add(1, Ordering::Relaxed);
            if pace == Pace::Now {
                client.flush().await.unwrap();
            }
            if pace == Pace::Now || self.on_the_way() > AHEAD {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
        }
        client.flush().await.unwrap();
    }
}

async fn publish(nats: &Nats, others: u64, pace: Pace) {
    let all = Arc::new(Heard { listeners: others, ..Heard::default() });
    let mut listening = Vec::new();
    for _ in 0..others {
        let client = nats::async_nats::connect(nats.address()).await.unwrap();
        let heard = client.subscribe("gruntle.room.limits.*").await.unwrap();
        client.flush().await.unwrap();
        listening.push((tokio::spawn(all.clone().listen(heard)), client));
    }
    let mut clients = Vec::new();
    for _ in 0..NODES {
        clients.push(nats::async_nats::connect(nats.address()).await.unwrap());
    }
    let (before, begun) = (nats.processor(), Instant::now());
    let sending: Vec<_> = clients
        .into_iter()
        .enumerate()
        .map(|(room, client)| tokio::spawn(all.clone().publish(client, room, pace, begun + MEASURED)))
        .collect();
    for one in sending {
        one.await.unwrap();
    }
    while all.on_the_way() > 0 {
        assert!(begun.elapsed() < MEASURED + PATIENCE, "not all was heard");
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    let (time, taken) = (begun.elapsed(), nats.processor().saturating_sub(before));
    let sent = all.sent.load(Ordering::Relaxed);
    let how = if pace == Pace::Now { "one" } else { "many" };
    println!(
        "{others:>8}  {how:>9}  {:>10.0}  {:>14.1} µs",
        sent as f64 / time.as_secs_f64(),
        each(taken, sent)
    );
    listening.iter().for_each(|(task, _)| task.abort());
}

/// Answers every request.
async fn answer(client: Client, mut asked: Subscriber) {
    let payload = vec![b'y'; ANSWERED];
    while let Some(message) = asked.next().await {
        if let Some(reply) = message.reply {
            client.publish(reply, payload.clone().into()).await.unwrap();
        }
    }
}

async fn ask_until(client: Client, until: Instant) -> Vec<Duration> {
    let mut waits = Vec::new();
    while Instant::now() < until {
        let begun = Instant::now();
        let answer = client.request("gruntle.node.limits.ask", vec![b'x'; ASKED].into()).await.unwrap();
        assert_eq!(answer.payload.len(), ANSWERED);
        waits.push(begun.elapsed());
    }
    waits
}

async fn ask(nats: &Nats, at_a_time: usize) {
    let owner = nats::async_nats::connect(nats.address()).await.unwrap();
    let asked = owner.subscribe("gruntle.node.limits.ask").await.unwrap();
    owner.flush().await.unwrap();
    let answering = tokio::spawn(answer(owner, asked));
    let client = nats::async_nats::connect(nats.address()).await.unwrap();
    let (before, begun) = (nats.processor(), Instant::now());
    let asking: Vec<_> =
        (0..at_a_time).map(|_| tokio::spawn(ask_until(client.clone(), begun + MEASURED))).collect();
    let mut waits = Vec::new();
    for one in asking {
        waits.extend(one.await.unwrap());
    }
    let (time, taken) = (begun.elapsed(), nats.processor().saturating_sub(before));
    answering.abort();
    waits.sort_unstable();
    println!(
        "{at_a_time:>9}  {:>11.0}  {:>15.1} µs  {:>17.2} ms",
        waits.len() as f64 / time.as_secs_f64(),
        each(taken, waits.len() as u64),
        waits[waits.len() / 2].as_secs_f64() * 1e3
    );
}
