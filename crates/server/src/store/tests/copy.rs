//! Copies of whole databases, from each engine into each.

use std::ops::ControlFlow;

use games::GameName;
use room::{Entry, KeyHash, Progress, Score};

use super::super::{Copied, Store, StoreError, copy};
use super::deals::{DECIDES, begins, changes};
use super::{Scratch, opening, seat};
use crate::deal::Deal;
use crate::key::KeyWord;

/// The code of a match.
fn code(number: usize) -> String {
    format!("copy{:04}", number + 2_000)
}

/// A database with something in every table; there are holes between the numbers of its matches.
async fn filled(scratch: &Scratch) -> String {
    let store = scratch.open().await;
    for number in 0..130 {
        let key = KeyHash([number as u8; 32]);
        let entries = [Entry::Keyed(seat(), key), Entry::Readied(seat()), Entry::Unreadied(seat())];
        store.open_room(&opening(&code(number), &entries[..1 + number % 3])).await.unwrap();
    }
    for number in [0, 7, 60, 61] {
        assert!(store.remove(&code(number)).await.unwrap());
    }
    assert!(store.keep_review(&code(5), (1, "deep"), (0..=255).collect()).await.unwrap());
    let deal = Deal::new("2026-11-16/spam-o-rama", GameName::SpamORama, u64::MAX);
    let id = begins(&store, &deal, 1, "abcd2345").await.unwrap();
    begins(&store, &deal, 2, "abcd2346").await.unwrap();
    changes(&store, (id, "abcd2345"), DECIDES).await;
    let next = store.load("abcd2345").await.unwrap().unwrap().lines.len() as u64 + 1;
    let (ends, score) = ([Entry::TookBack(0)], Some(Score::Behind(-3)));
    store.append(id, next, &ends, Some(Progress::Over), score, None).await.unwrap();
    let key = store.issuer().issue().unwrap();
    store.close().await;
    key
}

async fn copied(from: &Scratch, to: &Scratch) -> Result<Copied, StoreError> {
    copy(&from.database.beside(), &to.database.beside(), &mut |_, _| ControlFlow::Continue(())).await
}

/// The copy is used as what was copied would have been.
async fn is_used(copy: &Scratch, key: &str) {
    let store = copy.open().await;
    assert!(store.issuer().has_issued(KeyWord::read(key).unwrap()), "it is the same site");
    assert_eq!(store.all().await.unwrap().len(), 128);
    assert!(
        store.has_key(KeyHash([9; 32])).await.unwrap() && !store.has_key(KeyHash([7; 32])).await.unwrap()
    );
    assert_eq!(store.review(&code(5), 1).await.unwrap(), Some((0..=255).collect()));
    let [one, other] = [1, 2].map(|who| store.play("2026-11-16/spam-o-rama", KeyHash([who; 32])));
    let (one, other) = (one.await.unwrap().unwrap(), other.await.unwrap().unwrap());
    assert_eq!((one.score, other.score), (Some(-6), None));
    assert!(one.decided.is_some() && other.decided.is_none());
    let loaded = store.load(&code(128)).await.unwrap().unwrap();
    assert_eq!(loaded.lines[2..], ["ready A", "unready A"]);
    store.append(loaded.row.id, 5, &[Entry::Readied(seat())], None, None, None).await.unwrap();
    // New rows get new numbers.
    let deal = Deal::new("2026-11-17/spam-o-rama", GameName::SpamORama, 7);
    begins(&store, &deal, 3, "abcd2347").await.unwrap();
    assert_eq!(store.all().await.unwrap().len(), 129);
    store.close().await;
}

