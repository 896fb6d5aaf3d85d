//! The work queue: one stream for all runs, one consumer for all workers that play the same.

use std::time::Duration;

use nats::ClusterError;
use nats::async_nats::jetstream::consumer::pull::Config as ConsumerConfig;
use nats::async_nats::jetstream::consumer::{AckPolicy, PullConsumer};
use nats::async_nats::jetstream::context::GetStreamErrorKind;
use nats::async_nats::jetstream::stream::{Config as StreamConfig, RetentionPolicy, StorageType, Stream};
use nats::async_nats::jetstream::{self, Context, ErrorCode};

const STREAM: &str = "GRUNTLE_LAB";
/// After so long without a word a worker is taken for dead, and its piece is given out again.
pub(crate) const ACK_WAIT: Duration = Duration::from_secs(5);
/// A day later nobody asks for a piece any more.
const MAX_AGE: Duration = Duration::from_secs(24 * 60 * 60);
/// The most pieces that lie there, of all runs together.
const MOST_PIECES: i64 = 1_000_000;
/// The most pieces in hand.
const MOST_IN_HAND: i64 = 100_000;
/// How long the queue may take to answer.
pub(crate) const PATIENCE: Duration = Duration::from_secs(3);

/// Where the pieces of a run lie, each under its number.
pub(crate) fn piece_subject(fingerprint: &str, run: &str, piece: &str) -> String {
    format!("gruntle.lab.piece.{fingerprint}.{run}.{piece}")
}

/// The queues of a connection.
pub(crate) fn context(client: &nats::async_nats::Client) -> Context {
    let mut context = jetstream::new(client.clone());
    context.set_timeout(PATIENCE);
    context
}

/// Whether NATS keeps pieces of work, and lets us have them.
pub(crate) async fn is_kept(
    client: &nats::async_nats::Client,
    context: &Context,
) -> Result<bool, ClusterError> {
    if !client.server_info().jetstream {
        return Ok(false);
    }
    let Err(wrong) = context.get_stream(STREAM).await else { return Ok(true) };
    match wrong.kind() {
        GetStreamErrorKind::JetStream(of) if of.error_code() == ErrorCode::STREAM_NOT_FOUND => Ok(true),
        GetStreamErrorKind::JetStream(of)
            if of.error_code() == ErrorCode::JETSTREAM_NOT_ENABLED_FOR_ACCOUNT =>
        {
            Ok(false)
        }
        GetStreamErrorKind::JetStream(_)
        | GetStreamErrorKind::EmptyName
        | GetStreamErrorKind::InvalidStreamName
        | GetStreamErrorKind::Request => Err(ClusterError(format!("cannot ask for the work queue: {wrong}"))),
    }
}

/// The stream, made if it is not there.
pub(crate) async fn stream(context: &Context) -> Result<Stream, nats::async_nats::Error> {
    let config = StreamConfig {
        name: STREAM.to_owned(),
        subjects: vec!["gruntle.lab.piece.>".to_owned()],
        retention: RetentionPolicy::WorkQueue,
        storage: StorageType::File,
        max_age: MAX_AGE,
        max_messages: MOST_PIECES,
        max_message_size: 4096,
        num_replicas: 1,
        ..StreamConfig::default()
    };
    Ok(context.get_or_create_stream(config).await?)
}

/// The consumer that hands pieces to workers with this fingerprint, made if it is not there.
pub(crate) async fn consumer(
    context: &Context,
    fingerprint: &str,
) -> Result<PullConsumer, nats::async_nats::Error> {
    let name = format!("lab-{fingerprint}");
    let config = ConsumerConfig {
        durable_name: Some(name.clone()),
        filter_subject: piece_subject(fingerprint, "*", "*"),
        ack_policy: AckPolicy::Explicit,
        ack_wait: ACK_WAIT,
        max_ack_pending: MOST_IN_HAND,
        max_waiting: 1 << 14,
        inactive_threshold: MAX_AGE,
        ..ConsumerConfig::default()
    };
    Ok(stream(context).await?.get_or_create_consumer(&name, config).await?)
}
