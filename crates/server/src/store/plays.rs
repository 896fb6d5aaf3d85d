//! Writing who begins a deal and how they fared.

use room::{KeyHash, Score, level_word};

use super::engine::{Connection, Value};
use super::error::StoreError;
use crate::clock::unix_time;
use crate::deal::Deal;

/// Somebody who begins a deal.
#[derive(Debug, Clone)]
pub(crate) struct NewPlay {
    /// Which deal.
    pub(crate) deal: Deal,
    /// By which key.
    pub(crate) key: KeyHash,
    /// The word in the link by which others are challenged.
    pub(crate) challenge: String,
    /// The name, as it stood at the table.
    pub(crate) name: String,
}

/// Writes that somebody begins a deal, in this match; the deal is written when the first one does.
pub(super) async fn begin(to: &mut Connection, id: i64, new: &NewPlay) -> Result<(), StoreError> {
    let NewPlay { deal, key, challenge, name } = new;
    to.execute(
        "INSERT INTO deals (name, game, secret, options, level, created) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT DO NOTHING",
        &[
            Value::Text(&deal.name),
            Value::Text(deal.game.name()),
            Value::Int(deal.secret as i64),
            Value::Text(&serde_json::to_string(&deal.options).unwrap_or_default()),
            Value::Text(level_word(deal.level)),
            Value::Int(unix_time()),
        ],
    )
    .await?;
    to.execute(
        "INSERT INTO plays (deal, key, match, challenge, name)
         VALUES ((SELECT id FROM deals WHERE name = $1), $2, $3, $4, $5)",
        &[
            Value::Text(&deal.name),
            Value::Bytes(&key.0),
            Value::Int(id),
            Value::Text(challenge),
            Value::Text(name),
        ],
    )
    .await?;
    Ok(())
}

/// Writes the time of a first decision, if no player had come to the deal's end by then: nobody could have looked,
/// since a player who gives up may not look today. The database checks that, since clocks of nodes differ.
pub(super) async fn decide(to: &mut Connection, id: i64) -> Result<(), StoreError> {
    to.execute(
        "UPDATE plays SET decided = $2 WHERE match = $1 AND NOT EXISTS (
             SELECT 1 FROM plays AS others WHERE others.deal = plays.deal AND others.score IS NOT NULL
                 AND others.score <> $3)",
        &[Value::Int(id), Value::Int(unix_time()), Value::Int(Score::GaveUp.kept())],
    )
    .await?;
    Ok(())
}

/// Writes how somebody fared, once.
pub(super) async fn finish(to: &mut Connection, id: i64, score: Score) -> Result<(), StoreError> {
    to.execute(
        "UPDATE plays SET score = $2, finished = $3 WHERE match = $1 AND score IS NULL",
        &[Value::Int(id), Value::Int(score.kept()), Value::Int(unix_time())],
    )
    .await?;
    Ok(())
}
