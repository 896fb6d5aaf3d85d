//! A table that comes to another node is run there, also while that node is busy with it.

use std::time::Duration;

use games::GameName;

use super::elsewhere::TwoNodes;
use super::secrecy::options;

/// How often it is looked whether something has come to pass, and how long it is waited between.
const LOOKS: usize = 4_000;
const PAUSE: Duration = Duration::from_millis(5);

/// Waits until this is so.
async fn until(what: &str, is: impl AsyncFn() -> bool) {
    for _ in 0..LOOKS {
        if is().await {
            return;
        }
        tokio::time::sleep(PAUSE).await;
    }
    panic!("it never comes to pass that {what}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_that_comes_while_it_is_loaded_as_another_s_is_run_though_nobody_asks_for_it() {
    let Some(mut nodes) = TwoNodes::start("proofs-taken").await else { return };
    let code = nodes.table(&options(GameName::SpamORama, 0), &[]).await.code.clone();
    let id = nodes.owner.store().row(&code).await.unwrap().unwrap().id;
    let (other, cluster) = (nodes.other.clone(), nodes.other.cluster().unwrap().clone());
    let held = nodes.other.hold_loading().await;
    let asking = tokio::spawn({
        let (other, code) = (other.clone(), code.clone());
        async move { other.summary(&code).await }
    });
    until("it is loaded as another's", async || cluster.follows(id)).await;
    nodes.owner.close().await;
    until("it is taken up", async || other.is_taking_up()).await;
    drop(held);
    drop(asking.await.unwrap());
    until("it is run", async || other.runs(&code, id).await).await;
    nodes.end().await;
}
