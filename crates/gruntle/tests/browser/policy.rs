//! Nothing from elsewhere, nothing inline, little of it, and nothing of it hidden by mistake.

use games::GameName;
use serde_json::Value;

use crate::chrome::{Browsers, Manner};
use crate::places;

/// The most that a first visit may weigh, from the home page to the first table, in bytes as they are sent, with their
/// headers.
const FIRST_VISIT: u64 = 150 * 1024;

const LOADED: &str =
    "performance.getEntriesByType('navigation').concat(performance.getEntriesByType('resource'))
    .map((one) => [one.name, one.transferSize, one.decodedBodySize])";

/// The loaded files of the page: address, size on the wire, size.
fn loaded(entries: &Value) -> Vec<(String, u64, u64)> {
    let entries = entries.as_array().unwrap().iter();
    let number = |value: &Value| value.as_u64().unwrap();
    entries.map(|one| (one[0].as_str().unwrap().to_owned(), number(&one[1]), number(&one[2]))).collect()
}

#[tokio::test]
async fn a_first_visit_is_light() {
    let Some(browsers) = Browsers::start("light").await else { return };
    let page = browsers.visitor(Manner::Usual).await;
    page.go("/").await;
    page.until("document.readyState === 'complete' && document.documentElement.classList.contains('js')")
        .await;
    let all = loaded(&page.value(LOADED).await);
    let sum: u64 = all.iter().map(|(_, sent, _)| sent).sum();
    for (address, sent, size) in &all {
        assert!(sent < size || *size < 1024, "{address} is not compressed: {sent} of {size}");
    }
    assert!(all.len() >= 3 && sum > 0, "{all:?}");
    page.close().await;

    // And with the first table, its words and pictures, of either game.
    for game in GameName::ALL {
        let page = browsers.visitor(Manner::Usual).await;
        // What goes through a service worker is told at the size that it has unpacked.
        let none = serde_json::json!({ "source": "delete Navigator.prototype.serviceWorker" });
        page.devtools("Page.addScriptToEvaluateOnNewDocument", none).await;
        page.go("/").await;
        page.click(&format!("form[action='/play/{}'] button", game.name())).await;
        page.until_there("#table.sat").await;
        page.until(&format!("{LOADED}.some(([name]) => name.endsWith('/glossary'))")).await;
        let table = loaded(&page.value(LOADED).await);
        let came = |(address, ..): &&(String, u64, u64)| !address.contains("/events");
        let whole = sum + table.iter().filter(came).map(|(_, sent, _)| sent).sum::<u64>();
        assert!(whole < FIRST_VISIT, "{game:?}: {whole} bytes: {table:?}");
        page.close().await;
    }
}

#[tokio::test]
async fn an_error_can_be_read() {
    let Some(mut browsers) = Browsers::start("error").await else { return };
    let page = browsers.visitor(Manner::Calm).await;
    page.go("/t/nowhere").await;
    assert!(page.text("main").await.contains("There is no table with this code"));
    // So can a page that no server sends, once one has been here.
    page.until("navigator.serviceWorker.controller !== null").await;
    let _ = browsers.table.stop();
    page.go("/").await;
    assert_eq!(page.text("h1").await, "Gruntle cannot be reached");
    page.close().await;
}

#[tokio::test]
#[ignore = "long; .ci/run has it"]
async fn on_every_page_the_content_policy_holds_and_nothing_comes_from_elsewhere() {
    let Some(browsers) = Browsers::start("policy").await else { return };
    let page = browsers.visitor(Manner::Calm).await;
    let home = format!("http://{}/", browsers.table.at);
    for place in places::all(&browsers, &page).await {
        place.visit(&page).await;
        for (address, ..) in loaded(&page.value(LOADED).await) {
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
