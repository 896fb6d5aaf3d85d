//! Promises of nets: the same numbers on every machine, and a sentence about weights for other programs.

use bots::{NoNet, PortNet, net_weights};
use sha2::{Digest, Sha256};
use spamorama::{BuiltIn, Memory, SpamORama};
use table::{Awaits, Game, Input, Luck, NoEvents, Purpose, SeatCount, SeatSet, Seed, Viewer};
use tensors::{Encoder, Tensors};

fn game(number: u64) -> SpamORama {
    let seats = SeatCount::new(2 + number as usize % 5).unwrap();
    let networks = BuiltIn::ALL;
    let network = networks[number as usize % networks.len()].network();
    let memory = if number % 4 == 3 { Memory::Off } else { Memory::On };
    SpamORama::new(network, seats, memory, SeatSet::EMPTY)
}

fn net(game: &SpamORama) -> PortNet {
    PortNet::read(net_weights(game), Encoder::new(game).layout()).unwrap()
}

/// Weights are whole numbers, so every machine gets the same scores; after training, write the new net's digest here.
#[test]
fn a_thousand_outputs_are_the_same_on_every_machine() {
    let (mut digest, mut looked) = (Sha256::new(), 0);
    for number in 0.. {
        let (game, seed) = (game(number), Seed::new(7, number));
        let net = net(&game);
        let (encoder, mut luck) = (Encoder::new(&game), seed.luck(Purpose::Table));
        let (mut state, mut choices) = (game.set_up(), Vec::new());
        let mut seen = vec![0; encoder.size()];
        loop {
            let input = match game.awaits(&state) {
                Awaits::Nothing => break,
                Awaits::Luck(_) => Input::Luck(game.chance(&state, &mut luck).unwrap()),
                awaits @ (Awaits::Choice(_) | Awaits::Sealed(_)) => {
                    let seat = awaits.seats().first().unwrap();
                    game.choices(&state, seat, &mut choices);
                    encoder.observe_table(&game, &state, Viewer::Seat(seat), &mut seen);
                    let tokens: Vec<u16> =
                        choices.iter().map(|action| game.tokens(seat, *action).numbers()[0]).collect();
                    let scores = net.scores(&seen, &tokens);
                    assert!(scores.iter().all(|score| score.abs() < 1 << 20), "{scores:?}");
                    scores.iter().for_each(|score| digest.update(score.to_le_bytes()));
                    looked += 1;
                    Input::Act(seat, luck.pick(&choices).unwrap())
                }
            };
            game.apply(&mut state, input, &mut NoEvents).unwrap();
        }
        if looked >= 1_000 {
            break;
        }
    }
    let digest: String = digest.finalize()[..8].iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(digest, "e3b7b00c99efbc4a");
}

#[test]
fn weights_that_are_not_for_this_program_are_refused() {
    let game = game(0);
    let (encoder, weights) = (Encoder::new(&game), net_weights(&game));
    let read = |file: &[u8]| PortNet::read(file, encoder.layout()).err();
    assert_eq!(read(weights), None);
    assert_eq!(read(b""), Some(NoNet::Foreign));
    assert_eq!(read(b"PK\x03\x04 weights"), Some(NoNet::Foreign));
    let other = String::from_utf8_lossy(&weights[..40]).replace("50a4", "50a5").into_bytes();
    assert_eq!(read(&[&other, &weights[40..]].concat()), Some(NoNet::OtherLayout));
    for cut in [60, 1_000, weights.len() - 1] {
        assert_eq!(read(&weights[..cut]), Some(NoNet::Damaged), "{cut}");
    }
    assert_eq!(read(&[weights, b"\0"].concat()), Some(NoNet::Damaged));
    // A factor that would let sums overflow.
    let head = weights.iter().position(|byte| *byte == b'\n').unwrap() + 1;
    let mut large = weights.to_vec();
    large[head + 4..head + 8].copy_from_slice(&i32::MAX.to_le_bytes());
    assert_eq!(read(&large), Some(NoNet::Damaged));
    assert!(NoNet::Damaged.to_string().contains("overflow"));
}
