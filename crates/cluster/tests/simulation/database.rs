//! The database as the nodes' contract has it: one after the other, by its own clock.

use std::collections::{BTreeMap, BTreeSet};

use cluster::{Claim, DatabaseAnswer, Epoch, Link, Member, NodeId, Request, Rest, RoomId, Session};

use crate::tables::{Act, Line};

/// A session that was not renewed for so long is over.
pub const TTL: u64 = 2000;
/// By which an owner writes: its session, and the epoch in which it owns the room.
pub type Fence = (Session, Epoch);

/// Whether a former owner can still write to a room.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fencing {
    Sound,
    /// A planted fault: only the number of the line is looked at.
    Missing,
}

struct SessionRow {
    node: NodeId,
    link: Link,
    until: u64,
    rooms: BTreeSet<RoomId>,
}

#[derive(Default)]
struct RoomRow {
    owner: Option<Session>,
    epoch: u64,
    is_awake: bool,
    lines: Vec<Line>,
    /// Who wrote last.
    writer: Option<(Epoch, Session)>,
}

pub struct Database {
    fencing: Fencing,
    /// So many rooms of expired sessions a renewal frees.
    freed: usize,
    sessions: BTreeMap<Session, SessionRow>,
    rooms: BTreeMap<RoomId, RoomRow>,
    /// Rooms that are awake and have no owner.
    free: BTreeSet<RoomId>,
    next_session: u64,
    /// How often each act was written.
    pub acts: BTreeMap<Act, u32>,
    /// The error of a write: two owners wrote.
    pub wrong: Option<String>,
    pub writes: u64,
    pub fenced: u64,
}

impl Database {
    pub fn new(fencing: Fencing, freed: usize) -> Self {
        Self {
            fencing,
            freed,
            sessions: BTreeMap::new(),
            rooms: BTreeMap::new(),
            free: BTreeSet::new(),
            next_session: 0,
            acts: BTreeMap::new(),
            wrong: None,
            writes: 0,
            fenced: 0,
        }
    }

    pub fn lines(&self, room: RoomId) -> &[Line] {
        self.rooms.get(&room).map_or(&[], |row| &row.lines)
    }

    /// The node whose session owns a room.
    pub fn owner(&self, room: RoomId) -> Option<NodeId> {
        let owner = self.rooms.get(&room)?.owner?;
        Some(self.sessions.get(&owner)?.node)
    }

    /// All rooms that need an owner, with the nodes whose sessions own them.
    pub fn awake(&self) -> impl Iterator<Item = (RoomId, Option<NodeId>)> {
        let awake = self.rooms.iter().filter(|(_, row)| row.is_awake);
        awake.map(|(room, row)| (*room, row.owner.map(|owner| self.sessions[&owner].node)))
    }

    /// Whether a session has not expired.
    fn lives(&self, now: u64, session: Session) -> bool {
        self.sessions.get(&session).is_some_and(|row| row.until >= now)
    }

    /// Frees some rooms of expired sessions; a session that has none left is gone.
    fn sweep(&mut self, now: u64) {
        let over = self.sessions.iter().filter(|(_, row)| row.until < now);
        let rooms: Vec<RoomId> =
            over.flat_map(|(_, row)| row.rooms.iter().copied()).take(self.freed).collect();
        rooms.into_iter().for_each(|room| self.let_go(room));
        self.sessions.retain(|_, row| row.until >= now || !row.rooms.is_empty());
    }

    fn let_go(&mut self, room: RoomId) {
        let row = self.rooms.get_mut(&room).unwrap();
        if let Some(owner) = row.owner.take() {
            self.sessions.get_mut(&owner).unwrap().rooms.remove(&room);
        }
        if row.is_awake {
            self.free.insert(room);
        }
    }

    /// All rooms of a session.
    fn held(&self, session: Session) -> impl Iterator<Item = (RoomId, Epoch)> {
        self.sessions[&session].rooms.iter().map(|room| (*room, Epoch(self.rooms[room].epoch)))
    }

