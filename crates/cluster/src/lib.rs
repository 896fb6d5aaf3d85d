//! Leases and replication, without I/O: many nodes are one site, and each room has one owner and any number of
//! followers. A [`Node`] changes only through [`Node::apply`], which takes an input (a message, an answer of the
//! database, the time) and returns effects; it has no clock, no randomness, no socket, no thread. Owned rooms
//! ([`Running`]) and followed ones ([`Following`]) have a file each, generic over their surroundings.
//! `tests/simulation` runs all of that in virtual time, a hundred nodes and a hundred thousand rooms.
//!
//! Durable state is in one database that all nodes share. A node has a *session* there, which ends unless it is
//! renewed, by the database's clock alone. A room has one owner, a session, and an *epoch*, which grows with every new
//! owner; the database takes lines of a room only from the owner of this epoch. So a node that slept, or whose clock is
//! wrong, can write nothing behind another's back; and since everything is written before it is told, it has told
//! nothing false.

mod alarm;
mod attendance;
mod database;
mod door;
mod effect;
mod find;
mod following;
mod id;
mod lease;
mod leaving;
mod link;
mod marks;
mod member;
mod message;
mod news;
mod node;
mod roll;
mod running;

pub use attendance::{Attendance, Mark};
pub use database::{Claim, DatabaseAnswer, Request, RequestId, Rest, Tally};
pub use door::Input;
pub use effect::{Effect, Owner};
pub use following::{
    Damaged, Failure, Following, Heard, LOOKS, News, Reply, Standing, Unanswered, bring, carry_out_there,
    hear,
};
pub use id::{CallId, Epoch, Millis, NodeId, RoomId, Session, Ticket};
pub use marks::Marks;
pub use member::{Link, Member};
pub use message::Message;
pub use news::{Worth, worth};
pub use node::{GRACE, Node};
pub use running::{Running, confirm, is_run_in, lose, reply, take};
