//! Finished games of nodes are looked at again here, one at a time: a node sends a record, hears how far it is, and in
//! the end what was found.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bytes::Bytes;
use futures_util::StreamExt;
use games::game_of;
use nats::async_nats::{Client, Subject, Subscriber};
use review::{ReviewAnswer, ReviewJob, reviewing_record};
use table::Record;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc, watch};
use tokio::task::JoinSet;

use crate::message::{read, written};

/// Reviews one game after the other, until it is time to leave; answers "busy" meanwhile.
pub(crate) async fn review(client: Client, mut heard: Subscriber, mut leaving: watch::Receiver<bool>) {
    let place = Arc::new(Semaphore::new(1));
    let mut at_work = JoinSet::new();
    while !*leaving.borrow() {
        let message = tokio::select! {
            message = heard.next() => message,
            Some(_) = at_work.join_next() => continue,
            _ = leaving.changed() => continue,
        };
        let Some(message) = message else { break };
        let Some(reply) = message.reply else { continue };
        match place.clone().try_acquire_owned() {
            Ok(place) => {
                at_work.spawn(look(client.clone(), reply, message.payload, leaving.clone(), place));
            }
            Err(_) => say(&client, &reply, &ReviewAnswer::Busy).await,
        }
    }
    let _ = heard.unsubscribe().await;
    while at_work.join_next().await.is_some() {}
}

async fn say(client: &Client, to: &Subject, answer: &ReviewAnswer) {
    // A node without an answer reviews the game itself.
    let _ = client.publish(to.clone(), written(answer)).await;
}

/// Reviews a game, and reports its progress. The place is free before the last report.
async fn look(
    client: Client,
    reply: Subject,
    job: Bytes,
    mut leaving: watch::Receiver<bool>,
    place: OwnedSemaphorePermit,
) {
    let (tells, mut told) = mpsc::channel(16);
    let stop = Arc::new(AtomicBool::new(false));
    let stopped = stop.clone();
    let looking = tokio::task::spawn_blocking(move || {
        let tell = |answer| stopped.load(Ordering::Relaxed) || tells.blocking_send(answer).is_err();
        let found = catch_unwind(AssertUnwindSafe(|| found(&job, tell)));
        let found = found.unwrap_or_else(|_| Err("whoever looked at it came to a bad end".to_owned()));
        found.unwrap_or_else(|wrong| Some(ReviewAnswer::Refused(wrong)))
    });
    loop {
        let answer = tokio::select! {
            answer = told.recv() => answer,
            _ = leaving.changed() => {
                stop.store(true, Ordering::Relaxed);
                say(&client, &reply, &ReviewAnswer::Busy).await;
                return;
            }
        };
        match answer {
            Some(answer) => say(&client, &reply, &answer).await,
            None => break,
        }
    }
    let last = looking.await;
    drop(place);
    if let Ok(Some(last)) = last {
        say(&client, &reply, &last).await;
    }
}

/// The review; `None` if the node has lost interest, as `tell` says when it gets the progress.
fn found(job: &[u8], tell: impl Fn(ReviewAnswer) -> bool) -> Result<Option<ReviewAnswer>, String> {
    if job.len() > ReviewJob::LONGEST {
        return Err(format!(
            "a game of {} bytes is too long; it has at most {}",
            job.len(),
            ReviewJob::LONGEST
        ));
    }
    let job: ReviewJob = read(job).ok_or("what is to be looked at cannot be read")?;
    let record = Record::read(&job.record).map_err(|fault| format!("the record cannot be read: {fault}"))?;
    let game = game_of(record.header(), None).map_err(|wrong| wrong.to_string())?;
    let mut reviewer = reviewing_record(&record, &game, job.depth)
        .map_err(|fault| format!("the record does not hold: {fault}"))?;
    while reviewer.step().is_some() {
        if tell(ReviewAnswer::Looked(reviewer.done(), reviewer.of_all())) {
            return Ok(None);
        }
    }
    Ok(Some(ReviewAnswer::Found(Box::new(reviewer.finish()))))
}
