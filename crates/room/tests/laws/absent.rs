//! Absent friends: time-outs, stand-ins that keep a seat, and votes to call a bot.

use std::time::Duration;

use games::GameName;
use room::{
    Absence, Command, Entry, Input, LINGERS, Options, Outcome, Presence, RefusalKind, Requester, Room, Tell,
    Whereabouts,
};
use table::{Seat, Viewer};

use crate::world::{World, careless, key, lasting, opening, scattered, seat};

/// People who all listen, at a table where a decision takes 45 seconds at most.
fn friends(people: u8) -> World {
    let options =
        Options { clock: "brisk".to_owned(), seats: people.into(), ..Options::quick(GameName::SpamORama) };
    let mut world = World::playing(options, people, &[], careless(Duration::ZERO));
    for at in 0..people {
        world.listen(Viewer::Seat(seat(at.into())));
    }
    world
}

fn presence(world: &World, at: Seat) -> Presence {
    world.room.seats().get(at).unwrap().sitter.presence
}

fn asked(world: &World) -> Seat {
    world.room.awaited().iter().next().unwrap()
}

fn who(at: Seat) -> u8 {
    at.index() as u8 + 1
}

/// Somebody acts.
fn act(world: &mut World, at: Seat) {
    let choices = world.choices(at);
    let action = choices[scattered(world.room.version()) as usize % choices.len()].clone();
    world.command(who(at), Command::Act { version: world.room.version(), action }).unwrap();
}

/// All act until this one is asked alone.
fn until_asked(world: &mut World, at: Seat) {
    for _ in 0..200 {
        let next = asked(world);
        if next == at && world.room.awaited().len() == 1 {
            return;
        }
        act(world, next);
    }
    panic!("{at} was never asked");
}

#[test]
fn when_time_runs_out_a_stand_in_keeps_the_seat_until_its_owner_is_back() {
    let mut world = friends(3);
    let (late, next) = (seat(1), seat(2));
    until_asked(&mut world, late);
    let (inputs, version) = (world.room.game().unwrap().inputs(), world.room.version());
    world.told.iter_mut().for_each(|(_, told)| told.clear());
    world.pass(Duration::from_secs(46));
    assert!(world.room.version() > version + 1, "a bot has moved");
    assert_eq!(presence(&world, late), Presence::Away(Absence::TimedOut));
    assert_eq!(world.room.seats().get(late).unwrap().sitter.ran_out, [inputs]);
    assert!(world.journal.contains(&Entry::TimedOut(late)));
    for (viewer, told) in &world.told {
        assert!(told.iter().any(|told| told.what.contains("TimedOut")), "{viewer} is not told");
    }
    assert_eq!(lasting(&world.folded()), lasting(&world.room));
    // It keeps the seat: what comes next is played without anybody waiting for the clock.
    for _ in 0..20 {
        if asked(&world) == late {
            let before = world.room.game().unwrap().inputs();
            world.pass(Duration::from_secs(3));
            assert!(world.room.game().unwrap().inputs() > before, "the stand-in plays at its pace");
        } else {
            let next = asked(&world);
            act(&mut world, next);
        }
    }
    let choices = world.choices(next);
    let refused = world.command(
        who(late),
        Command::Act { version: world.room.version(), action: choices.first().cloned().unwrap_or_default() },
    );
    assert_eq!(refused.unwrap_err().kind, RefusalKind::NotNow);
    // One press, and the seat is its owner's again.
    world.command(who(late), Command::Return).unwrap();
    assert_eq!(presence(&world, late), Presence::Here);
    until_asked(&mut world, late);
    let version = world.room.version();
    world.pass(Duration::from_secs(40));
    assert_eq!(world.room.version(), version, "they are waited for");
    assert_eq!(lasting(&world.folded()), lasting(&world.room));
}

#[test]
fn whoever_is_back_before_the_stand_in_has_moved_does_not_run_out_of_time_again() {
    let mut world = friends(2);
    let late = asked(&world);
    world.pass(Duration::from_millis(45_100));
    let inputs = world.room.game().unwrap().inputs();
    assert_eq!(presence(&world, late), Presence::Away(Absence::TimedOut));
    world.command(who(late), Command::Return).unwrap();
    world.pass(Duration::from_secs(3));
    assert!(world.room.game().unwrap().inputs() > inputs, "the stand-in was at it already");
    assert_eq!(presence(&world, late), Presence::Here);
    let times = world.journal.iter().filter(|entry| **entry == Entry::TimedOut(late)).count();
    assert_eq!(times, 1);
}

#[test]
fn what_is_taken_back_takes_back_that_time_ran_out_before_it() {
    let mut world = friends(2);
    for _ in 0..200 {
        let late = asked(&world);
        let ran_out = |room: &Room| room.seats().get(late).unwrap().sitter.ran_out.clone();
        let before = ran_out(&world.room);
        world.pass(Duration::from_secs(46));
        let kept = ran_out(&world.room);
        assert_eq!(kept.len(), before.len() + 1);
        let mut room = world.folded();
        // A move by which luck fell or a secret came out stands.
        if room.take(&Entry::TookBack(kept[before.len()])).is_ok() {
            assert_eq!(ran_out(&room), before);
            return;
        }
        world.command(who(late), Command::Return).unwrap();
    }
    panic!("every move stands");
}

