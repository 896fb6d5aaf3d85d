//! A finished game watched again: nothing is loaded anew, and every step is as if it had been.

use serde_json::json;

use crate::chrome::{Browsers, Manner, Page, Screen};
use crate::places::finished;
use driver::Client;

const LEFT: &str = "\u{e012}";
const RIGHT: &str = "\u{e014}";
const HOME: &str = "\u{e011}";
const END: &str = "\u{e010}";

/// Whether the page is at this step, and is still the page that was loaded.
async fn is_at(page: &Page, step: u64) {
    page.until(&format!("document.getElementById('table').dataset.version === '{step}' && window.loaded"))
        .await;
}

/// The table as it is, without the news and marks that tell what has just changed or was moved last, and without what a
/// script adds to a pile.
const TABLE: &str = "
    const plain = (table) => {
        for (const news of table.querySelectorAll('[data-news]')) news.replaceChildren();
        for (const below of table.querySelectorAll('.under, .last-move')) below.remove();
        for (const mark of table.querySelectorAll('.moved, .fresh')) mark.classList.remove('moved', 'fresh');
        return table.outerHTML.replaceAll(' class=\"\"', '');
    };";

/// Whether the table is what a page loaded at this step would show.
async fn is_as_loaded(page: &Page, step: u64) {
    let script = format!(
        "{TABLE}
        const done = arguments[arguments.length - 1];
        fetch(`${{location.pathname}}?at={step}&as=${{document.querySelector('.replay').dataset.as}}`, {{ headers: {{ Accept: 'text/html' }} }})
            .then((answer) => answer.text())
            .then((text) => new DOMParser().parseFromString(text, 'text/html'))
            .then((loaded) => done(plain(document.querySelector('.desktop')) === plain(loaded.querySelector('.desktop'))));"
    );
    let same = page.client.execute_async(&script, Vec::new()).await.unwrap();
    assert_eq!(same, true, "step {step}");
}

#[tokio::test]
#[ignore = "long; .ci/run has it"]
async fn a_replay_steps_by_keys_slider_and_by_itself_without_being_loaded_again() {
    let Some(browsers) = Browsers::start("replay").await else { return };
    let mut client = Client::new(browsers.table.at);
    for (game, variant) in [("spammers", "demonstration"), ("spam-o-rama", "standard")] {
        let options = json!({
            "game": game, "seats": 3, "name": "Ann", "seat-b": "peddler", "seat-c": "peddler", "variant": variant,
            "wait": 0, "pace": 0,
        });
        let path = finished(&mut client, options).await;
        let page = browsers.visitor(Manner::Calm).await;
        page.take_key(client.key.as_deref().unwrap()).await;
        page.go(&format!("{path}/replay")).await;
        page.until("document.getElementById('table')?.dataset.ready === ''").await;
        page.run("window.loaded = true;").await.unwrap();
        assert_eq!(page.value("document.querySelector('.replay').dataset.as").await, "A", "one's own eyes");
        is_at(&page, 0).await;

        let of = page.value("Number(document.querySelector('.replay').dataset.of)").await.as_u64().unwrap();
        let turns = page.value("document.querySelector('.replay').dataset.turns").await;
        let turns: Vec<u64> = turns.as_str().unwrap().split(' ').map(|at| at.parse().unwrap()).collect();
        for (key, to) in [
            (RIGHT, 1),
            (RIGHT, 2),
            ("]", turns[0]),
            ("]", turns[1]),
            ("[", turns[0]),
            (END, of),
            (LEFT, of - 1),
            (HOME, 0),
        ] {
            page.keys(key).await;
            is_at(&page, to).await;
            is_as_loaded(&page, to).await;
        }
        // The slider moves the table as it is dragged; the newest place counts.
        let drag = |to: u64| {
            format!(
                "const slider = document.getElementById('replay-at'); slider.value = {to}; slider.dispatchEvent(new Event('input'));"
            )
        };
        for to in [7, of / 3, of / 2, of / 2 + 1] {
            page.run(&drag(to)).await.unwrap();
        }
        is_at(&page, of / 2 + 1).await;
        is_as_loaded(&page, of / 2 + 1).await;
        // The address is that of the moment, and the log ends with it.
        page.until(&format!("location.search === '?at={}&as=A'", of / 2 + 1)).await;
        let last = "Math.max(...[...document.querySelectorAll('#lines li')].map((line) => Number(line.dataset.version)))";
        assert!(page.value(last).await.as_u64().unwrap() <= of / 2 + 1);

        page.run("document.getElementById('replay-speed').value = 'fast';").await.unwrap();
        page.click(".play").await;
        page.until(&format!("Number(document.getElementById('table').dataset.version) > {}", of / 2 + 2))
            .await;
        page.click(".play").await;
        page.until("document.querySelector('.play').getAttribute('aria-pressed') === 'false'").await;

        // The moments that turned it are there to jump to.
        page.click(".replay .more > summary").await;
        let to = page.value("Number(document.querySelector('.jumps a').dataset.to)").await.as_u64().unwrap();
        page.click(".jumps a").await;
        is_at(&page, to).await;
        page.close().await;
    }
}

