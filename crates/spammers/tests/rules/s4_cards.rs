//! S4: playing Action cards.
use crate::bench::{self, A, B, Bench, C};
use spammers::{Specialty, gain};

fn mailing(card: &str, gruntles: u16) -> Bench {
    Bench::arranged(|t| t.scam(A, "adult-scam", 0).hand(A, &[card]).masses(&["six-a"], gruntles))
}

#[test]
fn s4_1_a_scam_comes_into_play_at_its_initial_rating_and_may_be_used_at_once() {
    let mut bench = Bench::arranged(|t| t.hand(A, &["two-scam", "plus-zero"]).masses(&["six-a"], 0));
    bench.play("A play two-scam");
    assert_eq!(bench.rating("two-scam"), 2);
    bench.play("A mail plus-zero for two-scam to six-a; * roll 1").all_pass();
    assert_eq!(bench.rating("two-scam"), 4);
}

#[test]
fn s4_2_five_scams_at_most_and_eight_with_the_monitor() {
    let scams =
        ["adult-scam", "net-scam", "grq-scam", "free-scam", "misc-scam", "spare-a", "spare-b", "spare-c"];
    let mut bench = Bench::arranged(|t| {
        scams[..5].iter().fold(t, |t, scam| t.scam(A, scam, 0)).hand(A, &["monitor", "spare-a", "spare-b"])
    });
    assert_eq!(bench.refusal("A play spare-a"), "S4.2");
    bench.play("A play monitor; A play spare-a; A play spare-b");
    assert_eq!(bench.scams(A).len(), 7);
    let mut full = Bench::arranged(|t| {
        scams.iter().fold(t, |t, scam| t.scam(A, scam, 0)).hardware(A, "monitor").hand(A, &["one-scam"])
    });
    assert_eq!(full.refusal("A play one-scam"), "S4.2");
}

#[test]
fn s4_3_hardware_works_at_once_and_copies_do_not_add_up() {
    let target = |hardware: &[&str]| {
        let mut bench = Bench::arranged(|t| {
            hardware
                .iter()
                .fold(t, |t, slug| t.hardware(A, slug))
                .scam(A, "misc-scam", 0)
                .hand(A, &["plus-zero"])
                .masses(&["four-a"], 0)
        });
        bench.play("A mail plus-zero for misc-scam to four-a");
        bench.table()["phase"]["rolling"]["target"].as_i64().unwrap()
    };
    assert_eq!(target(&[]), 4);
    assert_eq!(target(&["rack"]), 5);
    assert_eq!(target(&["rack", "rack"]), 5, "two copies of the same Hardware");
    assert_eq!(target(&["rack", "fan"]), 7, "two different ones");
    let mut bench =
        Bench::arranged(|t| t.hand(A, &["rack", "plus-zero"]).scam(A, "misc-scam", 0).masses(&["four-a"], 0));
    bench.play("A play rack; A mail plus-zero for misc-scam to four-a");
    assert_eq!(bench.table()["phase"]["rolling"]["target"], 5);
}

#[test]
fn s4_4_a_special_effect_is_followed_and_the_card_discarded() {
    let mut bench = Bench::arranged(|t| t.hand(A, &["plus-two"]).list(B, &["six-a"], 0));
    bench.play("A special plus-two on six-a");
    assert_eq!((bench.list("six-a"), bench.discards()), (("B".to_owned(), 1), vec!["plus-two".to_owned()]));
}

#[test]
fn s4_4_a_special_effect_that_can_do_nothing_is_not_legal() {
    let mut bench = Bench::arranged(|t| {
        t.hand(A, &["plus-zero", "plus-three", "plus-four"]).masses(&["adult-four"], 0).scam(B, "one-scam", 1)
    });
    assert_eq!(bench.refusal("A special plus-three on adult-four"), "S4.4", "no Gruntles to take off");
    assert_eq!(bench.refusal("A special plus-four on adult-four"), "S1.5");
    assert_eq!(bench.refusal("A special plus-zero lower one-scam"), "S1.8");
    assert_eq!(bench.refusal("A special plus-zero raise misc-scam"), "S4.4", "not in play");
    assert_eq!(bench.refusal("A special plus-zero on adult-four"), "S4.4", "the wrong kind of aim");
    let specials: Vec<_> =
        bench.choices(A).into_iter().filter(|choice| choice.starts_with("special")).collect();
    assert_eq!(specials, ["special plus-zero raise one-scam"]);
}

