//! A node as the others know it from the database.

use crate::id::NodeId;

/// Whether messages go from a node to the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Link {
    /// They do.
    Up,
    /// They do not: only the database can be reached.
    Down,
}

/// A node whose session goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Member {
    /// The node.
    pub node: NodeId,
    /// Its link, as it said last.
    pub link: Link,
}
