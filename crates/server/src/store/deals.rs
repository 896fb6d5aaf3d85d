//! Deals and results, by the hashes of keys.

use games::{GameName, Level};
use room::{KeyHash, Opening, Options, level_named};

use super::engine::{Fetched, Value};
use super::error::StoreError;
use super::order::Write;
use super::plays::NewPlay;
use super::{Store, new_room};
use crate::deal::{Day, Deal, KeyAge, Play, Replays};

/// The query of a play.
const PLAY: &str = "SELECT plays.key, matches.code, plays.challenge, plays.name, plays.score,
    plays.decided FROM plays JOIN matches ON matches.id = plays.match JOIN deals ON deals.id = plays.deal";

/// Whether a key held a seat before the deal could be played: before this moment, or before the deal was opened.
const OLDER: &str = "(EXISTS (SELECT 1 FROM keys JOIN matches AS earlier ON earlier.id = keys.match
    WHERE keys.hash = plays.key AND earlier.created < coalesce($2, deals.created)))";

/// When the day of this deal begins, if it is that of a day.
fn begins(deal: &str) -> Value<'static> {
    Value::MaybeInt(Day::of_deal(deal).map(Day::begins))
}

fn read_age(row: &Fetched, at: usize) -> Result<KeyAge, sqlx::Error> {
    Ok(if row.get(at)? { KeyAge::Older } else { KeyAge::Younger })
}

fn read_play(row: &Fetched) -> Result<Play, sqlx::Error> {
    Ok(Play {
        key: KeyHash(row.bytes(0)?.try_into().unwrap_or_default()),
        code: row.get(1)?,
        challenge: row.get(2)?,
        name: row.get(3)?,
        score: row.get(4)?,
        decided: row.get(5)?,
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
    /// Writes the room of somebody who begins a deal, in one transaction. A second beginning is refused.
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

    /// The challenger behind this word, and the deal.
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

    /// The play of this deal by the holder of this key.
    pub(crate) async fn play(&self, deal: &str, key: KeyHash) -> Result<Option<Play>, StoreError> {
        let text = format!("{PLAY} WHERE deals.name = $1 AND plays.key = $2");
        let values = [Value::Text(deal), Value::Bytes(&key.0)];
        let play = self.fetch_optional(sqlx::AssertSqlSafe(text), &values).await?;
        Ok(play.as_ref().map(read_play).transpose()?)
    }

    /// Every score of this deal, as it is kept, the best first, with how many keys of which age have it.
    pub(crate) async fn scores(&self, deal: &str) -> Result<Vec<(KeyAge, i64, u32)>, StoreError> {
        let text = format!(
            "SELECT {OLDER} AS older, score, count(*) FROM plays JOIN deals ON deals.id = plays.deal
             WHERE deals.name = $1 AND score IS NOT NULL GROUP BY older, score ORDER BY score"
        );
        let rows = self.fetch_all(sqlx::AssertSqlSafe(text), &[Value::Text(deal), begins(deal)]).await?;
        let read = |row: &Fetched| Ok((read_age(row, 0)?, row.get(1)?, count(row, 2)?));
        Ok(rows.iter().map(read).collect::<Result<_, sqlx::Error>>()?)
    }

    /// A page of the ranking: finished players with keys of this age, the best first, ties by time.
    pub(crate) async fn ranked(
        &self,
        deal: &str,
        age: KeyAge,
        (after, most): (u32, u32),
    ) -> Result<Vec<Play>, StoreError> {
        let text = format!(
            "{PLAY} WHERE deals.name = $1 AND plays.score IS NOT NULL AND {OLDER} = $3
             ORDER BY plays.score, plays.finished, plays.match LIMIT $5 OFFSET $4"
        );
        let is_older = Value::Flag(age == KeyAge::Older);
        let values =
            [Value::Text(deal), begins(deal), is_older, Value::Int(after.into()), Value::Int(most.into())];
        let rows = self.fetch_all(sqlx::AssertSqlSafe(text), &values).await?;
        Ok(rows.iter().map(read_play).collect::<Result<_, _>>()?)
    }

    /// The age of a key that has played this deal, and how many of that age come before it in that order.
    pub(crate) async fn rank(&self, deal: &str, key: KeyHash) -> Result<Option<(KeyAge, u32)>, StoreError> {
        let text = format!(
            "SELECT own.older, (SELECT count(*) FROM plays JOIN deals ON deals.id = plays.deal
                 WHERE plays.deal = own.deal AND plays.score IS NOT NULL AND {OLDER} = own.older
                 AND (plays.score, plays.finished, plays.match) < (own.score, own.finished, own.match))
             FROM (SELECT plays.*, {OLDER} AS older FROM plays JOIN deals ON deals.id = plays.deal
                 WHERE deals.name = $1 AND plays.key = $3) AS own"
        );
        let values = [Value::Text(deal), begins(deal), Value::Bytes(&key.0)];
        let row = self.fetch_optional(sqlx::AssertSqlSafe(text), &values).await?;
        Ok(row.map(|row| Ok::<_, sqlx::Error>((read_age(&row, 0)?, count(&row, 1)?))).transpose()?)
    }

    /// Whether the holder of this key may see all of this match when it is over: it is no deal, or their own, or their
    /// play of the same deal opens it.
    pub(crate) async fn replays(
        &self,
        code: &str,
        key: Option<KeyHash>,
        today: Day,
    ) -> Result<Replays, StoreError> {
        let deal = self
            .fetch_optional(
                "SELECT deals.name, plays.key FROM plays JOIN deals ON deals.id = plays.deal
                 JOIN matches ON matches.id = plays.match WHERE matches.code = $1",
                &[Value::Text(code)],
            )
            .await?;
        let Some(deal) = deal else { return Ok(Replays::Open) };
        let Some(key) = key else { return Ok(Replays::Hidden) };
        if deal.bytes(1)? == key.0 {
            return Ok(Replays::Open);
        }
        let deal = deal.text(0)?;
        Ok(self.play(deal, key).await?.map_or(Replays::Hidden, |own| own.replays(deal, today)))
    }
}

/// How many there are, as a column tells.
fn count(row: &Fetched, at: usize) -> Result<u32, sqlx::Error> {
    let count: i64 = row.get(at)?;
    Ok(u32::try_from(count).unwrap_or(u32::MAX))
}
