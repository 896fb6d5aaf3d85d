//! S10: Special Effects.
use crate::bench::{self, A, B, Bench, C};
use spammers::{EFFECTS, Effect};
use table::Viewer;

fn masses(bench: &Bench) -> Vec<String> {
    bench.lists("masses").into_iter().flat_map(|(cards, ..)| cards).collect()
}

#[test]
fn s10_0_every_effect_costs_an_action_and_its_card() {
    let mut bench = Bench::with_effects(|t| t.hand(A, &["add-gruntles"]).masses(&["six-a"], 0));
    bench.special("add-gruntles on six-a");
    assert_eq!(bench.table()["actions_taken"], 1);
    assert_eq!(bench.discards(), ["add-gruntles"]);
    assert_eq!(bench.refusal("A special add-gruntles on six-a"), "S3.4");
}

#[test]
fn s10_0_the_text_of_every_effect_is_its_own() {
    let texts: Vec<String> =
        EFFECTS.iter().map(|word| word.with(word.smallest()).unwrap().to_string()).collect();
    for (place, text) in texts.iter().enumerate() {
        assert!(!texts[..place].contains(text), "{text}");
        assert!(text.ends_with('.') && text.starts_with(char::is_uppercase), "{text}");
    }
    assert_eq!(Effect::AddGruntles(1).to_string(), "Put a Gruntle on any List in play.");
    assert_eq!(Effect::DrawCards(3).to_string(), "Draw 3 Action cards.");
    assert_eq!(Effect::ExtraActions(1).to_string(), "Take another Action this turn.");
}

#[test]
fn s10_1_a_rating_is_raised_or_lowered_by_the_number() {
    let start = || {
        Bench::with_effects(|t| t.hand(A, &["adjust-rating"]).scam(B, "one-scam", 4).scam(A, "misc-scam", 0))
    };
    assert_eq!(start().special("adjust-rating raise one-scam").rating("one-scam"), 6);
    assert_eq!(start().special("adjust-rating lower one-scam").rating("one-scam"), 2);
    assert_eq!(start().refusal("A special adjust-rating lower misc-scam"), "S1.8");
    assert_eq!(start().refusal("A special adjust-rating raise two-scam"), "S4.4");
}

#[test]
fn s10_1_a_merged_pile_of_effects_never_takes_a_scam_below_its_initial_rating() {
    let mut bench = Bench::with_effects(|t| t.hand(A, &["adjust-rating"]).scam(B, "two-scam", 3));
    assert_eq!(bench.special("adjust-rating lower two-scam").rating("two-scam"), 2);
}

#[test]
fn s10_2_one_of_the_own_scams_is_raised() {
    let mut bench =
        Bench::with_effects(|t| t.hand(A, &["raise-rating"]).scam(A, "misc-scam", 1).scam(B, "one-scam", 4));
    assert_eq!(bench.refusal("A special raise-rating for one-scam"), "S4.5");
    assert_eq!(bench.special("raise-rating for misc-scam").rating("misc-scam"), 3);
}

#[test]
fn s10_3_another_players_scam_is_lowered() {
    let mut bench =
        Bench::with_effects(|t| t.hand(A, &["lower-rating"]).scam(A, "misc-scam", 5).scam(B, "one-scam", 2));
    assert_eq!(bench.refusal("A special lower-rating for misc-scam"), "S4.4");
    assert_eq!(
        bench.special("lower-rating for one-scam").rating("one-scam"),
        1,
        "not below its Initial Rating"
    );
}

#[test]
fn s10_4_what_one_scam_loses_another_gains() {
    let start = |rating| {
        Bench::with_effects(|t| {
            t.hand(A, &["steal-rating"]).scam(A, "misc-scam", 1).scam(B, "one-scam", rating)
        })
    };
    let mut bench = start(4);
    bench.special("steal-rating from one-scam to misc-scam");
    assert_eq!((bench.rating("one-scam"), bench.rating("misc-scam")), (2, 3));
    let mut bench = start(2);
    bench.special("steal-rating from one-scam to misc-scam");
    assert_eq!(
        (bench.rating("one-scam"), bench.rating("misc-scam")),
        (1, 2),
        "only as much as there was to lose"
    );
    assert_eq!(start(1).refusal("A special steal-rating from one-scam to misc-scam"), "S1.8");
    assert_eq!(start(4).refusal("A special steal-rating from misc-scam to misc-scam"), "S4.4");
    assert_eq!(start(4).refusal("A special steal-rating from one-scam to one-scam"), "S4.5");
}

