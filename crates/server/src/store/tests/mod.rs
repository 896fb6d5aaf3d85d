mod copy;
mod deals;
#[cfg(feature = "postgres")]
mod leases;
#[cfg(feature = "postgres")]
mod postgres;
mod scratch;
mod sqlite;

use room::{Entry, Header, KeyHash, Opening, Options, Progress};
use table::Seat;

use super::{Health, StoreError};
use scratch::Scratch;

/// Tests of both engines: each is run with a file and, if PostgreSQL is built in, with a server.
macro_rules! with_both {
    ($($name:ident)*) => {
        mod with_sqlite {
            $(#[tokio::test]
            async fn $name() {
                super::$name(super::Scratch::file(stringify!($name))).await;
            })*
        }

        #[cfg(feature = "postgres")]
        mod with_postgres {
            $(#[tokio::test]
            async fn $name() {
                if let Some(scratch) = super::Scratch::server(stringify!($name)) {
                    super::$name(scratch).await;
                }
            })*
        }
    };
}
use with_both;

with_both! {
    orders_of_every_size_are_written_whole
    the_last_review_of_a_match_is_kept_and_goes_with_it
    a_room_and_its_first_lines_are_one_write_and_so_is_a_rematch
    what_the_disk_has_changed_is_noticed
    whoever_has_lost_a_match_cannot_write_to_it
    the_secret_of_the_site_is_kept_and_a_newer_database_is_left_alone
}

fn seat() -> Seat {
    Seat::new(0).unwrap()
}

/// A room of this code, listed, with these entries after its opening.
fn opening(code: &str, entries: &[Entry]) -> Opening {
    let header = Header { code: code.to_owned(), secret: 7, opener: None };
    let options = Options { public: true, ..Options::quick(games::GameName::Spammers) };
    let mut all = vec![Entry::Opened(options)];
    all.extend_from_slice(entries);
    Opening { header, entries: all }
}

async fn orders_of_every_size_are_written_whole(scratch: Scratch) {
    let store = scratch.open().await;
    let id = store.open_room(&opening("abcd2345", &[])).await.unwrap();
    let seat = seat();
    // Nothing, one line, a secret one, and more than a statement can take.
    store.append(id, 2, &[], None, None, None).await.unwrap();
    store.append(id, 2, &[Entry::Readied(seat)], None, None, None).await.unwrap();
    store.append(id, 3, &[Entry::Keyed(seat, KeyHash([3; 32]))], None, None, None).await.unwrap();
    let many: Vec<Entry> = (0..20_000).map(Entry::TookBack).collect();
    store.append(id, 4, &many, Some(Progress::Playing), None, None).await.unwrap();
    // A written line cannot be written again, and then nothing of the order is.
    let again = [Entry::Unreadied(seat), Entry::Readied(seat)];
    assert!(store.append(id, 20_003, &again, None, None, None).await.is_err());
    // Nor is what leaves a gap.
    assert!(store.append(id, 20_005, &again, None, None, None).await.is_err());
    let loaded = store.load("abcd2345").await.unwrap().unwrap();
    assert_eq!(loaded.lines.len(), 20_003);
    assert_eq!((loaded.lines[1].as_str(), loaded.lines[20_002].as_str()), ("ready A", "back 19999"));
    assert!(store.has_key(KeyHash([3; 32])).await.unwrap());
    assert_eq!(loaded.row.stage, "playing");
    assert_eq!(store.row("abcd2345").await.unwrap(), Some(loaded.row));
    assert_eq!(store.health().await, Health::Well);
    store.close().await;
}

