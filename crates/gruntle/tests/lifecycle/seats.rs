//! Seats: leaving and coming back, several on one device, and another device.

use serde_json::{Value, json};

use crate::{done, refused, seated, started};
use driver::dice::Dice;
use driver::player::{act, is_asked, told_alone, until};
use driver::{Client, Events};

#[tokio::test]
async fn a_bot_stands_in_for_who_left_and_hands_back() {
    let table = started("leave");
    let (mut people, path) =
        seated(table.at, json!({ "game": "spam-o-rama", "seats": 2, "wait": 0 }), 2).await;
    let [ann, bea] = &mut people[..] else { panic!("two people") };
    let mut luck = Dice::new(1);
    done(ann, &format!("{path}/leave"), json!({})).await;
    done(ann, &format!("{path}/leave"), json!({})).await;
    let seen = ann.look(&path).await.unwrap();
    let body = json!({ "version": seen["version"], "action": "pass" });
    refused(ann, &format!("{path}/act"), body, 409, "a bot plays for you").await;
    for _ in 0..6 {
        let seen = until(bea, &path, is_asked).await;
        act(bea, &path, &seen, &mut luck).await;
    }
    done(ann, &format!("{path}/return"), json!({})).await;
    for _ in 0..6 {
        for one in [&mut *ann, &mut *bea] {
            let seen = one.look(&path).await.unwrap();
            if is_asked(&seen) {
                act(one, &path, &seen, &mut luck).await;
            }
        }
    }
    done(ann, &format!("{path}/resign"), json!({})).await;
    refused(ann, &format!("{path}/return"), json!({}), 409, "given this game up").await;
    done(bea, &format!("{path}/leave"), json!({})).await;
    // Nobody is there any more, and the game is still played to its end.
    let over = until(bea, &path, |seen| !seen["over"].is_null()).await;
    assert!(!over["over"]["winners"].as_array().unwrap().is_empty());
    refused(bea, &format!("{path}/leave"), json!({}), 409, "being played").await;
    // A player who gave up has no seat in the rematch; another may take it.
    let next = done(bea, &format!("{path}/rematch"), json!({})).await["path"].as_str().unwrap().to_owned();
    let seats = ann.look(&next).await.unwrap()["seats"].clone();
    assert_eq!((&seats[0]["plays"], &seats[0]["yours"]), (&"nobody".into(), &false.into()), "{seats}");
    let mut cy = Client::new(table.at);
    let key = done(&mut cy, &format!("{next}/sit"), json!({ "seat": "A" })).await["key"]
        .as_str()
        .unwrap()
        .to_owned();
    cy.key = Some(key);
    done(&mut cy, &format!("{next}/ready"), json!({})).await;
    done(bea, &format!("{next}/start"), json!({})).await;
    assert!(ann.look(&next).await.unwrap()["viewer"].is_null());
    assert_eq!(cy.look(&next).await.unwrap()["viewer"], "A");
}

#[tokio::test]
async fn a_bot_is_called_for_who_is_missed_and_hands_back() {
    let table = started("missed");
    let (mut people, path) =
        seated(table.at, json!({ "game": "spam-o-rama", "seats": 3, "wait": 0 }), 3).await;
    let [ann, bea, cy] = &mut people[..] else { panic!("three people") };
    let replace = format!("{path}/replace");
    let _here = Events::open(table.at, &format!("{path}/events"), ann.key.as_deref()).await.unwrap();
    refused(bea, &replace, json!({ "seat": "A" }), 409, "is at the table").await;
    refused(bea, &replace, json!({ "seat": "B" }), 400, "your own seat").await;
    refused(bea, &replace, json!({ "seat": "F" }), 400, "no such seat").await;
    let mut stranger = Client::new(table.at);
    refused(&mut stranger, &replace, json!({ "seat": "C" }), 403, "only those who play").await;
    let plays = "a bot plays";
    done(bea, &replace, json!({ "seat": "C" })).await;
    let page = ann.get(&path, "text/html").await.unwrap().body;
    assert!(page.contains("(1 for it)") && !page.contains(plays), "one of two: {page}");
    // The opener needs no further vote.
    done(ann, &replace, json!({ "seat": "C" })).await;
    assert!(bea.get(&path, "text/html").await.unwrap().body.contains(plays));
    refused(ann, &replace, json!({ "seat": "C" }), 409, "plays there already").await;
    done(cy, &format!("{path}/return"), json!({})).await;
    assert!(!bea.get(&path, "text/html").await.unwrap().body.contains(plays));
}

