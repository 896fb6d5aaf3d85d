//! Notices about workers and NATS while a run goes on.

use std::fmt;

/// A worker as others know it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Peer {
    /// Its name.
    pub name: String,
    /// The version of its program.
    pub version: String,
    /// Its fingerprint, in sixteen digits.
    pub fingerprint: String,
    /// On how many threads.
    pub threads: usize,
}

/// Who is there.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Present {
    /// Workers that play what we play.
    pub workers: usize,
    /// Their threads.
    pub threads: usize,
}

impl fmt::Display for Present {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let many = |count: usize, what: &str| {
            if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
        };
        write!(f, "{} with {}", many(self.workers, "worker"), many(self.threads, "thread"))
    }
}

/// Something worth telling.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Notice {
    /// A worker has come.
    Joined(Peer, Present),
    /// A worker has gone, by itself or by time-out.
    Left(Peer, Present),
    /// A worker is there that does not play what this program plays.
    Stranger(Peer),
    /// Nobody works.
    Nobody,
    /// NATS keeps no work for labs, or not for us.
    OnlyThinks,
    /// The connection is lost.
    Lost,
    /// The connection is back.
    Back,
    /// NATS lets everybody in now, and is not spoken to until it asks for a password again.
    Open,
    /// Somebody said something to us.
    Told(String),
}

impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Joined(peer, present) => write!(f, "worker {} has come: {present}", peer.name),
            Self::Left(peer, present) => write!(f, "worker {} has gone: {present}", peer.name),
            Self::Stranger(peer) => write!(
                f,
                "worker {} is left out: it is gruntle {} and plays {}, this is gruntle {} and plays {}; let it run the same program",
                peer.name,
                peer.version,
                peer.fingerprint,
                env!("CARGO_PKG_VERSION"),
                lab::run::fingerprint()
            ),
            Self::Nobody => f.write_str(
                "nobody works yet; start workers on any machine with: gruntle worker --cluster ADDRESS",
            ),
            Self::OnlyThinks => f.write_str(
                "this NATS keeps no work of labs for this user (JetStream); this worker thinks for nodes, and nothing else",
            ),
            Self::Lost => f.write_str("NATS is gone; waiting until it is back"),
            Self::Back => f.write_str("NATS is back"),
            Self::Open => f.write_str("NATS lets everybody in now, and is not spoken to until it asks for a password again"),
            Self::Told(sentence) => f.write_str(sentence),
        }
    }
}

/// Somebody who hears notices, from any thread.
pub type Hear = std::sync::Arc<dyn Fn(&Notice) + Send + Sync>;
