//! S12: Hardware.
use crate::bench::{A, B, Bench};
use spammers::POWERS;

/// The Target Number of a Mailing by A with this Hardware.
fn target(hardware: &[&str], scam: &str, list: &str) -> i64 {
    let mut bench = Bench::with_effects(|t| {
        let t = hardware.iter().fold(t, |t, slug| t.hardware(A, slug)).scam(A, scam, 2).hand(A, &["reroll"]);
        t.masses(&["adult-four"], 0).list(A, &["four-a"], 0)
    });
    bench.play(&format!("A mail reroll for {scam} to {list}"));
    bench.phase()["rolling"]["target"].as_i64().unwrap()
}

#[test]
fn s12_0_limits_take_the_highest_and_the_text_of_every_power_is_its_own() {
    let texts: Vec<String> =
        POWERS.iter().map(|word| word.with(word.smallest()).unwrap().to_string()).collect();
    for (place, text) in texts.iter().enumerate() {
        assert!(!texts[..place].contains(text), "{text}");
    }
    let mut bench = Bench::with_effects(|t| t.hardware(A, "hand-limit").hardware(A, "hand-limit"));
    for _ in 0..3 {
        bench.play("A draw action; * card reroll; A draw action; * card hold-list; A draw action; * card shift-roll; B stop; C stop");
    }
    assert_eq!(bench.hand(A).len(), 9);
    bench.play("A draw action; * card steal-card; A draw action; * card steal-card; A draw action; * card steal-card; B stop; C stop");
    assert_eq!(bench.refusal("A draw action"), "S3.2", "twelve, not more, from two copies");
}

#[test]
fn s12_1_others_lists_may_be_mailed() {
    let start = |tap: bool| {
        Bench::with_effects(|t| {
            let t = t.scam(A, "misc-scam", 0).hand(A, &["reroll"]).list(B, &["six-a"], 0);
            if tap { t.hardware(A, "mail-others-lists") } else { t }
        })
    };
    assert_eq!(start(false).refusal("A mail reroll for misc-scam to six-a"), "S4.5");
    start(true).play("A mail reroll for misc-scam to six-a");
}

#[test]
fn s12_2_the_scam_limit_is_lifted() {
    let scams = ["adult-scam", "net-scam", "grq-scam", "free-scam", "misc-scam"];
    let mut bench = Bench::with_effects(|t| {
        scams.iter().fold(t, |t, scam| t.scam(A, scam, 0)).hand(A, &["spare-a"]).hardware(A, "scam-limit")
    });
    bench.play("A play spare-a");
    assert_eq!(bench.scams(A).len(), 6);
}

#[test]
fn s12_3_the_hand_limit_is_lifted() {
    let nine = [
        "reroll",
        "reroll",
        "reroll",
        "hold-list",
        "hold-list",
        "hold-list",
        "shift-roll",
        "shift-roll",
        "shift-roll",
    ];
    let mut bench = Bench::with_effects(|t| t.hand(A, &nine).hardware(A, "hand-limit"));
    bench.play("A draw action; * card steal-card");
    assert_eq!(bench.hand(A).len(), 10);
}

#[test]
fn s12_4_more_mailings_a_turn() {
    let mut bench = Bench::with_effects(|t| {
        t.scam(A, "misc-scam", 0)
            .hand(A, &["reroll", "hold-list", "shift-roll"])
            .hardware(A, "mailings-per-turn")
            .masses(&["eight-a"], 0)
    });
    bench.play("A mail reroll for misc-scam to eight-a; * roll 6").all_pass();
    bench.play("A mail hold-list for misc-scam to eight-a; * roll 6").all_pass();
    assert_eq!(bench.refusal("A mail shift-roll for misc-scam to eight-a"), "S4.10");
}

#[test]
fn s12_5_more_actions_a_turn_from_this_turn_on() {
    let mut bench = Bench::with_effects(|t| t.hand(A, &["actions-per-turn"]));
    bench.play("A play actions-per-turn; A draw action; * card reroll; A draw action; * card reroll");
    assert_eq!(bench.turn(), "A");
    bench.play("A draw action; * card reroll");
    assert_eq!(bench.turn(), "B");
}

#[test]
fn s12_6_a_bonus_to_every_target() {
    assert_eq!(target(&[], "misc-scam", "four-a"), 4);
    assert_eq!(target(&["target-bonus"], "misc-scam", "four-a"), 5);
}

#[test]
fn s12_7_a_bonus_for_one_category() {
    assert_eq!(target(&["category-bonus"], "adult-scam", "four-a"), 6);
    assert_eq!(target(&["category-bonus"], "misc-scam", "four-a"), 4);
}

#[test]
fn s12_8_a_bonus_with_the_unwashed() {
    assert_eq!(target(&["unwashed-bonus"], "misc-scam", "adult-four"), 5);
    assert_eq!(target(&["unwashed-bonus"], "misc-scam", "four-a"), 4);
}

