//! S7: out of turn.
use crate::bench::{A, B, Bench, C};
use table::{Awaits, Game, Observer, Viewer};

fn window() -> Bench {
    let mut bench = Bench::arranged(|t| {
        t.scam(A, "misc-scam", 0)
            .hand(A, &["plus-zero", "plus-one", "tap"])
            .hand(B, &["plus-one", "plus-two"])
            .hand(C, &["plus-one"])
            .masses(&["six-a"], 0)
    });
    bench.play("A mail plus-zero for misc-scam to six-a; * roll 3");
    bench
}

#[test]
fn s7_1_a_reaction_costs_no_action_not_even_on_the_own_turn() {
    let mut bench = window();
    bench.play("B pass; C pass; A react plus-one raise").all_pass();
    assert_eq!(bench.rating("misc-scam"), 2, "Target 8, roll 3");
    assert_eq!(bench.table()["actions_taken"], 1);
}

#[test]
fn s7_1_only_a_card_that_says_so_is_a_reaction_and_only_in_its_window() {
    let mut bench = window();
    assert_eq!(bench.refusal("B react plus-two raise"), "S7.1");
    assert_eq!(bench.refusal("B special plus-two on six-a"), "S7.3");
    assert_eq!(bench.refusal("B react plus-one on six-a"), "S4.4", "the wrong kind of aim");
    bench.all_pass();
    assert_eq!(bench.refusal("A react plus-one raise"), "S7.1");
    assert_eq!(bench.refusal("A special plus-one raise"), "S7.1");
    assert_eq!(bench.refusal("A pass"), "S7.1");
}

#[test]
fn s7_2_the_target_goes_up_or_down_by_two_as_its_player_says() {
    for (direction, target) in [("raise", 8), ("lower", 4)] {
        let mut bench = window();
        bench.play(&format!("B react plus-one {direction}"));
        assert_eq!(bench.table()["phase"]["pending"]["target"], target);
        assert_eq!(bench.discards(), ["plus-one"]);
    }
}

#[test]
fn s7_3_every_seat_is_asked_from_the_rollers_left_the_roller_last() {
    let mut bench = window();
    let mut asked = Vec::new();
    while bench.table()["phase"].get("reacting").is_some() {
        let seat = bench.asked().unwrap();
        asked.push(seat.to_string());
        bench.play(&format!("{seat} pass"));
    }
    assert_eq!(asked, ["B", "C", "A"]);
}

#[test]
fn s7_3_a_play_starts_the_round_again() {
    let mut bench = window();
    bench.play("B pass; C react plus-one lower");
    assert_eq!(bench.asked(), Some(B), "from the roller's left again");
    bench.play("B react plus-one lower");
    assert_eq!(bench.asked(), Some(B));
    bench.play("B pass; C pass; A pass");
    assert_eq!(bench.rating("misc-scam"), 0, "Target 2, roll 3");
}

/// In how many of so many imagined tables B holds an answer to rolls.
fn imagined_answers(bench: &Bench) -> u32 {
    let view = bench.game.view(&bench.state, Viewer::Seat(A));
    let mut luck = table::Seed::new(1, 1).luck(table::Purpose::Trial);
    let holds = |state: &spammers::State| {
        let view = bench.game.view(state, Viewer::Seat(B));
        let hand = view.secrets.unwrap().hand;
        hand.iter().any(|&title| bench.game.set().face(title).slug == "plus-one")
    };
    (0..2_000).filter(|_| holds(&bench.game.imagine(&view, &mut luck))).count() as u32
}

#[test]
fn s7_3_who_lets_rolls_pass_is_imagined_with_fewer_answers() {
    let mut bench = Bench::arranged(|t| {
        t.scam(A, "misc-scam", 0)
            .hand(A, &["plus-zero"])
            .hand(B, &["plus-one", "plus-two"])
            .masses(&["six-a"], 0)
    });
    let before = imagined_answers(&bench);
    bench.play("A mail plus-zero for misc-scam to six-a; * roll 3; B pass");
    let after = imagined_answers(&bench);
    assert!(after * 10 < before * 9, "{before} before, {after} after");
    assert!(after > 0, "it may still hold one");
}

#[test]
fn s7_3_a_seat_is_asked_whatever_it_holds() {
    let mut bench =
        Bench::arranged(|t| t.scam(A, "misc-scam", 0).hand(A, &["plus-zero"]).masses(&["six-a"], 0));
    bench.play("A mail plus-zero for misc-scam to six-a; * roll 3");
    for seat in [B, C, A] {
        assert_eq!(bench.game.awaits(&bench.state), Awaits::Choice(seat));
        assert_eq!(bench.choices(seat), ["pass"]);
        bench.play(&format!("{seat} pass"));
    }
}

#[test]
fn s7_3_the_prompt_tells_the_roll_and_what_it_gains() {
    let bench = window();
    let prompt = bench.prompt(B);
    assert_eq!(prompt.asks, "A rolled 3 against Target 6: that gains 1. React or pass.");
    let notations: Vec<_> = prompt.choices.iter().map(|choice| choice.notation.as_str()).collect();
    assert_eq!(notations, ["pass", "react plus-one raise", "react plus-one lower"]);
    assert!(bench.prompt(C).choices.is_empty());
}

#[test]
fn s7_3_who_is_asked_later_can_answer_at_once() {
    let mut bench = window();
    let told =
        |bench: &Bench, seat| Observer::new(&bench.game, &bench.state, Viewer::Seat(seat)).asked_in_window();
    let early = told(&bench, C).unwrap();
    assert!(early.choices.iter().any(|choice| choice.notation == "react plus-one raise"));
    bench.play("B pass");
    assert_eq!(told(&bench, B), None, "it has passed");
    assert_eq!(told(&bench, C), Some(bench.prompt(C)));
    assert_eq!(told(&bench, C), Some(early), "B's pass changed nothing for C");
    bench.play("C react plus-one raise");
    assert!(told(&bench, B).is_some(), "asked anew after a reaction");
    bench.all_pass();
    assert_eq!(told(&bench, A), None, "no window is open");
}
