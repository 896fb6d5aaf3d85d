//! Anything at all is done at a room, at any time: refusals change nothing, the fold of the journal is the room, and it
//! never gets stuck.

use std::time::Duration;

use games::{GameName, Level};
use room::{Command, Input, Options, Pace, QUICK_CHAT, Reacting, RefusalKind, Requester, Revoked};
use table::{Luck, Purpose, Seed, Viewer};

use crate::world::{World, careless, from, key, lasting, opening, scattered, seat, sight};

/// Commands over all rooms: three hundred thousand in a campaign, more when asked for.
fn commands() -> u64 {
    let usual = if std::env::var_os("GRUNTLE_CAMPAIGN").is_some() { 300_000 } else { 20_000 };
    std::env::var("GRUNTLE_ROOM_COMMANDS").ok().and_then(|many| many.parse().ok()).unwrap_or(usual)
}

fn some_options(luck: &mut impl Luck) -> Options {
    let game = GameName::ALL[luck.below(2) as usize];
    let mut options = Options::quick(game);
    options.seats = 2 + luck.below(3) as usize;
    options.wait = [0, 0, 3, 30][luck.below(4) as usize];
    options.pace = [0, 700][luck.below(2) as usize];
    options.clock = ["none", "relaxed", "brisk"][luck.below(3) as usize].to_owned();
    if game == GameName::Spammers && luck.below(2) == 0 {
        options.variant = Some("demonstration".to_owned());
    }
    options
}

fn some_command(world: &World, who: u8, luck: &mut impl Luck) -> Command {
    let at = seat(luck.below(6) as usize);
    let near = |luck: &mut dyn FnMut(u32) -> u32| (world.room.version() + 1).saturating_sub(luck(3).into());
    let mut below = |count: u32| luck.below(count);
    match below(40) {
        0 => Command::Sit { seat: Some(at), name: "Mallory \u{202e}".to_owned() },
        1 => Command::Stand,
        2 => Command::Ready,
        3 => Command::Unready,
        4 => Command::Count(below(90)),
        5 => Command::Kick(at),
        6 => Command::Fill(at, Level::ALL[below(2) as usize]),
        7 => Command::Open(at),
        8 | 9 => Command::Start,
        10 => Command::Leave,
        11 => Command::Return,
        12 if below(20) == 0 => Command::Resign,
        13 => Command::React(Reacting::ALL[below(5) as usize]),
        14 => Command::Chat(below(QUICK_CHAT.len() as u32 + 1) as usize),
        15 => Command::Handover { link: key(100 + below(4) as u8) },
        16 => Command::TakeSeat { link: key(100 + below(4) as u8) },
        17 => Command::Rematch { code: "abcd2345".to_owned(), secret: 7 },
        18 => Command::TakeBack { version: near(&mut below) },
        19 => Command::Act { version: near(&mut below), action: "nonsense".to_owned() },
        20 => Command::Pace(Pace::ALL[below(4) as usize]),
        21 => Command::Coach,
        22 => Command::Replace(at),
        23 if below(4) == 0 => Command::Revoke(if below(2) == 0 { Revoked::Others } else { Revoked::Here }),
        _ => {
            let own = world.room.held_by(from(who)).iter().next().unwrap_or(at);
            let choices = world.choices(own);
            let action = match choices.len() {
                0 => "pass".to_owned(),
                len => choices[luck.below(len as u32) as usize].clone(),
            };
            Command::Act { version: world.room.version(), action }
        }
    }
}

/// Somebody with the key of that number, now and then for a seat that need not be theirs.
fn somebody(who: u8, luck: &mut impl Luck) -> Requester {
    let named = (luck.below(4) == 0).then(|| seat(luck.below(6) as usize));
    Requester { seat: named, ..from(who) }
}

/// Somebody begins to listen, goes, or listens from another place.
fn comes_or_goes(world: &mut World, listening: &mut Vec<Viewer>, luck: &mut impl Luck) {
    let viewers: Vec<Viewer> = world.room.options().count().unwrap().viewers().collect();
    let to = luck.pick(&viewers).unwrap();
    let one = (!listening.is_empty()).then(|| luck.below(listening.len() as u32) as usize);
    match (luck.below(3), one) {
        (0, Some(one)) => {
            let gone = listening.swap_remove(one);
            world.put(Input::Disconnected(gone)).unwrap();
        }
        (1, Some(one)) => {
            let from = std::mem::replace(&mut listening[one], to);
            world.put(Input::Moved { from, to }).unwrap();
        }
        _ => {
            listening.extend(world.put(Input::Connected(to)).is_ok().then_some(to));
        }
    }
}

/// The room as everybody sees it.
fn sights(world: &World) -> Vec<String> {
    let viewers = world.room.options().count().unwrap().viewers();
    viewers.map(|viewer| sight(&world.room, viewer, world.now)).collect()
}

