//! The story of a table, in virtual time.

use std::time::Duration;

use games::{GameName, Level};
use room::{
    Command, Header, Input, LiveGame, Opening, Options, Outcome, Plays, Reacting, RefusalKind, Requester,
    Revoked, Seated, Tell, Time,
};
use table::{Seat, Viewer};

use crate::world::{World, careless, from, key, opening, scattered, seat};

fn demonstration(wait: u32) -> Options {
    Options {
        wait,
        seats: 2,
        variant: Some("demonstration".to_owned()),
        ..Options::quick(GameName::Spammers)
    }
}

fn first_choice(world: &World, at: Seat) -> Command {
    Command::Act { version: world.room.version(), action: world.choices(at)[0].clone() }
}

/// Plays until this is so; everybody takes the last of their choices.
fn play_until(world: &mut World, people: u8, so: impl Fn(&World) -> bool) -> bool {
    for _ in 0..600 {
        if so(world) {
            return true;
        }
        if !world.room.is_playing() {
            return false;
        }
        for who in 1..=people {
            let at = seat(usize::from(who) - 1);
            let mut choices = world.choices(at);
            if choices.is_empty() || world.room.answered(at).is_some() {
                continue;
            }
            let action = choices.swap_remove(scattered(world.room.version()) as usize % choices.len());
            let _ = world.command(who, Command::Act { version: world.room.version(), action });
            if so(world) {
                return true;
            }
        }
        world.pass(Duration::from_millis(100));
    }
    false
}

fn in_window(world: &World) -> bool {
    world.room.status(Viewer::Bystander, table::SeatSet::EMPTY, world.now).window.is_some()
}

#[test]
fn twenty_who_want_a_rematch_open_one_table() {
    let options = Options { pace: 0, ..Options::quick(GameName::SpamORama) };
    let mut world = World::playing(options, 2, &[Level::Intern], careless(Duration::ZERO));
    let rematch = |number: u64| Command::Rematch { code: format!("code{number:04}"), secret: number };
    assert_eq!(world.command(1, rematch(1)).unwrap_err().kind, RefusalKind::NotNow);
    for who in [1, 2] {
        world.command(who, Command::Leave).unwrap();
    }
    world.listen(Viewer::Bystander);
    world.pass(Duration::from_secs(3_600));
    assert!(!world.room.is_playing());
    assert_eq!(world.command(9, rematch(1)).unwrap_err().kind, RefusalKind::Forbidden);
    for number in 0..20 {
        let who = 1 + (number % 2) as u8;
        assert_eq!(world.command(who, rematch(number)).unwrap(), Outcome::Table("code0000".to_owned()));
    }
    assert_eq!(world.opened.len(), 1);
    let next = room::Room::fold(world.opened[0].header.clone(), &world.opened[0].entries).unwrap();
    assert_eq!(next.held_by(from(2)), table::SeatSet::only(seat(1)));
    assert!(!next.is_playing(), "the other has not said to be ready");
}

#[test]
fn a_rematch_against_bots_alone_begins_at_once() {
    let options = Options { pace: 0, ..Options::quick(GameName::SpamORama) };
    let mut world = World::playing(options, 1, &[Level::Intern; 2], careless(Duration::ZERO));
    world.command(1, Command::Leave).unwrap();
    world.listen(Viewer::Bystander);
    world.pass(Duration::from_secs(3_600));
    world.command(1, Command::Rematch { code: "abcd2345".to_owned(), secret: 5 }).unwrap();
    let next = room::Room::fold(world.opened[0].header.clone(), &world.opened[0].entries).unwrap();
    assert!(next.is_playing());
}

