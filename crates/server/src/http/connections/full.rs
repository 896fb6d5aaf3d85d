//! Full HTTP/1 connections, by hyper.

use std::convert::Infallible;
use std::time::{Duration, SystemTime};

use axum::Router;
use axum::http::HeaderValue;
use axum::http::header::DATE;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::watch;
use tower_service::Service as _;

use super::date::{has_http_date, http_date};
use super::deadline::WriteDeadline;
use super::rewind::Rewind;
use super::{Connection, HEAD_WITHIN, LARGEST_BODY, Peer, Run};

/// Grace period of connections when the server stops.
pub(super) const GRACE: Duration = Duration::from_secs(3);

impl Run for Connection {
    async fn run(self: Box<Self>) {
        let Connection { socket, peer, router, read, closed, _permit } = *self;
        serve(Rewind::new(read.map(|read| *read).unwrap_or_default(), socket), peer, router, closed).await;
    }
}

/// Serves one connection in full.
pub(super) async fn serve(
    io: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    peer: Peer,
    router: Router,
    mut closed: watch::Receiver<()>,
) {
    // The request carries where it came from; a layer for it would copy every route for every connection.
    let service = service_fn(move |mut request: hyper::Request<hyper::body::Incoming>| {
        request.extensions_mut().insert(peer);
        let mut router = router.clone();
        async move {
            let Ok(mut answer) = router.call(request).await;
            if let Ok(date) = HeaderValue::from_str(&http_date(SystemTime::now()).to_string()) {
                answer.headers_mut().insert(DATE, date);
            }
            Ok::<_, Infallible>(answer)
        }
    });
    let mut builder = hyper::server::conn::http1::Builder::new();
    builder
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_WITHIN)
        .max_buf_size(LARGEST_BODY + 16 * 1024)
        // For what hyper refuses by itself. Before 1970 and after 9999 it would panic.
        .auto_date_header(has_http_date(SystemTime::now()));
    let served = builder.serve_connection(TokioIo::new(WriteDeadline::new(io)), service);
    tokio::pin!(served);
    tokio::select! {
        _ = &mut served => {}
        _ = closed.changed() => {
            served.as_mut().graceful_shutdown();
            let _ = tokio::time::timeout(GRACE, served).await;
        }
    }
}
