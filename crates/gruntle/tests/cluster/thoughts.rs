//! Bots and reviews on workers: the same games come to the same records, on every worker and past every kill.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use nats::async_nats::ConnectOptions;
use nats::async_nats::jetstream::stream;
use serde_json::{Value, json};
use services::{Durability, Nats, Postgres, fresh_folder};

use crate::insisting::{choose, next_question};
use crate::worker::Worker;
use crate::{GRUNTLE, helped};
use driver::Client;
use driver::dice::Dice;
use driver::player::{open, until};
use driver::table::Table;

/// The NATS that comes with the program, with passwords and a folder of the test, and without TLS, so that it can be
/// spoken to by hand.
fn configuration() -> String {
    configuration_with(&[
        ("include ./nats-passwords.conf", "NODE: for-nodes\nWORKER: for-workers\nLAB: for-labs"),
        ("tls { cert_file: \"/run/secrets/nats-certificate\", key_file: \"/run/secrets/nats-key\" }", ""),
    ])
}

/// The same, with these places changed.
fn configuration_with(changed: &[(&str, &str)]) -> String {
    let own = [changed, &[("jetstream { store_dir: /data, sync_interval: always }", "jetstream: enabled")]]
        .concat();
    let text = include_str!("../../../../deploy/nats.conf").to_owned();
    own.into_iter().fold(text, |text, (theirs, ours)| {
        assert!(text.contains(theirs), "no {theirs} in {text}");
        text.replace(theirs, ours)
    })
}

const WORKER: [(&str, &str); 2] = [("GRUNTLE_NATS_USER", "worker"), ("GRUNTLE_NATS_PASSWORD", "for-workers")];

/// PostgreSQL, and a NATS that lets in nodes and workers as the documentation says.
struct Site {
    name: &'static str,
    postgres: Postgres,
    nats: Nats,
    folder: std::path::PathBuf,
}

impl Site {
    fn start(name: &'static str) -> Option<Self> {
        let postgres = Postgres::start(&format!("{name}-postgres"), Durability::Server)?;
        let folder = fresh_folder(&format!("{name}-nats"));
        let conf = folder.join("nats.conf");
        std::fs::write(&conf, configuration()).unwrap();
        std::fs::write(folder.join("secret"), "user=node\npassword=for-nodes\n").unwrap();
        let nats = Nats::start_with(&folder, &["-c", &conf.display().to_string()])?;
        Some(Self { name, postgres, nats, folder })
    }

