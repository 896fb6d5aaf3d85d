//! Dragging with a mouse, beside picking: a coin out of the pool and out of one's hand, a card with one destination,
//! and a List onto another.

use serde_json::{Value, json};

use crate::chrome::{Browsers, Manner, Page};
use crate::clicks::open_table;
use crate::desk::{At, By, Luck};

/// The middle of the first that a selector finds.
async fn middle(page: &Page, selector: &str) -> (f64, f64) {
    page.until_there(selector).await;
    let found = page
        .value(&format!(
            "(() => {{ const at = document.querySelector({selector:?}).getBoundingClientRect(); return [at.left + at.width / 2, at.top + at.height / 2]; }})()"
        ))
        .await;
    (found[0].as_f64().unwrap(), found[1].as_f64().unwrap())
}

async fn mouse(page: &Page, kind: &str, (x, y): (f64, f64)) {
    let what = json!({ "type": kind, "x": x, "y": y, "button": "left", "buttons": 1, "clickCount": 1 });
    page.devtools("Input.dispatchMouseEvent", what).await;
}

/// Takes hold of something and begins to move it.
async fn grasp(page: &Page, selector: &str) {
    let (x, y) = middle(page, selector).await;
    mouse(page, "mouseMoved", (x, y)).await;
    mouse(page, "mousePressed", (x, y)).await;
    for far in [6.0, 12.0, 18.0] {
        mouse(page, "mouseMoved", (x + far, y - far)).await;
    }
}

/// Drops the dragged piece there; gives the piece at that place.
async fn drop_on(page: &Page, selector: &str) -> Value {
    let at = middle(page, selector).await;
    let piece = page.value(&format!("document.querySelector({selector:?}).dataset.piece ?? null")).await;
    mouse(page, "mouseMoved", at).await;
    mouse(page, "mouseReleased", at).await;
    piece
}

/// Waits until nothing is in hand, and a coin lies on this port.
async fn until_placed(page: &Page, port: &Value) {
    let piece = port.as_str().unwrap();
    page.until(&format!(
        "!document.querySelector('#coin.full') && document.querySelector('[data-piece={piece:?}] .coin') !== null"
    ))
    .await;
    assert_eq!(page.value("getSelection().toString()").await, json!(""), "letters were marked on the way");
}

/// Takes away what the game is about by its button; what lies below is not pressed.
async fn begin(page: &Page) {
    page.until_there("#about:popover-open").await;
    page.until_there(".lit > .pick").await;
    page.click("#about button").await;
    page.until("!document.querySelector('#about:popover-open')").await;
    assert!(!page.has("#hint.why, #hint.plain-error, .picked").await, "{}", page.text("#hint").await);
}

#[tokio::test]
async fn a_coin_is_dragged_out_of_the_pool_and_out_of_the_hand_onto_a_port() {
    let Some(browsers) = Browsers::start("drags-coins").await else { return };
    let page = browsers.visitor(Manner::Calm).await;
    open_table(&page, "spam-o-rama", "Ann", 2, &[("seat-b", "peddler")]).await;
    begin(&page).await;
    grasp(&page, ".pool .lit").await;
    page.until_there("#coin.full").await;
    let port = drop_on(&page, ".port.lit").await;
    until_placed(&page, &port).await;
    // Let go anywhere else, it is in hand, and goes on from there.
    grasp(&page, ".pool .lit").await;
    page.until_there("#coin.full").await;
    let _ = drop_on(&page, ".clients").await;
    page.until("!document.querySelector('.drag')").await;
    grasp(&page, "#coin.full").await;
    let port = drop_on(&page, ".port.lit").await;
    until_placed(&page, &port).await;
    page.close().await;
}

#[tokio::test]
async fn a_list_is_dragged_to_the_masses_and_nowhere_else() {
    let Some(browsers) = Browsers::start("drags-lists").await else { return };
    let page = browsers.visitor(Manner::Calm).await;
    open_table(&page, "spammers", "Ann", 2, &[("seat-b", "peddler")]).await;
    let list = "#hand [data-piece^='list-'].lit";
    begin(&page).await;
    grasp(&page, list).await;
    let _ = drop_on(&page, ".mine").await;
    page.until("!document.querySelector('.drag')").await;
    page.until_there(list).await;
    grasp(&page, list).await;
    assert!(
        page.has(".drag .art").await && page.has(".masses.ground").await,
        "what is dragged, and where it may lie"
    );
    let _ = drop_on(&page, ".masses").await;
    assert!(!page.has(".ground").await);
    page.until(&format!(
        "!document.querySelector({list:?}) && document.querySelector('.masses .list') !== null"
    ))
    .await;
    page.close().await;
}

#[tokio::test]
#[ignore = "long; .ci/run has it"]
async fn a_list_is_merged_with_another_by_being_dragged_onto_it() {
    let Some(browsers) = Browsers::start("drags-merge").await else { return };
    let page = browsers.visitor(Manner::Calm).await;
    open_table(&page, "spammers", "Ann", 2, &[("seat-b", "peddler"), ("wait", "none")]).await;
    begin(&page).await;
    let mut luck = Luck::new(5);
    loop {
        let seen = page.until_asked().await;
        assert_eq!(seen.at, At::Table, "there never were two Lists");
        if seen.depth == 0 && seen.steps.iter().any(|(step, _)| step == "merge") {
            break;
        }
        page.pick(&seen, &mut luck, By::Click).await;
    }
    let lists = "document.querySelectorAll('.mine [data-piece^=list-]').length";
    let before = page.value(lists).await.as_u64().unwrap();
    let list = ".mine [data-piece^='list-'].draggable";
    grasp(&page, list).await;
    let _ = drop_on(&page, "#aim").await;
    page.until("!document.querySelector('.drag, .picking')").await;
    grasp(&page, list).await;
    let onto = drop_on(&page, ".mine [data-piece^='list-'].lit").await;
    assert!(onto.is_string(), "nothing is lit to drop it on");
    page.until(&format!("{lists} === {}", before - 1)).await;
    page.close().await;
}
