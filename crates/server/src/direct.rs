//! Bodies that write to a socket themselves. Events are rare and listeners are many, so the sender of an event writes
//! it to the listeners' sockets at once, and wakes no task for it. A connection may take them so, or read them as any
//! other body.
#![allow(dead_code, reason = "it is for connections to choose; those by hyper read")]

use std::sync::Arc;
use std::task::{Context, Poll};

use tokio::net::TcpStream;

/// A body that can be given the socket it goes out on, instead of being asked for one frame after the other.
pub(crate) trait DirectBody: Send + Sync {
    /// From now on everything is written to this socket, what waits first.
    fn attach(&self, socket: Arc<TcpStream>);
    /// Ready when something waits that the socket did not take at once; `None` when nothing more will come.
    fn poll_waits(&self, context: &mut Context<'_>) -> Poll<Option<()>>;
    /// Writes what waits; says whether it went out.
    fn poll_send(&self, context: &mut Context<'_>) -> Poll<bool>;
}

/// Such a body, as an extension of the response that it is the body of.
#[derive(Clone)]
pub(crate) struct Direct(pub(crate) Arc<dyn DirectBody>);