#[tokio::test]
async fn on_a_shared_device_nobody_sees_a_hand_before_its_owner_has_it() {
    let table = started("hotseat");
    let mut both = Client::new(table.at);
    let options = json!({ "game": "spammers", "seats": 2, "wait": 0, "seat-b": "hotseat" });
    let path = done(&mut both, "/tables", options).await["path"].as_str().unwrap().to_owned();
    let curtain = both.get(&path, "text/html").await.unwrap().body;
    assert!(curtain.contains("Hand the device to"), "{curtain}");
    let public = Client::new(table.at).look(&path).await.unwrap();
    let mut cards = Vec::new();
    for seat in ["A", "B"] {
        let seen = both.look(&format!("{path}?seat={seat}")).await.unwrap();
        assert_eq!(seen["viewer"], seat);
        cards.extend(told_alone(&seen, &public));
    }
    assert!(!cards.is_empty());
    let mut hears = Events::open(table.at, &format!("{path}/events"), both.key.as_deref()).await.unwrap();
    let first = hears.next().await.unwrap();
    let own = both.get(&format!("{path}?seat=A"), "text/html").await.unwrap().body;
    let other = both.get(&format!("{path}?seat=B"), "text/html").await.unwrap().body;
    for card in &cards {
        assert!(!curtain.contains(card), "{card} in {curtain}");
        assert!(!first.data.contains(card), "{card} in {first:?}");
        assert!(own.contains(card) || other.contains(card), "{card} is shown to its owner");
    }
    for _ in 0..4 {
        for seat in ["A", "B"] {
            let seen = both.look(&format!("{path}?seat={seat}")).await.unwrap();
            if is_asked(&seen) {
                let action = &seen["choices"][0]["action"];
                let body = json!({ "version": seen["version"], "action": action, "seat": seat });
                done(&mut both, &format!("{path}/act"), body).await;
            }
        }
    }
    let seen = both.look(&path).await.unwrap();
    let awaited = seen["awaited"][0].as_str().unwrap().to_owned();
    let own = both.look(&format!("{path}?seat={awaited}")).await.unwrap();
    let body = json!({ "version": own["version"], "action": own["choices"][0]["action"] });
    done(&mut both, &format!("{path}/act"), body).await;
}

