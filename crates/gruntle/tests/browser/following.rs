//! Following the others: marks of everybody's last move, lines of the log that show their place, unread counts on a
//! small screen, and a remembered pace.

use serde_json::Value;

use crate::chrome::{Browsers, Manner, Page, Screen};
use crate::clicks::open_table;
use crate::desk::{At, By, Luck};

/// More picks than any of this takes.
const PICKS: usize = 120;

/// Plays until this is there.
async fn play_until(page: &Page, there: &str, by: By) {
    let mut luck = Luck::new(3);
    for _ in 0..PICKS {
        let seen = page.until_asked().await;
        assert_eq!(seen.at, At::Table, "the game is over before there is {there}");
        if page.has(there).await {
            return;
        }
        page.pick(&seen, &mut luck, by).await;
    }
    panic!("there is never {there}");
}

/// Points at the last line of the log about a piece in sight; gives the highlighted pieces, and the expected ones.
const POINT: &str = "
    const there = (name) => document.querySelector(`[data-piece=\"${CSS.escape(name)}\"]`);
    const line = [...document.querySelectorAll('#lines > li[data-about]')].findLast(({ dataset }) => dataset.about.split(' ').some(there));
    line.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
    const shown = [...document.querySelectorAll('.about')].map(({ dataset }) => dataset.piece).sort();
    return { shown, about: line.dataset.about.split(' ').filter(there).sort() };";

/// The summary of a relay by which two stacks scored.
const SUM_UP: &str = "
    const main = document.getElementById('table');
    const line = (moment, by, shows) => `<li data-moment=\"${moment}\" ${by ? `data-by=\"${by}\"` : ''} ${shows ? `data-shows=\"${shows}\"` : ''}>it</li>`;
    const lines = [['turn', 'a'], ['turn', 'b'], ['relay', 'b'], ['score', '', 'suns:+12'], ['score', '', 'suns:+3 fish:+4'], ['turn', 'a']];
    document.getElementById('lines').innerHTML = lines.map((it) => line(...it)).join('');
    return import('/assets/narrate.js').then(({ sumUp }) => {
        sumUp(main, 'a');
        return [...document.querySelectorAll('#since li b')].map((paid) => paid.textContent.trim());
    });";

#[tokio::test]
#[ignore = "long; .ci/run has it"]
async fn what_others_did_last_stays_marked_and_the_log_shows_where() {
    let Some(browsers) = Browsers::start("following").await else { return };
    let page = browsers.visitor(Manner::Calm).await;
    open_table(&page, "spammers", "Ann", 2, &[("seat-b", "operator"), ("wait", "none")]).await;
    play_until(&page, "[data-piece] > .last-move.at-b", By::Click).await;
    let title = page.value("document.querySelector('.last-move.at-b').title").await;
    assert!(title.as_str().unwrap().starts_with("The last move here: "), "{title}");
    let pointed = page.run(POINT).await.unwrap();
    assert_eq!(pointed["shown"], pointed["about"]);
    assert_ne!(pointed["shown"], serde_json::json!([]));

    // A reader of old lines is led back by one click.
    play_until(&page, "#lines > li:nth-child(40)", By::Click).await;
    assert!(page.has("[data-newest][hidden]").await);
    page.run("document.querySelector('.log > .inside').scrollTop = 0;").await.unwrap();
    page.until_there("[data-newest]:not([hidden])").await;
    page.click("[data-newest]").await;
    page.until_there("[data-newest][hidden]").await;
    page.close().await;

    // In Spam-O-Rama it is marked on the network.
    let page = browsers.visitor(Manner::Calm).await;
    open_table(&page, "spam-o-rama", "Ann", 2, &[("seat-b", "peddler")]).await;
    play_until(&page, ".moves:has(> li.at-a):has(> li.at-b)", By::Click).await;
    // With the memory aid every coin on the table is in the notes, beside the player who placed it.
    let noted = "[...document.querySelectorAll('[id^=note-] td:not(.unknown)')].flatMap((cell) => cell.textContent.match(/\\d/g) ?? []).length";
    let counts = page.value(&format!("[document.querySelectorAll('.port > .coin').length, {noted}]")).await;
    assert_eq!(counts[0], counts[1]);
    assert!(counts[0].as_u64().unwrap() > 1, "{counts}");
    // All that came of a relay is summed up.
    assert_eq!(page.run(SUM_UP).await.unwrap(), serde_json::json!(["Suns +15", "Fish +4"]));
    page.close().await;
}

