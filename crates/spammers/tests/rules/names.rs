//! Sentences are read with names: no letter stands for a seat where somebody has a name.
use crate::bench::{A, B, Bench, effects, starter};
use spammers::Spammers;
use table::{Awaits, Game as _, Luck, Match, NoEvents, Prose, Purpose, Refusal as _, Seat, Seed};

const NAMES: [&str; 6] = ["Ann", "Bob", "Cleo", "Dora", "Emil", "Fritz"];

fn named(prose: &Prose) -> String {
    prose.named(|seat| NAMES[seat.index()])
}

/// Whether a letter that names a seat, other than the article, stands alone outside the names of cards.
fn has_letter(sentence: &str) -> bool {
    let letter = |word: &str| word.parse::<Seat>().is_ok_and(|seat| seat != A);
    sentence.split('\'').step_by(2).any(|plain| plain.split(|c: char| !c.is_alphanumeric()).any(letter))
}

fn every_sentence(game: Spammers, seed: u64, mut each: impl FnMut(&Prose)) {
    let seed = Seed::new(seed, 0);
    let (mut chance, mut whims) = (seed.luck(Purpose::Table), seed.luck(Purpose::Trial));
    let mut live = Match::new(game);
    let mut choices = Vec::new();
    loop {
        for viewer in live.game().seats().viewers() {
            let prompt = live.prompt(viewer);
            each(&prompt.asks);
            prompt.choices.iter().for_each(|choice| each(&choice.says));
            prompt.unavailable.iter().for_each(|unavailable| {
                [&unavailable.what, &unavailable.why].into_iter().for_each(&mut each)
            });
        }
        match live.awaits() {
            Awaits::Luck(_) => drop(live.draw(&mut chance)),
            Awaits::Choice(_) | Awaits::Sealed(_) => {
                let seat = live.awaits().seats().iter().next().unwrap();
                live.choices(seat, &mut choices);
                live.act(seat, whims.pick(&choices).unwrap()).unwrap();
            }
            Awaits::Nothing => break,
        }
    }
    for viewer in live.game().seats().viewers() {
        live.heard(viewer, 0).for_each(|(_, event)| each(&live.game().tell(event)));
    }
}

#[test]
fn every_sentence_of_a_game_can_be_read_with_names() {
    let mut with_names = 0;
    for (game, seed) in [(starter(4), 1), (effects(6), 2), (effects(3), 3)] {
        every_sentence(game, seed, |prose| {
            let (letters, names) = (prose.to_string(), named(prose));
            assert!(!Prose::is_feigned_by(&letters) && !Prose::is_feigned_by(&names), "{letters}");
            assert!(!has_letter(&names), "{names}");
            with_names += usize::from(NAMES.iter().any(|name| names.contains(name)));
        });
    }
    assert!(with_names > 1000, "{with_names}");
}

#[test]
fn a_refusal_names_whom_the_table_waits_for() {
    let mut bench = Bench::arranged(|t| t.hand(A, &["plus-zero"]));
    let input = table::Input::Act(B, bench.game.read_action("stop").unwrap());
    let refused = bench.game.apply(&mut bench.state, input, &mut NoEvents).unwrap_err();
    assert_eq!(refused.to_string(), "it is not your move; the table waits for A");
    assert_eq!(named(&refused.says()), "it is not your move; the table waits for Ann");
}
