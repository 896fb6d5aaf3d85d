//! One game, played by clients who record their requests and answers.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::runtime::Runtime;
use tokio::task::JoinHandle;

use crate::still::Still;
use driver::dice::Dice;
use driver::{Answer, Client, Wait};

/// A game and its numbers of people and bots.
#[derive(Debug, Clone, Copy)]
pub struct Kind {
    pub game: &'static str,
    pub people: usize,
    pub bots: usize,
    /// The level of the bots.
    pub level: &'static str,
    /// Seconds of a reaction window.
    pub wait: u32,
}

/// The fate of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// It is done, said the server, and the table was then at this change.
    Done(u64),
    /// It counts when the window closes, said the server.
    Noted,
    /// The server was killed before it said anything, or the database before the server knew.
    Unknown,
}

/// An action that a client sent.
#[derive(Debug, Clone)]
pub struct Attempt {
    pub seat: String,
    /// The change it answers.
    pub version: u64,
    pub action: String,
    /// Whether a reaction window was open.
    pub window: bool,
    /// Whether nobody else could act.
    pub alone: bool,
    pub fate: Fate,
}

/// Plays games of these kinds by turns at these servers, with luck from this seed, so many at a time, until one that
/// would be the next says it is enough.
pub fn games(
    runtime: &Runtime,
    at_once: usize,
    at: &[SocketAddr],
    (kinds, seed): (&'static [Kind], u64),
    is_enough: impl Fn(usize) -> bool + Clone + Send + 'static,
) -> Vec<JoinHandle<Vec<Played>>> {
    let next = Arc::new(AtomicUsize::new(0));
    let player = |_| {
        let (next, at, is_enough) = (next.clone(), at.to_vec(), is_enough.clone());
        runtime.spawn(async move {
            let mut played = Vec::new();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if is_enough(number) {
                    return played;
                }
                let kind = kinds[number % kinds.len()];
                let begun = begin(&at, kind, seed.wrapping_add(number as u64)).await;
                played.push(begun.play(|_| {}).await);
            }
        })
    };
    (0..at_once).map(player).collect()
}

/// A game that was played to its end.
pub struct Played {
    pub code: String,
    pub kind: Kind,
    pub sent: Vec<Attempt>,
    /// The changes that the table was at when acts were acknowledged, and when that was.
    pub acknowledged: Vec<(u64, Instant)>,
    /// How often something acknowledged was sent again, and turned away.
    pub repeated: usize,
    /// The last change.
    pub version: u64,
    pub record: String,
    /// The longest that anybody waited, from the first try until it was acknowledged or refused.
    pub longest: Wait,
    /// The longest that nobody of them was asked anything, and the table did not move either.
    pub still: Duration,
}

/// A game that has begun.
pub struct Begun {
    pub code: String,
    /// Its players, from the first seat on.
    pub people: Vec<Person>,
    kind: Kind,
    number: u64,
}

/// Somebody who plays.
pub struct Person {
    seat: String,
    pub client: Client,
    /// The change it tries to answer, and since when.
    tries: Option<(u64, Instant)>,
    /// The last change at which it was asked nothing.
    rests: Option<u64>,
}

impl Person {
    /// It is known what became of what it tried.
    fn settle(&mut self) {
        if let Some((_, since)) = self.tries.take() {
            self.client.waited(since);
        }
    }

    /// Whether this table waits for this person, as far as they have looked: in a window everybody is asked until they
    /// have answered.
    fn is_asked(&self, seen: &Value) -> bool {
        let is_awaited = seen["awaited"].as_array().unwrap().contains(&self.seat.clone().into());
        (is_awaited || seen["window"].is_object()) && self.rests != seen["version"].as_u64()
    }
}

/// Whether somebody who had no answer can see what became of what they tried at this change.
fn tells(seen: &Value, tried: u64) -> bool {
    let is_asked = seen["choices"].as_array().is_some_and(|choices| !choices.is_empty());
    seen["version"].as_u64() != Some(tried) || !is_asked || seen["window"]["answered"].is_string()
}

/// Nobody insists for longer, however busy the machine is.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// Asks until there is an answer: the server may be down at the moment.
pub async fn insist(client: &mut Client, path: &str, body: Option<&Value>) -> Answer {
    let asking = insist_forever(client, path, body);
    tokio::time::timeout(PATIENCE, asking).await.expect("the server does not come back")
}

