//! Bodies that write to a socket themselves. Events are rare and listeners are many, so the sender of an event writes
//! it to the listeners' sockets at once, and wakes no task for it. A connection may take them so, or read them as any
//! other body.
#![allow(dead_code, reason = "it is for connections to choose; those by hyper read")]

use std::sync::Arc;
use std::task::{Context, Poll};

use tokio::net::TcpStream;

/// A body that takes the socket and writes to it, instead of being polled for frames.
pub(crate) trait DirectBody: Send + Sync {
    /// Writes to this socket from now on, queued bytes first.
    fn attach(&self, socket: Arc<TcpStream>);
    /// Ready when bytes are queued that the socket did not take at once; `None` at the end.
    fn poll_waits(&self, context: &mut Context<'_>) -> Poll<Option<()>>;
    /// Writes queued bytes; says whether they went out.
    fn poll_send(&self, context: &mut Context<'_>) -> Poll<bool>;
}

/// Such a body, as an extension of its response.
#[derive(Clone)]
pub(crate) struct Direct(pub(crate) Arc<dyn DirectBody>);
