//! Every kind of page there is, for what must hold on all of them.

use serde_json::{Value, json};

use crate::chrome::{Browsers, PATIENCE, Page};
use crate::desk::{By, Luck};
use driver::Client;

/// A page, and what it is called when something is wrong with it.
pub struct Place {
    pub name: &'static str,
    path: String,
    then: Then,
}

/// An action on a page before the look at it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Then {
    Nothing,
    /// The first thing that is lit is picked.
    Pick,
    /// The help is asked for.
    Help,
    /// The last line of the log is asked why.
    Why,
    /// The link for another device is asked for.
    HandOver,
    /// A review is waited for.
    Review,
    /// The coach is asked.
    Coach,
}

impl Place {
    fn new(name: &'static str, path: &str) -> Self {
        Self { name, path: path.to_owned(), then: Then::Nothing }
    }

    fn then(name: &'static str, path: &str, then: Then) -> Self {
        Self { then, ..Self::new(name, path) }
    }

    /// Goes there.
    pub async fn visit(&self, page: &Page) {
        page.go(&self.path).await;
        page.until("document.readyState === 'complete'").await;
        match self.then {
            Then::Nothing => {}
            Then::Pick => {
                let seen = page.until_asked().await;
                page.pick(&seen, &mut Luck::new(0), By::Click).await;
            }
            Then::Help => {
                page.until_asked().await;
                page.keys("?").await;
                page.until("document.querySelector('dialog.help')?.open").await;
            }
            Then::Why => {
                page.until_asked().await;
                page.run("document.querySelector('#lines > li:last-child a').click();").await.unwrap();
                page.until_there(".tip:popover-open").await;
            }
            Then::HandOver => {
                page.until_there("form[action$='/handover']").await;
                page.run("document.querySelector('form[action$=\"/handover\"]').submit();").await.unwrap();
                page.until_there("#seat-link").await;
            }
            Then::Review => page.until_there(".review .rooms").await,
            Then::Coach => {
                page.until_asked().await;
                page.run("document.querySelector('#menu [data-coach]').requestSubmit();").await.unwrap();
                page.until_there("#advice .why").await;
            }
        }
    }
}

/// Pages that are the same for everybody.
const STILL: [(&str, &str); 24] = [
    ("home", "/"),
    ("forgetting this browser", "/forget"),
    ("the rules", "/rules"),
    ("a search in the rules", "/rules?q=gruntle"),
    ("the rules of SPAMMERS", "/rules/spammers"),
    ("the rules of Spam-O-Rama", "/rules/spam-o-rama"),
    ("SPAMMERS on one page", "/rules/spammers/reference"),
    ("Spam-O-Rama on one page", "/rules/spam-o-rama/reference"),
    ("the notation", "/rules/notation"),
    ("the words of SPAMMERS", "/rules/spammers/glossary"),
    ("the words of Spam-O-Rama", "/rules/spam-o-rama/glossary"),
    ("a lesson that is read", "/learn/spammers"),
    ("a lesson of SPAMMERS", "/learn/spammers?at=2"),
    ("a lesson of Spam-O-Rama", "/learn/spam-o-rama?at=5"),
    ("the end of a lesson", "/learn/spammers?at=13"),
    ("the puzzles", "/puzzles"),
    ("a puzzle of SPAMMERS", "/puzzles/spammers/1"),
    ("a puzzle of Spam-O-Rama", "/puzzles/spam-o-rama/1"),
    ("the card sets", "/cards"),
    ("the standard set", "/cards/standard"),
    ("the starter set", "/cards/starter"),
    ("the networks", "/networks"),
    ("the interface for programs", "/api"),
    ("an error", "/no-such-mailbox"),
];

/// Opens a table over HTTP.
async fn open(client: &mut Client, table: Value) -> String {
    let answer = client.post("/tables", &table).await.unwrap();
    assert_eq!(answer.status, 200, "{}", answer.body);
    let answer = answer.json();
    if let Some(key) = answer["key"].as_str() {
        client.key = Some(key.to_owned());
    }
    answer["path"].as_str().unwrap().to_owned()
}

/// Answers so many questions with the first or the last of the answers.
async fn answer_some(client: &mut Client, path: &str, most: usize) {
    let since = std::time::Instant::now();
    let mut given = 0;
    while given < most {
        assert!(since.elapsed() < PATIENCE, "nothing is asked");
        let seen = client.look(path).await.unwrap();
        let Some(choices) = seen["choices"].as_array().filter(|all| !all.is_empty()) else {
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
            continue;
        };
        // The last answers use cards, which brings more onto the table.
        let chosen = &choices[if given % 2 == 0 { choices.len() - 1 } else { 0 }];
        let command = json!({ "version": seen["version"], "action": chosen["action"] });
        if client.post(&format!("{path}/act"), &command).await.unwrap().status == 200 {
            given += 1;
        }
    }
}

