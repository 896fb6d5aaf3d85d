//! A match as the fold of its journal: who sits where, and the game on the board.

use games::game_of;
use pages::{Plays, Presence, Sitter};
use table::{Awaits, Header, Seat, SeatSet};

use crate::board::{Board, board};
use crate::entry::{Entry, Start};
use crate::key::KeyHash;
use crate::options::Options;
use crate::problem::Problem;

/// A seat of a match.
#[derive(Debug, Clone)]
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
    const fn free(seat: Seat) -> Self {
        let sitter = Sitter { seat, name: String::new(), plays: Plays::Nobody, presence: Presence::Here };
        Self { sitter, ready: false, spam: None, keys: Vec::new() }
    }

    /// Whether a person decides for this seat now.
    #[must_use]
    pub fn is_manned(&self) -> bool {
        self.sitter.plays == Plays::Person && self.sitter.presence == Presence::Here
    }
}

/// How far a match is.
pub enum Stage {
    /// People gather.
    Lobby,
    /// The game is on the board; it may be over.
    Board(Box<dyn Board>),
    /// It cannot be played by this program; the sentence says why.
    Closed(String),
}

/// A match.
pub struct Sitting {
    /// How the table was asked for.
    pub options: Options,
    /// The seats.
    pub chairs: Vec<Chair>,
    /// How far it is.
    pub stage: Stage,
    /// The number of the last line of the journal.
    pub version: u64,
    /// The number of the last line that changed the board.
    pub moved: u64,
    /// The code of the rematch.
    pub followed: Option<String>,
}

impl Sitting {
    /// An opened table with free seats.
    pub fn open(options: Options) -> Result<Self, Problem> {
        let chairs = options.count()?.iter().map(Chair::free).collect();
        Ok(Self { options, chairs, stage: Stage::Lobby, version: 1, moved: 1, followed: None })
    }

    /// A match out of its journal.
    pub fn fold(lines: &[String]) -> Result<Self, String> {
        let mut entries = lines.iter().map(|line| line.parse::<Entry>().map_err(|wrong| wrong.to_string()));
        let Some(Entry::Opened(options)) = entries.next().transpose()? else {
            return Err("the journal does not begin with the opening of a table".to_owned());
        };
        let mut sitting = Self::open(options).map_err(|problem| problem.sentence)?;
        for entry in entries {
            sitting.take(&entry?)?;
        }
        Ok(sitting)
    }

    /// A match as it was loaded, with the keys that open its seats.
    pub fn seated(lines: &[String], keys: &[(KeyHash, Seat)]) -> Result<Self, String> {
        let mut sitting = Self::fold(lines)?;
        for (key, seat) in keys {
            if let Some(chair) = sitting.chairs.get_mut(seat.index()) {
                chair.keys.push(*key);
            }
        }
        Ok(sitting)
    }

    fn chair(&mut self, seat: Seat) -> Result<&mut Chair, String> {
        self.chairs.get_mut(seat.index()).ok_or_else(|| format!("there is no seat {seat}"))
    }

    /// Takes a line of the journal that is not on the board yet.
    pub fn take(&mut self, entry: &Entry) -> Result<(), String> {
        match (entry, &mut self.stage) {
            (Entry::Played(line), Stage::Board(board)) => board.feed(line)?,
            (Entry::TookBack(to), Stage::Board(board)) => {
                board.take_back(*to).map_err(|problem| problem.sentence)?;
            }
            (Entry::Played(_) | Entry::TookBack(_), Stage::Closed(_)) => {}
            (Entry::Started(start), _) => self.stage = self.started(start),
            _ => {}
        }
        self.note(entry)
    }