#[test]
fn s10_5_gruntles_are_added_and_s5_is_applied() {
    let start = || {
        Bench::with_effects(|t| t.hand(A, &["add-gruntles"]).list(B, &["four-a"], 0).masses(&["two-a"], 0))
    };
    assert_eq!(start().special("add-gruntles on four-a").list("four-a"), ("masses".to_owned(), 0));
    assert_eq!(start().special("add-gruntles on two-a").list("two-a").0, "discards");
    assert_eq!(start().refusal("A special add-gruntles on six-a"), "S4.4");
}

#[test]
fn s10_6_gruntles_are_removed_as_far_as_there_are_any() {
    let start =
        |count| Bench::with_effects(move |t| t.hand(A, &["remove-gruntles"]).masses(&["eight-a"], count));
    assert_eq!(start(3).special("remove-gruntles on eight-a").list("eight-a").1, 1);
    assert_eq!(start(1).special("remove-gruntles on eight-a").list("eight-a").1, 0);
    assert_eq!(start(0).refusal("A special remove-gruntles on eight-a"), "S4.4");
}

#[test]
fn s10_7_gruntles_move_from_one_list_to_another() {
    let start = || {
        Bench::with_effects(|t| {
            t.hand(A, &["move-gruntles"])
                .masses(&["eight-a"], 3)
                .list(B, &["four-a"], 0)
                .masses(&["six-a"], 0)
        })
    };
    let mut bench = start();
    bench.special("move-gruntles off eight-a on six-a");
    assert_eq!((bench.list("eight-a").1, bench.list("six-a").1), (1, 2));
    let mut bench = start();
    bench.special("move-gruntles off eight-a on four-a");
    assert_eq!(
        (bench.list("eight-a").1, bench.list("four-a")),
        (1, ("masses".to_owned(), 0)),
        "S5 is applied"
    );
    assert_eq!(start().refusal("A special move-gruntles off six-a on four-a"), "S4.4");
    assert_eq!(start().refusal("A special move-gruntles off eight-a on eight-a"), "S3.5");
}

#[test]
fn s10_8_a_specialty_is_added_where_it_lacks() {
    let start = || {
        Bench::with_effects(|t| {
            t.hand(A, &["add-specialty"]).list(B, &["six-a"], 0).masses(&["adult-four"], 0)
        })
    };
    assert_eq!(start().special("add-specialty on six-a").specialties("six-a"), ["adult"]);
    assert_eq!(start().refusal("A special add-specialty on adult-four"), "S1.5");
}

#[test]
fn s10_9_a_specialty_is_removed() {
    let mut bench = Bench::with_effects(|t| t.hand(A, &["remove-specialty"]).masses(&["mixed-five"], 0));
    assert_eq!(bench.refusal("A special remove-specialty internet-services off mixed-five"), "S4.4");
    assert_eq!(
        bench.special("remove-specialty adult off mixed-five").specialties("mixed-five"),
        ["free-stuff"]
    );
}

#[test]
fn s10_10_an_unwashed_list_of_the_right_size_is_taken_gruntles_and_all() {
    let start = || {
        Bench::with_effects(|t| {
            t.hand(A, &["take-unwashed-list"])
                .masses(&["five-a"], 2)
                .masses(&["six-a"], 0)
                .masses(&["four-a"], 2)
                .list(B, &["two-a"], 0)
        })
    };
    assert_eq!(start().special("take-unwashed-list on five-a").list("five-a"), ("A".to_owned(), 2));
    assert_eq!(start().refusal("A special take-unwashed-list on six-a"), "S4.4", "too large");
    assert_eq!(start().refusal("A special take-unwashed-list on four-a"), "S5.1", "it would not stay");
    assert_eq!(start().refusal("A special take-unwashed-list on two-a"), "S4.4", "not Unwashed");
}

#[test]
fn s10_11_another_players_list_of_the_right_size_is_taken() {
    let start = || {
        Bench::with_effects(|t| {
            t.hand(A, &["steal-list"]).list(B, &["four-a"], 1).list(B, &["six-a"], 0).list(A, &["two-a"], 0)
        })
    };
    assert_eq!(start().special("steal-list on four-a").list("four-a"), ("A".to_owned(), 1));
    assert_eq!(start().refusal("A special steal-list on six-a"), "S4.4");
    assert_eq!(start().refusal("A special steal-list on two-a"), "S4.4", "one's own");
}

