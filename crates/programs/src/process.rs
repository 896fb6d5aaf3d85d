//! A program as a process: pipes that are waited for together, so that nothing it does or fails to do can hold us up.

use std::collections::VecDeque;
use std::io::{ErrorKind, Read, Write};
use std::os::fd::AsFd;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::ioctl_fionbio;
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

use crate::fault::{Fault, quoted};
use crate::guard;

/// The longest line that is read.
const LONGEST_LINE: usize = 64 * 1024;
/// How many lines of standard error are kept.
const STDERR_LINES: usize = 6;
/// How long a program may take to end when nobody asks it anything any more.
const GRACE: Duration = Duration::from_millis(300);
/// Waits for a line, so that nothing of the program runs before it is guarded; then it is the command.
const LAUNCHER: &str = r#"read -r go && exec /bin/sh -c "$0""#;
/// The variables of our environment that a program is given, and all that begin with `LC_`: no secret is among them.
const ENVIRONMENT: [&str; 10] =
    ["PATH", "HOME", "USER", "LOGNAME", "SHELL", "TERM", "TMPDIR", "TZ", "LANG", "LANGUAGE"];
/// The exit codes by which a shell says that a command is not there, or cannot be run.
const NO_COMMAND: [i32; 2] = [126, 127];

/// A running program. It leads a process group of its own, which ends with it, and with us.
pub(crate) struct Process {
    child: Child,
    /// Its process group, until it has been ended.
    group: Option<Pid>,
    stdin: Option<ChildStdin>,
    stdout: ChildStdout,
    stderr: Option<ChildStderr>,
    /// Bytes of its output that are no whole line yet.
    said: Vec<u8>,
    stderr_tail: Tail,
}

/// Whether a pipe has more to come.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pipe {
    Open,
    Closed,
}

