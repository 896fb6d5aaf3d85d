//! `gruntle worker`, and the crew of workers that a run has at a NATS.

use std::io::Write;
use std::sync::Arc;

use indicatif::ProgressBar;
use lab::run::{Crew, fingerprint};
use nats::{Address, Secret, Trust};
use workers::{Hear, Notice, Remote, Worker};

use crate::Trouble;
use crate::arguments::WorkerOptions;
use crate::cluster::{find_cluster, refused};
use crate::resolve::find_threads;
use crate::voice::tell;

/// The longest name a worker may have.
const LONGEST_NAME: usize = 60;

pub(crate) fn run(asked: &WorkerOptions, out: &mut impl Write) -> Result<(), Trouble> {
    let (address, secret, trust) = find_cluster(&asked.cluster, &asked.access)?;
    let threads = find_threads(asked.threads)?;
    let name = asked.name.clone().unwrap_or_else(usual_name);
    if name.is_empty() || name.chars().count() > LONGEST_NAME || name.chars().any(char::is_control) {
        return Err(Trouble::Refused(format!(
            "a worker is called something in 1 to {LONGEST_NAME} letters without line breaks"
        )));
    }
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .max_blocking_threads(2 * threads + 4)
        .enable_all()
        .build()
        .map_err(|wrong| Trouble::Refused(format!("cannot start threads: {wrong}")))?;
    let worker = Worker { name, threads };
    let mut said = Ok(());
    let ready = || {
        let waits = writeln!(
            out,
            "Worker {} waits for work at {address}: {threads} at once, gruntle {}, plays {}",
            worker.name,
            env!("CARGO_PKG_VERSION"),
            fingerprint()
        );
        said = waits.and_then(|()| out.flush());
    };
    let hear = hearing(&ProgressBar::hidden());
    let worked =
        runtime.block_on(workers::work(&worker, &address, &secret, trust, hear, ready, asked_to_end()));
    // Work in hand was given back already: its threads need not end.
    runtime.shutdown_background();
    worked.map_err(refused)?;
    said.map_err(Trouble::from)
}

/// The workers at this NATS; notices about them go over the bar.
pub(crate) fn crew_at(
    address: &Address,
    secret: &Secret,
    trust: Trust,
    bar: &ProgressBar,
) -> Result<Box<dyn Crew>, Trouble> {
    let remote = Remote::connect(address, secret, trust, hearing(bar)).map_err(refused)?;
    Ok(Box::new(remote))
}

/// Tells notices on standard error, and who is there beside the bar.
fn hearing(bar: &ProgressBar) -> Hear {
    let bar = bar.clone();
    Arc::new(move |notice: &Notice| {
        if let Notice::Joined(_, present) | Notice::Left(_, present) = notice {
            bar.set_message(format!("  {present}"));
        }
        bar.suspend(|| tell(notice));
    })
}

/// The name of this machine, where it says it, and the number of this process.
fn usual_name() -> String {
    let machine = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let machine: String = machine.trim().chars().filter(|letter| !letter.is_control()).take(40).collect();
    let machine = if machine.is_empty() { "worker".to_owned() } else { machine };
    format!("{machine}-{}", std::process::id())
}

/// Waits for Ctrl-C or for the word to end.
async fn asked_to_end() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = terminate.recv() => {}
            }
            return;
        }
    }
    let _ = tokio::signal::ctrl_c().await;
}
