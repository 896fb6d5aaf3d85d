//! Two people with a browser each, and a bot, at one table.

use crate::chrome::{Browsers, Manner};
use crate::clicks::open_table;
use crate::desk::{At, By, Luck};

/// How much the second player has picked when the page is loaded anew.
const BEFORE_RELOAD: u32 = 6;

#[tokio::test]
#[ignore = "long; .ci/run has it"]
async fn two_browsers_and_a_bot_play_to_the_end_though_one_reloads() {
    let Some(browsers) = Browsers::start("friends").await else { return };
    let (ann, bob) = (browsers.visitor(Manner::Calm).await, browsers.visitor(Manner::Calm).await);
    let choices = [("seat-b", "person"), ("seat-c", "peddler"), ("variant", "demonstration"), ("wait", "12")];
    open_table(&ann, "spammers", "Ann", 3, &choices).await;
    let link = ann.value("document.getElementById('share').value").await;
    let path = ann.path().await;
    assert!(link.as_str().unwrap().ends_with(&path), "{link}");

    bob.client.goto(link.as_str().unwrap()).await.unwrap();
    bob.fill("#name-B", "Bob").await;
    bob.click("form:has(#name-B) button").await;
    bob.click("form[action$='/ready'] button").await;
    // Ann's page changes by itself.
    ann.until("document.getElementById('lobby').textContent.includes('Bob')").await;
    if ann.has("form[action$='/ready'] input[name=ready][value=yes]").await {
        ann.click("form[action$='/ready'] button").await;
    }
    ann.click("form[action$='/start'] button").await;
    bob.until_there("#table").await;

    let first = async {
        let end = ann.play(&mut Luck::new(4), By::Click, None).await;
        assert_eq!(end.at, At::Over);
    };
    let second = async {
        let mut luck = Luck::new(5);
        let before = bob.play(&mut luck, By::Click, Some(BEFORE_RELOAD)).await;
        if before.at == At::Table {
            bob.client.refresh().await.unwrap();
            let after = bob.until_asked().await;
            assert!(after.at == At::Over || after.version >= before.version, "{after:?}");
        }
        let end = bob.play(&mut luck, By::Click, None).await;
        assert_eq!(end.at, At::Over);
    };
    tokio::join!(first, second);
    // Only the last words differ by reader.
    let verdict = "[...document.querySelector('#result .verdict').childNodes].filter((part) => part.nodeName !== 'B').map((part) => part.textContent).join('')";
    assert_eq!(ann.value(verdict).await, bob.value(verdict).await);
    assert_eq!(ann.path().await, bob.path().await);
    ann.close().await;
    bob.close().await;
}
