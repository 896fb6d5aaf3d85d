//! For whoever runs the server.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use metrics_exporter_prometheus::PrometheusHandle;

use super::Site;

#[utoipa::path(get, path = "/healthz", tag = "server", summary = "Whether the server can do its work.",
    responses((status = 200, content_type = "text/plain", body = String),
        (status = 503, content_type = "text/plain", body = String)))]
pub(super) async fn healthz(State(site): State<Site>) -> Response {
    if site.rooms.store().is_well().await {
        "ok\n".into_response()
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, "what happens at the tables cannot be written: is the disk full?\n")
            .into_response()
    }
}

/// Numbers for Prometheus.
pub(super) async fn metrics(State(metrics): State<PrometheusHandle>) -> String {
    metrics.render()
}
