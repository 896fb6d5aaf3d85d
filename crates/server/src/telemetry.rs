//! Metrics, in the text format of Prometheus. Each series is a static that the whole process counts with; all are there
//! from the start, and none of them moves with something secret.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};
use std::time::Duration;

/// A number that only grows.
pub(crate) struct Counter {
    name: &'static str,
    help: &'static str,
    value: AtomicU64,
}

/// A number that goes up and down.
pub(crate) struct Gauge {
    name: &'static str,
    help: &'static str,
    value: AtomicI64,
}

/// How often something took at most so long.
pub(crate) struct Times {
    name: &'static str,
    help: &'static str,
    /// How many fell between one limit and the next; behind the last limit the rest.
    buckets: [AtomicU64; LIMITS.len() + 1],
    nanoseconds: AtomicU64,
}

/// The limits between which times are counted, in seconds.
const LIMITS: [f64; 8] = [0.000_5, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.2];

pub(crate) static TABLES_OPENED: Counter =
    Counter::new("gruntle_tables_opened_total", "Tables that were opened");
pub(crate) static INPUTS: Counter =
    Counter::new("gruntle_inputs_total", "Inputs of games, of people, bots and luck");
pub(crate) static LIVE_MATCHES: Gauge = Gauge::new("gruntle_live_matches", "Matches in memory");
pub(crate) static LISTENERS: Gauge =
    Gauge::new("gruntle_listeners", "Visitors who listen to events of a match");
pub(crate) static DATABASE_UP: Gauge =
    Gauge::new("gruntle_database_up", "Whether the database can be reached: 1 if it can, 0 if not");
pub(crate) static DATABASE_OUTAGES: Counter =
    Counter::new("gruntle_database_outages_total", "How often the database could not be reached any more");
pub(crate) static JOURNAL: Times = Times::new(
    "gruntle_journal_seconds",
    "How long it took to write lines of journals, many in one transaction; what is kept beside them is not counted",
);
pub(crate) static CLUSTER_NODES: Gauge = Gauge::new("gruntle_cluster_nodes", "Nodes whose sessions go on");
pub(crate) static CLUSTER_LINKED: Gauge =
    Gauge::new("gruntle_cluster_linked", "Whether NATS can be reached: 1 if it can, 0 if not");
pub(crate) static CLUSTER_ROOMS: Gauge = Gauge::new("gruntle_cluster_rooms", "Tables that this node has");
pub(crate) static FOLLOWED_MATCHES: Gauge =
    Gauge::new("gruntle_followed_matches", "Matches of other nodes that are followed here");
pub(crate) static CLUSTER_GAPS: Counter =
    Counter::new("gruntle_cluster_gaps_total", "How often lines were read because they were not heard");
pub(crate) static CLUSTER_DROPPED: Counter =
    Counter::new("gruntle_cluster_dropped_total", "Messages to other nodes that could not be sent");
// How many were thought elsewhere follows from these. When each was is nobody's business: it would tell how much a seat
// could choose from.
pub(crate) static THOUGHTS_SENT: Counter =
    Counter::new("gruntle_cluster_thoughts_sent_total", "Thoughts of bots that were sent to workers");
pub(crate) static THOUGHTS_RETURNED: Counter = Counter::new(
    "gruntle_cluster_thoughts_returned_total",
    "Thoughts of bots that workers did not think, and this node did",
);
pub(crate) static REVIEWS_SENT: Counter =
    Counter::new("gruntle_cluster_reviews_sent_total", "Finished games that workers were asked to look at");
pub(crate) static REVIEWS_RETURNED: Counter = Counter::new(
    "gruntle_cluster_reviews_returned_total",
    "Finished games that workers did not look at, and this node did",
);

/// Metrics of every server.
const OF_A_SERVER: [&(dyn Series + Sync); 7] =
    [&TABLES_OPENED, &INPUTS, &LIVE_MATCHES, &LISTENERS, &DATABASE_UP, &DATABASE_OUTAGES, &JOURNAL];
/// Metrics of a node among others.
const OF_A_NODE: [&(dyn Series + Sync); 10] = [
    &CLUSTER_NODES,
    &CLUSTER_LINKED,
    &CLUSTER_ROOMS,
    &FOLLOWED_MATCHES,
    &CLUSTER_GAPS,
    &CLUSTER_DROPPED,
    &THOUGHTS_SENT,
    &THOUGHTS_RETURNED,
    &REVIEWS_SENT,
    &REVIEWS_RETURNED,
];

static IS_NODE: AtomicBool = AtomicBool::new(false);

/// Metrics of nodes are shown from now on.
pub(crate) fn begin_cluster() {
    IS_NODE.store(true, Ordering::Relaxed);
    CLUSTER_LINKED.set(1);
}

