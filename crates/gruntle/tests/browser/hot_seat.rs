//! Two people at one device: nobody sees the other's hand.

use crate::chrome::{Browsers, Manner, Page};
use crate::clicks::open_table;
use crate::desk::{At, By, Luck};

/// The cards of the hand that is on the page, if there is one, wherever on the page they might be.
async fn hand(page: &Page) -> Vec<String> {
    let pieces = page
        .value("[...document.querySelectorAll('#hand [data-piece]')].map((card) => card.dataset.piece)")
        .await;
    pieces.as_array().unwrap().iter().map(|piece| piece.as_str().unwrap().to_owned()).collect()
}

/// The page as the server sends it and as it stands now.
async fn everything(page: &Page) -> String {
    page.client.source().await.unwrap()
}

#[tokio::test]
async fn at_a_hot_seat_a_curtain_falls_between_turns_and_hides_both_hands() {
    let Some(browsers) = Browsers::start("hot-seat").await else { return };
    let page = browsers.visitor(Manner::Calm).await;
    let choices =
        [("seat-b", "hotseat"), ("variant", "demonstration"), ("deck", "starter"), ("wait", "none")];
    open_table(&page, "spammers", "Ann", 2, &choices).await;
    let mut luck = Luck::new(6);
    let mut lifted = Vec::new();
    for _ in 0..6 {
        // Whoever has the device plays until it is to be handed on.
        page.until("document.querySelector('#table.curtain, #prompt a[href*=\"seat=\"], #result') !== null")
            .await;
        if page.has("#prompt a[href*='seat=']").await {
            page.go(&page.path().await).await;
        }
        if page.look().await.at == At::Over {
            break;
        }
        page.until_there("#table.curtain").await;
        let curtain = everything(&page).await;
        assert!(!curtain.contains("hand-"), "a hand shows through the curtain");
        assert!(!curtain.contains("data-steps"), "answers show through the curtain");
        let next = page.text(".curtain h1").await;
        page.click(".curtain a.primary").await;
        let seen = page.until_asked().await;
        assert_eq!(seen.at, At::Table);
        let own = hand(&page).await;
        assert!(!own.is_empty(), "no hand behind the curtain");
        lifted.push((next, own));
        hand_on(&page, &mut luck).await;
    }
    let mut names: Vec<&String> = lifted.iter().map(|(name, _)| name).collect();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), 2, "both were called: {names:?}");
    page.close().await;
}

/// Plays until the other one is to have the device.
async fn hand_on(page: &Page, luck: &mut Luck) {
    for _ in 0..200 {
        let seen = page.look().await;
        if seen.at == At::Over || seen.at == At::Curtain || page.has("#prompt a[href*='seat=']").await {
            return;
        }
        if seen.is_asked() {
            page.pick(&seen, luck, By::Click).await;
        } else {
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    }
    panic!("the device stays where it is\n{}", page.describe().await);
}
