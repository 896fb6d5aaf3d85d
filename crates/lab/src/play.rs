//! One game from the deal to its end.

use bots::Bot;
use table::{Awaits, Ending, Game, Input, InputOf, Luck, NoEvents, Observer, Seat, Viewer};

/// How one game went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outcome {
    /// How it came out; `None` where the cap on its length stopped it.
    pub ending: Option<Ending>,
    /// Choices made by players.
    pub decisions: u32,
    /// Turns begun.
    pub turns: u32,
}

/// Plays one game to its end, or to [`Game::LONGEST`] decisions, handing every input to `each`. Nothing is
/// allocated on the way once `choices` has grown.
pub fn play_out<G: Game, B: Bot<G>>(
    game: &G,
    bots: &mut [B],
    luck: &mut impl Luck,
    choices: &mut Vec<G::Action>,
    mut each: impl FnMut(InputOf<G>),
) -> Outcome {
    let mut state = game.set_up();
    let mut decisions = 0;
    while decisions < G::LONGEST {
        let input = match game.awaits(&state) {
            Awaits::Luck(_) => game.chance(&state, luck).map(Input::Luck),
            Awaits::Choice(seat) => {
                decisions += 1;
                decide(game, &state, bots, seat, choices)
            }
            Awaits::Sealed(seats) => {
                decisions += 1;
                seats.iter().next().and_then(|seat| decide(game, &state, bots, seat, choices))
            }
            Awaits::Nothing => None,
        };
        let Some(input) = input else { break };
        if game.apply(&mut state, input, &mut NoEvents).is_err() {
            break;
        }
        each(input);
    }
    Outcome { ending: game.ending(&state), decisions, turns: game.turns(&state) }
}

fn decide<G: Game, B: Bot<G>>(
    game: &G,
    state: &G::State,
    bots: &mut [B],
    seat: Seat,
    choices: &mut Vec<G::Action>,
) -> Option<InputOf<G>> {
    game.choices(state, seat, choices);
    let bot = bots.get_mut(seat.index()).filter(|_| !choices.is_empty())?;
    let action = bot.choose(&Observer::new(game, state, Viewer::Seat(seat)), choices);
    Some(Input::Act(seat, action))
}
