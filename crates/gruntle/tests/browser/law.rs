//! The law of sizes: on every screen all that is asked for can be reached and hit by a finger, and every text is whole.
//! `law.js` judges a page as it is shown; here are the screens and the pages.

use serde_json::{Value, json};

use crate::chrome::{Browsers, Manner, Page, Screen};
use crate::clicks::open_table;
use crate::desk::{At, By, Luck};
use crate::places;
use driver::player::{is_asked, until};
use driver::{Client, Events};

const LAW: &str = include_str!("law.js");

/// Sizes of pages: phones without the browser's bars, upright and on the side; a tablet, a laptop and two desks.
const SIZES: [(u32, u32); 9] = [
    (360, 640),
    (375, 548),
    (390, 664),
    (412, 750),
    (844, 390),
    (820, 1180),
    (1280, 720),
    (1440, 900),
    (1920, 1080),
];

/// Those of them on which one page of a table is shown at a time.
const PHONES: [(u32, u32); 5] = [SIZES[0], SIZES[1], SIZES[2], SIZES[3], SIZES[4]];

/// Whether a page scrolls as a whole, or in its zones alone.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Table,
    Document,
}

/// Whether a screen is that of a phone.
fn is_phone(width: u32, height: u32) -> bool {
    width <= 700 || height <= 500
}

/// The faults of the page on a screen of this size.
async fn judge(page: &Page, (width, height): (u32, u32), kind: Kind) -> Vec<String> {
    let phone = is_phone(width, height);
    page.screen(width, height, if phone { Screen::Phone } else { Screen::Desk }).await;
    // A mouse that rests where it clicked last explains the word that has come under it.
    page.devtools("Input.dispatchMouseEvent", json!({ "type": "mouseMoved", "x": 0, "y": 0 })).await;
    let told = "document.querySelectorAll('.term-tip:popover-open').forEach((tip) => tip.hidePopover())";
    page.run(told).await.unwrap();
    // The page has heard of its new size once it has been drawn in it.
    let drawn =
        "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => done(true)));";
    page.client.execute_async(drawn, Vec::new()).await.unwrap();
    let found = page.client.execute(LAW, vec![json!(phone), json!(kind == Kind::Table)]).await.unwrap();
    found.as_array().unwrap().iter().map(|fault| fault.as_str().unwrap().to_owned()).collect()
}

/// Collects the faults of pages, and panics with all of them at the end.
#[derive(Default)]
struct Faults(Vec<String>);

impl Faults {
    /// Judges the page at every size.
    async fn look(&mut self, page: &Page, when: &str, kind: Kind) {
        self.look_at(page, when, kind, &SIZES).await;
    }

    /// Judges the page at these sizes.
    async fn look_at(&mut self, page: &Page, when: &str, kind: Kind, sizes: &[(u32, u32)]) {
        for &size in sizes {
            let found = judge(page, size, kind).await;
            self.0.extend(found.into_iter().map(|fault| format!("{when} at {}×{}: {fault}", size.0, size.1)));
        }
    }

    /// Finds a fault at every size where the first of these that is shown cannot be pressed as the page lies.
    async fn in_sight(&mut self, page: &Page, when: &str, selector: &str, sizes: &[(u32, u32)]) {
        let script = "
            scrollTo(0, 0);
            const part = [...document.querySelectorAll(arguments[0])].find((one) => one.checkVisibility());
            if (!part) return false;
            const { left, top, right, bottom } = part.getBoundingClientRect();
            const { clientWidth, clientHeight } = document.documentElement;
            const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
            return left >= -1 && top >= -1 && right <= clientWidth + 1 && bottom <= clientHeight + 1 && part.contains(there);";
        for &(width, height) in sizes {
            let kind = if is_phone(width, height) { Screen::Phone } else { Screen::Desk };
            page.screen(width, height, kind).await;
            if page.client.execute(script, vec![json!(selector)]).await.unwrap() != true {
                self.0.push(format!("{when} at {width}×{height}: not in sight: {selector}"));
            }
        }
    }

    fn none(self) {
        assert!(self.0.is_empty(), "{} faults: {:#?}", self.0.len(), &self.0[..self.0.len().min(40)]);
    }
}

