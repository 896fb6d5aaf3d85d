//! Reviews on other nodes. Each node publishes which finished games it reviews or is about to, so that none is reviewed
//! twice and every node knows its progress.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use cluster::NodeId;
use nats::Subscription;
use review::{Depth, Thinking};
use serde::{Deserialize, Serialize};
use tokio::time::Instant;

/// Time-out: a node that has reported nothing for so long has given the game up.
const HOLDS: Duration = Duration::from_secs(10);

/// A node's progress in a review.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Progress {
    node: u32,
    code: String,
    depth: Depth,
    done: usize,
    of: usize,
}

impl Progress {
    pub(super) fn new(node: NodeId, code: &str, Thinking { depth, done, of }: Thinking) -> Self {
        Self { node: node.0, code: code.to_owned(), depth, done, of }
    }
}

/// Progress reports of other nodes, by the codes of games, with their times.
#[derive(Clone, Default)]
pub(super) struct Reviewing(Arc<Mutex<BTreeMap<String, (Progress, Instant)>>>);

impl Reviewing {
    fn said(&self) -> MutexGuard<'_, BTreeMap<String, (Progress, Instant)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The node that reviews a game, and its progress.
    pub(super) fn of(&self, code: &str) -> Option<(NodeId, Thinking)> {
        let said = self.said();
        let (Progress { node, depth, done, of, .. }, _) =
            said.get(code).filter(|(_, at)| at.elapsed() < HOLDS)?;
        Some((NodeId(*node), Thinking { depth: *depth, done: *done, of: *of }))
    }

    fn hear(&self, progress: Progress) {
        let mut said = self.said();
        said.retain(|_, (_, at)| at.elapsed() < HOLDS);
        // Of several nodes about to begin, the one with the smallest number does.
        let yields = said.get(&progress.code).is_some_and(|(kept, _)| {
            progress.done == 0 && (kept.done > 0 || kept.node < progress.node) && kept.node != progress.node
        });
        if !yields {
            said.insert(progress.code.clone(), (progress, Instant::now()));
        }
    }

    /// Takes progress reports of others, until the subscription ends.
    pub(super) async fn listen(self, own: NodeId, mut heard: Subscription) {
        while let Some(message) = heard.next().await {
            if let Ok(progress) = serde_json::from_slice::<Progress>(&message.payload)
                && progress.node != own.0
            {
                self.hear(progress);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_several_who_begin_the_one_with_the_smallest_number_goes_on() {
        let reviewing = Reviewing::default();
        let hear = |node, done| {
            let thinking = Thinking { depth: Depth::Quick, done, of: 9 };
            reviewing.hear(Progress::new(NodeId(node), "abcd2345", thinking));
            reviewing.of("abcd2345").map(|(node, thinking)| (node.0, thinking.done))
        };
        assert_eq!(reviewing.of("abcd2345"), None);
        assert_eq!(hear(5, 0), Some((5, 0)));
        assert_eq!(hear(7, 0), Some((5, 0)), "it yields to who has a smaller number");
        assert_eq!(hear(3, 0), Some((3, 0)));
        assert_eq!(hear(7, 2), Some((7, 2)), "who has begun goes on");
        assert_eq!(hear(3, 0), Some((7, 2)));
        assert_eq!(hear(7, 0), Some((7, 0)), "the same begins again");
        assert_eq!(reviewing.of("zzzz9999"), None);
    }
}
