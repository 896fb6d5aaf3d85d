//! Fits what the search judges a table of SPAMMERS by: `fit 3000 [CARD-FILE]` lets greedy players play so many games,
//! looks at the traits of every seat whenever somebody is to act, and finds the weights under which those who won were
//! most likely to win. Every tenth game is held out. The weights go into `judge/spammers.rs`.
#![allow(clippy::unwrap_used)] // A tool for developers may stop at once.

use bots::{Bot, Greedy, TRAITS, traits};
use spammers::{Action, CardSet, Spammers, Variant};
use table::{Awaits, Game, Input, NoEvents, Observer, Purpose, SeatCount, Seed, Viewer};

/// Numbers of seats, three more often than others.
const SEATS: [usize; 7] = [3, 3, 2, 4, 3, 5, 6];
/// Steps of the descent.
const STEPS: i32 = 600;

/// One look at a table: the traits of each seat, who won in the end, and in which game.
struct Look {
    traits: Vec<[f64; TRAITS]>,
    winner: usize,
    game: u64,
}

impl Look {
    const fn is_held_out(&self) -> bool {
        self.game.is_multiple_of(10)
    }

    /// How likely each seat is to win.
    fn chances(&self, weights: &[f64; TRAITS]) -> Vec<f64> {
        let worth = |traits: &[f64; TRAITS]| {
            traits.iter().zip(weights).map(|(has, weight)| has * weight).sum::<f64>().exp()
        };
        let worths: Vec<f64> = self.traits.iter().map(worth).collect();
        let sum: f64 = worths.iter().sum();
        worths.into_iter().map(|worth| worth / sum).collect()
    }
}

fn play(set: &CardSet, number: u64, looks: &mut Vec<Look>) {
    let seats = SeatCount::new(SEATS[(number / 10 % 7) as usize]).unwrap();
    let game = Spammers::new(set.clone(), seats, Variant::Standard);
    let seed = Seed::new(4242, number);
    let mut luck = seed.luck(Purpose::Table);
    let mut bots: Vec<Greedy<Spammers>> = seats.iter().map(|seat| Greedy::new(seed, seat)).collect();
    let (mut state, mut choices, mut seen) = (game.set_up(), Vec::new(), Vec::new());
    let mut decisions = 0;
    loop {
        let input = match game.awaits(&state) {
            Awaits::Nothing => break,
            Awaits::Luck(_) => Input::Luck(game.chance(&state, &mut luck).unwrap()),
            asked @ (Awaits::Choice(_) | Awaits::Sealed(_)) => {
                let seat = asked.seats().iter().next().unwrap();
                game.choices(&state, seat, &mut choices);
                decisions += 1;
                if choices[0] == Action::Stop && decisions % 2 == 0 {
                    seen.push(seats.iter().map(|seat| traits(&game, &state, seat)).collect());
                }
                let from = Observer::new(&game, &state, Viewer::Seat(seat));
                Input::Act(seat, bots[seat.index()].choose(&from, &choices))
            }
        };
        game.apply(&mut state, input, &mut NoEvents).unwrap();
    }
    let winner = game.ending(&state).unwrap().winners.iter().next().unwrap().index();
    looks.extend(seen.into_iter().map(|traits| Look { traits, winner, game: number }));
}

/// How surprising the winners are, on average over games held out or not.
fn surprise<'a>(looks: impl Iterator<Item = &'a Look>, weights: &[f64; TRAITS]) -> f64 {
    let (mut sum, mut count) = (0.0, 0.0);
    for look in looks {
        sum -= look.chances(weights)[look.winner].ln();
        count += 1.0;
    }
    sum / count
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let games: u64 = arguments.next().and_then(|number| number.parse().ok()).unwrap_or(3000);
    let set = match arguments.next() {
        Some(file) => CardSet::read(&std::fs::read_to_string(file).unwrap()).unwrap(),
        None => CardSet::standard(),
    };
    let mut looks = Vec::new();
    (0..games).for_each(|number| play(&set, number, &mut looks));

    let mut weights = [0.0; TRAITS];
    let (mut drift, mut spread) = ([0.0; TRAITS], [0.0; TRAITS]);
    for step in 1..=STEPS {
        let mut slope = [0.0; TRAITS];
        let mut count = 0.0;
        for look in looks.iter().filter(|look| !look.is_held_out()) {
            for (seat, (traits, chance)) in look.traits.iter().zip(look.chances(&weights)).enumerate() {
                let off = chance - if seat == look.winner { 1.0 } else { 0.0 };
                slope.iter_mut().zip(traits).for_each(|(slope, has)| *slope += off * has);
            }
            count += 1.0;
        }
        for place in 0..TRAITS {
            let slope = slope[place] / count + 1e-4 * weights[place];
            drift[place] = 0.9 * drift[place] + 0.1 * slope;
            spread[place] = 0.99 * spread[place] + 0.01 * slope * slope;
            let mean: f64 = drift[place] / (1.0 - 0.9_f64.powi(step));
            let size: f64 = spread[place] / (1.0 - 0.99_f64.powi(step));
            weights[place] -= 0.05 * mean / (size.sqrt() + 1e-8);
        }
    }
    let none = [0.0; TRAITS];
    let held_out = || looks.iter().filter(|look| look.is_held_out());
    println!("{} looks at {games} games", looks.len());
    println!("surprise held out: {:.4} by the number of seats alone", surprise(held_out(), &none));
    println!("                   {:.4} by the weights", surprise(held_out(), &weights));
    println!("{weights:.3?}");
}
