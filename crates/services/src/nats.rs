//! NATS, on a port of loopback.

use std::io::Read as _;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::certificates::{authority, certificates};
use crate::process::processor;
use crate::without;

/// How long anything may take on a machine that is busy with other things.
const PATIENCE: Duration = Duration::from_secs(120);
const BETWEEN_LOOKS: Duration = Duration::from_millis(10);

/// Waits for something that must come.
pub fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < PATIENCE, "waited in vain: {what}");
        sleep(BETWEEN_LOOKS);
    }
}

fn found() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let folders: Vec<PathBuf> = std::env::split_paths(&path).chain(["/usr/sbin".into()]).collect();
    let server = folders.iter().map(|folder| folder.join("nats-server")).find(|file| file.is_file());
    if server.is_none() {
        without("There is no nats-server on this machine");
    }
    server
}

/// A NATS server on a port of its own.
pub struct Nats {
    program: PathBuf,
    child: Child,
    port: u16,
    store: PathBuf,
    more: Vec<String>,
}

impl Nats {
    /// Starts one with JetStream, if the machine has it.
    pub fn start(folder: impl AsRef<Path>) -> Option<Self> {
        Self::start_with(folder, &["-js"])
    }

    /// Starts one with JetStream that speaks TLS.
    pub fn start_with_tls(folder: impl AsRef<Path>) -> Option<Self> {
        Self::start_with_tls_and(folder, &[])
    }

    /// The same, told more.
    pub fn start_with_tls_and(folder: impl AsRef<Path>, more: &[&str]) -> Option<Self> {
        found()?;
        let folder = folder.as_ref();
        certificates(folder, || Command::new("openssl"));
        let file = |name: &str| folder.join(name).display().to_string();
        let tls = ["-js", "--tls", "--tlscert", &file("server.crt"), "--tlskey", &file("server.key")];
        Self::start_with(folder, &[&tls, more].concat())
    }

    /// The certificate of the authority that signed for a server with TLS in this folder.
    pub fn authority(folder: impl AsRef<Path>) -> PathBuf {
        authority(folder.as_ref())
    }

    /// Starts one with more arguments.
    pub fn start_with(folder: impl AsRef<Path>, more: &[&str]) -> Option<Self> {
        let program = found()?;
        let store = folder.as_ref().join("nats");
        let more: Vec<String> = more.iter().map(|&word| word.to_owned()).collect();
        for _ in 0..20 {
            let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
            let child = Self::spawn(&program, free, &store, &more);
            let mut nats = Self {
                program: program.clone(),
                child,
                port: free,
                store: store.clone(),
                more: more.clone(),
            };
            if nats.comes() {
                return Some(nats);
            }
        }
        panic!("nats-server does not start");
    }

    fn spawn(program: &PathBuf, port: u16, store: &PathBuf, more: &[String]) -> Child {
        let at = if more.iter().any(|word| word == "-a") { &[][..] } else { &["-a", "127.0.0.1"] };
        Command::new(program)
            .args(at)
            .args(["-p", &port.to_string(), "-sd"])
            .arg(store)
            .args(more)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap()
    }

    /// Waits until it answers; not where somebody else took the port.
    fn comes(&mut self) -> bool {
        let at = SocketAddr::from(([127, 0, 0, 1], self.port));
        let mut is_up = false;
        until("nats-server", || {
            is_up = TcpStream::connect(at).is_ok_and(|mut stream| {
                let mut word = [0; 4];
                stream.read_exact(&mut word).is_ok() && &word == b"INFO"
            });
            is_up || self.child.try_wait().unwrap().is_some()
        });
        is_up && self.child.try_wait().unwrap().is_none()
    }

    /// Where it is.
    pub fn address(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// Its port.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// How much processor time it has used since it was started.
    #[must_use]
    pub fn processor(&self) -> Duration {
        processor(self.child.id())
    }

    /// Ends it as hard as can be.
    pub fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Starts it again where it was, from now on with these arguments instead of those.
    pub fn restart_with(&mut self, words: &[&str], instead: &[&str]) {
        self.more.retain(|word| !instead.contains(&word.as_str()));
        self.more.extend(words.iter().map(|&word| word.to_owned()));
        self.restart();
    }

    /// Starts it again where it was.
    pub fn restart(&mut self) {
        self.child = Self::spawn(&self.program, self.port, &self.store, &self.more);
        assert!(self.comes(), "the port was taken meanwhile");
    }

    /// Forgets all that it kept; it must not run.
    pub fn forget(&self) {
        std::fs::remove_dir_all(&self.store).unwrap();
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
