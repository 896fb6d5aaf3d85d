//! The description of the API, out of the types of routes: as OpenAPI and as a page.

use std::sync::LazyLock;

use axum::response::Response;
use maud::{Markup, html};
use pages::shell::Place;
use serde_json::Value;

use super::answer;

#[cfg_attr(test, utoipa::path(get, path = "/api.json", tag = "server", summary = "This description.",
    responses((status = 200, body = Value))))]
pub(super) async fn document() -> Response {
    answer::public_data(description())
}

/// The description of every route, which a test makes of the routes and types themselves.
pub(super) fn description() -> &'static Value {
    static DESCRIPTION: LazyLock<Value> =
        LazyLock::new(|| serde_json::from_str(include_str!("api.json")).unwrap_or_default());
    &DESCRIPTION
}

#[cfg_attr(test, utoipa::path(get, path = "/api", tag = "pages", summary = "This description, for people who write programs.",
    responses((status = 200, content_type = "text/html", body = String))))]
pub(super) async fn page() -> Response {
    answer::html("For programs", drawn(description()), Place::Elsewhere)
}

/// The schema that this one refers to, or itself.
fn resolved<'a>(all: &'a Value, schema: &'a Value) -> &'a Value {
    let name = schema["$ref"].as_str().and_then(|reference| reference.rsplit('/').next());
    name.map_or(schema, |name| &all["components"]["schemas"][name])
}

/// A field of an answer or a request: its name, whether it is required, its description.
type Field<'a> = (&'a str, bool, &'a str);

fn fields<'a>(all: &'a Value, operation: &'a Value) -> Vec<Field<'a>> {
    let text = |value: &'a Value| value.as_str().unwrap_or_default();
    let query = operation["parameters"].as_array().into_iter().flatten().filter(|one| one["in"] == "query");
    let query = query.map(|one| (text(&one["name"]), one["required"] == true, text(&one["description"])));
    let body = resolved(all, &operation["requestBody"]["content"]["application/json"]["schema"]);
    let needed =
        |name: &str| body["required"].as_array().is_some_and(|all| all.iter().any(|one| one == name));
    let properties = body["properties"].as_object().into_iter().flatten();
    let body = properties.map(|(name, schema)| (name.as_str(), needed(name), text(&schema["description"])));
    query.chain(body).collect()
}

/// The result of an operation, in a word or by its fields.
fn gives(all: &Value, operation: &Value) -> String {
    let responses = operation["responses"].as_object().into_iter().flatten();
    let Some((_, good)) = responses.into_iter().find(|(status, _)| status.starts_with('2')) else {
        return String::new();
    };
    let Some((kind, content)) = good["content"].as_object().and_then(|content| content.iter().next()) else {
        return String::new();
    };
    if kind != "application/json" {
        return kind.clone();
    }
    let schema = resolved(all, &content["schema"]);
    let one_of = schema["oneOf"].as_array().and_then(|all| all.last()).unwrap_or(schema);
    let names: Vec<&str> = resolved(all, one_of)["properties"]
        .as_object()
        .into_iter()
        .flatten()
        .map(|(name, _)| name.as_str())
        .collect();
    format!("{{{}}}", names.join(", "))
}

