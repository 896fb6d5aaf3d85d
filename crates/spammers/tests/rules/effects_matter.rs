//! No effect of the vocabulary does nothing: wherever it may be used, the table is another one afterwards.
use std::collections::BTreeMap;

use crate::bench::{A, B, Bench, effects};
use serde_json::{Value, json};
use spammers::{Action, CardId, Effect, Kind, Phase, Question, Spammers, State};
use table::{Awaits, Game, Input, Luck, NoEvents, Purpose, Seat, Seed};

/// How often each effect is to be seen at work.
const ENOUGH: u32 = 20;
/// A game more than this, and the test gives up.
const MOST_GAMES: u64 = 400;

/// The table without what any effect does alike: the card leaves the hand for the discard pile, and an Action is taken.
fn essence(game: &Spammers, state: &State, played: &[(Seat, CardId)]) -> Value {
    let mut position = game.position(state);
    for &(seat, card) in played {
        let slug = json!(game.set().face(card).slug);
        for pile in [format!("/secrets/{seat}/hand"), "/table/discards".to_owned()] {
            let cards = position.pointer_mut(&pile).unwrap().as_array_mut().unwrap();
            if let Some(place) = cards.iter().position(|card| *card == slug) {
                cards.remove(place);
            }
        }
    }
    for seat in game.seats().iter() {
        position["table"]["seats"][seat.to_string()]["hand"].take();
    }
    position["table"]["actions_taken"].take();
    position["table"]["resolving"].take();
    position
}

/// The effect of an action in the middle of a turn.
fn effect_of(game: &Spammers, action: Action) -> Option<(CardId, Effect)> {
    let (Action::Special(card, _) | Action::React(card, _)) = action else { return None };
    match game.set().face(card).kind {
        Kind::Mailing { effect, .. } => Some((card, effect)),
        Kind::Scam { .. } | Kind::Hardware(_) => None,
    }
}

/// The table after the action, when nobody reacts any more to what it announced.
fn after(game: &Spammers, state: &State, seat: Seat, action: Action) -> State {
    let mut after = *state;
    game.apply(&mut after, Input::Act(seat, action), &mut NoEvents).unwrap();
    while let (Action::Special(..), Phase::Ask(Question::Reacting { asked, .. })) =
        (action, game.phase(&after))
    {
        game.apply(&mut after, Input::Act(asked, Action::Pass), &mut NoEvents).unwrap();
    }
    after
}

/// Whether the action changed the table, beyond the card it took. A reaction is judged by the pending action.
fn matters(
    game: &Spammers,
    before: &State,
    after: &State,
    played: &[(Seat, CardId)],
    action: Action,
) -> bool {
    let [mut before, mut after] = [before, after].map(|state| essence(game, state, played));
    if let Action::React(..) = action {
        for position in [&mut before, &mut after] {
            position["table"]["phase"]["asked"].take();
            position["table"]["phase"]["passes"].take();
        }
    }
    before != after
}

#[test]
fn every_effect_changes_the_table() {
    let game = effects(3);
    let mut seen: BTreeMap<&str, u32> = BTreeMap::new();
    for face in game.set().titles() {
        if let Kind::Mailing { effect, .. } = face.kind {
            seen.insert(effect.clause().0, 0);
        }
    }
    assert_eq!(seen.len(), spammers::EFFECTS.len(), "the set of the tests lacks an effect");
    for number in 0..MOST_GAMES {
        if seen.values().all(|&times| times >= ENOUGH) {
            return;
        }
        play(&game, Seed::new(1998, number), &mut seen);
    }
    panic!("in {MOST_GAMES} games some effects were hardly ever possible: {seen:?}");
}

/// Plays a random game, and tries every effect wherever it may be used with Actions left.
fn play(game: &Spammers, seed: Seed, seen: &mut BTreeMap<&'static str, u32>) {
    let mut luck = seed.luck(Purpose::Trial);
    let mut state = game.set_up();
    let mut choices = Vec::new();
    for _ in 0..600 {
        let awaits = game.awaits(&state);
        let input = match awaits {
            Awaits::Nothing => return,
            Awaits::Luck(_) => Input::Luck(game.chance(&state, &mut luck).unwrap()),
            Awaits::Choice(_) | Awaits::Sealed(_) => {
                let seat = awaits.seats().first().unwrap();
                game.choices(&state, seat, &mut choices);
                for &action in &choices {
                    let Some((card, effect)) = effect_of(game, action) else { continue };
                    let times = seen.get_mut(effect.clause().0).unwrap();
                    let last = matches!(action, Action::Special(..)) && game.actions_left(&state) < 2;
                    // A seat that has seen a hand before may see nothing new in it.
                    if last || *times >= ENOUGH || effect == Effect::PeekAtHand && *times > 0 {
                        continue;
                    }
                    let after = after(game, &state, seat, action);
                    let mattered = matters(game, &state, &after, &[(seat, card)], action);
                    assert!(
                        mattered || effect == Effect::PeekAtHand,
                        "{seed}: '{}' changes nothing",
                        game.write_action(action)
                    );
                    *times += u32::from(mattered);
                }
                if seen["S10.17"] > 0 {
                    seen.insert("S10.17", ENOUGH);
                }
                Input::Act(seat, luck.pick(&choices).unwrap())
            }
        };
        game.apply(&mut state, input, &mut NoEvents).unwrap();
    }
}

/// A cancelled effect is one that does nothing: the judgement above must find it out, and must not mistake the same
/// effect for it where it is not cancelled.
#[test]
fn an_effect_that_does_nothing_would_be_caught() {
    let start = || {
        Bench::with_effects(|t| {
            t.hand(A, &["raise-rating", "extra-actions"]).scam(A, "misc-scam", 0).hand(B, &["cancel-special"])
        })
    };
    let title = |slug: &str| start().game.set().find_card_id(slug).unwrap();
    for (slug, line) in [
        ("raise-rating", "A special raise-rating for misc-scam"),
        ("extra-actions", "A special extra-actions"),
    ] {
        let before = start();
        let action = before.game.read_action(line.strip_prefix("A ").unwrap()).unwrap();
        let played = [(A, title(slug)), (B, title("cancel-special"))];
        let (mut cancelled, mut done) = (start(), start());
        cancelled.play(&format!("{line}; B react cancel-special")).all_pass();
        done.play(line).all_pass();
        let differs =
            |after: &Bench, played: &[_]| matters(&before.game, &before.state, &after.state, played, action);
        assert!(!differs(&cancelled, &played), "{slug} was cancelled, and yet seems to do something");
        assert!(differs(&done, &played[..1]), "{slug} does something");
    }
}
