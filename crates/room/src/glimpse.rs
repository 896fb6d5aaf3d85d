//! Snapshot of a room's extras beside its entries: the pending question and the listeners. A follower gets it and shows
//! the same; all of it is shown to somebody.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use table::{MOST_SEATS, Seat, SeatSet};

use crate::chat::Said;
use crate::effects::Tell;
use crate::game::LiveGame;
use crate::room::Room;
use crate::time::Time;
use crate::waiting::{OpenWindow, Waiting};

/// The pending question, as far as it is shown; times are milliseconds from the moment of the glimpse.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
enum Shown {
    Nobody,
    Dormant,
    Bot,
    Person { left: Option<u64> },
    Window { since: u64, whole: Option<u64>, left: Option<u64> },
}

/// Snapshot of a room's extras beside its entries.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Glimpse {
    shown: Shown,
    /// How many listen from each place.
    listening: [u32; MOST_SEATS + 1],
    /// How long ago the last of each place went.
    left: [Option<u64>; MOST_SEATS + 1],
}

/// A countdown that is off by more than this is shown anew: clocks and messages take their time, too.
const NOTICED: Duration = Duration::from_secs(1);

/// The countdown: of a window, since that change and for so long in all, or of the asked seat's clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Countdown {
    window: Option<(u64, Option<Duration>)>,
    until: Option<Time>,
}

impl Countdown {
    /// Whether a viewer of both now can tell them apart.
    fn differs(&self, other: &Self, now: Time) -> bool {
        let left = |countdown: &Self| countdown.until.map(|until| until.after(now));
        let is_moved = match (left(self), left(other)) {
            (Some(one), Some(other)) => one.abs_diff(other) > NOTICED,
            (one, other) => one != other,
        };
        is_moved || self.window != other.window
    }
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

impl Room {
    /// The extras shown now beside the entries.
    #[must_use]
    pub fn glimpse(&self, now: Time) -> Glimpse {
        let left = |until: Time| millis(until.after(now));
        let shown = match &self.waiting {
            Waiting::Nobody => Shown::Nobody,
            Waiting::Dormant => Shown::Dormant,
            Waiting::Bot(_) => Shown::Bot,
            Waiting::Person { until } => Shown::Person { left: until.map(left) },
            Waiting::Window(window) => Shown::Window {
                since: window.since,
                whole: window.whole.map(millis),
                left: window.closes.map(left),
            },
        };
        let (listening, went) = self.attendance.places();
        Glimpse { shown, listening, left: went.map(|at| at.map(|at| millis(now.after(at)))) }
    }

    /// Applies the glimpse of the owner's room with the same entries. Such a room is for display: it takes no input.
    /// Says whether a viewer would notice: a window opened or closed, a countdown changed.
    pub fn show(&mut self, now: Time, glimpse: &Glimpse) -> bool {
        let after = |left: u64| now + Duration::from_millis(left);
        let before = self.countdown();
        // A freshly loaded owner opens the window anew when somebody is there: until then it is shown open.
        let is_reopened = glimpse.shown == Shown::Dormant
            && matches!(&self.waiting, Waiting::Window(window) if window.since == self.moved);
        match glimpse.shown {
            Shown::Dormant if is_reopened => {}
            Shown::Nobody => self.waiting = Waiting::Nobody,
            // Of a bot that thinks nothing is shown.
            Shown::Dormant | Shown::Bot => self.waiting = Waiting::Dormant,
            Shown::Person { left } => self.waiting = Waiting::Person { until: left.map(after) },
            Shown::Window { since, whole, left } => {
                self.waiting = Waiting::Window(OpenWindow {
                    since,
                    bots: Vec::new(),
                    without_a_say: self.game().map_or(SeatSet::EMPTY, LiveGame::without_a_say),
                    whole: whole.map(Duration::from_millis),
                    closes: left.map(after),
                    earliest: now,
                    held: false,
                });
            }
        }
        let ago = |left: u64| Time(now.0.saturating_sub(left));
        self.attendance.set_places(glimpse.listening, glimpse.left.map(|left| left.map(ago)));
        match (before, self.countdown()) {
            (None, None) => false,
            (Some(before), Some(shown)) => before.differs(&shown, now),
            (Some(_), None) | (None, Some(_)) => true,
        }
    }

    /// The countdown as it is shown, or a window that waits for the one person at the table.
    fn countdown(&self) -> Option<Countdown> {
        match &self.waiting {
            Waiting::Window(OpenWindow { since, whole, closes, .. }) => {
                Some(Countdown { window: Some((*since, *whole)), until: *closes })
            }
            Waiting::Person { until: Some(until) } => Some(Countdown { window: None, until: Some(*until) }),
            Waiting::Person { until: None } | Waiting::Nobody | Waiting::Dormant | Waiting::Bot(_) => None,
        }
    }

    /// Events for listeners who have this room in an earlier state: everything anew, or, if nothing public has changed,
    /// a seat's own view; and chat lines.
    #[must_use]
    pub fn told_since(&self, earlier: &Self) -> Vec<Tell> {
        let is_another_page = self.progress() != earlier.progress();
        let mut told = Vec::new();
        if is_another_page || self.version() != earlier.version() {
            told.push(Tell::Afresh);
        } else {
            let seats = self.seats().iter().map(|chair| chair.sitter.seat);
            told.extend(seats.filter(|seat| !self.is_alike_for(*seat, earlier)).map(Tell::Own));
        }
        let keys = |room: &Self| room.seats().iter().map(|chair| chair.keys.clone()).collect::<Vec<_>>();
        if keys(self) != keys(earlier) {
            told.push(Tell::Revoked);
        }
        told.extend(self.said_since(earlier).iter().map(|said| Tell::Said(said.seat, said.line)));
        if is_another_page {
            told.push(Tell::Reload);
        }
        told
    }

    /// Whether this seat has answered and set the same in both.
    fn is_alike_for(&self, seat: Seat, earlier: &Self) -> bool {
        self.answered(seat) == earlier.answered(seat)
            && self.reacting(seat) == earlier.reacting(seat)
            && self.pace_control(seat) == earlier.pace_control(seat)
    }

    /// Chat lines since then. Of the earlier ones, the first may be kept no more.
    fn said_since(&self, earlier: &Self) -> &[Said] {
        let (before, now) = (&earlier.said, &self.said);
        let known = (0..before.len()).map(|first| &before[first..]).find(|kept| now.starts_with(kept));
        &now[known.map_or(0, <[Said]>::len)..]
    }
}