async fn the_last_review_of_a_match_is_kept_and_goes_with_it(scratch: Scratch) {
    let store = scratch.open().await;
    store.open_room(&opening("abcd2345", &[])).await.unwrap();
    assert!(!store.keep_review("zzzz2345", (1, "quick"), vec![1]).await.unwrap(), "there is no such match");
    assert_eq!(store.review("abcd2345", 1).await.unwrap(), None);
    assert!(!store.has_review("abcd2345", 1).await.unwrap());
    assert!(store.keep_review("abcd2345", (1, "quick"), vec![1, 2]).await.unwrap());
    assert!(store.has_review("abcd2345", 1).await.unwrap());
    assert!(!store.has_review("abcd2345", 2).await.unwrap(), "not in another form");
    assert!(!store.has_review("zzzz2345", 1).await.unwrap(), "nor of another match");
    assert!(store.keep_review("abcd2345", (1, "deep"), vec![3]).await.unwrap());
    assert_eq!(store.review("abcd2345", 1).await.unwrap(), Some(vec![3]));
    assert_eq!(store.review("abcd2345", 2).await.unwrap(), None, "another form is made anew");
    assert!(store.remove("abcd2345").await.unwrap());
    store.open_room(&opening("abcd2345", &[])).await.unwrap();
    assert_eq!(store.review("abcd2345", 1).await.unwrap(), None);
    assert!(!store.has_review("abcd2345", 1).await.unwrap());
    store.close().await;
}

async fn a_room_and_its_first_lines_are_one_write_and_so_is_a_rematch(scratch: Scratch) {
    let store = scratch.open().await;
    let key = KeyHash([3; 32]);
    let seated = [Entry::Keyed(seat(), key), Entry::Readied(seat())];
    let id = store.open_room(&opening("abcd2345", &seated)).await.unwrap();
    let loaded = store.load("abcd2345").await.unwrap().unwrap();
    assert_eq!((loaded.row.id, loaded.row.stage.as_str(), loaded.lines.len()), (id, "lobby", 3));
    assert!(store.has_key(key).await.unwrap() && !store.has_key(KeyHash([4; 32])).await.unwrap());
    // If one part cannot be written, none is: the code is taken.
    assert!(store.open_room(&opening("abcd2345", &seated)).await.is_err());
    let follows = |code: &str| [Entry::Followed(code.to_owned())];
    let taken = opening("abcd2345", &seated);
    assert!(store.append(id, 4, &follows("abcd2345"), None, None, Some(&taken)).await.is_err());
    assert_eq!(store.load("abcd2345").await.unwrap().unwrap().lines.len(), 3);
    let next = opening("abcd2346", &seated);
    store.append(id, 4, &follows("abcd2346"), Some(Progress::Over), None, Some(&next)).await.unwrap();
    assert_eq!(store.load("abcd2346").await.unwrap().unwrap().lines.len(), 3);
    assert_eq!(store.all().await.unwrap().len(), 2);
    let finished = store.finished_by(key).await.unwrap();
    assert_eq!(finished.iter().map(|row| row.code.as_str()).collect::<Vec<_>>(), ["abcd2345"]);
    // A journal goes on after a restart where it was.
    store.close().await;
    let store = scratch.open().await;
    store.append(id, 5, &[Entry::Stood(seat())], None, None, None).await.unwrap();
    assert_eq!(store.load("abcd2345").await.unwrap().unwrap().lines.len(), 5);
    assert_eq!(store.held_by(key, 20).await.unwrap().len(), 1, "in the rematch alone");
    assert!(store.remove("abcd2345").await.unwrap() && !store.remove("abcd2345").await.unwrap());
    assert!(store.append(id, 6, &[Entry::Readied(seat())], None, None, None).await.is_err());
    store.close().await;
}

