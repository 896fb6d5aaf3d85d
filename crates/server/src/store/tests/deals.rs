//! Deals, and how people fared at them.

use games::GameName;
use room::{Entry, Header, KeyHash, Opening, PlayChange, Progress, Score, Time};

use super::super::{NewPlay, Store, StoreError};
use super::{Scratch, with_both};
use crate::deal::{Deal, KeyAge, Replays};

with_both! {
    a_score_is_written_with_the_end_of_the_journal_or_not_at_all
    todays_games_of_others_are_open_to_who_decided_first_and_did_not_give_up
    keys_that_came_since_the_deal_began_are_ranked_apart
}

/// Somebody begins a deal; gives the number of the match.
pub(super) async fn begins(store: &Store, deal: &Deal, who: u8, code: &str) -> Result<i64, StoreError> {
    let key = KeyHash([who; 32]);
    let header = Header { code: code.to_owned(), secret: deal.secret, opener: Some(key) };
    let opening = Opening::of_deal(header, deal.options.clone(), "Ann", deal.level, Time(0)).unwrap();
    let play = NewPlay { deal: deal.clone(), key, challenge: format!("{code}c"), name: "Ann".to_owned() };
    store.open_deal(&opening, play).await
}

/// Every score, of keys of any age.
async fn scores(store: &Store, deal: &Deal) -> Vec<(i64, u32)> {
    let scores = store.scores(&deal.name).await.unwrap();
    scores.into_iter().map(|(_, score, count)| (score, count)).collect()
}

/// Something changes at the deal that is played in this match.
pub(super) async fn changes(store: &Store, (id, code): (i64, &str), play: PlayChange) {
    let next = store.load(code).await.unwrap().unwrap().lines.len() as u64 + 1;
    let progress = play.score.map(|_| Progress::Over);
    store.append_as(None, (id, next), &[Entry::TookBack(0)], progress, play, None).await.unwrap();
}

/// The first decision.
pub(super) const DECIDES: PlayChange = PlayChange { decided: true, score: None };

async fn ends(store: &Store, at: (i64, &str), score: Score) {
    changes(store, at, PlayChange { score: Some(score), decided: false }).await;
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
    assert_eq!(scores(&store, &deal).await, []);
    let next = store.load("abcd2345").await.unwrap().unwrap().lines.len() as u64 + 1;
    store.append(id, next, &ends, Some(Progress::Over), score, None).await.unwrap();
    assert_eq!(scores(&store, &deal).await, [(6, 1)]);
    // The first result counts.
    store.append(id, next + 1, &ends, None, Some(Score::Behind(-9)), None).await.unwrap();
    let next = store.load("abcd2347").await.unwrap().unwrap().lines.len() as u64 + 1;
    store.append(other, next, &ends, Some(Progress::Over), Some(Score::Behind(-1)), None).await.unwrap();
    let [ann, bea] = [1, 2].map(|who| KeyHash([who; 32]));
    let [first, second] = [ann, bea].map(|key| store.rank(&deal.name, key));
    let (Some((age, 1)), Some((_, 0))) = (first.await.unwrap(), second.await.unwrap()) else { panic!() };
    let ranked = store.ranked(&deal.name, age, (0, 9)).await.unwrap();
    assert_eq!(ranked.iter().map(|play| play.score).collect::<Vec<_>>(), [Some(-2), Some(6)]);
    // Removing a match removes its result.
    assert!(store.remove("abcd2347").await.unwrap());
    assert_eq!(scores(&store, &deal).await, [(6, 1)]);
    store.close().await;
}

