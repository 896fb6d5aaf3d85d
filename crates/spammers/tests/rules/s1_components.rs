//! S1: components.
use crate::bench::{A, B, Bench, C};
use spammers::{Category, Specialty};
use table::{Game as _, Viewer};

#[test]
fn s1_1_each_deck_has_its_own_discard_pile() {
    let mut bench =
        Bench::arranged(|t| t.scam(A, "misc-scam", 0).hand(A, &["plus-five"]).masses(&["two-a"], 1));
    bench.play("A mail plus-five for misc-scam to two-a; * roll 1").all_pass();
    assert_eq!(bench.discards(), ["plus-five"]);
    assert_eq!(bench.list("two-a").0, "discards");
}

#[test]
fn s1_2_a_list_comes_into_play_with_its_printed_size_and_specialties() {
    let mut bench = Bench::arranged(|t| t);
    bench.play("A draw list; * list mixed-five; A release");
    assert_eq!(bench.lists("masses"), [(vec!["mixed-five".to_owned()], 5, 0)]);
    assert_eq!(bench.specialties("mixed-five"), ["adult", "free-stuff"]);
}

#[test]
fn s1_3_there_are_four_specialties() {
    let names: Vec<_> = Specialty::ALL.iter().map(ToString::to_string).collect();
    assert_eq!(names, ["Adult", "Internet Services", "Get-Rich-Quick", "Free Stuff"]);
}

#[test]
fn s1_4_only_counters_count_and_a_list_that_returns_gets_its_printed_ones() {
    let mut bench = Bench::arranged(|t| {
        t.hand(A, &["plus-four", "plus-five", "plus-two"]).masses(&["net-four"], 0).list_deck_of(&["two-a"])
    });
    bench.play("A special plus-four on net-four");
    assert_eq!(bench.specialties("net-four"), ["adult", "internet-services"]);
    bench.play("A special plus-five on net-four; A special plus-two on net-four");
    assert_eq!(bench.list("net-four").0, "discards");
    bench.play("B draw list; * list two-a; B release; B draw list; * list net-four; B release");
    assert_eq!(bench.specialties("net-four"), ["internet-services"]);
}

#[test]
fn s1_5_a_list_never_has_two_counters_of_the_same_specialty() {
    let mut bench =
        Bench::arranged(|t| t.hand(A, &["plus-four"]).masses(&["adult-four"], 0).masses(&["mixed-five"], 0));
    assert_eq!(bench.refusal("A special plus-four on adult-four"), "S1.5");
    bench.play("A merge adult-four mixed-five");
    assert_eq!(bench.specialties("adult-four"), ["adult", "free-stuff"]);
    assert_eq!(bench.refusal("A special plus-four on adult-four"), "S1.5");
}

#[test]
fn s1_6_effective_size_is_printed_size_less_gruntles() {
    let mut bench =
        Bench::arranged(|t| t.scam(A, "misc-scam", 0).hand(A, &["plus-zero"]).masses(&["four-a"], 2));
    bench.play("A mail plus-zero for misc-scam to four-a");
    assert_eq!(bench.table()["phase"]["rolling"]["target"], 2);
}

#[test]
fn s1_7_scams_and_hardware_are_played_and_mailings_are_sent_or_used() {
    let mut bench = Bench::arranged(|t| t.hand(A, &["misc-scam", "plus-zero", "tap"]));
    assert_eq!(bench.refusal("A play plus-zero"), "S1.7");
    bench.play("A play misc-scam; A play tap");
    assert_eq!(bench.scams(A), [("misc-scam".to_owned(), 0)]);
    assert_eq!(bench.refusal("A mail tap for misc-scam to four-a"), "S3.4");
}

