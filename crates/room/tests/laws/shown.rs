//! A room that is only shown: whom it tells what was not heard when it was written, and which countdown is noticed.

use std::time::Duration;

use games::{GameName, Level};
use room::{Command, Input, Options, Pace, QUICK_CHAT, Reacting, Room, Status, Tell, Time};
use table::{SeatSet, Viewer};

use crate::windows::{WAIT, at_moments, in_window, without_a_say};
use crate::world::{World, careless, opening, seat};

/// So many windows are looked at.
const WINDOWS: usize = 4;
/// A moment later.
const SOON: Duration = Duration::from_millis(300);

/// The room as another node shows it.
fn shown(world: &World) -> Room {
    let mut shown = world.folded();
    shown.show(world.now, &world.room.glimpse(world.now));
    shown
}

/// The events of that node once it has read new lines from the journal, without news of the extras.
fn told(earlier: &Room, world: &World) -> Vec<Tell> {
    let mut read = world.folded();
    read.show(world.now, &earlier.glimpse(world.now));
    read.told_since(earlier)
}

/// Whether viewers there notice the present state.
fn notice(shown: &mut Room, at: Time, of: &Room) -> bool {
    shown.show(at, &of.glimpse(at))
}

/// The same room where it has just been loaded, and somebody is there.
fn taken_over(world: &World, viewer: Viewer) -> Room {
    let mut room = world.folded();
    room.apply(world.now, Input::Connected(viewer)).unwrap();
    room
}

/// Windows in which nobody can see of any of the three that they have no say: one who answers does not close them.
fn at_windows(mut look: impl FnMut(World)) {
    at_moments(WINDOWS, |world| {
        let is_wanted = without_a_say(&world).is_empty();
        if is_wanted {
            look(world);
        }
        is_wanted
    });
}

/// A bystander's status.
fn status(room: &Room, at: Time) -> Status {
    room.status(Viewer::Bystander, SeatSet::EMPTY, at)
}

/// Tables of bots and one person, whom a window waits for: nobody counts down.
fn alone(number: u64) -> Option<World> {
    let mut start = opening(
        Options { wait: WAIT, pace: 0, ..Options::quick(GameName::Spammers) },
        1,
        &[Level::Intern, Level::Intern],
    );
    start.header.secret = number;
    let mut world = World::new(start.begun(Time(0)).unwrap(), careless(Duration::ZERO));
    world.listen(Viewer::Seat(seat(0)));
    for _ in 0..100 {
        if status(&world.room, world.now).window.is_some_and(|window| window.whole.is_none()) {
            return Some(world);
        }
        if let Some(action) = world.choices(seat(0)).last().cloned() {
            let _ = world.command(1, Command::Act { version: world.room.version(), action });
        }
        world.pass(Duration::from_secs(1));
    }
    None
}

#[test]
fn of_an_answer_that_was_not_heard_its_seat_is_told_and_nobody_else() {
    at_windows(|mut world| {
        let before = shown(&world);
        assert_eq!(told(&before, &world), [], "nothing was written");
        let version = world.room.version();
        for at in (0..2).map(seat) {
            let earlier = shown(&world);
            let action = world.choices(at).last().cloned().unwrap();
            world.command(at.index() as u8 + 1, Command::Act { version, action }).unwrap();
            assert!(in_window(&world) && world.room.version() == version);
            assert_eq!(told(&earlier, &world), [Tell::Own(at)]);
        }
        assert_eq!(told(&before, &world), [0, 1].map(|at| Tell::Own(seat(at))), "two answers are lost");
    });
}

#[test]
fn of_a_setting_that_was_not_heard_its_seat_is_told_and_nobody_else() {
    at_windows(|mut world| {
        for how in [Reacting::Hold, Reacting::Turn, Reacting::Pass, Reacting::Ask] {
            let earlier = shown(&world);
            world.command(3, Command::React(how)).unwrap();
            assert_eq!(told(&earlier, &world), [Tell::Own(seat(2))], "{how:?}");
            assert_eq!(told(&shown(&world), &world), [], "{how:?}");
        }
    });
}

#[test]
fn of_the_pace_of_bots_that_was_not_heard_whoever_set_it_is_told() {
    let mut world = (0..20).find_map(alone).unwrap();
    let earlier = shown(&world);
    world.command(1, Command::Pace(Pace::Slow)).unwrap();
    assert_eq!(told(&earlier, &world), [Tell::Own(seat(0))]);
}

#[test]
fn what_was_said_and_not_heard_is_told_as_it_was_said() {
    at_windows(|mut world| {
        let first = shown(&world);
        // More than is kept.
        for number in 0..50 {
            let (earlier, line) = (shown(&world), number % 2);
            world.command(1, Command::Chat(line)).unwrap();
            assert_eq!(told(&earlier, &world), [Tell::Said(seat(0), QUICK_CHAT[line])]);
            world.now = world.now + Duration::from_secs(1);
        }
        let all = told(&first, &world);
        assert!(all.len() < 50 && all.iter().all(|tell| matches!(tell, Tell::Said(..))), "{all:?}");
        world.command(1, Command::Leave).unwrap();
        assert_eq!(told(&first, &world), [vec![Tell::Afresh], all].concat());
    });
}

#[test]
fn of_what_all_may_see_and_did_not_hear_all_are_told_anew() {
    at_windows(|mut world| {
        let earlier = shown(&world);
        let version = world.room.version();
        world.command(1, Command::Act { version, action: "pass".to_owned() }).unwrap();
        world.pass(Duration::from_secs((WAIT + 1).into()));
        assert!(world.room.version() > version, "the window has closed");
        assert_eq!(told(&earlier, &world), [Tell::Afresh]);
        let earlier = shown(&world);
        world.command(1, Command::Leave).unwrap();
        assert_eq!(told(&earlier, &world), [Tell::Afresh]);
    });
}