/// All series, as Prometheus reads them.
pub(crate) fn render() -> String {
    let of_a_node: &[&(dyn Series + Sync)] = if IS_NODE.load(Ordering::Relaxed) { &OF_A_NODE } else { &[] };
    let mut text = String::new();
    for series in OF_A_SERVER.iter().chain(of_a_node) {
        series.render(&mut text);
        text.push('\n');
    }
    text
}

/// One series.
trait Series {
    fn render(&self, to: &mut String);
}

fn head(to: &mut String, name: &str, help: &str, kind: &str) {
    let _ = writeln!(to, "# HELP {name} {help}\n# TYPE {name} {kind}");
}

impl Counter {
    const fn new(name: &'static str, help: &'static str) -> Self {
        Self { name, help, value: AtomicU64::new(0) }
    }

    pub(crate) fn add(&self, more: u64) {
        self.value.fetch_add(more, Ordering::Relaxed);
    }
}

impl Series for Counter {
    fn render(&self, to: &mut String) {
        head(to, self.name, self.help, "counter");
        let _ = writeln!(to, "{} {}", self.name, self.value.load(Ordering::Relaxed));
    }
}

impl Gauge {
    const fn new(name: &'static str, help: &'static str) -> Self {
        Self { name, help, value: AtomicI64::new(0) }
    }

    pub(crate) fn set(&self, value: usize) {
        self.value.store(value as i64, Ordering::Relaxed);
    }

    pub(crate) fn add(&self, more: usize) {
        self.value.fetch_add(more as i64, Ordering::Relaxed);
    }

    pub(crate) fn take(&self, less: usize) {
        self.value.fetch_sub(less as i64, Ordering::Relaxed);
    }
}

impl Series for Gauge {
    fn render(&self, to: &mut String) {
        head(to, self.name, self.help, "gauge");
        let _ = writeln!(to, "{} {}", self.name, self.value.load(Ordering::Relaxed));
    }
}

impl Times {
    const fn new(name: &'static str, help: &'static str) -> Self {
        Self {
            name,
            help,
            buckets: [const { AtomicU64::new(0) }; LIMITS.len() + 1],
            nanoseconds: AtomicU64::new(0),
        }
    }

    pub(crate) fn note(&self, took: Duration) {
        let seconds = took.as_secs_f64();
        let bucket = LIMITS.iter().position(|limit| seconds <= *limit).unwrap_or(LIMITS.len());
        self.buckets[bucket].fetch_add(1, Ordering::Relaxed);
        self.nanoseconds.fetch_add(took.as_nanos() as u64, Ordering::Relaxed);
    }
}

impl Series for Times {
    fn render(&self, to: &mut String) {
        let Self { name, help, .. } = self;
        head(to, name, help, "histogram");
        let limits = LIMITS.iter().map(ToString::to_string).chain(["+Inf".to_owned()]);
        let mut count = 0;
        for (bucket, limit) in self.buckets.iter().zip(limits) {
            count += bucket.load(Ordering::Relaxed);
            let _ = writeln!(to, "{name}_bucket{{le=\"{limit}\"}} {count}");
        }
        let sum = self.nanoseconds.load(Ordering::Relaxed) as f64 / 1e9;
        let _ = writeln!(to, "{name}_sum {sum}\n{name}_count {count}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_series_is_described_and_there_from_the_start() {
        let shown = render();
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

    #[test]
    fn numbers_are_told_as_prometheus_reads_them() {
        let counter = Counter::new("letters_total", "Letters that were sent");
        counter.add(2);
        counter.add(3);
        let gauge = Gauge::new("open", "Letters that are open");
        gauge.set(7);
        gauge.add(2);
        gauge.take(3);
        let times = Times::new("took_seconds", "How long it took");
        for milliseconds in [1, 3, 900] {
            times.note(Duration::from_millis(milliseconds));
        }
        let mut told = String::new();
        for series in [&counter as &dyn Series, &gauge, &times] {
            series.render(&mut told);
        }
        let expected = "# HELP letters_total Letters that were sent\n# TYPE letters_total counter\nletters_total 5\n\
             # HELP open Letters that are open\n# TYPE open gauge\nopen 6\n\
             # HELP took_seconds How long it took\n# TYPE took_seconds histogram\n\
             took_seconds_bucket{le=\"0.0005\"} 0\ntook_seconds_bucket{le=\"0.001\"} 1\n\
             took_seconds_bucket{le=\"0.002\"} 1\ntook_seconds_bucket{le=\"0.005\"} 2\n\
             took_seconds_bucket{le=\"0.01\"} 2\ntook_seconds_bucket{le=\"0.02\"} 2\n\
             took_seconds_bucket{le=\"0.05\"} 2\ntook_seconds_bucket{le=\"0.2\"} 2\n\
             took_seconds_bucket{le=\"+Inf\"} 3\ntook_seconds_sum 0.904\ntook_seconds_count 3\n";
        assert_eq!(told, expected);
    }
}
