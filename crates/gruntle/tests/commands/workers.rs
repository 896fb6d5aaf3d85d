//! Runs on many machines: the same bytes as on one, past every crash; and refusals.

mod pieces;
mod queue;

use std::fs;
use std::path::PathBuf;

use crate::bench::{Answer, Folder};
use crate::nats::{Beside, Nats, until};
use queue::Queue;

/// Runs the program where workers do it: the same bytes would come of a run that nobody helped with.
fn by_workers(folder: &Folder, nats: &Nats, words: &[&str]) -> Answer {
    let queue = Queue::of(nats);
    let before = queue.taken();
    let answer = folder.gruntle([words, &["--cluster", &nats.address()]].concat());
    assert_eq!(answer.code, 0, "{}", answer.err);
    assert!(queue.taken() > before, "no worker did anything: {words:?}");
    answer
}

/// Lab commands: the output folder, and the words.
const ASKED: [(&str, &[&str]); 4] = [
    (
        "balance",
        &["balance", "spammers", "--seats", "2-3", "--bots", "greedy", "--games", "60", "--seed", "5"],
    ),
    (
        "compare",
        &[
            "compare",
            "spam-o-rama",
            "--a",
            "ring",
            "--b",
            "generated",
            "--bots",
            "random",
            "--games",
            "1200",
            "--seed",
            "5",
        ],
    ),
    (
        "ladder",
        &["ladder", "spammers", "--bots", "random,greedy", "--seats", "2", "--games", "40", "--seed", "5"],
    ),
    (
        "tune",
        &[
            "tune", "--deck", "starter", "--seats", "2", "--bots", "random", "--games", "20", "--steps", "2",
            "--seed", "5",
        ],
    ),
];

#[test]
#[ignore = "long; .ci/run has it"]
fn many_machines_change_no_byte_of_a_report() {
    let folder = Folder::new();
    let Some(nats) = Nats::start(&folder) else { return };
    let _workers = ["anna", "berta"].map(|name| Beside::worker(&folder, &nats, name));
    for (name, words) in ASKED {
        let (here, there) = (format!("{name}-here"), format!("{name}-there"));
        let alone = folder.gruntle([&["lab"], words, &["--out", &here]].concat());
        assert_eq!((alone.code, alone.err.as_str()), (0, ""), "{name}: {}", alone.out);
        by_workers(&folder, &nats, &[&["lab"], words, &["--out", &there]].concat());
        assert!(written(&folder, &here) == written(&folder, &there), "{name}");
    }
}

#[test]
#[ignore = "long; .ci/run has it"]
fn many_machines_write_the_same_dataset() {
    let folder = Folder::new();
    let Some(nats) = Nats::start(&folder) else { return };
    let _workers = ["anna", "berta"].map(|name| Beside::worker(&folder, &nats, name));
    for game in ["spammers", "spam-o-rama"] {
        let words = [
            "lab",
            "dataset",
            game,
            "--bots",
            "search:5,greedy",
            "--games",
            "5",
            "--per-file",
            "2",
            "--seed",
            "5",
        ];
        let (here, there) = (format!("{game}-here"), format!("{game}-there"));
        let alone = folder.gruntle([&words[..], &["--out", &here]].concat());
        assert_eq!((alone.code, alone.err.as_str()), (0, ""), "{}", alone.out);
        let many = by_workers(&folder, &nats, &[&words[..], &["--out", &there]].concat());
        assert_eq!(alone.out.lines().next(), many.out.lines().next());
        let (here, there) = (files(&folder, &here), files(&folder, &there));
        assert_eq!(here.len(), 4, "three shards and what is in them");
        assert!(here == there);
    }
}

/// The files of a run that has a report.
fn written(folder: &Folder, run: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let files = files(folder, run);
    assert!(files.iter().any(|(name, _)| name.ends_with("report.html")), "{run} has no report");
    files
}

/// The files of a run but its journal, whose lines come as pieces are done.
fn files(folder: &Folder, run: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let files = folder.files().into_iter().filter(|(path, _)| path.parent().unwrap().ends_with(run));
    let named = files.map(|(path, bytes)| (path.file_name().unwrap().into(), bytes));
    named.filter(|(name, _): &(PathBuf, _)| !name.ends_with("journal.jsonl")).collect()
}

