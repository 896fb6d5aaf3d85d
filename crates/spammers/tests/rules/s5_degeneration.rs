//! S5: degeneration.
use crate::bench::{self, A, B, Bench};

/// A mails a List and everybody passes.
fn mail(bench: &mut Bench, list: &str) {
    bench.play(&format!("A mail plus-zero for misc-scam to {list}; * roll 6")).all_pass();
}

fn own(cards: &[&str], gruntles: u16) -> Bench {
    Bench::arranged(|t| t.scam(A, "misc-scam", 0).hand(A, &["plus-zero"]).list(A, cards, gruntles))
}

fn unwashed(cards: &[&str], gruntles: u16) -> Bench {
    Bench::arranged(|t| t.scam(A, "misc-scam", 0).hand(A, &["plus-zero"]).masses(cards, gruntles))
}

#[test]
fn s5_1_four_with_two_gruntles_falls_to_the_masses_and_loses_them() {
    let mut bench = own(&["four-a"], 1);
    mail(&mut bench, "four-a");
    assert_eq!(bench.list("four-a"), ("masses".to_owned(), 0));
}

#[test]
fn s5_1_five_holds_with_two_gruntles_and_falls_with_three() {
    let mut bench = own(&["five-a"], 1);
    mail(&mut bench, "five-a");
    assert_eq!(bench.list("five-a"), ("A".to_owned(), 2));
    let mut bench = own(&["five-a"], 2);
    mail(&mut bench, "five-a");
    assert_eq!(bench.list("five-a"), ("masses".to_owned(), 0));
}

#[test]
fn s5_1_merged_three_and_five_with_four_gruntles_falls_and_stays_merged() {
    let mut bench = own(&["three-a", "five-a"], 3);
    mail(&mut bench, "three-a");
    assert_eq!(bench.lists("masses"), [(vec!["three-a".to_owned(), "five-a".to_owned()], 8, 0)]);
}

#[test]
fn s5_1_specialty_counters_stay() {
    let mut bench = own(&["mixed-five"], 2);
    mail(&mut bench, "mixed-five");
    assert_eq!(bench.list("mixed-five").0, "masses");
    assert_eq!(bench.specialties("mixed-five"), ["adult", "free-stuff"]);
}

#[test]
fn s5_2_an_unwashed_four_with_four_gruntles_is_discarded() {
    let mut bench = unwashed(&["four-a"], 2);
    mail(&mut bench, "four-a");
    assert_eq!(bench.list("four-a"), ("masses".to_owned(), 3));
    let mut bench = unwashed(&["four-a"], 3);
    mail(&mut bench, "four-a");
    assert_eq!(bench.list("four-a").0, "discards");
}

#[test]
fn s5_2_an_unwashed_merged_seven_with_seven_gruntles_goes_as_its_separate_cards() {
    let mut bench = unwashed(&["three-a", "four-a"], 6);
    mail(&mut bench, "three-a");
    assert_eq!(bench::strings(&bench.table()["list_discards"]), ["three-a", "four-a"]);
    assert!(bench.lists("masses").is_empty());
}

#[test]
fn s5_3_gruntles_by_whatever_cause_count() {
    let mut bench = Bench::arranged(|t| t.hand(A, &["plus-five", "plus-five"]).list(B, &["six-a"], 0));
    bench.play("A special plus-five on six-a");
    assert_eq!(bench.list("six-a"), ("masses".to_owned(), 0), "three of six is half");
    bench.play("A special plus-five on six-a");
    assert_eq!(bench.list("six-a"), ("masses".to_owned(), 3));
}

#[test]
fn s5_3_more_gruntles_than_the_size_in_one_go_move_a_list_once() {
    let mut bench = Bench::arranged(|t| t.hand(A, &["plus-five"]).list(B, &["two-a"], 0));
    bench.play("A special plus-five on two-a");
    assert_eq!(bench.list("two-a"), ("masses".to_owned(), 0), "it lost all Gruntles when it moved");
}

#[test]
fn s5_3_is_applied_when_a_merge_changes_size_and_gruntles() {
    let mut bench = Bench::arranged(|t| t.list(A, &["five-a"], 2).list(A, &["five-b"], 2));
    bench.play("A merge five-a five-b");
    assert_eq!(bench.lists("A"), [(vec!["five-a".to_owned(), "five-b".to_owned()], 10, 4)]);
    let mut bench = Bench::arranged(|t| t.list(A, &["five-a"], 2).list(A, &["three-a"], 3));
    bench.play("A merge three-a five-a");
    assert_eq!(bench.list("five-a"), ("masses".to_owned(), 0), "five Gruntles on eight");
}
