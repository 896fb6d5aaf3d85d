//! The way in: connects to a NATS that may be trusted.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use async_nats::{ConnectErrorKind, ConnectOptions, Event};

use crate::ClusterError;
use crate::address::Address;
use crate::client::Client;
use crate::link::{Caller, Link};
use crate::secret::{Secret, Trust};

/// How long NATS may take to answer at first.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long it takes to try again, at most.
const BETWEEN_TRIES: Duration = Duration::from_millis(500);
/// How long it takes to look again at a NATS that lets everybody in.
const BETWEEN_LOOKS: Duration = Duration::from_secs(2);

/// Idle time before a ping to NATS; after two pings without an answer it counts as away.
const SILENCE: Duration = Duration::from_secs(1);

/// Connects, or gives the error as a sentence. `hear` gets changes of the connection.
pub async fn connect(
    address: &Address,
    secret: &Secret,
    trust: Trust,
    caller: Caller<'_>,
    hear: impl Fn(Link) + Send + Sync + 'static,
) -> Result<Client, ClusterError> {
    // Before the first message, since a password in it could be overheard.
    if trust == Trust::Guarded && !address.is_private() {
        return Err(ClusterError(format!(
            "NATS at {address} is on another machine and would be spoken to without TLS, and whoever listens on the way can {}; write tls://HOST:PORT, with --cluster-ca FILE if an authority of your own has signed for it, or say --cluster-open if only people you trust can listen",
            caller.danger
        )));
    }
    let options = match secret.clone() {
        Secret::Nothing => ConnectOptions::new(),
        Secret::Token(token) => ConnectOptions::with_token(token),
        Secret::Password { user, password } => ConnectOptions::with_user_and_password(user, password),
    };
    let guard =
        Arc::new(Guard { is_needed: trust == Trust::Guarded && !address.is_loopback(), ..Guard::default() });
    let (watching, waiting) = (guard.clone(), guard.clone());
    let hear = Arc::new(hear);
    let options = options
        .name(caller.name)
        .custom_inbox_prefix(caller.inbox)
        .connection_timeout(PATIENCE)
        .request_timeout(Some(PATIENCE))
        .ping_interval(SILENCE)
        // Connects only to servers that `--cluster` names, not to those that NATS discovers.
        .ignore_discovered_servers()
        .require_tls(address.is_tls())
        .reconnect_delay_callback(move |tries| waiting.delay(tries))
        .event_callback(move |event| {
            let (guard, hear) = (watching.clone(), hear.clone());
            async move {
                if let Some(link) = guard.link(&event).await {
                    hear(link);
                }
            }
        });
    let options = match address.authority() {
        Some(file) => options.add_root_certificates(file.to_path_buf()),
        None => options,
    };
    let connected = options.connect(address.servers()).await;
    let client = connected.map_err(|wrong| ClusterError(sentence(address, secret, &wrong)))?;
    if !guard.trusts(&client) {
        return Err(ClusterError(format!(
            "NATS at {address} lets everybody in, and whoever is in can {}; give it a password, or say --cluster-open if only people you trust can reach it",
            caller.danger
        )));
    }
    let _ = guard.client.set(client.clone());
    Ok(Client::new(client))
}

/// Looks after a connection, also when it is made again.
#[derive(Default)]
struct Guard {
    /// Whether NATS must ask who we are.
    is_needed: bool,
    was_lost: AtomicBool,
    was_open: AtomicBool,
    client: OnceLock<async_nats::Client>,
}

impl Guard {
    fn trusts(&self, client: &async_nats::Client) -> bool {
        !self.is_needed || client.server_info().auth_required
    }

    /// How long is waited before this try; before the first not at all.
    fn delay(&self, tries: usize) -> Duration {
        match self.was_open.load(Ordering::Relaxed) {
            true => BETWEEN_LOOKS,
            false => BETWEEN_TRIES.min(Duration::from_millis(50 * tries.saturating_sub(1) as u64)),
        }
    }

    /// The events to report: lost, once; back; and not trusted any more, once.
    async fn link(&self, event: &Event) -> Option<Link> {
        match event {
            Event::Disconnected => (!self.was_lost.swap(true, Ordering::Relaxed)).then_some(Link::Lost),
            Event::Connected => self.back().await,
            Event::LameDuckMode
            | Event::Draining
            | Event::Closed
            | Event::SlowConsumer(_)
            | Event::ServerError(_)
            | Event::ClientError(_) => None,
        }
    }

    async fn back(&self) -> Option<Link> {
        // The first connection is looked at where it is made. Heard late, it would be taken for the next.
        if !self.was_lost.load(Ordering::Relaxed) {
            return None;
        }
        let client = self.client.get()?;
        // Only then it is known what the new server says of itself.
        let _ = client.flush().await;
        if !self.trusts(client) {
            let was_open = self.was_open.swap(true, Ordering::Relaxed);
            let _ = client.force_reconnect().await;
            return (!was_open).then_some(Link::Open);
        }
        self.was_open.store(false, Ordering::Relaxed);
        self.was_lost.swap(false, Ordering::Relaxed).then_some(Link::Back)
    }
}

fn sentence(address: &Address, secret: &Secret, wrong: &async_nats::ConnectError) -> String {
    match (wrong.kind(), secret) {
        (ConnectErrorKind::AuthorizationViolation | ConnectErrorKind::Authentication, Secret::Nothing) => {
            format!(
                "NATS at {address} asks for a password or a token; give it in a file (--cluster-secret) or in the environment (GRUNTLE_NATS_TOKEN, or GRUNTLE_NATS_USER and GRUNTLE_NATS_PASSWORD)"
            )
        }
        (ConnectErrorKind::AuthorizationViolation | ConnectErrorKind::Authentication, _) => {
            format!("NATS at {address} does not take {secret:?} like this; look at its configuration")
        }
        (_, _) => format!("cannot reach NATS at {address}: {wrong}; is nats-server running there?"),
    }
}
