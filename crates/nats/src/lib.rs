//! NATS, as all who use it find it: its address, what lets us in, and a connection to one that may be trusted. What is said
//! over it is not known here.

mod address;
mod connection;
mod subject;

pub use address::{Address, Secret, Trust};
pub use connection::{Caller, INBOX, Link, connect};
pub use subject::{WORKERS, reviews, thoughts};

use thiserror::Error;

/// Why those who would talk over NATS cannot come together.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct ClusterError(pub String);
