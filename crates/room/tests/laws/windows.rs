//! Reaction windows that do not nag: nobody is waited for who cannot react or does not want to.

use std::time::Duration;

use games::{GameName, Level};
use room::{Command, Entry, Input, LiveGame, Options, Reacting, RefusalKind, Time};
use table::{Seat, SeatSet, Viewer};

use crate::world::{World, careless, lasting, opening, scattered, seat, sight};

/// As long as a window is open here.
pub const WAIT: u32 = 20;

fn options() -> Options {
    Options { wait: WAIT, pace: 0, ..Options::quick(GameName::Spammers) }
}

/// A game among three people, each of whom listens.
fn three_people(number: u64) -> World {
    people_who_wait(number, WAIT)
}

/// The same where a window is open so long; without any, one is asked after the other.
fn people_who_wait(number: u64, wait: u32) -> World {
    let mut start = opening(Options { wait, ..options() }, 3, &[]);
    start.header.secret = number;
    let mut world = World::new(start.begun(Time(0)).unwrap(), careless(Duration::ZERO));
    for at in 0..3 {
        world.listen(Viewer::Seat(seat(at)));
    }
    world
}

fn status(world: &World, at: Seat) -> room::Status {
    world.room.status(Viewer::Seat(at), SeatSet::EMPTY, world.now)
}

/// Whether the window is open and asks nothing of this seat.
fn asks_nothing(world: &World, at: usize) -> bool {
    status(world, seat(at)).window.is_some_and(|window| window.closes_itself)
}

pub fn in_window(world: &World) -> bool {
    status(world, seat(0)).window.is_some()
}

/// Whether no answer of this seat's could change anything, as it alone knows.
fn has_no_say(world: &World, at: usize) -> bool {
    status(world, seat(at)).window.is_some_and(|window| window.no_say)
}

fn turns(world: &World) -> u32 {
    world.room.game().map_or(0, LiveGame::turns)
}

/// Those of whom everybody can see that they have no say, as those have none who hold no cards.
pub fn without_a_say(world: &World) -> Vec<usize> {
    let Some(LiveGame::Spammers(live)) = world.room.game() else { return Vec::new() };
    live.without_a_say().iter().map(Seat::index).collect()
}

/// The asked seat takes one choice or another; in a window all pass or let the countdown end.
fn move_on(world: &mut World) {
    if in_window(world) {
        return world.pass(Duration::from_secs((WAIT + 1).into()));
    }
    let Some(asked) = world.room.awaited().iter().next() else { return world.pass(Duration::from_secs(1)) };
    // Cards are played rather than kept, so that hands run out.
    let mut choices = world.choices(asked);
    let plays: Vec<String> = choices.iter().filter(|choice| !choice.starts_with("draw")).cloned().collect();
    if !plays.is_empty() {
        choices = plays;
    }
    let action = choices.swap_remove(scattered(world.room.version()) as usize % choices.len());
    let version = world.room.version();
    let _ = world.command(asked.index() as u8 + 1, Command::Act { version, action });
    world.pass(Duration::from_millis(20));
}

/// Plays games among three people until so many moments like this one were looked at.
pub fn at_moments(least: usize, mut look: impl FnMut(World) -> bool) {
    let mut found = 0;
    for number in 0..60 {
        let mut world = three_people(number);
        for _ in 0..400 {
            if !world.room.is_playing() {
                break;
            }
            if in_window(&world) {
                let again = world.folded();
                let mut twin = three_people(number);
                twin.room = again;
                twin.journal.clone_from(&world.journal);
                twin.now = world.now;
                for at in 0..3 {
                    twin.put(Input::Connected(Viewer::Seat(seat(at)))).unwrap();
                }
                if in_window(&twin) {
                    found += usize::from(look(twin));
                }
            }
            if found >= least {
                return;
            }
            move_on(&mut world);
        }
    }
    panic!("only {found} such moments");
}

fn answers_pass(world: &mut World, at: usize) {
    let version = world.room.version();
    let _ = world.command(at as u8 + 1, Command::Act { version, action: "pass".to_owned() });
}

#[test]
fn nobody_waits_for_a_seat_that_can_be_seen_to_have_no_say() {
    at_moments(5, |mut world| {
        let without = without_a_say(&world);
        if without.is_empty() || without.len() == 3 {
            return false;
        }
        let version = world.room.version();
        for at in 0..3 {
            assert_eq!(asks_nothing(&world, at), without.contains(&at), "only the others are asked");
        }
        for at in (0..3).filter(|at| !without.contains(at)) {
            assert_eq!(world.room.version(), version, "the others are waited for");
            answers_pass(&mut world, at);
        }
        assert!(world.room.version() > version, "all but {without:?} have answered");
        true
    });
}

