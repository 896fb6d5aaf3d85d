//! Views, and worlds imagined from them (R4.7).
use crate::script::*;
use spamorama::{Arrangement, BuiltIn, LastMove, Memory, SeenCoin, SpamORama, Suit};
use table::{Game, Luck, Viewer};

#[test]
fn r4_7_the_program_remembers_what_a_player_has_seen() {
    let game = ring(3);
    let mut state = dealt(&game);
    play(&game, &mut state, "A take suns\n* value 3\nA place c4\nB take moons\n* value 5");
    let port = game.network().port_named("c4").unwrap();
    let seen = |viewer| game.view(&state, viewer).stack(port)[0];
    let coin = SeenCoin { suit: Some(Suit::Suns), value: None, placer: Some(seat("A")) };
    assert_eq!(seen(Viewer::Seat(seat("A"))).value.unwrap().points(), 3);
    assert_eq!(seen(Viewer::Seat(seat("B"))), coin);
    assert_eq!(seen(Viewer::Bystander), coin);
    let hand = |viewer| game.view(&state, viewer).hand.unwrap();
    assert_eq!(hand(Viewer::Seat(seat("B"))).value.unwrap().points(), 5);
    assert_eq!(hand(Viewer::Seat(seat("A"))).value, None);
}

#[test]
fn r4_7_without_the_aid_a_view_holds_only_what_lies_on_the_table() {
    let game = game(BuiltIn::Ring, 2, Memory::Off);
    let arrangement = Arrangement::new(&game).stack("a1", "P1 P2 T3").stack("b1", "Y4");
    let state = arrangement.placed_by(seat("A"), "P1 P2 T3 Y4").build().unwrap();
    let view = game.view(&state, Viewer::Seat(seat("A")));
    let top = |suit| SeenCoin { suit: Some(suit), ..SeenCoin::HIDDEN };
    assert_eq!(view.coins, [SeenCoin::HIDDEN, SeenCoin::HIDDEN, top(Suit::Arms), top(Suit::Clubs)]);
    assert_eq!(view.scored, None);
    assert_eq!(view.clients_of(seat("A")).count(), 5);
    let mut state = dealt(&game);
    play(&game, &mut state, "A take suns\n* value 3");
    assert!(game.view(&state, Viewer::Seat(seat("A"))).hand.unwrap().value.is_some());
    play(&game, &mut state, "A place a1");
    assert_eq!(game.view(&state, Viewer::Seat(seat("A"))).coins, [top(Suit::Suns)]);
}

#[test]
fn r4_7_the_program_remembers_who_placed_which_suit_where() {
    let lines = "A take suns\n* value 3\nA place c4\nB take suns\n* value 5\nB place a1\nC take moons\n* value 1\nC place b1";
    for memory in [Memory::On, Memory::Off] {
        let game = game(BuiltIn::Ring, 3, memory);
        let mut state = dealt(&game);
        play(&game, &mut state, lines);
        let port = |name| game.network().port_named(name).unwrap();
        for viewer in game.seats().viewers() {
            let view = game.view(&state, viewer);
            let placed = |name| view.placements.and_then(|placements| placements.on(port(name)));
            let told = [placed("c4"), placed("a1"), placed("b1"), placed("h8")];
            match memory {
                Memory::On => assert_eq!(
                    told,
                    [
                        Some((seat("A"), Suit::Suns)),
                        Some((seat("B"), Suit::Suns)),
                        Some((seat("C"), Suit::Moons)),
                        None
                    ]
                ),
                Memory::Off => assert_eq!(told, [None; 4]),
            }
            let worth = |name| view.port_values[port(name).index()].unwrap().points() as i8 - 3;
            if let Some(leanings) = view.leanings() {
                assert_eq!(leanings.of(seat("B"), Suit::Suns), worth("a1"));
                assert_eq!(leanings.of(seat("C"), Suit::Suns), 0);
            }
        }
    }
}

#[test]
fn r4_7_everybody_sees_where_each_player_moved_last() {
    for memory in [Memory::On, Memory::Off] {
        let game = game(BuiltIn::Ring, 2, memory);
        let mut state = dealt(&game);
        let port = |name| game.network().port_named(name).unwrap();
        assert_eq!(game.view(&state, Viewer::Bystander).last_moves, [None; table::MOST_SEATS]);
        play(&game, &mut state, "A take suns\n* value 3\nA place c4");
        let placed = game.view(&state, Viewer::Seat(seat("B"))).last_moves;
        assert_eq!(placed[..2], [Some(LastMove::Placed(port("c4"))), None]);
        let arrangement = Arrangement::new(&game).stack("a1", "P1").stack("b1", "P2").stack("c1", "P3");
        let mut state = arrangement.build().unwrap();
        play(&game, &mut state, "A relay a1 b1");
        let relayed = game.view(&state, Viewer::Bystander).last_moves;
        assert_eq!(relayed[..2], [Some(LastMove::Relayed(port("a1"), port("b1"))), None]);
    }
}

#[test]
fn r3_2_a_view_does_not_depend_on_a_value_its_viewer_has_not_seen() {
    for memory in [Memory::On, Memory::Off] {
        let game = game(BuiltIn::Ring, 3, memory);
        let after = |value: u8, then: &str| {
            let mut state = dealt(&game);
            play(&game, &mut state, &format!("A take suns\n* value {value}\n{then}"));
            state
        };
        for then in ["", "A place c4", "A place c4\nB take suns"] {
            for viewer in [Viewer::Seat(seat("B")), Viewer::Seat(seat("C")), Viewer::Bystander] {
                let shown = [1, 5].map(|value| {
                    let state = after(value, then);
                    (game.view(&state, viewer), game.prompt(&state, viewer))
                });
                assert_eq!(shown[0], shown[1]);
            }
        }
    }
}

