//! Checkpoints: written pages are moved from the log into the database beside the writer, and the log is emptied while
//! there are no writes.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Connection as _, Row as _, SqliteConnection};

use super::engine::Pool;

/// Interval of checks whether to tidy up the log.
const LOOK_EVERY: Duration = Duration::from_secs(2);
/// Lock time-out while the log is tidied up; others wait as long.
const WAIT: Duration = Duration::from_millis(100);
/// Under load the log is tidied up after so many lines, some 64 MB: tidying takes cores and disk from players, at any
/// size.
const MANY_LINES: u64 = 16_000;
/// A log of more pages than this, about 100 MB, is restarted.
const LONG_LOG: i64 = 25_000;

/// The next step of tidying up the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Todo {
    Nothing,
    /// Move its contents into the database, as far as that disturbs no reader.
    Passive,
    /// Move it all and empty the file.
    Truncate,
}

/// How much had been written the last times it was looked.
#[derive(Default)]
struct Seen {
    tidied: u64,
    before: u64,
}

impl Seen {
    /// The checkpoint due now that so much has been written.
    fn todo(&mut self, now: u64) -> Todo {
        let is_quiet = now == std::mem::replace(&mut self.before, now);
        match (is_quiet, now - self.tidied) {
            (_, 0) => Todo::Nothing,
            (true, _) => Todo::Truncate,
            (false, MANY_LINES..) => Todo::Passive,
            (false, _) => Todo::Nothing,
        }
    }
}

/// Tidies up until the pool is closed.
pub(super) async fn run(pool: Pool, options: SqliteConnectOptions, written: Arc<AtomicU64>) {
    let mut seen = Seen::default();
    loop {
        tokio::time::sleep(LOOK_EVERY).await;
        if pool.is_closed() {
            return;
        }
        let now = written.load(Ordering::Relaxed);
        let todo = seen.todo(now);
        if todo != Todo::Nothing && checkpoint(&options, todo).await.unwrap_or(false) {
            seen.tidied = now;
        }
    }
}

/// Runs a checkpoint; says whether that is all for now.
async fn checkpoint(options: &SqliteConnectOptions, todo: Todo) -> Result<bool, sqlx::Error> {
    let mut on = SqliteConnection::connect_with(&options.clone().busy_timeout(WAIT)).await?;
    let done = match todo {
        Todo::Nothing => true,
        Todo::Passive => {
            let moved = sqlx::query("PRAGMA wal_checkpoint(PASSIVE)").fetch_one(&mut on).await?;
            if moved.try_get::<i64, _>(1)? > LONG_LOG {
                sqlx::query("PRAGMA wal_checkpoint(RESTART)").execute(&mut on).await?;
            }
            true
        }
        Todo::Truncate => {
            let emptied = sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").fetch_one(&mut on).await?;
            emptied.try_get::<i64, _>(0)? == 0
        }
    };
    on.close().await?;
    Ok(done)
}

/// Empties the log now; says whether no reader was in the way.
pub(super) async fn truncate(options: &SqliteConnectOptions) -> Result<bool, sqlx::Error> {
    checkpoint(options, Todo::Truncate).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_log_is_emptied_when_nobody_writes_and_only_moved_while_somebody_does() {
        let mut seen = Seen::default();
        assert_eq!(seen.todo(0), Todo::Nothing);
        assert_eq!(seen.todo(10), Todo::Nothing, "somebody writes");
        assert_eq!(seen.todo(MANY_LINES), Todo::Passive);
        seen.tidied = MANY_LINES;
        assert_eq!(seen.todo(MANY_LINES + 1), Todo::Nothing);
        assert_eq!(seen.todo(MANY_LINES + 1), Todo::Truncate);
        // Readers were in the way: it is retried.
        assert_eq!(seen.todo(MANY_LINES + 1), Todo::Truncate);
        seen.tidied = MANY_LINES + 1;
        assert_eq!(seen.todo(MANY_LINES + 1), Todo::Nothing);
    }
}
