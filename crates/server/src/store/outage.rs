//! Circuit breaker of the database. While it cannot be reached every request fails at once, until it is back.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak};
use std::time::Duration;

use tokio::time::{Instant, timeout};

use super::engine::{Connection, Target};
use super::error::StoreError;
use crate::task::spawn;
use crate::telemetry::{DATABASE_OUTAGES, DATABASE_UP};

/// Interval of polling for the database.
const LOOK_EVERY: Duration = Duration::from_millis(250);
/// Time-out of a poll.
const WITHIN: Duration = Duration::from_secs(3);

/// Circuit breaker: whether the database can be reached. Clones share it.
#[derive(Clone)]
pub(super) struct Outage {
    inner: Arc<Inner>,
}

struct Inner {
    target: Arc<Target>,
    is_away: AtomicBool,
}

impl Outage {
    /// A database that was reached just now.
    pub(super) fn none(target: Arc<Target>) -> Self {
        DATABASE_UP.set(1);
        Self { inner: Arc::new(Inner { target, is_away: AtomicBool::new(false) }) }
    }

    /// Whether the database cannot be reached.
    pub(super) fn is_on(&self) -> bool {
        self.inner.is_away.load(Ordering::Relaxed)
    }

    /// Refuses every request while the database cannot be reached.
    pub(super) fn check(&self) -> Result<(), StoreError> {
        if self.is_on() { Err(StoreError::Away("it has been away for a while".to_owned())) } else { Ok(()) }
    }

    /// Something has failed: if that was because the database could not be reached, an outage begins.
    pub(super) fn note(&self, error: &StoreError) {
        let StoreError::Away(why) = error else { return };
        if !self.inner.is_away.swap(true, Ordering::Relaxed) {
            tracing::error!(
                why,
                "the database cannot be reached; nothing is written or read until it is back"
            );
            DATABASE_UP.set(0);
            DATABASE_OUTAGES.add(1);
            spawn(wait_for_its_end(Arc::downgrade(&self.inner)));
        }
    }
}

/// Polls until the database is back, or all users are gone.
async fn wait_for_its_end(of: Weak<Inner>) {
    let begun = Instant::now();
    loop {
        tokio::time::sleep(LOOK_EVERY).await;
        let Some(inner) = of.upgrade() else { return };
        if let Ok(Ok(true)) = timeout(WITHIN, is_there(&inner.target)).await {
            inner.is_away.store(false, Ordering::Relaxed);
            DATABASE_UP.set(1);
            tracing::warn!(seconds = begun.elapsed().as_secs(), "the database is back");
            return;
        }
    }
}

/// Whether the database answers, and can be written.
async fn is_there(target: &Target) -> Result<bool, StoreError> {
    let mut on = target.connect().await?;
    let is_writable = match &on {
        Connection::Sqlite(_) => true,
        Connection::Postgres(_) => {
            let told = on.fetch_one("SELECT pg_is_in_recovery()", &[]).await?;
            !told.get::<bool>(0)?
        }
    };
    on.close().await?;
    Ok(is_writable)
}
