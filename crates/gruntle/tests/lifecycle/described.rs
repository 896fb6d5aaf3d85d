//! The description of the API is true: every route is asked for once, and answers as `/api.json` says.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::started;
use driver::dice::Dice;
use driver::player::{is_asked, until};
use driver::{Answer, Client, Events};

struct Description {
    all: Value,
    /// Operations that have been asked for.
    asked: BTreeSet<(String, String)>,
}

impl Description {
    fn resolved<'a>(&'a self, schema: &'a Value) -> &'a Value {
        let name = schema["$ref"].as_str().and_then(|reference| reference.rsplit('/').next());
        name.map_or(schema, |name| &self.all["components"]["schemas"][name])
    }

    /// Whether a value is one of this schema, as far as keys and kinds go.
    fn fits(&self, value: &Value, schema: &Value) -> Result<(), String> {
        let schema = self.resolved(schema);
        if let Some(several) = schema["oneOf"].as_array() {
            let wrong: Vec<String> = several.iter().filter_map(|one| self.fits(value, one).err()).collect();
            return if wrong.len() < several.len() { Ok(()) } else { Err(wrong.join("; or ")) };
        }
        let kind = match value {
            Value::Null => "null",
            Value::Bool(_) => "boolean",
            // Whole numbers may be given as such where any number may be.
            Value::Number(number) if number.is_f64() || schema["type"] == "number" => "number",
            Value::Number(_) => "integer",
            Value::String(_) => "string",
            Value::Array(_) => "array",
            Value::Object(_) => "object",
        };
        let kinds = &schema["type"];
        let is_kind = kinds.is_null()
            || kinds == kind
            || kinds.as_array().is_some_and(|all| all.contains(&kind.into()));
        if !is_kind {
            return Err(format!("{value} is no {kinds}"));
        }
        for one in value.as_array().into_iter().flatten() {
            self.fits(one, &schema["items"])?;
        }
        let (Some(object), Some(properties)) = (value.as_object(), schema["properties"].as_object()) else {
            return Ok(());
        };
        for (name, value) in object {
            let property = properties.get(name).ok_or_else(|| format!("'{name}' is not described"))?;
            self.fits(value, property).map_err(|wrong| format!("{name}: {wrong}"))?;
        }
        for name in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            if !object.contains_key(name) {
                return Err(format!("'{name}' is missing"));
            }
        }
        Ok(())
    }

    /// The answer is one that is described.
    fn check(&mut self, method: &str, path: &str, answer: &Answer) {
        let operation = &self.all["paths"][path][method];
        assert!(operation.is_object(), "{method} {path} is not described");
        let response = &operation["responses"][answer.status.to_string()];
        assert!(response.is_object(), "{method} {path}: {answer:?}");
        let kind = answer.header("content-type").unwrap_or_default().split(';').next().unwrap();
        if let Some(content) = response["content"].as_object() {
            let described =
                content.get(kind).unwrap_or_else(|| panic!("{method} {path}: {kind}: {answer:?}"));
            if kind == "application/json" {
                let fits = self.fits(&answer.json(), &described["schema"]);
                assert_eq!(fits, Ok(()), "{method} {path}: {answer:?}");
            }
        }
        self.asked.insert((method.to_owned(), path.to_owned()));
    }

    fn check_refusal(&mut self, method: &str, path: &str, answer: &Answer) {
        let refused = &self.all["paths"][path][method]["responses"]["default"]["content"]["application/json"];
        assert!(answer.status >= 400 && refused.is_object(), "{method} {path}: {answer:?}");
        assert_eq!(self.fits(&answer.json(), &refused["schema"]), Ok(()), "{answer:?}");
        self.asked.insert((method.to_owned(), path.to_owned()));
    }

    async fn get(&mut self, client: &mut Client, route: &str, path: &str, accept: &str) -> Answer {
        let answer = client.get(path, accept).await.unwrap();
        self.check("get", route, &answer);
        answer
    }

    async fn post(&mut self, client: &mut Client, route: &str, path: &str, body: Value) -> Answer {
        let answer = client.post(path, &body).await.unwrap();
        self.check("post", route, &answer);
        answer
    }

    /// Does something at a table.
    async fn does(&mut self, client: &mut Client, table: &str, command: &str, body: Value) -> Answer {
        self.post(client, &format!("/t/{{code}}/{command}"), &format!("{table}/{command}"), body).await
    }
}

