//! The pictures of `docs/screens/`: home, lobby, both tables in the middle of a game, replay and rules, on a desk and
//! on a phone, light and dark. `GRUNTLE_SCREENS=docs/screens cargo test -p gruntle --test browser screens -- --ignored`
//! draws them anew; without the variable it is only tried whether they could be.

use std::path::PathBuf;
use std::time::Duration;

use serde_json::{Value, json};

use crate::chrome::{Browsers, Manner, Page, Screen};
use driver::Client;
use driver::player::{is_asked, until};

/// Whether a table has come to this change with something to show: in SPAMMERS Lists among the Unwashed Masses.
fn is_lively(seen: &Value, change: u64) -> bool {
    let some_lists = seen["view"]["masses"].as_array().is_none_or(|lists| lists.len() > 3);
    seen["version"].as_u64() >= Some(change) && some_lists
}

/// A table at which a bot has played for its person to about this change, or a little further.
async fn midgame(client: &mut Client, game: &str, change: u64) -> String {
    let options = json!({
        "game": game, "seats": 3, "name": "Ann", "seat-b": "operator", "seat-c": "peddler", "wait": 0, "pace": 8,
    });
    let opened = client.post("/tables", &options).await.unwrap().json();
    if let Some(key) = opened["key"].as_str() {
        client.key = Some(key.to_owned());
    }
    let path = opened["path"].as_str().unwrap().to_owned();
    client.post(&format!("{path}/leave"), &json!({})).await.unwrap();
    until(client, &path, |seen| is_lively(seen, change) || !seen["over"].is_null()).await;
    client.post(&format!("{path}/return"), &json!({})).await.unwrap();
    // Until there is more to choose than whether to react.
    loop {
        let seen = until(client, &path, is_asked).await;
        if !seen["asks"].as_str().is_some_and(|asks| asks.contains("React or pass")) {
            return path;
        }
        let pass = json!({ "version": seen["version"], "action": "pass" });
        client.post(&format!("{path}/act"), &pass).await.unwrap();
    }
}

/// The same game, played to its end by bots.
async fn ended(client: &mut Client, game: &str) -> String {
    let path = midgame(client, game, 40).await;
    client.post(&format!("{path}/leave"), &json!({})).await.unwrap();
    until(client, &path, |seen| !seen["over"].is_null()).await;
    path
}

fn decoded(base64: &str) -> Vec<u8> {
    const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut bytes = Vec::with_capacity(base64.len() / 4 * 3);
    for four in base64.as_bytes().chunks(4) {
        let values: Vec<u32> = four
            .iter()
            .filter_map(|byte| LETTERS.iter().position(|letter| letter == byte))
            .map(|at| at as u32)
            .collect();
        let bits = values.iter().fold(0, |bits, value| bits << 6 | value) << (6 * (4 - values.len()));
        bytes.extend(bits.to_be_bytes().into_iter().skip(1).take(values.len().saturating_sub(1)));
    }
    bytes
}

async fn picture(page: &Page) -> Vec<u8> {
    let drawn: Value = page.devtools("Page.captureScreenshot", json!({ "format": "png" })).await;
    decoded(drawn["data"].as_str().unwrap())
}

#[tokio::test]
#[ignore = "long; .ci/run has it"]
async fn screens_can_be_drawn() {
    let Some(browsers) = Browsers::start("screens").await else { return };
    // Tests run in the folder of their package; a named folder is relative to the project.
    let project = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let into = std::env::var_os("GRUNTLE_SCREENS").map(|folder| project.join(folder));
    let mut client = Client::new(browsers.table.at);
    let spammers = midgame(&mut client, "spammers", 70).await;
    let spam_o_rama = midgame(&mut client, "spam-o-rama", 238).await;
    let over = ended(&mut client, "spammers").await;
    let options =
        json!({ "game": "spam-o-rama", "seats": 4, "name": "Ann", "seat-b": "operator", "public": "yes" });
    let lobby = client.post("/tables", &options).await.unwrap().json()["path"].as_str().unwrap().to_owned();
    let page = browsers.visitor(Manner::Calm).await;
    // A returning visitor sees no introduction to the games.
    page.go("/").await;
    page.run("for (const game of ['spammers', 'spam-o-rama']) localStorage.setItem(`met-${game}`, 'yes');")
        .await
        .unwrap();
    page.devtools("Emulation.setScrollbarsHidden", json!({ "hidden": true })).await;
    page.take_key(client.key.as_ref().unwrap()).await;
    let places = [
        ("home", "/".to_owned()),
        ("lobby", lobby),
        ("spammers", spammers),
        ("spam-o-rama", spam_o_rama),
        ("result", over.clone()),
        ("replay", format!("{over}/replay?at=120&as=b")),
        ("rules", "/rules/spammers#S4.7".to_owned()),
    ];
    let screens = [("desktop", 1280, 800, Screen::Desk), ("phone", 390, 844, Screen::Phone)];
    for (name, path) in &places {
        for (size, width, height, kind) in screens {
            for theme in ["light", "dark"] {
                page.screen(width, height, kind).await;
                page.theme(theme, Manner::Calm).await;
                page.go(path).await;
                page.until("document.readyState === 'complete'").await;
                page.until("document.documentElement.classList.contains('js')").await;
                let png = picture(&page).await;
                assert!(png.starts_with(b"\x89PNG") && png.len() > 2_000, "{name} is empty");
                let Some(folder) = &into else { continue };
                // Late parts of the page, such as lit pieces, are in the picture too.
                tokio::time::sleep(Duration::from_millis(300)).await;
                std::fs::write(folder.join(format!("{name}-{size}-{theme}.png")), picture(&page).await)
                    .unwrap();
            }
        }
        if into.is_none() && *name == "lobby" {
            break;
        }
    }
    page.close().await;
}

#[test]
fn base64_is_read_as_others_write_it() {
    assert_eq!(decoded("R3J1bnRsZQ=="), b"Gruntle");
    assert_eq!(decoded("c3BhbQ=="), b"spam");
    assert_eq!(decoded("c3BhbXM="), b"spams");
}
