//! Deals and how people fared at them, by the hashes of their keys.

use games::{GameName, Level};
use room::{KeyHash, Opening, Options, level_named};
use sqlx::Row as _;
use sqlx::sqlite::SqliteRow;

use super::error::StoreError;
use super::plays::NewPlay;
use super::write::Write;
use super::{Store, new_room};
use crate::deal::Deal;

/// Somebody who has begun a deal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Play {
    /// By which key.
    pub(crate) key: KeyHash,
    /// The code of the match.
    pub(crate) code: String,
    /// The word in the link by which others are challenged.
    pub(crate) challenge: String,
    /// The name.
    pub(crate) name: String,
    /// How it came out, as it is kept; `None` while it is played.
    pub(crate) score: Option<i64>,
}

/// What a play is read from.
const PLAY: &str = "SELECT plays.key, matches.code, plays.challenge, plays.name, plays.score
    FROM plays JOIN matches ON matches.id = plays.match JOIN deals ON deals.id = plays.deal";

fn read_play(row: &SqliteRow) -> Result<Play, sqlx::Error> {
    let key: Vec<u8> = row.try_get(0)?;
    Ok(Play {
        key: KeyHash(key.try_into().unwrap_or_default()),
        code: row.try_get(1)?,
        challenge: row.try_get(2)?,
        name: row.try_get(3)?,
        score: row.try_get(4)?,
    })
}

/// A deal as it is kept; `None` if this program does not know its game, its table or its bots any more.
fn read_deal(row: &SqliteRow) -> Result<Option<Deal>, sqlx::Error> {
    let secret: i64 = row.try_get("secret")?;
    let game = GameName::named(row.try_get("game")?).ok();
    let options: Option<Options> = serde_json::from_str(row.try_get("options")?).ok();
    let level: Option<Level> = level_named(row.try_get("level")?);
    let name: String = row.try_get("name")?;
    Ok(game.zip(options).zip(level).map(|((game, options), level)| Deal {
        name,
        game,
        secret: secret as u64,
        options,
        level,
    }))
}

impl Store {
    /// Writes the room of somebody who begins a deal, all of it at once. Whoever has begun it already is refused.
    pub(crate) async fn open_deal(&self, opening: &Opening, play: NewPlay) -> Result<i64, StoreError> {
        let mut room = new_room(opening);
        room.play = Some(play);
        self.order(Write::Create(room)).await
    }

    /// The deal of this name, if anybody has ever begun it.
    pub(crate) async fn deal(&self, name: &str) -> Result<Option<Deal>, StoreError> {
        let row = sqlx::query("SELECT name, game, secret, options, level FROM deals WHERE name = $1")
            .bind(name)
            .fetch_optional(&self.pool)
            .await?;
        Ok(row.as_ref().map(read_deal).transpose()?.flatten())
    }

    /// Who challenges by this word, and to which deal.
    pub(crate) async fn challenge(&self, word: &str) -> Result<Option<(Deal, Play)>, StoreError> {
        let text = format!("{PLAY} WHERE plays.challenge = $1");
        let play = sqlx::query(sqlx::AssertSqlSafe(text)).bind(word).fetch_optional(&self.pool).await?;
        let deal = sqlx::query(
            "SELECT deals.name, game, secret, options, level FROM deals JOIN plays ON plays.deal = deals.id WHERE challenge = $1",
        )
        .bind(word)
        .fetch_optional(&self.pool)
        .await?;
        let deal = deal.as_ref().map(read_deal).transpose()?.flatten();
        Ok(deal.zip(play.as_ref().map(read_play).transpose()?))
    }

    /// What whoever has this key has done with this deal.
    pub(crate) async fn play(&self, deal: &str, key: KeyHash) -> Result<Option<Play>, StoreError> {
        let text = format!("{PLAY} WHERE deals.name = $1 AND plays.key = $2");
        let play = sqlx::query(sqlx::AssertSqlSafe(text))
            .bind(deal)
            .bind(key.0.to_vec())
            .fetch_optional(&self.pool)
            .await?;
        Ok(play.as_ref().map(read_play).transpose()?)
    }

