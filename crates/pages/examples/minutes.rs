//! How long a game takes, as the home page tells it (`docs/length.md`): bots play, and every decision is given the time a
//! person would take who reads. `cargo run --release -p pages --example minutes`.

use std::error::Error;

use bots::{Bot, Greedy};
use games::Study;
use spammers::{CardSet, Spammers, Variant};
use spamorama::{BuiltIn, Memory, SpamORama};
use table::{Awaits, Match, Purpose, Seat, SeatCount, SeatSet, Seed, Viewer};

/// Seconds for a choice in one's own turn, for a reaction that is possible, and to follow a move of somebody else.
const OWN: f64 = 20.0;
const REACTION: f64 = 8.0;
const FOLLOWED: f64 = 2.0;
/// How many games are played.
const GAMES: u64 = 200;

/// What was to be decided in a game, by seat: choices of one's own and reactions that were possible; and moves in all.
#[derive(Default)]
struct Decisions {
    own: [u32; 6],
    reactions: [u32; 6],
    moves: u32,
}

fn play<G: Study + Clone>(game: &G, number: u64) -> Decisions {
    let seed = Seed::new(1998, number);
    let mut luck = seed.luck(Purpose::Table);
    let mut bots: Vec<Greedy<G>> = game.seats().iter().map(|seat| Greedy::new(seed, seat)).collect();
    let mut live = Match::new(game.clone());
    let mut decisions = Decisions::default();
    let mut choices = Vec::new();
    loop {
        let Some(seat) = live.awaits().seats().iter().next() else {
            if matches!(live.awaits(), Awaits::Nothing) {
                return decisions;
            }
            live.draw(&mut luck);
            continue;
        };
        live.choices(seat, &mut choices);
        let reacts = live.pass().is_some();
        // Whoever can only pass, or has one answer, is not kept waiting.
        if choices.len() > 1 {
            let of = if reacts { &mut decisions.reactions } else { &mut decisions.own };
            of[seat.index()] += 1;
        }
        let action = bots[seat.index()].choose(&live.observer(Viewer::Seat(seat)), &choices);
        // A pass is nothing to follow.
        if live.pass() != Some(action) {
            decisions.moves += 1;
        }
        if live.act(seat, action).is_err() {
            return decisions;
        }
    }
}

/// The quartiles of these numbers.
fn quartiles(mut numbers: Vec<f64>) -> [f64; 3] {
    numbers.sort_by(f64::total_cmp);
    [1, 2, 3].map(|quarter| numbers[numbers.len() * quarter / 4])
}

fn tell<G: Study + Clone>(title: &str, game: &G) {
    let first = game.seats().first();
    let games: Vec<Decisions> = (0..GAMES).map(|number| play(game, number)).collect();
    let alone = |of: &Decisions, seat: Seat| {
        let [own, reactions] = [of.own, of.reactions].map(|of| f64::from(of[seat.index()]));
        (OWN * own + REACTION * reactions + FOLLOWED * (f64::from(of.moves) - own)) / 60.0
    };
    let together = |of: &Decisions| {
        // Reactions are asked for at the same time.
        let own: u32 = of.own.iter().sum();
        let reactions = of.reactions.iter().max().copied().unwrap_or(0);
        (OWN * f64::from(own) + REACTION * f64::from(reactions)) / 60.0
    };
    let against_bots = quartiles(games.iter().map(|of| alone(of, first)).collect());
    let among_people = quartiles(games.iter().map(together).collect());
    println!("{title}: against bots {against_bots:.0?} minutes, among people {among_people:.0?}");
}

fn main() -> Result<(), Box<dyn Error>> {
    let three = SeatCount::new(3)?;
    for variant in Variant::ALL {
        let game = Spammers::new(CardSet::standard(), three, variant);
        tell(&format!("SPAMMERS, {}", variant.slug()), &game);
    }
    let game = SpamORama::new(BuiltIn::Ring.network(), three, Memory::On, SeatSet::EMPTY);
    tell("Spam-O-Rama", &game);
    Ok(())
}
