//! The guided first games: clicked through, by keys alone, without scripts; and what the coach says to something else.

use std::time::{Duration, Instant};

use serde_json::Value;

use games::GameName;
use lessons::Lesson;

use crate::chrome::{Browsers, Manner, PATIENCE, Page, Screen};
use crate::clicks::open_table;
use crate::desk::{By, Luck};
use driver::Client;

const TAB: &str = "\u{e004}";
const ENTER: &str = "\u{e007}";

/// The moment of a lesson as data.
async fn moment(client: &mut Client, game: &str, at: u64) -> Value {
    client.look(&format!("/learn/{game}?at={at}")).await.unwrap()
}

/// Where in the lesson the page is.
const AT: &str = "Number(new URLSearchParams(location.search).get('at') ?? 0)";

/// The last words read aloud.
const ALOUD: &str = "document.getElementById('coach-says').textContent";

/// Waits until the coach waits, at this moment.
async fn until_at(page: &Page, at: u64) {
    page.until(&format!("{AT} === {at} && !document.querySelector('#coach .ways button:disabled')")).await;
}

/// The page says what the lesson says.
async fn says_so(page: &Page, now: &Value) {
    assert_eq!(page.text("#coach h2").await, now["title"].as_str().unwrap(), "{now}");
    if now["at"].as_u64().unwrap() + 1 < now["of"].as_u64().unwrap() {
        assert_eq!(page.text("#coach .todo").await, now["do"].as_str().unwrap(), "{now}");
    }
    let told = page.text("#coach .tells").await;
    assert!(told.starts_with(now["says"].as_str().unwrap()), "{told}");
}

/// The marked piece that can be pressed now, as a selector.
const MARKED: &str = "(() => { \
    const seen = [...document.querySelectorAll('.coached > .pick, :is(.uses, #steps) .coached')].find((pick) => pick.checkVisibility()); \
    const { piece } = seen?.parentElement.dataset ?? {}; \
    return !seen ? null : piece ? `[data-piece=\"${piece}\"] > .pick` : `${seen.closest('.uses') ? '.uses' : '#steps'} [data-step=\"${seen.dataset.step}\"]`; })()";

/// Makes the expected choice by clicks on marked pieces.
async fn obey(page: &Page, at: u64) {
    let since = Instant::now();
    while page.value(AT).await == at {
        assert!(since.elapsed() < PATIENCE, "nothing to click at {at}\n{}", page.describe().await);
        if let Some(marked) = page.value(MARKED).await.as_str()
            && page.value(AT).await == at
        {
            // Something may come in between, and a click just after a change does not count.
            let _ = page.try_click(marked).await;
        }
        tokio::time::sleep(std::time::Duration::from_millis(30)).await;
    }
}

/// Goes through a lesson to its end, as it tells.
async fn learn(page: &Page, client: &mut Client, game: &str) {
    page.until_there(".tabs [aria-pressed=true]").await;
    let of = moment(client, game, 0).await["of"].as_u64().unwrap();
    for at in 0..of {
        until_at(page, at).await;
        let now = moment(client, game, at).await;
        says_so(page, &now).await;
        if at + 1 == of {
            break;
        }
        if now["expects"].is_null() {
            page.click("#coach [data-on] button").await;
        } else {
            obey(page, at).await;
        }
        until_at(page, at + 1).await;
        let said = page.text("#coach-says").await;
        assert!(said.starts_with(&page.text("#coach h2").await), "{said}");
    }
    assert!(page.text("#coach .bubble").await.contains("Three things everybody gets wrong"));
    assert_eq!(page.complaints().await, Vec::<String>::new());
}

#[tokio::test]
#[ignore = "long; .ci/run has it"]
async fn each_lesson_is_clicked_through_to_its_end_and_leads_to_a_real_table() {
    let Some(browsers) = Browsers::start("lessons").await else { return };
    let page = browsers.visitor(Manner::Calm).await;
    let mut client = Client::new(browsers.table.at);
    for game in ["spammers", "spam-o-rama"] {
        page.go("/").await;
        page.click(&format!("a[href='/learn/{game}']")).await;
        learn(&page, &mut client, game).await;
        page.click("#coach button.primary").await;
        page.until("location.pathname.startsWith('/t/')").await;
        page.until_asked().await;
        assert_eq!(page.text("#asks > a").await, "Why?");
    }
    page.close().await;
}