    /// A node with a database of its own. All draw the same luck.
    fn node(&self, database: &str) -> Table {
        let address = self.postgres.database(database);
        let password = self.postgres.password_file().display().to_string();
        let secret = self.folder.join("secret").display().to_string();
        let options = ["--database", &address, "--database-password-file", &password];
        let cluster = ["--cluster", &self.nats.address(), "--node", "a", "--cluster-secret", &secret];
        let options: Vec<String> = options.into_iter().chain(cluster).map(str::to_owned).collect();
        let more = ["--log", "off", "--metrics", "127.0.0.1:0"];
        let called = format!("{}-node", self.name);
        Table::start_elsewhere(Path::new(GRUNTLE), &called, &options, &more)
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

#[test]
#[ignore = "long; .ci/run has it"]
fn a_node_and_a_worker_find_each_other_by_tls_with_the_secrets_that_are_made_for_a_site() {
    let Some(postgres) = Postgres::start_with_tls("deployed") else { return };
    let folder = fresh_folder("deployed-nats");
    let make = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy/make-secrets");
    let made = Command::new(make).arg(&folder).output().unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let file = |name: &str| folder.join(name).display().to_string();
    let certificates = [file("authority.crt"), file("postgres.crt"), file("nats.crt")];
    let checked = Command::new("openssl").args(["verify", "-CAfile"]).args(certificates).output().unwrap();
    assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stderr));
    let places =
        [("/run/secrets/nats-certificate", file("nats.crt")), ("/run/secrets/nats-key", file("nats.key"))];
    let places: Vec<(&str, &str)> = places.iter().map(|(theirs, ours)| (*theirs, ours.as_str())).collect();
    std::fs::write(folder.join("nats.conf"), configuration_with(&places)).unwrap();
    let Some(nats) = Nats::start_with(&folder, &["-c", &file("nats.conf")]) else { return };
    let address = format!("tls://localhost:{}", nats.port());
    let known = ["--cluster", &address, "--cluster-ca", &file("authority.crt")];
    let worker = ["--name", "anna", "--cluster-secret", &file("nats-worker")];
    let _worker = Worker::start_told(&[known, worker].concat(), &[]);
    postgres.database("deployed");
    let database = postgres.address_at_port("localhost", "deployed");
    let database = format!("{database}?sslmode=verify-full&sslrootcert={}", postgres.authority().display());
    let password = postgres.password_file().display().to_string();
    let stored = ["--database", &database, "--database-password-file", &password];
    let node = ["--node", "a", "--cluster-secret", &file("nats-node")];
    let options: Vec<String> = [stored, known, node].concat().into_iter().map(str::to_owned).collect();
    let more = ["--log", "off", "--metrics", "127.0.0.1:0"];
    let node = Table::start_elsewhere(Path::new(GRUNTLE), "deployed-node", &options, &more);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        assert_eq!(Client::new(node.at).get("/readyz", "*/*").await.unwrap().status, 200);
        record(&node).await;
        let (sent, returned) = counted(node.metrics.unwrap(), "thoughts").await;
        assert!(sent > returned, "{sent} sent, {returned} returned");
    });
    drop((node, nats));
    let _ = std::fs::remove_dir_all(&folder);
}

/// How many `thoughts` or `reviews` went to workers, and how many of them came back undone.
async fn counted(metrics: SocketAddr, of: &str) -> (u64, u64) {
    helped::counted(metrics, of).await.unwrap()
}

/// Plays a game against a bot; gives who played, the path of the table and the record.
async fn played(node: &Table, options: &Value) -> (Client, String, String) {
    let (mut player, path) = open(node.at, options).await;
    while let Some(seen) = next_question(&mut player, &path).await {
        // The same choice at the same moment, past every retry.
        let mut luck = Dice::new(seen["heard"].as_array().unwrap().len() as u64);
        choose(&mut player, &path, &seen, &mut luck).await;
    }
    let record = player.get(&format!("{path}/record"), "text/plain").await.unwrap().body;
    (player, path, record)
}

/// The record of a game against a bot that searches.
async fn record(node: &Table) -> String {
    let options = json!({ "game": "spam-o-rama", "seats": 2, "pace": 0, "wait": 0, "seat-b": "broker" });
    played(node, &options).await.2
}

/// NATS's answer to this command of a user.
fn answer(nats: &Nats, (user, password): (&str, &str), says: &str) -> String {
    let mut stream = TcpStream::connect(("127.0.0.1", nats.port())).unwrap();
    let who = json!({ "user": user, "pass": password, "verbose": false, "pedantic": false });
    write!(stream, "CONNECT {who}\r\n{says}\r\nPING\r\n").unwrap();
    let lines = BufReader::new(stream).lines().map(Result::unwrap);
    lines.skip(1).take_while(|line| line != "PONG").collect()
}