#[test]
fn s4_4_gruntles_are_taken_off_as_far_as_there_are_any() {
    let mut bench = Bench::arranged(|t| t.hand(A, &["plus-three", "plus-three"]).masses(&["eight-a"], 3));
    bench.play("A special plus-three on eight-a");
    assert_eq!(bench.list("eight-a").1, 1);
    bench.play("A special plus-three on eight-a");
    assert_eq!(bench.list("eight-a").1, 0);
}

#[test]
fn s4_5_a_mailing_goes_from_an_own_scam_to_an_own_or_unwashed_list() {
    let mut bench = Bench::arranged(|t| {
        t.hand(A, &["plus-zero"])
            .scam(A, "misc-scam", 0)
            .scam(B, "net-scam", 0)
            .list(A, &["four-a"], 0)
            .list(B, &["four-b"], 0)
            .masses(&["four-c"], 0)
    });
    assert_eq!(bench.refusal("A mail plus-zero for net-scam to four-a"), "S4.5");
    assert_eq!(bench.refusal("A mail plus-zero for misc-scam to four-b"), "S4.5");
    let mails: Vec<_> = bench.choices(A).into_iter().filter(|choice| choice.starts_with("mail")).collect();
    assert_eq!(mails, ["mail plus-zero for misc-scam to four-a", "mail plus-zero for misc-scam to four-c"]);
}

#[test]
fn s4_6_target_is_size_plus_modifier_plus_two_for_a_matching_specialty_plus_hardware() {
    let target = |scam: &str, list: &str, card: &str, specialty: Option<Specialty>| {
        let mut bench = Bench::arranged(|t| {
            let t =
                t.scam(A, scam, 2).hand(A, &[card]).masses(&[list], 1).hardware(A, "fan").hardware(B, "rack");
            match specialty {
                Some(specialty) => t.specialty(list, specialty),
                None => t,
            }
        });
        bench.play(&format!("A mail {card} for {scam} to {list}"));
        bench.table()["phase"]["rolling"]["target"].as_i64().unwrap()
    };
    assert_eq!(target("adult-scam", "four-a", "plus-zero", None), 3 + 2);
    assert_eq!(target("adult-scam", "adult-four", "plus-zero", None), 3 + 2 + 2);
    assert_eq!(target("adult-scam", "net-four", "plus-five", None), 3 + 5 + 2);
    assert_eq!(target("net-scam", "net-four", "plus-five", None), 3 + 5 + 2 + 2);
    assert_eq!(target("grq-scam", "grq-four", "plus-one", None), 3 + 1 + 2 + 2);
    assert_eq!(target("free-scam", "mixed-five", "plus-one", None), 4 + 1 + 2 + 2);
    assert_eq!(target("net-scam", "four-a", "plus-one", Some(Specialty::InternetServices)), 3 + 1 + 2 + 2);
    assert_eq!(target("misc-scam", "mixed-five", "plus-one", None), 4 + 1 + 2, "Miscellaneous never matches");
}

#[test]
fn s4_7_target_six_gives_one_on_three_to_six_and_two_on_one_or_two() {
    assert_eq!([1, 2, 3, 4, 5, 6].map(|roll| gain(roll, 6)), [2, 2, 1, 1, 1, 1]);
    for (roll, rating) in [(1, 2), (2, 2), (3, 1), (6, 1)] {
        let mut bench = mailing("plus-zero", 0);
        bench.play(&format!("A mail plus-zero for adult-scam to six-a; * roll {roll}")).all_pass();
        assert_eq!(bench.rating("adult-scam"), rating);
    }
}

