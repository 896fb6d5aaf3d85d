//! Bots at a table: how long one thinks tells nothing, one that fails is replaced, and none thinks where nobody is.

use std::time::Duration;

use games::{GameName, Level};
use room::{BotJob, Command, Input, Options, Pace, RefusalKind, Warning};
use table::{SeatSet, Viewer};

use crate::world::{Mind, Told, World, careless, opening, seat, some_choice};

fn spammers(wait: u32) -> Options {
    Options { wait, variant: Some("demonstration".to_owned()), ..Options::quick(GameName::Spammers) }
}

/// A bystander's events in a while, by bots that decide the same and take this long.
fn watched(options: &Options, levels: &[Level], think: impl Fn(&BotJob) -> Duration + 'static) -> Vec<Told> {
    let decide: Mind = Box::new(move |job| (think(job), Some(some_choice(job))));
    let mut world = World::playing(options.clone(), 0, levels, decide);
    world.listen(Viewer::Bystander);
    world.pass(Duration::from_secs(120));
    assert!(world.warnings.is_empty());
    world.told.remove(0).1
}

#[test]
fn how_long_bots_think_is_not_seen() {
    let levels = [Level::Peddler, Level::Operator, Level::Kingpin];
    for options in [spammers(0), spammers(3), Options::quick(GameName::SpamORama)] {
        let at_once = watched(&options, &levels, |_| Duration::ZERO);
        assert!(at_once.len() > 40, "{}", at_once.len());
        // As long as each may take, and something that differs from job to job as if it came from the cards.
        let slow = watched(&options, &levels, |job| job.time * 9 / 10);
        assert_eq!(slow, at_once);
        let uneven = watched(&options, &levels, |job| Duration::from_millis(job.id.0 * 7_919 % 10));
        assert_eq!(uneven, at_once);
    }
}

#[test]
fn a_bot_that_is_late_is_late_by_whole_steps() {
    let options = Options { pace: 0, ..Options::quick(GameName::SpamORama) };
    let levels = [Level::Tycoon; 3];
    let a_little = watched(&options, &levels, |_| Duration::from_millis(210));
    let more = watched(&options, &levels, |_| Duration::from_millis(290));
    assert_eq!(a_little, more, "both are taken at the same moment");
}

#[test]
fn a_bot_that_fails_is_replaced_by_a_simpler_one_and_the_game_goes_on() {
    for options in [spammers(3), Options::quick(GameName::SpamORama)] {
        let fails: Mind = Box::new(|job| match job.level {
            Level::Kingpin => (Duration::from_millis(5), None),
            Level::Tycoon | Level::Operator | Level::Agent | Level::Broker | Level::Affiliate => {
                (Duration::from_millis(5), Some("nonsense".to_owned()))
            }
            Level::Peddler => (Duration::from_secs(30), None),
            Level::Intern => (Duration::ZERO, Some(some_choice(job))),
        });
        let mut world = World::playing(options, 0, &[Level::Kingpin, Level::Operator, Level::Peddler], fails);
        world.listen(Viewer::Bystander);
        world.pass(Duration::from_secs(7 * 24 * 3_600));
        assert!(!world.room.is_playing(), "it was played to its end");
        let failed = world.warnings.iter().filter(|warning| matches!(warning, Warning::BotFailed(_)));
        let late = world.warnings.iter().filter(|warning| matches!(warning, Warning::BotLate(_)));
        assert!(failed.count() > 10 && late.count() > 10);
    }
}

#[test]
fn even_if_every_bot_fails_nothing_gets_stuck() {
    for options in [spammers(3), spammers(0), Options::quick(GameName::SpamORama)] {
        let mut world =
            World::playing(options, 0, &[Level::Peddler; 3], Box::new(|_| (Duration::from_millis(1), None)));
        world.listen(Viewer::Bystander);
        let before = world.room.version();
        world.pass(Duration::from_secs(600));
        assert!(world.room.version() > before + 20);
    }
}

