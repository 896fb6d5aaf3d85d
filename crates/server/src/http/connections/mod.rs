//! Connections. Most are idle nearly all the time, so most are served lean; who is unusual gets a full HTTP connection.

mod head;
mod lean;
mod reply;
mod unread;

#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tower_service::Service as _;

use super::{LARGEST_BODY, Peer};
use lean::Left;
use unread::Unread;

/// The most connections at a time.
const MOST_CONNECTIONS: usize = 20_000;
/// How long a client may take to send the head of a request.
const HEAD_WITHIN: Duration = Duration::from_secs(15);
/// How long connections may finish what they are about when the server stops.
const GRACE: Duration = Duration::from_secs(3);

/// A connection and what it takes to answer on it.
struct Line {
    to: TcpStream,
    from: Peer,
    router: Router,
    /// Changes when the server stops.
    closed: watch::Receiver<()>,
    /// Its place among the most that there may be.
    _place: OwnedSemaphorePermit,
}

/// Answers through these routes until told to stop, then lets everybody finish.
pub(super) async fn serve(listener: TcpListener, router: Router, stop: impl Future<Output = ()>) {
    let places = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    let (closing, closed) = watch::channel(());
    tokio::pin!(stop);
    loop {
        let (to, from) = tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    // Too many open files, or the like: others may still close theirs.
                    tracing::warn!(%error, "a connection was not accepted");
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    continue;
                }
            },
            () = &mut stop => break,
        };
        let Ok(_place) = places.clone().try_acquire_owned() else { continue };
        let _ = to.set_nodelay(true);
        let mut line = Line { to, from: Peer(from), router: router.clone(), closed: closed.clone(), _place };
        tokio::spawn(async move {
            match lean::serve(&mut line).await {
                Left::Over => {}
                // In a box, because it is several times as large as all that a lean connection needs.
                Left::Unusual(read) => Box::pin(full(line, read)).await,
                Left::Endless(body, Some(socket)) => Box::pin(lean::listen(line, body, socket)).await,
                Left::Endless(body, None) => Box::pin(lean::tell(line, body)).await,
            }
        });
    }
    drop(closing);
    drop(listener);
    let all = u32::try_from(MOST_CONNECTIONS).unwrap_or(u32::MAX);
    let _ = tokio::time::timeout(GRACE, places.acquire_many(all)).await;
}

/// Serves a connection, from which this much was read already, with everything that HTTP knows.
async fn full(line: Line, read: bytes::Bytes) {
    let Line { to, from, router, mut closed, _place } = line;
    // The request carries where it came from; a layer for it would copy every route for every connection.
    let service = service_fn(move |mut request: hyper::Request<hyper::body::Incoming>| {
        request.extensions_mut().insert(from);
        router.clone().call(request)
    });
    let mut builder = hyper::server::conn::http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(HEAD_WITHIN).max_buf_size(LARGEST_BODY + 16 * 1024);
    let connection = builder.serve_connection(TokioIo::new(Unread::new(read, to)), service);
    tokio::pin!(connection);
    tokio::select! {
        _ = &mut connection => {}
        _ = closed.changed() => {
            connection.as_mut().graceful_shutdown();
            let _ = tokio::time::timeout(GRACE, connection).await;
        }
    }
}
