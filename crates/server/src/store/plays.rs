//! Writing who begins a deal and how they fared.

use room::{KeyHash, Score, level_word};
use sqlx::SqliteConnection;

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
pub(super) async fn begin(to: &mut SqliteConnection, id: i64, new: &NewPlay) -> Result<(), StoreError> {
    let NewPlay { deal, key, challenge, name } = new;
    sqlx::query(
        "INSERT OR IGNORE INTO deals (name, game, secret, options, level, created) VALUES ($1, $2, $3, $4, $5, $6)",
    )
    .bind(&deal.name)
    .bind(deal.game.name())
    .bind(deal.secret as i64)
    .bind(serde_json::to_string(&deal.options).unwrap_or_default())
    .bind(level_word(deal.level))
    .bind(unix_time())
    .execute(&mut *to)
    .await?;
    sqlx::query(
        "INSERT INTO plays (deal, key, match, challenge, name)
         VALUES ((SELECT id FROM deals WHERE name = $1), $2, $3, $4, $5)",
    )
    .bind(&deal.name)
    .bind(key.0.to_vec())
    .bind(id)
    .bind(challenge)
    .bind(name)
    .execute(to)
    .await?;
    Ok(())
}

/// Writes how somebody fared, once.
pub(super) async fn finish(to: &mut SqliteConnection, id: i64, score: Score) -> Result<(), StoreError> {
    sqlx::query("UPDATE plays SET score = $2, finished = $3 WHERE match = $1 AND score IS NULL")
        .bind(id)
        .bind(score.kept())
        .bind(unix_time())
        .execute(to)
        .await?;
    Ok(())
}