#[test]
fn what_another_s_reaction_prevented_is_not_said_to_be_done() {
    let mut found = false;
    for number in 0..60_u64 {
        let options = Options { seats: 3, ..demonstration(30) };
        let mut start = opening(options, 3, &[]);
        start.header.secret = number;
        let mut world = World::new(start.begun(Time(0)).unwrap(), careless(Duration::ZERO));
        for at in 0..3 {
            world.put(Input::Connected(Viewer::Seat(seat(at)))).unwrap();
        }
        // Two seats could react; both do; the later one's answer is "prevented".
        let reacts = |world: &World, at: usize| {
            in_window(world) && world.choices(seat(at)).len() > 1 && world.room.answered(seat(at)).is_none()
        };
        let two = |world: &World| (0..3).filter(|at| reacts(world, *at)).count() >= 2;
        if !play_until(&mut world, 3, two) {
            continue;
        }
        let turn: Vec<usize> = (0..3).filter(|at| reacts(&world, *at)).collect();
        let mut outcomes = Vec::new();
        for at in turn {
            let pass = "pass".to_owned();
            let action = world.choices(seat(at)).into_iter().find(|action| *action != pass).unwrap();
            let version = world.room.version();
            outcomes.push(world.command(at as u8 + 1, Command::Act { version, action }).unwrap());
        }
        for at in 0..3 {
            if in_window(&world)
                && world.room.answered(seat(at)).is_none()
                && !world.choices(seat(at)).is_empty()
            {
                let version = world.room.version();
                let said = world.command(at as u8 + 1, Command::Act { version, action: "pass".to_owned() });
                outcomes.push(said.unwrap());
            }
        }
        found |= outcomes.iter().any(|outcome| matches!(outcome, Outcome::Prevented(_)));
    }
    assert!(found, "nobody was ever prevented");
}

#[test]
fn whoever_sees_others_pass_can_no_longer_take_back() {
    let (mut windows, mut passed, mut over_passes) = (0, 0, 0);
    for number in 0..20_u64 {
        let mut start = opening(Options { seats: 3, ..demonstration(3) }, 1, &[Level::Peddler; 2]);
        start.header.secret = number;
        let mut world = World::new(start.begun(Time(0)).unwrap(), careless(Duration::ZERO));
        world.listen(Viewer::Seat(seat(0)));
        for _ in 0..200 {
            if !world.room.is_playing() {
                break;
            }
            let choices = world.choices(seat(0));
            let is_turn = world.room.awaited().contains(seat(0)) && !in_window(&world);
            if !is_turn || choices.is_empty() {
                if in_window(&world) && !choices.is_empty() && world.room.answered(seat(0)).is_none() {
                    let version = world.room.version();
                    let _ = world.command(1, Command::Act { version, action: "pass".to_owned() });
                }
                world.pass(Duration::from_millis(500));
                continue;
            }
            let action = choices[scattered(world.room.version()) as usize % choices.len()].clone();
            let act = Command::Act { version: world.room.version(), action };
            let inputs = world.room.game().unwrap().inputs();
            world.command(1, act).unwrap();
            if in_window(&world) {
                windows += 1;
                world.pass(Duration::from_secs(5));
                let live = world.room.game().unwrap();
                let others = (inputs + 1..live.inputs())
                    .any(|input| live.author(input).is_some_and(|by| by != seat(0)));
                passed += u32::from(others);
                if others && world.room.may_take_back(seat(0)).is_some_and(|to| to <= inputs) {
                    over_passes += 1;
                }
            }
        }
    }
    assert!(windows > 10 && passed > 10, "{windows} windows, {passed} in which others were heard");
    assert_eq!(over_passes, 0, "a pass tells what its player does not hold");
}

