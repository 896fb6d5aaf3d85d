//! R2: set-up.
use crate::script::*;
use spamorama::{BuiltIn, Memory, Outcome, Refusal, SettingError, SpamORama, Stage, Suit};
use table::{Audience, Awaits, Event as _, Game, Refusal as _, SeatSet, Viewer};

#[test]
fn r2_1_all_markers_start_on_nought() {
    let game = ring(3);
    assert_eq!(game.view(&dealt(&game), Viewer::Bystander).scores, [0; 12]);
}

#[test]
fn r2_2_sixty_coins_lie_in_the_pool() {
    let game = ring(3);
    assert_eq!(game.view(&dealt(&game), Viewer::Bystander).pool, [5; 12]);
}

#[test]
fn r2_3_the_values_of_a_suit_are_shuffled_and_seen_by_all() {
    let game = ring(2);
    let mut state = game.set_up();
    assert_eq!(game.awaits(&state), Awaits::Luck(Audience::Everyone));
    let mut chances = Vec::new();
    game.chances(&state, &mut chances);
    assert_eq!(chances.len(), 120);
    assert!(chances.is_sorted() && chances.iter().all(|(_, weight)| *weight == 1));
    let heard = play(&game, &mut state, "* lay suns 31425");
    let told = heard[0].heard_by(Viewer::Bystander).unwrap();
    assert_eq!(
        game.tell(told),
        "The ports of Suns are laid: 3 on c7, ace on d7, 4 on b8, 2 on c8 and 5 on d8."
    );
    assert_eq!(told.clause().0, "R2.3");
    let refusal = refused(&game, &mut state, "* lay suns 12345");
    assert_eq!((refusal, refusal.clause().0), (Refusal::Impossible(Stage::Laying(Suit::Moons)), "R2.3"));
    assert_eq!(refused(&game, &mut state, "A take suns"), Refusal::StillLaying);
}

#[test]
fn r2_6_clients_are_dealt_five_four_three_two_two() {
    for (count, each) in [(2, 5), (3, 4), (4, 3), (5, 2), (6, 2)] {
        let game = ring(count);
        let state = at_random(&game, &mut luck(count as u64), |_| {});
        let view = game.view(&state, Viewer::Bystander);
        for seat in game.seats().iter() {
            assert_eq!(view.client_counts[seat.index()], each);
            assert_eq!(view.clients_of(seat).count(), each as usize);
        }
    }
}

#[test]
fn r2_6_only_the_owner_sees_their_clients() {
    let game = ring(2);
    let mut state = game.set_up();
    for suit in Suit::ALL {
        play(&game, &mut state, &format!("* lay {} 12345", suit.name()));
    }
    assert_eq!(game.awaits(&state), Awaits::Luck(Audience::Only(seat("A"))));
    let heard = play(&game, &mut state, "* client fish");
    let tell = |viewer| game.tell(heard[0].heard_by(viewer).unwrap());
    assert_eq!(tell(Viewer::Seat(seat("A"))), "A is hired by Fish: Fish Oil.");
    assert_eq!(tell(Viewer::Seat(seat("B"))), "A is dealt a client.");
    assert_eq!(tell(Viewer::Bystander), "A is dealt a client.");
    let known = |viewer| game.view(&state, viewer).clients_of(seat("A")).count();
    assert_eq!(known(Viewer::Seat(seat("A"))), 1);
    assert_eq!(known(Viewer::Seat(seat("B"))), 0);
    assert_eq!(known(Viewer::Bystander), 0);
    let refusal = refused(&game, &mut state, "* client fish");
    assert_eq!(refusal, Refusal::Impossible(Stage::Dealing(seat("A"))));
    assert_eq!(refused(&game, &mut state, "B take fish"), Refusal::StillDealing);
}

#[test]
fn r2_7_lots_are_drawn_among_those_with_the_least_spam() {
    let first = SeatSet::only(seat("B")).with(seat("D"));
    let game = SpamORama::new(BuiltIn::Long.network(), seats(4), Memory::On, first);
    let mut state = game.set_up();
    let mut luck = luck(7);
    while !matches!(game.view(&state, Viewer::Bystander).stage, Stage::DrawingLots) {
        let outcome = game.chance(&state, &mut luck).unwrap();
        play(&game, &mut state, &format!("* {}", game.write_outcome(outcome)));
    }
    let mut chances = Vec::new();
    game.chances(&state, &mut chances);
    assert_eq!(chances, [(Outcome::First(seat("B")), 1), (Outcome::First(seat("D")), 1)]);
    assert_eq!(refused(&game, &mut state, "B take suns"), Refusal::StillDrawingLots);
    assert_eq!(refused(&game, &mut state, "* first A").clause().0, "R2.7");
    play(&game, &mut state, "* first D\nD take suns\n* value 2\nD place a1\nA take suns");
}

#[test]
fn r2_7_where_nobody_answered_lots_are_drawn_among_all() {
    assert_eq!(ring(5).first_candidates(), seats(5).all());
    assert_eq!(refused(&ring(2), &mut dealt(&ring(2)), "C take suns"), Refusal::NotAtTheTable(seat("C")));
}

#[test]
fn a_setting_builds_the_same_game_again() {
    let first = SeatSet::only(seat("C")).with(seat("A"));
    for built_in in BuiltIn::ALL {
        let game = SpamORama::new(built_in.network(), seats(3), Memory::Off, first);
        let setting = game.setting();
        let find =
            |key: &str| setting.iter().find(|(found, _)| *found == key).map(|(_, value)| value.as_str());
        assert_eq!(SpamORama::from_setting(find, seats(3)), Ok(game));
    }
}

#[test]
fn a_wrong_setting_is_told_in_a_sentence() {
    let setting = ring(3).setting();
    let with = |changed: &str, value: Option<&'static str>| {
        SpamORama::from_setting(
            |key| {
                let found = setting.iter().find(|(found, _)| *found == key)?;
                if key == changed { value } else { Some(found.1.as_str()) }
            },
            seats(3),
        )
    };
    assert!(with("none", None).is_ok());
    for key in ["network", "map", "memory", "first"] {
        assert_eq!(with(key, None), Err(SettingError::Missing(key)));
    }
    assert!(matches!(with("network", Some("ring")), Err(SettingError::Network(_))));
    assert!(matches!(with("network", Some("Ring! 00")), Err(SettingError::Network(_))));
    assert!(matches!(with("network", Some("ring 00")), Err(SettingError::Digest { .. })));
    assert!(matches!(with("map", Some("VVV")), Err(SettingError::Map(_))));
    let long = "NNIIIIIYUU/PNNNFYYYYU/PPTFFFWWUU/PPTZZFXWWV/LTTTZXXXWV/LLLLZZXVVV";
    assert_eq!(with("map", Some(long)), Err(SettingError::OtherMap(BuiltIn::Ring)));
    assert_eq!(
        with("map", Some(long)).unwrap_err().to_string(),
        "the map is not that of the network 'ring', which comes with the program"
    );
    assert!(matches!(
        with("map", Some("VVVIIIII/VFNNLLLL/VFFNNNXL/FFZ..XXX/ZZZ..TXY/ZWWTTTYY/WWPPUTUY/WPPPUUU Y")),
        Err(SettingError::Untidy { .. })
    ));
    assert!(matches!(with("memory", Some("maybe")), Err(SettingError::Memory(_))));
    for first in ["", "none", "D", "B A", "A A", "A  B"] {
        assert_eq!(with("first", Some(first)), Err(SettingError::First(first.to_owned())), "{first}");
    }
}
