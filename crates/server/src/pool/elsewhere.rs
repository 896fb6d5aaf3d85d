//! Others who think for this node.

/// Hears what somebody elsewhere came to, in notation; nothing if it must be thought here.
pub(crate) type Heard = Box<dyn FnOnce(Option<String>) + Send>;

/// Workers that can be asked to think.
pub(crate) trait Elsewhere: Send + Sync {
    /// A place for one thought with a worker, if one is free.
    fn place(&self) -> Option<Box<dyn Place>>;
}

/// A place for one thought.
pub(crate) trait Place: Send {
    /// Sends a thought; `heard` gets the outcome, within a bounded time.
    fn think(self: Box<Self>, thought: String, heard: Heard);
}
