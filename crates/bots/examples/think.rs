//! How fast the search is where Spam-O-Rama's second phase opens.
use bots::{Bot, Budget, Greedy, Search};
use spamorama::{BuiltIn, Memory, SpamORama};
use std::time::Instant;
use table::*;
fn main() {
    let n: u32 = std::env::args().nth(1).and_then(|a| a.parse().ok()).unwrap_or(100_000);
    let seats = SeatCount::new(2).unwrap();
    let game = SpamORama::new(BuiltIn::Ring.network(), seats, Memory::On, SeatSet::NONE);
    let seed = Seed::new(1, 0);
    let mut luck = seed.luck(Purpose::Table);
    let mut state = game.set_up();
    let mut choices = Vec::new();
    let mut done = 0;
    loop {
        let input = match game.awaits(&state) {
            Awaits::Luck(_) => Input::Luck(game.chance(&state, &mut luck).unwrap()),
            Awaits::Choice(seat) => {
                if done == 120 {
                    break;
                }
                done += 1;
                game.choices(&state, seat, &mut choices);
                Input::Act(seat, choices[luck.below(choices.len() as u32) as usize])
            }
            _ => unreachable!(),
        };
        game.apply(&mut state, input, &mut Deaf).unwrap();
    }
    let seat = match game.awaits(&state) {
        Awaits::Choice(seat) => seat,
        _ => unreachable!(),
    };
    game.choices(&state, seat, &mut choices);
    let mut search = Search::<SpamORama>::new(Budget::Iterations(n), seed, seat);
    let t = Instant::now();
    let a = search.choose(&Vantage::new(&game, &state, Viewer::Seat(seat)), &choices);
    let dt = t.elapsed().as_secs_f64();
    println!("{a:?} {} choices, {:.0} iterations/s", choices.len(), f64::from(n) / dt);
    let _ = Greedy::<SpamORama>::new(seed, seat);
}
