use super::*;
use std::path::PathBuf;

/// A folder of its own, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("gruntle-store-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    fn database(&self) -> PathBuf {
        self.0.join("gruntle.db")
    }

    /// A connection of one's own, to look and to meddle.
    async fn connection(&self) -> SqliteConnection {
        SqliteConnection::connect_with(&options(&self.database()).create_if_missing(true)).await.unwrap()
    }

    async fn run(&self, statements: &[&'static str]) {
        let mut on = self.connection().await;
        for statement in statements {
            sqlx::query(*statement).execute(&mut on).await.unwrap();
        }
        on.close().await.unwrap();
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn seat() -> Seat {
    Seat::new(0).unwrap()
}

fn new_match(code: &str) -> NewMatch {
    NewMatch { code: code.to_owned(), game: "spammers".to_owned(), listed: true, luck: 7, opener: None }
}

#[tokio::test]
async fn orders_of_every_size_are_written_whole() {
    let folder = Folder::new("sizes");
    let store = Store::open(&folder.database()).await.unwrap();
    let id = store.create(new_match("abcd2345"), &[], Vec::new()).await.unwrap();
    let seat = seat();
    // Nothing, nothing but what is beside the journal, one line, and more than a statement can take.
    store.append(id, 1, &[], Vec::new()).await.unwrap();
    store.append(id, 1, &[], vec![SideWrite::Key(KeyHash([3; 32]), seat)]).await.unwrap();
    for how in Reacting::ALL {
        store.append(id, 1, &[], vec![SideWrite::React(seat, how)]).await.unwrap();
    }
    store.append(id, 1, &[Entry::Readied(seat)], Vec::new()).await.unwrap();
    let many: Vec<Entry> = (0..20_000).map(Entry::TookBack).collect();
    store.append(id, 2, &many, vec![SideWrite::Stage("playing")]).await.unwrap();
    // What has been written is not written again, and nothing of the order is.
    let again = [Entry::Unreadied(seat), Entry::Readied(seat)];
    assert!(store.append(id, 20_001, &again, Vec::new()).await.is_err());
    // Nor is what leaves a gap.
    assert!(store.append(id, 20_003, &again, Vec::new()).await.is_err());
    let loaded = store.load("abcd2345").await.unwrap().unwrap();
    assert_eq!(loaded.lines.len(), 20_001);
    assert_eq!((loaded.lines[0].as_str(), loaded.lines[20_000].as_str()), ("ready A", "back 19999"));
    assert_eq!(loaded.keys, [(KeyHash([3; 32]), seat)]);
    assert_eq!(loaded.reactions, [(seat, Reacting::Hold)]);
    assert_eq!(loaded.row.stage, "playing");
    assert_eq!(store.row("abcd2345").await.unwrap(), Some(loaded.row));
    assert!(store.is_well().await);
    store.close().await;
}

#[tokio::test]
async fn a_match_and_its_first_lines_are_one_write() {
    let folder = Folder::new("create");
    let store = Store::open(&folder.database()).await.unwrap();
    let key = KeyHash([3; 32]);
    let beside = vec![SideWrite::Key(key, seat()), SideWrite::Stage("playing")];
    let id = store.create(new_match("abcd2345"), &[Entry::Readied(seat())], beside).await.unwrap();
    let loaded = store.load("abcd2345").await.unwrap().unwrap();
    assert_eq!((loaded.row.id, loaded.row.stage.as_str(), loaded.lines.len()), (id, "playing", 1));
    assert_eq!(loaded.keys, [(key, seat())]);
    assert!(store.has_key(key).await.unwrap() && !store.has_key(KeyHash([4; 32])).await.unwrap());
    // If one part cannot be written, none is: here the code is taken, there a link is.
    assert!(store.create(new_match("abcd2345"), &[Entry::Readied(seat())], Vec::new()).await.is_err());
    let link = || vec![SideWrite::Link(key, seat())];
    store.create(new_match("abcd2346"), &[Entry::Readied(seat())], link()).await.unwrap();
    assert!(store.create(new_match("abcd2347"), &[Entry::Readied(seat())], link()).await.is_err());
    assert_eq!(store.all().await.unwrap().len(), 2);
    // A journal goes on after a restart where it was.
    store.close().await;
    let store = Store::open(&folder.database()).await.unwrap();
    store.append(id, 2, &[Entry::Unreadied(seat())], Vec::new()).await.unwrap();
    assert_eq!(store.load("abcd2345").await.unwrap().unwrap().lines.len(), 2);
    assert!(store.remove("abcd2345").await.unwrap() && !store.remove("abcd2345").await.unwrap());
    assert!(store.append(id, 3, &[Entry::Readied(seat())], Vec::new()).await.is_err());
    store.close().await;
}

#[tokio::test]
async fn what_the_disk_has_changed_is_noticed() {
    let entries = [Entry::Readied(seat()), Entry::Unreadied(seat()), Entry::Readied(seat())];
    for (number, meddling) in [
        "UPDATE journal SET line = 'ready B' WHERE seq = 3",
        "UPDATE journal SET line = 'unready A' WHERE seq = 1",
        "UPDATE journal SET digest = x'00' WHERE seq = 2",
        "UPDATE journal SET seq = 7 WHERE seq = 3",
        "UPDATE journal SET line = x'ff' WHERE seq = 2",
        "DELETE FROM journal WHERE seq = 1",
        "UPDATE matches SET luck = 8",
        "UPDATE matches SET game = 'spam-o-rama'",
    ]
    .into_iter()
    .enumerate()
    {
        let folder = Folder::new(&format!("damage-{number}"));
        let store = Store::open(&folder.database()).await.unwrap();
        store.create(new_match("abcd2345"), &entries, Vec::new()).await.unwrap();
        assert_eq!(store.load("abcd2345").await.unwrap().unwrap().lines.len(), 3);
        folder.run(&[meddling]).await;
        let loaded = store.load("abcd2345").await.map(|loaded| loaded.map(|loaded| loaded.lines));
        assert!(matches!(loaded, Err(StoreError::Damaged { .. })), "{meddling}: {loaded:?}");
        store.close().await;
    }
}

#[tokio::test]
async fn an_old_database_is_brought_up_to_date_and_a_newer_one_is_left_alone() {
    let folder = Folder::new("old");
    folder.run(schema::OLD).await;
    folder
        .run(&[
            "INSERT INTO matches VALUES (1, 'abcd2345', 'spammers', 'lobby', 1, 7, NULL, 5, 5)",
            "INSERT INTO journal VALUES (1, 1, 'ready A'), (1, 2, 'unready A')",
            "INSERT INTO keys VALUES (x'0303030303030303030303030303030303030303030303030303030303030303', 1, 0)",
            "INSERT INTO links VALUES (x'0404040404040404040404040404040404040404040404040404040404040404', 1, 0)",
            // A kill has left these without a journal.
            "INSERT INTO matches VALUES (2, 'abcd2346', 'spammers', 'lobby', 1, 7, NULL, 9, 9)",
            "INSERT INTO matches VALUES (3, 'abcd2347', 'spammers', 'lobby', 1, 7, NULL, 9, 9)",
        ])
        .await;
    assert!(matches!(Store::open_beside(&folder.database()).await, Err(StoreError::Older)));
    let store = Store::open(&folder.database()).await.unwrap();
    let listed: Vec<String> = store.listed().await.unwrap().into_iter().map(|row| row.code).collect();
    assert_eq!(listed, ["abcd2345"]);
    store.append(1, 3, &[Entry::Readied(seat())], Vec::new()).await.unwrap();
    let loaded = store.load("abcd2345").await.unwrap().unwrap();
    assert_eq!(loaded.lines, ["ready A", "unready A", "ready A"]);
    assert_eq!(loaded.keys, [(KeyHash([3; 32]), seat())]);
    let link = store.link(KeyHash([4; 32])).await.unwrap().unwrap();
    assert!(!link.has_expired(crate::clock::unix_time()), "an old link has a day from now");
    let key = store.issuer().issue().unwrap();
    store.close().await;
    let again = Store::open_beside(&folder.database()).await.unwrap();
    assert!(
        again.issuer().has_issued(crate::key::KeyWord::read(&key).unwrap()),
        "the secret of the site is kept"
    );
    again.close().await;
    folder.run(&["PRAGMA user_version = 99"]).await;
    for opened in [Store::open(&folder.database()).await, Store::open_beside(&folder.database()).await] {
        let refused = opened.map(drop).unwrap_err().to_string();
        assert!(refused.contains("newer gruntle"), "{refused}");
    }
}

#[tokio::test]
async fn a_link_is_kept_with_its_time_and_expires_after_a_day() {
    let folder = Folder::new("links");
    let store = Store::open(&folder.database()).await.unwrap();
    let (hash, before) = (KeyHash([5; 32]), crate::clock::unix_time());
    let beside = vec![SideWrite::Link(hash, seat())];
    store.create(new_match("abcd2345"), &[Entry::Readied(seat())], beside).await.unwrap();
    let link = store.link(hash).await.unwrap().unwrap();
    assert_eq!((link.code.as_str(), link.seat), ("abcd2345", seat()));
    assert!(link.created >= before);
    assert!(!link.has_expired(link.created) && !link.has_expired(link.created + 86_399));
    assert!(
        link.has_expired(link.created + 86_400) && link.has_expired(i64::MAX) && link.has_expired(i64::MIN)
    );
    store.close().await;
}

#[tokio::test]
async fn the_log_is_emptied_when_nobody_writes() {
    let folder = Folder::new("log");
    let store = Store::open(&folder.database()).await.unwrap();
    let many: Vec<Entry> = (0..5_000).map(Entry::TookBack).collect();
    store.create(new_match("abcd2345"), &many, Vec::new()).await.unwrap();
    let log = || std::fs::metadata(folder.0.join("gruntle.db-wal")).unwrap().len();
    assert!(log() > 100_000);
    assert!(checkpoint::truncate(&options(&folder.database())).await.unwrap());
    assert_eq!(log(), 0);
    assert_eq!(store.load("abcd2345").await.unwrap().unwrap().lines.len(), 5_000);
    store.close().await;
}
