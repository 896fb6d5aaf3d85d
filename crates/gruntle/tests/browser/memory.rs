//! Without the memory aid nobody can read past moves again: on the board, in the log or in news, by reloading the page
//! or by asking for a replay.

use crate::chrome::{Browsers, Manner, Page};
use crate::clicks::open_table;
use crate::desk::{At, By, Luck};
use driver::Client;

/// As many picks are made: four coins are taken and placed by each.
const PICKS: usize = 8;

/// Readable memories: values on the board, placements in the log and beside it, sheets of notes.
const REMEMBERED: &str = "({
    values: document.querySelectorAll('.port .coin > i').length,
    placed: document.querySelectorAll('#lines > [data-moment=place]').length,
    since: document.querySelectorAll('#since li').length,
    told: (document.querySelector('[data-news]')?.textContent.match(/ places? /g) ?? []).length,
    notes: document.querySelectorAll('.notes').length,
})";

async fn forgets(page: &Page, when: &str) {
    let kept = page.value(REMEMBERED).await;
    let count = |of: &str| kept[of].as_u64().unwrap();
    assert_eq!((count("values"), count("notes")), (0, 0), "{when}: {kept}");
    // The latest event may be read until the next.
    assert!(count("placed") <= 1 && count("since") <= 1 && count("told") <= 1, "{when}: {kept}");
}

#[tokio::test]
#[ignore = "long; .ci/run has it"]
async fn without_the_memory_aid_nothing_is_read_again() {
    let Some(browsers) = Browsers::start("memory").await else { return };
    let page = browsers.visitor(Manner::Calm).await;
    open_table(&page, "spam-o-rama", "Ann", 2, &[("seat-b", "peddler"), ("memory", "off")]).await;
    let mut luck = Luck::new(8);
    for pick in 0..PICKS {
        if pick % 4 == 3 {
            page.until_asked().await;
            page.client.refresh().await.unwrap();
        }
        let seen = page.until_asked().await;
        assert_eq!(seen.at, At::Table);
        forgets(&page, &seen.asks).await;
        page.pick(&seen, &mut luck, By::Click).await;
    }
    let path = page.path().await;
    for of in ["replay", "replay/step?at=3", "record", "review"] {
        let mut client = Client::new(browsers.table.at);
        let answer = client.get(&format!("{path}/{of}"), "application/json").await.unwrap();
        assert_eq!(answer.status, 409, "{of}: {}", answer.body);
    }
    page.close().await;
}