#[test]
fn s10_11_a_merged_list_is_taken_whole() {
    let mut bench = Bench::with_effects(|t| t.hand(A, &["steal-list"]).list(B, &["two-a", "two-b"], 1));
    bench.special("steal-list on two-a");
    assert_eq!(bench.lists("A"), [(vec!["two-a".to_owned(), "two-b".to_owned()], 4, 1)]);
}

#[test]
fn s10_12_another_players_list_goes_to_the_masses_and_loses_its_gruntles() {
    let mut bench =
        Bench::with_effects(|t| t.hand(A, &["release-list"]).list(B, &["eight-a"], 2).masses(&["two-a"], 0));
    assert_eq!(bench.refusal("A special release-list on two-a"), "S4.4");
    assert_eq!(bench.special("release-list on eight-a").list("eight-a"), ("masses".to_owned(), 0));
}

#[test]
fn s10_13_a_merged_list_is_split_where_it_lies() {
    let mut bench = Bench::with_effects(|t| {
        t.hand(A, &["split-list"]).list(B, &["six-a", "adult-four", "mixed-five"], 2).masses(&["two-a"], 0)
    });
    assert_eq!(bench.refusal("A special split-list on two-a"), "S4.4");
    bench.special("split-list on six-a");
    let single = |name: &str, size, gruntles| (vec![name.to_owned()], size, gruntles);
    assert_eq!(
        bench.lists("B"),
        [single("six-a", 6, 2), single("adult-four", 4, 0), single("mixed-five", 5, 0)]
    );
    assert_eq!(bench.specialties("adult-four"), ["adult"]);
    assert_eq!(bench.specialties("mixed-five"), ["adult", "free-stuff"]);
    assert!(bench.specialties("six-a").is_empty());
}

#[test]
fn s10_13_gruntles_and_strange_counters_stay_on_the_first_and_s5_is_applied() {
    let mut bench = Bench::with_effects(|t| {
        t.hand(A, &["split-list"])
            .list(B, &["two-a", "eight-a"], 3)
            .specialty("two-a", spammers::Specialty::Adult)
    });
    bench.special("split-list on two-a");
    assert_eq!(bench.list("two-a"), ("masses".to_owned(), 0), "three Gruntles on two");
    assert_eq!(bench.list("eight-a"), ("B".to_owned(), 0));
    assert_eq!(bench.specialties("two-a"), ["adult"]);
}

#[test]
fn s10_14_an_unwashed_list_is_discarded_as_its_cards() {
    let mut bench = Bench::with_effects(|t| {
        t.hand(A, &["disband-list"]).masses(&["two-a", "six-a"], 1).list(A, &["two-b"], 0)
    });
    assert_eq!(bench.refusal("A special disband-list on two-b"), "S4.4");
    bench.special("disband-list on two-a");
    assert_eq!(bench::strings(&bench.table()["list_discards"]), ["two-a", "six-a"]);
    assert!(masses(&bench).is_empty());
}

#[test]
fn s10_15_cards_are_drawn_one_after_the_other() {
    let mut bench = Bench::with_effects(|t| t.hand(A, &["draw-cards"]));
    bench.special("draw-cards").play("* card reroll; * card hold-list");
    assert_eq!(bench.hand(A), ["reroll", "hold-list"]);
    assert_eq!(bench.discards(), ["draw-cards"]);
    assert!(!bench.heard_by(Viewer::Seat(B)).join(" ").contains("Hold List"));
}

#[test]
fn s10_15_the_hand_limit_and_the_cards_bound_it() {
    let eight =
        ["reroll", "reroll", "reroll", "hold-list", "hold-list", "hold-list", "shift-roll", "shift-roll"];
    let mut bench = Bench::with_effects(|t| t.hand(A, &eight).hand(A, &["draw-cards"]));
    bench.special("draw-cards").play("* card steal-card");
    assert_eq!((bench.hand(A).len(), bench.phase()), (9, serde_json::json!("acting")));
    let mut bench = Bench::with_effects(|t| t.hand(A, &["draw-cards"]).deck_of(&["reroll"]));
    bench.special("draw-cards").play("* card reroll");
    assert!(bench.discards().is_empty(), "the discards became a new deck for the second card");
}

