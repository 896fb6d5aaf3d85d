//! Window time-outs through another node, in virtual time: the countdown of a window is compared instant by instant
//! until it closes, among people and with bots that think.

use std::time::Duration;

use games::GameName;
use table::{Seat, SeatSet, Viewer};
use tokio::time::{Instant, advance};

use super::TestSite;
use super::elsewhere::TwoNodes;
use super::secrecy::{options, pairs};
use super::waits::stand_still;
use conformance::twins::{Moment, Twins};

/// Seconds of the window.
const WAIT: u32 = 30;
const TICK: Duration = Duration::from_millis(500);
/// Tables reckon in whole milliseconds.
const HAIR: Duration = Duration::from_millis(2);
/// So often it is looked whether a window closes that has to.
const LOOKS: usize = 500;

/// Looks at both until the window closes, which it does after so long and not before.
async fn alike_until_closed(nodes: &TwoNodes, tables: &[TestSite; 2], pair: &Twins, whole: Duration) {
    let [left, right] = tables;
    let opened = Instant::now();
    let version = left.version().await;
    assert_eq!(right.version().await, version);
    let mut looked = 0;
    while opened.elapsed() < whole {
        for accept in ["text/html", "application/json"] {
            let seen = [left.seen(pair.viewer, accept).await, right.seen(pair.viewer, accept).await];
            assert_eq!(seen[0], seen[1], "{} after {:?}", pair.viewer, opened.elapsed());
            if let Ok(seen) = serde_json::from_str::<serde_json::Value>(&seen[0]) {
                assert_eq!(seen["version"], version, "closed after {:?}", opened.elapsed());
                looked += 1;
            }
        }
        // The database takes its own time, and seconds must not pass meanwhile: other tables play on.
        nodes.settle().await;
        advance(TICK).await;
    }
    assert_eq!(looked, whole.as_millis() / TICK.as_millis());
    advance(HAIR).await;
    for table in tables {
        let mut looks = 0;
        while table.version().await == version {
            looks += 1;
            assert!(looks < LOOKS, "the window does not close");
        }
    }
}

/// Time stands still from the first, so that no node can be too slow to join, either.
#[tokio::test(start_paused = true)]
async fn a_window_looks_the_same_through_another_node_at_every_instant_until_it_closes() {
    let still = stand_still();
    let Some(mut nodes) = TwoNodes::start("proofs-closing").await else { return };
    let options = options(GameName::Spammers, WAIT);
    let (whole, all) = (Duration::from_secs(WAIT.into()), options.count().unwrap().all());
    let mut closed = 0;
    for pair in pairs(&options, 200) {
        // It waits for the viewer, who could answer; somebody else could in one of the games only.
        let waits = |moment: &&Moment| moment.uneven && moment.allowed.len() > 1;
        let Some(moment) = pair.moments.iter().find(waits) else { continue };
        let Viewer::Seat(viewer) = pair.viewer else { continue };
        // All are people; a bot is among them; all others are bots.
        let bot = all.iter().find(|seat| *seat != viewer).unwrap();
        for people in [all, of(all, |seat| seat != bot), of(all, |seat| seat == viewer)] {
            let lines = [&pair.left[..moment.inputs], &pair.right[..moment.inputs]];
            let tables = [
                nodes.table_of(&options, lines[0], people).await,
                nodes.table_of(&options, lines[1], people).await,
            ];
            alike_until_closed(&nodes, &tables, &pair, whole).await;
            closed += 1;
        }
        if closed >= 6 {
            break;
        }
    }
    assert!(closed >= 6, "only {closed} windows");
    nodes.asked_elsewhere().await;
    drop(still);
    tokio::time::resume();
    nodes.end().await;
}

/// Those of these seats of which this is so.
fn of(all: SeatSet, so: impl Fn(Seat) -> bool) -> SeatSet {
    all.iter().filter(|seat| so(*seat)).collect()
}
