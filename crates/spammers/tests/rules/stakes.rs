//! S7.3: a seat without a say in a reaction window can be passed over.
use std::collections::BTreeMap;

use spammers::{Action, CardSet, Chance, Moment, Phase, Question, Spammers, State, Variant, View};
use table::{Awaits, Game, Input, Luck, NoEvents, Purpose, Seat, SeatCount, SeatSet, Seed, Viewer};

use crate::bench::{A, B, Bench, C, effects};

/// Games in which every window is looked at.
const GAMES: u64 = 40;
/// Inputs of a game at most.
const INPUTS: usize = 600;
/// Ways to answer that are tried of each seat in each window.
const WAYS: usize = 10;

/// The kind of an open window.
fn moment(game: &Spammers, state: &State) -> Option<Moment> {
    match game.phase(state) {
        Phase::Ask(Question::Reacting { pending, .. }) => Some(pending.moment()),
        // S11.2: it is being rolled again.
        Phase::Luck(Chance::Rolling(_)) => Some(Moment::AfterRoll),
        Phase::Luck(_) | Phase::Ask(_) | Phase::Over(_) => None,
    }
}

/// All that everybody sees of the table, but for the cards that were spent on reactions.
fn result(game: &Spammers, state: &State) -> View {
    let mut view = game.view(state, Viewer::Bystander);
    view.discards.clear();
    for seat in &mut view.seats {
        (seat.hand, seat.declined) = (0, 0);
        seat.shown.clear();
    }
    view
}

/// Plays the window to its end: these seats answer anything, all others pass.
fn played_out(game: &Spammers, mut state: State, answering: SeatSet, luck: &mut impl Luck) -> View {
    let about = moment(game, &state);
    let mut choices = Vec::new();
    while moment(game, &state) == about {
        let input = match game.awaits(&state) {
            Awaits::Choice(asked) => {
                game.choices(&state, asked, &mut choices);
                let answer = luck.pick(&choices).filter(|_| answering.contains(asked));
                Input::Act(asked, answer.unwrap_or(Action::Pass))
            }
            Awaits::Luck(_) => Input::Luck(game.chance(&state, luck).unwrap()),
            Awaits::Sealed(_) | Awaits::Nothing => unreachable!("a window is open"),
        };
        game.apply(&mut state, input, &mut NoEvents).unwrap();
    }
    result(game, &state)
}

/// The table at each moment at which a window has just opened, in random games of this.
fn at_windows(game: &Spammers, mut look: impl FnMut(&State)) {
    let (mut choices, everybody) = (Vec::new(), game.seats().all());
    for number in 0..GAMES {
        let mut luck = Seed::new(53, number).luck(Purpose::Trial);
        let mut state = game.set_up();
        for _ in 0..INPUTS {
            if game.pass(&state).is_some() && game.still_asked(&state) == everybody {
                look(&state);
            }
            let input = match game.awaits(&state) {
                Awaits::Choice(_) | Awaits::Sealed(_) => {
                    let seat = game.awaits(&state).seats().first().unwrap();
                    game.choices(&state, seat, &mut choices);
                    Input::Act(seat, luck.pick(&choices).unwrap())
                }
                Awaits::Luck(_) => Input::Luck(game.chance(&state, &mut luck).unwrap()),
                Awaits::Nothing => break,
            };
            game.apply(&mut state, input, &mut NoEvents).unwrap();
        }
    }
}

/// How often something was seen, by what the window was about.
type Count = BTreeMap<Moment, usize>;

/// All windows in random games: answers of seats without a say change nothing, nor do all answers together of seats
/// that can be seen to have none.
fn passing_over_is_right(game: &Spammers) -> (Count, Count) {
    let mut luck = Seed::new(54, 0).luck(Purpose::Trial);
    let (mut passed_over, mut idle) = (Count::new(), Count::new());
    at_windows(game, |state| {
        let about = moment(game, state).unwrap();
        let passed = played_out(game, *state, SeatSet::EMPTY, &mut luck);
        let (without, mut choices) = (game.without_a_say(state), Vec::new());
        for seat in game.seats().iter().filter(|&seat| !game.has_a_say(state, seat)) {
            let mut asked = *state;
            while game.awaits(&asked) != Awaits::Choice(seat) {
                let before = game.awaits(&asked).seats().first().unwrap();
                game.apply(&mut asked, Input::Act(before, Action::Pass), &mut NoEvents).unwrap();
            }
            game.choices(&asked, seat, &mut choices);
            if choices.len() > 1 {
                *passed_over.entry(about).or_default() += 1;
                for _ in 0..WAYS {
                    let answered = played_out(game, asked, SeatSet::only(seat), &mut luck);
                    assert_eq!(answered, passed, "{seat} has no say and plays one of {choices:?}");
                }
            }
        }
        if !without.is_empty() {
            *idle.entry(about).or_default() += 1;
            for _ in 0..WAYS {
                let answered = played_out(game, *state, without, &mut luck);
                assert_eq!(answered, passed, "{without} have no say");
            }
        }
    });
    (passed_over, idle)
}