#[tokio::test]
#[ignore = "long; .ci/run has it"]
async fn on_a_phone_the_log_says_how_much_is_unread() {
    let Some(browsers) = Browsers::start("unread").await else { return };
    let page = browsers.visitor(Manner::Calm).await;
    open_table(&page, "spammers", "Ann", 2, &[("seat-b", "operator"), ("wait", "none")]).await;
    page.screen(390, 844, Screen::Phone).await;
    play_until(&page, ".tabs [data-tab=log] > .unread", By::Tap).await;
    let unread = page.text(".tabs [data-tab=log] > .unread").await;
    let told = page.value("document.querySelectorAll('#since li').length").await;
    assert_eq!(unread, format!("{told} new"));
    page.run("document.querySelector('.tabs [data-tab=log]').click();").await.unwrap();
    assert!(!page.has(".unread").await, "what is read is no longer unread");
    page.close().await;
}

#[tokio::test]
#[ignore = "long; .ci/run has it"]
async fn the_pace_that_was_chosen_last_holds_at_a_new_table() {
    let Some(browsers) = Browsers::start("pace").await else { return };
    let page = browsers.visitor(Manner::Calm).await;
    page.go("/").await;
    page.run("localStorage.speed = 'fast';").await.unwrap();
    for game in ["spammers", "spam-o-rama"] {
        page.go("/").await;
        page.click(&format!("#{game} details.new > summary")).await;
        page.click(&format!("#{game} details.new button.primary")).await;
        page.until("location.pathname.startsWith('/t/')").await;
        page.until_there("#menu button[name=pace][data-speed=fast][aria-pressed=true]").await;
        let pressed = page
            .value("document.querySelectorAll('#menu button[name=pace][aria-pressed=true]').length")
            .await;
        assert_eq!(pressed, Value::from(1));
    }
    page.close().await;
}

#[tokio::test]
#[ignore = "long; .ci/run has it"]
async fn what_a_relay_would_add_stands_on_the_bars() {
    let Some(browsers) = Browsers::start("ghosts").await else { return };
    let page = browsers.visitor(Manner::Calm).await;
    // A puzzle with a gain on a lit port: pointed at, its bars say the same as its chips.
    let script = "
        const chip = document.querySelector('.port.lit .chip .gain');
        if (!chip) return null;
        const looks = new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse', clientX: 1, clientY: 1 });
        chip.closest('.port').querySelector(':scope > .pick').dispatchEvent(looks);
        return document.querySelector('[data-preview] .gain') !== null;";
    for number in 1..60 {
        page.go(&format!("/puzzles/spam-o-rama/{number}")).await;
        page.until_there(".lit > .pick, #steps [data-step]").await;
        if page.run(script).await.unwrap() == true {
            break;
        }
    }
    page.until_there(".meter > .ghost").await;
    let bars = "[...new Set([...document.querySelectorAll('.client:has(.ghost)')].map((client) => client.dataset.client))].length";
    let gains = "new Set([...document.querySelectorAll('[data-preview] .gain')].map((gain) => [...gain.classList].find((name) => /^s\\d/.test(name)))).size";
    assert_eq!(page.value(bars).await, page.value(gains).await);
    page.close().await;
}

/// At the end the table stays for a last look, and an idle viewer is then shown the result, wide enough for no scroll
/// bar sideways.
#[tokio::test]
#[ignore = "long; .ci/run has it"]
async fn how_it_came_out_is_shown_by_itself() {
    let Some(browsers) = Browsers::start("by-itself").await else { return };
    let page = browsers.visitor(Manner::Calm).await;
    page.screen(1440, 900, Screen::Desk).await;
    let table = serde_json::json!({ "game": "spammers", "variant": "demonstration", "seats": 2, "name": "Ann", "seat-b": "peddler", "pace": 0 });
    let (mut ann, path) = driver::player::open(browsers.table.at, &table).await;
    page.go(&path).await;
    page.until_there("#table.sat").await;
    page.run("new MutationObserver(() => { if (document.querySelector('.ended > .onward.soon')) sessionStorage.ended = 'yes'; }).observe(document.body, { subtree: true, childList: true, attributes: true });")
        .await
        .unwrap();
    driver::player::play_out(&mut ann, &path, &mut driver::dice::Dice::new(5)).await;
    page.until_there("#result .verdict").await;
    assert_eq!(page.value("sessionStorage.ended").await, "yes", "it was seen at the table first");
    let wide = "document.documentElement.scrollWidth <= document.documentElement.clientWidth";
    assert_eq!(page.value(wide).await, true);
    page.close().await;
}
