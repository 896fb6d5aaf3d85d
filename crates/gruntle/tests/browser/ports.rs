//! Everything about a port of Spam-O-Rama can be read at once: its value, the suits on it, a known coin value, the
//! gains of a relay, and the last move there.

use serde_json::{Value, json};

use crate::chrome::{Browsers, Manner, Page, Screen};
use crate::clicks::open_table;
use crate::desk::{At, By, Luck};

/// Overlaps on the network, and counts of each kind.
const LOOK: &str = "
    const seen = { tile: 0, suit: 0, value: 0, count: 0, below: 0, gain: 0, move: 0 };
    const all = [];
    const add = (kind, it, inside) => {
        let { left, top, right, bottom } = it.getBoundingClientRect();
        if (inside) {
            const frame = inside.getBoundingClientRect();
            [left, top] = [Math.max(left, frame.left), Math.max(top, frame.top)];
            [right, bottom] = [Math.min(right, frame.right), Math.min(bottom, frame.bottom)];
        }
        if (!it.checkVisibility() || right - left < 1 || bottom - top < 1) return;
        seen[kind] += 1;
        all.push({ kind, left, top, right, bottom, at: it.closest('[data-piece]')?.dataset.piece ?? it.textContent });
    };
    for (const port of document.querySelectorAll('.port')) {
        for (const it of port.querySelectorAll('.tile .g > *')) add('tile', it);
        for (const it of port.querySelectorAll(':scope > .coin > .g')) add('suit', it);
        for (const it of port.querySelectorAll(':scope > .coin > i')) add('value', it);
        for (const it of port.querySelectorAll('.pile summary > b')) add('count', it);
        for (const it of port.querySelectorAll('.under > .g')) add('below', it, it.parentElement);
        for (const it of port.querySelectorAll('.chip .gain')) add('gain', it, it.parentElement);
    }
    for (const it of document.querySelectorAll('.moves > li')) add('move', it);
    const covered = [];
    all.forEach((one, at) => {
        for (const other of all.slice(at + 1)) {
            const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
            const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
            if (one.kind === 'tile' && other.kind === 'tile' || wide <= 1.5 || high <= 1.5) continue;
            covered.push(`${one.kind} and ${other.kind} at ${one.at} and ${other.at}: ${wide.toFixed(1)} by ${high.toFixed(1)}`);
        }
    });
    return { covered, seen };";

async fn look(page: &Page, when: &str) -> Value {
    let seen = page.run(LOOK).await.unwrap();
    assert_eq!(seen["covered"], json!([]), "{when}");
    seen["seen"].clone()
}

/// Plays a whole game, and looks at every prompt.
async fn nothing_is_covered(network: &str, seats: usize, (width, height, screen): (u32, u32, Screen)) {
    let name = format!("ports-{network}-{width}");
    let Some(browsers) = Browsers::start(&name).await else { return };
    let page = browsers.visitor(Manner::Calm).await;
    page.screen(width, height, Screen::Desk).await;
    let bots = ["seat-b", "seat-c", "seat-d", "seat-e", "seat-f"].map(|seat| (seat, "peddler"));
    let choices = [&bots[..seats - 1], &[("network", network)]].concat();
    open_table(&page, "spam-o-rama", "Ann", seats, &choices).await;
    page.screen(width, height, screen).await;
    let mut luck = Luck::new(7);
    let mut most = serde_json::Map::new();
    loop {
        let seen = page.until_asked().await;
        if seen.at != At::Table {
            assert_eq!(seen.at, At::Over);
            break;
        }
        for (kind, count) in
            look(&page, &format!("{network}, {width}, '{}'", seen.asks)).await.as_object().unwrap()
        {
            let before = most.get(kind).and_then(Value::as_u64).unwrap_or(0);
            most.insert(kind.clone(), json!(count.as_u64().unwrap().max(before)));
        }
        page.pick(&seen, &mut luck, By::Click).await;
    }
    assert_eq!(most.len(), 7, "{most:?}");
    assert!(most.values().all(|count| count.as_u64() > Some(0)), "all of it was there once: {most:?}");
    page.close().await;
}

#[tokio::test]
#[ignore = "long; .ci/run has it"]
async fn on_a_phone_all_that_is_told_of_a_port_can_be_read_at_once() {
    nothing_is_covered("ring", 6, (390, 844, Screen::Phone)).await;
}

#[tokio::test]
#[ignore = "long; .ci/run has it"]
async fn on_a_laptop_all_that_is_told_of_a_port_can_be_read_at_once() {
    nothing_is_covered("strip", 6, (1280, 720, Screen::Desk)).await;
}

/// Where a port with a pile that can be picked has its middle, in a puzzle of Spam-O-Rama that has one.
const PILE: &str = "
    const port = document.querySelector('.port.lit:has(> .pile)');
    if (!port) return null;
    const { left, top, width, height } = port.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2, id: 1 };";

#[tokio::test]
#[ignore = "long; .ci/run has it"]
async fn a_finger_that_rests_on_a_port_opens_its_pile_and_picks_nothing() {
    let Some(browsers) = Browsers::start("resting").await else { return };
    let page = browsers.visitor(Manner::Calm).await;
    page.screen(390, 844, Screen::Phone).await;
    let mut at = Value::Null;
    for number in 1..20 {
        page.go(&format!("/puzzles/spam-o-rama/{number}")).await;
        page.until_there(".lit > .pick, #steps [data-step]").await;
        at = page.run(PILE).await.unwrap();
        if !at.is_null() {
            break;
        }
    }
    assert!(!at.is_null(), "no puzzle has a pile that can be picked");
    let touch = |kind: &str, points: Value| json!({ "type": kind, "touchPoints": points });
    page.devtools("Input.dispatchTouchEvent", touch("touchStart", json!([at]))).await;
    page.until_there(".pile[open]").await;
    page.devtools("Input.dispatchTouchEvent", touch("touchEnd", json!([]))).await;
    page.until("document.querySelectorAll('[data-opened]:not([hidden]) li').length > 1").await;
    assert!(!page.has(".picked").await, "whoever reads has picked nothing");
    page.close().await;
}
