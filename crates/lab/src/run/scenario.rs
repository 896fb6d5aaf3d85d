//! The scenarios of a run.

use games::study::{Aims, Family, Thing};
use games::{GameVisitor, PlayerName, Setup, Study};
use serde_json::{Value, json};
use table::Game;

use crate::puzzles::Except;
use crate::run::task::{Question, Task, chunk};
use crate::sim::Plan;

/// One thing to be played many times: a set-up and who plays it.
#[derive(Debug, Clone)]
pub struct Scenario {
    /// Its label in the report.
    pub label: String,
    /// The game as it is set up.
    pub setup: Setup,
    /// Who plays, one bot a seat from A on; from game to game they move on by one seat.
    pub bots: Vec<PlayerName>,
}

impl Scenario {
    /// How many games are one piece of work; the settings alone decide it.
    #[must_use]
    pub fn chunk(&self) -> u64 {
        chunk(&self.bots)
    }

    /// Its games from this seed, to be studied.
    #[must_use]
    pub(crate) fn task(&self, seed: u64) -> Task {
        let plan = Plan { seed, bots: self.bots.clone(), workers: 1 };
        Task { setup: self.setup.clone(), plan, question: Question::Study, except: Except::default() }
    }

    /// The facts about this game for reports.
    #[must_use]
    pub fn cast(&self) -> GameInfo {
        self.setup.visit(Describe)
    }

    /// The scenario as the settings of a run say it.
    #[must_use]
    pub(crate) fn written(&self) -> Value {
        let cast = self.cast();
        let setting: serde_json::Map<String, Value> =
            cast.setting.iter().map(|(key, value)| ((*key).to_owned(), value.clone().into())).collect();
        json!({
            "label": self.label,
            "game": cast.game,
            "rules": cast.rules,
            "seats": cast.seats,
            "setting": setting,
            "bots": self.bots.iter().map(ToString::to_string).collect::<Vec<_>>(),
        })
    }
}

/// Facts about a game for reports.
#[derive(Debug, Clone, PartialEq)]
pub struct GameInfo {
    /// The game by name.
    pub game: &'static str,
    /// The version of its rules.
    pub rules: u32,
    /// How many seats.
    pub seats: usize,
    /// Its set-up as records say it.
    pub setting: Vec<(&'static str, String)>,
    /// Its families of things.
    pub families: &'static [Family],
    /// Its things.
    pub things: Vec<Thing>,
    /// The ways it is won by.
    pub ways: &'static [&'static str],
    /// Its aims.
    pub aims: Aims,
}

struct Describe;

impl GameVisitor for Describe {
    type Answer = GameInfo;

    fn visit<G: Study>(self, make: impl Fn(u64) -> G + Sync) -> GameInfo {
        let game = make(0);
        GameInfo {
            game: <G as Game>::NAME,
            rules: G::RULES_VERSION,
            seats: game.seats().get(),
            setting: game.setting(),
            families: G::FAMILIES,
            things: game.things(),
            ways: G::WAYS,
            aims: G::AIMS,
        }
    }
}
