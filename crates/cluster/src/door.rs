//! The one door.

use crate::alarm::Alarm;
use crate::database::{DatabaseAnswer, RequestId, Rest};
use crate::effect::Effect;
use crate::id::{Epoch, Millis, NodeId, RoomId, Ticket};
use crate::marks::Marks;
use crate::member::Link;
use crate::message::Message;
use crate::node::{Node, Purpose, Stay};

/// An input of a node.
#[derive(Debug, Clone)]
pub enum Input<M> {
    /// It starts.
    Start,
    /// Time has passed.
    Time,
    /// Find the owner of a room; a free one is this node's from now on.
    Find {
        /// The search; each has another number.
        ticket: Ticket,
        /// The room.
        room: RoomId,
    },
    /// A room of another node is followed here.
    Follow(RoomId),
    /// It is not followed any more.
    Unfollow(RoomId),
    /// Release a room that was run here in this epoch: it sleeps until a request, or it needs another owner, because
    /// its last write may have been done.
    LetGo(RoomId, Epoch, Rest),
    /// A message came.
    Message(NodeId, Message<M>),
    /// The database answered.
    Database(RequestId, DatabaseAnswer),
    /// Whether other nodes can be reached. A new node assumes so until told otherwise.
    Link(Link),
    /// The node is to end: it hands over its rooms.
    Leave,
}

impl<M: Marks> Node<M> {
    /// Takes an input at a moment of this node's clock, and returns the effects.
    pub fn apply(&mut self, now: Millis, input: Input<M::Mark>) -> Vec<Effect<M::Mark>> {
        // A clock that was set back stands still until it is where it was.
        self.now = self.now.max(now);
        match input {
            Input::Start => self.start(),
            Input::Time => {}
            Input::Find { ticket, room } => self.find(ticket, room),
            Input::Follow(room) => drop(self.followed.insert(room)),
            Input::Unfollow(room) => drop(self.followed.remove(&room)),
            Input::LetGo(room, epoch, rest) => self.let_go(room, epoch, rest),
            Input::Message(from, message) => self.hear(from, message),
            Input::Database(id, answer) => self.answered(id, answer),
            Input::Link(link) => self.set_link(link),
            Input::Leave => self.leave(),
        }
        while let Some(alarm) = self.alarms.due(self.now) {
            self.ring(alarm);
        }
        self.send_claims();
        self.look_whether_gone();
        let mut effects = std::mem::take(&mut self.effects);
        if let Some(at) = self.alarms.next() {
            effects.push(Effect::WakeAt(at));
        }
        effects
    }

    fn hear(&mut self, from: NodeId, message: Message<M::Mark>) {
        match message {
            Message::Roll { call, rooms } => self.answer_roll(from, call, rooms),
            Message::RollAnswer { call, behind, not_ours } => self.called(call, &behind, &not_ours),
            Message::Adopt { rooms } => {
                if self.adopts() {
                    rooms.into_iter().for_each(|room| self.claim(room));
                }
            }
        }
    }

    fn answered(&mut self, id: RequestId, answer: DatabaseAnswer) {
        let Some((purpose, until)) = self.requests.remove(&id) else { return };
        self.alarms.unset(until, Alarm::Request(id));
        // Answers to an earlier session are not ours.
        let is_ours = match &purpose {
            Purpose::Renew(session)
            | Purpose::Claim(session, _)
            | Purpose::Holdings(session, _)
            | Purpose::Release(session, ..) => self.session() == Some(*session),
            Purpose::Join => true,
        };
        if !is_ours {
            self.failed(purpose);
            return;
        }
        match (purpose, answer) {
            (Purpose::Join, DatabaseAnswer::Joined(session)) => {
                self.note_session(until);
                self.joined(session);
            }
            (Purpose::Renew(_), DatabaseAnswer::Renewed { adopted, held, members }) => {
                self.note_session(until);
                self.renewed(adopted, held, members);
            }
            (Purpose::Holdings(_, known), DatabaseAnswer::Held(rooms)) => self.sync(&known, rooms),
            (Purpose::Claim(..), DatabaseAnswer::Claimed(claims)) => {
                claims.into_iter().for_each(|(room, claim)| self.claimed(room, claim));
            }
            (Purpose::Release(_, rooms, rest), DatabaseAnswer::Released) => self.released(&rooms, rest),
            (purpose, DatabaseAnswer::Expired) => {
                self.expired();
                self.failed(purpose);
            }
            // An answer to another kind of request: ignored.
            (
                purpose,
                DatabaseAnswer::Joined(_)
                | DatabaseAnswer::Renewed { .. }
                | DatabaseAnswer::Claimed(_)
                | DatabaseAnswer::Held(_)
                | DatabaseAnswer::Released,
            ) => self.failed(purpose),
        }
    }

    fn ring(&mut self, alarm: Alarm) {
        match alarm {
            Alarm::Session => self.look_after_session(),
            Alarm::Roll => self.call_roll(),
            Alarm::Call(call) => self.unanswered(call),
            Alarm::Request(id) => {
                if let Some((purpose, _)) = self.requests.remove(&id) {
                    self.failed(purpose);
                }
            }
            Alarm::Search(ticket) => self.give_up(ticket),
            Alarm::Claim(room) => self.claim_again(room),
            Alarm::Leave => self.stay = Stay::Left,
        }
    }

    /// A request failed, or its outcome is unknown.
    fn failed(&mut self, purpose: Purpose) {
        match purpose {
            // The session has a timer of its own.
            Purpose::Join | Purpose::Renew(_) | Purpose::Holdings(..) => {}
            Purpose::Claim(_, rooms) => rooms.into_iter().for_each(|room| self.claim_again(room)),
            // An ended session has released all its rooms.
            Purpose::Release(session, rooms, rest) => {
                if self.session() == Some(session) {
                    self.release(rooms, rest);
                }
            }
        }
    }
}
