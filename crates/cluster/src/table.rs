//! What is played in a room, as far as a cluster must know it.

use crate::id::{Millis, NodeId, RoomId};

/// The state of a room: the fold of its entries.
pub trait Table: Sized {
    /// What somebody asks for. It carries what makes it the same where it is asked for again.
    type Command: Clone;
    /// A line of the journal.
    type Entry: Clone;
    /// What whoever asked is told.
    type Answer: Clone;

    /// What all rooms of a node share.
    type Site;
    /// How far a node is with a room that it follows.
    type Mark: Clone;

    /// The room before its first line.
    fn open(site: &Self::Site, room: RoomId) -> Self;

    /// How far this node is, which follows the room and has folded so many lines; nothing if nobody here needs them.
    fn mark(&self, folded: u64) -> Option<Self::Mark>;

    /// Of a room that is ours, in which so many lines are written: takes note that this node is so far, and says whether it
    /// lacks something.
    fn hear_mark(&self, written: u64, node: NodeId, mark: &Self::Mark) -> bool;

    /// Takes a line that was written.
    fn fold(&mut self, entry: &Self::Entry);

    /// Carries out a command. One that was carried out before changes nothing and has the answer it had. What it changes is
    /// forgotten if the entries cannot be written.
    fn apply(&mut self, now: Millis, command: &Self::Command) -> Applied<Self>;
}

/// What came of a command.
pub struct Applied<T: Table> {
    /// Lines to be written, all or none, before anybody is told.
    pub entries: Vec<T::Entry>,
    /// What whoever asked is told when they are.
    pub answer: T::Answer,
}
