//! A player among bots, whichever node goes away meanwhile.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::play::{PATIENCE, insist};
use driver::dice::Dice;
use driver::player::is_asked;
use driver::{Answer, Client};

/// Looks until something is asked; `None` when the game is over.
pub async fn next_question(player: &mut Client, path: &str) -> Option<Value> {
    let begun = Instant::now();
    while begun.elapsed() < PATIENCE {
        let seen = insist(player, path, None).await.json();
        if !seen["over"].is_null() {
            return None;
        }
        if is_asked(&seen) {
            return Some(seen);
        }
        tokio::time::sleep(Duration::from_millis(3)).await;
    }
    panic!("nothing is asked any more, and the game is not over");
}

/// Takes one of the choices. A client without an answer asks again, and may hear that it is done.
pub async fn choose(player: &mut Client, path: &str, seen: &Value, luck: &mut Dice) -> Answer {
    let action = &luck.pick(seen["choices"].as_array().unwrap())["action"];
    let body = json!({ "version": seen["version"], "action": action });
    let answer = insist(player, &format!("{path}/act"), Some(&body)).await;
    assert!([200, 202, 409].contains(&answer.status), "{answer:?}");
    answer
}
