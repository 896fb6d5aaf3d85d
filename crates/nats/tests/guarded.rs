//! Whom a connection trusts, also when it is made again.
#![allow(clippy::unwrap_used)] // A test may stop at once.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;

use nats::{Address, Caller, Client, ClusterError, Link, Secret, Trust};
use services::{Nats, fresh_folder, until};

/// The changes of a connection.
type Heard = Arc<Mutex<Vec<Link>>>;

async fn connect(address: &Address, heard: &Heard) -> Result<Client, ClusterError> {
    let secret = Secret::Password { user: "me".into(), password: "hush".into() };
    let caller = Caller { name: "a test", danger: "do harm", inbox: nats::INBOX };
    let heard = heard.clone();
    nats::connect(address, &secret, Trust::Guarded, caller, move |link| heard.lock().unwrap().push(link))
        .await
}

/// A NATS without TLS that announces another one; gives its port, and the first caller's words.
fn plain() -> (u16, JoinHandle<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let talk = move || {
        let (mut stream, _): (TcpStream, _) = listener.accept().unwrap();
        let about = r#""server_id":"x","server_name":"x","host":"127.0.0.1","version":"2.9.0","go":"","max_payload":1000,"proto":1"#;
        let info = format!("INFO {{{about},\"port\":{port},\"connect_urls\":[\"127.0.0.1:1\"]}}\r\n");
        stream.write_all(info.as_bytes()).unwrap();
        let mut heard = Vec::new();
        let mut lines = BufReader::new(stream.try_clone().unwrap());
        // Until PING, which ends what a caller says first; a caller who wants TLS says something else.
        while !heard.ends_with(b"PING\r\n") {
            let before = heard.len();
            if lines.read_until(b'\n', &mut heard).is_err() || heard.len() == before || heard[0] != b'C' {
                return String::from_utf8_lossy(&heard).into_owned();
            }
        }
        stream.write_all(b"PONG\r\n").unwrap();
        let _ = lines.read_to_end(&mut Vec::new());
        String::from_utf8_lossy(&heard).into_owned()
    };
    (port, std::thread::spawn(talk))
}

#[tokio::test]
async fn servers_that_nats_tells_of_are_not_spoken_to() {
    let (port, talk) = plain();
    let address = Address::read(&format!("nats://127.0.0.1:{port}")).unwrap();
    let client = connect(&address, &Heard::default()).await.unwrap();
    let servers = client.library().server_pool().await.unwrap();
    assert_eq!(servers.len(), 1, "{servers:?}");
    assert_eq!(client.library().server_info().connect_urls, ["127.0.0.1:1"], "it was told of another");
    client.library().drain().await.unwrap();
    assert!(tokio::task::spawn_blocking(|| talk.join().unwrap()).await.unwrap().starts_with("CONNECT"));
}

#[tokio::test]
async fn nothing_is_said_in_the_open_where_tls_was_asked_for() {
    let (port, talk) = plain();
    let address = Address::read(&format!("tls://127.0.0.1:{port}")).unwrap();
    connect(&address, &Heard::default()).await.unwrap_err();
    let heard = tokio::task::spawn_blocking(|| talk.join().unwrap()).await.unwrap();
    assert!(!heard.is_empty() && !heard.contains("hush"), "{heard}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_nats_that_comes_back_without_a_password_is_not_spoken_to_until_it_has_one() {
    let folder = fresh_folder("guarded");
    let password = ["--user", "me", "--pass", "hush"];
    let Some(mut server) = Nats::start_with_tls_and(&folder, &[&["-a", "0.0.0.0"], &password[..]].concat())
    else {
        return;
    };
    let address = Address::read(&format!("tls://0.0.0.0:{}", server.port())).unwrap();
    let address = address.vouched_for_by(Some(&Nats::authority(&folder))).unwrap();
    let heard = Heard::default();
    let _client = connect(&address, &heard).await.unwrap();
    let hears = |link: Link| until(&format!("{link:?}"), || heard.lock().unwrap().last() == Some(&link));
    server.kill();
    server.restart_with(&[], &password);
    hears(Link::Open);
    server.kill();
    server.restart_with(&password, &[]);
    hears(Link::Back);
    assert_eq!(*heard.lock().unwrap(), [Link::Lost, Link::Open, Link::Back]);
    drop(server);
    std::fs::remove_dir_all(&folder).unwrap();
}
