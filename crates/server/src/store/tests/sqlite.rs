//! What only a file has: versions from before there was anything else, and its log.

use room::{Entry, KeyHash};

use super::super::engine::{Connection, IfMissing, LONGEST_KEPT, Target};
use super::super::{StoreError, checkpoint, schema, target};
use super::{Scratch, opening, seat};

#[tokio::test]
async fn a_database_of_the_second_version_gets_its_reviews() {
    let scratch = Scratch::file("second");
    let store = scratch.open().await;
    store.open_room(&opening("abcd2345", &[])).await.unwrap();
    store.close().await;
    scratch
        .run(&[
            "DROP TABLE reviews",
            "DROP TABLE plays",
            "DROP TABLE deals",
            "DROP INDEX keys_by_match",
            "PRAGMA user_version = 2",
        ])
        .await;
    let store = scratch.open().await;
    assert!(store.keep_review("abcd2345", (1, "quick"), vec![1]).await.unwrap());
    assert_eq!(store.load("abcd2345").await.unwrap().unwrap().lines.len(), 1);
    store.close().await;
}

#[tokio::test]
async fn an_old_database_is_brought_up_to_date() {
    let scratch = Scratch::file("old");
    scratch.run(schema::OLD).await;
    scratch
        .run(&[
            "INSERT INTO matches VALUES (1, 'abcd2345', 'spammers', 'lobby', 1, 7, NULL, 5, 5)",
            "INSERT INTO journal VALUES (1, 1, 'ready A'), (1, 2, 'unready A')",
            "INSERT INTO keys VALUES (x'0303030303030303030303030303030303030303030303030303030303030303', 1, 0)",
            "INSERT INTO links VALUES (x'0404040404040404040404040404040404040404040404040404040404040404', 1, 0)",
            "INSERT INTO reactions VALUES (1, 1, 'hold')",
            "INSERT INTO answers VALUES (1, 1, 2, 'pass')",
            // A kill has left these without a journal.
            "INSERT INTO matches VALUES (2, 'abcd2346', 'spammers', 'lobby', 1, 7, NULL, 9, 9)",
            "INSERT INTO matches VALUES (3, 'abcd2347', 'spammers', 'lobby', 1, 7, NULL, 9, 9)",
        ])
        .await;
    assert!(matches!(scratch.open_beside().await, Err(StoreError::Older)));
    let store = scratch.open().await;
    let listed: Vec<String> = store.listed(0).await.unwrap().into_iter().map(|row| row.code).collect();
    assert_eq!(listed, ["abcd2345"]);
    // What was kept beside the journal is in it.
    store.append(1, 7, &[Entry::Readied(seat())], None, None, None).await.unwrap();
    let lines = store.load("abcd2345").await.unwrap().unwrap().lines;
    let (three, four) = ("03".repeat(32), "04".repeat(32));
    assert_eq!(lines[..3], ["ready A".to_owned(), "unready A".to_owned(), format!("key A {three}")]);
    assert_eq!(lines[4..], ["react B hold", "answer B 2 pass", "ready A"]);
    let Ok(Entry::Linked { seat: of, link, until }) = lines[3].parse() else { panic!("{}", lines[3]) };
    assert_eq!((of, link.to_string()), (seat(), four));
    let now = crate::clock::unix_time() as u64 * 1_000;
    assert!(until.0 > now + 86_000_000 && until.0 <= now + 86_400_000, "an old link has a day from now");
    assert!(store.has_key(KeyHash([3; 32])).await.unwrap());
    store.close().await;
}

/// How long the log of a database is.
fn log(scratch: &Scratch) -> u64 {
    std::fs::metadata(scratch.database.file().unwrap().with_extension("db-wal")).unwrap().len()
}

/// A connection to a new database, of which nobody else tidies up the log.
async fn alone(scratch: &Scratch) -> Connection {
    scratch.open().await.close().await;
    scratch.connection_to_write().await
}

#[tokio::test]
async fn the_log_is_emptied_when_nobody_writes() {
    let scratch = Scratch::file("log");
    let mut on = alone(&scratch).await;
    on.execute("INSERT INTO site (name, value) VALUES ('more', zeroblob(500000))", &[]).await.unwrap();
    assert!(log(&scratch) > 500_000);
    let Target::Sqlite(options) = target(&scratch.database, IfMissing::Refuse) else { panic!() };
    assert!(checkpoint::truncate(&options).await.unwrap());
    assert_eq!(log(&scratch), 0);
    let kept = on.fetch_one("SELECT length(value) FROM site WHERE name = 'more'", &[]).await.unwrap();
    assert_eq!(kept.get::<i64>(0).unwrap(), 500_000);
    on.close().await.unwrap();
}

#[tokio::test]
async fn a_log_that_has_been_long_does_not_stay_so_though_it_is_never_quiet() {
    let scratch = Scratch::file("long-log");
    let mut on = alone(&scratch).await;
    on.execute("INSERT INTO site (name, value) VALUES ('more', zeroblob(24000000))", &[]).await.unwrap();
    assert!(log(&scratch) > LONGEST_KEPT);
    // Moved, and written to at once.
    on.fetch_one("PRAGMA wal_checkpoint(PASSIVE)", &[]).await.unwrap();
    on.execute("UPDATE site SET value = zeroblob(7) WHERE name = 'more'", &[]).await.unwrap();
    assert!(log(&scratch) <= LONGEST_KEPT, "{}", log(&scratch));
    on.close().await.unwrap();
}
