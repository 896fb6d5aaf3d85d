//! The noisy player: judges like the greedy one, but not exactly. Choices far worse than the best are excluded, so that
//! it seems to want something at every weakness.

use table::{ChaCha8, Luck, Observer, Prose, Purpose, Seat, Seed};

use crate::{Bot, Greedy, Judge, reason};

/// In so many steps an error is drawn.
const STEPS: u32 = 1 << 16;

/// Takes what the greedy player would, were each choice worth up to so many hundredths more than it is.
pub struct Noisy<G: Judge> {
    hundredths: u32,
    errors: ChaCha8,
    greedy: Greedy<G>,
}

impl<G: Judge> Noisy<G> {
    /// The noisy player of this seat in the game of this seed.
    #[must_use]
    pub fn new(hundredths: u32, seed: Seed, seat: Seat) -> Self {
        // Another seed: the greedy player draws from the player's own.
        let errors = Seed::new(seed.number, !seed.game).luck(Purpose::Player(seat));
        Self { hundredths, errors, greedy: Greedy::new(seed, seat) }
    }
}

impl<G: Judge> Bot<G> for Noisy<G> {
    fn choose(&mut self, from: &Observer<'_, G>, choices: &[G::Action]) -> G::Action {
        let worth = self.greedy.appraise(from, choices);
        let most = f64::from(self.hundredths) / 100.0;
        let seems = |worth: f64| worth + most * f64::from(self.errors.below(STEPS)) / f64::from(STEPS);
        let seeming = worth.into_iter().map(seems).zip(choices);
        let best = seeming.max_by(|(one, _), (other, _)| one.total_cmp(other));
        best.map_or(choices[0], |(_, action)| *action)
    }

    fn reason(&mut self, from: &Observer<'_, G>, choices: &[G::Action], chosen: G::Action) -> Prose {
        reason::compared(from, choices, chosen, "seemed better at a glance")
    }
}
