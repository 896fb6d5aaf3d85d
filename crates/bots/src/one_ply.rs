//! One look ahead: every choice is tried on a few imagined tables, and what comes of it is judged.

use table::{Awaits, Game, Input, Luck, NoEvents, Seat};

use crate::Judge;

/// The most inputs that are waited for until a choice has had its effect.
const PATIENCE: usize = 60;

/// A look one step ahead, with its working memory.
pub(crate) struct OnePly<G: Game> {
    worth: Vec<f64>,
    others: Vec<G::Action>,
}

impl<G: Judge> OnePly<G> {
    pub(crate) const fn new() -> Self {
        Self { worth: Vec::new(), others: Vec::new() }
    }

    /// How good each choice looks, summed over so many imagined tables. `judge` says what a table is worth once a
    /// choice has had its effect.
    pub(crate) fn appraise(
        &mut self,
        game: &G,
        (view, seat): (&G::View, Seat),
        choices: &[G::Action],
        tables: usize,
        luck: &mut impl Luck,
        judge: impl Fn(&G::State) -> f64,
    ) -> &[f64] {
        self.worth.clear();
        self.worth.resize(choices.len(), 0.0);
        for _ in 0..tables {
            let table = game.imagine(view, luck);
            for (place, &action) in choices.iter().enumerate() {
                let mut after = table.clone();
                let taken = game.apply(&mut after, Input::Act(seat, action), &mut NoEvents);
                self.settle(game, &mut after, luck);
                self.worth[place] += if taken.is_ok() { judge(&after) } else { f64::MIN };
            }
        }
        &self.worth
    }

    /// Luck falls and everybody lets it happen, until somebody has something of his own to decide.
    fn settle(&mut self, game: &G, state: &mut G::State, luck: &mut impl Luck) {
        for _ in 0..PATIENCE {
            let input = match game.awaits(state) {
                Awaits::Luck(_) => game.chance(state, luck).map(Input::Luck),
                Awaits::Choice(asked) if game.may_be_passed(state) => {
                    game.choices(state, asked, &mut self.others);
                    self.others.first().map(|&first| Input::Act(asked, first))
                }
                Awaits::Choice(_) | Awaits::Sealed(_) | Awaits::Nothing => None,
            };
            let Some(input) = input else { return };
            if game.apply(state, input, &mut NoEvents).is_err() {
                return;
            }
        }
    }
}
