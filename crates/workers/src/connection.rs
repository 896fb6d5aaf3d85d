//! The way in: a NATS that may be trusted.

use nats::async_nats::{Client, Subscriber};
use nats::{Address, Caller, ClusterError, Link, Secret, Trust};

use crate::notice::{Hear, Notice};

/// Connects, and says in a sentence why not.
pub(crate) async fn connect(
    address: &Address,
    secret: &Secret,
    trust: Trust,
    name: &str,
    hear: &Hear,
) -> Result<Client, ClusterError> {
    let heard = hear.clone();
    let danger = "give work to workers and false results to runs";
    let caller = Caller { name, danger, inbox: nats::INBOX };
    let client = nats::connect(address, secret, trust, caller, move |link| {
        heard(match link {
            Link::Lost => &Notice::Lost,
            Link::Back => &Notice::Back,
            Link::Open => &Notice::Open,
        });
    });
    Ok(client.await?.library().clone())
}

/// The error where NATS has no storage for the pieces of work.
pub(crate) fn keeps_nothing(address: &Address) -> ClusterError {
    ClusterError(format!(
        "NATS at {address} runs without JetStream, which keeps the pieces of work; start it with: nats-server -js -sd FOLDER, and allow JetStream to the account of this user"
    ))
}

/// Hears what nodes ask here, each time one of all workers.
pub(crate) async fn listen(client: &Client, subject: String) -> Result<Subscriber, ClusterError> {
    let heard = client.queue_subscribe(subject, nats::WORKERS.to_owned()).await;
    heard.map_err(|wrong| ClusterError(format!("cannot listen to nodes: {wrong}")))
}
