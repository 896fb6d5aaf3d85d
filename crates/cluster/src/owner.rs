//! An owner: takes commands in turn, writes what they change, and only then tells.

use std::collections::VecDeque;

use crate::database::{Request, RequestId};
use crate::effect::Effect;
use crate::id::{Epoch, RoomId};
use crate::message::Message;
use crate::node::{Node, Purpose};
use crate::replica::{Origin, Replica, Role, Stage, Waiting};
use crate::table::Table;

/// The most commands that wait for one room; whoever comes later asks again.
const QUEUE: usize = 1024;

impl<T: Table> Node<T> {
    /// The room is ours from now on.
    pub(crate) fn own(&mut self, room: RoomId, epoch: Epoch) {
        let waiting = self.claims.remove(&room).unwrap_or_default();
        self.unclaimed.remove(&room);
        self.owners.remove(&room);
        let is_watched = self.rooms.get(&room).is_some_and(|replica| !replica.viewers.is_empty());
        let replica = self.rooms.entry(room).or_insert_with(|| Replica::follower(&self.site, room));
        if replica.epoch() == Some(epoch) {
            // Granted again: nothing is new.
        } else {
            self.owned.add(room, epoch);
            let queue = match std::mem::replace(&mut replica.role, Role::Follower) {
                Role::Follower => {
                    if is_watched {
                        // An owner knows what is written.
                        self.effects.push(Effect::Unfollow(room));
                    }
                    VecDeque::new()
                }
                Role::Owner { epoch: earlier, stage, queue } => {
                    self.owned.take(room, earlier);
                    // Ours again after it was another's: what was being written may be fenced off.
                    let queue = requeued(stage, queue);
                    (replica.table, replica.next) = (T::open(&self.site, room), 0);
                    queue
                }
            };
            replica.role = Role::Owner { epoch, stage: Stage::Loading, queue };
            replica.reading = None;
            self.effects.push(Effect::Owned(room, epoch));
            self.read(room);
        }
        for one in waiting {
            self.enqueue(room, one);
        }
    }

    pub(crate) fn enqueue(&mut self, room: RoomId, waiting: Waiting<T>) {
        let Some(Replica { role: Role::Owner { stage, queue, .. }, .. }) = self.rooms.get_mut(&room) else {
            return;
        };
        let is_writing = match stage {
            Stage::Writing { done, .. } => done.iter().any(|(one, _)| one.origin == waiting.origin),
            Stage::Loading | Stage::Ready => false,
        };
        if !is_writing && queue.len() < QUEUE && !queue.iter().any(|one| one.origin == waiting.origin) {
            queue.push_back(waiting);
            self.pump(room);
        }
    }

    /// Carries out what waits, if the last was written.
    pub(crate) fn pump(&mut self, room: RoomId) {
        let (now, Some(session)) = (self.now, self.session()) else { return };
        let Some(replica) = self.rooms.get_mut(&room) else { return };
        let first = replica.next;
        let Role::Owner { epoch, stage: Stage::Ready, queue } = &mut replica.role else { return };
        let epoch = *epoch;
        let (mut entries, mut done) = (Vec::new(), Vec::new());
        while let Some(waiting) = queue.pop_front() {
            let applied = replica.table.apply(now, &waiting.command);
            entries.extend(applied.entries);
            done.push((waiting, applied.answer));
        }
        if done.is_empty() {
            return;
        }
        // Where nothing changes the database is asked, too: whoever has lost the room may refuse what would be right now.
        let write = Request::Write { session, room, epoch, first, entries: entries.clone() };
        let request = self.ask(Purpose::Write(room), write);
        if let Some(Replica { role: Role::Owner { stage, .. }, .. }) = self.rooms.get_mut(&room) {
            *stage = Stage::Writing { request, entries, done };
        }
    }

    fn tell_done(&mut self, done: Vec<(Waiting<T>, T::Answer)>) {
        for (waiting, answer) in done {
            match waiting.origin {
                Origin::Here(errand) => self.end_errand(errand, answer),
                Origin::There(node, errand) => {
                    self.effects.push(Effect::Send(node, Message::Done { errand, answer }));
                }
            }
        }
    }

    /// It is written: now everybody is told.
    pub(crate) fn written(&mut self, room: RoomId, id: RequestId) {
        let Some(replica) = self.rooms.get_mut(&room) else { return };
        let Role::Owner { stage, .. } = &mut replica.role else { return };
        if !matches!(stage, Stage::Writing { request, .. } if *request == id) {
            return;
        }
        let Stage::Writing { entries, done, .. } = std::mem::replace(stage, Stage::Ready) else { return };
        let first = replica.next;
        replica.next += entries.len() as u64;
        if !entries.is_empty() {
            self.effects.push(Effect::Publish { room, first, entries: entries.clone() });
            self.show(room, first, &entries);
        }
        self.tell_done(done);
        if self.takes_rooms() {
            self.pump(room);
        } else {
            self.hand_over(room);
        }
    }

    /// Nobody knows what became of a write: the journal does.
    pub(crate) fn reload(&mut self, room: RoomId, id: RequestId) {
        let Some(replica) = self.rooms.get_mut(&room) else { return };
        let Role::Owner { stage, queue, .. } = &mut replica.role else { return };
        if !matches!(stage, Stage::Writing { request, .. } if *request == id) {
            return;
        }
        *queue = requeued(std::mem::replace(stage, Stage::Loading), std::mem::take(queue));
        (replica.table, replica.next, replica.reading) = (T::open(&self.site, room), 0, None);
        self.read(room);
    }

    /// Somebody else has the room.
    pub(crate) fn fenced(&mut self, room: RoomId, id: RequestId) {
        let writes = |replica: &Replica<T>| match &replica.role {
            Role::Owner { stage: Stage::Writing { request, .. }, .. } => *request == id,
            Role::Owner { stage: Stage::Loading | Stage::Ready, .. } | Role::Follower => false,
        };
        if self.rooms.get(&room).is_some_and(writes) {
            self.step_back(room);
        }
    }

    /// Is the owner of a room no longer; nobody was told anything that is not written. Whoever waits goes on to the next.
    pub(crate) fn step_back(&mut self, room: RoomId) {
        let Some(replica) = self.rooms.get_mut(&room) else { return };
        let Role::Owner { epoch, stage, queue } = std::mem::replace(&mut replica.role, Role::Follower) else {
            return;
        };
        self.owned.take(room, epoch);
        self.effects.push(Effect::Lost(room, epoch));
        let is_clean = matches!(stage, Stage::Ready);
        let waiting = requeued(stage, queue);
        if replica.viewers.is_empty() {
            self.rooms.remove(&room);
        } else {
            if !is_clean {
                (replica.table, replica.next) = (T::open(&self.site, room), 0);
            }
            replica.reading = None;
            self.effects.push(Effect::Follow(room));
            self.read(room);
        }
        for one in waiting {
            match one.origin {
                Origin::Here(_) if self.takes_rooms() => self.claim(room, Some(one)),
                Origin::Here(_) | Origin::There(..) => self.turn_away(&one, None),
            }
        }
    }
}

/// What was being written waits again, before all else.
fn requeued<T: Table>(stage: Stage<T>, mut queue: VecDeque<Waiting<T>>) -> VecDeque<Waiting<T>> {
    match stage {
        Stage::Loading | Stage::Ready => {}
        Stage::Writing { done, .. } => {
            for (waiting, _) in done.into_iter().rev() {
                queue.push_front(waiting);
            }
        }
    }
    queue
}
