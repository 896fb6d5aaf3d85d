//! An owner that does not answer delays every visitor no longer than the first.

use std::time::Duration;

use futures_util::future::join_all;
use games::GameName;
use table::Viewer;
use tokio::time::{Instant, advance};

use super::secrecy::options;
use super::unheard::{Fate, Met, nodes};
use super::waits::stand_still;

/// The longest wait of a client: five seconds, and for an answer to a request sent before they ended.
const PATIENCE: Duration = Duration::from_secs(7);
const TICK: Duration = Duration::from_millis(50);
const VISITORS: usize = 4;

/// Virtual time, so the speed of the machine does not matter.
#[tokio::test(start_paused = true)]
async fn visitors_of_a_table_whose_owner_does_not_answer_do_not_wait_for_each_other() {
    let still = stand_still();
    let met = Met::with(Fate::Sure);
    let Some(mut nodes) = nodes("proofs-unreachable", &met).await else { return };
    let there = nodes.table(&options(GameName::SpamORama, 0), &[]).await;
    assert_eq!(there.get(Viewer::Bystander, "", "application/json").await.status, 200);
    met.answer_nothing();
    let begun = Instant::now();
    let visits = (0..VISITORS).map(async |_| {
        let seen = there.get(Viewer::Bystander, "", "application/json").await;
        (seen.status, begun.elapsed())
    });
    let mut visits = Box::pin(join_all(visits));
    let tick = async || {
        // The database takes its own time, and seconds must not pass meanwhile: nodes are to keep their sessions.
        for rooms in [&nodes.owner, &nodes.other, &nodes.owner, &nodes.other] {
            rooms.store().row(&there.code).await.unwrap();
        }
        advance(TICK).await;
    };
    let visits = loop {
        tokio::select! {
            biased;
            done = &mut visits => break done,
            () = tick() => {}
        }
    };
    for (status, waited) in &visits {
        assert!(*status == 503 && *waited < PATIENCE, "{visits:?}");
    }
    drop(still);
    tokio::time::resume();
    nodes.end().await;
}