#[cfg(feature = "postgres")]
#[tokio::test]
async fn everything_is_copied_from_a_file_to_a_server_and_back() {
    let (here, back) = (Scratch::file("copy-here"), Scratch::file("copy-back"));
    let key = filled(&here).await;
    let first = copied(&here, &back).await.unwrap();
    assert_eq!((first.matches, first.deals), (128, 1));
    // Nothing is copied over something.
    assert!(matches!(copied(&here, &back).await, Err(StoreError::NotEmpty)));
    assert!(matches!(copied(&back, &here).await, Err(StoreError::NotEmpty)));
    is_used(&back, &key).await;
    let Some(server) = Scratch::server("copy") else { return };
    assert!(matches!(copied(&server, &back).await, Err(StoreError::Empty)));
    assert_eq!(copied(&here, &server).await.unwrap(), first);
    let again = Scratch::file("copy-again");
    // A server that begins meanwhile may write when all is copied.
    let serving = server.open().await;
    assert!(matches!(copied(&server, &again).await, Err(StoreError::Different)));
    serving.close().await;
    drop(serving);
    // PostgreSQL notices after a moment that it has gone.
    for _ in 0..500 {
        if !Store::is_served(&server.database.beside()).await.unwrap() {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    assert_eq!(copied(&server, &again).await.unwrap(), first);
    is_used(&server, &key).await;
    is_used(&again, &key).await;
}

/// Copies and is interrupted after the first piece.
async fn interrupted(from: &Scratch, to: &Scratch) -> Result<Copied, StoreError> {
    copy(&from.database.beside(), &to.database.beside(), &mut |_, _| ControlFlow::Break(())).await
}

async fn an_interrupted_copy_is_not_used_and_gone_on_with(to: Scratch) {
    let here = Scratch::file(&format!("copy-from-{}", to.either("file", "server")));
    let key = filled(&here).await;
    assert!(matches!(interrupted(&here, &to).await, Err(StoreError::Unfinished)));
    for opened in [Store::open(&to.database).await, to.open_beside().await] {
        assert!(matches!(opened.map(drop), Err(StoreError::Unfinished)));
    }
    let other = Scratch::file(&format!("copy-other-{}", to.either("file", "server")));
    filled(&other).await;
    assert!(matches!(copied(&other, &to).await, Err(StoreError::NotEmpty)), "of another database");
    assert!(matches!(copied(&to, &other).await, Err(StoreError::Unfinished)), "not from there either");
    // Games go on with the old one before the copy does: there are more lines, fewer matches and another deal.
    let store = here.open().await;
    let id = store.row(&code(2)).await.unwrap().unwrap().id;
    store.append(id, 5, &[Entry::Readied(seat())], Some(Progress::Playing), None, None).await.unwrap();
    assert!(store.remove(&code(3)).await.unwrap());
    store.open_room(&opening("abcd2349", &[])).await.unwrap();
    let deal = Deal::new("2026-11-18/spam-o-rama", GameName::SpamORama, 8);
    begins(&store, &deal, 9, "abcd2348").await.unwrap();
    assert!(store.remove("abcd2348").await.unwrap());
    store.close().await;
    assert!(matches!(interrupted(&here, &to).await, Err(StoreError::Unfinished)));
    let done = copied(&here, &to).await.unwrap();
    assert_eq!((done.matches, done.deals), (128, 2));
    let store = to.open().await;
    assert_eq!(store.load(&code(2)).await.unwrap().unwrap().lines.len(), 5);
    assert_eq!(store.row(&code(3)).await.unwrap(), None);
    store.close().await;
    is_used(&to, &key).await;
}

super::with_both! {
    an_interrupted_copy_is_not_used_and_gone_on_with
}

#[tokio::test]
async fn what_is_damaged_is_not_copied() {
    let (here, there) = (Scratch::file("copy-damaged"), Scratch::file("copy-none"));
    filled(&here).await;
    here.run(&["UPDATE journal SET line = 'ready B' WHERE seq = 3 AND match = 9"]).await;
    let refused = copied(&here, &there).await;
    assert!(matches!(refused, Err(StoreError::Damaged { line: 3, .. })), "{refused:?}");
}

#[tokio::test]
async fn a_copy_that_differs_is_not_used_until_it_is_made_anew() {
    let (here, there) = (Scratch::file("copy-same"), Scratch::file("copy-differs"));
    let key = filled(&here).await;
    assert!(matches!(interrupted(&here, &there).await, Err(StoreError::Unfinished)));
    // A trigger changes written values, as a bad disk might.
    let meddles = "CREATE TRIGGER meddles AFTER INSERT ON matches
         BEGIN UPDATE matches SET luck = luck + 1 WHERE id = NEW.id; END";
    there.run(&[meddles]).await;
    let refused = copied(&here, &there).await;
    assert!(matches!(refused, Err(StoreError::Different)), "{refused:?}");
    assert!(matches!(Store::open(&there.database).await.map(drop), Err(StoreError::Unfinished)));
    there.run(&["DROP TRIGGER meddles"]).await;
    assert_eq!(copied(&here, &there).await.unwrap().matches, 128);
    is_used(&there, &key).await;
}
