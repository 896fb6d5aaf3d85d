//! S11: reactions.
use crate::bench::{A, B, Bench, C, dull_set};
use serde_json::json;
use spammers::{Spammers, Variant};
use table::SeatCount;

fn rolled(roll: u8) -> Bench {
    let mut bench = Bench::with_effects(|t| {
        t.scam(A, "misc-scam", 0)
            .hand(A, &["split-list", "reroll"])
            .hand(B, &["shift-roll", "shift-roll", "reroll", "cancel-special"])
            .masses(&["six-a"], 0)
    });
    bench.play(&format!("A mail split-list for misc-scam to six-a; * roll {roll}"));
    bench
}

#[test]
fn s11_0_everybody_is_asked_at_every_moment_whatever_they_hold() {
    let mut bench = Bench::with_effects(|t| {
        t.hand(A, &["lower-rating", "release-list"]).scam(B, "misc-scam", 5).list(B, &["six-a"], 0)
    });
    let mut asked = |line: &str| {
        bench.play(line);
        let mut seen = Vec::new();
        while let (Some(window), Some(seat)) = (bench.window(), bench.asked()) {
            assert_eq!(bench.choices(seat), ["pass"]);
            seen.push(format!("{window} {seat}"));
            bench.play(&format!("{seat} pass"));
        }
        seen
    };
    let lowered = ["special B", "special C", "special A", "lower B", "lower C", "lower A"];
    assert_eq!(asked("A special lower-rating for misc-scam"), lowered);
    let moved = ["special B", "special C", "special A", "move B", "move C", "move A"];
    assert_eq!(asked("A special release-list on six-a"), moved);
}

#[test]
fn s11_0_a_window_that_no_card_of_the_set_could_answer_is_not_opened() {
    let game = Spammers::new(dull_set(), SeatCount::new(3).unwrap(), Variant::Standard);
    let mut bench = Bench::arranged_in(game, |t| t.hand(A, &["plus-zero"]).scam(B, "misc-scam", 5));
    bench.play("A special plus-zero lower misc-scam");
    assert_eq!((bench.rating("misc-scam"), bench.window()), (3, None));
}

#[test]
fn s11_1_a_roll_is_raised_or_lowered_within_the_die() {
    let mut bench = rolled(3);
    bench.play("B react shift-roll lower");
    assert_eq!(bench.phase()["pending"]["roll"], 1);
    assert_eq!(bench.refusal("B react shift-roll lower"), "S4.4", "it must change the roll");
    bench.play("B react shift-roll raise").all_pass();
    assert_eq!(bench.rating("misc-scam"), 1, "three against Target 6");
    assert_eq!(rolled(5).play("B react shift-roll raise").phase()["pending"]["roll"], 6);
}

#[test]
fn s11_2_the_die_is_rolled_again_and_a_new_window_opens() {
    let mut bench = rolled(6);
    bench.play("B react reroll; * roll 5; B pass; C pass; A react reroll; * roll 1").all_pass();
    assert_eq!(bench.rating("misc-scam"), 2);
    assert_eq!(bench.list("six-a").1, 1, "one Mailing, one Gruntle");
}

#[test]
fn s11_3_a_special_effect_is_cancelled_and_its_card_and_action_are_spent() {
    let mut bench = Bench::with_effects(|t| {
        t.hand(A, &["raise-rating"]).scam(A, "misc-scam", 0).hand(B, &["cancel-special"])
    });
    bench.play("A special raise-rating for misc-scam; B react cancel-special").all_pass();
    assert_eq!((bench.rating("misc-scam"), bench.table()["actions_taken"].clone()), (0, json!(1)));
    assert_eq!(bench.discards(), ["raise-rating", "cancel-special"]);
}