#[test]
#[ignore = "long; .ci/run has it"]
fn many_machines_find_the_same_puzzles_and_records() {
    find_the_same_puzzles_and_records("spam-o-rama");
}

#[test]
#[ignore = "long; .ci/run has it"]
fn many_machines_find_the_same_puzzles_and_records_of_spammers() {
    find_the_same_puzzles_and_records("spammers");
}

fn find_the_same_puzzles_and_records(game: &str) {
    let folder = Folder::new();
    let Some(nats) = Nats::start(&folder) else { return };
    let _workers = ["anna", "berta"].map(|name| Beside::worker(&folder, &nats, name));
    let hunt = [
        "lab", "puzzles", game, "--seats", "2", "--bots", "random", "--games", "1", "--count", "1", "--seed",
        "4",
    ];
    let sim = ["sim", game, "--games", "30", "--seed", "4", "--json", "--records"];
    let [here, there] = ["here", "there"].map(|place| {
        let run = |words: &[&str]| {
            if place == "there" { by_workers(&folder, &nats, words) } else { folder.gruntle(words) }
        };
        let (file, records) = (format!("{game}-{place}.toml"), format!("{game}-{place}"));
        let hunted = run(&[&hunt[..], &["--out", &file]].concat());
        assert_eq!(hunted.code, 0, "{}", hunted.err);
        let played = run(&[&sim[..], &[records.as_str()]].concat());
        assert_eq!(played.code, 0, "{}", played.err);
        let mut told: serde_json::Value = serde_json::from_str(&played.out).unwrap();
        // How long it took is of this run alone.
        for key in ["seconds", "games_per_s", "decisions_per_s"] {
            told.as_object_mut().unwrap().remove(key);
        }
        let mut kept: Vec<_> = fs::read_dir(folder.path(&records))
            .unwrap()
            .map(|file| {
                let path = file.unwrap().path();
                (path.file_name().unwrap().to_owned(), fs::read(path).unwrap())
            })
            .collect();
        kept.sort();
        (fs::read(folder.path(&file)).unwrap(), told, kept)
    });
    assert!(here.2.len() == 30 && here == there, "{game}");
}

/// A run of pieces that take a while, with a journal in a folder of this name.
fn long_run<'a>(out: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let words = [
        "lab",
        "balance",
        "spammers",
        "--seats",
        "2",
        "--bots",
        "search:40",
        "--games",
        "75",
        "--seed",
        "6",
        "--out",
        out,
    ];
    [&words[..], more].concat()
}

/// How many lines the journal of a run has.
fn lines(folder: &Folder, out: &str) -> usize {
    let journal = fs::read(folder.path(&format!("{out}/journal.jsonl"))).unwrap_or_default();
    journal.iter().filter(|&&byte| byte == b'\n').count()
}

