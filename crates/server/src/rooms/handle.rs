//! Handles to live rooms, and the messages to them.

use std::sync::{Arc, Mutex, PoisonError};

use room::{Advice, Command, Outcome, Requester, Room, Summary};
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::Instant;

use super::listeners::Stream;
use super::look::{Shown, Visit};
use crate::cluster::wire::{Ask, Reply};
use crate::problem::Problem;

/// A message to a room.
pub(super) enum Message {
    /// A visitor wants a page or data.
    Look(Visit, oneshot::Sender<Result<Shown, Problem>>),
    /// A visitor wants to hear of changes after this one.
    Listen(Visit, Option<u64>, oneshot::Sender<Result<Stream, Problem>>),
    /// A visitor wants something done.
    Command(Requester, Command, oneshot::Sender<Result<Outcome, Problem>>),
    /// A visitor asks the coach.
    Coach(Requester, oneshot::Sender<Result<Coaching, Problem>>),
    /// Another node asks for something.
    Asked(Ask, oneshot::Sender<Reply>),
    /// This node owns the room now, in this epoch: a runner of that epoch says so, every other one ends.
    Owned(i64, oneshot::Sender<()>),
    /// This node has lost the room that it owned in this epoch: its runner ends.
    Lost(i64),
}

impl Message {
    /// Refuses the request: a visitor gets the problem, another node this reply.
    pub(super) fn refuse(self, problem: &Problem, reply: impl FnOnce() -> Reply) {
        let why = problem.clone();
        match self {
            Self::Look(_, waits) => drop(waits.send(Err(why))),
            Self::Listen(_, _, waits) => drop(waits.send(Err(why))),
            Self::Command(_, _, waits) => drop(waits.send(Err(why))),
            Self::Coach(_, waits) => drop(waits.send(Err(why))),
            Self::Asked(_, waits) => drop(waits.send(reply())),
            Self::Owned(..) | Self::Lost(_) => {}
        }
    }
}

/// A message, with the time of its request.
pub(super) struct Told {
    pub(super) asked: Instant,
    pub(super) message: Message,
}

/// The change that a coach was asked about, and the channel of its advice.
pub(super) type Coaching = (u64, oneshot::Receiver<Advice>);

/// Messages that may wait for a room.
const INBOX: usize = 64;

/// A handle to a live room.
#[derive(Clone)]
pub(super) struct Handle {
    /// Messages lie in boxes, so that space for many of them is small.
    inbox: mpsc::Sender<Box<Told>>,
    summary: Arc<Mutex<Summary>>,
    gone: watch::Receiver<()>,
}

/// The room's end of a handle.
pub(super) struct Desk {
    pub(super) inbox: mpsc::Receiver<Box<Told>>,
    pub(super) summary: Arc<Mutex<Summary>>,
    pub(super) gone: watch::Sender<()>,
}

impl Handle {
    /// A handle to this room, and the room's end of it.
    pub(super) fn new(room: &Room) -> (Self, Desk) {
        let (sender, inbox) = mpsc::channel(INBOX);
        let (going, gone) = watch::channel(());
        let summary = Arc::new(Mutex::new(room.summary()));
        (Self { inbox: sender, summary: summary.clone(), gone }, Desk { inbox, summary, gone: going })
    }

    /// The public summary of the room.
    pub(super) fn summary(&self) -> Summary {
        self.summary.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Whether the room still takes messages.
    pub(super) fn is_there(&self) -> bool {
        !self.inbox.is_closed()
    }

    /// Whether this is the same room, with the same loop.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        self.inbox.same_channel(&other.inbox)
    }

    /// Waits until its loop has ended.
    pub(super) async fn gone(&self) {
        while self.gone.clone().changed().await.is_ok() {}
    }

    /// Sends the room a message of this time; gives it back if the room is gone.
    pub(super) async fn tell(&self, asked: Instant, message: Message) -> Result<(), Message> {
        self.inbox.send(Box::new(Told { asked, message })).await.map_err(|unsent| unsent.0.message)
    }
}
