//! What every bot owes: legal choices, the same from the same view, and some strength.
#![allow(clippy::unwrap_used)]

use bots::{Bot, BotName, Judge};
use spammers::{CardSet, Spammers, Variant};
use spamorama::{BuiltIn, Memory, SpamORama};
use table::{Awaits, Deaf, Game, Input, Luck, Purpose, Seat, SeatCount, SeatSet, Seed, Vantage, Viewer};

fn spammers(seats: usize) -> Spammers {
    Spammers::new(CardSet::standard(), SeatCount::new(seats).unwrap(), Variant::Standard)
}

fn spam_o_rama(seats: usize) -> SpamORama {
    SpamORama::new(BuiltIn::Ring.network(), SeatCount::new(seats).unwrap(), Memory::On, SeatSet::NONE)
}

/// Plays a game among these bots, calling `look` before every choice, and gives the winners.
fn play<G: Judge>(game: &G, bots: &[&str], seed: Seed, mut look: impl FnMut(&G::State, Seat)) -> SeatSet {
    let mut luck = seed.luck(Purpose::Table);
    let mut seated: Vec<_> = game
        .seats()
        .iter()
        .zip(bots)
        .map(|(seat, name)| name.parse::<BotName>().unwrap().seated::<G>(seed, seat))
        .collect();
    let (mut state, mut choices) = (game.set_up(), Vec::new());
    loop {
        let input = match game.awaits(&state) {
            Awaits::Nothing => return game.ending(&state).unwrap().winners,
            Awaits::Luck(_) => Input::Luck(game.chance(&state, &mut luck).unwrap()),
            awaits @ (Awaits::Choice(_) | Awaits::Sealed(_)) => {
                let seat = awaits.seats().iter().next().unwrap();
                look(&state, seat);
                game.choices(&state, seat, &mut choices);
                let vantage = Vantage::new(game, &state, Viewer::Seat(seat));
                Input::Act(seat, seated[seat.index()].choose(&vantage, &choices))
            }
        };
        game.apply(&mut state, input, &mut Deaf).expect("bots choose what is legal");
    }
}

/// How many of so many games the first bot wins, seats rotated.
fn wins<G: Judge>(game: &G, bots: &[&str], games: u64) -> usize {
    let count = bots.len();
    (0..games)
        .filter(|&number| {
            let moved: Vec<&str> = (0..count).map(|seat| bots[(seat + number as usize) % count]).collect();
            let mine = moved.iter().position(|&bot| bot == bots[0]).unwrap();
            let winners = play(game, &moved, Seed::new(11, number), |_, _| {});
            winners == SeatSet::only(Seat::new(mine).unwrap())
        })
        .count()
}

/// At some tables of a game, every bot chooses the same at the true table and at one imagined from its view.
fn depends_on_nothing_hidden<G: Judge>(game: &G, seed: u64) {
    let mut trial = Seed::new(seed, 0).luck(Purpose::Trial);
    let mut compared = 0;
    play(game, &["random"; 6][..game.seats().get()], Seed::new(seed, 1), |state, seat| {
        if trial.below(12) > 0 {
            return;
        }
        let mut choices = Vec::new();
        game.choices(state, seat, &mut choices);
        let other = game.imagine(&game.view(state, Viewer::Seat(seat)), &mut trial);
        for name in ["greedy", "search:30"] {
            let chosen = [state, &other].map(|state| {
                let mut bot = name.parse::<BotName>().unwrap().seated::<G>(Seed::new(seed, 2), seat);
                bot.choose(&Vantage::new(game, state, Viewer::Seat(seat)), &choices)
            });
            assert_eq!(chosen[0], chosen[1], "{name}");
            assert!(choices.contains(&chosen[0]));
            compared += 1;
        }
    });
    assert!(compared > 10);
}

#[test]
fn no_bot_depends_on_what_its_seat_cannot_know() {
    depends_on_nothing_hidden(&spammers(3), 1);
    depends_on_nothing_hidden(&spam_o_rama(3), 2);
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let trace = |seed| {
        let mut seen = Vec::new();
        let game = spammers(2);
        play(&game, &["search:20", "greedy"], Seed::new(seed, 0), |state, seat| {
            seen.push((seat, game.turns(state)));
        });
        seen
    };
    assert_eq!(trace(3), trace(3));
    assert_ne!(trace(3), trace(4));
}

#[test]
fn the_greedy_player_beats_random_ones() {
    let won = wins(&spam_o_rama(2), &["greedy", "random"], 30);
    assert!(won >= 24, "{won} of 30");
    let won = wins(&spammers(3), &["greedy", "random", "random"], 60);
    assert!(won >= 54, "{won} of 60");
}

#[test]
fn the_searching_player_beats_random_ones() {
    let won = wins(&spam_o_rama(2), &["search:100", "random"], 10);
    assert!(won >= 8, "{won} of 10");
    let won = wins(&spammers(3), &["search:60", "random", "random"], 10);
    assert!(won >= 8, "{won} of 10");
}