#[test]
#[ignore = "long; .ci/run has it"]
fn whoever_dies_is_made_up_for() {
    let folder = Folder::new();
    let Some(mut nats) = Nats::start(&folder) else { return };
    let address = nats.address();
    let whole = folder.gruntle(long_run("whole", &[]));
    assert_eq!(whole.code, 0, "{}", whole.err);

    // The present worker is stopped or gone before another begins, so that there is always work left.
    let asked = long_run("many", &["--cluster", &address]);
    let mut run = Beside::start(&folder, "said-by-run", &asked, &[]);
    run.says("nobody works yet");
    let mut anna = Beside::worker(&folder, &nats, "anna");
    run.says("worker anna has come: 1 worker with 1 thread");
    // With one piece done it has the next in hand, and dies with it.
    until("a piece", || lines(&folder, "many") > 1);
    anna.kill();
    run.says("worker anna has gone");

    // NATS dies, first with what it kept, then without.
    nats.kill();
    run.says("NATS is gone");
    nats.restart();
    run.says("NATS is back");
    let after_nats = lines(&folder, "many");
    let berta = Beside::worker(&folder, &nats, "berta");
    until("a piece after anna and NATS", || lines(&folder, "many") > after_nats);
    berta.signal("-STOP");
    nats.kill();
    nats.forget();
    nats.restart();
    let after_loss = lines(&folder, "many");
    berta.signal("-CONT");
    until("a piece after the queue was lost", || lines(&folder, "many") > after_loss);

    // Who asked dies, too, and goes on.
    berta.signal("-STOP");
    run.kill();
    let first_run = lines(&folder, "many");
    let asked = [&asked[..], &["--resume"]].concat();
    let mut run = Beside::start(&folder, "said-by-second-run", &asked, &[]);
    berta.signal("-CONT");
    until("a piece of the second run", || lines(&folder, "many") > first_run);
    // A worker that is asked to go gives back what it has in hand.
    berta.signal("-TERM");
    run.says("worker berta has gone");
    let mut carla = Beside::worker(&folder, &nats, "carla");
    run.says("worker carla has come");
    assert_eq!(run.ends(), 0, "{}", run.said());
    assert!(written(&folder, "whole") == written(&folder, "many"));
    carla.signal("-INT");
    assert_eq!(carla.ends(), 0, "{}", carla.said());
}

#[test]
fn another_program_is_left_out_with_a_sentence() {
    let folder = Folder::new();
    let Some(nats) = Nats::start(&folder) else { return };
    let address = nats.address();
    let other = Beside::worker_with(&folder, &nats, "other", &[("GRUNTLE_TEST_PROGRAM", "another")]);
    let asked = ["sim", "spammers", "--games", "40", "--seed", "1", "--cluster", &address];
    let mut run = Beside::start(&folder, "said-by-run", &asked, &[]);
    run.says("worker other is left out: it is gruntle ");
    other.says("worker other is left out");
    let _same = Beside::worker(&folder, &nats, "same");
    assert_eq!(run.ends(), 0, "{}", run.said());
    assert!(run.said().contains("40 games, seed 1"), "{}", run.said());
}

#[test]
fn work_goes_over_tls_to_a_nats_that_somebody_known_has_signed_for() {
    let folder = Folder::new();
    let Some(nats) = Nats::start_with_tls(&folder) else { return };
    let address = format!("tls://localhost:{}", nats.port());
    let ca = Nats::authority(&folder).display().to_string();
    let sim = ["sim", "spammers", "--games", "20", "--seed", "1", "--cluster", &address];
    let stranger = folder.refuses(&sim);
    assert!(stranger.contains("cannot reach NATS at tls://localhost"), "{stranger}");
    let nowhere = folder.refuses(&[&sim[..], &["--cluster-ca", "nowhere.pem"]].concat());
    assert!(nowhere.contains("cannot read the certificates in 'nowhere.pem'"), "{nowhere}");
    let worker = ["worker", "--cluster", &address, "--cluster-ca", &ca, "--name", "anna"];
    let _anna = Beside::start(&folder, "said-by-anna", &worker, &[]);
    let run = folder.gruntle([&sim[..], &["--cluster-ca", &ca]].concat());
    assert!(run.code == 0 && run.out.contains("20 games, seed 1"), "{}{}", run.out, run.err);
    assert!(run.err.contains("worker anna has come"), "{}", run.err);
    let quiet = folder.gruntle([&sim[..], &["--cluster-ca", &ca, "--quiet"]].concat());
    assert_eq!((quiet.code, quiet.err.as_str()), (0, ""), "nobody is told who works");
}