/// The bots of a table of so many.
fn bots(seats: usize) -> Vec<(&'static str, &'static str)> {
    let all = ["seat-b", "seat-c", "seat-d", "seat-e", "seat-f"].map(|seat| (seat, "peddler"));
    all[..seats - 1].to_vec()
}

/// A table at which a bot has played for its person until this is so.
async fn later(
    client: &mut Client,
    game: &str,
    seats: usize,
    more: &[(&str, &str)],
    so: impl Fn(&Value) -> bool,
) -> String {
    let mut options = json!({ "game": game, "seats": seats, "name": "Ann", "wait": 0, "pace": 25 });
    for (key, value) in bots(seats).into_iter().chain(more.iter().copied()) {
        options[key] = json!(value);
    }
    let opened = client.post("/tables", &options).await.unwrap().json();
    if let Some(key) = opened["key"].as_str() {
        client.key = Some(key.to_owned());
    }
    let path = opened["path"].as_str().unwrap().to_owned();
    client.post(&format!("{path}/leave"), &json!({})).await.unwrap();
    until(client, &path, |seen| so(seen) || !seen["over"].is_null()).await;
    client.post(&format!("{path}/return"), &json!({})).await.unwrap();
    until(client, &path, is_asked).await;
    path
}

/// The page of a table at which something is asked.
async fn sit(page: &Page, client: &Client, path: &str) {
    page.take_key(client.key.as_deref().unwrap()).await;
    page.screen(390, 664, Screen::Phone).await;
    page.go(path).await;
    page.until("document.readyState === 'complete'").await;
    page.until_asked().await;
}

/// The law is no law unless each of its sentences can be broken.
#[tokio::test]
async fn the_law_finds_each_kind_of_fault() {
    let Some(browsers) = Browsers::start("law-itself").await else { return };
    let page = browsers.visitor(Manner::Calm).await;
    page.go("/learn/spam-o-rama?at=1").await;
    page.until_there(".tabs [aria-pressed=true]").await;
    let size = (390, 664);
    assert_eq!(judge(&page, size, Kind::Table).await, Vec::<String>::new());
    let style = |of: &str, style: &str| format!("document.querySelector('{of}').style.cssText = '{style}'");
    let more = |at: &str, tag: &str, style: &str| {
        format!(
            "const one = document.querySelector('{at}').appendChild(document.createElement('{tag}')); one.href = '/'; one.textContent = 'Something'; one.style.cssText = '{style}'"
        )
    };
    let breaks = [
        ("too small", style(".tabs button", "max-width: 20px; overflow: hidden; font-size: 0")),
        ("off screen", style(".tabs", "position: fixed; left: 2000px")),
        ("under", more("body", "div", "position: fixed; inset: 0; z-index: 99")),
        (
            "the page is",
            more("body", "div", "width: 900px; height: 1px; flex: none")
                + "; document.body.style.overflow = 'visible'",
        ),
        ("the table is", style("#table", "min-height: 900px")),
        (
            "a word of",
            more(".coach h2", "a", "display: inline-block; height: 12px; overflow: hidden; font-size: 9px"),
        ),
        ("cut", style(".coach h2", "overflow: hidden; width: 30px; white-space: nowrap")),
        (
            "a line of",
            "const one = document.querySelector('.coach h2').appendChild(document.createElement('button'));
             one.className = 'term'; one.textContent = 'Port'; one.style.minHeight = '44px'"
                .to_owned(),
        ),
        ("broken word", style(".coach h2", "width: 20px; word-break: break-all")),
        (
            "texts overlap",
            "const { left, right, top, bottom } = document.querySelector('.tabs [data-tab=log]').getBoundingClientRect();
             const one = document.body.appendChild(document.createElement('b'));
             one.textContent = 'It';
             one.style.cssText = `position: fixed; z-index: 99; left: ${(left + right) / 2 - 14}px; top: ${(top + bottom) / 2 - 10}px`"
                .to_owned(),
        ),
    ];
    for (kind, script) in breaks {
        page.go("/learn/spam-o-rama?at=1").await;
        page.until_there(".tabs [aria-pressed=true]").await;
        page.run(&script).await.unwrap();
        let found = judge(&page, size, Kind::Table).await;
        assert!(found.iter().any(|fault| fault.starts_with(kind)), "{kind}: {found:?}");
    }
    page.close().await;
}

