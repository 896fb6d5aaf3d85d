//! A program that plays: its command, its running copies, and what went wrong with it.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::fault::{Fault, FaultNote, Faults};
use crate::process::Process;

/// How long a program may think about one decision if nobody says.
const USUAL_LIMIT: Duration = Duration::from_millis(1000);
/// How much longer it may take for the first answer after it was started.
const START: Duration = Duration::from_secs(5);
/// After so many failures in a row it is not asked again.
const GIVE_UP: u32 = 5;

/// How long a program took to answer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Timing {
    /// How many questions it answered.
    pub answers: u64,
    /// All of it together.
    pub total: Duration,
    /// The longest, not counting the first answer of each start.
    pub longest: Duration,
}

/// A program that may sit at a table. Copies of it run as they are needed and are used again for the next game.
#[derive(Debug)]
pub struct Program {
    command: String,
    limit: Duration,
    idle: Idle,
    faults: Mutex<Faults>,
    timing: Mutex<Timing>,
    failures: AtomicU32,
}

/// Copies that run and have nothing to do.
#[derive(Default)]
struct Idle(Mutex<Vec<Process>>);

impl std::fmt::Debug for Idle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Idle")
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Program {
    /// The program of this command, with the usual time for a decision or with this.
    #[must_use]
    pub fn new(command: &str, limit: Option<Duration>) -> Self {
        Self {
            command: command.to_owned(),
            limit: limit.unwrap_or(USUAL_LIMIT),
            idle: Idle::default(),
            faults: Mutex::default(),
            timing: Mutex::default(),
            failures: AtomicU32::new(0),
        }
    }

    /// The command, as a shell reads it.
    #[must_use]
    pub fn command(&self) -> &str {
        &self.command
    }

    /// How long it may think about a decision.
    #[must_use]
    pub const fn limit(&self) -> Duration {
        self.limit
    }

    /// Whether that is the usual time.
    #[must_use]
    pub fn has_usual_limit(&self) -> bool {
        self.limit == USUAL_LIMIT
    }

    /// Its faults so far.
    #[must_use]
    pub fn faults(&self) -> Faults {
        locked(&self.faults).clone()
    }

    /// How long it has taken so far.
    #[must_use]
    pub fn timing(&self) -> Timing {
        *locked(&self.timing)
    }

    pub(crate) fn note(&self, note: FaultNote) {
        locked(&self.faults).add(note);
    }

    /// A copy that runs already, if one has nothing to do.
    pub(crate) fn idle(&self) -> Option<Process> {
        locked(&self.idle.0).pop()
    }

    /// A new copy.
    pub(crate) fn start(&self) -> Result<Process, Fault> {
        Process::start(&self.command)
    }

    /// Makes sure that there is such a command, before anybody sits down with it.
    pub fn try_out(&self) -> Result<(), Fault> {
        Process::try_out(&self.command, START)
    }

    /// How long the first answer of a new copy may take.
    pub(crate) fn first_limit(&self) -> Duration {
        self.limit + START
    }

    /// A copy has nothing to do any more.
    pub(crate) fn give_back(&self, process: Process) {
        locked(&self.idle.0).push(process);
    }

    /// Whether it may still be asked.
    pub(crate) fn check(&self) -> Result<(), Fault> {
        match self.failures.load(Ordering::Relaxed) {
            GIVE_UP.. => Err(Fault::GivenUp(GIVE_UP)),
            _ => Ok(()),
        }
    }

    /// It answered after this time, of which only a copy that ran already is judged by.
    pub(crate) fn answered(&self, took: Duration, was_running: Running) {
        self.failures.store(0, Ordering::Relaxed);
        let mut timing = locked(&self.timing);
        timing.answers += 1;
        timing.total += took;
        match was_running {
            Running::Already => timing.longest = timing.longest.max(took),
            Running::JustStarted => {}
        }
    }

    /// It failed to answer at all.
    pub(crate) fn failed(&self) {
        self.failures.fetch_add(1, Ordering::Relaxed);
    }
}

/// Whether a copy has answered before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Running {
    /// It has.
    Already,
    /// This is its first answer.
    JustStarted,
}
