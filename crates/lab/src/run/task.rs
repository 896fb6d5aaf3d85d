//! Tasks with games, and their results: everything that a machine must know to do a piece of a run.

use std::ops::Range;

use bots::{BotName, Budget};
use games::{GameVisitor, PlayerName, Setup, Study};
use table::{Purpose, Record, Seed};

use crate::decision::{self, decide};
use crate::facts::Facts;
use crate::play::seated;
use crate::puzzles::{Except, FoundPuzzle, look_through};
use crate::sim::{Plan, count_games};
use crate::study::Scratch;
use crate::tally::Tally;

/// Games of one set-up by the same bots, and the question about them.
#[derive(Debug, Clone)]
pub struct Task {
    /// The game as it is set up.
    pub setup: Setup,
    /// Seed and bots.
    pub plan: Plan,
    /// The question.
    pub question: Question,
    /// Where puzzles are hunted for: which answers they must not have.
    pub except: Except,
}

/// A question about games.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Question {
    /// The designer's facts.
    Study,
    /// Who won, and how long it took.
    Count,
    /// The same, and every record.
    Record,
    /// Whether there is a puzzle in them.
    Hunt,
    /// The decisions, with the statistics of searches.
    Decide,
}

impl Question {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Study, Self::Count, Self::Record, Self::Hunt, Self::Decide];

    /// The question in a word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Study => "study",
            Self::Count => "count",
            Self::Record => "record",
            Self::Hunt => "hunt",
            Self::Decide => "decide",
        }
    }
}

/// The result of a piece of work.
#[derive(Debug, Clone, PartialEq)]
pub enum Done {
    /// The facts of each game, by number.
    Studied(Vec<Facts>),
    /// The tally of the games, and the records of finished ones, if they were asked for.
    Counted(Tally, Vec<(u64, Record)>),
    /// The puzzles that were found, at most one a game, by number.
    Hunted(Vec<FoundPuzzle>),
    /// The decisions of each game.
    Decided(decision::Games),
}

/// A piece of work takes about as long as this many games of random players.
const CHUNK: u64 = 1000;

/// How long a game of these takes compared to one of random players, roughly.
fn cost(player: &PlayerName) -> u64 {
    match player {
        PlayerName::Bot(BotName::Random) => 1,
        PlayerName::Bot(BotName::Greedy | BotName::Net | BotName::Careless(_) | BotName::Noisy(_)) => 20,
        PlayerName::Bot(BotName::Search(Budget::Iterations(count))) => 20 + 4 * u64::from(*count),
        PlayerName::Bot(BotName::Search(Budget::Time(time))) => 20 + 100 * time.as_millis() as u64,
        // Nobody knows; enough that a run can stop after each of its games.
        PlayerName::Program(_) => CHUNK,
    }
}

/// How many games of these bots are one piece of work.
pub(crate) fn chunk(bots: &[PlayerName]) -> u64 {
    let dearest = bots.iter().map(cost).max().unwrap_or(1);
    (CHUNK / dearest).max(1)
}

impl Task {
    /// Does the games of these numbers, one after the other.
    #[must_use]
    pub fn play(&self, numbers: Range<u64>) -> Done {
        self.setup.visit(Games { task: self, numbers })
    }
}

struct Games<'a> {
    task: &'a Task,
    numbers: Range<u64>,
}

impl GameVisitor for Games<'_> {
    type Answer = Done;

    fn visit<G: Study>(self, make: impl Fn(u64) -> G + Sync) -> Done {
        let Self { task: Task { plan, question, except, .. }, numbers } = self;
        match question {
            Question::Study => Done::Studied(study_games(make, plan, numbers)),
            Question::Count => Done::Counted(count_games(make, plan, numbers, None), Vec::new()),
            Question::Record => {
                let mut records = Vec::new();
                let mut keep = |number, record| records.push((number, record));
                let tally = count_games(make, plan, numbers, Some(&mut keep));
                Done::Counted(tally, records)
            }
            Question::Hunt => {
                let look = |number| look_through(&make(number), plan, except, number);
                Done::Hunted(numbers.filter_map(look).collect())
            }
            Question::Decide => {
                Done::Decided(numbers.map(|number| decide(&make(number), plan, number)).collect())
            }
        }
    }
}

fn study_games<G: Study>(make: impl Fn(u64) -> G, plan: &Plan, numbers: Range<u64>) -> Vec<Facts> {
    let mut scratch = Scratch::new(&make(numbers.start));
    let play = |number| {
        let game = make(number);
        let seed = Seed::new(plan.seed, number);
        let mut luck = seed.luck(Purpose::Table);
        let seats = game.seats().iter().zip(seated(&plan.bots, number));
        let mut bots: Vec<_> = seats.map(|(seat, bot)| bot.seated(seed, seat)).collect();
        scratch.study(&game, number, &mut bots, &mut luck)
    };
    numbers.map(play).collect()
}
