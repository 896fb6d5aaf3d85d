//! The client: messages, requests and subscriptions, as nodes need them.

use std::fmt;
use std::time::Duration;

use async_nats::client::RequestErrorKind;
use async_nats::connection::State;
use async_nats::{Request, StatusCode};
use bytes::Bytes;
use futures_util::StreamExt as _;
use tokio::time::timeout;

use crate::ClusterError;
use crate::link::NoReply;

/// A connection to NATS. Copies share it.
#[derive(Debug, Clone)]
pub struct Client(async_nats::Client);

/// A message that was received.
pub struct Message {
    /// Its text.
    pub payload: Bytes,
    /// Where its sender waits for a reply.
    pub reply: Option<String>,
    /// Whether NATS says by it that nobody heard what was asked.
    pub is_unheard: bool,
}

/// Messages on a subject.
pub struct Subscription(async_nats::Subscriber);

fn failed(wrong: impl fmt::Display) -> ClusterError {
    ClusterError(wrong.to_string())
}

impl Client {
    pub(crate) const fn new(client: async_nats::Client) -> Self {
        Self(client)
    }

    /// The library's own client.
    #[must_use]
    pub const fn library(&self) -> &async_nats::Client {
        &self.0
    }

    /// Whether NATS can be reached now.
    #[must_use]
    pub fn is_connected(&self) -> bool {
        self.0.connection_state() == State::Connected
    }

    /// Sends a message to all subscribers.
    pub async fn publish(&self, subject: String, payload: Vec<u8>) -> Result<(), ClusterError> {
        self.0.publish(subject, payload.into()).await.map_err(failed)
    }

    /// Sends a request and waits for its reply, no longer than this, even while the connection is away.
    pub async fn request(
        &self,
        subject: String,
        payload: Vec<u8>,
        patience: Duration,
    ) -> Result<Bytes, NoReply> {
        let request = Request::new().payload(payload.into()).timeout(Some(patience));
        match timeout(patience, self.0.send_request(subject, request)).await {
            Ok(Ok(message)) => Ok(message.payload),
            Ok(Err(wrong)) if wrong.kind() == RequestErrorKind::NoResponders => Err(NoReply::Nobody),
            Ok(Err(_)) | Err(_) => Err(NoReply::Silence),
        }
    }

    /// Sends a request that has many replies.
    pub async fn request_many(
        &self,
        subject: String,
        payload: Vec<u8>,
    ) -> Result<Subscription, ClusterError> {
        let inbox = self.0.new_inbox();
        let replies = self.0.subscribe(inbox.clone()).await.map_err(failed)?;
        self.0.publish_with_reply(subject, inbox, payload.into()).await.map_err(failed)?;
        Ok(Subscription(replies))
    }

    /// Listens to a subject.
    pub async fn subscribe(&self, subject: String) -> Result<Subscription, ClusterError> {
        self.0.subscribe(subject).await.map(Subscription).map_err(failed)
    }

    /// Waits until all that was sent is on its way.
    pub async fn flush(&self) -> Result<(), ClusterError> {
        self.0.flush().await.map_err(failed)
    }
}

impl Subscription {
    /// The next message; nothing when no more can come.
    pub async fn next(&mut self) -> Option<Message> {
        let message = self.0.next().await?;
        Some(Message {
            payload: message.payload,
            reply: message.reply.map(|reply| reply.to_string()),
            is_unheard: message.status == Some(StatusCode::NO_RESPONDERS),
        })
    }

    /// Ends the subscription; messages that are on their way still come.
    pub async fn drain(&mut self) {
        let _ = self.0.drain().await;
    }
}