/// Permissions: a worker that thinks for the site hears only thoughts, and one for labs hears nothing of the site, not
/// even by JetStream.
async fn keeps_to_themselves(site: &Site) {
    let worker = ("worker", "for-workers");
    for subject in ["gruntle.room.>", "gruntle.node.>", ">", "gruntle.>"] {
        let said = answer(&site.nats, worker, &format!("SUB {subject} 1"));
        assert!(said.contains("Permissions Violation"), "{subject}: {said}");
    }
    assert_eq!(answer(&site.nats, worker, "SUB gruntle.think.* 1"), "");
    let create = "PUB $JS.API.STREAM.CREATE.copy 2\r\n{}";
    assert!(answer(&site.nats, worker, create).contains("Permissions Violation"));
    let options = ConnectOptions::with_user_and_password("lab".to_owned(), "for-labs".to_owned());
    let lab = nats::async_nats::jetstream::new(options.connect(site.nats.address()).await.unwrap());
    let subjects = ["gruntle.room.>", "gruntle.node.>", "gruntle.think.>", "gruntle.review.>"];
    let all = stream::Config {
        name: "copy".to_owned(),
        subjects: subjects.map(str::to_owned).into(),
        ..stream::Config::default()
    };
    let mut copy = lab.create_stream(all).await.unwrap();
    record(&site.node("overheard")).await;
    assert_eq!(copy.info().await.unwrap().state.messages, 0);
}

#[test]
#[ignore = "long; .ci/run has it"]
fn whoever_thinks_and_whoever_is_killed_the_same_game_has_the_same_record() {
    let Some(site) = Site::start("thoughts") else { return };
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(async {
        // Nobody thinks for the node: a worker of another program does not hear it.
        let stranger = [("GRUNTLE_TEST_PROGRAM", "another"), WORKER[0], WORKER[1]];
        let stranger = Worker::start_with(&site.nats.address(), "stranger", &stranger);
        let node = site.node("alone");
        let alone = record(&node).await;
        assert!(alone.contains("begin\n") && alone.lines().count() > 60, "{alone}");
        let (sent, returned) = counted(node.metrics.unwrap(), "thoughts").await;
        assert_eq!(sent, returned, "nobody could think elsewhere");
        assert!(sent > 0, "nobody was asked");
        drop((stranger, node));

        // A worker thinks.
        let mut worker = Worker::start_with(&site.nats.address(), "anna", &WORKER);
        let node = site.node("helped");
        let helped = record(&node).await;
        let (sent, returned) = counted(node.metrics.unwrap(), "thoughts").await;
        println!("{sent} thoughts sent, {returned} of them returned");
        assert!(sent > returned, "{sent} sent, {returned} returned");
        assert_eq!(helped, alone);
        drop(node);

        // It is stopped before it can answer, and killed while it is waited for.
        worker.signal("-STOP");
        let node = site.node("disturbed");
        let metrics = node.metrics.unwrap();
        let killing = tokio::spawn(async move {
            while counted(metrics, "thoughts").await.0 == 0 {
                tokio::time::sleep(Duration::from_millis(2)).await;
            }
            worker.kill();
        });
        let disturbed = record(&node).await;
        killing.await.unwrap();
        let (sent, returned) = counted(metrics, "thoughts").await;
        assert_eq!(sent, returned, "nobody could think elsewhere");
        assert_eq!(disturbed, alone);
    });
    runtime.block_on(keeps_to_themselves(&site));
}

#[test]
#[ignore = "long; .ci/run has it"]
fn a_worker_reviews_a_game_for_a_node_as_the_command_does() {
    let Some(site) = Site::start("reviews") else { return };
    let _worker = Worker::start_with(&site.nats.address(), "anna", &WORKER);
    let node = site.node("reviewed");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let (record, reviewed) = runtime.block_on(async {
        let options = json!({
            "game": "spammers", "seats": 2, "variant": "demonstration", "deck": "starter",
            "pace": 0, "wait": 0, "seat-b": "intern",
        });
        let (mut player, path, record) = played(&node, &options).await;
        let review = format!("{path}/review");
        let first = player.look(&review).await.unwrap();
        assert_eq!((first["review"].is_null(), &first["thinking"]["depth"]), (true, &json!("quick")));
        until(&mut player, &format!("{review}/progress"), |seen| seen["thinking"].is_null()).await;
        assert_eq!(counted(node.metrics.unwrap(), "reviews").await, (1, 0), "sent, and returned undone");
        let reviewed = player.look(&review).await.unwrap()["review"].take();
        (record, reviewed)
    });
    let file = site.folder.join("game.txt");
    std::fs::write(&file, record).unwrap();
    let here = Command::new(GRUNTLE).args(["record", "review", "--json"]).arg(&file).output().unwrap();
    let here: Value = serde_json::from_slice(&here.stdout).unwrap();
    assert!(here["steps"].as_array().unwrap().len() > 60, "{here}");
    // A table calls players by their names.
    let (reviewed, here) = (numbers(&reviewed), numbers(&here));
    assert!(here.len() > 500 && reviewed == here, "{reviewed:?}\n{here:?}");
}

