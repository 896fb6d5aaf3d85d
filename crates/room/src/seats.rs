//! The seats of a room: who sits where, and whose keys open them.

use games::Level;
use table::{Seat, SeatCount, SeatSet};

use crate::key::KeyHash;

/// Who decides for a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Plays {
    /// A free seat.
    Nobody,
    /// A person.
    Person,
    /// A bot of this level.
    Bot(Level),
}

impl Plays {
    /// The word for it in forms, journals and data.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Nobody => "nobody",
            Self::Person => "person",
            Self::Bot(level) => level_word(level),
        }
    }

    /// The player kind of this word.
    #[must_use]
    pub fn named(word: &str) -> Option<Self> {
        match word {
            "nobody" => Some(Self::Nobody),
            "person" => Some(Self::Person),
            word => level_named(word).map(Self::Bot),
        }
    }
}

/// The word for a level in forms and journals.
#[must_use]
pub const fn level_word(level: Level) -> &'static str {
    match level {
        Level::Intern => "intern",
        Level::Peddler => "peddler",
        Level::Affiliate => "affiliate",
        Level::Broker => "broker",
        Level::Agent => "agent",
        Level::Operator => "operator",
        Level::Tycoon => "tycoon",
        Level::Kingpin => "kingpin",
    }
}

/// The level of this word.
#[must_use]
pub fn level_named(word: &str) -> Option<Level> {
    Level::ALL.into_iter().find(|level| level_word(*level) == word)
}

/// Whether the person of a seat is at the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Presence {
    /// Sits there.
    Here,
    /// Is away for this reason; a bot stands in until the return.
    Away(Absence),
    /// Has given the game up; a bot plays on for good.
    Resigned,
}

/// Why a bot stands in for somebody.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Absence {
    /// They have left.
    Left,
    /// Their time ran out.
    TimedOut,
    /// They were not there, and the others called a bot.
    Replaced,
}

/// Who sits at a seat, as everybody may know it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sitter {
    /// The seat.
    pub seat: Seat,
    /// The name, bounded and without control characters; escaped where it is drawn.
    pub name: String,
    /// Who decides.
    pub plays: Plays,
    /// Whether the person is there.
    pub presence: Presence,
    /// After how many inputs of the game their time ran out, each time that it did.
    pub ran_out: Vec<usize>,
    /// The seats that want a bot to play here.
    pub bot_wanted_by: SeatSet,
}

impl Sitter {
    /// A person who has just sat down.
    #[must_use]
    pub const fn here(seat: Seat, name: String, plays: Plays) -> Self {
        let presence = Presence::Here;
        Self { seat, name, plays, presence, ran_out: Vec::new(), bot_wanted_by: SeatSet::EMPTY }
    }
}

/// A seat with all that belongs to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chair {
    /// Who sits there.
    pub sitter: Sitter,
    /// Whether the person is ready to start.
    pub ready: bool,
    /// R2.7: how much spam the person got today.
    pub spam: Option<u32>,
    /// Whose keys open it.
    pub keys: Vec<KeyHash>,
}

impl Chair {
    /// A seat that is free.
    #[must_use]
    pub const fn free(seat: Seat) -> Self {
        let sitter = Sitter::here(seat, String::new(), Plays::Nobody);
        Self { sitter, ready: false, spam: None, keys: Vec::new() }
    }

    /// Whether a person decides for this seat now.
    #[must_use]
    pub fn is_manned(&self) -> bool {
        self.sitter.plays == Plays::Person && self.sitter.presence == Presence::Here
    }
}

/// All seats of a room, in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seats {
    chairs: Vec<Chair>,
    /// Who stands in for a person who left or ran out of time.
    pub(crate) stand_in: Level,
}

impl Seats {
    /// Free seats.
    #[must_use]
    pub fn free(count: SeatCount, stand_in: Level) -> Self {
        Self { chairs: count.iter().map(Chair::free).collect(), stand_in }
    }

    /// The seats in order.
    pub fn iter(&self) -> impl Iterator<Item = &Chair> {
        self.chairs.iter()
    }

    /// How many there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.chairs.len()
    }

    /// Everybody at the table.
    pub(crate) fn sitters_mut(&mut self) -> impl Iterator<Item = &mut Sitter> {
        self.chairs.iter_mut().map(|chair| &mut chair.sitter)
    }

    /// This one, if it is there.
    #[must_use]
    pub fn get(&self, seat: Seat) -> Option<&Chair> {
        self.chairs.get(seat.index())
    }

    pub(crate) fn get_mut(&mut self, seat: Seat) -> Option<&mut Chair> {
        self.chairs.get_mut(seat.index())
    }

    /// Who sits where.
    #[must_use]
    pub fn sitters(&self) -> Vec<Sitter> {
        self.iter().map(|chair| chair.sitter.clone()).collect()
    }

    /// The names at the table, in order of the seats.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        self.iter().map(|chair| chair.sitter.name.clone()).collect()
    }

    /// The keys that open seats.
    pub fn keys(&self) -> impl Iterator<Item = (KeyHash, Seat)> {
        self.iter().flat_map(|chair| chair.keys.iter().map(|key| (*key, chair.sitter.seat)))
    }

    fn those(&self, which: impl Fn(&Chair) -> bool) -> SeatSet {
        let chairs = self.iter().filter(|chair| which(chair));
        chairs.fold(SeatSet::EMPTY, |seats, chair| seats.with(chair.sitter.seat))
    }

    /// The seats that this key opens.
    #[must_use]
    pub fn held_by(&self, key: Option<KeyHash>) -> SeatSet {
        self.those(|chair| key.is_some_and(|key| chair.keys.contains(&key)))
    }

    /// This seat and those that the same people hold: they are at all of them.
    #[must_use]
    pub fn held_with(&self, seat: Seat) -> SeatSet {
        let own = self.get(seat).map_or(&[][..], |chair| &chair.keys);
        self.those(|chair| chair.keys.iter().any(|key| own.contains(key))).with(seat)
    }

    /// The seats for which people decide now.
    #[must_use]
    pub fn manned(&self) -> SeatSet {
        self.those(Chair::is_manned)
    }

    /// R2.7: the seats that got the least spam, of all that answered.
    #[must_use]
    pub fn least_spam(&self) -> SeatSet {
        let least = self.iter().filter_map(|chair| chair.spam).min();
        self.those(|chair| least.is_some() && chair.spam == least)
    }
}

/// The name of a bot.
#[must_use]
pub fn bot_name(seat: Seat, level: Level) -> String {
    const NAMES: [&str; 6] = ["Baud", "Bounce", "Daemon", "Finger", "Gopher", "Usenet"];
    format!("{} the {}", NAMES[seat.index() % NAMES.len()], level.title())
}