impl Process {
    /// Starts the command as a shell would.
    pub(crate) fn start(command: &str) -> Result<Self, Fault> {
        let cannot = |wrong: std::io::Error| Fault::CannotStart(wrong.to_string());
        let is_given = |name: &str| ENVIRONMENT.contains(&name) || name.starts_with("LC_");
        let environment = std::env::vars_os().filter(|(name, _)| name.to_str().is_some_and(is_given));
        let mut child = Command::new("/bin/sh")
            .args(["-c", LAUNCHER, command])
            .env_clear()
            .envs(environment)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .spawn()
            .map_err(cannot)?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(stdin), Some(stdout), Some(stderr)) = pipes else {
            return Err(Fault::CannotStart("it has no pipes".to_owned()));
        };
        for pipe in [stdin.as_fd(), stdout.as_fd(), stderr.as_fd()] {
            ioctl_fionbio(pipe, true).map_err(|wrong| cannot(wrong.into()))?;
        }
        let mut process = Self {
            group: Pid::from_raw(child.id() as i32),
            child,
            stdin: Some(stdin),
            stdout,
            stderr: Some(stderr),
            said: Vec::new(),
            stderr_tail: Tail::default(),
        };
        process.group.map_or(Ok(()), guard::begin).map_err(cannot)?;
        process.write(&mut &b"\n"[..])?;
        Ok(process)
    }

    /// Checks that there is such a command: starts it with a closed input, and gives it so long to fail.
    pub(crate) fn try_out(command: &str, limit: Duration) -> Result<(), Fault> {
        let mut process = Self::start(command)?;
        process.stdin = None;
        process.wait_for_its_end(limit);
        let errors = process.stderr();
        match process.end_now().and_then(|status| status.code()) {
            Some(code) if NO_COMMAND.contains(&code) => Err(Fault::CannotStart(errors.join(" "))),
            _ => Ok(()),
        }
    }

    /// Writes a line and waits for one, at most so long.
    pub(crate) fn ask(&mut self, line: &[u8], limit: Duration) -> Result<String, Fault> {
        let deadline = Instant::now() + limit;
        let mut unwritten = line;
        loop {
            // A program that answers early has not read the whole question.
            self.write(&mut unwritten)?;
            if unwritten.is_empty()
                && let Some(line) = self.next_line()?
            {
                return line;
            }
            if self.read_stdout()? == Pipe::Closed {
                return Err(Fault::Ended(self.how_it_ended()));
            }
            if unwritten.is_empty() && self.said.contains(&b'\n') {
                continue;
            }
            if !self.wait(unwritten, deadline) {
                return Err(if unwritten.is_empty() || self.said.is_empty() {
                    Fault::Late(limit)
                } else {
                    Fault::DoesNotRead
                });
            }
        }
    }

    /// Writes a line that asks for nothing, at most so long.
    pub(crate) fn tell(&mut self, line: &[u8], limit: Duration) -> Result<(), Fault> {
        let deadline = Instant::now() + limit;
        let mut unwritten = line;
        loop {
            self.write(&mut unwritten)?;
            if unwritten.is_empty() {
                return Ok(());
            }
            if self.read_stdout()? == Pipe::Closed {
                return Err(Fault::Ended(self.how_it_ended()));
            }
            if !self.wait(unwritten, deadline) {
                return Err(Fault::DoesNotRead);
            }
        }
    }

    /// Its unasked output, which is then forgotten.
    pub(crate) fn unasked(&mut self) -> Option<Fault> {
        if self.said.is_empty() {
            // Whether it has ended is found when it is asked.
            let _ = self.read_stdout();
        }
        if self.said.is_empty() {
            return None;
        }
        let said = std::mem::take(&mut self.said);
        Some(Fault::Unasked(quoted(&String::from_utf8_lossy(&said))))
    }

    /// The last lines of standard error.
    pub(crate) fn stderr(&mut self) -> Vec<String> {
        self.read_stderr();
        self.stderr_tail.lines()
    }

    /// Ends it and all that it started, at once.
    pub(crate) fn kill(mut self) {
        self.end_now();
    }

    /// Writes as much as the pipe takes now.
    fn write(&mut self, unwritten: &mut &[u8]) -> Result<(), Fault> {
        while !unwritten.is_empty() {
            let Some(stdin) = &mut self.stdin else { break };
            match stdin.write(unwritten) {
                Ok(written) => *unwritten = &unwritten[written..],
                Err(wrong) if wrong.kind() == ErrorKind::WouldBlock => break,
                Err(wrong) if wrong.kind() == ErrorKind::Interrupted => {}
                Err(_) => return Err(Fault::Ended(self.how_it_ended())),
            }
        }
        Ok(())
    }

    /// Takes in what it has said so far.
    fn read_stdout(&mut self) -> Result<Pipe, Fault> {
        let pipe = drain(&mut self.stdout, |bytes| self.said.extend_from_slice(bytes));
        if self.said.len() > LONGEST_LINE && !self.said[..LONGEST_LINE].contains(&b'\n') {
            return Err(Fault::TooLong(LONGEST_LINE));
        }
        // A last line may come with the end.
        Ok(if self.said.contains(&b'\n') { Pipe::Open } else { pipe })
    }

    fn read_stderr(&mut self) {
        if let Some(stderr) = &mut self.stderr
            && drain(stderr, |bytes| self.stderr_tail.add(bytes)) == Pipe::Closed
        {
            self.stderr = None;
        }
    }

    /// The next whole line, if there is one.
    #[allow(clippy::type_complexity, reason = "a line that cannot be read is a line, too")]
    fn next_line(&mut self) -> Result<Option<Result<String, Fault>>, Fault> {
        let Some(end) = self.said.iter().position(|byte| *byte == b'\n') else { return Ok(None) };
        if end > LONGEST_LINE {
            return Err(Fault::TooLong(LONGEST_LINE));
        }
        let rest = self.said.split_off(end + 1);
        let mut line = std::mem::replace(&mut self.said, rest);
        line.truncate(end);
        Ok(Some(String::from_utf8(line).map_err(|_| Fault::NotText)))
    }

    /// Waits until something can be read or written; says whether there is time left.
    fn wait(&mut self, unwritten: &[u8], deadline: Instant) -> bool {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return false;
        }
        let mut pipes = Vec::with_capacity(3);
        pipes.push(PollFd::new(&self.stdout, PollFlags::IN));
        if let Some(stdin) = self.stdin.as_ref().filter(|_| !unwritten.is_empty()) {
            pipes.push(PollFd::new(stdin, PollFlags::OUT));
        }
        if let Some(stderr) = &self.stderr {
            pipes.push(PollFd::new(stderr, PollFlags::IN));
        }
        let timeout = Timespec { tv_sec: left.as_secs() as i64, tv_nsec: left.subsec_nanos().into() };
        // The next round finds out what happened.
        let _ = poll(&mut pipes, Some(&timeout));
        let has_stderr = self.stderr.is_some() && pipes.last().is_some_and(|pipe| !pipe.revents().is_empty());
        if has_stderr {
            self.read_stderr();
        }
        true
    }

    /// How a program ended that is not there any more, in a few words.
    fn how_it_ended(&mut self) -> String {
        self.stdin = None;
        if !self.wait_for_its_end(GRACE) {
            return "it closed its standard output".to_owned();
        }
        self.end_now().map_or_else(|| "nobody knows how".to_owned(), in_words)
    }

    /// Waits until it has ended, at most so long; says whether it has.
    fn wait_for_its_end(&self, limit: Duration) -> bool {
        let until = Instant::now() + limit;
        while !self.has_ended() {
            if Instant::now() >= until {
                return false;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        true
    }

    /// Whether it has ended; its number stays taken until it is waited for.
    fn has_ended(&self) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        self.group.is_none_or(|leader| !matches!(waitid(WaitId::Pid(leader), options), Ok(None)))
    }

    /// Ends it and all that it started.
    fn end_now(&mut self) -> Option<ExitStatus> {
        // Before it is waited for: afterwards its number may be another's.
        if let Some(group) = self.group.take() {
            let _ = kill_process_group(group, Signal::KILL);
            guard::end(group);
        }
        self.child.wait().ok()
    }
}

