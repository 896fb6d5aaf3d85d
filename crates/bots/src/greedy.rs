//! The greedy player: looks one step ahead on a few imagined tables and takes what looks best.

use table::{ChaCha8, Game, Luck, Observer, Prose, Purpose, Seat, Seed};

use crate::one_ply::OnePly;
use crate::{Bot, Judge, reason};

/// Tables imagined for each decision.
const TABLES: usize = 4;
/// Weight of others' standing against one's own.
const ENVY: f64 = 0.6;

/// Greedy: plays the choice with the best one-step evaluation of its own view.
pub struct Greedy<G: Game> {
    luck: ChaCha8,
    one_ply: OnePly<G>,
}

impl<G: Judge> Greedy<G> {
    /// The greedy player of this seat in the game of this seed.
    #[must_use]
    pub fn new(seed: Seed, seat: Seat) -> Self {
        Self { luck: seed.luck(Purpose::Player(seat)), one_ply: OnePly::new() }
    }

    /// How well it would stand after each of these; nothing where there is nothing to choose.
    pub(crate) fn appraise(&mut self, from: &Observer<'_, G>, choices: &[G::Action]) -> Vec<f64> {
        let (game, Some(seat)) = (from.game(), from.viewer().seat()) else { return Vec::new() };
        if choices.len() < 2 {
            return Vec::new();
        }
        let judge = |state: &G::State| worth(game, state, seat);
        self.one_ply.appraise(game, (&from.view(), seat), choices, TABLES, &mut self.luck, judge).to_vec()
    }
}

/// How good a table is for a seat that looks at its own standing and a little at that of the best other.
fn worth<G: Judge>(game: &G, state: &G::State, seat: Seat) -> f64 {
    if let Some(ending) = game.ending(state) {
        return if ending.winners.contains(seat) { 10.0 } else { -10.0 };
    }
    let rivals = game.seats().iter().filter(|&other| other != seat);
    let best = rivals.map(|other| game.standing(state, other)).fold(0.0, f64::max);
    game.standing(state, seat) - ENVY * best
}

impl<G: Judge> Bot<G> for Greedy<G> {
    fn choose(&mut self, from: &Observer<'_, G>, choices: &[G::Action]) -> G::Action {
        let worth = self.appraise(from, choices);
        if worth.is_empty() {
            return choices[0];
        }
        // Among equals any is as good; a little luck keeps the greedy player from being a machine.
        let best = worth.iter().copied().fold(f64::MIN, f64::max);
        let ties = worth.iter().filter(|&&worth| worth >= best - 1e-9).count();
        let pick = self.luck.below(ties as u32) as usize;
        let chosen = worth.iter().enumerate().filter(|(_, worth)| **worth >= best - 1e-9).nth(pick);
        chosen.map_or(choices[0], |(place, _)| choices[place])
    }

    fn reason(&mut self, from: &Observer<'_, G>, choices: &[G::Action], chosen: G::Action) -> Prose {
        reason::compared(from, choices, chosen, "leaves me standing better")
    }
}