#[tokio::test]
async fn a_link_moves_a_seat_to_another_device_once() {
    let table = started("handover");
    let (mut people, path) = seated(table.at, json!({ "game": "spammers", "seats": 2, "wait": 0 }), 2).await;
    let earlier = done(&mut people[1], &format!("{path}/handover"), json!({})).await;
    let answer = done(&mut people[1], &format!("{path}/handover"), json!({})).await;
    let listened = format!("{path}/events?as=json");
    let mut old = Events::open(table.at, &listened, people[1].key.as_deref()).await.unwrap();
    let mut other = Events::open(table.at, &listened, people[0].key.as_deref()).await.unwrap();
    let address = answer["link"].as_str().unwrap();
    let link = &address[address.find("/t/").unwrap()..];
    let mut phone = Client::new(table.at);
    for _ in 0..3 {
        assert_eq!(phone.get(link, "text/html").await.unwrap().status, 200, "looking takes no seat");
    }
    assert!(phone.look(&path).await.unwrap()["viewer"].is_null());
    let seen = people[1].look(&path).await.unwrap();
    let key = done(&mut phone, link, json!({})).await["key"].as_str().unwrap().to_owned();
    phone.key = Some(key);
    assert_eq!(phone.look(&path).await.unwrap(), seen);
    // The browser that had it sees what a stranger sees, and what it listened to ends.
    let stranger = Client::new(table.at).look(&path).await.unwrap();
    assert_eq!(people[1].look(&path).await.unwrap(), stranger);
    while old.next().await.unwrap().kind != "reload" {}
    assert!(old.next().await.is_err(), "nothing more is heard with the old key");
    refused(&mut people[1], &format!("{path}/handover"), json!({}), 403, "no seat").await;
    let earlier = earlier["link"].as_str().unwrap();
    let earlier = &earlier[earlier.find("/t/").unwrap()..];
    refused(&mut Client::new(table.at), earlier, json!({}), 410, "used or revoked").await;
    // Nobody else has heard of it.
    done(&mut people[0], &format!("{path}/chat"), json!({ "line": 0 })).await;
    loop {
        let event = other.next().await.unwrap();
        assert!(
            event.kind == "chat" || event.kind == "here" || event.id.is_some_and(|_| event.kind == "change"),
            "{event:?}"
        );
        if event.kind == "chat" {
            break;
        }
    }
    refused(&mut Client::new(table.at), link, json!({}), 410, "has been used").await;
    let (other, _) = link.rsplit_once('/').unwrap();
    refused(&mut Client::new(table.at), &format!("{other}/{}", Dice::new(7).key()), json!({}), 410, "used")
        .await;
    refused(&mut Client::new(table.at), &format!("{path}/handover"), json!({}), 403, "no seat").await;
}

