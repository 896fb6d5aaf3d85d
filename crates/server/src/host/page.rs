//! What visitors are shown: the lobby, the table or the outcome, as a page or as data.

use maud::Markup;
use pages::{Chance, Frame, Lobby, LobbySeat, Outcome, Status, Window};
use serde_json::{Value, json};
use table::{Seat, SeatSet, Viewer};
use tokio::time::Instant;

use super::Host;
use crate::board::{Board, Format, Scene};
use crate::key::KeyHash;
use crate::problem::Problem;
use crate::sitting::Stage;

/// Who asks, and how he wants to be answered.
#[derive(Debug, Clone)]
pub struct Asked {
    /// His key.
    pub key: Option<KeyHash>,
    /// For which of his seats.
    pub seat: Option<Seat>,
    /// As a page or as data.
    pub format: Format,
    /// Where this site is, for links to be shared: `http://host:port`.
    pub site: String,
    /// The name he last used.
    pub name: String,
}

impl std::fmt::Debug for KeyHash {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("KeyHash(…)")
    }
}

/// What he is shown.
pub enum Shown {
    /// A page: its title and its body.
    Page {
        /// The title.
        title: String,
        /// The body.
        body: Markup,
    },
    /// Data.
    Data(Value),
}

impl Host {
    pub(super) fn look(&mut self, asked: &Asked) -> Result<Shown, Problem> {
        match &self.sitting.stage {
            Stage::Closed(why) => {
                Err(Problem::gone(format!("This match cannot be gone on with: {why}. Its journal is kept.")))
            }
            Stage::Lobby => Ok(self.look_at_lobby(asked)),
            Stage::Board(_) => Ok(self.look_at_board(asked)),
        }
    }

    fn title(&self) -> String {
        self.sitting.options.game().map_or_else(|_| "Gruntle".to_owned(), |game| game.title().to_owned())
    }

    fn look_at_lobby(&self, asked: &Asked) -> Shown {
        let lobby = self.lobby(asked.key, &asked.site, &asked.name);
        match (asked.format, lobby) {
            (Format::Html, Some(lobby)) => Shown::Page {
                title: format!("{}: the lobby", self.title()),
                body: pages::lobby::lobby(&lobby),
            },
            _ => Shown::Data(self.lobby_data(asked.key)),
        }
    }

    pub(super) fn lobby_data(&self, key: Option<KeyHash>) -> Value {
        let own = self.sitting.held_by(key);
        let seats: Vec<Value> = self
            .sitting
            .chairs
            .iter()
            .map(|chair| {
                json!({
                    "seat": chair.sitter.seat.to_string(),
                    "name": chair.sitter.name,
                    "plays": match chair.sitter.plays {
                        pages::Plays::Nobody => "nobody",
                        pages::Plays::Person => "person",
                        pages::Plays::Bot(level) => crate::entry::level_word(level),
                    },
                    "ready": chair.ready,
                    "spam": chair.spam,
                    "yours": own.contains(chair.sitter.seat),
                })
            })
            .collect();
        json!({
            "code": self.code,
            "game": self.sitting.options.game,
            "stage": "lobby",
            "version": self.sitting.version,
            "seats": seats,
            "not_yet": self.sitting.not_yet(),
        })
    }

    /// The lobby as this visitor sees it.
    pub(super) fn lobby(&self, key: Option<KeyHash>, site: &str, name: &str) -> Option<Lobby> {
        Some(Lobby {
            code: self.code.clone(),
            game: self.sitting.options.game().ok()?,
            link: format!("{site}/t/{}", self.code),
            setup: self.sitting.options.words(),
            seats: self
                .sitting
                .chairs
                .iter()
                .map(|chair| LobbySeat { sitter: chair.sitter.clone(), ready: chair.ready, spam: chair.spam })
                .collect(),
            own: self.sitting.held_by(key),
            opened_it: key.is_some() && key == self.opener,
            not_yet: self.sitting.not_yet(),
            name: name.to_owned(),
            version: self.sitting.version,
        })
    }

