//! The welcome of a table: its address, a port that somebody else has, and the other commands.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::process::Stdio;

use crate::bench::Folder;

/// The variable by which debug builds begin at another port.
const PORT: &str = "GRUNTLE_TEST_PORT";

/// The first lines of a table, which must be all it says.
fn said(words: &[&str], first_port: u16, lines: usize) -> Vec<String> {
    let folder = Folder::new();
    let mut table = folder
        .command(words)
        .env(PORT, first_port.to_string())
        .env("HOME", folder.path(""))
        .env("XDG_DATA_HOME", folder.path("data"))
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut out = BufReader::new(table.stdout.take().unwrap());
    let said: Vec<String> = out.by_ref().lines().take(lines).map(Result::unwrap).collect();
    // It answers when it has said all it has to say.
    let mut asked = TcpStream::connect(("127.0.0.1", port(&said[0]))).unwrap();
    asked.write_all(b"GET /livez HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    asked.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
    table.kill().unwrap();
    table.wait().unwrap();
    let mut rest = String::new();
    out.read_to_string(&mut rest).unwrap();
    assert_eq!(rest, "", "it says more");
    said
}

/// The port of the table that said this first.
fn port(first: &str) -> u16 {
    first.strip_prefix("Gruntle is open at http://127.0.0.1:").unwrap().parse().unwrap()
}

#[test]
fn gruntle_alone_tells_what_else_there_is() {
    for words in [&[""; 0][..], &["--no-open"]] {
        let said = said(words, 0, 4);
        let port = port(&said[0]);
        assert!(said[1].ends_with(". Ctrl-C closes the table; nothing is lost."), "{said:?}");
        assert_eq!(
            said[2],
            format!("Let friends on your network in: gruntle serve --bind 0.0.0.0:{port}"),
            "{said:?}"
        );
        assert!(said[3].starts_with("gruntle --help lists the rest: "), "{said:?}");
    }
}

#[test]
fn gruntle_serve_tells_of_the_table_alone() {
    let said = said(&["serve"], 0, 2);
    assert!(said[1].starts_with("Matches are kept in "), "{said:?}");
}

#[test]
fn a_port_that_somebody_has_is_told() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let first = taken.local_addr().unwrap().port();
    for (words, lines) in [(&[""; 0][..], 5), (&["serve"], 3)] {
        let said = said(words, first, lines);
        let taken = port(&said[0]);
        assert_ne!(taken, first);
        // Other tests may have the next ports, too.
        let (one, many) = (format!("Port {first} is in use"), format!("Ports {first} to "));
        assert!(said[2].starts_with(&one) || said[2].starts_with(&many), "{said:?}");
        assert!(said[2].ends_with(&format!(" in use; took {taken}.")), "{said:?}");
    }
}

#[test]
fn quietly_a_table_says_its_address_alone() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let first = taken.local_addr().unwrap().port();
    for words in [&["--quiet"][..], &["serve", "--quiet", "--metrics", "127.0.0.1:0"]] {
        port(&said(words, first, 1)[0]);
    }
}

#[test]
fn only_a_table_without_a_command_opens_a_page() {
    for words in [&["--no-open", "serve"][..], &["--no-open", "bots"]] {
        assert_eq!(
            Folder::new().refuses(words),
            "only 'gruntle' without a command opens a page; leave --no-open out"
        );
    }
}
