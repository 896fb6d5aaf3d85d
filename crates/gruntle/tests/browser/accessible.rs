//! Accessibility: axe-core finds nothing on any page, light and dark. All pages are long; the tables always run.

use std::path::Path;

use serde_json::{Value, json};
use services::without;

use crate::chrome::{Browsers, Manner, PATIENCE, Page};
use crate::clicks::open_table;
use crate::places;

/// The text of axe-core: from where `AXE` says, or where npm puts it.
fn axe() -> Option<String> {
    let usual = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../node_modules/axe-core/axe.min.js");
    let file = std::env::var_os("AXE").map_or(usual, Into::into);
    std::fs::read_to_string(file).ok()
}

async fn violations(page: &Page) -> Vec<String> {
    let script = "
        const done = arguments[arguments.length - 1];
        axe.run(document, { resultTypes: ['violations'] }).then(
            ({ violations }) => done(violations.map(({ id, nodes }) =>
                `${id}: ${nodes.slice(0, 3).map((node) => `${node.target} ${node.any[0]?.message ?? node.failureSummary}`).join(' | ')} (${nodes.length})`)),
            (wrong) => done([String(wrong)]));";
    let found: Value = page.client.execute_async(script, Vec::new()).await.unwrap();
    found.as_array().unwrap().iter().map(|one| one.as_str().unwrap().to_owned()).collect()
}

/// The findings of axe-core on the page as it is now, light and dark.
async fn found(page: &Page, axe: &str, name: &str) -> Vec<String> {
    page.run(axe).await.unwrap();
    let mut found = Vec::new();
    for theme in ["light", "dark"] {
        page.theme(theme, Manner::Calm).await;
        page.run(&format!("document.documentElement.dataset.theme = '{theme}';")).await.unwrap();
        found.extend(violations(page).await.into_iter().map(|what| format!("{name}, {theme}: {what}")));
    }
    found
}

/// A visitor's page, or nothing where there is no browser or no axe-core.
async fn visit(name: &str) -> Option<(Browsers, Page, String)> {
    let Some(axe) = axe() else {
        without("axe-core is not in node_modules (npm install --no-save axe-core)");
        return None;
    };
    let browsers = Browsers::start(name).await?;
    let page = browsers.visitor(Manner::Calm).await;
    page.driver("timeouts", &json!({ "script": PATIENCE.as_millis() as u64 })).await;
    Some((browsers, page, axe))
}

#[tokio::test]
#[ignore = "long; .ci/run has it"]
async fn axe_finds_nothing_at_a_table_of_either_game() {
    let Some((_browsers, page, axe)) = visit("axe-tables").await else { return };
    for game in ["spammers", "spam-o-rama"] {
        open_table(&page, game, "Ann", 2, &[("seat-b", "peddler")]).await;
        page.until_asked().await;
        assert_eq!(found(&page, &axe, game).await, Vec::<String>::new());
    }
    page.close().await;
}

#[tokio::test]
#[ignore = "long; .ci/run has it"]
async fn axe_finds_nothing_on_any_page_light_or_dark() {
    let Some((browsers, page, axe)) = visit("axe").await else { return };
    let mut wrong = Vec::new();
    for place in places::all(&browsers, &page).await {
        place.visit(&page).await;
        wrong.extend(found(&page, &axe, place.name).await);
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    page.close().await;
}
