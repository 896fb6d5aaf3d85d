//! Pages on paper: buttons are left out, and every sentence is whole.

use serde_json::json;

use crate::chrome::{Browsers, Manner};
use crate::clicks::open_table;

/// The faults of a printed page: words that are missing in their sentences, and buttons that nobody can press.
const WRONG_ON_PAPER: &str = "(() => {
    const seen = (one) => one.checkVisibility() && one.getClientRects().length > 0;
    const lost = [...document.querySelectorAll('.term')].filter((word) => seen(word.parentElement) && !seen(word));
    const left = [...document.querySelectorAll('button:not(.term)')].filter(seen);
    return [...lost, ...left].map((one) => one.outerHTML);
})()";

#[tokio::test]
async fn rules_and_tables_are_printed_with_all_their_words_and_no_button() {
    let Some(browsers) = Browsers::start("print").await else { return };
    let page = browsers.visitor(Manner::Calm).await;
    for game in ["spammers", "spam-o-rama"] {
        page.go(&format!("/rules/{game}")).await;
        page.until("document.querySelectorAll('.clauses .term').length > 50").await;
        page.devtools("Emulation.setEmulatedMedia", json!({ "media": "print" })).await;
        assert_eq!(page.value(WRONG_ON_PAPER).await, json!([]), "the rules of {game}");
        page.devtools("Emulation.setEmulatedMedia", json!({ "media": "screen" })).await;
        open_table(&page, game, "Ann", 2, &[("seat-b", "peddler")]).await;
        page.until_asked().await;
        page.until("document.querySelectorAll('.term').length > 0").await;
        page.devtools("Emulation.setEmulatedMedia", json!({ "media": "print" })).await;
        assert_eq!(page.value(WRONG_ON_PAPER).await, json!([]), "a table of {game}");
        page.devtools("Emulation.setEmulatedMedia", json!({ "media": "screen" })).await;
    }
    page.close().await;
}
