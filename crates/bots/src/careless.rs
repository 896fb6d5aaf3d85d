//! The careless player: greedy, but now and then it takes the first choice at hand.

use table::{ChaCha8, Luck, Observer, Prose, Purpose, Seat, Seed};

use crate::{Bot, Greedy, Judge};

/// Takes any choice in so many of a hundred decisions, else what the greedy player takes.
pub struct Careless<G: Judge> {
    of_hundred: u32,
    slips: ChaCha8,
    greedy: Greedy<G>,
    slipped: bool,
}

impl<G: Judge> Careless<G> {
    /// The careless player of this seat in the game of this seed.
    #[must_use]
    pub fn new(of_hundred: u32, seed: Seed, seat: Seat) -> Self {
        // Another seed: the greedy player draws from the player's own.
        let slips = Seed::new(seed.number, !seed.game).luck(Purpose::Player(seat));
        Self { of_hundred, slips, greedy: Greedy::new(seed, seat), slipped: false }
    }
}

impl<G: Judge> Bot<G> for Careless<G> {
    fn choose(&mut self, from: &Observer<'_, G>, choices: &[G::Action]) -> G::Action {
        self.slipped = choices.len() > 1 && self.slips.below(100) < self.of_hundred;
        match self.slipped {
            true => choices[self.slips.below(choices.len() as u32) as usize],
            false => self.greedy.choose(from, choices),
        }
    }

    fn reason(&mut self, from: &Observer<'_, G>, choices: &[G::Action], chosen: G::Action) -> Prose {
        if self.slipped {
            let chosen = from.game().write_action(chosen);
            return Prose::from(format!("{chosen}: I was not looking, and it was one of {}.", choices.len()));
        }
        self.greedy.reason(from, choices, chosen)
    }
}
