//! Presence: bots play on only for somebody, and listeners take places at seats.

use std::time::Duration;

use table::{MOST_SEATS, Seat, Viewer};

use crate::refusal::Refusal;
use crate::time::Time;

/// The most listeners of one seat.
const MOST_AT_A_SEAT: u32 = 12;
/// The most who only watch.
const MOST_BYSTANDERS: u32 = 400;
/// A requester counts as present for so long: bots play on meanwhile.
const STAYS: Duration = Duration::from_secs(60);
/// Grace period of a listener who has gone, as with a page that is loaded anew: others hear of it only afterwards.
pub const LINGERS: Duration = Duration::from_secs(3);

/// Listeners and recent requesters.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Attendance {
    listening: [u32; MOST_SEATS + 1],
    /// When each point of view last asked for something.
    seen: [Option<Time>; MOST_SEATS + 1],
    /// When the last who listened from there went.
    left: [Option<Time>; MOST_SEATS + 1],
}

/// Where the person of a seat is, as everybody may know it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Whereabouts {
    /// At the table, or gone for a moment.
    Here,
    /// Gone.
    Away {
        /// For so long.
        since: Duration,
    },
}

const fn place(viewer: Viewer) -> usize {
    match viewer {
        Viewer::Seat(seat) => seat.index(),
        Viewer::Bystander => MOST_SEATS,
    }
}

impl Attendance {
    /// Somebody asks for something.
    pub(crate) fn see(&mut self, viewer: Viewer, now: Time) {
        self.seen[place(viewer)] = Some(now);
    }

    /// Somebody begins to listen.
    pub(crate) fn connect(&mut self, viewer: Viewer, now: Time) -> Result<(), Refusal> {
        let most = match viewer {
            Viewer::Seat(_) => MOST_AT_A_SEAT,
            Viewer::Bystander => MOST_BYSTANDERS,
        };
        let listening = &mut self.listening[place(viewer)];
        if *listening >= most {
            return Err(Refusal::full("so many listen already that there is no room for another"));
        }
        *listening += 1;
        self.see(viewer, now);
        Ok(())
    }

    /// Somebody has gone.
    pub(crate) fn disconnect(&mut self, viewer: Viewer, now: Time) {
        let listening = &mut self.listening[place(viewer)];
        debug_assert!(*listening > 0, "nobody listened from {viewer}");
        *listening = listening.saturating_sub(1);
        self.left[place(viewer)] = Some(now);
        self.see(viewer, now);
    }

    /// A listener changes places; there is always a place for them.
    pub(crate) fn change_place(&mut self, from: Viewer, to: Viewer, now: Time) {
        self.disconnect(from, now);
        self.listening[place(to)] += 1;
    }

    /// How many listen from each place, and when the last of each went. Who only asked for something is not told of.
    pub(crate) const fn places(&self) -> ([u32; MOST_SEATS + 1], [Option<Time>; MOST_SEATS + 1]) {
        (self.listening, self.left)
    }

    /// Others are there.
    pub(crate) const fn set_places(
        &mut self,
        listening: [u32; MOST_SEATS + 1],
        left: [Option<Time>; MOST_SEATS + 1],
    ) {
        (self.listening, self.left) = (listening, left);
    }

    fn is_there(&self, place: usize, now: Time) -> bool {
        self.listening[place] > 0 || self.seen[place].is_some_and(|seen| now < seen + STAYS)
    }

    /// Whether the sitter of this seat listens; `None` if nobody ever has. Requests do not count: they would tell of
    /// answers that are secret.
    pub(crate) fn whereabouts(&self, seat: Seat, now: Time) -> Option<Whereabouts> {
        let place = seat.index();
        if self.listening[place] > 0 {
            return Some(Whereabouts::Here);
        }
        let left = self.left[place]?;
        Some(if now < left + LINGERS {
            Whereabouts::Here
        } else {
            Whereabouts::Away { since: now.after(left) }
        })
    }

    /// Whether anybody is there.
    pub(crate) fn is_anybody_there(&self, now: Time) -> bool {
        (0..=MOST_SEATS).any(|place| self.is_there(place, now))
    }

    /// Whether anybody but this seat is there.
    pub(crate) fn is_anybody_but(&self, seat: Seat, now: Time) -> bool {
        (0..=MOST_SEATS).any(|place| place != seat.index() && self.is_there(place, now))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_has_gone_is_away_after_a_while_and_for_as_long_as_that_is() {
        let seat = Seat::new(1).unwrap();
        let viewer = Viewer::Seat(seat);
        let at = |seconds: u64| Time(1_000_000 + seconds * 1_000);
        let mut attendance = Attendance::default();
        attendance.see(viewer, at(0));
        assert_eq!(attendance.whereabouts(seat, at(0)), None, "who only asks is not told of");
        attendance.connect(viewer, at(0)).unwrap();
        assert_eq!(attendance.whereabouts(seat, at(5_000)), Some(Whereabouts::Here), "they listen");
        attendance.disconnect(viewer, at(5_000));
        assert_eq!(
            attendance.whereabouts(seat, at(5_002)),
            Some(Whereabouts::Here),
            "they may come back at once"
        );
        let away = Whereabouts::Away { since: Duration::from_secs(4) };
        assert_eq!(attendance.whereabouts(seat, at(5_004)), Some(away), "all know within five seconds");
        assert!(attendance.is_anybody_there(at(5_059)), "bots play on for a while");
        let away = Whereabouts::Away { since: Duration::from_secs(200) };
        assert_eq!(attendance.whereabouts(seat, at(5_200)), Some(away));
        attendance.see(viewer, at(5_300));
        let away = Whereabouts::Away { since: Duration::from_secs(301) };
        assert_eq!(
            attendance.whereabouts(seat, at(5_301)),
            Some(away),
            "what they ask for is nobody's business"
        );
        attendance.connect(viewer, at(5_400)).unwrap();
        assert_eq!(attendance.whereabouts(seat, at(5_400)), Some(Whereabouts::Here));
    }
}
