//! Workers in a program that was built without NATS: there is no address at which they could be.

use std::io::Write;

use indicatif::ProgressBar;
use lab::run::Crew;
use nats::{Address, Secret, Trust};

use crate::Trouble;
use crate::arguments::WorkerOptions;
use crate::cluster::find_cluster;

pub(crate) fn run(asked: &WorkerOptions, _: &mut impl Write) -> Result<(), Trouble> {
    find_cluster(&asked.cluster, &asked.access)?.0.never()
}

/// The workers at this NATS.
pub(crate) fn crew_at(
    address: &Address,
    _: &Secret,
    _: Trust,
    _: &ProgressBar,
) -> Result<Box<dyn Crew>, Trouble> {
    address.never()
}
