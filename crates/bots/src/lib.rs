//! Players that think from a view only. That they cannot cheat is a matter of types: a bot is handed a
//! [`Observer`], which shows what its seat may see, and never the state behind it. What it does not know it may
//! imagine: [`table::Game::imagine`] takes a view and luck, and nothing else.

mod budget;
mod careless;
mod estimate;
mod greedy;
mod judge;
mod level;
mod name;
mod net;
mod noisy;
mod one_ply;
mod parallel;
mod random;
mod reason;
mod search;
mod seated;

use table::{Ending, Game, Observer, Prose};

pub use budget::Budget;
pub use careless::Careless;
pub use estimate::{Assessed, Effort, Estimate, assess, chance, luck};
pub use greedy::Greedy;
pub use judge::{Judge, PUZZLES_OF_A_THEME, TRAITS, traits};
pub use level::Level;
pub use name::{BotName, NoSuchBot};
pub use net::{NoNet, PortNet, net_weights};
pub use noisy::Noisy;
pub use parallel::ParallelSearch;
pub use random::Random;
pub use reason::{head, remark, said_to_you};
pub use search::{RootStats, Search};
pub use seated::Seated;

/// A player that is not a person.
pub trait Bot<G: Game> {
    /// Chooses one of these, of which there is at least one.
    fn choose(&mut self, from: &Observer<'_, G>, choices: &[G::Action]) -> G::Action;

    /// Says in one sentence why it chose what it has just chosen, out of what its seat may know.
    fn reason(&mut self, from: &Observer<'_, G>, choices: &[G::Action], chosen: G::Action) -> Prose;

    /// Statistics of its last search, in canonical order; empty where it did not search.
    fn tried(&self) -> &[RootStats<G::Action>] {
        &[]
    }

    /// Whether it hears its seat's events. Most bots think from the view alone, and then no event is made for them.
    fn listens(&self) -> bool {
        false
    }

    /// Hears an event of its seat.
    fn hear(&mut self, _game: &G, _event: &G::Event) {}

    /// Hears that the game is over; without an ending it was stopped.
    fn finish(&mut self, _ending: Option<&Ending>) {}
}