#[tokio::test]
#[ignore = "long; .ci/run has it"]
async fn the_law_of_sizes_holds_in_lobbies() {
    let Some(browsers) = Browsers::start("law-lobby").await else { return };
    let (host, guest) = (browsers.visitor(Manner::Calm).await, browsers.visitor(Manner::Calm).await);
    let mut faults = Faults::default();
    for (game, seats) in [("spam-o-rama", 2), ("spammers", 6)] {
        let people: Vec<(&str, &str)> = bots(seats)
            .into_iter()
            .enumerate()
            .map(|(at, (seat, bot))| (seat, if at == 0 { "person" } else { bot }))
            .collect();
        open_table(&host, game, "Ann", seats, &people).await;
        faults.look(&host, &format!("the lobby of {seats}, its host"), Kind::Document).await;
        guest.go(&host.path().await).await;
        guest.until_there("#lobby").await;
        faults.look(&guest, &format!("the lobby of {seats}, a guest"), Kind::Document).await;
        faults.in_sight(&guest, "a guest", ".letter .primary", &SIZES).await;
        guest.fill(".letter input[name=name]", "Bob").await;
        guest.click(".letter button").await;
        guest.until_there(".start form[action$='/ready']").await;
        faults.look(&guest, &format!("the lobby of {seats}, a guest with a seat"), Kind::Document).await;
        faults.in_sight(&guest, "a guest with a seat", ".start .primary", &SIZES).await;
        host.until("document.getElementById('lobby').textContent.includes('Bob')").await;
        faults.look(&host, &format!("the lobby of {seats}, full"), Kind::Document).await;
        assert!(!host.has(".primary").await, "the host has nothing to do but to wait");
    }
    faults.none();
    host.close().await;
    guest.close().await;
}

#[tokio::test]
#[ignore = "long; .ci/run has it"]
async fn the_law_of_sizes_holds_at_home() {
    let Some(browsers) = Browsers::start("law-home").await else { return };
    let page = browsers.visitor(Manner::Calm).await;
    let mut faults = Faults::default();
    page.go("/").await;
    faults.look(&page, "home", Kind::Document).await;
    faults.in_sight(&page, "home", ".befriend button", &SIZES[..4]).await;
    // One press, and there is a table that waits for a friend.
    page.click("#spammers .befriend button").await;
    page.until_there("#lobby .invite:not(.later)").await;
    faults.in_sight(&page, "a lobby for a friend", ".invite .primary", &SIZES).await;
    faults.none();
    page.close().await;
}

/// A table of two people at which the second, who is to move, has gone.
async fn left_alone(browsers: &Browsers, game: &str) -> (Client, String) {
    let (mut ann, mut bob) = (Client::new(browsers.table.at), Client::new(browsers.table.at));
    let options = json!({ "game": game, "seats": 2, "name": "Ann", "seat-b": "person" });
    let path = ann.post("/tables", &options).await.unwrap().json()["path"].as_str().unwrap().to_owned();
    let done = async |client: &mut Client, what: &str, fields: Value| {
        let done = client.post(&format!("{path}/{what}"), &fields).await.unwrap();
        assert!(done.status == 200, "{what}: {}", done.body);
    };
    done(&mut bob, "sit", json!({ "name": "Bob", "seat": "B" })).await;
    if game == "spam-o-rama" {
        done(&mut ann, "spam", json!({ "spam": 9 })).await;
        done(&mut bob, "spam", json!({ "spam": 0 })).await;
    }
    done(&mut bob, "ready", json!({})).await;
    done(&mut ann, "start", json!({})).await;
    drop(Events::open(browsers.table.at, &format!("{path}/events"), bob.key.as_deref()).await.unwrap());
    // In SPAMMERS both choose a List first.
    let seen = ann.look(&path).await.unwrap();
    if let Some(choice) = seen["choices"].get(0) {
        done(&mut ann, "act", json!({ "version": seen["version"], "action": choice["action"] })).await;
    }
    (ann, path)
}

