//! Two people at one device: nobody sees the other's hand.

use std::collections::BTreeSet;
use std::time::Instant;

use fantoccini::Locator;

use crate::chrome::{Browsers, Manner, PATIENCE, Page};
use crate::clicks::open_table;
use crate::desk::{AGAIN, At, By, Luck};

/// The page as the server sends it and as it stands now.
async fn everything(page: &Page) -> String {
    page.client.source().await.unwrap()
}

#[tokio::test]
#[ignore = "long; .ci/run has it"]
async fn at_a_hot_seat_a_curtain_falls_between_turns_and_hides_both_hands() {
    let Some(browsers) = Browsers::start("hot-seat").await else { return };
    let page = browsers.visitor(Manner::Calm).await;
    let choices =
        [("seat-b", "hotseat"), ("variant", "demonstration"), ("deck", "starter"), ("wait", "none")];
    open_table(&page, "spammers", "Ann", 2, &choices).await;
    let mut luck = Luck::new(6);
    let mut lifted = BTreeSet::new();
    for _ in 0..6 {
        // The holder of the device plays until it is to be handed on.
        page.until_there("#table.curtain, #act a.button, .ended > .onward, #result").await;
        hand_over(&page).await;
        page.until_there("#table.curtain, .ended > .onward, #result").await;
        if page.has(".ended > .onward, #result").await {
            break;
        }
        let curtain = everything(&page).await;
        assert!(!curtain.contains("hand-"), "a hand shows through the curtain");
        assert!(!curtain.contains("data-steps"), "answers show through the curtain");
        let next = page.text(".curtain h1").await;
        page.click(".curtain a.primary").await;
        // The click may return before the page is left.
        page.until_there("#table:not(.curtain)").await;
        let seen = page.until_asked().await;
        assert_eq!(seen.at, At::Table);
        assert!(page.has("#hand [data-piece]").await, "no hand behind the curtain");
        lifted.insert(next);
        hand_on(&page, &mut luck).await;
    }
    assert_eq!(lifted.len(), 2, "both were called: {lifted:?}");
    page.close().await;
}

/// Follows the link to the curtain, where there is one. What came under the pointer less than 400 ms ago does not take
/// a click, and a page may be left while it is looked at.
async fn hand_over(page: &Page) {
    let since = Instant::now();
    while page.look().await.at == At::Table {
        if let Ok(link) = page.client.find(Locator::Css("#act a.button")).await {
            let _ = link.click().await;
        }
        assert!(since.elapsed() < PATIENCE, "nobody is handed the device\n{}", page.describe().await);
        tokio::time::sleep(AGAIN).await;
    }
}

/// Plays until the other one is to have the device.
async fn hand_on(page: &Page, luck: &mut Luck) {
    for _ in 0..200 {
        page.until_there("#table.curtain, #act a.button, .ended > .onward, #result, #prompt[data-yours]")
            .await;
        let seen = page.look().await;
        if matches!(seen.at, At::Over | At::Curtain) || page.has("#act a.button, .ended > .onward").await {
            return;
        }
        if seen.is_asked() {
            page.pick(&seen, luck, By::Click).await;
        }
    }
    panic!("the device stays where it is\n{}", page.describe().await);
}