#[test]
fn a_seat_that_can_be_seen_to_have_no_say_is_asked_nothing_where_the_room_is_only_shown() {
    at_moments(5, |world| {
        let mut shown = world.folded();
        shown.show(world.now, &world.room.glimpse(world.now));
        for at in (0..3).map(seat) {
            let there = shown.status(Viewer::Seat(at), SeatSet::EMPTY, world.now);
            assert_eq!(there, status(&world, at), "{at}");
        }
        !without_a_say(&world).is_empty()
    });
}

#[test]
fn whoever_passes_for_the_rest_of_the_turn_is_not_waited_for_until_it_ends() {
    at_moments(4, |mut world| {
        if without_a_say(&world).contains(&2) {
            return false;
        }
        let (turn, version) = (turns(&world), world.room.version());
        world.command(3, Command::React(Reacting::Hold)).unwrap();
        world.command(3, Command::React(Reacting::Turn)).unwrap();
        assert_eq!(status(&world, seat(2)).reacting, Reacting::Turn);
        assert!(asks_nothing(&world, 2), "who passes is not asked");
        assert_eq!(world.room.version(), version, "the others are still asked");
        for at in [0, 1] {
            answers_pass(&mut world, at);
        }
        assert!(world.room.version() > version, "C passes");
        for _ in 0..200 {
            let during = status(&world, seat(2)).reacting;
            let goes_on = turns(&world) == turn;
            assert_eq!(during, if goes_on { Reacting::Turn } else { Reacting::Hold });
            assert_eq!(lasting(&world.folded()), lasting(&world.room));
            if !goes_on || !world.room.is_playing() {
                break;
            }
            move_on(&mut world);
        }
        turns(&world) > turn
    });
}

#[test]
fn nobody_is_told_who_passes_for_the_rest_of_the_turn() {
    at_moments(4, |mut world| {
        if !without_a_say(&world).is_empty() {
            return false;
        }
        world.told.clear();
        for viewer in [Viewer::Seat(seat(0)), Viewer::Seat(seat(1)), Viewer::Bystander] {
            world.listen(viewer);
        }
        let seen = |world: &World| {
            let others = [Viewer::Seat(seat(0)), Viewer::Seat(seat(1)), Viewer::Bystander];
            others.map(|viewer| sight(&world.room, viewer, world.now))
        };
        let before = (world.room.version(), seen(&world), world.told.clone());
        world.command(3, Command::React(Reacting::Turn)).unwrap();
        assert_eq!((world.room.version(), seen(&world), world.told.clone()), before);
        true
    });
}

#[test]
fn without_a_turn_there_is_no_rest_of_it() {
    let mut world = World::new(opening(options(), 2, &[]), careless(Duration::ZERO));
    let refused = world.command(1, Command::React(Reacting::Turn)).unwrap_err();
    assert_eq!(refused.kind, RefusalKind::NotNow);
    world.command(1, Command::React(Reacting::Pass)).unwrap();
}

/// The seat asked to react or pass, at a table without windows.
fn asked_to_react(world: &World) -> Option<usize> {
    world.room.game().and_then(LiveGame::pass)?;
    world.room.awaited().iter().next().map(Seat::index)
}

#[test]
fn where_one_is_asked_after_the_other_nobody_is_who_can_be_seen_to_have_no_say() {
    let (mut asked, mut passed_for) = (0, 0);
    for number in 0..20 {
        let mut world = people_who_wait(number, 0);
        for _ in 0..300 {
            if !world.room.is_playing() {
                break;
            }
            let before = world.journal.len();
            if let Some(at) = asked_to_react(&world) {
                assert!(!without_a_say(&world).contains(&at), "who can be seen to have no say is not asked");
                asked += 1;
                answers_pass(&mut world, at);
            } else {
                move_on(&mut world);
            }
            let passes = world.journal[before..]
                .iter()
                .filter(|entry| matches!(entry, Entry::Played(line) if line.ends_with(" pass")));
            passed_for += passes.count().saturating_sub(1);
            assert_eq!(lasting(&world.folded()), lasting(&world.room));
        }
    }
    assert!(asked > 50 && passed_for > 20, "{asked} were asked, {passed_for} were not");
}