#[tokio::test]
#[ignore = "long; .ci/run has it"]
async fn the_bar_of_a_replay_keeps_its_height() {
    let Some(browsers) = Browsers::start("replay-bar").await else { return };
    let mut client = Client::new(browsers.table.at);
    let options = json!({ "game": "spam-o-rama", "seats": 2, "name": "Ann", "seat-b": "peddler", "pace": 0 });
    let path = finished(&mut client, options).await;
    let page = browsers.visitor(Manner::Calm).await;
    for (width, height, kind, most) in [(1280, 720, Screen::Desk, 52), (390, 844, Screen::Phone, 106)] {
        page.screen(width, height, kind).await;
        page.go(&format!("{path}/replay")).await;
        page.until("document.getElementById('table')?.dataset.ready === ''").await;
        page.run("window.loaded = true;").await.unwrap();
        let mut heights = Vec::new();
        for at in [0, 30, 160, 200] {
            let slide = format!(
                "const slider = document.getElementById('replay-at'); slider.value = {at}; slider.dispatchEvent(new Event('input'));"
            );
            page.run(&slide).await.unwrap();
            is_at(&page, at).await;
            heights
                .push(page.value("document.getElementById('prompt').offsetHeight").await.as_u64().unwrap());
        }
        assert!(heights.iter().all(|&tall| tall == heights[0] && tall <= most), "{width}: {heights:?}");
    }
    page.close().await;
}

#[tokio::test]
#[ignore = "long; .ci/run has it"]
async fn after_a_game_everything_lies_open_and_leads_into_the_replay() {
    let Some(browsers) = Browsers::start("ends").await else { return };
    let mut client = Client::new(browsers.table.at);
    for game in ["spammers", "spam-o-rama"] {
        let options = json!({
            "game": game, "seats": 3, "name": "Ann", "seat-b": "peddler", "seat-c": "peddler", "wait": 0, "pace": 0,
        });
        let path = finished(&mut client, options).await;
        let page = browsers.visitor(Manner::Calm).await;
        page.take_key(client.key.as_deref().unwrap()).await;
        page.go(&path).await;
        page.until_there("#result").await;
        for (what, count) in [(".standings > li", 3), (".highlights li", 3), (".compared tbody tr", 3)] {
            let found = page.value(&format!("document.querySelectorAll({what:?}).length")).await;
            assert_eq!(found, count, "{game}: {what}");
        }
        assert!(page.text(".verdict").await.contains(" win"), "{game}");
        assert!(page.has(".race polyline.won").await && page.has(".verdict a").await, "{game}");
        let to = page
            .value("new URL(document.querySelector('.highlights a.button').href).searchParams.get('at')")
            .await;
        page.click(".highlights a.button").await;
        page.until(&format!("document.getElementById('table').dataset.version === {to}")).await;
        page.close().await;
    }
}