#[tokio::test]
#[ignore = "long; .ci/run has it"]
async fn a_lesson_is_learnt_on_a_phone() {
    let Some(browsers) = Browsers::start("lessons-phone").await else { return };
    let page = browsers.visitor(Manner::Calm).await;
    page.screen(390, 664, Screen::Phone).await;
    let mut client = Client::new(browsers.table.at);
    // What a card is used for stands there once, whole, and so do the Actions that are left.
    page.go("/learn/spammers?at=1").await;
    page.click("#hand .coached > .pick").await;
    let once = "[...document.querySelectorAll('[data-step=use-play]')].filter((one) => one.checkVisibility()).length === 1";
    page.until(once).await;
    assert!(page.value("document.querySelector('.actions .unseen').offsetWidth").await.as_u64() > Some(50));
    // One's own Lists show what each roll gains, in figures, and the only Scam is not asked for.
    page.go("/learn/spammers?at=2").await;
    page.click("#hand .coached > .pick").await;
    page.until("document.querySelector('.mine .list > .chip .odds svg')?.checkVisibility()").await;
    assert!(!page.has(".mine .scam.lit").await);
    page.go("/learn/spammers").await;
    learn(&page, &mut client, "spammers").await;
    page.close().await;
}

#[tokio::test]
#[ignore = "long; .ci/run has it"]
async fn the_coach_answers_what_was_not_expected_and_nothing_is_played() {
    let Some(browsers) = Browsers::start("lessons-otherwise").await else { return };
    let page = browsers.visitor(Manner::Calm).await;
    page.go("/learn/spammers?at=1").await;
    page.until_there(".coached > .pick").await;
    let before = page.text("#desk, .desktop").await;
    let rack = "[data-piece=hand-rack-of-stolen-modems] > .pick";
    let remark = "document.querySelector('#coach .remark').textContent";
    for _ in 0..3 {
        page.run("document.querySelector('#coach .remark').textContent = '';").await.unwrap();
        page.until_there(rack).await;
        page.click(rack).await;
        if !page.has("#steps [data-step=use-play]").await {
            page.until(&format!("{remark} || document.querySelector('#steps [data-step=use-play]')")).await;
        }
        if page.has("#steps [data-step=use-play]").await {
            page.click("#steps [data-step=use-play]").await;
        }
        page.until(&format!("{remark}.includes('just warm')")).await;
    }
    assert_eq!(page.value(AT).await, 1);
    assert!(page.text("#refused").await.contains("just warm"), "it is said aloud");
    assert_eq!(page.text("#desk, .desktop").await, before);
    assert!(page.has("#coach [data-on] button.primary").await, "after three tries the way is shown");
    // A click on nothing in particular is answered as well, and so is what the rules forbid.
    page.run("document.querySelector('.desktop [data-news]').click();").await.unwrap();
    page.until(&format!("{remark}.includes('thick frame')")).await;
    page.until(&format!("{ALOUD}.includes('thick frame')")).await;
    page.go("/learn/spammers?at=7").await;
    page.click("[data-piece=hand-insider-trading].coached > .pick").await;
    page.until("[...document.querySelectorAll('#steps [aria-disabled]')].some((step) => step.why)").await;
    page.run("[...document.querySelectorAll('#steps [aria-disabled]')].find((step) => step.why).click();")
        .await
        .unwrap();
    page.until(&format!("{remark}.includes('One Mailing a turn')")).await;
    page.until(&format!("{ALOUD}.includes('One Mailing a turn')")).await;
    page.go("/learn/spammers?at=4").await;
    page.until_there(".coached > .pick").await;
    page.run("document.querySelector('#coach [data-on] button').click();").await.unwrap();
    until_at(&page, 5).await;
    // Back, and a word explained.
    page.click("#coach [data-back]").await;
    until_at(&page, 4).await;
    page.until_there("#coach .term").await;
    page.until_there("#aim .term").await;
    page.run(
        "document.querySelector('#coach .term').focus(); document.querySelector('#coach .term').click();",
    )
    .await
    .unwrap();
    page.until_there(".term-tip:popover-open a").await;
    // And out of it, from where it stands, to go on by oneself.
    page.run("document.querySelector('#coach form[action$=\"/play\"] button').click();").await.unwrap();
    page.until("location.pathname.startsWith('/t/')").await;
    page.until_asked().await;
    page.close().await;
}

