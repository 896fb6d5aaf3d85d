//! Glimpses: extras travel along with the entries.
#![allow(clippy::unwrap_used)] // A test may stop at once.

use std::time::Duration;

use games::{GameName, Level};
use room::{Entry, Header, Input, KeyHash, Opening, Options, Room, Seated, Time, all_bots};
use table::{Seat, SeatSet, Viewer};

const NOW: Time = Time(1_000_000);

fn seat(number: usize) -> Seat {
    Seat::new(number).unwrap()
}

/// A room with a person and bots in it, and all of its entries.
fn opened(game: GameName, wait: u32) -> (Room, Header, Vec<Entry>) {
    let key = KeyHash([1; 32]);
    let header = Header { code: "abcd2345".to_owned(), secret: 7, opener: Some(key) };
    let options = Options { wait, clock: "brisk".to_owned(), ..Options::quick(game) };
    let mut seated = vec![Seated::person(seat(0), "Ann".to_owned(), key)];
    seated.extend(all_bots(&options, 1, Level::Intern).unwrap());
    let opening = Opening::new(header.clone(), options, seated).begun(NOW).unwrap();
    (Room::fold(header.clone(), &opening.entries).unwrap(), header, opening.entries)
}

#[test]
fn whoever_folds_the_same_entries_and_sees_a_glimpse_shows_the_same() {
    for (game, wait) in [(GameName::Spammers, 5), (GameName::SpamORama, 0)] {
        let (mut room, header, mut entries) = opened(game, wait);
        let here = Viewer::Seat(seat(0));
        for (after, input) in [
            (0, Input::Connected(here)),
            (100, Input::Connected(Viewer::Bystander)),
            (200, Input::Time),
            (5_000, Input::Disconnected(here)),
            (200_000, Input::Time),
        ] {
            let now = NOW + Duration::from_millis(after);
            entries.extend(room.apply(now, input).unwrap().write);
            let sent = serde_json::to_string(&room.glimpse(now)).unwrap();
            // Another clock, which shows another time.
            let there = now + Duration::from_secs(12_345);
            let mut other = Room::fold(header.clone(), &entries).unwrap();
            other.show(there, &serde_json::from_str(&sent).unwrap());
            for viewer in [here, Viewer::Seat(seat(1)), Viewer::Bystander] {
                let own = SeatSet::EMPTY;
                assert_eq!(other.status(viewer, own, there), room.status(viewer, own, now), "{after}");
            }
            assert_eq!(other.whereabouts(there), room.whereabouts(now), "{after}");
        }
    }
}