/// All numbers in it, in order.
fn numbers(of: &Value) -> Vec<f64> {
    match of {
        Value::Array(each) => each.iter().flat_map(numbers).collect(),
        Value::Object(each) => each.values().flat_map(numbers).collect(),
        Value::Number(number) => number.as_f64().into_iter().collect(),
        Value::Null | Value::Bool(_) | Value::String(_) => Vec::new(),
    }
}

/// Sends this to one of the workers; gives what it says to it, as it comes.
fn asked(nats: &Nats, subject: &str, what: &str) -> impl Iterator<Item = String> + use<> {
    let mut stream = TcpStream::connect(("127.0.0.1", nats.port())).unwrap();
    let length = what.len();
    write!(stream, "CONNECT {{\"verbose\":false,\"pedantic\":false}}\r\nSUB here 1\r\n").unwrap();
    write!(stream, "PUB {subject} here {length}\r\n{what}\r\nPING\r\n").unwrap();
    let lines = BufReader::new(stream).lines().map(Result::unwrap);
    lines.filter(|line| line.starts_with('{') || line.starts_with('"'))
}

#[test]
fn a_worker_says_what_is_wrong_with_what_it_is_asked_and_goes_on() {
    let folder = fresh_folder("thoughts-wrong");
    let Some(nats) = Nats::start(&folder) else { return };
    let worker = Worker::start(&nats.address(), "anna");
    let subject = format!("gruntle.think.{}", worker.program);
    for (thought, wanted) in [
        ("", "a thought cannot be read"),
        ("{}", "missing field"),
        ("\u{0}", "a thought cannot be read"),
        ("[[[[[[[[[[[[[[[[", "a thought cannot be read"),
        (&" ".repeat(300_000), "is too long; it has at most 262144"),
    ] {
        let said = asked(&nats, &subject, thought).next().unwrap();
        assert!(said.starts_with("{\"refused\":") && said.contains(wanted), "{said}");
    }
    // The same of finished games; one is looked at at a time.
    let subject = format!("gruntle.review.{}", worker.program);
    let record = include_str!("../../../../records/spammers-3-demonstration.txt");
    let job = |record: &str| json!({ "record": record, "depth": "deep" }).to_string();
    for (wrong, wanted) in [
        ("{}".to_owned(), "cannot be read"),
        (job(""), "the record cannot be read"),
        (job(&record.replace("demonstration", "rehearsal")), "rehearsal"),
        (job(&" ".repeat(600_000)), "is too long"),
    ] {
        let said = asked(&nats, &subject, &wrong).next().unwrap();
        assert!(said.starts_with("{\"refused\":") && said.contains(wanted), "{said}");
    }
    let mut looks = asked(&nats, &subject, &job(record));
    for number in 1..4 {
        let said = looks.next().unwrap();
        assert!(said.starts_with(&format!("{{\"looked\":[{number},")), "{said}");
    }
    assert_eq!(asked(&nats, &subject, &job(record)).next().unwrap(), "\"busy\"");
    // A stopping worker says so to the waiting nodes.
    worker.signal("-TERM");
    assert_eq!(looks.find(|said| !said.starts_with("{\"looked\"")).unwrap(), "\"busy\"");
    drop((worker, nats));
    std::fs::remove_dir_all(&folder).unwrap();
}