#[test]
fn nobody_thinks_for_a_table_without_people() {
    let decide: Mind = Box::new(|job| (Duration::ZERO, job.decide().action));
    let mut world = World::playing(Options::quick(GameName::Spammers), 1, &[Level::Peddler; 2], decide);
    world.command(1, room::Command::Leave).unwrap();
    world.pass(Duration::from_secs(3_600));
    let version = world.room.version();
    assert!(world.room.is_playing());
    world.pass(Duration::from_secs(3_600));
    assert_eq!(world.room.version(), version, "nobody is there to see it");
    // Somebody comes and looks: it goes on.
    world.put(Input::Looked(room::Requester::default())).unwrap();
    world.pass(Duration::from_secs(30));
    assert!(world.room.version() > version);
}

/// How long the next bot that is asked waits, at a table of one person and two bots.
fn waits(world: &mut World) -> Duration {
    let person = seat(0);
    let inputs = |world: &World| world.room.game().unwrap().inputs();
    // A bot that thinks already is heard at the moment fixed before.
    while !world.room.awaited().contains(person) {
        world.pass(Duration::from_millis(10));
    }
    while world.room.awaited().contains(person) {
        let action = world.choices(person)[0].clone();
        world.command(1, Command::Act { version: world.room.version(), action }).unwrap();
    }
    let (asked, before) = (world.now, inputs(world));
    while inputs(world) == before {
        world.pass(Duration::from_millis(10));
    }
    Duration::from_millis(world.now.0 - asked.0)
}

#[test]
fn bots_move_as_fast_as_the_one_person_among_them_says() {
    let mut world =
        World::playing(Options::quick(GameName::SpamORama), 1, &[Level::Intern; 2], careless(Duration::ZERO));
    world.listen(Viewer::Seat(seat(0)));
    let control = |world: &World| {
        world.room.status(Viewer::Seat(seat(0)), SeatSet::EMPTY, world.now).pace.map(|pace| pace.now)
    };
    assert_eq!(control(&world), Some(Some(Pace::Normal)));
    for (pace, wait) in [(Pace::Slow, 2_500), (Pace::Fast, 400), (Pace::Normal, 1_000), (Pace::AtOnce, 10)] {
        let version = world.room.version();
        world.command(1, Command::Pace(pace)).unwrap();
        assert_eq!(world.room.version(), version, "nobody's answer is stale by it");
        assert_eq!(control(&world), Some(Some(pace)));
        let waited = waits(&mut world);
        assert_eq!(waited, Duration::from_millis(wait), "{pace:?}");
        let again = world.folded();
        assert_eq!(again.kept(), world.room.kept());
        let entries = world.journal.len();
        world.command(1, Command::Pace(pace)).unwrap();
        assert_eq!(world.journal.len(), entries, "what is so already is not written again");
    }
}

#[test]
fn among_several_people_whoever_opened_the_table_sets_the_pace() {
    let bots = [Level::Intern];
    let mut world = World::playing(Options::quick(GameName::SpamORama), 2, &bots, careless(Duration::ZERO));
    assert_eq!(world.command(2, Command::Pace(Pace::Fast)).unwrap_err().kind, RefusalKind::Forbidden);
    assert_eq!(world.command(9, Command::Pace(Pace::Fast)).unwrap_err().kind, RefusalKind::Forbidden);
    world.command(1, Command::Pace(Pace::Fast)).unwrap();
    let status = |world: &World, at| world.room.status(Viewer::Seat(seat(at)), SeatSet::EMPTY, world.now);
    assert!(status(&world, 0).pace.is_some() && status(&world, 1).pace.is_none());
    // When nobody else plays any more, the other may.
    world.command(1, Command::Resign).unwrap();
    world.command(2, Command::Pace(Pace::Slow)).unwrap();
}

#[test]
fn without_a_game_there_is_no_pace() {
    let mut world = World::new(
        opening(Options::quick(GameName::SpamORama), 1, &[Level::Intern]),
        careless(Duration::ZERO),
    );
    assert_eq!(world.command(1, Command::Pace(Pace::Fast)).unwrap_err().kind, RefusalKind::NotNow);
}

#[test]
fn at_any_pace_how_long_bots_think_is_not_seen() {
    for pace in Pace::ALL {
        let options = Options { pace: pace.millis(), ..spammers(3) };
        let levels = [Level::Peddler, Level::Operator, Level::Kingpin];
        let at_once = watched(&options, &levels, |_| Duration::ZERO);
        let uneven = watched(&options, &levels, |job| Duration::from_millis(job.id.0 * 7_919 % 10));
        assert_eq!(uneven, at_once, "{pace:?}");
    }
}
