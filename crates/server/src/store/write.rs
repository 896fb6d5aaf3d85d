//! The writer: one task that takes all queued orders and writes them in one transaction.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use tokio::sync::mpsc;
use tokio::time::timeout;

use super::engine::{Connection, Target};
use super::error::StoreError;
use super::heads::Heads;
use super::order::Order;
use super::outage::Outage;
use super::transaction::{Chains, transaction};
use crate::telemetry::JOURNAL;

/// The most orders in a transaction.
pub(super) const BATCH: usize = 512;

/// Time-out of a transaction: after it the server counts as away.
const WITHIN: Duration = Duration::from_secs(8);

/// Idle time before the writer checks its connection.
const QUIET: Duration = Duration::from_secs(5);

/// The connection through which everything is written.
struct Writer {
    target: Arc<Target>,
    outage: Outage,
    to: Option<Connection>,
    chains: Chains,
    /// The file of journals' heads, if there is one.
    heads: Option<Arc<Heads>>,
}

impl Writer {
    /// Runs orders in one transaction; fails at once while the database is away.
    async fn write(&mut self, orders: &[Order]) -> Result<Vec<i64>, StoreError> {
        self.outage.check()?;
        let target = self.target.clone();
        let written = match &*target {
            Target::Sqlite(_) => self.try_to_write(orders).await,
            Target::Postgres(_) => match timeout(WITHIN, self.try_to_write(orders)).await {
                Ok(written) => written,
                Err(_) => Err(StoreError::Away(format!("no answer within {} s", WITHIN.as_secs()))),
            },
        };
        if let Err(error) = &written {
            // A connection that timed out was dropped with its transaction.
            self.chains.forget();
            self.outage.note(error);
        }
        self.note_heads();
        self.chains.tidy();
        written
    }

    /// Notes the heads of journals. If that fails the journals are as safe as without heads.
    fn note_heads(&mut self) {
        for (id, head) in self.chains.changed() {
            let Some(heads) = &self.heads else { continue };
            let noted = head.map_or_else(|| heads.forget(id), |head| heads.note(id, head));
            if let Err(error) = noted {
                tracing::warn!(%error, "the head of a journal could not be noted");
            }
        }
    }

    async fn try_to_write(&mut self, orders: &[Order]) -> Result<Vec<i64>, StoreError> {
        let mut to = match self.to.take() {
            Some(to) => to,
            None => self.target.connect_to_write().await?,
        };
        let outcome = transaction(&mut to, orders, &mut self.chains).await;
        self.to = match (&outcome, to) {
            (Ok(_), to) => Some(to),
            (Err(StoreError::Away(_)), _) => None,
            // A file after a failed write, on a full disk for example, is in an unknown state: the connection is made
            // anew.
            (Err(_), to @ Connection::Sqlite(_)) => {
                let _ = to.close().await;
                None
            }
            (Err(_), to @ Connection::Postgres(_)) => Some(to),
        };
        outcome
    }

    /// Waits for orders; gives how many have come. While none come it is looked whether a server is still there, so
    /// that nobody finds out by losing something.
    async fn next(&mut self, inbox: &mut mpsc::Receiver<Order>, orders: &mut Vec<Order>) -> usize {
        if let Target::Sqlite(_) = *self.target {
            return inbox.recv_many(orders, BATCH).await;
        }
        loop {
            if let Ok(count) = timeout(QUIET, inbox.recv_many(orders, BATCH)).await {
                return count;
            }
            if let Some(to) = &mut self.to
                && !matches!(timeout(WITHIN, to.ping()).await, Ok(Ok(())))
            {
                self.to = None;
            }
        }
    }

    /// Writes orders, together if possible, and answers them.
    async fn carry_out(&mut self, orders: &mut Vec<Order>) {
        match self.write(orders).await {
            Ok(numbers) => {
                for (order, number) in orders.drain(..).zip(numbers) {
                    drop(order.done.send(Ok(number)));
                }
            }
            Err(StoreError::Away(why)) => {
                for order in orders.drain(..) {
                    drop(order.done.send(Err(StoreError::Away(why.clone()))));
                }
            }
            // One bad order must not spoil the others: each is tried in a transaction of its own, and its sender logs
            // the error with the match.
            Err(_) => {
                for order in orders.drain(..) {
                    let outcome = self.write(std::slice::from_ref(&order)).await;
                    let number = outcome.map(|numbers| numbers.first().copied().unwrap_or(0));
                    drop(order.done.send(number));
                }
            }
        }
    }
}

/// The writer: takes queued orders, writes them, and answers them.
pub(super) async fn run(
    (target, to): (Arc<Target>, Connection),
    heads: Option<Arc<Heads>>,
    mut inbox: mpsc::Receiver<Order>,
    outage: Outage,
    written: Arc<AtomicU64>,
) {
    let mut orders: Vec<Order> = Vec::new();
    let mut writer = Writer { target, outage, to: Some(to), chains: Chains::default(), heads };
    while writer.next(&mut inbox, &mut orders).await > 0 {
        let begun = Instant::now();
        let weight: usize = orders.iter().map(|order| order.write.weight()).sum();
        written.fetch_add(weight as u64, Ordering::Relaxed);
        let is_public = orders.iter().any(|order| order.write.is_public());
        writer.carry_out(&mut orders).await;
        if is_public {
            JOURNAL.note(begun.elapsed());
        }
    }
    if let Some(to) = writer.to {
        let _ = to.close().await;
    }
}
