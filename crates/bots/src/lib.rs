//! Players that think from a view only. That they cannot cheat is a matter of types: a bot is handed a
//! [`Vantage`], which shows what its seat may see, and never the state behind it.

use table::{ChaCha8, Game, Luck, Purpose, Seat, Seed, Vantage};

/// A player that is not a person.
pub trait Bot<G: Game> {
    /// Chooses one of these, of which there is at least one.
    fn choose(&mut self, from: &Vantage<'_, G>, choices: &[G::Action]) -> G::Action;
}

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
    fn choose(&mut self, _: &Vantage<'_, G>, choices: &[G::Action]) -> G::Action {
        choices[self.0.below(choices.len() as u32) as usize]
    }
}

/// The bots there are, by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BotName {
    /// [`Random`].
    Random,
}

impl BotName {
    /// Every bot, weakest first.
    pub const ALL: [Self; 1] = [Self::Random];

    /// The name on the command line and in records.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
        }
    }

    /// The bot of this name at a seat, in the game of this seed.
    #[must_use]
    pub fn seated(self, seed: Seed, seat: Seat) -> Seated {
        match self {
            Self::Random => Seated::Random(Random::new(seed, seat)),
        }
    }
}

/// A bot at its seat.
pub enum Seated {
    /// A random player.
    Random(Random),
}

impl<G: Game> Bot<G> for Seated {
    #[inline]
    fn choose(&mut self, from: &Vantage<'_, G>, choices: &[G::Action]) -> G::Action {
        match self {
            Self::Random(bot) => bot.choose(from, choices),
        }
    }
}
