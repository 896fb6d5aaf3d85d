//! Consequences announced before an answer come true, if nobody reacts; every change of a Rating or a List is
//! announced.
use std::collections::{BTreeMap, BTreeSet};

use crate::bench::effects;
use spammers::{
    Action, CardId, CardSet, Chance, Consequence, ListCard, Outcome, Pending, Phase, Question, Spammers,
    State, Variant, View, gain,
};
use table::{Awaits, Game, Input, Luck, NoEvents, Purpose, Seat, SeatCount, Seed, Viewer};

/// The table after the action, with this roll if one is asked for, when nobody reacts to anything.
fn after(game: &Spammers, state: &State, seat: Seat, action: Action, roll: u8) -> State {
    let mut after = *state;
    game.apply(&mut after, Input::Act(seat, action), &mut NoEvents).unwrap();
    // A reaction is judged by the pending action.
    if matches!(action, Action::React(..)) {
        return after;
    }
    loop {
        let input = match game.phase(&after) {
            Phase::Ask(Question::Reacting { asked, .. }) => Input::Act(asked, Action::Pass),
            Phase::Luck(Chance::Rolling(_)) => Input::Luck(Outcome::Roll(roll)),
            Phase::Luck(_) | Phase::Ask(_) | Phase::Over(_) => return after,
        };
        game.apply(&mut after, input, &mut NoEvents).unwrap();
    }
}

/// All Ratings by Scam.
fn ratings(view: &View) -> BTreeMap<CardId, u8> {
    view.seats.iter().flat_map(|seat| &seat.scams).map(|seen| (seen.scam, seen.rating)).collect()
}

/// All Lists: whose, of what printed Size, with how many Gruntles.
fn lists(view: &View) -> BTreeMap<ListCard, (Option<Seat>, u16, u16)> {
    let whose = view.seats.iter().enumerate().map(|(place, seat)| (Seat::new(place), &seat.lists));
    let all = whose.chain([(None, &view.masses)]);
    all.flat_map(|(seat, lists)| lists.iter().map(move |it| (it.lead(), (seat, it.size, it.gruntles))))
        .collect()
}

/// Whether an announced consequence came true, and its subject.
fn holds(
    told: Consequence,
    before: &View,
    after: &View,
    roll: u8,
) -> (bool, Option<CardId>, Option<ListCard>) {
    let (ratings_before, ratings) = (ratings(before), ratings(after));
    let lists = lists(after);
    let owner = |list| lists.get(&list).map(|(owner, ..)| *owner);
    match told {
        Consequence::Odds(target) => match after.phase {
            Phase::Luck(Chance::Rolling(mailing)) => (mailing.target == target, None, None),
            Phase::Luck(_) | Phase::Ask(_) | Phase::Over(_) => {
                let gained =
                    |(scam, rating): (&CardId, &u8)| rating - ratings_before.get(scam).unwrap_or(rating);
                let gains: u8 = ratings.iter().map(gained).sum();
                let scam = ratings.iter().find(|it| gained(*it) > 0).map(|(scam, _)| *scam);
                (gains == gain(roll, target), scam, None)
            }
        },
        Consequence::Gain { from, to } => {
            let pending = |view: &View| match view.phase {
                Phase::Ask(Question::Reacting { pending: Pending::Roll(mailing, roll), .. }) => {
                    gain(roll, mailing.target)
                }
                Phase::Luck(_) | Phase::Ask(_) | Phase::Over(_) => panic!("no roll lies there"),
            };
            ((pending(before), pending(after)) == (from, to), None, None)
        }
        Consequence::Rating { scam, from, to } => {
            ((ratings_before[&scam], ratings[&scam]) == (from, to), Some(scam), None)
        }
        Consequence::Size { list, size, gruntles } => {
            let (_, printed, there) = lists[&list];
            (there == gruntles && spammers::effective_size(printed, there) == size, None, Some(list))
        }
        Consequence::Falls(list, from) => {
            let was = self::lists(before)[&list].0;
            (was == Some(from) && owner(list) == Some(None), None, Some(list))
        }
        Consequence::Gone(list) => {
            (owner(list).is_none() && after.list_discards.contains(&list), None, Some(list))
        }
        Consequence::Comes(list, to) => (owner(list) == Some(Some(to)), None, Some(list)),
        Consequence::Stays(_) => (true, None, None),
    }
}

