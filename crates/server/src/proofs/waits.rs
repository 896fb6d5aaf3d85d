//! S7.3: a window is open for as long as the table's setting says, with every hand.

use std::time::Duration;

use games::GameName;
use serde_json::json;
use table::{Seat, Viewer};
use tokio::time::{Instant, advance};

use super::secrecy::{options, pairs};
use super::{TestSite, start_of};

/// Seconds of the window.
const WAIT: u32 = 5;
const TICK: Duration = Duration::from_millis(100);

/// Virtual time: while this lives, time passes only on request.
pub(super) struct Still {
    _end: std::sync::mpsc::Sender<()>,
}

pub(super) fn stand_still() -> Still {
    let (end, ended) = std::sync::mpsc::channel::<()>();
    tokio::task::spawn_blocking(move || ended.recv().is_ok());
    Still { _end: end }
}

/// How long a window that is open now stays open.
async fn closes_after(room: &TestSite) -> Duration {
    let (opened, version) = (Instant::now(), room.version().await);
    for _ in 0..(u64::from(WAIT) * 20) {
        advance(TICK).await;
        // The host may be about to close it.
        for _ in 0..3 {
            if room.version().await != version {
                return opened.elapsed();
            }
        }
    }
    panic!("the window does not close");
}

#[tokio::test(start_paused = true)]
async fn a_window_closes_at_the_same_instant_whatever_others_hold() {
    let _still = stand_still();
    let options = options(GameName::Spammers, WAIT);
    let whole = Duration::from_secs(WAIT.into());
    let mut uneven = 0;
    for pair in pairs(&options, 80) {
        let Some(moment) = pair.moments.iter().find(|moment| moment.uneven) else { continue };
        for lines in [&pair.left, &pair.right] {
            let room = TestSite::at(&options, start_of(&options), &lines[..moment.inputs]).await;
            assert_eq!(closes_after(&room).await, whole);
        }
        uneven += 1;
        if uneven == 6 {
            return;
        }
    }
    panic!("only {uneven} windows in which somebody held an answer in one game and not in the other");
}

#[tokio::test(start_paused = true)]
async fn who_always_passes_shortens_no_wait_and_nobody_is_told() {
    let _still = stand_still();
    let options = options(GameName::Spammers, WAIT);
    let whole = Duration::from_secs(WAIT.into());
    let found: Vec<_> = pairs(&options, 40).collect();
    let mut windows = found.iter().filter_map(|pair| {
        let moment = pair.moments.iter().find(|moment| moment.window)?;
        Some(&pair.left[..moment.inputs])
    });
    let [a, b, c] = ["A", "B", "C"].map(|letter| Viewer::Seat(letter.parse::<Seat>().unwrap()));
    for _ in 0..4 {
        let room = TestSite::at(&options, start_of(&options), windows.next().unwrap()).await;
        let mut others = Vec::new();
        for who in [b, c, Viewer::Bystander] {
            others.push((
                who,
                room.get(who, "", "text/html").await,
                room.get(who, "", "application/json").await,
            ));
        }
        assert_eq!(room.post(a, "/react", json!({ "react": "pass" })).await.status, 202);
        for (who, page, data) in others {
            assert_eq!(room.get(who, "", "text/html").await, page);
            assert_eq!(room.get(who, "", "application/json").await, data);
        }
        assert_eq!(closes_after(&room).await, whole);
    }
}

#[tokio::test(start_paused = true)]
async fn whoever_comes_back_after_a_restart_is_told_how_long_the_window_is_open_now() {
    let _still = stand_still();
    let options = options(GameName::Spammers, WAIT);
    let found: Vec<_> = pairs(&options, 40).collect();
    let window = found.iter().find_map(|pair| {
        let moment = pair.moments.iter().find(|moment| moment.window)?;
        Some(&pair.left[..moment.inputs])
    });
    // The site has just loaded the match, and the window is open as long as if it had just begun.
    let room = TestSite::at(&options, start_of(&options), window.unwrap()).await;
    let who = Viewer::Seat("A".parse::<Seat>().unwrap());
    let version = room.version().await;
    let mut events = room.listen(who, &format!("?since={version}")).await;
    let told = room.heard(&mut events).await;
    assert!(told.contains("event: change") && told.contains("data-left="), "{told}");
    let mut events = room.listen(who, &format!("?as=json&since={version}")).await;
    let told = room.heard(&mut events).await;
    assert!(told.contains("\"left\":"), "{told}");
    // Where no time runs, a listener that knows the last change hears only who is here, which the page could not know.
    let room = TestSite::at(&options, start_of(&options), &[]).await;
    let version = room.version().await;
    let mut events = room.listen(who, &format!("?since={version}")).await;
    let told = room.heard(&mut events).await;
    assert!(told.starts_with("event: here\n") && told.matches("event:").count() == 1, "{told}");
    assert!(told.contains("<b>Player A</b> <span class=\"where here\">"), "{told}");
    let mut events = room.listen(who, &format!("?as=json&since={version}")).await;
    assert_eq!(room.heard(&mut events).await, ": here\n\n");
}
