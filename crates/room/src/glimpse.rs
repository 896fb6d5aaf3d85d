//! What a room shows beside its entries: what it waits for and who listens. Whoever folds the entries elsewhere is told this,
//! and shows the same; it holds nothing that is not shown to somebody.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use table::{MOST_SEATS, Seat, SeatSet};

use crate::effects::Tell;
use crate::game::LiveGame;
use crate::room::Room;
use crate::time::Time;
use crate::waiting::{OpenWindow, Waiting};

/// What a room waits for, as far as it is shown; times are milliseconds from the moment of the glimpse.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
enum Shown {
    Nobody,
    Dormant,
    Bot,
    Person { left: Option<u64> },
    Window { since: u64, whole: Option<u64>, left: Option<u64> },
}

/// What a room shows beside its entries, at a moment.
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

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

impl Room {
    /// What is shown now beside the entries.
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

    /// Shows what another room with the same entries showed at this moment. A room that is shown like this is for looking
    /// at: it takes no input. Says whether the countdown of a window goes otherwise than it was shown before.
    pub fn show(&mut self, now: Time, glimpse: &Glimpse) -> bool {
        let after = |left: u64| now + Duration::from_millis(left);
        let before = self.countdown();
        self.waiting = match glimpse.shown {
            Shown::Nobody => Waiting::Nobody,
            // Of a bot that thinks nothing is shown.
            Shown::Dormant | Shown::Bot => Waiting::Dormant,
            Shown::Person { left } => Waiting::Person { until: left.map(after) },
            Shown::Window { since, whole, left } => Waiting::Window(OpenWindow {
                since,
                bots: Vec::new(),
                empty_handed: self.game().map_or(SeatSet::EMPTY, LiveGame::empty_handed),
                whole: whole.map(Duration::from_millis),
                closes: left.map(after),
                earliest: now,
                held: false,
            }),
        };
        let ago = |left: u64| Time(now.0.saturating_sub(left));
        self.attendance.set_places(glimpse.listening, glimpse.left.map(|left| left.map(ago)));
        match (before, self.countdown()) {
            (Some((since, whole, closes)), Some(shown)) => {
                let apart = |(a, b): (Time, Time)| a.after(b).max(b.after(a)) > NOTICED;
                let is_moved = match closes.zip(shown.2) {
                    Some(both) => apart(both),
                    None => closes != shown.2,
                };
                since == shown.0 && (whole != shown.1 || is_moved)
            }
            (None, _) | (_, None) => false,
        }
    }

    /// The window that is shown: since when, for how long, and until when.
    fn countdown(&self) -> Option<(u64, Option<Duration>, Option<Time>)> {
        match &self.waiting {
            Waiting::Window(window) => Some((window.since, window.whole, window.closes)),
            Waiting::Nobody | Waiting::Dormant | Waiting::Bot(_) | Waiting::Person { .. } => None,
        }
    }

    /// What those are to be told who were shown this room as it was earlier, and not what was written since: everything anew, or,
    /// if nothing has changed that others may see, what a seat sees of its own.
    #[must_use]
    pub fn told_since(&self, earlier: &Self) -> Vec<Tell> {
        if self.progress() != earlier.progress() {
            return vec![Tell::Afresh, Tell::Reload];
        }
        if self.version() != earlier.version() {
            return vec![Tell::Afresh];
        }
        let seats = self.seats().iter().map(|chair| chair.sitter.seat);
        let own = |seat: Seat| (self.answered(seat), self.reacting(seat));
        let changed = seats.filter(|seat| own(*seat) != (earlier.answered(*seat), earlier.reacting(*seat)));
        changed.map(Tell::Own).collect()
    }
}
