//! Deals: the fold is the room, luck stays comparable, and only their player has anything to do with them.

use std::collections::BTreeMap;
use std::time::Duration;

use games::{GameName, Level};
use room::{
    BotJob, Command, Entry, Header, Input, LiveGame, Opening, Options, Reacting, Refusal, RefusalKind, Score,
    Time, opponents,
};
use table::{Luck, Match, Purpose, Seed, Viewer};

use crate::world::{Mind, World, from, key, lasting, seat};

const SECRET: u64 = 20_261_116;

fn begun(game: GameName, code: &str) -> Opening {
    let options = Options { wait: 0, pace: 0, ..Options::of_deal(game, "2026-11-16/x") };
    dealt(options, code, SECRET)
}

fn dealt(options: Options, code: &str, secret: u64) -> Opening {
    let header = Header { code: code.to_owned(), secret, opener: Some(key(1)) };
    Opening::of_deal(header, options, "Ann", Level::Intern, Time(0)).unwrap()
}

/// Bots that take one choice or another, by this number.
fn whims(number: u64) -> Mind {
    Box::new(move |job: &BotJob| {
        let mut luck = Seed::new(number, job.id.0).luck(Purpose::Trial);
        (Duration::ZERO, luck.pick(&job.choices().iter().collect::<Vec<_>>()).map(|choice| (*choice).clone()))
    })
}

/// A deal played to its end, by anything that may be done.
fn played(game: GameName, number: u64) -> World {
    let mut world = World::new(begun(game, "k7mq2xwp"), whims(number));
    let mut luck = Seed::new(number, 77).luck(Purpose::Trial);
    world.put(Input::Connected(Viewer::Seat(seat(0)))).unwrap();
    let mut decisions = 0;
    while world.room.is_playing() {
        world.pass(Duration::from_secs(1));
        let choices = world.choices(seat(0));
        if world.room.awaited().contains(seat(0)) {
            let action = choices[luck.below(choices.len() as u32) as usize].clone();
            world.command(1, Command::Act { version: world.room.version(), action }).unwrap();
            decisions += 1;
            assert!(decisions < 20_000, "it does not end");
        }
    }
    world
}

/// Outcomes by occasion, in order.
fn fallen(world: &World) -> BTreeMap<String, Vec<String>> {
    fn of<G: table::Game>(mut live: Match<G>, lines: Vec<String>) -> BTreeMap<String, Vec<String>> {
        let mut fallen: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for line in lines {
            if let Some(occasion) = live.occasion() {
                fallen.entry(occasion.to_string()).or_default().push(line.clone());
            }
            let input = live.read_input(&line).unwrap();
            live.take(input).unwrap();
        }
        fallen
    }
    let live = world.room.game().unwrap();
    match live.afresh() {
        LiveGame::Spammers(fresh) => of(fresh, live.lines()),
        LiveGame::SpamORama(fresh) => of(fresh, live.lines()),
    }
}

#[test]
fn a_deal_folds_to_the_same_room_and_goes_on_with_the_same_luck() {
    for game in GameName::ALL {
        let world = played(game, 1);
        assert_eq!(lasting(&world.folded()), lasting(&world.room));
        assert!(world.folded().score().is_some() && world.folded().score() == world.room.score());
        // From any line on, a room that was loaded draws what the first one drew.
        let lines: Vec<String> = world.journal.iter().map(Entry::to_string).collect();
        let luck = |at: usize| lines[at].starts_with("play *");
        let draws: Vec<usize> = (1..lines.len()).filter(|&at| luck(at) && !luck(at - 1)).collect();
        for &at in draws.iter().step_by(draws.len() / 20 + 1) {
            let mut room = room::Room::read(world.room.header().clone(), &lines[..at]).unwrap();
            let effects = room.apply(Time(5), Input::Looked(from(1))).unwrap();
            let drawn: Vec<String> = effects.write.iter().map(Entry::to_string).collect();
            assert!(!drawn.is_empty() && lines[at..].starts_with(&drawn), "line {at}: {drawn:?}");
        }
    }
}

#[test]
fn the_same_play_gives_the_same_game() {
    for game in GameName::ALL {
        let [one, other] = [played(game, 3), played(game, 3)];
        assert_eq!(one.room.game().unwrap().lines(), other.room.game().unwrap().lines());
    }
}

/// Equal outcomes of two games among those for the same occasion and count: how many, and of how many.
fn alike(games: &[BTreeMap<String, Vec<String>>], of: impl Fn(&str) -> bool) -> (usize, usize) {
    let (mut same, mut all) = (0, 0);
    for other in &games[1..] {
        for (occasion, lines) in games[0].iter().filter(|(occasion, _)| of(occasion)) {
            let others = other.get(occasion).map_or(&[][..], Vec::as_slice);
            all += lines.len().min(others.len());
            same += lines.iter().zip(others).filter(|(one, other)| one == other).count();
        }
    }
    (same, all)
}

#[test]
fn other_play_meets_the_same_dice_and_mostly_the_same_cards() {
    let games: Vec<_> = (1..=6).map(|number| fallen(&played(GameName::Spammers, number))).collect();
    let is_dealt = |occasion: &str| occasion.contains("dealt") || occasion == "first turn";
    let is_die = |occasion: &str| occasion.starts_with("die ");
    let is_of_a_hand = |occasion: &str| occasion.contains("stolen") || occasion.contains("lost");
    let (same, dealt) = alike(&games, is_dealt);
    assert_eq!(same, dealt, "nobody has chosen anything yet");
    let (same, dice) = alike(&games, is_die);
    assert_eq!(same, dice);
    assert!(dealt > 50 && dice > 50, "{dealt} dealt, {dice} dice");
    let drawn = |occasion: &str| !is_dealt(occasion) && !is_die(occasion) && !is_of_a_hand(occasion);
    let (same, cards) = alike(&games, drawn);
    eprintln!("SPAMMERS: all {dice} dice are the same, and {same} of {cards} cards");
    assert!(2 * same > cards, "{same} of {cards} cards");
}

