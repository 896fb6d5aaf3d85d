//! Types around a connection to NATS, with and without the client.

/// A client that connects.
pub struct Caller<'a> {
    /// Its name at NATS.
    pub name: &'a str,
    /// The harm that strangers could do if NATS lets everybody in.
    pub danger: &'a str,
    /// Under which subject answers come back.
    pub inbox: &'a str,
}

/// Where answers come back unless somebody wants them apart from those of others.
pub const INBOX: &str = "_INBOX";

/// A change of an established connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Link {
    /// It is lost, and will be tried again.
    Lost,
    /// It is back.
    Back,
    /// It was back for a moment and is closed again, for NATS lets everybody in now; it will be looked at again.
    Open,
}

/// Why a request has no reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoReply {
    /// Nobody listens to that subject.
    Nobody,
    /// Nothing came back in time, or the connection is gone.
    Silence,
}
