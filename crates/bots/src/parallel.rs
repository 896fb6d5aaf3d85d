//! Several searches about one decision, each on a thread of its own; what they found is put together.

use table::{Observer, Prose, Seat, Seed};

use crate::search::{RootStats, Search, favourite, say};
use crate::{Bot, Budget, Judge, reason};

/// Searching players who think together. With one worker it is a search; with more a budget of time goes further, and a
/// budget of iterations is shared among them. The same workers find the same, unless they think by the clock.
pub struct ParallelSearch<G: Judge> {
    workers: Vec<Search<G>>,
    stats: Vec<RootStats<G::Action>>,
}

impl<G: Judge> ParallelSearch<G> {
    /// So many workers, at least one, at this seat in the game of this seed.
    #[must_use]
    pub fn new(workers: usize, budget: Budget, seed: Seed, seat: Seat) -> Self {
        let workers = workers.max(1);
        let share = match budget {
            Budget::Iterations(count) => Budget::Iterations(count.div_ceil(workers as u32)),
            Budget::Time(time) => Budget::Time(time),
        };
        // Each worker has luck of its own.
        let seed_of = |worker: usize| {
            Seed::new(seed.number.wrapping_add((worker as u64) << 40 | worker as u64), seed.game)
        };
        let workers = (0..workers).map(|worker| Search::new(share, seed_of(worker), seat)).collect();
        Self { workers, stats: Vec::new() }
    }

    /// Adds what one worker thought.
    fn merge(&mut self, stats: &[RootStats<G::Action>]) {
        for option in stats {
            match self.stats.iter_mut().find(|known| known.action == option.action) {
                Some(known) => {
                    known.visits += option.visits;
                    known.reward += option.reward;
                }
                None => self.stats.push(*option),
            }
        }
    }
}

impl<G: Judge> Bot<G> for ParallelSearch<G> {
    fn choose(&mut self, from: &Observer<'_, G>, choices: &[G::Action]) -> G::Action {
        self.stats.clear();
        let (Some(seat), [_, _, ..]) = (from.viewer().seat(), choices) else { return choices[0] };
        let game = from.game();
        let found: Vec<Vec<RootStats<G::Action>>> = match &mut self.workers[..] {
            [only] => vec![only.think(game, &from.view(), seat, choices).to_vec()],
            workers => std::thread::scope(|scope| {
                let thinking: Vec<_> = workers
                    .iter_mut()
                    .map(|worker| {
                        let (view, choices) = (from.view(), choices.to_vec());
                        scope.spawn(move || worker.think(game, &view, seat, &choices).to_vec())
                    })
                    .collect();
                thinking.into_iter().filter_map(|worker| worker.join().ok()).collect()
            }),
        };
        found.iter().for_each(|stats| self.merge(stats));
        self.stats.sort_by_key(|option| option.action);
        favourite(&self.stats).map_or(choices[0], |option| option.action)
    }

    fn reason(&mut self, from: &Observer<'_, G>, _: &[G::Action], chosen: G::Action) -> Prose {
        let said = say(&self.stats, chosen);
        reason::sentence(from, chosen, said)
    }

    fn tried(&self) -> &[RootStats<G::Action>] {
        &self.stats
    }
}
