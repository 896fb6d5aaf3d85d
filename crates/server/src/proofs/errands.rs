//! Messages between nodes while a visitor waits, one by one: the same in both games, and in the same order, so that no
//! visitor waits for more in one of them.

use std::collections::BTreeSet;

use futures_util::StreamExt as _;
use games::GameName;
use nats::async_nats::{self, Client, Message, Subscriber};
use serde_json::json;
use table::Viewer;

use super::elsewhere::TwoNodes;
use super::secrecy::{followed, options, pairs};
use super::{Reply, TestSite};
use crate::cluster::wire::{Ask, Asking, News, WireNews, WireReply};

/// A subject of this test alone.
const MARK: &str = "gruntle.mark";

/// Hears all that nodes say.
struct Listener {
    client: Client,
    heard: Subscriber,
    /// Where answers come that somebody waits for.
    awaited: BTreeSet<String>,
}

impl Listener {
    async fn start(address: String) -> Self {
        let client = async_nats::connect(address).await.unwrap();
        let heard = client.subscribe("gruntle.>").await.unwrap();
        client.flush().await.unwrap();
        Self { client, heard, awaited: BTreeSet::new() }
    }

    /// The messages since the last call that somebody waits for.
    async fn since(&mut self) -> Vec<String> {
        self.client.publish(MARK, "".into()).await.unwrap();
        let mut said = Vec::new();
        loop {
            let message = self.heard.next().await.unwrap();
            if message.subject.as_str() == MARK {
                return said;
            }
            said.extend(self.kind(&message));
        }
    }

    /// The kind of a message; `None` for presence, which is sent now and then.
    fn kind(&mut self, message: &Message) -> Option<String> {
        let subject = message.subject.as_str();
        if let Ok(ask) = serde_json::from_slice::<Ask>(&message.payload) {
            let kind = match ask.asking {
                Asking::Looked(_) => "look",
                Asking::Command(..) => "command",
                Asking::Here(_) => return None,
            };
            self.awaited.extend(message.reply.iter().map(|reply| reply.to_string()));
            return Some(kind.to_owned());
        }
        if self.awaited.remove(subject) {
            let reply = match serde_json::from_slice(&message.payload).unwrap() {
                WireReply::NotMine => "somebody else has it",
                WireReply::Failed(_) => "it failed",
                WireReply::Answer(_, Ok(_)) => "done",
                WireReply::Answer(_, Err(_)) => "refused",
            };
            return Some(reply.to_owned());
        }
        let news = serde_json::from_slice::<WireNews>(&message.payload).ok();
        let news = News::from(news.filter(|_| subject.contains(".room."))?);
        (!news.lines.is_empty()).then(|| format!("{} lines, {} to tell", news.lines.len(), news.tell.len()))
    }
}

/// A visitor's request, with the messages between nodes until its answer.
async fn steps(
    table: &TestSite,
    who: Viewer,
    next: &str,
    listener: &mut Listener,
) -> Vec<(u16, Vec<String>)> {
    let mut steps = Vec::new();
    let note = async |listener: &mut Listener, reply: Reply, steps: &mut Vec<(u16, Vec<String>)>| {
        steps.push((reply.status, listener.since().await));
    };
    let version = table.version().await;
    listener.since().await;
    for accept in ["text/html", "application/json"] {
        let seen = table.get(who, "", accept).await;
        note(listener, seen, &mut steps).await;
    }
    let refused = table.post(who, "/act", json!({ "version": version, "action": "nonsense" })).await;
    note(listener, refused, &mut steps).await;
    // Somebody else acts, and the visitor looks again.
    let (seat, action) = next.split_once(' ').unwrap();
    let body = json!({ "version": version, "action": action });
    let done = table.post(Viewer::Seat(seat.parse().unwrap()), "/act", body).await;
    note(listener, done, &mut steps).await;
    let seen = table.get(who, "", "text/html").await;
    note(listener, seen, &mut steps).await;
    steps
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn as_much_goes_between_nodes_in_both_games_before_anybody_is_answered() {
    let Some(mut nodes) = TwoNodes::start("proofs-errands").await else { return };
    let mut listener = Listener::start(nodes.nats.address()).await;
    let mut compared = 0;
    for game in GameName::ALL {
        let options = options(game, 0);
        for pair in pairs(&options, 8) {
            let Some(moment) = followed(&pair) else { continue };
            let [left, right] = nodes.tables(&options, &pair, moment.inputs).await;
            let steps = [
                steps(&left, pair.viewer, &pair.left[moment.inputs], &mut listener).await,
                steps(&right, pair.viewer, &pair.right[moment.inputs], &mut listener).await,
            ];
            assert_eq!(steps[0], steps[1], "{:?} cannot tell", pair.viewer);
            // A player sees the own action at once: it was published before the answer.
            let (status, said) = &steps[0][3];
            assert_eq!(*status, 200);
            assert!(
                matches!(&said[..], [asked, news, answer]
                if asked == "command" && news.starts_with("1 lines") && answer == "done"),
                "{said:?}"
            );
            compared += 1;
        }
    }
    assert!(compared > 6, "{compared} pairs");
    nodes.asked_elsewhere().await;
    nodes.end().await;
}
