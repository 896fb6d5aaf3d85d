//! R4: phase two, relay spam.
use crate::script::*;
use spamorama::{
    Action, Arrangement, ArrangementError, BuiltIn, Event, Forecast, Memory, Points, PortSet, Refusal, Suit,
};
use table::{Event as _, Game, Input, Luck as _, NoEvents, Refusal as _, Viewer};

/// The stack of a port from the bottom up, as the referee has it.
fn stack(game: &spamorama::SpamORama, state: &spamorama::State, port: &str) -> String {
    let port = game.network().port_named(port).unwrap();
    game.position(state)["stacks"][port.index()].as_str().unwrap().to_owned()
}

#[test]
fn r4_1_a_relay_puts_the_whole_stack_on_top_and_keeps_the_order() {
    let game = ring(2);
    let arrangement = Arrangement::new(&game).stack("a1", "P1 P2 P3").stack("b1", "T4 T5").stack("c1", "F1");
    let mut state = arrangement.build().unwrap();
    let heard = play(&game, &mut state, "A relay a1 b1");
    assert_eq!(stack(&game, &state, "b1"), "T4T5P1P2P3");
    assert_eq!(stack(&game, &state, "a1"), "");
    let told = heard[0].heard_by(Viewer::Bystander).unwrap();
    assert_eq!(game.tell(told), "A relays 3 coins from a1 to b1.");
    assert_eq!(game.awaits(&state), table::Awaits::Choice(seat("B")));
}

#[test]
fn r4_1_what_cannot_be_relayed_is_refused() {
    let game = ring(2);
    let arrangement = Arrangement::new(&game).stack("a1", "P1").stack("b1", "P2").stack("c1", "P3");
    let state = &mut arrangement.build().unwrap();
    let cases = [
        ("A relay h8 g8", "h8 holds no spam to relay; choose a port that does", "R4.1"),
        ("A relay a1 a1", "a1 cannot relay to itself; relay to an adjacent port that holds spam", "R4.1"),
        ("A relay a1 c1", "a1 and c1 share no edge; relay to an adjacent port that holds spam", "R4.1"),
        ("B relay a1 b1", "it is not your turn to relay; the table waits for A", "R4.1"),
    ];
    for (line, why, clause) in cases {
        let refusal = refused(&game, state, line);
        assert_eq!((refusal.to_string().as_str(), refusal.clause().0), (why, clause));
    }
    // Every empty port says so before anything is tried.
    let prompt = game.prompt(state, Viewer::Seat(seat("A")));
    let empty = prompt.unavailable.iter().find(|bar| bar.why == "it holds no spam to relay");
    assert_eq!(empty.map(|bar| bar.ways.len()), Some(57));
    assert!(prompt.asks.to_string().starts_with("Second phase, 3 stacks left: "));
}

#[test]
fn r4_2_relaying_to_an_empty_port_is_denied() {
    let game = ring(2);
    let arrangement = Arrangement::new(&game).stack("a1", "P1").stack("b1", "P2");
    let mut state = arrangement.build().unwrap();
    let refusal = refused(&game, &mut state, "A relay a1 a2");
    assert_eq!(
        refusal.to_string(),
        "550: relaying denied: a2 is empty; relay to an adjacent port that holds spam"
    );
    assert_eq!(refusal.clause().0, "R4.2");
    assert_eq!(choices(&game, &state, "A"), ["relay a1 b1", "relay b1 a1"]);
    let prompt = game.prompt(&state, Viewer::Seat(seat("A")));
    let denied = prompt.unavailable.iter().find(|bar| bar.clause.0 == "R4.2").unwrap();
    assert_eq!(denied.why.to_string(), refusal.to_string().replacen("a2", "it", 1));
    let ways = denied
        .ways
        .iter()
        .map(|steps| prompt.path(steps).map(|piece| piece.name.to_string()).collect::<Vec<_>>().join(" "));
    assert_eq!(ways.collect::<Vec<_>>(), ["port-a1 port-a2", "port-b1 port-c1", "port-b1 port-b2"]);
}

