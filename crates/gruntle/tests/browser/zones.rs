//! Fixed furniture: at every prompt of a game each choice and each own piece can be pressed where it stands, and
//! neither the task bar nor the zones of the table move.

use serde_json::{Map, Value, json};

use crate::chrome::{Browsers, Manner, Page, Screen};
use crate::clicks::open_table;
use crate::desk::{At, By, Luck};

/// A screen of this size, and the players at the table on it.
struct Size {
    width: u32,
    height: u32,
    screen: Screen,
    seats: usize,
}

const SIZES: [Size; 4] = [
    Size { width: 1280, height: 720, screen: Screen::Desk, seats: 4 },
    Size { width: 1440, height: 900, screen: Screen::Desk, seats: 3 },
    Size { width: 390, height: 844, screen: Screen::Phone, seats: 3 },
    Size { width: 844, height: 390, screen: Screen::Phone, seats: 2 },
];

/// As many as there can be, on a laptop and on a phone; and the largest screen.
const SIX_ON_A_DESK: Size = Size { width: 1280, height: 720, screen: Screen::Desk, seats: 6 };
const SIX_ON_A_PHONE: Size = Size { width: 390, height: 844, screen: Screen::Phone, seats: 6 };
const LARGEST: Size = Size { width: 2560, height: 1440, screen: Screen::Desk, seats: 4 };
/// A common laptop and a common screen.
const LAPTOP: Size = Size { width: 1366, height: 768, screen: Screen::Desk, seats: 4 };
const COMMON: Size = Size { width: 1920, height: 1080, screen: Screen::Desk, seats: 6 };

/// As many prompts are looked at where a whole game would be long.
const FIRST_PROMPTS: usize = 10;

/// As many are looked at where the size is like one of which a whole game is played.
const MANY_PROMPTS: usize = 60;
const SOME_PROMPTS: usize = 30;

/// A game at the table, and what of it is looked at.
struct Title {
    game: &'static str,
    /// The form's fields beside the players.
    choices: &'static [(&'static str, &'static str)],
    /// The zones that stay where they are.
    zones: &'static [&'static str],
    /// The player's own pieces.
    own: &'static str,
}

const SPAMMERS: Title = Title {
    game: "spammers",
    choices: &[("variant", "demonstration"), ("wait", "none")],
    zones: &[
        "[data-bar]",
        "#aim",
        "#masses",
        ".rivals",
        ".stage",
        "#decks",
        ".mine",
        "#hand",
        ".tabs",
        ".side",
    ],
    own: ".mine [data-piece], #hand [data-piece]",
};

const SPAM_O_RAMA: Title = Title {
    game: "spam-o-rama",
    choices: &[],
    zones: &[
        "[data-bar]",
        ".people",
        ".held",
        ".pool",
        ".where",
        ".net",
        ".ports",
        ".told",
        ".clients",
        ".clients .own",
        ".clients .others",
        ".tabs",
        ".side",
        ".notes",
    ],
    own: ".own [data-client]",
};

/// Pieces that cannot be pressed where they stand, and the places of the zones. A page of a small screen is turned to
/// first, and a zone that scrolls in itself is scrolled; the document itself never scrolls.
const LOOK: &str = "
    const [zones, own, small] = arguments;
    const PIECE = '[data-piece], [data-client]';
    const covered = [];
    const scrolled = [];
    const turnTo = (it) => {
        const page = it.closest('[data-page]');
        if (page && !page.checkVisibility()) document.querySelector(`.tabs [data-tab=\"${page.dataset.page}\"]`)?.click();
    };
    const hit = (it) => {
        const { left, top, width, height } = it.getBoundingClientRect();
        return document.elementFromPoint(left + width / 2, top + height / 2);
    };
    for (const it of new Set(document.querySelectorAll(`.lit[data-piece], ${own}`))) {
        if (it.closest('[hidden], details:not([open])')) continue;
        turnTo(it);
        if (hit(it)?.closest(PIECE) !== it) {
            it.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
            if (!it.closest('details')) scrolled.push(it.dataset.piece ?? it.dataset.client);
        }
        const there = hit(it);
        if (there?.closest(PIECE) === it) continue;
        const { left, top, width, height } = it.getBoundingClientRect();
        covered.push(`${it.dataset.piece ?? it.dataset.client} at ${[left, top, width, height].map(Math.round)} is under ${there?.outerHTML.slice(0, 80)}`);
    }
    for (const step of document.querySelectorAll('#steps button')) {
        if (small) step.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
        if (!step.contains(hit(step))) covered.push(`the answer '${step.textContent}'`);
    }
    const aim = document.querySelector('.aim');
    // On a small screen the aim stands over the pages of the players or clients.
    const shown = document.querySelector('.tabs [aria-pressed=true]');
    if (small && !aim?.checkVisibility()) document.querySelector('.tabs :is([data-tab=rivals], [data-tab=clients])')?.click();
    if (!aim?.checkVisibility() && !aim?.closest('[data-page]')) covered.push('how the game is won');
    if (small) shown?.click();
    if (scrollX || scrollY || document.body.scrollTop) covered.push(`scrolled to ${[scrollX, scrollY, document.body.scrollTop]}`);
    const places = {};
    for (const zone of zones) {
        const it = document.querySelector(zone);
        if (!it?.checkVisibility()) continue;
        const { left, top, width, height } = it.getBoundingClientRect();
        places[zone] = [left, top, width, height].map((side) => Math.round(side));
    }
    const boxes = (buttons) => [...document.querySelectorAll(buttons)].filter((button) => button.checkVisibility()).map((button) => {
        const { left, top, right, bottom } = button.getBoundingClientRect();
        return [left, top, right, bottom];
    });
    const passes = boxes('#steps [data-step=\"pass\"], .rest-of-turn button');
    return { covered, places, scrolled, passes, stops: boxes('#steps [data-step=\"stop\"]') };";

