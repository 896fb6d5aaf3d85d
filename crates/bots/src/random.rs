//! The random player.

use table::{ChaCha8, Game, Luck, Observer, Prose, Purpose, Seat, Seed};

use crate::Bot;

/// Takes any choice, each as likely as the next.
pub struct Random(ChaCha8);

impl Random {
    /// The random player of this seat in the game of this seed.
    #[must_use]
    pub fn new(seed: Seed, seat: Seat) -> Self {
        Self(seed.luck(Purpose::Player(seat)))
    }
}

impl<G: Game> Bot<G> for Random {
    #[inline]
    fn choose(&mut self, _: &Observer<'_, G>, choices: &[G::Action]) -> G::Action {
        choices[self.0.below(choices.len() as u32) as usize]
    }

    fn reason(&mut self, from: &Observer<'_, G>, choices: &[G::Action], chosen: G::Action) -> Prose {
        let chosen = from.game().write_action(chosen);
        Prose::from(format!("{chosen}: one of {} choices, drawn by lot.", choices.len()))
    }
}
