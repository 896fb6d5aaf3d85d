//! Counts of workers' help, from the metrics of nodes, across crashes of these.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use driver::Client;

/// How many `thoughts` or `reviews` a node has sent to workers, and how many of them came back undone; nothing while it
/// does not answer.
pub async fn counted(metrics: SocketAddr, of: &str) -> Option<(u64, u64)> {
    let told = Client::new(metrics).get("/metrics", "*/*").await.ok()?;
    let count = |what: &str| {
        let name = format!("gruntle_cluster_{of}_{what}_total ");
        let line = told.body.lines().find_map(|line| line.strip_prefix(&name))?;
        Some(line.parse::<f64>().unwrap() as u64)
    };
    Some((count("sent")?, count("returned")?))
}

/// Counts of one node: jobs sent, and jobs returned undone.
#[derive(Debug, Default, Clone, Copy)]
struct Sent {
    sent: u64,
    returned: u64,
}

/// The same of a node that is started again and again.
#[derive(Debug, Default, Clone, Copy)]
struct Lives {
    /// In all lives that are over.
    before: Sent,
    /// When it was looked at last.
    now: Sent,
}

impl Lives {
    fn look(&mut self, (sent, returned): (u64, u64)) {
        // A counter that has gone down: the node was restarted.
        if sent < self.now.sent || returned < self.now.returned {
            self.before.sent += self.now.sent;
            self.before.returned += self.now.returned;
        }
        self.now = Sent { sent, returned };
    }
}

/// Counts of all nodes together, without jobs between a node's last look and its end.
#[derive(Debug, Default)]
pub struct Helped(Vec<Lives>);

impl Helped {
    /// Thoughts that were sent to workers.
    pub fn sent(&self) -> u64 {
        self.0.iter().map(|node| node.before.sent + node.now.sent).sum()
    }

    /// Those of them that came back undone.
    pub fn returned(&self) -> u64 {
        self.0.iter().map(|node| node.before.returned + node.now.returned).sum()
    }
}

/// Looks at the numbers of these nodes again and again.
pub async fn follow(nodes: Vec<SocketAddr>, helped: Arc<Mutex<Helped>>) {
    helped.lock().unwrap().0.resize(nodes.len(), Lives::default());
    loop {
        for (node, at) in nodes.iter().enumerate() {
            // A node that sleeps is looked at later.
            let seen = tokio::time::timeout(Duration::from_millis(300), counted(*at, "thoughts")).await;
            if let Ok(Some(seen)) = seen {
                helped.lock().unwrap().0[node].look(seen);
            }
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_node_did_before_it_was_started_again_counts() {
        let mut node = Lives::default();
        [(3, 0), (9, 2), (9, 2), (1, 0), (5, 5), (0, 0)].into_iter().for_each(|seen| node.look(seen));
        let helped = Helped(vec![node, Lives::default()]);
        assert_eq!((helped.sent(), helped.returned()), (14, 7));
    }
}