#[tokio::test]
#[ignore = "long; .ci/run has it"]
async fn the_law_of_sizes_holds_while_a_friend_is_away_and_in_the_chat() {
    let Some(browsers) = Browsers::start("law-away").await else { return };
    let page = browsers.visitor(Manner::Calm).await;
    let mut faults = Faults::default();
    for game in ["spammers", "spam-o-rama"] {
        let (ann, path) = left_alone(&browsers, game).await;
        page.take_key(ann.key.as_deref().unwrap()).await;
        page.screen(390, 664, Screen::Phone).await;
        page.go(&path).await;
        page.until_there("#missed [data-about=b]:not([hidden])").await;
        page.run("document.querySelector('.greeting:popover-open button')?.click()").await.unwrap();
        faults.look(&page, &format!("{game}, a friend away"), Kind::Table).await;
        faults.in_sight(&page, &format!("{game}, a friend away"), "#missed button", &SIZES).await;
        page.screen(390, 664, Screen::Phone).await;
        page.click(".tabs [data-tab=log]").await;
        faults.look_at(&page, &format!("{game}, log and chat"), Kind::Table, &PHONES).await;
        faults.in_sight(&page, &format!("{game}, log and chat"), ".chat [data-chat]", &PHONES).await;
        page.screen(390, 664, Screen::Phone).await;
        page.click(".chat [data-chat]").await;
        faults.look_at(&page, &format!("{game}, the chat"), Kind::Table, &PHONES).await;
        for part in [".chat .phrases button", ".chat [data-chat]"] {
            faults.in_sight(&page, &format!("{game}, the chat"), part, &PHONES).await;
        }
        page.click("#missed button").await;
        page.until("!document.querySelector('#missed > div')").await;
    }
    faults.none();
    page.close().await;
}

#[tokio::test]
#[ignore = "long; .ci/run has it"]
async fn the_law_of_sizes_holds_under_the_coach() {
    let Some(browsers) = Browsers::start("law-coach").await else { return };
    let page = browsers.visitor(Manner::Calm).await;
    let mut faults = Faults::default();
    for (game, change) in [("spammers", 40), ("spam-o-rama", SECOND_PHASE)] {
        let mut client = Client::new(browsers.table.at);
        let path = later(&mut client, game, 2, &[], |seen| seen["version"].as_u64() >= Some(change)).await;
        sit(&page, &client, &path).await;
        page.click(".ask-coach button").await;
        page.until_there("#advice .why").await;
        // The words in it are marked before it is judged.
        page.until_there("#asks .term").await;
        faults.look_at(&page, &format!("{game}, the coach"), Kind::Table, &PHONES).await;
        page.screen(390, 664, Screen::Phone).await;
        page.click("#advice summary").await;
        faults.look(&page, &format!("{game}, the coach in numbers"), Kind::Table).await;
        faults.in_sight(&page, &format!("{game}, the coach"), "#advice .row > :last-child", &SIZES).await;
        // The lamp puts it away again.
        page.click(".ask-coach button").await;
        page.until("!document.getElementById('advice')").await;
    }
    faults.none();
    page.close().await;
}

#[tokio::test]
#[ignore = "long; .ci/run has it"]
async fn the_law_of_sizes_holds_in_lessons() {
    let Some(browsers) = Browsers::start("law-lessons").await else { return };
    let page = browsers.visitor(Manner::Calm).await;
    let mut faults = Faults::default();
    for game in ["spammers", "spam-o-rama"] {
        let mut client = Client::new(browsers.table.at);
        let of = client.look(&format!("/learn/{game}?at=0")).await.unwrap()["of"].as_u64().unwrap();
        for at in 0..of {
            page.screen(390, 664, Screen::Phone).await;
            page.go(&format!("/learn/{game}?at={at}")).await;
            page.until_there(".tabs [aria-pressed=true]").await;
            faults.look(&page, &format!("the lesson of {game}, {at}"), Kind::Table).await;
        }
    }
    faults.none();
    page.close().await;
}

/// Puzzles that are looked at, of each game: every so many.
const PUZZLES_APART: usize = 9;
/// So many at most.
const PUZZLES: usize = 8;

