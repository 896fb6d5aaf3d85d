//! Programs that run beside a test, such as workers, and what they need.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

pub(crate) use services::{Nats, until};

use crate::bench::Folder;

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
