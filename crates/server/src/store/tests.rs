use super::*;
use room::Options;
use std::path::PathBuf;
use table::Seat;

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

/// A room of this code, listed, with these entries after its opening.
fn opening(code: &str, entries: &[Entry]) -> Opening {
    let header = Header { code: code.to_owned(), secret: 7, opener: None };
    let options = Options { public: true, ..Options::quick(games::GameName::Spammers) };
    let mut all = vec![Entry::Opened(options)];
    all.extend_from_slice(entries);
    Opening { header, entries: all }
}

#[tokio::test]
async fn orders_of_every_size_are_written_whole() {
    let folder = Folder::new("sizes");
    let store = Store::open(&folder.database()).await.unwrap();
    let id = store.open_room(&opening("abcd2345", &[])).await.unwrap();
    let seat = seat();
    // Nothing, one line, one that is nobody's business, and more than a statement can take.
    store.append(id, 2, &[], None, None, None).await.unwrap();
    store.append(id, 2, &[Entry::Readied(seat)], None, None, None).await.unwrap();
    store.append(id, 3, &[Entry::Keyed(seat, KeyHash([3; 32]))], None, None, None).await.unwrap();
    let many: Vec<Entry> = (0..20_000).map(Entry::TookBack).collect();
    store.append(id, 4, &many, Some(Progress::Playing), None, None).await.unwrap();
    // What has been written is not written again, and nothing of the order is.
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
    assert!(store.is_well().await);
    store.close().await;
}

#[tokio::test]
async fn the_last_review_of_a_match_is_kept_and_goes_with_it() {
    let folder = Folder::new("reviews");
    let store = Store::open(&folder.database()).await.unwrap();
    store.open_room(&opening("abcd2345", &[])).await.unwrap();
    assert!(!store.keep_review("zzzz2345", (1, "quick"), vec![1]).await.unwrap(), "there is no such match");
    assert_eq!(store.review("abcd2345", 1).await.unwrap(), None);
    assert!(store.keep_review("abcd2345", (1, "quick"), vec![1, 2]).await.unwrap());
    assert!(store.keep_review("abcd2345", (1, "deep"), vec![3]).await.unwrap());
    assert_eq!(store.review("abcd2345", 1).await.unwrap(), Some(vec![3]));
    assert_eq!(store.review("abcd2345", 2).await.unwrap(), None, "another form is made anew");
    assert!(store.remove("abcd2345").await.unwrap());
    store.open_room(&opening("abcd2345", &[])).await.unwrap();
    assert_eq!(store.review("abcd2345", 1).await.unwrap(), None);
    store.close().await;
}

#[tokio::test]
async fn a_database_of_the_second_version_gets_its_reviews() {
    let folder = Folder::new("second");
    let store = Store::open(&folder.database()).await.unwrap();
    store.open_room(&opening("abcd2345", &[])).await.unwrap();
    store.close().await;
    folder
        .run(&["DROP TABLE reviews", "DROP TABLE plays", "DROP TABLE deals", "PRAGMA user_version = 2"])
        .await;
    let store = Store::open(&folder.database()).await.unwrap();
    assert!(store.keep_review("abcd2345", (1, "quick"), vec![1]).await.unwrap());
    assert_eq!(store.load("abcd2345").await.unwrap().unwrap().lines.len(), 1);
    store.close().await;
}

#[tokio::test]
async fn a_room_and_its_first_lines_are_one_write_and_so_is_a_rematch() {
    let folder = Folder::new("create");
    let store = Store::open(&folder.database()).await.unwrap();
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
    // A journal goes on after a restart where it was.
    store.close().await;
    let store = Store::open(&folder.database()).await.unwrap();
    store.append(id, 5, &[Entry::Stood(seat())], None, None, None).await.unwrap();
    assert_eq!(store.load("abcd2345").await.unwrap().unwrap().lines.len(), 5);
    assert_eq!(store.held_by(key).await.unwrap().len(), 1, "in the rematch alone");
    assert!(store.remove("abcd2345").await.unwrap() && !store.remove("abcd2345").await.unwrap());
    assert!(store.append(id, 6, &[Entry::Readied(seat())], None, None, None).await.is_err());
    store.close().await;
}

#[tokio::test]
async fn what_the_disk_has_changed_is_noticed() {
    let entries = [Entry::Readied(seat()), Entry::Unreadied(seat()), Entry::Readied(seat())];
    for (number, meddling) in [
        "UPDATE journal SET line = 'ready B' WHERE seq = 3",
        "UPDATE journal SET line = 'unready A' WHERE seq = 2",
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
        store.open_room(&opening("abcd2345", &entries)).await.unwrap();
        assert_eq!(store.load("abcd2345").await.unwrap().unwrap().lines.len(), 4);
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
            "INSERT INTO reactions VALUES (1, 1, 'hold')",
            "INSERT INTO answers VALUES (1, 1, 2, 'pass')",
            // A kill has left these without a journal.
            "INSERT INTO matches VALUES (2, 'abcd2346', 'spammers', 'lobby', 1, 7, NULL, 9, 9)",
            "INSERT INTO matches VALUES (3, 'abcd2347', 'spammers', 'lobby', 1, 7, NULL, 9, 9)",
        ])
        .await;
    assert!(matches!(Store::open_beside(&folder.database()).await, Err(StoreError::Older)));
    let store = Store::open(&folder.database()).await.unwrap();
    let listed: Vec<String> = store.listed().await.unwrap().into_iter().map(|row| row.code).collect();
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
async fn the_log_is_emptied_when_nobody_writes() {
    let folder = Folder::new("log");
    let store = Store::open(&folder.database()).await.unwrap();
    let many: Vec<Entry> = (0..5_000).map(Entry::TookBack).collect();
    store.open_room(&opening("abcd2345", &many)).await.unwrap();
    let log = || std::fs::metadata(folder.0.join("gruntle.db-wal")).unwrap().len();
    assert!(log() > 100_000);
    assert!(checkpoint::truncate(&options(&folder.database())).await.unwrap());
    assert_eq!(log(), 0);
    assert_eq!(store.load("abcd2345").await.unwrap().unwrap().lines.len(), 5_001);
    store.close().await;
}