#[test]
fn a_queue_that_cannot_be_used_is_refused_with_what_would_be_right() {
    let folder = Folder::new();
    let sim = ["sim", "spammers", "--games", "1"];
    let refuses = |address: &str, says: &str| {
        let worker = folder.refuses(&["worker", "--cluster", address]);
        let run = folder.refuses(&[&sim[..], &["--cluster", address]].concat());
        for sentence in [worker, run] {
            assert!(sentence.contains(says) && !sentence.contains("hush"), "{sentence}");
        }
    };
    refuses("127.0.0.1:4222", "write nats://HOST:PORT");
    refuses("nats://me:hush@127.0.0.1:4222", "--cluster-secret");
    refuses("nats://127.0.0.1:1", "is nats-server running there?");
    folder.refuses(&["worker", "--cluster", "nats://127.0.0.1:1", "--cluster-secret", "nowhere"]);
    folder.refuses(&["worker", "--cluster", "nats://127.0.0.1:1", "--name", ""]);
    let aloud = folder.gruntle([&sim[..], &["--aloud", "--cluster", "nats://127.0.0.1:1"]].concat());
    assert!(aloud.code == 2 && aloud.err.contains("cannot be used with"), "{}", aloud.err);
    let program = ["sim", "spammers", "--bots", "exec:true,greedy", "--cluster", "nats://127.0.0.1:1"];
    assert!(folder.refuses(&program).contains("workers start nobody's programs"));
    let lab = ["lab", "balance", "spammers", "--games", "1", "--cluster", "nats://127.0.0.1:1"];
    assert!(folder.refuses(&lab).contains("cannot reach NATS"), "and no folder is begun");

    let plain = Folder::new();
    let Some(nats) = Nats::start_with(&plain, &[]) else { return };
    let run = plain.refuses(&[&sim[..], &["--cluster", &nats.address()]].concat());
    assert!(run.contains("without JetStream"), "{run}");
    // Nodes need no queue, and workers think for them.
    let thinks = Beside::start(&plain, "said-by-thinker", &["worker", "--cluster", &nats.address()], &[]);
    thinks.says("thinks for nodes, and nothing else");
    drop(thinks);

    let open = Folder::new();
    let Some(nats) = Nats::start_with(&open, &["-js", "-a", "0.0.0.0"]) else { return };
    let beyond = format!("nats://0.0.0.0:{}", nats.port());
    refuses(&beyond, "would be spoken to without TLS");
    let _anna = Beside::worker(&open, &nats, "anna");
    let told = open.gruntle([&sim[..], &["--cluster", &beyond, "--cluster-open"]].concat());
    assert_eq!(told.code, 0, "{}", told.err);
    drop(nats);

    let open = Folder::new();
    let Some(nats) = Nats::start_with_tls_and(&open, &["-a", "0.0.0.0"]) else { return };
    let ca = Nats::authority(&open).display().to_string();
    let beyond = format!("tls://0.0.0.0:{}", nats.port());
    let said = folder.refuses(&[&sim[..], &["--cluster", &beyond, "--cluster-ca", &ca]].concat());
    assert!(said.contains("lets everybody in"), "{said}");
}

#[test]
fn a_password_comes_from_a_file_or_the_environment() {
    let folder = Folder::new();
    let words = ["-a", "0.0.0.0", "--user", "me", "--pass", "hush"];
    let Some(nats) = Nats::start_with_tls_and(&folder, &words) else { return };
    let ca = Nats::authority(&folder).display().to_string();
    // It asks for a password, so it may be anywhere.
    let address = format!("tls://0.0.0.0:{}", nats.port());
    let secret = [("GRUNTLE_NATS_USER", "me"), ("GRUNTLE_NATS_PASSWORD", "hush")];
    let worker = ["worker", "--cluster", &address, "--cluster-ca", &ca, "--threads", "1", "--name", "anna"];
    let _anna = Beside::start(&folder, "said-by-anna", &worker, &secret);
    folder.write("secret", "user=me\npassword=hush\n");
    let sim = ["sim", "spammers", "--games", "1", "--seed", "1", "--cluster", &address, "--cluster-ca", &ca];
    let told = folder.gruntle([&sim[..], &["--cluster-secret", "secret"]].concat());
    assert_eq!(told.code, 0, "{}", told.err);
    // Where neither NATS nor a worker writes anything.
    let quiet = Folder::new();
    quiet.write("wrong", "token=hush\n");
    assert!(quiet.refuses(&sim).contains("asks for a password"));
    let wrong = quiet.refuses(&[&sim[..], &["--cluster-secret", "wrong"]].concat());
    assert!(wrong.contains("does not take a token") && !wrong.contains("hush"), "{wrong}");
}