async fn todays_games_of_others_are_open_to_who_decided_first_and_did_not_give_up(scratch: Scratch) {
    let store = scratch.open().await;
    let [yesterday, today, tomorrow] =
        ["2026-11-15", "2026-11-16", "2026-11-17"].map(|day| day.parse().unwrap());
    for name in ["2026-11-16/spam-o-rama", "k7mq2xwp"] {
        let deal = Deal::new(name, GameName::SpamORama, 7);
        let codes =
            [1, 2, 3, 4, 5].map(|who| format!("{}cd234{who}", if name.len() > 8 { "a" } else { "b" }));
        let mut at = Vec::new();
        for (who, code) in (1..).zip(&codes) {
            at.push((begins(&store, &deal, who, code).await.unwrap(), code.as_str()));
        }
        // Two decide before anybody has a result, one of whom gives up; one decides after that, and one after the first
        // has come to the end; one never ends.
        changes(&store, at[0], DECIDES).await;
        changes(&store, at[1], DECIDES).await;
        ends(&store, at[1], Score::GaveUp).await;
        changes(&store, at[4], DECIDES).await;
        ends(&store, at[0], Score::Behind(3)).await;
        changes(&store, at[2], DECIDES).await;
        ends(&store, at[2], Score::Behind(-9)).await;
        ends(&store, at[4], Score::Behind(1)).await;
        let of_day = if deal.day().is_some() { Replays::Tomorrow } else { Replays::Open };
        for (who, on_the_day) in [
            (Some(1), Replays::Open),
            (Some(2), of_day),
            (Some(3), of_day),
            (Some(4), Replays::Hidden),
            (Some(5), Replays::Open),
            (Some(6), Replays::Hidden),
            (None, Replays::Hidden),
        ] {
            let later = if on_the_day == Replays::Tomorrow { Replays::Open } else { on_the_day };
            for (day, opens) in [(yesterday, on_the_day), (today, on_the_day), (tomorrow, later)] {
                for (number, code) in (1..).zip(&codes) {
                    let key = who.map(|who| KeyHash([who; 32]));
                    let opens = if who == Some(number) { Replays::Open } else { opens };
                    assert_eq!(store.replays(code, key, day).await.unwrap(), opens, "{who:?} {code} {day}");
                }
            }
        }
    }
    assert_eq!(store.replays("zzzz2345", None, today).await.unwrap(), Replays::Open, "what is no deal");
    store.close().await;
}

async fn keys_that_came_since_the_deal_began_are_ranked_apart(scratch: Scratch) {
    let store = scratch.open().await;
    for (name, ages) in [("2026-11-16/spam-o-rama", "a"), ("k7mq2xwp", "b")] {
        let deal = Deal::new(name, GameName::SpamORama, 7);
        for (who, score) in [(1, 5), (2, -7), (3, 2), (4, -8)] {
            let code = format!("{ages}cd234{who}");
            let id = begins(&store, &deal, who, &code).await.unwrap();
            ends(&store, (id, &code), Score::Behind(score)).await;
        }
    }
    store.close().await;
    // All on the 16th; the first and the third key have a match of the evening before, when the other deal was opened.
    scratch
        .run(&[
            "UPDATE matches SET created = 1794787200",
            "UPDATE deals SET created = 1794787200",
            "INSERT INTO matches (id, code, game, stage, listed, luck, created, updated)
             SELECT 900 + id, 'old' || code, game, stage, listed, luck, 1794787199, updated FROM matches
             WHERE code IN ('acd2341', 'acd2343')",
            "INSERT INTO keys (hash, match, seat)
             SELECT hash, 900 + match, 1 FROM keys JOIN matches ON matches.id = match
             WHERE code IN ('acd2341', 'acd2343')",
        ])
        .await;
    let store = scratch.open().await;
    for name in ["2026-11-16/spam-o-rama", "k7mq2xwp"] {
        use KeyAge::{Older, Younger};
        let all = [(Younger, -16, 1), (Younger, -14, 1), (Older, 4, 1), (Older, 10, 1)];
        assert_eq!(store.scores(name).await.unwrap(), all);
        for (who, rank) in [(1, (Older, 1)), (2, (Younger, 1)), (3, (Older, 0)), (4, (Younger, 0))] {
            assert_eq!(store.rank(name, KeyHash([who; 32])).await.unwrap(), Some(rank), "{who}");
        }
        for (age, after, found) in [(Older, 0, &[3, 1][..]), (Older, 1, &[1]), (Younger, 0, &[4, 2])] {
            let ranked = store.ranked(name, age, (after, 9)).await.unwrap();
            assert_eq!(ranked.iter().map(|play| play.key.0[0]).collect::<Vec<_>>(), found);
        }
    }
    assert_eq!(store.rank("k7mq2xwp", KeyHash([9; 32])).await.unwrap(), None);
    store.close().await;
}