#[test]
fn r4_2_a_stack_may_hold_all_spam() {
    let game = ring(2);
    let coins: Vec<String> = spamorama::Coin::all().map(|coin| coin.to_string()).collect();
    let arrangement = Arrangement::new(&game).stack("a1", &coins[..59].join(" ")).stack("b1", &coins[59]);
    let mut state = arrangement.build().unwrap();
    play(&game, &mut state, "A relay a1 b1");
    assert!(game.ending(&state).is_some());
    assert_pieces(&game, &state);
}

#[test]
fn r4_3_there_is_no_pass() {
    let game = ring(2);
    assert!(game.read_action("pass").is_err());
    let state = scanned(&game, &mut luck(1));
    let prompt = game.prompt(&state, Viewer::Seat(seat("A")));
    assert_eq!(
        (prompt.unavailable[0].what.to_string().as_str(), prompt.unavailable[0].clause.0),
        ("pass", "R4.3")
    );
    at_random(&game, &mut luck(2), |state| {
        if let table::Awaits::Choice(seat) = game.awaits(state) {
            assert!(!choices(&game, state, &seat.to_string()).is_empty());
        }
    });
}

#[test]
fn r4_4_several_ports_isolated_at_once_are_scored_together() {
    let game = ring(2);
    // b2 joins b1, a2 and c2; once it is empty all three stand alone, and the far pair plays on.
    let arrangement = Arrangement::new(&game)
        .stack("b2", "P1")
        .stack("b1", "P2")
        .stack("a2", "T3")
        .stack("c2", "Y4")
        .stack("h7", "F1")
        .stack("h8", "F2");
    let mut state = arrangement.build().unwrap();
    let heard = play(&game, &mut state, "A relay b2 b1");
    let isolated: Vec<String> = heard
        .iter()
        .filter_map(|scoped| match scoped.heard_by(Viewer::Bystander)? {
            event @ Event::Isolated { .. } => {
                assert!(event.reveals());
                Some(game.tell(event).to_string())
            }
            _ => None,
        })
        .collect();
    assert_eq!(
        isolated,
        [
            "b1 stands alone and turns up the 2 of Suns and the ace of Suns.",
            "a2 stands alone and turns up the 3 of Arms.",
            "c2 stands alone and turns up the 4 of Clubs."
        ]
    );
    assert_eq!(choices(&game, &state, "B"), ["relay h7 h8", "relay h8 h7"]);
    assert_pieces(&game, &state);
}

#[test]
fn r4_4_the_emptied_port_may_leave_its_target_joined_and_others_alone() {
    let game = game(BuiltIn::Long, 2, Memory::On);
    let arrangement =
        Arrangement::new(&game).stack("a1", "P1").stack("b1", "P2").stack("c1", "P3").stack("d1", "P4");
    let mut state = arrangement.build().unwrap();
    play(&game, &mut state, "A relay b1 c1");
    assert_eq!(choices(&game, &state, "B"), ["relay c1 d1", "relay d1 c1"]);
    assert_eq!(stack(&game, &state, "c1"), "P3P2");
}

#[test]
fn r4_5_the_worked_example_of_the_document() {
    let game = ring(2);
    // b3 is a port of Flowers.
    let arrangement = Arrangement::new(&game)
        .value("b3", 2)
        .stack("b3", "P1 T2 Y3 Y5 F2 F4")
        .stack("c3", "L5")
        .stack("h7", "F1")
        .stack("h8", "F3");
    let mut state = arrangement.build().unwrap();
    let before = game.view(&state, Viewer::Bystander).scores;
    let heard = play(&game, &mut state, "A relay c3 b3");
    let after = game.view(&state, Viewer::Bystander).scores;
    let scored = heard.iter().find_map(|scoped| match scoped.heard_by(Viewer::Bystander)? {
        Event::Scored { points, .. } => Some(points.clone()),
        _ => None,
    });
    let worth = [(Suit::Suns, 3), (Suit::Arms, 4), (Suit::Clubs, 10), (Suit::Flowers, 10), (Suit::Leaves, 7)];
    let expected =
        worth.map(|(client, points)| Points { client, points, total: before[client.index()] + points });
    assert_eq!(scored.unwrap(), expected);
    for suit in Suit::ALL {
        let gain = worth.iter().find(|(client, _)| *client == suit).map_or(0, |(_, points)| *points);
        assert_eq!(after[suit.index()] - before[suit.index()], gain, "{suit}");
    }
}

