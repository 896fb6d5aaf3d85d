//! Presence at a room, and its line in lists.

use std::sync::{Mutex, PoisonError};

use room::{Presence, Room, Summary, Time, Whereabouts};
use table::{Seat, SeatSet};

/// The company as last published: each seat, whether its person plays, the votes for a bot there, and whether they are
/// here, if that is known.
#[derive(Default, PartialEq, Eq)]
pub(super) struct Company(Vec<(Seat, Presence, SeatSet, Option<bool>)>);

impl Company {
    /// The present company.
    pub(super) fn of(room: &Room, now: Time) -> Self {
        let all = room.whereabouts(now);
        let is_here = |seat| {
            let known = all.iter().find(|(of, _)| *of == seat);
            known.map(|(_, known)| matches!(known, Whereabouts::Here))
        };
        let sitters = room.seats().iter().map(|chair| &chair.sitter);
        Self(sitters.map(|one| (one.seat, one.presence, one.bot_wanted_by, is_here(one.seat))).collect())
    }
}

/// Updates the public summary of a room.
pub(super) fn keep_summary(kept: &Mutex<Summary>, room: &Room) {
    let mut summary = kept.lock().unwrap_or_else(PoisonError::into_inner);
    (summary.status, summary.awaited) = (room.match_status(), room.awaited());
    // Seats hardly ever change hands.
    let seats = room.seats();
    if !summary.names.iter().eq(seats.iter().map(|chair| &chair.sitter.name)) {
        summary.names = seats.names();
    }
    if !summary.keys.iter().copied().eq(seats.keys()) {
        summary.keys = seats.keys().collect();
    }
}
