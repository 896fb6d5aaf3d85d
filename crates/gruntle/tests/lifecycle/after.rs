//! After the end: the replay, the record, going on from any moment, the rematch; and nothing of it before.

use std::process::Command;

use serde_json::json;

use crate::{GRUNTLE, done, refused, seated, started};
use driver::Client;
use driver::dice::Dice;
use driver::player::{is_asked, play_out, until};

#[tokio::test]
async fn a_finished_game_is_replayed_gone_on_with_and_played_again() {
    for options in [
        json!({ "game": "spammers", "seats": 2, "wait": 0, "variant": "demonstration" }),
        json!({ "game": "spam-o-rama", "seats": 3, "wait": 0 }),
    ] {
        let table = started("after");
        let (mut people, path) = seated(table.at, options, 1).await;
        let ann = &mut people[0];
        let mut stranger = Client::new(table.at);
        until(ann, &path, is_asked).await;
        for hidden in [
            "record",
            "replay",
            "replay?at=1&as=B",
            "replay/step?at=1&as=B&from=0",
            "review",
            "review?at=1&as=B",
            "review/progress",
        ] {
            let early = ann.get(&format!("{path}/{hidden}"), "application/json").await.unwrap();
            assert_eq!(early.status, 409, "{early:?}");
            assert!(early.body.contains("not over yet"), "{early:?}");
        }
        let early = ann.get(&format!("{path}/review"), "text/html").await.unwrap();
        assert!(early.body.contains(&format!("href=\"{path}\"")), "no way back: {early:?}");
        refused(ann, &format!("{path}/continue"), json!({ "at": 3, "seat": "A" }), 409, "not over").await;
        refused(ann, &format!("{path}/rematch"), json!({}), 409, "not over").await;
        play_out(ann, &path, &mut Dice::new(4)).await;
        let over = ann.look(&path).await.unwrap();
        let record = stranger.get(&format!("{path}/record"), "text/plain").await.unwrap();
        assert!(record.body.starts_with("gruntle record 1\n"), "{record:?}");
        for viewer in ["A", "B", "bystander"] {
            for at in ["0", "30", "99999"] {
                let then = format!("{path}/replay?at={at}&as={viewer}");
                let moment = stranger.look(&then).await.unwrap();
                assert_eq!(moment["viewer"].as_str().unwrap_or("bystander"), viewer);
                assert_eq!(stranger.get(&then, "text/html").await.unwrap().status, 200);
            }
        }
        for wrong in ["at=x", "as=Z", "as=F"] {
            let status = stranger.get(&format!("{path}/replay?{wrong}"), "text/html").await.unwrap().status;
            assert!(status == 400 || status == 404, "{wrong}: {status}");
        }
        let end = over["heard"].as_array().unwrap().last().unwrap()["input"].as_u64().unwrap();
        refused(ann, &format!("{path}/continue"), json!({ "at": end, "seat": "A" }), 409, "go back").await;
        let then = stranger.look(&format!("{path}/replay?at=40&as=B")).await.unwrap();
        let on = done(&mut stranger, &format!("{path}/continue"), json!({ "at": 40, "seat": "B" })).await;
        let mut guest = Client::with_key(table.at, on["key"].as_str().unwrap());
        let now = until(&mut guest, on["path"].as_str().unwrap(), is_asked).await;
        assert_eq!(now["viewer"], "B");
        let before = then["heard"].as_array().unwrap().len();
        assert!(now["heard"].as_array().unwrap().len() >= before);
        refused(&mut stranger, &format!("{path}/rematch"), json!({}), 403, "those who played").await;
        let next = done(ann, &format!("{path}/rematch"), json!({})).await;
        assert_eq!(done(ann, &format!("{path}/rematch"), json!({})).await, next, "asking twice opens one");
        let seen = until(ann, next["path"].as_str().unwrap(), is_asked).await;
        assert_eq!((&seen["viewer"], &seen["seats"]), (&"A".into(), &over["seats"]));
    }
}

#[tokio::test]
async fn of_twenty_who_want_a_rematch_at_once_all_find_the_same() {
    let table = started("rematch");
    let options = json!({ "game": "spammers", "seats": 2, "wait": 0, "variant": "demonstration" });
    let (mut people, path) = seated(table.at, options, 2).await;
    let at = format!("{path}/rematch");
    for one in &mut people {
        done(one, &format!("{path}/leave"), json!({})).await;
    }
    until(&mut people[0], &path, |seen| !seen["over"].is_null()).await;
    let mut asking = tokio::task::JoinSet::new();
    for number in 0..20 {
        let key = people[number % 2].key.as_deref().unwrap();
        let (mut one, at) = (Client::with_key(table.at, key), at.clone());
        asking.spawn(async move { done(&mut one, &at, json!({})).await });
    }
    let found = asking.join_all().await;
    assert!(found.iter().all(|next| *next == found[0]), "{found:?}");
    let next = found[0]["path"].as_str().unwrap();
    for (seat, one) in people.iter_mut().enumerate() {
        let lobby = one.look(next).await.unwrap();
        assert_eq!(lobby["seats"][seat]["yours"], true, "{lobby}");
    }
    let list = Command::new(GRUNTLE).args(["admin", "list", "--data"]).arg(table.folder()).output().unwrap();
    let list = String::from_utf8_lossy(&list.stdout).into_owned();
    assert_eq!(list.lines().skip(1).count(), 2, "{list}");
}
