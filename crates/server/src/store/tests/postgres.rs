//! What only a server has: versions of its own, several who start at once, and that it can go away and come back.

use std::time::Duration;

use room::{Entry, KeyHash};
use services::{Durability, Postgres};

use super::super::{Health, Store, StoreError, schema};
use super::{Scratch, opening, seat};

#[tokio::test]
async fn an_empty_database_is_said_to_be_and_an_old_one_is_brought_up_to_date() {
    let Some(scratch) = Scratch::server("old") else { return };
    assert!(matches!(scratch.open_beside().await, Err(StoreError::Empty)));
    let store = scratch.open().await;
    store.open_room(&opening("abcd2345", &[])).await.unwrap();
    store.close().await;
    assert_eq!(schema::FIRST_OF_POSTGRES, 4);
    let later = [
        "DROP INDEX keys_by_match",
        "DROP TABLE leases",
        "DROP TABLE sessions",
        "ALTER TABLE journal DROP COLUMN epoch",
    ];
    scratch.run(&later).await;
    scratch.run(&["UPDATE schema_version SET version = 4"]).await;
    assert!(matches!(scratch.open_beside().await, Err(StoreError::Older)));
    // Several who start at once do it once.
    let [one, two, three] = [0; 3].map(|_| Store::open(&scratch.database));
    let opened = tokio::try_join!(one, two, three).unwrap();
    assert_eq!(opened.0.load("abcd2345").await.unwrap().unwrap().lines.len(), 1);
    scratch.run(&later).await;
    for store in [opened.0, opened.1, opened.2] {
        store.close().await;
    }
}

#[tokio::test]
async fn several_who_start_with_an_empty_database_make_its_tables_once() {
    let Some(scratch) = Scratch::server("at_once") else { return };
    let [one, two, three] = [0; 3].map(|_| Store::open(&scratch.database));
    let (one, two, three) = tokio::try_join!(one, two, three).unwrap();
    let key = one.issuer().issue().unwrap();
    for store in [one, two, three] {
        assert!(store.issuer().has_issued(crate::key::KeyWord::read(&key).unwrap()), "they have one secret");
        store.close().await;
    }
}

#[tokio::test]
async fn whoever_serves_is_known_to_those_who_do_not() {
    let Some(scratch) = Scratch::server("served") else { return };
    let beside = scratch.database.beside();
    assert!(!Store::is_served(&beside).await.unwrap());
    let admin = Store::open(&beside).await.unwrap();
    assert!(!Store::is_served(&beside).await.unwrap());
    let store = scratch.open().await;
    assert!(Store::is_served(&beside).await.unwrap());
    admin.close().await;
    store.close().await;
}

/// Waits until the database is back.
async fn well(store: &Store) {
    for _ in 0..3_000 {
        if store.health().await == Health::Well {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("the database does not come back");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_goes_away_is_missed_at_once_and_used_again_when_it_is_back() {
    let Some(postgres) = Postgres::start("postgres-away", Durability::Server) else { return };
    let scratch = Scratch::in_server(&postgres, "games");
    let store = scratch.open().await;
    let id = store.open_room(&opening("abcd2345", &[])).await.unwrap();
    assert_eq!(store.health().await, Health::Well);
    let mut written: u64 = 1;
    for hard in [false, true, false] {
        store.append(id, written + 1, &[Entry::Readied(seat())], None, None, None).await.unwrap();
        written += 1;
        if hard {
            postgres.kill()
        } else {
            postgres.stop()
        }
        let refused = store.append(id, written + 1, &[Entry::Unreadied(seat())], None, None, None).await;
        assert!(matches!(refused, Err(StoreError::Away(_))), "{refused:?}");
        assert_eq!(store.health().await, Health::Away);
        for read in [store.row("abcd2345").await.map(drop), store.has_key(KeyHash([1; 32])).await.map(drop)] {
            assert!(matches!(read, Err(StoreError::Away(_))), "{read:?}");
        }
        postgres.start_again();
        well(&store).await;
        // What was acknowledged is there; what was not has not been written by somebody who had gone.
        assert_eq!(store.load("abcd2345").await.unwrap().unwrap().lines.len() as u64, written);
    }
    store.append(id, written + 1, &[Entry::Unreadied(seat())], None, None, None).await.unwrap();
    store.close().await;
}
