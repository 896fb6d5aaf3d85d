//! HTTP: addresses, and what stands behind them. Every page is also there for programs, as data.

mod after;
mod answer;
mod api;
mod connections;
mod events;
mod fields;
mod guard;
mod ops;
mod site;
mod tables;
mod visitor;

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};
use metrics_exporter_prometheus::PrometheusHandle;
use tokio::net::TcpListener;

use crate::house::House;
use guard::Limits;

/// The largest body that is read.
const LARGEST_BODY: usize = 16 * 1024;

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
        .layer(from_fn_with_state(limited, guard::guard))
        .with_state(site)
}

/// Answers until told to stop, then lets everybody finish.
pub(crate) async fn serve(listener: TcpListener, site: Site, stop: impl Future<Output = ()>) {
    connections::serve(listener, router(site), stop).await;
}

/// Where a request came from.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Peer(pub(crate) SocketAddr);
