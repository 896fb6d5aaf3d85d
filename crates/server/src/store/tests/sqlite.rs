//! SQLite alone: versions from before there was anything else, and its log.

use games::GameName;
use room::{Entry, KeyHash};

use super::super::engine::{Connection, IfMissing, LONGEST_KEPT, Target};
use super::super::{Store, StoreError, checkpoint, schema, target};
use super::deals::{DECIDES, begins, changes};
use super::{Scratch, opening, seat};
use crate::deal::Deal;

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
async fn of_plays_from_before_it_was_kept_nobody_knows_when_they_were_decided() {
    let scratch = Scratch::file("decided");
    let store = scratch.open().await;
    let deal = Deal::new("2026-11-16/spam-o-rama", GameName::SpamORama, 7);
    let id = begins(&store, &deal, 1, "abcd2345").await.unwrap();
    changes(&store, (id, "abcd2345"), DECIDES).await;
    let decided =
        async |store: &Store| store.play(&deal.name, KeyHash([1; 32])).await.unwrap().unwrap().decided;
    assert!(decided(&store).await.is_some());
    store.close().await;
    scratch.run(&["ALTER TABLE plays DROP COLUMN decided", "PRAGMA user_version = 8"]).await;
    let store = scratch.open().await;
    assert_eq!(decided(&store).await, None);
    changes(&store, (id, "abcd2345"), DECIDES).await;
    assert!(decided(&store).await.is_some());
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
    // The old side tables are in it.
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

/// A connection to a new database, whose log is not tidied up by a server.
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

/// Twenty matches, each somewhat longer than the one before it; gives their codes and how many lines they have.
async fn matches(store: &Store) -> Vec<(String, usize)> {
    let mut all = Vec::new();
    for length in 0..20_usize {
        let code = format!("abcd{}", 2_345 + length);
        let id = store.open_room(&opening(&code, &[])).await.unwrap();
        for line in 0..length * 7 {
            store.append(id, line as u64 + 2, &[Entry::TookBack(0)], None, None, None).await.unwrap();
        }
        all.push((code, length * 7 + 1));
    }
    all
}

/// The files of a database as they are now, for another one.
fn files(of: &Scratch) -> Vec<(&'static str, Vec<u8>)> {
    let file = of.database.file().unwrap();
    let read = |end| (end, std::fs::read(format!("{}{end}", file.display())).unwrap_or_default());
    ["", "-wal", "-heads"].map(read).into()
}

/// Somebody who reads, so that nothing is moved out of the log.
async fn reader(scratch: &Scratch) -> Connection {
    let mut reader = scratch.connection().await;
    reader.execute("BEGIN", &[]).await.unwrap();
    reader.fetch_one("SELECT count(*) FROM journal", &[]).await.unwrap();
    reader
}

/// Looks at these matches in a database of these files; gives how many looks were refused. None shows an earlier
/// moment.
async fn looks(files: &[(&'static str, Vec<u8>)], matches: &[(String, usize)]) -> usize {
    let scratch = Scratch::file("looks");
    for (end, bytes) in files.iter().filter(|(_, bytes)| !bytes.is_empty()) {
        std::fs::write(format!("{}{end}", scratch.database.file().unwrap().display()), bytes).unwrap();
    }
    let Ok(store) = Store::open(&scratch.database).await else { return matches.len() };
    let mut told = 0;
    for (code, length) in matches {
        match store.load(code).await {
            Ok(Some(loaded)) => {
                assert_eq!(loaded.lines.len(), *length, "{code} is shown at an earlier moment")
            }
            Ok(None) | Err(_) => told += 1,
        }
    }
    store.close().await;
    told
}

#[tokio::test]
async fn no_match_is_shown_at_an_earlier_moment_whatever_bits_have_flipped() {
    let scratch = Scratch::file("flipped");
    let store = scratch.open().await;
    let reader = reader(&scratch).await;
    let matches = matches(&store).await;
    let in_log = files(&scratch);
    reader.close().await.unwrap();
    store.close().await;
    let moved = files(&scratch);
    assert!(in_log[1].1.len() > 100_000 && moved[1].1.is_empty(), "once in the log, once in the database");
    let mut luck = 7_u64;
    let mut draw = |below: usize| {
        luck = luck.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (luck >> 33) as usize % below
    };
    for (of, end) in [(&moved, 0), (&in_log, 1)] {
        assert_eq!(looks(of, &matches).await, 0, "as they were");
        let mut told = 0;
        for _ in 0..35 {
            let mut damaged = of.clone();
            for _ in 0..16 {
                let place = draw(damaged[end].1.len());
                damaged[end].1[place] ^= 1 << draw(8);
            }
            told += looks(&damaged, &matches).await;
        }
        assert!(told > 0, "nothing was hit");
    }
}

#[tokio::test]
async fn a_log_that_is_gone_is_noticed_by_the_matches_that_were_in_it() {
    let scratch = Scratch::file("log-gone");
    let store = scratch.open().await;
    let matches = matches(&store).await;
    store.close().await;
    let store = scratch.open().await;
    let reader = reader(&scratch).await;
    let id = store.load(&matches[4].0).await.unwrap().unwrap().row.id;
    let first = matches[4].1 as u64 + 1;
    store.append(id, first, &[Entry::TookBack(0), Entry::TookBack(0)], None, None, None).await.unwrap();
    let mut files = files(&scratch);
    reader.close().await.unwrap();
    store.close().await;
    files[1].1.clear();
    let gone = Scratch::file("gone");
    for (end, bytes) in files.iter().filter(|(_, bytes)| !bytes.is_empty()) {
        std::fs::write(format!("{}{end}", gone.database.file().unwrap().display()), bytes).unwrap();
    }
    let store = gone.open().await;
    for (code, length) in &matches {
        match store.load(code).await {
            Ok(loaded) => assert!(loaded.unwrap().lines.len() == *length && *code != matches[4].0),
            Err(StoreError::CutShort { line: 29, head: 31, .. }) => assert_eq!(*code, matches[4].0),
            Err(other) => panic!("{code}: {other}"),
        }
    }
    // Nothing is written to it, all others go on; and a match that is removed leaves nothing behind.
    assert!(store.remove(&matches[4].0).await.unwrap());
    let again = store.open_room(&opening("abcd2346", &[])).await;
    assert!(again.is_err(), "that code is taken");
    store.open_room(&opening(&matches[4].0, &[])).await.unwrap();
    assert_eq!(store.load(&matches[4].0).await.unwrap().unwrap().lines.len(), 1);
    store.close().await;
}

#[tokio::test]
async fn a_version_that_nobody_made_is_refused() {
    let scratch = Scratch::file("version");
    scratch.open().await.close().await;
    scratch.run(&["PRAGMA user_version = -3"]).await;
    for opened in [Store::open(&scratch.database).await, scratch.open_beside().await] {
        let refused = opened.map(drop).unwrap_err().to_string();
        assert!(refused.contains("of version -3, which no gruntle has made"), "{refused}");
    }
}
