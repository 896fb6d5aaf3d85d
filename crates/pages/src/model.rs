//! What pages are drawn from: plain data, made by the server, already cut to what the visitor may know.

use games::{GameName, Level};
use table::{Ending, Seat, SeatSet, Viewer};

/// Who decides for a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Plays {
    /// Nobody yet: the seat is free.
    Nobody,
    /// A person.
    Person,
    /// A bot of this level.
    Bot(Level),
}

/// Whether the person of a seat is at the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Presence {
    /// Sits there.
    Here,
    /// Has left; a bot stands in until the return.
    Away,
    /// Has given the game up; a bot plays on for good.
    Resigned,
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
}

/// How long a person may think.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Clock {
    /// As long as one likes.
    #[default]
    None,
    /// Five minutes a decision.
    Relaxed,
    /// Forty-five seconds a decision.
    Brisk,
}

/// What the server does for a seat in a reaction window.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Reacting {
    /// The seat is asked, and passes when the countdown ends.
    #[default]
    Ask,
    /// The seat passes every window at once, whatever it holds, until it says otherwise.
    Pass,
    /// The seat is asked, and the countdown does not pass for it.
    Hold,
}

impl Reacting {
    /// All there are.
    pub const ALL: [Self; 3] = [Self::Ask, Self::Pass, Self::Hold];

    /// The word for it in forms and in storage.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Ask => "ask",
            Self::Pass => "pass",
            Self::Hold => "hold",
        }
    }

    /// What this word stands for.
    #[must_use]
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|how| how.word() == word)
    }
}

/// A reaction window, the same for everybody but for one's own answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Window {
    /// Milliseconds until it closes; `None` where it waits for everybody.
    pub left: Option<u64>,
    /// Milliseconds it is open in all.
    pub whole: Option<u64>,
    /// What the viewer has answered, in notation; it can still be changed.
    pub answered: Option<String>,
}

/// What a table page shows of the match beside the game itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Status {
    /// The reaction window that is open.
    pub window: Option<Window>,
    /// Milliseconds left for whoever is asked.
    pub clock: Option<u64>,
    /// Whether the viewer may take back now.
    pub may_take_back: Option<Chance>,
    /// What the server does for the viewer in reaction windows.
    pub reacting: Reacting,
    /// The seats this visitor holds; more than one on one device is a hot seat.
    pub own: SeatSet,
    /// Whether the match is over.
    pub over: Option<Ending>,
}

impl Status {
    /// No window, no clock, nothing set.
    pub const NONE: Self = Self {
        window: None,
        clock: None,
        may_take_back: None,
        reacting: Reacting::Ask,
        own: SeatSet::EMPTY,
        over: None,
    };
}

impl Default for Status {
    fn default() -> Self {
        Self::NONE
    }
}

/// What a take-back would undo.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chance {
    /// The change to which the game would go back.
    pub to: u64,
    /// How many inputs would be taken back.
    pub inputs: usize,
}

/// Everything of a table page beside the game itself.
#[derive(Debug, Clone)]
pub struct Frame<'a> {
    /// The code of the match, as in its address `/t/CODE`.
    pub code: &'a str,
    /// Which game.
    pub game: GameName,
    /// As whom the page is drawn.
    pub viewer: Viewer,
    /// The number of the last change: event id, and what a POST answers.
    pub version: u64,
    /// Who sits where, in order of the seats.
    pub sitters: &'a [Sitter],
    /// Windows, clock, settings.
    pub status: &'a Status,
}

/// A match in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shelf {
    /// Its code.
    pub code: String,
    /// Which game.
    pub game: GameName,
    /// The names at the table, in order.
    pub names: Vec<String>,
    /// How far it is.
    pub stand: Stand,
}

/// How far a match is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stand {
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

/// The home page.
#[derive(Debug, Clone, Default)]
pub struct Home {
    /// The visitor's unfinished matches.
    pub mine: Vec<Shelf>,
    /// Public matches in the lobby or being played.
    pub public: Vec<Shelf>,
    /// The name the visitor last used.
    pub name: String,
}

/// A seat in the lobby.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LobbySeat {
    /// Who sits there.
    pub sitter: Sitter,
    /// Whether the person says he is ready; bots always are.
    pub ready: bool,
    /// R2.7: the answer to "How much spam did you get today?", if given.
    pub spam: Option<u32>,
}

/// The lobby of a match.
#[derive(Debug, Clone)]
pub struct Lobby {
    /// The code.
    pub code: String,
    /// Which game.
    pub game: GameName,
    /// The address to share, whole.
    pub link: String,
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
    /// The name the visitor last used.
    pub name: String,
    /// The number of the last change.
    pub version: u64,
}

/// How a match came out, for the page after the game.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// How it was won.
    pub ending: Ending,
    /// How it was won in a sentence, with names.
    pub sentence: String,
    /// Per seat how it stood after each turn; all lines equally long.
    pub race: Vec<(Seat, Vec<u32>)>,
    /// What the numbers of the race are.
    pub measure: &'static str,
    /// The number that wins, where there is one.
    pub goal: Option<u32>,
    /// The number of inputs.
    pub inputs: usize,
}

/// A step of a replay.
#[derive(Debug, Clone)]
pub struct Replay<'a> {
    /// The frame: code, viewer, sitters.
    pub frame: Frame<'a>,
    /// After which input.
    pub at: usize,
    /// Of how many.
    pub of: usize,
    /// The input in notation; none at the very beginning.
    pub input: Option<String>,
    /// Inputs after which a turn begins, for jumping.
    pub turns: Vec<usize>,
}
