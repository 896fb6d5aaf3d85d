//! Random play in which whoever is asked gets observation, tokens and mask at every step, for whoever counts instructions.
//!
//! `observe spam-o-rama|spammers STEPS` prints the steps made and a sum over all numbers.

use std::process::ExitCode;

use spammers::{CardSet, Spammers, Variant};
use spamorama::{BuiltIn, Memory, SpamORama};
use table::{Awaits, Input, Luck as _, NoEvents, Purpose, SeatCount, SeatSet, Seed, Viewer};
use tensors::{Begun, Encoder, Tensors, Tokens, next_tokens};

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let (Some(game), Some(steps)) = (words.first(), words.get(1).and_then(|word| word.parse().ok())) else {
        eprintln!("say the game and how many steps, such as 'spam-o-rama 10000'");
        return ExitCode::FAILURE;
    };
    let Ok(seats) = SeatCount::new(2) else { return ExitCode::FAILURE };
    let sum = match game.as_str() {
        "spammers" => play(&Spammers::new(CardSet::standard(), seats, Variant::Standard), steps),
        _ => play(&SpamORama::new(BuiltIn::Ring.network(), seats, Memory::On, SeatSet::EMPTY), steps),
    };
    println!("steps {steps} sum {sum}");
    ExitCode::SUCCESS
}

fn play<G: Tensors>(game: &G, steps: u64) -> i64 {
    let encoder = Encoder::new(game);
    let (mut observation, mut mask) = (vec![0; encoder.size()], vec![0; encoder.layout().tokens.len()]);
    let (mut choices, mut tokens): (Vec<G::Action>, Vec<Tokens>) = (Vec::new(), Vec::new());
    let (mut number, mut made, mut sum) = (0, 0, 0);
    while made < steps {
        let mut luck = Seed::new(1, number).luck(Purpose::Table);
        let mut state = game.set_up();
        number += 1;
        loop {
            let input = match game.awaits(&state) {
                Awaits::Nothing => break,
                Awaits::Luck(_) => game.chance(&state, &mut luck).map(Input::Luck),
                awaits @ (Awaits::Choice(_) | Awaits::Sealed(_)) => {
                    awaits.seats().iter().next().and_then(|seat| {
                        game.choices(&state, seat, &mut choices);
                        tokens.clear();
                        tokens.extend(choices.iter().map(|choice| game.tokens(seat, *choice)));
                        mask.fill(0);
                        next_tokens(&tokens, Begun::default(), &mut mask);
                        encoder.observe(game, &game.view(&state, Viewer::Seat(seat)), &mut observation);
                        sum += i64::from(observation[made as usize % observation.len()]) + i64::from(mask[0]);
                        made += 1;
                        luck.pick(&choices).map(|choice| Input::Act(seat, choice))
                    })
                }
            };
            let Some(input) = input else { break };
            if game.apply(&mut state, input, &mut NoEvents).is_err() {
                break;
            }
        }
    }
    sum
}
