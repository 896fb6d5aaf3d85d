//! Pieces of work over NATS: a coordinator puts them on a JetStream work queue, workers take, do and acknowledge them.
//! What comes of a run is the same as on one machine; who did which piece, and how often, does not show in it. Bots of
//! nodes think with the same workers, which look at finished games again, too; both by request and reply.
#![cfg(feature = "nats")]

mod connection;
mod coordinator;
mod crowd;
mod message;
mod notice;
mod queue;
mod reviewer;
mod thinker;
mod worker;

pub use coordinator::Remote;
pub use notice::{Hear, Notice, Peer, Present};
pub use worker::{Worker, work};

use nats::ClusterError;
