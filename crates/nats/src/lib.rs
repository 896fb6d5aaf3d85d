//! NATS: its address, credentials, and a connection to a trusted server. The meaning of messages is not known here.
//! Without the feature `client` the same names stand for a NATS that cannot be reached: an address is refused with the
//! command that builds a gruntle with it, so no other value of these types exists.

#[cfg(feature = "client")]
mod address;
#[cfg(feature = "client")]
mod client;
#[cfg(feature = "client")]
mod connection;
mod link;
#[cfg(not(feature = "client"))]
mod no_client;
mod secret;
mod subject;

#[cfg(feature = "client")]
pub use address::Address;
/// The client library itself, for work queues and tests, which need more of NATS than [`Client`] has.
#[cfg(feature = "client")]
pub use async_nats;
#[cfg(feature = "client")]
pub use client::{Client, Message, Subscription};
#[cfg(feature = "client")]
pub use connection::connect;
pub use link::{Caller, INBOX, Link, NoReply};
#[cfg(not(feature = "client"))]
pub use no_client::{Address, Client, Message, Subscription, connect};
pub use secret::{Secret, Trust};
pub use subject::{WORKERS, reviews, thoughts};

use thiserror::Error;

/// An error that keeps nodes or workers from talking over NATS.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct ClusterError(pub String);