#[test]
fn whoever_did_not_hear_that_a_game_has_begun_or_ended_is_shown_another_page() {
    let options = Options { pace: 0, ..Options::quick(GameName::SpamORama) };
    let mut world = World::playing(options.clone(), 0, &[Level::Intern; 3], careless(Duration::ZERO));
    world.listen(Viewer::Bystander);
    world.pass(Duration::from_secs(3_600));
    assert!(!world.room.is_playing());
    let begins = opening(options, 0, &[Level::Intern; 3]).entries.len();
    let header = world.room.header();
    let after = |entries: usize| Room::fold(header.clone(), &world.journal[..entries]).unwrap();
    let all = world.journal.len();
    for (earlier, later, is) in [
        (begins, begins + 1, vec![Tell::Afresh, Tell::Reload]),
        (begins + 1, all - 1, vec![Tell::Afresh]),
        (all - 1, all, vec![Tell::Afresh, Tell::Reload]),
        (begins, all, vec![Tell::Afresh, Tell::Reload]),
        (all, all, Vec::new()),
    ] {
        assert_eq!(after(later).told_since(&after(earlier)), is, "from {earlier} to {later} of {all}");
    }
}

#[test]
fn a_countdown_that_goes_on_is_not_noticed() {
    at_windows(|mut world| {
        let mut there = shown(&world);
        for _ in 0..5 {
            assert!(!notice(&mut there, world.now, &world.room));
            world.pass(SOON);
        }
        let late = there.show(world.now + SOON, &world.room.glimpse(world.now));
        assert!(!late, "what is said takes its time");
        // It has run out, and the window is still open.
        let glimpse = world.room.glimpse(world.now + Duration::from_secs(WAIT.into()));
        let mut open = shown(&world);
        for after in [0, 5, 10] {
            let at = world.now + Duration::from_secs(u64::from(WAIT) + after);
            assert!(!open.show(at, &glimpse), "there is as little left as before");
        }
        // An answer changes nothing of it.
        let action = world.choices(seat(1)).last().cloned().unwrap();
        let version = world.room.version();
        world.command(2, Command::Act { version, action }).unwrap();
        let mut there_again = shown(&world);
        there_again.show(world.now, &there.glimpse(world.now));
        assert!(!notice(&mut there_again, world.now, &world.room));
    });
}

#[test]
fn a_countdown_that_a_new_owner_begins_anew_is_noticed() {
    at_windows(|mut world| {
        let mut there = shown(&world);
        world.pass(Duration::from_secs(5));
        let mut next = world.folded();
        let open = status(&there, world.now);
        assert!(!notice(&mut there, world.now, &next), "it knows of nobody yet");
        assert_eq!(status(&there, world.now), open);
        next.apply(world.now, Input::Connected(Viewer::Seat(seat(0)))).unwrap();
        assert!(notice(&mut there, world.now, &next));
        assert!(!notice(&mut there, world.now + SOON, &next), "it goes on");
    });
}

#[test]
fn a_countdown_is_noticed_that_goes_on_for_whoever_holds() {
    at_windows(|mut world| {
        world.command(3, Command::React(Reacting::Hold)).unwrap();
        let (mut there, version) = (shown(&world), world.room.version());
        world.pass(Duration::from_secs(WAIT.into()));
        assert!(in_window(&world) && world.room.version() == version);
        assert!(notice(&mut there, world.now, &world.room));
        assert!(!notice(&mut there, world.now, &world.room));
    });
}

#[test]
fn a_countdown_is_noticed_that_begins_because_somebody_comes_or_ends_because_nobody_is_there() {
    let mut found = (0..20).filter_map(alone);
    for _ in 0..2 {
        let mut world = found.next().unwrap();
        let mut there = shown(&world);
        world.pass(SOON);
        assert!(!notice(&mut there, world.now, &world.room));
        let here = Viewer::Seat(seat(0));
        let next = taken_over(&world, here);
        assert!(!notice(&mut there, world.now, &next), "nobody counts down");
        world.put(Input::Connected(Viewer::Bystander)).unwrap();
        assert!(notice(&mut there, world.now, &world.room), "it begins");
        let next = taken_over(&world, here);
        assert!(notice(&mut there, world.now, &next), "it ends: only one person is there");
    }
}

#[test]
fn a_window_is_noticed_that_was_not_heard_to_open_or_close() {
    at_windows(|mut world| {
        let mut there = world.folded();
        assert!(notice(&mut there, world.now, &world.room));
        assert!(!notice(&mut there, world.now, &world.room));
        let version = world.room.version();
        world.pass(Duration::from_secs((WAIT + 1).into()));
        assert!(world.room.version() > version, "it has closed");
        let mut read = world.folded();
        read.show(world.now, &there.glimpse(world.now));
        assert!(notice(&mut read, world.now, &world.room));
    });
}

#[test]
fn a_clock_is_noticed_that_a_new_owner_starts_anew() {
    let options = Options { clock: "brisk".to_owned(), ..Options::quick(GameName::SpamORama) };
    let mut world = World::playing(options, 3, &[], careless(Duration::ZERO));
    world.listen(Viewer::Seat(seat(0)));
    let mut there = world.folded();
    assert!(notice(&mut there, world.now, &world.room));
    assert!(status(&there, world.now).clock.is_some());
    world.pass(Duration::from_secs(5));
    assert!(!notice(&mut there, world.now, &world.room), "it goes on");
    let next = taken_over(&world, Viewer::Seat(seat(0)));
    assert!(notice(&mut there, world.now, &next));
    assert!(!notice(&mut there, world.now + SOON, &next), "it goes on");
}
