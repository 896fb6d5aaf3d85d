//! A live match: taking back, keeping its inputs, and thinking beside it.
use crate::script::*;
use spamorama::{BuiltIn, Event, Memory, SpamORama};
use table::{Awaits, Game as _, Luck, Match, Purpose, Seed, TooLate, Viewer};

/// A match in which A is to take its first coin, or a later one.
fn begun(choices_made: usize) -> Match<SpamORama> {
    begun_in(ring(2), choices_made)
}

/// The same in this game.
fn begun_in(game: SpamORama, choices_made: usize) -> Match<SpamORama> {
    let seed = Seed::new(7, 0);
    let (mut chance, mut whims) = (seed.luck(Purpose::Table), seed.luck(Purpose::Trial));
    let mut live = Match::new(game);
    let mut left = choices_made;
    let mut choices = Vec::new();
    loop {
        match live.awaits() {
            Awaits::Luck(_) => drop(live.draw(&mut chance)),
            Awaits::Choice(_) if left == 0 => return live,
            Awaits::Choice(seat) => {
                live.choices(seat, &mut choices);
                live.act(seat, whims.pick(&choices).unwrap()).unwrap();
                left -= 1;
            }
            Awaits::Sealed(_) | Awaits::Nothing => panic!("nothing left to choose"),
        }
    }
}

#[test]
fn r3_1_a_coin_placed_can_be_placed_elsewhere_until_somebody_looks_at_the_next() {
    let mut live = begun(1);
    let looked = live.version();
    assert_eq!(live.settled(), looked, "its player has looked at the coin");
    let asked = live.awaits();
    let seat = asked.seats().iter().next().unwrap();
    live.act(seat, live.game().network().port_named("c4").map(spamorama::Action::Place).unwrap()).unwrap();
    assert_eq!(live.settled(), looked);
    live.take_back(looked).unwrap();
    assert_eq!((live.version(), live.awaits()), (looked, asked));
    assert_eq!(live.take_back(looked - 1), Err(TooLate { settled: looked }));
    assert_eq!(live.version(), looked);
    live.take_back(looked + 5).unwrap();
    assert_eq!(live.version(), looked, "what has not come yet cannot be gone back to");
}

#[test]
fn a_match_is_taken_up_again_from_its_inputs() {
    let live = begun(40);
    let mut again = Match::new(ring(2));
    for (_, text) in live.inputs() {
        again.take(again.read_input(&text).unwrap()).unwrap();
    }
    assert_eq!(again.version(), live.version());
    assert_eq!(again.input_text(1), live.inputs().next());
    assert_eq!(again.input_text(0), None);
    for viewer in [Viewer::Seat(seat("A")), Viewer::Seat(seat("B")), Viewer::Bystander] {
        assert_eq!(again.view(viewer), live.view(viewer));
    }
    assert!(again.read_input("A juggle c4").is_err());
}

#[test]
fn r4_7_without_the_aid_nothing_that_is_past_can_be_heard_again() {
    let game = game(BuiltIn::Ring, 2, Memory::Off);
    let (mut chance, mut whims) =
        (Seed::new(7, 0).luck(Purpose::Table), Seed::new(7, 0).luck(Purpose::Trial));
    let mut live = Match::new(game.clone());
    let mut choices = Vec::new();
    let viewers: Vec<Viewer> = game.seats().viewers().collect();
    let begins =
        |event: &Event| matches!(event, Event::Took { .. } | Event::Placed { .. } | Event::Relayed { .. });
    loop {
        let before = live.version();
        match live.awaits() {
            Awaits::Luck(_) => drop(live.draw(&mut chance)),
            Awaits::Choice(seat) => {
                live.choices(seat, &mut choices);
                live.act(seat, whims.pick(&choices).unwrap()).unwrap();
            }
            Awaits::Sealed(_) | Awaits::Nothing => break,
        }
        if live.ending().is_some() {
            break;
        }
        for &viewer in &viewers {
            let heard: Vec<(usize, &Event)> = live.heard(viewer, 0).collect();
            let begun = heard.iter().filter(|(_, event)| begins(event)).count();
            assert!(begun <= 1 && heard.first().is_none_or(|(_, event)| begun == 0 || begins(event)));
            assert!(live.heard(viewer, before).count() <= heard.len());
            assert_eq!(
                heard.last().map(|(version, _)| *version),
                Some(live.version()),
                "what is new is told"
            );
        }
    }
    let told = live.heard(Viewer::Bystander, 0).filter(|(_, event)| begins(event)).count();
    assert!(told > 100, "when it is over, all can be read");

    let mut live = begun_in(game, 3);
    let (seat, version) = (live.awaits().seats().iter().next().unwrap(), live.version());
    let heard = |live: &Match<SpamORama>| live.heard(Viewer::Bystander, 0).count();
    let told = heard(&live);
    live.choices(seat, &mut choices);
    live.act(seat, choices[0]).unwrap();
    live.take_back(version).unwrap();
    assert_eq!(heard(&live), told);
}

#[test]
fn somebody_can_think_from_what_they_see_while_the_match_goes_on() {
    let mut live = begun(2);
    let seat = live.awaits().seats().iter().next().unwrap();
    let (view, owned_observer) = (live.view(Viewer::Seat(seat)), live.owned_observer(Viewer::Seat(seat)));
    let mut choices = Vec::new();
    live.choices(seat, &mut choices);
    live.act(seat, choices[0]).unwrap();
    let thought = std::thread::spawn(move || (owned_observer.observer().view(), owned_observer.choices()));
    assert_eq!(thought.join().unwrap(), (view, choices));
    assert!(live.owned_observer(Viewer::Bystander).choices().is_empty());
}
