//! Messages between workers and coordinators.

use bytes::Bytes;
use nats::async_nats::Subject;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::notice::Peer;

/// Where workers say that they are there.
pub(crate) const HELLO: &str = "gruntle.lab.worker";

/// Where a coordinator hears workers of its run.
pub(crate) fn run_subject(run: &str, what: &str) -> String {
    format!("gruntle.lab.run.{run}.{what}")
}

/// Where a worker hears what concerns it alone.
pub(crate) fn tell_subject(worker: &str) -> String {
    format!("gruntle.lab.tell.{worker}")
}

/// The last word of a subject.
pub(crate) fn last_word(subject: &Subject) -> &str {
    subject.as_str().rsplit('.').next().unwrap_or_default()
}

/// A worker says that it is there, or that it goes.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Hello {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) version: String,
    pub(crate) fingerprint: String,
    pub(crate) threads: usize,
    pub(crate) goes: bool,
}

impl Hello {
    pub(crate) fn peer(&self) -> Peer {
        // A name comes from outside and goes to a terminal.
        let plain =
            |text: &str| -> String { text.chars().filter(|letter| !letter.is_control()).take(60).collect() };
        Peer {
            name: plain(&self.name),
            version: plain(&self.version),
            fingerprint: plain(&self.fingerprint),
            threads: self.threads.min(1 << 16),
        }
    }
}

/// A piece on the queue. The task is fetched from the coordinator by its digest, once for many pieces.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Order {
    pub(crate) fingerprint: String,
    pub(crate) run: String,
    pub(crate) piece: u64,
    pub(crate) task: String,
    pub(crate) from: u64,
    pub(crate) to: u64,
}

/// A worker asks whether a piece is still wanted, and for its task if it does not know it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Ask {
    pub(crate) piece: u64,
    pub(crate) needs_task: bool,
}

/// The coordinator's answer to that.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Reply {
    pub(crate) wanted: bool,
    pub(crate) task: Option<String>,
}

/// A part of a piece's result: a line of this, then a part of the text.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct PartOf {
    pub(crate) piece: u64,
    pub(crate) worker: String,
    /// Its place among the parts.
    pub(crate) part: usize,
    pub(crate) parts: usize,
    /// Of the whole text.
    pub(crate) digest: String,
    /// Whether the text says what went wrong.
    pub(crate) failed: bool,
}

/// The coordinator's receipt of a part.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Receipt {
    /// Its error, if it has one.
    pub(crate) refused: Option<String>,
}

/// A message as bytes; these types always can be written.
pub(crate) fn written(message: &impl Serialize) -> Bytes {
    serde_json::to_vec(message).unwrap_or_default().into()
}

/// The message in these bytes.
pub(crate) fn read<T: for<'de> Deserialize<'de>>(bytes: &[u8]) -> Option<T> {
    serde_json::from_slice(bytes).ok()
}

impl PartOf {
    /// The head and the text after it.
    pub(crate) fn with(&self, text: &[u8]) -> Bytes {
        let mut bytes = serde_json::to_vec(self).unwrap_or_default();
        bytes.push(b'\n');
        bytes.extend_from_slice(text);
        bytes.into()
    }

    pub(crate) fn read(bytes: &Bytes) -> Option<(Self, Bytes)> {
        let end = bytes.iter().position(|&byte| byte == b'\n')?;
        Some((read(&bytes[..end])?, bytes.slice(end + 1..)))
    }
}

/// So many random letters for a name that nobody else has.
pub(crate) fn random_name() -> Result<String, crate::ClusterError> {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes)
        .map_err(|wrong| crate::ClusterError(format!("there is no randomness to be had: {wrong}")))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Whether a text that came from outside may be shown as a sentence.
pub(crate) fn sentence(text: &[u8]) -> Option<String> {
    let value: Value = serde_json::from_slice(text).ok()?;
    let said = value.as_str()?;
    Some(said.chars().filter(|letter| !letter.is_control()).take(600).collect())
}
