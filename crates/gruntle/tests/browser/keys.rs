//! By keys alone: a whole game of each title, and a screen reader's words meanwhile.

use crate::chrome::{Browsers, Manner, Page, Screen};
use crate::clicks::{self, hurry_bots};
use crate::desk::{At, By, Luck, Seen};

const TAB: &str = "\u{e004}";
const ENTER: &str = "\u{e007}";
const ESC: &str = "\u{e00c}";
const LEFT: &str = "\u{e012}";
const RIGHT: &str = "\u{e014}";
const DOWN: &str = "\u{e015}";
const UP: &str = "\u{e013}";
const HOME: &str = "\u{e011}";
const ARROWS: [&str; 4] = [LEFT, UP, RIGHT, DOWN];

/// More stops than any page has.
const STOPS: usize = 150;

async fn is_at(page: &Page, selector: &str) -> bool {
    page.value(&format!("document.activeElement?.matches({selector:?}) ?? false")).await == true
}

/// Goes on with one key until the focus is there.
async fn press_until_at(page: &Page, key: &str, selector: &str) {
    for _ in 0..STOPS {
        if is_at(page, selector).await {
            return;
        }
        page.keys(key).await;
    }
    panic!("the keys do not lead to {selector}\n{}", page.describe().await);
}

/// Goes on with one key until the field that has the focus says this.
async fn press_until_says(page: &Page, key: &str, value: &str) {
    for _ in 0..STOPS {
        if page.value("document.activeElement.value").await == value {
            return;
        }
        page.keys(key).await;
    }
    panic!("the keys do not lead to {value}\n{}", page.describe().await);
}

/// Opens a table from the home page.
async fn open_table(page: &Page, game: &str, (key, seats): (&str, &str), choices: &[(&str, &str, &str)]) {
    page.go("/").await;
    hurry_bots(page, game).await;
    press_until_at(page, TAB, &format!("#{game} details.new > summary")).await;
    page.keys(ENTER).await;
    press_until_at(page, TAB, &format!("#{game}-name")).await;
    page.keys("Ann").await;
    press_until_at(page, TAB, &format!("#{game} input[name=seats]")).await;
    press_until_says(page, key, seats).await;
    for (field, key, value) in choices {
        let folded = format!("#{game} details.options:not([open])");
        if !field.starts_with("seat-") && page.has(&folded).await {
            press_until_at(page, TAB, &format!("{folded} > summary")).await;
            page.keys(ENTER).await;
        }
        press_until_at(page, TAB, &format!("#{game} details.new select[name={field:?}]")).await;
        press_until_says(page, key, value).await;
    }
    press_until_at(page, TAB, &format!("#{game} details.new button.primary")).await;
    page.keys(ENTER).await;
    page.until("location.pathname.startsWith('/t/')").await;
}

/// Focus on a barred piece reads out why, by clause: in its name, or aloud where several pieces share the reason.
async fn says_why(page: &Page) {
    let name = page.value("document.activeElement.closest('.barred')?.querySelector(':scope > .pick').getAttribute('aria-label') ?? ''").await;
    let name = name.as_str().unwrap();
    let cites = |text: &str| {
        text.split([' ', ':']).any(|word| {
            word.starts_with(['S', 'R'])
                && word.contains('.')
                && word[1..].starts_with(|c: char| c.is_ascii_digit())
        })
    };
    let aloud = page.text("#refused[role=alert]").await;
    assert!(name.is_empty() || cites(name) || cites(&aloud), "no reason by clause: {name}, {aloud}");
}

/// Picks something that is lit, as the help says: by its digit, or by going there.
async fn pick(page: &Page, seen: &Seen, luck: &mut Luck) {
    let keyed: Vec<&(String, String)> = seen.steps.iter().filter(|(_, key)| !key.is_empty()).collect();
    if seen.lit.is_empty() || (!keyed.is_empty() && luck.below(3) == 0) {
        let (step, digit) = luck.of(&keyed);
        page.keys(if step == "pass" { "p" } else { digit }).await;
        return;
    }
    press_until_at(page, TAB, "#table .pick").await;
    let mut strolls = luck.below(4);
    for _ in 0..STOPS {
        if strolls == 0 && is_at(page, ".lit > .pick").await {
            break;
        }
        // Barred pieces take the focus as well, to read out why.
        page.keys(ARROWS[luck.below(ARROWS.len())]).await;
        says_why(page).await;
        strolls = strolls.saturating_sub(1);
        if strolls == 0 && !is_at(page, ".lit > .pick").await {
            page.keys(HOME).await;
        }
    }
    let name = page.value("document.activeElement.getAttribute('aria-label')").await;
    assert!(
        name.as_str().is_some_and(|name| !name.is_empty()),
        "a piece without a name\n{}",
        page.describe().await
    );
    assert!(!page.text("#hint").await.is_empty(), "nothing is said of {name}");
    page.keys(ENTER).await;
}

