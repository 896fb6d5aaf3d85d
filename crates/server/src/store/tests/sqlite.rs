//! What only a file has: versions from before there was anything else, and its log.

use room::{Entry, KeyHash};

use super::super::engine::{IfMissing, Target};
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

#[tokio::test]
async fn the_log_is_emptied_when_nobody_writes() {
    let scratch = Scratch::file("log");
    let store = scratch.open().await;
    let many: Vec<Entry> = (0..5_000).map(Entry::TookBack).collect();
    store.open_room(&opening("abcd2345", &many)).await.unwrap();
    let file = scratch.database.file().unwrap();
    let Target::Sqlite(options) = target(&scratch.database, IfMissing::Refuse) else { panic!() };
    let log = || std::fs::metadata(file.with_extension("db-wal")).unwrap().len();
    assert!(log() > 100_000);
    assert!(checkpoint::truncate(&options).await.unwrap());
    assert_eq!(log(), 0);
    assert_eq!(store.load("abcd2345").await.unwrap().unwrap().lines.len(), 5_001);
    store.close().await;
}