#[test]
fn s10_16_a_card_at_random_changes_hands_before_two_pairs_of_eyes() {
    let mut bench = Bench::with_effects(|t| t.hand(A, &["steal-card"]).hand(B, &["reroll", "hold-list"]));
    assert_eq!(bench.refusal("A special steal-card at A"), "S4.4");
    assert_eq!(bench.refusal("A special steal-card at C"), "S4.4", "no cards in hand");
    assert_eq!(bench.refusal("A special steal-card at D"), "S4.4", "nobody sits there");
    bench.special("steal-card at B");
    assert_eq!(bench.refusal("* pick shift-roll"), "S1.1");
    bench.play("* pick hold-list");
    assert_eq!((bench.hand(A), bench.hand(B)), (vec!["hold-list".to_owned()], vec!["reroll".to_owned()]));
    for seat in [A, B] {
        assert!(
            bench.heard_by(Viewer::Seat(seat)).contains(&"A takes 'Hold List' out of B's hand.".to_owned())
        );
    }
    for viewer in [Viewer::Seat(C), Viewer::Bystander] {
        assert!(!bench.heard_by(viewer).join(" ").contains("Hold List"));
    }
    assert_eq!(bench.known(B, A), ["hold-list"], "B remembers what was taken");
    assert!(bench.known(C, A).is_empty());
}

#[test]
fn s10_16_a_hand_that_has_become_empty_loses_nothing() {
    let mut bench =
        Bench::with_effects(|t| t.hand(A, &["steal-card", "cancel-special"]).hand(B, &["cancel-special"]));
    bench
        .play("A special steal-card at B; B react cancel-special; B pass; C pass; A react cancel-special")
        .all_pass();
    assert_eq!(bench.phase(), serde_json::json!("acting"));
    assert!(bench.hand(A).is_empty());
}

#[test]
fn s10_17_one_sees_a_hand_and_remembers_it() {
    let mut bench = Bench::with_effects(|t| t.hand(A, &["peek-at-hand"]).hand(B, &["reroll", "hold-list"]));
    bench.special("peek-at-hand at B");
    assert!(bench.heard_by(Viewer::Seat(A)).contains(&"B holds 'Hold List'.".to_owned()));
    for viewer in [Viewer::Seat(B), Viewer::Seat(C), Viewer::Bystander] {
        assert!(!bench.heard_by(viewer).join(" ").contains("Hold List"));
    }
    assert_eq!(bench.known(A, B), ["reroll", "hold-list"]);
    assert!(bench.known(C, B).is_empty());
}

#[test]
fn s10_17_what_was_seen_is_remembered_only_as_long_as_it_is_sure() {
    let mut bench = Bench::with_effects(|t| {
        t.hand(A, &["peek-at-hand"])
            .hand(B, &["extra-actions", "extra-actions", "reroll"])
            .hand(C, &["steal-card"])
    });
    bench.special("peek-at-hand at B").play("A stop; B special extra-actions").all_pass();
    assert_eq!(bench.known(A, B), ["extra-actions", "reroll"], "one of the two was played");
    bench.play("B draw action; * card extra-actions");
    assert_eq!(bench.known(A, B), ["extra-actions", "reroll"], "what was drawn since is not known");
    bench.play("B special extra-actions").all_pass();
    assert_eq!(bench.known(A, B), ["reroll"], "it may have been the known one");
    bench.play("B stop; C special steal-card at B").all_pass().play("* pick extra-actions");
    assert!(bench.known(A, B).is_empty(), "A did not see which card was taken");
    assert_eq!(bench.known(B, C), ["extra-actions"]);
}

#[test]
fn s10_18_a_card_at_random_is_discarded_for_all_to_see() {
    let mut bench = Bench::with_effects(|t| t.hand(A, &["force-discard"]).hand(B, &["reroll", "hold-list"]));
    bench.special("force-discard at B").play("* pick reroll");
    assert_eq!(bench.discards(), ["force-discard", "reroll"]);
    assert!(bench.heard_by(Viewer::Seat(C)).contains(&"B discards 'Reroll' at random.".to_owned()));
}

#[test]
fn s10_19_a_discarded_card_is_taken_for_all_to_see() {
    let mut bench = Bench::with_effects(|t| t.hand(A, &["take-discard"]).discarded(&["reroll"]));
    assert_eq!(bench.refusal("A special take-discard take hold-list"), "S4.4");
    assert_eq!(
        bench.refusal("A special take-discard take take-discard"),
        "S4.4",
        "it is not on the pile yet"
    );
    bench.special("take-discard take reroll");
    assert_eq!(bench.hand(A), ["reroll"]);
    assert_eq!(bench.known(B, A), ["reroll"]);
    assert_eq!(bench::strings(&bench.table()["seats"]["A"]["shown"]), ["reroll"], "the bystander knows, too");
}

