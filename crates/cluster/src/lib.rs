//! Many nodes, one site: who owns which room, without I/O. No clock, no randomness, no socket, no thread: a node changes only
//! through [`Node::apply`], which takes what came (a message, an answer of the database, a client, the time) and says what
//! is to be done. `tests/simulation` runs a hundred of them in virtual time.
//!
//! What must last is in one database that all nodes share. A node has a *session* there, which ends unless it is renewed, by
//! the database's clock alone. A room has one owner, a session, and an *epoch*, which grows with every new owner; the database
//! takes lines of a room only from the owner of this epoch. So a node that slept, or whose clock is wrong, can write nothing
//! that another does not know of, and since nobody is told anything before it is written, it has told nothing false.

mod alarm;
mod database;
mod door;
mod effect;
mod errand;
mod id;
mod lease;
mod leaving;
mod link;
mod member;
mod message;
mod news;
mod node;
mod owner;
mod replica;
mod roll;
mod table;
mod watch;

pub use database::{Claim, DatabaseAnswer, Request, RequestId, Rest, Tally};
pub use door::Input;
pub use effect::{Effect, Outcome};
pub use id::{Epoch, Millis, NodeId, RoomId, Session, Ticket, ViewerId};
pub use member::{Link, Member};
pub use message::{ErrandId, Message};
pub use news::{Worth, worth};
pub use node::{GRACE, Node};
pub use table::{Applied, Table};
