//! What is told: why a piece cannot be picked, what the others did since one's last turn, and that what is opened to be
//! read is in sight.

use serde_json::json;

use crate::chrome::{Browsers, Manner, Screen};
use crate::clicks::open_table;
use crate::desk::{By, Luck};

/// More picks than it takes until somebody has a coin to place and another port is taken.
const FEW_PICKS: usize = 8;
/// Whether what was refused can be read.
const SEEN: &str = "document.getElementById('hint').checkVisibility()";

#[tokio::test]
#[ignore = "long; .ci/run has it"]
async fn a_port_that_is_taken_says_why_by_its_clause() {
    let Some(browsers) = Browsers::start("taken").await else { return };
    let page = browsers.visitor(Manner::Calm).await;
    open_table(&page, "spam-o-rama", "Ann", 2, &[("seat-b", "peddler")]).await;
    let mut luck = Luck::new(5);
    for _ in 0..FEW_PICKS {
        let seen = page.until_asked().await;
        if seen.lit.iter().any(|piece| piece.starts_with("port-")) && page.has(".port.barred").await {
            break;
        }
        page.pick(&seen, &mut luck, By::Click).await;
    }
    // The table waits for this person alone: it stays as it is.
    page.run("document.querySelector('.port.barred > .pick').click();").await.unwrap();
    let says = page.text("#hint").await;
    assert!(says.contains("holds a coin already") && says.ends_with("R3.1"), "{says}");
    // Who only listens is told at once (WCAG 4.1.3).
    assert_eq!(page.text("#refused[role=alert]").await, says);
    // A small screen has a place for it, and has it until something else is said or a while has passed.
    for (width, height) in [(390, 844), (844, 390)] {
        page.screen(width, height, Screen::Phone).await;
        page.run("document.querySelector('.port.barred > .pick').click();").await.unwrap();
        assert_eq!(page.text("#hint").await, says);
        assert_eq!(page.value(SEEN).await, true, "at {width}×{height}");
        page.run("document.getElementById('hint').classList.add('gone');").await.unwrap();
        assert_eq!(page.value(SEEN).await, false, "at {width}×{height}");
    }
    page.close().await;
}

/// A log in short: whose line it is, what kind of moment, and what it says.
const LINES: [(&str, &str, &str); 9] = [
    ("a", "turn", "Turn 1: Ann."),
    ("c", "special", "Cy cancels it."),
    ("b", "turn", "Turn 2: Bo."),
    ("b", "mail", "Bo mails 'Beta Testers' for 'Router Tap'. Target 4."),
    ("", "gain", "'Router Tap' gains 2."),
    ("b", "pass", "Bo passes."),
    ("a", "turn", "Turn 3: Ann."),
    ("a", "mail", "Ann mails 'Beta Testers' for 'Dear Firstname'. Target 4."),
    ("", "gain", "'Dear Firstname' gains 1."),
];

#[tokio::test]
#[ignore = "long; .ci/run has it"]
async fn in_the_middle_of_a_turn_what_the_others_did_before_it_is_still_told() {
    let Some(browsers) = Browsers::start("since").await else { return };
    let page = browsers.visitor(Manner::Calm).await;
    page.go("/").await;
    let script = "
        const [lines] = arguments;
        const main = document.createElement('main');
        const since = main.appendChild(Object.assign(document.createElement('div'), { id: 'since' }));
        since.append(document.createElement('ol'));
        const log = main.appendChild(Object.assign(document.createElement('ol'), { id: 'lines' }));
        for (const [by, moment, says] of lines) {
            const line = log.appendChild(document.createElement('li'));
            if (by) line.dataset.by = by;
            Object.assign(line.dataset, { moment, n: says.match(/gains (\\d)/)?.[1] ?? '' });
            line.textContent = says;
        }
        return import('/assets/narrate.js').then(({ sumUp }) => {
            sumUp(main, 'a');
            return [...since.querySelectorAll('li')].map((line) => line.textContent);
        });";
    let told = page.client.execute(script, vec![json!(LINES)]).await.unwrap();
    assert_eq!(told, json!(["BBo mails 'Beta Testers'+2"]));
    page.close().await;
}

#[tokio::test]
#[ignore = "long; .ci/run has it"]
async fn on_a_phone_the_menu_and_the_list_of_all_choices_open_in_sight() {
    let Some(browsers) = Browsers::start("opened").await else { return };
    let page = browsers.visitor(Manner::Calm).await;
    for game in ["spammers", "spam-o-rama"] {
        open_table(&page, game, "Ann", 2, &[("seat-b", "peddler")]).await;
        page.until_asked().await;
        // The table waits for this person alone: it stays as it is.
        page.until("document.getElementById('prompt').dataset.awaited === 'a'").await;
        for (width, height) in [(390, 844), (844, 390)] {
            page.screen(width, height, Screen::Phone).await;
            for (opens, opened) in [("#menu", "#menu > .pop"), (".all", ".choices")] {
                let script = format!(
                    "document.querySelector('{opens}').open = true;
                     const {{ left, top, right, bottom }} = document.querySelector('{opened}').getBoundingClientRect();
                     document.querySelector('{opens}').open = false;
                     return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight && bottom > top
                         ? null : [left, top, right, bottom].map(Math.round).join();"
                );
                let out = page.run(&script).await.unwrap();
                assert!(out.is_null(), "{opened} of {game} at {width}×{height} is at {out}");
            }
        }
        page.screen(1280, 720, Screen::Desk).await;
    }
    page.close().await;
}
