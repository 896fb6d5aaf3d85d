//! Puzzles: found from the home page, solved at the table and by list, and remembered by the browser.

use serde_json::{Value, json};

use crate::chrome::{Browsers, Manner, Screen};
use driver::Client;

/// The best choice of a puzzle, and another that is offered.
async fn choices(client: &mut Client, path: &str) -> (String, String) {
    let puzzle = client.look(path).await.unwrap();
    let offered = puzzle["offered"].as_array().unwrap();
    let body = json!({ "action": offered[0] });
    let told: Value = client.post(&format!("{path}/act"), &body).await.unwrap().json();
    let best = told["best"].as_str().unwrap().to_owned();
    let other = offered.iter().filter_map(Value::as_str).find(|action| *action != best).unwrap();
    (best, other.to_owned())
}

#[tokio::test]
#[ignore = "long; .ci/run has it"]
async fn a_puzzle_is_solved_and_missed_and_the_browser_remembers() {
    let Some(browsers) = Browsers::start("puzzles").await else { return };
    let page = browsers.visitor(Manner::Calm).await;
    let mut client = Client::new(browsers.table.at);
    page.go("/").await;
    page.click("a[href='/puzzles']").await;
    page.until_there("#puzzles [data-puzzle=spammers-1]").await;
    for game in ["spammers", "spam-o-rama"] {
        let path = format!("/puzzles/{game}/1");
        let (best, other) = choices(&mut client, &path).await;
        for (action, solved) in [(&other, "no"), (&best, "yes")] {
            page.go(&path).await;
            page.until_there(".tabs [aria-pressed=true]").await;
            assert!(!page.has("#coach [data-solved], #coach .chance").await, "nothing is given away");
            page.click(&format!("#coach .offered button[value='{action}']")).await;
            page.until_there(&format!("#coach[data-solved={solved}] .options .best")).await;
            page.until("document.querySelector('#act').inert").await;
            // Each answer keeps its number, and on a phone the table stays in sight.
            page.screen(390, 664, Screen::Phone).await;
            let numbers = "[...document.querySelectorAll('.options .number')].map((one) => one.textContent).sort().join('')";
            assert!(
                "1234".starts_with(page.value(numbers).await.as_str().unwrap()) && page.has(".marked").await
            );
            let apart = "document.querySelector('.net, .masses').getBoundingClientRect().bottom <= document.getElementById('coach').getBoundingClientRect().top + 1";
            page.until(apart).await;
            page.screen(1280, 900, Screen::Desk).await;
        }
    }
    // The first answer counts, on the page of all puzzles too.
    page.go("/puzzles").await;
    page.until_there(".missed[data-puzzle=spammers-1]").await;
    page.until_there(".missed[data-puzzle=spam-o-rama-1]").await;
    // A choice at the table is an answer as well.
    page.go("/puzzles/spammers/2").await;
    page.until_there("[data-piece=action-deck] > .pick, #steps [data-step]").await;
    page.run("document.querySelector('#act .all button').click();").await.unwrap();
    page.until_there("#coach[data-solved]").await;
    page.click("#coach form[action$='/play'] button").await;
    page.until("location.pathname.startsWith('/t/')").await;
    page.until_asked().await;
    assert_eq!(page.complaints().await, Vec::<String>::new());
    page.close().await;
}

#[tokio::test]
#[ignore = "long; .ci/run has it"]
async fn without_scripts_a_puzzle_is_a_form() {
    let Some(browsers) = Browsers::start("puzzles-plain").await else { return };
    let page = browsers.visitor(Manner::WithoutScripts).await;
    let mut client = Client::new(browsers.table.at);
    let (best, _) = choices(&mut client, "/puzzles/spammers/1").await;
    page.go("/puzzles/spammers/1").await;
    page.click(&format!("#coach .offered button[value='{best}']")).await;
    page.until_there("#coach[data-solved=yes] .options .best").await;
    page.close().await;
}

#[tokio::test]
#[ignore = "long; .ci/run has it"]
async fn days_in_a_row_are_counted() {
    let Some(browsers) = Browsers::start("streak").await else { return };
    let page = browsers.visitor(Manner::Calm).await;
    page.go("/puzzles").await;
    // A row of three that is over, a day that was missed, and a row of two up to today.
    let keep = "const today = Math.floor(Date.now() / 86400000);
        const days = Object.fromEntries([[9, true], [8, true], [7, true], [2, false], [1, true], [0, true]].map(([ago, solved]) => [today - ago, solved]));
        localStorage.setItem('puzzles', JSON.stringify({ tried: { 'spammers-1': true, 'spammers-2': false }, days }));";
    page.run(keep).await.unwrap();
    page.go("/puzzles").await;
    page.until_there(".solved[data-puzzle=spammers-1]").await;
    page.until_there(".missed[data-puzzle=spammers-2]").await;
    let says = "2 days in a row. Best: 3. Solved at the first try: 1 of 2.";
    assert_eq!(page.text("[data-streak]").await, says);
    // A row that ended before yesterday is no row any more.
    page.run(
        "const all = JSON.parse(localStorage.getItem('puzzles')); \
        const days = Object.fromEntries(Object.entries(all.days).map(([day, solved]) => [day - 3, solved])); \
        localStorage.setItem('puzzles', JSON.stringify({ ...all, days }));",
    )
    .await
    .unwrap();
    page.go("/puzzles").await;
    page.until_there(".solved[data-puzzle=spammers-1]").await;
    assert!(page.text("[data-streak]").await.starts_with("0 days in a row. Best: 3."));
    page.close().await;
}
