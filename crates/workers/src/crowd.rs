//! Who is there to work, as heard from workers themselves.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::StreamExt;
use nats::async_nats::Client;
use tokio::time::Instant;

use crate::ClusterError;
use crate::message::{HELLO, Hello, read, tell_subject, written};
use crate::notice::{Hear, Notice, Peer, Present};

/// How often a worker says that it is there.
pub(crate) const BETWEEN_HELLOS: Duration = Duration::from_secs(1);
/// After so long without a word it is gone.
const SILENCE: Duration = Duration::from_secs(5);
/// More workers than anybody has.
const MOST: usize = 10_000;

/// Workers that were heard of lately.
#[derive(Clone, Default)]
pub(crate) struct Crowd(Arc<Mutex<BTreeMap<String, (Peer, Instant)>>>);

impl Crowd {
    /// Listens for workers until the runtime ends.
    pub(crate) async fn listen(client: &Client, hear: &Hear) -> Result<Self, ClusterError> {
        let crowd = Self::default();
        let mut hellos = client
            .subscribe(HELLO)
            .await
            .map_err(|wrong| ClusterError(format!("cannot listen for workers: {wrong}")))?;
        let (client, hear, listening) = (client.clone(), hear.clone(), crowd.clone());
        tokio::spawn(async move {
            let mut look = tokio::time::interval(BETWEEN_HELLOS);
            loop {
                tokio::select! {
                    message = hellos.next() => {
                        let Some(message) = message else { return };
                        let Some(hello) = read::<Hello>(&message.payload) else { continue };
                        if let Some(notice) = listening.note(&hello) {
                            if matches!(notice, Notice::Stranger(_)) {
                                let told = written(&notice.to_string());
                                let _ = client.publish(tell_subject(&hello.id), told).await;
                            }
                            hear(&notice);
                        }
                    }
                    _ = look.tick() => listening.forget().iter().for_each(|notice| hear(notice)),
                }
            }
        });
        Ok(crowd)
    }

    /// Who plays what we play.
    pub(crate) fn present(&self) -> Present {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let ours = known.values().filter(|(peer, _)| peer.fingerprint == lab::run::fingerprint());
        ours.fold(Present::default(), |sum, (peer, _)| Present {
            workers: sum.workers + 1,
            threads: sum.threads + peer.threads,
        })
    }

    /// Notes a worker's heartbeat, and gives the news in it.
    fn note(&self, hello: &Hello) -> Option<Notice> {
        let peer = hello.peer();
        let is_ours = peer.fingerprint == lab::run::fingerprint();
        let before = {
            let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            if hello.goes {
                let gone = known.remove(&hello.id)?;
                drop(known);
                return is_ours.then(|| Notice::Left(gone.0, self.present()));
            }
            if known.len() >= MOST && !known.contains_key(&hello.id) {
                return None;
            }
            known.insert(hello.id.clone(), (peer.clone(), Instant::now()))
        };
        match before {
            Some(_) => None,
            None if is_ours => Some(Notice::Joined(peer, self.present())),
            None => Some(Notice::Stranger(peer)),
        }
    }

    /// Expires workers without heartbeats.
    fn forget(&self) -> Vec<Notice> {
        let gone: Vec<Peer> = {
            let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            let silent: Vec<String> = known
                .iter()
                .filter(|(_, (_, heard))| heard.elapsed() > SILENCE)
                .map(|(id, _)| id.clone())
                .collect();
            silent.iter().filter_map(|id| known.remove(id)).map(|(peer, _)| peer).collect()
        };
        let ours = gone.into_iter().filter(|peer| peer.fingerprint == lab::run::fingerprint());
        ours.map(|peer| Notice::Left(peer, self.present())).collect()
    }
}