#[test]
fn a_closed_page_is_away_within_five_seconds_and_one_that_is_loaded_anew_is_not() {
    let mut world = friends(2);
    let bob = seat(1);
    let where_is_bob = |world: &World| {
        let all = world.room.whereabouts(world.now);
        all.into_iter().find(|(of, _)| *of == bob).map(|(_, known)| known)
    };
    world.put(Input::Disconnected(Viewer::Seat(bob))).unwrap();
    world.pass(LINGERS / 2);
    assert_eq!(where_is_bob(&world), Some(Whereabouts::Here));
    world.put(Input::Connected(Viewer::Seat(bob))).unwrap();
    world.pass(LINGERS * 2);
    assert_eq!(where_is_bob(&world), Some(Whereabouts::Here));
    world.put(Input::Disconnected(Viewer::Seat(bob))).unwrap();
    world.pass(LINGERS);
    assert_eq!(where_is_bob(&world), Some(Whereabouts::Away { since: LINGERS }));
    assert!(LINGERS < Duration::from_secs(5));
}

#[test]
fn who_shares_a_device_is_where_it_is() {
    let options = Options::quick(GameName::SpamORama);
    let mut start = opening(options, 2, &[games::Level::Intern]);
    start.entries.retain(|entry| !matches!(entry, Entry::Keyed(at, _) if *at == seat(1)));
    start.entries.push(Entry::Keyed(seat(1), key(1)));
    let mut world = World::new(start.begun(room::Time(0)).unwrap(), careless(Duration::ZERO));
    assert_eq!(world.room.whereabouts(world.now), []);
    world.put(Input::Connected(Viewer::Seat(seat(0)))).unwrap();
    world.pass(Duration::from_secs(60));
    let all = world.room.whereabouts(world.now);
    assert_eq!(all, [0, 1].map(|at| (seat(at), Whereabouts::Here)));
}

#[test]
fn whoever_opened_the_table_calls_a_bot_for_somebody_who_is_gone() {
    let mut world = friends(3);
    let gone = seat(2);
    let refused = world.command(1, Command::Replace(gone)).unwrap_err();
    assert!(
        refused.kind == RefusalKind::NotNow && refused.sentence.contains("P2 is at the table"),
        "{refused}"
    );
    world.put(Input::Disconnected(Viewer::Seat(gone))).unwrap();
    world.pass(LINGERS);
    assert_eq!(world.command(9, Command::Replace(gone)).unwrap_err().kind, RefusalKind::Forbidden);
    assert_eq!(world.command(3, Command::Replace(gone)).unwrap_err().kind, RefusalKind::Wrong, "one's own");
    assert_eq!(world.command(1, Command::Replace(seat(5))).unwrap_err().kind, RefusalKind::Wrong);
    world.command(1, Command::Replace(gone)).unwrap();
    assert_eq!(presence(&world, gone), Presence::Away(Absence::Replaced));
    assert_eq!(
        world.command(1, Command::Replace(gone)).unwrap_err().kind,
        RefusalKind::NotNow,
        "a bot plays"
    );
    assert_eq!(lasting(&world.folded()), lasting(&world.room));
    world.command(3, Command::Return).unwrap();
    assert_eq!(presence(&world, gone), Presence::Here);
}

#[test]
fn more_than_half_of_those_who_wait_call_a_bot_for_somebody_who_is_gone() {
    let mut world = friends(5);
    let gone = seat(4);
    world.put(Input::Disconnected(Viewer::Seat(gone))).unwrap();
    world.pass(LINGERS);
    // Four wait; the one who opened the table keeps out of it.
    let wants = |world: &mut World, who: u8| world.command(who, Command::Replace(gone)).unwrap();
    let effects = world.room.apply(
        world.now,
        Input::Command(Requester { key: Some(key(2)), seat: None }, Command::Replace(gone)),
    );
    let effects = effects.unwrap();
    assert_eq!(
        (&effects.tell[..], &effects.write[..]),
        (&[Tell::Afresh][..], &[Entry::Voted(seat(1), gone)][..])
    );
    world.journal.extend(effects.write);
    assert_eq!(wants(&mut world, 2), Outcome::Changed(world.room.version()), "once is enough");
    wants(&mut world, 3);
    assert_eq!(presence(&world, gone), Presence::Here, "two of four are not more than half");
    assert_eq!(lasting(&world.folded()), lasting(&world.room));
    wants(&mut world, 4);
    assert_eq!(presence(&world, gone), Presence::Away(Absence::Replaced));
    // Nothing is left of it when they are back.
    world.command(5, Command::Return).unwrap();
    assert!(world.room.seats().get(gone).unwrap().sitter.bot_wanted_by.is_empty());
    assert_eq!(lasting(&world.folded()), lasting(&world.room));
}

#[test]
fn who_is_gone_themselves_is_not_counted_among_those_who_wait() {
    let mut world = friends(3);
    for at in [0, 2].map(seat) {
        world.put(Input::Disconnected(Viewer::Seat(at))).unwrap();
    }
    world.pass(LINGERS);
    world.command(2, Command::Replace(seat(2))).unwrap();
    world.command(2, Command::Replace(seat(0))).unwrap();
    for at in [0, 2].map(seat) {
        assert_eq!(presence(&world, at), Presence::Away(Absence::Replaced));
    }
}
