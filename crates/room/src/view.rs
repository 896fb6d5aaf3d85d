//! Views of a room beside the game itself: windows, clocks and settings, the lobby, and a line of it for lists.

use games::GameName;
use table::{Ending, Game, Match, Prompt, Seat, SeatSet, Viewer};

use crate::chat::Said;
use crate::command::Requester;
use crate::effects::Progress;
use crate::key::KeyHash;
use crate::pace::PaceControl;
use crate::presence::Whereabouts;
use crate::reaction::Reacting;
use crate::room::{Room, Stage};
use crate::seats::{Plays, Sitter};
use crate::time::Time;
use crate::waiting::Waiting;

/// A reaction window, the same for everybody but for one's own answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Window {
    /// Milliseconds until it closes; `None` where it waits for the one person at the table.
    pub left: Option<u64>,
    /// Milliseconds it is open in all.
    pub whole: Option<u64>,
    /// The viewer's answer, in notation; it can still be changed.
    pub answered: Option<String>,
    /// Whether nothing is asked of the viewer in it: they can be seen to have no say or have said that they pass, or
    /// are the one person at the table and could change nothing.
    pub closes_itself: bool,
    /// Whether no answer of the viewer's could change anything, which they alone know: the window does not stop them,
    /// and they may pass.
    pub no_say: bool,
}

/// An undo, as offered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TakeBack {
    /// To how many inputs the game would go back.
    pub to: u64,
    /// How many inputs would be taken back.
    pub inputs: usize,
}

/// The state of the room on a table page, beside the game itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Status {
    /// The reaction window that is open.
    pub window: Option<Window>,
    /// Milliseconds left on the asked seat's clock.
    pub clock: Option<u64>,
    /// Whether the viewer may take back now.
    pub may_take_back: Option<TakeBack>,
    /// The viewer's setting for reaction windows.
    pub reacting: Reacting,
    /// How fast bots move, if the viewer may set it.
    pub pace: Option<PaceControl>,
    /// The seats this visitor holds; more than one on one device is a hot seat.
    pub own: SeatSet,
    /// Whether the match is over.
    pub over: Option<Ending>,
    /// Whether the viewer may ask a coach.
    pub may_be_coached: bool,
    /// The seats that asked a coach.
    pub coached: SeatSet,
    /// The name of the deal that is played, if it is one.
    pub deal: Option<String>,
    /// Who is there and who is not, where a whole page is drawn.
    pub whereabouts: Vec<(Seat, Whereabouts)>,
    /// The latest chat lines, where a whole page is drawn.
    pub said: Vec<Said>,
}

impl Status {
    /// No window, no clock, nothing set.
    pub const NONE: Self = Self {
        window: None,
        clock: None,
        may_take_back: None,
        reacting: Reacting::Ask,
        pace: None,
        own: SeatSet::EMPTY,
        over: None,
        may_be_coached: false,
        coached: SeatSet::EMPTY,
        deal: None,
        whereabouts: Vec::new(),
        said: Vec::new(),
    };

    /// Whether a countdown is shown.
    #[must_use]
    pub fn counts_down(&self) -> bool {
        self.clock.is_some() || self.window.as_ref().is_some_and(|window| window.left.is_some())
    }

    /// The viewer's question; in a reaction window everybody is asked at the same time, where the table has it so.
    #[must_use]
    pub fn asked<G: Game>(&self, live: &Match<G>, viewer: Viewer) -> Prompt<G::Action> {
        let in_window = match (&self.window, viewer.seat()) {
            (Some(_), Some(seat)) => live.asked_in_window(seat),
            _ => None,
        };
        let mut prompt = in_window.unwrap_or_else(|| live.prompt(viewer));
        if let Some(Window { closes_itself: true, no_say, .. }) = self.window {
            let says = if no_say { prompt } else { live.prompt(Viewer::Bystander) };
            prompt = Prompt { choices: Vec::new(), unavailable: Vec::new(), ..says };
        }
        prompt
    }
}

