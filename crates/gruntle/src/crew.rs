//! Who does the work of a run: the threads of this machine, or workers on any.

use games::PlayerName;
use indicatif::ProgressBar;
use lab::run::{Crew, Threads};

use crate::Trouble;
use crate::cluster::find_cluster;
use crate::options::ClusterOptions;
use crate::worker::crew_at;

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
    crew_at(&address, &secret, trust, bar)
}
