//! Others who think for this node.

/// Hears what somebody elsewhere came to, in notation; nothing if it must be thought here.
pub(crate) type Heard = Box<dyn FnOnce(Option<String>) + Send>;

/// Those who can be asked to think.
pub(crate) trait Elsewhere: Send + Sync {
    /// A place for one thought with those who are there, if they have one.
    fn place(&self) -> Option<Box<dyn Place>>;
}

/// A place for one thought.
pub(crate) trait Place: Send {
    /// Sends a thought; `heard` is told what came of it, within a bounded time.
    fn think(self: Box<Self>, thought: String, heard: Heard);
}