/// Screen readers hear the question: after every change, all of it, in the words on the page.
fn is_told(seen: &Seen, loaded: &str) {
    if seen.depth == 0 && seen.version != loaded {
        assert!(seen.say.ends_with(&seen.asks), "asked: {}\nsaid: {}", seen.asks, seen.say);
    }
}

/// The help, the list of all choices and the log open and close by their keys.
async fn try_keys(page: &Page) {
    page.keys("?").await;
    page.until("document.querySelector('dialog.help')?.open").await;
    for key in ["Tab", "Enter", "Esc", "Take back", "All choices"] {
        let help = page.text("dialog.help").await.to_lowercase();
        assert!(help.contains(&key.to_lowercase()), "the help leaves out {key}: {help}");
    }
    page.keys(ESC).await;
    page.until("!document.querySelector('dialog.help').open && !document.activeElement.closest('dialog')")
        .await;
    for way in [true, false] {
        page.keys("a").await;
        page.until(&format!("document.querySelector('#prompt .all').open === {way}")).await;
    }
    page.keys("l").await;
    page.until("document.activeElement.closest('#log') !== null").await;
    page.keys("l").await;
}

async fn play(page: &Page, luck: &mut Luck) {
    page.until_there("#say[role=status]").await;
    let mut seen = page.until_asked().await;
    let loaded = seen.version.clone();
    try_keys(page).await;
    let (mut listened, mut has_gone_back) = (0, false);
    while seen.at == At::Table {
        is_told(&seen, &loaded);
        listened += u32::from(seen.version != loaded);
        if seen.depth > 0 && !has_gone_back {
            page.keys(ESC).await;
            has_gone_back = true;
            assert!(page.has_moved(&seen).await, "Esc leads nowhere\n{}", page.describe().await);
            assert!(page.look().await.depth < seen.depth, "Esc leads on\n{}", page.describe().await);
        } else {
            pick(page, &seen, luck).await;
            // A key that came just before a change is pressed once more.
            page.has_moved(&seen).await;
        }
        seen = page.until_asked().await;
        if seen.at == At::Table {
            // The focus stands on a choice after every key and after every move of others.
            page.until("document.activeElement.matches('.pick, #steps button')").await;
        }
    }
    assert_eq!(seen.at, At::Over);
    assert!(listened > 0, "nothing was ever said");
    assert!(page.text("#result .verdict").await.contains("win"));
}

#[tokio::test]
#[ignore = "long; .ci/run has it"]
async fn spammers_is_played_with_keys_alone_and_says_aloud_what_is_asked() {
    let Some(browsers) = Browsers::start("keys-spammers").await else { return };
    let page = browsers.visitor(Manner::Calm).await;
    let choices = [
        ("seat-b", DOWN, "peddler"),
        ("variant", DOWN, "demonstration"),
        ("deck", DOWN, "starter"),
        ("wait", DOWN, "none"),
    ];
    open_table(&page, "spammers", (LEFT, "2"), &choices).await;
    play(&page, &mut Luck::new(9)).await;
    page.close().await;
}

#[tokio::test]
#[ignore = "long; .ci/run has it"]
async fn spam_o_rama_is_played_with_keys_alone_and_says_aloud_what_is_asked() {
    let Some(browsers) = Browsers::start("keys-spam-o-rama").await else { return };
    let page = browsers.visitor(Manner::Calm).await;
    let bots = [DOWN, UP, UP, UP, UP];
    let seats = ["seat-b", "seat-c", "seat-d", "seat-e", "seat-f"];
    let choices: Vec<_> = seats.into_iter().zip(bots).map(|(seat, key)| (seat, key, "peddler")).collect();
    open_table(&page, "spam-o-rama", (RIGHT, "6"), &choices).await;
    play(&page, &mut Luck::new(10)).await;
    page.close().await;
}

