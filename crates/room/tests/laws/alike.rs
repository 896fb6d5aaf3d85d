//! Two truths that a viewer cannot tell apart give the same tellings at the same times, bots at the table included.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use conformance::twins::{Twins, twins};
use games::{AnyGame, GameName, Level};
use room::{Entry, Header, LiveGame, Opening, Options, Reacting, Seated};
use table::{Seat, SeatSet, Viewer};

use crate::world::{Mind, Told, World, key, sight, sight_of_game};

const TICK: Duration = Duration::from_millis(50);

/// Bots that let everything pass, and take longer the more they could have done, as long as their level may take.
fn passes() -> Mind {
    Box::new(|job| {
        let choices = job.choices();
        let wait = (job.time / 10 * choices.len() as u32).min(job.time * 9 / 10);
        let pass = choices.iter().find(|choice| *choice == "pass").or_else(|| choices.first()).cloned();
        (wait, pass)
    })
}

/// Who decides where: the viewer is a person, and others are as this says.
#[derive(Debug, Clone, Copy)]
enum Others {
    Bots(Level),
    People,
    /// People of whom the last passes for the rest of this turn.
    PeopleOneOfWhomPasses,
    /// People who all pass for the rest of this turn, the viewer too.
    PeopleWhoAllPass,
}

/// A room in which the game has come so far.
fn world(options: &Options, viewer: Viewer, others: Others, lines: &[String]) -> World {
    let header = Header { code: "k7mq2xwp".to_owned(), secret: 3, opener: None };
    let person = |seat: Seat| Seated::person(seat, format!("Player {seat}"), key(seat.index() as u8 + 1));
    let seated = options.count().unwrap().iter().map(|seat| match others {
        Others::Bots(level) if !viewer.is(seat) => Seated::bot(seat, level),
        Others::Bots(_) | Others::People | Others::PeopleOneOfWhomPasses | Others::PeopleWhoAllPass => {
            person(seat)
        }
    });
    let mut opening = Opening::new(header, options.clone(), seated.collect());
    let live = LiveGame::new(options.build(SeatSet::EMPTY, 0).unwrap());
    opening.entries.push(Entry::Started(live.start()));
    opening.entries.extend(lines.iter().cloned().map(Entry::Played));
    let everybody: Vec<Seat> = options.count().unwrap().iter().collect();
    let passing = match others {
        Others::Bots(_) | Others::People => &[],
        Others::PeopleOneOfWhomPasses => &everybody[everybody.len() - 1..],
        Others::PeopleWhoAllPass => &everybody[..],
    };
    opening.entries.extend(passing.iter().map(|seat| Entry::Reacting(*seat, Reacting::Turn)));
    World::new(opening, passes())
}

/// A viewer's observations of a room.
struct Watched {
    /// The views from tick to tick, until the first event.
    seen: Vec<String>,
    /// The events of that tick.
    told: Vec<Told>,
    /// The viewer's sight of the game then.
    game: String,
}

fn watched(mut world: World, viewer: Viewer) -> Watched {
    world.listen(viewer);
    let mut seen = Vec::new();
    for _ in 0..160 {
        seen.push(sight(&world.room, viewer, world.now));
        world.pass(TICK);
        if !world.told[0].1.is_empty() {
            break;
        }
    }
    let game = sight_of_game(&world.room, viewer);
    Watched { seen, told: std::mem::take(&mut world.told[0].1), game }
}

/// Counts of compared events.
#[derive(Debug, Default, Clone, Copy)]
struct Compared {
    /// Moments at which both rooms look alike until an event comes at the same time.
    moments: usize,
    /// Those with the same event.
    told: usize,
}

impl Compared {
    /// Both rooms look alike until an event, which comes at the same time. Its contents may differ, as the truths do;
    /// but where the game shows the viewer the same, so does the room.
    fn compare(&mut self, left: &Watched, right: &Watched, what: &str) {
        assert_eq!(left.seen, right.seen, "{what}");
        let first = |watched: &Watched| watched.told.first().map(|told| told.at);
        assert_eq!(first(left), first(right), "{what}");
        if left.game == right.game {
            assert_eq!(left.told, right.told, "{what}");
            self.told += usize::from(!left.told.is_empty());
        }
        self.moments += 1;
    }
}

fn pairs(options: &Options, count: u64) -> Vec<Twins> {
    let viewers: Vec<Viewer> = options.count().unwrap().viewers().collect();
    let pair = |number: u64| {
        let viewer = viewers[number as usize % viewers.len()];
        match options.build(SeatSet::EMPTY, 0).unwrap() {
            AnyGame::Spammers(game) => twins(&game, viewer, number, 140),
            AnyGame::SpamORama(game) => twins(&game, viewer, number, 140),
        }
    };
    (0..count).map(pair).collect()
}

