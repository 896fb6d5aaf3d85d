//! Numbers for whoever runs a server. All are there from the start, and none of them moves with something secret.

use std::sync::OnceLock;

use metrics::{Unit, counter, describe_counter, describe_gauge, describe_histogram, gauge, histogram};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};

/// Where the times of journal transactions are counted, in seconds.
const JOURNAL_TIMES: [f64; 8] = [0.000_5, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.2];

/// The recorder of this process: numbers are counted once in a process, whoever counts them.
pub(crate) fn recorder() -> Option<PrometheusHandle> {
    static HANDLE: OnceLock<Option<PrometheusHandle>> = OnceLock::new();
    let install = || {
        let handle = PrometheusBuilder::new().set_buckets(&JOURNAL_TIMES).ok()?.install_recorder().ok()?;
        begin();
        Some(handle)
    };
    HANDLE.get_or_init(install).clone()
}

/// Describes every series and begins it.
fn begin() {
    describe_counter!("gruntle_tables_opened_total", "Tables that were opened");
    counter!("gruntle_tables_opened_total").absolute(0);
    describe_counter!("gruntle_inputs_total", "Inputs of games, of people, bots and luck");
    counter!("gruntle_inputs_total").absolute(0);
    describe_gauge!("gruntle_live_matches", "Matches in memory");
    gauge!("gruntle_live_matches").set(0.0);
    describe_gauge!("gruntle_listeners", "Visitors who listen to events of a match");
    gauge!("gruntle_listeners").set(0.0);
    describe_gauge!("gruntle_database_up", "Whether the database can be reached: 1 if it can, 0 if not");
    gauge!("gruntle_database_up").set(0.0);
    describe_counter!(
        "gruntle_database_outages_total",
        "How often the database could not be reached any more"
    );
    counter!("gruntle_database_outages_total").absolute(0);
    describe_histogram!(
        "gruntle_journal_seconds",
        Unit::Seconds,
        "How long it took to write lines of journals, many in one transaction; what is kept beside them is not counted"
    );
    let _ = histogram!("gruntle_journal_seconds");
}

/// Describes every series that only a node among others has, and begins it.
pub(crate) fn begin_cluster() {
    describe_gauge!("gruntle_cluster_nodes", "Nodes whose sessions go on");
    gauge!("gruntle_cluster_nodes").set(0.0);
    describe_gauge!("gruntle_cluster_linked", "Whether NATS can be reached: 1 if it can, 0 if not");
    gauge!("gruntle_cluster_linked").set(1.0);
    describe_gauge!("gruntle_cluster_rooms", "Tables that this node has");
    gauge!("gruntle_cluster_rooms").set(0.0);
    describe_gauge!("gruntle_followed_matches", "Matches of other nodes that are followed here");
    gauge!("gruntle_followed_matches").set(0.0);
    describe_counter!("gruntle_cluster_gaps_total", "How often lines were read because they were not heard");
    counter!("gruntle_cluster_gaps_total").absolute(0);
    describe_counter!("gruntle_cluster_dropped_total", "Messages to other nodes that could not be sent");
    counter!("gruntle_cluster_dropped_total").absolute(0);
    // How many were thought elsewhere follows from these. When each was is nobody's business: it would tell how much a seat
    // could choose from.
    describe_counter!("gruntle_cluster_thoughts_sent_total", "Thoughts of bots that were sent to workers");
    counter!("gruntle_cluster_thoughts_sent_total").absolute(0);
    describe_counter!(
        "gruntle_cluster_thoughts_returned_total",
        "Thoughts of bots that workers did not think, and this node did"
    );
    counter!("gruntle_cluster_thoughts_returned_total").absolute(0);
    describe_counter!(
        "gruntle_cluster_reviews_sent_total",
        "Finished games that workers were asked to look at"
    );
    counter!("gruntle_cluster_reviews_sent_total").absolute(0);
    describe_counter!(
        "gruntle_cluster_reviews_returned_total",
        "Finished games that workers did not look at, and this node did"
    );
    counter!("gruntle_cluster_reviews_returned_total").absolute(0);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_series_is_described_and_there_from_the_start() {
        let shown = recorder().unwrap().render();
        for name in [
            "gruntle_tables_opened_total",
            "gruntle_inputs_total",
            "gruntle_live_matches",
            "gruntle_listeners",
            "gruntle_database_up",
            "gruntle_database_outages_total",
            "gruntle_journal_seconds",
        ] {
            assert!(shown.contains(&format!("# HELP {name} ")), "{name}: {shown}");
            assert!(shown.contains(&format!("# TYPE {name} ")), "{name}: {shown}");
        }
        assert!(shown.contains("gruntle_journal_seconds_bucket{le=\"+Inf\"}"), "{shown}");
    }
}
