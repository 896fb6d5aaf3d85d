//! What is played in a run.

use bots::{BotName, Budget};
use games::study::{Aims, Family, Thing};
use games::{GameVisitor, PlayerName, Setup, Study};
use serde_json::{Value, json};
use table::{Game, Purpose, Seed};

use crate::facts::Facts;
use crate::play::seated;
use crate::study::Scratch;

/// One thing to be played many times: a set-up and who plays it.
#[derive(Debug, Clone)]
pub struct Scenario {
    /// What it is called in the report.
    pub label: String,
    /// The game as it is set up.
    pub setup: Setup,
    /// Who plays, one bot a seat from A on; from game to game they move on by one seat.
    pub bots: Vec<PlayerName>,
}

/// A chunk of work takes about as long as this many games of random players.
const CHUNK: u64 = 1000;

/// How long a game of these takes compared to one of random players, roughly.
fn cost(player: &PlayerName) -> u64 {
    match player {
        PlayerName::Bot(BotName::Random) => 1,
        PlayerName::Bot(BotName::Greedy | BotName::Careless(_)) => 20,
        PlayerName::Bot(BotName::Search(Budget::Iterations(count))) => 20 + 4 * u64::from(*count),
        PlayerName::Bot(BotName::Search(Budget::Time(time))) => 20 + 100 * time.as_millis() as u64,
        // Nobody knows; enough that a run can stop after each of its games.
        PlayerName::Program(_) => CHUNK,
    }
}

impl Scenario {
    /// How many games are one piece of work; the settings alone decide it.
    #[must_use]
    pub fn chunk(&self) -> u64 {
        let dearest = self.bots.iter().map(cost).max().unwrap_or(1);
        (CHUNK / dearest).max(1)
    }

    /// Plays the games of these numbers, one after the other.
    #[must_use]
    pub fn play(&self, seed: u64, numbers: std::ops::Range<u64>) -> Vec<Facts> {
        self.setup.visit(Chunk { bots: &self.bots, seed, numbers })
    }

    /// What there is in this game.
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

struct Chunk<'a> {
    bots: &'a [PlayerName],
    seed: u64,
    numbers: std::ops::Range<u64>,
}

impl GameVisitor for Chunk<'_> {
    type Answer = Vec<Facts>;

    fn visit<G: Study>(self, make: impl Fn(u64) -> G + Sync) -> Vec<Facts> {
        let mut scratch = Scratch::new(&make(self.numbers.start));
        let play = |number| {
            let game = make(number);
            let seed = Seed::new(self.seed, number);
            let mut luck = seed.luck(Purpose::Table);
            let seats = game.seats().iter().zip(seated(self.bots, number));
            let mut bots: Vec<_> = seats.map(|(seat, bot)| bot.seated(seed, seat)).collect();
            scratch.study(&game, number, &mut bots, &mut luck)
        };
        self.numbers.map(play).collect()
    }
}

/// What a report must know of a game to speak of it.
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
    /// What it aims at.
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