#[test]
fn s11_3_its_copy_cancels_the_cancelling_and_so_on() {
    let mut bench = Bench::with_effects(|t| {
        t.hand(A, &["raise-rating", "cancel-special"])
            .scam(A, "misc-scam", 0)
            .hand(B, &["cancel-special"])
            .hand(C, &["cancel-special"])
    });
    bench
        .play("A special raise-rating for misc-scam; B react cancel-special; B pass; C react cancel-special");
    assert_eq!(bench.phase()["pending"]["fate"], "stands");
    bench.play("B pass; C pass; A react cancel-special").all_pass();
    assert_eq!(bench.rating("misc-scam"), 0, "three cancellings are one");
}

#[test]
fn s11_3_it_answers_special_effects_only() {
    let mut bench = rolled(3);
    assert_eq!(bench.refusal("B react cancel-special"), "S7.1");
    assert_eq!(bench.refusal("B react shift-roll"), "S4.4", "it needs a direction");
}

#[test]
fn s11_4_the_owner_shields_their_scam_and_nobody_gains() {
    let mut bench = Bench::with_effects(|t| {
        t.hand(A, &["steal-rating"])
            .scam(A, "one-scam", 1)
            .scam(B, "misc-scam", 5)
            .hand(B, &["shield-scam", "shield-scam"])
            .hand(C, &["shield-scam"])
    });
    bench.play("A special steal-rating from misc-scam to one-scam; B pass; C pass; A pass");
    assert_eq!(bench.window().as_deref(), Some("lower"));
    bench.play("B pass");
    assert_eq!(bench.refusal("C react shield-scam"), "S11.4", "not C's Scam");
    bench.play("C pass; A pass");
    assert_eq!(bench.rating("misc-scam"), 3, "B passed");

    let mut bench = Bench::with_effects(|t| {
        t.hand(A, &["steal-rating"])
            .scam(A, "one-scam", 1)
            .scam(B, "misc-scam", 5)
            .hand(B, &["shield-scam", "shield-scam"])
    });
    bench.play(
        "A special steal-rating from misc-scam to one-scam; B pass; C pass; A pass; B react shield-scam",
    );
    assert_eq!(bench.refusal("B react shield-scam"), "S4.4", "averted already");
    bench.all_pass();
    assert_eq!((bench.rating("misc-scam"), bench.rating("one-scam")), (5, 1));
}

#[test]
fn s11_4_who_lowers_a_scam_of_their_own_may_shield_it() {
    let mut bench =
        Bench::with_effects(|t| t.hand(A, &["adjust-rating", "shield-scam"]).scam(A, "misc-scam", 5));
    bench.play("A special adjust-rating lower misc-scam; B pass; C pass; A pass");
    assert_eq!(bench.window().as_deref(), Some("lower"));
    bench.play("B pass; C pass; A react shield-scam").all_pass();
    assert_eq!(bench.rating("misc-scam"), 5);
}

#[test]
fn s11_5_the_owner_holds_their_list_and_it_loses_its_gruntles() {
    let start = || {
        Bench::with_effects(|t| {
            t.hand(A, &["split-list", "steal-list", "release-list"])
                .scam(A, "misc-scam", 0)
                .list(A, &["four-a"], 1)
                .hand(A, &["hold-list"])
                .list(B, &["four-b"], 1)
                .hand(B, &["hold-list"])
        })
    };
    let mut by_mail = start();
    by_mail.play("A mail split-list for misc-scam to four-a; * roll 6; B pass; C pass; A pass");
    assert_eq!(by_mail.window().as_deref(), Some("move"));
    assert_eq!(by_mail.refusal("B react hold-list"), "S11.5");
    by_mail.play("B pass; C pass; A react hold-list").all_pass();
    assert_eq!(by_mail.list("four-a"), ("A".to_owned(), 0));
    for line in ["A special steal-list on four-b", "A special release-list on four-b"] {
        let mut bench = start();
        bench.play(line).play("B pass; C pass; A pass; B react hold-list").all_pass();
        assert_eq!(bench.list("four-b"), ("B".to_owned(), 0), "{line}");
    }
}
