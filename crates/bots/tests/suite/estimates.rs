//! Promises of estimates: no secrets in them, luck that is nothing on average, and choices told apart.

use bots::{Effort, Judge, assess, chance, luck};
use spammers::{CardSet, Spammers, Variant};
use spamorama::{BuiltIn, Memory, SpamORama};
use table::{Awaits, Input, Luck, NoEvents, Purpose, Seat, SeatCount, SeatSet, Seed, Viewer};

const EFFORT: Effort = Effort { explore: 100, widest: 3, each: 64 };

fn spammers(seats: usize) -> Spammers {
    Spammers::new(CardSet::standard(), SeatCount::new(seats).unwrap(), Variant::Standard)
}

fn spam_o_rama(seats: usize) -> SpamORama {
    SpamORama::new(BuiltIn::Ring.network(), SeatCount::new(seats).unwrap(), Memory::On, SeatSet::EMPTY)
}

/// Plays a game by the rollout policy; `look` is shown the table before and after every input.
fn play<G: Judge>(game: &G, seed: Seed, mut look: impl FnMut(&G::State, &G::State)) {
    let mut luck = seed.luck(Purpose::Table);
    let (mut state, mut scratch) = (game.set_up(), Vec::new());
    loop {
        let before = state.clone();
        let input = match game.awaits(&state) {
            Awaits::Nothing => return,
            Awaits::Luck(_) => Input::Luck(game.chance(&state, &mut luck).unwrap()),
            awaits @ (Awaits::Choice(_) | Awaits::Sealed(_)) => {
                let seat = awaits.seats().iter().next().unwrap();
                Input::Act(seat, game.rollout_policy(&state, seat, &mut scratch, &mut luck).unwrap())
            }
        };
        game.apply(&mut state, input, &mut NoEvents).unwrap();
        look(&before, &state);
    }
}

fn depends_on_nothing_hidden<G: Judge>(game: &G, seed: u64) {
    let mut trial = Seed::new(seed, 0).luck(Purpose::Trial);
    let mut compared = 0;
    play(game, Seed::new(seed, 1), |state, _| {
        let Awaits::Choice(seat) = game.awaits(state) else { return };
        let mut choices = Vec::new();
        game.choices(state, seat, &mut choices);
        if choices.len() < 2 || trial.below(4) > 0 {
            return;
        }
        let view = game.view(state, Viewer::Seat(seat));
        let other = game.view(&game.imagine(&view, &mut trial), Viewer::Seat(seat));
        let worth = |view| assess(game, view, seat, (&choices, &[choices[0]]), EFFORT, Seed::new(seed, 2));
        let found = worth(&view);
        assert_eq!(found, worth(&other));
        assert!(found.iter().any(|option| option.action == choices[0]));
        assert!(found.iter().all(|option| (0.0..=1.0).contains(&option.chance.mean)));
        assert_eq!(found[0].behind.mean, 0.0);
        let stands = |view| chance(game, view, seat, 8, Seed::new(seed, 3));
        assert_eq!(stands(&view), stands(&other));
        compared += 1;
    });
    assert!(compared > 5, "{compared}");
}

#[test]
fn no_estimate_depends_on_what_its_seat_cannot_know() {
    depends_on_nothing_hidden(&spammers(3), 1);
    depends_on_nothing_hidden(&spam_o_rama(3), 2);
}

/// The sum of what luck was worth to everybody in some games, and the standard error of it.
fn luck_of<G: Judge>(game: &G, games: u64) -> (f64, f64) {
    let mut sums = Vec::new();
    for number in 0..games {
        let mut sum = 0.0;
        let mut moment = 0;
        play(game, Seed::new(number, 7), |before, after| {
            moment += 1;
            if !matches!(game.awaits(before), Awaits::Luck(_)) {
                return;
            }
            let seat = Seat::new(0).unwrap();
            let views = [before, after].map(|state| game.view(state, Viewer::Seat(seat)));
            sum += luck(game, (&views[0], &views[1]), seat, 2, Seed::new(number, moment)).mean;
        });
        sums.push(sum);
    }
    let count = sums.len() as f64;
    let mean = sums.iter().sum::<f64>() / count;
    let squares: f64 = sums.iter().map(|sum| (sum - mean) * (sum - mean)).sum();
    (mean, (squares / (count - 1.0) / count).sqrt())
}

#[test]
fn luck_is_nothing_on_average() {
    let all = [luck_of(&spammers(3), 60), luck_of(&spam_o_rama(2), 20)];
    for (mean, error) in all {
        assert!(error > 0.0 && mean.abs() < 3.0 * error, "{all:?}");
    }
}