    /// Every score of this deal, as it is kept, the best first, and how many have it.
    pub(crate) async fn scores(&self, deal: &str) -> Result<Vec<(i64, u32)>, StoreError> {
        let rows = sqlx::query(
            "SELECT score, count(*) FROM plays WHERE deal = (SELECT id FROM deals WHERE name = $1) AND score IS NOT NULL
             GROUP BY score ORDER BY score",
        )
        .bind(deal)
        .fetch_all(&self.pool)
        .await?;
        let read = |row: &SqliteRow| Ok((row.try_get(0)?, row.try_get(1)?));
        Ok(rows.iter().map(read).collect::<Result<_, sqlx::Error>>()?)
    }

    /// Those who have come to an end, the best first and of those who are level the first; so many after so many.
    pub(crate) async fn ranked(&self, deal: &str, after: u32, most: u32) -> Result<Vec<Play>, StoreError> {
        let text = format!(
            "{PLAY} WHERE deals.name = $1 AND plays.score IS NOT NULL
             ORDER BY plays.score, plays.finished, plays.match LIMIT $3 OFFSET $2"
        );
        let rows = sqlx::query(sqlx::AssertSqlSafe(text))
            .bind(deal)
            .bind(after)
            .bind(most)
            .fetch_all(&self.pool)
            .await?;
        Ok(rows.iter().map(read_play).collect::<Result<_, _>>()?)
    }

    /// How many come before this one in that order.
    pub(crate) async fn rank(&self, deal: &str, key: KeyHash) -> Result<u32, StoreError> {
        let row = sqlx::query(
            "SELECT count(*) FROM plays AS others JOIN plays AS own ON own.deal = others.deal
             WHERE own.deal = (SELECT id FROM deals WHERE name = $1) AND own.key = $2 AND others.score IS NOT NULL
             AND (others.score, others.finished, others.match) < (own.score, own.finished, own.match)",
        )
        .bind(deal)
        .bind(key.0.to_vec())
        .fetch_one(&self.pool)
        .await?;
        Ok(row.try_get(0)?)
    }

    /// Whether whoever has this key may see all of this match when it is over: it is no deal, or one that they have come to
    /// the end of themselves.
    pub(crate) async fn lies_open(&self, code: &str, key: Option<KeyHash>) -> Result<bool, StoreError> {
        let row = sqlx::query(
            "SELECT EXISTS (SELECT 1 FROM plays AS own WHERE own.deal = plays.deal AND own.key = $2
                AND own.score IS NOT NULL)
             FROM plays JOIN matches ON matches.id = plays.match WHERE matches.code = $1",
        )
        .bind(code)
        .bind(key.map(|key| key.0.to_vec()))
        .fetch_optional(&self.pool)
        .await?;
        row.map_or(Ok(true), |row| Ok(row.try_get(0)?))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // A test may stop at once.
mod tests {
    use room::{Entry, Header, Progress, Score, Time};

    use super::*;

    /// Somebody begins a deal; gives the number of the match.
    async fn begins(store: &Store, deal: &Deal, who: u8, code: &str) -> Result<i64, StoreError> {
        let key = KeyHash([who; 32]);
        let header = Header { code: code.to_owned(), secret: deal.secret, opener: Some(key) };
        let opening = Opening::of_deal(header, deal.options.clone(), "Ann", deal.level, Time(0)).unwrap();
        let play = NewPlay { deal: deal.clone(), key, challenge: format!("{code}c"), name: "Ann".to_owned() };
        store.open_deal(&opening, play).await
    }

    #[tokio::test]
    async fn a_score_is_written_with_the_end_of_the_journal_or_not_at_all() {
        let folder = std::env::temp_dir().join(format!("gruntle-store-deals-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        let store = Store::open(&folder.join("gruntle.db")).await.unwrap();
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
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
