//! PostgreSQL alone: versions of its own, several servers that start at once, and outages.

use std::time::Duration;

use room::{Entry, KeyHash};
use services::{Durability, Postgres};
use sha2::{Digest as _, Sha256};

use super::super::chain::Chain;
use super::super::engine::Value;
use super::super::{Health, Store, StoreError, schema};
use super::{Scratch, opening, seat};

/// The columns and indices of a database.
async fn made_of(scratch: &Scratch) -> Vec<String> {
    let mut on = scratch.connection().await;
    let rows = on
        .fetch_all(
            "SELECT concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default)
             FROM information_schema.columns WHERE table_schema = current_schema()
             UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = current_schema() ORDER BY 1",
            &[],
        )
        .await
        .unwrap();
    on.close().await.unwrap();
    rows.iter().map(|row| row.text(0).unwrap().to_owned()).collect()
}

#[tokio::test]
async fn an_empty_database_is_said_to_be_and_one_of_the_first_version_is_brought_up_to_date() {
    let Some(scratch) = Scratch::server("old") else { return };
    assert!(matches!(scratch.open_beside().await, Err(StoreError::Empty)));
    // Released versions never change.
    let first = schema::OLD_OF_POSTGRES.join("\n");
    let digest = Sha256::digest(&first).iter().fold(String::new(), |text, byte| format!("{text}{byte:02x}"));
    assert_eq!(digest, "dd1048dadd64e0e1c87f70aab7b342cd5eeb0c16a91a15dc758bc4bb09683b0d");
    scratch.run(schema::OLD_OF_POSTGRES).await;
    assert_eq!(schema::FIRST_OF_POSTGRES, 4);
    let (code, game, luck, line) = ("abcd2345", "spammers", 7, "ready A");
    let chain = Chain::of_match(code, game, luck).then(line);
    let mut on = scratch.connection_to_write().await;
    let values = [Value::Text(code), Value::Text(game), Value::Int(luck as i64)];
    on.execute(
        "INSERT INTO matches (code, game, stage, listed, luck, created, updated)
         VALUES ($1, $2, 'lobby', FALSE, $3, 1, 1)",
        &values,
    )
    .await
    .unwrap();
    let values = [Value::Text(line), Value::Bytes(chain.bytes())];
    on.execute("INSERT INTO journal SELECT id, 1, $1, $2 FROM matches", &values).await.unwrap();
    on.execute("UPDATE schema_version SET version = 4", &[]).await.unwrap();
    on.close().await.unwrap();
    assert!(matches!(scratch.open_beside().await, Err(StoreError::Older)));
    // Several who start at once do it once.
    let [one, two, three] = [0; 3].map(|_| Store::open(&scratch.database));
    let opened = tokio::try_join!(one, two, three).unwrap();
    let loaded = opened.0.load(code).await.unwrap().unwrap();
    assert_eq!(loaded.lines, [line]);
    opened.0.append(loaded.row.id, 2, &[Entry::Unreadied(seat())], None, None, None).await.unwrap();
    for store in [opened.0, opened.1, opened.2] {
        store.close().await;
    }
    let new = Scratch::server("new").unwrap();
    new.open().await.close().await;
    assert_eq!(made_of(&scratch).await, made_of(&new).await);
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
        // Acknowledged lines are there; the others were not written by a server that had gone.
        assert_eq!(store.load("abcd2345").await.unwrap().unwrap().lines.len() as u64, written);
    }
    store.append(id, written + 1, &[Entry::Unreadied(seat())], None, None, None).await.unwrap();
    store.close().await;
}
