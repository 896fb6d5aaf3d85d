//! A `gruntle worker` beside the nodes.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::GRUNTLE;

/// A worker that waits for work.
pub struct Worker {
    child: Child,
    /// Its fingerprint.
    pub program: String,
    arguments: Vec<String>,
    variables: Vec<(String, String)>,
}

impl Worker {
    /// Starts one with this NATS.
    pub fn start(nats: &str, name: &str) -> Self {
        Self::start_with(nats, name, &[])
    }

    /// The same, with these variables in its environment.
    pub fn start_with(nats: &str, name: &str, variables: &[(&str, &str)]) -> Self {
        Self::start_told(&["--cluster", nats, "--name", name], variables)
    }

    /// Starts one with these options.
    pub fn start_told(options: &[&str], variables: &[(&str, &str)]) -> Self {
        let arguments = ["worker", "--threads", "1"].into_iter().chain(options.iter().copied());
        let arguments: Vec<String> = arguments.map(str::to_owned).collect();
        let variables: Vec<_> =
            variables.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
        let (child, program) = spawn(&arguments, &variables);
        Self { child, program, arguments, variables }
    }

    /// Sends it a signal by name.
    pub fn signal(&self, signal: &str) {
        let sent = Command::new("kill").args([signal, &self.child.id().to_string()]).status();
        assert!(sent.unwrap().success());
    }

    /// Ends it as hard as can be.
    pub fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Starts it again when it was killed.
    pub fn restart(&mut self) {
        (self.child, self.program) = spawn(&self.arguments, &self.variables);
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Restarts of a worker that ends because NATS is gone, as a service manager does.
const STARTS: usize = 40;
const BETWEEN_STARTS: Duration = Duration::from_millis(250);

/// Starts one and waits until it listens; gives what it says it plays.
fn spawn(arguments: &[String], variables: &[(String, String)]) -> (Child, String) {
    for _ in 0..STARTS {
        let mut command = Command::new(GRUNTLE);
        command.args(arguments).envs(variables.iter().cloned());
        let mut child =
            command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        if line.contains("waits for work") {
            return (child, line.trim().rsplit(' ').next().unwrap().to_owned());
        }
        assert!(line.is_empty(), "a worker says: {line}");
        child.wait().unwrap();
        std::thread::sleep(BETWEEN_STARTS);
    }
    panic!("a worker does not start");
}
