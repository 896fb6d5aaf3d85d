//! Estimates with errors: the worth of a table and its choices to a seat, out of the seat's knowledge. Advice and
//! reviews are made of them.

use table::{ChaCha8, Game, Input, Luck as _, NoEvents, Purpose, Seat, Seed, Viewer};

use crate::search::{RootStats, play_on};
use crate::{Budget, Judge, Search};

/// Searches with luck of their own, out of whose differences the error is reckoned.
const BATCHES: u32 = 8;

/// A chance to win, from 0 to 1, and its standard error.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// Its standard error.
    pub error: f64,
}

/// So many standard errors to either side make an interval that holds the truth in 95 of 100 cases.
const TO_EITHER_SIDE: f64 = 1.96;

impl Estimate {
    /// Between which numbers the truth lies in 95 of 100 cases, as far as that is a matter of sampling.
    #[must_use]
    pub fn interval(self) -> (f64, f64) {
        let reach = TO_EITHER_SIDE * self.error;
        (self.mean - reach, self.mean + reach)
    }

    /// The mean of numbers that came about independently.
    fn of(numbers: &[f64]) -> Self {
        let count = numbers.len().max(1) as f64;
        let mean = numbers.iter().sum::<f64>() / count;
        let squares: f64 = numbers.iter().map(|number| (number - mean) * (number - mean)).sum();
        let error = if numbers.len() > 1 { (squares / (count - 1.0) / count).sqrt() } else { 0.0 };
        Self { mean, error }
    }
}

/// A choice and what it is worth.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Assessed<A> {
    /// The choice.
    pub action: A,
    /// The chance to win after it.
    pub chance: Estimate,
    /// The loss against the search's favourite, compared at the same tables; negative if it is worth more.
    pub behind: Estimate,
}

/// How much thought goes into an assessment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effort {
    /// Iterations of the search that finds the choices worth comparing.
    pub explore: u32,
    /// How many of them are compared.
    pub widest: usize,
    /// Iterations that each of them gets in the comparison, in all.
    pub each: u32,
}

/// The choices of a seat at a view that a search likes best, its favourite first, and then `also`. Independent searches
/// estimate their worth, so that no choice looks good because it was lucky in being found.
pub fn assess<G: Judge>(
    game: &G,
    view: &G::View,
    seat: Seat,
    (choices, also): (&[G::Action], &[G::Action]),
    effort: Effort,
    seed: Seed,
) -> Vec<Assessed<G::Action>> {
    let mut search = Search::new(Budget::Iterations(effort.explore), seed, seat);
    let mut found: Vec<RootStats<G::Action>> = match choices {
        [] => return Vec::new(),
        [only] => vec![RootStats { action: *only, visits: 1, reward: 0.0 }],
        _ => search.think(game, view, seat, choices).to_vec(),
    };
    found.sort_by_key(|option| (std::cmp::Reverse(option.visits), option.action));
    let mut compared: Vec<G::Action> =
        found.iter().take(effort.widest.max(1)).map(|option| option.action).collect();
    for &action in also {
        if choices.contains(&action) && !compared.contains(&action) {
            compared.push(action);
        }
    }
    let share = effort.each.div_ceil(BATCHES).max(1);
    let batches: Vec<Vec<f64>> =
        (0..BATCHES).map(|_| search.weigh(game, view, seat, &compared, share)).collect();
    let worth = |place: usize| Estimate::of(&batches.iter().map(|batch| batch[place]).collect::<Vec<_>>());
    let behind =
        |place: usize| Estimate::of(&batches.iter().map(|batch| batch[0] - batch[place]).collect::<Vec<_>>());
    let assessed =
        |(place, &action): (usize, _)| Assessed { action, chance: worth(place), behind: behind(place) };
    compared.iter().enumerate().map(assessed).collect()
}

/// A seat's chance to win as it looks to that seat, from so many tables that it imagines.
pub fn chance<G: Judge>(game: &G, view: &G::View, seat: Seat, tables: u32, seed: Seed) -> Estimate {
    let mut luck = seed.luck(Purpose::Trial);
    let mut scratch = Vec::new();
    let shares: Vec<f64> =
        (0..tables.max(1)).map(|_| imagined(game, view, seat, &mut scratch, &mut luck)).collect();
    Estimate::of(&shares)
}

/// Luck between two views, for a seat: its chance after the outcome, less its chance after the other possible ones. On
/// average it is nothing, for good and bad estimates alike.
pub fn luck<G: Judge>(
    game: &G,
    (before, after): (&G::View, &G::View),
    seat: Seat,
    tables: u32,
    seed: Seed,
) -> Estimate {
    let mut luck = seed.luck(Purpose::Trial);
    let mut scratch = Vec::new();
    let mut differences = Vec::new();
    for _ in 0..tables.max(1) {
        let mut other = game.imagine(before, &mut luck);
        let Some(outcome) = game.chance(&other, &mut luck) else { break };
        if game.apply(&mut other, Input::Luck(outcome), &mut NoEvents).is_err() {
            break;
        }
        let other = game.view(&other, Viewer::Seat(seat));
        // Both tables meet the same luck from here on, so that they differ by what fell and by little else.
        let same = Seed::new(u64::from(luck.word()) << 32 | u64::from(luck.word()), seed.number);
        let [fell, instead] = [after, &other]
            .map(|view| imagined(game, view, seat, &mut scratch, &mut same.luck(Purpose::Trial)));
        differences.push(fell - instead);
    }
    Estimate::of(&differences)
}

/// How a table that looks like this came out for a seat.
fn imagined<G: Judge>(
    game: &G,
    view: &G::View,
    seat: Seat,
    scratch: &mut Vec<<G as Game>::Action>,
    luck: &mut ChaCha8,
) -> f64 {
    let mut state = game.imagine(view, luck);
    play_on(game, &mut state, scratch, luck);
    game.win_shares(&state)[seat.index()]
}
