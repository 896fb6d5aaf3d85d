//! Random play on one thread with the full list of choices at every step, for `cargo xtask bench` to count.
//!
//! `random_play spammers-starter|spammers-standard|spam-o-rama|bare GAMES` prints the decisions made, the bytes of a state and the seconds taken.

mod bare;

use std::process::ExitCode;
use std::time::Instant;

use bots::Random;
use lab::play_out;
use spammers::{CardSet, Spammers, Variant};
use spamorama::{BuiltIn, Memory, SpamORama};
use table::{Game, Purpose, SeatCount, SeatSet, Seed};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [what, games] = &arguments[..] else {
        return complain("say what is to be played and how often, such as 'spam-o-rama 1000'");
    };
    let Ok(games) = games.parse::<u64>() else {
        return complain(&format!("'{games}' is not a number of games"));
    };
    let Ok(seats) = SeatCount::new(3) else {
        return complain("no table has three seats");
    };
    let ring = BuiltIn::Ring.network();
    let played = match what.as_str() {
        "spammers-starter" => play(&Spammers::new(CardSet::starter(), seats, Variant::Standard), games),
        "spammers-standard" => play(&Spammers::new(CardSet::standard(), seats, Variant::Standard), games),
        "spam-o-rama" => play(&SpamORama::new(ring, seats, Memory::On, SeatSet::EMPTY), games),
        "bare" => {
            let board = bare::Board::of(&ring);
            let started = Instant::now();
            let (decisions, wins) = bare::play(&board, games);
            Played {
                decisions,
                wins,
                bytes: size_of::<bare::Table>(),
                seconds: started.elapsed().as_secs_f64(),
            }
        }
        _ => {
            return complain(&format!(
                "'{what}' is not played here; it is spammers-starter, spammers-standard, spam-o-rama or bare"
            ));
        }
    };
    println!(
        "decisions {} bytes {} seconds {:.6} wins {:?}",
        played.decisions, played.bytes, played.seconds, played.wins
    );
    ExitCode::SUCCESS
}

struct Played {
    decisions: u64,
    wins: [u64; 3],
    bytes: usize,
    seconds: f64,
}

fn play<G: Game>(game: &G, games: u64) -> Played {
    let started = Instant::now();
    let mut choices = Vec::new();
    let mut decisions = 0;
    let mut wins = [0; 3];
    for number in 0..games {
        let seed = Seed::new(1, number);
        let mut luck = seed.luck(Purpose::Table);
        let mut bots: Vec<Random> = game.seats().iter().map(|seat| Random::new(seed, seat)).collect();
        let outcome = play_out(game, &mut bots, &mut luck, &mut choices, |_| {});
        decisions += u64::from(outcome.decisions);
        for seat in outcome.ending.iter().flat_map(|ending| ending.winners.iter()) {
            wins[seat.index()] += 1;
        }
    }
    Played { decisions, wins, bytes: size_of::<G::State>(), seconds: started.elapsed().as_secs_f64() }
}

fn complain(sentence: &str) -> ExitCode {
    eprintln!("random_play: {sentence}");
    ExitCode::from(2)
}