#[test]
fn s12_9_a_bonus_where_a_specialty_matches() {
    assert_eq!(target(&["specialty-bonus"], "adult-scam", "adult-four"), 7);
    assert_eq!(target(&["specialty-bonus"], "misc-scam", "adult-four"), 4);
    assert_eq!(
        target(
            &["specialty-bonus", "target-bonus", "unwashed-bonus", "category-bonus"],
            "adult-scam",
            "adult-four"
        ),
        11
    );
}

#[test]
fn s12_10_drawn_lists_are_kept_for_nothing() {
    let mut bench = Bench::with_effects(|t| t.hardware(A, "free-lists").scam(A, "misc-scam", 2));
    bench.play("A draw list; * list six-a");
    assert_eq!(bench.choices(A), ["keep paying misc-scam", "keep free", "release"]);
    bench.play("A keep free");
    assert_eq!((bench.list("six-a").0, bench.rating("misc-scam")), ("A".to_owned(), 2));
    let mut bench = Bench::with_effects(|t| t);
    bench.play("A draw list; * list six-a");
    assert_eq!(bench.refusal("A keep free"), "S12.10");
}

#[test]
fn s12_11_lists_are_patient_until_the_whole_size() {
    let mut bench = Bench::with_effects(|t| {
        t.hardware(B, "patient-lists")
            .list(B, &["four-a"], 0)
            .hand(A, &["add-gruntles", "add-gruntles", "destroy-hardware"])
    });
    assert_eq!(bench.special("add-gruntles on four-a").list("four-a"), ("B".to_owned(), 2));
    bench.special("destroy-hardware at B patient-lists");
    assert_eq!(bench.list("four-a"), ("B".to_owned(), 2), "judged anew when next something changes on it");
    assert_eq!(bench.special("add-gruntles on four-a").list("four-a"), ("masses".to_owned(), 0));
    let mut bench = Bench::with_effects(|t| {
        t.hardware(B, "patient-lists").list(B, &["four-a"], 3).hand(A, &["add-gruntles"])
    });
    assert_eq!(bench.special("add-gruntles on four-a").list("four-a"), ("masses".to_owned(), 0));
}

#[test]
fn s12_12_scams_are_protected_from_others_but_not_from_their_owner() {
    let mut bench = Bench::with_effects(|t| {
        t.hardware(B, "protect-scams")
            .scam(B, "misc-scam", 5)
            .scam(A, "one-scam", 3)
            .hand(A, &["adjust-rating", "lower-rating", "steal-rating"])
            .hand(B, &["adjust-rating"])
    });
    assert_eq!(bench.refusal("A special adjust-rating lower misc-scam"), "S12.12");
    assert_eq!(bench.refusal("A special lower-rating for misc-scam"), "S12.12");
    assert_eq!(bench.refusal("A special steal-rating from misc-scam to one-scam"), "S12.12");
    assert!(bench.choices(A).contains(&"special adjust-rating raise misc-scam".to_owned()));
    bench.play("A stop; B special adjust-rating lower misc-scam").all_pass();
    assert_eq!(bench.rating("misc-scam"), 3);
}

#[test]
fn s12_13_lists_are_protected_from_mail_and_effects_of_others() {
    let mut bench = Bench::with_effects(|t| {
        t.hardware(B, "protect-lists")
            .list(B, &["two-a", "two-b"], 1)
            .masses(&["six-a"], 1)
            .scam(A, "misc-scam", 0)
            .hardware(A, "mail-others-lists")
            .hand(
                A,
                &[
                    "add-gruntles",
                    "move-gruntles",
                    "remove-gruntles",
                    "add-specialty",
                    "steal-list",
                    "release-list",
                    "split-list",
                ],
            )
            .hand(B, &["remove-gruntles"])
    });
    for line in [
        "special add-gruntles on two-a",
        "special move-gruntles off two-a on six-a",
        "special move-gruntles off six-a on two-a",
        "special remove-gruntles on two-a",
        "special add-specialty on two-a",
        "special steal-list on two-a",
        "special release-list on two-a",
        "special split-list on two-a",
    ] {
        assert_eq!(bench.refusal(&format!("A {line}")), "S12.13", "{line}");
    }
    assert_eq!(bench.refusal("A mail add-gruntles for misc-scam to two-a"), "S4.5");
    bench.play("A stop; B special remove-gruntles on two-a").all_pass();
    assert_eq!(bench.list("two-a").1, 0);
}

#[test]
fn s12_14_hardware_is_protected_this_one_included() {
    let mut bench = Bench::with_effects(|t| {
        t.hardware(B, "protect-hardware")
            .hardware(B, "scam-limit")
            .hand(A, &["destroy-hardware", "steal-hardware"])
    });
    for line in ["destroy-hardware at B scam-limit", "steal-hardware at B protect-hardware"] {
        assert_eq!(bench.refusal(&format!("A special {line}")), "S12.14");
    }
}

#[test]
fn s12_15_the_hand_is_protected() {
    let mut bench = Bench::with_effects(|t| {
        t.hardware(B, "protect-hand")
            .hand(B, &["reroll"])
            .hand(A, &["steal-card", "peek-at-hand", "force-discard"])
    });
    for card in ["steal-card", "peek-at-hand", "force-discard"] {
        assert_eq!(bench.refusal(&format!("A special {card} at B")), "S12.15");
    }
}