#[test]
fn s1_8_a_rating_never_falls_below_the_initial_rating() {
    let mut bench = Bench::arranged(|t| t.scam(B, "two-scam", 3).hand(A, &["plus-zero", "plus-zero"]));
    bench.play("A special plus-zero lower two-scam");
    assert_eq!(
        bench.rating("two-scam"),
        2,
        "an effect that would take it lower takes it to the Initial Rating"
    );
    assert_eq!(bench.refusal("A special plus-zero lower two-scam"), "S1.8");
    bench.play("A special plus-zero raise two-scam");
    assert_eq!(bench.rating("two-scam"), 4);
}

#[test]
fn s1_9_a_mailing_is_used_for_one_of_its_two_effects_never_both() {
    let start =
        || Bench::arranged(|t| t.scam(A, "misc-scam", 0).hand(A, &["plus-two"]).masses(&["six-a"], 0));
    let mut mailed = start();
    mailed.play("A mail plus-two for misc-scam to six-a; * roll 6").all_pass();
    assert_eq!(mailed.list("six-a").1, 1, "the Gruntle of the Mailing, not that of the Special Effect");
    let mut used = start();
    used.play("A special plus-two on six-a");
    assert_eq!((used.list("six-a").1, used.rating("misc-scam")), (1, 0));
}

#[test]
fn s1_10_hardware_works_while_it_is_in_play() {
    let bench =
        Bench::arranged(|t| t.hand(A, &["plus-zero"]).scam(A, "misc-scam", 0).list(B, &["four-a"], 0));
    assert!(!bench.choices(A).iter().any(|choice| choice.starts_with("mail")));
    let bench = Bench::arranged(|t| {
        t.hand(A, &["plus-zero"]).scam(A, "misc-scam", 0).list(B, &["four-a"], 0).hardware(A, "tap")
    });
    assert!(bench.choices(A).contains(&"mail plus-zero for misc-scam to four-a".to_owned()));
}

#[test]
fn s1_11_one_six_sided_die() {
    let mut bench =
        Bench::arranged(|t| t.scam(A, "misc-scam", 0).hand(A, &["plus-zero"]).masses(&["four-a"], 0));
    assert_eq!(bench.refusal("* roll 3"), "S3.1");
    bench.play("A mail plus-zero for misc-scam to four-a");
    assert_eq!(bench.refusal("A stop"), "S1.11");
    assert_eq!(bench.refusal("* card plus-zero"), "S1.11");
    let mut chances = Vec::new();
    table::Game::chances(&bench.game, &bench.state, &mut chances);
    assert_eq!(chances.len(), 6);
    assert!(chances.iter().all(|(_, weight)| *weight == 1));
}

#[test]
fn s1_12_hands_are_secret_and_everything_else_is_open() {
    let bench =
        Bench::arranged(|t| t.hand(A, &["plus-zero"]).hand(B, &["plus-one", "tap"]).scam(C, "misc-scam", 3));
    let seen = |viewer| table::Game::show(&bench.game, &table::Game::view(&bench.game, &bench.state, viewer));
    let a = seen(Viewer::Seat(A));
    assert_eq!(a["secrets"]["A"]["hand"], serde_json::json!(["plus-zero"]));
    assert_eq!(a["table"]["seats"]["B"]["hand"], 2, "the number of cards is open");
    assert!(a["secrets"].get("B").is_none());
    assert!(!a.to_string().contains("plus-one"));
    let bystander = seen(Viewer::Bystander);
    assert_eq!(bystander["secrets"], serde_json::json!({}));
    assert_eq!(bystander["table"], a["table"]);
    assert_eq!(Category::Miscellaneous.matching(), None);
}

#[test]
fn s1_6_a_view_shows_the_effective_size_and_the_name_a_list_goes_by() {
    let bench = Bench::arranged(|t| t.masses(&["eight-a"], 3));
    let view = bench.game.view(&bench.state, Viewer::Bystander);
    let list = &view.masses[0];
    assert_eq!((list.size, list.effective_size(), list.name(bench.game.set())), (8, 5, "Eight A"));
}
