//! What pages are drawn from: plain data, made by the server, already cut to what the visitor may know.

use games::GameName;
use room::{Lobby, MatchSummary, Sitter, Status};
use table::{Clause, Ending, Prose, Seat, Viewer};

/// Everything of a table page beside the game itself.
#[derive(Debug, Clone)]
pub struct Frame<'a> {
    /// The code of the match, as in its address `/t/CODE`. A lesson is no match: it goes by the name of its game; a puzzle
    /// goes by its whole address.
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

impl Frame<'_> {
    /// Whether it is a lesson or a puzzle: nobody else is there, and nothing is kept.
    #[must_use]
    pub fn is_lesson(&self) -> bool {
        self.code == self.game.name() || self.is_puzzle()
    }

    /// Whether it is a puzzle.
    #[must_use]
    pub fn is_puzzle(&self) -> bool {
        self.code.contains('/')
    }

    /// Its address on the site.
    #[must_use]
    pub fn path(&self) -> String {
        let place = match (self.is_puzzle(), self.is_lesson()) {
            (true, _) => "/",
            (false, true) => "/learn/",
            (false, false) => "/t/",
        };
        [place, self.code].concat()
    }
}

/// The home page.
#[derive(Debug, Clone, Default)]
pub struct Home {
    /// The visitor's unfinished matches.
    pub mine: Vec<MatchSummary>,
    /// Public matches in the lobby or being played.
    pub public: Vec<MatchSummary>,
    /// The name the visitor last used.
    pub name: String,
    /// Whether the visitor is new here: then the first game is a short one.
    pub first: bool,
}

/// The lobby of a match.
#[derive(Debug, Clone)]
pub struct LobbyPage<'a> {
    /// Who sits where, and what is missing.
    pub lobby: Lobby,
    /// The address to share, whole.
    pub link: String,
    /// The name the visitor last used.
    pub name: &'a str,
}

/// How a match came out, for the page after the game.
#[derive(Debug, Clone)]
pub struct GameResult {
    /// How it was won.
    pub ending: Ending,
    /// How it was won, in a sentence.
    pub sentence: Prose,
    /// Per seat how it stood after each turn; all lines equally long.
    pub race: Vec<(Seat, Vec<u32>)>,
    /// What the numbers of the race are.
    pub measure: &'static str,
    /// The number that wins, where there is one.
    pub goal: Option<u32>,
    /// The number of inputs.
    pub inputs: usize,
    /// Inputs after which a turn begins, and whose.
    pub turns: Vec<(usize, Option<Seat>)>,
    /// What players are compared by: a heading, and what it counts.
    pub columns: &'static [(&'static str, &'static str)],
    /// Each seat in these numbers.
    pub rows: Vec<(Seat, Vec<u32>)>,
    /// The moments that changed it most, in order.
    pub highlights: Vec<Highlight>,
    /// Where the deal is on the site, if one was played.
    pub deal: Option<String>,
}

/// A moment that changed a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Highlight {
    /// After which input.
    pub at: usize,
    /// What it was of its kind.
    pub title: &'static str,
    /// What happened, in a sentence.
    pub says: Prose,
    /// The clause by which it did.
    pub clause: Clause,
    /// Whose chances moved most by it, as bots judge them: from so many percent to so many.
    pub swing: Option<(Seat, u32, u32)>,
}

/// A step of a replay.
#[derive(Debug, Clone)]
pub struct Replay<'a> {
    /// The frame: code, viewer, sitters.
    pub frame: Frame<'a>,
    /// After which input.
    pub at: usize,
    /// How it came out: with its turns, and the moments that changed it.
    pub result: &'a GameResult,
}
