//! Ten thousand wrong requests and many slow clients, while somebody plays: the server answers everybody, gives nothing
//! away, and nothing that was asked wrongly is done.
#![allow(clippy::unwrap_used)] // A test may stop at once.

mod wrong;

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use driver::dice::Dice;
use driver::player::{act, inputs_of, is_asked, open, play_out, until};
use driver::table::Table;
use driver::{Answer, Client, find};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use wrong::{Aim, Due, Wrong, wrong};

const GRUNTLE: &str = env!("CARGO_BIN_EXE_gruntle");
const REQUESTS: usize = 10_000;
const AT_ONCE: usize = 8;
const SLOW: usize = 25;

const HEADERS: [(&str, &str); 4] = [
    ("content-security-policy", "default-src 'none'; script-src 'self';"),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "same-origin"),
    ("cross-origin-opener-policy", "same-origin"),
];

/// Checks everything that must hold of every answer.
fn check(answer: &Answer, secrets: &[String], asked: &[u8]) {
    let asked = String::from_utf8_lossy(&asked[..asked.len().min(600)]);
    assert!((200..500).contains(&answer.status), "{asked}\n{answer:?}");
    // Hyper refuses broken HTTP before it comes to us: with a status, and without a body.
    let turned_away = answer.body.is_empty() && [400, 408, 414, 431].contains(&answer.status);
    for (name, value) in HEADERS {
        let has = answer.header(name).is_some_and(|header| header.starts_with(value));
        assert!(has || turned_away, "without {name}: {asked}\n{answer:?}");
    }
    for secret in secrets {
        assert!(!answer.body.contains(secret) && !answer.head.contains(secret), "{asked}\n{answer:?}");
    }
    for word in ["panicked", "unwrap", "src/", ".rs:", "RUST_BACKTRACE", "SQLITE", "sqlx"] {
        assert!(!answer.body.contains(word), "{word}: {asked}\n{answer:?}");
    }
}

/// Sends something on a connection of its own, says no more, and reads what comes.
async fn throw(at: SocketAddr, bytes: &[u8]) -> Option<Answer> {
    let mut stream = TcpStream::connect(at).await.unwrap();
    // The server may have had enough before all is sent.
    let _ = stream.write_all(bytes).await;
    let _ = stream.shutdown().await;
    let mut got = Vec::new();
    let read = tokio::time::timeout(Duration::from_secs(60), stream.read_to_end(&mut got)).await;
    assert!(read.is_ok(), "no end to the answer: {}", String::from_utf8_lossy(bytes));
    let end = find(&got, b"\r\n\r\n")?;
    let head = String::from_utf8_lossy(&got[..end]).into_owned();
    let status = head.split(' ').nth(1)?.parse().ok()?;
    Some(Answer { status, head, body: String::from_utf8_lossy(&got[end + 4..]).into_owned() })
}

async fn attack(
    at: SocketAddr,
    aim: Arc<Aim>,
    secrets: Arc<Vec<String>>,
    seed: u64,
    times: usize,
) -> [usize; 5] {
    let mut luck = Dice::new(seed);
    let mut client = Client::new(at);
    let mut statuses = [0; 5];
    for _ in 0..times {
        let Wrong { due, bytes } = wrong(&aim, &mut luck);
        let answer = match due {
            Due::Answer | Due::Forbidden => {
                let answer = client.send(&bytes).await;
                Some(answer.unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&bytes))))
            }
            Due::Whatever => throw(at, &bytes).await,
        };
        if let Some(answer) = answer {
            check(&answer, &secrets, &bytes);
            assert!(due != Due::Forbidden || answer.status == 403, "{answer:?}");
            statuses[usize::from(answer.status / 100)] += 1;
        } else {
            statuses[0] += 1;
        }
    }
    statuses
}

/// Clients that begin and do not go on, and listeners who do not read.
async fn slow(at: SocketAddr, path: &str) -> Vec<TcpStream> {
    let mut open = Vec::new();
    for number in 0..SLOW {
        for beginning in [
            "G".to_owned(),
            format!("GET {path} HTTP/1.1\r\nHost: {at}\r\nX-Slow: "),
            format!("POST {path}/act HTTP/1.1\r\nHost: {at}\r\nContent-Length: 50\r\n\r\n{{"),
            format!("GET {path}/events?seat={} HTTP/1.1\r\nHost: {at}\r\n\r\n", ["A", "B"][number % 2]),
        ] {
            let mut stream = TcpStream::connect(at).await.unwrap();
            stream.write_all(beginning.as_bytes()).await.unwrap();
            open.push(stream);
        }
    }
    open
}

fn options(game: &str) -> Value {
    json!({ "game": game, "seats": 2, "wait": 0, "pace": 0, "seat-b": "intern", "name": "Victim" })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "long; .ci/run has it"]
async fn wrong_requests_change_nothing_tell_nothing_and_disturb_nobody() {
    let table = Table::start_noting(Path::new(GRUNTLE), "malformed", "warn");
    let at = table.at;
    let mut luck = Dice::new(2004);
    let (mut victim, path) = open(at, &options("spammers")).await;
    let key = victim.key.clone().unwrap();
    let chooses = until(&mut victim, &path, is_asked).await;
    act(&mut victim, &path, &chooses, &mut luck).await;
    let before = until(&mut victim, &path, is_asked).await;
    let link = victim.post(&format!("{path}/handover"), &json!({})).await.unwrap().json();
    let link = link["link"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
    let aim = Arc::new(Aim {
        host: at.to_string(),
        code: path.trim_start_matches("/t/").to_owned(),
        key: key.clone(),
        version: before["version"].as_u64().unwrap(),
        legal: before["choices"][0]["action"].as_str().unwrap().to_owned(),
    });
    let (mut player, played) = open(at, &options("spam-o-rama")).await;
    let secrets = Arc::new(vec![key, player.key.clone().unwrap(), link]);
    let waiting = slow(at, &played).await;
    let attackers: Vec<_> = (0..AT_ONCE)
        .map(|seed| tokio::spawn(attack(at, aim.clone(), secrets.clone(), seed as u64, REQUESTS / AT_ONCE)))
        .collect();
    let playing = tokio::spawn(async move {
        let done = play_out(&mut player, &played, &mut luck).await;
        (done, player.get(&format!("{played}/record"), "text/plain").await.unwrap())
    });
    let mut statuses = [0; 5];
    for attacker in attackers {
        for (sum, one) in statuses.iter_mut().zip(attacker.await.unwrap()) {
            *sum += one;
        }
    }
    let (done, record) = playing.await.unwrap();
    assert_eq!(record.status, 200);
    assert_eq!(inputs_of(&record.body, "A"), done, "the record has what was done and nothing else");
    let after = victim.look(&path).await.unwrap();
    assert_eq!(before, after, "nothing has changed");
    assert_eq!(Client::new(at).get("/healthz", "*/*").await.unwrap().body, "ok\n");
    println!("unanswered, 1xx, 2xx, 3xx, 4xx: {statuses:?}");
    assert!(statuses[4] > REQUESTS / 2, "{statuses:?}");
    drop(waiting);
    let log = table.noted();
    assert!(!log.contains("panicked") && !log.contains("ERROR"), "{log}");
}
