//! Laws for untrusted input: arbitrary text and arbitrary bytes. Each is a plain function that panics where a law is
//! broken, so that property tests and the fuzz targets try the same.

use table::{
    Awaits, Game, Input, InputOf, Luck as _, MOST_SEATS, NoEvents, Probe, Purpose, Record, ScopedEvent, Seat,
    Seed, Viewer,
};

use crate::trace::{chances_of, choices_of, write_input};

/// One input in this many is looked at from a seat, by a prompt and in the imagination.
const LOOKED_AT: usize = 8;

/// Any text may be read as notation; a readable one is written so that it reads back the same.
pub fn notation<G: Game>(game: &G, text: &str) {
    if let Ok(action) = game.read_action(text) {
        let written = game.write_action(action);
        assert_is_a_line(&written);
        assert_eq!(game.read_action(&written), Ok(action), "{text:?} {written:?}");
    }
    if let Ok(outcome) = game.read_outcome(text) {
        let written = game.write_outcome(outcome);
        assert_is_a_line(&written);
        assert_eq!(game.read_outcome(&written), Ok(outcome), "{text:?} {written:?}");
    }
}

fn assert_is_a_line(text: &str) {
    assert!(
        !text.is_empty() && text.trim() == text && !text.contains(char::is_control),
        "{text:?} is not one line without a blank at either end"
    );
}

/// Any text may be read as a record; a readable one is written so that it reads back the same.
pub fn record(text: &str) -> Option<Record> {
    match Record::read(text) {
        Ok(record) => {
            let written = record.to_string();
            let again = Record::read(&written).unwrap_or_else(|fault| panic!("{fault} in {written:?}"));
            assert_eq!(again.to_string(), written);
            Some(record)
        }
        Err(fault) => {
            assert!(fault.line > 0 && fault.line <= text.lines().count() + 1, "{fault}");
            assert_is_a_line(&fault.to_string());
            None
        }
    }
}

/// Any record may be refereed by any game; what holds is what the game itself would write.
pub fn referee<G: Game>(game: G, record: &Record) {
    match record.referee(game) {
        Ok(live) => {
            let header = record.header();
            let again = live.record(&header.names, header.seed).expect("a game that holds is over");
            // The inputs may be written in more ways than one, and the checksum with them.
            let again = Record::read(&again.to_string()).expect("a game writes what can be read");
            assert_eq!(again.header().setting, header.setting);
        }
        Err(fault) => assert_is_a_line(&fault.to_string()),
    }
}

/// Any bytes may be played: they choose among listed and made-up actions. Listed ones are accepted, the rest are
/// refused and change nothing, and no piece is ever lost. When the game is over, one more input is tried.
pub fn inputs<G: Probe>(game: &G, bytes: &[u8]) {
    let mut state = game.set_up();
    let mut known: Vec<G::Outcome> = chances_of(game, &state).into_iter().map(|(luck, _)| luck).collect();
    let mut pieces = Vec::new();
    for (count, pair) in bytes.chunks_exact(2).enumerate() {
        let [how, which] = [pair[0], pair[1]];
        let input = match how % LOOKED_AT as u8 {
            0 => made_up(game, how, which, count),
            1 => known
                .get(usize::from(which) % known.len().max(1))
                .map_or_else(|| made_up(game, how, which, count), |&luck| Input::Luck(luck)),
            _ => listed(game, &state, usize::from(how), usize::from(which), &mut known)
                .unwrap_or_else(|| made_up(game, how, which, count)),
        };
        let is_over = game.awaits(&state) == Awaits::Nothing;
        try_input(game, &mut state, input, count);
        assert_every_piece_once(game, &state, &mut pieces);
        assert_eq!(game.ending(&state).is_some(), game.awaits(&state) == Awaits::Nothing);
        if count.is_multiple_of(LOOKED_AT) {
            look(game, &state, count / LOOKED_AT, which);
        }
        if is_over {
            return;
        }
    }
}

