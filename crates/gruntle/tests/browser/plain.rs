//! Without scripts: every answer is a button of a plain form.

use std::time::{Duration, Instant};

use fantoccini::Locator;

use crate::chrome::{Browsers, Manner, PATIENCE, Page, Screen};
use crate::desk::Luck;
use driver::Client;

/// Presses one of the answers that the page offers; gives how many there were.
async fn answer(page: &Page, luck: &mut Luck) -> usize {
    let answers = page.client.find_all(Locator::Css("#act button[name=action]")).await.unwrap();
    if answers.is_empty() {
        return 0;
    }
    let chosen = luck.of(&answers);
    if !chosen.is_displayed().await.unwrap() {
        let value = chosen.attr("value").await.unwrap().unwrap();
        page.click(&format!("details.group:has(button[value={value:?}]) > summary")).await;
    }
    // A button of which only the rim is in view would be pressed at the rim, and give way.
    let there = vec![serde_json::to_value(chosen).unwrap()];
    page.client.execute("arguments[0].scrollIntoView({ block: 'center' })", there).await.unwrap();
    chosen.click().await.unwrap();
    // The click may return before the page is left.
    let since = Instant::now();
    while chosen.is_enabled().await.is_ok() {
        assert!(since.elapsed() < PATIENCE, "the answer leads nowhere\n{}", page.describe().await);
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    answers.len()
}

async fn is_over(page: &Page) -> bool {
    !page.client.find_all(Locator::Css("#result .verdict")).await.unwrap().is_empty()
}

#[tokio::test]
#[ignore = "long; .ci/run has it"]
async fn without_scripts_a_whole_game_is_played_by_plain_forms() {
    let Some(browsers) = Browsers::start("plain").await else { return };
    let page = browsers.visitor(Manner::WithoutScripts).await;
    page.go("/").await;
    assert!(!page.has("html.js").await, "scripts run after all");
    page.click("#spammers details.new > summary").await;
    page.click("#spammers details.options > summary").await;
    page.fill("#spammers-name", "Ann").await;
    page.click("#spammers details.new label:has(input[name=seats][value=\"2\"])").await;
    for (field, value) in
        [("seat-b", "peddler"), ("variant", "demonstration"), ("deck", "starter"), ("wait", "none")]
    {
        page.select(&format!("#spammers details.new select[name={field:?}]"), value).await;
    }
    crate::clicks::hurry_bots(&page, "spammers").await;
    page.click("#spammers details.new button.primary").await;
    page.until_there("#table").await;
    assert!(page.text(".purpose").await.contains(lessons::Lesson::of(games::GameName::Spammers).intro()));

    let mut luck = Luck::new(7);
    let mut since = Instant::now();
    while !is_over(&page).await {
        if answer(&page, &mut luck).await > 0 {
            since = Instant::now();
        } else {
            // Whose turn has not come looks again.
            page.client.refresh().await.unwrap();
        }
        assert!(since.elapsed() < PATIENCE, "nothing is asked any more");
    }
    assert!(!page.has("html.js").await);
    page.close().await;
}

#[tokio::test]
#[ignore = "long; .ci/run has it"]
async fn without_scripts_a_lobby_is_left_for_the_table_by_plain_forms() {
    let Some(browsers) = Browsers::start("plain-lobby").await else { return };
    let page = browsers.visitor(Manner::WithoutScripts).await;
    let mut friend = Client::new(browsers.table.at);
    let table = serde_json::json!({ "game": "spam-o-rama", "seats": 3, "name": "Bob", "seat-c": "peddler", "pace": 0 });
    let table = friend.post("/tables", &table).await.unwrap().json();
    friend.key = Some(table["key"].as_str().unwrap().to_owned());
    let path = table["path"].as_str().unwrap();

    page.go("/").await;
    page.fill("#code", table["code"].as_str().unwrap()).await;
    page.click("form[action='/join'] button").await;
    page.until_there("#lobby").await;
    page.fill("#name-B", "Ann").await;
    page.click("form:has(#name-B) button").await;
    page.until_there("tr.own").await;
    page.fill("#spam-B", "17").await;
    page.click("form:has(#spam-B) button").await;
    page.until("document.getElementById('spam-B')?.value === '17'").await;
    page.click("form[action$='/ready'] button").await;
    page.until("document.querySelector('input[name=ready]')?.value === 'no'").await;
    let started = friend.post(&format!("{path}/start"), &serde_json::json!({})).await.unwrap();
    if started.status != 200 {
        friend.post(&format!("{path}/ready"), &serde_json::json!({ "ready": "yes" })).await.unwrap();
        let started = friend.post(&format!("{path}/start"), &serde_json::json!({})).await.unwrap();
        assert_eq!(started.status, 200, "{}", started.body);
    }
    // The page looks again by itself.
    page.until_there("#table #act").await;
    page.close().await;
}

/// The answers that are shown and cannot be pressed where they stand, and all that is wider than the screen.
const OUT_OF_REACH: &str = "(() => {
    const wrong = [...document.querySelectorAll('#act button[name=action]')]
        .filter((button) => button.checkVisibility())
        .filter((button) => {
            button.scrollIntoView({ block: 'center' });
            const { left, top, width, height } = button.getBoundingClientRect();
            return !button.contains(document.elementFromPoint(left + width / 2, top + height / 2));
        })
        .map((button) => button.value);
    if (document.documentElement.scrollWidth > innerWidth) wrong.push('wider than the screen');
    return wrong;
})()";

#[tokio::test]
#[ignore = "long; .ci/run has it"]
async fn without_scripts_a_phone_shows_every_answer() {
    let Some(browsers) = Browsers::start("plain-phone").await else { return };
    let page = browsers.visitor(Manner::WithoutScripts).await;
    for game in ["spammers", "spam-o-rama"] {
        let mut own = Client::new(browsers.table.at);
        let table = serde_json::json!({ "game": game, "seats": 3, "name": "Ann", "seat-b": "peddler", "seat-c": "peddler", "pace": 0 });
        let table = own.post("/tables", &table).await.unwrap().json();
        page.take_key(table["key"].as_str().unwrap()).await;
        let mut luck = Luck::new(3);
        for (width, height) in [(390, 844), (844, 390), (390, 844)] {
            page.screen(width, height, Screen::Phone).await;
            page.go(table["path"].as_str().unwrap()).await;
            // The page looks again by itself until something is asked.
            page.until_there("#act button[name=action]").await;
            assert_eq!(page.value(OUT_OF_REACH).await, serde_json::json!([]), "{game} at {width}");
            assert!(page.value("document.querySelector('#lines').checkVisibility()").await == true, "no log");
            answer(&page, &mut luck).await;
        }
    }
    page.close().await;
}