#[test]
fn s7_3_whoever_has_no_say_changes_nothing_whatever_they_play() {
    let standard = Spammers::new(CardSet::standard(), SeatCount::new(3).unwrap(), Variant::Standard);
    let (passed_over, idle) = passing_over_is_right(&standard);
    assert!(passed_over[&Moment::AfterRoll] > 20, "{passed_over:?}");
    assert!(idle[&Moment::OnLower] + idle[&Moment::OnMove] > 20, "{idle:?}");
    let (passed_over, idle) = passing_over_is_right(&effects(4));
    assert!(passed_over[&Moment::AfterRoll] > 20, "{passed_over:?}");
    for about in [Moment::OnLower, Moment::OnMove] {
        assert!(idle.get(&about).is_some_and(|count| *count > 5), "{idle:?}");
    }
}

/// A roll against a Target Number of six and what the card adds, with a hand of B's.
fn rolled(hand: &[&str], roll: u8) -> Bench {
    let mut bench = Bench::with_effects(|t| {
        t.scam(A, "misc-scam", 0).hand(A, &["split-list"]).hand(B, hand).masses(&["six-a"], 0)
    });
    bench.play(&format!("A mail split-list for misc-scam to six-a; * roll {roll}"));
    bench
}

fn has_a_say(bench: &Bench, seat: Seat) -> bool {
    bench.game.has_a_say(&bench.state, seat)
}

#[test]
fn s7_3_who_holds_no_answer_has_no_say() {
    let bench = rolled(&["split-list", "cancel-special"], 3);
    assert!(!has_a_say(&bench, A) && !has_a_say(&bench, B) && !has_a_say(&bench, C));
    let asks = "A rolled 3 against Target 6: that gains 1. Nothing you hold can change what it gains.";
    assert_eq!(bench.prompt(B).asks, asks);
}

#[test]
fn s7_3_an_answer_that_leaves_the_gain_as_it_is_gives_no_say() {
    assert!(!has_a_say(&rolled(&["shift-roll"], 5), B), "3 gains one against Target 6, and so does 6");
    assert!(has_a_say(&rolled(&["shift-roll"], 4), B), "2 gains two");
    assert!(has_a_say(&rolled(&["shift-target"], 5), B), "against Target 4 it gains nothing");
    assert!(has_a_say(&rolled(&["reroll"], 5), B), "luck may change it");
}

#[test]
fn s7_3_two_answers_that_change_it_together_give_a_say() {
    assert!(has_a_say(&rolled(&["shift-roll", "shift-roll"], 5), B), "1 gains two");
}

#[test]
fn s7_3_against_a_target_out_of_reach_nobody_has_a_say_as_everybody_can_see() {
    let card = "split-list";
    let window = |gruntles: u16| {
        let mut bench = Bench::with_effects(|t| {
            t.scam(A, "misc-scam", 0)
                .hand(A, &[card, card])
                .hand(B, &["shift-target", "shift-roll", "reroll"])
                .hand(C, &["split-list"])
                .masses(&["six-a", "six-b", "six-c"], gruntles)
        });
        bench.play(&format!("A mail {card} for misc-scam to six-a; * roll 6"));
        bench
    };
    let everybody: SeatSet = [A, B, C].into_iter().collect();
    let sure = window(0);
    assert_eq!(sure.phase()["pending"]["target"], 18);
    assert_eq!(
        sure.game.without_a_say(&sure.state),
        everybody,
        "three cards take six off it: 12 is enough for two"
    );
    let unsure = window(3);
    assert_eq!(unsure.phase()["pending"]["target"], 15);
    assert!(unsure.game.without_a_say(&unsure.state).is_empty(), "9 is not");
    // Nobody need hold them for that.
    assert!(!has_a_say(&unsure, C));
}

#[test]
fn s11_4_s11_5_only_the_owner_has_a_say_and_only_once() {
    let mut bench = Bench::with_effects(|t| {
        t.hand(A, &["lower-rating", "release-list"])
            .hand(B, &["shield-scam", "hold-list"])
            .hand(C, &["shield-scam", "hold-list"])
            .scam(B, "misc-scam", 5)
            .list(B, &["six-a"], 0)
    });
    let everybody: SeatSet = [A, B, C].into_iter().collect();
    for (special, answer) in
        [("lower-rating for misc-scam", "shield-scam"), ("release-list on six-a", "hold-list")]
    {
        bench.play(&format!("A special {special}; B pass; C pass; A pass"));
        assert_eq!(bench.game.without_a_say(&bench.state), everybody.without(B));
        assert!(has_a_say(&bench, B) && !has_a_say(&bench, C), "C holds the same card");
        bench.play(&format!("B react {answer}"));
        assert_eq!(bench.game.without_a_say(&bench.state), everybody);
        bench.all_pass();
    }
}
