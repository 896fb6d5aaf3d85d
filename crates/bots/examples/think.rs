//! Searches once from where phase two of Spam-O-Rama opens, with the iterations it is given: `think 100000`.
//! `cargo xtask bench` counts what that costs.
#![allow(clippy::unwrap_used)] // A benchmark may stop at once.

use std::time::Instant;

use bots::{Budget, Search};
use spamorama::{BuiltIn, Memory, SpamORama, Stage, State};
use table::{Awaits, Game, Input, Luck, NoEvents, Purpose, Seat, SeatCount, SeatSet, Seed, Viewer};

/// Both players take and place at random until all sixty coins lie.
fn opening(game: &SpamORama, luck: &mut impl Luck) -> (State, Seat) {
    let mut state = game.set_up();
    let mut choices = Vec::new();
    loop {
        let input = match game.awaits(&state) {
            Awaits::Luck(_) => Input::Luck(game.chance(&state, luck).unwrap()),
            asked @ (Awaits::Choice(_) | Awaits::Sealed(_) | Awaits::Nothing) => {
                let seat = asked.seats().iter().next().unwrap();
                if matches!(game.view(&state, Viewer::Bystander).stage, Stage::Relaying(_)) {
                    return (state, seat);
                }
                game.choices(&state, seat, &mut choices);
                Input::Act(seat, luck.pick(&choices).unwrap())
            }
        };
        game.apply(&mut state, input, &mut NoEvents).unwrap();
    }
}

fn main() {
    let iterations = std::env::args().nth(1).and_then(|number| number.parse().ok()).unwrap_or(100_000);
    let network = BuiltIn::Ring.network();
    let game = SpamORama::new(network, SeatCount::new(2).unwrap(), Memory::On, SeatSet::EMPTY);
    let seed = Seed::new(1, 0);
    let (state, seat) = opening(&game, &mut seed.luck(Purpose::Table));
    let mut choices = Vec::new();
    game.choices(&state, seat, &mut choices);
    let mut search = Search::new(Budget::Iterations(iterations), seed, seat);
    let view = game.view(&state, Viewer::Seat(seat));
    let started = Instant::now();
    let tried: u32 = search.think(&game, &view, seat, &choices).iter().map(|thought| thought.visits).sum();
    println!("decisions {tried} bytes {} seconds {}", size_of::<State>(), started.elapsed().as_secs_f64());
}
