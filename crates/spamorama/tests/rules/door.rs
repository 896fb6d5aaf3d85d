//! The door: after any input the table is whole; notation reads back; records referee.
use crate::script::*;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use spamorama::{BuiltIn, Memory, Outcome, Port, SpamORama, Suit, Value};
use table::{
    Awaits, Game, Input, Luck, Match, NoEvents, Probe as _, Purpose, Record, Refusal as _, Seat, Seed,
    is_clause_id,
};

proptest! {
    #![proptest_config(ProptestConfig { rng_seed: RngSeed::Fixed(1998), ..ProptestConfig::default() })]

    #[test]
    fn the_action_reader_never_panics(text in any::<String>()) {
        let _ = ring(2).read_action(&text);
    }

    #[test]
    fn the_outcome_reader_never_panics(text in any::<String>()) {
        let _ = ring(2).read_outcome(&text);
    }

    #[test]
    fn what_is_read_is_written_the_same(text in "(take|place|relay|lay|client|first|value) ?[a-zA-F0-9 ]{0,12}") {
        let game = ring(2);
        if let Ok(action) = game.read_action(&text) {
            prop_assert_eq!(game.write_action(action), text.clone());
        }
        if let Ok(outcome) = game.read_outcome(&text) {
            prop_assert_eq!(game.write_outcome(outcome), text);
        }
    }

    #[test]
    #[ignore = "long; .ci/run has it"]
    fn random_inputs_never_break_the_pieces(seed in any::<u64>(), count in 2_usize..=6) {
        let game = game(BuiltIn::Strip, count, Memory::On);
        let mut luck = luck(seed);
        let mut state = game.set_up();
        for _ in 0..400 {
            let input = random_input(&game, &state, &mut luck);
            let before = game.position(&state);
            let mut choices = Vec::new();
            let legal = match input {
                Input::Act(seat, action) => {
                    game.choices(&state, seat, &mut choices);
                    choices.contains(&action)
                }
                Input::Luck(outcome) => {
                    let mut chances = Vec::new();
                    game.chances(&state, &mut chances);
                    chances.contains(&(outcome, 1))
                }
            };
            prop_assert!(choices.is_sorted_by(|one, next| one < next));
            match game.apply(&mut state, input, &mut NoEvents) {
                Ok(()) => prop_assert!(legal, "{:?}", input),
                Err(refusal) => {
                    prop_assert!(!legal, "{:?} {}", input, refusal);
                    prop_assert!(is_clause_id(refusal.clause().0));
                    prop_assert!(SpamORama::rulebook().find(refusal.clause().0).is_some());
                    prop_assert_eq!(before, game.position(&state));
                }
            }
            assert_pieces(&game, &state);
        }
    }
}

/// Half of what comes is sensible, so that the game gets on.
fn random_input(
    game: &SpamORama,
    state: &spamorama::State,
    luck: &mut impl Luck,
) -> table::InputOf<SpamORama> {
    let anybody = |luck: &mut _| Seat::new(Luck::below(luck, 6) as usize).unwrap();
    match (luck.below(4), game.awaits(state)) {
        (0, _) => Input::Act(anybody(luck), game.any_action(luck)),
        (1, _) => Input::Luck(match luck.below(4) {
            0 => Outcome::Lay(luck.pick(&Suit::ALL).unwrap(), [luck.pick(&Value::ALL).unwrap(); 5]),
            1 => Outcome::Client(luck.pick(&Suit::ALL).unwrap()),
            2 => Outcome::First(anybody(luck)),
            _ => Outcome::Value(luck.pick(&Value::ALL).unwrap()),
        }),
        (_, Awaits::Choice(seat)) => {
            let mut choices = Vec::new();
            game.choices(state, seat, &mut choices);
            Input::Act(seat, luck.pick(&choices).unwrap())
        }
        (_, Awaits::Luck(_)) => Input::Luck(game.chance(state, luck).unwrap()),
        (_, Awaits::Sealed(_) | Awaits::Nothing) => Input::Act(anybody(luck), game.any_action(luck)),
    }
}

#[test]
fn notation_reads_what_it_writes() {
    let game = game(BuiltIn::Strip, 2, Memory::On);
    let mut luck = luck(9);
    for _ in 0..2_000 {
        let action = game.any_action(&mut luck);
        assert_eq!(game.read_action(&game.write_action(action)), Ok(action));
    }
    at_random(&game, &mut luck, |state| {
        let mut chances = Vec::new();
        game.chances(state, &mut chances);
        assert!(chances.is_sorted_by(|one, next| one < next));
        for (outcome, _) in chances {
            assert_eq!(game.read_outcome(&game.write_outcome(outcome)), Ok(outcome));
        }
    });
    assert_eq!(Port::all().len(), 60);
}

