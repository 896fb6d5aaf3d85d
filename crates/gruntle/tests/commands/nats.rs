//! A NATS to test with, and workers: found on the machine, started on loopback, ended with the test.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::bench::Folder;

/// How long anything may take on a machine that is busy with other things.
const PATIENCE: Duration = Duration::from_secs(120);
const BETWEEN_LOOKS: Duration = Duration::from_millis(10);

/// Waits for something that must come.
pub(crate) fn until(what: &str, mut is_so: impl FnMut() -> bool) {
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
        services::without("There is no nats-server on this machine");
    }
    server
}

/// A NATS server on a port of its own.
pub(crate) struct Nats {
    program: PathBuf,
    child: Child,
    port: u16,
    store: PathBuf,
    more: Vec<String>,
}

impl Nats {
    /// Starts one with JetStream, if the machine has it.
    pub(crate) fn start(folder: &Folder) -> Option<Self> {
        Self::start_with(folder, &["-js"])
    }

    /// Starts one that is told more.
    pub(crate) fn start_with(folder: &Folder, more: &[&str]) -> Option<Self> {
        let program = found()?;
        let store = folder.path("nats");
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

    pub(crate) fn address(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    /// Ends it as hard as can be.
    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Starts it again where it was.
    pub(crate) fn restart(&mut self) {
        self.child = Self::spawn(&self.program, self.port, &self.store, &self.more);
        assert!(self.comes(), "the port was taken meanwhile");
    }

    /// Forgets all that it kept; it must not run.
    pub(crate) fn forget(&self) {
        std::fs::remove_dir_all(&self.store).unwrap();
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A program that runs beside the test; what it says is kept in a file.
pub(crate) struct Beside {
    child: Child,
    said: PathBuf,
}

impl Beside {
    /// Starts the program; both its streams go to this file.
    pub(crate) fn start(folder: &Folder, said: &str, arguments: &[&str], variables: &[(&str, &str)]) -> Self {
        let said = folder.path(said);
        let file = File::create(&said).unwrap();
        let child = folder
            .command(arguments)
            .envs(variables.iter().copied())
            .stdin(Stdio::null())
            .stdout(file.try_clone().unwrap())
            .stderr(file)
            .spawn()
            .unwrap();
        Self { child, said }
    }

    /// A worker that waits for work.
    pub(crate) fn worker(folder: &Folder, nats: &Nats, name: &str) -> Self {
        Self::worker_with(folder, nats, name, &[])
    }

    pub(crate) fn worker_with(folder: &Folder, nats: &Nats, name: &str, variables: &[(&str, &str)]) -> Self {
        let address = nats.address();
        let arguments = ["worker", "--cluster", &address, "--threads", "1", "--name", name];
        let worker = Self::start(folder, &format!("said-by-{name}"), &arguments, variables);
        worker.says("waits for work");
        worker
    }

    pub(crate) fn said(&self) -> String {
        let mut text = String::new();
        let mut file = BufReader::new(File::open(&self.said).unwrap());
        while file.read_line(&mut text).unwrap_or(0) > 0 {}
        text
    }

    /// Waits until it has said this.
    pub(crate) fn says(&self, what: &str) {
        until(&format!("that it says '{what}', having said: {}", self.said()), || self.said().contains(what));
    }

    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Sends a signal by name.
    pub(crate) fn signal(&self, signal: &str) {
        let sent = Command::new("kill").args([signal, &self.child.id().to_string()]).status();
        assert!(sent.unwrap().success());
    }

    /// Waits until it ends; the exit code.
    pub(crate) fn ends(&mut self) -> i32 {
        let mut code = None;
        until("the end of a program", || {
            code = self.child.try_wait().unwrap();
            code.is_some()
        });
        code.unwrap().code().unwrap_or(-1)
    }
}

impl Drop for Beside {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
