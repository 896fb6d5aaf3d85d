//! The lobby: people sit down, are sent away, are ready, and the game starts.

use serde_json::json;

use crate::{done, refused, started};
use driver::player::told_alone;
use driver::{Client, Events};

#[tokio::test]
async fn a_lobby_says_what_is_missing_until_the_game_starts() {
    let table = started("lobby");
    let mut ann = Client::new(table.at);
    let (mut bea, mut stranger) = (Client::new(table.at), Client::new(table.at));
    let options = json!({ "game": "spam-o-rama", "seats": 3, "name": "Ann", "pace": 0 });
    let path = done(&mut ann, "/tables", options).await["path"].as_str().unwrap().to_owned();
    let at = |command: &str| format!("{path}/{command}");
    let not_yet = |seen: &serde_json::Value| seen["not_yet"].as_str().unwrap_or_default().to_owned();
    assert!(not_yet(&ann.look(&path).await.unwrap()).starts_with("2 seats are still free"));
    refused(&mut ann, &at("start"), json!({}), 409, "2 seats are still free").await;
    done(&mut bea, &at("sit"), json!({ "seat": "B", "name": "Bea" })).await;
    refused(&mut stranger, &at("sit"), json!({ "seat": "B", "name": "Cy" }), 409, "taken").await;
    refused(&mut bea, &at("fill"), json!({ "seat": "C", "level": "intern" }), 403, "opened the table").await;
    refused(&mut ann, &at("fill"), json!({ "seat": "C", "level": "genius" }), 400, "kingpin").await;
    refused(&mut ann, &at("fill"), json!({ "seat": "B", "level": "intern" }), 409, "somebody").await;
    refused(&mut ann, &at("fill"), json!({ "seat": "F", "level": "intern" }), 400, "no such seat").await;
    refused(&mut ann, &at("open"), json!({ "seat": "B" }), 409, "no bot").await;
    done(&mut ann, &at("fill"), json!({ "seat": "C", "level": "intern" })).await;
    done(&mut ann, &at("open"), json!({ "seat": "C" })).await;
    refused(&mut ann, &at("kick"), json!({ "seat": "C" }), 409, "nobody").await;
    done(&mut ann, &at("fill"), json!({ "seat": "C", "level": "peddler" })).await;
    refused(&mut stranger, &at("sit"), json!({}), 409, "taken").await;
    refused(&mut ann, &at("start"), json!({}), 409, "Not ready yet: Bea.").await;
    done(&mut bea, &at("ready"), json!({})).await;
    done(&mut bea, &at("ready"), json!({ "ready": "no" })).await;
    refused(&mut ann, &at("start"), json!({}), 409, "Not ready yet: Bea.").await;
    done(&mut bea, &at("ready"), json!({})).await;
    done(&mut ann, &at("spam"), json!({ "spam": 40 })).await;
    done(&mut bea, &at("spam"), json!({ "spam": 7 })).await;
    refused(&mut stranger, &at("spam"), json!({ "spam": 7 }), 403, "no seat").await;
    let seats = ann.look(&path).await.unwrap()["seats"].clone();
    assert_eq!(
        (&seats[0]["spam"], &seats[1]["spam"], &seats[2]["plays"]),
        (&40.into(), &7.into(), &"peddler".into())
    );
    refused(&mut stranger, &at("start"), json!({}), 403, "only those who sit here").await;
    done(&mut bea, &at("start"), json!({})).await;
    for command in ["sit", "stand", "ready", "start"] {
        refused(&mut ann, &at(command), json!({}), 409, "the game has begun").await;
    }
}

#[tokio::test]
async fn whoever_got_the_least_spam_goes_first() {
    let table = started("least");
    let mut ann = Client::new(table.at);
    let options = json!({ "game": "spam-o-rama", "seats": 3, "wait": 0, "pace": 5000, "lobby": "yes",
        "seat-b": "hotseat", "seat-c": "hotseat" });
    let path = done(&mut ann, "/tables", options).await["path"].as_str().unwrap().to_owned();
    for (seat, spam) in [("A", 12), ("B", 90), ("C", 3)] {
        done(&mut ann, &format!("{path}/spam"), json!({ "seat": seat, "spam": spam })).await;
    }
    done(&mut ann, &format!("{path}/start"), json!({})).await;
    let seen = ann.look(&path).await.unwrap();
    let told = seen["heard"].to_string();
    assert!(told.contains("R2.7"), "{told}");
    let first = seen["heard"].as_array().unwrap().iter().find(|one| one["clause"] == "R2.7").unwrap();
    assert!(first["text"].as_str().unwrap().contains(seen["seats"][2]["name"].as_str().unwrap()), "{first}");
}

#[tokio::test]
async fn who_is_sent_away_hears_nothing_more_of_the_seat() {
    let table = started("kicked");
    let [mut ann, mut bea, mut cy] = [(); 3].map(|()| Client::new(table.at));
    let options = json!({ "game": "spammers", "seats": 2, "wait": 0, "name": "Ann" });
    let path = done(&mut ann, "/tables", options).await["path"].as_str().unwrap().to_owned();
    done(&mut bea, &format!("{path}/sit"), json!({ "name": "Bea" })).await;
    let link =
        done(&mut bea, &format!("{path}/handover"), json!({})).await["link"].as_str().unwrap().to_owned();
    let link = &link[link.find("/t/").unwrap()..];
    let mut streams = Vec::new();
    for format in ["?as=json", ""] {
        let listens = format!("{path}/events{format}");
        streams.push(Events::open(table.at, &listens, bea.key.as_deref()).await.unwrap());
    }
    refused(&mut bea, &format!("{path}/kick"), json!({ "seat": "A" }), 403, "opened the table").await;
    done(&mut ann, &format!("{path}/kick"), json!({ "seat": "B" })).await;
    done(&mut cy, &format!("{path}/sit"), json!({ "name": "Cy" })).await;
    done(&mut cy, &format!("{path}/ready"), json!({})).await;
    let begun = done(&mut ann, &format!("{path}/start"), json!({})).await["version"].as_u64().unwrap();
    let known = told_alone(&cy.look(&path).await.unwrap(), &bea.look(&path).await.unwrap());
    assert!(!known.is_empty());
    for stream in &mut streams {
        loop {
            let event = stream.next().await.unwrap();
            for card in &known {
                assert!(!event.data.contains(card.as_str()), "the new hand of the old seat: {event:?}");
            }
            if event.kind == "reload" && event.id >= Some(begun) {
                break;
            }
        }
    }
    assert!(bea.look(&path).await.unwrap()["viewer"].is_null());
    refused(&mut Client::new(table.at), link, json!({}), 410, "used").await;
    refused(&mut bea, &format!("{path}/leave"), json!({}), 403, "no seat").await;
}
