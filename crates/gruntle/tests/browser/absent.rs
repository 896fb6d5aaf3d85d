//! A friend who is gone, and a lost connection: the page shows both, and the game goes on.

use serde_json::json;

use crate::chrome::{Browsers, Manner, Page};
use crate::clicks::open_table;
use crate::desk::Luck;
use driver::{Client, Events};

/// The bar that says that there is no line.
const BAR: &str = "document.querySelector('.offline:not([hidden])')";

#[tokio::test]
async fn a_closed_page_is_told_of_and_a_bot_can_be_called() {
    let Some(browsers) = Browsers::start("absent").await else { return };
    let at = browsers.table.at;
    let mut ann = Client::new(at);
    let options = json!({ "game": "spam-o-rama", "seats": 2, "name": "Ann", "seat-b": "person" });
    let path = ann.post("/tables", &options).await.unwrap().json()["path"].as_str().unwrap().to_owned();
    let mut bob = Client::new(at);
    let done = async |client: &mut Client, what: &str, fields: &serde_json::Value| {
        let done = client.post(&format!("{path}/{what}"), fields).await.unwrap();
        assert!(done.status == 200, "{what}: {}", done.body);
    };
    done(&mut bob, "sit", &json!({ "name": "Bob", "seat": "B" })).await;
    done(&mut bob, "ready", &json!({})).await;
    done(&mut ann, "start", &json!({})).await;

    let page = browsers.visitor(Manner::Calm).await;
    page.take_key(ann.key.as_deref().unwrap()).await;
    page.go(&path).await;
    page.until_there("#company").await;
    let bobs = |what: &str| format!("document.querySelector('#company > li:nth-child(2) {what}')");
    let listens = Events::open(at, &format!("{path}/events"), bob.key.as_deref()).await.unwrap();
    page.until(&bobs(".where.here")).await;
    assert!(!page.has(".call-bot[data-about=b]").await, "Bob is here");
    drop(listens);
    page.until_there(".call-bot[data-about=b]").await;
    page.run("document.querySelector('.call-bot[data-about=b] button').click();").await.unwrap();
    page.until(&format!("{}?.textContent.includes('a bot plays')", bobs(""))).await;
    // One press, and Bob is back.
    let friend = browsers.visitor(Manner::Calm).await;
    friend.take_key(bob.key.as_deref().unwrap()).await;
    friend.go(&path).await;
    friend.click("form.come-back button").await;
    page.until(&format!("!{}?.textContent.includes('a bot plays')", bobs(""))).await;
    page.close().await;
    friend.close().await;
}

/// Takes the browser off the network, or back.
async fn network(page: &Page, offline: bool) {
    let conditions =
        json!({ "offline": offline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1 });
    page.devtools("Network.enable", json!({})).await;
    page.devtools("Network.emulateNetworkConditions", conditions).await;
}

#[tokio::test]
async fn without_a_line_a_bar_says_so_and_a_move_is_kept_until_it_is_back() {
    let Some(browsers) = Browsers::start("offline").await else { return };
    let page = browsers.visitor(Manner::Calm).await;
    open_table(&page, "spam-o-rama", "Ann", 2, &[("seat-b", "peddler")]).await;
    let mut luck = Luck::new(5);
    let before = page.until_asked().await;
    network(&page, true).await;
    page.until(BAR).await;
    // A coin is taken: nothing of that comes to the table.
    let picks = before.picks();
    page.run(&format!("document.querySelector('{}').click();", luck.of(&picks))).await.unwrap();
    page.until(&format!("{BAR}?.textContent.includes('Your move is kept')")).await;
    assert_eq!(page.value("document.getElementById('table').dataset.version").await, json!(before.version));
    network(&page, false).await;
    page.until(&format!("!{BAR}")).await;
    page.until(&format!("document.getElementById('table').dataset.version > {}", before.version)).await;
    page.close().await;
}
