//! Simulation: many games of one set-up by the same bots.

use bots::{BotName, Judge, Seated};
use rayon::prelude::*;
use table::{Game, InputOf, Match, Purpose, Record, SeatCount, Seed};
use thiserror::Error;

use crate::play::play_out;
use crate::tally::Tally;

/// What is to be simulated.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The number that every game's luck comes from.
    pub seed: u64,
    /// How many games.
    pub games: u64,
    /// On how many threads.
    pub threads: usize,
    /// Who plays, one bot a seat from A on; from game to game they move on by one seat.
    pub bots: Vec<BotName>,
    /// With how many heads a search thinks at the same time.
    pub heads: usize,
}

impl Plan {
    /// Who sits at each seat in the game of this number.
    pub fn seated(&self, number: u64) -> impl Iterator<Item = BotName> {
        seated(&self.bots, number)
    }

    /// The bots at their seats in the game of this number.
    pub(crate) fn bots_at<G: Judge>(&self, seats: SeatCount, number: u64) -> Vec<Seated<G>> {
        let seed = Seed::new(self.seed, number);
        let bots = seats.iter().zip(self.seated(number));
        bots.map(|(seat, bot)| bot.seated_with_workers(self.heads, seed, seat)).collect()
    }
}

/// Who sits at each seat in the game of this number.
pub(crate) fn seated(bots: &[BotName], number: u64) -> impl Iterator<Item = BotName> {
    let seats = bots.len();
    (0..seats).map(move |seat| bots[(seat + (number % seats.max(1) as u64) as usize) % seats])
}

/// Why a simulation stopped before its end.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Stopped {
    /// The threads could not be started.
    #[error("cannot start {0} threads: {1}")]
    Threads(usize, String),
    /// A record could not be kept.
    #[error("{0}")]
    Record(String),
}

/// Plays all games of a plan. `keep` is given the record of every finished game if it is there at all, and
/// `done` is called after each game.
pub fn simulate<G: Judge>(
    make: impl Fn(u64) -> G + Sync,
    plan: &Plan,
    keep: Option<&(dyn Fn(u64, Record) -> Result<(), String> + Sync)>,
    done: impl Fn() + Sync,
) -> Result<Tally, Stopped> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(plan.threads)
        .build()
        .map_err(|wrong| Stopped::Threads(plan.threads, wrong.to_string()))?;
    let play = |mut work: Work<G>, number: u64| {
        let game = make(number);
        match keep {
            None => work.play(&game, plan, number, |_| {}),
            Some(keep) => {
                let mut inputs = Vec::new();
                work.play(&game, plan, number, |input| inputs.push(input));
                if let Some(record) = record(game, &inputs, plan, number) {
                    keep(number, record).map_err(Stopped::Record)?;
                }
            }
        }
        done();
        Ok(work)
    };
    pool.install(|| {
        (0..plan.games)
            .into_par_iter()
            .try_fold(Work::default, play)
            .map(|work| work.map(|work| work.tally))
            .try_reduce(Tally::default, |one, other| Ok(one.plus(other)))
    })
}

/// What one thread works with.
struct Work<G: Judge> {
    tally: Tally,
    choices: Vec<G::Action>,
}

impl<G: Judge> Default for Work<G> {
    fn default() -> Self {
        Self { tally: Tally::default(), choices: Vec::new() }
    }
}

impl<G: Judge> Work<G> {
    fn play(&mut self, game: &G, plan: &Plan, number: u64, each: impl FnMut(InputOf<G>)) {
        let seed = Seed::new(plan.seed, number);
        let mut luck = seed.luck(Purpose::Table);
        let mut bots = plan.bots_at(game.seats(), number);
        let outcome = play_out(game, &mut bots, &mut luck, &mut self.choices, each);
        self.tally.count(outcome, game.seats(), number);
    }
}

/// The record of a game with these inputs, if it came to an end.
fn record<G: Game>(game: G, inputs: &[InputOf<G>], plan: &Plan, number: u64) -> Option<Record> {
    let mut live = Match::new(game);
    for &input in inputs {
        live.take(input).ok()?;
    }
    let names: Vec<String> = plan.seated(number).map(|bot| bot.to_string()).collect();
    live.record(&names, Some(Seed::new(plan.seed, number)))
}
