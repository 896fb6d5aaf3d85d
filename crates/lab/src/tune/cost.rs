//! The cost of a card set: its faults, as a number.

use rayon::prelude::*;

use crate::facts::Facts;
use crate::lift::by_having;
use crate::measure::LONG;
use crate::run::GameInfo;
use crate::stats::{Difference, wilson};

/// The aims of the tuning.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Aims {
    /// Between which numbers of rounds the mean should lie.
    pub rounds: (u32, u32),
    /// By how much a place in the order of play may win more than its share.
    pub seat_over: f64,
    /// By how much a card may raise the win rate of its holder.
    pub lift_over: f64,
}

/// A round too many or too few costs this.
const ROUND: f64 = 1.0;
/// A point of the best place in the order of play beyond the aim.
const SEAT_POINT: f64 = 0.5;
/// A point of lift beyond the aim, for each card.
const LIFT_POINT: f64 = 0.5;
/// Each one by which a number differs from the original.
pub(super) const PRICE: f64 = 0.01;
/// Seats and cards count by the lower end of an interval of so many standard errors, lest luck be tuned away.
const SEAT_SHRINK: f64 = 2.0;
const LIFT_SHRINK: f64 = 1.5;
/// Into so many blocks games are cut to see how much luck there is in the cost.
const BLOCKS: usize = 10;

/// The faults of a set, all scenarios together.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct CostParts {
    /// Rounds by which games are too short.
    pub(super) short: f64,
    /// Rounds by which they are too long.
    pub(super) long: f64,
    /// Points by which the best place in the order of play is too good.
    pub(super) seat: f64,
    /// Points by which each thing lifts too much.
    pub(super) lifts: Vec<f64>,
}

/// Which things count.
#[derive(Clone, Copy)]
pub(super) enum Count<'a> {
    /// All.
    All,
    /// Those that a step touches. Nearly all luck in the cost is in the lifts of a hundred others, which a step hardly
    /// changes; what it does to them shows on fresh seeds.
    Touched(&'a [usize]),
}

impl CostParts {
    fn cost(&self, count: Count<'_>) -> f64 {
        let lifts: f64 = match count {
            Count::All => self.lifts.iter().sum(),
            Count::Touched(things) => things.iter().map(|&thing| self.lifts[thing]).sum(),
        };
        ROUND * (self.short + self.long) + SEAT_POINT * self.seat + LIFT_POINT * lifts
    }
}

/// Measurements of some games of a set.
pub(super) struct Measured {
    pub(super) blame: CostParts,
    /// The same without each of the blocks.
    without: Vec<CostParts>,
}

impl Measured {
    /// Measures the same number of games of each scenario.
    pub(super) fn of(aims: &Aims, casts: &[GameInfo], facts: &[&[Facts]]) -> Self {
        let blocks = facts.iter().map(|facts| facts.len()).min().unwrap_or(0).min(BLOCKS);
        let without = (0..blocks)
            .into_par_iter()
            .map(|block| blame(aims, casts, facts, Some((block, blocks))))
            .collect();
        Self { blame: blame(aims, casts, facts, None), without }
    }

    /// Its cost, without the price of changes.
    pub(super) fn cost(&self) -> f64 {
        self.blame.cost(Count::All)
    }

    /// How much more this costs than another that was measured on the same seeds (a jackknife over blocks of games).
    pub(super) fn less(&self, other: &Self, count: Count<'_>) -> Difference {
        let value = self.blame.cost(count) - other.blame.cost(count);
        let blocks = self.without.len() as f64;
        let pairs = self.without.iter().zip(&other.without);
        let apart: Vec<f64> = pairs.map(|(one, other)| one.cost(count) - other.cost(count)).collect();
        let middle = apart.iter().sum::<f64>() / blocks;
        let squares: f64 = apart.iter().map(|one| (one - middle) * (one - middle)).sum();
        let error = if blocks < 2.0 { 1e6 } else { (squares * (blocks - 1.0) / blocks).sqrt() };
        Difference { value, error }
    }
}

/// The blame for these games, but for those of a block.
fn blame(aims: &Aims, casts: &[GameInfo], facts: &[&[Facts]], without: Option<(usize, usize)>) -> CostParts {
    let mut sum = CostParts {
        lifts: vec![0.0; casts.first().map_or(0, |cast| cast.things.len())],
        ..CostParts::default()
    };
    let share = 1.0 / casts.len().max(1) as f64;
    for (cast, facts) in casts.iter().zip(facts) {
        let count = facts.len();
        let games = || {
            let left = move |(place, _): &(usize, &Facts)| {
                without.is_none_or(|(block, blocks)| place * blocks / count != block)
            };
            facts.iter().enumerate().filter(left).map(|(_, game)| game)
        };
        let all = games().count().max(1) as f64;
        let rounds = games().map(|game| f64::from(game.rounds().min(LONG))).sum::<f64>() / all;
        sum.short += share * (f64::from(aims.rounds.0) - rounds).max(0.0);
        sum.long += share * (rounds - f64::from(aims.rounds.1)).max(0.0);
        let even = 1.0 / cast.seats as f64;
        let over = (0..cast.seats).map(|place| {
            let won = games().map(|game| game.won_in_order(place)).sum();
            wilson(won, all, SEAT_SHRINK).low - even - aims.seat_over
        });
        sum.seat += share * 100.0 * over.fold(0.0, f64::max);
        // Each thing is summed by one thread in the order of the games.
        let lifts: Vec<f64> = (0..cast.things.len())
            .into_par_iter()
            .map(|thing| {
                let lift = by_having(thing, cast.things[thing].family, games()).difference;
                lift.map_or(0.0, |lift| (lift.within(LIFT_SHRINK).low - aims.lift_over).max(0.0) * 100.0)
            })
            .collect();
        sum.lifts.iter_mut().zip(lifts).for_each(|(sum, lift)| *sum += share * lift);
    }
    sum
}