#[test]
fn a_link_moves_a_seat_once_and_for_a_day() {
    let mut world = World::playing(Options::quick(GameName::SpamORama), 3, &[], careless(Duration::ZERO));
    let phone = 50;
    let take = |link: u8| Command::TakeSeat { link: key(link) };
    world.command(2, Command::Handover { link: key(60) }).unwrap();
    assert_eq!(world.command(phone, take(61)).unwrap_err().kind, RefusalKind::Gone);
    world.command(phone, take(60)).unwrap();
    assert_eq!(world.room.held_by(from(phone)), table::SeatSet::only(seat(1)));
    assert_eq!(world.command(51, take(60)).unwrap_err().kind, RefusalKind::Gone, "used");
    let hand_over = |link: u8| Command::Handover { link: key(link) };
    assert_eq!(
        world.command(2, hand_over(62)).unwrap_err().kind,
        RefusalKind::Forbidden,
        "the seat has moved"
    );
    world.command(phone, hand_over(62)).unwrap();
    world.command(phone, hand_over(63)).unwrap();
    world.command(51, take(63)).unwrap();
    assert_eq!(world.command(52, take(62)).unwrap_err().kind, RefusalKind::Gone, "void since the later one");
    world.command(51, hand_over(64)).unwrap();
    world.pass(Duration::from_secs(24 * 3_600));
    assert_eq!(world.command(52, take(64)).unwrap_err().kind, RefusalKind::Gone, "a day old");
    for link in 0..8 {
        world.command(51, hand_over(70 + link)).unwrap();
    }
    assert_eq!(world.command(51, hand_over(80)).unwrap_err().kind, RefusalKind::Full);
    world.command(51, Command::Revoke(Revoked::Others)).unwrap();
    assert_eq!(world.command(52, take(70)).unwrap_err().kind, RefusalKind::Gone, "revoked");
    world.command(51, hand_over(81)).unwrap();
    world.command(51, Command::Revoke(Revoked::Here)).unwrap();
    assert!(world.room.held_by(from(51)).is_empty(), "the browser is forgotten");
    world.command(53, take(81)).unwrap();
    assert_eq!(
        world.room.held_by(from(53)),
        table::SeatSet::only(seat(1)),
        "and the seat is had by its link"
    );
}

#[test]
fn strangers_keep_no_player_from_listening() {
    let mut world = World::playing(Options::quick(GameName::SpamORama), 3, &[], careless(Duration::ZERO));
    let crowd = (0..1_000).map_while(|_| world.put(Input::Connected(Viewer::Bystander)).ok()).count();
    assert!((100..1_000).contains(&crowd), "{crowd}");
    for at in 0..3 {
        world.put(Input::Connected(Viewer::Seat(seat(at)))).unwrap();
    }
    world.put(Input::Disconnected(Viewer::Bystander)).unwrap();
    world.put(Input::Connected(Viewer::Bystander)).unwrap();
}

#[test]
fn strangers_keep_no_device_from_listening_that_two_players_share() {
    let header = Header { code: "k7mq2xwp".to_owned(), secret: 1998, opener: Some(key(1)) };
    let shared = [0, 1].map(|at| Seated::person(seat(at), format!("P{at}"), key(1)));
    let seated = shared.into_iter().chain([Seated::bot(seat(2), Level::Intern)]).collect();
    let start = Opening::new(header, Options::quick(GameName::SpamORama), seated).begun(Time(0)).unwrap();
    let mut world = World::new(start, careless(Duration::ZERO));
    while world.put(Input::Connected(Viewer::Bystander)).is_ok() {}
    let at_the_curtain = from(1);
    assert_eq!(world.room.viewer(at_the_curtain), Viewer::Bystander, "nobody's hand is shown unasked");
    world.put(Input::Connected(world.room.place(at_the_curtain))).unwrap();
    for at in [0, 1].map(seat) {
        assert_eq!(world.room.place(Requester { seat: Some(at), ..at_the_curtain }), Viewer::Seat(at));
    }
    assert_eq!(world.room.place(from(9)), Viewer::Bystander);
}

#[test]
fn a_window_waits_for_one_person_among_bots_only_if_there_is_something_to_decide() {
    let mut seen = [0, 0];
    for number in 0..30_u64 {
        let mut start = opening(Options { seats: 3, ..demonstration(3) }, 1, &[Level::Peddler; 2]);
        start.header.secret = number;
        let mut world = World::new(start.begun(Time(0)).unwrap(), careless(Duration::ZERO));
        world.listen(Viewer::Seat(seat(0)));
        if !play_until(&mut world, 1, in_window) {
            continue;
        }
        let version = world.room.version();
        let has_a_say = match world.room.game() {
            Some(LiveGame::Spammers(live)) => live.has_a_say(seat(0)),
            Some(LiveGame::SpamORama(_)) | None => false,
        };
        world.pass(Duration::from_secs(600));
        assert_eq!(world.room.version() == version, has_a_say, "it waits, or it has been passed");
        seen[usize::from(has_a_say)] += 1;
        if has_a_say {
            // Somebody else comes: from now on there is a clock to be read, so it counts down for everybody alike.
            world.listen(Viewer::Bystander);
            assert_eq!(world.told[0].1.last().map(|told| told.at), Some(world.now), "the page shows it");
            world.pass(Duration::from_millis(29_900));
            assert_eq!(world.room.version(), version);
            world.pass(Duration::from_millis(200));
            assert!(world.room.version() > version);
        }
    }
    assert!(seen[0] > 0 && seen[1] > 0, "{seen:?}");
}

