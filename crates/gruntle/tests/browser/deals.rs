//! The deal of the day, from the home page to how others fared, and the challenge of a friend.

use crate::chrome::{Browsers, Manner, Page};
use crate::desk::{At, By, Luck};

/// Does something at the table that the browser is at, as its own scripts would. What comes of it is seen on the page,
/// which may be another one before there is an answer.
async fn post(page: &Page, command: &str, body: &str) {
    let script = format!(
        "fetch(location.pathname + '/{command}', {{ method: 'POST', body: '{body}', keepalive: true,
            headers: {{ 'Content-Type': 'application/json', Accept: 'application/json' }} }});"
    );
    page.run(&script).await.unwrap();
}

/// Lets everything pass until bots have brought the game to its end; picks anything where one cannot.
async fn let_pass(page: &Page) {
    let mut luck = Luck::new(4);
    for _ in 0..1_000 {
        let seen = page.until_asked().await;
        if seen.at != At::Table {
            assert_eq!(seen.at, At::Over);
            return;
        }
        match seen.steps.iter().find(|(step, _)| ["stop", "pass"].contains(&step.as_str())) {
            Some((step, _)) => {
                // A changed page is looked at again.
                let _ = page.try_click(&format!("#steps [data-step={step:?}]")).await;
                page.has_moved(&seen).await;
            }
            None => page.pick(&seen, &mut luck, By::Click).await,
        }
    }
    panic!("this game does not end");
}

#[tokio::test]
#[ignore = "long; .ci/run has it"]
async fn a_deal_is_played_and_a_friend_is_challenged_to_it() {
    let Some(browsers) = Browsers::start("deals").await else { return };
    for game in ["spammers", "spam-o-rama"] {
        is_played_by_two(&browsers, game).await;
    }
}

/// A deal of this game is played by Ann, and given up by Bea.
async fn is_played_by_two(browsers: &Browsers, game: &str) {
    let page = browsers.visitor(Manner::Calm).await;
    page.go("/").await;
    page.click("a[href='/deal']").await;
    page.fill(&format!("#name-{game}"), "Ann").await;
    page.click(&format!("form[action$='/{game}'] button.primary")).await;
    page.until("location.pathname.startsWith('/t/')").await;
    page.until_asked().await;
    let table = page.path().await;
    assert!(!page.has("form[action$='/back']").await, "nothing is taken back");
    post(&page, "pace", r#"{"pace":"instant"}"#).await;

    // The second visit leads to the table that was opened.
    page.go("/deal").await;
    page.click("a.primary[href^='/t/']").await;
    page.until_asked().await;
    match game {
        // At random it would go on for long.
        "spammers" => let_pass(&page).await,
        _ => assert_eq!(page.play(&mut Luck::new(4), By::Click, None).await.at, At::Over),
    }
    page.click("nav.doors a.primary").await;
    page.until_there("#dist .histogram svg").await;
    let said = page.text("#dist .own-result").await;
    assert!(said.contains("You are the first"), "{said}");
    let deal = page.path().await;
    let link = page.value("new URL(document.querySelector('#challenge input').value).pathname").await;

    let friend = browsers.visitor(Manner::Calm).await;
    friend.go(&format!("{table}/replay")).await;
    assert!(!friend.has("#table").await, "a deal is shown to those who have played it");
    friend.go(link.as_str().unwrap()).await;
    let said = friend.text("main").await;
    assert!(said.contains("Ann challenges you") && !said.contains("behind"), "{said}");
    friend.fill(&format!("#name-{game}"), "Bea").await;
    friend.click(&format!("form[action$='/{game}'] button.primary")).await;
    friend.until_asked().await;
    let theirs = friend.path().await;
    post(&friend, "pace", r#"{"pace":"instant"}"#).await;
    post(&friend, "resign", "{}").await;
    friend.until_over().await;
    friend.go(link.as_str().unwrap()).await;
    friend.until_there("#challenge").await;
    let said = friend.text("#challenge").await;
    assert!(said.contains("Ann has sent you here"), "{said}");
    let ranks = friend.text("#others").await;
    assert!(ranks.contains("1.Ann") && ranks.contains("2.Bea") && ranks.contains("gave up"), "{ranks}");
    assert!(ranks.contains("Replays open tomorrow"), "{ranks}");
    assert!(!friend.has(&format!("a[href^='{table}']")).await, "who gave up is not led to Ann's game today");

    page.go(&deal).await;
    let said = page.text("#dist .own-result").await;
    assert!(said.contains("Better than 100 in 100"), "{said}");
    page.click("#others li:not(.own) a").await;
    page.until_there("#table.rerun").await;
    assert!(page.path().await.starts_with(&theirs), "Ann, who was first, may look");
    friend.close().await;
    page.close().await;
}
