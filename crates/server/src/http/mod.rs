//! HTTP: addresses, and what stands behind them. Every page is also there for programs, as data.

mod after;
mod answer;
mod api;
mod events;
mod fields;
mod guard;
mod lean;
mod ops;
mod site;
mod tables;
mod visitor;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::{get, post};
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use metrics_exporter_prometheus::PrometheusHandle;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tower_service::Service as _;

use crate::house::House;
use guard::Limits;

/// The largest body that is read.
const LARGEST_BODY: usize = 16 * 1024;
/// The most connections at a time.
const MOST_CONNECTIONS: usize = 20_000;
/// How long a client may take to send the head of a request.
const HEAD_WITHIN: Duration = Duration::from_secs(15);
/// How long connections may finish what they are about when the server stops.
const GRACE: Duration = Duration::from_secs(3);

/// What every answer may need.
#[derive(Clone)]
pub(crate) struct Site {
    pub(crate) house: House,
    pub(crate) limits: Arc<Limits>,
    pub(crate) metrics: Option<PrometheusHandle>,
    /// Whether visitors come over HTTPS, through a proxy.
    pub(crate) https: Https,
}

/// How visitors reach us.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Https {
    /// Directly, over HTTP.
    #[default]
    No,
    /// Through a proxy that speaks HTTPS: cookies are for HTTPS alone.
    ByProxy,
}

/// The limits for so many requests a second from one address.
pub(crate) fn limits(a_second: u32) -> Limits {
    Limits::new(a_second)
}

/// All addresses.
pub(crate) fn router(site: Site) -> Router {
    let limited = site.limits.clone();
    Router::new()
        .route("/", get(site::home))
        .route("/join", get(site::join))
        .route("/tables", post(tables::open))
        .route("/play/{game}", post(tables::play))
        .route("/watch/{game}", post(tables::watch))
        .route("/t/{code}", get(tables::look))
        .route("/t/{code}/events", get(events::events))
        .route("/t/{code}/replay", get(after::replay))
        .route("/t/{code}/record", get(after::record))
        .route("/t/{code}/continue", post(after::go_on))
        .route("/t/{code}/rematch", post(after::rematch))
        .route("/t/{code}/handover", post(tables::handover))
        .route("/t/{code}/seat/{link}", get(tables::seat_link).post(tables::take_seat))
        .route("/t/{code}/{deed}", post(tables::act))
        .route("/rules", get(site::rules))
        .route("/rules/{book}", get(site::book))
        .route("/rules/{book}/reference", get(site::reference))
        .route("/rules/clause/{id}", get(site::clause))
        .route("/cards", get(site::cards))
        .route("/cards/{set}", get(site::cards_of))
        .route("/networks", get(site::networks))
        .route("/assets/{name}", get(site::asset))
        .route("/favicon.ico", get(site::icon))
        .route("/robots.txt", get(site::robots))
        .route("/api", get(api::page))
        .route("/api.json", get(api::document))
        .route("/healthz", get(ops::healthz))
        .route("/metrics", get(ops::metrics))
        .fallback(site::nowhere)
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .layer(from_fn(guard::same_origin))
        .layer(from_fn_with_state(limited, guard::limit))
        .layer(from_fn(guard::headers))
        .with_state(site)
}

/// Answers until told to stop, then lets everybody finish.
pub(crate) async fn serve(listener: TcpListener, site: Site, stop: impl Future<Output = ()>) {
    let router = router(site.clone());
    let places = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    let (closing, closed) = tokio::sync::watch::channel(());
    tokio::pin!(stop);
    loop {
        let (stream, from) = tokio::select! {
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
        let Ok(place) = places.clone().try_acquire_owned() else { continue };
        let _ = stream.set_nodelay(true);
        let router = router.clone();
        let mut closed = closed.clone();
        let site = site.clone();
        tokio::spawn(async move {
            let _place = place;
            let Some(stream) = lean::serve(stream, &site, from, &mut closed).await else { return };
            drop(site);
            // The request carries where it came from; a layer for it would copy every route for every connection.
            let service = service_fn(move |mut request: hyper::Request<hyper::body::Incoming>| {
                request.extensions_mut().insert(Peer(from));
                router.clone().call(request)
            });
            let mut builder = hyper::server::conn::http1::Builder::new();
            builder
                .timer(TokioTimer::new())
                .header_read_timeout(HEAD_WITHIN)
                .max_buf_size(LARGEST_BODY + 16 * 1024);
            let connection = builder.serve_connection(TokioIo::new(stream), service);
            tokio::pin!(connection);
            tokio::select! {
                _ = &mut connection => {}
                _ = closed.changed() => {
                    connection.as_mut().graceful_shutdown();
                    let _ = tokio::time::timeout(GRACE, connection).await;
                }
            }
        });
    }
    drop(closing);
    let all = u32::try_from(MOST_CONNECTIONS).unwrap_or(u32::MAX);
    let _ = tokio::time::timeout(GRACE, places.acquire_many(all)).await;
}

/// Where a request came from.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Peer(pub(crate) SocketAddr);
