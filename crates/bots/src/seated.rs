//! Bots at their seats.

use table::{Observer, Prose, Seat, Seed};

use crate::{Bot, BotName, Careless, Greedy, Judge, Noisy, ParallelSearch, Random, RootStats};

impl BotName {
    /// The bot of this name at a seat, in the game of this seed.
    #[must_use]
    pub fn seated<G: Judge>(self, seed: Seed, seat: Seat) -> Seated<G> {
        self.seated_with_workers(1, seed, seat)
    }

    /// The bot of this name at a seat; a search has this many workers that think at the same time.
    #[must_use]
    pub fn seated_with_workers<G: Judge>(self, workers: usize, seed: Seed, seat: Seat) -> Seated<G> {
        match self {
            Self::Random => Seated::Random(Random::new(seed, seat)),
            Self::Greedy | Self::Careless(_) | Self::Noisy(_) | Self::Net | Self::Search(_) => {
                Seated::Thinking(G::thinking(self, workers, seed, seat))
            }
        }
    }

    /// The bot of this name at a seat, whichever it is.
    pub(crate) fn boxed<G: Judge + 'static>(
        self,
        workers: usize,
        seed: Seed,
        seat: Seat,
    ) -> Box<dyn Bot<G> + Send + Sync>
    where
        G::Action: Sync,
        G::Outcome: Sync,
    {
        match self {
            Self::Random => Box::new(Random::new(seed, seat)),
            Self::Greedy => Box::new(Greedy::<G>::new(seed, seat)),
            // Where a game has no net its name is refused before anybody sits down.
            Self::Net => G::net().unwrap_or_else(|| Box::new(Greedy::<G>::new(seed, seat))),
            Self::Careless(of_hundred) => Box::new(Careless::<G>::new(of_hundred, seed, seat)),
            Self::Noisy(hundredths) => Box::new(Noisy::<G>::new(hundredths, seed, seat)),
            Self::Search(budget) => Box::new(ParallelSearch::<G>::new(workers, budget, seed, seat)),
        }
    }
}

/// A bot at its seat.
#[allow(
    clippy::large_enum_variant,
    reason = "there is one a seat, and a random player must not be looked for elsewhere"
)]
pub enum Seated<G: Judge> {
    /// A random player, of whom millions of decisions are asked.
    Random(Random),
    /// One that thinks.
    Thinking(Box<dyn Bot<G> + Send + Sync>),
}

impl<G: Judge> Bot<G> for Seated<G> {
    #[inline]
    fn choose(&mut self, from: &Observer<'_, G>, choices: &[G::Action]) -> G::Action {
        match self {
            Self::Random(bot) => bot.choose(from, choices),
            Self::Thinking(bot) => bot.choose(from, choices),
        }
    }

    fn reason(&mut self, from: &Observer<'_, G>, choices: &[G::Action], chosen: G::Action) -> Prose {
        match self {
            Self::Random(bot) => bot.reason(from, choices, chosen),
            Self::Thinking(bot) => bot.reason(from, choices, chosen),
        }
    }

    fn tried(&self) -> &[RootStats<G::Action>] {
        match self {
            Self::Random(bot) => Bot::<G>::tried(bot),
            Self::Thinking(bot) => bot.tried(),
        }
    }
}
