//! Simulation: many games of one set-up by the same bots.

use bots::Judge;
use games::{Player, PlayerName};
use rayon::prelude::*;
use table::{Game, InputOf, Match, Purpose, Record, SeatCount, Seed};

use crate::play::{play_out, seated};
use crate::run::{RunError, pool};
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
    pub bots: Vec<PlayerName>,
    /// On how many threads each search thinks at once.
    pub workers: usize,
}

impl Plan {
    /// Who sits at each seat in the game of this number.
    pub fn seated(&self, number: u64) -> impl Iterator<Item = &PlayerName> {
        seated(&self.bots, number)
    }

    /// The bots at their seats in the game of this number.
    pub(crate) fn bots_at<G: Judge>(&self, seats: SeatCount, number: u64) -> Vec<Player<G>> {
        let seed = Seed::new(self.seed, number);
        let bots = seats.iter().zip(self.seated(number));
        bots.map(|(seat, bot)| bot.seated_with_workers(self.workers, seed, seat)).collect()
    }
}

/// Plays all games of a plan. `keep` is given the record of every finished game if it is there at all, and
/// `done` is called after each game.
pub fn simulate<G: Judge>(
    make: impl Fn(u64) -> G + Sync,
    plan: &Plan,
    keep: Option<&(dyn Fn(u64, Record) -> Result<(), String> + Sync)>,
    done: impl Fn() + Sync,
) -> Result<Tally, RunError> {
    let play = |mut work: Work<G>, number: u64| {
        let game = make(number);
        match keep {
            None => work.play(&game, plan, number, |_| {}),
            Some(keep) => {
                let mut inputs = Vec::new();
                work.play(&game, plan, number, |input| inputs.push(input));
                if let Some(record) = record(game, &inputs, plan, number) {
                    keep(number, record).map_err(RunError)?;
                }
            }
        }
        done();
        Ok(work)
    };
    pool(plan.threads)?.install(|| {
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