#[test]
fn s4_7_roll_of_target_minus_four_gains_two_and_above_target_nothing() {
    for target in -2..=14 {
        for roll in 1..=6 {
            let expected =
                if i16::from(roll) <= target - 4 { 2 } else { u8::from(i16::from(roll) <= target) };
            assert_eq!(gain(roll, target), expected, "roll {roll} against {target}");
        }
    }
    let mut bench = mailing("plus-zero", 4);
    bench.play("A mail plus-zero for adult-scam to six-a; * roll 3").all_pass();
    assert_eq!(bench.rating("adult-scam"), 0, "Target 2");
}

#[test]
fn s4_8_between_roll_and_result_everybody_is_asked() {
    let mut bench = mailing("plus-zero", 0);
    bench.play("A mail plus-zero for adult-scam to six-a; * roll 1");
    assert_eq!(bench.rating("adult-scam"), 0);
    assert_eq!(bench.refusal("A pass"), "S3.9", "the roller is asked last");
    assert_eq!(bench.refusal("B draw action"), "S7.3");
    bench.play("B pass; C pass");
    assert_eq!(bench.rating("adult-scam"), 0);
    bench.play("A pass");
    assert_eq!(bench.rating("adult-scam"), 2);
}

#[test]
fn s4_8_target_eleven_roll_six_marketing_wizard_nine_gains_one() {
    let mut bench = Bench::arranged_in(bench::starter(3), |t| {
        t.scam(A, "offshore-money-laundering-ltd", 0)
            .hand(A, &["last-generation-technology"])
            .hand(C, &["marketing-wizard"])
            .masses(&["screen-saver-collectors", "office-webmasters", "retired-hackers"], 2)
    });
    bench.play(
        "A mail last-generation-technology for offshore-money-laundering-ltd to retired-hackers; * roll 6",
    );
    assert_eq!(bench.table()["phase"]["pending"]["target"], 11);
    bench.play("B pass; C react marketing-wizard lower");
    assert_eq!(bench.table()["phase"]["pending"]["target"], 9);
    bench.all_pass();
    assert_eq!(bench.rating("offshore-money-laundering-ltd"), 1);
}

#[test]
fn s4_9_a_gruntle_goes_on_the_list_whatever_the_result_and_the_card_is_discarded() {
    for roll in [1, 6] {
        let mut bench = mailing("plus-zero", 4);
        bench.play(&format!("A mail plus-zero for adult-scam to six-a; * roll {roll}"));
        assert!(bench.discards().is_empty(), "not before the result");
        bench.all_pass();
        assert_eq!((bench.list("six-a").1, bench.discards()), (5, vec!["plus-zero".to_owned()]));
    }
}

#[test]
fn s4_10_one_mailing_a_turn_unless_a_card_allows_more() {
    let start = |line: bool| {
        Bench::arranged(|t| {
            let t = t
                .scam(A, "misc-scam", 0)
                .hand(A, &["plus-zero", "plus-zero", "plus-two", "plus-five"])
                .masses(&["eight-a"], 0);
            if line { t.hardware(A, "line") } else { t }
        })
    };
    let mut bench = start(false);
    bench
        .play("A special plus-two on eight-a; A mail plus-zero for misc-scam to eight-a; * roll 1")
        .all_pass();
    assert_eq!(bench.refusal("A mail plus-zero for misc-scam to eight-a"), "S4.10");
    bench.play("A special plus-zero raise misc-scam");
    let mut bench = start(true);
    bench.play("A mail plus-zero for misc-scam to eight-a; * roll 1").all_pass();
    bench.play("A mail plus-zero for misc-scam to eight-a; * roll 1").all_pass();
    assert_eq!(bench.refusal("A mail plus-five for misc-scam to eight-a"), "S4.10");
}

#[test]
fn s4_10_the_count_starts_anew_each_turn() {
    let mut bench = Bench::arranged(|t| {
        t.scam(A, "misc-scam", 0).hand(A, &["plus-zero", "plus-zero"]).masses(&["eight-a"], 0)
    });
    bench.play("A mail plus-zero for misc-scam to eight-a; * roll 1").all_pass();
    bench.play("A stop; B stop; C stop; A mail plus-zero for misc-scam to eight-a; * roll 1").all_pass();
    assert_eq!(bench.rating("misc-scam"), 4);
}