    fn look_at_board(&self, asked: &Asked) -> Shown {
        let own = self.sitting.held_by(asked.key);
        let viewer = self.viewer(asked);
        let sitters = self.sitting.sitters();
        let statuses = [viewer, Viewer::Bystander].map(|viewer| (viewer, self.status(viewer, own)));
        let version = self.sitting.version;
        let scene = Scene { code: &self.code, version, sitters: &sitters, statuses: &statuses };
        let Some(board) = self.sitting.board() else {
            return Shown::Data(Value::Null);
        };
        if asked.format == Format::Json {
            return Shown::Data(board.data(&scene, viewer));
        }
        let title = self.title();
        let frame = Frame {
            code: &self.code,
            game: board.game(),
            viewer,
            version,
            sitters: &sitters,
            status: &statuses[0].1,
        };
        if board.ending().is_some() {
            let (desktop, log) = board.still(&scene, viewer);
            let body = self.outcome(board).map_or_else(
                || board.page(&scene, viewer),
                |outcome| pages::after::over(&frame, &outcome, desktop, log),
            );
            return Shown::Page { title: format!("{title}: how it came out"), body };
        }
        // Several people on one device: nobody sees a hand before its owner has the device.
        let hot_seat = own.len() > 1 && asked.seat.is_none();
        let body = match (hot_seat, own.iter().find(|seat| self.sitting.awaited().contains(*seat))) {
            (true, Some(seat)) => pages::table::curtain(&frame, seat),
            (true, None) => board.page(&scene, Viewer::Bystander),
            (false, _) => board.page(&scene, viewer),
        };
        Shown::Page { title, body }
    }

    /// How the game came out, with the race from its beginning.
    fn outcome(&self, board: &dyn Board) -> Option<Outcome> {
        let ending = board.ending()?;
        let seats: Vec<Seat> = self.sitting.chairs.iter().map(|chair| chair.sitter.seat).collect();
        let mut race: Vec<(Seat, Vec<u32>)> = seats.iter().map(|seat| (*seat, Vec::new())).collect();
        let mut again = board.afresh();
        let mut turns = 0;
        for line in board.lines() {
            again.feed(&line).ok()?;
            if again.turns() != turns || again.ending().is_some() {
                turns = again.turns();
                for (seat, line) in &mut race {
                    line.push(again.standing(*seat));
                }
            }
        }
        let winners: Vec<&str> = ending
            .winners
            .iter()
            .filter_map(|seat| self.sitting.chairs.get(seat.index()))
            .map(|chair| chair.sitter.name.as_str())
            .collect();
        let sentence = match winners.as_slice() {
            [one] => format!("{one} wins: {}.", ending.how),
            several => format!("{} share the win: {}.", several.join(" and "), ending.how),
        };
        let (measure, goal) = board.measure();
        Some(Outcome { ending, sentence, race, measure, goal, inputs: board.inputs() })
    }

    /// Windows, clock and settings for a viewer who holds these seats.
    pub(super) fn status(&self, viewer: Viewer, own: SeatSet) -> Status {
        let now = Instant::now();
        let left = |until: Instant| until.saturating_duration_since(now).as_millis() as u64;
        let window = self.window.as_ref().map(|window| Window {
            left: Some(left(window.closes())),
            whole: Some(window.whole.as_millis() as u64),
            answered: viewer.seat().and_then(|seat| window.answers.get(&seat).cloned()),
        });
        let may_take_back = viewer.seat().and_then(|seat| {
            let to = self.may_take_back(seat)?;
            let inputs = self.sitting.board()?.inputs() - to;
            Some(Chance { to: to as u64, inputs })
        });
        Status {
            window,
            clock: self.patience.map(left),
            may_take_back,
            reacting: viewer.seat().map_or_else(Default::default, |seat| self.reacting[seat.index()]),
            own,
            over: self.sitting.board().and_then(|board| board.ending()),
        }
    }
}