#[tokio::test]
async fn links_and_browsers_are_listed_and_revoked_one_or_all() {
    let table = started("revoked");
    let (mut people, path) = seated(table.at, json!({ "game": "spammers", "seats": 2, "wait": 0 }), 2).await;
    let (access, revoke) = (format!("{path}/seat"), format!("{path}/revoke"));
    let own = &mut people[1];
    let mut links = Vec::new();
    for _ in 0..3 {
        let link =
            done(own, &format!("{path}/handover"), json!({})).await["link"].as_str().unwrap().to_owned();
        links.push(link[link.find("/t/").unwrap()..].to_owned());
    }
    let listed = own.look(&access).await.unwrap();
    let tags = |listed: &Value, what: &str| -> Vec<String> {
        listed[what].as_array().unwrap().iter().map(|one| one["tag"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!((tags(&listed, "browsers").len(), tags(&listed, "links").len()), (1, 3));
    assert_eq!(listed["browsers"][0]["here"], true);
    assert!(listed["links"][0]["seconds"].as_u64().is_some_and(|left| (86_000..=86_400).contains(&left)));
    for secret in links.iter().map(|link| link.rsplit('/').next().unwrap()).chain(own.key.as_deref()) {
        assert!(!listed.to_string().contains(secret), "a list opens nothing");
    }
    // One of them.
    let left = done(own, &revoke, json!({ "what": tags(&listed, "links")[1] })).await;
    assert_eq!(tags(&left, "links"), [&tags(&listed, "links")[0][..], &tags(&listed, "links")[2]]);
    refused(&mut Client::new(table.at), &links[1], json!({}), 410, "used or revoked").await;
    refused(own, &revoke, json!({ "what": tags(&listed, "links")[1] }), 410, "no longer").await;
    refused(own, &revoke, json!({ "what": "everything" }), 400, "'others', 'here'").await;
    // All others.
    let left = done(own, &revoke, json!({ "what": "others" })).await;
    assert_eq!((tags(&left, "browsers").len(), tags(&left, "links").len()), (1, 0));
    for link in &links {
        refused(&mut Client::new(table.at), link, json!({}), 410, "used or revoked").await;
    }
    // It is nobody else's business.
    refused(&mut Client::new(table.at), &revoke, json!({ "what": "others" }), 403, "no seat").await;
    assert_eq!(Client::new(table.at).get(&access, "application/json").await.unwrap().status, 403);
    refused(&mut people[0], &revoke, json!({ "what": "others", "seat": "B" }), 403, "not yours").await;
}

#[tokio::test]
async fn a_forgotten_browser_holds_no_seat_anywhere_whoever_has_its_key() {
    let table = started("forgotten");
    let options = json!({ "game": "spammers", "seats": 2, "wait": 0 });
    let (mut people, path) = seated(table.at, options.clone(), 2).await;
    let (mut copied, mut own) = (Client::new(table.at), people.remove(1));
    copied.key.clone_from(&own.key);
    let lobby = done(&mut own, "/tables", options).await["path"].as_str().unwrap().to_owned();
    let asks = own.get("/forget", "text/html").await.unwrap();
    assert!(asks.status == 200 && asks.body.contains("seats at 2 tables"), "{}", asks.body);
    let told = own.post("/forget", &json!({})).await.unwrap();
    assert_eq!((told.status, told.json()["tables"].as_u64()), (200, Some(2)));
    let cookies: Vec<&str> =
        told.head.lines().filter(|line| line.to_lowercase().starts_with("set-cookie")).collect();
    assert!(cookies.len() == 2 && cookies.iter().all(|line| line.contains("Max-Age=0")), "{cookies:?}");
    let stranger = Client::new(table.at).look(&path).await.unwrap();
    assert_eq!(copied.look(&path).await.unwrap(), stranger);
    assert_eq!(copied.look(&lobby).await.unwrap()["seats"][0]["plays"], "nobody");
    assert_eq!(done(&mut copied, "/forget", json!({})).await["tables"], 0, "done is done");
}

#[tokio::test]
async fn two_tabs_of_one_seat_hear_the_same_and_a_lost_one_resumes() {
    let table = started("tabs");
    let (mut people, path) =
        seated(table.at, json!({ "game": "spam-o-rama", "seats": 2, "wait": 0 }), 2).await;
    let key = people[0].key.clone();
    let listens = format!("{path}/events?as=json");
    let mut one = Events::open(table.at, &listens, key.as_deref()).await.unwrap();
    let mut other = Events::open(table.at, &listens, key.as_deref()).await.unwrap();
    assert!(one.head.contains("text/event-stream"));
    let mut luck = Dice::new(3);
    let mut last = 0;
    for _ in 0..12 {
        for one in &mut people {
            let seen = one.look(&path).await.unwrap();
            if is_asked(&seen) {
                act(one, &path, &seen, &mut luck).await;
            }
        }
        let now = people[0].look(&path).await.unwrap()["version"].as_u64().unwrap();
        while last < now {
            let (left, right) = (one.next().await.unwrap(), other.next().await.unwrap());
            assert_eq!((&left.id, &left.kind, &left.data), (&right.id, &right.kind, &right.data));
            assert!(left.id.unwrap() >= last, "changes come in order");
            last = left.id.unwrap();
        }
    }
    drop(other);
    // A listener that knows all hears of the next change first; another one gets the whole state.
    let mut knows = Events::open(table.at, &format!("{listens}&since={last}"), key.as_deref()).await.unwrap();
    let mut lost = Events::open(table.at, &format!("{listens}&since=3"), key.as_deref()).await.unwrap();
    assert_eq!(lost.next().await.unwrap().id, Some(last));
    for one in &mut people {
        let seen = one.look(&path).await.unwrap();
        if is_asked(&seen) {
            act(one, &path, &seen, &mut luck).await;
            break;
        }
    }
    let (first, second) = (knows.next().await.unwrap(), lost.next().await.unwrap());
    assert!(first.id > Some(last));
    assert_eq!((first.id, &first.data), (second.id, &second.data));
    let told: Value = serde_json::from_str(&first.data).unwrap();
    assert_eq!(told["version"].as_u64(), first.id);
}
