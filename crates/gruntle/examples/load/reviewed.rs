//! A game that is reviewed while others play.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use serde_json::json;

use driver::dice::Dice;
use driver::player;

/// Plays a game of SPAMMERS against two bots, and then asks for its reviews for ever, deeper ones after the first.
pub async fn review(at: SocketAddr) {
    let options = json!({ "game": "spammers", "seats": 3, "wait": 0, "pace": 0, "variant": "demonstration",
        "seat-b": "intern", "seat-c": "intern" });
    let (mut client, path) = player::open(at, &options).await;
    let acts = player::play_out(&mut client, &path, &mut Dice::new(1)).await.len();
    let (over, mut told) = (Instant::now(), false);
    loop {
        let seen = client.look(&format!("{path}/review")).await.unwrap();
        if !told && !seen["review"].is_null() {
            told = true;
            println!(
                "  reviewed            {acts} acts, the first time after {:.1} s",
                over.elapsed().as_secs_f64()
            );
        }
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
}