/// Any action by anybody, at the table or not.
fn made_up<G: Probe>(game: &G, how: u8, which: u8, count: usize) -> InputOf<G> {
    let mut luck = Seed::new(u64::from(which) << 8 | u64::from(how), count as u64).luck(Purpose::Trial);
    let seat = Seat::new(luck.below(MOST_SEATS as u32) as usize).expect("there are that many seats");
    Input::Act(seat, game.any_action(&mut luck))
}

/// Something that the table lists, if it lists anything. Luck that was seen is remembered.
fn listed<G: Game>(
    game: &G,
    state: &G::State,
    how: usize,
    which: usize,
    known: &mut Vec<G::Outcome>,
) -> Option<InputOf<G>> {
    match game.awaits(state) {
        Awaits::Choice(seat) => Some(Input::Act(seat, one_of(&choices_of(game, state, seat), which))),
        Awaits::Sealed(seats) => {
            let seat = one_of(&seats.iter().collect::<Vec<_>>(), how);
            Some(Input::Act(seat, one_of(&choices_of(game, state, seat), which)))
        }
        Awaits::Luck(_) => {
            let (outcome, _) = one_of(&chances_of(game, state), which);
            if !known.contains(&outcome) {
                known.push(outcome);
            }
            Some(Input::Luck(outcome))
        }
        Awaits::Nothing => None,
    }
}

fn one_of<T: Copy>(list: &[T], which: usize) -> T {
    assert!(!list.is_empty(), "the table awaits something, and nothing is possible");
    list[which % list.len()]
}

/// Tries one input; one viewer, in turn, hears its events.
fn try_input<G: Probe>(game: &G, state: &mut G::State, input: InputOf<G>, count: usize) {
    let is_listed = match input {
        Input::Act(seat, action) => choices_of(game, state, seat).contains(&action),
        Input::Luck(outcome) => chances_of(game, state).iter().any(|(chance, _)| *chance == outcome),
    };
    let before = state.clone();
    let mut heard: Vec<ScopedEvent<G::Event>> = Vec::new();
    let taken = game.apply(state, input, &mut heard);
    let what = || write_input(game, input);
    assert_eq!(taken.is_ok(), is_listed, "{}: {taken:?}", what());
    if taken.is_err() {
        assert!(heard.is_empty(), "{} is refused, and yet something is heard", what());
        assert_eq!(game.position(&before), game.position(state), "{} is refused", what());
    }
    let viewer = viewer_in_turn(game, count);
    for event in heard.iter().filter_map(|scoped| scoped.heard_by(viewer)) {
        assert!(!game.tell(event).is_empty(), "{event:?} is told without a word");
    }
}

fn viewer_in_turn<G: Game>(game: &G, count: usize) -> Viewer {
    let others = count % (game.seats().get() + 1);
    game.seats().viewers().nth(others).unwrap_or(Viewer::Bystander)
}

fn assert_every_piece_once<G: Probe>(game: &G, state: &G::State, counts: &mut Vec<u32>) {
    counts.clear();
    counts.resize(game.piece_count(), 0);
    game.pieces(state, &mut |piece| counts[piece] += 1);
    if let Some(piece) = counts.iter().position(|&count| count != 1) {
        panic!("piece {piece} is on the table {} times", counts[piece]);
    }
}

/// Somebody looks, is asked, and imagines; their world plays on.
fn look<G: Game>(game: &G, state: &G::State, turn: usize, which: u8) {
    let viewer = viewer_in_turn(game, turn);
    let view = game.view(state, viewer);
    assert!(game.show(&view).is_object());
    assert!(!game.prompt(state, viewer).asks.is_empty());
    let mut luck = Seed::new(u64::from(which), turn as u64).luck(Purpose::Trial);
    let mut imagined = game.imagine(&view, &mut luck);
    assert!(game.view(&imagined, viewer) == view, "{viewer} imagines what they do not see");
    if let Some(input) = listed(game, &imagined, turn, usize::from(which), &mut Vec::new()) {
        assert!(game.apply(&mut imagined, input, &mut NoEvents).is_ok());
    }
}