/// A game that is over: who opened it gives up, and bots play on.
pub async fn finished(client: &mut Client, table: Value) -> String {
    let path = open(client, table).await;
    give_up(client, &path).await;
    path
}

/// Gives a game up, and waits until bots have played it to its end.
async fn give_up(client: &mut Client, path: &str) {
    let given_up = client.post(&format!("{path}/resign"), &json!({})).await.unwrap();
    assert_eq!(given_up.status, 200, "{}", given_up.body);
    let since = std::time::Instant::now();
    while client.get(&format!("{path}/record"), "text/plain").await.unwrap().status != 200 {
        assert!(since.elapsed() < PATIENCE, "bots do not come to an end");
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
}

/// All places, with the browser being one that may see them.
pub async fn all(browsers: &Browsers, page: &Page) -> Vec<Place> {
    let mut client = Client::new(browsers.table.at);
    let mut places: Vec<Place> = STILL.iter().map(|(name, path)| Place::new(name, path)).collect();
    let spammers = json!({
        "game": "spammers", "seats": 3, "name": "Ann", "seat-b": "peddler", "seat-c": "peddler",
        "wait": 0, "pace": 0,
    });
    let spam_o_rama = json!({
        "game": "spam-o-rama", "seats": 3, "name": "Ann", "seat-b": "peddler", "seat-c": "peddler", "pace": 0,
    });
    let changed = |table: &Value, key: &str, value: Value| {
        let mut table = table.clone();
        table[key] = value;
        table
    };
    let over = finished(&mut client, changed(&spammers, "variant", json!("demonstration"))).await;
    let also_over = finished(&mut client, spam_o_rama.clone()).await;
    let table = open(&mut client, spammers.clone()).await;
    answer_some(&mut client, &table, 12).await;
    let network = open(&mut client, spam_o_rama.clone()).await;
    answer_some(&mut client, &network, 16).await;
    let lobby = open(&mut client, changed(&spam_o_rama, "seat-b", json!("person"))).await;
    let hot_seat = open(&mut client, changed(&spammers, "seat-b", json!("hotseat"))).await;
    let public = changed(&spammers, "seat-b", json!("person"));
    open(&mut client, changed(&public, "public", json!("yes"))).await;
    let link = client.post(&format!("{table}/handover"), &json!({})).await.unwrap().json();
    let link = link["link"].as_str().unwrap().to_owned();
    let link = link[link.find("/t/").unwrap()..].to_owned();
    places.extend([
        Place::new("a lobby", &lobby),
        Place::new("what opens a seat", &format!("{table}/seat")),
        Place::new("SPAMMERS in the middle of a game", &table),
        Place::then("SPAMMERS with something picked", &table, Then::Pick),
        Place::then("SPAMMERS with its help", &table, Then::Help),
        Place::then("SPAMMERS with a clause", &table, Then::Why),
        Place::new("Spam-O-Rama in the middle of a game", &network),
        Place::then("Spam-O-Rama with something picked", &network, Then::Pick),
        Place::new("the curtain of a hot seat", &hot_seat),
        Place::new("how SPAMMERS came out", &over),
        Place::new("how Spam-O-Rama came out", &also_over),
        Place::then("a review of SPAMMERS", &format!("{over}/review?as=B"), Then::Review),
        Place::then("SPAMMERS with a coach's advice", &table, Then::Coach),
        Place::new("a replay of SPAMMERS", &format!("{over}/replay?at=20")),
        Place::new("a replay of Spam-O-Rama", &format!("{also_over}/replay?at=60&as=A")),
        Place::then("the link to a seat", &table, Then::HandOver),
        Place::new("a seat to be taken", &link),
    ]);
    let deals = client.look("/deal").await.unwrap();
    let deal = deals["deals"][1]["path"].as_str().unwrap().to_owned();
    let dealt = client.post(&deal, &json!({ "name": "Ann" })).await.unwrap().json();
    let dealt = dealt["path"].as_str().unwrap();
    client.post(&format!("{dealt}/pace"), &json!({ "pace": "instant" })).await.unwrap();
    give_up(&mut client, dealt).await;
    places.extend([
        Place::new("the deals of the day", "/deal"),
        Place::new("a deal to be played", deals["deals"][0]["path"].as_str().unwrap()),
        Place::new("how a deal came out", &deal),
        Place::new("a game of a deal that is over", dealt),
    ]);
    page.go("/").await;
    page.take_key(client.key.as_deref().unwrap()).await;
    places
}
