//! One game in which the bots think aloud.

use std::time::{Duration, Instant};

use bots::{Bot, Judge};
use table::{Awaits, Ending, Input, NoEvents, Observer, Purpose, Seat, Seed, Viewer};

use crate::sim::Plan;

/// A decision and why it was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
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
    mut hear: impl FnMut(Said) -> Result<(), E>,
) -> Result<Option<Ending>, E> {
    let seed = Seed::new(plan.seed, number);
    let mut luck = seed.luck(Purpose::Table);
    let mut bots = plan.bots_at::<G>(game.seats(), number);
    let mut state = game.set_up();
    let mut choices = Vec::new();
    for _ in 0..G::LONGEST {
        let seat = loop {
            match game.awaits(&state) {
                Awaits::Nothing => return Ok(game.ending(&state)),
                Awaits::Luck(_) => {
                    let Some(outcome) = game.chance(&state, &mut luck) else { return Ok(None) };
                    if game.apply(&mut state, Input::Luck(outcome), &mut NoEvents).is_err() {
                        return Ok(None);
                    }
                }
                asked @ (Awaits::Choice(_) | Awaits::Sealed(_)) => break asked.seats().iter().next(),
            }
        };
        let Some((seat, bot)) = seat.and_then(|seat| Some((seat, bots.get_mut(seat.index())?))) else {
            break;
        };
        game.choices(&state, seat, &mut choices);
        let from = Observer::new(game, &state, Viewer::Seat(seat));
        let started = Instant::now();
        let action = bot.choose(&from, &choices);
        let took = started.elapsed();
        let sentence = bot.reason(&from, &choices, action).to_string();
        hear(Said { seat, had_choice: choices.len() > 1, sentence, took })?;
        if game.apply(&mut state, Input::Act(seat, action), &mut NoEvents).is_err() {
            break;
        }
    }
    Ok(game.ending(&state))
}
