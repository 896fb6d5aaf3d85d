//! The one door.

use crate::alarm::Alarm;
use crate::database::{DatabaseAnswer, RequestId};
use crate::effect::Effect;
use crate::id::{Millis, NodeId, RoomId, Ticket, ViewerId};
use crate::member::Link;
use crate::message::Message;
use crate::node::{Node, Purpose, Stay};
use crate::replica::Origin;
use crate::table::Table;

/// What a node is told.
pub enum Input<T: Table> {
    /// It starts.
    Start,
    /// Time has passed.
    Time,
    /// A client asks for something.
    Command {
        /// Who waits for the answer; another number for each command.
        ticket: Ticket,
        /// The room.
        room: RoomId,
        /// What is asked.
        command: T::Command,
    },
    /// Somebody watches a room who was shown so many lines of it before.
    Watch {
        /// The viewer.
        viewer: ViewerId,
        /// The room.
        room: RoomId,
        /// How many lines.
        from: u64,
    },
    /// Somebody watches no longer.
    Unwatch {
        /// The viewer.
        viewer: ViewerId,
        /// The room.
        room: RoomId,
    },
    /// A room needs nobody to look after it until somebody asks for it.
    Asleep(RoomId),
    /// A message came.
    Message(NodeId, Message<T>),
    /// The database answered.
    Database(RequestId, DatabaseAnswer<T::Entry>),
    /// Whether other nodes can be reached. Whoever starts can reach them, unless it is told otherwise.
    Link(Link),
    /// The node is to end: it hands over its rooms.
    Leave,
}

impl<T: Table> Node<T> {
    /// Takes an input at a moment of this node's clock, and says what is to be done.
    pub fn apply(&mut self, now: Millis, input: Input<T>) -> Vec<Effect<T>> {
        // A clock that was set back stands still until it is where it was.
        self.now = self.now.max(now);
        match input {
            Input::Start => self.start(),
            Input::Time => {}
            Input::Command { ticket, room, command } => self.begin_errand(ticket, room, command),
            Input::Watch { viewer, room, from } => self.watch(viewer, room, from),
            Input::Unwatch { viewer, room } => self.unwatch(viewer, room),
            Input::Asleep(room) => self.rest(room),
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

    fn hear(&mut self, from: NodeId, message: Message<T>) {
        match message {
            Message::Forward { room, errand, command } => {
                self.carry_out(Origin::There(from, errand), room, command);
            }
            Message::Done { errand, answer } => self.end_errand(errand, answer),
            Message::Moved { errand, owner } => self.redirect(errand, owner),
            Message::Entries { room, first, entries } => self.heard_lines(room, first, &entries),
            Message::Roll { call, rooms } => self.answer_roll(from, call, rooms),
            Message::RollAnswer { call, behind, not_ours } => self.called(call, &behind, &not_ours),
            Message::Adopt { rooms } => {
                if self.takes_rooms() {
                    rooms.into_iter().for_each(|room| self.claim(room, None));
                }
            }
        }
    }

    fn answered(&mut self, id: RequestId, answer: DatabaseAnswer<T::Entry>) {
        let Some((purpose, until)) = self.requests.remove(&id) else { return };
        self.alarms.unset(until, Alarm::Request(id));
        // What an earlier session was given is not ours.
        let is_ours = match &purpose {
            Purpose::Renew(session) | Purpose::Claim(session, _) | Purpose::Holdings(session, _) => {
                self.session() == Some(*session)
            }
            Purpose::Join | Purpose::Write(_) | Purpose::Read(_) | Purpose::Release(..) => true,
        };
        if !is_ours {
            self.failed(id, purpose);
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
            (Purpose::Write(room), DatabaseAnswer::Written) => self.written(room, id),
            (Purpose::Write(room), DatabaseAnswer::Conflict) => self.reload(room, id),
            (Purpose::Write(room), DatabaseAnswer::Fenced) => self.fenced(room, id),
            (Purpose::Read(room), DatabaseAnswer::Lines { entries, head }) => {
                self.read_lines(room, id, &entries, head);
            }
            (Purpose::Release(rooms, rest), DatabaseAnswer::Released) => self.released(&rooms, rest),
            (purpose, DatabaseAnswer::Expired) => {
                self.expired();
                self.failed(id, purpose);
            }
            // The database said something that was not asked: as good as nothing.
            (
                purpose,
                DatabaseAnswer::Joined(_)
                | DatabaseAnswer::Renewed { .. }
                | DatabaseAnswer::Claimed(_)
                | DatabaseAnswer::Held(_)
                | DatabaseAnswer::Written
                | DatabaseAnswer::Conflict
                | DatabaseAnswer::Fenced
                | DatabaseAnswer::Lines { .. }
                | DatabaseAnswer::Released,
            ) => self.failed(id, purpose),
        }
    }

    fn ring(&mut self, alarm: Alarm) {
        match alarm {
            Alarm::Session => self.look_after_session(),
            Alarm::Roll => self.call_roll(),
            Alarm::Call(call) => self.unanswered(call),
            Alarm::Request(id) => {
                if let Some((purpose, _)) = self.requests.remove(&id) {
                    self.failed(id, purpose);
                }
            }
            Alarm::Errand(errand) => self.retry_errand(errand),
            Alarm::Claim(room) => {
                if self.claims.contains_key(&room) {
                    self.unclaimed.insert(room);
                }
            }
            Alarm::Leave => self.stay = Stay::Left,
        }
    }

    /// A request came to nothing, or nobody knows what it came to.
    fn failed(&mut self, id: RequestId, purpose: Purpose) {
        match purpose {
            // The session is looked after anyway.
            Purpose::Join | Purpose::Renew(_) | Purpose::Holdings(..) => {}
            Purpose::Claim(_, rooms) => {
                for room in rooms {
                    if self.claims.contains_key(&room) {
                        self.unclaimed.insert(room);
                    }
                }
            }
            Purpose::Write(room) => self.reload(room, id),
            Purpose::Read(room) => self.read_again(room, id),
            Purpose::Release(rooms, rest) => self.release_again(rooms, rest),
        }
    }
}
