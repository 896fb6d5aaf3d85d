//! Plays games at random and draws every change for all seats, as a server with four listeners does:
//! `cargo run --release -p pages --example changes -- GAME GAMES`. Says how many changes and bytes there were, and a sum of
//! all that was drawn. Under callgrind, `--toggle-collect=pages::live::Renderer::changes` counts the drawing alone.

use std::error::Error;

use pages::live::{RenderContext, Renderer, Since};
use room::{LiveGame, Plays, Sitter, Status};
use spammers::{CardSet, Spammers, Variant};
use spamorama::{BuiltIn, Memory, SpamORama};
use table::{Awaits, Game, Match, Purpose, SeatCount, SeatSet, Seed, Viewer};

/// Counts of drawn bytes.
#[derive(Default)]
struct Drawn {
    changes: u64,
    inputs: u64,
    bytes: u64,
    sum: u64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let game = words.next().unwrap_or_else(|| "spammers".to_owned());
    let games: u64 = words.next().map_or(Ok(8), |count| count.parse())?;
    let seats = SeatCount::new(4)?;
    let mut drawn = Drawn::default();
    for number in 0..games {
        match game.as_str() {
            "spammers" => {
                let game = Spammers::new(CardSet::standard(), seats, Variant::Standard);
                play(game, number, LiveGame::Spammers, inner_spammers, &mut drawn);
            }
            _ => {
                let game = SpamORama::new(BuiltIn::Ring.network(), seats, Memory::On, SeatSet::EMPTY);
                play(game, number, LiveGame::SpamORama, inner_spamorama, &mut drawn);
            }
        }
    }
    let Drawn { changes, inputs, bytes, sum } = drawn;
    println!("{changes} changes, {inputs} inputs, {} bytes a change, sum {sum:016x}", bytes / changes.max(1));
    Ok(())
}

fn inner_spammers(live: &mut LiveGame) -> Option<&mut Match<Spammers>> {
    match live {
        LiveGame::Spammers(live) => Some(live),
        LiveGame::SpamORama(_) => None,
    }
}

fn inner_spamorama(live: &mut LiveGame) -> Option<&mut Match<SpamORama>> {
    match live {
        LiveGame::SpamORama(live) => Some(live),
        LiveGame::Spammers(_) => None,
    }
}

/// Plays one game to its end.
fn play<G: Game>(
    game: G,
    number: u64,
    around: impl Fn(Match<G>) -> LiveGame,
    inner: impl Fn(&mut LiveGame) -> Option<&mut Match<G>>,
    drawn: &mut Drawn,
) {
    let seed = Seed::new(1998, number);
    let (mut luck, mut dice) = (seed.luck(Purpose::Table), number.wrapping_mul(6_364_136_223_846_793_005));
    let viewers: Vec<Viewer> = game.seats().iter().map(Viewer::Seat).collect();
    let sitters: Vec<Sitter> =
        game.seats().iter().map(|seat| Sitter::here(seat, "Load".to_owned(), Plays::Person)).collect();
    let statuses: Vec<(Viewer, Status)> = viewers.iter().map(|&viewer| (viewer, Status::default())).collect();
    let mut live = around(Match::new(game));
    let mut renderer = Renderer::new(&live);
    let mut choices = Vec::new();
    let mut told = 0;
    loop {
        let Some(inside) = inner(&mut live) else { return };
        match inside.awaits() {
            Awaits::Luck(_) => {
                inside.draw(&mut luck);
                continue;
            }
            Awaits::Choice(_) | Awaits::Sealed(_) | Awaits::Nothing => {}
        }
        let context = RenderContext {
            code: "K3F9Q",
            version: live.inputs() as u64,
            sitters: &sitters,
            statuses: &statuses,
        };
        for event in renderer.changes(&live, &context, &viewers, Since::Inputs(told)) {
            drawn.bytes += event.len() as u64;
            drawn.sum = event
                .bytes()
                .fold(drawn.sum, |sum, byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
        }
        drawn.changes += 1;
        drawn.inputs += (live.inputs() - told) as u64;
        told = live.inputs();
        let Some(inside) = inner(&mut live) else { return };
        let Some(seat) = inside.awaits().seats().iter().next() else { return };
        inside.choices(seat, &mut choices);
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let action = choices[(dice >> 33) as usize % choices.len()];
        if inside.act(seat, action).is_err() {
            return;
        }
    }
}