#[test]
fn where_one_is_asked_after_the_other_those_who_pass_are_passed_for() {
    let mut world = people_who_wait(3, 0);
    while asked_to_react(&world) != Some(2) {
        match asked_to_react(&world) {
            Some(at) => answers_pass(&mut world, at),
            None => move_on(&mut world),
        }
    }
    let version = world.room.version();
    world.command(3, Command::React(Reacting::Pass)).unwrap();
    assert!(world.room.version() > version, "the pass was made at once");
    for _ in 0..100 {
        match asked_to_react(&world) {
            Some(at) => {
                assert_ne!(at, 2, "and is made in all that come");
                answers_pass(&mut world, at);
            }
            None => move_on(&mut world),
        }
    }
    assert_eq!(lasting(&world.folded()), lasting(&world.room));
}

#[test]
fn who_could_change_nothing_is_not_stopped_and_nobody_else_can_tell() {
    at_moments(6, |mut world| {
        let idle: Vec<usize> = (0..3).filter(|at| has_no_say(&world, *at)).collect();
        let hidden = |at: &usize| !without_a_say(&world).contains(at);
        let Some(at) = idle.iter().copied().find(hidden) else { return false };
        let version = world.room.version();
        for other in (0..3).filter(|other| *other != at) {
            answers_pass(&mut world, other);
        }
        // Others see a window that is open as long as any other.
        assert_eq!(world.room.version(), version, "{at} is waited for like everybody else");
        world.pass(Duration::from_secs((WAIT - 1).into()));
        assert_eq!(world.room.version(), version);
        if world.now.0 % 2 == 0 {
            answers_pass(&mut world, at);
        } else {
            world.pass(Duration::from_secs(1));
        }
        assert!(world.room.version() > version, "it is passed like any other");
        true
    });
}

#[test]
fn who_wants_to_be_asked_always_is_asked_whatever_they_hold() {
    at_moments(4, |mut world| {
        let hidden = |at: &usize| !without_a_say(&world).contains(at);
        let Some(at) = (0..3).filter(|at| has_no_say(&world, *at)).find(hidden) else { return false };
        for how in [Reacting::Always, Reacting::Hold, Reacting::Ask] {
            world.command(at as u8 + 1, Command::React(how)).unwrap();
            assert_eq!(has_no_say(&world, at), how == Reacting::Ask);
            assert!(!asks_nothing(&world, at));
        }
        true
    });
}

#[test]
fn no_window_opens_where_everybody_can_see_that_nobody_has_a_say() {
    let (mut opened, mut passed) = (0, 0);
    for number in 0..12 {
        let mut world = three_people(number);
        for _ in 0..300 {
            if !world.room.is_playing() {
                break;
            }
            if in_window(&world) {
                opened += 1;
                assert!(without_a_say(&world).len() < 3, "nobody need be asked");
            }
            let before = world.journal.len();
            move_on(&mut world);
            let lines: Vec<&str> = world.journal[before..]
                .iter()
                .filter_map(|entry| if let Entry::Played(line) = entry { Some(line.as_str()) } else { None })
                .collect();
            // A roll and all passes at once, with the Mailing that was sent.
            let rolled = lines.iter().position(|line| line.starts_with("* roll"));
            let mailed = lines.first().is_some_and(|line| line.contains(" mail "));
            passed += usize::from(mailed && rolled.is_some() && lines.len() > 4);
            assert_eq!(lasting(&world.folded()), lasting(&world.room));
        }
    }
    assert!(opened > 50 && passed > 3, "{opened} opened, {passed} did not");
}

#[test]
fn where_one_is_asked_after_the_other_a_person_among_bots_is_asked_only_what_they_could_change() {
    let (mut asked, mut passed_for) = (0, 0);
    for number in 0..12 {
        let options = Options { wait: 0, pace: 0, ..Options::quick(GameName::Spammers) };
        let mut start = opening(options, 1, &[Level::Intern; 2]);
        start.header.secret = number;
        let mut world = World::new(start.begun(Time(0)).unwrap(), careless(Duration::ZERO));
        world.listen(Viewer::Seat(seat(0)));
        for _ in 0..200 {
            let Some(LiveGame::Spammers(live)) = world.room.game().filter(|_| world.room.is_playing()) else {
                break;
            };
            if asked_to_react(&world) == Some(0) {
                asked += 1;
                assert!(live.has_a_say(seat(0)), "somebody is asked who could change nothing");
            }
            let before = world.journal.len();
            if world.room.awaited().contains(seat(0)) {
                move_on(&mut world);
            } else {
                world.pass(Duration::from_secs(2));
            }
            let passes = |entry: &&Entry| matches!(entry, Entry::Played(line) if line == "A pass");
            passed_for += world.journal[before..].iter().filter(passes).count();
        }
    }
    assert!(asked > 3 && passed_for > 20, "{asked} times asked, {passed_for} times passed");
}