impl Drop for Process {
    /// Closes its standard input, and gives it a moment to leave by itself.
    fn drop(&mut self) {
        self.stdin = None;
        self.wait_for_its_end(GRACE);
        self.end_now();
    }
}

/// Reads the available bytes.
fn drain(pipe: &mut impl Read, mut take: impl FnMut(&[u8])) -> Pipe {
    let mut bytes = [0; 4096];
    // An endless writer is read again later.
    for _ in 0..32 {
        match pipe.read(&mut bytes) {
            Ok(0) => return Pipe::Closed,
            Ok(count) => {
                take(&bytes[..count]);
                if count < bytes.len() {
                    return Pipe::Open;
                }
            }
            Err(wrong) if wrong.kind() == ErrorKind::Interrupted => {}
            Err(wrong) if wrong.kind() == ErrorKind::WouldBlock => return Pipe::Open,
            Err(_) => return Pipe::Closed,
        }
    }
    Pipe::Open
}

fn in_words(status: ExitStatus) -> String {
    match (status.code(), status.signal()) {
        (Some(127), _) => "exit code 127: there is no such command".to_owned(),
        (Some(code), _) => format!("exit code {code}"),
        (None, Some(signal)) => format!("signal {signal}"),
        (None, None) => "nobody knows how".to_owned(),
    }
}

/// The last lines of a text that comes in pieces.
#[derive(Default)]
struct Tail {
    whole: VecDeque<String>,
    begun: Vec<u8>,
}

impl Tail {
    fn add(&mut self, bytes: &[u8]) {
        for byte in bytes {
            match byte {
                b'\n' => self.end_line(),
                // The beginning of a line is enough.
                byte if self.begun.len() < 1000 => self.begun.push(*byte),
                _ => {}
            }
        }
    }

    fn end_line(&mut self) {
        let line = quoted(&String::from_utf8_lossy(&std::mem::take(&mut self.begun)));
        if !line.is_empty() {
            self.whole.push_back(line);
        }
        while self.whole.len() > STDERR_LINES {
            self.whole.pop_front();
        }
    }

    fn lines(&self) -> Vec<String> {
        let begun = quoted(&String::from_utf8_lossy(&self.begun));
        self.whole.iter().cloned().chain((!begun.is_empty()).then_some(begun)).collect()
    }
}