/// Cards that join or part a List are announced by that List.
fn joins(action: Action) -> bool {
    match action {
        Action::Merge(..) => true,
        Action::Special(..)
        | Action::Mail { .. }
        | Action::Keep(_)
        | Action::KeepFree
        | Action::React(..) => false,
        Action::Choose(_)
        | Action::Stop
        | Action::Draw(_)
        | Action::Play(_)
        | Action::Recycle(..)
        | Action::Release
        | Action::Pass => true,
    }
}

fn judge(game: &Spammers, state: &State, seat: Seat, action: Action, roll: u8) -> usize {
    let before = game.view(state, Viewer::Seat(seat));
    let mut told = Vec::new();
    game.consequences(&before, action, |consequence| told.push(consequence));
    if told.is_empty() {
        return 0;
    }
    let after = game.view(&after(game, state, seat, action, roll), Viewer::Seat(seat));
    let (mut scams, mut found) = (BTreeSet::new(), BTreeSet::new());
    for &it in &told {
        let (is_so, scam, list) = holds(it, &before, &after, roll);
        assert!(is_so, "'{}' was to bring {it:?}", game.write_action(action));
        scams.extend(scam);
        found.extend(list);
    }
    for (scam, rating) in ratings(&after) {
        let same = ratings(&before).get(&scam).is_none_or(|was| *was == rating);
        assert!(same || scams.contains(&scam), "'{}' changed {scam:?}", game.write_action(action));
    }
    let now = lists(&after);
    for (list, was) in lists(&before) {
        let same = now.get(&list) == Some(&was);
        let told = same || found.contains(&list) || joins(action);
        assert!(told, "'{}' changed {list:?}", game.write_action(action));
    }
    told.len()
}

#[test]
fn what_is_told_is_what_happens() {
    let standard =
        |seats| Spammers::new(CardSet::standard(), SeatCount::new(seats).unwrap(), Variant::Standard);
    let mut judged = 0;
    for (game, games) in [(standard(3), 6), (effects(3), 20), (effects(5), 6)] {
        for number in 0..games {
            let mut luck = Seed::new(1998, number).luck(Purpose::Trial);
            let mut state = game.set_up();
            let mut choices = Vec::new();
            for turn in 0..400 {
                let awaits = game.awaits(&state);
                let input = match awaits {
                    Awaits::Nothing => break,
                    Awaits::Luck(_) => Input::Luck(game.chance(&state, &mut luck).unwrap()),
                    Awaits::Choice(_) | Awaits::Sealed(_) => {
                        let seat = awaits.seats().first().unwrap();
                        game.choices(&state, seat, &mut choices);
                        for (place, &action) in
                            choices.iter().enumerate().filter(|(at, _)| (at + turn) % 3 == 0)
                        {
                            judged += judge(&game, &state, seat, action, (place % 6 + 1) as u8);
                        }
                        Input::Act(seat, luck.pick(&choices).unwrap())
                    }
                };
                game.apply(&mut state, input, &mut NoEvents).unwrap();
            }
        }
    }
    assert!(judged > 5_000, "{judged}");
}

#[test]
fn the_target_number_of_a_view_is_that_of_the_rules() {
    let game = effects(4);
    for number in 0..10 {
        let mut luck = Seed::new(2026, number).luck(Purpose::Trial);
        let mut state = game.set_up();
        let mut choices = Vec::new();
        for _ in 0..300 {
            let awaits = game.awaits(&state);
            let input = match awaits {
                Awaits::Nothing => break,
                Awaits::Luck(_) => Input::Luck(game.chance(&state, &mut luck).unwrap()),
                Awaits::Choice(_) | Awaits::Sealed(_) => {
                    let seat = awaits.seats().first().unwrap();
                    game.choices(&state, seat, &mut choices);
                    let view = game.view(&state, Viewer::Seat(seat));
                    for &action in &choices {
                        if let Action::Mail { card, scam, list } = action {
                            let target = game.target_number(&state, seat, card, scam, list);
                            assert_eq!(game.seen_target(&view, card, scam, list), Some(target));
                        }
                    }
                    Input::Act(seat, luck.pick(&choices).unwrap())
                }
            };
            game.apply(&mut state, input, &mut NoEvents).unwrap();
        }
    }
}
