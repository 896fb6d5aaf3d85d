//! Connections: accepted within limits, and served by hyper. What most clients send most of the time is served by
//! `lean`, which takes a twentieth of the memory; it hands everything else on, byte for byte. Without its line here and
//! its folder hyper serves everything.

mod date;
mod deadline;
mod full;
mod lean;
mod limits;
mod rewind;

#[cfg(test)]
mod tests;

use std::time::Duration;

use axum::Router;
use bytes::Bytes;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

use super::address::Peer;
use crate::task::{Boxed, spawn};
#[cfg(test)]
pub(crate) use limits::MOST_PER_ADDRESS;
pub(crate) use limits::{ConnectionLimits, PerAddress};

/// The largest body that is read.
pub(crate) const LARGEST_BODY: usize = 16 * 1024;
/// Time-out of a request's head.
const HEAD_WITHIN: Duration = Duration::from_secs(15);

/// A connection with everything for answering on it.
struct Connection {
    socket: TcpStream,
    peer: Peer,
    router: Router,
    /// Unanswered bytes that were read from the socket.
    read: Option<Box<Bytes>>,
    /// Changes when the server stops.
    closed: watch::Receiver<()>,
    _permit: limits::Permit,
}

/// How a connection is served. A method of that name that [`Connection`] has itself comes first.
trait Run {
    /// Serves a connection to its end. It lies in a box, so that handing it on leaves no empty place behind.
    fn run(self: Box<Self>) -> impl Future<Output = ()> + Send;
}

/// Serves these routes until told to stop, then lets open answers finish.
pub(crate) async fn serve(listener: TcpListener, router: Router, limits: ConnectionLimits, mut stop: Boxed) {
    let (closing, closed) = watch::channel(());
    loop {
        let (socket, peer) = tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    // Too many open files, or the like: other connections may still close.
                    tracing::warn!(%error, "a connection was not accepted");
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    continue;
                }
            },
            () = &mut stop => break,
        };
        let Some(_permit) = limits.take(peer.ip()) else { continue };
        let _ = socket.set_nodelay(true);
        let (router, closed) = (router.clone(), closed.clone());
        let connection = Connection { socket, peer: Peer(peer), router, read: None, closed, _permit };
        spawn(Box::new(connection).run());
    }
    drop(closing);
    drop(listener);
    let _ = tokio::time::timeout(full::GRACE, limits.all_closed()).await;
}