/// Where things were when they were first seen, and wherever one could pass or stop.
#[derive(Default)]
struct Places {
    zones: Map<String, Value>,
    passes: Vec<Value>,
    stops: Vec<Value>,
}

impl Places {
    /// Buttons to pass and to stop share no place (left, top, right, bottom), so that neither is hit for the other.
    fn check_passes_and_stops(&self, when: &str) {
        let side = |place: &Value, side: usize| place[side].as_f64().unwrap();
        for (pass, stop) in
            self.passes.iter().flat_map(|pass| self.stops.iter().map(move |stop| (pass, stop)))
        {
            let apart = |low: usize, high: usize| {
                side(pass, high) <= side(stop, low) || side(stop, high) <= side(pass, low)
            };
            assert!(apart(0, 2) || apart(1, 3), "one passes at {pass} and stops at {stop}; {when}");
        }
    }
}

/// Looks at the table as it is.
async fn look(page: &Page, title: &Title, size: &Size, places: &mut Places, when: &str) {
    let arguments = vec![json!(title.zones), json!(title.own), json!(size.screen == Screen::Phone)];
    let seen = page.client.execute(LOOK, arguments).await.unwrap();
    assert_eq!(seen["covered"], json!([]), "{when}");
    // On a desk all lies in sight, but for what a pile holds.
    assert!(size.screen == Screen::Phone || seen["scrolled"] == json!([]), "{when}: {}", seen["scrolled"]);
    for (zone, place) in seen["places"].as_object().unwrap() {
        let before = places.zones.entry(zone).or_insert_with(|| place.clone());
        assert_eq!(before, place, "{zone} has moved; {when}");
    }
    places.passes.extend(seen["passes"].as_array().unwrap().iter().cloned());
    places.stops.extend(seen["stops"].as_array().unwrap().iter().cloned());
    places.check_passes_and_stops(when);
}

/// A whole game.
async fn stays_in_place(title: &Title, size: &Size) {
    stays_in_place_for(usize::MAX, title, size).await;
}

async fn stays_in_place_for(prompts: usize, title: &Title, size: &Size) {
    let name = format!("zones-{}-{}-{}-{prompts}", title.game, size.width, size.seats);
    let Some(browsers) = Browsers::start(&name).await else { return };
    let page = browsers.visitor(Manner::Calm).await;
    page.screen(size.width, size.height, Screen::Desk).await;
    let bots = ["seat-b", "seat-c", "seat-d", "seat-e", "seat-f"].map(|seat| (seat, "peddler"));
    let choices = [&bots[..size.seats - 1], title.choices].concat();
    open_table(&page, title.game, "Ann", size.seats, &choices).await;
    page.screen(size.width, size.height, size.screen).await;
    let mut luck = Luck::new(12);
    let mut places = Places::default();
    for _ in 0..prompts {
        let seen = page.until_asked().await;
        if seen.at != At::Table {
            assert_eq!(seen.at, At::Over);
            break;
        }
        let when = format!("{}×{}, '{}', lit {:?}", size.width, size.height, seen.asks, seen.lit);
        look(&page, title, size, &mut places, &when).await;
        // The table may have moved on meanwhile: a picked piece is lit now.
        page.pick(&seen, &mut luck, By::Click).await;
    }
    assert!(places.zones.len() > 4, "{:?}", places.zones);
    page.close().await;
}