#[test]
#[ignore = "long; .ci/run has it"]
fn what_bots_and_people_hold_moves_no_window() {
    let (mut uneven, mut compared) = (0, Compared::default());
    for wait in [1, 5] {
        let options = Options { wait, ..Options::quick(GameName::Spammers) };
        for pair in pairs(&options, 30) {
            for moment in pair.moments.iter().filter(|moment| moment.window).take(3) {
                for others in [
                    Others::Bots(Level::Kingpin),
                    Others::Bots(Level::Peddler),
                    Others::People,
                    Others::PeopleOneOfWhomPasses,
                    Others::PeopleWhoAllPass,
                ] {
                    let [left, right] = [&pair.left, &pair.right].map(|lines| {
                        watched(world(&options, pair.viewer, others, &lines[..moment.inputs]), pair.viewer)
                    });
                    let what = format!("{} {others:?} after {}", pair.viewer, moment.inputs);
                    compared.compare(&left, &right, &what);
                }
                uneven += usize::from(moment.uneven);
            }
        }
    }
    assert!(
        uneven > 10 && compared.moments > 100 && compared.told > 50,
        "{uneven} uneven windows, {compared:?}"
    );
}

#[test]
fn until_something_is_told_rooms_look_alike() {
    let mut compared = Compared::default();
    for game in GameName::ALL {
        let options = Options { wait: 0, ..Options::quick(game) };
        for pair in pairs(&options, 12) {
            for moment in pair.moments.iter().rev().step_by(9).take(3) {
                let [left, right] = [&pair.left, &pair.right].map(|lines| {
                    let lines = &lines[..moment.inputs];
                    watched(world(&options, pair.viewer, Others::Bots(Level::Operator), lines), pair.viewer)
                });
                compared.compare(&left, &right, &format!("{} after {}", pair.viewer, moment.inputs));
            }
        }
    }
    assert!(compared.moments > 40 && compared.told > 20, "{compared:?}");
}

#[test]
fn a_window_hears_only_those_it_asked() {
    let options = Options { wait: 1, ..Options::quick(GameName::Spammers) };
    let mut part_way = 0;
    for pair in pairs(&options, 30) {
        for moment in pair.moments.iter().filter(|moment| moment.window) {
            let mut world = world(&options, pair.viewer, Others::People, &pair.left[..moment.inputs]);
            world.listen(Viewer::Bystander);
            if world.room.game().unwrap().inputs() > moment.inputs {
                // Everybody could see that nobody had a say: no window opened.
                continue;
            }
            let seats: Vec<Seat> = options.count().unwrap().iter().collect();
            let asked: Vec<Seat> =
                seats.iter().copied().filter(|seat| !world.choices(*seat).is_empty()).collect();
            part_way += usize::from(asked.len() < seats.len());
            while world.told[0].1.is_empty() {
                world.pass(TICK);
            }
            let live = world.room.game().unwrap();
            let authors = (moment.inputs..live.inputs()).filter_map(|input| live.author(input));
            // A window without a say may come after it.
            let authors: Vec<Seat> = authors.take(asked.len()).collect();
            assert!(authors.iter().all(|seat| asked.contains(seat)), "{authors:?} {asked:?}");
        }
    }
    assert!(part_way > 5, "{part_way} windows were taken up part of the way");
}

/// The job for a worker of a bot at this seat, if it is asked.
fn sent(options: &Options, seat: Seat, lines: &[String]) -> Vec<String> {
    let header = Header { code: "k7mq2xwp".to_owned(), secret: 0x5ec2_e7ed, opener: None };
    let seated = options.count().unwrap().iter().map(|other| match other == seat {
        true => Seated::bot(seat, Level::Kingpin),
        false => Seated::person(other, format!("Zebulon {other}"), key(other.index() as u8 + 1)),
    });
    let mut opening = Opening::new(header, options.clone(), seated.collect());
    let live = LiveGame::new(options.build(SeatSet::EMPTY, 0).unwrap());
    opening.entries.push(Entry::Started(live.start()));
    opening.entries.extend(lines.iter().cloned().map(Entry::Played));
    let sent = Rc::new(RefCell::new(Vec::new()));
    let notes = sent.clone();
    let mind: Mind = Box::new(move |job| {
        notes.borrow_mut().push(job.written().unwrap());
        (Duration::MAX / 4, None)
    });
    World::new(opening, mind).listen(Viewer::Bystander);
    sent.take()
}

#[test]
fn a_thought_that_goes_elsewhere_holds_nothing_its_seat_does_not_see() {
    let (mut compared, mut windows) = (0, 0);
    for game in GameName::ALL {
        let options = Options { wait: 1, ..Options::quick(game) };
        for pair in pairs(&options, 24) {
            let Some(seat) = pair.viewer.seat() else { continue };
            for moment in pair.moments.iter().step_by(4) {
                let [left, right] =
                    [&pair.left, &pair.right].map(|lines| sent(&options, seat, &lines[..moment.inputs]));
                assert_eq!(left, right, "{seat} after {}", moment.inputs);
                for text in &left {
                    let secrets = ["k7mq2xwp", &0x5ec2_e7ed_u64.to_string(), "Zebulon"];
                    assert!(secrets.iter().all(|secret| !text.contains(secret)), "{text}");
                }
                compared += left.len();
                windows += if moment.window { left.len() } else { 0 };
            }
        }
    }
    assert!(compared > 100 && windows > 20, "{compared} compared, {windows} in windows");
}