async fn what_the_disk_has_changed_is_noticed(scratch: Scratch) {
    let entries = [Entry::Readied(seat()), Entry::Unreadied(seat()), Entry::Readied(seat())];
    let store = scratch.open().await;
    for meddling in [
        "UPDATE journal SET line = 'ready B' WHERE seq = 3",
        "UPDATE journal SET line = 'unready A' WHERE seq = 2",
        scratch.either(
            "UPDATE journal SET digest = x'00' WHERE seq = 2",
            "UPDATE journal SET digest = '\\x00'::bytea WHERE seq = 2",
        ),
        "UPDATE journal SET seq = 7 WHERE seq = 3",
        // PostgreSQL keeps only valid text in a column of texts.
        scratch.either(
            "UPDATE journal SET line = x'ff' WHERE seq = 2",
            "UPDATE journal SET line = U&'\\FFFD' WHERE seq = 2",
        ),
        "DELETE FROM journal WHERE seq = 1",
        "UPDATE matches SET luck = 8",
        "UPDATE matches SET game = 'spam-o-rama'",
    ] {
        store.open_room(&opening("abcd2345", &entries)).await.unwrap();
        assert_eq!(store.load("abcd2345").await.unwrap().unwrap().lines.len(), 4);
        scratch.run(&[meddling]).await;
        let loaded = store.load("abcd2345").await.map(|loaded| loaded.map(|loaded| loaded.lines));
        assert!(matches!(loaded, Err(StoreError::Damaged { .. })), "{meddling}: {loaded:?}");
        assert!(store.remove("abcd2345").await.unwrap());
    }
    store.close().await;
}

async fn whoever_has_lost_a_match_cannot_write_to_it(scratch: Scratch) {
    let (here, there) = (scratch.open().await, scratch.open().await);
    let id = here.open_room(&opening("abcd2345", &[])).await.unwrap();
    let other = here.open_room(&opening("abcd2346", &[])).await.unwrap();
    let ready = [Entry::Readied(seat())];
    there.append(id, 2, &ready, None, None, None).await.unwrap();
    there.append(id, 3, &[Entry::Unreadied(seat())], None, None, None).await.unwrap();
    // Here nobody knows of that. Nothing goes through: no line, no stage, no key, no room that follows.
    let late = [Entry::Keyed(seat(), KeyHash([9; 32])), Entry::Unreadied(seat())];
    let next = opening("abcd2347", &[]);
    let (lost, kept) = tokio::join!(
        here.append(id, 2, &late, Some(Progress::Over), None, Some(&next)),
        here.append(other, 2, &ready, None, None, None),
    );
    assert!(matches!(lost, Err(StoreError::Lost { line: 2, .. })), "{lost:?}");
    kept.unwrap();
    let loaded = here.load("abcd2345").await.unwrap().unwrap();
    assert_eq!((loaded.row.stage.as_str(), loaded.lines.len()), ("lobby", 3));
    assert!(!here.has_key(KeyHash([9; 32])).await.unwrap());
    assert_eq!(here.row("abcd2347").await.unwrap(), None);
    // A writer that has read the other's lines goes on, and now the other has lost it.
    here.append(id, 4, &ready, None, None, None).await.unwrap();
    let lost = there.append(id, 4, &[Entry::Unreadied(seat())], None, None, None).await;
    assert!(matches!(lost, Err(StoreError::Lost { line: 4, .. })), "{lost:?}");
    // A writer to a removed match has lost it, too.
    assert!(there.remove("abcd2345").await.unwrap());
    for first in [5, 9] {
        let lost = here.append(id, first, &ready, None, None, None).await;
        assert!(matches!(lost, Err(StoreError::Lost { .. })), "{lost:?}");
    }
    here.close().await;
    there.close().await;
}

async fn the_secret_of_the_site_is_kept_and_a_newer_database_is_left_alone(scratch: Scratch) {
    let store = scratch.open().await;
    let key = store.issuer().issue().unwrap();
    store.close().await;
    let again = scratch.open_beside().await.unwrap();
    assert!(again.issuer().has_issued(crate::key::KeyWord::read(&key).unwrap()));
    again.close().await;
    scratch
        .run(&[scratch.either("PRAGMA user_version = 99", "UPDATE schema_version SET version = 99")])
        .await;
    for opened in [super::Store::open(&scratch.database).await, scratch.open_beside().await] {
        let refused = opened.map(drop).unwrap_err().to_string();
        assert!(refused.contains("newer gruntle"), "{refused}");
    }
}
