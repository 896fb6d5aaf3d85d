//! Reaction windows that do not nag: nobody is waited for who cannot react or does not want to.

use std::time::Duration;

use games::GameName;
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

fn turns(world: &World) -> u32 {
    world.room.game().map_or(0, LiveGame::turns)
}

/// Those who hold no cards.
pub fn empty_handed(world: &World) -> Vec<usize> {
    let Some(LiveGame::Spammers(live)) = world.room.game() else { return Vec::new() };
    let seen = live.view(Viewer::Bystander).seats;
    (0..seen.len()).filter(|at| seen[*at].hand == 0).collect()
}

/// Whoever is asked takes one choice or another; in a window everybody passes or lets the countdown end.
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
fn nobody_waits_for_a_seat_without_cards() {
    at_moments(5, |mut world| {
        let empty = empty_handed(&world);
        if empty.is_empty() || empty.len() == 3 {
            return false;
        }
        let version = world.room.version();
        for at in 0..3 {
            assert_eq!(asks_nothing(&world, at), empty.contains(&at), "only who holds cards is asked");
        }
        for at in (0..3).filter(|at| !empty.contains(at)) {
            assert_eq!(world.room.version(), version, "somebody with cards is waited for");
            answers_pass(&mut world, at);
        }
        assert!(world.room.version() > version, "all who hold cards have answered, {empty:?} hold none");
        true
    });
}

#[test]
fn a_seat_without_cards_is_asked_nothing_where_the_room_is_only_shown() {
    at_moments(5, |world| {
        let mut shown = world.folded();
        shown.show(world.now, &world.room.glimpse(world.now));
        for at in (0..3).map(seat) {
            let there = shown.status(Viewer::Seat(at), SeatSet::EMPTY, world.now);
            assert_eq!(there, status(&world, at), "{at}");
        }
        !empty_handed(&world).is_empty()
    });
}

#[test]
fn whoever_passes_for_the_rest_of_the_turn_is_not_waited_for_until_it_ends() {
    at_moments(4, |mut world| {
        if empty_handed(&world).contains(&2) {
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
        if !empty_handed(&world).is_empty() {
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

/// Whoever is asked to react or pass, at a table where one is asked after the other.
fn asked_to_react(world: &World) -> Option<usize> {
    world.room.game().and_then(LiveGame::pass)?;
    world.room.awaited().iter().next().map(Seat::index)
}

#[test]
fn where_one_is_asked_after_the_other_nobody_is_who_holds_no_cards() {
    let (mut asked, mut passed_for) = (0, 0);
    for number in 0..20 {
        let mut world = people_who_wait(number, 0);
        for _ in 0..300 {
            if !world.room.is_playing() {
                break;
            }
            let before = world.journal.len();
            if let Some(at) = asked_to_react(&world) {
                assert!(!empty_handed(&world).contains(&at), "who holds no cards is not asked");
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
