//! Who does the work of a run: the threads of this machine, or workers on any.

use std::io::Write;
use std::sync::Arc;

use games::PlayerName;
use indicatif::ProgressBar;
use lab::run::{Crew, Threads};
use nats::{Address, ClusterError, Secret, Trust};
use workers::{Hear, Notice, Remote};

use crate::Trouble;
use crate::options::{ClusterAccess, ClusterOptions};

/// The crew that was asked for, if these may play with it; what there is to tell of workers goes over the bar.
pub(crate) fn find_crew<'a>(
    asked: &ClusterOptions,
    threads: usize,
    players: impl IntoIterator<Item = &'a PlayerName>,
    bar: &ProgressBar,
) -> Result<Box<dyn Crew>, Trouble> {
    let Some(address) = &asked.cluster else {
        let threads = Threads::new(threads).map_err(|wrong| Trouble::Refused(wrong.0))?;
        return Ok(Box::new(threads));
    };
    if let Some(program) = players.into_iter().find(|player| matches!(player, PlayerName::Program(_))) {
        return Err(Trouble::Refused(format!(
            "{program} is a program of this machine, and workers start nobody's programs; leave out --cluster, or name one of our bots"
        )));
    }
    let (address, secret, trust) = find_cluster(address, &asked.access)?;
    let remote = Remote::connect(&address, &secret, trust, hearing(bar)).map_err(refused)?;
    Ok(Box::new(remote))
}

/// NATS as it was asked for.
pub(crate) fn find_cluster(
    address: &str,
    access: &ClusterAccess,
) -> Result<(Address, Secret, Trust), Trouble> {
    let address = Address::read(address).and_then(|read| read.vouched_for_by(access.cluster_ca.as_deref()));
    let secret = Secret::find(access.cluster_secret.as_deref(), |name| std::env::var(name).ok());
    let trust = if access.cluster_open { Trust::Any } else { Trust::Guarded };
    Ok((address.map_err(refused)?, secret.map_err(refused)?, trust))
}

/// Tells notices on standard error, and who is there beside the bar.
pub(crate) fn hearing(bar: &ProgressBar) -> Hear {
    let bar = bar.clone();
    Arc::new(move |notice: &Notice| {
        if let Notice::Joined(_, present) | Notice::Left(_, present) = notice {
            bar.set_message(format!("  {present}"));
        }
        bar.suspend(|| {
            let _ = writeln!(std::io::stderr(), "{notice}");
        });
    })
}

pub(crate) fn refused(wrong: ClusterError) -> Trouble {
    Trouble::Refused(wrong.0)
}
