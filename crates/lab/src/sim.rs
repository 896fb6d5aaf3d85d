//! Many games of one set-up by the same bots, one after the other.

use std::ops::Range;

use bots::Judge;
use games::{Player, PlayerName};
use table::{Game, InputOf, Match, Purpose, Record, SeatCount, Seed};

use crate::play::{play_out, seated};
use crate::tally::Tally;

/// Who plays, and with what luck.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The number that every game's luck comes from.
    pub seed: u64,
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

/// Somebody who is given the records of finished games.
pub(crate) type Keep<'a> = &'a mut dyn FnMut(u64, Record);

/// Plays the games of these numbers and counts what came of them. `keep`, if it is there at all, is given the record of
/// every game that came to its end.
pub(crate) fn count_games<G: Judge>(
    make: impl Fn(u64) -> G,
    plan: &Plan,
    numbers: Range<u64>,
    mut keep: Option<Keep<'_>>,
) -> Tally {
    let mut tally = Tally::default();
    let mut choices = Vec::new();
    for number in numbers {
        let game = make(number);
        let mut luck = Seed::new(plan.seed, number).luck(Purpose::Table);
        let mut bots = plan.bots_at(game.seats(), number);
        let outcome = match &mut keep {
            None => play_out(&game, &mut bots, &mut luck, &mut choices, |_| {}),
            Some(keep) => {
                let mut inputs = Vec::new();
                let each = |input| inputs.push(input);
                let outcome = play_out(&game, &mut bots, &mut luck, &mut choices, each);
                if let Some(record) = record(make(number), &inputs, plan, number) {
                    keep(number, record);
                }
                outcome
            }
        };
        tally.count(outcome, game.seats(), number);
    }
    tally
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
