//! Thinking for nodes: a node sends a seat's view, and gets the bot's action. The worker keeps nothing, and knows
//! nothing else.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use futures_util::StreamExt;
use games::{Thought, ThoughtAnswer};
use nats::async_nats::{Client, Message, Subscriber};
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinSet;

/// Jobs in hand for each thread; beyond them the answer is "busy".
const IN_HAND: usize = 2;

/// Does thinking jobs, so many at once, until it is time to leave; unfinished ones are then given back.
pub(crate) async fn think(
    client: Client,
    mut heard: Subscriber,
    threads: usize,
    mut leaving: watch::Receiver<bool>,
) {
    let threads = threads.max(1);
    let at_once = Arc::new(Semaphore::new(threads));
    let places = Arc::new(Semaphore::new(threads * IN_HAND));
    let mut in_hand = JoinSet::new();
    while !*leaving.borrow() {
        let message = tokio::select! {
            message = heard.next() => message,
            Some(_) = in_hand.join_next() => continue,
            _ = leaving.changed() => continue,
        };
        let Some(message) = message else { break };
        let Ok(place) = places.clone().try_acquire_owned() else {
            answer(&client, &message, &ThoughtAnswer::Busy).await;
            continue;
        };
        let (client, at_once, mut leaving) = (client.clone(), at_once.clone(), leaving.clone());
        in_hand.spawn(async move {
            let thought = tokio::select! {
                thought = thought(&message, &at_once) => thought,
                _ = leaving.changed() => ThoughtAnswer::Busy,
            };
            // The place is free before the answer goes out.
            drop(place);
            answer(&client, &message, &thought).await;
        });
    }
    let _ = heard.unsubscribe().await;
    while in_hand.join_next().await.is_some() {}
}

async fn answer(client: &Client, message: &Message, answer: &ThoughtAnswer) {
    if let Some(reply) = message.reply.clone() {
        // A node without an answer thinks itself.
        let _ = client.publish(reply, answer.written().into()).await;
    }
}

/// Thinks, when it is its turn.
async fn thought(message: &Message, at_once: &Semaphore) -> ThoughtAnswer {
    let Ok(_one_of_few) = at_once.acquire().await else { return ThoughtAnswer::Busy };
    let text = message.payload.clone();
    let thinking = tokio::task::spawn_blocking(move || {
        let think = || Thought::read(&text).map(|thought| thought.think());
        match catch_unwind(AssertUnwindSafe(think)) {
            Ok(Ok(action)) => ThoughtAnswer::Does(action),
            Ok(Err(wrong)) => ThoughtAnswer::Refused(wrong.to_string()),
            Err(_) => ThoughtAnswer::Refused("the bot that thought it came to a bad end".to_owned()),
        }
    });
    thinking.await.unwrap_or(ThoughtAnswer::Busy)
}