/// Records everything that is read aloud.
const LISTEN: &str = "window.aloud = [];
    new MutationObserver(() => window.aloud.push(document.getElementById('coach-says').textContent))
        .observe(document.getElementById('coach-says'), { childList: true, characterData: true, subtree: true });";

#[tokio::test]
async fn what_the_coach_says_in_passing_is_said_aloud() {
    let Some(browsers) = Browsers::start("lessons-aloud").await else { return };
    let page = browsers.visitor(Manner::Calm).await;
    for game in [GameName::Spammers, GameName::SpamORama] {
        let lesson = Lesson::of(game);
        let beat = (0..lesson.beats().len()).rfind(|&beat| {
            let next = lesson.beats().get(beat + 1);
            next.is_some_and(|next| next.step != lesson.beats()[beat].step)
                && !lesson.step(beat).asides.is_empty()
        });
        let beat = beat.unwrap();
        page.go(&format!("/learn/{}?at={beat}", game.name())).await;
        page.until_there(".tabs [aria-pressed=true]").await;
        until_at(&page, beat as u64).await;
        page.run(LISTEN).await.unwrap();
        page.click("#coach [data-on] button").await;
        until_at(&page, beat as u64 + 1).await;
        let aside = &lesson.step(beat).asides[0];
        page.until(&format!("window.aloud[0] === {aside:?}")).await;
        // Then the next beat is read.
        let title = &lesson.step(beat + 1).title;
        page.until(&format!("window.aloud.at(-1).startsWith({title:?})")).await;
    }
    page.close().await;
}

/// The aim of the game stands in the first bubble, and on the first table that a browser sees of it; any press there
/// takes it away and counts.
#[tokio::test]
#[ignore = "long; .ci/run has it"]
async fn whoever_comes_first_is_told_what_the_game_is_about() {
    let Some(browsers) = Browsers::start("about").await else { return };
    for (game, screen) in [(GameName::Spammers, Screen::Desk), (GameName::SpamORama, Screen::Phone)] {
        let page = browsers.visitor(Manner::Calm).await;
        let intro = Lesson::of(game).intro();
        let name = game.name();
        page.go(&format!("/learn/{name}")).await;
        assert_eq!(page.text("#coach .intro").await, intro);
        open_table(&page, name, "Ann", 2, &[("seat-b", "peddler")]).await;
        if screen == Screen::Phone {
            page.screen(390, 844, screen).await;
        }
        page.until_there("#about:popover-open").await;
        page.until(&format!("document.querySelector('#about p').innerText === {intro:?}")).await;
        assert_eq!(page.value("document.documentElement.scrollWidth <= innerWidth").await, true);
        let within = "(({ left, top, right, bottom }) => left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight)(document.getElementById('about').getBoundingClientRect())";
        assert_eq!(page.value(within).await, true);
        let seen = page.until_asked().await;
        page.pick(&seen, &mut Luck::new(1), By::Click).await;
        page.until("!document.querySelector('#about:popover-open')").await;
        // Not again.
        let table = page.path().await;
        page.go(&table).await;
        page.until_asked().await;
        page.until("document.readyState === 'complete'").await;
        assert!(!page.has("#about:popover-open").await);
        page.close().await;
        // Nor after the lesson, which said the same.
        let page = browsers.visitor(Manner::Calm).await;
        page.go(&format!("/learn/{name}?at={}", Lesson::of(game).beats().len() - 1)).await;
        page.until(&format!("localStorage.getItem('met-{name}') === 'yes'")).await;
        open_table(&page, name, "Ann", 2, &[("seat-b", "peddler")]).await;
        page.until_asked().await;
        page.until_there("#table.sat").await;
        assert!(!page.has("#about:popover-open").await);
        page.close().await;
    }
}

