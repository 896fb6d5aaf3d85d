//! Cards are pictures: they are drawn in the colours of the page, and any that is named can be read large.

use crate::chrome::{Browsers, Manner, Page};
use crate::clicks::open_table;

/// The pointer rests on the first that the selector finds, until the expression holds: the table may be drawn anew
/// under it, and the browser's own pointer is somewhere else.
async fn rest_on(page: &Page, selector: &str, until: &str) {
    page.until(&format!(
        "(() => {{ document.querySelector({selector:?}).dispatchEvent(
            new PointerEvent('pointerover', {{ bubbles: true, pointerType: 'mouse', clientX: window.rested = (window.rested ?? 0) + 1 }}));
          return {until}; }})()"
    ))
    .await;
}

#[tokio::test]
#[ignore = "long; .ci/run has it"]
async fn a_card_is_read_large_where_it_lies_and_where_the_log_names_it() {
    let Some(browsers) = Browsers::start("cards").await else { return };
    let page = browsers.visitor(Manner::Calm).await;
    open_table(&page, "spammers", "Ann", 2, &[("seat-b", "peddler")]).await;
    page.until_there("#hand .card[data-piece^=hand-]").await;
    // The bot has chosen, so that nothing changes any more.
    page.until("document.getElementById('prompt').dataset.awaited === 'a'").await;
    // The picture is in another file; what it is made of is known once that is here.
    page.until("document.querySelector('#hand .card .art use').getBBox().width > 0").await;

    let name = page.text("#hand .card h3").await;
    rest_on(&page, "#hand .card h3", "document.querySelector('.reader:popover-open') !== null").await;
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
    rest_on(&page, "#tried", "document.querySelectorAll('#tried .named').length === 2").await;
    for name in ["A Rival's Disgruntled Employee", "Router Tap"] {
        let place = if name == "Router Tap" { ":last-of-type" } else { "" };
        let read = format!("document.querySelector('.reader:popover-open h3')?.textContent === {name:?}");
        rest_on(&page, &format!("#tried .named{place}"), &read).await;
    }

    // Names in the hint above the choices are explained, too.
    page.run("document.getElementById('hint').textContent = \"Open 'Adopt-A-Comet Registry'.\";")
        .await
        .unwrap();
    rest_on(&page, "#hint", "document.querySelectorAll('#hint .named').length === 1").await;
    let read = "document.querySelector('.reader:popover-open h3')?.textContent === 'Adopt-A-Comet Registry'";
    rest_on(&page, "#hint .named", read).await;
    page.close().await;
}
