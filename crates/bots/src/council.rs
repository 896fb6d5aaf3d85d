//! Several searches about one decision, each on a thread of its own; what they found is put together.

use table::{Prose, Seat, Seed, Vantage};

use crate::search::{Search, Thought, favourite, say};
use crate::{Bot, Budget, Judge, reason};

/// Searching players who think together. With one head it is a search; with more a budget of time goes further, and a
/// budget of iterations is shared among them. The same heads find the same, unless they think by the clock.
pub struct Council<G: Judge> {
    heads: Vec<Search<G>>,
    thoughts: Vec<Thought<G::Action>>,
}

impl<G: Judge> Council<G> {
    /// So many heads, at least one, at this seat in the game of this seed.
    #[must_use]
    pub fn new(heads: usize, budget: Budget, seed: Seed, seat: Seat) -> Self {
        let heads = heads.max(1);
        let share = match budget {
            Budget::Iterations(count) => Budget::Iterations(count.div_ceil(heads as u32)),
            Budget::Time(time) => Budget::Time(time),
        };
        // Each head has luck of its own.
        let seed_of =
            |head: usize| Seed::new(seed.number.wrapping_add((head as u64) << 40 | head as u64), seed.game);
        let heads = (0..heads).map(|head| Search::new(share, seed_of(head), seat)).collect();
        Self { heads, thoughts: Vec::new() }
    }

    /// Adds what one head thought.
    fn hear(&mut self, thoughts: &[Thought<G::Action>]) {
        for thought in thoughts {
            match self.thoughts.iter_mut().find(|known| known.action == thought.action) {
                Some(known) => {
                    known.visits += thought.visits;
                    known.reward += thought.reward;
                }
                None => self.thoughts.push(*thought),
            }
        }
    }
}

impl<G: Judge> Bot<G> for Council<G> {
    fn choose(&mut self, from: &Vantage<'_, G>, choices: &[G::Action]) -> G::Action {
        self.thoughts.clear();
        let (Some(seat), [_, _, ..]) = (from.viewer().seat(), choices) else { return choices[0] };
        let game = from.game();
        let found: Vec<Vec<Thought<G::Action>>> = match &mut self.heads[..] {
            [only] => vec![only.think(game, &from.view(), seat, choices).to_vec()],
            heads => std::thread::scope(|scope| {
                let thinking: Vec<_> = heads
                    .iter_mut()
                    .map(|head| {
                        let (view, choices) = (from.view(), choices.to_vec());
                        scope.spawn(move || head.think(game, &view, seat, &choices).to_vec())
                    })
                    .collect();
                thinking.into_iter().filter_map(|head| head.join().ok()).collect()
            }),
        };
        found.iter().for_each(|thoughts| self.hear(thoughts));
        self.thoughts.sort_by_key(|thought| thought.action);
        favourite(&self.thoughts).map_or(choices[0], |thought| thought.action)
    }

    fn reason(&mut self, from: &Vantage<'_, G>, _: &[G::Action], chosen: G::Action) -> Prose {
        let thought = say(&self.thoughts, chosen);
        reason::sentence(from, chosen, self.heads[0].luck(), thought)
    }
}
