//! HTTP: addresses, and what stands behind them. Every page is also there for programs, as data.

pub(crate) mod address;
mod after;
mod answer;
mod api;
mod connections;
mod events;
mod fields;
mod finished;
mod guard;
mod hosts;
mod ops;
mod site;
mod tables;
mod visitor;

use std::net::IpAddr;
use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};
use metrics_exporter_prometheus::PrometheusHandle;
use tokio::net::TcpListener;

use crate::house::House;
use connections::{LARGEST_BODY, PerAddress, Places};
use finished::FinishedGames;
use guard::Guard;

pub use address::{AddressRange, NoAddressRange};
pub use hosts::{HostName, NoHostName};

/// Who may ask for what, and how often.
#[derive(Debug, Clone, Default)]
pub struct Access {
    /// How many requests a second one address may make, and whether its connections are counted; 0 is no limit.
    pub limit: u32,
    /// How visitors reach the site.
    pub https: Https,
    /// Proxies that say where a request came from.
    pub trusted_proxies: Vec<AddressRange>,
    /// Names of the site, besides loopback names and the address at which it listens.
    pub hosts: Vec<HostName>,
}

/// What every answer may need.
#[derive(Clone)]
pub(crate) struct Site {
    house: House,
    guard: Arc<Guard>,
    finished: Arc<FinishedGames>,
    https: Https,
}

impl Site {
    /// A site that is reached at this address.
    pub(crate) fn new(house: House, bound: IpAddr, access: &Access) -> Self {
        let guard = Arc::new(Guard::new(bound, access));
        Self { house, guard, finished: Arc::new(FinishedGames::new()), https: access.https }
    }

    /// Forgets visitors who have long been quiet.
    pub(crate) fn tidy(&self) {
        self.guard.tidy();
    }

    fn places(&self) -> Places {
        Places::new(match self.guard.counts_connections() {
            Some(proxies) => PerAddress::Counted(proxies),
            None => PerAddress::Uncounted,
        })
    }
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

/// All addresses.
pub(crate) fn router(site: Site) -> Router {
    let guard = site.guard.clone();
    Router::new()
        .route("/", get(site::home))
        .route("/join", get(site::join))
        .route("/keys", post(tables::issue_key))
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
        .fallback(site::nowhere)
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .layer(from_fn_with_state(guard, guard::guard))
        .with_state(site)
}

/// Answers until told to stop, then lets everybody finish.
pub(crate) async fn serve(listener: TcpListener, site: Site, stop: impl Future<Output = ()>) {
    let places = site.places();
    connections::serve(listener, router(site), places, stop).await;
}

/// Answers whoever reads the numbers of the server, at an address of their own, until told to stop.
pub(crate) async fn serve_metrics(
    listener: TcpListener,
    metrics: PrometheusHandle,
    (bound, access): (IpAddr, &Access),
    stop: impl Future<Output = ()>,
) {
    let guard = Arc::new(Guard::new(bound, access));
    let router = Router::new()
        .route("/metrics", get(ops::metrics))
        .with_state(metrics)
        .layer(from_fn_with_state(guard, guard::guard));
    connections::serve(listener, router, Places::new(PerAddress::Uncounted), stop).await;
}
