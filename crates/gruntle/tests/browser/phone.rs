//! On a phone: by taps, and never sideways.

use crate::chrome::{Browsers, Manner, Page, Screen};
use crate::clicks::open_table;
use crate::desk::{By, Luck};
use crate::places;

const WIDE: u32 = 390;
const NARROW: u32 = 360;
const TALL: u32 = 844;
/// The first moves of a game, in taps.
const FIRST_MOVES: u32 = 14;

/// What sticks out at the side, if anything does.
async fn sticks_out(page: &Page) -> Option<String> {
    let script = "
        if (document.documentElement.scrollWidth <= innerWidth) return null;
        const wide = [...document.body.querySelectorAll('*')].filter((one) => one.getBoundingClientRect().right > innerWidth + 1);
        return `${document.documentElement.scrollWidth} > ${innerWidth}: ` + wide.slice(0, 5).map((one) => `${one.tagName}.${one.className}`).join(', ');";
    page.run(script).await.unwrap().as_str().map(str::to_owned)
}

#[tokio::test]
#[ignore = "long; .ci/run has it"]
async fn on_a_phone_the_first_moves_of_each_game_are_made_by_taps() {
    let Some(browsers) = Browsers::start("phone").await else { return };
    let page = browsers.visitor(Manner::Calm).await;
    page.screen(WIDE, TALL, Screen::Phone).await;
    for (game, more) in [("spammers", &[("wait", "none")][..]), ("spam-o-rama", &[])] {
        let choices = [&[("seat-b", "peddler")], more].concat();
        open_table(&page, game, "Ann", 2, &choices).await;
        let mut luck = Luck::new(8);
        for _ in 0..FIRST_MOVES {
            page.play(&mut luck, By::Tap, Some(1)).await;
            assert_eq!(sticks_out(&page).await, None, "{game}");
        }
        // The log is behind a tab.
        page.try_tap("[data-tab=log]").await.unwrap();
        page.until("document.getElementById('log').checkVisibility()").await;
        assert_eq!(sticks_out(&page).await, None, "the log of {game}");
        page.try_tap(".tabs button").await.unwrap();
        page.until("!document.getElementById('log').checkVisibility()").await;
    }
    page.close().await;
}

#[tokio::test]
#[ignore = "long; .ci/run has it"]
async fn on_a_phone_no_page_scrolls_sideways() {
    let Some(browsers) = Browsers::start("sideways").await else { return };
    let page = browsers.visitor(Manner::Calm).await;
    let mut wrong = Vec::new();
    for place in places::all(&browsers, &page).await {
        for width in [WIDE, NARROW] {
            page.screen(width, TALL, Screen::Phone).await;
            place.visit(&page).await;
            if let Some(what) = sticks_out(&page).await {
                wrong.push(format!("{} at {width}: {what}", place.name));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    page.close().await;
}
