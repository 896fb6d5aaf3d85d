//! A database looked at without a change to it, beside a server or without one.

use std::path::Path;
use std::time::Duration;

use tokio::time::{Instant, timeout};

use super::chain::Chain;
use super::engine::{Connection, IfMissing, Target, Value};
use super::error::StoreError;
use super::heads::Heads;
use super::{JOURNAL, copy, damages, is_served, schema, target, verified};
use crate::database::Database;
use crate::folder::{self, Lock};

/// Lock time-out: how long a look waits for a writer of the file.
const BUSY: Duration = Duration::from_secs(1);
/// Batch size of matches.
const PAGE: i64 = 500;
/// The most broken journals in a report.
const MOST_TOLD: usize = 20;

/// The findings of a look at a database.
#[derive(Debug)]
pub struct DatabaseCheckup {
    /// The version of its tables.
    pub schema: i64,
    /// The version that this program knows.
    pub known: i64,
    /// Whether a server uses it.
    pub is_served: bool,
    /// Its contents; `None` where its tables are older.
    pub contents: Option<Contents>,
}

/// The contents of a database.
#[derive(Debug)]
pub struct Contents {
    /// How many matches there are.
    pub matches: u64,
    /// How many of them are not over.
    pub unfinished: u64,
    /// The number of checked journals in the time there was, the latest first.
    pub looked_at: u64,
    /// How many of these journals are damaged or cut short.
    pub broken: u64,
    /// The errors of the first of them.
    pub wrong: Vec<String>,
    /// The first errors of the file; `None` where there was no time to look.
    pub damages: Option<Vec<String>>,
    /// The nodes whose sessions go on.
    pub nodes: Vec<NodeSession>,
}

/// A session of a node.
#[derive(Debug)]
pub struct NodeSession {
    /// The name of the node.
    pub node: String,
    /// Whether it reaches NATS.
    pub is_linked: bool,
    /// How many tables it holds.
    pub tables: u64,
}

/// Looks at a database for so long.
pub async fn look(database: &Database, within: Duration) -> Result<DatabaseCheckup, StoreError> {
    // The report has everything found by then.
    let until = Instant::now() + within - within / 10;
    let looked = timeout(within, look_until(database, database.file().as_deref(), until)).await;
    looked.unwrap_or_else(|_| Err(StoreError::Away(format!("no answer within {} s", within.as_secs()))))
}

async fn look_until(
    database: &Database,
    file: Option<&Path>,
    until: Instant,
) -> Result<DatabaseCheckup, StoreError> {
    let is_locked = file.map(Lock::is_held).transpose()?.unwrap_or(false);
    let Some(target) = reading(target(database, IfMissing::Refuse), is_locked) else {
        return Err(StoreError::Unread);
    };
    let mut on = target.connect().await?;
    if let Connection::Postgres(_) = on {
        on.execute("SET default_transaction_read_only = on", &[]).await?;
    }
    let is_served = is_locked || is_served(&mut on).await?;
    let (schema, known) = (schema::version(&mut on).await?, schema::known());
    let contents = match schema {
        0 => return Err(StoreError::Empty),
        older if older < known => None,
        _ => {
            let heads = file.map(Heads::open_to_read).transpose()?.flatten();
            Some(contents(&mut on, heads.as_ref(), until).await?)
        }
    };
    Ok(DatabaseCheckup { schema, known, is_served, contents })
}

/// The database, read-only. SQLite creates files beside one that has a log, so one without a log is opened as
/// immutable; `None` where there is a log that no server has open.
fn reading(target: Target, is_served: bool) -> Option<Target> {
    let Target::Sqlite(options) = target else { return Some(target) };
    let file = options.get_filename();
    let has_log = std::fs::metadata(folder::beside(file, "-wal")).is_ok_and(|log| log.len() > 0);
    let has_index = folder::beside(file, "-shm").exists();
    let options = options.clone().read_only(true).busy_timeout(BUSY);
    match (is_served || has_log, has_index) {
        (true, true) => Some(Target::Sqlite(options)),
        (true, false) => None,
        (false, _) => Some(Target::Sqlite(options.immutable(true))),
    }
}

async fn contents(
    on: &mut Connection,
    heads: Option<&Heads>,
    until: Instant,
) -> Result<Contents, StoreError> {
    if copy::marker(on).await?.is_some() {
        return Err(StoreError::Unfinished);
    }
    let counted = "SELECT count(*), count(CASE WHEN stage <> 'over' THEN 1 END) FROM matches";
    let counted = on.fetch_one(counted, &[]).await?;
    let mut found = Contents {
        matches: counted.get::<i64>(0)? as u64,
        unfinished: counted.get::<i64>(1)? as u64,
        looked_at: 0,
        broken: 0,
        wrong: Vec::new(),
        damages: None,
        nodes: nodes(on).await?,
    };
    // Half of the time is for the file, of any size.
    let now = Instant::now();
    let half = now + (until - now) / 2;
    look_at_journals(on, heads, half, &mut found).await?;
    found.damages = match on {
        Connection::Postgres(_) => Some(Vec::new()),
        Connection::Sqlite(_) => timeout(until - half, damages(on)).await.ok().transpose()?,
    };
    Ok(found)
}

async fn nodes(on: &mut Connection) -> Result<Vec<NodeSession>, StoreError> {
    let Connection::Postgres(_) = on else { return Ok(Vec::new()) };
    let rows = on
        .fetch_all(
            "SELECT name, linked, (SELECT count(*) FROM leases WHERE session = sessions.id) FROM sessions
             WHERE until >= clock_timestamp() ORDER BY name, id",
            &[],
        )
        .await?;
    let node = rows.iter().map(|row| {
        Ok(NodeSession { node: row.get(0)?, is_linked: row.get(1)?, tables: row.get::<i64>(2)? as u64 })
    });
    node.collect()
}

/// Looks at the journals of as many matches as there is time for, the latest first.
async fn look_at_journals(
    on: &mut Connection,
    heads: Option<&Heads>,
    until: Instant,
    found: &mut Contents,
) -> Result<(), StoreError> {
    let mut before = i64::MAX;
    loop {
        let page = "SELECT id, code, game, luck FROM matches WHERE id < $1 ORDER BY id DESC LIMIT $2";
        let matches = on.fetch_all(page, &[Value::Int(before), Value::Int(PAGE)]).await?;
        let Some(last) = matches.last() else { return Ok(()) };
        before = last.get(0)?;
        for one in &matches {
            if Instant::now() >= until {
                return Ok(());
            }
            let (id, code, luck): (i64, String, i64) = (one.get(0)?, one.get(1)?, one.get(3)?);
            // Before the journal, which may go on meanwhile.
            let head = heads.map(|heads| heads.read(id)).transpose()?.flatten();
            let lines = on.fetch_all(JOURNAL, &[Value::Int(id)]).await?;
            found.looked_at += 1;
            if let Err(wrong) =
                verified(&code, Chain::of_match(&code, one.text(2)?, luck as u64), head, &lines)
            {
                found.broken += 1;
                if found.wrong.len() < MOST_TOLD {
                    found.wrong.push(wrong.to_string());
                }
            }
        }
    }
}
