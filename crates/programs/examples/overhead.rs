//! What a decision of a program costs us beside the program's own time: making the question, sending it, reading the
//! answer, and the events and the rules in between.
//!
//! `cargo run --release -p programs --example overhead [SECONDS]` lets a copy of itself that answers at once play against
//! random players, and tells the time on the CPU of this side alone, and the whole round trip.
#![allow(clippy::unwrap_used)] // What measures may stop at once.

use std::io::{BufRead, Write};
use std::sync::Arc;
use std::time::{Duration, Instant};

use bots::{Bot, Judge, Random};
use programs::{Program, ProgramSeat};
use spammers::{CardSet, Spammers, Variant};
use spamorama::{BuiltIn, Memory, SpamORama};
use table::{Awaits, Input, Observer, Purpose, ScopedEvent, SeatCount, SeatSet, Seed, Viewer};

fn main() {
    let argument = std::env::args().nth(1);
    if argument.as_deref() == Some("answer") {
        return answer();
    }
    let time = Duration::from_secs(argument.map_or(3, |seconds| seconds.parse().unwrap()));
    let command = format!("exec {} answer", std::env::current_exe().unwrap().display());
    let program = Arc::new(Program::new(&command, None));
    for seats in [2, 4].map(|seats| SeatCount::new(seats).unwrap()) {
        let cards = Spammers::new(Arc::new(CardSet::standard()), seats, Variant::Standard);
        let coins = SpamORama::new(BuiltIn::Ring.network(), seats, Memory::On, SeatSet::EMPTY);
        println!("SPAMMERS     {} seats: {}", seats.get(), measure(&cards, &program, time));
        println!("Spam-O-Rama  {} seats: {}", seats.get(), measure(&coins, &program, time));
    }
    assert!(program.faults().is_empty(), "{:?}", program.faults());
}

/// The program: answers every question with another number, at once.
fn answer() {
    let (mut input, mut output) = (std::io::stdin().lock(), std::io::stdout().lock());
    let mut line = Vec::new();
    let mut number = 0_usize;
    while input.read_until(b'\n', &mut line).unwrap() > 0 {
        if line.starts_with(b"{\"type\":\"choose\"") {
            let choices = line.rsplit(|byte| *byte == b'[').next().unwrap();
            let count = choices.iter().filter(|byte| **byte == b',').count() + 1;
            number = (number * 31 + 7) % 1009;
            writeln!(output, "{}", number % count).unwrap();
            output.flush().unwrap();
        }
        line.clear();
    }
}

/// Nanoseconds this thread has been on a CPU.
fn on_cpu() -> u64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    told.split(' ').next().unwrap().parse().unwrap()
}

fn measure<G: Judge>(game: &G, program: &Arc<Program>, time: Duration) -> String {
    let (asked, cpu, started) = (program.timing(), on_cpu(), Instant::now());
    let mut games = 0;
    while started.elapsed() < time {
        play(game, program, games);
        games += 1;
    }
    let questions = program.timing().answers - asked.answers;
    let each = |nanoseconds: u64| nanoseconds as f64 / 1e3 / questions as f64;
    format!(
        "{questions} questions in {games} games, {:.1} µs of CPU on our side a question, {:.1} µs from question to answer",
        each(on_cpu() - cpu),
        each((program.timing().total - asked.total).as_nanos() as u64),
    )
}

/// One game of the program at the first seat against random players.
fn play<G: Judge>(game: &G, program: &Arc<Program>, number: u64) {
    let seed = Seed::new(1, number);
    let first = game.seats().first();
    let mut luck = seed.luck(Purpose::Table);
    let mut player = ProgramSeat::new(program.clone(), seed, first);
    let mut others: Vec<Random> = game.seats().iter().map(|seat| Random::new(seed, seat)).collect();
    let (mut state, mut choices) = (game.set_up(), Vec::new());
    let mut heard: Vec<ScopedEvent<G::Event>> = Vec::new();
    loop {
        let awaits = game.awaits(&state);
        let input = match awaits {
            Awaits::Nothing => break,
            Awaits::Luck(_) => Input::Luck(game.chance(&state, &mut luck).unwrap()),
            Awaits::Choice(_) | Awaits::Sealed(_) => {
                let seat = awaits.seats().iter().next().unwrap();
                game.choices(&state, seat, &mut choices);
                let from = Observer::new(game, &state, Viewer::Seat(seat));
                Input::Act(
                    seat,
                    match seat == first {
                        true => player.choose(&from, &choices),
                        false => others[seat.index()].choose(&from, &choices),
                    },
                )
            }
        };
        game.apply(&mut state, input, &mut heard).unwrap();
        let own = heard.iter().filter_map(|scoped| scoped.heard_by(Viewer::Seat(first)));
        own.for_each(|event| player.hear(game, event));
        heard.clear();
    }
    Bot::<G>::finish(&mut player, game.ending(&state).as_ref());
}
