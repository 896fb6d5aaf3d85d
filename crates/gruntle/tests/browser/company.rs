//! Who is there, and how another device comes: by a link that a camera can read too.

use serde_json::json;

use crate::chrome::{Browsers, Manner};
use driver::{Client, Events};

#[tokio::test]
async fn a_lobby_has_its_link_as_a_code_and_tells_who_comes() {
    let Some(browsers) = Browsers::start("company").await else { return };
    let mut ann = Client::new(browsers.table.at);
    let options =
        json!({ "game": "spammers", "seats": 3, "name": "Ann", "seat-b": "person", "seat-c": "operator" });
    let opened = ann.post("/tables", &options).await.unwrap().json();
    let path = opened["path"].as_str().unwrap().to_owned();
    let mut bob = Client::new(browsers.table.at);
    assert_eq!(
        bob.post(&format!("{path}/sit"), &json!({ "name": "Bob", "seat": "B" })).await.unwrap().status,
        200
    );

    let page = browsers.visitor(Manner::Calm).await;
    page.go(&path).await;
    page.until_there("#lobby svg.qr[role=img] path.dark[d^=M4]").await;
    assert!(page.value("document.getElementById('share').value").await.as_str().unwrap().ends_with(&path));
    assert!(!page.has("tr.at-b .where").await, "Bob has sat down, but does not listen yet");
    let listens =
        Events::open(browsers.table.at, &format!("{path}/events"), bob.key.as_deref()).await.unwrap();
    page.until("document.querySelector('tr.at-b .where.here')?.textContent === 'here'").await;
    drop(listens);

    // At the table everybody's whereabouts stand beside the chat, and change by themselves. A browser takes its time,
    // so every request opens a connection of its own.
    let (ann, bob) = (ann.key.unwrap(), bob.key.unwrap());
    let at = browsers.table.at;
    let done = async |key: &str, what: &str| {
        let done = Client::with_key(at, key).post(&format!("{path}/{what}"), &json!({})).await.unwrap();
        assert!(done.status == 200, "{what}: {}", done.body);
    };
    done(&ann, "ready").await;
    done(&bob, "ready").await;
    done(&ann, "start").await;
    page.go(&path).await;
    page.until_there("#company").await;
    let plays = "document.getElementById('company').children[1].textContent.includes('a bot plays')";
    done(&bob, "leave").await;
    page.until(plays).await;
    done(&bob, "return").await;
    page.until(&format!("!{plays}")).await;

    // The link for another device is a code as well.
    page.take_key(&ann).await;
    page.go(&path).await;
    page.until_there("form[action$='/handover']").await;
    page.run("document.querySelector('form[action$=\"/handover\"]').submit();").await.unwrap();
    page.until_there("svg.qr path.dark").await;
    page.close().await;
}
