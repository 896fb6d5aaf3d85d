//! Games of the rooms: counters for the mass, and real rooms.

use cluster::{Millis, RoomId};
use games::GameName;
use room::{Command, Header, Input, KeyHash, Opening, Options, Requester, Room, Seated, Time};
use table::{Seat, Viewer};

/// An act of a client: who, and which of theirs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Act {
    pub client: u32,
    pub number: u32,
}

/// A line: whose act it was, if it was one, and what it says in a real room.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    pub act: Option<Act>,
    pub entry: Option<room::Entry>,
}

/// A client's answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Told {
    /// It is done.
    Landed,
    /// It was not their turn.
    Passed,
}

/// Whether a table knows an act that it has seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Memory {
    /// Idempotent: a repeated request is answered and not done again.
    Sound,
    /// A repeated request is done again, so a client may not retry one that may have been done.
    None,
}

/// A room.
pub struct Played {
    /// The last act of each client.
    last: Vec<Act>,
    /// The number of the last line and what came of all lines, in one number.
    sum: u64,
    real: Option<Box<Room>>,
    memory: Memory,
}

/// Rooms with numbers from here on are real ones; the clients of one have numbers 2 · room and the next.
pub const REAL: u64 = 1 << 20;

/// Whether a room does a repeated request again.
pub const fn is_forgetful(room: RoomId) -> bool {
    room.0 < REAL && room.0 % 2 == 1
}

fn real(room: RoomId) -> Option<Box<Room>> {
    if room.0 < REAL {
        return None;
    }
    let key = |number: usize| KeyHash([number as u8 + 1; 32]);
    let header = Header { code: "k7mq2xwp".to_owned(), secret: room.0, opener: Some(key(0)) };
    let options = Options { seats: 2, wait: 0, ..Options::quick(GameName::SpamORama) };
    let person = |number: usize| {
        let seat = Seat::new(number).unwrap();
        Seated { keys: vec![key(number), key(0)], ..Seated::person(seat, format!("P{number}"), key(number)) }
    };
    let opening = Opening::new(header.clone(), options, vec![person(0), person(1)]);
    let opening = opening.begun(Time(0)).unwrap();
    Some(Box::new(Room::fold(header, &opening.entries).unwrap()))
}

impl Played {
    fn knows(&self, act: Act) -> bool {
        let seen = |last: &Act| last.client == act.client && last.number >= act.number;
        self.memory == Memory::Sound && self.last.iter().any(seen)
    }

    fn note(&mut self, line: &Line) {
        let word = line.act.map_or(7, |act| u64::from(act.client) << 32 | u64::from(act.number));
        self.sum = (self.sum ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23).wrapping_add(1);
        let Some(act) = line.act else { return };
        match self.last.iter_mut().find(|last| last.client == act.client) {
            Some(last) => last.number = last.number.max(act.number),
            None => self.last.push(act),
        }
    }

    /// A digest of all lines: equal after the same lines in the same order.
    pub fn digest(&self) -> (u64, u64) {
        (self.sum, self.real.as_ref().map_or(0, |room| room.entries()))
    }

    /// Whether a client of a real room is waited for.
    pub fn awaits(&self, client: u32) -> bool {
        let seat = Seat::new(client as usize % 2).unwrap();
        self.real.as_ref().is_some_and(|room| room.awaited().contains(seat))
    }

    /// Lets a seat of a real room do something, if it is its turn.
    fn play(room: &mut Room, now: Millis, act: Act) -> Vec<room::Entry> {
        let seat = Seat::new(act.client as usize % 2).unwrap();
        if !room.awaited().contains(seat) {
            return Vec::new();
        }
        let choices = room.game().map(|game| game.choices(Viewer::Seat(seat))).unwrap_or_default();
        let Some((action, _)) = choices.get(act.number as usize * 7 % choices.len().max(1)) else {
            return Vec::new();
        };
        let key = KeyHash([seat.index() as u8 + 1; 32]);
        let from = Requester { key: Some(key), seat: Some(seat) };
        let command = Command::Act { version: room.version(), action: action.clone() };
        room.apply(Time(now.0), Input::Command(from, command))
            .map(|effects| effects.write)
            .unwrap_or_default()
    }
}

impl Played {
    /// The room before its first line.
    pub fn open(room: RoomId) -> Self {
        let memory = if is_forgetful(room) { Memory::None } else { Memory::Sound };
        Self { last: Vec::new(), sum: 0, real: real(room), memory }
    }

    /// The room after these lines.
    pub fn after(room: RoomId, lines: &[Line]) -> Self {
        let mut played = Self::open(room);
        lines.iter().for_each(|line| played.fold(line));
        played
    }

    /// Takes a line that was written.
    pub fn fold(&mut self, line: &Line) {
        self.note(line);
        if let (Some(room), Some(entry)) = (&mut self.real, &line.entry) {
            // A line that cannot be folded shows in the digest.
            if room.take(entry).is_err() {
                self.sum = 0;
            }
        }
    }

    /// Does a client's act; gives the lines to write, and the answer after that.
    pub fn apply(&mut self, now: Millis, act: Act) -> (Vec<Line>, Told) {
        if self.knows(act) {
            return (Vec::new(), Told::Landed);
        }
        let mut lines: Vec<Line> = match &mut self.real {
            None => vec![Line { act: None, entry: None }],
            Some(room) => Self::play(room, now, act)
                .into_iter()
                .map(|entry| Line { act: None, entry: Some(entry) })
                .collect(),
        };
        let Some(first) = lines.first_mut() else { return (Vec::new(), Told::Passed) };
        first.act = Some(act);
        lines.iter().for_each(|line| self.note(line));
        (lines, Told::Landed)
    }
}
