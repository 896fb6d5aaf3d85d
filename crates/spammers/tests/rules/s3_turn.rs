//! S3: the turn.
use crate::bench::{self, A, B, Bench};
use table::Viewer;

const NINE: [&str; 9] = [
    "plus-zero",
    "plus-one",
    "plus-one",
    "plus-two",
    "plus-two",
    "plus-three",
    "plus-three",
    "plus-four",
    "plus-four",
];
const FIVE: [&str; 5] = ["adult-scam", "net-scam", "grq-scam", "free-scam", "misc-scam"];

fn with_five_scams() -> Bench {
    Bench::arranged(|t| FIVE.iter().fold(t, |t, scam| t.scam(A, scam, 1)).hand(A, &["spare-a", "plus-zero"]))
}

#[test]
fn s3_0_a_turn_begins_with_the_victory_check() {
    let mut bench = Bench::arranged(|t| t.scam(B, "misc-scam", 12));
    bench.play("A stop");
    assert_eq!(bench.winner().as_deref(), Some("B by S6.1 one Scam"));
}

#[test]
fn s3_1_a_player_takes_zero_to_three_actions() {
    let mut bench = Bench::arranged(|t| t.hand(A, &["spare-a", "spare-b", "spare-c"]));
    bench.play("A play spare-a; A stop");
    assert_eq!(bench.turn(), "B");
    bench.play("B stop; C stop; A play spare-b; A play spare-c; A draw action; * card tap");
    assert_eq!(bench.turn(), "B");
}

#[test]
fn s3_2_nine_cards_in_hand_allow_no_draw_of_an_action_card() {
    let mut bench = Bench::arranged(|t| t.hand(A, &NINE));
    assert_eq!(bench.refusal("A draw action"), "S3.2");
    assert!(!bench.choices(A).contains(&"draw action".to_owned()));
    let mut bench = Bench::arranged(|t| t.hand(A, &NINE[..8]));
    bench.play("A draw action; * card tap");
    assert_eq!(bench.hand(A).len(), 9);
    assert_eq!(bench.refusal("A draw action"), "S3.2");
}

#[test]
fn s3_2_a_hand_is_over_the_limit_only_after_hardware_is_lost() {
    let ten = [
        "reroll",
        "reroll",
        "reroll",
        "hold-list",
        "hold-list",
        "hold-list",
        "shift-roll",
        "shift-roll",
        "shift-roll",
        "steal-card",
    ];
    let mut bench = Bench::with_effects(|t| {
        t.hand(B, &ten).hardware(B, "hand-limit").hand(A, &["destroy-hardware", "shift-target"])
    });
    bench.play("A special destroy-hardware at B hand-limit").all_pass();
    bench.play("A stop");
    assert_eq!(bench.hand(B).len(), 10, "nothing is discarded");
    assert_eq!(bench.refusal("B draw action"), "S3.2");
    bench.play("B special steal-card at A").all_pass();
    bench.play("* pick shift-target");
    assert_eq!(bench.hand(B).len(), 10, "one played, one stolen");
}

#[test]
fn s3_2_a_drawn_card_is_heard_by_its_owner_alone() {
    let mut bench = Bench::arranged(|t| t);
    bench.play("A draw action; * card tap");
    assert_eq!(bench.heard_by(Viewer::Seat(A)), ["A draws 'Tap'."]);
    assert_eq!(bench.heard_by(Viewer::Seat(B)), ["A draws an Action card."]);
}

#[test]
fn s3_3_a_drawn_list_is_kept_for_one_rating_or_let_go() {
    let start = || Bench::arranged(|t| t.scam(A, "misc-scam", 2));
    let mut kept = start();
    kept.play("A draw list; * list six-a");
    assert_eq!(kept.choices(A), ["keep paying misc-scam", "release"], "seen before deciding");
    assert_eq!(kept.refusal("A draw action"), "S3.3");
    kept.play("A keep paying misc-scam");
    assert_eq!((kept.rating("misc-scam"), kept.list("six-a").0), (1, "A".to_owned()));
    let mut let_go = start();
    let_go.play("A draw list; * list six-a; A release");
    assert_eq!((let_go.rating("misc-scam"), let_go.list("six-a").0), (2, "masses".to_owned()));
    assert_eq!(let_go.refusal("A release"), "S3.3");
}

#[test]
fn s3_3_the_price_comes_only_from_an_own_scam_above_its_initial_rating() {
    let mut bench = Bench::arranged(|t| t.scam(A, "one-scam", 1).scam(B, "misc-scam", 5));
    bench.play("A draw list; * list six-a");
    assert_eq!(bench.choices(A), ["release"]);
    assert_eq!(bench.refusal("A keep paying one-scam"), "S1.8");
    assert_eq!(bench.refusal("A keep paying misc-scam"), "S4.5");
}

#[test]
fn s3_3_the_hand_limit_does_not_matter_for_lists() {
    let mut bench = Bench::arranged(|t| t.hand(A, &NINE));
    bench.play("A draw list; * list six-a; A release");
    assert_eq!(bench.hand(A).len(), 9);
}

#[test]
fn s3_4_only_a_card_in_hand_is_played() {
    let mut bench = Bench::arranged(|t| t.hand(B, &["tap"]));
    assert_eq!(bench.refusal("A play tap"), "S3.4");
    assert_eq!(bench.refusal("A special plus-two on six-a"), "S3.4");
}

