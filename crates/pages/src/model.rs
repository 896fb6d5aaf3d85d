//! Models of pages: plain data, made by the server, already cut to the visitor's knowledge.

use games::{Collection, GameName};
use review::GameResult;
use room::{Lobby, MatchSummary, Sitter, Status};
use table::Viewer;

/// Everything of a table page beside the game itself.
#[derive(Debug, Clone)]
pub struct Frame<'a> {
    /// The code of the match, as in its address `/t/CODE`. A lesson is no match: it goes by the name of its game; a
    /// puzzle goes by its whole address.
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
    /// The visitor's last finished matches.
    pub finished: Vec<FinishedMatch>,
    /// Public matches in the lobby or being played.
    pub public: Vec<MatchSummary>,
    /// The name the visitor last used.
    pub name: String,
    /// The games that the visitor has played here, or begun: the first of another is a short one.
    pub played: Vec<GameName>,
    /// The card sets and networks to choose from.
    pub collection: Collection,
}

/// A match that the visitor has finished.
#[derive(Debug, Clone)]
pub struct FinishedMatch {
    /// Its code.
    pub code: String,
    /// Which game.
    pub game: GameName,
    /// The day on which it ended, in words.
    pub day: String,
    /// Against whom; nobody where that is not known yet.
    pub others: Vec<String>,
    /// Whether the visitor has won, if that is known.
    pub won: Option<bool>,
}

/// The lobby of a match.
#[derive(Debug, Clone)]
pub struct LobbyPage<'a> {
    /// The seats, and why the game cannot start yet.
    pub lobby: Lobby,
    /// The address to share, whole.
    pub link: String,
    /// The name the visitor last used.
    pub name: &'a str,
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
