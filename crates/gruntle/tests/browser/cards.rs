//! Cards are pictures: they are drawn in the colours of the page, and any that is named can be read large.

use crate::chrome::{Browsers, Manner};
use crate::clicks::open_table;

/// The pointer rests on the first that the selector finds.
fn rests_on(selector: &str) -> String {
    format!(
        "document.querySelector({selector:?}).dispatchEvent(
            new PointerEvent('pointerover', {{ bubbles: true, pointerType: 'mouse', clientX: window.rested = (window.rested ?? 0) + 1 }}));"
    )
}

#[tokio::test]
async fn a_card_is_read_large_where_it_lies_and_where_the_log_names_it() {
    let Some(browsers) = Browsers::start("cards").await else { return };
    let page = browsers.visitor(Manner::Calm).await;
    open_table(&page, "spammers", "Ann", 2, &[("seat-b", "peddler")]).await;
    page.until_there("#hand .card[data-piece^=hand-]").await;
    // The picture is in another file; what it is made of is known once that is here.
    page.until("document.querySelector('#hand .card .art use').getBBox().width > 0").await;

    let name = page.text("#hand .card h3").await;
    page.run(&rests_on("#hand .card h3")).await.unwrap();
    page.until_there(".reader:popover-open").await;
    assert_eq!(page.text(".reader h3").await, name);
    assert!(page.has(".reader .scene .art use").await);
    page.keys("\u{e00c}").await;
    page.until("document.querySelector('.reader:popover-open') === null").await;

    // A line of the log that has names in it, among them one with an apostrophe.
    page.run(
        "document.getElementById('lines').insertAdjacentHTML('beforeend',
            '<li id=\"tried\">Ann opens \\'A Rival&#39;s Disgruntled Employee\\' and \\'Router Tap\\'. <a href=\"/rules/spammers#S4.1\">S4.1</a></li>');",
    )
    .await
    .unwrap();
    page.run(&rests_on("#tried")).await.unwrap();
    page.until("document.querySelectorAll('#tried .named').length === 2").await;
    for name in ["A Rival's Disgruntled Employee", "Router Tap"] {
        let place = if name == "Router Tap" { ":last-of-type" } else { "" };
        page.run(&rests_on(&format!("#tried .named{place}"))).await.unwrap();
        page.until(&format!("document.querySelector('.reader:popover-open h3')?.textContent === {name:?}"))
            .await;
    }
    page.close().await;
}
