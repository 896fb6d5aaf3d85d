//! Moves beside acting: undo, chat, and entries kept by a window.

use serde_json::{Value, json};

use crate::{done, refused, seated, started};
use driver::dice::Dice;
use driver::player::{act, is_asked, until};
use driver::{Client, Events};

fn offered<'a>(seen: &'a Value, word: &str) -> Option<&'a str> {
    let mut actions = seen["choices"].as_array()?.iter().filter_map(|choice| choice["action"].as_str());
    actions.find(|action| action.split(' ').next() == Some(word))
}

/// The asked person, and their view.
pub async fn whose_turn(people: &mut [Client], path: &str) -> (usize, Value) {
    for _ in 0..2_000 {
        for (number, client) in people.iter_mut().enumerate() {
            let seen = client.look(path).await.unwrap();
            if is_asked(&seen) {
                return (number, seen);
            }
        }
    }
    panic!("nobody is asked");
}

#[tokio::test]
async fn an_open_move_is_taken_back_and_luck_is_not() {
    let table = started("back");
    let options = json!({ "game": "spammers", "seats": 2, "wait": 0, "variant": "demonstration" });
    let (mut people, path) = seated(table.at, options, 2).await;
    let mut luck = Dice::new(5);
    let (mut taken_back, mut too_late) = (0, 0);
    for _ in 0..400 {
        let (who, seen) = whose_turn(&mut people, &path).await;
        if !seen["over"].is_null() || taken_back > 2 && too_late > 2 {
            break;
        }
        let other = 1 - who;
        let open = offered(&seen, "merge").or_else(|| offered(&seen, "play"));
        let Some(action) = open.or_else(|| offered(&seen, "draw")) else {
            act(&mut people[who], &path, &seen, &mut luck).await;
            continue;
        };
        let body = json!({ "version": seen["version"], "action": action });
        let after = done(&mut people[who], &format!("{path}/act"), body).await["version"].as_u64().unwrap();
        let fell = after > seen["version"].as_u64().unwrap() + 1;
        let (back, stale) = (json!({ "version": after }), json!({ "version": seen["version"] }));
        refused(&mut people[other], &format!("{path}/back"), back.clone(), 409, "").await;
        refused(&mut people[who], &format!("{path}/back"), stale, 409, "").await;
        if fell {
            refused(&mut people[who], &format!("{path}/back"), back, 409, "nothing can be taken back").await;
            too_late += 1;
        } else {
            let version = done(&mut people[who], &format!("{path}/back"), back).await["version"].clone();
            let again = people[who].look(&path).await.unwrap();
            assert_eq!(again["version"], version);
            for same in ["choices", "view", "heard", "awaited", "asks"] {
                assert_eq!(again[same], seen[same], "{same}");
            }
            taken_back += 1;
            act(&mut people[who], &path, &again, &mut luck).await;
        }
    }
    assert!(taken_back > 0 && too_late > 0, "{taken_back} {too_late}");
}

#[tokio::test]
async fn one_line_a_second_is_said_to_everybody() {
    let table = started("chat");
    let (mut people, path) = seated(table.at, json!({ "game": "spam-o-rama", "seats": 2 }), 2).await;
    let mut hears =
        Events::open(table.at, &format!("{path}/events"), people[1].key.as_deref()).await.unwrap();
    let chat = format!("{path}/chat");
    done(&mut people[0], &chat, json!({ "line": 0 })).await;
    // On a busy machine a second may be over before the next line is sent, but not again and again.
    let mut again = people[0].post(&chat, &json!({ "line": 1 })).await.unwrap();
    for _ in 0..200 {
        if again.status != 202 {
            break;
        }
        again = people[0].post(&chat, &json!({ "line": 1 })).await.unwrap();
    }
    assert!(again.status == 429 && again.body.contains("a second"), "{again:?}");
    refused(&mut people[1], &chat, json!({ "line": 1_000 }), 400, "no such line").await;
    refused(&mut people[1], &chat, json!({ "line": "<b>" }), 400, "whole number").await;
    refused(&mut Client::new(table.at), &chat, json!({ "line": 0 }), 403, "no seat").await;
    let said = loop {
        let event = hears.next().await.unwrap();
        if event.kind == "chat" {
            break event;
        }
    };
    let said: Value = serde_json::from_str(&said.data).unwrap();
    assert_eq!(said["seat"], "A");
}

#[tokio::test]
async fn an_answer_in_a_window_outlives_a_kill_and_who_left_meanwhile() {
    let mut table = started("window");
    let options = json!({ "game": "spammers", "seats": 3, "wait": 30, "variant": "demonstration" });
    let (mut people, path) = seated(table.at, options, 3).await;
    let mut luck = Dice::new(9);
    let seen = loop {
        let (who, seen) = whose_turn(&mut people, &path).await;
        assert!(seen["over"].is_null(), "no window in a whole game");
        if seen["window"].is_object() {
            break people[0].look(&path).await.unwrap();
        }
        act(&mut people[who], &path, &seen, &mut luck).await;
    };
    let said = act(&mut people[0], &path, &seen, &mut luck).await;
    done(&mut people[1], &format!("{path}/leave"), json!({})).await;
    done(&mut people[0], &format!("{path}/react"), json!({ "react": "hold" })).await;
    table.kill_and_restart();
    let mut again = Client::with_key(table.at, people[0].key.as_deref().unwrap());
    let seen = again.look(&path).await.unwrap();
    assert_eq!(seen["window"]["answered"].as_str(), Some(said.as_str()), "{seen}");
    // The seat's setting for windows is known, too.
    let page = again.get(&path, "text/html").await.unwrap().body;
    assert!(page.contains(r#"value="hold" aria-pressed="true""#), "{page}");
    // The last person answers, and nobody waits for the rest of the half minute.
    let mut last = Client::with_key(table.at, people[2].key.as_deref().unwrap());
    let seen = last.look(&path).await.unwrap();
    let version = seen["version"].as_u64();
    act(&mut last, &path, &seen, &mut luck).await;
    until(&mut last, &path, |seen| seen["version"].as_u64() > version).await;
}

#[tokio::test]
async fn the_pace_of_bots_and_passing_for_a_turn_are_set_at_the_table_and_outlive_a_kill() {
    let mut table = started("pace");
    let options = json!({ "game": "spammers", "seats": 3, "wait": 30 });
    let (mut people, path) = seated(table.at, options, 1).await;
    let mut ann = people.remove(0);
    let pressed = |page: &str, word: &str| page.contains(&format!(r#"value="{word}" aria-pressed="true""#));
    let page = ann.get(&path, "text/html").await.unwrap().body;
    assert!(pressed(&page, "instant"), "the table was opened so");
    done(&mut ann, &format!("{path}/pace"), json!({ "pace": "slow" })).await;
    done(&mut ann, &format!("{path}/react"), json!({ "react": "turn" })).await;
    table.kill_and_restart();
    let mut again = Client::with_key(table.at, ann.key.as_deref().unwrap());
    let page = again.get(&path, "text/html").await.unwrap().body;
    assert!(pressed(&page, "slow") && !pressed(&page, "instant"), "{page}");
    assert!(pressed(&page, "turn") && !pressed(&page, "ask"), "{page}");
    let why = "slow, normal, fast or instant";
    refused(&mut again, &format!("{path}/pace"), json!({ "pace": "soon" }), 400, why).await;
    let mut stranger = Client::new(table.at);
    refused(&mut stranger, &format!("{path}/pace"), json!({ "pace": "fast" }), 403, "no seat").await;
}
