//! A lost line: a follower tells it as the owner does, public events to all, secret ones to one seat. The heartbeat
//! finds the gap.

use axum::body::Body;
use games::GameName;
use serde_json::{Value, json};
use table::{Seat, Viewer};

use super::TestSite;
use super::elsewhere::{change, until_chat};
use super::secrecy::{options, pairs};
use super::unheard::{Fate, Met, nodes};

/// Seconds of the window: heartbeats come more often by far.
const WAIT: u32 = 30;

/// Listeners to a table through one node, of pages and data.
struct Audience<'a> {
    table: &'a TestSite,
    streams: Vec<(Viewer, Body)>,
}

impl<'a> Audience<'a> {
    /// All of these have heard how it stands.
    async fn of(table: &'a TestSite, viewers: &[Viewer]) -> Self {
        let mut streams = Vec::new();
        for who in viewers {
            for format in ["", "?as=json"] {
                let mut events = table.listen(*who, format).await;
                change(table, &mut events).await;
                streams.push((*who, events));
            }
        }
        Self { table, streams }
    }

    /// The events of each of them before the next line of the chat.
    async fn until_chat(&mut self) -> Vec<(Viewer, Vec<String>)> {
        let mut told = Vec::new();
        for (who, events) in &mut self.streams {
            told.push((*who, until_chat(self.table, events).await));
        }
        told
    }
}

/// A viewer's table, as data.
async fn seen(table: &TestSite, who: Viewer) -> Value {
    serde_json::from_str(&table.get(who, "", "application/json").await.body).unwrap()
}

/// Each seat that can do something, with the last it can do.
async fn answers(table: &TestSite, seats: &[Seat]) -> Vec<(Seat, Value)> {
    let mut answers = Vec::new();
    for seat in seats {
        let seen = seen(table, Viewer::Seat(*seat)).await;
        let choice = seen["choices"].as_array().unwrap().last();
        let body = |choice: &Value| json!({ "version": seen["version"], "action": choice["action"] });
        answers.extend(choice.map(|choice| (*seat, body(choice))));
    }
    answers
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_an_answer_that_is_lost_its_seat_is_told_and_nobody_else() {
    let met = Met::with(Fate::Sure);
    let Some(mut nodes) = nodes("proofs-gaps", &met).await else { return };
    let options = options(GameName::Spammers, WAIT);
    let seats: Vec<Seat> = options.count().unwrap().iter().collect();
    let viewers: Vec<Viewer> = options.count().unwrap().viewers().collect();
    let mut lost = 0;
    for pair in pairs(&options, 40) {
        let Some(moment) = pair.moments.iter().find(|moment| moment.window) else { continue };
        let there = nodes.table(&options, &pair.left[..moment.inputs]).await;
        let here = there.through(&nodes.owner);
        let mut answers = answers(&here, &seats).await;
        // Somebody else could answer, too: the window stays open.
        if answers.len() < 2 {
            continue;
        }
        let (seat, answer) = answers.swap_remove(lost % 2);
        let [mut at_owner, mut elsewhere] =
            [Audience::of(&here, &viewers).await, Audience::of(&there, &viewers).await];
        let mut notices = there.listen(Viewer::Seat(seat), "?as=json").await;
        change(&there, &mut notices).await;
        met.set(Fate::Lost);
        let done = here.post(Viewer::Seat(seat), "/act", answer.clone()).await;
        assert_eq!(done.status, 202, "{done:?}");
        // No request comes from there.
        change(&there, &mut notices).await;
        met.set(Fate::Sure);
        assert!(here.post(Viewer::Seat(seat), "/chat", json!({ "line": 0 })).await.status < 300);
        let [owners, others] = [at_owner.until_chat().await, elsewhere.until_chat().await];
        // On a busy machine the window may close meanwhile, which is an event, too.
        if seen(&here, Viewer::Bystander).await["version"] != answer["version"] {
            continue;
        }
        assert_eq!(others, owners);
        for (who, told) in others {
            assert_eq!(told.len(), usize::from(who.is(seat)), "{who} of an answer of {seat}: {told:?}");
        }
        lost += 1;
        if lost == 2 {
            break;
        }
    }
    assert_eq!(lost, 2);
    nodes.asked_elsewhere().await;
    nodes.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_window_is_told_to_all_where_it_was_lost_that_it_opened() {
    let met = Met::with(Fate::Sure);
    let Some(mut nodes) = nodes("proofs-opened", &met).await else { return };
    let options = options(GameName::Spammers, WAIT);
    let viewers: Vec<Viewer> = options.count().unwrap().viewers().collect();
    let mut lost = 0;
    for pair in pairs(&options, 40) {
        let Some(moment) = pair.moments.iter().find(|moment| moment.window) else { continue };
        // It opens because of the last that somebody did.
        let lines = &pair.left[..moment.inputs];
        let Some(opens) = lines.iter().rposition(|line| !line.starts_with('*')) else { continue };
        let there = nodes.table(&options, &lines[..opens]).await;
        let here = there.through(&nodes.owner);
        let before = seen(&here, Viewer::Bystander).await;
        let (seat, action) = lines[opens].split_once(' ').unwrap();
        let seat = Viewer::Seat(seat.parse().unwrap());
        let act = json!({ "version": before["version"], "action": action });
        let mut elsewhere = Audience::of(&there, &viewers).await;
        let mut notices = there.listen(Viewer::Bystander, "?as=json").await;
        change(&there, &mut notices).await;
        met.set(Fate::Lost);
        let done = here.post(seat, "/act", act).await;
        assert_eq!(done.status, 200, "{done:?}");
        // No request comes from there.
        change(&there, &mut notices).await;
        met.set(Fate::Sure);
        assert!(here.post(seat, "/chat", json!({ "line": 0 })).await.status < 300);
        let others = elsewhere.until_chat().await;
        let after = seen(&here, Viewer::Bystander).await;
        // Luck differs here, so there may be no question; and on a busy machine the window may have closed.
        let done: Value = serde_json::from_str(&done.body).unwrap();
        if !before["window"].is_null() || after["window"].is_null() || after["version"] != done["version"] {
            continue;
        }
        for (who, told) in others {
            let last = told.iter().rev().find(|event| event.contains("event: change")).unwrap();
            let data = last.lines().find_map(|line| line.strip_prefix("data: ")).unwrap();
            let data: Value = serde_json::from_str(data).unwrap();
            if data["view"].is_null() {
                assert!(last.contains("data-left="), "the page of {who} counts down: {last}");
                continue;
            }
            let is = seen(&here, who).await;
            for what in ["version", "asks", "choices", "window"] {
                assert_eq!(data[what], is[what], "{what} of {who}");
            }
        }
        lost += 1;
        if lost == 2 {
            break;
        }
    }
    assert_eq!(lost, 2);
    nodes.asked_elsewhere().await;
    nodes.end().await;
}