/// The room as it lasts, what it waits for, which bots think, and who is there.
fn inside(world: &World) -> String {
    format!("{} {}", lasting(&world.room), world.room.passing())
}

fn one_room(number: u64) -> u64 {
    let mut luck = Seed::new(11, number).luck(Purpose::Trial);
    let options = some_options(&mut luck);
    let people = 1 + luck.below(options.seats as u32) as u8;
    let levels =
        vec![[Level::Intern, Level::Peddler][luck.below(2) as usize]; options.seats - usize::from(people)];
    let think = Duration::from_millis([0, 3, 40, 2_500][luck.below(4) as usize]);
    let mut world = World::new(opening(options, people, &levels), careless(think));
    world.put(Input::Connected(Viewer::Bystander)).unwrap();
    let mut listening = vec![Viewer::Bystander];
    let mut done = 0;
    for step in 0..400 {
        let who = 1 + luck.below(u32::from(people) + 1) as u8;
        let command = some_command(&world, who, &mut luck);
        let from = somebody(who, &mut luck);
        world.put(Input::Looked(from)).unwrap();
        // To look with everybody's eyes is slow, so that is not done at every refusal.
        let (before, seen) = (inside(&world), (step % 7 == 0).then(|| sights(&world)));
        if world.put(Input::Command(from, command.clone())).is_err() {
            let what = format!("room {number}: {command:?} was refused and changed something");
            assert_eq!(inside(&world), before, "{what}");
            if let Some(seen) = seen {
                assert_eq!(sights(&world), seen, "{what}");
            }
        }
        done += 1;
        if luck.below(8) == 0 {
            comes_or_goes(&mut world, &mut listening, &mut luck);
        }
        if luck.below(3) == 0 {
            world.pass(Duration::from_millis(luck.below(4_000).into()));
        }
        if step % 40 == 0 {
            assert_eq!(lasting(&world.folded()), lasting(&world.room), "room {number}");
        }
    }
    assert_eq!(lasting(&world.folded()), lasting(&world.room), "room {number}");
    finishes(&mut world, number);
    done
}

/// Left to itself, a room whose people have all left plays to its end.
fn finishes(world: &mut World, number: u64) {
    for who in 1..=7 {
        for own in world.room.held_by(from(who)).iter() {
            let one = Requester { seat: Some(own), ..from(who) };
            let _ = world.put(Input::Command(one, Command::Leave));
        }
    }
    if !world.room.is_playing() {
        return;
    }
    world.put(Input::Connected(Viewer::Bystander)).unwrap();
    for _ in 0..100_000 {
        world.pass(Duration::from_secs(60));
        if !world.room.is_playing() {
            return;
        }
    }
    panic!("room {number} is stuck: {}", sight(&world.room, Viewer::Bystander, world.now));
}

#[test]
fn refusals_change_nothing_entries_fold_to_the_room_and_nothing_gets_stuck() {
    let (mut done, mut number) = (0, 0);
    while done < commands() {
        done += one_room(number);
        number += 1;
    }
}

#[test]
fn a_journal_is_not_made_long_by_those_who_do_not_play() {
    let mut world =
        World::new(opening(Options::quick(GameName::SpamORama), 1, &[]), careless(Duration::ZERO));
    let refused = (0..100_000).find_map(|_| {
        let _ = world.command(1, Command::Ready);
        world.command(1, Command::Unready).err()
    });
    assert_eq!(refused.unwrap().kind, RefusalKind::Full);
    assert!(world.journal.len() < 6_000, "{} lines", world.journal.len());
    // It can still be started, if it can be.
    assert_eq!(world.put(Input::Command(from(1), Command::Start)).unwrap_err().kind, RefusalKind::NotNow);
}

#[test]
fn whoever_sits_and_stands_all_day_spends_nobody_else_s_allowance() {
    let mut world =
        World::new(opening(Options::quick(GameName::SpamORama), 1, &[]), careless(Duration::ZERO));
    let sit = |at: usize| Command::Sit { seat: Some(seat(at)), name: "Mallory".to_owned() };
    let refused = (0..10_000).find_map(|_| {
        let sat = world.command(9, sit(1)).err();
        sat.or_else(|| world.command(9, Command::Stand).err())
    });
    assert_eq!(refused.unwrap().kind, RefusalKind::Full);
    assert!(world.journal.len() < 400, "{} lines", world.journal.len());
    // Others go on: the opener can fill the seat and start.
    world.command(2, sit(2)).unwrap();
    world.command(2, Command::Ready).unwrap();
    let _ = world.command(1, Command::Kick(seat(1)));
    world.command(1, Command::Fill(seat(1), Level::Peddler)).unwrap();
    world.command(1, Command::Start).unwrap();
    assert!(world.room.is_playing());
}