#[tokio::test]
#[ignore = "long; .ci/run has it"]
async fn the_law_of_sizes_holds_in_puzzles() {
    let Some(browsers) = Browsers::start("law-puzzles").await else { return };
    let page = browsers.visitor(Manner::Calm).await;
    let mut faults = Faults::default();
    for game in games::GameName::ALL {
        for puzzle in lessons::Puzzle::all(game).iter().step_by(PUZZLES_APART).take(PUZZLES) {
            let name = format!("puzzle {} of {}", puzzle.number, game.name());
            page.screen(390, 664, Screen::Phone).await;
            page.go(&format!("/puzzles/{}/{}", game.name(), puzzle.number)).await;
            page.until_there(".tabs [aria-pressed=true]").await;
            faults.look(&page, &name, Kind::Table).await;
            page.screen(390, 664, Screen::Phone).await;
            page.click("#coach .offered button").await;
            page.until_there("#coach[data-solved]").await;
            faults.look(&page, &format!("{name}, answered"), Kind::Table).await;
        }
    }
    faults.none();
    page.close().await;
}

/// From this change on coins are relayed.
const SECOND_PHASE: u64 = 200;

/// The prompts that are looked at, one after the other, once a table has come so far.
const PROMPTS: u32 = 3;

/// A table of Spam-O-Rama in both phases: as it is asked, and with something picked.
async fn network_of(seats: usize, network: &str) {
    let name = format!("law-rama-{seats}-{network}");
    let Some(browsers) = Browsers::start(&name).await else { return };
    let page = browsers.visitor(Manner::Calm).await;
    let mut faults = Faults::default();
    let mut luck = Luck::new(7);
    for (phase, change) in [("first", 20), ("second", SECOND_PHASE)] {
        let mut client = Client::new(browsers.table.at);
        let far = |seen: &Value| seen["version"].as_u64() >= Some(change);
        let path = later(&mut client, "spam-o-rama", seats, &[("network", network)], far).await;
        sit(&page, &client, &path).await;
        for prompt in 0..PROMPTS {
            let seen = page.until_asked().await;
            if seen.at != At::Table {
                break;
            }
            let when = format!("{network} of {seats}, {phase} phase, prompt {prompt}, '{}'", seen.asks);
            faults.look(&page, &when, Kind::Table).await;
            page.screen(390, 664, Screen::Phone).await;
            let seen = page.until_asked().await;
            page.pick(&seen, &mut luck, By::Click).await;
        }
        for tab in ["clients", "log"] {
            page.run(&format!("document.querySelector('.tabs [data-tab={tab}]').click()")).await.unwrap();
            faults.look(&page, &format!("{network} of {seats}, its {tab}"), Kind::Table).await;
        }
        let watcher = browsers.visitor(Manner::Calm).await;
        watcher.go(&path).await;
        watcher.until_there(".tabs [aria-pressed=true]").await;
        faults.look(&watcher, &format!("{network} of {seats}, watched"), Kind::Table).await;
        watcher.close().await;
    }
    faults.none();
    page.close().await;
}

#[tokio::test]
#[ignore = "long; .ci/run has it"]
async fn the_law_of_sizes_holds_at_a_network_of_two() {
    network_of(2, "ring").await;
}

#[tokio::test]
#[ignore = "long; .ci/run has it"]
async fn the_law_of_sizes_holds_at_a_network_of_six() {
    network_of(6, "ring").await;
}

#[tokio::test]
#[ignore = "long; .ci/run has it"]
async fn the_law_of_sizes_holds_at_the_strip() {
    network_of(3, "strip").await;
}

/// A table of SPAMMERS: at a turn, with something picked, in a window, and watched.
async fn masses_of(seats: usize) {
    let Some(browsers) = Browsers::start(&format!("law-spammers-{seats}")).await else { return };
    let page = browsers.visitor(Manner::Calm).await;
    let mut faults = Faults::default();
    let mut luck = Luck::new(11);
    let mut client = Client::new(browsers.table.at);
    let full = |seen: &Value| {
        seen["version"].as_u64() >= Some(20 * seats as u64)
            && seen["view"]["table"]["masses"].as_array().is_some_and(|lists| lists.len() > 2)
    };
    let path = later(&mut client, "spammers", seats, &[("variant", "standard")], full).await;
    sit(&page, &client, &path).await;
    for tab in ["rivals", "outbox", "log", "masses"] {
        page.run(&format!("document.querySelector('.tabs [data-tab={tab}]').click()")).await.unwrap();
        faults.look(&page, &format!("SPAMMERS of {seats}, its {tab}"), Kind::Table).await;
    }
    let (mut prompts, mut windows) = (0, 0);
    for _ in 0..60 {
        let seen = page.until_asked().await;
        if seen.at != At::Table {
            break;
        }
        let window = seen.asks.contains("React");
        let wanted = if window { &mut windows } else { &mut prompts };
        *wanted += 1;
        if *wanted <= PROMPTS {
            faults.look(&page, &format!("SPAMMERS of {seats}, '{}'", seen.asks), Kind::Table).await;
            page.screen(390, 664, Screen::Phone).await;
        }
        if prompts >= PROMPTS && windows >= 1 {
            break;
        }
        let seen = page.until_asked().await;
        page.pick(&seen, &mut luck, By::Click).await;
    }
    let watcher = browsers.visitor(Manner::Calm).await;
    watcher.go(&path).await;
    watcher.until_there(".tabs [aria-pressed=true]").await;
    faults.look(&watcher, &format!("SPAMMERS of {seats}, watched"), Kind::Table).await;
    watcher.close().await;
    faults.none();
    page.close().await;
}

