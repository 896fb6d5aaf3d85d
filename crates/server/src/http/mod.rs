//! HTTP: routes and handlers. Every page is also there for programs, as data.

pub(crate) mod address;
mod after;
mod answer;
mod api;
mod commands;
mod compression;
mod connections;
mod deals;
mod events;
mod form;
mod guard;
mod hosts;
mod learn;
mod opened;
mod ops;
mod puzzles;
mod requests;
mod review;
mod routes;
mod seat;
mod site;
mod tables;
mod views;
mod visitor;

use std::net::IpAddr;
use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use axum::routing::get;
use games::Collection;
use tokio::net::TcpListener;

use crate::reviews::Reviews;
use crate::rooms::{FinishedGames, Rooms};
use crate::task::Boxed;
use connections::{ConnectionLimits, LARGEST_BODY, PerAddress};
use guard::Guard;

pub use address::{AddressRange, NoAddressRange};
pub use hosts::{HostName, NoHostName};

/// Access: rate limits, host names, proxies.
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

/// Shared state of all routes.
#[derive(Clone)]
pub(crate) struct Site {
    rooms: Rooms,
    guard: Arc<Guard>,
    finished: Arc<FinishedGames>,
    reviews: Reviews,
    https: Https,
    /// The card sets and networks that visitors choose from.
    collection: Arc<Collection>,
}

impl Site {
    /// A site that is reached at this address.
    pub(crate) fn new(rooms: Rooms, bound: IpAddr, access: &Access) -> Self {
        let guard = Arc::new(Guard::new(bound, access));
        let finished = Arc::new(FinishedGames::new());
        let reviews = Reviews::new(rooms.clone(), finished.clone());
        let collection = Arc::default();
        Self { rooms, guard, finished, reviews, https: access.https, collection }
    }

    /// The same with these card sets and networks.
    pub(crate) fn with(self, collection: &Collection) -> Self {
        Self { collection: Arc::new(collection.clone()), ..self }
    }

    /// Forgets visitors who have long been quiet.
    pub(crate) fn tidy(&self) {
        self.guard.tidy();
    }

    fn limits(&self) -> ConnectionLimits {
        ConnectionLimits::new(match self.guard.counts_connections() {
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

/// Answers at all addresses.
pub(crate) fn router(site: Site) -> Router {
    let guard = site.guard.clone();
    routes::opening()
        .route_layer(from_fn_with_state(guard.clone(), guard::opens))
        .merge(routes::other())
        .fallback(site::nowhere)
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .layer(from_fn_with_state(guard, guard::guard))
        .with_state(site)
}

/// Answers until told to stop, then lets everybody finish.
pub(crate) async fn serve(listener: TcpListener, site: Site, stop: Boxed) {
    let limits = site.limits();
    connections::serve(listener, router(site), limits, stop).await;
}

/// Serves the metrics, at an address of their own, until told to stop.
pub(crate) async fn serve_metrics(listener: TcpListener, (bound, access): (IpAddr, &Access), stop: Boxed) {
    let guard = Arc::new(Guard::new(bound, access));
    let router =
        Router::new().route("/metrics", get(ops::metrics)).layer(from_fn_with_state(guard, guard::guard));
    connections::serve(listener, router, ConnectionLimits::new(PerAddress::Uncounted), stop).await;
}
