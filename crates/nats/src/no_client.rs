//! NATS in a program that was built without it. Nothing of it can be made, so nothing of it is ever done.

use std::convert::Infallible;
use std::fmt;
use std::path::Path;
use std::time::Duration;

use crate::ClusterError;
use crate::link::{Caller, Link, NoReply};
use crate::secret::{Secret, Trust};

/// An address of NATS, which this program has no use for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Address(Infallible);

impl Address {
    /// Says which program could read it.
    pub fn read(_: &str) -> Result<Self, ClusterError> {
        Err(ClusterError(
            "this gruntle was built without NATS, which many nodes and workers talk over; build one with it: cargo build --release --features full"
                .to_owned(),
        ))
    }

    /// Unreachable: no value of this type exists.
    pub fn never(&self) -> ! {
        match self.0 {}
    }

    /// The same address.
    pub fn vouched_for_by(self, _: Option<&Path>) -> Result<Self, ClusterError> {
        match self.0 {}
    }
}

impl fmt::Display for Address {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {}
    }
}

/// A connection to NATS.
#[derive(Clone)]
pub struct Client(Infallible);

/// A message that was received.
pub struct Message {
    /// Its text.
    pub payload: Vec<u8>,
    /// Where its sender waits for a reply.
    pub reply: Option<String>,
    /// Whether NATS says by it that nobody heard what was asked.
    pub is_unheard: bool,
}

/// Messages on a subject.
pub struct Subscription(Infallible);

impl Client {
    /// Whether NATS can be reached now.
    #[must_use]
    pub fn is_connected(&self) -> bool {
        match self.0 {}
    }

    /// Sends a message to all subscribers.
    pub async fn publish(&self, _: String, _: Vec<u8>) -> Result<(), ClusterError> {
        match self.0 {}
    }

    /// Sends a request and waits for its reply.
    pub async fn request(&self, _: String, _: Vec<u8>, _: Duration) -> Result<Vec<u8>, NoReply> {
        match self.0 {}
    }

    /// Sends a request that has many replies.
    pub async fn request_many(&self, _: String, _: Vec<u8>) -> Result<Subscription, ClusterError> {
        match self.0 {}
    }

    /// Listens to a subject.
    pub async fn subscribe(&self, _: String) -> Result<Subscription, ClusterError> {
        match self.0 {}
    }

    /// Waits until all that was sent is on its way.
    pub async fn flush(&self) -> Result<(), ClusterError> {
        match self.0 {}
    }
}

impl Subscription {
    /// The next message; nothing when no more can come.
    pub async fn next(&mut self) -> Option<Message> {
        match self.0 {}
    }

    /// Ends the subscription.
    pub async fn drain(&mut self) {
        match self.0 {}
    }
}

/// Connects: there is no address to which that could be tried.
pub async fn connect(
    address: &Address,
    _: &Secret,
    _: Trust,
    _: Caller<'_>,
    _: impl Fn(Link) + Send + Sync + 'static,
) -> Result<Client, ClusterError> {
    match address.0 {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_address_is_refused_with_the_command_that_builds_a_program_for_it() {
        let refused = Address::read("nats://127.0.0.1:4222").unwrap_err().0;
        assert!(refused.ends_with("cargo build --release --features full"), "{refused}");
    }
}