#[test]
fn r4_6_every_client_ends_between_16_and_40() {
    let mut luck = luck(46);
    let mut played = 0;
    for built_in in BuiltIn::ALL {
        for count in 2..=6 {
            let game = game(built_in, count, Memory::On);
            for _ in 0..110 {
                let mut decisions = 0;
                let state = at_random(&game, &mut luck, |state| {
                    decisions += u32::from(matches!(game.awaits(state), table::Awaits::Choice(_)));
                });
                let scores = game.view(&state, Viewer::Bystander).scores;
                assert!(scores.iter().all(|score| (16..=40).contains(score)), "{scores:?}");
                assert!(decisions <= spamorama::SpamORama::LONGEST);
                assert_pieces(&game, &state);
                played += 1;
            }
        }
    }
    assert!(played >= 2000);
}

#[test]
fn r4_6_who_knows_four_of_a_suit_knows_the_fifth() {
    let game = ring(2);
    let arrangement = Arrangement::new(&game)
        .stack("a1", "P1 P2 P3")
        .stack("b1", "P4 P5")
        .placed_by(seat("A"), "P1 P2 P3 P5")
        .placed_by(seat("B"), "P4");
    let state = arrangement.build().unwrap();
    let values = |viewer| {
        let view = game.view(&state, viewer);
        view.coins.iter().map(|coin| coin.value.map_or(0, |value| value.points())).collect::<Vec<_>>()
    };
    assert_eq!(values(Viewer::Seat(seat("A"))), [1, 2, 3, 4, 5]);
    assert_eq!(values(Viewer::Seat(seat("B"))), [0, 0, 0, 4, 0]);
    assert_eq!(values(Viewer::Bystander), [0; 5]);
}

#[test]
fn r4_5_a_prompt_tells_what_a_relay_would_score_as_far_as_one_knows() {
    let game = ring(2);
    let arrangement = Arrangement::new(&game)
        .value("b3", 2)
        .stack("b3", "P1 T2")
        .stack("c3", "L5")
        .placed_by(seat("A"), "P1 L5")
        .placed_by(seat("B"), "T2");
    // The other four coins of Arms are scored, so its last is known to all; those of Suns partly lie about.
    let state =
        arrangement.stack("h7", "P3 P4").stack("h8", "P5").placed_by(seat("B"), "P3 P4 P5").build().unwrap();
    let says = |who| {
        let prompt = game.prompt(&state, Viewer::Seat(seat(who)));
        let choice = prompt.choices.into_iter().find(|choice| choice.notation == "relay c3 b3");
        choice.map(|choice| choice.says)
    };
    assert_eq!(
        says("A").unwrap(),
        "Relay the 5 of Leaves from c3 onto 2 coins on b3, a Flowers port of 2. b3 (a Flowers port of 2) would stand alone and score Suns 3, Arms 4 and Leaves 7."
    );
    let other = arrangement_for_b(&game);
    let prompt = game.prompt(&other, Viewer::Seat(seat("B")));
    let choice = prompt.choices.iter().find(|choice| choice.notation == "relay h7 h8").unwrap();
    assert!(
        choice.says.to_string().ends_with("would stand alone and score Suns 5 to 11."),
        "{}",
        choice.says
    );
    assert!(says("B").is_none());
}

