//! The player of a seat: one of our bots, or a program.

use bots::{Bot, Judge, RootStats, Seated};
use table::{Ending, Observer, Prose};

use crate::seat::ProgramSeat;

/// A player at its seat.
#[allow(clippy::large_enum_variant, reason = "nearly all of them are bots, which are large by themselves")]
pub enum Player<G: Judge> {
    /// One of our bots.
    Bot(Seated<G>),
    /// A program.
    Program(Box<ProgramSeat>),
}

impl<G: Judge> Bot<G> for Player<G> {
    #[inline]
    fn choose(&mut self, from: &Observer<'_, G>, choices: &[G::Action]) -> G::Action {
        match self {
            Self::Bot(bot) => bot.choose(from, choices),
            Self::Program(program) => program.choose(from, choices),
        }
    }

    fn reason(&mut self, from: &Observer<'_, G>, choices: &[G::Action], chosen: G::Action) -> Prose {
        match self {
            Self::Bot(bot) => bot.reason(from, choices, chosen),
            Self::Program(program) => program.reason(from, choices, chosen),
        }
    }

    fn tried(&self) -> &[RootStats<G::Action>] {
        match self {
            Self::Bot(bot) => bot.tried(),
            Self::Program(program) => Bot::<G>::tried(&**program),
        }
    }

    #[inline]
    fn listens(&self) -> bool {
        match self {
            Self::Bot(bot) => bot.listens(),
            Self::Program(program) => Bot::<G>::listens(&**program),
        }
    }

    fn hear(&mut self, game: &G, event: &G::Event) {
        match self {
            Self::Bot(bot) => bot.hear(game, event),
            Self::Program(program) => program.hear(game, event),
        }
    }

    fn finish(&mut self, ending: Option<&Ending>) {
        match self {
            Self::Bot(bot) => bot.finish(ending),
            Self::Program(program) => Bot::<G>::finish(&mut **program, ending),
        }
    }
}
