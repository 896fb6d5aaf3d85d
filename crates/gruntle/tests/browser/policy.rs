//! Nothing from elsewhere, nothing inline, and little of it.

use serde_json::Value;

use crate::chrome::{Browsers, Manner};
use crate::places;

/// The most that a first visit may weigh.
const FIRST_VISIT: u64 = 150 * 1024;

const LOADED: &str =
    "performance.getEntriesByType('navigation').concat(performance.getEntriesByType('resource'))
    .map((one) => [one.name, one.decodedBodySize])";

/// What the page has loaded: address and size.
fn loaded(entries: &Value) -> Vec<(String, u64)> {
    let entries = entries.as_array().unwrap().iter();
    entries.map(|one| (one[0].as_str().unwrap().to_owned(), one[1].as_u64().unwrap())).collect()
}

#[tokio::test]
async fn a_first_visit_is_light() {
    let Some(browsers) = Browsers::start("light").await else { return };
    let page = browsers.visitor(Manner::Usual).await;
    page.go("/").await;
    page.until("document.readyState === 'complete' && document.documentElement.classList.contains('js')")
        .await;
    let all = loaded(&page.value(LOADED).await);
    let sum: u64 = all.iter().map(|(_, size)| size).sum();
    assert!(all.len() >= 3, "{all:?}");
    assert!(sum > 0 && sum < FIRST_VISIT, "{sum} bytes: {all:?}");
    page.close().await;
}

#[tokio::test]
async fn on_every_page_the_content_policy_holds_and_nothing_comes_from_elsewhere() {
    let Some(browsers) = Browsers::start("policy").await else { return };
    let page = browsers.visitor(Manner::Calm).await;
    let home = format!("http://{}/", browsers.table.at);
    for place in places::all(&browsers, &page).await {
        place.visit(&page).await;
        for (address, _) in loaded(&page.value(LOADED).await) {
            assert!(address.starts_with(&home), "{} loads {address}", place.name);
        }
        let is_error = place.name == "an error";
        let complaints = page.complaints().await;
        let complaints: Vec<_> =
            complaints.iter().filter(|complaint| !(is_error && complaint.contains("404"))).collect();
        assert!(complaints.is_empty(), "{}: {complaints:?}", place.name);
    }
    page.close().await;
}
