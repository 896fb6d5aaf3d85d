//! S2: set-up.
use crate::bench::{A, B, Bench, dull, starter};
use table::{Awaits, Game, Match, Purpose, Seat, SeatCount, Seed, Viewer};

fn dealt(seats: usize, seed: u64) -> Match<spammers::Spammers> {
    let mut live = Match::new(starter(seats));
    let mut luck = Seed::new(seed, 0).luck(Purpose::Table);
    while live.draw(&mut luck).is_some() {}
    live
}

const DEALT: [[&str; 3]; 3] =
    [["two-a", "three-a", "four-a"], ["two-b", "three-b", "four-b"], ["two-c", "three-c", "four-c"]];

#[test]
fn s2_1_each_player_is_dealt_three_lists_and_six_action_cards() {
    for seats in 2..=6 {
        let live = dealt(seats, 1);
        for seat in SeatCount::new(seats).unwrap().iter() {
            let secrets = live.view(Viewer::Seat(seat)).secrets.unwrap();
            assert_eq!((secrets.dealt.len(), secrets.hand.len()), (3, 6));
        }
    }
}

#[test]
fn s2_1_what_is_dealt_is_heard_by_its_owner_alone() {
    let mut bench = Bench::fresh(dull(3));
    bench.play("* list two-a");
    assert_eq!(bench.heard_by(Viewer::Seat(A)), ["A is dealt the List 'Two A'."]);
    assert_eq!(bench.heard_by(Viewer::Seat(B)), ["A is dealt a List."]);
    assert_eq!(bench.heard_by(Viewer::Bystander), ["A is dealt a List."]);
}

#[test]
fn s2_2_choices_are_secret_until_all_have_chosen() {
    let mut bench = Bench::arranged(|t| t.choosing(&DEALT));
    assert_eq!(bench.refusal("A choose two-b"), "S2.2");
    assert_eq!(bench.refusal("A draw action"), "S2.2");
    bench.play("C choose four-c; A choose two-a");
    assert!(bench.lists("masses").is_empty());
    assert_eq!(bench.refusal("A choose three-a"), "S3.9", "chosen is chosen");
    let to_b = bench.heard_by(Viewer::Seat(B)).join(" ");
    assert!(!to_b.contains("Four C") && !to_b.contains("Two A"));
    bench.play("B choose three-b");
    let masses: Vec<_> = bench.lists("masses").into_iter().flat_map(|(cards, ..)| cards).collect();
    assert_eq!(masses, ["two-a", "three-b", "four-c"]);
    assert_eq!(bench.heard_by(Viewer::Seat(B)).iter().filter(|line| line.contains("gives")).count(), 3);
}

#[test]
fn s2_2_hands_are_already_dealt_when_lists_are_chosen() {
    let live = dealt(3, 2);
    assert_eq!(live.awaits(), Awaits::Sealed(SeatCount::new(3).unwrap().all()));
    assert_eq!(live.view(Viewer::Seat(A)).secrets.unwrap().hand.len(), 6);
}

#[test]
fn s2_3_as_many_lists_as_players_are_dealt_into_the_masses() {
    for seats in 2..=6 {
        let mut live = dealt(seats, 3);
        for seat in SeatCount::new(seats).unwrap().iter() {
            let first = live.prompt(Viewer::Seat(seat)).choices[0].action;
            live.act(seat, first).unwrap();
        }
        let mut luck = Seed::new(4, 0).luck(Purpose::Table);
        while live.draw(&mut luck).is_some() {}
        assert_eq!(live.view(Viewer::Bystander).masses.len(), 2 * seats);
    }
}

#[test]
fn s2_4_the_other_two_lists_go_face_up_into_the_own_area() {
    let mut bench = Bench::arranged(|t| t.choosing(&DEALT));
    bench.play("A choose two-a; B choose three-b; C choose four-c");
    for (area, cards) in
        [("A", ["three-a", "four-a"]), ("B", ["two-b", "four-b"]), ("C", ["two-c", "three-c"])]
    {
        let lists: Vec<_> = bench.lists(area).into_iter().flat_map(|(cards, ..)| cards).collect();
        assert_eq!(lists, cards);
    }
}

#[test]
fn s2_5_chance_picks_the_first_player_and_play_goes_clockwise() {
    let mut bench = Bench::arranged(|t| t.choosing(&DEALT));
    bench.play(
        "A choose two-a; B choose three-b; C choose four-c; * list five-a; * list five-b; * list five-c",
    );
    let mut chances = Vec::new();
    bench.game.chances(&bench.state, &mut chances);
    assert_eq!(chances.len(), 3);
    bench.play("* first C");
    assert_eq!(bench.turn(), "C");
    bench.play("C stop; A stop");
    assert_eq!(bench.turn(), "B");
    assert_eq!(bench.asked(), Seat::new(1));
}