/// While bots play the first turn the box stays away; it comes with one's own first choice.
#[tokio::test]
async fn what_the_game_is_about_is_told_when_one_is_asked() {
    let Some(browsers) = Browsers::start("about-asked").await else { return };
    let page = browsers.visitor(Manner::Calm).await;
    let watch = "window.early = 0; document.addEventListener('toggle', ({ target, newState }) => {
        if (target.id === 'about' && newState === 'open' && !document.querySelector('#prompt[data-yours]')) window.early += 1;
    }, true);";
    page.devtools("Page.addScriptToEvaluateOnNewDocument", serde_json::json!({ "source": watch })).await;
    for game in GameName::ALL {
        open_table(&page, game.name(), "Ann", 3, &[("seat-b", "peddler"), ("seat-c", "peddler")]).await;
        page.until_there("#about:popover-open").await;
        assert_eq!(page.value("document.querySelector('#prompt[data-yours]') !== null").await, true);
        assert_eq!(page.value("window.early").await, 0);
    }
    page.close().await;
}

#[tokio::test]
#[ignore = "long; .ci/run has it"]
async fn a_lesson_is_learnt_by_keys_alone() {
    let Some(browsers) = Browsers::start("lessons-keys").await else { return };
    let page = browsers.visitor(Manner::Calm).await;
    let mut client = Client::new(browsers.table.at);
    page.go("/learn/spam-o-rama").await;
    page.until_there(".tabs [aria-pressed=true]").await;
    let of = moment(&mut client, "spam-o-rama", 0).await["of"].as_u64().unwrap();
    // Only the first way is to be found; from then on the focus is where it is needed.
    for _ in 0..600 {
        if page.value("document.activeElement.matches('#coach .ways .primary')").await == true {
            break;
        }
        page.keys(TAB).await;
    }
    // A key is pressed once where the focus stands: before the page has gone on it would be pressed at the next step.
    let stands = format!("({AT}) + document.activeElement.outerHTML");
    let (mut pressed, mut pressed_at) = (Value::Null, Instant::now());
    let ready =
        "document.activeElement.matches('.coached > .pick, #steps .coached, #coach .ways .primary:enabled')";
    let (mut at, mut since) = (0, Instant::now());
    while at < of - 1 {
        assert!(since.elapsed() < PATIENCE, "stuck at {at}\n{}", page.describe().await);
        let standing = page.value(&stands).await;
        let is_new = standing != pressed || pressed_at.elapsed() > Duration::from_secs(20);
        if is_new && page.value(ready).await == true {
            page.keys(ENTER).await;
            (pressed, pressed_at) = (standing, Instant::now());
        }
        tokio::time::sleep(Duration::from_millis(30)).await;
        let now = page.value(AT).await.as_u64().unwrap_or(at);
        if now != at {
            (at, since) = (now, Instant::now());
        }
    }
    until_at(&page, of - 1).await;
    assert_eq!(page.complaints().await, Vec::<String>::new());
    page.close().await;
}

#[tokio::test]
#[ignore = "long; .ci/run has it"]
async fn without_scripts_a_lesson_goes_on_by_plain_forms() {
    let Some(browsers) = Browsers::start("lessons-plain").await else { return };
    let page = browsers.visitor(Manner::WithoutScripts).await;
    let mut client = Client::new(browsers.table.at);
    page.go("/learn/spam-o-rama").await;
    assert!(!page.has("html.js").await, "scripts run after all");
    let of = moment(&mut client, "spam-o-rama", 0).await["of"].as_u64().unwrap();
    for at in 0..of {
        page.until(&format!("{AT} === {at} && document.readyState === 'complete'")).await;
        let now = moment(&mut client, "spam-o-rama", at).await;
        says_so(&page, &now).await;
        if at == 1 {
            page.click("#act button[value='take clubs']").await;
            page.until("document.querySelector('#coach .remark')?.textContent.includes('Hearts pay you')")
                .await;
        }
        match now["expects"].as_str() {
            None if at + 1 == of => {}
            None => page.click("#coach [data-on] button").await,
            Some(expected) => {
                let button = format!("#act button[value='{expected}']");
                let group = format!("details.group:has(button[value='{expected}'])");
                if page.has(&format!("{group}:not([open])")).await {
                    page.click(&format!("{group} > summary")).await;
                }
                page.click(&button).await;
            }
        }
    }
    assert!(page.has("#coach form[action='/tables'] button.primary").await);
    page.close().await;
}
