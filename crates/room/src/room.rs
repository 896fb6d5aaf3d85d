//! The room as a value: what lasts is the fold of its entries; the rest is what it waits for at the moment.

use std::collections::BTreeMap;

use games::Level;
use table::{Awaits, MOST_SEATS, Occasion, Seat, SeatSet};

use crate::chat::Said;
use crate::deal_luck::Drawn;
use crate::effects::{Progress, Step};
use crate::entry::{Entry, Start};
use crate::game::LiveGame;
use crate::job::JobId;
use crate::key::KeyHash;
use crate::opening::Header;
use crate::options::Options;
use crate::pace::Pace;
use crate::presence::Attendance;
use crate::reaction::{Reacting, Setting};
use crate::refusal::Refusal;
use crate::seats::{Absence, Chair, Plays, Presence, Seats, Sitter};
use crate::time::Time;
use crate::waiting::Waiting;

/// How far a room is.
pub enum Stage {
    /// People gather.
    Lobby,
    /// The game is on the table; it may be over.
    Game(Box<LiveGame>),
    /// It cannot be played by this program; the sentence says why.
    Closed(String),
}

/// A link that gives a seat to another device.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Link {
    pub(crate) seat: Seat,
    pub(crate) hash: KeyHash,
    pub(crate) until: Time,
}

/// A seat's answer in a window.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Answer {
    pub(crate) since: u64,
    pub(crate) action: String,
    /// How often the seat has answered in this window.
    pub(crate) times: u32,
}

/// A table on the site.
pub struct Room {
    pub(crate) header: Header,
    pub(crate) options: Options,
    pub(crate) seats: Seats,
    pub(crate) stage: Stage,
    /// The number of the last public change.
    pub(crate) version: u64,
    /// How many entries there are.
    pub(crate) entries: u64,
    /// How much each seat has had done beside playing, in entries; since the game began, if it has.
    pub(crate) spent: [u64; MOST_SEATS],
    /// The number of the last change of the game.
    pub(crate) moved: u64,
    /// The change with which the question began that the game asks now; several may answer it under seal.
    pub(crate) question: u64,
    /// The change since which each seat is asked what it is asked now.
    pub(crate) asked: [u64; MOST_SEATS],
    /// After which input each seat last answered in a reaction window.
    pub(crate) reacted: [usize; MOST_SEATS],
    /// After which input the person of each seat last acted.
    pub(crate) acted: [usize; MOST_SEATS],
    pub(crate) reacting: [Setting; MOST_SEATS],
    /// How fast bots move, if that was set since the table was opened.
    pub(crate) pace: Option<Pace>,
    pub(crate) answers: BTreeMap<Seat, Answer>,
    pub(crate) links: Vec<Link>,
    pub(crate) said: Vec<Said>,
    pub(crate) followed: Option<String>,
    /// The seats that asked a coach.
    pub(crate) coached: SeatSet,
    /// How often luck was drawn for what, where a deal is played.
    pub(crate) drawn: Drawn,

    pub(crate) waiting: Waiting,
    /// Which question the clock was set for, and when it runs out.
    pub(crate) clock: Option<(u64, Time)>,
    pub(crate) next_job: JobId,
    /// The levels at which programs may play here.
    pub(crate) programs: Vec<Level>,
    pub(crate) attendance: Attendance,
    pub(crate) spoke: [Option<Time>; MOST_SEATS],
}

/// Facts about the game before an input.
#[derive(Clone, Copy)]
pub(crate) struct Before {
    sealed: bool,
    in_window: bool,
    /// The occasion of awaited luck, where a deal is played.
    occasion: Option<Occasion>,
}

impl Before {
    /// The occasion of awaited luck, where a deal is played.
    pub(crate) const fn occasion(&self) -> Option<Occasion> {
        self.occasion
    }
}

impl Room {
    /// An opened table with free seats.
    fn opened(header: Header, options: Options) -> Result<Self, Refusal> {
        let seats = Seats::free(options.count()?, options.game()?.stand_in());
        Ok(Self {
            header,
            options,
            seats,
            stage: Stage::Lobby,
            version: 1,
            entries: 1,
            spent: [0; MOST_SEATS],
            moved: 1,
            question: 1,
            asked: [1; MOST_SEATS],
            reacted: [0; MOST_SEATS],
            acted: [0; MOST_SEATS],
            reacting: [Setting::default(); MOST_SEATS],
            pace: None,
            answers: BTreeMap::new(),
            links: Vec::new(),
            said: Vec::new(),
            followed: None,
            coached: SeatSet::EMPTY,
            drawn: Drawn::default(),
            waiting: Waiting::Nobody,
            clock: None,
            next_job: JobId::default(),
            programs: Vec::new(),
            attendance: Attendance::default(),
            spoke: [None; MOST_SEATS],
        })
    }

