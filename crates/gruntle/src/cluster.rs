//! The NATS that `--cluster` and the options beside it name.

use nats::{Address, ClusterError, Secret, Trust};

use crate::Trouble;
use crate::options::ClusterAccess;

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

pub(crate) fn refused(wrong: ClusterError) -> Trouble {
    Trouble::Refused(wrong.0)
}
