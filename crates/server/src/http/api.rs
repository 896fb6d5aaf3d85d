//! The same addresses for programs, described by OpenAPI.

use axum::response::Response;
use pages::shell::Place;
use serde_json::{Value, json};

use super::answer;

/// The description as a document for programs.
pub(super) async fn document() -> Response {
    answer::data(description())
}
/// A page that says where it is.
pub(super) async fn page() -> Response {
    answer::html("For programs", maud::html! {}, Place::Elsewhere)
}
fn description() -> Value { json!({}) }