    fn grant(&mut self, session: Session, room: RoomId) -> Epoch {
        let row = self.rooms.entry(room).or_default();
        row.owner = Some(session);
        row.epoch += 1;
        row.is_awake = true;
        self.free.remove(&room);
        self.sessions.get_mut(&session).unwrap().rooms.insert(room);
        Epoch(row.epoch)
    }

    pub fn answer(&mut self, now: u64, request: Request) -> DatabaseAnswer {
        match request {
            Request::Join { node, link } => {
                self.next_session += 1;
                let session = Session(self.next_session);
                let rooms = BTreeSet::new();
                self.sessions.insert(session, SessionRow { node, link, until: now + TTL, rooms });
                DatabaseAnswer::Joined(session)
            }
            Request::Renew { session, adopt, link } => {
                let renewed = self.sessions.get_mut(&session).filter(|row| row.until >= now);
                let is_renewed = renewed.map(|row| (row.until, row.link) = (now + TTL, link)).is_some();
                self.sweep(now);
                if !is_renewed {
                    return DatabaseAnswer::Expired;
                }
                let rooms: Vec<RoomId> = self.free.iter().copied().take(adopt).collect();
                let adopted = rooms.into_iter().map(|room| (room, self.grant(session, room))).collect();
                let held = self.held(session).collect();
                let member = |row: &SessionRow| Member { node: row.node, link: row.link };
                let members = self.sessions.values().filter(|row| row.until >= now).map(member).collect();
                DatabaseAnswer::Renewed { adopted, held, members }
            }
            Request::Claim { session, rooms } => {
                if !self.lives(now, session) {
                    return DatabaseAnswer::Expired;
                }
                let claim = |database: &mut Self, room: RoomId| {
                    let owner = database.rooms.entry(room).or_default().owner;
                    if owner.is_some_and(|owner| !database.lives(now, owner)) {
                        database.let_go(room);
                    }
                    let row = &database.rooms[&room];
                    match row.owner {
                        Some(owner) if owner == session => Claim::Granted(Epoch(row.epoch)),
                        Some(owner) => Claim::Held(database.sessions[&owner].node),
                        None => Claim::Granted(database.grant(session, room)),
                    }
                };
                DatabaseAnswer::Claimed(rooms.into_iter().map(|room| (room, claim(self, room))).collect())
            }
            Request::Holdings { session } => match self.lives(now, session) {
                false => DatabaseAnswer::Held(Vec::new()),
                true => DatabaseAnswer::Held(self.held(session).collect()),
            },
            Request::Release { session, rooms, rest } => {
                for (room, epoch) in rooms {
                    let Some(row) = self.rooms.get_mut(&room) else { continue };
                    if row.owner == Some(session) && row.epoch == epoch.0 {
                        row.is_awake &= rest == Rest::Awake;
                        self.let_go(room);
                    }
                }
                DatabaseAnswer::Released
            }
        }
    }

    /// Adds lines to a room, if this session still owns it in this epoch and so many are before them; says whether.
    pub fn write(
        &mut self,
        now: u64,
        (session, epoch): Fence,
        room: RoomId,
        first: u64,
        lines: &[Line],
    ) -> bool {
        let lives = self.lives(now, session);
        let row = self.rooms.entry(room).or_default();
        let is_owner = lives && row.owner == Some(session) && row.epoch == epoch.0;
        if !is_owner && self.fencing == Fencing::Sound {
            self.fenced += 1;
            return false;
        }
        if first != row.lines.len() as u64 {
            return false;
        }
        // Lines of a room are of one owner after the other, each with an epoch of its own.
        if let Some((last, writer)) = row.writer
            && (epoch < last || (epoch == last && session != writer))
        {
            self.wrong.get_or_insert(format!("{session:?} wrote line {first} of {room:?} after {writer:?}"));
        }
        if row.epoch != epoch.0 {
            self.wrong
                .get_or_insert(format!("{session:?} wrote line {first} of {room:?}, which it had lost"));
        }
        row.writer = Some((epoch, session));
        for act in lines.iter().filter_map(|line| line.act) {
            *self.acts.entry(act).or_default() += 1;
        }
        self.writes += lines.len() as u64;
        row.lines.extend_from_slice(lines);
        true
    }
}
