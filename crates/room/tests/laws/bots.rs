//! Bots at a table: how long one thinks tells nothing, one that fails is replaced, and none thinks where nobody is.

use std::time::Duration;

use games::{GameName, Level};
use room::{BotJob, Input, Options, Warning};
use table::Viewer;

use crate::world::{Mind, Told, World, some_choice};

fn spammers(wait: u32) -> Options {
    Options { wait, variant: Some("demonstration".to_owned()), ..Options::quick(GameName::Spammers) }
}

/// What somebody who only watches is told in a while, by bots that decide the same and take this long.
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
        let slow = watched(&options, &levels, |job| match job.level {
            Level::Intern | Level::Peddler => Duration::from_millis(9),
            Level::Operator => Duration::from_millis(90),
            Level::Kingpin => Duration::from_millis(450),
        });
        assert_eq!(slow, at_once);
        let uneven = watched(&options, &levels, |job| Duration::from_millis(job.id.0 * 7_919 % 10));
        assert_eq!(uneven, at_once);
    }
}

#[test]
fn a_bot_that_is_late_is_late_by_whole_steps() {
    let options = Options { pace: 0, ..Options::quick(GameName::SpamORama) };
    let levels = [Level::Operator; 3];
    let a_little = watched(&options, &levels, |_| Duration::from_millis(210));
    let more = watched(&options, &levels, |_| Duration::from_millis(290));
    assert_eq!(a_little, more, "both are taken at the same moment");
}

#[test]
fn a_bot_that_fails_is_replaced_by_a_simpler_one_and_the_game_goes_on() {
    for options in [spammers(3), Options::quick(GameName::SpamORama)] {
        let fails: Mind = Box::new(|job| match job.level {
            Level::Kingpin => (Duration::from_millis(5), None),
            Level::Operator => (Duration::from_millis(5), Some("nonsense".to_owned())),
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
