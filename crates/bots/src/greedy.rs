//! The greedy player: looks one step ahead on a few imagined tables and takes what looks best.

use table::{Awaits, ChaCha8, Deaf, Game, Input, Luck, Purpose, Seat, Seed, Vantage};

use crate::{Bot, Judge};

/// Tables imagined for each decision.
const WORLDS: usize = 4;
/// The most inputs that are waited for until a choice has had its effect.
const PATIENCE: usize = 60;
/// What another's standing counts against one's own.
const ENVY: f64 = 0.6;

/// Takes the choice after which it stands best, as far as it can see.
pub struct Greedy<G: Game> {
    luck: ChaCha8,
    worth: Vec<f64>,
    others: Vec<G::Action>,
}

impl<G: Judge> Greedy<G> {
    /// The greedy player of this seat in the game of this seed.
    #[must_use]
    pub fn new(seed: Seed, seat: Seat) -> Self {
        Self { luck: seed.luck(Purpose::Player(seat)), worth: Vec::new(), others: Vec::new() }
    }

    /// How good the table is for this seat once a choice has had its effect.
    fn worth(&mut self, game: &G, mut state: G::State, seat: Seat, action: G::Action) -> f64 {
        if game.apply(&mut state, Input::Act(seat, action), &mut Deaf).is_err() {
            return f64::MIN;
        }
        // Luck falls and everybody lets it happen, until somebody has something of his own to decide.
        for _ in 0..PATIENCE {
            let input = match game.awaits(&state) {
                Awaits::Luck(_) => game.chance(&state, &mut self.luck).map(Input::Luck),
                Awaits::Choice(asked) if game.may_be_passed(&state) => {
                    game.choices(&state, asked, &mut self.others);
                    self.others.first().map(|&first| Input::Act(asked, first))
                }
                Awaits::Choice(_) | Awaits::Sealed(_) | Awaits::Nothing => None,
            };
            let Some(input) = input else { break };
            if game.apply(&mut state, input, &mut Deaf).is_err() {
                break;
            }
        }
        if let Some(ending) = game.ending(&state) {
            return if ending.winners.has(seat) { 10.0 } else { -10.0 };
        }
        let rivals = game.seats().iter().filter(|&other| other != seat);
        let best = rivals.map(|other| game.standing(&state, other)).fold(0.0, f64::max);
        game.standing(&state, seat) - ENVY * best
    }

    /// How good each choice looks, summed over a few imagined tables.
    pub(crate) fn appraise(&mut self, game: &G, view: &G::View, seat: Seat, choices: &[G::Action]) -> &[f64] {
        self.worth.clear();
        self.worth.resize(choices.len(), 0.0);
        for _ in 0..WORLDS {
            let world = game.imagine(view, &mut self.luck);
            for (place, &action) in choices.iter().enumerate() {
                let worth = self.worth(game, world.clone(), seat, action);
                self.worth[place] += worth;
            }
        }
        &self.worth
    }
}

impl<G: Judge> Bot<G> for Greedy<G> {
    fn choose(&mut self, from: &Vantage<'_, G>, choices: &[G::Action]) -> G::Action {
        let (game, Some(seat)) = (from.game(), from.viewer().seat()) else { return choices[0] };
        if let [only] = choices {
            return *only;
        }
        self.appraise(game, &from.view(), seat, choices);
        // Among equals any is as good; a little luck keeps the greedy player from being a machine.
        let best = self.worth.iter().copied().fold(f64::MIN, f64::max);
        let ties = self.worth.iter().filter(|&&worth| worth >= best - 1e-9).count();
        let pick = self.luck.below(ties as u32) as usize;
        let chosen = self.worth.iter().enumerate().filter(|(_, worth)| **worth >= best - 1e-9).nth(pick);
        chosen.map_or(choices[0], |(place, _)| choices[place])
    }
}