#[tokio::test]
#[ignore = "long; .ci/run has it"]
async fn the_law_of_sizes_holds_at_spammers_of_two() {
    masses_of(2).await;
}

#[tokio::test]
#[ignore = "long; .ci/run has it"]
async fn the_law_of_sizes_holds_at_spammers_of_six() {
    masses_of(6).await;
}

#[tokio::test]
#[ignore = "long; .ci/run has it"]
async fn the_law_of_sizes_holds_at_the_end() {
    let Some(browsers) = Browsers::start("law-end").await else { return };
    let page = browsers.visitor(Manner::Calm).await;
    let mut faults = Faults::default();
    for (game, seats, more) in [
        ("spammers", 2, &[("variant", "demonstration")][..]),
        ("spam-o-rama", 2, &[]),
        ("spam-o-rama", 6, &[]),
    ] {
        let mut client = Client::new(browsers.table.at);
        let mut options = json!({ "game": game, "seats": seats, "name": "Ann", "wait": 0, "pace": 0 });
        for (key, value) in bots(seats).into_iter().chain(more.iter().copied()) {
            options[key] = json!(value);
        }
        let path = places::finished(&mut client, options).await;
        page.take_key(client.key.as_deref().unwrap()).await;
        page.go(&path).await;
        page.until_there("#result").await;
        page.until("document.readyState === 'complete'").await;
        faults.look(&page, &format!("the end of {game} of {seats}"), Kind::Document).await;
    }
    faults.none();
    page.close().await;
}

/// Screens that have room for text twice as large.
const ROOMY: [(u32, u32); 4] = [(820, 1180), (1280, 720), (1440, 900), (1920, 1080)];

#[tokio::test]
#[ignore = "long; .ci/run has it"]
async fn the_law_of_sizes_holds_with_text_twice_as_large() {
    let Some(browsers) = Browsers::start("law-text").await else { return };
    let page = browsers.visitor(Manner::Calm).await;
    let mut faults = Faults::default();
    let mut paths: Vec<String> = Vec::new();
    for game in ["spammers", "spam-o-rama"] {
        paths.extend([3, 5].map(|at| format!("/learn/{game}?at={at}")));
        paths.push(format!("/puzzles/{game}/1"));
    }
    page.devtools("Page.setFontSizes", json!({ "fontSizes": { "standard": 32, "fixed": 26 } })).await;
    for path in paths {
        page.go(&path).await;
        page.until_there(".tabs [aria-pressed=true]").await;
        faults.look_at(&page, &path, Kind::Table, &ROOMY).await;
    }
    for (game, change) in [("spammers", 40), ("spam-o-rama", 20), ("spam-o-rama", SECOND_PHASE)] {
        let mut client = Client::new(browsers.table.at);
        let path = later(&mut client, game, 3, &[], |seen| seen["version"].as_u64() >= Some(change)).await;
        sit(&page, &client, &path).await;
        let begin = "[...document.querySelectorAll('button')].find((one) => one.textContent.trim() === 'Begin')?.click()";
        page.run(begin).await.unwrap();
        faults.look_at(&page, &format!("{game} after {change}"), Kind::Table, &ROOMY).await;
    }
    assert_eq!(page.value("getComputedStyle(document.documentElement).fontSize").await, "32px");
    faults.none();
    page.close().await;
}