impl Default for Status {
    fn default() -> Self {
        Self::NONE
    }
}

/// How far a match is, for lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MatchStatus {
    /// Waits in the lobby; so many seats are free.
    Lobby {
        /// Free seats.
        free: usize,
    },
    /// Is played; `yours` says whether the visitor is asked.
    Playing {
        /// Turns begun.
        turns: u32,
        /// Whether the visitor is asked.
        yours: bool,
    },
    /// Is over.
    Over,
}

/// A match in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MatchSummary {
    /// Its code.
    pub code: String,
    /// Which game.
    pub game: GameName,
    /// The names at the table, in order.
    pub names: Vec<String>,
    /// How far it is.
    pub status: MatchStatus,
}

/// The public summary of a room, which the server reads without asking it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    /// The names at the table.
    pub names: Vec<String>,
    /// How far it is; `yours` is not known here.
    pub status: MatchStatus,
    /// The seats that are asked.
    pub awaited: SeatSet,
    /// Whose keys open which seat.
    pub keys: Vec<(KeyHash, Seat)>,
}

impl Summary {
    /// The status, as the holder of this key sees it.
    #[must_use]
    pub fn status_for(&self, key: Option<KeyHash>) -> MatchStatus {
        match self.status {
            MatchStatus::Playing { turns, .. } => {
                let asked =
                    |(held, seat): &(KeyHash, Seat)| Some(*held) == key && self.awaited.contains(*seat);
                MatchStatus::Playing { turns, yours: self.keys.iter().any(asked) }
            }
            MatchStatus::Lobby { .. } | MatchStatus::Over => self.status,
        }
    }
}

/// A seat in the lobby.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LobbySeat {
    /// Who sits there.
    pub sitter: Sitter,
    /// Whether the person is ready; bots always are.
    pub ready: bool,
    /// R2.7: the answer to "How much spam did you get today?", if given.
    pub spam: Option<u32>,
}

/// The lobby as one visitor sees it.
#[derive(Debug, Clone)]
pub struct Lobby {
    /// The code.
    pub code: String,
    /// Which game.
    pub game: GameName,
    /// The set-up in words: key and value.
    pub setup: Vec<(&'static str, String)>,
    /// The seats in order.
    pub seats: Vec<LobbySeat>,
    /// The visitor's own seats.
    pub own: SeatSet,
    /// Whether the visitor opened the table, and so may kick, fill and start.
    pub opened_it: bool,
    /// Why it cannot start yet; `None` when it can.
    pub not_yet: Option<String>,
    /// The number of the last change.
    pub version: u64,
    /// Who is there and who is not.
    pub whereabouts: Vec<(Seat, Whereabouts)>,
}

impl Room {
    /// Where the people at the table are, as far as everybody may know it.
    #[must_use]
    pub fn whereabouts(&self, now: Time) -> Vec<(Seat, Whereabouts)> {
        let people = self.seats.iter().filter(|chair| chair.sitter.plays == Plays::Person);
        let known = people.map(|chair| chair.sitter.seat);
        known.filter_map(|seat| Some((seat, self.whereabouts_of(seat, now)?))).collect()
    }

    /// Where the person of this seat is: at any of the seats that they hold. `None` if nobody knows.
    pub(crate) fn whereabouts_of(&self, seat: Seat, now: Time) -> Option<Whereabouts> {
        let held = self.seats.held_with(seat);
        held.iter().filter_map(|seat| self.attendance.whereabouts(seat, now)).min()
    }

    /// The lobby as this visitor sees it; `None` for a game that this program does not know.
    #[must_use]
    pub fn lobby(&self, from: Requester, now: Time) -> Option<Lobby> {
        let seats = self.seats.iter();
        Some(Lobby {
            code: self.header.code.clone(),
            game: self.options.game().ok()?,
            setup: self.options.words(),
            seats: seats
                .map(|chair| LobbySeat { sitter: chair.sitter.clone(), ready: chair.ready, spam: chair.spam })
                .collect(),
            own: self.held_by(from),
            opened_it: self.is_opener(from),
            not_yet: self.seats.not_yet(),
            version: self.version,
            whereabouts: self.whereabouts(now),
        })
    }

