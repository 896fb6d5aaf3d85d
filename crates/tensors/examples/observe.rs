//! Random play with an observation and a mask at every step, for counting instructions.
//!
//! `observe spam-o-rama|spammers STEPS` prints the steps made, the bytes of a state, the seconds they took, and a sum
//! over all numbers. A step is a token.

use std::process::ExitCode;
use std::time::Instant;

use spammers::{CardSet, Spammers, Variant};
use spamorama::{BuiltIn, Memory, SpamORama};
use table::{Awaits, ChaCha8, Input, NoEvents, Purpose, Seat, SeatCount, SeatSet, Seed, Viewer};
use tensors::{Begun, Encoder, Next, Tensors};

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let (Some(game), Some(steps)) = (words.first(), words.get(1).and_then(|word| word.parse().ok())) else {
        eprintln!("say the game and how many steps, such as 'spam-o-rama 10000'");
        return ExitCode::FAILURE;
    };
    let Ok(seats) = SeatCount::new(2) else { return ExitCode::FAILURE };
    match game.as_str() {
        "spammers" => play(&Spammers::new(CardSet::standard(), seats, Variant::Standard), steps),
        _ => play(&SpamORama::new(BuiltIn::Ring.network(), seats, Memory::On, SeatSet::EMPTY), steps),
    }
    ExitCode::SUCCESS
}

/// Plays so many steps and says what came of it.
fn play<G: Tensors>(game: &G, steps: u64) {
    let encoder = Encoder::new(game);
    let mut shown = Shown {
        observation: vec![0; encoder.size()],
        mask: vec![0; encoder.layout().tokens.len()],
        legal: G::Legal::default(),
        steps: 0,
        sum: 0,
        encoder,
    };
    let (start, mut number) = (Instant::now(), 0);
    while shown.steps < steps {
        let mut luck = Seed::new(1, number).luck(Purpose::Table);
        let mut state = game.set_up();
        number += 1;
        loop {
            let awaits = game.awaits(&state);
            let input = match awaits {
                Awaits::Nothing => break,
                Awaits::Luck(_) => game.chance(&state, &mut luck).map(Input::Luck),
                Awaits::Choice(_) | Awaits::Sealed(_) => awaits.seats().iter().next().and_then(|seat| {
                    let action = shown.choose(game, &state, seat, &mut luck)?;
                    Some(Input::Act(seat, action))
                }),
            };
            let Some(input) = input else { break };
            if game.apply(&mut state, input, &mut NoEvents).is_err() {
                break;
            }
        }
    }
    let (seconds, bytes) = (start.elapsed().as_secs_f64(), size_of::<G::State>());
    println!("decisions {} bytes {bytes} seconds {seconds:.3} sum {}", shown.steps, shown.sum);
}

/// A seat's observation, and how many there were.
struct Shown<G: Tensors> {
    encoder: Encoder,
    legal: G::Legal,
    observation: Vec<i16>,
    mask: Vec<u8>,
    steps: u64,
    sum: i64,
}

impl<G: Tensors> Shown<G> {
    /// An action drawn token by token.
    fn choose(&mut self, game: &G, state: &G::State, seat: Seat, luck: &mut ChaCha8) -> Option<G::Action> {
        game.ask(state, Some(seat), &mut self.legal);
        self.encoder.observe_table(game, state, Viewer::Seat(seat), &mut self.observation);
        let mut begun = Begun::default();
        loop {
            game.mask(&self.legal, begun, &mut self.mask);
            let place = self.steps as usize % self.observation.len();
            self.sum += i64::from(self.observation[place]) + i64::from(self.mask[0]);
            self.steps += 1;
            let token = game.draw_token(&self.legal, begun, luck)?;
            match game.follow(&self.legal, begun, token)? {
                Next::Whole(action) => return Some(action),
                Next::More(more) => begun = more,
            }
        }
    }
}
