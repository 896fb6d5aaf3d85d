//! Promises of every bot: legal choices, the same from the same view, and some strength.

use std::collections::BTreeSet;

use bots::{Bot, BotName, Budget, Judge, Level, ParallelSearch, remark};
use spammers::{Action, CardSet, Phase, Question, Spammers, Variant};
use spamorama::{BuiltIn, Memory, SpamORama};
use table::{Awaits, Game, Input, Luck, NoEvents, Observer, Purpose, Seat, SeatCount, SeatSet, Seed, Viewer};

fn spammers(seats: usize) -> Spammers {
    Spammers::new(CardSet::standard(), SeatCount::new(seats).unwrap(), Variant::Standard)
}

fn spam_o_rama(seats: usize) -> SpamORama {
    SpamORama::new(BuiltIn::Ring.network(), SeatCount::new(seats).unwrap(), Memory::On, SeatSet::EMPTY)
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
                let observer = Observer::new(game, &state, Viewer::Seat(seat));
                Input::Act(seat, seated[seat.index()].choose(&observer, &choices))
            }
        };
        game.apply(&mut state, input, &mut NoEvents).expect("bots choose what is legal");
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
        for name in
            ["greedy", "search:30", "net"].into_iter().filter(|name| *name != "net" || G::net().is_some())
        {
            let chosen = [state, &other].map(|state| {
                let mut bot = name.parse::<BotName>().unwrap().seated::<G>(Seed::new(seed, 2), seat);
                let from = Observer::new(game, state, Viewer::Seat(seat));
                let action = bot.choose(&from, &choices);
                (action, bot.reason(&from, &choices, action).to_string())
            });
            assert_eq!(chosen[0], chosen[1], "{name}");
            assert!(choices.contains(&chosen[0].0));
            let sentence = &chosen[0].1;
            assert!(
                sentence.contains(": ") && sentence.ends_with('.') && !sentence.contains('\n'),
                "{sentence}"
            );
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

/// The rollout policy makes legal choices, and makes one wherever it is asked.
fn rollout_policy_is_legal<G: Judge>(game: &G, seed: u64) {
    let mut luck = Seed::new(seed, 0).luck(Purpose::Trial);
    let (mut choices, mut scratch) = (Vec::new(), Vec::new());
    play(game, &["random"; 6][..game.seats().get()], Seed::new(seed, 1), |state, seat| {
        game.choices(state, seat, &mut choices);
        let usual = game.rollout_policy(state, seat, &mut scratch, &mut luck).unwrap();
        assert!(choices.contains(&usual), "{}", game.write_action(usual));
    });
}

#[test]
fn every_level_has_a_bot_of_its_own_that_its_name_names() {
    for level in Level::ALL {
        let bots = [level.bot::<Spammers>(), level.bot::<SpamORama>()];
        for bot in bots {
            assert_eq!(bot.to_string().parse(), Ok(bot), "{}", level.title());
        }
        for other in Level::ALL {
            assert!(level == other || bots[0] != other.bot::<Spammers>());
            assert!(level == other || bots[1] != other.bot::<SpamORama>());
        }
        assert_eq!(level.above().and_then(Level::below), level.above().map(|_| level));
    }
}

#[test]
fn rollout_policies_are_legal() {
    for seed in 0..6 {
        rollout_policy_is_legal(&spammers(2 + seed as usize % 5), seed);
        rollout_policy_is_legal(&spam_o_rama(2 + seed as usize % 5), seed);
    }
}

/// Some table of a game in the middle, and whose choice it is.
fn middle<G: Judge>(game: &G) -> (G::State, Seat) {
    let mut tables = Vec::new();
    play(game, &["random"; 6][..game.seats().get()], Seed::new(8, 1), |state, seat| {
        let mut choices = Vec::new();
        game.choices(state, seat, &mut choices);
        if choices.len() > 10 {
            tables.push((state.clone(), seat));
        }
    });
    tables.swap_remove(tables.len() / 2)
}

/// Several workers find the same in any order of finishing, and share the iterations.
fn heads_agree<G: Judge>(game: &G) {
    let (state, seat) = middle(game);
    let mut choices = Vec::new();
    game.choices(&state, seat, &mut choices);
    let from = Observer::new(game, &state, Viewer::Seat(seat));
    let choose = |workers| {
        let mut parallel = ParallelSearch::new(workers, Budget::Iterations(600), Seed::new(6, 1), seat);
        let action = parallel.choose(&from, &choices);
        (action, parallel.reason(&from, &choices, action).to_string())
    };
    for workers in 1..=3 {
        assert_eq!(choose(workers), choose(workers), "{workers} workers");
    }
}

#[test]
fn several_heads_find_the_same_each_time() {
    heads_agree(&spammers(3));
    heads_agree(&spam_o_rama(2));
}

#[test]
fn a_reason_tells_the_odds() {
    let game = spammers(3);
    let mut told = Vec::new();
    play(&game, &["random"; 3], Seed::new(5, 5), |state, seat| {
        let mut choices = Vec::new();
        game.choices(state, seat, &mut choices);
        let mail = choices.iter().find(|choice| matches!(choice, Action::Mail { .. }));
        if let Some(&mail) = mail {
            let mut bot = "greedy".parse::<BotName>().unwrap().seated::<Spammers>(Seed::new(1, 1), seat);
            told.push(
                bot.reason(&Observer::new(&game, state, Viewer::Seat(seat)), &choices, mail).to_string(),
            );
        }
    });
    assert!(told.len() > 10);
    for sentence in told {
        assert!(sentence.starts_with("Mail '") && sentence.contains(" with '"), "{sentence}");
        assert!(sentence.contains("to gain") || sentence.contains("cannot succeed"), "{sentence}");
    }
}

/// Every choice at one of so many tables of a game, and what its seat says of it.
fn said<G: Judge>(game: &G, seed: u64, one_of: u32, mut look: impl FnMut(&G::State, Seat, G::Action, &str)) {
    let mut trial = Seed::new(seed, 0).luck(Purpose::Trial);
    let mut choices = Vec::new();
    play(game, &["random"; 6][..game.seats().get()], Seed::new(seed, 1), |state, seat| {
        if trial.below(one_of) > 0 {
            return;
        }
        game.choices(state, seat, &mut choices);
        let twin = game.imagine(&game.view(state, Viewer::Seat(seat)), &mut trial);
        for &action in &choices {
            let [here, there] =
                [state, &twin].map(|state| remark(&Observer::new(game, state, Viewer::Seat(seat)), action));
            assert_eq!(here, there);
            look(state, seat, action, &here.unwrap());
        }
    });
}

fn is_a_short_clause(words: &str) {
    let short = (5..=200).contains(&words.chars().count());
    assert!(short && !words.contains(char::is_control) && !words.ends_with(['.', ' ']), "'{words}'");
}

#[test]
fn something_is_said_of_every_choice_and_nothing_of_what_is_hidden() {
    let (mut kinds, mut remarks) = (BTreeSet::new(), BTreeSet::new());
    for seed in 0..10 {
        let seats = SeatCount::new(2 + seed as usize % 5).unwrap();
        let variant = Variant::ALL[seed as usize % 2];
        let game = Spammers::new(CardSet::standard(), seats, variant);
        said(&game, seed, 5, |_, _, action, words| {
            is_a_short_clause(words);
            kinds.insert(game.write_action(action).split(' ').next().unwrap().to_owned());
            remarks.insert(words.to_owned());
        });
    }
    assert_eq!(kinds.len(), 12, "{kinds:?}");
    assert!(remarks.len() > 200, "{}", remarks.len());
    for (seed, memory) in [(1, Memory::On), (2, Memory::Off)] {
        let seats = SeatCount::new(2 + seed as usize).unwrap();
        let game = SpamORama::new(BuiltIn::Ring.network(), seats, memory, SeatSet::EMPTY);
        said(&game, seed, 5, |_, _, _, words| is_a_short_clause(words));
    }
}

/// A remark that a choice stops a win or brings one near is true, if nobody reacts.
#[test]
fn what_is_said_of_a_win_is_true() {
    let (mut stops, mut nears) = (0, 0);
    for seed in 0..120 {
        let seats = SeatCount::new(2 + seed as usize % 3).unwrap();
        let game = Spammers::new(CardSet::standard(), seats, Variant::Demonstration);
        said(&game, seed, 1, |state, seat, action, words| {
            let (keeps, near) = (words.contains("from winning"), words.contains("is mine next turn"));
            if !keeps && !near {
                return;
            }
            let mut after = *state;
            game.apply(&mut after, Input::Act(seat, action), &mut NoEvents).unwrap();
            while let Phase::Ask(Question::Reacting { asked, .. }) = game.phase(&after) {
                game.apply(&mut after, Input::Act(asked, Action::Pass), &mut NoEvents).unwrap();
            }
            assert!(!near || game.would_win(&after, seat), "{words}");
            let mut others = game.seats().iter().filter(|&other| other != seat);
            let kept = |other: Seat| words.contains(&format!("it keeps {other:#} from winning"));
            assert!(!keeps || others.any(|other| kept(other) && !game.would_win(&after, other)), "{words}");
            stops += u32::from(keeps);
            nears += u32::from(near);
        });
    }
    assert!(stops >= 3 && nears >= 3, "{stops} {nears}");
}

#[test]
fn the_greedy_player_beats_random_ones() {
    let won = wins(&spam_o_rama(2), &["greedy", "random"], 30);
    assert!(won >= 24, "{won} of 30");
    let won = wins(&spammers(3), &["greedy", "random", "random"], 60);
    assert!(won >= 54, "{won} of 60");
}

#[test]
fn the_net_beats_greedy_players_at_every_table() {
    for (seats, games, least) in [(2, 20, 19), (3, 20, 15), (6, 20, 8)] {
        let bots = [&["net"][..], &["greedy"; 5][..seats - 1]].concat();
        let won = wins(&spam_o_rama(seats), &bots, games);
        assert!(won >= least, "{won} of {games} at {seats} seats");
    }
}

#[test]
fn the_searching_player_beats_random_ones() {
    let won = wins(&spam_o_rama(2), &["search:100", "random"], 10);
    assert!(won >= 8, "{won} of 10");
    let won = wins(&spammers(3), &["search:60", "random", "random"], 10);
    assert!(won >= 8, "{won} of 10");
}

#[test]
#[ignore = "long; .ci/run has it"]
fn the_searching_player_beats_greedy_ones() {
    let won = wins(&spam_o_rama(2), &["search:100", "greedy"], 20);
    assert!(won >= 15, "{won} of 20");
    let won = wins(&spammers(3), &["search:100", "greedy", "greedy"], 100);
    assert!(won >= 42, "{won} of 100, where an equal would win 33");
}
