//! README and docs are true: every command in a block of theirs is run as it stands there, in the order of its page,
//! and its output is compared.

mod compare;
mod page;
mod small;

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;

use crate::bench::{Answer, Folder};
use crate::programs::has_python;
use compare::{Extent, difference};
use page::{Page, Shown, pages, root};
use small::{INSTEAD, in_small, without_remark};

/// Commands that no test can run: the page, how they begin, and why.
const CANNOT: [(&str, &str, &str); 13] = [
    ("README.md", "cargo test --workspace", "it is what runs this"),
    ("docs/serving.md", "gruntle admin export k7mq2xwp", "somebody played this match"),
    ("docs/serving.md", "gruntle admin remove k7mq2xwp", "somebody played this match"),
    ("docs/serving.md", "gruntle admin copy", "PostgreSQL is on another machine"),
    ("docs/serving.md", "createdb games", "PostgreSQL's own, and this machine may have none"),
    ("docs/serving.md", "gruntle serve --database postgres://", "PostgreSQL is on another machine"),
    ("docs/serving.md", "curl -s -X POST localhost:1998/play", "codes, keys and luck are others each time"),
    ("docs/serving.md", "curl -s localhost:1998/t/ggfn42ig -H", "it names a key that was given before"),
    ("docs/serving.md", "curl -s localhost:1998/t/ggfn42ig/act", "it names a key that was given before"),
    ("docs/serving.md", "curl -sN 'localhost:1998/t/ggfn42ig/events", "it names a key, and never ends"),
    ("docs/workers.md", "nats-server", "it never ends, and this machine may have none"),
    ("docs/workers.md", "gruntle worker", "NATS is on another machine"),
    ("docs/workers.md", "gruntle lab balance spammers --seats 2-6 --cluster", "NATS is on another machine"),
];

/// Files of the repository that a page names.
const FILES: [(&str, &str); 3] = [
    ("README.md", "lessons/spammers.toml"),
    ("README.md", "lessons/spammers.txt"),
    ("README.md", "puzzles/spam-o-rama.toml"),
];

#[test]
fn what_pages_show_is_what_happens() {
    let pages = pages();
    let wrong: Vec<String> = thread::scope(|scope| {
        let runs: Vec<_> = pages.iter().map(|page| scope.spawn(|| wrong_on(page))).collect();
        runs.into_iter().flat_map(|run| run.join().unwrap()).collect()
    });
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn every_exception_is_still_shown_somewhere() {
    let pages = pages();
    let shows = |page: &Page, begins: &str| page.commands.iter().any(|one| one.command.starts_with(begins));
    for (name, begins, _) in CANNOT {
        let shown = pages.iter().any(|page| page.name == name && shows(page, begins));
        assert!(shown, "{name} shows no '{begins}' any more: take it out of the table");
    }
    for (begins, _, _) in INSTEAD {
        assert!(pages.iter().any(|page| shows(page, begins)), "no page shows '{begins}' any more");
    }
}

/// The faults of a page, a sentence for each command.
fn wrong_on(page: &Page) -> Vec<String> {
    let folder = Folder::new();
    for (_, file) in FILES.iter().filter(|(name, _)| *name == page.name) {
        fs::create_dir_all(folder.path(file).parent().unwrap()).unwrap();
        fs::copy(root().join(file), folder.path(file)).unwrap();
    }
    if let Some((_, program)) = page.text.split_once("```python\n#!") {
        folder.write("mybot.py", format!("#!{}", program.split("```").next().unwrap()));
        fs::set_permissions(folder.path("mybot.py"), fs::Permissions::from_mode(0o755)).unwrap();
    }
    let known = |shown: &&Shown| {
        !CANNOT.iter().any(|(name, begins, _)| *name == page.name && shown.command.starts_with(begins))
    };
    let run = page.commands.iter().filter(known).filter_map(|shown| {
        let wrong = wrong_with(&folder, shown)?;
        Some(format!("{}:{}: {}: {wrong}", page.name, shown.line, shown.command))
    });
    run.collect()
}

fn wrong_with(folder: &Folder, shown: &Shown) -> Option<String> {
    let Some(whole) = shown.as_gruntle() else {
        return Some("say in the table of tests/commands/documented.rs why this cannot be run".to_owned());
    };
    let whole = without_remark(&whole);
    let command = in_small(whole);
    if command.contains("mybot.py") && !has_python() {
        return None;
    }
    let mut words = command.split_whitespace().skip(1);
    if let (None | Some("serve"), false) = (words.next(), command.contains(" --print-config")) {
        let said = opened(folder, &command);
        let is_open = said.starts_with("Gruntle is open at ");
        return match shown.output.is_empty() {
            true => (!is_open).then(|| format!("it opens no table: {said}")),
            false => difference(&shown.output, &said, Extent::Exact),
        };
    }
    let plays = ["gruntle sim ", "gruntle lab "].iter().any(|begins| command.starts_with(begins));
    if plays && !command.contains(" --seed ") {
        return Some("its luck is another each time; give it a --seed".to_owned());
    }
    let answer = Answer::of(in_shell(folder, &command).output().unwrap());
    if command.starts_with("gruntle lab dataset ") && !cfg!(feature = "parquet") {
        let refused = answer.code == 2 && answer.err.ends_with("cargo build --release --features full\n");
        return (!refused).then(|| format!("without Parquet it should be refused: {}", answer.err));
    }
    if answer.code != 0 {
        return Some(format!("exit code {}: {}{}", answer.code, answer.out, answer.err));
    }
    let extent = if command == whole { Extent::Exact } else { Extent::Shape };
    difference(&shown.output, &answer.out, extent).filter(|_| !shown.output.is_empty())
}

/// All that a table says before anybody asks it for something; then it is closed.
fn opened(folder: &Folder, command: &str) -> String {
    let mut shell = in_shell(folder, &format!("exec {command}"));
    // Debug builds begin at this port. The system chooses a free one, so there is no notice about taken ports.
    let mut table = shell.env("GRUNTLE_TEST_PORT", "0").stdout(Stdio::piped()).spawn().unwrap();
    let mut out = BufReader::new(table.stdout.take().unwrap());
    let mut said = String::new();
    out.read_line(&mut said).unwrap();
    // A table that answers has said all it has to say.
    let port = said.trim_end().rsplit(':').next().and_then(|port| port.parse::<u16>().ok());
    if let Some(mut asked) = port.and_then(|port| TcpStream::connect(("127.0.0.1", port)).ok()) {
        let _ = asked.write_all(b"GET /livez HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        let _ = asked.read_to_end(&mut Vec::new());
    }
    table.kill().unwrap();
    table.wait().unwrap();
    out.read_to_string(&mut said).unwrap();
    said
}

/// The command in this folder, with this program alone.
fn in_shell(folder: &Folder, command: &str) -> Command {
    let program = Path::new(env!("CARGO_BIN_EXE_gruntle")).parent().unwrap();
    let path = std::env::var("PATH").unwrap_or_default();
    let mut shell = Command::new("/bin/sh");
    shell.args(["-c", command]).current_dir(folder).stdin(Stdio::null());
    shell
        .env("PATH", format!("{}:{path}", program.display()))
        .env("HOME", folder.path(""))
        .env_remove("XDG_DATA_HOME");
    shell
}