#[test]
fn without_a_seat_named_it_is_the_same() {
    let mut world =
        World::new(opening(Options::quick(GameName::SpamORama), 1, &[]), careless(Duration::ZERO));
    let sit = |name: &str| Command::Sit { seat: None, name: name.to_owned() };
    world.command(9, sit("Mallory")).unwrap();
    let lines = world.journal.len();
    // A repeated request changes nothing, and writes nothing.
    for _ in 0..6_000 {
        world.command(9, sit("Mallory")).unwrap();
    }
    assert_eq!(world.journal.len(), lines);
    let refused = (0..10_000).find_map(|number| world.command(9, sit(["Mal", "Lory"][number % 2])).err());
    assert_eq!(refused.unwrap().kind, RefusalKind::Full);
    assert!(world.journal.len() < 400, "{} lines", world.journal.len());
    // A newcomer who names no seat gets one with allowance left.
    world.command(1, Command::Kick(seat(1))).unwrap();
    world.command(2, sit("Bea")).unwrap();
    world.command(2, Command::Ready).unwrap();
    assert_eq!(world.room.held_by(from(2)), table::SeatSet::only(seat(2)));
    world.command(1, Command::Fill(seat(1), Level::Peddler)).unwrap();
    world.command(1, Command::Start).unwrap();
    assert!(world.room.is_playing());
}

#[test]
fn who_asks_for_what_is_so_already_writes_nothing() {
    let options = Options { seats: 2, ..Options::quick(GameName::SpamORama) };
    let mut world = World::new(opening(options, 2, &[]), careless(Duration::ZERO));
    for command in [Command::Ready, Command::Count(7), Command::Unready, Command::React(Reacting::Hold)] {
        world.command(2, command.clone()).unwrap();
        let lines = world.journal.len();
        world.command(2, command).unwrap();
        assert_eq!(world.journal.len(), lines);
    }
}

/// The person of this seat acts, as everybody else does whom the table waits for.
fn acts(world: &mut World, at: table::Seat) {
    let (who, choices) = (at.index() as u8 + 1, world.choices(at));
    let action = choices[scattered(world.room.version()) as usize % choices.len()].clone();
    world.command(who, Command::Act { version: world.room.version(), action }).unwrap();
}

/// All act as long as there is something to do.
fn plays_to_its_end(world: &mut World) {
    for _ in 0..10_000 {
        let Some(at) = world.room.awaited().iter().next() else { break };
        acts(world, at);
    }
    assert!(world.room.game().is_some() && !world.room.is_playing());
}

fn two_people() -> World {
    let options = Options { seats: 2, wait: 0, ..Options::quick(GameName::SpamORama) };
    World::playing(options, 2, &[], careless(Duration::ZERO))
}

#[test]
fn acting_and_taking_back_does_not_go_on_for_ever() {
    // The first of them has opened the table.
    for at in [seat(0), seat(1)] {
        let (mut world, who) = (two_people(), at.index() as u8 + 1);
        let mut refused = None;
        for _ in 0..5_000 {
            let Some(next) = world.room.awaited().iter().next() else { break };
            acts(&mut world, next);
            if world.room.may_take_back(at).is_some() {
                let taken_back = world.command(who, Command::TakeBack { version: world.room.version() });
                refused = taken_back.err();
                if refused.is_some() {
                    break;
                }
            }
        }
        assert_eq!(refused.map(|refusal| refusal.kind), Some(RefusalKind::Full), "{at}");
        plays_to_its_end(&mut world);
    }
}

#[test]
fn in_a_game_nobody_makes_the_journal_long_and_everybody_can_play_on() {
    let settings = [Command::React(Reacting::Hold), Command::React(Reacting::Ask)];
    let coming_and_going = [Command::Leave, Command::Return];
    for (who, commands) in [(1, &settings), (2, &settings), (1, &coming_and_going), (2, &coming_and_going)] {
        let mut world = two_people();
        let refused =
            commands.iter().cycle().take(20_000).find_map(|one| world.command(who, one.clone()).err());
        assert_eq!(refused.unwrap().kind, RefusalKind::Full, "{commands:?} of {who}");
        assert!(world.journal.len() < 400, "{} lines", world.journal.len());
        assert_eq!(lasting(&world.folded()), lasting(&world.room));
        plays_to_its_end(&mut world);
    }
}

#[test]
fn whoever_is_away_can_always_come_back_or_give_up() {
    for last in [Command::Return, Command::Resign] {
        let mut world = two_people();
        world.command(1, Command::Leave).unwrap();
        // Nothing that was done under another's eyes keeps anybody from their seat.
        let handover = |number: usize| Command::Handover { link: key(number as u8) };
        let _ = (0..20_000).find_map(|number| {
            world.pass(Duration::from_secs(24 * 3_600));
            world.command(1, handover(number)).err()
        });
        assert_eq!(world.command(1, Command::Leave).unwrap_err().kind, RefusalKind::Full);
        world.command(1, last).unwrap();
    }
}