#[test]
fn r4_5_what_is_foretold_of_a_relay_is_what_then_happens() {
    let mut foretold = [0; 2];
    for (number, memory) in [Memory::On, Memory::Off, Memory::On].into_iter().enumerate() {
        let game = game(BuiltIn::Ring, 3, memory);
        let mut luck = luck(number as u64);
        let mut state = game.set_up();
        let (mut actions, mut outcomes) = (Vec::new(), Vec::new());
        while game.ending(&state).is_none() {
            game.chances(&state, &mut outcomes);
            if let Some((outcome, _)) = luck.pick(&outcomes) {
                game.apply(&mut state, Input::Luck(outcome), &mut NoEvents).unwrap();
                continue;
            }
            let turn = game.awaits(&state).seats().iter().next().unwrap();
            game.choices(&state, turn, &mut actions);
            for viewer in game.seats().viewers() {
                let view = game.view(&state, viewer);
                let forecast = Forecast::new(game.network(), &view);
                for &action in &actions {
                    let Action::Relay { from, to } = action else { continue };
                    let isolated = forecast.isolated(from);
                    let gains = forecast.gains(isolated, from, to);
                    let mut after = state;
                    let mut heard = Vec::new();
                    game.apply(&mut after, Input::Act(turn, action), &mut heard).unwrap();
                    let scored = heard.iter().filter_map(|event| match event.heard_by(viewer) {
                        Some(Event::Isolated { port, .. }) => Some(*port),
                        _ => None,
                    });
                    assert_eq!(scored.collect::<PortSet>(), isolated);
                    for suit in Suit::ALL {
                        let got = game.score(&after, suit) - game.score(&state, suit);
                        match gains.of(suit) {
                            Some(range) if gains.unseen == 0 => {
                                assert!(range.contains(&got), "{suit}: {got} is not in {range:?}");
                                foretold[usize::from(range.start() == range.end())] += 1;
                            }
                            Some(range) => assert!(*range.start() <= got, "{suit}: {got}, {range:?}"),
                            None => assert!(got == 0 || gains.unseen > 0),
                        }
                    }
                }
            }
            let action = luck.pick(&actions).unwrap();
            game.apply(&mut state, Input::Act(turn, action), &mut NoEvents).unwrap();
        }
    }
    assert!(foretold.iter().all(|&times| times > 100), "ranges and sums: {foretold:?}");
}

#[test]
fn r4_1_a_relay_names_the_coins_it_moves() {
    let says = |memory| {
        let game = game(BuiltIn::Ring, 2, memory);
        let arrangement = Arrangement::new(&game).stack("a1", "P1 T2 T3").stack("b1", "L5");
        let state = arrangement.placed_by(seat("A"), "P1 L5").placed_by(seat("B"), "T2 T3").build().unwrap();
        let prompt = game.prompt(&state, Viewer::Seat(seat("A")));
        let choice = prompt.choices.into_iter().find(|choice| choice.notation == "relay a1 b1").unwrap();
        choice.says.to_string()
    };
    let whole = says(Memory::On);
    assert!(whole.starts_with("Relay a coin of Arms, a coin of Arms and the ace of Suns from a1"), "{whole}");
    let top = says(Memory::Off);
    assert!(top.starts_with("Relay a coin of Arms and 2 coins below from a1"), "{top}");
}

/// B is to relay and knows none of four coins of Suns.
fn arrangement_for_b(game: &spamorama::SpamORama) -> spamorama::State {
    let arrangement =
        Arrangement::new(game).stack("h7", "P2").stack("h8", "P5").stack("a1", "P1").stack("b1", "P4");
    let arrangement = arrangement.value("h8", 2).placed_by(seat("A"), "P1 P2 P4 P5").turn(seat("B"));
    arrangement.build().unwrap()
}

#[test]
fn arrangements_that_could_not_come_up_are_refused() {
    let game = ring(2);
    let new = || Arrangement::new(&game);
    let pair = || new().stack("a1", "P1").stack("b1", "P2");
    let cases = [
        (new(), ArrangementError::NothingToRelay),
        (new().stack("a1", "P1"), ArrangementError::StandsAlone("a1".to_owned())),
        (pair().stack("c1", "P1"), ArrangementError::CoinTwice(spamorama::Coin::of_notation("P1").unwrap())),
        (pair().stack("d4", "P3"), ArrangementError::NoSuchPort("d4".to_owned())),
        (pair().stack("c1", "P6"), ArrangementError::NotACoin("P6".to_owned())),
        (pair().value("a1", 6), ArrangementError::NotAValue(6)),
        (pair().turn(seat("C")), ArrangementError::NoSuchSeat(seat("C"))),
    ];
    for (arrangement, error) in cases {
        assert_eq!(arrangement.build().err(), Some(error));
    }
    assert!(matches!(
        pair().score(Suit::Moons, 15).build().err(),
        Some(ArrangementError::ImpossibleScore { .. })
    ));
    let few = pair().clients(seat("A"), &[Suit::Suns]).build();
    assert!(matches!(few.err(), Some(ArrangementError::ClientCount { found: 1, wanted: 5, .. })));
    assert_pieces(&game, &pair().build().unwrap());
    assert_eq!(refused(&game, &mut pair().build().unwrap(), "* value 1").clause().0, "R4.1");
    assert!(matches!(refused(&game, &mut pair().build().unwrap(), "* first A"), Refusal::LuckNotAwaited(_)));
}