async fn insist_forever(client: &mut Client, path: &str, body: Option<&Value>) -> Answer {
    let begun = Instant::now();
    loop {
        let answered = match body {
            Some(body) => client.post(path, body).await,
            None => client.get(path, "application/json").await,
        };
        match answered {
            // It could not be written; the server says so, and nothing has changed.
            Ok(answer) if answer.status == 503 => {}
            Ok(answer) => {
                client.waited(begun);
                return answer;
            }
            Err(_) => {}
        }
        tokio::time::sleep(Duration::from_millis(3)).await;
    }
}

const LETTERS: [&str; 6] = ["A", "B", "C", "D", "E", "F"];

/// Opens a table at any of these nodes, sits down and starts.
pub async fn begin(at: &[SocketAddr], kind: Kind, number: u64) -> Begun {
    let person = |seat: &&str| Person {
        seat: (*seat).to_owned(),
        client: Client::among(at, number),
        tries: None,
        rests: None,
    };
    let mut people: Vec<Person> = LETTERS.iter().take(kind.people).map(person).collect();
    // With a key at hand nobody loses a seat because the answer was lost.
    for person in &mut people {
        let issued = insist(&mut person.client, "/keys", Some(&json!({}))).await;
        assert_eq!(issued.status, 200, "{issued:?}");
    }
    let mut options = json!({
        "game": kind.game, "seats": kind.people + kind.bots, "wait": kind.wait, "pace": 0, "lobby": "yes",
    });
    if kind.game == "spammers" {
        options["variant"] = "demonstration".into();
    }
    for seat in kind.people..kind.people + kind.bots {
        options[format!("seat-{}", LETTERS[seat].to_lowercase())] = kind.level.into();
    }
    let opened = insist(&mut people[0].client, "/tables", Some(&options)).await;
    assert_eq!(opened.status, 200, "{opened:?}");
    let code = opened.json()["code"].as_str().unwrap().to_owned();
    for person in &mut people[1..] {
        let sit = json!({ "seat": person.seat, "name": format!("Client {}", person.seat) });
        let sat = insist(&mut person.client, &format!("/t/{code}/sit"), Some(&sit)).await;
        assert_eq!(sat.status, 200, "{sat:?}");
        let ready = insist(&mut person.client, &format!("/t/{code}/ready"), Some(&json!({}))).await;
        assert_eq!(ready.status, 200, "{ready:?}");
    }
    let started = insist(&mut people[0].client, &format!("/t/{code}/start"), Some(&json!({}))).await;
    // A retry after a lost answer hears that the game has begun.
    assert!(started.status == 200 || started.body.contains("the game has begun"), "{started:?}");
    Begun { code, people, kind, number }
}

impl Begun {
    /// Plays to the end, each time by another of the nodes. `between` runs before each act, with the number of acts.
    pub async fn play(self, mut between: impl FnMut(usize)) -> Played {
        let Self { code, mut people, kind, number } = self;
        let mut luck = Dice::new(number);
        let mut played = Played {
            code,
            kind,
            sent: Vec::new(),
            acknowledged: Vec::new(),
            repeated: 0,
            version: 0,
            record: String::new(),
            longest: Wait::default(),
            still: Duration::ZERO,
        };
        let path = format!("/t/{}", played.code);
        let (mut turn, mut still) = (0, Still::default());
        for _ in 0..100_000 {
            let person = &mut people[turn];
            let answer = insist(&mut person.client, &path, None).await;
            assert_eq!(answer.status, 200, "{answer:?}");
            let seen = answer.json();
            check_versions(&mut played, person, &seen);
            if person.tries.is_some_and(|(tried, _)| tells(&seen, tried)) {
                person.settle();
            }
            if !seen["over"].is_null() {
                still.look(played.version, false, Instant::now());
                let record = insist(&mut person.client, &format!("{path}/record"), None).await;
                assert_eq!(record.status, 200, "{record:?}");
                played.record = record.body;
                let waits = people.into_iter().map(|person| person.client.longest);
                played.longest = waits.max_by_key(|wait| wait.time).unwrap_or_default();
                played.still = still.longest;
                return played;
            }
            check_answer(&played, &person.seat, &seen);
            let answered = seen["window"]["answered"].is_string();
            let choices = seen["choices"].as_array().unwrap();
            let rests = choices.is_empty() || answered;
            person.rests = rests.then_some(played.version);
            // Bots and luck are due, or a window closes by itself.
            let is_due = rests && !people.iter().any(|person| person.is_asked(&seen));
            still.look(played.version, is_due, Instant::now());
            assert!(still.longest < PATIENCE, "the table does not move: {seen}");
            if rests {
                let awaited = |person: &Person| {
                    seen["awaited"].as_array().unwrap().contains(&person.seat.clone().into())
                };
                let other = (1..people.len()).map(|step| (turn + step) % people.len());
                let next = other.clone().find(|at| awaited(&people[*at]) || seen["window"].is_object());
                match next {
                    Some(next) => turn = next,
                    // A bot thinks, or the window closes by itself.
                    None => tokio::time::sleep(Duration::from_millis(2)).await,
                }
                if answered {
                    tokio::time::sleep(Duration::from_millis(2)).await;
                }
                continue;
            }
            between(played.sent.len());
            let action = luck.pick(choices)["action"].as_str().unwrap().to_owned();
            act(&mut played, &mut people[turn], &seen, action, &mut luck).await;
        }
        panic!("game {number} does not end");
    }
}