#[tokio::test]
#[ignore = "long; .ci/run has it"]
async fn at_1280_by_720_spammers_stays_in_place() {
    stays_in_place(&SPAMMERS, &SIZES[0]).await;
}

#[tokio::test]
#[ignore = "long; .ci/run has it"]
async fn at_1440_by_900_spammers_stays_in_place() {
    stays_in_place(&SPAMMERS, &SIZES[1]).await;
}

#[tokio::test]
#[ignore = "long; .ci/run has it"]
async fn on_a_phone_spammers_stays_in_place() {
    stays_in_place(&SPAMMERS, &SIZES[2]).await;
}

#[tokio::test]
#[ignore = "long; .ci/run has it"]
async fn on_a_phone_on_its_side_spammers_stays_in_place() {
    stays_in_place(&SPAMMERS, &SIZES[3]).await;
}

#[tokio::test]
#[ignore = "long; .ci/run has it"]
async fn at_1280_by_720_spam_o_rama_stays_in_place() {
    stays_in_place(&SPAM_O_RAMA, &SIZES[0]).await;
}

#[tokio::test]
#[ignore = "long; .ci/run has it"]
async fn at_1440_by_900_spam_o_rama_stays_in_place() {
    stays_in_place(&Title { choices: &[("network", "strip")], ..SPAM_O_RAMA }, &SIZES[1]).await;
}

#[tokio::test]
#[ignore = "long; .ci/run has it"]
async fn on_a_phone_spam_o_rama_stays_in_place() {
    stays_in_place(&SPAM_O_RAMA, &SIZES[2]).await;
}

#[tokio::test]
#[ignore = "long; .ci/run has it"]
async fn on_a_phone_on_its_side_spam_o_rama_stays_in_place() {
    stays_in_place(&Title { choices: &[("network", "long")], ..SPAM_O_RAMA }, &SIZES[3]).await;
}

#[tokio::test]
#[ignore = "long; .ci/run has it"]
async fn with_six_seats_spammers_stays_in_place() {
    stays_in_place_for(MANY_PROMPTS, &SPAMMERS, &SIX_ON_A_DESK).await;
}

#[tokio::test]
#[ignore = "long; .ci/run has it"]
async fn with_six_seats_on_a_phone_spammers_stays_in_place() {
    stays_in_place_for(MANY_PROMPTS, &SPAMMERS, &SIX_ON_A_PHONE).await;
}

#[tokio::test]
#[ignore = "long; .ci/run has it"]
async fn at_2560_by_1440_spammers_stays_in_place() {
    stays_in_place_for(MANY_PROMPTS, &SPAMMERS, &LARGEST).await;
}

#[tokio::test]
#[ignore = "long; .ci/run has it"]
async fn at_2560_by_1440_spam_o_rama_stays_in_place() {
    stays_in_place_for(SOME_PROMPTS, &SPAM_O_RAMA, &LARGEST).await;
}

/// The longer game, with all that comes to lie on the table.
const STANDARD: Title = Title { choices: &[("variant", "standard"), ("wait", "none")], ..SPAMMERS };

#[tokio::test]
#[ignore = "long; .ci/run has it"]
async fn at_1366_by_768_the_longer_game_of_spammers_stays_in_place() {
    stays_in_place_for(SOME_PROMPTS, &STANDARD, &LAPTOP).await;
}

#[tokio::test]
#[ignore = "long; .ci/run has it"]
async fn at_1920_by_1080_spam_o_rama_of_six_stays_in_place() {
    stays_in_place_for(SOME_PROMPTS, &SPAM_O_RAMA, &COMMON).await;
}

#[tokio::test]
#[ignore = "long; .ci/run has it"]
async fn on_a_laptop_the_long_network_stays_in_place() {
    stays_in_place_for(FIRST_PROMPTS, &Title { choices: &[("network", "long")], ..SPAM_O_RAMA }, &SIZES[0])
        .await;
}

#[tokio::test]
#[ignore = "long; .ci/run has it"]
async fn on_a_laptop_the_network_of_corners_stays_in_place() {
    stays_in_place_for(FIRST_PROMPTS, &Title { choices: &[("network", "corners")], ..SPAM_O_RAMA }, &LAPTOP)
        .await;
}
