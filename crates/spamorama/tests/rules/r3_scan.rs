//! R3: phase one, scan for open ports.
use crate::script::*;
use spamorama::{Refusal, Stage, Suit};
use table::{Audience, Awaits, Game, Refusal as _, Viewer};

#[test]
fn r3_1_take_look_place_and_the_next_seat() {
    let game = ring(2);
    let mut state = dealt(&game);
    assert_eq!(choices(&game, &state, "A").len(), 12);
    assert_eq!(choices(&game, &state, "B").len(), 0);
    play(&game, &mut state, "A take suns");
    assert_eq!(game.awaits(&state), Awaits::Luck(Audience::Only(seat("A"))));
    play(&game, &mut state, "* value 3");
    assert_eq!(choices(&game, &state, "A").len(), 60);
    play(&game, &mut state, "A place c4");
    assert_eq!(game.awaits(&state), Awaits::Choice(seat("B")));
    play(&game, &mut state, "B take suns\n* value 4");
    let open = choices(&game, &state, "B");
    assert!(open.len() == 59 && !open.contains(&"place c4".to_owned()));
}

#[test]
fn r3_1_what_does_not_belong_is_refused() {
    let game = ring(2);
    let mut state = dealt(&game);
    let state = &mut state;
    assert_eq!(refused(&game, state, "B take suns"), Refusal::NotYourScan(seat("A")));
    assert_eq!(refused(&game, state, "A place c4"), Refusal::NothingToPlace);
    assert_eq!(refused(&game, state, "* value 3"), Refusal::LuckNotAwaited(Stage::Taking(seat("A"))));
    play(&game, state, "A take suns");
    assert_eq!(refused(&game, state, "A place c4"), Refusal::NotLookedYet);
    assert_eq!(refused(&game, state, "A take suns"), Refusal::NotLookedYet);
    play(&game, state, "* value 3");
    assert_eq!(refused(&game, state, "A take moons"), Refusal::CoinInHand(Suit::Suns));
    play(&game, state, "A place c4\nB take suns\n* value 4");
    let taken = refused(&game, state, "B place c4");
    assert_eq!(taken.to_string(), "c4 holds a coin already; place yours on a port without one");
    assert_eq!(taken.clause().0, "R3.1");
    // Who is asked hears as much of all ports that are taken, and how far the scan is.
    let prompt = game.prompt(state, Viewer::Seat(seat("B")));
    let [barred] = &prompt.unavailable[..] else { panic!("{:?}", prompt.unavailable) };
    assert_eq!(barred.why.to_string(), taken.to_string().replacen("c4", "it", 1));
    assert_eq!(barred.clause.0, "R3.1");
    let pointed: Vec<&str> = prompt.path(&barred.ways[0]).map(|piece| &*piece.name).collect();
    assert_eq!((barred.ways.len(), &pointed[..]), (1, &["port-c4"][..]));
    let asks = "Place the 4 of Suns face down on one of 59 ports without a coin.";
    assert_eq!(prompt.asks.to_string(), asks);
}

#[test]
fn r3_1_an_exhausted_suit_cannot_be_taken() {
    let game = ring(2);
    let mut state = dealt(&game);
    for (turn, value) in (1..=5).enumerate() {
        let who = ["A", "B"][turn % 2];
        let column = ["a", "b", "c", "d", "e"][turn];
        play(&game, &mut state, &format!("{who} take suns\n* value {value}\n{who} place {column}1"));
    }
    assert_eq!(refused(&game, &mut state, "B take suns"), Refusal::SuitNotInPool(Suit::Suns));
    let prompt = game.prompt(&state, Viewer::Seat(seat("B")));
    assert_eq!(
        (prompt.unavailable[0].what.to_string().as_str(), prompt.unavailable[0].clause.0),
        ("take suns", "R3.1")
    );
    assert_eq!(prompt.choices.len(), 11);
}

#[test]
fn r3_2_the_values_left_in_the_pool_are_equally_likely() {
    let game = ring(2);
    let mut state = dealt(&game);
    play(&game, &mut state, "A take fish\n* value 2\nA place a1\nB take fish");
    let mut chances = Vec::new();
    game.chances(&state, &mut chances);
    let written: Vec<_> =
        chances.iter().map(|(outcome, weight)| (game.write_outcome(*outcome), *weight)).collect();
    let even = ["value 1", "value 3", "value 4", "value 5"].map(|value| (value.to_owned(), 1));
    assert_eq!(written, even);
    assert_eq!(refused(&game, &mut state, "* value 2").clause().0, "R3.2");
}

#[test]
fn r3_2_nobody_but_the_placer_hears_the_value() {
    let game = ring(2);
    let mut state = dealt(&game);
    let heard = play(&game, &mut state, "A take suns\n* value 3\nA place c4");
    let told = |viewer| -> Vec<String> {
        let events = heard.iter().filter_map(|scoped| scoped.heard_by(viewer));
        events.map(|event| game.tell(event).to_string()).collect()
    };
    assert_eq!(
        told(Viewer::Seat(seat("A"))),
        [
            "A takes a coin of Suns from the pool.",
            "A looks at it: the 3 of Suns.",
            "A places a coin of Suns face down on c4."
        ]
    );
    assert_eq!(told(Viewer::Seat(seat("B")))[1], "A looks at the coin.");
    assert_eq!(told(Viewer::Bystander)[1], "A looks at the coin.");
}

#[test]
fn r3_3_the_scan_ends_with_the_sixtieth_coin_and_the_order_goes_on() {
    let game = ring(6);
    let state = &mut scanned(&game, &mut luck(3));
    assert_eq!(game.view(state, Viewer::Bystander).stage, Stage::Relaying(seat("A")));
    assert_eq!(game.view(state, Viewer::Bystander).pool, [0; 12]);
    assert_eq!(refused(&game, state, "A take suns"), Refusal::ScanIsOver);
    assert_eq!(refused(&game, state, "A place a1"), Refusal::ScanIsOver);
    assert_eq!(refused(&game, state, "B relay a1 b1"), Refusal::NotYourRelay(seat("A")));
    play(&game, state, "A relay a1 b1\nB relay h8 g8");
    let four = ring(4);
    let state = scanned(&four, &mut luck(3));
    assert_eq!(four.awaits(&state), Awaits::Choice(seat("A")));
}

#[test]
fn r3_3_relaying_waits_for_the_end_of_the_scan() {
    let game = ring(2);
    let mut state = dealt(&game);
    let refusal = refused(&game, &mut state, "A relay a1 b1");
    assert_eq!((refusal, refusal.clause().0), (Refusal::ScanIsNotOver, "R3.3"));
}