    /// Takes a line whose part on the board has been done: seats, and the number of the change.
    pub fn note(&mut self, entry: &Entry) -> Result<(), String> {
        match entry {
            Entry::Opened(_) => return Err("a table is opened once".to_owned()),
            Entry::Sat { seat, plays, name } => {
                let chair = self.chair(*seat)?;
                chair.sitter.plays = *plays;
                chair.sitter.name.clone_from(name);
                chair.sitter.presence = Presence::Here;
                chair.ready = matches!(plays, Plays::Bot(_));
                chair.spam = None;
            }
            Entry::Stood(seat) => *self.chair(*seat)? = Chair::free(*seat),
            Entry::Readied(seat) => self.chair(*seat)?.ready = true,
            Entry::Unreadied(seat) => self.chair(*seat)?.ready = false,
            Entry::Counted(seat, spam) => self.chair(*seat)?.spam = Some(*spam),
            Entry::Left(seat) => self.chair(*seat)?.sitter.presence = Presence::Away,
            Entry::Returned(seat) => self.chair(*seat)?.sitter.presence = Presence::Here,
            Entry::Resigned(seat) => self.chair(*seat)?.sitter.presence = Presence::Resigned,
            Entry::Followed(code) => self.followed = Some(code.clone()),
            Entry::Started(_) | Entry::Played(_) | Entry::TookBack(_) => self.moved = self.version + 1,
        }
        self.version += 1;
        Ok(())
    }

    fn started(&self, start: &Start) -> Stage {
        let header = Header {
            game: self.options.game.clone(),
            rules: start.rules,
            setting: start.setting.clone(),
            names: self.names(),
            seed: None,
            begins: 0,
        };
        match game_of(&header, None) {
            Ok(game) => Stage::Board(board(game)),
            Err(why) => Stage::Closed(why.to_string()),
        }
    }

    /// Who sits where.
    #[must_use]
    pub fn sitters(&self) -> Vec<Sitter> {
        self.chairs.iter().map(|chair| chair.sitter.clone()).collect()
    }

    /// The names at the table, in order of the seats.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        self.chairs.iter().map(|chair| chair.sitter.name.clone()).collect()
    }

    /// The keys that open seats.
    pub fn keys(&self) -> impl Iterator<Item = (KeyHash, Seat)> {
        self.chairs.iter().flat_map(|chair| chair.keys.iter().map(|key| (*key, chair.sitter.seat)))
    }

    /// The seats that this key opens.
    #[must_use]
    pub fn held_by(&self, key: Option<KeyHash>) -> SeatSet {
        let Some(key) = key else { return SeatSet::EMPTY };
        let held = self.chairs.iter().filter(|chair| chair.keys.contains(&key));
        held.fold(SeatSet::EMPTY, |seats, chair| seats.with(chair.sitter.seat))
    }

    /// The game on the board.
    #[must_use]
    pub fn board(&self) -> Option<&dyn Board> {
        match &self.stage {
            Stage::Board(board) => Some(&**board),
            Stage::Lobby | Stage::Closed(_) => None,
        }
    }

    /// Whom the table waits for.
    #[must_use]
    pub fn awaited(&self) -> SeatSet {
        self.board().map_or(SeatSet::EMPTY, |board| board.awaits().seats())
    }

    /// Whether the game goes on and somebody is to decide.
    #[must_use]
    pub fn is_playing(&self) -> bool {
        self.board().is_some_and(|board| board.awaits() != Awaits::Nothing)
    }

    /// Why the game cannot start yet.
    #[must_use]
    pub fn not_yet(&self) -> Option<String> {
        let free = self.chairs.iter().filter(|chair| chair.sitter.plays == Plays::Nobody).count();
        let waiting: Vec<&str> = self
            .chairs
            .iter()
            .filter(|chair| chair.sitter.plays == Plays::Person && !chair.ready)
            .map(|chair| chair.sitter.name.as_str())
            .collect();
        match (free, waiting.as_slice()) {
            (0, []) => None,
            (0, names) => Some(format!("Not ready yet: {}.", names.join(", "))),
            (1, _) => Some("One seat is still free; wait for a friend or fill it with a bot.".to_owned()),
            (free, _) => {
                Some(format!("{free} seats are still free; wait for friends or fill them with bots."))
            }
        }
    }

    /// R2.7: those who got the least spam, of all who answered; nobody where nobody did.
    #[must_use]
    pub fn least_spam(&self) -> SeatSet {
        let least = self.chairs.iter().filter_map(|chair| chair.spam).min();
        let first = self.chairs.iter().filter(|chair| least.is_some() && chair.spam == least);
        first.fold(SeatSet::EMPTY, |seats, chair| seats.with(chair.sitter.seat))
    }
}