#[test]
fn s4_5_with_no_list_at_all_the_prompt_says_so() {
    let bench = Bench::arranged(|t| t.scam(A, "misc-scam", 0).hand(A, &["plus-zero"]));
    let unavailable = bench.prompt(A).unavailable;
    let mail = unavailable.iter().find(|unavailable| unavailable.what == "Mail with 'Plus Zero'").unwrap();
    assert_eq!(
        (mail.clause.0, mail.why.to_string().as_str()),
        ("S4.5", "there is no List you may mail; draw one first")
    );
    let merge = unavailable.iter().find(|unavailable| unavailable.what == "Merge two Lists").unwrap();
    assert_eq!(merge.clause.0, "S3.5");
}

#[test]
fn s4_5_a_mailing_is_pointed_at_card_use_scam_and_list() {
    let bench =
        Bench::arranged(|t| t.scam(A, "misc-scam", 0).hand(A, &["plus-zero"]).masses(&["eight-a"], 0));
    let prompt = bench.prompt(A);
    let mail = prompt.choices.iter().find(|choice| choice.notation.starts_with("mail ")).unwrap();
    let pieces: Vec<&str> = prompt.path(&mail.steps).map(|piece| piece.name.as_ref()).collect();
    assert_eq!(pieces, ["hand-plus-zero", "use-mail", "scam-misc-scam", "list-eight-a"]);
    let labels: Vec<String> = prompt.path(&mail.steps).map(|piece| piece.label.to_string()).collect();
    assert_eq!(labels, ["Plus Zero", "Mail with it", "Misc Scam", "Eight A"]);
}

/// The prompt's reason against aiming this card at this piece.
fn barred(bench: &Bench, way: &[&str]) -> (&'static str, String) {
    let prompt = bench.prompt(A);
    let is_way = |steps: &[table::PieceId]| {
        prompt.path(steps).map(|piece| piece.name.as_ref()).eq(way.iter().copied())
    };
    let one = prompt
        .unavailable
        .iter()
        .find(|one| one.ways.iter().any(|steps| is_way(steps)))
        .unwrap_or_else(|| panic!("{way:?}"));
    (one.clause.0, one.why.to_string())
}

#[test]
fn s4_4_whatever_a_special_effect_cannot_be_aimed_at_says_why() {
    let bench = Bench::with_effects(|t| {
        t.hardware(B, "protect-lists")
            .list(B, &["two-a"], 1)
            .list(C, &["four-a"], 1)
            .masses(&["six-a"], 0)
            .scam(A, "misc-scam", 0)
            .scam(B, "adult-scam", 3)
            .scam(C, "net-scam", 0)
            .hand(A, &["remove-gruntles", "lower-rating", "adjust-rating", "peek-at-hand", "move-gruntles"])
            .hand(B, &["remove-gruntles"])
    });
    let aimed = |card: &str, piece: &str| barred(&bench, &[card, "use-special", piece]);
    assert_eq!(aimed("hand-remove-gruntles", "list-two-a").0, "S12.13");
    assert_eq!(aimed("hand-move-gruntles", "list-two-a").0, "S12.13");
    let (clause, why) = aimed("hand-remove-gruntles", "list-six-a");
    assert!(clause == "S4.4" && why.ends_with("has no Gruntles to take off"), "{clause} {why}");
    assert_eq!(aimed("hand-lower-rating", "scam-net-scam").0, "S1.8");
    let (clause, why) = aimed("hand-peek-at-hand", "seat-c");
    assert!(clause == "S4.4" && why.ends_with("has no cards in hand"), "{clause} {why}");
    let lower = barred(&bench, &["hand-adjust-rating", "use-special", "scam-misc-scam", "lower"]);
    assert_eq!(lower.0, "S1.8");
}

#[test]
fn s3_5_a_list_that_cannot_be_merged_says_why() {
    let bench = Bench::arranged(|t| {
        t.list(A, &["six-a"], 0).list(B, &["four-a"], 0).masses(&["two-a"], 0).masses(&["eight-a"], 0)
    });
    for list in ["list-six-a", "list-four-a"] {
        assert_eq!(barred(&bench, &["merge", list]).0, "S3.5", "{list}");
    }
}