fn drawn(all: &Value) -> Markup {
    let paths = all["paths"].as_object().into_iter().flatten();
    let operations = paths.flat_map(|(path, operations)| {
        operations.as_object().into_iter().flatten().map(move |(method, operation)| (method, path, operation))
    });
    let for_programs = operations.filter(|(.., operation)| operation["tags"][0] != "pages");
    html! {
        section.window {
            h1.bar.dressed { span { "For programs" } }
            div.inside {
                p { "Every page is also there as data: ask with " code { "Accept: application/json" } ". Bodies are JSON objects or forms. Opening a table or sitting down gives you a key; send it as " code { "Authorization: Bearer KEY" } ". " a href="/api.json" { "The same as OpenAPI." } }
                @for (method, path, operation) in for_programs {
                    @let fields = fields(all, operation);
                    h2 { code { (method.to_uppercase()) " " (path) } }
                    p { (operation["summary"].as_str().unwrap_or_default()) }
                    @if !fields.is_empty() {
                        dl.facts {
                            @for (name, needed, says) in fields {
                                div { dt { code { (name) } @if needed { " (needed)" } } dd { (says) } }
                            }
                        }
                    }
                    p.dim { "Gives " code { (gives(all, operation)) } }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use utoipa_axum::router::OpenApiRouter;

    use super::super::{Site, routes, views};
    use super::*;

    const ABOUT: &str = "Every page is also there as data: ask with 'Accept: application/json'. A key opens your seats; send it as a bearer token. Bodies are JSON objects or forms.";

    /// The OpenAPI description made of routes and types.
    fn described() -> Value {
        let handlers = routes::opening_described().into_iter().chain(routes::other_described());
        let router =
            handlers.fold(OpenApiRouter::<Site>::new(), |router, (.., handler)| router.routes(handler));
        let mut all = serde_json::to_value(router.into_openapi()).unwrap();
        all["openapi"] = "3.1.0".into();
        all["info"] =
            json!({ "title": "Gruntle", "version": env!("CARGO_PKG_VERSION"), "description": ABOUT });
        all["components"]["securitySchemes"] = json!({ "key": { "type": "http", "scheme": "bearer" } });
        let problem = <views::Problem<'_> as utoipa::PartialSchema>::schema();
        all["components"]["schemas"]["Problem"] = serde_json::to_value(problem).unwrap();
        for (path, operations) in all["paths"].as_object_mut().unwrap() {
            for operation in operations.as_object_mut().unwrap().values_mut() {
                complete(path, operation);
            }
        }
        all
    }

    /// Adds to an operation the parameters in its address, the form that it takes beside JSON, and how it refuses.
    fn complete(path: &str, operation: &mut Value) {
        let placeholders = path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
        let mut parameters: Vec<Value> = placeholders
            .map(|name| json!({ "name": name, "in": "path", "required": true, "schema": { "type": "string" } }))
            .collect();
        let asked = operation["parameters"].take();
        parameters.extend(asked.as_array().into_iter().flatten().filter(|one| one["in"] == "query").cloned());
        operation["parameters"] = parameters.into();
        let body = operation["requestBody"]["content"]["application/json"].clone();
        if body.is_object() {
            operation["requestBody"]["content"]["application/x-www-form-urlencoded"] = body;
            operation["requestBody"]["required"] = false.into();
        } else if let Some(operation) = operation.as_object_mut() {
            operation.remove("requestBody");
        }
        operation["responses"]["default"] = json!({
            "description": "what is wrong, and what would be right",
            "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Problem" } } },
        });
    }

    #[test]
    fn the_description_is_what_routes_and_types_say() {
        let text = format!("{:#}\n", described());
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/http/api.json");
        if std::env::var_os("GRUNTLE_DESCRIBE").is_some() {
            std::fs::write(path, &text).unwrap();
        }
        let kept = std::fs::read_to_string(path).unwrap();
        assert!(
            kept == text,
            "write it anew: GRUNTLE_DESCRIBE=1 cargo test -p server --lib the_description_is"
        );
    }

    #[test]
    fn handlers_stand_where_they_say() {
        for (method, path, handler) in
            routes::opening_described().into_iter().chain(routes::other_described())
        {
            let said =
                serde_json::to_value(OpenApiRouter::<Site>::new().routes(handler).into_openapi()).unwrap();
            assert!(said["paths"][path][method].is_object(), "{method} {path}: {}", said["paths"]);
        }
    }

    /// The stable interface: every operation with its fields, needed ones marked. Lines may be added.
    const PROMISED: &str = include_str!("api_promised.txt");

    #[test]
    fn nothing_that_was_described_is_gone() {
        let all = description();
        for line in PROMISED.lines() {
            let mut words = line.split(' ');
            let (method, path) = (words.next().unwrap(), words.next().unwrap());
            let operation = &all["paths"][path][method];
            assert!(operation["summary"].is_string(), "{line}: {operation}");
            let described = fields(all, operation);
            for word in words {
                let (name, needed) = word.strip_suffix('!').map_or((word, false), |name| (name, true));
                let found = described.iter().find(|(one, ..)| *one == name);
                assert!(
                    found.is_some_and(|(_, is, says)| *is == needed && !says.is_empty()),
                    "{line}: {found:?}"
                );
            }
        }
    }

    #[test]
    fn every_schema_that_is_named_is_there() {
        let all = description();
        let text = all.to_string();
        for reference in text.split("\"#/components/schemas/").skip(1) {
            let name = reference.split('"').next().unwrap();
            assert!(all["components"]["schemas"][name].is_object(), "{name}");
        }
    }
}