#[test]
fn what_cannot_be_read_is_told_in_a_sentence() {
    let game = ring(2);
    let action = |text| game.read_action(text).unwrap_err().to_string();
    let outcome = |text| game.read_outcome(text).unwrap_err().to_string();
    assert_eq!(action("sell"), "'sell' is not an action; write 'take suns', 'place c4' or 'relay c4 d4'");
    assert_eq!(
        action("place d4"),
        "there is no port 'd4'; a port is named by its column a to h and its row 1 to 8, such as a1"
    );
    assert!(action("take sun").starts_with("'sun' is not a suit; suits are suns, moons"));
    assert_eq!(outcome("value 6"), "'6' is not a value; values are 1 to 5");
    assert_eq!(
        outcome("lay suns 11234"),
        "'11234' does not lay a suit; write the digits 1 to 5, each once, such as 31425"
    );
    assert_eq!(outcome("first Z"), "'Z' is not a seat; seats are the letters A to F");
}

#[test]
fn a_record_is_refereed() {
    let seed = Seed::new(550, 0);
    let mut luck = seed.luck(Purpose::Table);
    let mut live = Match::new(ring(3));
    let mut choices = Vec::new();
    loop {
        match live.awaits() {
            Awaits::Choice(seat) => {
                live.choices(seat, &mut choices);
                live.act(seat, luck.pick(&choices).unwrap()).unwrap();
            }
            Awaits::Luck(_) => {
                live.draw(&mut luck).unwrap();
            }
            Awaits::Sealed(_) | Awaits::Nothing => break,
        }
    }
    let text = live.record(&[], Some(seed)).unwrap().to_string();
    let record = Record::read(&text).unwrap();
    let game = SpamORama::from_setting(|key| record.header().setting(key), record.header().seats().unwrap());
    let again = record.referee(game.unwrap()).unwrap();
    assert_eq!(again.ending(), live.ending());
    assert_eq!(again.turns(), live.turns());
}

#[test]
fn every_event_of_a_game_names_a_clause_of_the_rulebook() {
    let game = ring(2);
    let mut luck = luck(1);
    let mut state = game.set_up();
    let mut choices = Vec::new();
    let mut heard = Vec::new();
    while game.ending(&state).is_none() {
        let input = match game.awaits(&state) {
            Awaits::Choice(seat) => {
                game.choices(&state, seat, &mut choices);
                Input::Act(seat, luck.pick(&choices).unwrap())
            }
            Awaits::Luck(_) => Input::Luck(game.chance(&state, &mut luck).unwrap()),
            Awaits::Sealed(_) | Awaits::Nothing => break,
        };
        game.apply(&mut state, input, &mut heard).unwrap();
    }
    for scoped in &heard {
        let event = scoped.heard_by(table::Viewer::Bystander).unwrap();
        assert!(SpamORama::rulebook().find(table::Event::clause(event).0).is_some());
        assert!(game.tell(event).to_string().ends_with('.'));
    }
}

#[test]
fn the_position_is_as_it_is_described() {
    let game = ring(3);
    let mut state = dealt(&game);
    play(
        &game,
        &mut state,
        "A take suns\n* value 3\nA place c4\nB take fish\n* value 5\nB place a1\nC take suns\n* value 1",
    );
    let text = game.position(&state).to_string();
    let described = include_str!("../../../../docs/records.md");
    assert!(described.contains(&text), "{text}");
    assert!(described.contains(&format!("`{}`", table::short_digest(&text))));
}

#[test]
fn every_clause_has_a_test_that_cites_it() {
    let tests = [
        include_str!("r1_components.rs"),
        include_str!("r2_networks.rs"),
        include_str!("r2_setup.rs"),
        include_str!("r3_scan.rs"),
        include_str!("r4_relay.rs"),
        include_str!("r5_bust.rs"),
        include_str!("views.rs"),
    ];
    for clause in &SpamORama::rulebook().clauses {
        let name = format!("fn {}_", clause.id.to_lowercase().replace('.', "_"));
        let cited = tests.iter().any(|text| text.contains(&name));
        assert!(cited || clause.untested.is_some(), "no test cites {}", clause.id);
    }
    assert_eq!(SpamORama::rulebook().clauses.len(), 24);
}
