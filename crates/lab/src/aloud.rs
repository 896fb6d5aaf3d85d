//! One game in which the bots think aloud.

use std::io;
use std::time::{Duration, Instant};

use bots::{Bot, Judge};
use games::{GameVisitor, Player, Setup, Study};
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

/// A callback for each decision.
pub type HearDecision<'a> = &'a mut dyn FnMut(ExplainedDecision) -> io::Result<()>;

/// Plays the game of this number of a plan and hands on what each bot says about each of its decisions.
pub fn play_aloud(
    setup: &Setup,
    plan: &Plan,
    number: u64,
    hear: HearDecision<'_>,
) -> io::Result<Option<Ending>> {
    setup.visit(Aloud { plan, number, hear })
}

/// One game of a plan.
struct Aloud<'a> {
    plan: &'a Plan,
    number: u64,
    hear: HearDecision<'a>,
}

impl GameVisitor for Aloud<'_> {
    type Answer = io::Result<Option<Ending>>;

    fn visit<G: Study>(self, make: impl Fn(u64) -> G + Sync) -> Self::Answer {
        let Self { plan, number, hear } = self;
        let game = make(number);
        let mut luck = Seed::new(plan.seed, number).luck(Purpose::Table);
        let mut bots = plan.bots_at::<G>(game.seats(), number);
        let mut listener = Listener { hear, heard: Ok(()) };
        let (state, _) = play_watched(&game, &mut bots, &mut luck, &mut Vec::new(), &mut listener);
        listener.heard.map(|()| game.ending(&state))
    }
}

/// Somebody who lets bots give their reasons, until the listening fails.
struct Listener<'a> {
    hear: HearDecision<'a>,
    heard: io::Result<()>,
}

impl<G: Judge> Watcher<G, Player<G>> for Listener<'_> {
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
