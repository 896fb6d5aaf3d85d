//! What axe-core has to say of every page, light or dark by turns, with `GRUNTLE_CAMPAIGN` light and dark: nothing.

use std::path::Path;

use serde_json::{Value, json};

use crate::chrome::{Browsers, Manner, Page, without};
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

#[tokio::test]
async fn axe_finds_nothing_on_any_page_light_or_dark() {
    let Some(axe) = axe() else {
        return without("axe-core is not in node_modules (npm install --no-save axe-core)");
    };
    let Some(browsers) = Browsers::start("axe").await else { return };
    let page = browsers.visitor(Manner::Calm).await;
    page.driver("timeouts", &json!({ "script": 120_000 })).await;
    let mut wrong = Vec::new();
    let is_campaign = std::env::var_os("GRUNTLE_CAMPAIGN").is_some();
    for (number, place) in places::all(&browsers, &page).await.into_iter().enumerate() {
        place.visit(&page).await;
        page.run(&axe).await.unwrap();
        let both = ["light", "dark"];
        for theme in if is_campaign { &both[..] } else { &both[number % 2..=number % 2] } {
            page.theme(theme, Manner::Calm).await;
            page.run(&format!("document.documentElement.dataset.theme = '{theme}';")).await.unwrap();
            wrong.extend(
                violations(&page).await.into_iter().map(|what| format!("{}, {theme}: {what}", place.name)),
            );
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    page.close().await;
}
