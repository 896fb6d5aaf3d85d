//! The same addresses for programs: described once, as OpenAPI and as a page.

use axum::response::Response;
use maud::{Markup, html};
use pages::shell::Place;
use serde_json::{Map, Value, json};

use super::answer;

/// Something a program can ask for.
struct Operation {
    method: &'static str,
    path: &'static str,
    says: &'static str,
    /// Fields of the body or of the query: name, kind, what it is. Needed ones first, marked with `!`.
    fields: &'static [(&'static str, &'static str)],
    /// What comes back.
    gives: &'static str,
}

const VERSION: (&str, &str) = ("version!", "the change you answer: the last one you were told of");
const SEAT: (&str, &str) = ("seat", "for which of your seats, A to F, if you hold several");

/// All of them.
const OPERATIONS: &[Operation] = &[
    Operation {
        method: "post",
        path: "/tables",
        says: "Opens a table. Without a key you are given one, once: send it as 'Authorization: Bearer KEY' from then on.",
        fields: &[
            ("game!", "spammers or spam-o-rama"),
            ("seats", "2 to 6"),
            ("name", "yours, at most 24 letters"),
            (
                "seat-b",
                "who sits there: person, hotseat, intern, peddler, operator or kingpin; the same for seat-c to seat-f",
            ),
            ("variant", "SPAMMERS: standard or demonstration"),
            ("deck", "SPAMMERS: standard or starter"),
            ("network", "Spam-O-Rama: ring, corners, long, strip or generated"),
            ("memory", "Spam-O-Rama: on or off"),
            ("wait", "seconds of a reaction window, 0 to 30; 0 asks one seat after the other"),
            ("clock", "none, relaxed or brisk"),
            ("pace", "milliseconds before a bot answers, 0 to 5000"),
            ("public", "yes lists the table"),
        ],
        gives: "{code, path, key}",
    },
    Operation {
        method: "post",
        path: "/play/{game}",
        says: "A game against two bots at once.",
        fields: &[],
        gives: "{code, path, key}",
    },
    Operation {
        method: "get",
        path: "/t/{code}",
        says: "The lobby, or the table as your seat sees it: what you are asked, every choice in notation, the view, what you heard. Without a key, what a bystander sees.",
        fields: &[SEAT],
        gives: "{version, asks, clause, choices: [{action, says}], barred, view, heard, window, over, …}",
    },
    Operation {
        method: "get",
        path: "/t/{code}/events",
        says: "Server-sent events. Each 'change' has the number of the change as its id; 'Last-Event-ID' or 'since' resumes. 'reload' says that the page is another one now: ask for it again.",
        fields: &[
            ("as", "json for data; else regions of the page"),
            ("since", "the last change you know"),
            SEAT,
        ],
        gives: "text/event-stream",
    },
    Operation {
        method: "post",
        path: "/t/{code}/act",
        says: "Acts. 200: it is written and done. 202: it is written and counts when the reaction window closes. 409: the table has moved on, nothing was done. 422: the rules forbid it; the clause says why.",
        fields: &[VERSION, ("action!", "in notation, one of the choices"), SEAT],
        gives: "{version}",
    },
    Operation {
        method: "post",
        path: "/t/{code}/back",
        says: "Takes your last action back, if nothing was revealed and no other person has acted since.",
        fields: &[VERSION, SEAT],
        gives: "{version}",
    },
    Operation {
        method: "post",
        path: "/t/{code}/sit",
        says: "Sits down in the lobby.",
        fields: &[("seat", "where; else where there is room"), ("name", "yours")],
        gives: "{version, key}",
    },
    Operation {
        method: "post",
        path: "/t/{code}/stand",
        says: "Stands up again.",
        fields: &[SEAT],
        gives: "{version}",
    },
    Operation {
        method: "post",
        path: "/t/{code}/ready",
        says: "Is ready, or not.",
        fields: &[("ready", "no takes it back"), SEAT],
        gives: "{version}",
    },
    Operation {
        method: "post",
        path: "/t/{code}/spam",
        says: "R2.7: how much spam you got today.",
        fields: &[("spam!", "a whole number"), SEAT],
        gives: "{version}",
    },
    Operation {
        method: "post",
        path: "/t/{code}/fill",
        says: "Puts a bot on a free seat; for whoever opened the table.",
        fields: &[("seat!", "which"), ("level!", "intern, peddler, operator or kingpin")],
        gives: "{version}",
    },
    Operation {
        method: "post",
        path: "/t/{code}/open",
        says: "Takes the bot off again.",
        fields: &[("seat!", "which")],
        gives: "{version}",
    },
    Operation {
        method: "post",
        path: "/t/{code}/kick",
        says: "Frees a seat.",
        fields: &[("seat!", "which")],
        gives: "{version}",
    },
    Operation {
        method: "post",
        path: "/t/{code}/start",
        says: "Starts the game.",
        fields: &[],
        gives: "{version}",
    },
    Operation {
        method: "post",
        path: "/t/{code}/react",
        says: "What happens for you in reaction windows.",
        fields: &[(
            "react!",
            "ask: asked, and passed at the end; pass: passed at once, whatever you hold; hold: waited for",
        )],
        gives: "{version}",
    },
    Operation {
        method: "post",
        path: "/t/{code}/leave",
        says: "Leaves; a bot stands in.",
        fields: &[SEAT],
        gives: "{version}",
    },
    Operation {
        method: "post",
        path: "/t/{code}/return",
        says: "Comes back.",
        fields: &[SEAT],
        gives: "{version}",
    },
    Operation {
        method: "post",
        path: "/t/{code}/resign",
        says: "Gives up for good; a bot plays on.",
        fields: &[SEAT],
        gives: "{version}",
    },
    Operation {
        method: "post",
        path: "/t/{code}/chat",
        says: "Says one of the quick lines.",
        fields: &[("line!", "its number, from 0"), SEAT],
        gives: "{version}",
    },
    Operation {
        method: "post",
        path: "/t/{code}/handover",
        says: "A link that gives your seat to another device, once.",
        fields: &[SEAT],
        gives: "{link}",
    },
    Operation {
        method: "get",
        path: "/t/{code}/replay",
        says: "A moment of a finished game from any seat.",
        fields: &[("at", "after which input"), ("as", "a seat, or bystander")],
        gives: "the same as the table",
    },
    Operation {
        method: "get",
        path: "/t/{code}/record",
        says: "The record of a finished game, as plain text.",
        fields: &[],
        gives: "text/plain",
    },
    Operation {
        method: "post",
        path: "/t/{code}/continue",
        says: "A new game from a moment of a finished one, against bots.",
        fields: &[("at!", "after which input"), ("seat!", "yours")],
        gives: "{code, path, key}",
    },
    Operation {
        method: "post",
        path: "/t/{code}/rematch",
        says: "The same table again, with the same seats.",
        fields: &[],
        gives: "{code, path}",
    },
];

