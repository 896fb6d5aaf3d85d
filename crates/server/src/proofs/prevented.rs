//! A prevented reaction: the answer says so, over HTTP as anywhere.

use games::GameName;
use serde_json::{Value, json};
use table::{Seat, Viewer};

use super::secrecy::{options, pairs};
use super::waits::stand_still;
use super::{Reply, TestSite, start_of};

/// This seat's choices, the last one first.
async fn choices(site: &TestSite, who: Seat) -> Vec<String> {
    let seen = site.get(Viewer::Seat(who), "", "application/json").await;
    let seen: Value = serde_json::from_str(&seen.body).unwrap();
    let choices = seen["choices"].as_array().unwrap().iter().rev();
    choices.map(|choice| choice["action"].as_str().unwrap().to_owned()).collect()
}

/// The last one's answer if all of these answer, and react if they can.
async fn last_reply(site: &TestSite, seats: &[Seat]) -> Reply {
    let mut replies = Vec::new();
    for seat in seats {
        let choices = choices(site, *seat).await;
        let action = choices.iter().find(|action| *action != "pass").unwrap_or(&choices[0]);
        let body = json!({ "version": site.version().await, "action": action });
        replies.push(site.post(Viewer::Seat(*seat), "/act", body).await);
    }
    replies.pop().unwrap()
}

#[tokio::test(start_paused = true)]
#[ignore = "long; .ci/run has it"]
async fn an_answer_that_was_prevented_is_accepted_and_said_to_be_prevented() {
    let _still = stand_still();
    let options = options(GameName::Spammers, 30);
    let seats: Vec<Seat> = options.count().unwrap().iter().collect();
    for pair in pairs(&options, 80) {
        for moment in pair.moments.iter().filter(|moment| moment.window) {
            let site = TestSite::at(&options, start_of(&options), &pair.left[..moment.inputs]).await;
            let mut order = Vec::new();
            for seat in &seats {
                order.push((choices(&site, *seat).await.len(), *seat));
            }
            // Seats that can react come last; the second of them to be heard is prevented.
            order.sort_unstable();
            if order[0].0 == 0 || order[order.len() - 2].0 < 2 {
                continue;
            }
            let order: Vec<Seat> = order.into_iter().map(|(_, seat)| seat).collect();
            let reply = last_reply(&site, &order).await;
            if reply.body.contains("prevented") {
                assert_eq!(reply.status, 202, "{reply:?}");
                assert!(reply.body.contains("\"prevented\":true"), "{reply:?}");
                return;
            }
            assert_eq!(reply.status, 200, "the window is closed and the last was heard: {reply:?}");
        }
    }
    panic!("nobody was ever prevented");
}