#[tokio::test]
async fn every_route_is_described_and_answers_as_it_says() {
    let table = started("described");
    let [mut ann, mut bea, mut cy] = [(); 3].map(|()| Client::new(table.at));
    let all = ann.get("/api.json", "application/json").await.unwrap().json();
    let mut api = Description { all, asked: BTreeSet::new() };
    let (json_, html) = ("application/json", "text/html");
    for page in ["/", "/rules", "/cards", "/networks", "/api"] {
        api.get(&mut ann, page, page, html).await;
    }
    for (route, page) in [
        ("/rules/{book}", "/rules/spammers"),
        ("/rules/{book}/reference", "/rules/spam-o-rama/reference"),
        ("/rules/clause/{id}", "/rules/clause/S4.7"),
        ("/cards/{set}", "/cards/standard"),
        ("/cards/{set}/{card}", "/cards/standard-2/router-tap"),
        ("/assets/{name}", "/assets/site.css"),
        ("/favicon.ico", "/favicon.ico"),
        ("/robots.txt", "/robots.txt"),
        ("/healthz", "/healthz"),
        ("/readyz", "/readyz"),
        ("/livez", "/livez"),
        ("/join", "/join?code=abcd2345"),
    ] {
        api.get(&mut ann, route, page, html).await;
    }
    api.get(&mut ann, "/api.json", "/api.json", json_).await;
    api.get(&mut ann, "/rules/{book}/glossary", "/rules/spammers/glossary", json_).await;
    api.get(&mut ann, "/puzzles", "/puzzles", json_).await;
    let puzzle = api.get(&mut ann, "/puzzles/{game}/{number}", "/puzzles/spammers/1", json_).await.json();
    assert!(
        puzzle["offered"].as_array().unwrap().len() > 1 && !puzzle.to_string().contains("chance"),
        "{puzzle}"
    );
    let body = json!({ "action": puzzle["offered"][0] });
    api.post(&mut ann, "/puzzles/{game}/{number}/act", "/puzzles/spammers/1/act", body).await;
    for (number, action) in [("1", "dance"), ("9999", "draw action"), ("0", "draw action")] {
        let path = format!("/puzzles/spammers/{number}/act");
        let refused = ann.post(&path, &json!({ "action": action })).await.unwrap();
        api.check_refusal("post", "/puzzles/{game}/{number}/act", &refused);
    }
    api.post(&mut ann, "/puzzles/{game}/{number}/play", "/puzzles/spam-o-rama/1/play", json!({})).await;
    api.get(&mut ann, "/learn/{game}", "/learn/spammers?at=1", json_).await;
    for game in ["spammers", "spam-o-rama"] {
        let path = format!("/learn/{game}/play");
        api.post(&mut ann, "/learn/{game}/play", &path, json!({ "version": 3 })).await;
        let refused = ann.post(&path, &json!({ "version": 999 })).await.unwrap();
        api.check_refusal("post", "/learn/{game}/play", &refused);
    }
    for action in [json!(null), json!("take hearts"), json!("take clubs")] {
        let body = if action.is_null() {
            json!({ "version": 1 })
        } else {
            json!({ "version": 1, "action": action })
        };
        api.post(&mut ann, "/learn/{game}/act", "/learn/spam-o-rama/act", body).await;
    }
    for (game, at) in [("spammers", 99), ("chess", 0), ("spammers", 13)] {
        let refused = ann.post(&format!("/learn/{game}/act"), &json!({ "version": at })).await.unwrap();
        api.check_refusal("post", "/learn/{game}/act", &refused);
    }
    api.post(&mut ann, "/keys", "/keys", json!({})).await;
    let among_bots = api.post(&mut cy, "/play/{game}", "/play/spammers", json!({})).await.json();
    cy.key = among_bots["key"].as_str().map(str::to_owned).or(cy.key);
    let among_bots = among_bots["path"].as_str().unwrap();
    until(&mut cy, among_bots, is_asked).await;
    api.does(&mut cy, among_bots, "coach", json!({ "seat": "A" })).await;
    cy.key = None;
    api.post(&mut cy, "/watch/{game}", "/watch/spam-o-rama", json!({})).await;
    let options = json!({ "game": "spam-o-rama", "seats": 3, "wait": 0, "pace": 0, "name": "Ann" });
    let opened = api.post(&mut ann, "/tables", "/tables", options).await.json();
    let path = opened["path"].as_str().unwrap();
    api.get(&mut ann, "/t/{code}", path, json_).await;
    api.get(&mut cy, "/t/{code}/picture.png", &format!("{path}/picture.png"), "image/png").await;
    api.does(&mut bea, path, "sit", json!({ "name": "Bea" })).await;
    api.does(&mut bea, path, "stand", json!({})).await;
    api.does(&mut bea, path, "sit", json!({ "seat": "B" })).await;
    api.does(&mut bea, path, "ready", json!({})).await;
    api.does(&mut bea, path, "spam", json!({ "spam": 3 })).await;
    api.does(&mut ann, path, "fill", json!({ "seat": "C", "level": "intern" })).await;
    api.does(&mut ann, path, "open", json!({ "seat": "C" })).await;
    api.does(&mut ann, path, "fill", json!({ "seat": "C", "level": "intern" })).await;
    api.does(&mut ann, path, "kick", json!({ "seat": "C" })).await;
    api.does(&mut ann, path, "fill", json!({ "seat": "C", "level": "intern" })).await;
    api.does(&mut ann, path, "start", json!({})).await;
    let heard = Events::open(table.at, &format!("{path}/events?as=json"), ann.key.as_deref()).await.unwrap();
    let head = Answer { status: 200, head: heard.head.clone(), body: String::new() };
    api.check("get", "/t/{code}/events", &head);
    drop(heard);
    // A few actions, each taken back if that is possible.
    let mut luck = Dice::new(3);
    let mut acted = 0;
    while acted < 8 {
        for one in [&mut ann, &mut bea] {
            let seen = one.look(path).await.unwrap();
            if !is_asked(&seen) {
                continue;
            }
            let action = luck.pick(seen["choices"].as_array().unwrap())["action"].clone();
            let body = json!({ "version": seen["version"], "action": action });
            let version = api.does(one, path, "act", body).await.json()["version"].clone();
            acted += 1;
            let back = one.post(&format!("{path}/back"), &json!({ "version": version })).await.unwrap();
            match back.status {
                200 => api.check("post", "/t/{code}/back", &back),
                _ => api.check_refusal("post", "/t/{code}/back", &back),
            }
        }
    }
    api.get(&mut ann, "/t/{code}", path, json_).await;
    let refused = ann.post(&format!("{path}/act"), &json!({ "version": "x" })).await.unwrap();
    api.check_refusal("post", "/t/{code}/act", &refused);
    let refused = ann.get(&format!("{path}/record"), json_).await.unwrap();
    api.check_refusal("get", "/t/{code}/record", &refused);
    let refused = ann.get(&format!("{path}/review"), json_).await.unwrap();
    api.check_refusal("get", "/t/{code}/review", &refused);
    let refused = ann.post(&format!("{path}/coach"), &json!({})).await.unwrap();
    api.check_refusal("post", "/t/{code}/coach", &refused);
    api.does(&mut ann, path, "react", json!({ "react": "pass" })).await;
    api.does(&mut ann, path, "pace", json!({ "pace": "instant" })).await;
    api.does(&mut ann, path, "chat", json!({ "line": 0 })).await;
    let link =
        api.does(&mut ann, path, "handover", json!({})).await.json()["link"].as_str().unwrap().to_owned();
    let link = &link[link.find("/t/").unwrap()..];
    api.get(&mut cy, "/t/{code}/seat/{link}", link, html).await;
    let taken = api.post(&mut cy, "/t/{code}/seat/{link}", link, json!({})).await.json();
    cy.key = taken["key"].as_str().map(str::to_owned).or(cy.key.take());
    api.get(&mut cy, "/t/{code}/seat", &format!("{path}/seat"), json_).await;
    api.does(&mut cy, path, "revoke", json!({ "what": "others" })).await;
    let refused = bea.post(&format!("{path}/replace"), &json!({ "seat": "A" })).await.unwrap();
    api.check_refusal("post", "/t/{code}/replace", &refused);
    for command in ["leave", "return", "resign"] {
        api.does(&mut cy, path, command, json!({})).await;
    }
    api.does(&mut bea, path, "leave", json!({})).await;
    until(&mut bea, path, |seen| !seen["over"].is_null()).await;
    api.get(&mut cy, "/t/{code}", path, json_).await;
    api.get(&mut cy, "/t/{code}/replay", &format!("{path}/replay?at=9&as=B"), json_).await;
    let step = format!("{path}/replay/step?at=9&as=B&from=8");
    api.get(&mut cy, "/t/{code}/replay/step", &step, html).await;
    api.get(&mut cy, "/t/{code}/record", &format!("{path}/record"), html).await;
    api.get(&mut cy, "/t/{code}/review", &format!("{path}/review?at=9&as=B"), json_).await;
    api.get(&mut cy, "/t/{code}/review/progress", &format!("{path}/review/progress"), json_).await;
    api.does(&mut cy, path, "continue", json!({ "at": 30, "seat": "B" })).await;
    api.does(&mut bea, path, "rematch", json!({})).await;

    api.get(&mut cy, "/forget", "/forget", html).await;
    api.post(&mut cy, "/forget", "/forget", json!({})).await;

    let today = api.get(&mut ann, "/deal", "/deal", json_).await.json();
    let deal = today["deals"][1]["path"].as_str().unwrap();
    api.get(&mut ann, "/deal/{day}/{game}", deal, json_).await;
    let mine = api.post(&mut ann, "/deal/{day}/{game}", deal, json!({ "name": "Ann" })).await.json();
    let begun = api.get(&mut ann, "/deal/{day}/{game}", deal, json_).await.json();
    assert_eq!(begun["table"], mine["path"]);
    let challenge = begun["challenge"].as_str().unwrap();
    let challenge = &challenge[challenge.find("/d/").unwrap()..];
    api.get(&mut bea, "/d/{word}", challenge, json_).await;
    api.post(&mut bea, "/d/{word}", challenge, json!({})).await;
    api.post(&mut cy, "/d", "/d", json!({ "game": "spammers", "name": "Cy" })).await;
    let refused = ann.post("/d", &json!({ "game": "chess" })).await.unwrap();
    api.check_refusal("post", "/d", &refused);
    let refused = bea.get(mine["path"].as_str().unwrap(), json_).await.unwrap();
    api.check_refusal("get", "/t/{code}", &refused);
    let table = mine["path"].as_str().unwrap();
    api.does(&mut ann, table, "pace", json!({ "pace": "instant" })).await;
    api.does(&mut ann, table, "resign", json!({})).await;
    until(&mut ann, table, |seen| !seen["over"].is_null()).await;
    let over = api.get(&mut ann, "/deal/{day}/{game}", deal, json_).await.json();
    assert_eq!(over["result"]["score"], "gave up");

    let paths = api.all["paths"].as_object().unwrap().iter();
    let described: BTreeSet<(String, String)> = paths
        .flat_map(|(path, methods)| {
            methods.as_object().unwrap().keys().map(|method| (method.clone(), path.clone()))
        })
        .collect();
    let unasked: Vec<_> = described.difference(&api.asked).collect();
    assert!(unasked.is_empty(), "{unasked:?}");
}
