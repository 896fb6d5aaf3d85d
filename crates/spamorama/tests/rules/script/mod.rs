//! The script language of these tests: lines of notation, `A take suns` or `* value 3`, played against a state.

use spamorama::{Action, BuiltIn, Event, Memory, Outcome, Refusal, SpamORama, State, Suit};
use table::{
    Awaits, ChaCha8, Game, Input, InputOf, Luck, NoEvents, Probe as _, Purpose, ScopedEvent, Seat, SeatCount,
    SeatSet, Seed,
};

pub fn seat(letter: &str) -> Seat {
    letter.parse().unwrap()
}

pub fn seats(count: usize) -> SeatCount {
    SeatCount::new(count).unwrap()
}

pub fn luck(number: u64) -> ChaCha8 {
    Seed::new(number, 0).luck(Purpose::Trial)
}

/// A game on the ring with the memory aid.
pub fn ring(count: usize) -> SpamORama {
    game(BuiltIn::Ring, count, Memory::On)
}

pub fn game(network: BuiltIn, count: usize, memory: Memory) -> SpamORama {
    SpamORama::new(network.network(), seats(count), memory, SeatSet::EMPTY)
}

pub fn input(game: &SpamORama, line: &str) -> InputOf<SpamORama> {
    match line.split_once(' ').unwrap() {
        ("*", outcome) => Input::Luck(game.read_outcome(outcome).unwrap()),
        (who, action) => Input::Act(seat(who), game.read_action(action).unwrap()),
    }
}

/// Plays lines of notation; gives all events.
pub fn play(game: &SpamORama, state: &mut State, lines: &str) -> Vec<ScopedEvent<Event>> {
    let mut heard = Vec::new();
    for line in lines.lines().map(str::trim).filter(|line| !line.is_empty()) {
        if let Err(refusal) = game.apply(state, input(game, line), &mut heard) {
            panic!("'{line}' is refused: {refusal}");
        }
    }
    heard
}

/// Plays one line that must be refused and must change nothing.
pub fn refused(game: &SpamORama, state: &mut State, line: &str) -> Refusal {
    let before = game.position(state);
    let refusal = game.apply(state, input(game, line), &mut NoEvents).unwrap_err();
    assert_eq!(game.position(state), before, "'{line}' was refused and changed something");
    refusal
}

/// The table laid with 1 to 5 in reading order, clients dealt in the order of the suits, and A to begin.
pub fn dealt(game: &SpamORama) -> State {
    let mut state = game.set_up();
    for suit in Suit::ALL {
        play(game, &mut state, &format!("* lay {} 12345", suit.name()));
    }
    for suit in Suit::ALL {
        if let Awaits::Luck(table::Audience::Only(_)) = game.awaits(&state) {
            play(game, &mut state, &format!("* client {}", suit.name()));
        }
    }
    play(game, &mut state, "* first A");
    state
}

/// Plays at random and calls `each` before every input and at the end.
pub fn at_random(game: &SpamORama, luck: &mut impl Luck, mut each: impl FnMut(&State)) -> State {
    let mut state = game.set_up();
    play_on(game, &mut state, luck, &mut each);
    state
}

/// Plays on at random to the end.
pub fn play_on(game: &SpamORama, state: &mut State, luck: &mut impl Luck, each: &mut impl FnMut(&State)) {
    let mut choices = Vec::new();
    loop {
        each(state);
        let input: Input<Action, Outcome> = match game.awaits(state) {
            Awaits::Luck(_) => Input::Luck(game.chance(state, luck).unwrap()),
            Awaits::Choice(seat) => {
                game.choices(state, seat, &mut choices);
                Input::Act(seat, luck.pick(&choices).unwrap())
            }
            Awaits::Sealed(_) => panic!("nothing is sealed in this game"),
            Awaits::Nothing => return,
        };
        game.apply(state, input, &mut NoEvents).unwrap();
    }
}

/// Scans at random until relaying begins.
pub fn scanned(game: &SpamORama, luck: &mut impl Luck) -> State {
    let mut state = dealt(game);
    let mut choices = Vec::new();
    while game.turns(&state) <= 60 {
        let input = match game.awaits(&state) {
            Awaits::Choice(seat) => {
                game.choices(&state, seat, &mut choices);
                Input::Act(seat, luck.pick(&choices).unwrap())
            }
            _ => Input::Luck(game.chance(&state, luck).unwrap()),
        };
        game.apply(&mut state, input, &mut NoEvents).unwrap();
    }
    state
}

/// Every piece is somewhere exactly once.
pub fn assert_pieces(game: &SpamORama, state: &State) {
    let mut found = vec![0; game.piece_count()];
    game.pieces(state, &mut |piece| found[piece] += 1);
    assert!(found.iter().all(|&count| count == 1), "{found:?}");
}

/// Everything a seat may do now, in notation.
pub fn choices(game: &SpamORama, state: &State, who: &str) -> Vec<String> {
    let mut actions = Vec::new();
    game.choices(state, seat(who), &mut actions);
    actions.into_iter().map(|action| game.write_action(action)).collect()
}
