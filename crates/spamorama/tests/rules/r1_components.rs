//! R1: components.
use std::collections::BTreeSet;

use crate::script::*;
use spamorama::{Coin, PORTS, State, Suit, Value};
use table::{Game, Probe as _, Viewer};

#[test]
fn r1_1_twelve_suits_in_the_order_of_the_rules() {
    let names: Vec<_> = Suit::ALL.map(|suit| suit.to_string()).into();
    assert_eq!(
        names.join(" "),
        "Suns Moons Crowns Arms Clubs Diamonds Hearts Spades Snowflakes Flowers Fish Leaves"
    );
    assert_eq!(Value::ALL.map(Value::word), ["ace", "2", "3", "4", "5"]);
}

#[test]
fn r1_2_every_suit_is_a_client_of_its_own() {
    let clients: BTreeSet<_> = Suit::ALL.into_iter().map(Suit::client).collect();
    assert_eq!(clients.len(), 12);
    assert_eq!(Suit::Arms.client(), "Scouting Adventure Cruise");
    assert_eq!(Suit::Crowns.client(), "Borders And Noble");
    let letters: BTreeSet<_> = Suit::ALL.into_iter().map(Suit::letter).collect();
    assert_eq!(letters.into_iter().collect::<String>(), "FILNPTUVWXYZ");
}

#[test]
fn r1_3_sixty_coins_sixty_ports_twelve_clients() {
    let game = ring(2);
    assert_eq!((Coin::all().count(), PORTS, game.piece_count()), (60, 60, 132));
    for coin in Coin::all() {
        assert_eq!(Coin::new(coin.suit(), coin.value()), coin);
        assert_eq!(Coin::of_notation(&coin.to_string()), Some(coin));
    }
    assert_pieces(&game, &game.set_up());
}

#[test]
fn r1_4_face_down_shows_the_suit_and_hides_the_value() {
    let game = ring(2);
    let mut state = dealt(&game);
    play(&game, &mut state, "A take suns\n* value 3\nA place a1");
    let view = game.view(&state, Viewer::Seat(seat("B")));
    assert_eq!((view.coins[0].suit, view.coins[0].value), (Some(Suit::Suns), None));
}

#[test]
fn a_state_is_small() {
    let size = size_of::<State>();
    println!("a state takes {size} bytes");
    assert!(size <= 512, "{size}");
}