#[test]
fn s10_20_hardware_is_destroyed() {
    let mut bench = Bench::with_effects(|t| {
        t.hand(A, &["destroy-hardware"]).hardware(B, "scam-limit").hardware(A, "hand-limit")
    });
    assert_eq!(bench.refusal("A special destroy-hardware at A hand-limit"), "S4.4");
    assert_eq!(bench.refusal("A special destroy-hardware at B hand-limit"), "S4.4");
    bench.special("destroy-hardware at B scam-limit");
    assert!(bench.hardware(B).is_empty());
    assert_eq!(bench.discards(), ["destroy-hardware", "scam-limit"]);
}

#[test]
fn s10_21_hardware_is_stolen_and_works_at_once() {
    let mut bench = Bench::with_effects(|t| t.hand(A, &["steal-hardware"]).hardware(B, "actions-per-turn"));
    bench.special("steal-hardware at B actions-per-turn");
    assert_eq!((bench.hardware(A), bench.hardware(B)), (vec!["actions-per-turn".to_owned()], vec![]));
    bench.play("A draw action; * card reroll; A draw action; * card reroll");
    assert_eq!(bench.turn(), "A", "a fourth Action");
}

#[test]
fn s10_22_extra_actions_last_for_the_turn() {
    let mut bench = Bench::with_effects(|t| t.hand(A, &["extra-actions"]));
    bench.special("extra-actions");
    for card in ["reroll", "reroll", "reroll", "hold-list"] {
        assert_eq!(bench.turn(), "A");
        bench.play(&format!("A draw action; * card {card}"));
    }
    assert_eq!(bench.turn(), "B", "one spent, two gained: four more");
}

#[test]
fn s10_23_an_extra_mailing_lasts_for_the_turn() {
    let mut bench = Bench::with_effects(|t| {
        t.hand(A, &["extra-mailing", "reroll", "hold-list", "shift-roll"])
            .scam(A, "misc-scam", 0)
            .masses(&["eight-a"], 0)
    });
    bench.play("A mail reroll for misc-scam to eight-a; * roll 1").all_pass();
    assert_eq!(bench.refusal("A mail hold-list for misc-scam to eight-a"), "S4.10");
    bench.special("extra-mailing").play("A mail hold-list for misc-scam to eight-a; * roll 1").all_pass();
    bench.play("B stop; C stop; A mail shift-roll for misc-scam to eight-a; * roll 1").all_pass();
    assert_eq!(bench.rating("misc-scam"), 6);
}

#[test]
fn s10_23_an_extra_mailing_may_be_the_last_action() {
    let mut bench = Bench::with_effects(|t| t.hand(A, &["extra-mailing"]));
    bench.play("A draw action; * card reroll; A draw action; * card hold-list").special("extra-mailing");
    assert_eq!(bench.turn(), "B");
}

#[test]
fn s10_6_s5_is_applied_to_a_list_that_is_overdue() {
    let mut bench = Bench::with_effects(|t| t.hand(A, &["remove-gruntles"]).list(B, &["eight-a"], 6));
    bench.play("A special remove-gruntles on eight-a; B pass; C pass; A pass");
    assert_eq!(bench.window().as_deref(), Some("move"), "four of eight is half");
    bench.all_pass();
    assert_eq!(bench.list("eight-a"), ("masses".to_owned(), 0));
}

#[test]
fn s10_7_s5_is_applied_to_the_first_then_to_the_second() {
    let mut bench = Bench::with_effects(|t| {
        t.hand(A, &["move-gruntles"])
            .list(B, &["eight-a"], 7)
            .list(C, &["four-a"], 0)
            .hand(B, &["hold-list"])
            .hand(C, &["hold-list"])
    });
    bench.play("A special move-gruntles off eight-a on four-a; B pass; C pass; A pass");
    assert_eq!(bench.phase()["pending"]["list"], "eight-a");
    bench.play("B react hold-list; B pass; C pass; A pass");
    assert_eq!(bench.phase()["pending"]["list"], "four-a");
    bench.play("B pass; C pass; A pass");
    assert_eq!(bench.list("eight-a"), ("B".to_owned(), 0), "held");
    assert_eq!(bench.list("four-a"), ("masses".to_owned(), 0));
    assert_eq!(bench.discards(), ["move-gruntles", "hold-list"]);
}

#[test]
fn s10_15_over_the_hand_limit_no_card_can_be_drawn() {
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
    ];
    let mut bench = Bench::with_effects(|t| t.hand(A, &ten).hand(A, &["draw-cards", "extra-actions"]));
    assert_eq!(bench.refusal("A special draw-cards"), "S3.2");
    bench.special("extra-actions");
    assert_eq!(bench.refusal("A special draw-cards"), "S3.2", "nine would be left");
}