    /// Windows, clock and settings for a viewer who holds these seats.
    #[must_use]
    pub fn status(&self, viewer: Viewer, own: SeatSet, now: Time) -> Status {
        let seat = viewer.seat();
        let left = |until: Time| until.after(now).as_millis() as u64;
        let (window, clock) = match &self.waiting {
            Waiting::Window(window) => {
                let shown = window.closes.filter(|_| window.whole.is_some());
                let answered = seat.and_then(|seat| self.answered(seat)).map(str::to_owned);
                let whole = window.whole.map(|whole| whole.as_millis() as u64);
                let passed = seat
                    .is_some_and(|seat| window.without_a_say.contains(seat) || self.reacting(seat).passes());
                let is_alone_and_passes = whole.is_none() && window.closes.is_some();
                let closes_itself = answered.is_none() && (passed || is_alone_and_passes);
                let no_say = seat.is_some_and(|seat| !self.asks(seat));
                (Some(Window { left: shown.map(left), whole, answered, closes_itself, no_say }), None)
            }
            Waiting::Person { until } => (None, until.map(left)),
            Waiting::Nobody | Waiting::Dormant | Waiting::Bot(_) => (None, None),
        };
        let may_take_back = seat.and_then(|seat| {
            let to = self.may_take_back(seat)?;
            Some(TakeBack { to: to as u64, inputs: self.game()?.inputs() - to })
        });
        Status {
            window,
            clock,
            may_take_back,
            reacting: seat.map_or_else(Reacting::default, |seat| self.reacting(seat)),
            pace: seat.and_then(|seat| self.pace_control(seat)),
            own,
            over: self.game().and_then(|live| live.ending()),
            may_be_coached: seat.is_some_and(|seat| self.may_be_coached(seat)),
            coached: self.coached,
            deal: self.deal().map(str::to_owned),
            whereabouts: Vec::new(),
            said: Vec::new(),
        }
    }

    /// Everything else that lasts, as text, for tests that compare a room with the fold of its entries.
    #[must_use]
    pub fn kept(&self) -> String {
        let Self {
            spent, moved, asked, reacted, acted, reacting, pace, answers, links, coached, drawn, ..
        } = self;
        let asks = format!("{asked:?} {reacted:?} {acted:?} {answers:?}");
        format!("{spent:?} {moved} {asks} {reacting:?} {pace:?} {links:?} {coached} {drawn:?}")
    }

    /// Everything that does not last, as text, for tests that look whether a refusal changed it: what the room waits
    /// for and which bots think, clocks, who is there.
    #[must_use]
    pub fn passing(&self) -> String {
        let Self { waiting, clock, next_job, attendance, spoke, .. } = self;
        format!("{waiting:?} {clock:?} {next_job:?} {attendance:?} {spoke:?}")
    }

    /// How far it is, for lists.
    #[must_use]
    pub fn match_status(&self) -> MatchStatus {
        match (self.progress(), &self.stage) {
            (Progress::Lobby, _) => {
                let free = self.seats.iter().filter(|chair| chair.sitter.plays == Plays::Nobody);
                MatchStatus::Lobby { free: free.count() }
            }
            (Progress::Playing, Stage::Game(live)) => {
                MatchStatus::Playing { turns: live.turns(), yours: false }
            }
            (Progress::Playing | Progress::Over, _) => MatchStatus::Over,
        }
    }

    /// The public summary.
    #[must_use]
    pub fn summary(&self) -> Summary {
        Summary {
            names: self.seats.names(),
            status: self.match_status(),
            awaited: self.awaited(),
            keys: self.seats.keys().collect(),
        }
    }
}