/// Plays one game at random and checks every view of it against a world imagined from it.
fn imagine_throughout(game: &SpamORama, luck: &mut impl Luck, dream: &mut impl Luck) {
    let mut step = 0_u32;
    at_random(game, luck, |state| {
        assert_pieces(game, state);
        step += 1;
        for viewer in game.seats().viewers() {
            let view = game.view(state, viewer);
            let mut world = game.imagine(&view, dream);
            assert_pieces(game, &world);
            assert_eq!(game.view(&world, viewer), view);
            assert_eq!(game.prompt(&world, viewer), game.prompt(state, viewer));
            if step.is_multiple_of(40) {
                play_on(game, &mut world, dream, &mut |_| {});
                assert_pieces(game, &world);
                let scores = game.view(&world, Viewer::Bystander).scores;
                assert!(scores.iter().all(|score| (16..=40).contains(score)), "{scores:?}");
            }
        }
    });
}

#[test]
fn r4_7_imagined_worlds_look_the_same_and_can_be_played_to_the_end() {
    let (mut luck, mut dream) = (luck(47), luck(74));
    for memory in [Memory::On, Memory::Off] {
        for count in 2..=6 {
            for built_in in BuiltIn::ALL {
                let game = game(built_in, count, memory);
                for _ in 0..3 {
                    imagine_throughout(&game, &mut luck, &mut dream);
                }
            }
        }
    }
}

#[test]
fn r4_7_imagined_values_and_clients_are_even() {
    let game = ring(2);
    let mut state = dealt(&game);
    play(&game, &mut state, "A take suns\n* value 3\nA place c4\nB take suns\n* value 1\nB place c3");
    let view = game.view(&state, Viewer::Seat(seat("B")));
    let mut luck = luck(11);
    let mut values = [0_u32; 6];
    let mut clients = [0_u32; 12];
    for _ in 0..8_000 {
        let world = game.imagine(&view, &mut luck);
        let seen = game.view(&world, Viewer::Seat(seat("A")));
        let coin = seen.stack(game.network().port_named("c4").unwrap())[0];
        values[usize::from(coin.value.unwrap().points())] += 1;
        for suit in seen.clients_of(seat("A")) {
            clients[suit.index()] += 1;
        }
    }
    assert_eq!((values[0], values[1]), (0, 0), "B has seen the ace");
    assert!(values[2..].iter().all(|count| (1_800..2_200).contains(count)), "{values:?}");
    // A placed a coin of Suns where it is worth little, so Suns is not so likely a client of A; the rest are even.
    assert!(game.worth_of(&state, game.network().port_named("c4").unwrap()).unwrap() < 3);
    assert!((2_000..5_000).contains(&clients[Suit::Suns.index()]), "{clients:?}");
    let others = 5 * 8_000 - clients[Suit::Suns.index()];
    for suit in Suit::ALL.into_iter().filter(|&suit| suit != Suit::Suns) {
        let drawn = clients[suit.index()];
        let own = (5..10).contains(&suit.index());
        assert_eq!(drawn == 0, own, "{suit}");
        assert!(own || (6 * drawn).abs_diff(others) < others / 25, "{suit} {drawn}");
    }
}

#[test]
fn r4_7_whose_client_a_suit_is_shows_in_where_its_coins_were_placed() {
    let game = ring(2);
    let worth =
        |state: &_, place: &str| game.worth_of(state, game.network().port_named(place).unwrap()).unwrap();
    let likely = |place: &str| {
        let mut state = dealt(&game);
        play(&game, &mut state, &format!("A take moons\n* value 3\nA place {place}"));
        let mut luck = luck(12);
        let mut drawn = 0;
        for memory_of in [Viewer::Seat(seat("B")); 2_000] {
            let world = game.imagine(&game.view(&state, memory_of), &mut luck);
            drawn += u32::from(game.is_client(&world, seat("A"), Suit::Moons));
        }
        (worth(&state, place), drawn)
    };
    let mut seen: Vec<(u8, u32)> = ["a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "a2"].map(likely).into();
    seen.sort_unstable();
    let (least, most) = (seen[0], seen[seen.len() - 1]);
    assert!(least.0 < most.0 && least.1 + 300 < most.1, "{seen:?}");
}

#[test]
fn r4_7_without_the_aid_what_was_scored_is_drawn_evenly_among_what_fits() {
    let game = game(BuiltIn::Ring, 2, Memory::Off);
    // Of Suns one coin is gone and its marker stands at 3: that coin was the ace or the 2. All else is in sight of
    // nobody but on the board, so both are equally likely.
    let rest: Vec<String> = spamorama::Coin::all()
        .map(|coin| coin.to_string())
        .filter(|coin| coin != "P2" && coin != "P5")
        .collect();
    let arrangement = Arrangement::new(&game).stack("a1", &rest.join(" ")).stack("b1", "P5");
    let state = arrangement.score(Suit::Suns, 3).build().unwrap();
    let view = game.view(&state, Viewer::Bystander);
    let mut luck = luck(12);
    let mut drawn = [0_u32; 2];
    for _ in 0..4_000 {
        let world = game.imagine(&view, &mut luck);
        match game.position(&world)["scored"][0].as_str().unwrap() {
            "1" => drawn[0] += 1,
            "2" => drawn[1] += 1,
            other => panic!("{other} cannot have scored 3"),
        }
    }
    assert!(drawn.iter().all(|count| (1_850..2_150).contains(count)), "{drawn:?}");
}
