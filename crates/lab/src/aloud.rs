//! One game in which the bots think aloud.

use std::time::{Duration, Instant};

use bots::{Bot, Judge};
use games::Player;
use table::{Ending, Observer, Purpose, Seat, Seed};

use crate::play::{AskedSeat, Watcher, play_watched};
use crate::sim::Plan;

/// A decision and why it was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExplainedDecision {
    /// Who chose.
    pub seat: Seat,
    /// Whether there was anything to choose.
    pub had_choice: bool,
    /// The choice and the reason, in a sentence.
    pub sentence: String,
    /// How long it took to choose.
    pub took: Duration,
}

/// Plays the game of this number of a plan and hands on what each bot says about each of its decisions.
pub fn play_aloud<G: Judge, E>(
    game: &G,
    plan: &Plan,
    number: u64,
    hear: impl FnMut(ExplainedDecision) -> Result<(), E>,
) -> Result<Option<Ending>, E> {
    let mut luck = Seed::new(plan.seed, number).luck(Purpose::Table);
    let mut bots = plan.bots_at::<G>(game.seats(), number);
    let mut listener = Listener { hear, heard: Ok(()) };
    let (state, _) = play_watched(game, &mut bots, &mut luck, &mut Vec::new(), &mut listener);
    listener.heard.map(|()| game.ending(&state))
}

/// Somebody who lets bots give their reasons, until the listening fails.
struct Listener<F, E> {
    hear: F,
    heard: Result<(), E>,
}

impl<G: Judge, E, F: FnMut(ExplainedDecision) -> Result<(), E>> Watcher<G, Player<G>> for Listener<F, E> {
    fn choose(
        &mut self,
        bot: &mut Player<G>,
        observer: &Observer<'_, G>,
        choices: &[G::Action],
        asked: AskedSeat,
    ) -> Option<G::Action> {
        let started = Instant::now();
        let action = bot.choose(observer, choices);
        let took = started.elapsed();
        let sentence = bot.reason(observer, choices, action).to_string();
        self.heard = (self.hear)(ExplainedDecision {
            seat: asked.seat(),
            had_choice: choices.len() > 1,
            sentence,
            took,
        });
        self.heard.is_ok().then_some(action)
    }
}