#[test]
fn the_ports_the_clients_and_the_first_turn_of_a_deal_are_the_same_and_many_coins() {
    let games: Vec<_> = (1..=6).map(|number| fallen(&played(GameName::SpamORama, number))).collect();
    let is_coin = |occasion: &str| occasion.starts_with("coin ");
    let (same, laid) = alike(&games, |occasion| !is_coin(occasion));
    let wanted: usize =
        games[0].iter().filter(|(occasion, _)| !is_coin(occasion)).map(|(_, lines)| lines.len()).sum();
    assert!(same == laid && laid == 5 * wanted && wanted > 20, "{same} of {laid}, {wanted} a game");
    let (same, coins) = alike(&games, is_coin);
    eprintln!(
        "Spam-O-Rama: all {laid} ports, clients and first turns are the same, and {same} of {coins} coins"
    );
    assert!(coins > 150, "{coins} coins");
    assert!(2 * same > coins, "{same} of {coins} coins");
}

fn kind<T>(done: Result<T, Refusal>) -> Option<RefusalKind> {
    done.err().map(|refusal| refusal.kind)
}

#[test]
fn a_deal_is_played_once_by_one_person_in_one_browser() {
    for game in GameName::ALL {
        let mut world = World::new(begun(game, "k7mq2xwp"), whims(5));
        world.put(Input::Connected(Viewer::Seat(seat(0)))).unwrap();
        let mut taken = 0;
        while taken < 6 {
            world.pass(Duration::from_secs(1));
            if world.room.awaited().contains(seat(0)) {
                let action = world.choices(seat(0))[0].clone();
                world.command(1, Command::Act { version: world.room.version(), action }).unwrap();
                taken += 1;
                assert_eq!(world.room.may_take_back(seat(0)), None);
                let back = world.command(1, Command::TakeBack { version: world.room.version() });
                assert_eq!(kind(back), Some(RefusalKind::NotNow));
            }
        }
        let handed = world.command(1, Command::Handover { link: key(9) });
        assert_eq!(kind(handed), Some(RefusalKind::NotNow));
        assert!(kind(world.command(2, Command::TakeSeat { link: key(9) })).is_some());
        assert!(kind(world.command(2, Command::Sit { seat: None, name: "Eve".to_owned() })).is_some());
        assert!(world.room.is_shown_to(Some(key(1))));
        assert!(!world.room.is_shown_to(Some(key(2))) && !world.room.is_shown_to(None));
        // Leaving changes nothing.
        let before = world.journal.len();
        world.command(1, Command::Leave).unwrap();
        assert!(world.room.seats().bot_at(seat(0)).is_none() && world.journal.len() == before);
    }
}

#[test]
fn whoever_gives_up_has_given_up_however_the_bots_end_it() {
    let mut world = World::new(begun(GameName::SpamORama, "k7mq2xwp"), whims(5));
    world.put(Input::Connected(Viewer::Seat(seat(0)))).unwrap();
    world.command(1, Command::Resign).unwrap();
    world.pass(Duration::from_secs(100_000));
    assert!(!world.room.is_playing());
    assert_eq!(world.room.score(), Some(Score::GaveUp));
    assert!(world.decided.is_empty(), "bots decided everything");
    // A rematch is a table like any other.
    world.command(1, Command::Rematch { code: "abcd2345".to_owned(), secret: 9 }).unwrap();
    let Some(Entry::Opened(options)) = world.opened[0].entries.first() else { panic!("no opening") };
    assert_eq!(options.deal, None);
}

#[test]
fn the_first_decision_of_the_person_is_told_once_with_the_line_of_it() {
    let is_own = |entry: &Entry| entry.to_string().starts_with("play A ");
    for (number, game) in (1..=12).zip(GameName::ALL.into_iter().cycle()) {
        let options = Options::of_deal(game, "2026-11-16/x");
        let mut world = World::new(dealt(options, "k7mq2xwp", number), whims(number));
        world.put(Input::Connected(Viewer::Seat(seat(0)))).unwrap();
        // The table passes for the person wherever it may.
        world.command(1, Command::React(Reacting::Pass)).unwrap();
        for taken in 0..3 {
            while !world.room.awaited().contains(seat(0)) {
                world.pass(Duration::from_secs(1));
            }
            let told = world.journal.iter().any(is_own);
            assert_eq!((told, world.decided.len()), (taken > 0, usize::from(taken > 0)), "{game:?} {number}");
            let action = world.choices(seat(0))[0].clone();
            world.command(1, Command::Act { version: world.room.version(), action }).unwrap();
            assert!(world.decided.len() == 1 && is_own(&world.decided[0][0]), "{:?}", world.decided);
            // A room that is loaded knows it.
            world.room = world.folded();
            world.put(Input::Looked(from(1))).unwrap();
        }
    }
}

#[test]
fn scores_say_what_the_end_of_the_game_says() {
    for game in GameName::ALL {
        for number in 1..=4 {
            let world = played(game, number);
            let (score, live) = (world.room.score().unwrap(), world.room.game().unwrap());
            let won = live.ending().unwrap().winners.contains(seat(0));
            assert_eq!(score.is_won(), won, "{score:?}");
            assert_eq!(Score::read(game, score.kept()), score);
        }
        assert!(Level::ALL.contains(&opponents(game)));
    }
}
