//! Routes for operators: health, readiness, metrics.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

use super::Site;
use crate::store::Health;
use crate::telemetry;

#[cfg_attr(test, utoipa::path(get, path = "/healthz", tag = "server", summary = "Whether the server can do its work.",
    responses((status = 200, content_type = "text/plain", body = String),
        (status = 503, content_type = "text/plain", body = String))))]
pub(super) async fn healthz(State(site): State<Site>) -> Response {
    let why = match site.rooms.store().health().await {
        Health::Well => return "ok\n".into_response(),
        Health::Unwritable => "what happens at the tables cannot be written: is the disk full?\n",
        Health::Away => "the database cannot be reached: is it running?\n",
    };
    (StatusCode::SERVICE_UNAVAILABLE, why).into_response()
}

#[cfg_attr(test, utoipa::path(get, path = "/readyz", tag = "server",
    summary = "Whether visitors should be sent here: if /healthz says so, and, of one of many nodes, if it can reach the others.",
    responses((status = 200, content_type = "text/plain", body = String),
        (status = 503, content_type = "text/plain", body = String))))]
pub(super) async fn readyz(site: State<Site>) -> Response {
    if site.rooms.cluster().is_some_and(|cluster| !cluster.is_ready()) {
        let why = "this node is not part of the cluster at the moment: can it reach the database and NATS?\n";
        return (StatusCode::SERVICE_UNAVAILABLE, why).into_response();
    }
    healthz(site).await
}

#[cfg_attr(test, utoipa::path(get, path = "/livez", tag = "server",
    summary = "Whether the server answers at all. It says nothing of the database: one that is away comes back without a restart.",
    responses((status = 200, content_type = "text/plain", body = String))))]
pub(super) async fn livez() -> &'static str {
    "ok\n"
}

/// Numbers for Prometheus.
pub(super) async fn metrics() -> String {
    telemetry::render()
}
