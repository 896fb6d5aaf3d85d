//! Deals, and how people fared at them.

use games::GameName;
use room::{Entry, Header, KeyHash, Opening, Progress, Score, Time};

use super::super::{NewPlay, Store, StoreError};
use super::{Scratch, with_both};
use crate::deal::Deal;

with_both! {
    a_score_is_written_with_the_end_of_the_journal_or_not_at_all
}

/// Somebody begins a deal; gives the number of the match.
pub(super) async fn begins(store: &Store, deal: &Deal, who: u8, code: &str) -> Result<i64, StoreError> {
    let key = KeyHash([who; 32]);
    let header = Header { code: code.to_owned(), secret: deal.secret, opener: Some(key) };
    let opening = Opening::of_deal(header, deal.options.clone(), "Ann", deal.level, Time(0)).unwrap();
    let play = NewPlay { deal: deal.clone(), key, challenge: format!("{code}c"), name: "Ann".to_owned() };
    store.open_deal(&opening, play).await
}

async fn a_score_is_written_with_the_end_of_the_journal_or_not_at_all(scratch: Scratch) {
    let store = scratch.open().await;
    let deal = Deal::new("2026-11-16/spam-o-rama", GameName::SpamORama, u64::MAX);
    let id = begins(&store, &deal, 1, "abcd2345").await.unwrap();
    assert_eq!(store.deal(&deal.name).await.unwrap(), Some(deal.clone()));
    // The same key cannot begin it again, and nothing of the second table is kept.
    assert!(begins(&store, &deal, 1, "abcd2346").await.is_err());
    assert_eq!(store.row("abcd2346").await.unwrap(), None);
    let other = begins(&store, &deal, 2, "abcd2347").await.unwrap();
    let ends = [Entry::TookBack(0)];
    let score = Some(Score::Behind(3));
    // A line that cannot be written takes the score with it.
    assert!(store.append(id, 999, &ends, Some(Progress::Over), score, None).await.is_err());
    assert_eq!(store.scores(&deal.name).await.unwrap(), []);
    let [ann, bea] = [1, 2].map(|who| KeyHash([who; 32]));
    let next = store.load("abcd2345").await.unwrap().unwrap().lines.len() as u64 + 1;
    store.append(id, next, &ends, Some(Progress::Over), score, None).await.unwrap();
    assert_eq!(store.scores(&deal.name).await.unwrap(), [(6, 1)]);
    for (key, open) in [(Some(ann), true), (Some(bea), false), (None, false)] {
        assert_eq!(store.lies_open("abcd2345", key).await.unwrap(), open);
    }
    assert!(store.lies_open("zzzz2345", None).await.unwrap(), "what is no deal lies open");
    // The first result counts.
    store.append(id, next + 1, &ends, None, Some(Score::Behind(-9)), None).await.unwrap();
    let next = store.load("abcd2347").await.unwrap().unwrap().lines.len() as u64 + 1;
    store.append(other, next, &ends, Some(Progress::Over), Some(Score::Behind(-1)), None).await.unwrap();
    let ranked = store.ranked(&deal.name, 0, 9).await.unwrap();
    assert_eq!(ranked.iter().map(|play| play.score).collect::<Vec<_>>(), [Some(-2), Some(6)]);
    assert_eq!(
        (store.rank(&deal.name, ann).await.unwrap(), store.rank(&deal.name, bea).await.unwrap()),
        (1, 0)
    );
    // Whoever removes a match removes its result.
    assert!(store.remove("abcd2347").await.unwrap());
    assert_eq!(store.scores(&deal.name).await.unwrap(), [(6, 1)]);
    store.close().await;
}
