//! Deals and how people fared at them, by the hashes of their keys.

use games::{GameName, Level};
use room::{KeyHash, Opening, Options, level_named};

use super::engine::{Fetched, Value};
use super::error::StoreError;
use super::order::Write;
use super::plays::NewPlay;
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

fn read_play(row: &Fetched) -> Result<Play, sqlx::Error> {
    Ok(Play {
        key: KeyHash(row.bytes(0)?.try_into().unwrap_or_default()),
        code: row.get(1)?,
        challenge: row.get(2)?,
        name: row.get(3)?,
        score: row.get(4)?,
    })
}

/// A deal as it is kept; `None` if this program does not know its game, its table or its bots any more.
fn read_deal(row: &Fetched) -> Result<Option<Deal>, sqlx::Error> {
    let name: String = row.get(0)?;
    let game = GameName::named(row.text(1)?).ok();
    let secret: i64 = row.get(2)?;
    let options: Option<Options> = serde_json::from_str(row.text(3)?).ok();
    let level: Option<Level> = level_named(row.text(4)?);
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
        let row = self
            .fetch_optional(
                "SELECT name, game, secret, options, level FROM deals WHERE name = $1",
                &[Value::Text(name)],
            )
            .await?;
        Ok(row.as_ref().map(read_deal).transpose()?.flatten())
    }

    /// Who challenges by this word, and to which deal.
    pub(crate) async fn challenge(&self, word: &str) -> Result<Option<(Deal, Play)>, StoreError> {
        let text = format!("{PLAY} WHERE plays.challenge = $1");
        let play = self.fetch_optional(sqlx::AssertSqlSafe(text), &[Value::Text(word)]).await?;
        let deal = self
            .fetch_optional(
                "SELECT deals.name, game, secret, options, level FROM deals JOIN plays ON plays.deal = deals.id
                 WHERE challenge = $1",
                &[Value::Text(word)],
            )
            .await?;
        let deal = deal.as_ref().map(read_deal).transpose()?.flatten();
        Ok(deal.zip(play.as_ref().map(read_play).transpose()?))
    }

    /// What whoever has this key has done with this deal.
    pub(crate) async fn play(&self, deal: &str, key: KeyHash) -> Result<Option<Play>, StoreError> {
        let text = format!("{PLAY} WHERE deals.name = $1 AND plays.key = $2");
        let values = [Value::Text(deal), Value::Bytes(&key.0)];
        let play = self.fetch_optional(sqlx::AssertSqlSafe(text), &values).await?;
        Ok(play.as_ref().map(read_play).transpose()?)
    }

    /// Every score of this deal, as it is kept, the best first, and how many have it.
    pub(crate) async fn scores(&self, deal: &str) -> Result<Vec<(i64, u32)>, StoreError> {
        let rows = self
            .fetch_all(
                "SELECT score, count(*) FROM plays
                 WHERE deal = (SELECT id FROM deals WHERE name = $1) AND score IS NOT NULL
                 GROUP BY score ORDER BY score",
                &[Value::Text(deal)],
            )
            .await?;
        let read = |row: &Fetched| Ok((row.get(0)?, count(row, 1)?));
        Ok(rows.iter().map(read).collect::<Result<_, sqlx::Error>>()?)
    }

    /// Those who have come to an end, the best first and of those who are level the first; so many after so many.
    pub(crate) async fn ranked(&self, deal: &str, after: u32, most: u32) -> Result<Vec<Play>, StoreError> {
        let text = format!(
            "{PLAY} WHERE deals.name = $1 AND plays.score IS NOT NULL
             ORDER BY plays.score, plays.finished, plays.match LIMIT $3 OFFSET $2"
        );
        let values = [Value::Text(deal), Value::Int(after.into()), Value::Int(most.into())];
        let rows = self.fetch_all(sqlx::AssertSqlSafe(text), &values).await?;
        Ok(rows.iter().map(read_play).collect::<Result<_, _>>()?)
    }

    /// How many come before this one in that order.
    pub(crate) async fn rank(&self, deal: &str, key: KeyHash) -> Result<u32, StoreError> {
        let row = self
            .fetch_optional(
                "SELECT count(*) FROM plays AS others JOIN plays AS own ON own.deal = others.deal
                 WHERE own.deal = (SELECT id FROM deals WHERE name = $1) AND own.key = $2
                 AND others.score IS NOT NULL
                 AND (others.score, others.finished, others.match) < (own.score, own.finished, own.match)",
                &[Value::Text(deal), Value::Bytes(&key.0)],
            )
            .await?;
        Ok(row.map_or(Ok(0), |row| count(&row, 0))?)
    }

    /// Whether whoever has this key may see all of this match when it is over: it is no deal, or one that they have come to
    /// the end of themselves.
    pub(crate) async fn lies_open(&self, code: &str, key: Option<KeyHash>) -> Result<bool, StoreError> {
        let row = self
            .fetch_optional(
                "SELECT EXISTS (SELECT 1 FROM plays AS own WHERE own.deal = plays.deal AND own.key = $2
                    AND own.score IS NOT NULL)
                 FROM plays JOIN matches ON matches.id = plays.match WHERE matches.code = $1",
                &[Value::Text(code), Value::MaybeBytes(key.as_ref().map(|key| &key.0[..]))],
            )
            .await?;
        row.map_or(Ok(true), |row| Ok(row.get(0)?))
    }
}

/// How many there are, as a column tells.
fn count(row: &Fetched, at: usize) -> Result<u32, sqlx::Error> {
    let count: i64 = row.get(at)?;
    Ok(u32::try_from(count).unwrap_or(u32::MAX))
}
