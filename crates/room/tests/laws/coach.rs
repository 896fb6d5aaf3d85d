//! A coach: only where all others are bots, kept in the record, and knowing no more than its seat.

use conformance::twins::twins;
use games::{GameName, Level};
use room::{
    Command, Effects, Entry, Header, Input, LiveGame, Opening, Options, Refusal, RefusalKind, Requester,
    Room, Seated, Time,
};
use spammers::{CardSet, Spammers, Variant};
use table::{Seat, SeatCount, SeatSet, Viewer};

use crate::world::key;

fn seat(index: usize) -> Seat {
    Seat::new(index).unwrap()
}

fn options() -> Options {
    Options {
        seats: 3,
        variant: Some("demonstration".to_owned()),
        deck: Some("starter".to_owned()),
        ..Options::quick(GameName::Spammers)
    }
}

/// A table with a game that has come so far; people sit at these seats, bots at the others.
fn room(people: &[usize], lines: &[String]) -> Room {
    let header = Header { code: "k7mq2xwp".to_owned(), secret: 3, opener: None };
    let seated = options().count().unwrap().iter().map(|seat| match people.contains(&seat.index()) {
        true => Seated::person(seat, format!("Player {seat}"), key(seat.index() as u8 + 1)),
        false => Seated::bot(seat, Level::Intern),
    });
    let mut opening = Opening::new(header.clone(), options(), seated.collect());
    let live = LiveGame::new(options().build(SeatSet::EMPTY, 0).unwrap());
    opening.entries.push(Entry::Started(live.start()));
    opening.entries.extend(lines.iter().cloned().map(Entry::Played));
    Room::fold(header, &opening.entries).unwrap()
}

fn ask(room: &mut Room, of: usize) -> Result<Effects, Refusal> {
    let from = Requester { key: Some(key(of as u8 + 1)), seat: Some(seat(of)) };
    room.apply(Time(0), Input::Command(from, Command::Coach))
}

/// A game of the same set-up up to where this seat is asked something, and another that it cannot tell apart.
fn two_games(of: usize, seed: u64) -> Option<[Vec<String>; 2]> {
    let game = Spammers::new(CardSet::starter(), SeatCount::new(3).unwrap(), Variant::Demonstration);
    let twins = twins(&game, Viewer::Seat(seat(of)), seed, 90);
    let asked = twins.moments.iter().rfind(|moment| moment.allowed.len() > 1)?;
    Some([twins.left, twins.right].map(|mut lines| {
        lines.truncate(asked.inputs);
        lines
    }))
}

#[test]
fn advice_is_the_same_where_a_seat_cannot_tell_the_difference() {
    let mut different = 0;
    let pairs = (0..40).flat_map(|seed| (0..3).map(move |of| (of, seed)));
    for (of, [left, right]) in pairs.filter_map(|(of, seed)| Some((of, two_games(of, seed)?))).take(4) {
        let advice = [&left, &right].map(|lines| {
            let mut room = room(&[of], lines);
            ask(&mut room, of).unwrap().advise.unwrap().advise()
        });
        assert_eq!(format!("{:?}", advice[0]), format!("{:?}", advice[1]));
        let best = &advice[0].best;
        assert!((2..=3).contains(&best.len()), "{best:?}");
        assert!(best.is_sorted_by(|one, other| one.chance.mean >= other.chance.mean));
        assert!(best.iter().all(|option| !option.pieces.is_empty() && !option.says.is_empty()));
        // The choice, why, and what it is worth.
        let why = advice[0].why.to_string();
        let (because, worth) = why.split_once("; I make it ").expect(&why);
        assert!(because.contains(": ") && worth.contains("% to win"), "{why}");
        different += usize::from(left != right);
    }
    assert!(different > 1, "{different}");
}

#[test]
fn a_coach_is_asked_only_among_bots_and_that_is_kept_once() {
    let (of, [lines, _]) = (0..40).find_map(|seed| Some((0, two_games(0, seed)?))).unwrap();
    let mut alone = room(&[0], &lines);
    let before = alone.version();
    let first = ask(&mut alone, of).unwrap();
    assert_eq!(first.write, [Entry::Coached(seat(0))]);
    assert!(first.tell.is_empty() && first.advise.is_some());
    let second = ask(&mut alone, of).unwrap();
    assert!(second.write.is_empty() && second.advise.is_some());
    assert_eq!((alone.version(), alone.coached()), (before, SeatSet::only(seat(0))));
    // Where another person sits nobody is coached, even if that person has left.
    let mut company = room(&[0, 1], &lines);
    assert_eq!(ask(&mut company, 0).unwrap_err().kind, RefusalKind::Forbidden);
    let other = Requester { key: Some(key(2)), seat: Some(seat(1)) };
    company.apply(Time(0), Input::Command(other, Command::Resign)).unwrap();
    assert_eq!(ask(&mut company, 0).unwrap_err().kind, RefusalKind::Forbidden);
    // Nor is a bystander, or a seat without a question.
    let stranger = Requester { key: Some(key(9)), seat: None };
    let refused = alone.apply(Time(0), Input::Command(stranger, Command::Coach));
    assert_eq!(refused.unwrap_err().kind, RefusalKind::Forbidden);
    let mut dealing = room(&[0], &lines[..3]);
    assert_eq!(ask(&mut dealing, 0).unwrap_err().kind, RefusalKind::NotNow);
}