/// The description as a document for programs.
pub(super) async fn document() -> Response {
    answer::data(description())
}

fn description() -> Value {
    let mut paths = Map::new();
    for operation in OPERATIONS {
        let at = paths.entry(operation.path).or_insert_with(|| json!({}));
        at[operation.method] = describe(operation);
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Gruntle",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Every page is also there as data: ask with 'Accept: application/json'. A key opens your seats; send it as a bearer token. Bodies are JSON objects or forms.",
        },
        "components": {
            "securitySchemes": { "key": { "type": "http", "scheme": "bearer" } },
            "schemas": { "Problem": {
                "type": "object",
                "required": ["problem", "sentence"],
                "properties": {
                    "problem": { "type": "string", "enum": ["wrong", "forbidden", "missing", "stale", "not-now", "refused", "gone", "too-much", "broken"] },
                    "sentence": { "type": "string" },
                    "clause": { "type": ["string", "null"] },
                },
            } },
        },
        "paths": paths,
    })
}

fn describe(operation: &Operation) -> Value {
    let placeholders = operation.path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
    let mut parameters: Vec<Value> = placeholders
        .map(|name| json!({ "name": name, "in": "path", "required": true, "schema": { "type": "string" } }))
        .collect();
    let field = |(name, says): &(&'static str, &'static str)| {
        let needed = name.ends_with('!');
        (name.trim_end_matches('!'), *says, needed)
    };
    let fields: Vec<(&str, &str, bool)> = operation.fields.iter().map(field).collect();
    let mut described = json!({ "summary": operation.says });
    if operation.method == "get" {
        parameters.extend(fields.iter().map(|(name, says, needed)| {
            json!({ "name": name, "in": "query", "required": needed, "description": says, "schema": { "type": "string" } })
        }));
    } else if !fields.is_empty() {
        let properties: Map<String, Value> = fields
            .iter()
            .map(|(name, says, _)| {
                ((*name).to_owned(), json!({ "type": ["string", "number"], "description": says }))
            })
            .collect();
        let needed: Vec<&str> =
            fields.iter().filter(|(.., needed)| *needed).map(|(name, ..)| *name).collect();
        let schema = json!({ "type": "object", "properties": properties, "required": needed });
        described["requestBody"] = json!({ "content": {
            "application/json": { "schema": schema },
            "application/x-www-form-urlencoded": { "schema": schema },
        } });
    }
    described["parameters"] = Value::from(parameters);
    let problem = json!({ "$ref": "#/components/schemas/Problem" });
    described["responses"] = json!({
        "200": { "description": operation.gives },
        "default": { "description": "what is wrong, and what would be right", "content": { "application/json": { "schema": problem } } },
    });
    described
}

/// The same for people who write programs.
pub(super) async fn page() -> Response {
    answer::html("For programs", drawn(), Place::Elsewhere)
}

fn drawn() -> Markup {
    html! {
        section.window {
            h1.bar.dressed { span { "For programs" } }
            div.inside {
                p { "Every page is also there as data: ask with " code { "Accept: application/json" } ". Bodies are JSON objects or forms. Opening a table or sitting down gives you a key; send it as " code { "Authorization: Bearer KEY" } ". " a href="/api.json" { "The same as OpenAPI." } }
                @for operation in OPERATIONS {
                    h2 { code { (operation.method.to_uppercase()) " " (operation.path) } }
                    p { (operation.says) }
                    @if !operation.fields.is_empty() {
                        dl.facts {
                            @for (name, says) in operation.fields {
                                div { dt { code { (name.trim_end_matches('!')) } @if name.ends_with('!') { " (needed)" } } dd { (says) } }
                            }
                        }
                    }
                    p.dim { "Gives " code { (operation.gives) } }
                }
            }
        }
    }
}
