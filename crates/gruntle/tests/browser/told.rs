//! News: why a piece cannot be picked, moves of the others since one's last turn, and an opened reader that is in
//! sight.

use serde_json::{Value, json};

use crate::chrome::{Browsers, Manner, Page, Screen};
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
    // Screen readers hear it at once (WCAG 4.1.3).
    assert_eq!(page.text("#refused[role=alert]").await, says);
    // A small screen has a place for it, until another message or for a while.
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

/// A line of a log in short: whose it is, what kind of moment, what it is about and what it says.
type Line = (&'static str, &'static str, &'static str, &'static str);

/// Reads lines as a log that this seat sees; gives their summary, and whether all of it can be seen or scrolled to.
async fn summed_up(page: &Page, lines: &[Line], viewer: &str) -> Value {
    let script = "
        const [lines, viewer] = arguments;
        const main = document.createElement('main');
        const since = main.appendChild(Object.assign(document.createElement('div'), { id: 'since' }));
        since.append(document.createElement('ol'));
        const log = main.appendChild(Object.assign(document.createElement('ol'), { id: 'lines' }));
        for (const [by, moment, about, says] of lines) {
            const line = log.appendChild(document.createElement('li'));
            if (by) line.dataset.by = by;
            Object.assign(line.dataset, { moment, about, n: says.match(/gains (\\d)/)?.[1] ?? '' });
            if (says.includes(' your ')) Object.assign(line.dataset, { against: 'seat-a', doer: by });
            line.textContent = says;
        }
        return import('/assets/narrate.js').then(({ sumUp }) => {
            sumUp(main, viewer);
            return [...since.querySelectorAll('li')].map((line) => line.hidden ? 'hidden' : line.textContent);
        });";
    page.client.execute(script, vec![json!(lines), json!(viewer)]).await.unwrap()
}

/// Bo's turn between two of Ann's, with what Cy did meanwhile.
const TURN: [Line; 12] = [
    ("a", "turn", "", "Turn 1: Ann."),
    ("a", "mail", "scam-own list-x", "Ann mails 'Beta Testers' for 'Dear Firstname'. Target 4."),
    ("c", "roll", "", "Cy lowers your roll to 2."),
    ("c", "special", "", "Cy cancels it."),
    ("b", "turn", "", "Turn 2: Bo."),
    ("b", "mail", "scam-tap list-x", "Bo mails 'Beta Testers' for 'Router Tap'. Target 4."),
    ("a", "special", "", "Ann raises the roll to 5."),
    ("c", "special", "list-y", "Cy plays 'Reboot! Reboot!'."),
    ("", "gain", "scam-tap", "'Router Tap' gains 2."),
    ("b", "pass", "", "Bo passes."),
    ("a", "turn", "", "Turn 3: Ann."),
    ("a", "mail", "scam-own list-x", "Ann mails 'Beta Testers' for 'Dear Firstname'. Target 4."),
];

#[tokio::test]
async fn the_summary_of_a_turn_is_newest_first_and_credits_each_mailing() {
    let Some(browsers) = Browsers::start("since").await else { return };
    let page = browsers.visitor(Manner::Calm).await;
    page.go("/").await;
    // A player who raised or lowered one's own roll is named; the gain stands with the Mailing that brought it, past
    // others' moves in between; one's own move under way is left out.
    let told = summed_up(&page, &TURN, "a").await;
    assert_eq!(
        told,
        json!(["CCy plays 'Reboot! Reboot!'.", "BBo mails 'Beta Testers'+2", "CCy lowers your roll to 2."])
    );
    // A long summary is shown whole.
    let many: Vec<Line> = [TURN[0], TURN[4]].into_iter().chain([TURN[5]; 40]).chain([TURN[10]]).collect();
    let told = summed_up(&page, &many, "a").await;
    assert_eq!(told, json!(vec!["BBo mails 'Beta Testers'"; 40]));
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

#[tokio::test]
#[ignore = "long; .ci/run has it"]
async fn that_time_ran_out_is_told_to_its_owner_and_to_the_others() {
    let Some(browsers) = Browsers::start("late").await else { return };
    let page = browsers.visitor(Manner::Calm).await;
    page.go("/").await;
    let lines: [Line; 6] = [
        ("a", "turn", "", "Turn 1: Ann."),
        ("a", "timeout", "", "Time ran out for Ann: a stand-in moved."),
        ("a", "play", "", "Ann installs 'Coupon Printer'."),
        ("b", "turn", "", "Turn 2: Bo."),
        ("b", "play", "", "Bo installs 'Room Full Of Graphics Cards'."),
        ("a", "turn", "", "Turn 3: Ann."),
    ];
    let late = "ATime ran out for Ann: a stand-in moved.";
    let bos = "BBo installs 'Room Full Of Graphics Cards'.";
    let anns = "AAnn installs 'Coupon Printer'.";
    assert_eq!(summed_up(&page, &lines, "a").await, json!([bos, late]));
    assert_eq!(summed_up(&page, &lines[..4], "b").await, json!([anns, late]));
    page.close().await;
}
