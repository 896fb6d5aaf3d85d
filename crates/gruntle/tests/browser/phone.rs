//! On a phone: by taps, and never sideways.

use serde_json::json;

use crate::chrome::{Browsers, Manner, Page, Screen};
use crate::clicks::open_table;
use crate::desk::{By, Luck};
use crate::places;

const WIDE: u32 = 390;
const NARROW: u32 = 360;
const TALL: u32 = 844;
/// The first moves of a game, in taps.
const FIRST_MOVES: u32 = 14;

/// The part that sticks out at the side, if there is one.
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
            let over = page.value("getComputedStyle(document.getElementById('asks')).overflowY").await;
            assert_eq!(over, "auto", "its last line can be read");
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

/// A finger drawn across the middle of something, by so much; gives the page that is shown then.
async fn swipe(page: &Page, selector: &str, by: i32) -> String {
    let script = "
        const [selector, by] = arguments;
        const target = document.querySelector(selector);
        const { left, top, width, height } = target.getBoundingClientRect();
        const at = (x) => new Touch({ identifier: 1, target, clientX: left + width / 2 + x, clientY: top + height / 2 });
        const send = (kind, touches, x) => target.dispatchEvent(new TouchEvent(kind, { bubbles: true, touches, changedTouches: [at(x)] }));
        send('touchstart', [at(0)], 0);
        send('touchend', [], by);
        return document.getElementById('table').dataset.shows;";
    let shown = page.client.execute(script, vec![json!(selector), json!(by)]).await.unwrap();
    shown.as_str().unwrap().to_owned()
}

#[tokio::test]
#[ignore = "long; .ci/run has it"]
async fn on_a_phone_pages_are_turned_by_a_swipe() {
    let Some(browsers) = Browsers::start("swipe").await else { return };
    let page = browsers.visitor(Manner::Calm).await;
    page.screen(WIDE, TALL, Screen::Phone).await;
    open_table(&page, "spammers", "Ann", 2, &[("seat-b", "peddler")]).await;
    page.until_asked().await;
    assert_eq!(swipe(&page, "#masses", -120).await, "rivals");
    assert_eq!(swipe(&page, ".rivals", 120).await, "masses");
    // There is none before the first; too short is none; and a hand goes sideways itself.
    assert_eq!(swipe(&page, "#masses", 120).await, "masses");
    assert_eq!(swipe(&page, "#masses", -30).await, "masses");
    assert_eq!(swipe(&page, "#hand", -120).await, "masses");
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

/// Two fingers on the network, drawn so many times as far apart; gives how large a port is then.
async fn pinch(page: &Page, by: f64) -> i64 {
    let script = "
        const [by] = arguments;
        const target = document.querySelector('.net > .inside');
        const { left, top, width, height } = target.getBoundingClientRect();
        const [x, y] = [left + width / 2, top + height / 2];
        const at = (apart) => [-1, 1].map((side) => new Touch({ identifier: side + 1, target, clientX: x + side * apart, clientY: y }));
        const send = (kind, touches) => target.dispatchEvent(new TouchEvent(kind, { bubbles: true, cancelable: true, touches }));
        send('touchstart', at(50));
        send('touchmove', at(50 * by));
        send('touchend', []);
        return document.querySelector('.port').offsetWidth;";
    page.client.execute(script, vec![json!(by)]).await.unwrap().as_i64().unwrap()
}

#[tokio::test]
async fn two_fingers_show_a_large_network_whole_and_a_tap_goes_closer() {
    let Some(browsers) = Browsers::start("pinched").await else { return };
    let page = browsers.visitor(Manner::Calm).await;
    page.screen(WIDE, 664, Screen::Phone).await;
    open_table(&page, "spam-o-rama", "Ann", 2, &[("seat-b", "peddler"), ("network", "long")]).await;
    page.until_asked().await;
    let port = async || page.value("document.querySelector('.port').offsetWidth").await.as_i64().unwrap();
    let fits = "(({ scrollWidth, clientWidth, scrollHeight, clientHeight }) => scrollWidth <= clientWidth && scrollHeight <= clientHeight)(document.querySelector('.net > .inside'))";
    let usual = port().await;
    assert!(usual >= 40 && page.value(fits).await == false, "{usual}");
    assert_eq!(pinch(&page, 4.0).await, 72, "no larger");
    let whole = pinch(&page, 0.1).await;
    assert!(whole < usual && page.value(fits).await == true, "{whole}");
    // On the whole nothing is picked by mistake.
    page.run("document.querySelector('.port .pick, .port').click()").await.unwrap();
    assert_eq!((port().await, page.has(".picked").await), (usual, false));
    // The tab of the network goes there and back.
    for wanted in [whole, usual] {
        page.run("document.querySelector('[data-tab=board]').click()").await.unwrap();
        assert_eq!(port().await, wanted);
    }
    page.close().await;
}
