//! The work queue, as a client of NATS sees it.

use std::time::Duration;

use futures_util::{StreamExt, TryStreamExt};
use nats::async_nats::jetstream::consumer::PullConsumer;
use nats::async_nats::jetstream::stream::{self, RetentionPolicy};
use nats::async_nats::jetstream::{self, AckKind, Context};
use tokio::runtime::Runtime;

use crate::nats::{Nats, until};

const STREAM: &str = "GRUNTLE_LAB";
/// How long something may take before it is looked whether it is there.
const A_WHILE: Duration = Duration::from_millis(500);

/// The queue of a NATS.
pub(super) struct Queue {
    runtime: Runtime,
    context: Context,
}

impl Queue {
    pub(super) fn of(nats: &Nats) -> Self {
        let runtime = Runtime::new().unwrap();
        let context = runtime
            .block_on(async { jetstream::new(nats::async_nats::connect(nats.address()).await.unwrap()) });
        Self { runtime, context }
    }

    /// How often a worker has taken a piece.
    pub(super) fn taken(&self) -> u64 {
        self.runtime.block_on(async {
            let Ok(stream) = self.context.get_stream(STREAM).await else { return 0 };
            let consumers: Vec<_> = stream.consumers().try_collect().await.unwrap();
            consumers.iter().map(|consumer| consumer.delivered.consumer_sequence).sum()
        })
    }

    /// Takes a piece as a worker does, and gives it back; how often it was taken so far.
    fn give_back(&self) -> Option<i64> {
        self.runtime.block_on(async {
            let stream = self.context.get_stream(STREAM).await.unwrap();
            let names: Vec<String> = stream.consumer_names().try_collect().await.unwrap();
            let [name] = &names[..] else { panic!("workers that play the same: {names:?}") };
            let consumer: PullConsumer = stream.get_consumer(name).await.unwrap();
            let mut pieces = consumer.batch().max_messages(1).expires(A_WHILE).messages().await.unwrap();
            let piece = pieces.next().await?.unwrap();
            piece.ack_with(AckKind::Nak(None)).await.unwrap();
            Some(piece.info().unwrap().delivered)
        })
    }

    /// Takes the piece that lies there so often, and never does it.
    pub(super) fn wear_out(&self, times: i64) {
        until("a piece that comes again and again", || self.give_back() == Some(times));
    }

    /// Makes a queue that hands out what it gets and never says that it has it.
    pub(super) fn make_silent(&self) {
        let silent = stream::Config {
            name: STREAM.to_owned(),
            subjects: vec!["gruntle.lab.piece.>".to_owned()],
            retention: RetentionPolicy::WorkQueue,
            no_ack: true,
            ..stream::Config::default()
        };
        self.runtime.block_on(self.context.create_stream(silent)).unwrap();
    }
}