/// The table never goes back and shows every acknowledged act; a command without an answer was done at most once.
fn check_versions(played: &mut Played, person: &Person, seen: &Value) {
    let (before, now) = (played.version, seen["version"].as_u64().unwrap());
    assert!(now >= before, "{} went back from {before} to {now}: {:?}", played.code, person.client.last());
    played.version = now;
}

/// Checks that an acknowledged answer in an open window is still there.
fn check_answer(played: &Played, seat: &str, seen: &Value) {
    let here = |sent: &&Attempt| sent.seat == seat && Some(sent.version) == seen["version"].as_u64();
    if let Some(Attempt { fate: Fate::Noted, action, .. }) = played.sent.iter().rev().find(here) {
        assert_eq!(seen["window"]["answered"].as_str(), Some(action.as_str()), "{seen}");
    }
}

async fn act(played: &mut Played, person: &mut Person, seen: &Value, action: String, luck: &mut Dice) {
    let version = seen["version"].as_u64().unwrap();
    let path = format!("/t/{}/act", played.code);
    let body = json!({ "version": version, "action": action });
    person.tries.get_or_insert_with(|| (version, Instant::now()));
    let answer = person.client.post(&path, &body).await;
    if answer.as_ref().is_ok_and(|answer| answer.status != 503) {
        person.settle();
    }
    let fate = match answer {
        Err(_) => Some(Fate::Unknown),
        Ok(answer) => match answer.status {
            200 => Some(Fate::Done(answer.json()["version"].as_u64().unwrap())),
            202 => Some(Fate::Noted),
            // The database went away while it was being written: nobody can tell.
            503 if answer.json()["problem"] == "away" => Some(Fate::Unknown),
            503 => None,
            // The window has closed meanwhile, or other seats have chosen theirs.
            409 => {
                // A request without an answer may be done later, where a node that was killed had handed it on.
                let late = |sent: &Attempt| sent.fate == Fate::Unknown && sent.version == version;
                let is_late = played.sent.last().is_some_and(late);
                let moved = seen["window"].is_object() || !is_alone(seen, person) || is_late;
                assert!(moved, "refused without a reason: {answer:?}\n{seen}");
                None
            }
            _ => panic!("{answer:?}\n{body}\n{seen}"),
        },
    };
    let Some(fate) = fate else { return };
    if let Fate::Done(version) = fate {
        played.version = played.version.max(version);
        played.acknowledged.push((version, Instant::now()));
    }
    played.sent.push(Attempt {
        seat: person.seat.clone(),
        version,
        action,
        window: seen["window"].is_object(),
        alone: is_alone(seen, person),
        fate,
    });
    if matches!(fate, Fate::Done(_)) && luck.below(4) == 0 {
        repeat(played, person, &path, &body).await;
    }
}

fn is_alone(seen: &Value, person: &Person) -> bool {
    let awaited = seen["awaited"].as_array().unwrap();
    awaited.len() == 1 && awaited[0] == person.seat.as_str()
}

/// Idempotence: a repeated command is done once.
async fn repeat(played: &mut Played, person: &mut Person, path: &str, body: &Value) {
    // Without an answer, or from a server that could not read or write, nothing is known; the record will tell whether
    // it was done twice.
    let Ok(again) = person.client.post(path, body).await else { return };
    if again.status == 503 {
        return;
    }
    assert_eq!(again.status, 409, "{again:?}");
    played.repeated += 1;
    if played.kind.bots > 0 || played.kind.wait > 0 {
        return;
    }
    let now = insist(&mut person.client, path.trim_end_matches("/act"), None).await.json();
    if let Some(Attempt { fate: Fate::Done(then), .. }) = played.sent.last() {
        assert_eq!(now["version"].as_u64(), Some(*then));
    }
}