#[tokio::test]
#[ignore = "long; .ci/run has it"]
async fn single_keys_do_nothing_once_they_are_turned_off() {
    let Some(browsers) = Browsers::start("keys-off").await else { return };
    let page = browsers.visitor(Manner::Calm).await;
    clicks::open_table(&page, "spam-o-rama", "Ann", 2, &[("seat-b", "peddler")]).await;
    page.until_asked().await;
    let help = "document.querySelector('dialog.help')?.open === true";
    page.keys("?").await;
    page.until(help).await;
    page.click("dialog.help button").await;
    page.until(&format!("!({help})")).await;

    // The switch is in the menu, and is remembered.
    page.run("document.querySelector('#menu [data-keys]').click();").await.unwrap();
    let off = "document.querySelector('#menu [data-keys]')?.getAttribute('aria-pressed') === 'false'";
    page.until(off).await;
    page.client.refresh().await.unwrap();
    page.until_asked().await;
    page.until(off).await;
    page.keys("?al1").await;
    assert_eq!(page.value(help).await, false);
    assert!(!page.has(".all[open]").await);
    assert_eq!(page.value("document.getElementById('table').dataset.shows").await, "board");
    // From nowhere an arrow leads to what may be picked.
    page.keys(DOWN).await;
    assert!(is_at(&page, ".lit > .pick").await);
    page.close().await;
}

/// Stops of the Tab key within the log, and where the arrows lead from it.
#[tokio::test]
async fn the_log_is_one_stop_and_its_lines_are_gone_to_by_arrows() {
    let Some(browsers) = Browsers::start("keys-log").await else { return };
    let page = browsers.visitor(Manner::Calm).await;
    for game in ["spammers", "spam-o-rama"] {
        clicks::open_table(&page, game, "Ann", 2, &[("seat-b", "peddler")]).await;
        page.play(&mut Luck::new(4), By::Click, Some(6)).await;
        page.until_there("#lines > li:nth-child(8) a").await;
        let stops = "[...document.querySelectorAll('#log *')].filter((part) => part.tabIndex >= 0 && part.checkVisibility() && !part.hidden).map((part) => part.className)";
        page.until(&format!("{stops}.length === 1")).await;
        page.keys("l").await;
        page.until("document.activeElement.closest('#log') !== null").await;
        let from_end = "(() => { const all = [...document.querySelectorAll('#lines :is(a, button)')]; return all.length - all.indexOf(document.activeElement); })()";
        for (key, place) in [(UP, 1), (UP, 2), (UP, 3), (DOWN, 2)] {
            page.keys(key).await;
            assert_eq!(page.value(from_end).await, place, "the newest comes first");
        }
    }
    page.close().await;
}

/// Focused parts that lie below the bar at the foot of the page (WCAG 2.4.11).
const HIDDEN: &str = "(() => {
    const bar = document.querySelector('.doors');
    const stops = [...document.querySelectorAll('main :is(a[href], button, input:not([type=hidden]), select)')].filter((stop) => !bar.contains(stop) && stop.checkVisibility());
    return stops.filter((stop) => {
        scrollTo({ top: 0, behavior: 'instant' });
        stop.focus();
        return stop.getBoundingClientRect().bottom > bar.getBoundingClientRect().top;
    }).map((stop) => stop.outerHTML);
})()";

#[tokio::test]
async fn nothing_that_has_the_focus_lies_below_a_bar() {
    let Some(browsers) = Browsers::start("keys-bar").await else { return };
    let page = browsers.visitor(Manner::Calm).await;
    clicks::open_table(&page, "spam-o-rama", "Ann", 6, &[("seat-b", "person")]).await;
    page.until_there("#lobby .doors").await;
    for (width, height, screen) in [(1280, 720, Screen::Desk), (390, 664, Screen::Phone)] {
        page.screen(width, height, screen).await;
        assert_eq!(page.value(HIDDEN).await, serde_json::json!([]), "{width}×{height}");
    }
    page.close().await;
}