#[test]
fn whoever_leaves_and_comes_back_has_no_more_time_for_it() {
    let options = Options { clock: "brisk".to_owned(), seats: 2, ..Options::quick(GameName::SpamORama) };
    let mut world = World::playing(options, 2, &[], careless(Duration::ZERO));
    world.listen(Viewer::Bystander);
    let version = world.room.version();
    let asked = world.room.awaited().iter().next().unwrap().index() as u8 + 1;
    for _ in 0..4 {
        world.pass(Duration::from_secs(10));
        world.command(asked, Command::Leave).unwrap();
        world.command(asked, Command::Return).unwrap();
    }
    let coming_and_going = 8;
    assert_eq!(world.room.version(), version + coming_and_going);
    world.pass(Duration::from_secs(6));
    assert!(world.room.version() > version + coming_and_going, "after 45 seconds a bot decides");
}

#[test]
fn what_was_said_and_set_lasts() {
    let mut world = World::playing(demonstration(3), 2, &[], careless(Duration::ZERO));
    world.command(1, Command::Chat(2)).unwrap();
    assert_eq!(world.command(1, Command::Chat(3)).unwrap_err().kind, RefusalKind::TooFast);
    world.command(2, Command::React(Reacting::Hold)).unwrap();
    let again = world.folded();
    assert_eq!(again.said(), world.room.said());
    let status = again.status(Viewer::Seat(seat(1)), table::SeatSet::EMPTY, world.now);
    assert_eq!(status.reacting, Reacting::Hold);
}

#[test]
fn nobody_is_told_that_somebody_answered() {
    let options = Options { seats: 3, ..demonstration(30) };
    let mut world = World::playing(options, 3, &[], careless(Duration::ZERO));
    for viewer in [Viewer::Seat(seat(1)), Viewer::Seat(seat(2)), Viewer::Bystander] {
        world.listen(viewer);
    }
    world.put(Input::Connected(Viewer::Seat(seat(0)))).unwrap();
    assert!(play_until(&mut world, 3, in_window));
    let (version, before) = (world.room.version(), world.told.clone());
    world.command(1, first_choice(&world, seat(0))).unwrap();
    assert_eq!((world.room.version(), world.told.clone()), (version, before));
    let effects =
        world.room.apply(world.now, Input::Command(from(1), Command::React(Reacting::Hold))).unwrap();
    assert_eq!(effects.tell, [Tell::Own(seat(0))]);
}

#[test]
fn only_whoever_has_the_key_does_anything() {
    let mut world = World::new(opening(Options::quick(GameName::Spammers), 1, &[]), careless(Duration::ZERO));
    let nobody = Requester::default();
    let sit = Command::Sit { seat: Some(seat(1)), name: "Eve".to_owned() };
    let refused = world.put(Input::Command(nobody, sit.clone())).unwrap_err();
    assert_eq!(refused.kind, RefusalKind::Forbidden);
    world.command(2, sit).unwrap();
    for (who, command) in [(2, Command::Kick(seat(0))), (3, Command::Stand), (3, Command::Start)] {
        assert_eq!(world.command(who, command).unwrap_err().kind, RefusalKind::Forbidden);
    }
    world.command(1, Command::Kick(seat(1))).unwrap();
    assert_eq!(world.room.seats().get(seat(1)).unwrap().sitter.plays, Plays::Nobody);
    assert_eq!(world.command(2, Command::Ready).unwrap_err().kind, RefusalKind::Forbidden, "sent away");
}