#[test]
fn s3_5_six_with_one_gruntle_and_three_with_two_make_an_effective_six() {
    let mut bench = Bench::arranged(|t| {
        t.masses(&["six-a"], 1).masses(&["three-a"], 2).scam(A, "misc-scam", 0).hand(A, &["plus-zero"])
    });
    bench.play("A merge six-a three-a");
    assert_eq!(bench.lists("masses"), [(vec!["three-a".to_owned(), "six-a".to_owned()], 9, 3)]);
    bench.play("A mail plus-zero for misc-scam to three-a");
    assert_eq!(bench.table()["phase"]["rolling"]["target"], 6);
}

#[test]
fn s3_5_lists_are_merged_within_one_area_and_may_be_merged_again() {
    let mut bench = Bench::arranged(|t| {
        t.list(A, &["two-a"], 0)
            .list(A, &["five-a"], 1)
            .list(A, &["mixed-five"], 0)
            .masses(&["six-a"], 0)
            .list(B, &["two-b"], 0)
            .list(B, &["two-c"], 0)
    });
    assert_eq!(bench.refusal("A merge two-a six-a"), "S3.5");
    assert_eq!(bench.refusal("A merge two-b two-c"), "S3.5");
    assert_eq!(bench.refusal("A merge two-a two-a"), "S3.5");
    assert_eq!(bench.refusal("A merge two-a eight-a"), "S4.4");
    bench.play("A merge five-a two-a; A merge two-a mixed-five");
    let cards = ["two-a", "five-a", "mixed-five"].map(str::to_owned).to_vec();
    assert_eq!(bench.lists("A"), [(cards, 12, 1)]);
    assert_eq!(bench.specialties("five-a"), ["adult", "free-stuff"]);
}

#[test]
fn s3_6_with_five_scams_a_scam_from_the_hand_is_discarded_to_draw() {
    let mut bench = with_five_scams();
    assert_eq!(bench.refusal("A play spare-a"), "S4.2");
    assert_eq!(bench.refusal("A recycle plus-zero for action"), "S3.6");
    bench.play("A recycle spare-a for action; * card tap");
    assert_eq!(bench.discards(), ["spare-a"]);
    assert_eq!(bench.hand(A), ["plus-zero", "tap"]);
    let mut bench = with_five_scams();
    bench.play("A recycle spare-a for list; * list six-a; A keep paying net-scam");
    assert_eq!((bench.list("six-a").0, bench.rating("net-scam")), ("A".to_owned(), 0));
}

#[test]
fn s3_6_with_fewer_than_five_scams_nothing_is_discarded() {
    let mut bench = Bench::arranged(|t| t.scam(A, "misc-scam", 1).hand(A, &["spare-a"]));
    assert_eq!(bench.refusal("A recycle spare-a for action"), "S3.6");
}

#[test]
fn s3_6_nine_cards_in_hand_do_not_hinder_it() {
    let mut bench = Bench::arranged(|t| {
        FIVE.iter().fold(t, |t, scam| t.scam(A, scam, 1)).hand(A, &NINE[..8]).hand(A, &["spare-a"])
    });
    bench.play("A recycle spare-a for action; * card tap");
    assert_eq!(bench.hand(A).len(), 9);
}

#[test]
fn s3_7_the_last_card_taken_makes_the_discards_a_new_deck_at_once() {
    let mut bench = Bench::arranged(|t| t.deck_of(&["tap"]));
    let discarded = bench.discards().len() as u64;
    bench.play("A draw action; * card tap");
    assert!(bench.discards().is_empty());
    assert_eq!(bench.table()["deck"], discarded);
    let mut bench = Bench::arranged(|t| t.list_deck_of(&["six-a"]));
    bench.play("A draw list; * list six-a");
    assert_eq!(bench.table()["list_discards"], serde_json::json!([]));
    assert_eq!(bench.table()["list_deck"], 25);
}

#[test]
fn s3_7_with_nothing_in_deck_and_discards_the_draw_is_not_legal_until_a_card_is_discarded() {
    let lists: Vec<String> = bench::dull_set().lists().iter().map(|face| face.slug.clone()).collect();
    let mut bench = Bench::arranged(|t| {
        lists
            .iter()
            .filter(|slug| *slug != "two-a")
            .fold(t, |t, slug| t.masses(&[slug], 0))
            .masses(&["two-a"], 1)
            .hand(A, &["plus-two"])
    });
    assert_eq!(bench.refusal("A draw list"), "S3.7");
    assert!(!bench.choices(A).contains(&"draw list".to_owned()));
    bench.play("A special plus-two on two-a");
    assert_eq!(bench.list("two-a").0, "discards", "no deck is formed before it is needed");
    bench.play("A draw list; * list two-a; A release");
    assert_eq!(bench.list("two-a").0, "masses");
}

#[test]
fn s3_8_after_the_third_action_the_next_turn_begins() {
    let mut bench = Bench::arranged(|t| t);
    bench.play("A draw action; * card tap; A draw action; * card tap; A draw action; * card fan");
    assert_eq!((bench.turn(), bench.asked()), ("B".to_owned(), Some(B)));
}

#[test]
fn s3_9_cards_are_played_on_ones_own_turn_only() {
    let mut bench = Bench::arranged(|t| t.hand(B, &["tap", "plus-one"]));
    assert_eq!(bench.refusal("B play tap"), "S3.9");
    assert_eq!(bench.refusal("B react plus-one raise"), "S3.9");
    assert!(bench.choices(B).is_empty());
}