    /// The room with programs that may play at these levels: their jobs say what the seat has heard, too. This is no
    /// entry, for it changes nothing that anybody could see.
    #[must_use]
    pub fn with_programs(self, levels: Vec<Level>) -> Self {
        Self { programs: levels, ..self }
    }

    /// A room out of its entries. It does nothing until a visitor or a timer comes.
    pub fn fold<'a>(header: Header, entries: impl IntoIterator<Item = &'a Entry>) -> Result<Self, String> {
        let mut entries = entries.into_iter();
        let Some(Entry::Opened(options)) = entries.next() else {
            return Err("the journal does not begin with the opening of a table".to_owned());
        };
        let mut room = Self::opened(header, options.clone()).map_err(|refusal| refusal.sentence)?;
        entries.try_for_each(|entry| room.take(entry))?;
        if room.is_playing() {
            room.waiting = Waiting::Dormant;
        }
        Ok(room)
    }

    /// A room out of the lines of its journal.
    pub fn read(header: Header, lines: &[String]) -> Result<Self, String> {
        let entries: Result<Vec<Entry>, _> = lines.iter().map(|line| line.parse::<Entry>()).collect();
        Self::fold(header, &entries.map_err(|wrong| wrong.to_string())?)
    }

    /// Takes an entry that came of what happened to the same room elsewhere, or before.
    pub fn take(&mut self, entry: &Entry) -> Result<(), String> {
        let before = self.before();
        match (entry, &mut self.stage) {
            (Entry::Played(line), Stage::Game(live)) => {
                live.feed(line)?;
                self.played(before);
            }
            (Entry::TookBack(to), Stage::Game(_)) => {
                self.charge_take_back(*to);
                let live = self.game_mut().map_err(|refusal| refusal.sentence)?;
                live.take_back(*to).map_err(|refusal| refusal.sentence)?;
            }
            (Entry::Played(_) | Entry::TookBack(_), Stage::Closed(_)) => {}
            (Entry::Played(_) | Entry::TookBack(_), Stage::Lobby) => {
                return Err("a game is played before it began".to_owned());
            }
            (Entry::Started(start), _) => self.start(start),
            (
                Entry::Opened(_)
                | Entry::Sat { .. }
                | Entry::Stood(_)
                | Entry::Readied(_)
                | Entry::Unreadied(_)
                | Entry::Counted(..)
                | Entry::Left(_)
                | Entry::TimedOut(_)
                | Entry::Replaced(_)
                | Entry::Voted(..)
                | Entry::Returned(_)
                | Entry::Resigned(_)
                | Entry::Followed(_)
                | Entry::Keyed(..)
                | Entry::Unkeyed(..)
                | Entry::Linked { .. }
                | Entry::Unlinked(_)
                | Entry::Answered { .. }
                | Entry::Reacting(..)
                | Entry::Paced(..)
                | Entry::Said(..)
                | Entry::Coached(_),
                _,
            ) => {}
        }
        self.note(entry)
    }

    fn start(&mut self, start: &Start) {
        self.stage = match LiveGame::started(&self.options.game, start, self.seats.names()) {
            Ok(live) => Stage::Game(Box::new(live)),
            Err(why) => Stage::Closed(why),
        };
    }

    /// Facts about the game before an input.
    pub(crate) fn before(&self) -> Before {
        let live = self.game();
        Before {
            sealed: live.is_some_and(|live| matches!(live.awaits(), Awaits::Sealed(_))),
            in_window: live.is_some_and(|live| live.pass().is_some()),
            occasion: self.deal().and(live).and_then(LiveGame::occasion),
        }
    }

    /// The game has just taken an input.
    pub(crate) fn played(&mut self, before: Before) {
        let (awaited, inputs) = (self.awaited(), self.game().map_or(0, LiveGame::inputs));
        let author = self.game().and_then(|live| live.author(inputs.checked_sub(1)?));
        if let Some(occasion) = before.occasion {
            self.drawn.note(occasion);
        }
        if let Some(author) = author {
            if before.in_window {
                self.reacted[author.index()] = inputs;
            }
            if self.seats.bot_at(author).is_none() {
                self.acted[author.index()] = inputs;
            }
            if let Some(chair) = self.seats.get_mut(author) {
                // Somebody who moves is there.
                chair.sitter.bot_wanted_by = SeatSet::EMPTY;
            }
        }
        if !(before.sealed && self.before().sealed) {
            self.question = self.version + 1;
        }
        // Everybody is asked anew, but for those whose secret choice is still open.
        for seat in self.seats.iter().map(|chair| chair.sitter.seat) {
            if !(before.sealed && awaited.contains(seat)) {
                self.asked[seat.index()] = self.version + 1;
            }
        }
    }

    fn chair(&mut self, seat: Seat) -> Result<&mut Chair, String> {
        self.seats.get_mut(seat).ok_or_else(|| format!("there is no seat {seat}"))
    }

    /// Takes an entry whose part in the game has been done.
    pub(crate) fn note(&mut self, entry: &Entry) -> Result<(), String> {
        match entry {
            Entry::Opened(_) => return Err("a table is opened once".to_owned()),
            Entry::Sat { seat, plays, name } => {
                let chair = self.chair(*seat)?;
                chair.sitter = Sitter::here(*seat, name.clone(), *plays);
                chair.ready = matches!(plays, Plays::Bot(_));
                chair.spam = None;
            }
            Entry::Stood(seat) => {
                *self.chair(*seat)? = Chair::free(*seat);
                self.links.retain(|link| link.seat != *seat);
            }
            Entry::Readied(seat) => self.chair(*seat)?.ready = true,
            Entry::Unreadied(seat) => self.chair(*seat)?.ready = false,
            Entry::Counted(seat, spam) => self.chair(*seat)?.spam = Some(*spam),
            Entry::Left(seat) => self.come_or_gone(*seat, Presence::Away(Absence::Left))?,
            Entry::TimedOut(seat) => {
                let inputs = self.game().map_or(0, LiveGame::inputs);
                self.come_or_gone(*seat, Presence::Away(Absence::TimedOut))?;
                self.chair(*seat)?.sitter.ran_out.push(inputs);
            }
            Entry::Replaced(seat) => self.come_or_gone(*seat, Presence::Away(Absence::Replaced))?,
            Entry::Voted(seat, about) => {
                self.chair(*seat)?;
                let wanted_by = &mut self.chair(*about)?.sitter.bot_wanted_by;
                *wanted_by = wanted_by.with(*seat);
            }
            Entry::Returned(seat) => self.come_or_gone(*seat, Presence::Here)?,
            Entry::Resigned(seat) => self.come_or_gone(*seat, Presence::Resigned)?,
            Entry::Followed(code) => self.followed = Some(code.clone()),
            Entry::Keyed(seat, key) => {
                let keys = &mut self.chair(*seat)?.keys;
                if !keys.contains(key) {
                    keys.push(*key);
                }
            }
            Entry::Unkeyed(seat, key) => self.chair(*seat)?.keys.retain(|one| one != key),
            Entry::Linked { seat, link, until } => {
                self.chair(*seat)?;
                self.links.push(Link { seat: *seat, hash: *link, until: *until });
            }
            Entry::Unlinked(link) => self.links.retain(|one| one.hash != *link),
            Entry::Answered { seat, since, action } => {
                self.chair(*seat)?;
                let before = self.answers.get(seat).filter(|answer| answer.since == *since);
                let times = before.map_or(0, |answer| answer.times) + 1;
                self.answers.insert(*seat, Answer { since: *since, action: action.clone(), times });
            }
            Entry::Reacting(seat, how) => {
                self.chair(*seat)?;
                let turn = self.turn();
                let setting = &mut self.reacting[seat.index()];
                *setting = setting.with(*how, turn);
            }
            Entry::Paced(seat, pace) => {
                self.chair(*seat)?;
                self.pace = Some(*pace);
            }
            Entry::Said(seat, line) => {
                self.chair(*seat)?;
                crate::chat::keep(&mut self.said, *seat, *line);
            }
            Entry::Coached(seat) => {
                self.chair(*seat)?;
                self.coached = self.coached.with(*seat);
            }
            Entry::TookBack(to) => {
                for at in self.acted.iter_mut().chain(&mut self.reacted) {
                    *at = (*at).min(*to);
                }
                for sitter in self.seats.sitters_mut() {
                    sitter.ran_out.retain(|at| at < to);
                }
                self.asked_anew();
            }
            Entry::Started(_) => {
                // Spending in the lobby does not count in the game.
                self.spent = [0; MOST_SEATS];
                self.asked_anew();
            }
            Entry::Played(_) => self.game_changed(),
        }
        if let Some(seat) = entry.charged_to() {
            self.spent[seat.index()] += 1;
        }
        self.version += u64::from(entry.is_numbered());
        self.entries += 1;
        Ok(())
    }

    fn asked_anew(&mut self) {
        self.question = self.version + 1;
        self.asked = [self.version + 1; MOST_SEATS];
        self.game_changed();
    }

    fn game_changed(&mut self) {
        self.moved = self.version + 1;
        self.answers.clear();
    }

    fn come_or_gone(&mut self, seat: Seat, presence: Presence) -> Result<(), String> {
        let sitter = &mut self.chair(seat)?.sitter;
        (sitter.presence, sitter.bot_wanted_by) = (presence, SeatSet::EMPTY);
        self.asked[seat.index()] = self.version + 1;
        Ok(())
    }

    /// Charges inputs that were taken back to the seat that takes back.
    pub(crate) fn charge_take_back(&mut self, to: usize) {
        let Some(live) = self.game() else { return };
        let lost = live.inputs().saturating_sub(to) as u64;
        if let Some(author) = live.author(to) {
            self.spent[author.index()] += lost;
        }
    }

    /// An entry is noted and is to be written.
    pub(crate) fn record(&mut self, step: &mut Step, entry: Entry) {
        let noted = self.note(&entry);
        debug_assert!(noted.is_ok(), "checked before: {noted:?}");
        step.effects.write.push(entry);
    }

    /// The game on the table.
    #[must_use]
    pub fn game(&self) -> Option<&LiveGame> {
        match &self.stage {
            Stage::Game(live) => Some(live),
            Stage::Lobby | Stage::Closed(_) => None,
        }
    }

    pub(crate) fn game_mut(&mut self) -> Result<&mut LiveGame, Refusal> {
        match &mut self.stage {
            Stage::Game(live) => Ok(live),
            Stage::Lobby => Err(Refusal::not_now("the game has not begun")),
            Stage::Closed(why) => Err(Refusal::gone(why.clone())),
        }
    }

    /// Whom the table waits for.
    #[must_use]
    pub fn awaited(&self) -> SeatSet {
        self.game().map_or(SeatSet::EMPTY, |live| live.awaits().seats())
    }

    /// The turn that is being played, counted from the first.
    pub(crate) fn turn(&self) -> u32 {
        self.game().map_or(0, LiveGame::turns)
    }

    pub(crate) fn reacting(&self, seat: Seat) -> Reacting {
        self.reacting[seat.index()].in_turn(self.turn())
    }

    /// Whether the game goes on.
    #[must_use]
    pub fn is_playing(&self) -> bool {
        self.game().is_some_and(|live| live.ending().is_none())
    }

    /// How far it is.
    #[must_use]
    pub fn progress(&self) -> Progress {
        match &self.stage {
            Stage::Lobby => Progress::Lobby,
            Stage::Game(live) if live.ending().is_none() => Progress::Playing,
            Stage::Game(_) | Stage::Closed(_) => Progress::Over,
        }
    }

    /// The header.
    #[must_use]
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// How the table was asked for.
    #[must_use]
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// Who sits where.
    #[must_use]
    pub const fn seats(&self) -> &Seats {
        &self.seats
    }

    /// How far it is, with the game.
    #[must_use]
    pub const fn stage(&self) -> &Stage {
        &self.stage
    }

    /// The number of the last public change.
    #[must_use]
    pub const fn version(&self) -> u64 {
        self.version
    }

    /// How many entries there are.
    #[must_use]
    pub const fn entries(&self) -> u64 {
        self.entries
    }

    /// The code of the rematch.
    #[must_use]
    pub fn followed(&self) -> Option<&str> {
        self.followed.as_deref()
    }

    /// The seats that asked a coach.
    #[must_use]
    pub const fn coached(&self) -> SeatSet {
        self.coached
    }

    /// The record of the game, once it is over.
    #[must_use]
    pub fn record_text(&self) -> Option<String> {
        self.game()?.record(&self.seats.names(), self.coached)
    }

    /// The chat lines, the oldest first.
    #[must_use]
    pub fn said(&self) -> &[Said] {
        &self.said
    }
}
